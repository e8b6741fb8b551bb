# SPDX-License-Identifier: Apache-2.0
"""Instance ids, and lists that must line up with them."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.unit.workload.definitions import codes, obj, plan, role, template

GROUPS = role(
    "worker", ids=".spec.groups[].name", template=".spec.groups[].template", replicas=".spec.groups[].n"
)
HEAD = role("head", template=".spec.head", replicas="1")


def groups(*names: Any) -> dict[str, Any]:
    return {"head": template(), "groups": [{"name": n, "n": 1, "template": template()} for n in names]}


def test_without_instance_ids_there_is_one_instance() -> None:
    reading = plan(HEAD).read(obj({"head": template()}))
    assert list(reading.components["head"].instances) == [""]
    assert reading.ids == {"thing": ("",), "head": ("",)}
    assert reading.problems == ()


def test_ids_in_the_order_of_the_results() -> None:
    reading = plan(HEAD, GROUPS).read(obj(groups("b", "a", "c")))
    assert reading.ids["worker"] == ("b", "a", "c")
    assert list(reading.components["worker"].instances) == ["b", "a", "c"]


def test_no_instances_is_no_fault() -> None:
    reading = plan(HEAD, GROUPS).read(obj(groups()))
    assert reading.ids["worker"] == ()
    assert reading.problems == ()


def test_an_integer_is_an_id_written_as_such() -> None:
    assert plan(HEAD, GROUPS).read(obj(groups(7, "x"))).ids["worker"] == ("7", "x")


def test_a_duplicate_id_names_both_positions() -> None:
    reading = plan(HEAD, GROUPS).read(obj(groups("a", "b", "a")))
    assert [(p.code, p.severity, p.at) for p in reading.problems] == [
        ("instances.duplicate", "error", "worker")
    ]
    assert 'the instance id "a" stands at 0 and again at 2' in reading.problems[0].message
    # The component carries the problem, the others are read.
    assert "worker" not in reading.ids
    assert reading.components["worker"].instances == {}
    assert reading.components["head"].instances[""].replicas == 1


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        ("", "empty"),
        (None, "null"),
        (True, "true"),
        ({"a": 1}, "an object"),
        (["a"], "a list of 1"),
        (1.5, "1.5"),
    ],
)
def test_ids_that_are_no_text(bad: Any, what: str) -> None:
    reading = plan(HEAD, GROUPS).read(obj(groups("a", bad)))
    assert codes(reading.problems) == ["instances.not-text"]
    assert f"instance id 1 is {what}, but must be a string that is not empty" in reading.problems[0].message


def test_ids_that_fail() -> None:
    reading = plan(HEAD, GROUPS).read(obj({"head": template(), "groups": "none"}))
    assert codes(reading.problems) == ["instances.failed"]
    assert reading.problems[0].message == '/spec/groups is the string "none", not a list'
    assert reading.problems[0].path == "/spec/groups"


def test_a_different_count_is_an_error_that_gives_both() -> None:
    worker = role("worker", ids=".spec.names[]", template=".spec.templates[]", replicas=".spec.numbers[]")
    reading = plan(HEAD, worker).read(
        obj({"head": template(), "names": ["a", "b", "c"], "templates": [template()] * 3, "numbers": [1, 2]})
    )
    (problem,) = reading.problems
    assert (problem.code, problem.at) == ("scale.count", "worker")
    assert "instance ids count (3) does not match results count (2)" in problem.message
    # What does line up is kept; the numbers are not known.
    assert [i.replicas for i in reading.components["worker"].instances.values()] == [None, None, None]
    assert all(i.template is not None for i in reading.components["worker"].instances.values())


def test_without_ids_more_than_one_result_is_a_wrong_count() -> None:
    reading = plan(role("head", template=".spec.heads[]", replicas="1")).read(
        obj({"heads": [template(), template()]})
    )
    assert codes(reading.problems) == ["template.count"]
    assert "instance ids count (1) does not match results count (2)" in reading.problems[0].message


def test_strict_raises_with_all_problems() -> None:
    bad = obj({"head": template(), "groups": [{"name": "a", "n": "x", "template": 1}]})
    with pytest.raises(wm.ReadError) as caught:
        plan(HEAD, GROUPS).read(bad, strict=True)
    assert codes(caught.value.problems) == ["scale.not-integer", "template.wrong-type"]
    assert "Thing one" in str(caught.value)


def test_strict_lets_warnings_pass() -> None:
    status = {"conditions": [{"type": "A"}, {"type": "A"}]}
    reading = plan(HEAD).read(obj({"head": template()}, status), strict=True)
    assert codes(reading.problems) == ["status.duplicate-condition"]

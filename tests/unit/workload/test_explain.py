# SPDX-License-Identifier: Apache-2.0
"""Why a reading is what it is, and why a pod is where it is."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.unit.workload.definitions import codes, obj, plan, pod, role, status, template
from workload_map.workload.explain import fields_read
from workload_map.workload.expr import Expr

WORKER = role(
    "worker",
    ids=".spec.groups[].name",
    template=".spec.groups[].template",
    replicas=".spec.groups[] | .n * .size",
    min=".spec.groups[].min",
    type_key=".metadata.labels.role",
    type_value="worker",
    copy=".metadata.labels.copy // empty",
)
HEAD = role("head", template=".spec.head", replicas="1", type_key=".metadata.labels.role", labels={"h": "1"})
RULES = status(
    running=[
        {"byPhase": "Up", "byConditions": [{"type": "Ready", "status": "True", "reason": "Fine"}]},
        {"byExpression": {"expression": ".status.ready >= .spec.want", "expectedResult": "true"}},
    ],
    failed=[{"byExpression": {"expression": ".status.code | length", "expectedResult": "2"}}],
    degraded=".status.phase * {}",
)
PLAN = plan(HEAD, WORKER, statuses=RULES)


def thing() -> dict[str, Any]:
    groups = [
        {"name": "a", "n": 2, "size": 3, "min": 1, "template": template("a")},
        {"name": "b", "n": 1, "size": 1, "template": template("b")},
    ]
    ready = {"type": "Ready", "status": "True", "reason": "Other", "message": "m"}
    return obj(
        {"want": 4, "head": template("h"), "groups": groups},
        {"phase": "Up", "ready": 3, "code": "ok", "conditions": [ready]},
    )


def test_every_rule_with_what_it_saw() -> None:
    found = PLAN.explain(thing())
    assert [(r.status, r.index, r.matched) for r in found.rules] == [
        ("Running", 0, False),
        ("Running", 1, False),
        ("Failed", 0, True),
        ("Degraded", 0, False),
    ]
    by_phase, by_condition = found.rules[0].criteria
    assert (by_phase.kind, by_phase.wanted, by_phase.saw, by_phase.holds) == ("byPhase", "Up", "Up", True)
    assert by_condition.wanted == "Ready=True with reason Fine"
    assert by_condition.saw == {"status": "True", "reason": "Other"}
    assert not by_condition.holds
    (expression,) = found.rules[1].criteria
    assert (expression.wanted, expression.saw) == (".status.ready >= .spec.want", False)
    assert {(s.path, s.value) for s in expression.seen} == {("/status/ready", 3), ("/spec/want", 4)}
    assert found.rules[2].criteria[0].wanted == ".status.code | length gives 2"
    (failed,) = found.rules[3].criteria
    assert failed.error is not None
    assert (failed.saw, failed.holds) == (None, False)
    assert codes(found.problems) == ["status.rule-failed"]


def test_it_agrees_with_the_reading() -> None:
    reading, found = PLAN.read(thing()), PLAN.explain(thing())
    assert (found.headline, found.phases, found.reason) == (reading.headline, reading.phases, reading.reason)
    assert found.problems == reading.problems
    matched = {rule.status for rule in found.rules if rule.matched}
    assert matched == set(reading.phases)


def test_where_the_values_of_a_role_come_from() -> None:
    head, a, b = PLAN.explain(thing()).roles
    assert (head.id, a.id, a.name, a.desired) == ("head", "worker/a", "a", 6)
    template_, replicas, minimum = b.sources
    assert (template_.field, template_.path) == ("template", "/spec/groups/1/template")
    # A whole template would bury what is asked for.
    assert template_.value == {"containers": [{"name": "b", "image": "b:1"}]}
    assert (replicas.field, replicas.path, replicas.value) == ("replicas", None, 1)
    assert ("/spec/groups/0/size", 3) in {(s.path, s.value) for s in replicas.seen}
    assert (minimum.field, minimum.path, minimum.value) == ("min", "/spec/groups/1/min", None)


def test_a_source_that_fails() -> None:
    found = plan(role("w", template=".spec.t", replicas=".spec.n.x")).explain(obj({"n": 1}))
    replicas = found.roles[0].sources[1]
    assert replicas.error is not None
    assert (replicas.value, replicas.path) == (None, None)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (".spec.a * .spec.b", [".spec.a", ".spec.b"]),
        ('.metadata.annotations["a.b/c"]', ['.metadata.annotations["a.b/c"]']),
        ('.["a b"]', ['.["a b"]']),
        (".spec.groups[] | .n + .m", [".spec.groups[].m", ".spec.groups[].n"]),
        ("1 + 2", []),
        (".", []),
    ],
)
def test_the_fields_of_an_expression(text: str, fields: list[str]) -> None:
    assert fields_read(Expr(text, "", "x")) == fields


def test_open_paths_are_followed_so_far_and_no_further() -> None:
    wide = {"a": [[[1] * 50] * 50] * 50}
    found = plan(statuses=status(running="any(.a[][][]; . == 2)")).explain({"kind": "Thing", **wide})
    assert len(found.rules[0].criteria[0].seen) <= 200


# --- pods --------------------------------------------------------------------------------------------------


def tried(found: Any) -> list[tuple[str, str, bool]]:
    return [(s.component, s.kind, s.matched) for s in found.selectors]


def test_the_selectors_that_were_tried_on_a_pod() -> None:
    reading = PLAN.read(thing())
    found = wm.explain_pod(PLAN, reading, pod("p", {"role": "worker", "id": "b", "copy": "1"}))
    assert (found.pod, found.component, found.instance, found.copies) == (
        "p",
        "worker",
        "b",
        (("worker", "1"),),
    )
    assert tried(found) == [
        ("head", "type", False),
        ("worker", "type", True),
        ("worker", "instance", True),
        ("worker", "copy", True),
    ]
    assert found.selectors[0].wanted == ".metadata.labels.role and label h=1"
    assert found.selectors[0].saw == ["worker", None]
    assert (found.selectors[1].wanted, found.selectors[1].saw) == (
        ".metadata.labels.role is worker",
        "worker",
    )
    assert found.selectors[2].wanted == '.metadata.labels["id"] // empty gives one of a, b'
    assert found.selectors[2].saw == "b"


@pytest.mark.parametrize(
    ("wanted", "labels", "saw"),
    [
        ({"h": "1"}, {"h": "1"}, "1"),
        ({"h": "1"}, {"h": "2"}, "2"),
        ({"h": "1"}, {}, None),
        ({"h": "1", "i": "2"}, {"i": "2"}, [None, "2"]),
    ],
)
def test_what_a_selector_by_labels_saw(wanted: dict[str, str], labels: dict[str, str], saw: Any) -> None:
    made = plan(role("x", template=".spec.x", labels=wanted), WORKER)
    first = wm.explain_pod(made, made.read(thing()), pod("p", labels)).selectors[0]
    assert (first.component, first.saw, first.matched) == ("x", saw, labels == wanted)


def test_a_pod_whose_instance_is_not_there() -> None:
    found = wm.explain_pod(PLAN, PLAN.read(thing()), pod("p", {"role": "worker", "id": "z"}))
    assert tried(found)[2:] == [("worker", "instance", False), ("worker", "copy", False)]
    assert found.selectors[2].saw == "z"
    assert codes(found.problems) == ["pod.unknown-instance"]


def test_a_pod_in_no_role() -> None:
    found = wm.explain_pod(PLAN, PLAN.read(thing()), pod("p"))
    assert (found.component, tried(found)) == (None, [("head", "type", False), ("worker", "type", False)])


def test_a_pod_known_by_its_instance_alone() -> None:
    bare = role("bare", ids=".spec.groups[].name", template=".spec.groups[].template")
    made = plan(bare, HEAD)
    reading = made.read(thing())
    assert tried(wm.explain_pod(made, reading, pod("p", {"id": "a"}))) == [
        ("head", "type", False),
        ("bare", "instance", True),
    ]
    assert tried(wm.explain_pod(made, reading, pod("p"))) == [
        ("head", "type", False),
        ("bare", "instance", False),
    ]


def test_the_only_role_takes_every_pod() -> None:
    made = plan(HEAD)
    found = wm.explain_pod(made, made.read(thing()), {})
    assert (found.pod, tried(found)) == (None, [("head", "only", True)])


def test_a_selector_that_fails() -> None:
    made = plan(HEAD, role("x", template=".spec.x", type_key=".metadata.name.y"))
    found = wm.explain_pod(made, made.read(thing()), pod("p"))
    assert found.selectors[1].error is not None

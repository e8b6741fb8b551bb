# SPDX-License-Identifier: Apache-2.0
"""Matchers, phases, the headline, and the guards that the engine has for all kinds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.workload.definitions import codes, obj, plan, role, status, template
from workload_map.workload.reading import HEADLINE_ORDER, PHASE_ORDER, Reading
from workload_map.workload.status import tostring

ALWAYS = "true"
NEVER = "false"


def read(phases: dict[str, Any], state: Any = None, *, extension: dict[str, Any] | None = None) -> Reading:
    made = plan(
        role("worker", template=".spec.template", replicas=".spec.n // 1"),
        statuses=status(**phases),
        extensions={"status": extension} if extension else None,
    )
    return made.read(obj({"template": template()}, state, generation=3))


def conditions(*items: Any) -> dict[str, Any]:
    return {"conditions": list(items)}


# --- matchers ----------------------------------------------------------------------------------------------


def test_by_phase_is_case_sensitive() -> None:
    rule = {"running": [{"byPhase": "Running"}]}
    assert read(rule, {"phase": "Running"}).headline == "Running"
    assert read(rule, {"phase": "running"}).headline == "Undefined"
    assert read(rule, {"phase": None}).headline == "Undefined"
    assert read(rule).headline == "Undefined"


def test_a_phase_that_is_no_text_is_a_problem() -> None:
    reading = read({"running": [{"byPhase": "3"}]}, {"phase": 3})
    assert (reading.headline, codes(reading.problems)) == ("Undefined", ["status.phase-not-text"])
    assert reading.problems[0].path == "/status/phase"


@pytest.mark.parametrize(
    ("wanted", "matches"),
    [
        ({"type": "Ready"}, True),
        ({"type": "Ready", "status": "True"}, True),
        ({"type": "Ready", "status": "True", "reason": "AllUp"}, True),
        ({"type": "Ready", "reason": "AllUp"}, True),
        ({"type": "Ready", "status": "", "reason": ""}, True),
        ({"type": "Ready", "status": "False"}, False),
        ({"type": "Ready", "reason": "Other"}, False),
        ({"type": "ready"}, False),
    ],
)
def test_by_condition(wanted: dict[str, str], matches: bool) -> None:
    state = conditions({"type": "Ready", "status": "True", "reason": "AllUp"})
    reading = read({"running": [{"byConditions": [wanted]}]}, state)
    assert (reading.headline == "Running") is matches


def test_all_conditions_of_one_matcher_must_hold_and_any_matcher_suffices() -> None:
    a, b = {"type": "A", "status": "True"}, {"type": "B", "status": "True"}
    both = {"running": [{"byConditions": [a, b]}]}
    assert read(both, conditions(a)).headline == "Undefined"
    assert read(both, conditions(a, b)).headline == "Running"
    either = {"running": [{"byConditions": [a]}, {"byConditions": [b]}]}
    assert read(either, conditions(b)).headline == "Running"


def test_all_that_a_matcher_holds_must_be_true() -> None:
    matcher = {
        "byPhase": "Up",
        "byConditions": [{"type": "A"}],
        "byExpression": {"expression": ".status.n", "expectedResult": "1"},
    }
    whole = {"phase": "Up", "n": 1, **conditions({"type": "A"})}
    assert read({"running": [matcher]}, whole).headline == "Running"
    for key in whole:
        part = {name: value for name, value in whole.items() if name != key}
        assert read({"running": [matcher]}, part).headline == "Undefined"


def test_of_two_conditions_of_one_type_the_last_counts() -> None:
    reading = read(
        {"running": [{"byConditions": [{"type": "A", "status": "True"}]}]},
        conditions({"type": "A", "status": "False"}, {"type": "A", "status": "True"}),
    )
    assert reading.headline == "Running"
    (problem,) = reading.problems
    assert (problem.code, problem.severity) == ("status.duplicate-condition", "warning")
    assert problem.path == "/status/conditions/1"


def test_conditions_with_other_field_names() -> None:
    statuses = status(running=[{"byConditions": [{"type": "A", "status": "yes", "reason": "because"}]}])
    statuses["conditionsDefinition"] = {
        "path": ".status.checks",
        "typeFieldName": "name",
        "statusFieldName": "ok",
        "reasonFieldName": "why",
        "messageFieldName": "text",
    }
    made = plan(statuses=statuses)
    check = {"name": "A", "ok": "yes", "why": "because", "text": "as I say"}
    reading = made.read(obj({}, {"checks": [check]}))
    assert (reading.headline, reading.reason, reading.message) == ("Running", "because", "as I say")


@pytest.mark.parametrize(
    ("bad", "code", "path"),
    [
        ({"conditions": "none"}, "status.conditions-not-list", "/status/conditions"),
        ({"conditions": {}}, "status.conditions-not-list", "/status/conditions"),
        (conditions("A"), "status.bad-condition", "/status/conditions/0"),
        (conditions({"status": "True"}), "status.bad-condition", "/status/conditions/0"),
        (conditions({"type": 4}), "status.bad-condition", "/status/conditions/0"),
        ("text", "status.conditions-failed", "/status"),
    ],
)
def test_conditions_that_are_none(bad: Any, code: str, path: str | None) -> None:
    reading = read({"running": [{"byConditions": [{"type": "A"}]}]}, bad)
    assert reading.headline == "Undefined"
    assert [(p.code, p.path) for p in reading.problems if p.code != "status.phase-failed"] == [(code, path)]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x", "x"),
        (1, "1"),
        (1.0, "1"),
        (1.5, "1.5"),
        (True, "true"),
        (False, "false"),
        (None, "null"),
        ([1, "a"], '[1,"a"]'),
        ({"a": None}, '{"a":null}'),
    ],
)
def test_by_expression_compares_the_text_of_the_first_result(value: Any, text: str) -> None:
    def rule(expected: str) -> dict[str, Any]:
        return {"running": [{"byExpression": {"expression": ".status.v, error", "expectedResult": expected}}]}

    assert tostring(value) == text
    assert read(rule(text), {"v": value}).headline == "Running"
    assert read(rule(text + "?"), {"v": value}).headline == "Undefined"


def test_no_result_does_not_match() -> None:
    for expected in ("null", "", "false"):
        rule = {"byExpression": {"expression": "empty", "expectedResult": expected}}
        reading = read({"running": [rule]})
        assert (reading.headline, reading.problems) == ("Undefined", ())


def test_an_expression_that_fails_does_not_match_and_leaves_a_problem() -> None:
    reading = read({"running": ".status.n * 2 > 1", "initializing": ALWAYS}, {"n": {}})
    assert (reading.headline, reading.phases) == ("Initializing", ("Initializing",))
    (problem,) = reading.problems
    assert (problem.code, problem.severity, problem.at) == ("status.rule-failed", "error", "thing")
    assert "the running rule 0 of thing failed at" in problem.message
    assert ".status.n * 2" in problem.message


# --- phases and headline -----------------------------------------------------------------------------------


def test_phases_in_the_order_of_the_reference() -> None:
    every = {phase.lower(): ALWAYS for phase in PHASE_ORDER}
    assert read(every).phases == PHASE_ORDER
    assert (
        *("Resuming", "Suspending", "Suspended", "Running"),
        *("Failed", "Completed", "Initializing", "Degraded"),
    ) == PHASE_ORDER


def test_none_is_undefined_alone() -> None:
    reading = read({"running": NEVER})
    assert (reading.phases, reading.headline, reading.reason) == (("Undefined",), "Undefined", None)


@pytest.mark.parametrize("index", range(8))
def test_the_headline_is_the_first_of_the_ladder_that_matched(index: int) -> None:
    rules = {phase.lower(): ALWAYS for phase in HEADLINE_ORDER[index:8]}
    assert read(rules).headline == HEADLINE_ORDER[index]


def test_suspended_as_a_whole_keeps_its_numbers() -> None:
    reading = read({"suspended": ALWAYS})
    assert (reading.suspended, reading.active) == (True, False)
    assert reading.components["worker"].instances[""].replicas == 1


@pytest.mark.parametrize(
    ("phase", "active"),
    [("suspended", False), ("completed", False), ("failed", False), ("running", True), ("degraded", True)],
)
def test_which_workloads_count(phase: str, active: bool) -> None:
    assert read({phase: ALWAYS}).active is active


# --- a status for an older generation ----------------------------------------------------------------------

OBSERVED = {"observedGeneration": ".status.observedGeneration"}


@pytest.mark.parametrize("seen", [2, "2", 2.0, 0])
@pytest.mark.parametrize("phase", ["running", "completed", "degraded"])
def test_a_stale_status_is_withheld(phase: str, seen: Any) -> None:
    reading = read({phase: ALWAYS}, {"observedGeneration": seen}, extension=OBSERVED)
    assert (reading.headline, reading.phases) == ("Initializing", ("Initializing",))
    assert reading.reason == "StaleStatus"


@pytest.mark.parametrize("seen", [3, "3", 4, None, "soon", {}])
def test_a_current_or_absent_generation_is_no_check(seen: Any) -> None:
    reading = read({"running": ALWAYS}, {"observedGeneration": seen}, extension=OBSERVED)
    assert reading.headline == "Running"


def test_without_the_key_there_is_no_check() -> None:
    assert read({"running": ALWAYS}, {"observedGeneration": 1}).headline == "Running"


def test_of_a_stale_status_the_other_phases_stay() -> None:
    both = {"running": ALWAYS, "suspended": ALWAYS}
    reading = read(both, {"observedGeneration": 2}, extension=OBSERVED)
    assert (reading.headline, reading.phases, reading.reason) == (
        "Suspended",
        ("Suspended",),
        "StaleStatus",
    )
    reading = read({"failed": ALWAYS}, {"observedGeneration": 2}, extension=OBSERVED)
    assert (reading.headline, reading.reason) == ("Failed", None)


def test_a_generation_that_fails_is_a_problem_and_no_check() -> None:
    extension = {"observedGeneration": ".status.observedGeneration | error"}
    reading = read({"running": ALWAYS}, {"observedGeneration": 1}, extension=extension)
    assert (reading.headline, codes(reading.problems)) == (
        "Running",
        ["status.observed-generation-failed"],
    )


# --- the word beside the headline --------------------------------------------------------------------------


def test_the_reason_of_the_condition_that_decided() -> None:
    reading = read(
        {"failed": [{"byConditions": [{"type": "Failed", "status": "True"}]}]},
        conditions({"type": "Failed", "status": "True", "reason": "DeadlineExceeded", "message": "too slow"}),
    )
    assert (reading.reason, reading.message) == ("DeadlineExceeded", "too slow")


def test_the_definition_says_the_reason() -> None:
    extension = {"reason": ".status.why"}
    state = {"why": "Bad", **conditions({"type": "X", "reason": "Bad", "message": "it broke"})}
    reading = read({"failed": ALWAYS}, state, extension=extension)
    assert (reading.reason, reading.message) == ("Bad", "it broke")
    reading = read({"failed": ALWAYS}, {"why": "X", **conditions({"type": "X"})}, extension=extension)
    assert (reading.reason, reading.message) == ("X", None)


@pytest.mark.parametrize(
    ("why", "found"),
    [(None, []), ("", []), (3, ["status.reason-not-text"]), ({}, ["status.reason-not-text"])],
)
def test_a_reason_that_is_none(why: Any, found: list[str]) -> None:
    reading = read({"failed": ALWAYS}, {"why": why}, extension={"reason": ".status.why"})
    assert (reading.reason, codes(reading.problems)) == (None, found)


def test_a_reason_that_fails() -> None:
    reading = read({"failed": ALWAYS}, {"why": 1}, extension={"reason": ".status.why.x"})
    assert (reading.reason, codes(reading.problems)) == (None, ["status.reason-failed"])


# --- nothing wanted, being deleted, children ---------------------------------------------------------------


def starting(spec: dict[str, Any], **more: Any) -> Reading:
    made = plan(
        role("a", template=".spec.template", replicas=".spec.a", min=".spec.min"),
        role("b", template=".spec.template", replicas=".spec.b", type_key=".metadata.labels.b"),
        statuses=status(initializing=ALWAYS, **more),
        extensions={"status": OBSERVED},
    )
    return made.read(obj({"template": template(), **spec}, {"observedGeneration": 1}, generation=1))


def test_asking_for_nothing_is_running() -> None:
    reading = starting({"a": 0, "b": 0})
    assert (reading.headline, reading.reason, reading.phases) == ("Running", "NothingWanted", ("Running",))


@pytest.mark.parametrize(
    "spec", [{"a": 0, "b": 1}, {"a": 0}, {"min": 0, "b": 0}, {"a": "0x", "b": 0}, {"a": -1, "b": 0}]
)
def test_what_is_not_known_to_be_nothing_is_not(spec: dict[str, Any]) -> None:
    assert starting(spec).headline == "Initializing"


def test_nothing_wanted_leaves_other_headlines_alone() -> None:
    assert starting({"a": 0, "b": 0}, suspended=ALWAYS).headline == "Suspended"
    assert starting({"a": 0, "b": 0}, degraded=ALWAYS).headline == "Degraded"


def test_nothing_wanted_does_not_hide_a_stale_status() -> None:
    made = plan(
        role("a", template=".spec.template", replicas="0"),
        statuses=status(running=ALWAYS),
        extensions={"status": OBSERVED},
    )
    reading = made.read(obj({}, {"observedGeneration": 1}, generation=2))
    assert (reading.headline, reading.reason) == ("Initializing", "StaleStatus")


def test_an_object_being_deleted_keeps_its_phase() -> None:
    made = plan(statuses=status(running=ALWAYS))
    reading = made.read(obj({}, deletionTimestamp="2026-01-01T00:00:00Z"))
    assert (reading.headline, reading.deleting) == ("Running", True)
    assert not made.read(obj({})).deleting


def test_a_child_has_a_status_of_its_own() -> None:
    child = role("part", template=".spec.t", statusDefinition=status(failed=ALWAYS, running=ALWAYS))
    reading = plan(child, statuses=status(running=ALWAYS)).read(obj({"t": template()}))
    assert reading.headline == "Running"
    part = reading.components["part"]
    assert (part.headline, part.phases) == ("Failed", ("Running", "Failed"))
    assert reading.components["thing"].headline is None

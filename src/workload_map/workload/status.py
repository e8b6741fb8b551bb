# SPDX-License-Identifier: Apache-2.0
"""Status of an object: which of the nine phases its definition matches, and the one to show.

A pure ladder of rules over the object: a list of matchers for each status, any of which matches the status;
what each matcher names must all be true.
"""

from __future__ import annotations

from typing import Any

import msgspec

from workload_map.errors import JqError
from workload_map.problems import Problem, pointer
from workload_map.workload import blame
from workload_map.workload.expr import Expr, describe_value
from workload_map.workload.reading import HEADLINE_ORDER, Phase
from workload_map.workload.scale import count_of

__all__ = ["ConditionTest", "ExpressionTest", "Matcher", "Status", "StatusPlan", "read_status", "tostring"]


def tostring(value: Any) -> str:
    """A value as jq's `tostring` writes it: strings as they are, the rest as compact JSON."""
    if isinstance(value, str):
        return value
    if value is True:
        return "true"
    if value is False:
        return "false"
    return "null" if value is None else str(_TOSTRING.first(value))


#: The engine's own, so that numbers, lists and objects read as they do inside an expression.
_TOSTRING = Expr("tostring", "", "tostring")


class ConditionTest(msgspec.Struct, frozen=True):
    """One entry of `byConditions`; `status` and `reason` are compared where they are given."""

    type: str
    status: str | None
    reason: str | None


class ExpressionTest(msgspec.Struct, frozen=True):
    """`byExpression`: the first result of `expr`, as jq's `tostring` writes it, is `expected`."""

    expr: Expr
    expected: str


class Matcher(msgspec.Struct, frozen=True):
    """One way to a status; all that it holds must be true."""

    phase: Phase
    index: int
    """Position in the definition's list for this status."""
    by_phase: str | None
    by_conditions: tuple[ConditionTest, ...]
    by_expression: ExpressionTest | None


class StatusPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A status definition, ready to run."""

    phase: Expr | None
    conditions: Expr | None
    fields: tuple[str, str, str, str]
    """Names of a condition's type, status, reason and message."""
    matchers: tuple[Matcher, ...]
    """In the order of `PHASE_ORDER`."""
    observed_generation: Expr | None = None
    reason: Expr | None = None


class Condition(msgspec.Struct, frozen=True):
    """One condition of the object."""

    status: Any
    reason: Any
    message: Any
    changed: Any = None
    """When its status became what it is."""


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome for one object."""

    phases: tuple[Phase, ...]
    headline: Phase
    reason: str | None
    message: str | None
    stale: bool = False
    conditions: dict[str, Condition] = {}
    raw_phase: str | None = None


def headline_of(phases: tuple[Phase, ...]) -> Phase:
    """The one phase to show of those that matched."""
    for phase in HEADLINE_ORDER:
        if phase in phases:
            return phase
    return "Undefined"


def read_conditions(plan: StatusPlan, obj: Any, at: str, problems: list[Problem]) -> dict[str, Condition]:
    """The object's conditions by type. Of two with one type the last counts, with a warning."""
    expr = plan.conditions
    if expr is None:
        return {}
    try:
        value = expr.first(obj)
    except JqError as error:
        problems.append(blame.failed(expr, error, obj, "status.conditions-failed", at))
        return {}
    if value is None:
        return {}
    if not isinstance(value, list):
        problems.append(
            Problem(
                code="status.conditions-not-list",
                message=f"{expr.label}: the conditions are {describe_value(value)}, not a list",
                path=_object_path(expr, obj),
                at=at,
            )
        )
        return {}
    type_field, status_field, reason_field, message_field = plan.fields
    conditions: dict[str, Condition] = {}
    for index, item in enumerate(value):
        kind = item.get(type_field) if isinstance(item, dict) else None
        if not isinstance(kind, str):
            what = "has no type" if isinstance(item, dict) else f"is {describe_value(item)}, not an object"
            problems.append(
                Problem(
                    code="status.bad-condition",
                    message=f"condition {index} {what}; it is passed over",
                    severity="warning",
                    path=_object_path(expr, obj, index),
                    at=at,
                )
            )
            continue
        if kind in conditions:
            problems.append(
                Problem(
                    code="status.duplicate-condition",
                    message=f'the condition "{kind}" is there more than once; the last one counts',
                    severity="warning",
                    path=_object_path(expr, obj, index),
                    at=at,
                )
            )
        conditions[kind] = Condition(
            item.get(status_field),
            item.get(reason_field),
            item.get(message_field),
            item.get("lastTransitionTime"),
        )
    return conditions


def _object_path(expr: Expr, obj: Any, *more: int) -> str | None:
    try:
        paths = expr.program.paths(obj)
    except JqError:
        return None
    if not paths or not all(isinstance(step, (str, int)) for step in paths[0]):
        return None
    return pointer((*paths[0], *more))


def read_phase(plan: StatusPlan, obj: Any, at: str, problems: list[Problem]) -> str | None:
    """The object's own phase word, None where it has none."""
    expr = plan.phase
    if expr is None:
        return None
    try:
        value = expr.first(obj)
    except JqError as error:
        problems.append(blame.failed(expr, error, obj, "status.phase-failed", at))
        return None
    if value is not None and not isinstance(value, str):
        problems.append(
            Problem(
                code="status.phase-not-text",
                message=f"{expr.label}: the phase is {describe_value(value)}, not a string",
                path=_object_path(expr, obj),
                at=at,
            )
        )
        return None
    return value


def condition_holds(test: ConditionTest, conditions: dict[str, Condition]) -> bool:
    """Whether the object has this condition with the wanted status and reason."""
    condition = conditions.get(test.type)
    return (
        condition is not None
        and (not test.status or condition.status == test.status)
        and (not test.reason or condition.reason == test.reason)
    )


def matches(
    matcher: Matcher,
    obj: Any,
    raw_phase: str | None,
    conditions: dict[str, Condition],
    at: str,
    problems: list[Problem],
) -> bool:
    """Whether all that the matcher holds is true; an expression that fails does not match and leaves a problem."""
    if matcher.by_phase is not None and matcher.by_phase != raw_phase:
        return False
    for test in matcher.by_conditions:
        if not condition_holds(test, conditions):
            return False
    by_expression = matcher.by_expression
    if by_expression is None:
        return True
    try:
        value = by_expression.expr.first(obj, _NOTHING)
    except JqError as error:
        problems.append(blame.failed(by_expression.expr, error, obj, "status.rule-failed", at))
        return False
    return value is not _NOTHING and gives(by_expression, value)


_NOTHING = object()


def gives(test: ExpressionTest, value: Any) -> bool:
    """Whether a result, as text, is the one that the rule expects."""
    if value is True:
        return test.expected == "true"
    if value is False:
        return test.expected == "false"
    try:
        return tostring(value) == test.expected
    except JqError:
        # Text longer than the engine writes is no text that a definition can hold.
        return False


def read_status(plan: StatusPlan, obj: dict[str, Any], at: str, problems: list[Problem]) -> Status:
    """The phases that the object matches, in the reference's order, with headline, reason and message."""
    conditions = read_conditions(plan, obj, at, problems)
    raw_phase = read_phase(plan, obj, at, problems)
    matched: dict[Phase, Matcher] = {}
    for matcher in plan.matchers:
        if matcher.phase not in matched and matches(matcher, obj, raw_phase, conditions, at, problems):
            matched[matcher.phase] = matcher
    phases = tuple(matched)
    withheld = False
    stale = bool(phases) and is_stale(plan, obj, at, problems)
    if stale:
        # The status tells of an older spec: what it says is done or wrong may not be so of this one.
        kept = tuple(phase for phase in phases if phase not in ("Running", "Completed", "Degraded"))
        withheld = kept != phases
        phases = kept or ("Initializing",)
    headline = headline_of(phases)
    reason: str | None = None
    message: str | None = None
    if withheld:
        reason = "StaleStatus"
        message = "the status tells of an older generation of the spec"
    else:
        reason, message = _why(plan, obj, matched.get(headline), conditions, at, problems)
    return Status(
        phases=phases or ("Undefined",),
        headline=headline,
        reason=reason,
        message=message,
        stale=stale,
        conditions=conditions,
        raw_phase=raw_phase,
    )


def is_stale(plan: StatusPlan, obj: dict[str, Any], at: str, problems: list[Problem]) -> bool:
    """Whether the status was written for an older generation; no check where either number is absent."""
    expr = plan.observed_generation
    if expr is None:
        return False
    try:
        observed = count_of(expr.first(obj))
    except JqError as error:
        problems.append(blame.failed(expr, error, obj, "status.observed-generation-failed", at))
        return False
    metadata = obj.get("metadata")
    generation = count_of(metadata.get("generation")) if isinstance(metadata, dict) else None
    return isinstance(observed, int) and isinstance(generation, int) and observed < generation


def _why(
    plan: StatusPlan,
    obj: Any,
    matcher: Matcher | None,
    conditions: dict[str, Condition],
    at: str,
    problems: list[Problem],
) -> tuple[str | None, str | None]:
    """The one word beside the headline: what the definition says, else the reason of the condition that decided.

    Where an expression had to hold too, no condition decided alone, and its reason may tell of something else.
    """
    if plan.reason is not None:
        try:
            value = plan.reason.first(obj)
        except JqError as error:
            problems.append(blame.failed(plan.reason, error, obj, "status.reason-failed", at))
            value = None
        if isinstance(value, str) and value:
            source = conditions.get(value) or next(
                (c for c in conditions.values() if c.reason == value), None
            )
            return value, _text(source.message) if source else None
        if value is not None and not isinstance(value, str):
            problems.append(
                Problem(
                    code="status.reason-not-text",
                    message=f"{plan.reason.label}: the reason is {describe_value(value)}, not a string",
                    at=at,
                )
            )
    if matcher is not None and matcher.by_conditions and matcher.by_expression is None:
        condition = conditions.get(matcher.by_conditions[-1].type)
        if condition is not None:
            return _text(condition.reason), _text(condition.message)
    return None, None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None

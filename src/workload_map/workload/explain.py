# SPDX-License-Identifier: Apache-2.0
"""Why a reading is what it is: each status rule with what it saw, and where each role's numbers come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from workload_map.errors import JqError
from workload_map.jq import reads
from workload_map.problems import Problem, pointer
from workload_map.workload import status
from workload_map.workload.expr import Expr
from workload_map.workload.reading import Reading
from workload_map.workload.roles import find_roles

if TYPE_CHECKING:
    from workload_map.workload.component import ComponentPlan
    from workload_map.workload.place import Candidate
    from workload_map.workload.plan import Plan

__all__ = [
    "CriterionExplanation",
    "Explanation",
    "PodExplanation",
    "RoleExplanation",
    "RuleExplanation",
    "Seen",
    "SelectorExplanation",
    "SourceExplanation",
    "explain",
    "explain_pod",
    "fields_read",
]

#: No more than this many items of one list are shown among the values that an expression saw.
_SHOWN = 10
#: No more than this many places are followed for one path of an expression.
_PLACES = 200
_NOTHING = object()


class _Struct(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    pass


class Seen(_Struct, frozen=True, kw_only=True):
    """A field that an expression reads, and what stands there."""

    path: str
    value: Any


class CriterionExplanation(_Struct, frozen=True, kw_only=True):
    """One thing that a rule asks for."""

    kind: Literal["byPhase", "byCondition", "byExpression"]
    wanted: str
    """What it asks for, as text: a phase, a condition, or expression and expected result."""
    saw: Any
    """What the object has: the phase, the condition, the first result."""
    holds: bool
    seen: tuple[Seen, ...]
    error: str | None


class RuleExplanation(_Struct, frozen=True, kw_only=True):
    """One status rule."""

    component: str
    status: str
    index: int
    """Position in the definition's list for this status."""
    matched: bool
    criteria: tuple[CriterionExplanation, ...]


class SourceExplanation(_Struct, frozen=True, kw_only=True):
    """Where one value of a role comes from."""

    field: str
    """template, replicas, min, max, units, podsPerUnit or suspended."""
    expression: str | None
    path: str | None
    """RFC 6901 pointer into the object, where the expression denotes a path."""
    value: Any
    """The value; of a template its containers and images."""
    seen: tuple[Seen, ...]
    error: str | None


class RoleExplanation(_Struct, frozen=True, kw_only=True):
    """One role and where its values come from."""

    id: str
    name: str
    desired: int | None
    sources: tuple[SourceExplanation, ...]


class Explanation(_Struct, frozen=True, kw_only=True):
    """Everything that decided one reading."""

    name: str | None
    namespace: str | None
    kind: str
    api_version: str
    definition: str
    origin: str
    headline: str
    object_headline: str
    """What the object says alone: `headline` is another where the workload's pods corrected it."""
    phases: tuple[str, ...]
    reason: str | None
    message: str | None
    rules: tuple[RuleExplanation, ...]
    roles: tuple[RoleExplanation, ...]
    problems: tuple[Problem, ...]


class SelectorExplanation(_Struct, frozen=True, kw_only=True):
    """One selector that was tried on a pod."""

    component: str
    kind: Literal["only", "type", "instance", "copy"]
    """`only`: the definition has one component with pods, which takes every pod."""
    wanted: str
    saw: Any
    """What the pod has; a list in the order of `wanted` where several things are asked for."""
    matched: bool
    error: str | None


class PodExplanation(_Struct, frozen=True, kw_only=True):
    """Why a pod is in its role, or in none."""

    pod: str | None
    component: str | None
    instance: str | None
    copies: tuple[tuple[str, str], ...]
    selectors: tuple[SelectorExplanation, ...]
    problems: tuple[Problem, ...]


def explain(plan: Plan, obj: dict[str, Any]) -> Explanation:
    """Read `obj` and tell how every part of the reading came about."""
    reading = plan.read(obj)
    rules: list[RuleExplanation] = []
    for component in plan.components:
        if component.status is not None:
            rules += _rules(component, component.status, obj)
    return Explanation(
        name=reading.name,
        namespace=reading.namespace,
        kind=reading.kind,
        api_version=reading.api_version,
        definition=reading.definition,
        origin=reading.origin,
        headline=reading.headline,
        object_headline=reading.headline,
        phases=reading.phases,
        reason=reading.reason,
        message=reading.message,
        rules=tuple(rules),
        roles=tuple(_roles(plan, reading)),
        problems=reading.problems,
    )


# --- status ------------------------------------------------------------------------------------------------


def _rules(component: ComponentPlan, plan: status.StatusPlan, obj: dict[str, Any]) -> list[RuleExplanation]:
    conditions = status.read_conditions(plan, obj, component.name, [])
    phase = status.read_phase(plan, obj, component.name, [])
    rules: list[RuleExplanation] = []
    for matcher in plan.matchers:
        criteria: list[CriterionExplanation] = []
        if matcher.by_phase is not None:
            criteria.append(_criterion("byPhase", matcher.by_phase, phase, matcher.by_phase == phase))
        for test in matcher.by_conditions:
            condition = conditions.get(test.type)
            wanted = test.type + (f"={test.status}" if test.status else "")
            criteria.append(
                _criterion(
                    "byCondition",
                    wanted + (f" with reason {test.reason}" if test.reason else ""),
                    None if condition is None else {"status": condition.status, "reason": condition.reason},
                    status.condition_holds(test, conditions),
                )
            )
        if matcher.by_expression is not None:
            criteria.append(_by_expression(matcher.by_expression, obj))
        rules.append(
            RuleExplanation(
                component=component.name,
                status=matcher.phase,
                index=matcher.index,
                matched=all(criterion.holds for criterion in criteria),
                criteria=tuple(criteria),
            )
        )
    return rules


def _criterion(kind: Any, wanted: str, saw: Any, holds: bool) -> CriterionExplanation:
    return CriterionExplanation(kind=kind, wanted=wanted, saw=saw, holds=holds, seen=(), error=None)


def _by_expression(test: status.ExpressionTest, obj: Any) -> CriterionExplanation:
    saw: Any = _NOTHING
    error: str | None = None
    try:
        saw = test.expr.first(obj, _NOTHING)
    except JqError as failure:
        error = failure.message
    holds = saw is not _NOTHING and status.gives(test, saw)
    wanted = test.expr.text if test.expected == "true" else f"{test.expr.text} gives {test.expected}"
    return CriterionExplanation(
        kind="byExpression",
        wanted=wanted,
        saw=None if saw is _NOTHING else saw,
        holds=holds,
        seen=_seen(test.expr, obj),
        error=error,
    )


# --- roles -------------------------------------------------------------------------------------------------


def _roles(plan: Plan, reading: Reading) -> list[RoleExplanation]:
    obj = reading.object
    roles: list[RoleExplanation] = []
    for ref in find_roles(plan, reading, None):
        component = ref.component
        sources: list[SourceExplanation] = []
        spec = component.spec
        if spec is not None:
            named = {"template": spec.template, "podSpec": spec.pod_spec, "metadata": spec.metadata}
            named.update(spec.fragments or {})
            sources += [
                _source(field, expr, obj, ref.index, ref.count, brief=True)
                for field, expr in named.items()
                if expr is not None
            ]
        for field, expr in (
            ("replicas", component.replicas),
            ("min", component.min),
            ("max", component.max),
            ("units", component.units),
            ("podsPerUnit", component.pods_per_unit),
            ("suspended", component.suspended),
        ):
            if expr is not None:
                sources.append(_source(field, expr, obj, ref.index, ref.count))
        roles.append(
            RoleExplanation(id=ref.id, name=ref.name, desired=ref.instance.desired, sources=tuple(sources))
        )
    return roles


def _source(
    field: str, expr: Expr, obj: Any, index: int, count: int, *, brief: bool = False
) -> SourceExplanation:
    value: Any = None
    path: str | None = None
    error: str | None = None
    try:
        results = expr.all(obj)
        # One result may stand for all instances (a knob that turns them all).
        at = 0 if len(results) == 1 and count > 1 else index
        value = results[at] if at < len(results) else None
        if expr.program.writable:
            paths = expr.program.paths(obj)
            if at < len(paths) and all(isinstance(step, (str, int)) for step in paths[at]):
                path = pointer(paths[at])
    except JqError as failure:
        error = failure.message
    return SourceExplanation(
        field=field,
        expression=expr.text,
        path=path,
        value=_brief(value) if brief else value,
        seen=() if path is not None else _seen(expr, obj),
        error=error,
    )


def _brief(value: Any) -> Any:
    """Of a template the containers with their images: a whole one would bury what is asked for."""
    spec = value.get("spec", value) if isinstance(value, dict) else None
    if isinstance(spec, dict) and isinstance(spec.get("containers"), list):
        return {
            "containers": [
                {"name": item.get("name"), "image": item.get("image")}
                for item in spec["containers"]
                if isinstance(item, dict)
            ]
        }
    return value


# --- what an expression reads ------------------------------------------------------------------------------


def fields_read(expr: Expr) -> list[str]:
    """The fields that an expression reads, as a person writes them: ``.spec.replicas``."""
    return [_written(path) for path in _read_paths(expr) if path]


def _read_paths(expr: Expr) -> list[reads.ReadPath]:
    """The paths that it reads; whether everything below one is read, or its own value alone, is left out."""
    paths = (path[:-1] if path[-1:] == (reads.ANY,) else path for path in reads.reads(expr.program.ast))
    return list(dict.fromkeys(paths))


def _written(path: reads.ReadPath) -> str:
    text = ""
    for step in path:
        if step == reads.ELEMENT:
            text += "[]"
        elif step.isidentifier():
            text += f".{step}"
        else:
            text += f"[{msgspec.json.encode(step).decode()}]"
    return text if text.startswith(".") else "." + text


def _seen(expr: Expr, obj: Any) -> tuple[Seen, ...]:
    seen: dict[str, Any] = {}
    for path in _read_paths(expr):
        for found, value in _follow(obj, path):
            seen[pointer(found)] = value
    return tuple(Seen(path=path, value=_brief(value)) for path, value in seen.items() if path)


def _follow(value: Any, path: reads.ReadPath) -> list[tuple[tuple[str | int, ...], Any]]:
    """Every place that a path with open steps leads to; a field that is not there is null."""
    found: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    for step in path:
        following: list[tuple[tuple[str | int, ...], Any]] = []
        for place, item in found:
            if step == reads.ELEMENT:
                if isinstance(item, list):
                    following += [((*place, i), part) for i, part in enumerate(item[:_SHOWN])]
                elif isinstance(item, dict):
                    following += [((*place, key), item[key]) for key in sorted(item)[:_SHOWN]]
            elif isinstance(item, dict) or item is None:
                following.append(((*place, step), item.get(step) if isinstance(item, dict) else None))
        found = following[:_PLACES]
    return found


# --- pods --------------------------------------------------------------------------------------------------


def explain_pod(plan: Plan, reading: Reading, pod: Mapping[str, Any]) -> PodExplanation:
    """Every selector that was tried on a pod of the workload, and what came of it."""
    place = plan.place(pod, reading.ids)
    placing = plan.place_plan
    tried: list[SelectorExplanation] = []
    if placing.only is not None:
        tried.append(
            _tried(placing.only.component, "only", "the one component with pods takes every pod", None, True)
        )
    else:
        tried += _types(placing.candidates, pod)
        if not any(selector.matched for selector in tried):
            # Left to the components that know their pods by the instance alone.
            for candidate in placing.candidates:
                taken = candidate.component == place.component
                if candidate.type_selector is None and candidate.instance is not None and not taken:
                    tried.append(_instance(candidate, reading, pod, False))
    for candidate in placing.candidates:
        if candidate.component == place.component:
            if candidate.instance is not None:
                tried.append(_instance(candidate, reading, pod, place.instance is not None))
            keys = dict(place.copies)
            tried += [
                _key(copy.component, "copy", copy.expr, pod, "a key", copy.component in keys)
                for copy in candidate.copies
            ]
    metadata = pod.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    return PodExplanation(
        pod=name if isinstance(name, str) else None,
        component=place.component,
        instance=place.instance,
        copies=place.copies,
        selectors=tuple(tried),
        problems=place.problems,
    )


def _types(candidates: tuple[Candidate, ...], pod: Mapping[str, Any]) -> list[SelectorExplanation]:
    """The type selectors in the order in which they are tried, up to the one that matches."""
    metadata = pod.get("metadata")
    found = metadata.get("labels") if isinstance(metadata, dict) else None
    labels = found if isinstance(found, dict) else {}
    tried: list[SelectorExplanation] = []
    for candidate in candidates:
        selector = candidate.type_selector
        if selector is None:
            continue
        parts: list[str] = []
        saw: list[Any] = []
        matched = False
        error: str | None = None
        try:
            matched = selector.matches(pod)
        except JqError as failure:
            error = failure.message
        if selector.key is not None:
            wanted = "" if selector.value is None else f" is {selector.value}"
            parts.append(selector.key.text + wanted)
            saw.append(_first(selector.key, pod))
        parts += [f"label {key}={value}" for key, value in selector.labels]
        saw += [labels.get(key) for key, _ in selector.labels]
        tried.append(
            _tried(
                candidate.component,
                "type",
                " and ".join(parts),
                saw[0] if len(saw) == 1 else saw,
                matched,
                error,
            )
        )
        if matched:
            break
    return tried


def _first(expr: Expr, pod: Mapping[str, Any]) -> Any:
    """The first result; None where there is none, or where it fails, which its caller tells."""
    try:
        return expr.first(pod)
    except JqError:
        return None


def _instance(
    candidate: Candidate, reading: Reading, pod: Mapping[str, Any], matched: bool
) -> SelectorExplanation:
    assert candidate.instance is not None
    ids = ", ".join(reading.ids.get(candidate.component, ())) or "none"
    return _key(candidate.component, "instance", candidate.instance, pod, f"one of {ids}", matched)


def _key(
    component: str, kind: Any, expr: Expr, pod: Mapping[str, Any], wanted: str, matched: bool
) -> SelectorExplanation:
    error: str | None = None
    saw: Any = None
    try:
        saw = expr.first(pod)
    except JqError as failure:
        error = failure.message
    return _tried(component, kind, f"{expr.text} gives {wanted}", saw, matched, error)


def _tried(
    component: str, kind: Any, wanted: str, saw: Any, matched: bool, error: str | None = None
) -> SelectorExplanation:
    return SelectorExplanation(
        component=component, kind=kind, wanted=wanted, saw=saw, matched=matched, error=error
    )

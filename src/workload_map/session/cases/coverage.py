# SPDX-License-Identifier: Apache-2.0
"""What of a definition no case exercises: each rule matched and not matched, each path, selector and suspend action.

A part counts as exercised only by a case that expects something that the part decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from workload_map import jq
from workload_map.errors import JqError
from workload_map.jq import ast
from workload_map.session.cases.expect import EXPECTATIONS, Area
from workload_map.session.cases.model import Case
from workload_map.session.cases.outcome import Outcome
from workload_map.workload import patch as patches
from workload_map.workload import status
from workload_map.workload.component import ActionPlan, ComponentPlan
from workload_map.workload.expr import Expr, as_text
from workload_map.workload.place import TypeSelector
from workload_map.workload.plan import Plan

__all__ = ["Coverage", "Gap", "areas", "coverage"]


class Gap(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One part that no case exercises; `path` is an RFC 6901 pointer into the definition."""

    path: str
    what: str


class Coverage(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much of a definition the cases exercise."""

    definition: str
    cases: int
    parts: int
    gaps: tuple[Gap, ...]


def areas(case: Case) -> frozenset[Area]:
    """The parts of a definition that the expectations of a case prove."""
    found: set[Area] = {"status"} if case.recorded is not None else set()
    for key in case.expect or ():
        found |= EXPECTATIONS[key].proves
    return frozenset(found)


def coverage(plan: Plan, cases: Iterable[Case]) -> Coverage:
    """What these cases, all of this definition, exercise of it."""
    seen = _Seen()
    count = 0
    for part in _parts(plan):
        seen.wanted[part] = None
    for case in cases:
        count += 1
        outcome = Outcome(plan, case)
        proved = areas(case)
        seen.met.update(_exercised(plan, outcome, proved))
    gaps = tuple(Gap(path=path, what=what) for path, what in seen.wanted if (path, what) not in seen.met)
    return Coverage(definition=plan.name, cases=count, parts=len(seen.wanted), gaps=gaps)


#: A part: its place in the definition, and what a case must make it do.
_Part = tuple[str, str]


class _Seen:
    def __init__(self) -> None:
        self.wanted: dict[_Part, None] = {}
        self.met: set[_Part] = set()


# --- what there is ----------------------------------------------------------------------------------------


def _parts(plan: Plan) -> Iterator[_Part]:
    for component in plan.components:
        if component.status is not None:
            yield from _status_parts(component, component.status)
        for field, expr in _role_exprs(component):
            yield expr.pointer, f"{field} of {component.name} gives a value"
        for verb, actions in (("suspend", component.suspend), ("resume", component.resume)):
            for action in actions if component.parent is None else ():
                yield action.expr.pointer, f"{verb} changes this field"
    yield from ((test.path, test.what) for test in _selectors(plan))
    for join in (plan.join_pod, plan.join_object):
        if join is not None:
            yield join.pointer, "owners.join gives a text"


def _status_parts(component: ComponentPlan, plan: status.StatusPlan) -> Iterator[_Part]:
    for expr in (plan.phase, plan.conditions):
        if expr is not None:
            yield expr.pointer, f"{expr.label} gives a value"
    for matcher in plan.matchers:
        for word in ("matches", "does not match"):
            yield _rule(component, matcher), f"{matcher.phase} rule {matcher.index} {word}"
    if plan.observed_generation is not None:
        yield plan.observed_generation.pointer, "the status is for an older generation"
        yield plan.observed_generation.pointer, "the status is for this generation"
    if plan.reason is not None:
        yield plan.reason.pointer, "status.reason gives a word"


def _rule(component: ComponentPlan, matcher: status.Matcher) -> str:
    where = "rootComponent" if component.parent is None else component.name
    field = matcher.phase.lower()
    return f"/spec/structureDefinition/{where}/statusDefinition/statusMappings/{field}/{matcher.index}"


def _role_exprs(component: ComponentPlan) -> Iterator[tuple[str, Expr]]:
    exprs: dict[str, Expr | None] = {"ids": component.ids}
    if component.spec is not None:
        spec = component.spec
        exprs |= {"template": spec.template, "pod spec": spec.pod_spec, "metadata": spec.metadata}
        exprs |= spec.fragments or {}
    exprs |= {
        "replicas": component.replicas,
        "minimum": component.min,
        "maximum": component.max,
        "units": component.units,
        "pods per unit": component.pods_per_unit,
        "suspended": component.suspended,
        "parent instance": component.parent_instance,
    }
    yield from (
        (field, expr) for field, expr in exprs.items() if expr is not None and not _says_nothing(expr)
    )


def _says_nothing(expr: Expr) -> bool:
    """Whether it gives no value of any object: ``empty`` or a last ``null``, where a definition must have an
    expression and there is nothing to read."""
    if expr.text == "empty":
        return True
    try:
        tree = jq.parse(expr.text)
    except JqError:
        return False
    last = tree.stages[-1] if isinstance(tree, ast.Pipe) else tree
    return isinstance(last, ast.Literal) and last.value is None


class _PodTest(msgspec.Struct, frozen=True):
    """One thing that a selector can do with a pod."""

    path: str
    what: str
    met: Callable[[Any, Outcome], bool]


def _selectors(plan: Plan) -> Iterator[_PodTest]:
    placing = plan.place_plan
    used = placing.candidates if placing.only is None else (placing.only,)
    copies = set()
    for candidate in used:
        name = candidate.component
        # With one component that has pods, nothing is asked of them but which instance and copy.
        selector = candidate.type_selector if placing.only is None else None
        if selector is not None:
            path = selector.key.pointer if selector.key is not None else f"podSelector of {name}"
            yield _PodTest(path, f"the selector of {name} takes a pod", partial(_takes, selector, True))
            yield _PodTest(
                path, f"the selector of {name} leaves a pod to others", partial(_takes, selector, False)
            )
        if candidate.instance is not None and not _says_nothing(candidate.instance):
            instance = candidate.instance
            yield _PodTest(
                instance.pointer, f"a pod has an instance of {name}", partial(_gives_instance, instance, name)
            )
        for copy in candidate.copies:
            if copy.component not in copies:
                copies.add(copy.component)
                yield _PodTest(
                    copy.expr.pointer,
                    f"a pod has a copy of {copy.component}",
                    partial(_gives_text, copy.expr),
                )


def _takes(selector: TypeSelector, wanted: bool, pod: Any, outcome: Outcome) -> bool:
    try:
        return selector.matches(pod) is wanted
    except JqError:
        return not wanted


def _gives_instance(expr: Expr, component: str, pod: Any, outcome: Outcome) -> bool:
    ids = outcome.reading.ids.get(component, ())
    return any(as_text(value) in ids for value in _values(expr, pod))


def _gives_text(expr: Expr, pod: Any, outcome: Outcome) -> bool:
    return any(as_text(value) for value in _values(expr, pod))


def _values(expr: Expr, value: Any) -> list[Any]:
    try:
        return expr.all(value)
    except JqError:
        return []


# --- what a case exercises --------------------------------------------------------------------------------


def _exercised(plan: Plan, outcome: Outcome, proved: frozenset[Area]) -> Iterator[_Part]:
    obj = outcome.object
    for component in plan.components:
        if component.status is not None and proved & {"status", "reason"}:
            yield from _status_met(component, component.status, obj, proved)
        if "roles" in proved:
            for field, expr in _role_exprs(component):
                values = _values(expr, obj)
                if any(value is True if field == "suspended" else value is not None for value in values):
                    yield expr.pointer, f"{field} of {component.name} gives a value"
    for area, actions in (("suspend", plan.root.suspend), ("resume", plan.root.resume)):
        if area in proved:
            yield from (
                (action.expr.pointer, f"{area} changes this field") for action in _acting(actions, obj)
            )
    pods = outcome.case.pods or ()
    if "pods" in proved and pods:
        for test in _selectors(plan):
            if any(test.met(pod, outcome) for pod in pods):
                yield test.path, test.what
    if "joins" in proved:
        for join, inputs in ((plan.join_pod, list(pods)), (plan.join_object, [obj])):
            if join is not None and any(_gives_text(join, value, outcome) for value in inputs):
                yield join.pointer, "owners.join gives a text"


def _status_met(
    component: ComponentPlan, plan: status.StatusPlan, obj: dict[str, Any], proved: frozenset[Area]
) -> Iterator[_Part]:
    if "status" in proved:
        for expr in (plan.phase, plan.conditions):
            if expr is not None and any(value is not None for value in _values(expr, obj)):
                yield expr.pointer, f"{expr.label} gives a value"
        conditions = status.read_conditions(plan, obj, component.name, [])
        phase = status.read_phase(plan, obj, component.name, [])
        for matcher in plan.matchers:
            matched = status.matches(matcher, obj, phase, conditions, component.name, [])
            word = "matches" if matched else "does not match"
            yield _rule(component, matcher), f"{matcher.phase} rule {matcher.index} {word}"
        if plan.observed_generation is not None and _values(plan.observed_generation, obj) not in (
            [],
            [None],
        ):
            age = "an older" if status.is_stale(plan, obj, component.name, []) else "this"
            yield plan.observed_generation.pointer, f"the status is for {age} generation"
    if plan.reason is not None and "reason" in proved:
        values = _values(plan.reason, obj)
        if values and isinstance(values[0], str) and values[0]:
            yield plan.reason.pointer, "status.reason gives a word"


def _acting(actions: Iterable[ActionPlan], obj: dict[str, Any]) -> Iterator[ActionPlan]:
    """The actions that change something."""
    for action in actions:
        try:
            changed = action.expr.program.set(obj, patches.clone(action.value))
        except JqError:
            continue
        if not patches.same(changed, obj):
            yield action

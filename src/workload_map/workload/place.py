# SPDX-License-Identifier: Apache-2.0
"""Which component, instance and copy a pod belongs to, once it is known to belong to the workload.

Needs the pod's labels and whatever else the selectors read; never its name or uid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload import blame
from workload_map.workload.expr import Expr, as_text, describe_value
from workload_map.workload.reading import Place

__all__ = ["CopyKey", "PlacePlan", "TypeSelector", "place"]


class TypeSelector(msgspec.Struct, frozen=True):
    """Which pods are of a component: `key` gives a value (any but null, or the one wanted) and all `labels` hold."""

    key: Expr | None
    value: str | None
    labels: tuple[tuple[str, str], ...]

    def matches(self, pod: Mapping[str, Any]) -> bool:
        """Whether the pod is of this component; raises `JqError`."""
        if self.labels:
            metadata = pod.get("metadata")
            labels = metadata.get("labels") if isinstance(metadata, dict) else None
            if not isinstance(labels, dict):
                return False
            for key, value in self.labels:
                if labels.get(key) != value:
                    return False
        if self.key is None:
            return True
        results = self.key.all(pod)
        if self.value is None:
            return any(result is not None for result in results)
        return any(result == self.value or as_text(result) == self.value for result in results)


class CopyKey(msgspec.Struct, frozen=True):
    """A level of copies: the component that makes them and the key that its pods carry."""

    component: str
    expr: Expr


class Candidate(msgspec.Struct, frozen=True):
    """What placing needs of one component."""

    component: str
    type_selector: TypeSelector | None
    instance: Expr | None
    has_instances: bool
    copies: tuple[CopyKey, ...]
    """Of the component and the ones above it, outermost first."""


class PlacePlan(msgspec.Struct, frozen=True):
    """All components in the order in which selectors are tried."""

    candidates: tuple[Candidate, ...]
    only: Candidate | None
    """The one component with pods where the definition has just one: it takes every pod."""

    def makes_copies(self, component: str) -> bool:
        """Whether the key of a copy is this component's own, not one of those above it."""
        return any(
            candidate.component == component
            and candidate.copies
            and candidate.copies[-1].component == component
            for candidate in self.candidates
        )


def place(plan: PlacePlan, pod: Mapping[str, Any], ids: Mapping[str, tuple[str, ...]]) -> Place:
    """Where the pod stands; what could not be told leaves a problem on the place, never an exception."""
    candidate = plan.only
    problems: list[Problem] | None = None
    if candidate is None:
        problems = []
        candidate = _by_type(plan, pod, problems) or _by_instance(plan, pod, ids, problems)
        if candidate is None:
            if not problems:
                problems.append(
                    Problem(
                        code="pod.unassigned",
                        message="no component's selector takes this pod",
                        severity="info",
                    )
                )
            return Place(None, None, (), tuple(problems))
    instance: str | None = ""
    if candidate.has_instances:
        instance = None
        if candidate.instance is not None:
            problems = [] if problems is None else problems
            instance = _instance(candidate, pod, ids, problems)
    copies: tuple[tuple[str, str], ...] = ()
    if candidate.copies:
        problems = [] if problems is None else problems
        copies = _copies(candidate, pod, problems)
    if problems:
        return Place(candidate.component, instance, copies, tuple(problems))
    return Place(candidate.component, instance, copies)


def _by_type(plan: PlacePlan, pod: Mapping[str, Any], problems: list[Problem]) -> Candidate | None:
    for candidate in plan.candidates:
        selector = candidate.type_selector
        if selector is None:
            continue
        try:
            if selector.matches(pod):
                return candidate
        except JqError as error:
            assert selector.key is not None
            problems.append(
                blame.failed(selector.key, error, pod, "pod.selector-failed", candidate.component)
            )
    return None


def _by_instance(
    plan: PlacePlan, pod: Mapping[str, Any], ids: Mapping[str, tuple[str, ...]], problems: list[Problem]
) -> Candidate | None:
    """A component without a type selector takes a pod that carries one of its instances' ids."""
    for candidate in plan.candidates:
        if candidate.type_selector is None and candidate.instance is not None:
            try:
                results = candidate.instance.all(pod)
            except JqError as error:
                problems.append(
                    blame.failed(candidate.instance, error, pod, "pod.selector-failed", candidate.component)
                )
                continue
            if len(results) == 1 and as_text(results[0]) in ids.get(candidate.component, ()):
                return candidate
    return None


def _instance(
    candidate: Candidate, pod: Mapping[str, Any], ids: Mapping[str, tuple[str, ...]], problems: list[Problem]
) -> str | None:
    expr = candidate.instance
    assert expr is not None
    try:
        results = expr.all(pod)
    except JqError as error:
        problems.append(blame.failed(expr, error, pod, "pod.instance-failed", candidate.component))
        return None
    known = ids.get(candidate.component, ())
    if len(results) == 1:
        value = results[0]
        if type(value) is str and value in known:
            return value
        text = as_text(value)
        if text is None:
            problems.append(_bad_key(expr, value, "pod.bad-instance", candidate.component))
        elif text in known:
            return text
        else:
            problems.append(
                Problem(
                    code="pod.unknown-instance",
                    message=f'{expr.label} gives "{text}", which is no instance of {candidate.component} '
                    f"(there are: {', '.join(known[:10]) or 'none'})",
                    severity="warning",
                    at=candidate.component,
                )
            )
    elif not results:
        problems.append(
            Problem(
                code="pod.no-instance",
                message=f"the pods of {candidate.component} carry no key that says which instance they are of",
                severity="info",
                at=candidate.component,
            )
        )
    else:
        problems.append(
            Problem(
                code="pod.bad-instance",
                message=f"{expr.label} gives {len(results)} results on a pod, but must give one",
                at=candidate.component,
            )
        )
    return None


def _copies(
    candidate: Candidate, pod: Mapping[str, Any], problems: list[Problem]
) -> tuple[tuple[str, str], ...]:
    keys: list[tuple[str, str]] = []
    for copy in candidate.copies:
        try:
            results = copy.expr.all(pod)
        except JqError as error:
            problems.append(blame.failed(copy.expr, error, pod, "pod.copy-failed", candidate.component))
            continue
        if len(results) == 1:
            value = results[0]
            text = value if type(value) is str and value else as_text(value)
            if text is not None:
                keys.append((copy.component, text))
                continue
            problems.append(_bad_key(copy.expr, value, "pod.bad-copy", candidate.component))
        elif results:
            problems.append(
                Problem(
                    code="pod.bad-copy",
                    message=f"{copy.expr.label} gives {len(results)} results on a pod, but must give one",
                    at=candidate.component,
                )
            )
    return tuple(keys)


def _bad_key(expr: Expr, value: Any, code: str, component: str) -> Problem:
    what = "the empty string" if value == "" else describe_value(value)
    return Problem(
        code=code,
        message=f"{expr.label} gives {what} on a pod, but must give a string, a number or a boolean",
        at=component,
    )

# SPDX-License-Identifier: Apache-2.0
"""``placement`` and ``joins``: where the pods belong."""

from __future__ import annotations

from typing import Any, Final

from workload_map.errors import JqError
from workload_map.session.cases.expect.base import Expectation
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import TEXT, TEXTS, Keyed
from workload_map.workload.expr import Expr, as_text
from workload_map.workload.facts import pod_facts
from workload_map.workload.reading import Place, role_id
from workload_map.workload.tally import copy_key

__all__ = ["EXPECTATIONS"]


def _where(place: Place) -> str | None:
    """``component/instance#copy``; ``component/?`` where the instance is not known, None for a pod that no
    component takes."""
    if place.component is None:
        return None
    role = role_id(place.component, "?" if place.instance is None else place.instance)
    return f"{role}#{copy_key(place)}" if place.copies else role


def _placement(outcome: Outcome, wanted: Any = None) -> dict[str, Any] | None:
    return {pod.facts.name: _where(pod.place) for pod in outcome.placed} or (None if wanted is None else {})


def _joins(outcome: Outcome, wanted: Any = None) -> list[str] | None:
    """The pods that would join the object if nobody owned them."""
    plan = outcome.plan
    key = _key(plan.join_object, outcome.object)
    pods = outcome.case.pods or () if key is not None else ()
    names = sorted(pod_facts(pod).name for pod in pods if _key(plan.join_pod, pod) == key)
    return names or (None if wanted is None else [])


def _key(expr: Expr | None, value: Any) -> str | None:
    if expr is None:
        return None
    try:
        results = expr.all(value)
    except JqError:
        return None
    return as_text(results[0]) if len(results) == 1 else None


EXPECTATIONS: Final = (
    Expectation(
        key="placement",
        shape=Keyed(TEXT, "pod to role, role#copy or null"),
        actual=_placement,
        reading=_placement,
        proves=frozenset({"pods"}),
    ),
    Expectation(
        key="joins",
        shape=TEXTS,
        actual=_joins,
        reading=_joins,
        proves=frozenset({"joins"}),
    ),
)

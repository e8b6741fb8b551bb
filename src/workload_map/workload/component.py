# SPDX-License-Identifier: Apache-2.0
"""One component of a plan, and how its instances are read from an object."""

from __future__ import annotations

from typing import Any

import msgspec

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload import scale, template
from workload_map.workload.expr import Expr, describe_value
from workload_map.workload.instances import aligned
from workload_map.workload.reading import Instance, Units, role_id
from workload_map.workload.status import StatusPlan

__all__ = ["ActionPlan", "ComponentPlan", "read_instances"]


class ActionPlan(msgspec.Struct, frozen=True):
    """One step of suspending or resuming: write `value` where `expr` points."""

    expr: Expr
    value: Any


class ComponentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One component of a definition, its expressions ready to run."""

    name: str
    kind: str | None
    parent: str | None
    ids: Expr | None
    spec: template.SpecPlan | None
    replicas: Expr | None
    min: Expr | None
    max: Expr | None
    has_scale: bool
    units: Expr | None
    units_noun: str | None
    pods_per_unit: Expr | None
    suspended: Expr | None
    parent_instance: Expr | None
    status: StatusPlan | None
    suspend: tuple[ActionPlan, ...]
    resume: tuple[ActionPlan, ...]

    @property
    def has_pods(self) -> bool:
        """Whether it holds pod templates: a role, not a grouping."""
        return self.spec is not None


def read_instances(
    plan: ComponentPlan, obj: dict[str, Any], ids: tuple[str, ...], problems: list[Problem]
) -> dict[str, Instance]:
    """The instances with these ids, in this order; a value that cannot be read is not known and leaves a problem."""
    name, count = plan.name, len(ids)
    nothing: list[Any] = [None] * count
    replicas = nothing if plan.replicas is None else scale.counts(plan.replicas, obj, ids, name, problems)
    minimum = nothing if plan.min is None else scale.counts(plan.min, obj, ids, name, problems)
    maximum = nothing if plan.max is None else scale.counts(plan.max, obj, ids, name, problems)
    templates = nothing if plan.spec is None else template.templates(plan.spec, obj, ids, name, problems)
    suspended = nothing
    if plan.suspended is not None:
        suspended = _typed(plan.suspended, bool, "suspended", obj, ids, name, problems)
    parents = nothing
    if plan.parent_instance is not None:
        parents = _typed(plan.parent_instance, str, "parent-instance", obj, ids, name, problems)
    desired = [_desired(plan, r, m) for r, m in zip(replicas, minimum, strict=True)]
    units = nothing if plan.units_noun is None else _units(plan, plan.units_noun, obj, ids, desired, problems)
    return {
        id_: Instance(
            id=id_,
            template=templates[i],
            replicas=_known(replicas[i]),
            min=_known(minimum[i]),
            max=_known(maximum[i]),
            desired=desired[i],
            units=units[i],
            suspended=suspended[i] is True,
            parent=parents[i],
        )
        for i, id_ in enumerate(ids)
    }


def _typed(
    expr: Expr,
    want: type,
    code: str,
    obj: Any,
    ids: tuple[str, ...],
    component: str,
    problems: list[Problem],
) -> list[Any]:
    """One boolean or string for each instance; null, and what has a problem, is None."""
    results = aligned(expr, obj, len(ids), code, component, problems)
    if results is None:
        return [None] * len(ids)
    for index, value in enumerate(results):
        if value is not None and type(value) is not want:
            problems.append(
                Problem(
                    code=f"{code}.wrong-type",
                    message=f"{expr.label}: the value at {index} is {describe_value(value)}, "
                    f"not a {'boolean' if want is bool else 'string'}",
                    at=role_id(component, ids[index]),
                )
            )
            results[index] = None
    return results


def _known(number: scale.Number) -> int | None:
    return number if isinstance(number, int) else None


def _desired(plan: ComponentPlan, replicas: scale.Number, minimum: scale.Number) -> int | None:
    if not plan.has_scale:
        return 1 if plan.spec is not None else None
    if isinstance(replicas, int):
        return replicas
    # A wrong number is not an absent one: the minimum does not stand in for it.
    return minimum if replicas is None and isinstance(minimum, int) else None


def _units(
    plan: ComponentPlan,
    noun: str,
    obj: dict[str, Any],
    ids: tuple[str, ...],
    desired: list[int | None],
    problems: list[Problem],
) -> list[Units]:
    per_unit: list[Any] = [None] * len(ids)
    if plan.pods_per_unit is not None:
        per_unit = scale.counts(plan.pods_per_unit, obj, ids, plan.name, problems, code="units")
    at_path: list[scale.Number] | None = None
    units: list[Units] = []
    for i, pods in enumerate(desired):
        each = per_unit[i]
        size = each if isinstance(each, int) and each > 0 else None
        if size is not None and pods is not None:
            units.append(Units(noun=noun, desired=pods // size, per_unit=size))
            continue
        if at_path is None:
            at_path = _units_at_path(plan, obj, ids, problems)
        units.append(Units(noun=noun, desired=_known(at_path[i]), per_unit=size))
    return units


def _units_at_path(
    plan: ComponentPlan, obj: dict[str, Any], ids: tuple[str, ...], problems: list[Problem]
) -> list[scale.Number]:
    """What stands at the knob itself: one for each instance, or one for all of them."""
    expr = plan.units
    if expr is None:
        return [None] * len(ids)
    if len(ids) > 1:
        try:
            results = expr.all(obj)
        except JqError:
            results = []
        if len(results) == 1:
            return [scale.count_of(results[0])] * len(ids)
    return scale.counts(expr, obj, ids, plan.name, problems, code="units")

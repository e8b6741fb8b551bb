# SPDX-License-Identifier: Apache-2.0
"""Roles by the name that a user writes, and where each keeps the fields of its pods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from workload_map.errors import EditError, JqError, NotFound
from workload_map.workload.expr import Expr
from workload_map.workload.patch import Path
from workload_map.workload.reading import Instance, Reading, role_id

if TYPE_CHECKING:
    from workload_map.workload.component import ComponentPlan
    from workload_map.workload.plan import Plan

__all__ = ["RoleRef", "base_path", "field_path", "find_roles", "path_of"]


class RoleRef(msgspec.Struct, frozen=True):
    """One role of an object: the component, and which of its instances."""

    component: ComponentPlan
    index: int
    count: int
    """Number of the component's instances."""
    instance: Instance

    @property
    def id(self) -> str:
        """component or component/instance."""
        return role_id(self.component.name, self.instance.id)

    @property
    def name(self) -> str:
        """The name that tables show."""
        return self.instance.id or self.component.name


def find_roles(plan: Plan, reading: Reading, name: str | None) -> list[RoleRef]:
    """The roles that `name` means: "component/instance", "component" (all its instances) or a bare instance
    name that is unique; None means every role. Raises `NotFound`."""
    refs = [
        RoleRef(component, index, len(instances), instance)
        for component in plan.components
        if component.has_pods
        for instances in (reading.components[component.name].instances,)
        for index, instance in enumerate(instances.values())
    ]
    if name is None:
        return refs
    found = [ref for ref in refs if ref.id == name or ref.component.name == name]
    if not found:
        found = [ref for ref in refs if ref.instance.id == name]
        if len(found) > 1:
            raise NotFound(
                f'the role "{name}" could be {" or ".join(ref.id for ref in found)}: write it in full'
            )
    if not found:
        known = ", ".join(ref.id for ref in refs) or "none"
        raise NotFound(f'there is no role "{name}"; the roles are: {known}')
    return found


def path_of(expr: Expr, obj: Any, ref: RoleRef, what: str, *, shorter: bool = False) -> Path | None:
    """The path that `expr` denotes for this role; None where it denotes none for this instance.

    Raises `EditError` where the expression builds its value and denotes no path at all, or where its paths
    do not line up with the instances (`shorter`: there may be fewer, as for single fields).
    """
    try:
        paths = expr.program.paths(obj)
    except JqError as error:
        raise EditError(
            f"{what} of {ref.id} cannot be written: {error.message}; it is read by {expr.text}",
            code="edit.no-path",
        ) from error
    if len(paths) != ref.count and not (shorter and len(paths) < ref.count):
        raise EditError(
            f"{what} of {ref.id} cannot be written: instance ids count ({ref.count}) does not match "
            f"paths count ({len(paths)}) of {expr.text}",
            code="edit.no-path",
        )
    if ref.index >= len(paths):
        return None
    path = paths[ref.index]
    if not all(isinstance(step, (str, int)) for step in path):
        raise EditError(f"{what} of {ref.id} cannot be written: it is a slice", code="edit.no-path")
    return tuple(path)


def field_path(obj: Any, ref: RoleRef, part: str, steps: Path) -> Path:
    """Where a field of the role's pods stands: `part` is metadata or spec, `steps` lead on from there.

    Raises `EditError`, naming the role, where its shape has no such field.
    """
    found = base_path(obj, ref, part, str(steps[0]))
    if found is None:
        raise EditError(f"the role {ref.id} holds no field for {steps[0]}", code="edit.no-field")
    base, used = found
    return (*base, *steps[1:]) if used else (*base, *steps)


def base_path(obj: Any, ref: RoleRef, part: str, field: str) -> tuple[Path, bool] | None:
    """Where `field` of the role's pods is kept, and whether the path leads to the field itself rather than
    to the metadata or spec that it is in; None where the shape has no place for it."""
    spec = ref.component.spec
    if spec is None:
        return None
    if spec.template is not None:
        base = path_of(spec.template, obj, ref, "the template")
        return None if base is None else ((*base, part), False)
    if spec.pod_spec is not None:
        expr = spec.pod_spec if part == "spec" else spec.metadata
        base = None if expr is None else path_of(expr, obj, ref, f"the pod {part}")
        return None if base is None else (base, False)
    expr = (spec.fragments or {}).get(field)
    base = None if expr is None else path_of(expr, obj, ref, field, shorter=True)
    return None if base is None else (base, True)

# SPDX-License-Identifier: Apache-2.0
"""Every jq expression of a definition, with its place and its role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from workload_map.definition.roles import Role
from workload_map.definition.shapes import Path, shape_of
from workload_map.problems import pointer

if TYPE_CHECKING:
    from workload_map.definition.model import Definition

__all__ = ["Expression", "expressions"]


class Expression(msgspec.Struct, frozen=True, kw_only=True):
    """One jq expression: `steps` is its path in the definition, `component` the component that it is part of
    (by name, also in gang scheduling and in the extensions; None outside any component)."""

    steps: Path
    text: str
    role: Role
    component: str | None = None

    @property
    def path(self) -> str:
        """RFC 6901 pointer into the definition."""
        return pointer(self.steps)


def expressions(definition: Definition) -> Iterator[Expression]:
    """Every jq expression of `definition`, in document order; the extensions are at ``/spec/extensions``."""
    yield from _walk(definition.spec, ("spec",), None)


def _walk(value: msgspec.Struct, path: Path, component: str | None) -> Iterator[Expression]:
    # Imported here: the model's own helper leads to this module.
    from workload_map.definition import extensions, gangs, model

    if isinstance(value, model.Component | extensions.ComponentExtension):
        component = value.name
    elif isinstance(value, gangs.PodGroupMember):
        component = value.component_name
    for field in shape_of(type(value)).fields:
        inner = getattr(value, field.attribute)
        place = (*path, field.name)
        if isinstance(inner, msgspec.Struct):
            yield from _walk(inner, place, component)
        elif isinstance(inner, tuple):
            item_role = field.shape.item.role if field.shape.item else None
            for index, item in enumerate(inner):
                if isinstance(item, msgspec.Struct):
                    yield from _walk(item, (*place, index), component)
                elif item_role is not None:
                    yield Expression(steps=(*place, index), text=item, role=item_role, component=component)
        elif field.shape.role is not None and inner is not None:
            yield Expression(steps=place, text=inner, role=field.shape.role, component=component)

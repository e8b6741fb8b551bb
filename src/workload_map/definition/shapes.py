# SPDX-License-Identifier: Apache-2.0
"""The model's types as plain data: what the walker, the CRD and the list of expressions are made from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from workload_map.definition.roles import Role, role_of

__all__ = ["Field", "Kind", "Path", "Shape", "shape_of", "structs_in"]

Kind = Literal["struct", "list", "map", "string", "integer", "boolean"]

#: Keys and indices from the top of a document.
Path = tuple[str | int, ...]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """The type of one place in the model, with its constraints."""

    kind: Kind
    description: str | None = None
    role: Role | None = None
    min_length: int | None = None
    max_length: int | None = None
    minimum: int | None = None
    pattern: str | None = None
    enum: tuple[str, ...] = ()
    format: str | None = None
    struct: type[msgspec.Struct] | None = None
    fields: tuple[Field, ...] = ()
    item: Shape | None = None
    """Of a list or a map."""
    keys: tuple[str, ...] | None = None
    """Of a list whose items differ: by these fields, or (empty) as a whole."""

    def field(self, name: str) -> Field | None:
        """The field with this name in YAML."""
        return next((field for field in self.fields if field.name == name), None)


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a struct: `name` in YAML, `attribute` in Python."""

    name: str
    attribute: str
    shape: Shape
    required: bool
    default: Any = None


@cache
def shape_of(struct: type[msgspec.Struct]) -> Shape:
    """The shape of a struct of the model, made once."""
    return _shape(inspect.type_info(struct))


def structs_in(value: msgspec.Struct, path: Path = ()) -> Iterator[tuple[Path, msgspec.Struct]]:
    """`value` and all structs inside it, each with its path, in document order."""
    yield path, value
    for field in shape_of(type(value)).fields:
        inner = getattr(value, field.attribute)
        if isinstance(inner, msgspec.Struct):
            yield from structs_in(inner, (*path, field.name))
        elif isinstance(inner, tuple):
            for index, item in enumerate(inner):
                if isinstance(item, msgspec.Struct):
                    yield from structs_in(item, (*path, field.name, index))


def _shape(info: inspect.Type, **given: Any) -> Shape:
    if isinstance(info, inspect.Metadata):
        schema = info.extra_json_schema or {}
        extra = info.extra or {}
        found = {
            "description": schema.get("description"),
            "format": schema.get("format"),
            "keys": extra.get("keys"),
            "role": role_of(extra),
        }
        # An outer annotation speaks about the field, an inner one about its type: the outer one wins.
        return _shape(info.type, **{k: v for k, v in found.items() if v is not None} | given)
    if isinstance(info, inspect.UnionType):
        (inner,) = (item for item in info.types if not isinstance(item, inspect.NoneType))
        return _shape(inner, **given)
    if isinstance(info, inspect.StructType):
        fields = tuple(
            Field(
                name=field.encode_name,
                attribute=field.name,
                shape=_shape(field.type),
                required=field.required,
                default=None if field.default is msgspec.NODEFAULT else field.default,
            )
            for field in info.fields
        )
        return Shape(kind="struct", struct=info.cls, fields=fields, **given)
    if isinstance(info, inspect.VarTupleType):
        return Shape(kind="list", item=_shape(info.item_type), min_length=info.min_length, **given)
    if isinstance(info, inspect.DictType):
        return Shape(kind="map", item=_shape(info.value_type), min_length=info.min_length, **given)
    if isinstance(info, inspect.StrType):
        return Shape(
            kind="string",
            min_length=info.min_length,
            max_length=info.max_length,
            pattern=info.pattern,
            **given,
        )
    if isinstance(info, inspect.LiteralType):
        return Shape(kind="string", enum=tuple(str(value) for value in info.values), **given)
    if isinstance(info, inspect.IntType):
        return Shape(kind="integer", minimum=info.ge, **given)
    if isinstance(info, inspect.BoolType):
        return Shape(kind="boolean", **given)
    raise TypeError(f"the model has a type without a shape: {info!r}")  # a mistake in the model itself

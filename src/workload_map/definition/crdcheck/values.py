# SPDX-License-Identifier: Apache-2.0
"""What is known about a value while an expression is followed through a schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from workload_map.definition.crdcheck import kinds
from workload_map.definition.crdcheck.schema import Node

__all__ = [
    "ANY",
    "BOOLEANS",
    "EMPTY",
    "NULL",
    "NUMBERS",
    "STRINGS",
    "Any_",
    "Array",
    "At",
    "Atom",
    "Const",
    "Missing",
    "Object",
    "Some",
    "Value",
    "array",
    "const",
    "some",
    "union",
]

# More alternatives than these are no longer told apart.
_MOST: Final = 64


class At:
    """A value that stands at a place of the schema; `null`: it, or something above it, need not be there."""

    __slots__ = ("node", "null")

    def __init__(self, node: Node, null: bool = False) -> None:
        self.node = node
        self.null = null

    def key(self) -> Any:
        """Equal atoms have equal keys."""
        return ("at", id(self.node), self.null)


class Const:
    """A scalar written in the expression."""

    __slots__ = ("value",)

    def __init__(self, value: bool | int | float | str | None) -> None:
        self.value = value

    def key(self) -> Any:
        """Equal atoms have equal keys."""
        return ("const", type(self.value), self.value)


class Some:
    """A computed value of one of these kinds."""

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def key(self) -> Any:
        """Equal atoms have equal keys."""
        return ("some", self.mask)


class Array:
    """A list that the expression builds; its items are not told apart."""

    __slots__ = ("items",)

    def __init__(self, items: Value) -> None:
        self.items = items

    def key(self) -> Any:
        """Equal atoms have equal keys."""
        return ("array", self.items.key())


class Object:
    """An object that the expression builds; `rest` is what other keys hold, None when there are none."""

    __slots__ = ("fields", "rest")

    def __init__(self, fields: dict[str, Value], rest: Value | None = None) -> None:
        self.fields = fields
        self.rest = rest

    def key(self) -> Any:
        """Equal atoms have equal keys."""
        return ("object", id(self))


class Any_:
    """A value about which nothing is known."""

    __slots__ = ()

    def key(self) -> Any:
        """Equal atoms have equal keys."""
        return ("any",)


class Missing:
    """What a path gives that the schema does not have: null, and already reported as `finding` (an index)."""

    __slots__ = ("finding",)

    def __init__(self, finding: int) -> None:
        self.finding = finding

    def key(self) -> Any:
        """Equal atoms have equal keys."""
        return ("missing", self.finding)


Atom: TypeAlias = At | Const | Some | Array | Object | Any_ | Missing


class Value:
    """The results of an expression: any number of values, each one of `atoms`.

    `soft`: the alternatives come from ``//`` or from looking at every field, so that a step which only some of
    them can take is nothing to report.
    """

    __slots__ = ("_key", "atoms", "soft")

    def __init__(self, atoms: tuple[Atom, ...], soft: bool = False) -> None:
        self.atoms = atoms
        self.soft = soft
        self._key: Any = None

    def key(self) -> Any:
        """Equal values have equal keys."""
        if self._key is None:
            self._key = (frozenset(atom.key() for atom in self.atoms), self.soft)
        return self._key

    @property
    def mask(self) -> int:
        """Kinds that the values may be of."""
        mask = 0
        for atom in self.atoms:
            match atom:
                case At():
                    mask |= atom.node.kinds | (kinds.NULL if atom.null else 0)
                case Const():
                    mask |= kinds.kind_of(atom.value)
                case Some():
                    mask |= atom.mask
                case Array():
                    mask |= kinds.ARRAY
                case Object():
                    mask |= kinds.OBJECT
                case _:
                    mask = kinds.ALL
        return mask

    @property
    def is_missing(self) -> bool:
        """Whether all that there is has been reported as missing."""
        return bool(self.atoms) and all(isinstance(atom, Missing) for atom in self.atoms)

    @property
    def has_missing(self) -> bool:
        """Whether something that there is has been reported as missing."""
        return any(isinstance(atom, Missing) for atom in self.atoms)

    def without(self, mask: int) -> Value:
        """The values that are not of these kinds."""
        kept: list[Atom] = []
        for atom in self.atoms:
            match atom:
                case At():
                    if atom.node.kinds & ~mask:
                        kept.append(At(atom.node, False) if atom.null and mask & kinds.NULL else atom)
                    elif atom.null and not mask & kinds.NULL:
                        kept.append(NULL.atoms[0])
                case Const():
                    if not kinds.kind_of(atom.value) & mask:
                        kept.append(atom)
                case Some():
                    if atom.mask & ~mask:
                        kept.append(Some(atom.mask & ~mask))
                case Array():
                    if not mask & kinds.ARRAY:
                        kept.append(atom)
                case Object():
                    if not mask & kinds.OBJECT:
                        kept.append(atom)
                case _:
                    kept.append(atom)
        return Value(tuple(kept), self.soft)


def union(values: Iterable[Value], *, soft: bool = False) -> Value:
    """The results of several expressions as one; beyond a bound nothing is known of them."""
    found: dict[Any, Atom] = {}
    for value in values:
        soft = soft or value.soft
        for atom in value.atoms:
            found.setdefault(atom.key(), atom)
            if len(found) > _MOST:
                return ANY
    return Value(tuple(found.values()), soft)


def const(value: bool | int | float | str | None) -> Value:
    """A scalar that is known."""
    return Value((Const(value),))


def some(mask: int) -> Value:
    """A computed value of one of these kinds."""
    return Value((Some(mask),))


def array(items: Value) -> Value:
    """A list that the expression builds."""
    return Value((Array(items),))


EMPTY: Final = Value(())
ANY: Final = Value((Any_(),))
NULL: Final = const(None)
BOOLEANS: Final = some(kinds.BOOLEAN)
NUMBERS: Final = some(kinds.NUMBER)
STRINGS: Final = some(kinds.STRING)

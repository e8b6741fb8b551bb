# SPDX-License-Identifier: Apache-2.0
"""Arithmetic and comparisons on what is known about their two sides."""

from __future__ import annotations

from typing import Any, Final

from workload_map.definition.crdcheck import kinds, values
from workload_map.definition.crdcheck.kinds import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING
from workload_map.definition.crdcheck.report import Report
from workload_map.definition.crdcheck.suggest import close_name
from workload_map.definition.crdcheck.values import Any_, Array, At, Const, Object, Value
from workload_map.jq.ast import Span

__all__ = ["arithmetic", "compare", "constants", "default", "listed", "unlisted"]

#: Maps whose values are text whatever they mean.
_TEXTS: Final = ("annotations", "labels")

# What each operator gives for kinds of its sides; what is not here is an error in jq.
_SAME: Final = {(kind, kind): kind for kind in (NUMBER, STRING, ARRAY, OBJECT)}
_RESULTS: Final[dict[str, dict[tuple[int, int], int]]] = {
    "+": {
        **_SAME,
        **{(NULL, kind): kind for kind in kinds.SINGLE},
        **{(kind, NULL): kind for kind in kinds.SINGLE},
    },
    "-": {(NUMBER, NUMBER): NUMBER, (ARRAY, ARRAY): ARRAY},
    "*": {
        (NUMBER, NUMBER): NUMBER,
        (STRING, NUMBER): STRING,
        (NUMBER, STRING): STRING,
        (OBJECT, OBJECT): OBJECT,
    },
    "/": {(NUMBER, NUMBER): NUMBER, (STRING, STRING): ARRAY},
    "%": {(NUMBER, NUMBER): NUMBER},
}


def arithmetic(report: Report, operator: str, left: Value, right: Value, span: Span) -> Value:
    """``left operator right``."""
    if not left.atoms or not right.atoms:
        return values.EMPTY
    table = _RESULTS[operator]
    result = _result(table, left.mask, right.mask)
    # Null is what an absent field gives; what is wrong when it is there is wrong.
    if not result or not _result(table, _there(left.mask), _there(right.mask)):
        report.add(
            "crd.arithmetic",
            f"{_words(report, left)} {operator} {_words(report, right)} is always an error",
            span,
        )
        return values.ANY
    for side, other in ((left, right.mask), (right, left.mask)):
        for atom in side.atoms:
            mask = _there(Value((atom,)).mask)
            pairs = (mask, _there(other)) if side is left else (_there(other), mask)
            if isinstance(atom, At) and not _result(table, *pairs):
                report.add(
                    "crd.arithmetic",
                    f"{operator} with {_words(report, Value((atom,)))} is an error",
                    span,
                    severity="warning",
                    node=atom.node,
                )
    texts = [value for value in (left, right) if value.mask & ~NULL == STRING]
    if operator == "*" and texts:
        report.add(
            "crd.arithmetic",
            f"{_words(report, texts[0])} is repeated by *, not multiplied",
            span,
            severity="warning",
        )
    elif operator != "+":
        for side in (left, right):
            for atom in side.atoms:
                if isinstance(atom, At) and atom.null:
                    report.null(atom.node, operator, span)
    if result & ARRAY:
        parts = [atom.items for value in (left, right) for atom in value.atoms if isinstance(atom, Array)]
        parts += [
            Value((At(atom.node.items()),))
            for value in (left, right)
            for atom in value.atoms
            if isinstance(atom, At) and atom.node.kinds & ARRAY
        ]
        known = not any(isinstance(atom, Any_) for value in (left, right) for atom in value.atoms)
        if known and parts and result == ARRAY and operator in "+-":
            return values.array(values.union(parts))
        return values.ANY
    if result & OBJECT:
        return _merged(left, right) if result == OBJECT else values.ANY
    return values.some(result)


def _result(table: dict[tuple[int, int], int], left: int, right: int) -> int:
    result = 0
    for (one, other), kind in table.items():
        if left & one and right & other:
            result |= kind
    return result


def _there(mask: int) -> int:
    """The kinds without null, unless there is nothing else."""
    return mask & ~NULL or mask


def _merged(left: Value, right: Value) -> Value:
    """Two objects put together: known where both are built in the expression."""
    fields: dict[str, Value] = {}
    rest: list[Value] = []
    for value in (left, right):
        if len(value.atoms) != 1 or not isinstance(value.atoms[0], Object):
            return values.ANY
        built = value.atoms[0]
        for name, inner in built.fields.items():
            fields[name] = values.union([inner, *([fields[name]] if name in fields else [])])
        rest += [built.rest] if built.rest is not None else []
    return Value((Object(fields, values.union(rest) if rest else None),))


def compare(report: Report, operator: str, left: Value, right: Value, span: Span) -> Value:
    """``left operator right``; a comparison that can only come out one way is a warning."""
    if not left.atoms or not right.atoms:
        return values.EMPTY
    # Null is what a field gives that is not there: comparing with it is never senseless.
    one, other = left.mask & ~NULL, right.mask & ~NULL
    if one and other and not one & other:
        equal = operator in ("==", "!=")
        report.add(
            "crd.never-equal",
            f"{_words(report, left)} {'is never equal to' if equal else 'is compared with'} "
            f"{_words(report, right)}" + ("" if equal else ": the kinds decide, not the values"),
            span,
            severity="warning",
        )
    elif operator in ("==", "!="):
        unlisted(report, left, right, span)
        unlisted(report, right, left, span)
    return values.BOOLEANS


def default(report: Report, value: Value, other: Value, span: Span) -> None:
    """Warns where what stands in for an absent field is of another kind than the field: ``.replicas // ""``."""
    known = all(isinstance(atom, At | Const) for atom in other.atoms) or all(
        isinstance(atom, Array | Object) for atom in other.atoms
    )
    kind = other.mask & ~NULL
    # ``// false`` asks whether there is anything at all.
    if not known or not kind or (kind == BOOLEAN and all(isinstance(atom, Const) for atom in other.atoms)):
        return
    for atom in value.atoms:
        if not isinstance(atom, At) or atom.node.kinds & kind:
            continue
        # In a map of texts a number is written as text.
        if not any(step in _TEXTS for step in atom.node.place):
            report.add(
                "crd.default",
                f"{_words(report, Value((atom,)))} has {_words(report, other)} as its default",
                span,
                severity="warning",
                node=atom.node,
            )


def constants(value: Value) -> list[Any] | None:
    """The scalars that a value is one of; None when it may be anything else."""
    found = []
    for atom in value.atoms:
        if not isinstance(atom, Const):
            return None
        found.append(atom.value)
    return found


def listed(value: Value) -> tuple[list[Any], At] | None:
    """The texts that a value is one of according to its schema, and a place that says so; None when its schema
    lists none."""
    allowed: list[Any] = []
    place: At | None = None
    for atom in value.atoms:
        if isinstance(atom, At) and atom.node.enum is not None:
            allowed += [item for item in atom.node.enum if item not in allowed]
            place = place or atom
        elif isinstance(atom, Const):
            allowed.append(atom.value)
        else:
            return None
    return (allowed, place) if place is not None else None


def unlisted(report: Report, value: Value, given: Value, span: Span) -> None:
    """Warns of each text among `given` that `value` cannot be."""
    known = listed(value)
    wanted = constants(given)
    if known is None or not wanted:
        return
    allowed, place = known
    for item in wanted:
        # The empty text stands for "not there" in many an expression.
        if item in ("", None) or any(type(item) is type(one) and item == one for one in allowed):
            continue
        names = [one for one in allowed if isinstance(one, str)]
        report.add(
            "crd.enum",
            f"{report.title} {place.node} is never {_shown(item)}; it is one of "
            + ", ".join(_shown(one) for one in (place.node.enum or ())),
            span,
            severity="warning",
            node=place.node,
            suggestion=close_name(item, names) if isinstance(item, str) else None,
        )


def _shown(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _words(report: Report, value: Value) -> str:
    places = [atom for atom in value.atoms if isinstance(atom, At)]
    word = kinds.words(value.mask & ~(NULL if value.mask != NULL else 0))
    return f"{report.title} {places[0].node} ({word})" if len(places) == len(value.atoms) == 1 else word

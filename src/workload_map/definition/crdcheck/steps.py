# SPDX-License-Identifier: Apache-2.0
"""Path steps: a field, an item, every item, a slice of what is known about a value."""

from __future__ import annotations

from typing import NamedTuple

from workload_map.definition.crdcheck import kinds, values
from workload_map.definition.crdcheck.report import Report
from workload_map.definition.crdcheck.schema import Node
from workload_map.definition.crdcheck.suggest import Suggestion, close_name, field_suggestion
from workload_map.definition.crdcheck.values import Any_, Array, At, Const, Missing, Object, Some, Value
from workload_map.jq.ast import Span

__all__ = ["all_fields", "at_key", "child", "each", "field", "item", "slice_of"]


class _Bad(NamedTuple):
    """Why a step cannot be taken from one of the alternatives."""

    code: str
    message: str
    node: Node | None = None
    suggestion: Suggestion | None = None
    warning: bool = False


def _outcome(
    report: Report, origin: Value, good: list[Value], neutral: list[Value], bad: list[_Bad], span: Span
) -> Value:
    if not bad:
        return values.union([*good, *neutral], soft=origin.soft)
    missing: list[Value] = []
    if not good:
        for why in bad:
            index = report.add(
                why.code,
                why.message,
                span,
                severity="warning" if why.warning else "error",
                node=why.node,
                suggestion=why.suggestion,
                path=True,
            )
            missing.append(Value((Missing(index),)))
    else:
        for why in bad:
            if why.warning:
                continue  # what an expression builds as a stand-in has the fields that its author wants
            report.add(
                why.code,
                f"{why.message} (only some of what may stand here do)",
                span,
                severity="info" if origin.soft else "warning",
                node=why.node,
                suggestion=why.suggestion,
                path=True,
            )
    return values.union([*good, *neutral, *missing], soft=origin.soft)


def child(report: Report, atom: At, node: Node, span: Span, *, null: bool) -> Value:
    """The value at `node`, reached from `atom`."""
    report.took(span, atom.node, node)
    if node.unknown and node.kinds == kinds.ALL and node.place[-1:] != ("metadata",):
        named = node.place[-1] in atom.node.names()
        what = (
            f"{report.named(node)} is there, but not what it holds"
            if named
            else f"{report.named(atom.node)} may have any fields"
        )
        report.add(
            "crd.unknown",
            f"{what}: what is read there cannot be checked",
            span,
            severity="info",
            node=node if named else atom.node,
        )
        return values.ANY
    return Value((At(node, null or node.missing),))


def field(report: Report, origin: Value, name: str, span: Span) -> Value:
    """``.name`` of every alternative."""
    good: list[Value] = []
    neutral: list[Value] = []
    bad: list[_Bad] = []
    for atom in origin.atoms:
        match atom:
            case At():
                _field_at(report, atom, name, span, good, bad)
            case Const(value=None) | Missing():
                neutral.append(Value((atom,)))
            case Object():
                inner = atom.fields.get(name)
                if inner is None and atom.rest is not None:
                    inner = values.union([atom.rest, values.NULL])
                if inner is not None:
                    good.append(inner)
                else:
                    known = list(atom.fields)
                    bad.append(
                        _Bad(
                            "crd.no-field",
                            f'the object built here has no field "{name}"',
                            suggestion=close_name(name, known),
                            warning=True,
                        )
                    )
            case Any_():
                good.append(values.ANY)
            case Some(mask=mask) if mask & (kinds.OBJECT | kinds.NULL):
                (good if mask & kinds.OBJECT else neutral).append(values.ANY)
            case _:
                bad.append(_Bad("crd.type", f"{_words(atom)} has no fields: it has no .{name}"))
    return _outcome(report, origin, good, neutral, bad, span)


def _field_at(report: Report, atom: At, name: str, span: Span, good: list[Value], bad: list[_Bad]) -> None:
    node = atom.node
    if not node.kinds & kinds.OBJECT:
        what = kinds.words(node.kinds)
        more = "; its items are reached with []" if node.kinds == kinds.ARRAY else ""
        bad.append(_Bad("crd.type", f"{report.named(node)} is {what}: it has no field .{name}{more}", node))
        return
    found = node.field(name)
    if found is not None:
        good.append(child(report, atom, found, span, null=atom.null))
        return
    bad.append(
        _Bad(
            "crd.no-field",
            f'{report.named(node)} has no field "{name}"',
            node,
            field_suggestion(node, name),
        )
    )


def item(report: Report, origin: Value, span: Span) -> Value:
    """``.[0]`` of every alternative: an item, or null where the list is too short."""
    good: list[Value] = []
    neutral: list[Value] = []
    bad: list[_Bad] = []
    for atom in origin.atoms:
        match atom:
            case At(node=node):
                if node.kinds & kinds.ARRAY:
                    good.append(child(report, atom, node.items(), span, null=True))
                else:
                    bad.append(
                        _Bad("crd.type", f"{report.named(node)} is {kinds.words(node.kinds)}, no list", node)
                    )
            case Const(value=None) | Missing():
                neutral.append(Value((atom,)))
            case Array():
                good.append(atom.items)
            case Any_():
                good.append(values.ANY)
            case Some(mask=mask) if mask & (kinds.ARRAY | kinds.NULL):
                (good if mask & kinds.ARRAY else neutral).append(values.ANY)
            case _:
                bad.append(_Bad("crd.type", f"{_words(atom)} has no items"))
    return _outcome(report, origin, good, neutral, bad, span)


def slice_of(report: Report, origin: Value, span: Span) -> Value:
    """``.[a:b]`` of every alternative: a part of a list or a string."""
    good: list[Value] = []
    neutral: list[Value] = []
    bad: list[_Bad] = []
    for atom in origin.atoms:
        match atom:
            case At(node=node) if not node.kinds & (kinds.ARRAY | kinds.STRING):
                bad.append(
                    _Bad(
                        "crd.type",
                        f"{report.named(node)} is {kinds.words(node.kinds)}: no part of it can be cut",
                        node,
                    )
                )
            case Const(value=None) | Missing():
                neutral.append(Value((atom,)))
            case Object() | Const(value=bool() | int() | float()):
                bad.append(_Bad("crd.type", f"no part can be cut of {_words(atom)}"))
            case At(node=node) if node.kinds & kinds.STRING:
                # A part of a string is not one of the texts that its schema lists.
                good.append(values.some(node.kinds & (kinds.ARRAY | kinds.STRING)))
            case Const():
                good.append(values.STRINGS)
            case _:
                good.append(Value((atom,)))
    return _outcome(report, origin, good, neutral, bad, span)


def each(report: Report, origin: Value, span: Span) -> Value:
    """``.[]`` of every alternative: the items of a list, the values of an object."""
    good: list[Value] = []
    neutral: list[Value] = []
    bad: list[_Bad] = []
    soft = origin.soft
    for atom in origin.atoms:
        match atom:
            case At():
                soft = _each_at(report, atom, span, good, bad) or soft
            case Const(value=None) | Missing():
                neutral.append(Value((atom,) if isinstance(atom, Missing) else ()))
            case Array():
                good.append(atom.items)
            case Object():
                soft = soft or len(atom.fields) > 1
                good += [*atom.fields.values(), *([atom.rest] if atom.rest is not None else [])]
            case Any_():
                good.append(values.ANY)
            case Some(mask=mask) if mask & (kinds.ARRAY | kinds.OBJECT | kinds.NULL):
                (good if mask & (kinds.ARRAY | kinds.OBJECT) else neutral).append(values.ANY)
            case _:
                bad.append(_Bad("crd.type", f"{_words(atom)} has no items"))
    if not good and not bad and origin.atoms and not neutral:
        return values.EMPTY
    result = _outcome(report, origin, good, neutral, bad, span)
    return Value(result.atoms, soft)


def _each_at(report: Report, atom: At, span: Span, good: list[Value], bad: list[_Bad]) -> bool:
    """Adds what is in the value; whether it may be any of several fields."""
    node = atom.node
    if not node.kinds & (kinds.ARRAY | kinds.OBJECT):
        bad.append(
            _Bad("crd.type", f"{report.named(node)} is {kinds.words(node.kinds)}: it has no items", node)
        )
        return False
    if node.kinds & kinds.ARRAY:
        inner = node.items()
        good.append(child(report, atom, inner, span, null=inner.missing))
    if not node.kinds & kinds.OBJECT:
        return False
    rest = node.values()
    if rest is not None:
        good.append(child(report, atom, rest, span, null=rest.missing))
    names = node.names()
    if names and rest is None:
        all_fields(report, node, "[]", span)
    for name in names:
        found = node.field(name)
        if found is not None:
            good.append(Value((At(found, False),)))
    return len(names) > 1


def all_fields(report: Report, node: Node, what: str, span: Span) -> None:
    """Warns that the fields of an object are taken for the keys of a map."""
    report.add(
        "crd.all-fields",
        f"{report.named(node)} is no map but an object with the fields {_some(node.names())}; {what} gives all "
        "of them",
        span,
        severity="warning",
        node=node,
    )


def at_key(report: Report, origin: Value, key: Value, span: Span) -> Value:
    """``.[key]`` where the key is computed: the field, the item, or any of them."""
    found: list[Value] = []
    for atom in key.atoms:
        match atom:
            case Const(value=str() as name):
                found.append(field(report, origin, name, span))
            case Const(value=bool() | None):
                report.add("crd.type", "a key must be a string or a number", span, severity="warning")
            case Const(value=int() | float()):
                found.append(item(report, origin, span))
            case Missing():
                found.append(Value((atom,)))
            case _:
                mask = Value((atom,)).mask
                if mask & kinds.STRING:
                    found.append(_any_field(report, origin, span))
                if mask & kinds.NUMBER and origin.mask & kinds.ARRAY:
                    found.append(item(report, origin.without(kinds.ALL & ~(kinds.ARRAY | kinds.NULL)), span))
                if not mask & (kinds.STRING | kinds.NUMBER | kinds.NULL):
                    report.add("crd.type", f"{kinds.words(mask)} is no key", span, severity="warning")
    return values.union(found) if found else values.EMPTY


def _any_field(report: Report, origin: Value, span: Span) -> Value:
    found: list[Value] = []
    neutral: list[Value] = []
    bad: list[_Bad] = []
    soft = origin.soft
    for atom in origin.atoms:
        match atom:
            case At(node=node) if not node.kinds & kinds.OBJECT:
                bad.append(
                    _Bad(
                        "crd.type",
                        f"{report.named(node)} is {kinds.words(node.kinds)}: it has no keys",
                        node,
                    )
                )
            case At(node=node):
                rest = node.values()
                if rest is not None:
                    found.append(child(report, atom, rest, span, null=True))
                inner = [node.field(name) for name in node.names()]
                soft = soft or len(inner) > 1
                found += [Value((At(one, True),)) for one in inner if one is not None]
            case Object():
                soft = soft or len(atom.fields) > 1
                found += [*atom.fields.values(), values.NULL]
                if atom.rest is not None:
                    found.append(atom.rest)
            case Const(value=None) | Missing():
                neutral.append(Value((atom,)))
            case Array() | Const():
                bad.append(_Bad("crd.type", f"{_words(atom)} has no keys"))
            case _:
                found.append(values.ANY)
    result = _outcome(report, origin, found, neutral, bad, span)
    return Value(result.atoms, soft)


def _words(atom: values.Atom) -> str:
    return kinds.words(Value((atom,)).mask)


def _some(names: list[str]) -> str:
    return ", ".join(names[:4]) + (" …" if len(names) > 4 else "")

# SPDX-License-Identifier: Apache-2.0
"""Whether an expression gives what its role in the definition asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from workload_map.definition.crdcheck import kinds, values
from workload_map.definition.crdcheck.kinds import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING
from workload_map.definition.crdcheck.report import Report
from workload_map.definition.crdcheck.schema import Node
from workload_map.definition.crdcheck.values import Any_, Array, At, Atom, Const, Missing, Object, Some, Value
from workload_map.definition.roles import Gives
from workload_map.jq.ast import Span

__all__ = ["check_result", "has_field", "item_atoms"]

_NUMERIC: Final = re.compile(r"[+-]?\d+\Z")
# Two of these make a container: kinds of other projects take over some of its fields, never one alone.
_CONTAINER: Final = (
    "image",
    "name",
    "command",
    "args",
    "env",
    "resources",
    "ports",
    "volumeMounts",
    "imagePullPolicy",
)

_Verdict = bool | str | None
"""True: as asked for, None: cannot be known, text: what is wrong."""


def check_result(report: Report, result: Value, gives: Gives, span: Span) -> None:
    """Report what in `result` is not of the kind that the role asks for. One good alternative is enough."""
    rule = _RULES.get(gives)
    if rule is None or result.has_missing or not result.atoms:
        return
    wanted, judge = rule
    wrong: list[tuple[Atom, str]] = []
    good = False
    for atom in result.atoms:
        if isinstance(atom, Const) and atom.value is None:
            continue
        verdict = judge(atom)
        if isinstance(verdict, str):
            wrong.append((atom, verdict))
        else:
            good = True
    for atom, why in wrong:
        node = atom.node if isinstance(atom, At) else None
        # A number in text is read as that number, so a text may be right: its schema cannot say.
        mild = good or (gives == "integer" and why.startswith("a string"))
        report.add(
            "crd.result",
            f"{_subject(report, node)} is {why}, {wanted} is wanted",
            span,
            severity="warning" if mild else "error",
            node=node,
        )


def _subject(report: Report, node: Node | None) -> str:
    return f"{report.title} {node}" if node is not None else "the result"


def _mask(atom: Atom) -> int:
    return Value((atom,)).mask & ~NULL


def _of(mask: int) -> Callable[[Atom], _Verdict]:
    def judge(atom: Atom) -> _Verdict:
        found = _mask(atom)
        return True if found & mask or not found else kinds.words(found)

    return judge


def _integer(atom: Atom) -> _Verdict:
    if isinstance(atom, Const):
        if isinstance(atom.value, str):
            return True if _NUMERIC.match(atom.value) else "a string"
        return True if isinstance(atom.value, int) and not isinstance(atom.value, bool) else "no integer"
    found = _mask(atom)
    if isinstance(atom, At):
        node = atom.node
        if found == NUMBER and not node.whole:
            return "a number that need not be whole"
        if found == STRING and not any(step in ("annotations", "labels") for step in node.place):
            return "a string"
        return True if found & (NUMBER | STRING) else kinds.words(found)
    return True if not found or found & (NUMBER | STRING) else kinds.words(found)


def has_field(atom: Atom, name: str) -> bool | None:
    """Whether a value has this field; None where that cannot be known."""
    match atom:
        case At(node=node):
            if not node.kinds & OBJECT:
                return False
            if node.unknown:
                return None
            found = node.field(name)
            return False if found is None else None if node.is_map else True
        case Object():
            return True if name in atom.fields else None if atom.rest is not None else False
        case Some(mask=mask):
            return None if mask & OBJECT else False
        case Any_() | Missing():
            return None
    return False


def _below(atom: Atom, name: str) -> list[Atom]:
    if isinstance(atom, At) and atom.node.kinds & OBJECT:
        found = atom.node.field(name)
        return [At(found)] if found is not None else []
    if isinstance(atom, Object):
        inner = atom.fields.get(name, atom.rest)
        return list(inner.atoms) if inner is not None else []
    return list(values.ANY.atoms)


def _template(atom: Atom) -> _Verdict:
    if has_field(atom, "spec") is False:
        return _described(atom)
    verdicts = [_pod_spec(inner) for inner in _below(atom, "spec")]
    return None if any(not isinstance(verdict, str) for verdict in verdicts) else _described(atom)


def _pod_spec(atom: Atom) -> _Verdict:
    there = has_field(atom, "containers")
    if there is False or not _holds(atom, "containers", ARRAY):
        return _described(atom)
    return there


def _metadata(atom: Atom) -> _Verdict:
    names = [name for name in ("labels", "annotations") if has_field(atom, name) is not False]
    return None if any(_holds(atom, name, OBJECT) for name in names) else _described(atom)


def _holds(atom: Atom, name: str, kind: int) -> bool:
    """Whether a field may hold a value of this kind."""
    mask = Value(tuple(_below(atom, name))).mask
    return bool(mask & kind)


def _with_fields(*names: str, least: int = 1) -> Callable[[Atom], _Verdict]:
    def judge(atom: Atom) -> _Verdict:
        found = [has_field(atom, name) for name in names]
        if None in found:
            return None
        return True if sum(map(bool, found)) >= least else _described(atom)

    return judge


def _resources(atom: Atom) -> _Verdict:
    found = [has_field(atom, name) for name in ("requests", "limits")]
    if found == [False, False]:
        return _described(atom)
    inner = [
        one
        for name, there in zip(("requests", "limits"), found, strict=True)
        if there
        for one in _below(atom, name)
    ]
    wrong = [one for one in inner if isinstance(one, At) and not _amounts(one.node)]
    return _described(wrong[0]) if wrong else None


def _amounts(node: Node) -> bool:
    """Whether a place holds amounts by the names of resources; some kinds name a few of them."""
    if not node.kinds & OBJECT:
        return False
    return node.is_map or node.open or bool({"cpu", "memory"}.intersection(node.names()))


def _string_map(atom: Atom) -> _Verdict:
    if isinstance(atom, At):
        node = atom.node
        if not node.kinds & OBJECT:
            return kinds.words(node.kinds)
        if node.unknown:
            return None
        inner = node.values()
        if inner is None:
            return _described(atom)
        return True if inner.kinds & STRING else f"a map of {kinds.words(inner.kinds).partition(' ')[2]}s"
    return _of(OBJECT)(atom)


def item_atoms(atom: Atom) -> list[Atom] | None:
    """What stands in a list; None where it is no list."""
    match atom:
        case At(node=node):
            return [At(node.items())] if node.kinds & ARRAY else None
        case Array():
            return list(atom.items.atoms)
        case Some(mask=mask):
            return list(values.ANY.atoms) if mask & ARRAY else None
        case Any_() | Missing():
            return [atom]
    return None


def _list_of(judge: Callable[[Atom], _Verdict]) -> Callable[[Atom], _Verdict]:
    def whole(atom: Atom) -> _Verdict:
        inner = item_atoms(atom)
        if inner is None:
            return _described(atom)
        wrong = [verdict for verdict in map(judge, inner) if isinstance(verdict, str)]
        return f"a list of which an item is {wrong[0]}" if inner and len(wrong) == len(inner) else True

    return whole


def _described(atom: Atom) -> str:
    """``an object with replicas, template, …``: enough to see what was taken for something else."""
    word = kinds.words(_mask(atom))
    names: list[str] = []
    if isinstance(atom, At) and atom.node.kinds & OBJECT:
        names = atom.node.names()
    elif isinstance(atom, Object):
        names = list(atom.fields)
    if not names:
        return word
    return f"{word} with the fields {', '.join(names[:5])}{', …' if len(names) > 5 else ''}"


_container = _with_fields(*_CONTAINER, least=2)

_RULES: Final[dict[Gives, tuple[str, Callable[[Atom], _Verdict]]]] = {
    "id": ("a string", _of(STRING | NUMBER)),
    "key": ("a string", _of(STRING | NUMBER | BOOLEAN)),
    "template": ("a pod template (an object with spec.containers)", _template),
    "pod-spec": ("a pod spec (an object with containers)", _pod_spec),
    "metadata": ("metadata (an object with labels and annotations)", _metadata),
    "string": ("a string", _of(STRING)),
    "phase": ("a string", _of(STRING)),
    "string-map": ("a map of strings", _string_map),
    "resources": ("an object with requests and limits", _resources),
    "resource-claims": (
        "a list of resource claims",
        _list_of(_with_fields("name", "resourceClaimName", "resourceClaimTemplateName")),
    ),
    "pod-affinity": (
        "a pod affinity",
        _with_fields(
            "requiredDuringSchedulingIgnoredDuringExecution",
            "preferredDuringSchedulingIgnoredDuringExecution",
        ),
    ),
    "node-affinity": (
        "a node affinity",
        _with_fields(
            "requiredDuringSchedulingIgnoredDuringExecution",
            "preferredDuringSchedulingIgnoredDuringExecution",
        ),
    ),
    "containers": ("a list of containers", _list_of(_container)),
    "container": ("a container", _container),
    "integer": ("an integer", _integer),
    "boolean": ("a boolean", _of(BOOLEAN)),
    "conditions": ("a list of conditions", _list_of(_of(OBJECT))),
}

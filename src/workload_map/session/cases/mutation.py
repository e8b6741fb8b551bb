# SPDX-License-Identifier: Apache-2.0
"""The kill score: how many faults, put into a definition one at a time, make at least one of its cases fail."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final

import msgspec

from workload_map import errors, jq
from workload_map.definition import mutate
from workload_map.definition.expressions import Expression
from workload_map.definition.model import Definition
from workload_map.jq import ast
from workload_map.jq.ast import Span
from workload_map.problems import pointer
from workload_map.session.cases.model import Case
from workload_map.session.cases.recordings import Differences
from workload_map.session.cases.running import differences
from workload_map.session.cases.shape import Path
from workload_map.workload.patch import put
from workload_map.workload.plan import Plan

__all__ = ["Fault", "KillScore", "Survivor", "faults", "kill_score"]

#: The two forms of gangs, and the expectations that see them. With the second form the first is for other readers.
_INTERCHANGE: Final = ("spec", "optimizationInstructions")
_EXTENSION: Final = ("spec", "extensions", "gangs")
_SEE_GANGS: Final = frozenset({"gangs", "gangOf"})


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A definition with one fault. `kind` is one of `mutate.MutantKind`, or condition (another condition, or
    another status of it), value (another text is wanted) or status (the rules of two statuses exchanged)."""

    kind: str
    path: Path
    before: str
    after: str
    make: Callable[[], Definition]
    """Makes the definition with the fault."""


class Survivor(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A fault that no case noticed."""

    kind: str
    path: str
    before: str
    after: str


class KillScore(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many faults of one definition were noticed. `not_run` is what there was no time for."""

    definition: str
    killed: int
    run: int
    not_run: int
    survivors: tuple[Survivor, ...]

    @property
    def percent(self) -> float:
        """Noticed ones of those that were tried."""
        return 100 * self.killed / self.run if self.run else 100.0


def kill_score(
    plan: Plan,
    cases: Sequence[Case],
    *,
    until: float | None = None,
    every: int = 1,
    progress: Callable[[int], None] | None = None,
) -> KillScore:
    """Try the faults of a definition on its cases, all of which must pass without any. `until`: when to stop, by
    `time.monotonic`; `every`: only each n-th fault; `progress` is told how many were tried."""
    for case in cases:
        # Compiles what they ask for, which all the faulty plans then share.
        next(differences(case, plan, Differences()), None)
    killed = run = skipped = 0
    survivors = []
    # The case that noticed the last fault in the same expression is likely to notice the next one.
    order = list(cases)
    for number, fault in enumerate(faults(plan.definition, cases)):
        if number % every:
            continue
        if until is not None and time.monotonic() > until:
            skipped += 1
            continue
        run += 1
        killer = _killer(fault.make(), plan, order)
        if killer is None:
            survivors.append(
                Survivor(kind=fault.kind, path=pointer(fault.path), before=fault.before, after=fault.after)
            )
        else:
            killed += 1
            order.insert(0, order.pop(killer))
        if progress is not None:
            progress(run)
    return KillScore(
        definition=plan.name, killed=killed, run=run, not_run=skipped, survivors=tuple(survivors)
    )


def _killer(definition: Definition, sound: Plan, cases: Sequence[Case]) -> int | None:
    """The first case that fails."""
    plan = Plan(definition)
    plan.adopt(sound)
    for index, case in enumerate(cases):
        if next(differences(case, plan, Differences()), None) is not None:
            return index
    return None


# --- the faults -------------------------------------------------------------------------------------------


def faults(definition: Definition, cases: Sequence[Case]) -> Iterator[Fault]:
    """Every fault, in the order of the document; what stands beside a field is taken from the cases' objects."""
    unread = _unread(definition, cases)
    for mutant in mutate.mutants(definition, _Beside(cases).find):
        if not unread(mutant.path):
            yield Fault(
                kind=mutant.kind,
                path=mutant.path,
                before=mutant.before,
                after=mutant.after,
                make=partial(getattr, mutant, "definition"),
            )
    value = msgspec.json.decode(msgspec.json.encode(definition))
    for kind, path, before, after in (*_texts(value["spec"], ("spec",)), *_literals(definition)):
        if unread(path):
            continue
        yield Fault(kind=kind, path=path, before=before, after=after, make=partial(_with, value, path, after))
    yield from _swapped(value)


def _unread(definition: Definition, cases: Iterable[Case]) -> Callable[[Path], bool]:
    """Tells of a place whether nothing is read there: gangs that no case asks for, and the selector of a component
    that takes every pod."""
    only = Plan(definition).place_plan.only is not None
    unseen = [_INTERCHANGE, _EXTENSION]
    if any(_SEE_GANGS & set(case.expect or ()) for case in cases):
        extended = definition.extensions is not None and definition.extensions.gangs
        unseen = [_INTERCHANGE] if extended else []

    def unread(path: Path) -> bool:
        return any(path[: len(gangs)] == gangs for gangs in unseen) or (
            only and "componentTypeSelector" in path
        )

    return unread


def _with(value: Any, path: Path, new: Any) -> Definition:
    return msgspec.convert(put(value, path, new), Definition)


class _Beside:
    """The names that stand beside a name in the objects and pods of cases."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._names: dict[str, set[str]] = {}
        for case in cases:
            self._learn(case.object)
            for pod in case.pods or ():
                self._learn(pod)

    def _learn(self, value: Any) -> None:
        stack = [value]
        while stack:
            value = stack.pop()
            if isinstance(value, dict):
                for name in value:
                    self._names.setdefault(name, set()).update(value)
                stack.extend(value.values())
            elif isinstance(value, list):
                stack.extend(value)

    def find(self, expression: Expression, span: Span) -> Sequence[str]:
        """The next name by the alphabet, as the only one: they are as good as one another."""
        name = expression.text[span[0] : span[1]].strip('.[]"?')
        names = sorted(self._names.get(name, ()))
        if len(names) < 2:
            return ()
        return (names[(names.index(name) + 1) % len(names)],)


def _texts(value: Any, path: Path) -> Iterator[tuple[str, Path, str, str]]:
    """Conditions, expected results, selector values and values of actions, each changed."""
    types = sorted(set(_condition_types(value)))
    stack: list[tuple[Any, Path]] = [(value, path)]
    while stack:
        item, at = stack.pop()
        if isinstance(item, dict):
            stack.extend((inner, (*at, key)) for key, inner in reversed(item.items()))
            for key, kind in _CHANGED.items():
                text = item.get(key)
                if isinstance(text, str) and (at[-2:-1] == ("byConditions",) or kind != "condition"):
                    yield kind, (*at, key), text, _other(key, text, types)
        elif isinstance(item, list):
            stack.extend((inner, (*at, index)) for index, inner in reversed(list(enumerate(item))))


#: Fields that hold a text to compare or to write, and the kind of fault in each.
_CHANGED: Final = {
    "type": "condition",
    "status": "condition",
    "reason": "condition",
    "expectedResult": "value",
    "value": "value",
}
_OPPOSITE: Final = {
    "True": "False",
    "False": "True",
    "Unknown": "True",
    "true": "false",
    "false": "true",
    "null": "true",
}


def _other(key: str, text: str, types: Sequence[str]) -> str:
    if text in _OPPOSITE:
        return _OPPOSITE[text]
    if key == "type" and len(types) > 1:
        return types[(types.index(text) + 1) % len(types)]
    if key == "value" and text.isdecimal():
        return str(int(text) + 1)
    # In the JSON text of an action the quotes must stay.
    return f'{text[:-1]}x"' if text.endswith('"') else text + "x"


def _condition_types(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "byConditions":
                yield from (entry["type"] for entry in inner)
            else:
                yield from _condition_types(inner)
    elif isinstance(value, list):
        for item in value:
            yield from _condition_types(item)


def _literals(definition: Definition) -> Iterator[tuple[str, Path, str, str]]:
    """Texts that expressions compare with (conditions, above all), each misspelt."""
    for expression in definition.expressions():
        text = expression.text
        try:
            tree = jq.parse(text)
        except errors.JqError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Literal) and isinstance(node.value, str) and len(node.value) > 1:
                start, end = node.span
                if text[start:end] == f'"{node.value}"':
                    changed = f'{text[:start]}"{node.value[:-1]}"{text[end:]}'
                    yield "condition", expression.steps, text, changed


def _swapped(value: Any) -> Iterator[Fault]:
    base = ("spec", "structureDefinition", "rootComponent", "statusDefinition", "statusMappings")
    mappings = value
    for step in base:
        mappings = mappings[step]
    for one, other in combinations([status for status, rules in mappings.items() if rules], 2):
        exchanged = {**mappings, one: mappings[other], other: mappings[one]}
        yield Fault(
            kind="status", path=base, before=one, after=other, make=partial(_with, value, base, exchanged)
        )

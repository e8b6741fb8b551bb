# SPDX-License-Identifier: Apache-2.0
"""The order in which trees start."""

from __future__ import annotations

import msgspec

from workload_map.problems import Problem
from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.nodes import TreePlan
from workload_map.workload.gangs.numbers import Context, Values

__all__ = ["Root", "ordered"]


class Root(msgspec.Struct, frozen=True):
    """A tree, and the instance that it was made for."""

    gang: Gang
    context: Context | None


def ordered(made: list[tuple[TreePlan, list[Root]]], values: Values) -> tuple[Gang, ...]:
    """All trees, each with the names of the ones that run before it."""
    by_label: dict[str, list[Gang]] = {}
    for tree, roots in made:
        by_label.setdefault(tree.node.label, []).extend(root.gang for root in roots)
    out: list[Gang] = []
    for tree, roots in made:
        instances: dict[str, list[str]] = {}
        for root in roots:
            if root.context is not None:
                instances.setdefault(root.context.id, []).append(root.gang.name)
        after = {}
        if tree.instances_after is not None:
            after = _instances_after(tree, [root.context for root in roots], values)
        for root in roots:
            names = [
                gang.name
                for label in tree.start_after
                for gang in _before(root.gang, by_label.get(label, []))
            ]
            if root.context is not None:
                names += [name for id_ in after.get(root.context.id, ()) for name in instances.get(id_, ())]
            gang = root.gang
            if names:
                gang = msgspec.structs.replace(gang, start_after=tuple(dict.fromkeys(names)))
            out.append(gang)
    return tuple(out)


def _before(gang: Gang, others: list[Gang]) -> list[Gang]:
    """Of the other trees the same copy, or the one that this one lies in, where they have it; else all of them."""
    if gang.copy is None:
        return others
    same = [other for other in others if f"{gang.copy}.".startswith(f"{other.copy}.")]
    return same or others


def _instances_after(
    tree: TreePlan, contexts: list[Context | None], values: Values
) -> dict[str, tuple[str, ...]]:
    """For each instance those that run before it; names of no instance, and circles, are problems."""
    assert tree.instances_after is not None
    # Copies of one instance's tree have one context.
    known = {context.id: context for context in contexts if context is not None}
    after: dict[str, tuple[str, ...]] = {}
    for id_, context in known.items():
        names = values.names(tree.instances_after, context)
        unknown = [name for name in names if name not in known]
        if unknown:
            values.problems.append(
                Problem(
                    code="gang.unknown-instance",
                    message=f'{tree.instances_after.label}: "{id_}" waits for "{unknown[0]}", which there is not',
                    at=tree.node.label,
                )
            )
        after[id_] = tuple(name for name in names if name in known)
    for id_ in known:
        if _reaches(after, id_, id_):
            values.problems.append(
                Problem(
                    code="gang.circle",
                    message=f'{tree.instances_after.label}: "{id_}" waits for itself, so it never starts',
                    at=tree.node.label,
                )
            )
            break
    return after


def _reaches(after: dict[str, tuple[str, ...]], start: str, goal: str) -> bool:
    seen: set[str] = set()
    waiting = list(after.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            waiting += after.get(name, ())
    return False

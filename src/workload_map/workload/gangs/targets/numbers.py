# SPDX-License-Identifier: Apache-2.0
"""Arithmetic on trees of gangs: least and wanted pods of a subtree, and who could be left out of a flat count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from workload_map.workload.gangs.model import Gang

__all__ = [
    "Part",
    "chains",
    "choices",
    "fold",
    "least",
    "leaves",
    "needs_all",
    "node_id",
    "node_text",
    "parts",
    "split_idle",
    "starved",
]


def node_id(gang: Gang) -> str:
    """How messages name a gang: its path, the copy in brackets."""
    return node_text(gang.path, gang.copy)


def node_text(path: str, copy: str | None) -> str:
    """A path with the copy in brackets."""
    return path if copy is None else f"{path}[{copy}]"


def leaves(gang: Gang) -> Iterator[Gang]:
    """The gangs of the subtree that hold pods."""
    return (node for node in gang.walk() if node.is_leaf)


def chains(gang: Gang, above: tuple[Gang, ...] = ()) -> Iterator[tuple[Gang, ...]]:
    """For each leaf of the subtree the gangs from the root down to it."""
    here = (*above, gang)
    if gang.is_leaf:
        yield here
    for child in gang.children:
        yield from chains(child, here)


def needs_all(gang: Gang) -> bool:
    """Whether a parent needs every child that needs pods at all (a leaf has none to leave out)."""
    return gang.is_leaf or (gang.min_children or 0) >= sum(least(child) > 0 for child in gang.children)


def least(gang: Gang) -> int:
    """Pods that must start together at least: of the cheapest children where not all are needed. Children that need
    none do not count as started ones.

    A minimum that is not known counts as 0; translations refuse such a tree before.
    """
    if gang.is_leaf:
        return gang.min_pods or 0
    return sum(sorted(filter(None, map(least, gang.children)))[: gang.min_children or 0])


class Part(Struct, frozen=True):
    """Pods that are needed as such: a role with its own minimum, or a whole leaf. `desired` None: not known."""

    name: str
    min: int
    desired: int | None


def parts(gang: Gang) -> list[Part]:
    """The parts of a subtree; a leaf of several roles has one for each, where their minimums add up to its own. Below
    a parent that needs no child none of them needs a pod."""
    found: list[Part] = []
    for chain in chains(gang):
        leaf = chain[-1]
        needed = all(node.min_children != 0 for node in chain)
        mins = [member.min for member in leaf.members]
        known = [number for number in mins if number is not None]
        if needed and len(mins) > 1 and len(known) == len(mins) and sum(known) == leaf.min_pods:
            found += (Part(m.instance or m.component, m.min or 0, m.desired) for m in leaf.members)
        else:
            found.append(Part(node_id(leaf), (leaf.min_pods or 0) if needed else 0, leaf.desired_pods))
    return found


def choices(gang: Gang) -> Iterator[Gang]:
    """The parents of the subtree that need some of their children, not all and not none."""
    if gang.min_children != 0:
        if not needs_all(gang):
            yield gang
        for child in gang.children:
            yield from choices(child)


def starved(items: Iterable[Part], count: int) -> list[Part]:
    """The parts that may get fewer pods than they need when any `count` pods of all parts together suffice."""
    known = list(items)
    found: list[Part] = []
    for index, part in enumerate(known):
        if not part.min:
            continue
        others = [other.desired for i, other in enumerate(known) if i != index]
        most = [number for number in others if number is not None]
        if len(most) < len(others) or sum(most) + part.min - 1 >= count:
            found.append(part)
    return found


def split_idle(gang: Gang) -> tuple[Gang | None, list[Gang]]:
    """The tree without the leaves of which no pod is needed, and these: trees that stand by themselves.

    An API whose smallest minimum is 1 would take such a leaf for one that is needed, or for the stand-in of one
    that is. The tree is None where nothing at all is needed.
    """
    if gang.is_leaf:
        return (gang, []) if gang.min_pods else (None, [gang])
    kept: list[Gang] = []
    idle: list[Gang] = []
    for child in gang.children:
        rest, more = split_idle(child)
        idle += more
        if rest is not None:
            kept.append(rest)
    needed = min(gang.min_children or 0, len(kept))
    if not needed:
        # What is left waits for nothing else: each child stands by itself.
        return None, [*idle, *kept]
    return replace(gang, children=tuple(kept), min_children=needed), idle


def fold(gang: Gang) -> Gang:
    """The same demands in fewer levels: a parent that needs all its children and has no topology of its own gives
    them to a parent that needs all of its own; one that has a single child is that child."""
    if gang.is_leaf:
        return gang
    children: list[Gang] = []
    everything = needs_all(gang)
    for child in map(fold, gang.children):
        if everything and not child.is_leaf and needs_all(child) and child.topology is None:
            children += child.children
        else:
            children.append(child)
    needed = sum(least(child) > 0 for child in children) if everything else gang.min_children
    if len(children) == 1 and needed and gang.topology is None:
        return children[0]
    return replace(gang, children=tuple(children), min_children=needed)

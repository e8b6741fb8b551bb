# SPDX-License-Identifier: Apache-2.0
"""What the pods that exist say of their gangs: how many there are, what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from workload_map.problems import Problem
from workload_map.workload.facts import PodFacts
from workload_map.workload.gangs.bindings import bound_group
from workload_map.workload.gangs.model import Gang, Live, Member
from workload_map.workload.gangs.place import Placer
from workload_map.workload.gangs.trees import Forest
from workload_map.workload.reading import Place, Reading

__all__ = ["LiveGangs", "live"]

#: ``0/4 nodes are available: 3 Insufficient cpu, 1 node(s) were unschedulable. preemption: …``
_NODES: Final = re.compile(r"nodes are available: (.+?)(?:\. |\.?$)")
_COUNT: Final = re.compile(r"^\d+ ")

#: KAI's form of it, a line for each reason; a pod that had room says only why other nodes do not take it
#: (KAI-scheduler 0.12 ``pkg/scheduler/api/common_info/pod_errors.go``).
_KAI: Final = re.compile(
    r"(?:no nodes with enough resources were found|Unable to schedule podgroup): (.+)", re.DOTALL
)
_NO_ROOM: Final = re.compile(
    r"nodes are available: |didn't have enough resources|Unable to schedule podgroup: "
)

#: How kube-scheduler begins what it says of pods that it had room for, where others of their group had none
#: (kubernetes 1.37 ``pkg/scheduler/schedule_one_podgroup.go``).
_HELD: Final = "pod group is unschedulable"


class LiveGangs(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The gangs with `live` filled in, and the pods that are in none of them."""

    gangs: tuple[Gang, ...]
    outside: int
    """Pods that exist and are in no gang."""
    problems: tuple[Problem, ...]
    """Why pods are in none, each reason once."""


class _Count:
    __slots__ = ("caused", "existing", "group", "ready", "scheduled", "waiting")

    def __init__(self) -> None:
        self.existing = 0
        self.scheduled = 0
        self.ready = 0
        self.group: str | None = None
        self.waiting: PodFacts | None = None
        """One of the pods that have no node, and says why."""
        self.caused = False
        """Whether it says so of nodes: of a gang that is held most pods only say that they wait for the others."""

    def wait(self, facts: PodFacts) -> None:
        """Count a pod that has no node."""
        if self.caused:
            return
        self.caused = facts.message is not None and _NO_ROOM.search(facts.message) is not None
        if self.caused or self.waiting is None or self.waiting.message is None:
            self.waiting = facts


def live(
    reading: Reading,
    pods: Iterable[tuple[Mapping[str, Any], PodFacts]],
    *,
    places: Iterable[Place] | None = None,
) -> LiveGangs:
    """The gangs of `reading` with what its pods say. Pods that have ended, or are being deleted, are not counted.

    `places` is where the pods stand, in their order, if the caller knows it.
    """
    counts: dict[tuple[str, str, str], _Count] = {}
    copies: dict[str, dict[str, str]] = {}
    problems: dict[Problem, None] = {}
    outside = 0
    placer, plan, ids = reading.gang_placer, reading.plan, reading.ids
    known = iter(places) if places is not None else None
    for pod, facts in pods:
        place = plan.place(pod, ids) if known is None else next(known)
        if facts.state != "current":
            continue
        found = placer.gang_of(pod, place)
        if found.name is None or found.path is None or place.component is None:
            outside += 1
            problems.update(dict.fromkeys(found.problems))
            continue
        # Of a pod whose instance is not known only the component counts.
        key = (found.name, place.component, place.instance or "")
        count = counts.get(key)
        if count is None:
            count = counts[key] = _Count()
            count.group = bound_group(pod)
            if found.copy is not None:
                copies.setdefault(found.path, {})[found.copy] = found.name
        count.existing += 1
        if facts.scheduled:
            count.scheduled += 1
        else:
            count.wait(facts)
        if facts.ready:
            count.ready += 1
    seen = {
        told.name: [
            one for opened in _opened_copies(told, placer, counts) for one in _seen_copies(opened, copies)
        ]
        for told in reading.gangs
    }
    gangs = [_after_seen(one, told, seen) for told in reading.gangs for one in seen[told.name]]
    own = frozenset(node.name for gang in (*reading.gangs, *gangs) for node in gang.walk())
    if reading.uid and any(count.group not in own for count in counts.values() if count.group is not None):
        # Groups may have been made from the manifest of the object, which had no uid.
        manifest = msgspec.structs.replace(reading, uid=None)
        own |= {node.name for gang in manifest.gangs for node in gang.walk()}
    return LiveGangs(
        gangs=tuple(_with_live(gang, counts, own)[0] for gang in gangs),
        outside=outside,
        problems=tuple(problems),
    )


def _opened_copies(gang: Gang, placer: Placer, counts: dict[tuple[str, str, str], _Count]) -> list[Gang]:
    """A tree that stands for copies which only the pods tell: once for each of them, else as it is."""
    if gang.copy is not None or not (keys := placer.opened(gang.path)):
        return [gang]
    counted = {name for name, _, _ in counts}
    found = [_named(gang, key, placer.forest) for key in keys]
    return [one for one in found if any(node.name in counted for node in one.walk())] or [gang]


def _named(gang: Gang, key: str, forest: Forest) -> Gang:
    """The tree in the copy `key`, which comes before the keys of copies inside."""
    node = forest.nodes[gang.name]
    keys = (key, *node.keys)
    return msgspec.structs.replace(
        gang,
        name=forest.names.of(node.path, keys),
        copy=".".join(keys),
        children=tuple(_named(child, key, forest) for child in gang.children),
    )


def _seen_copies(gang: Gang, copies: dict[str, dict[str, str]]) -> list[Gang]:
    """Of a leaf whose groups the definition tells by pods (the older interchange form), those that there are."""
    seen = copies.get(gang.path, {})
    if gang.copy is not None or not gang.is_leaf or not seen:
        return [gang]
    named = [msgspec.structs.replace(gang, name=name, copy=copy) for copy, name in sorted(seen.items())]
    if len(named) == 1:
        return named
    # The object's numbers are those of all of them together.
    members = tuple(msgspec.structs.replace(member, min=None, desired=None) for member in gang.members)
    return [msgspec.structs.replace(one, min_pods=None, desired_pods=None, members=members) for one in named]


def _after_seen(gang: Gang, told: Gang, seen: dict[str, list[Gang]]) -> Gang:
    """After the same copy of an earlier tree whose copies the pods tell, as `gang` is of `told`; else after all."""
    names: list[str] = []
    for name in told.start_after:
        others = seen.get(name, [])
        same = [other.name for other in others if other.copy == gang.copy]
        names += same or [other.name for other in others] or [name]
    return msgspec.structs.replace(gang, start_after=tuple(names)) if names else gang


def _with_live(
    gang: Gang, counts: dict[tuple[str, str, str], _Count], own: frozenset[str]
) -> tuple[Gang, bool]:
    """The gang with its state; and whether its reason says what is missing, not only that its pods wait."""
    if not gang.is_leaf:
        pairs = [_with_live(child, counts, own) for child in gang.children]
        state, caused = _of_parent(gang, pairs)
        children = tuple(child for child, _ in pairs)
        writer = _writer(gang, state, own)
        return msgspec.structs.replace(gang, children=children, live=state, written_by=writer), caused
    found = [
        (member, counts.get((gang.name, member.component, member.instance)) or _Count())
        for member in gang.members
    ]
    group = next((count.group for _, count in found if count.group is not None), None)
    scheduled = sum(count.scheduled for _, count in found)
    lacking = [(member, count) for member, count in found if count.scheduled < (member.min or 0)]
    enough = gang.min_pods is not None and scheduled >= gang.min_pods and not lacking
    pair = max(lacking or found, key=_says_why, default=None)
    state = Live(
        existing=sum(count.existing for _, count in found),
        scheduled=scheduled,
        ready=sum(count.ready for _, count in found),
        satisfied=enough,
        reason=None if enough else _missing(gang, scheduled, pair, found),
        group=group,
    )
    caused = not enough and (pair is None or _says_why(pair))
    return msgspec.structs.replace(gang, live=state, written_by=_writer(gang, state, own)), caused


def _says_why(pair: tuple[Member, _Count]) -> bool:
    """Whether a role that lacks pods says what is missing: pods that do not exist, or room on nodes."""
    member, count = pair
    return count.caused or count.existing < (member.min or 0)


def _writer(gang: Gang, state: Live, own: frozenset[str]) -> Any:
    """Pods that carry a group of another name have one from somebody else. Which of the names it is does not
    matter: a scheduler without nested groups has one for a whole tree."""
    return "operator" if state.group is not None and state.group not in own else gang.written_by


def _of_parent(gang: Gang, pairs: list[tuple[Gang, bool]]) -> tuple[Live, bool]:
    children = [child for child, _ in pairs]
    states = [child.live for child in children if child.live is not None]
    needed = [child for child in children if child.needs_pods]
    satisfied = sum(child.live is not None and child.live.satisfied for child in needed)
    enough = gang.min_children is not None and satisfied >= gang.min_children
    reason, caused = None, False
    if not enough:
        lacking = [
            (caused, child.live.reason)
            for child, caused in pairs
            if child.needs_pods and child.live is not None and child.live.reason
        ]
        # The first that says what is missing, else the first.
        caused, first = max(lacking, key=lambda one: one[0], default=(False, None))
        reason = (
            first
            if len(needed) == gang.min_children
            else (
                f"{satisfied} of {gang.min_children} parts have their minimum"
                + (f"; {first}" if first else "")
            )
        )
    groups = {state.group for state in states}
    state = Live(
        existing=sum(state.existing for state in states),
        scheduled=sum(state.scheduled for state in states),
        ready=sum(state.ready for state in states),
        satisfied=enough,
        reason=reason,
        group=groups.pop() if len(groups) == 1 else None,
    )
    return state, caused


def _missing(
    gang: Gang, scheduled: int, pair: tuple[Member, _Count] | None, found: list[tuple[Member, _Count]]
) -> str | None:
    """What keeps a leaf from its minimum: the role of `pair` where that lacks pods, else all of them together."""
    if gang.min_pods is None:
        return "its minimum is not known"
    member, count = pair if pair is not None else (None, _Count())
    if member is not None and member.min is not None and count.scheduled < member.min:
        what, have, exist, want = _label(gang, member), count.scheduled, count.existing, member.min
    else:
        what, have, want = gang.path.rsplit("/", 1)[-1], scheduled, gang.min_pods
        exist = sum(other.existing for _, other in found)
    if exist < want:
        return f"{what} {exist} of {want} exist" + (f", {have} scheduled" if have else "")
    others = (other.waiting for _, other in found if other.waiting is not None)
    waiting = count.waiting if count.waiting is not None else next(others, None)
    why = _why(waiting) if waiting is not None else None
    return f"{what} {have} of {want} scheduled" + (f": {why}" if why else "")


def _label(gang: Gang, member: Member) -> str:
    name = member.instance or member.component
    return name if gang.copy is None else f"{name}[{gang.copy}]"


def _why(facts: PodFacts) -> str | None:
    """The scheduler's reasons without its counts of nodes; else the pod's own word."""
    if facts.message is not None and facts.message.startswith(_HELD):
        return "no room for its whole group"
    if facts.message is not None:
        if found := _NODES.search(facts.message):
            return ", ".join(_COUNT.sub("", part) for part in found.group(1).split(", "))
        if found := _KAI.search(facts.message):
            lines = [_COUNT.sub("", line.rstrip(". ")) for line in found.group(1).splitlines()]
            # Of a topology there is one for each of its domains.
            return ", ".join(lines[:2]) + (", …" if len(lines) > 2 else "")
    return facts.reason

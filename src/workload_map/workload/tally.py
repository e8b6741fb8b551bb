# SPDX-License-Identifier: Apache-2.0
"""Counts of a workload's pods for each node of its tree; adding or removing one pod costs O(depth)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from workload_map.workload.facts import PodFacts
from workload_map.workload.reading import Place
from workload_map.workload.resources import NOTHING, Resources

__all__ = ["Count", "Key", "Tally", "copy_key", "merged"]

#: A node: () is the whole workload, then component, then instance, then the path of copy keys.
Key = tuple[str, ...]


class Count:
    """Numbers of pods at one node and below it."""

    __slots__ = ("current", "finished", "nodes", "ready", "reasons", "resources", "succeeded", "terminating")

    def __init__(self) -> None:
        self.current = 0
        """Neither finished nor being deleted."""
        self.ready = 0
        self.finished = 0
        self.succeeded = 0
        self.terminating = 0
        self.nodes: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        """Why current pods are not ready."""
        self.resources = ResourceSum()
        """Of current and terminating pods: finished ones hold nothing."""

    @property
    def pods(self) -> int:
        """All pods that are counted here, whatever their state."""
        return self.current + self.finished + self.terminating

    @property
    def reason(self) -> str | None:
        """Why most of the current pods that are not ready are not; of several as common, the first by name."""
        return min(self.reasons, key=lambda reason: (-self.reasons[reason], reason), default=None)

    def add(self, facts: PodFacts, step: int) -> None:
        """Count one pod in (`step` 1) or out (-1)."""
        if facts.state == "finished":
            self.finished += step
            if facts.phase == "Succeeded":
                self.succeeded += step
            return
        if facts.node:
            _step(self.nodes, facts.node, step)
        self.resources.add(facts.resources, step)
        if facts.state == "terminating":
            self.terminating += step
            return
        self.current += step
        if facts.ready:
            self.ready += step
        elif facts.reason:
            _step(self.reasons, facts.reason, step)


class ResourceSum:
    """A sum of resources that parts can be taken out of again."""

    __slots__ = ("_amounts", "_claims", "_missing", "_shared", "_unknown")

    def __init__(self) -> None:
        self._amounts: dict[str, int | Fraction] = {}
        self._claims: Counter[str] = Counter()
        self._missing: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        # Of a claim that pods share by name: how many pods name it, and its devices, counted once.
        self._shared: dict[str, tuple[int, dict[str, int]]] = {}

    def add(self, part: Resources, step: int) -> None:
        """Add `part` (`step` 1) or take it out (-1)."""
        amounts = self._amounts
        for key, amount in part.amounts.items():
            amounts[key] = amounts.get(key, 0) + step * amount
        if part.missing:
            for key in part.missing:
                _step(self._missing, key, step)
        for key, count in part.claims.items():
            _step(self._claims, key, step * count)
        for key, devices in part.shared_claims.items():
            users = self._shared.get(key, (0, devices))[0] + step
            if users > 0:
                self._shared[key] = (users, devices)
            else:
                self._shared.pop(key, None)
        for key in part.unknown:
            _step(self._unknown, key, step)

    def value(self) -> Resources:
        """The sum now."""
        amounts = {key: amount for key, amount in self._amounts.items() if amount}
        if not (amounts or self._missing or self._claims or self._shared or self._unknown):
            return NOTHING
        return Resources(
            amounts=amounts,
            missing=frozenset(self._missing),
            claims=dict(self._claims),
            shared_claims={key: devices for key, (_, devices) in self._shared.items()},
            unknown=tuple(sorted(self._unknown)),
        )


def _step(counter: Counter[str], key: str, step: int) -> None:
    counter[key] += step
    if not counter[key]:
        del counter[key]


class Tally:
    """The counts of one workload. Pods that no component takes are in the whole workload's count alone."""

    def __init__(self) -> None:
        self._counts: dict[Key, Count] = {}
        self._copies: dict[Key, set[str]] = {}

    def add(self, place: Place, facts: PodFacts) -> None:
        """Count a pod in."""
        self._apply(place, facts, 1)

    def remove(self, place: Place, facts: PodFacts) -> None:
        """Count a pod out; `place` and `facts` are those it was counted in with."""
        self._apply(place, facts, -1)

    def _apply(self, place: Place, facts: PodFacts, step: int) -> None:
        counts = self._counts
        for key in keys_of(place):
            count = counts.get(key)
            if count is None:
                count = counts[key] = Count()
                if len(key) == 3:
                    self._copies.setdefault(key[:2], set()).add(key[2])
            count.add(facts, step)
            if not count.pods:
                # A node without pods is as if none had ever been there.
                del counts[key]
                if len(key) == 3:
                    seen = self._copies[key[:2]]
                    seen.discard(key[2])
                    if not seen:
                        del self._copies[key[:2]]

    def at(self, *key: str) -> Count:
        """The count of a node; all zeros where no pod is."""
        return self._counts.get(key) or Count()

    def copies(self, component: str, instance: str) -> list[str]:
        """The copy keys seen among the pods of a role, in order: numbers as numbers."""
        return sorted(self._copies.get((component, instance), ()), key=_natural)


def keys_of(place: Place) -> Iterator[Key]:
    """The nodes that a pod at `place` counts in, from the whole workload down."""
    yield ()
    if place.component is None:
        return
    yield (place.component,)
    if place.instance is None:
        return
    yield (place.component, place.instance)
    if place.copies:
        yield (place.component, place.instance, copy_key(place))


def copy_key(place: Place) -> str:
    """The copy keys of a place as one text, outermost first: ``2``, ``0.1``."""
    return ".".join(key for _, key in place.copies)


def _natural(key: str) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (0, int(part), "") if part.isdecimal() and len(part) < 19 else (1, 0, part) for part in key.split(".")
    )


def merged(a: Count, b: Count) -> Count:
    """Both counts together, in a new one."""
    result = Count()
    for part in (a, b):
        result.current += part.current
        result.ready += part.ready
        result.finished += part.finished
        result.succeeded += part.succeeded
        result.terminating += part.terminating
        result.nodes.update(part.nodes)
        result.reasons.update(part.reasons)
        result.resources.add(part.resources.value(), 1)
    return result

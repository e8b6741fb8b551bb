# SPDX-License-Identifier: Apache-2.0
"""The pods of one workload: where each stands and how many there are, kept up pod by pod."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from workload_map.problems import Problem
from workload_map.workload import view
from workload_map.workload.facts import PodFacts
from workload_map.workload.owners import Key
from workload_map.workload.tally import Tally
from workload_map.workload.view import Placed

if TYPE_CHECKING:
    from workload_map.workload.plan import Plan
    from workload_map.workload.reading import Reading

__all__ = ["Counts", "Pod"]


class Pod(Protocol):
    """A pod as it is now."""

    object: dict[str, Any]

    def facts(self) -> PodFacts:
        """What it says of itself, worked out once."""
        ...


class Counts:
    """The pods of one workload. They are placed when they are first asked about; from then on each change costs
    the place and the count of one pod."""

    __slots__ = ("_ids", "_placed", "_plan", "_tally", "_told", "_worth_telling", "joined", "pods")

    def __init__(self) -> None:
        self.pods: dict[Key, Pod] = {}
        self.joined: dict[Key, None] = {}
        """Those of them that are here by the definition's rule, not by an owner."""
        self._placed: dict[Key, Placed] = {}
        self._worth_telling: dict[Key, Placed] = {}
        self._told: tuple[Problem, ...] | None = None
        self._tally: Tally | None = None
        self._plan: Plan | None = None
        self._ids: dict[str, tuple[str, ...]] = {}

    def add(self, key: Key, pod: Pod) -> None:
        """Take in a pod."""
        self.pods[key] = pod
        if self._tally is not None:
            self._count(key, pod)

    def remove(self, key: Key) -> None:
        """Forget a pod."""
        del self.pods[key]
        self.joined.pop(key, None)
        self._uncount(key)

    def change(self, key: Key) -> bool:
        """Look at a pod again; the answer is whether anything that counts may be another."""
        if self._tally is None or self._plan is None:
            return True
        pod = self.pods[key]
        if self._placed[key] == Placed(self._plan.place(pod.object, self._ids), pod.facts()):
            return False
        self._uncount(key)
        self._count(key, pod)
        return True

    def tally(self, reading: Reading) -> Tally:
        """The count of all of them by what the workload's object says now. They are placed anew only where its
        instances are others than before."""
        if self._tally is None or self._plan is not reading.plan or self._ids != reading.ids:
            self._plan, self._ids = reading.plan, reading.ids
            self._placed.clear()
            self._worth_telling.clear()
            self._told = None
            self._tally = Tally()
            for key, pod in self.pods.items():
                self._count(key, pod)
        return self._tally

    def told(self) -> tuple[Problem, ...]:
        """What is to be said of the pods as they were counted, in the order of their names."""
        if self._told is None:
            found = sorted(self._worth_telling.values(), key=lambda p: (p.facts.name, p.facts.uid))
            self._told = tuple(view.told(found))
        return self._told

    def _count(self, key: Key, pod: Pod) -> None:
        assert self._tally is not None
        assert self._plan is not None
        placed = Placed(self._plan.place(pod.object, self._ids), pod.facts())
        self._placed[key] = placed
        self._tally.add(placed.place, placed.facts)
        if placed.place.component is None or placed.place.problems or placed.facts.problems:
            self._worth_telling[key] = placed
            self._told = None

    def _uncount(self, key: Key) -> None:
        placed = self._placed.pop(key, None)
        if placed is not None:
            assert self._tally is not None
            self._tally.remove(placed.place, placed.facts)
            if self._worth_telling.pop(key, None) is not None:
                self._told = None

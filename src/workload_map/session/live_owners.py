# SPDX-License-Identifier: Apache-2.0
"""Which workloads an object belongs to, kept up while objects come and go.

The rules are those of `roots.Roots`; what is added here is who has to be looked at again when one object changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from workload_map.problems import Problem
from workload_map.session import marks
from workload_map.workload import owners
from workload_map.workload.owners import Ident, Key

__all__ = ["NOBODY", "Attribution", "Standing"]


class Standing(msgspec.Struct, frozen=True):
    """Where an object stands: keys of the described objects `above` it, the nearest first; what is to be said of
    its owners; and for a pod whose owner is not there or may not be read that owner's namespace, group and kind."""

    above: tuple[Key, ...] = ()
    marks: tuple[Problem, ...] = ()
    lost: tuple[str, str, str] | None = None


#: Of an object without an owner.
NOBODY: Final = Standing()


class Attribution:
    """An index of owners that tells which objects a change may move."""

    def __init__(self, described: Iterable[tuple[str, str]]) -> None:
        self.index = owners.Index(described)
        # Objects that name an owner whose UID is not in the index, by the owner's group, kind and name.
        self._open: dict[tuple[str, str, str], dict[Key, None]] = {}
        self._waits: dict[Key, tuple[str, str, str]] = {}

    def put(self, obj: dict[str, Any], ident: Ident) -> list[Key]:
        """Take in an object; the answer is every object that may stand elsewhere now, itself included, and is
        empty where neither its identity nor its owners changed."""
        index, key = self.index, ident.key
        moved: dict[Key, None] = {key: None}
        if key in index:
            if index.ident(key) == ident and index.owners(key) == owners.owners_of(obj.get("metadata")):
                return []
            moved.update(dict.fromkeys(self._dependents(key)))
            if index.ident(key) != ident:
                index.delete(key)
        index.upsert(obj)
        moved.update(dict.fromkeys(self._dependents(key)))
        for each in moved:
            self._wait(each)
        return list(moved)

    def delete(self, key: Key) -> list[Key]:
        """Forget an object that is there; the answer is every other object that may stand elsewhere now."""
        moved = dict.fromkeys(self._dependents(key))
        moved.pop(key, None)
        self._stop_waiting(key)
        self.index.delete(key)
        for each in moved:
            self._wait(each)
        return list(moved)

    def mark_unreadable(self, group: str, kind: str, namespace: str | None) -> list[Key]:
        """Remember that objects of a kind may not be read; the answer is as `put` gives it."""
        self.index.mark_unreadable(group, kind, namespace)
        moved: dict[Key, None] = {}
        for owner, children in self._open.items():
            if owner[:2] == (group, kind):
                moved.update(dict.fromkeys(self._below(children)))
        return list(moved)

    def standing(self, key: Key, *, pod: bool) -> Standing:
        """Where an object stands now."""
        index = self.index
        if not index.owners(key):
            return NOBODY
        chain = index.chain(key)
        end = chain.end
        top = end.below
        if top is None:
            return NOBODY
        circle = isinstance(end, owners.Unclear) and end.cycle
        if top.key == key or circle:
            # Of owners in a circle none is the top: each stands for itself, and says so.
            lost = None
            if pod and isinstance(end, (owners.Missing, owners.Unreadable)):
                lost = (chain.links[-1].namespace, *end.owner.group_kind)
            return Standing((), marks.of_owners(end, place="cluster"), lost)
        return Standing(tuple(link.key for link in index.holders(chain)))

    def _dependents(self, key: Key) -> Iterator[Key]:
        """All whose chain of owners meets this object, or would if it had the UID that they name."""
        group, kind, _, name, _ = self.index.ident(key)
        yield from self.index.descendants(key)
        yield from self._below(self._open.get((group, kind, name), ()))

    def _below(self, keys: Iterable[Key]) -> Iterator[Key]:
        for key in keys:
            yield key
            yield from self.index.descendants(key)

    def _wait(self, key: Key) -> None:
        named = self.index.owners(key)
        waits = None
        if len(named) == 1:
            owner = named[0]
            if not owner.uid or owner.uid not in self.index:
                waits = (owner.group, owner.kind, owner.name)
        if waits != self._waits.get(key):
            self._stop_waiting(key)
            if waits is not None:
                self._waits[key] = waits
                self._open.setdefault(waits, {})[key] = None

    def _stop_waiting(self, key: Key) -> None:
        waits = self._waits.pop(key, None)
        if waits is not None:
            others = self._open[waits]
            del others[key]
            if not others:
                del self._open[waits]

# SPDX-License-Identifier: Apache-2.0
"""Which gang one pod belongs to: from the pod and its root's reading, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workload_map.problems import Problem
from workload_map.workload.gangs import keys as pod_keys
from workload_map.workload.gangs.model import GangPlace
from workload_map.workload.gangs.trees import Forest, Level, Slot
from workload_map.workload.reading import Place, role_id

__all__ = ["Placer"]


class Placer:
    """Finds the gangs of one object's pods; what is equal for many of them is worked out once."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self._opened: dict[str, dict[str, None]] = {}
        self._places: dict[tuple[tuple[str, ...], tuple[str, ...]], GangPlace] = {}

    def gang_of(self, pod: Mapping[str, Any], place: Place) -> GangPlace:
        """The gang of a pod that stands at `place` in the workload."""
        if place.component is None:
            return GangPlace(problems=place.problems)
        if place.instance is None:
            return self._without_instance(pod, place)
        slots = self.forest.slots.get((place.component, place.instance))
        if not slots:
            return GangPlace(problems=(_no_gang(role_id(place.component, place.instance)),))
        return self._in(slots, pod, role_id(place.component, place.instance))

    def opened(self, path: str) -> tuple[str, ...]:
        """Keys that pods gave so far for the tree at `path`, whose copies the object does not tell."""
        return tuple(sorted(self._opened.get(path, ())))

    def _without_instance(self, pod: Mapping[str, Any], place: Place) -> GangPlace:
        """The instance does not matter where all instances of the component are in one leaf."""
        found = {slots for (component, _), slots in self.forest.slots.items() if component == place.component}
        if len(found) == 1 and all(slot.whole for slots in found for slot in slots):
            return self._in(found.pop(), pod, place.component or "")
        if found:
            return GangPlace(problems=place.problems)
        return GangPlace(problems=(_no_gang(place.component or ""),))

    def _in(self, slots: tuple[Slot, ...], pod: Mapping[str, Any], role: str) -> GangPlace:
        problems: list[Problem] = []
        for slot in slots:
            if not slot.levels and slot.keys is None:
                return self._made(slot, (), ())
            if slot.keys is not None:
                if pod_keys.passes(slot.keys, pod, role, problems):
                    keys = pod_keys.keys_of(slot.keys, pod, role, problems)
                    if keys is not None:
                        return self._made(slot, keys, (len(slot.path),) * len(keys))
                continue
            keys = _copy_keys(slot.levels, pod, role, problems)
            if keys is None:
                continue
            # One that was made before is of keys that there are.
            known = self._places.get((slot.path, keys))
            if known is not None:
                return known
            unknown = _unknown_copy(slot.levels, keys, role)
            if unknown is None:
                return self._made(slot, keys, tuple(level.depth for level in slot.levels))
            problems.append(unknown)
        return GangPlace(problems=tuple(dict.fromkeys(problems)) or (_no_gang(role),))

    def _made(self, slot: Slot, keys: tuple[str, ...], depths: tuple[int, ...]) -> GangPlace:
        known = (slot.path, keys)
        found = self._places.get(known)
        if found is None:
            chain = tuple(
                self.forest.names.of(
                    slot.path[:length],
                    tuple(key for key, depth in zip(keys, depths, strict=True) if depth <= length),
                )
                for length in range(1, len(slot.path) + 1)
            )
            if slot.levels and slot.levels[0].depth == 1 and slot.levels[0].end is None:
                self._opened.setdefault(slot.path[0], {})[keys[0]] = None
            found = self._places[known] = GangPlace(
                name=chain[-1], path="/".join(slot.path), copy=".".join(keys) or None, chain=chain
            )
        return found


def _copy_keys(
    levels: tuple[Level, ...], pod: Mapping[str, Any], role: str, problems: list[Problem]
) -> tuple[str, ...] | None:
    keys = []
    for level in levels:
        key = pod_keys.key_of(level.plan.key, pod, role, problems)
        if key is None:
            return None
        keys.append(key)
    return tuple(keys)


def _unknown_copy(levels: tuple[Level, ...], keys: tuple[str, ...], role: str) -> Problem | None:
    """What is wrong with the first key that is of no copy."""
    for level, key in zip(levels, keys, strict=True):
        if level.end is None or _is_copy(key, level.first, level.end):
            continue
        there = f"{level.first} to {level.end - 1}" if level.end > level.first else "none"
        return Problem(
            code="gang.unknown-copy",
            severity="warning",
            message=f'{level.plan.key.label} gives "{key}" on a pod; the copies that the object asks for: {there}',
            at=role,
        )
    return None


def _is_copy(key: str, first: int, end: int) -> bool:
    # Only as the number is written by everyone: a gang must not have two names.
    plain = key.isascii() and key.isdigit() and len(key) < 10 and str(int(key)) == key
    return plain and first <= int(key) < end


def _no_gang(role: str) -> Problem:
    return Problem(
        code="gang.none", severity="info", message=f"the pods of {role} are in no gang now", at=role
    )

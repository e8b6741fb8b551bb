# SPDX-License-Identifier: Apache-2.0
"""From gangs to the objects of one scheduler: what no target takes is sorted out first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from workload_map.problems import Problem
from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.names import without_uid
from workload_map.workload.gangs.targets import composite, coscheduling, kai, kueue, native, volcano
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.model import Capabilities, Target, Translation
from workload_map.workload.gangs.targets.numbers import leaves, node_id
from workload_map.workload.reading import Reading

__all__ = ["translate"]

_BUILDERS: Final[dict[Target, Callable[[Draft], None]]] = {
    "native": native.build,
    "composite": composite.build,
    "kai": kai.build,
    "volcano": volcano.build,
    "kueue": kueue.build,
    "coscheduling": coscheduling.build,
}


def translate(
    reading: Reading, gangs: Sequence[Gang], target: Target, *, capabilities: Capabilities | None = None
) -> Translation:
    """The gangs of a workload as the target's objects and bindings, and all that its API cannot say of them.

    Gangs that are not active get no objects, which is said; of a suspended workload they do in Kueue, which resumes
    it when there is quota. A gang whose controller writes its own groups, or
    whose minimum is not known, refuses the whole. Pure: nothing is asked of a cluster.
    """
    waits = target == "kueue" and reading.suspended
    trees = [gang for gang in gangs if gang.active or waits]
    draft = Draft(reading, trees, target, capabilities or Capabilities())
    draft.problems.extend(_about(reading, gangs, trees))
    for tree in trees:
        _refuse(draft, tree)
    if draft.refused:
        return draft.finish()
    by_name = {gang.name: gang for gang in gangs}
    shared = _shared(reading)
    for tree in trees:
        if tree.copy is None and tree.path in shared:
            draft.lose(tree, "only its pods tell how many such gangs there are: all of them share this group")
        if tree.start_after:
            first = ", ".join(_called(by_name.get(name), name, tree) for name in tree.start_after)
            draft.lose(
                tree, f"starts after {first}: groups have no order, only the workload's controller keeps it"
            )
    _BUILDERS[target](draft)
    return draft.finish()


def _about(reading: Reading, gangs: Sequence[Gang], trees: Sequence[Gang]) -> list[Problem]:
    found: list[Problem] = []
    if not gangs:
        found.append(
            Problem(code="gang.none", severity="info", message="no pods of this workload must start together")
        )
    wanted = {gang.name for gang in trees}
    idle = [gang for gang in gangs if gang.name not in wanted]
    if idle:
        listed = ", ".join(dict.fromkeys(gang.path for gang in idle))
        found.append(
            Problem(
                code="gang.inactive",
                severity="info",
                message=f"no objects for what is not wanted now: {listed}",
            )
        )
    unowned = without_uid(reading)
    if unowned is not None and trees:
        found.append(unowned)
    return found


def _shared(reading: Reading) -> set[str]:
    """Trees of which one stands for all copies, where the object does not tell them."""
    return {
        slot.path[0]
        for slots in reading.gang_placer.forest.slots.values()
        for slot in slots
        if (slot.keys is not None and slot.keys.keys) or (slot.levels and slot.levels[0].end is None)
    }


def _called(gang: Gang | None, name: str, beside: Gang) -> str:
    """Another tree; one of the same copy by its path alone, so that all copies say the same."""
    if gang is None:
        return name
    return gang.path if gang.copy == beside.copy else node_id(gang)


def _refuse(draft: Draft, tree: Gang) -> None:
    if any(node.written_by is not None for node in tree.walk()):
        draft.refuse(
            "written-by-operator",
            f"the controller of {draft.reading.kind} writes its scheduler's groups itself",
            tree,
        )
    for leaf in leaves(tree):
        if leaf.min_pods is None:
            draft.refuse("unknown-minimum", f"the minimum of {node_id(leaf)} is not known", leaf)

# SPDX-License-Identifier: Apache-2.0
"""What a group with one number for all its pods loses of a tree."""

from __future__ import annotations

from typing import Final

from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.numbers import choices, least, node_id, parts, starved

__all__ = ["lose_inner_topology", "lose_queue", "lose_structure", "lose_topology", "pods"]

_KUEUE: Final = "kueue.x-k8s.io/queue-name"


def lose_structure(draft: Draft, tree: Gang) -> None:
    """Say what is lost when only the total of `least` pods is asked for."""
    chosen = list(choices(tree))
    for node in chosen:
        draft.lose(
            node,
            f"{node.min_children} of {len(node.children)} parts suffice: only their sum of {pods(least(node))} is "
            "asked for, which may be spread over more parts with none of them whole",
        )
    if chosen:
        return
    count = least(tree)
    found = starved(parts(tree), count)
    if found:
        missing = ", ".join(f"{part.name} (needs {part.min})" for part in found)
        suffice = "suffices" if count == 1 else "suffice"
        draft.lose(tree, f"any {pods(count)} {suffice}, so that pods may be missing from: {missing}")


def pods(count: int) -> str:
    """``1 pod``, ``2 pods``."""
    return f"{count} pod" if count == 1 else f"{count} pods"


def lose_queue(draft: Draft, tree: Gang) -> None:
    """Say that the queue of the tree is lost; one of Kueue is not, which reads it on the workload itself."""
    metadata = draft.reading.object.get("metadata")
    labels = metadata.get("labels") if isinstance(metadata, dict) else None
    if tree.queue is None or (isinstance(labels, dict) and labels.get(_KUEUE) == tree.queue):
        return
    draft.lose(tree, f"queue {tree.queue}: there are no queues")


def lose_topology(draft: Draft, tree: Gang, why: str) -> None:
    """Say that no topology of the tree can be asked for."""
    for node in tree.walk():
        for strength, level in _levels(node.topology):
            draft.lose(node, f"topology {level} ({strength}): {why}")


def lose_inner_topology(draft: Draft, tree: Gang) -> None:
    """Say what topology below the root is lost; what the root asks for as well is not."""
    top = tree.topology or Topology()
    for node in tree.walk():
        if node is tree:
            continue
        for strength, level in _levels(node.topology):
            if strength == "required" and level == top.required:
                continue
            draft.lose(
                node, f"topology {level} ({strength}): the group has one topology, that of {node_id(tree)}"
            )


def _levels(topology: Topology | None) -> list[tuple[str, str]]:
    if topology is None:
        return []
    found = [("required", topology.required), ("preferred", topology.preferred)]
    return [(strength, level) for strength, level in found if level]

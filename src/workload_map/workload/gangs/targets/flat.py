# SPDX-License-Identifier: Apache-2.0
"""What a group with one number for all its pods loses of a tree."""

from __future__ import annotations

from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.numbers import least, needs_all, node_id, parts, starved

__all__ = ["lose_inner_topology", "lose_structure", "lose_topology"]


def lose_structure(draft: Draft, tree: Gang, *, roles_kept: bool = False) -> None:
    """Say what is lost when only the total of `least` pods is asked for.

    With `roles_kept` the group also asks for the minimum of each part, so that only "N of M" can be lost.
    """
    choices = [node for node in tree.walk() if not needs_all(node)]
    for node in choices:
        draft.lose(
            node,
            f"{node.min_children} of {len(node.children)} parts suffice: only the sum of {least(node)} pods is "
            "asked for, which may be of more parts with none of them whole",
        )
    if choices or roles_kept:
        return
    count = least(tree)
    found = starved(parts(tree), count)
    if found:
        missing = ", ".join(f"{part.name} (needs {part.min})" for part in found)
        draft.lose(tree, f"any {count} pods suffice, so that pods may be missing from: {missing}")


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

# SPDX-License-Identifier: Apache-2.0
"""The labels by which the pods of one copy of a gang differ from those of another."""

from __future__ import annotations

from workload_map import jq
from workload_map.jq import ast
from workload_map.workload.expr import Expr
from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets.numbers import leaves
from workload_map.workload.reading import Reading

__all__ = ["copy_labels", "label_read"]


def copy_labels(reading: Reading, gang: Gang) -> tuple[str, ...] | None:
    """Labels whose values together tell the copies of `gang` apart, one for each level of copies down to it; None
    where a level's key is no plain label of the pod."""
    leaf = next(leaves(gang), None)
    if leaf is None or not leaf.members:
        return None
    member = leaf.members[0]
    depth = gang.path.count("/") + 1
    for slot in reading.gang_placer.forest.slots.get((member.component, member.instance), ()):
        if "/".join(slot.path) == leaf.path:
            keys = [label_read(level.plan.key) for level in slot.levels if level.depth <= depth]
            known = tuple(key for key in keys if key is not None)
            return known if known and len(known) == len(keys) else None
    return None


def label_read(expr: Expr) -> str | None:
    """The label that the expression gives as it stands (``.metadata.labels["x"]``, with ``// empty`` or without);
    None for anything else."""
    tree = jq.parse(expr.text)
    if isinstance(tree, ast.Alternative):
        first, *others = tree.items
        if not all(isinstance(other, ast.Call) and other.name == "empty" for other in others):
            return None
        tree = first
    if not isinstance(tree, ast.Path) or not isinstance(tree.base, ast.Identity) or len(tree.steps) != 3:
        return None
    keys: list[str] = []
    for step in tree.steps:
        if not isinstance(step, ast.Index) or not isinstance(step.key, ast.Literal):
            return None
        if not isinstance(step.key.value, str):
            return None
        keys.append(step.key.value)
    return keys[2] if keys[:2] == ["metadata", "labels"] else None

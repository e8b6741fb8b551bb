# SPDX-License-Identifier: Apache-2.0
"""KAI Scheduler: ``scheduling.run.ai/v2alpha2`` PodGroup, with a flat list of subgroups that make a tree.

Source: KAI ``pkg/apis/scheduling/v2alpha2/podgroup_types.go`` and ``podgroup_webhook.go``. Versions before 0.15 have
no minimum of children and a podgrouper that replaces the group of every owned pod.
"""

from __future__ import annotations

from typing import Any, Final

from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets.bindings import Carried, assign
from workload_map.workload.gangs.targets.draft import Draft, lose_alone
from workload_map.workload.gangs.targets.names import relative_names
from workload_map.workload.gangs.targets.numbers import least, leaves, needs_all, split_idle
from workload_map.workload.gangs.targets.pods import one_priority, queue

__all__ = ["SCHEDULER", "build"]

SCHEDULER: Final = "kai-scheduler"
_API: Final = "scheduling.run.ai/v2alpha2"
_QUEUE: Final = "kai.scheduler/queue"
_TOPOLOGY: Final = "kai.scheduler/topology"
_GROUP: Final = "pod-group-name"
_SUBGROUP: Final = "kai.scheduler/subgroup-name"
_SKIP: Final = "kai.scheduler/skip-podgrouper"


def build(draft: Draft) -> None:
    """One PodGroup for each tree."""
    placed: list[tuple[Gang, Gang]] = []
    subgroups: list[tuple[Gang, str]] = []
    newer = draft.can.kai_min_sub_group
    if not newer and draft.trees:
        draft.note(
            "podgrouper",
            "this version of KAI replaces the group of every pod that has an owner: keep its podgrouper off these "
            "pods with --namespace-label-selector or --pod-label-selector",
            warning=True,
        )
    for tree in draft.trees:
        needed, alone = split_idle(tree)
        lose_alone(draft, tree, alone)
        for root in alone if needed is None else [needed, *alone]:
            placed += ((leaf, root) for leaf in leaves(root))
            subgroups += _pod_group(draft, root, one_priority(draft, tree))
    skip = {_SKIP: "true"} if newer else {}
    draft.bindings += assign(
        draft.reading,
        placed,
        group=Carried(annotations={_GROUP: "{name}"}),
        always=Carried(annotations=skip, scheduler_name=SCHEDULER),
        own={
            (leaf.name, member.component, member.instance): Carried(labels={_SUBGROUP: name})
            for leaf, name in subgroups
            for member in leaf.members
        },
        copies_differ=True,
    )


def _pod_group(draft: Draft, root: Gang, priority: str | None) -> list[tuple[Gang, str]]:
    """Add the PodGroup of one tree; gives the subgroup of each leaf."""
    newer = draft.can.kai_min_sub_group
    spec: dict[str, Any] = {
        "queue": queue(draft, root, (_QUEUE,), draft.can.kai_queue, "Queue of scheduling.run.ai"),
        "priorityClassName": priority,
        "topologyConstraint": _topology(draft, root),
    }
    inner = [node for node in root.walk() if node is not root]
    names = dict(
        zip(
            (node.name for node in inner),
            relative_names((_below(node.path, root.path), _inner_copy(node, root)) for node in inner),
            strict=True,
        )
    )
    if not newer:
        # With subgroups the number at the root is not looked at; all children are always required.
        spec["minMember"] = max(least(root), 1)
        for node in root.walk():
            if not needs_all(node):
                draft.lose(
                    node,
                    f"all {len(node.children)} parts are needed together, though {node.min_children} would suffice",
                )
    elif root.is_leaf:
        # A pod that nothing waits for, and that waits for nothing, is a group of 1 at its smallest.
        spec["minMember"] = root.min_pods or 1
    else:
        spec["minSubGroup"] = root.min_children
    if inner:
        spec["subGroups"] = [
            item for child in root.children for item in _sub_groups(draft, child, None, names)
        ]
    draft.add(_API, "PodGroup", root, spec)
    return [(leaf, names[leaf.name]) for leaf in leaves(root) if leaf is not root]


def _sub_groups(draft: Draft, gang: Gang, parent: str | None, names: dict[str, str]) -> list[dict[str, Any]]:
    item: dict[str, Any] = {"name": names[gang.name]}
    if parent is not None:
        item["parent"] = parent
    if gang.is_leaf:
        item["minMember"] = gang.min_pods or 0
    elif draft.can.kai_min_sub_group:
        item["minSubGroup"] = gang.min_children
    topology = _topology(draft, gang)
    if topology is not None:
        item["topologyConstraint"] = topology
    found = [item]
    for child in gang.children:
        found += _sub_groups(draft, child, names[gang.name], names)
    return found


def _below(path: str, root: str) -> str:
    return path.removeprefix(root + "/")


def _inner_copy(node: Gang, root: Gang) -> str | None:
    """The copy key without that of the root's own copy, which the group's name has already."""
    if node.copy is None or root.copy is None:
        return node.copy
    return node.copy.removeprefix(root.copy).lstrip(".") or None


def _topology(draft: Draft, gang: Gang) -> dict[str, str] | None:
    topology = gang.topology
    if topology is None or not (topology.required or topology.preferred):
        return None
    name = draft.can.kai_topology
    if name is None:
        metadata = draft.reading.object.get("metadata")
        annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
        said = annotations.get(_TOPOLOGY) if isinstance(annotations, dict) else None
        name = said if isinstance(said, str) and said else None
    if name is None:
        levels = " and ".join(level for level in (topology.required, topology.preferred) if level)
        draft.lose(
            gang,
            f"topology {levels}: the workload does not name KAI's Topology object (annotation {_TOPOLOGY})",
        )
        return None
    found = {"topology": name}
    if topology.required:
        found["requiredTopologyLevel"] = topology.required
    if topology.preferred:
        found["preferredTopologyLevel"] = topology.preferred
    return found

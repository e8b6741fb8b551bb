# SPDX-License-Identifier: Apache-2.0
"""Kubernetes' own groups, one level: ``scheduling.k8s.io/v1beta1`` PodGroup.

A PodGroup by itself is enough: the scheduler never reads Workload objects
(kubernetes 1.37 ``pkg/scheduler/framework/plugins/gangscheduling``).
"""

from __future__ import annotations

from typing import Any, Final

from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets import flat
from workload_map.workload.gangs.targets.bindings import Carried, assign
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.names import is_label_key
from workload_map.workload.gangs.targets.numbers import least, leaves
from workload_map.workload.gangs.targets.pods import priorities, scheduler_names

__all__ = ["API", "bind", "build", "check", "constraints", "one_of_pods", "policy"]

API: Final = "scheduling.k8s.io/v1beta1"

#: Groups whose kinds keep ``schedulingGroup`` in their pod templates, by the schemas of their CRDs; any other
#: kind's API server prunes the field. "": the core kinds, with batch and apps.
_CARRIERS: Final = frozenset(
    [
        "",
        "apps",
        "batch",
        "batch.volcano.sh",
        "agents.x-k8s.io",
        "disaggregatedset.x-k8s.io",
        "flink.apache.org",
        "jobset.x-k8s.io",
        "kubeflow.org",
        "leaderworkerset.x-k8s.io",
        "ray.io",
    ]
)


def build(draft: Draft) -> None:
    """One PodGroup for each tree."""
    for tree in draft.trees:
        check(draft, tree)
        flat.lose_structure(draft, tree)
        flat.lose_inner_topology(draft, tree)
        draft.add(
            API,
            "PodGroup",
            tree,
            {
                "schedulingPolicy": policy("minCount", least(tree)),
                "schedulingConstraints": constraints(draft, tree, tree.topology),
                "priorityClassName": one_of_pods(draft, tree),
            },
        )
    bind(draft, [(leaf, tree) for tree in draft.trees for leaf in leaves(tree)])


def check(draft: Draft, tree: Gang) -> None:
    """Refuse what the scheduler would not take: pods of one tree share priority and scheduler, and topology is hard
    (kubernetes 1.37 ``pkg/scheduler/schedule_one_podgroup.go``)."""
    found = priorities(draft.reading, tree)
    if len(found) > 1:
        listed = ", ".join(f"{name or 'none'} ({role})" for name, role in found.items())
        draft.refuse(
            "mixed-priority", f"all pods of a tree need one priority class, they have {listed}", tree
        )
    schedulers = scheduler_names(draft.reading, tree)
    if len(schedulers) > 1:
        listed = ", ".join(f"{name or 'default-scheduler'} ({role})" for name, role in schedulers.items())
        draft.refuse(
            "mixed-scheduler", f"all pods of a tree need one schedulerName, they have {listed}", tree
        )
    for node in tree.walk():
        if node.topology is not None and node.topology.preferred:
            draft.refuse(
                "preferred-topology",
                f"topology {node.topology.preferred} is preferred, and this API only has a required one",
                node,
            )
        if node.topology is not None and node.topology.required and not is_label_key(node.topology.required):
            draft.refuse(
                "topology-key", f"topology {node.topology.required} is not the key of a node label", node
            )
    flat.lose_queue(draft, tree)


def policy(field: str, minimum: int) -> dict[str, Any]:
    """The scheduling policy: a gang from 1 on, each pod by itself where nothing is needed."""
    return {"gang": {field: minimum}} if minimum else {"basic": {}}


def constraints(draft: Draft, gang: Gang, topology: Topology | None) -> dict[str, Any] | None:
    """The topology of a group; it is lost, which is said, where the server's gate is off."""
    if topology is None or not topology.required:
        return None
    if not draft.can.native_topology:
        draft.lose(
            gang,
            f"topology {topology.required} (required): the server erases it, its gate "
            "TopologyAwareWorkloadScheduling is off",
        )
        return None
    return {"topology": [{"key": topology.required}]}


def one_of_pods(draft: Draft, tree: Gang) -> str | None:
    """The priority class of the tree's pods; `check` has seen that it is one."""
    return next(iter(priorities(draft.reading, tree)), tree.priority)


def bind(draft: Draft, placed: list[tuple[Gang, Gang]]) -> None:
    """Name the group in ``schedulingGroup`` of each pod."""
    group, _, _ = draft.reading.api_version.rpartition("/")
    carries = group in _CARRIERS and draft.reading.kind != "MPIJob"
    if not carries and placed:
        draft.note(
            "no-template-field",
            f"the schema of {draft.reading.kind} has no schedulingGroup in its pod templates and drops it: each pod "
            "must be bound when it is created",
            warning=True,
        )
    draft.bindings += assign(
        draft.reading, placed, group=Carried(scheduling_group="{name}"), templates=carries
    )

# SPDX-License-Identifier: Apache-2.0
"""Kueue: ``kueue.x-k8s.io/v1beta2`` Workload, or plain pod groups. Kueue admits by quota and places no pods.

Source: kueue 0.17 ``pkg/controller/jobframework`` and ``pkg/controller/jobs``.
"""

from __future__ import annotations

from typing import Final

from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets.bindings import Carried, assign
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.model import Binding
from workload_map.workload.gangs.targets.numbers import chains, least, leaves, needs_all
from workload_map.workload.gangs.targets.pods import one_priority, queue
from workload_map.workload.gangs.targets.podsets import pod_sets
from workload_map.workload.reading import Reading, role_id

__all__ = ["build"]

_API: Final = "kueue.x-k8s.io/v1beta2"
_QUEUE: Final = "kueue.x-k8s.io/queue-name"
_PREBUILT: Final = "kueue.x-k8s.io/prebuilt-workload-name"
_GROUP: Final = "kueue.x-k8s.io/pod-group-name"
_TOTAL: Final = "kueue.x-k8s.io/pod-group-total-count"
_TOPOLOGY: Final = "kueue.x-k8s.io/podset-{}-topology"
_SLICE_TOPOLOGY: Final = "kueue.x-k8s.io/podset-slice-required-topology"
_SLICE_SIZE: Final = "kueue.x-k8s.io/podset-slice-size"
_PODSET_GROUP: Final = "kueue.x-k8s.io/podset-group-name"

#: Kinds that take a Workload made beforehand.
_TAKES_PREBUILT: Final = frozenset(
    [
        ("batch", "Job"),
        ("jobset.x-k8s.io", "JobSet"),
        ("kubeflow.org", "MPIJob"),
        ("kubeflow.org", "PaddleJob"),
        ("kubeflow.org", "PyTorchJob"),
        ("kubeflow.org", "TFJob"),
        ("kubeflow.org", "XGBoostJob"),
        ("ray.io", "RayCluster"),
        ("ray.io", "RayJob"),
        ("ray.io", "RayService"),
    ]
)
#: Kinds for which Kueue makes Workloads that nobody else may make, or whose pods are in no field of theirs.
_MAKES_ITS_OWN: Final = frozenset(
    [
        ("", "Pod"),
        ("apps", "Deployment"),
        ("apps", "StatefulSet"),
        ("kubeflow.org", "JAXJob"),
        ("leaderworkerset.x-k8s.io", "LeaderWorkerSet"),
        ("sparkoperator.k8s.io", "SparkApplication"),
        ("trainer.kubeflow.org", "TrainJob"),
        ("workload.codeflare.dev", "AppWrapper"),
    ]
)


def build(draft: Draft) -> None:
    """One Workload for the object where its kind takes that, the label alone where Kueue makes it, else a pod
    group for each tree."""
    if not draft.trees:
        return
    for tree in draft.trees:
        draft.lose(tree, "quota is held for all its pods together, which are then scheduled one by one")
    kind = _kind(draft.reading)
    if kind in _TAKES_PREBUILT:
        _prebuilt(draft)
    elif kind in _MAKES_ITS_OWN:
        for tree in draft.trees:
            _lose_minimums(draft, tree)
            _lose_levels(draft, tree)
        labels = {_QUEUE: _queue(draft, draft.trees[0])}
        draft.bindings.append(Binding(where="object", labels=labels))
        draft.note("made-by-kueue", f"Kueue makes the Workloads of a {draft.reading.kind} itself")
    else:
        _pod_groups(draft)


def _kind(reading: Reading) -> tuple[str, str]:
    group, _, version = reading.api_version.rpartition("/")
    # Two kinds share this name, and Kueue knows the newer one.
    kind = "MPIJob/v1" if reading.kind == "MPIJob" and version == "v1" else reading.kind
    return group, kind


def _queue(draft: Draft, tree: Gang) -> str:
    return queue(draft, tree, (_QUEUE,), draft.can.kueue_queue, "LocalQueue of kueue.x-k8s.io")


def _prebuilt(draft: Draft) -> None:
    first = draft.trees[0]
    topologies = _topologies(draft)
    sets = pod_sets(draft.reading, annotations=topologies)
    if len(sets) > draft.can.kueue_pod_sets:
        draft.refuse(
            "too-many-pod-sets",
            f"{len(sets)} roles, and a Workload of this version of Kueue holds {draft.can.kueue_pod_sets}",
            first,
        )
    for one in sets:
        if one.count is None:
            draft.refuse(
                "unknown-count",
                f"the number of pods of {role_id(one.component, one.instance)} is not known",
                first,
            )
    reduced = any(one.min_count is not None for one in sets)
    for tree in draft.trees:
        if not reduced:
            _lose_minimums(draft, tree)
    if len(draft.trees) > 1:
        draft.lose(
            first, f"it is admitted together with the {len(draft.trees) - 1} other trees, or none of them is"
        )
    priority = one_priority(draft, first)
    if priority is not None:
        draft.lose(
            first, f"priority {priority}: a Workload needs its number too, which the object does not hold"
        )
    local = _queue(draft, first)
    draft.add(
        _API,
        "Workload",
        first,
        {"queueName": local, "podSets": [one.as_field() for one in sets]},
    )
    draft.bindings.append(Binding(where="object", labels={_QUEUE: local, _PREBUILT: first.name}))
    draft.bindings += (
        Binding(component=component, instance=instance, where="template", annotations=values)
        for (component, instance), values in topologies.items()
        if values
    )


def _pod_groups(draft: Draft) -> None:
    for tree in draft.trees:
        roles = {(m.component, m.instance) for leaf in leaves(tree) for m in leaf.members}
        if tree.desired_pods is None:
            draft.refuse(
                "unknown-count", "a pod group needs the number of its pods, which is not known", tree
            )
        if len(roles) > draft.can.kueue_pod_sets:
            draft.refuse(
                "too-many-pod-sets",
                f"{len(roles)} roles, and a pod group of this version of Kueue has at most "
                f"{draft.can.kueue_pod_sets} shapes of pods",
                tree,
            )
        _lose_minimums(draft, tree)
        _lose_levels(draft, tree)
        group = Carried(
            labels={_GROUP: "{name}", _QUEUE: _queue(draft, tree)},
            annotations={_TOTAL: str(tree.desired_pods)},
        )
        draft.bindings += assign(
            draft.reading, [(leaf, tree) for leaf in leaves(tree)], group=group, templates=_alone(draft, tree)
        )


def _alone(draft: Draft, tree: Gang) -> bool:
    """Whether no role of the tree has pods in another one."""
    roles = {(m.component, m.instance) for leaf in leaves(tree) for m in leaf.members}
    return not any(
        (m.component, m.instance) in roles
        for other in draft.trees
        if other is not tree
        for leaf in leaves(other)
        for m in leaf.members
    )


def _lose_minimums(draft: Draft, tree: Gang) -> None:
    for node in tree.walk():
        if not needs_all(node):
            draft.lose(
                node,
                f"{node.min_children} of {len(node.children)} parts suffice: quota for all of them is waited for",
            )
        elif node.is_leaf and node.desired_pods is not None and least(node) < node.desired_pods:
            draft.lose(
                node,
                f"{least(node)} of {node.desired_pods} pods suffice: quota for all of them is waited for",
            )


def _lose_levels(draft: Draft, tree: Gang) -> None:
    for node in tree.walk():
        for level in _wanted(node.topology):
            draft.lose(node, f"topology {level}: it is asked for on pods that Kueue groups itself")


def _wanted(topology: Topology | None) -> list[str]:
    return [] if topology is None else [one for one in (topology.required, topology.preferred) if one]


def _topologies(draft: Draft) -> dict[tuple[str, str], dict[str, str]]:
    """Annotations for the pod templates of roles that a gang wants close together, by role.

    What a template asks of Kueue already stays as it is.
    """
    nearest: dict[tuple[str, str], dict[str, Gang]] = {}
    for tree in draft.trees:
        for chain in chains(tree):
            asking = [node for node in chain if _wanted(node.topology)]
            for member in chain[-1].members if asking else ():
                role = (member.component, member.instance)
                nearest.setdefault(role, {})[asking[-1].name] = asking[-1]
    sets = {(one.component, one.instance): one for one in pod_sets(draft.reading)}
    found: dict[tuple[str, str], dict[str, str]] = {}
    for role, gangs in nearest.items():
        if role in sets and not sets[role].asks_topology:
            first = next(iter(gangs.values()))
            shared = [other for other, nodes in nearest.items() if first.name in nodes]
            found[role] = _of_copies(draft, first, role) if len(gangs) > 1 else _of_role(draft, first)
            if len(shared) > 1:
                # Two pod sets, one of them of one pod, can share a domain; no others can.
                if (
                    len(gangs) == 1
                    and len(sets) == 2 == len(shared)
                    and 1 in (one.count for one in sets.values())
                ):
                    found[role][_PODSET_GROUP] = first.name
                else:
                    level = _wanted(first.topology)[0]
                    draft.lose(first, f"topology {level}: each role is placed in a domain of its own")
    return found


def _of_role(draft: Draft, gang: Gang) -> dict[str, str]:
    topology = gang.topology or Topology()
    if topology.required and topology.preferred:
        draft.lose(gang, f"topology {topology.preferred} (preferred): a pod set has one topology")
    kind = "required" if topology.required else "preferred"
    return {_TOPOLOGY.format(kind): topology.required or topology.preferred or ""}


def _of_copies(draft: Draft, gang: Gang, role: tuple[str, str]) -> dict[str, str]:
    """Each copy in a domain of its own: slices of a pod set."""
    topology = gang.topology or Topology()
    if topology.preferred:
        draft.lose(
            gang, f"topology {topology.preferred} (preferred): slices of a pod set have a required one alone"
        )
    sizes = [m.desired for leaf in leaves(gang) for m in leaf.members if (m.component, m.instance) == role]
    known = [size for size in sizes if size is not None]
    if not topology.required or len(known) < len(sizes):
        return {}
    return {_SLICE_TOPOLOGY: topology.required, _SLICE_SIZE: str(sum(known))}

# SPDX-License-Identifier: Apache-2.0
"""Workloads of several kinds, and their pods as their controllers would label them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from workload_map.workload.gangs import Gang, Member
from workload_map.workload.gangs.targets import Binding, Bound
from workload_map.workload.reading import Reading, role_id

#: The node label by which a workload's pods come to its own nodes only.
TRIAL = "live.workload-map/trial"
RACK = "live.workload-map/rack"

Object = dict[str, Any]


def template(trial: str, *, annotations: Mapping[str, str] | None = None, **spec: Any) -> Object:
    """A pod template: one GPU, on the nodes of one trial."""
    container = {
        "name": "main",
        "image": "train:1",
        "resources": {"limits": {"nvidia.com/gpu": "1"}, "requests": {"cpu": "1", "memory": "1Gi"}},
    }
    found = {"spec": {"nodeSelector": {TRIAL: trial}, "containers": [container], **spec}}
    return {"metadata": {"annotations": dict(annotations)}, **found} if annotations else found


def _object(api_version: str, kind: str, namespace: str, spec: Object) -> Object:
    return {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": kind.lower()[:8], "namespace": namespace},
        "spec": spec,
    }


def job(namespace: str, *, annotations: Mapping[str, str] | None = None) -> Object:
    """Three pods."""
    made = template(namespace, annotations=annotations, restartPolicy="Never")
    return _object("batch/v1", "Job", namespace, {"parallelism": 3, "completions": 3, "template": made})


def racked_job(namespace: str) -> Object:
    """Three pods that must stand in one rack."""
    return job(namespace, annotations={"kueue.x-k8s.io/podset-required-topology": RACK})


def jobset(namespace: str) -> Object:
    """A leader, and two Jobs of two workers each."""
    parts = [
        {
            "name": name,
            "replicas": replicas,
            "template": {
                "spec": {
                    "parallelism": size,
                    "completions": size,
                    "completionMode": "Indexed",
                    "template": template(namespace, restartPolicy="Never"),
                }
            },
        }
        for name, replicas, size in (("leader", 1, 1), ("workers", 2, 2))
    ]
    return _object("jobset.x-k8s.io/v1alpha2", "JobSet", namespace, {"replicatedJobs": parts})


def leaderworkerset(namespace: str) -> Object:
    """Two groups, each of a leader and two workers."""
    inner = {
        "size": 3,
        "leaderTemplate": template(namespace),
        "workerTemplate": template(namespace),
    }
    spec = {"replicas": 2, "leaderWorkerTemplate": inner}
    return _object("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", namespace, spec)


def raycluster(namespace: str, *, group: str = "gpu") -> Object:
    """A head and four workers, of which two suffice."""
    workers = {
        "groupName": group,
        "replicas": 4,
        "minReplicas": 2,
        "maxReplicas": 8,
        "rayStartParams": {},
        "template": template(namespace),
    }
    head = {"rayStartParams": {}, "template": template(namespace)}
    return _object(
        "ray.io/v1", "RayCluster", namespace, {"headGroupSpec": head, "workerGroupSpecs": [workers]}
    )


def rayjob(namespace: str) -> Object:
    """A cluster as `raycluster`, and the pod that submits to it."""
    spec = {
        "entrypoint": "python train.py",
        # Kueue takes no other.
        "shutdownAfterJobFinishes": True,
        "rayClusterSpec": raycluster(namespace)["spec"],
    }
    return _object("ray.io/v1", "RayJob", namespace, spec)


def pytorchjob(namespace: str) -> Object:
    """A master and three workers."""
    roles = {
        name: {"replicas": count, "template": _named(template(namespace), "pytorch")}
        for name, count in (("Master", 1), ("Worker", 3))
    }
    return _object("kubeflow.org/v1", "PyTorchJob", namespace, {"pytorchReplicaSpecs": roles})


def _named(made: Object, container: str) -> Object:
    """The operator only takes a container of this name for the one that trains."""
    made["spec"]["containers"][0]["name"] = container
    return made


# --- pods -------------------------------------------------------------------------------------------------

_JOBSET = "jobset.sigs.k8s.io"
_LWS = "leaderworkerset.sigs.k8s.io"
_KUBEFLOW = "training.kubeflow.org"

#: Labels of a pod by kind: from the workload's name, the member, the copy and the pod's place among its equals.
_LABELS: dict[str, Callable[[str, Member, str | None, int], dict[str, str]]] = {
    "JobSet": lambda name, member, copied, place: {
        f"{_JOBSET}/jobset-name": name,
        f"{_JOBSET}/replicatedjob-name": member.instance,
        f"{_JOBSET}/job-index": copied or "0",
        "batch.kubernetes.io/job-completion-index": str(place),
    },
    "LeaderWorkerSet": lambda name, member, copied, place: {
        f"{_LWS}/name": name,
        f"{_LWS}/group-index": copied or "0",
        f"{_LWS}/worker-index": "0" if member.component == "leader" else str(place + 1),
    },
    "RayCluster": lambda name, member, copied, place: {
        "ray.io/cluster": name,
        "ray.io/node-type": member.component,
        "ray.io/group": member.instance or "headgroup",
    },
    "PyTorchJob": lambda name, member, copied, place: {
        f"{_KUBEFLOW}/job-name": name,
        f"{_KUBEFLOW}/replica-type": member.instance.lower(),
        f"{_KUBEFLOW}/replica-index": str(place),
    },
}


def pods(reading: Reading, bound: Bound) -> Iterator[tuple[str, Object]]:
    """Every pod that the workload asks for, with its role, made from the bound templates and bound as a webhook would:
    from the pod and its workload's reading alone."""
    templates = reading.plan.read(bound.object)
    count = 0
    for leaf in (node for gang in reading.gangs for node in gang.walk() if node.is_leaf):
        for member in leaf.members:
            for place in range(member.desired or 0):
                pod = _pod(templates, leaf, member, place, count)
                _bind(pod, reading, bound.by_pod, leaf, member)
                yield role_id(member.component, member.instance), pod
                count += 1


def _pod(templates: Reading, leaf: Gang, member: Member, place: int, count: int) -> Object:
    made = templates.components[member.component].instances[member.instance].template
    assert made is not None
    assert templates.name is not None
    metadata = copy.deepcopy(made.get("metadata") or {})
    labels = _LABELS[templates.kind](templates.name, member, leaf.copy, place)
    metadata["labels"] = {**(metadata.get("labels") or {}), **labels}
    metadata |= {"name": f"{templates.name}-{count}", "namespace": templates.namespace}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": metadata,
        "spec": copy.deepcopy(made["spec"]),
    }


def _bind(pod: Object, reading: Reading, by_pod: tuple[Binding, ...], leaf: Gang, member: Member) -> None:
    place = reading.plan.gang_of(pod, reading)
    assert place.name == leaf.name, place.problems
    for binding in by_pod:
        if (binding.component, binding.instance) != (member.component, member.instance):
            continue
        if binding.gang is not None and binding.gang not in place.chain:
            continue
        metadata, spec = pod["metadata"], pod["spec"]
        metadata["labels"] = {**metadata["labels"], **binding.labels}
        metadata["annotations"] = {**(metadata.get("annotations") or {}), **binding.annotations}
        if binding.scheduling_group is not None:
            spec["schedulingGroup"] = {"podGroupName": binding.scheduling_group}
        if binding.scheduler_name is not None:
            spec["schedulerName"] = binding.scheduler_name

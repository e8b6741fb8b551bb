# SPDX-License-Identifier: Apache-2.0
"""Workloads of six kinds and their pods as their controllers would have made them, for `fill`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_NOW = "2026-01-01T00:00:00Z"
_COMPLETION = "batch.kubernetes.io/job-completion-index"

#: What `fill` writes, as API version and plural name; pods last.
COLLECTIONS = (
    ("jobset.x-k8s.io/v1alpha2", "jobsets"),
    ("leaderworkerset.x-k8s.io/v1", "leaderworkersets"),
    ("ray.io/v1", "rayclusters"),
    ("kubeflow.org/v1", "pytorchjobs"),
    ("apps/v1", "deployments"),
    ("apps/v1", "replicasets"),
    ("apps/v1", "statefulsets"),
    ("batch/v1", "jobs"),
    ("v1", "pods"),
)


@dataclass(frozen=True)
class Workload:
    """A root; what stands between it and its pods, each with its owner's place (0: the root, else the place in
    `between`, from 1), pods that own something among them; and all other pods, with the same places."""

    root: dict[str, Any]
    between: list[tuple[int, dict[str, Any]]]
    pods: list[tuple[int, dict[str, Any]]]


def reference(obj: dict[str, Any]) -> dict[str, Any]:
    """The controller reference to an object that the server has."""
    meta = obj["metadata"]
    return {
        "apiVersion": obj["apiVersion"],
        "kind": obj["kind"],
        "name": meta["name"],
        "uid": meta["uid"],
        "controller": True,
        "blockOwnerDeletion": True,
    }


def workload(number: int, namespace: str, pods: int, size: int) -> Workload:
    """The workload of this number, its kind being the number modulo 6, with pods of about `size` bytes."""
    make = (_jobset, _deployment, _lws, _raycluster, _pytorchjob, _job)[number % 6]
    name = f"w{number}"
    return make(name, namespace, pods, _Pods(name, namespace, size))


class _Pods:
    """Makes the pods of one workload, numbering them."""

    def __init__(self, name: str, namespace: str, size: int) -> None:
        self.name, self.namespace, self.size, self.count = name, namespace, size, 0

    def __call__(self, labels: dict[str, str]) -> dict[str, Any]:
        self.count += 1
        return _pod(f"{self.name}-{self.count - 1}", self.namespace, labels, self.count, self.size)


def _jobset(name: str, namespace: str, pods: int, pod: _Pods) -> Workload:
    """Two replicated jobs: `driver` with one pod, `workers` with Jobs of up to eight."""
    rest = max(pods - 1, 0)
    jobs, size = max(-(-rest // 8), 1), min(rest, 8)
    counts = [1, *(min(8, rest - 8 * index) for index in range(jobs))]
    parts = [("driver", 1, 1), ("workers", jobs, size)]
    root = _root(
        "jobset.x-k8s.io/v1alpha2",
        "JobSet",
        name,
        namespace,
        {
            "replicatedJobs": [
                {
                    "name": part,
                    "replicas": replicas,
                    "template": {
                        "spec": {
                            "parallelism": parallelism,
                            "completions": parallelism,
                            "completionMode": "Indexed",
                            "template": _template({}, gpus=1, restart="Never"),
                        }
                    },
                }
                for part, replicas, parallelism in parts
            ]
        },
        {
            "replicatedJobsStatus": [
                {
                    "name": part,
                    "ready": n,
                    "active": n,
                    "succeeded": 0,
                    "failed": 0,
                    "suspended": 0,
                }
                for part, n, _ in parts
            ]
        },
    )
    between, found = [], []
    for index, count in enumerate(counts):
        part, job = ("driver", 0) if index == 0 else ("workers", index - 1)
        labels = {
            "jobset.sigs.k8s.io/jobset-name": name,
            "jobset.sigs.k8s.io/replicatedjob-name": part,
            "jobset.sigs.k8s.io/job-index": str(job),
        }
        between.append((0, _batch_job(f"{name}-{part}-{job}", namespace, count, labels)))
        found += [(index + 1, pod({**labels, _COMPLETION: str(i)})) for i in range(count)]
    return Workload(root, between, found)


def _deployment(name: str, namespace: str, pods: int, pod: _Pods) -> Workload:
    match = {"app": name}
    spec = {"replicas": pods, "selector": {"matchLabels": match}, "template": _template(match, gpus=0)}
    counts = {"replicas": pods, "readyReplicas": pods, "availableReplicas": pods, "observedGeneration": 1}
    status = {**counts, "updatedReplicas": pods, "conditions": [_condition("Available")]}
    hashed = {**match, "pod-template-hash": "5d59d67564"}
    inner = {"replicas": pods, "selector": {"matchLabels": hashed}, "template": _template(hashed, gpus=0)}
    replica_set = _root("apps/v1", "ReplicaSet", f"{name}-5d59d67564", namespace, inner, counts)
    root = _root("apps/v1", "Deployment", name, namespace, spec, status)
    return Workload(root, [(0, replica_set)], [(1, pod(hashed)) for _ in range(pods)])


def _lws(name: str, namespace: str, pods: int, pod: _Pods) -> Workload:
    """Groups of a leader and three workers: the leaders' StatefulSet is the root's, that of workers their leader's."""
    groups = max(pods // 4, 1)
    root = _root(
        "leaderworkerset.x-k8s.io/v1",
        "LeaderWorkerSet",
        name,
        namespace,
        {
            "replicas": groups,
            "leaderWorkerTemplate": {"size": 4, "workerTemplate": _template({}, gpus=1)},
        },
        {
            "replicas": groups,
            "readyReplicas": groups,
            "updatedReplicas": groups,
            "conditions": [_condition("Available")],
        },
    )
    label = "leaderworkerset.sigs.k8s.io"
    own = {f"{label}/name": name}
    between = [(0, _stateful_set(name, namespace, groups, own))]
    found = []
    left = pods
    for group in range(groups):
        labels = {**own, f"{label}/group-index": str(group)}
        workers = left - 1 if group == groups - 1 else 3
        left -= workers + 1
        between.append((1, pod({**labels, f"{label}/worker-index": "0"})))
        between.append((len(between), _stateful_set(f"{name}-{group}", namespace, workers, labels)))
        found += [
            (len(between), pod({**labels, f"{label}/worker-index": str(i + 1)})) for i in range(workers)
        ]
    return Workload(root, between, found)


def _raycluster(name: str, namespace: str, pods: int, pod: _Pods) -> Workload:
    workers = max(pods - 1, 0)
    root = _root(
        "ray.io/v1",
        "RayCluster",
        name,
        namespace,
        {
            "headGroupSpec": {"rayStartParams": {}, "template": _template({}, gpus=0)},
            "workerGroupSpecs": [
                {
                    "groupName": "gpu",
                    "replicas": workers,
                    "minReplicas": 0,
                    "maxReplicas": workers + 10,
                    "rayStartParams": {},
                    "template": _template({}, gpus=1),
                }
            ],
        },
        {
            "state": "ready",
            "desiredWorkerReplicas": workers,
            "readyWorkerReplicas": workers,
            "availableWorkerReplicas": workers,
        },
    )
    found = {"ray.io/cluster": name, "ray.io/is-ray-node": "yes"}
    head = {**found, "ray.io/node-type": "head", "ray.io/group": "headgroup"}
    worker = {**found, "ray.io/node-type": "worker", "ray.io/group": "gpu"}
    return Workload(root, [], [(0, pod(labels)) for labels in [head, *[worker] * workers][:pods]])


def _pytorchjob(name: str, namespace: str, pods: int, pod: _Pods) -> Workload:
    workers = max(pods - 1, 0)
    specs = {
        role: {"replicas": n, "restartPolicy": "OnFailure", "template": _template({}, gpus=1, name="pytorch")}
        for role, n in (("Master", 1), ("Worker", workers))
    }
    status = {
        "conditions": [
            {**_condition("Created"), "lastUpdateTime": _NOW},
            {**_condition("Running"), "lastUpdateTime": _NOW},
        ],
        "replicaStatuses": {"Master": {"active": 1}, "Worker": {"active": workers}},
        "startTime": _NOW,
    }
    root = _root("kubeflow.org/v1", "PyTorchJob", name, namespace, {"pytorchReplicaSpecs": specs}, status)
    found = {
        "training.kubeflow.org/job-name": name,
        "training.kubeflow.org/operator-name": "pytorchjob-controller",
    }
    labels = [
        {
            **found,
            "training.kubeflow.org/replica-type": role,
            "training.kubeflow.org/replica-index": str(index),
        }
        for role, count in (("master", 1), ("worker", workers))
        for index in range(count)
    ]
    return Workload(root, [], [(0, pod(item)) for item in labels[:pods]])


def _job(name: str, namespace: str, pods: int, pod: _Pods) -> Workload:
    found = [(0, pod({_COMPLETION: str(index)})) for index in range(pods)]
    return Workload(_batch_job(name, namespace, pods, {}), [], found)


def _batch_job(name: str, namespace: str, pods: int, labels: dict[str, str]) -> dict[str, Any]:
    spec = {
        "parallelism": pods,
        "completions": pods,
        "completionMode": "Indexed",
        "template": _template(labels, gpus=1, restart="Never"),
    }
    status = {"active": pods, "ready": pods, "startTime": _NOW}
    found = _root("batch/v1", "Job", name, namespace, spec, status)
    found["metadata"]["labels"] = labels
    return found


def _stateful_set(name: str, namespace: str, pods: int, match: dict[str, str]) -> dict[str, Any]:
    spec = {
        "replicas": pods,
        "serviceName": name,
        "selector": {"matchLabels": match},
        "template": _template(match, gpus=1),
    }
    status = {
        "replicas": pods,
        "readyReplicas": pods,
        "currentReplicas": pods,
        "availableReplicas": pods,
        "observedGeneration": 1,
    }
    return _root("apps/v1", "StatefulSet", name, namespace, spec, status)


def _root(
    api_version: str, kind: str, name: str, namespace: str, spec: dict[str, Any], status: dict[str, Any]
) -> dict[str, Any]:
    return {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": name, "namespace": namespace},
        "spec": spec,
        "status": status,
    }


def _condition(kind: str) -> dict[str, Any]:
    return {"type": kind, "status": "True", "reason": kind, "message": "", "lastTransitionTime": _NOW}


def _template(
    labels: dict[str, str], *, gpus: int, restart: str = "Always", name: str = "main"
) -> dict[str, Any]:
    return {"metadata": {"labels": labels}, "spec": _spec(gpus, restart, name)}


def _spec(gpus: int, restart: str, name: str) -> dict[str, Any]:
    resources: dict[str, Any] = {"requests": {"cpu": "4", "memory": "32Gi"}}
    if gpus:
        resources["limits"] = {"nvidia.com/gpu": str(gpus)}
    container = {"name": name, "image": "registry.local/train:1", "resources": resources}
    return {"restartPolicy": restart, "containers": [container]}


def _pod(name: str, namespace: str, labels: dict[str, str], number: int, size: int) -> dict[str, Any]:
    """A pod that runs on a node; its environment is as long as makes it `size` bytes."""
    spec = _spec(1, "Always", "main")
    spec["nodeName"] = f"gpu-{number % 200}"
    # Without environment the server gives about 3,940 bytes; a line adds 141, its managed field included.
    lines = max(size - 3940, 0) // 141
    spec["containers"][0]["env"] = [
        {"name": f"SETTING_{line:03}", "value": f"value-of-setting-{line:03}-of-this-pod-0123456789ab"}
        for line in range(lines)
    ]
    state = {"running": {"startedAt": _NOW}}
    status = {
        "phase": "Running",
        "startTime": _NOW,
        "hostIP": "10.0.0.1",
        "podIP": "10.1.0.1",
        "conditions": [
            {"type": kind, "status": "True", "lastTransitionTime": _NOW}
            for kind in ("PodScheduled", "Initialized", "Ready", "ContainersReady")
        ],
        "containerStatuses": [
            {
                "name": "main",
                "image": "registry.local/train:1",
                "imageID": "registry.local/train@sha256:" + "0" * 64,
                "containerID": "containerd://" + "0" * 64,
                "ready": True,
                "started": True,
                "restartCount": 0,
                "state": state,
            }
        ],
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": namespace, "labels": labels},
        "spec": spec,
        "status": status,
    }

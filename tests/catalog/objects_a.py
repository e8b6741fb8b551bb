# SPDX-License-Identifier: Apache-2.0
"""Small objects of batch, Kubeflow, Ray, Volcano and Kueue kinds, and how they read."""

from __future__ import annotations

from typing import Any

from tests.catalog.reading import catalog as catalog
from tests.catalog.reading import conditions as conditions
from tests.catalog.reading import read as read
from tests.catalog.reading import sizes as sizes

TEMPLATE = {
    "spec": {"containers": [{"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": 1}}}]}
}

API = {
    "DaemonSet": "apps/v1",
    "CronJob": "batch/v1",
    "DisaggregatedSet": "disaggregatedset.x-k8s.io/v1",
    "TFJob": "kubeflow.org/v1",
    "XGBoostJob": "kubeflow.org/v1",
    "PaddleJob": "kubeflow.org/v1",
    "JAXJob": "kubeflow.org/v1",
    "MPIJob": "kubeflow.org/v2beta1",
    "MPIJob v1": "kubeflow.org/v1",
    "TrainJob": "trainer.kubeflow.org/v1alpha1",
    "RayJob": "ray.io/v1",
    "RayService": "ray.io/v1",
    "RayCronJob": "ray.io/v1",
    "Job": "batch.volcano.sh/v1alpha1",
    "Workload": "kueue.x-k8s.io/v1beta2",
    "Workload v1beta1": "kueue.x-k8s.io/v1beta1",
}


def make(kind: str, spec: dict[str, Any], status: Any = None, **metadata: Any) -> dict[str, Any]:
    obj: dict[str, Any] = {"apiVersion": API[kind], "kind": kind.split()[0]}
    obj |= {"metadata": {"name": "x", **metadata}, "spec": spec}
    if status is not None:
        obj["status"] = status
    return obj


def role(**fields: Any) -> dict[str, Any]:
    return {"template": TEMPLATE, **fields}


def ray(head: bool = True, **group: Any) -> dict[str, Any]:
    cluster: dict[str, Any] = {"headGroupSpec": {"template": TEMPLATE}} if head else {}
    return {**cluster, "workerGroupSpecs": [{"groupName": "a", "template": TEMPLATE, **group}]}


def disaggregated(**role_b: Any) -> dict[str, Any]:
    group = {"leaderWorkerTemplate": {"workerTemplate": TEMPLATE, "size": 3}}
    return make(
        "DisaggregatedSet",
        {
            "slices": 2,
            "roles": [
                {"name": "a", "spec": {"replicas": 2, **group}},
                {"name": "b", "spec": group, **role_b},
            ],
        },
    )


def volcano(*tasks: dict[str, Any], **spec: Any) -> dict[str, Any]:
    return make("Job", {"tasks": [role(**task) for task in tasks], **spec})


KUBEFLOW = {
    "TFJob": "tfReplicaSpecs",
    "XGBoostJob": "xgbReplicaSpecs",
    "PaddleJob": "paddleReplicaSpecs",
    "JAXJob": "jaxReplicaSpecs",
    "MPIJob": "mpiReplicaSpecs",
    "MPIJob v1": "mpiReplicaSpecs",
}


def kubeflow(kind: str, status: Any = None, *, roles: Any = None, **spec: Any) -> dict[str, Any]:
    return make(kind, {KUBEFLOW[kind]: roles or {"Worker": role(replicas=2)}, **spec}, status)


def cron(**spec: Any) -> dict[str, Any]:
    return make("CronJob", {"jobTemplate": {"spec": role(**spec)}})


RUNS = {"replicaStatuses": {"Worker": {"active": 2}}, "conditions": conditions("Running=True")}
HALF = {"replicaStatuses": {"Worker": {"active": 1}}, "conditions": conditions("Running=True")}
ENDED = ("Succeeded=True/Done", "Running=False")
SUSPENDED = {"conditions": conditions("Running=False", "Suspended=True")}
HELD = {"runPolicy": {"suspend": True}}


MPI = {"Launcher": role(), "Worker": role(replicas=2)}


def mpi(launcher: dict[str, int], workers: int, *told: str) -> dict[str, Any]:
    counts = {"Launcher": launcher, "Worker": {"active": workers}}
    return {"replicaStatuses": counts, "conditions": conditions("Created=True", *told)}


def steps(*told: str, **jobs: dict[str, int]) -> dict[str, Any]:
    listed = [{"name": name.replace("_", "-"), **counts} for name, counts in jobs.items()]
    return {"conditions": conditions(*told), "jobsStatus": listed}


def ray_job(deployment: str, job: str = "", **status: Any) -> dict[str, Any]:
    return {"jobDeploymentStatus": deployment, "jobStatus": job, **status}

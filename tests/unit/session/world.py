# SPDX-License-Identifier: Apache-2.0
"""A small world of objects that own one another, each in a few variants, for tests of what changes in it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

import workload_map as wm

__all__ = ["NAMESPACE", "WORLD", "Slot", "Step", "build", "catalog", "uid"]

NAMESPACE = "ns"
PHASES = ("Running", "Pending", "Succeeded", "Failed")

#: A kind whose pods have no owner and are told by a label.
JOINING = {
    "apiVersion": "run.ai/v1alpha1",
    "kind": "Karta",
    "metadata": {"name": "example-com-loose-v1"},
    "spec": {
        "structureDefinition": {
            "rootComponent": {
                "name": "loose",
                "kind": {"group": "example.com", "version": "v1", "kind": "Loose"},
                "specDefinition": {"podTemplateSpecPath": ".spec.template"},
                "scaleDefinition": {"replicasPath": ".spec.replicas"},
                "statusDefinition": {
                    "phaseDefinition": {"path": ".status.phase"},
                    "statusMappings": {"running": [{"byPhase": "Running"}]},
                },
            },
        },
        "extensions": {"owners": {"join": {"pod": '.metadata.labels["loose"]', "object": ".spec.key"}}},
    },
}


class Slot(NamedTuple):
    """One of the objects of the world: its owner is one of `owners` (names of slots), or none."""

    api_version: str
    kind: str
    owners: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        return self.api_version.rpartition("/")[0]


WORLD = {
    "js": Slot("jobset.x-k8s.io/v1alpha2", "JobSet"),
    "js-0": Slot("batch/v1", "Job", ("js",)),
    "js-0-a": Slot("v1", "Pod", ("js-0",)),
    "js-0-b": Slot("v1", "Pod", ("js-0", "js")),
    "ray": Slot("ray.io/v1", "RayJob"),
    "ray-c": Slot("ray.io/v1", "RayCluster", ("ray",)),
    "ray-c-a": Slot("v1", "Pod", ("ray-c",)),
    "web": Slot("apps/v1", "Deployment"),
    "web-r": Slot("apps/v1", "ReplicaSet", ("web", "widget")),
    "web-r-a": Slot("v1", "Pod", ("web-r",)),
    "lws": Slot("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet"),
    "lws-l": Slot("apps/v1", "StatefulSet", ("lws",)),
    "lws-0": Slot("v1", "Pod", ("lws-l",)),
    "lws-0-s": Slot("apps/v1", "StatefulSet", ("lws-0",)),
    "lws-0-1": Slot("v1", "Pod", ("lws-0-s",)),
    "widget": Slot("example.com/v1", "Widget", ("ray", "widget-2")),
    "widget-2": Slot("example.com/v1", "Widget", ("widget",)),
    "loose": Slot("example.com/v1", "Loose"),
    "loose-2": Slot("example.com/v1", "Loose"),
    "stray": Slot("v1", "Pod", ("web-r",)),
}


@lru_cache(maxsize=1)
def catalog() -> wm.Catalog:
    return wm.Catalog.builtin().with_definitions(wm.load_definitions(json.dumps(JOINING)))


class Step(NamedTuple):
    """What happens next: `life` and `owner_life` tell objects of one name apart."""

    change: str
    name: str
    life: int
    owner: int
    owner_life: int
    variant: int


def uid(name: str, life: int) -> str:
    return f"{name}#{life}"


def reference(name: str, life: int) -> dict[str, Any]:
    slot = WORLD[name]
    return {
        "apiVersion": slot.api_version,
        "kind": slot.kind,
        "name": name,
        "uid": uid(name, life),
        "controller": True,
    }


def build(step: Step) -> dict[str, Any]:
    slot = WORLD[step.name]
    metadata: dict[str, Any] = {
        "name": step.name,
        "namespace": NAMESPACE,
        "uid": uid(step.name, step.life),
        "creationTimestamp": "2026-01-01T00:00:00Z",
        "labels": labels(step.variant),
    }
    if step.owner < len(slot.owners):
        metadata["ownerReferences"] = [reference(slot.owners[step.owner], step.owner_life)]
    return {
        "apiVersion": slot.api_version,
        "kind": slot.kind,
        "metadata": metadata,
        **content(slot.kind, step.variant),
    }


def labels(variant: int) -> dict[str, str]:
    return {
        "jobset.sigs.k8s.io/replicatedjob-name": ("a", "b")[variant % 2],
        "jobset.sigs.k8s.io/job-index": str(variant),
        "ray.io/node-type": ("head", "worker", "strange", "worker")[variant],
        "ray.io/group": ("headgroup", "w", "w", "v")[variant],
        "leaderworkerset.sigs.k8s.io/worker-index": str(variant % 2),
        "leaderworkerset.sigs.k8s.io/group-index": str(variant),
        "loose": ("one", "two")[variant % 2],
    }


def content(kind: str, variant: int) -> dict[str, Any]:
    template = {"spec": {"containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": variant}}}]}}
    names = (["a"], ["a", "b"], ["b"], ["c"])[variant]
    match kind:
        case "Pod":
            ready = "True" if variant == 0 else "False"
            return {
                "spec": {**template["spec"], **({"nodeName": "n"} if variant < 2 else {})},
                "status": {"phase": PHASES[variant], "conditions": [{"type": "Ready", "status": ready}]},
            }
        case "JobSet":
            jobs = [
                {"name": name, "replicas": 1, "template": {"spec": {"parallelism": 2, "template": template}}}
                for name in names
            ]
            return {"spec": {"replicatedJobs": jobs}, "status": {"replicatedJobsStatus": []}}
        case "RayJob" | "RayCluster":
            cluster = {
                "headGroupSpec": {"template": template},
                "workerGroupSpecs": [
                    {"groupName": ("w", "v")[i % 2], "replicas": variant, "template": template}
                    for i in range(variant % 3)
                ],
            }
            return {"spec": {"rayClusterSpec": cluster} if kind == "RayJob" else cluster, "status": {}}
        case "LeaderWorkerSet":
            size = {"size": 2, "workerTemplate": template}
            return {"spec": {"replicas": variant, "leaderWorkerTemplate": size}, "status": {}}
        case "Loose":
            return {
                "spec": {"key": ("one", "two")[variant % 2], "replicas": 1, "template": template},
                "status": {"phase": "Running"},
            }
        case _:
            return {
                "spec": {"replicas": variant, "parallelism": 1, "template": template},
                "status": {"readyReplicas": variant, "replicas": variant},
            }

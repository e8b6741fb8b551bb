# SPDX-License-Identifier: Apache-2.0
"""Worked examples of gangs: objects of well-known kinds, with their trees as a definition says them.

The trees are given here rather than taken from the catalog, so that these tests are about translation alone.
"""

from __future__ import annotations

import functools

import msgspec

import workload_map as wm
from workload_map import yamlio
from workload_map.definition.extension_gangs import GangTree
from workload_map.definition.extensions import Extensions
from workload_map.workload.gangs.model import Gang, Member
from workload_map.workload.plan import Plan
from workload_map.workload.reading import Reading

__all__ = ["EXAMPLES", "example", "reading_of"]

UID = "3f0c2a54-9e1b-4f6e-8f53-5b7f3ad1f6b1"


JOBSET = """
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: train, namespace: team-a, uid: %(uid)s}
spec:
  replicatedJobs:
  - name: leader
    replicas: 1
    template: {spec: {parallelism: 1, completions: 1, template: {spec: %(pod)s}}}
  - name: workers
    replicas: 2
    template: {spec: {parallelism: 4, completions: 4, template: {spec: %(pod)s}}}
"""
JOBSET_GANGS = """
- name: jobset
  groups:
  - each: replicatedjob
    copies:
      count: .spec.replicatedJobs[].replicas
      key: .metadata.labels["jobset.sigs.k8s.io/job-index"]
"""

LEADERWORKERSET = """
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {name: serve, namespace: team-a, uid: %(uid)s}
spec:
  replicas: 3
  leaderWorkerTemplate:
    size: 5
    leaderTemplate: {spec: %(pod)s}
    workerTemplate: {spec: %(pod)s}
"""
LEADERWORKERSET_GANGS = """
- name: group
  copies:
    count: .spec.replicas
    key: .metadata.labels["leaderworkerset.sigs.k8s.io/group-index"] // empty
  groups:
  - component: leader
  - component: worker
"""

RAYCLUSTER = """
apiVersion: ray.io/v1
kind: RayCluster
metadata: {name: ray, namespace: team-a, uid: %(uid)s, labels: {kai.scheduler/queue: research}}
spec:
  headGroupSpec: {template: {spec: %(pod)s}}
  workerGroupSpecs:
  - {groupName: gpu, replicas: 4, minReplicas: 2, maxReplicas: 8, numOfHosts: 1, template: {spec: %(pod)s}}
"""
RAYCLUSTER_GANGS = """
- name: raycluster
  groups:
  - component: head
  - each: worker
"""

PYTORCHJOB = """
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {name: fit, namespace: team-a, uid: %(uid)s}
spec:
  runPolicy: {schedulingPolicy: {minAvailable: 3}}
  pytorchReplicaSpecs:
    Master: {replicas: 1, template: {spec: %(pod)s}}
    Worker: {replicas: 3, template: {spec: %(pod)s}}
"""
PYTORCHJOB_GANGS = """
- name: pytorchjob
  groups:
  - each: replica
    minimum: 1, .spec.runPolicy.schedulingPolicy.minAvailable - 1
"""

# As if its operator wrote no groups: it does, so these are refused in earnest.
PODCLIQUESET = """
apiVersion: grove.io/v1alpha1
kind: PodCliqueSet
metadata: {name: p, namespace: team-a, uid: %(uid)s}
spec:
  replicas: 1
  template:
    cliques:
    - {name: fe, spec: {replicas: 2, minAvailable: 1, podSpec: %(pod)s}}
    - {name: leader, spec: {replicas: 1, podSpec: %(pod)s}}
    - {name: worker, spec: {replicas: 4, podSpec: %(pod)s}}
    podCliqueScalingGroups:
    - {name: sg, cliqueNames: [leader, worker], replicas: 3, minAvailable: 2}
"""
#: Object and trees by name: the examples (a) to (e) of the scheduling APIs' comparison.
EXAMPLES: dict[str, tuple[str, str]] = {
    "jobset": (JOBSET, JOBSET_GANGS),
    "leaderworkerset": (LEADERWORKERSET, LEADERWORKERSET_GANGS),
    "raycluster": (RAYCLUSTER, RAYCLUSTER_GANGS),
    "pytorchjob": (PYTORCHJOB, PYTORCHJOB_GANGS),
    "podcliqueset": (PODCLIQUESET, "[]"),
}

_POD_FLOW = (
    "{containers: [{name: main, image: 'train:1', resources: {requests: {cpu: '2', memory: 4Gi}, "
    "limits: {nvidia.com/gpu: 1}}}]}"
)


@functools.cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


@functools.cache
def reading_of(text: str, gangs: str) -> Reading:
    """The reading of an object with the catalog's definition and these trees."""
    obj = yamlio.load(text % {"uid": UID, "pod": _POD_FLOW}).value
    definition = _catalog().plan(obj).definition
    trees = msgspec.convert(yamlio.load(gangs).value, tuple[GangTree, ...])
    extensions = msgspec.structs.replace(definition.extensions or Extensions(), gangs=trees)
    spec = msgspec.structs.replace(definition.spec, extensions=extensions)
    changed = msgspec.structs.replace(definition, spec=spec)
    return Plan(changed, origin="catalog").read(obj)


@functools.cache
def example(name: str) -> tuple[Reading, tuple[Gang, ...]]:
    """One of `EXAMPLES`: its reading and its gangs."""
    reading = reading_of(*EXAMPLES[name])
    return reading, _podcliqueset() if name == "podcliqueset" else reading.gangs


def _podcliqueset() -> tuple[Gang, ...]:
    """The base gang and one scaled gang of a set with a clique of its own and a scaling group of two."""

    def leaf(path: str, clique: str, copy: str | None, least: int, desired: int) -> Gang:
        member = Member(component="clique", instance=clique, min=least, desired=desired)
        return Gang(
            name=f"p-{clique}-{copy or 'x'}",
            path=f"{path}/{clique}",
            copy=copy,
            min_pods=least,
            desired_pods=desired,
            members=(member,),
        )

    def group(path: str, copy: str) -> Gang:
        children = (leaf(path, "leader", copy, 1, 1), leaf(path, "worker", copy, 4, 4))
        return Gang(
            name=f"p-sg-{copy}", path=path, copy=copy, min_children=2, desired_pods=5, children=children
        )

    base = Gang(
        name="p-base",
        path="base",
        min_children=3,
        desired_pods=12,
        children=(leaf("base", "fe", None, 1, 2), group("base/sg", "0"), group("base/sg", "1")),
    )
    return base, msgspec.structs.replace(group("scaled", "2"), start_after=("p-base",))

# SPDX-License-Identifier: Apache-2.0
"""Gangs of the catalog's kinds: from an object to its trees, as golden files."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import pytest

import workload_map as wm
from tests.gang_text import gang_text
from tests.golden_files import check_golden
from tests.shared import shared
from workload_map import yamlio
from workload_map.workload.plan import Plan

Object = dict[str, Any]
Change = Callable[[Object], object]


@lru_cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def _sample(path: str, kind: str) -> Object:
    """The first object of this kind in a file of the shared material, live recordings included."""
    text = shared(path).read_text(encoding="utf-8")
    if path.endswith(".json"):
        found: Object = json.loads(text)["object"]
        return found
    values = [document.value for document in yamlio.load_all(text)]
    return next(value for value in values if isinstance(value, dict) and value.get("kind") == kind)


def _template(**spec: Any) -> Object:
    return {"spec": {"containers": [{"name": "main", "image": "train:1"}], **spec}}


def _object(api_version: str, kind: str, spec: Object, **metadata: Any) -> Object:
    return {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": "train", "namespace": "ml", "uid": "5f0c", **metadata},
        "spec": spec,
    }


def _job(status: Object | None = None, annotations: Object | None = None, **spec: Any) -> Object:
    obj = _object("batch/v1", "Job", {"template": _template(), **spec}, annotations=annotations or {})
    return obj | ({"status": status} if status is not None else {})


def _jobset(jobs: list[tuple[str, int, int]], *, status: Object | None = None, **spec: Any) -> Object:
    replicated = [
        {
            "name": name,
            "replicas": replicas,
            "template": {"spec": {"parallelism": pods, "completions": pods, "template": _template()}},
        }
        for name, replicas, pods in jobs
    ]
    obj = _object("jobset.x-k8s.io/v1alpha2", "JobSet", {"replicatedJobs": replicated, **spec})
    return obj | ({"status": status} if status is not None else {})


def _annotated(obj: Object, annotations: Object) -> Object:
    obj["metadata"]["annotations"] = annotations
    return obj


def _depends(obj: Object, after: dict[str, list[str]]) -> Object:
    for job in obj["spec"]["replicatedJobs"]:
        if job["name"] in after:
            job["dependsOn"] = [{"name": name, "status": "Ready"} for name in after[job["name"]]]
    return obj


def _lws(
    size: int | None,
    *,
    replicas: int | None = 2,
    leader: bool = False,
    annotations: Object | None = None,
    policy: Object | None = None,
    **spec: Any,
) -> Object:
    template: Object = {"workerTemplate": _template()}
    if size is not None:
        template["size"] = size
    if leader:
        template["leaderTemplate"] = _template(priorityClassName="leaders")
    if policy is not None:
        template["subGroupPolicy"] = policy
    found: Object = {"leaderWorkerTemplate": template, **spec}
    if replicas is not None:
        found["replicas"] = replicas
    return _object("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", found, annotations=annotations or {})


def _pytorch(
    roles: dict[str, int], *, status: Object | None = None, least: Any = None, **spec: Any
) -> Object:
    replicas = {name: {"replicas": count, "template": _template()} for name, count in roles.items()}
    if least is not None:
        spec["runPolicy"] = {"schedulingPolicy": {"minAvailable": least}}
    obj = _object("kubeflow.org/v1", "PyTorchJob", {"pytorchReplicaSpecs": replicas, **spec})
    return obj | ({"status": status} if status is not None else {})


def _mpi(workers: int, *, least: int | None = None, **spec: Any) -> Object:
    replicas = {
        "Launcher": {"replicas": 1, "template": _template()},
        "Worker": {"replicas": workers, "template": _template()},
    }
    if least is not None:
        spec["runPolicy"] = {"schedulingPolicy": {"minAvailable": least}}
    return _object("kubeflow.org/v2beta1", "MPIJob", {"mpiReplicaSpecs": replicas, **spec})


def _ray_spec(*groups: Object, **spec: Any) -> Object:
    return {
        "headGroupSpec": {"template": _template()},
        "workerGroupSpecs": [{"template": _template(), **group} for group in groups],
        **spec,
    }


def _ray(*groups: Object, labels: Object | None = None, **spec: Any) -> Object:
    return _object("ray.io/v1", "RayCluster", _ray_spec(*groups, **spec), labels=labels or {})


def _rayjob(*groups: Object, **spec: Any) -> Object:
    return _object("ray.io/v1", "RayJob", {"rayClusterSpec": _ray_spec(*groups), **spec})


def _group(name: str, replicas: int, least: int = 0, most: int = 2147483647, **more: Any) -> Object:
    return {"groupName": name, "replicas": replicas, "minReplicas": least, "maxReplicas": most, **more}


def _clique(name: str, replicas: int, least: int | None = None, **spec: Any) -> Object:
    found = {"roleName": name, "replicas": replicas, "podSpec": _template()["spec"], **spec}
    return {"name": name, "spec": found if least is None else {**found, "minAvailable": least}}


def _grove(replicas: int, groups: list[Object], *cliques: Object, **template: Any) -> Object:
    spec = {
        "replicas": replicas,
        "template": {"cliques": list(cliques), "podCliqueScalingGroups": groups, **template},
    }
    return _object("grove.io/v1alpha1", "PodCliqueSet", spec)


def _scaling_group(name: str, cliques: list[str], replicas: int, least: int, **more: Any) -> Object:
    return {"name": name, "cliqueNames": cliques, "replicas": replicas, "minAvailable": least, **more}


def _dynamo(version: str, *components: Object, annotations: Object | None = None) -> Object:
    spec: Object = {"components": [{"podTemplate": _template(), **item} for item in components]}
    if version == "v1alpha1":
        spec = {"services": {item["name"]: item for item in components}}
    return _object(f"nvidia.com/{version}", "DynamoGraphDeployment", spec, annotations=annotations or {})


def _volcano(*tasks: Object, **spec: Any) -> Object:
    found = {"tasks": [{"template": _template(), **task} for task in tasks], **spec}
    return _object("batch.volcano.sh/v1alpha1", "Job", found)


def _spark(executors: int, **spec: Any) -> Object:
    found = {"driver": {}, "executor": {"instances": executors}, "mode": "cluster", **spec}
    return _object("sparkoperator.k8s.io/v1beta2", "SparkApplication", found)


#: The worked examples of the scheduling APIs, (a) and (e).
_PARTS = [_scaling_group("sg", ["leader", "worker"], 3, 2)]
_CLIQUES = [_clique("fe", 2, 1), _clique("leader", 1), _clique("worker", 4)]
_GRAPH = [
    {"name": "Frontend", "replicas": 2},
    {"name": "decode", "replicas": 3, "multinode": {"nodeCount": 2}},
]
_WORKERS = [("leader", 1, 1), ("workers", 2, 4)]
_SUSPENDED = [{"type": "Suspended", "status": "True", "reason": "JobSuspended"}]

CASES: dict[str, Callable[[], Object]] = {
    "job/plain": lambda: _job(parallelism=4, completions=4),
    "job/last-ones": lambda: _job({"succeeded": 8, "active": 2}, parallelism=4, completions=10),
    "job/work-queue": lambda: _job(parallelism=3),
    "job/suspended": lambda: _job({"conditions": _SUSPENDED}, parallelism=4, completions=4, suspend=True),
    "job/none": lambda: _job(parallelism=0),
    "job/partial-admission": lambda: _sample(
        "samples/batch-job/kueue-sample-job-partial-admission.yaml", "Job"
    ),
    "job/its-own-gang": lambda: _job(
        parallelism=4, scheduling={"schedulingPolicy": {"gang": {"minCount": 3}}}
    ),
    "jobset/any-order": lambda: _jobset(_WORKERS),
    "jobset/in-order": lambda: _jobset(_WORKERS, startupPolicy={"startupPolicyOrder": "InOrder"}),
    "jobset/depends-on": lambda: _depends(
        _jobset([("driver", 1, 1), ("workers", 2, 4), ("report", 1, 1), ("store", 1, 1)]),
        {"workers": ["driver", "store"], "report": ["workers"]},
    ),
    "jobset/depends-on-recorded": lambda: _sample(
        "recordings-live/jobset/js-dep/01-train-starting.json", "JobSet"
    ),
    "jobset/one-role-at-zero": lambda: _jobset([("leader", 1, 1), ("workers", 0, 4)]),
    "jobset/some-succeeded": lambda: _jobset(
        [("a", 3, 2), ("b", 1, 1)],
        status={"replicatedJobsStatus": [{"name": "a", "succeeded": 1}, {"name": "b", "succeeded": 1}]},
    ),
    "jobset/sample": lambda: _sample("samples/jobset/paralleljobs.yaml", "JobSet"),
    "jobset/exclusive-topology": lambda: _annotated(
        _jobset(_WORKERS), {"alpha.jobset.sigs.k8s.io/exclusive-topology": "rack"}
    ),
    "jobset/waits-for-nobody": lambda: _depends(_jobset(_WORKERS), {"workers": ["ledaer"]}),
    "jobset/waits-for-itself": lambda: _depends(
        _jobset(_WORKERS), {"workers": ["leader"], "leader": ["workers"]}
    ),
    "lws/no-leader-template": lambda: _lws(4),
    "lws/leader-template": lambda: _lws(4, leader=True),
    "lws/size-absent": lambda: _lws(None),
    "lws/replicas-absent": lambda: _lws(4, replicas=None),
    "lws/leader-ready": lambda: _lws(3, startupPolicy="LeaderReady"),
    "lws/scaled-to-zero": lambda: _lws(3, replicas=0),
    "lws/exclusive-topology": lambda: _lws(
        2, annotations={"leaderworkerset.sigs.k8s.io/exclusive-topology": "rack"}
    ),
    "lws/sub-groups": lambda: _lws(
        8,
        replicas=1,
        policy={"subGroupSize": 4},
        annotations={"leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology": "rack"},
    ),
    "lws/sub-groups-leader-beside": lambda: _lws(9, replicas=1, policy={"subGroupSize": 4}),
    "lws/sub-groups-leader-excluded": lambda: _lws(
        5, replicas=1, policy={"subGroupSize": 2, "subGroupPolicyType": "LeaderExcluded"}
    ),
    "lws/recorded": lambda: _sample("recordings-live/leaderworkerset/lws-life/02-available.json", ""),
    "pytorch/all": lambda: _sample("samples/pytorchjob/simple.yaml", "PyTorchJob"),
    "pytorch/elastic": lambda: _sample("samples/pytorchjob/elastic-imagenet.yaml", "PyTorchJob"),
    "pytorch/min-available": lambda: _pytorch({"Master": 1, "Worker": 3}, least=3),
    "pytorch/no-master": lambda: _pytorch({"Worker": 3}, least=2),
    "pytorch/min-available-above": lambda: _pytorch({"Master": 1, "Worker": 3}, least=9),
    "pytorch/min-available-negative": lambda: _pytorch({"Master": 1, "Worker": 3}, least=-1),
    "pytorch/min-available-text": lambda: _pytorch({"Master": 1, "Worker": 3}, least="three"),
    "pytorch/elastic-minimum-above": lambda: _pytorch(
        {"Worker": 2}, elasticPolicy={"minReplicas": 4, "maxReplicas": 8}
    ),
    "pytorch/some-succeeded": lambda: _pytorch(
        {"Master": 1, "Worker": 3}, status={"replicaStatuses": {"Worker": {"succeeded": 2, "active": 1}}}
    ),
    "mpi/launcher-beside": lambda: _mpi(4),
    "mpi/min-available": lambda: _mpi(4, least=3),
    "mpi/launcher-as-worker": lambda: _mpi(4, runLauncherAsWorker=True),
    "mpi/launcher-after": lambda: _mpi(4, launcherCreationPolicy="WaitForWorkersReady"),
    "mpi/launcher-after-min-available": lambda: _mpi(
        4, least=5, launcherCreationPolicy="WaitForWorkersReady"
    ),
    "ray/minimum": lambda: _ray(_group("small", 4, 2)),
    "ray/no-minimum": lambda: _ray(_group("small", 4)),
    "ray/autoscaled": lambda: _ray(_group("small", 4, 2), _group("big", 3), enableInTreeAutoscaling=True),
    "ray/below-minimum": lambda: _ray(_group("small", 1, 3)),
    "ray/above-maximum": lambda: _ray(_group("small", 9, 0, 5)),
    "ray/hosts": lambda: _ray(_group("tpu", 3, 2, numOfHosts=4)),
    "ray/suspended-group": lambda: _ray(_group("a", 3, 1, suspend=True), _group("b", 2, 1)),
    "ray/suspended-hosts": lambda: _ray(_group("a", 3, 1, numOfHosts=2, suspend=True)),
    "ray/group-called-head": lambda: _ray(_group("head", 2)),
    "ray/operator-groups": lambda: _ray(
        _group("small", 2), labels={"ray.io/gang-scheduling-enabled": "true"}
    ),
    "ray/sample-hosts": lambda: _sample("samples/raycluster/ray-cluster.tpu-v4-multihost.yaml", "RayCluster"),
    "rayjob/submitter": lambda: _rayjob(_group("small", 4, 2)),
    "rayjob/http": lambda: _rayjob(_group("small", 1), submissionMode="HTTPMode"),
    "rayjob/other-cluster": lambda: _rayjob(clusterSelector={"ray.io/cluster": "shared"}),
    "rayjob/hosts": lambda: _rayjob(_group("tpu", 2, numOfHosts=2)),
    "grove/scaled-gangs": lambda: _grove(1, _PARTS, *_CLIQUES),
    "grove/copies": lambda: _grove(
        2, [_scaling_group("sg", ["leader", "worker"], 2, 1)], _clique("leader", 1), _clique("worker", 3, 2)
    ),
    "grove/standalone": lambda: _sample("samples/podcliqueset/single-node-aggregated.yaml", "PodCliqueSet"),
    "grove/sample": lambda: _sample("samples/podcliqueset/multi-node-disaggregated.yaml", "PodCliqueSet"),
    "grove/no-copies": lambda: _grove(0, [], _clique("fe", 2)),
    "grove/topology": lambda: _grove(
        1,
        [_scaling_group("sg", ["w"], 1, 1, topologyConstraint={"packDomain": "rack"})],
        {**_clique("w", 2), "topologyConstraint": {"pack": {"preferred": "host"}}},
        topologyConstraint={"pack": {"required": "zone", "preferred": "block"}},
    ),
    "grove/minimum-above": lambda: _grove(1, [], _clique("fe", 2, 5)),
    "dynamo/v1beta1": lambda: _dynamo("v1beta1", *_GRAPH),
    "dynamo/v1alpha1": lambda: _dynamo("v1alpha1", *_GRAPH),
    "dynamo/min-available": lambda: _dynamo(
        "v1beta1", *({**component, "minAvailable": 2} for component in _GRAPH)
    ),
    "dynamo/without-grove": lambda: _dynamo(
        "v1beta1", *_GRAPH, annotations={"nvidia.com/enable-grove": "false"}
    ),
    "volcano/min-available": lambda: _volcano(
        {"name": "ps", "replicas": 1}, {"name": "worker", "replicas": 4}, minAvailable=3
    ),
    "volcano/task-minimums": lambda: _volcano(
        {"name": "ps", "replicas": 1}, {"name": "worker", "replicas": 4, "minAvailable": 2}, minAvailable=4
    ),
    "volcano/no-minimum": lambda: _volcano({"replicas": 2}),
    "volcano/partitions": lambda: _volcano(
        {"name": "master", "replicas": 1},
        {
            "name": "worker",
            "replicas": 6,
            "partitionPolicy": {"totalPartitions": 3, "partitionSize": 2, "minPartitions": 2},
        },
    ),
    "volcano/depends-on": lambda: _volcano(
        {"name": "master", "replicas": 1},
        {"name": "worker", "replicas": 2, "dependsOn": {"name": ["master"]}},
    ),
    "volcano/sample": lambda: _sample("samples/volcano-job/tf-dist-mnist.yaml", "Job"),
    "spark/static": lambda: _spark(3),
    "spark/dynamic": lambda: _spark(
        2, dynamicAllocation={"enabled": True, "initialExecutors": 3, "minExecutors": 1, "maxExecutors": 9}
    ),
    "spark/client": lambda: _spark(2, mode="client", batchScheduler="volcano"),
    "rayservice/hosts": lambda: _object(
        "ray.io/v1",
        "RayService",
        {"rayClusterConfig": _ray_spec(_group("small", 4, 2), _group("tpu", 1, numOfHosts=2))},
    ),
    "raycronjob/run": lambda: _object(
        "ray.io/v1", "RayCronJob", {"jobTemplate": {"rayClusterSpec": _ray_spec(_group("small", 4, 2))}}
    ),
    "rayjob/queue": lambda: _sample("samples/rayjob/ray-job.kueue-toy-sample.yaml", "RayJob"),
}


@pytest.mark.parametrize("case", CASES)
def test_gangs(case: str) -> None:
    obj = CASES[case]()
    reading = _catalog().plan(obj).read(obj)
    check_golden(f"gangs/{case}.txt", gang_text(reading))


#: Objects of kinds with both forms, of which the interchange form can say all but the levels.
_AGREE = (
    "job/plain",
    "jobset/any-order",
    "pytorch/all",
    "pytorch/elastic",
    "mpi/launcher-beside",
    "ray/no-minimum",
    "rayjob/http",
    "volcano/no-minimum",
)


@pytest.mark.parametrize("case", _AGREE)
def test_both_forms_agree(case: str) -> None:
    obj = CASES[case]()
    plan = _catalog().plan(obj)
    extensions = plan.definition.extensions
    assert extensions is not None
    assert extensions.gangs
    spec = msgspec.structs.replace(
        plan.definition.spec, extensions=msgspec.structs.replace(extensions, gangs=())
    )
    plain = Plan(msgspec.structs.replace(plan.definition, spec=spec))
    assert _minimums(plain.read(obj)) == _minimums(plan.read(obj))


def _minimums(reading: wm.Reading) -> dict[tuple[str, str], int | None]:
    """The fewest pods of each role, in all trees together."""
    found: dict[tuple[str, str], int | None] = {}
    for tree in reading.gangs:
        for node in tree.walk():
            for member in node.members:
                key = member.component, member.instance
                before = found.get(key, 0)
                found[key] = None if before is None or member.min is None else before + member.min
    return {key: number for key, number in found.items() if number != 0}

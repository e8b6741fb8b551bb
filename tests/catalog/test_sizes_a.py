# SPDX-License-Identifier: Apache-2.0
"""Batch, Kubeflow, Ray, Volcano and Kueue kinds: what each role wants, and where pods belong."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.catalog.objects_a import (
    TEMPLATE,
    catalog,
    cron,
    disaggregated,
    kubeflow,
    make,
    ray,
    read,
    role,
    sizes,
    volcano,
)


@pytest.mark.parametrize(
    ("obj", "pods"),
    [
        (cron(), {"job": 1}),
        (cron(parallelism=4, completions=3), {"job": 3}),
        (cron(parallelism=0), {"job": 0}),
        (make("DaemonSet", role()), {"daemonset": None}),
        # The API server stores zeros before the controller has looked.
        (make("DaemonSet", role(), {"desiredNumberScheduled": 0}), {"daemonset": None}),
        (make("DaemonSet", role(), {"desiredNumberScheduled": 3, "observedGeneration": 1}), {"daemonset": 3}),
        (make("DaemonSet", role(), {"desiredNumberScheduled": 0, "observedGeneration": 1}), {"daemonset": 0}),
        (disaggregated(), {"leader/a": 4, "leader/b": 2, "worker/a": 8, "worker/b": 4}),
        (
            disaggregated(scaling={"mode": "External"}),
            {"leader/a": 4, "leader/b": None, "worker/a": 8, "worker/b": None},
        ),
        (
            kubeflow("TFJob", roles={"PS": role(), "Worker": role(replicas=0)}),
            {"replica/PS": 1, "replica/Worker": 0},
        ),
        (kubeflow("MPIJob", roles={"Launcher": role()}), {"launcher": 1, "worker": 0}),
        (kubeflow("MPIJob", roles={"Launcher": role(), "Worker": role()}), {"launcher": 1, "worker": 0}),
        (
            kubeflow("MPIJob v1", roles={"Launcher": role(), "Worker": role(replicas=3)}),
            {"launcher": 1, "worker": 3},
        ),
        (make("TrainJob", {"trainer": {"numNodes": 4}}), {"trainer": 4}),
        # The runtime says how many.
        (make("TrainJob", {}), {"trainer": None}),
        (
            make("TrainJob", {}, {"jobsStatus": [{"name": "node"}, {"name": "model-initializer"}]}),
            {"initializer/model-initializer": 1, "trainer": None},
        ),
        (
            make(
                "TrainJob",
                {"initializer": {"dataset": {}}},
                {"jobsStatus": [{"name": "dataset-initializer"}]},
            ),
            {"initializer/dataset-initializer": 1, "trainer": None},
        ),
        (
            make("RayJob", {"rayClusterSpec": ray(minReplicas=2, maxReplicas=5, numOfHosts=4)}),
            {"head": 1, "worker/a": 8, "submitter": 1},
        ),
        (
            make(
                "RayJob", {"rayClusterSpec": ray(replicas=9, maxReplicas=5), "submissionMode": "SidecarMode"}
            ),
            {"head": 1, "worker/a": 5, "submitter": 0},
        ),
        (
            make("RayJob", {"rayClusterSpec": ray(replicas=3, suspend=True), "submissionMode": "HTTPMode"}),
            {"head": 1, "worker/a": 0, "submitter": 0},
        ),
        # A cluster that is there already.
        (make("RayJob", {"clusterSelector": {"ray.io/cluster": "c"}}), {"head": 0, "submitter": 1}),
        (
            make("RayJob", {"clusterSelector": {"ray.io/cluster": "c"}, "rayClusterSpec": ray(replicas=3)}),
            {"head": 0, "worker/a": 0, "submitter": 1},
        ),
        (make("RayService", {"rayClusterConfig": ray(replicas=2)}), {"head": 1, "worker/a": 2}),
        (
            make("RayService", {"rayClusterConfig": {"headGroupSpec": {"template": TEMPLATE}}}),
            {"head": 1},
        ),
        (
            make("RayCronJob", {"jobTemplate": {"rayClusterSpec": ray(replicas=2, numOfHosts=2)}}),
            {"head": 1, "worker/a": 4, "submitter": 1},
        ),
        (
            make(
                "RayCronJob", {"jobTemplate": {"clusterSelector": {"a": "b"}, "submissionMode": "HTTPMode"}}
            ),
            {"head": 0, "submitter": 0},
        ),
        (volcano({"name": "a", "replicas": 2}, {}), {"task/a": 2, "task/default1": 0}),
        (
            make("Workload", {"podSets": [role(name="a", count=0), role()]}),
            {"podset/a": 0, "podset/main": 1},
        ),
        (make("Workload v1beta1", {"podSets": [role(name="a", count=3)]}), {"podset/a": 3}),
    ],
)
def test_pods_of_each_role(obj: dict[str, Any], pods: dict[str, int | None]) -> None:
    assert sizes(obj) == pods


@pytest.mark.parametrize(
    ("obj", "name", "limits"),
    [
        (
            kubeflow("PaddleJob", elasticPolicy={"minReplicas": 1, "maxReplicas": 4}),
            "replica/Worker",
            (1, 4),
        ),
        (kubeflow("PaddleJob", elasticPolicy={"maxReplicas": 4}), "replica/Worker", (4, 4)),
        (kubeflow("PaddleJob"), "replica/Worker", (None, None)),
        (
            make("RayJob", {"rayClusterSpec": ray(minReplicas=2, maxReplicas=5, numOfHosts=4)}),
            "worker/a",
            (8, 20),
        ),
        (make("RayJob", {"rayClusterSpec": ray(maxReplicas=2147483647)}), "worker/a", (0, None)),
        (make("RayService", {"rayClusterConfig": ray(minReplicas=1, suspend=True)}), "worker/a", (0, None)),
        (volcano({"name": "a", "replicas": 6}), "task/a", (6, None)),
        (volcano({"name": "a", "replicas": 6, "minAvailable": 2}), "task/a", (2, None)),
        # The whole job needs fewer than the task.
        (volcano({"name": "a", "replicas": 6}, minAvailable=3), "task/a", (3, None)),
        (
            volcano(
                {
                    "name": "a",
                    "replicas": 8,
                    "partitionPolicy": {"totalPartitions": 4, "partitionSize": 2, "minPartitions": 3},
                }
            ),
            "task/a",
            (6, None),
        ),
        (make("Workload", {"podSets": [role(name="a", count=3, minCount=1)]}), "podset/a", (1, None)),
    ],
)
def test_minimum_and_maximum(obj: dict[str, Any], name: str, limits: tuple[int | None, int | None]) -> None:
    component, _, instance = name.partition("/")
    found = read(obj).components[component].instances[instance]
    assert (found.min, found.max) == limits


def test_a_group_that_is_held_is_marked() -> None:
    obj = make("RayService", {"rayClusterConfig": ray(replicas=2, suspend=True)})
    assert read(obj).components["worker"].instances["a"].suspended


def test_a_submitter_with_and_without_a_template() -> None:
    cluster = {"rayClusterSpec": ray()}
    without = make("RayJob", cluster)
    assert read(without).components["submitter"].instances[""].template is None
    # What the operator makes up is not known, and not nothing.
    assert wm.view(read(without)).resources.gpus is None
    obj = make("RayJob", {**cluster, "submitterPodTemplate": TEMPLATE})
    assert read(obj).components["submitter"].instances[""].template == TEMPLATE


def test_what_trainers_ask_for_is_known_where_the_train_job_says_it() -> None:
    trainer: dict[str, Any] = {"numNodes": 2, "image": "i"}
    assert wm.view(read(make("TrainJob", {"trainer": trainer}))).resources.gpus is None
    trainer["resourcesPerNode"] = {"limits": {"nvidia.com/gpu": 4}}
    view = wm.view(read(make("TrainJob", {"trainer": trainer})))
    assert view.resources.gpus == 8


def test_the_size_of_a_daemon_set_is_not_written() -> None:
    obj = make("DaemonSet", role(), {"desiredNumberScheduled": 3, "observedGeneration": 1})
    with pytest.raises(wm.EditError, match="computed from"):
        catalog().plan(obj).edit(obj).scale("daemonset", 2)


def place(obj: dict[str, Any], labels: dict[str, str]) -> tuple[Any, ...]:
    found = catalog().plan(obj).place({"metadata": {"labels": labels}}, read(obj).ids)
    return (found.component, found.instance, [key for _, key in found.copies])


REPLICATED = "jobset.sigs.k8s.io/replicatedjob-name"


@pytest.mark.parametrize(
    ("obj", "labels", "expected"),
    [
        (
            disaggregated(),
            {
                "disaggregatedset.x-k8s.io/role": "b",
                "disaggregatedset.x-k8s.io/slice": "1",
                "disaggregatedset.x-k8s.io/revision": "7f",
                "leaderworkerset.sigs.k8s.io/group-index": "3",
                "leaderworkerset.sigs.k8s.io/worker-index": "0",
            },
            ("leader", "b", ["1", "7f-3"]),
        ),
        (
            disaggregated(),
            {"disaggregatedset.x-k8s.io/role": "a", "leaderworkerset.sigs.k8s.io/worker-index": "2"},
            ("worker", "a", []),
        ),
        (
            kubeflow("TFJob", roles={"PS": role(), "Evaluator": role()}),
            {"training.kubeflow.org/replica-type": "ps"},
            ("replica", "PS", []),
        ),
        (
            kubeflow("TFJob", roles={"PS": role(), "Evaluator": role()}),
            {"training.kubeflow.org/replica-type": "evaluator"},
            ("replica", "Evaluator", []),
        ),
        (
            kubeflow("MPIJob"),
            {"training.kubeflow.org/job-role": "launcher"},
            ("launcher", "", []),
        ),
        (
            kubeflow("MPIJob v1"),
            {"training.kubeflow.org/job-role": "master", "training.kubeflow.org/replica-type": "launcher"},
            ("launcher", "", []),
        ),
        (make("TrainJob", {}), {REPLICATED: "launcher"}, ("trainer", "", [])),
        (
            make("TrainJob", {"initializer": {"model": {}}}),
            {REPLICATED: "model-initializer"},
            ("initializer", "model-initializer", []),
        ),
        (
            make("RayJob", {"rayClusterSpec": ray(numOfHosts=2)}),
            {
                "ray.io/node-type": "worker",
                "ray.io/group": "a",
                "ray.io/worker-group-replica-name": "a-x7z",
            },
            ("worker", "a", ["a-x7z"]),
        ),
        (make("RayJob", {}), {"job-name": "x"}, ("submitter", "", [])),
        # The job that empties the cluster's store is Ray's own.
        (
            make("RayJob", {}),
            {"job-name": "x", "ray.io/node-type": "redis-cleanup"},
            (None, None, []),
        ),
        (
            volcano({"name": "a"}, {}),
            {"volcano.sh/task-spec": "default1", "volcano.sh/partition-id": "2"},
            ("task", "default1", ["2"]),
        ),
        (make("Workload", {"podSets": [role()]}), {"kueue.x-k8s.io/podset": "main"}, ("podset", "main", [])),
    ],
)
def test_where_a_pod_belongs(obj: dict[str, Any], labels: dict[str, str], expected: tuple[Any, ...]) -> None:
    assert place(obj, labels) == expected


def test_a_kueue_workload_is_a_shadow() -> None:
    for kind in ("Workload", "Workload v1beta1"):
        extensions = catalog().plan(make(kind, {"podSets": [role()]})).definition.spec.extensions
        assert extensions is not None
        assert extensions.shadow

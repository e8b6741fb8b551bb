# SPDX-License-Identifier: Apache-2.0
"""Each number that is printed of a workload, beside what kubectl and the workload's own controller say of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from tests.live.conftest import Cluster
from tests.live.workloads import Here, in_namespace, until

pytestmark = pytest.mark.live

Numbers = tuple[int, int]


def _by_replicas(obj: dict[str, Any], here: Here) -> Numbers:
    return obj["spec"]["replicas"], obj["status"].get("readyReplicas", 0)


def _by_job(obj: dict[str, Any], here: Here) -> Numbers:
    return obj["spec"]["parallelism"], obj["status"].get("ready", 0)


def _by_jobset(obj: dict[str, Any], here: Here) -> Numbers:
    jobs = [
        item
        for item in here.objects()
        if item["kind"] == "Job"
        and obj["metadata"]["uid"] in {owner["uid"] for owner in item["metadata"].get("ownerReferences", ())}
    ]
    wanted = sum(
        part.get("replicas", 1) * part["template"]["spec"].get("parallelism", 1)
        for part in obj["spec"]["replicatedJobs"]
    )
    return wanted, sum(job["status"].get("ready", 0) for job in jobs)


def _by_lws(obj: dict[str, Any], here: Here) -> Numbers:
    size = obj["spec"]["leaderWorkerTemplate"]["size"]
    return obj["spec"]["replicas"] * size, obj["status"].get("readyReplicas", 0) * size


def _by_raycluster(obj: dict[str, Any], here: Here) -> Numbers:
    status = obj["status"]
    head = any(
        condition["type"] == "HeadPodReady" and condition["status"] == "True"
        for condition in status.get("conditions", ())
    )
    return status["desiredWorkerReplicas"] + 1, status.get("readyWorkerReplicas", 0) + head


def _by_rayjob(obj: dict[str, Any], here: Here) -> Numbers:
    name = obj["status"]["rayClusterName"]
    cluster = {"apiVersion": "ray.io/v1", "kind": "RayCluster"}
    cluster["metadata"] = {"name": name, "namespace": here.namespace}  # type: ignore[assignment]
    wanted, ready = _by_raycluster(here.again(cluster), here)
    job = {"apiVersion": "batch/v1", "kind": "Job", "metadata": obj["metadata"]}
    return wanted + 1, ready + here.again(job)["status"].get("ready", 0)


def _by_pytorchjob(obj: dict[str, Any], here: Here) -> Numbers:
    wanted = sum(part["replicas"] for part in obj["spec"]["pytorchReplicaSpecs"].values())
    return wanted, sum(part.get("active", 0) for part in obj["status"]["replicaStatuses"].values())


class Case(NamedTuple):
    """What is made from a sample: the roles with the labels that their pods carry and how many these are, the
    controller's own numbers, and the controller that must run for it."""

    sample: str
    roles: dict[str, tuple[dict[str, str], int]]
    said: Callable[[dict[str, Any], Here], Numbers]
    controller: str = "kube-controller-manager"
    between: tuple[str, ...] = ()
    phase: str = "Running"


_JOBSET = "jobset.sigs.k8s.io/replicatedjob-name"
_WORKER = "leaderworkerset.sigs.k8s.io/worker-index"
_RAY = "ray.io/node-type"
_TRAINING = "training.kubeflow.org/replica-type"

CASES = {
    "deployment": Case(
        "deployment/kueue-sample-deployment.yaml", {"deployment": ({}, 3)}, _by_replicas, between=("ReplicaSet",)
    ),
    "statefulset": Case(
        "statefulset/kueue-sample-statefulset.yaml", {"statefulset": ({}, 3)}, _by_replicas
    ),
    "job": Case("batch-job/kueue-sample-job.yaml", {"job": ({}, 3)}, _by_job),
    "jobset": Case(
        "jobset/paralleljobs.yaml",
        {"replicatedjob/workers": ({_JOBSET: "workers"}, 4), "replicatedjob/driver": ({_JOBSET: "driver"}, 1)},
        _by_jobset,
        "jobset",
        ("Job",),
    ),
    "jobset-in-order": Case(
        "jobset/startup-driver-ready.yaml",
        {"replicatedjob/workers": ({_JOBSET: "workers"}, 4), "replicatedjob/driver": ({_JOBSET: "driver"}, 1)},
        _by_jobset,
        "jobset",
        ("Job",),
    ),
    "leaderworkerset": Case(
        "leaderworkerset/lws.yaml",
        {"leader": ({_WORKER: "0"}, 3), "worker": ({}, 9)},
        _by_lws,
        "lws",
        ("StatefulSet",),
    ),
    "raycluster": Case(
        "raycluster/ray-cluster.sample.yaml",
        {"head": ({_RAY: "head"}, 1), "worker/workergroup": ({_RAY: "worker"}, 1)},
        _by_raycluster,
        "kuberay",
    ),
    "rayjob": Case(
        "rayjob/ray-job.sample.yaml",
        {
            "head": ({_RAY: "head"}, 1),
            "worker/small-group": ({_RAY: "worker"}, 1),
            "submitter": ({"batch.kubernetes.io/job-name": "rayjob"}, 1),
        },
        _by_rayjob,
        "kuberay",
        ("Job", "RayCluster"),
        # Ray itself does not run here: there is no status.jobStatus.
        "Initializing",
    ),
    "pytorchjob": Case(
        "pytorchjob/simple.yaml",
        {"replica/Master": ({_TRAINING: "master"}, 1), "replica/Worker": ({_TRAINING: "worker"}, 1)},
        _by_pytorchjob,
        "training-operator",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def here(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    """A namespace with every case in it whose controller runs, each brought up."""
    yield from in_namespace(cluster, "numbers", tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def made(here: Here) -> dict[str, dict[str, Any]]:
    """The objects of all cases whose controller runs here."""
    assert here.cluster.state is not None
    running = here.cluster.state.running()
    return {
        name: here.create(case.sample, name=name)
        for name, case in CASES.items()
        if case.controller in running
    }


def nodes(view: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """All roles of a view by id."""
    found: dict[str, dict[str, Any]] = {}

    def walk(parts: list[dict[str, Any]]) -> None:
        for part in parts:
            found.setdefault(part["id"], part)
            walk(part["children"])

    walk(view["components"])
    return found


@pytest.mark.parametrize("name", CASES)
def test_every_number_is_that_of_kubectl_and_the_controller(
    name: str, here: Here, made: dict[str, dict[str, Any]], cluster: Cluster
) -> None:
    case = CASES[name]
    cluster.needs(case.controller)
    obj = made[name]

    def numbers() -> Numbers:
        now = here.again(obj)
        try:
            return case.said(now, here)
        except KeyError:
            # The controller has not said anything yet.
            return 0, -1

    wanted = sum(count for _, count in case.roles.values())
    until(lambda: numbers() == (wanted, wanted), what=f"{name}, by its controller's numbers,")
    pods = here.pods(obj)
    row, view = here.row(obj), here.view(obj)
    for shown in (row, view):
        assert shown["headline"] == case.phase, shown["message"]
        assert shown["uid"] == obj["metadata"]["uid"]
        assert shown["replicas"] == {**shown["replicas"], "desired": wanted, "ready": wanted}
        assert shown["replicas"]["current"] == len(pods)
    found = nodes(view)
    for role, (labels, count) in case.roles.items():
        theirs = {
            pod["metadata"]["name"]
            for pod in pods
            if labels.items() <= pod["metadata"].get("labels", {}).items()
        }
        if not labels:
            others = [one for other, (one, _) in case.roles.items() if other != role]
            theirs = {
                pod["metadata"]["name"]
                for pod in pods
                if not any(one.items() <= pod["metadata"]["labels"].items() for one in others)
            }
        ours = _pods_of(found[role])
        assert {pod["name"] for pod in ours} == theirs
        assert found[role]["replicas"]["ready"] == found[role]["replicas"]["desired"] == count == len(theirs)
    on_nodes = {pod["metadata"]["name"]: pod["spec"]["nodeName"] for pod in pods}
    for each in _pods_of({"pods": [], "children": view["components"]}):
        assert each["node"] == on_nodes[each["name"]]
        assert (each["phase"], each["ready"], each["restarts"]) == ("Running", True, 0)
    assert {owned["kind"] for owned in view["owned"]} == set(case.between)


def _pods_of(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [*node["pods"], *(pod for child in node["children"] for pod in _pods_of(child))]


def test_what_a_cronjob_starts_is_part_of_it(here: Here) -> None:
    def later(obj: dict[str, Any]) -> None:
        obj["spec"]["schedule"] = "0 0 1 1 *"

    obj = here.create("cronjob/kueue-sample-cronjob.yaml", name="nightly", change=later)
    job = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {
            "name": "nightly-1",
            "ownerReferences": [
                {
                    "apiVersion": "batch/v1",
                    "kind": "CronJob",
                    "name": "nightly",
                    "uid": obj["metadata"]["uid"],
                    "controller": True,
                }
            ],
        },
        "spec": obj["spec"]["jobTemplate"]["spec"],
    }
    made = here.apply(job)
    here.settled(made, 3)
    until(lambda: here.again(made)["status"].get("ready") == 3)
    view = here.view(obj)
    assert [(owned["kind"], owned["name"]) for owned in view["owned"]] == [("Job", "nightly-1")]
    assert (view["owned"][0]["replicas"]["ready"], view["replicas"]["ready"]) == (3, 3)
    assert not [row for row in here.rows("--all", "--pods") if row["name"] == "nightly-1"]
    here.api.call("DELETE", here.api.path(obj), {"propagationPolicy": "Foreground"})
    until(lambda: here.wmap("get", "cronjob/nightly").code == 3, what="gone")


def test_each_workload_is_shown_once_at_the_top(here: Here, made: dict[str, dict[str, Any]]) -> None:
    for arguments in (("--all",), ("--all", "--pods")):
        rows = here.rows(*arguments)
        assert sorted(row["uid"] for row in rows) == sorted(obj["metadata"]["uid"] for obj in made.values())
    # A type that was named shows all of its own, below others too.
    jobs = {row["name"] for row in here.rows("jobs")}
    if "jobset" in made:
        assert {"job", "jobset-workers-0", "jobset-driver-0"} <= jobs


def test_the_table_of_all(here: Here, made: dict[str, dict[str, Any]]) -> None:
    lines = here.wmap("get", "--all", "--pods").out.splitlines()
    assert lines[0].split() == ["NAME", "NAMESPACE", "KIND", "PHASE", "PODS", "GPUS", "AGE"]
    shown = {line.split()[0]: line.split() for line in lines[1:]}
    for name, obj in made.items():
        case = CASES[name]
        wanted = sum(count for _, count in case.roles.values())
        # The template of the pod that submits a RayJob is not in the object.
        gpus = "?" if name == "rayjob" else "0"
        assert shown[name][1:6] == [here.namespace, obj["kind"], case.phase, f"{wanted}/{wanted}", gpus]


def test_why_a_pod_is_where_it_is(here: Here, made: dict[str, dict[str, Any]]) -> None:
    for name, obj in made.items():
        case = CASES[name]
        pod = here.pods(obj)[-1]
        done = here.wmap("explain", "pod", pod["metadata"]["name"], "-o", "json")
        assert done.code == 0, done.err
        told = json.loads(done.out)
        assert told["workload"] == f"{obj['kind']}/{name}"
        assert told["role"] in case.roles
        assert told["chain"][-1]["uid"] == obj["metadata"]["uid"]
        assert (told["itself"], told["problems"]) == (None, [])

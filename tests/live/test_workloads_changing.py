# SPDX-License-Identifier: Apache-2.0
"""What is printed of workloads that are scaled, suspended, deleted, or whose pods fail, beside what kubectl says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.live.conftest import Cluster
from tests.live.workloads import Here, in_namespace, is_ready, until

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def here(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    """A namespace for the whole module."""
    yield from in_namespace(cluster, "changing", tmp_path_factory.mktemp("cache"))


def names(pods: list[dict[str, Any]]) -> set[str]:
    """Names of pods, as kubectl or as the product gives them."""
    return {pod["name"] if "name" in pod else pod["metadata"]["name"] for pod in pods}


def ending(pods: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that are being deleted."""
    return [pod for pod in pods if "deletionTimestamp" in pod["metadata"]]


def agrees(here: Here, obj: dict[str, Any], desired: int) -> dict[str, Any]:
    """The view of a workload, each count of which is what its pods are."""
    pods, view = here.pods(obj), here.view(obj)
    gone = ending(pods)
    current = [
        pod for pod in pods if pod not in gone and pod["status"]["phase"] not in ("Succeeded", "Failed")
    ]
    finished = [pod for pod in pods if pod not in gone and pod not in current]
    for shown in (view, here.row(obj)):
        numbers = shown["replicas"]
        assert (numbers["desired"], numbers["current"], numbers["ready"]) == (
            desired,
            len(current),
            len([pod for pod in current if is_ready(pod)]),
        )
    assert names(view["terminatingPods"]) == names(gone)
    assert names(view["finishedPods"]) == names(finished)
    assert view["unassignedPods"] == []
    return view


def test_a_deployment_is_scaled_up_and_down(here: Here) -> None:
    obj = here.create("deployment/kueue-sample-deployment.yaml", name="scaled")
    here.settled(obj, 3)
    here.api.patch(obj, {"spec": {"replicas": 5}})
    here.settled(obj, 5)
    assert agrees(here, obj, 5)["headline"] == "Running"
    here.hold(here.pods(obj))
    here.api.patch(obj, {"spec": {"replicas": 2}})
    until(lambda: len(ending(here.pods(obj))) == 3, what="three pods terminating")
    until(lambda: here.again(obj)["status"].get("readyReplicas") == 2)
    view = agrees(here, obj, 2)
    assert view["headline"] == "Running"
    assert "\nTerminating pods:\n" in here.wmap("describe", "deploy/scaled").out
    here.hold(here.pods(obj), held=False)
    here.settled(obj, 2)
    assert agrees(here, obj, 2)["terminatingPods"] == []


def test_groups_are_scaled_down(here: Here, cluster: Cluster) -> None:
    cluster.needs("lws")
    obj = here.create("leaderworkerset/lws.yaml", name="groups")
    here.settled(obj, 12)
    here.api.patch(obj, {"spec": {"replicas": 1}})
    here.settled(obj, 4)
    until(lambda: here.again(obj)["status"].get("readyReplicas") == 1)
    assert agrees(here, obj, 4)["headline"] == "Running"
    here.api.patch(obj, {"spec": {"replicas": 0}})
    until(lambda: not here.pods(obj))
    agrees(here, obj, 0)


@pytest.mark.parametrize(
    ("sample", "type", "controller", "count"),
    [
        ("batch-job/kueue-sample-job.yaml", "job", "kube-controller-manager", 3),
        ("jobset/paralleljobs.yaml", "jobset", "jobset", 5),
        ("raycluster/ray-cluster.sample.yaml", "raycluster", "kuberay", 2),
        ("pytorchjob/simple.yaml", "pytorchjob", "training-operator", 2),
    ],
)
def test_suspended_and_resumed(
    sample: str, type: str, controller: str, count: int, here: Here, cluster: Cluster
) -> None:
    cluster.needs(controller)
    obj = here.create(sample, name=f"paused-{type}")
    pods = here.settled(obj, count)
    here.hold(pods)
    done = here.wmap("suspend", f"{type}/paused-{type}")
    assert done.code == 0, done.err
    until(lambda: len(ending(here.pods(obj))) == count, what="every pod terminating")
    view = agrees(here, obj, count)
    # A Job and a RayCluster say that their pods are still going.
    assert view["headline"] == ("Suspended" if type in ("jobset", "pytorchjob") else "Suspending")
    here.hold(pods, held=False)
    until(lambda: not here.pods(obj), what="no pod left")
    until(lambda: here.row(obj)["headline"] == "Suspended", what="suspended")
    assert agrees(here, obj, count)["suspended"]
    assert here.rows("--all", "--phase", "Suspended", "--field-selector", f"metadata.name=paused-{type}")
    assert here.wmap("resume", f"{type}/paused-{type}").code == 0
    here.settled(obj, count)
    until(lambda: here.row(obj)["headline"] == "Running", what="running")
    assert not agrees(here, obj, count)["suspended"]


def test_a_workload_that_is_being_deleted(here: Here) -> None:
    obj = here.create("deployment/kueue-sample-deployment.yaml", name="going")
    pods = here.settled(obj, 3)
    here.hold(pods)
    here.api.call("DELETE", here.api.path(obj), {"propagationPolicy": "Foreground"})
    until(lambda: len(ending(here.pods(obj))) == 3, what="every pod terminating")
    view = agrees(here, obj, 3)
    assert view["deleting"]
    assert here.row(obj)["deleting"]
    here.hold(pods, held=False)
    until(lambda: here.wmap("get", "deploy/going").code == 3, what="gone")


def test_pods_that_cannot_run(here: Here) -> None:
    obj = here.create("statefulset/kueue-sample-statefulset.yaml", name="broken")
    pods = sorted(here.settled(obj, 3), key=lambda pod: str(pod["metadata"]["name"]))
    here.tell(pods[2], "crash")
    until(lambda: here.again(obj)["status"].get("readyReplicas") == 2)
    view = agrees(here, obj, 3)
    # A StatefulSet says so itself.
    assert view["headline"] == view["objectHeadline"] == "Degraded"
    text = here.wmap("describe", "sts/broken").out
    (line,) = [line for line in text.splitlines() if "broken-2" in line and "CrashLoopBackOff" in line]
    assert "restarts: 5" in line
    # The table says the same.
    (line,) = here.wmap("get", "sts/broken", "--pods", "--no-headers").out.splitlines()
    assert line.split()[3:5] == ["Degraded", "2/3"]


def test_a_pod_that_fails_in_a_job_of_a_jobset(here: Here, cluster: Cluster) -> None:
    cluster.needs("jobset")

    def retries(obj: dict[str, Any]) -> None:
        # A restart of a container is one.
        for part in obj["spec"]["replicatedJobs"]:
            part["template"]["spec"]["backoffLimit"] = 100

    obj = here.create("jobset/paralleljobs.yaml", name="failing-part", change=retries)
    pods = here.settled(obj, 5)
    here.tell(next(pod for pod in pods if "-workers-" in pod["metadata"]["name"]), "crash")
    until(lambda: sum(map(is_ready, here.pods(obj))) == 4)
    # A JobSet counts the jobs whose pods are all ready, and tells no more.
    until(lambda: here.row(obj)["objectHeadline"] == "Initializing")
    agrees(here, obj, 5)
    assert "Running (CrashLoopBackOff)" in here.wmap("describe", "jobset/failing-part").out


def test_a_worker_that_fails_in_a_raycluster(here: Here, cluster: Cluster) -> None:
    cluster.needs("kuberay")
    obj = here.create("raycluster/ray-cluster.sample.yaml", name="failing-ray")
    pods = here.settled(obj, 2)
    until(lambda: here.row(obj)["headline"] == "Running")
    here.tell(next(pod for pod in pods if "-workergroup-" in pod["metadata"]["name"]), "crash")
    until(lambda: sum(map(is_ready, here.pods(obj))) == 1)
    # It counts its ready workers.
    until(lambda: here.row(obj)["objectHeadline"] == "Degraded")
    assert agrees(here, obj, 2)["headline"] == "Degraded"


def test_an_image_that_is_not_there(here: Here) -> None:
    obj = here.create("deployment/kueue-sample-deployment.yaml", name="image", word="image")

    def waiting() -> bool:
        pods = here.pods(obj)
        return len(pods) == 3 and all("ImagePullBackOff" in str(pod["status"]) for pod in pods)

    until(waiting, what="three pods without image")
    view = agrees(here, obj, 3)
    assert view["headline"] == "Initializing"
    assert here.wmap("describe", "deploy/image").out.count("Pending (ImagePullBackOff)") == 3


def test_a_job_that_fails(here: Here) -> None:
    def no_retries(obj: dict[str, Any]) -> None:
        obj["spec"]["backoffLimit"] = 0

    obj = here.create("batch-job/kueue-sample-job.yaml", name="failing", change=no_retries)
    pods = here.settled(obj, 3)
    here.tell(pods[0], "fail")

    def failed() -> bool:
        conditions = here.again(obj)["status"].get("conditions", ())
        return any(each["type"] == "Failed" and each["status"] == "True" for each in conditions)

    until(failed, what="the job failed")
    until(lambda: not ending(here.pods(obj)))
    view = agrees(here, obj, 3)
    assert (view["headline"], view["reason"]) == ("Failed", "BackoffLimitExceeded")
    (gone,) = view["finishedPods"]
    assert (gone["name"], gone["phase"]) == (pods[0]["metadata"]["name"], "Failed")


def test_a_job_that_ends_well(here: Here) -> None:
    obj = here.create("batch-job/kueue-sample-job.yaml", name="done", word="complete")
    until(lambda: here.again(obj)["status"].get("succeeded") == 3, what="three pods done")
    until(lambda: here.row(obj)["headline"] == "Completed", what="completed")
    view = here.view(obj)
    assert len(view["finishedPods"]) == 3
    assert (view["replicas"]["current"], view["replicas"]["ready"]) == (0, 0)

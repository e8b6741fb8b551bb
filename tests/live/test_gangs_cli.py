# SPDX-License-Identifier: Apache-2.0
"""``wmap gangs`` on real workloads: what it says while pods wait, run and fail, and what the cluster takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.live.conftest import Cluster
from tests.live.workloads import WORD, Here, in_namespace, until

pytestmark = pytest.mark.live

#: More than a node of the cluster has.
TOO_MANY = "9"


@pytest.fixture(scope="module")
def here(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    yield from in_namespace(cluster, "gangs", tmp_path_factory.mktemp("cache"))


def template(word: str | None = None, gpus: str | None = None) -> dict[str, Any]:
    metadata = {"annotations": {WORD: word}} if word is not None else {}
    container: dict[str, Any] = {"name": "main", "image": "trainer:1"}
    if gpus is not None:
        container["resources"] = {"limits": {"nvidia.com/gpu": gpus}}
    return {"metadata": metadata, "spec": {"restartPolicy": "Never", "containers": [container]}}


def job(name: str, count: int, **given: Any) -> dict[str, Any]:
    spec = {"parallelism": count, "completions": count, "backoffLimit": 0, "template": template(**given)}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": spec}


def jobset(name: str, **roles: dict[str, Any]) -> dict[str, Any]:
    jobs = [
        {"name": role, "replicas": 1, "template": {"spec": job(role, **given)["spec"]}}
        for role, given in roles.items()
    ]
    kind = {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet"}
    return {**kind, "metadata": {"name": name}, "spec": {"replicatedJobs": jobs}}


def gangs(here: Here, token: str) -> dict[str, Any]:
    done = here.wmap("gangs", token, "-o", "json")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def live(here: Here, token: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first tree's `live`, once it is as it should be."""

    def fitting() -> dict[str, Any] | None:
        state: dict[str, Any] = gangs(here, token)["gangs"][0]["live"]
        return state if holds(state) else None

    found: dict[str, Any] = until(fitting, what=f"the gang of {token}")
    return found


def numbers(state: dict[str, Any]) -> tuple[int, int, int]:
    return state["existing"], state["scheduled"], state["ready"]


def test_a_gang_that_runs(here: Here) -> None:
    made = here.apply(job("runs", 3))
    state = live(here, "job/runs", lambda state: state["ready"] == 3)
    assert (numbers(state), state["satisfied"], state["reason"]) == ((3, 3, 3), True, None)
    found = gangs(here, "job/runs")
    assert found["uid"] == made["metadata"]["uid"]
    assert found["gangs"] == here.view(made)["gangs"]
    assert "below" not in here.wmap("describe", "job/runs").out


def test_pods_that_are_not_ready_are_scheduled(here: Here) -> None:
    here.apply(job("unready", 2, word="unready"))
    state = live(here, "job/unready", lambda state: state["scheduled"] == 2)
    assert (numbers(state), state["satisfied"]) == ((2, 2, 0), True)


def test_pods_without_a_gpu_are_what_is_missing(here: Here) -> None:
    here.cluster.needs("jobset")
    here.apply(jobset("waits", leader={"count": 1}, workers={"count": 2, "gpus": TOO_MANY}))

    def told(state: dict[str, Any]) -> bool:
        return numbers(state) == (3, 1, 1) and "Insufficient" in state["reason"]

    state = live(here, "jobset/waits", told)
    assert not state["satisfied"]
    assert state["reason"].endswith("0 of 2 scheduled: Insufficient nvidia.com/gpu")
    text = here.wmap("gangs", "jobset/waits").out
    assert state["reason"] in text
    described = here.wmap("describe", "jobset/waits").out
    assert "Gangs below their minimum:" in described
    assert state["reason"] in described


def test_pods_that_failed_are_gone(here: Here) -> None:
    here.apply(job("fails", 1, word="fail"))
    found = until(
        lambda: (now := gangs(here, "job/fails")["gangs"][0]) and not now["active"] and now,
        what="the Job failed",
    )
    assert numbers(found["live"]) == (0, 0, 0)


def test_what_the_cluster_has_is_found_out_without_creating(here: Here) -> None:
    """The cluster of these tests runs without gates."""
    here.apply(job("asks", 1))
    done = here.wmap("gangs", "job/asks", "--for", "auto", "-o", "json")
    found = json.loads(done.out)
    said = next(problem["message"] for problem in found["problems"] if problem["code"] == "gang.target")
    assert "PodGroup of scheduling.k8s.io/v1beta1 is not served" in said
    assert found["target"] in ("kai", "volcano", "coscheduling", "kueue")
    assert found["objects"]
    assert said in done.err
    native = here.wmap("gangs", "job/asks", "--for", "native")
    assert native.code == 0
    assert "the cluster cannot take what is printed" in native.err
    status, data = here.api.request(
        "GET", f"/apis/scheduling.volcano.sh/v1beta1/namespaces/{here.namespace}/podgroups"
    )
    assert status == 404 or json.loads(data)["items"] == []


def test_printed_groups_are_taken(here: Here) -> None:
    """Where the CRD of Volcano is served, its group can be applied, and is owned by the workload."""
    made = here.apply(job("volcano", 2))
    found = json.loads(here.wmap("gangs", "job/volcano", "--for", "volcano", "-o", "json").out)
    if any(problem["code"] == "gang.not-served" for problem in found["problems"]):
        pytest.skip("this cluster does not serve Volcano's PodGroup")
    (group,) = found["objects"]
    kept = here.apply(group)
    assert kept["spec"] == group["spec"]
    assert kept["metadata"]["ownerReferences"][0]["uid"] == made["metadata"]["uid"]

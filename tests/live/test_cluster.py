# SPDX-License-Identifier: Apache-2.0
"""The test cluster itself: real controllers make pods of real samples, users have their rights, two clusters run side
by side, and `down` leaves nothing behind."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.live.cluster import cluster as clusters
from tests.live.cluster import fill, processes
from tests.live.cluster.api import Api
from tests.live.conftest import Cluster, Kubectl
from tests.shared import shared

pytestmark = pytest.mark.live


@pytest.mark.parametrize(
    ("controller", "sample", "pods"),
    [
        ("jobset", "jobset/paralleljobs.yaml", 5),
        ("lws", "leaderworkerset/lws.yaml", 12),
        ("kuberay", "raycluster/ray-cluster.sample.yaml", 2),
        ("training-operator", "pytorchjob/simple.yaml", 2),
    ],
)
def test_a_sample_runs(
    cluster: Cluster, kubectl: Kubectl, namespace: str, controller: str, sample: str, pods: int
) -> None:
    cluster.needs(controller)
    objects = list(yaml.safe_load_all((shared("samples") / sample).read_text()))
    for obj in objects:
        obj["metadata"]["namespace"] = namespace
    kubectl("apply", "-f", "-", input=yaml.safe_dump_all(objects))
    end = time.monotonic() + 90
    phases: list[str] = []
    while time.monotonic() < end and phases != ["Running"] * pods:
        time.sleep(0.5)
        phases = kubectl("get", "pods", "-n", namespace, "-o", "jsonpath={.items[*].status.phase}").split()
    assert phases == ["Running"] * pods


def test_a_pod_is_what_its_word_says(kubectl: Kubectl, namespace: str) -> None:
    words = {
        "run": "Running",
        "hold": "Pending",
        "image": "Pending",
        "crash": "Running",
        "fail": "Failed",
        "complete": "Succeeded",
    }
    pods = [
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": word, "annotations": {"live.workload-map/pod": word}},
            "spec": {"containers": [{"name": "main", "image": "registry.local/x:1"}]},
        }
        for word in words
    ]
    kubectl("apply", "-n", namespace, "-f", "-", input=yaml.safe_dump_all(pods))

    def phases() -> dict[str, str]:
        items = json.loads(kubectl("get", "pods", "-n", namespace, "-o", "json"))["items"]
        return {item["metadata"]["name"]: item["status"]["phase"] for item in items}

    _until(lambda: phases() == words)
    kubectl("annotate", "pod", "hold", "-n", namespace, "--overwrite", "live.workload-map/pod=run")
    kubectl("annotate", "pod", "run", "-n", namespace, "--overwrite", "live.workload-map/pod=fail")
    _until(lambda: phases() == {**words, "hold": "Running", "run": "Failed"})


@pytest.mark.parametrize(
    ("user", "verb", "namespace", "answer"),
    [
        ("admin", "delete", "kubeflow", "yes"),
        ("admin-cert", "delete", "kubeflow", "yes"),
        ("no-rights", "list", "one-namespace", "no"),
        ("one-namespace", "delete", "one-namespace", "yes"),
        ("one-namespace", "list", "kubeflow", "no"),
        ("list-only", "list", "kubeflow", "yes"),
        ("list-only", "get", "kubeflow", "no"),
        ("list-only", "delete", "kubeflow", "no"),
    ],
)
def test_users_have_their_rights(
    cluster: Cluster, kubectl: Kubectl, user: str, verb: str, namespace: str, answer: str
) -> None:
    said = kubectl("auth", "can-i", verb, "pods", "-n", namespace, user=user, check=False)
    assert said.split()[0] == answer


def test_two_clusters_side_by_side(api: Api, tmp_path: Path) -> None:
    state = clusters.up(clusters.Wanted(state=tmp_path / "second", bare=True), say=lambda text: None)
    started = state.started()
    try:
        written = fill.fill(state.kubeconfig, pods=60, workloads=6, namespaces=2, prefix="side")
        assert written["Pod"] == 60
        assert {"JobSet", "Deployment", "LeaderWorkerSet", "RayCluster", "PyTorchJob", "Job"} < set(written)
        with contextlib.closing(Api.of(state.kubeconfig)) as second:
            listed = [second.call("GET", f"/api/v1/namespaces/side-{n}/pods")["items"] for n in (0, 1)]
            assert "side-0" in _namespaces(second)
        assert "side-0" not in _namespaces(api)
        pods = [item for items in listed for item in items]
        assert {item["status"]["phase"] for item in pods} == {"Running"}
        sizes = [len(json.dumps(item, separators=(",", ":"))) for item in pods]
        assert 5300 < sum(sizes) / len(sizes) < 6300
    finally:
        clusters.down(tmp_path / "second")
    assert not any(processes.alive(process) for process in started)
    assert not (tmp_path / "second").exists()


def test_down_stops_only_what_it_started(tmp_path: Path) -> None:
    """A pid that was given to another program since is left alone."""
    log = tmp_path / "log"
    sleeper = processes.start("sleeper", ["/bin/sleep", "60"], log=log, environment=dict(os.environ))
    other = processes.Started("sleeper", sleeper.pid, sleeper.born - 1, str(log))
    assert processes.stop([other]) == []
    assert processes.alive(sleeper)
    assert processes.stop([sleeper]) == []
    assert not processes.alive(sleeper)


def _namespaces(api: Api) -> set[str]:
    return {item["metadata"]["name"] for item in api.call("GET", "/api/v1/namespaces")["items"]}


def _until(holds: Callable[[], bool], *, timeout: float = 30) -> None:
    end = time.monotonic() + timeout
    while not holds():
        assert time.monotonic() < end, "not so after the time allowed"
        time.sleep(0.3)

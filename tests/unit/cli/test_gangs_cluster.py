# SPDX-License-Identifier: Apache-2.0
"""``wmap gangs --for auto`` on a small server; tests/live has a real one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import loopback
from tests.cli_runs import ROOT, Run, wmap

PODGROUPS = {
    "name": "podgroups",
    "singularName": "podgroup",
    "namespaced": True,
    "kind": "PodGroup",
    "verbs": ["create", "get", "list", "patch"],
}


class Cluster:
    """What a server has, in the old form of discovery; it keeps no fields that a gate switches off."""

    def __init__(self) -> None:
        self.groups: dict[str, str] = {}
        self.asked: list[str] = []

    def __call__(self, exchange: loopback.Exchange) -> None:
        path = exchange.path.partition("?")[0]
        self.asked.append(f"{exchange.command} {exchange.path}")
        if exchange.command in ("POST", "PATCH"):
            obj = json.loads(exchange.body)
            obj["spec"].pop("schedulingConstraints", None)
            obj["spec"].pop("parentCompositePodGroupName", None)
            return exchange.reply(201, json.dumps(obj).encode())
        answer: dict[str, Any] | None = None
        if path == "/api":
            answer = {"kind": "APIVersions", "versions": ["v1"]}
        elif path == "/api/v1":
            pods = {**PODGROUPS, "name": "pods", "singularName": "pod", "kind": "Pod"}
            answer = {"kind": "APIResourceList", "groupVersion": "v1", "resources": [pods]}
        elif path == "/apis":
            groups = [
                {
                    "name": name,
                    "versions": [_version(name, version)],
                    "preferredVersion": _version(name, version),
                }
                for name, version in self.groups.items()
            ]
            answer = {"kind": "APIGroupList", "groups": groups}
        elif path.removeprefix("/apis/") in [f"{name}/{version}" for name, version in self.groups.items()]:
            answer = {"kind": "APIResourceList", "resources": [PODGROUPS]}
        if answer is None:
            return exchange.reply(404, b'{"kind": "Status", "message": "not here"}')
        return exchange.reply(200, json.dumps(answer).encode(), Content_Type="application/json")


def _version(name: str, version: str) -> dict[str, str]:
    return {"groupVersion": f"{name}/{version}", "version": version}


@pytest.fixture
def cluster() -> Cluster:
    return Cluster()


@pytest.fixture
def asked(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    config = tmp_path / "config"
    with loopback.Server(cluster) as server:
        config.write_text(
            json.dumps(
                {
                    "clusters": [{"name": "a", "cluster": {"server": server.url}}],
                    "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}],
                    "users": [{"name": "a", "user": {}}],
                    "current-context": "a",
                }
            )
        )

        def run(*words: str) -> Run:
            return wmap("gangs", "-f", "examples/raycluster.yaml", *words, "--kubeconfig", str(config))

        yield run


def test_a_cluster_with_nothing_for_gangs(asked: Any, cluster: Cluster) -> None:
    run = asked("--for", "auto")
    assert (run.code, run.out) == (1, "")
    assert "the cluster has nothing that starts gangs" in run.err
    assert not [line for line in cluster.asked if not line.startswith("GET")]
    found = json.loads(asked("--for", "auto", "-o", "json").out)
    assert (found["target"], found["objects"]) == (None, [])


def test_gates_that_are_off(asked: Any, cluster: Cluster) -> None:
    cluster.groups["scheduling.k8s.io"] = "v1beta1"
    run = asked("--for", "auto")
    assert run.code == 0
    assert "# gangs for native\n" in run.out
    assert "native is taken" in run.err
    assert "CompositePodGroup" in run.err
    writes = [line for line in cluster.asked if not line.startswith("GET")]
    assert writes
    assert all("dryRun=All" in line for line in writes)


def test_files_ask_no_cluster_of_themselves(asked: Any, cluster: Cluster) -> None:
    assert asked("--for", "native").code == 0
    assert cluster.asked == []

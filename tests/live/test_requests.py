# SPDX-License-Identifier: Apache-2.0
"""What a command asks of the API server, as that writes it down: lists, paged, and nothing object by object."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.live.cluster.api import Api
from tests.live.conftest import Cluster
from tests.live.workloads import Here, in_namespace, until

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def here(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    """A namespace with workloads of several kinds; what the server has is cached."""
    for found in in_namespace(cluster, "requests", tmp_path_factory.mktemp("cache")):
        for number in range(3):
            obj = found.create("deployment/kueue-sample-deployment.yaml", name=f"web-{number}")
        found.settled(obj, 3)
        job = found.create("batch-job/kueue-sample-job.yaml", name="job")
        found.settled(job, 3)
        assert cluster.state is not None
        if "jobset" in cluster.state.running():
            found.settled(found.create("jobset/paralleljobs.yaml", name="jobset"), 5)
        if "lws" in cluster.state.running():
            found.settled(found.create("leaderworkerset/lws.yaml", name="groups"), 12)
        found.wmap("get", "--all")
        yield found


class Asked:
    """The requests of one command, by the audit log of the API server."""

    def __init__(self, requests: list[dict[str, Any]]) -> None:
        self.requests = requests

    @property
    def lists(self) -> Counter[str]:
        """How often each collection was listed, in full or its metadata."""
        found: Counter[str] = Counter()
        for request in self.requests:
            if request["verb"] == "list":
                about = request["objectRef"]
                # Volcano has jobs, too.
                other = about["resource"] == "jobs" and about["apiGroup"] != "batch"
                found[f"jobs.{about['apiGroup']}" if other else about["resource"]] += 1
        return found

    @property
    def others(self) -> list[str]:
        """Requests that are no list."""
        return [
            f"{request['verb']} {request['requestURI']}"
            for request in self.requests
            if request["verb"] != "list"
        ]


def asked(here: Here, *args: str, everywhere: bool = False) -> Asked:
    """Run a command as a user of its own, so that its requests can be told from all others."""
    user = f"counted-{uuid.uuid4().hex[:8]}"
    done = here.wmap(*args, "--as", user, "--as-group", "system:masters", everywhere=everywhere)
    assert done.code == 0, done.err
    return Asked(_audited(here, user))


def _audited(here: Here, user: str) -> list[dict[str, Any]]:
    log = Path(here.cluster.user("admin")).parent / "audit.log"
    if not log.exists():
        pytest.skip("the API server of this cluster writes no audit log")
    # The last request may be written down after it was answered: one more, that is known, comes after it.
    marker = uuid.uuid4().hex
    api = Api.of(here.cluster.user("admin"))
    api.request("GET", "/api/v1/namespaces", query={"labelSelector": f"marker={marker}"})
    api.close()

    def lines() -> list[str]:
        with open(log, "rb") as file:
            file.seek(max(0, log.stat().st_size - 8_000_000))
            text = file.read().decode(errors="replace")
        return text.splitlines() if marker in text else []

    found = [json.loads(line) for line in until(lines, what="the audit log") if user in line]
    return [
        each
        for each in found
        if each.get("impersonatedUser", {}).get("username") == user and each["stage"] == "ResponseComplete"
    ]


def test_without_pods_no_pod_is_read(here: Here) -> None:
    for everywhere in (False, True):
        found = asked(here, "get", "--all", *(["-A"] if everywhere else []), everywhere=everywhere)
        assert "pods" not in found.lists
        # One page of each kind: there are few of them.
        assert set(found.lists.values()) == {1}
        assert found.others == []
        assert {"jobs", "deployments", "kartas"} <= set(found.lists)
    # The sets of workers are owned by pods, and are at the top of nothing all the same.
    assert not [row for row in here.rows("--all") if row["kind"] in ("StatefulSet", "Pod")]


def test_with_pods_they_are_read_once(here: Here) -> None:
    found = asked(here, "get", "--all", "--pods")
    assert found.lists["pods"] == 1
    assert set(found.lists.values()) == {1}
    assert found.others == []


def test_one_type_reads_what_lies_between_once(here: Here) -> None:
    found = asked(here, "get", "deploy", "--pods")
    assert found.lists == {"deployments": 1, "replicasets": 1, "pods": 1, "kartas": 1, **_climbed(found)}
    assert found.others == []
    found = asked(here, "get", "deploy")
    assert found.lists == {"deployments": 1, "kartas": 1}


def _climbed(found: Asked) -> dict[str, int]:
    """Owners of the other pods of the namespace, of which it is not known beforehand whose they are."""
    return {
        name: 1 for name in ("jobs", "jobsets", "statefulsets", "leaderworkersets") if name in found.lists
    }


def test_pages_are_as_large_as_asked_for(here: Here) -> None:
    found = asked(here, "get", "deploy", "--chunk-size", "2")
    assert found.lists["deployments"] == 2
    limits = [parse_qs(urlsplit(request["requestURI"]).query).get("limit") for request in found.requests]
    assert ["2"] in limits


def test_a_workload_is_described_with_one_get(here: Here) -> None:
    found = asked(here, "describe", "deploy/web-1")
    assert found.lists["pods"] == found.lists["events"] == 1
    assert set(found.lists.values()) == {1}
    # The Deployment, and its ReplicaSet in full.
    assert [text.split("?")[0].rpartition("/")[2].rpartition("-")[0] for text in found.others] == [
        "web",
        "web-1",
    ]


def test_a_pod_is_explained_with_few(here: Here) -> None:
    (pod, *_) = [row["name"] for row in here.rows("pods") if row["name"].startswith("web-0-")]
    found = asked(here, "explain", "pod", pod)
    assert found.lists == {"replicasets": 1, "deployments": 1, "kartas": 1}
    assert [text.split("?")[0].rpartition("/")[2] for text in found.others] == [pod, "web-0"]

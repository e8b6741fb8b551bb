# SPDX-License-Identifier: Apache-2.0
"""What ``wmap gangs`` prints is applied as it stands, and starts; then it says so of the workload in the cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.live.cluster import cluster as clusters
from tests.live.cluster import objects
from tests.live.cluster.api import Api
from tests.live.gangs import shapes

pytestmark = pytest.mark.live

Command = Callable[..., str]


@pytest.fixture
def run(gang_cluster: clusters.State, tmp_path: Path) -> Command:
    """Runs wmap, or kubectl, on the cluster; gives its output."""

    def command(*arguments: str, input: str | None = None) -> str:
        program = (
            [gang_cluster.kubectl]
            if arguments[0] == "kubectl"
            else [str(Path(sys.executable).with_name("wmap"))]
        )
        environment = {**os.environ, "KUBECONFIG": gang_cluster.kubeconfig, "HOME": str(tmp_path)}
        done = subprocess.run(
            [*program, *arguments[1:]],
            input=input,
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return command


@pytest.fixture
def trial(gang_api: Api) -> Iterator[str]:
    """A namespace, and a node of its name with two GPUs."""
    name = f"command-{uuid.uuid4().hex[:8]}"
    made = [objects.node(name, gpus=2, rack=name), {"apiVersion": "v1", "kind": "Namespace"}]
    made[0]["metadata"]["labels"][shapes.TRIAL] = name
    made[1]["metadata"] = {"name": name}
    for obj in made:
        gang_api.create(obj)
    yield name
    for obj in made:
        gang_api.call("DELETE", gang_api.path(obj))


def shown(run: Command, trial: str, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The one gang of the job, once it is as wanted."""
    end = time.monotonic() + 90
    while True:
        (gang,) = json.loads(run("wmap", "gangs", "job", "job", "-n", trial, "-o", "json"))["gangs"]
        if done(gang["live"]) or time.monotonic() > end:
            found: dict[str, Any] = gang
            return found
        time.sleep(0.5)


def test_from_a_manifest_to_a_running_gang(trial: str, run: Command, gang_api: Api, tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    file.write_text(yaml.safe_dump(shapes.job(trial)))
    printed = run("wmap", "gangs", "-f", str(file), "--for", "auto", "--bind")
    run("kubectl", "apply", "-f", "-", input=printed)
    held = shown(run, trial, lambda live: bool(live["reason"] and "Insufficient" in live["reason"]))
    counts = (held["live"][key] for key in ("existing", "scheduled", "ready", "satisfied"))
    assert tuple(counts) == (3, 0, 0, False)
    assert held["live"]["group"] == yaml.safe_load(printed.split("---")[1])["metadata"]["name"]
    objects.resize(gang_api, trial, **{"nvidia.com/gpu": "3"})
    runs = shown(run, trial, lambda live: live["ready"] == 3)
    assert runs["live"]["satisfied"]
    assert runs["writtenBy"] is None


def test_the_same_again_is_no_change(trial: str, run: Command, tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    file.write_text(yaml.safe_dump(shapes.job(trial)))
    for _ in range(2):
        said = run(
            "kubectl",
            "apply",
            "-f",
            "-",
            input=run("wmap", "gangs", "-f", str(file), "--for", "native", "--bind"),
        )
    assert [line.rpartition(" ")[2] for line in said.splitlines()] == ["unchanged", "unchanged"]

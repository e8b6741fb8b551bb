# SPDX-License-Identifier: Apache-2.0
"""What a shell is offered of a cluster, and that it never waits long for one that does not answer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli_runs import ROOT
from tests.live.cluster.api import Api
from tests.live.conftest import Cluster

pytestmark = pytest.mark.live

_WMAP = "import sys; from workload_map.cli import main; sys.argv[0] = 'wmap'; main()"


def offered(line: str, kubeconfig: str, cache: Path) -> list[str]:
    """What bash is offered for the last word of a line, with nothing on stderr."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, "-c", _WMAP],
        env={
            **os.environ,
            "KUBECONFIG": kubeconfig,
            "XDG_CACHE_HOME": str(cache),
            "_WMAP_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        },
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        timeout=60,
    )
    assert done.stderr == ""
    return [item.partition(",")[2] for item in done.stdout.split()]


def test_names_of_the_cluster(cluster: Cluster, api: Api, namespace: str, tmp_path: Path) -> None:
    job = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "tidy", "namespace": namespace},
        "spec": {
            "suspend": True,
            "template": {
                "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "tidy:1"}]}
            },
        },
    }
    api.create(job)

    def found(line: str) -> list[str]:
        return offered(line, cluster.kubeconfig, tmp_path)

    assert found(f"wmap describe -n {namespace} job ") == ["tidy"]
    assert found(f"wmap get -n {namespace} jobs/") == ["jobs/tidy"]
    assert found(f"wmap get -n {namespace[:-1]}") == [namespace]
    assert found(f"wmap scale -n {namespace} job/tidy ") == ["job="]
    assert found(f"wmap describe -n {namespace} nothing ") == []


def test_a_server_that_is_away(tmp_path: Path) -> None:
    kubeconfig = tmp_path / "config"
    # An address that nobody has: packets to it are lost, or refused at once.
    kubeconfig.write_text(
        "apiVersion: v1\nkind: Config\ncurrent-context: a\n"
        "contexts: [{name: a, context: {cluster: a}}]\n"
        "clusters: [{name: a, cluster: {server: 'https://127.0.0.2:1'}}]\n"
    )
    began = time.monotonic()
    assert offered("wmap describe job ", str(kubeconfig), tmp_path) == []
    assert time.monotonic() - began < 10

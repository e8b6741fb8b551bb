# SPDX-License-Identifier: Apache-2.0
"""A cluster for the live tests, namespaces of their own in it, kubectl, and the users' kubeconfigs.

The cluster is the one of the state folder ``$WMAP_LIVE_STATE`` when that runs; with ``WMAP_LIVE_EXTERNAL=1`` the one
of ``$KUBECONFIG`` (tests that need users or processes of ours then skip); else one is started for this run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.live.cluster import cluster as clusters
from tests.live.cluster.api import Api

Kubectl = Callable[..., str]


@dataclass(frozen=True)
class Cluster:
    """What tests need of a cluster; `state` is None for one that is not ours."""

    kubeconfig: str
    kubectl: str
    state: clusters.State | None = None
    kubeconfigs: dict[str, str] = field(default_factory=dict)

    def user(self, name: str) -> str:
        """The kubeconfig of a user of `credentials.USERS`; skips where the cluster is not ours."""
        if name not in self.kubeconfigs:
            pytest.skip(f"the cluster of $KUBECONFIG has no user {name} of ours")
        return self.kubeconfigs[name]

    def needs(self, controller: str) -> None:
        """Skip the calling test when a controller of ours does not run here."""
        if self.state is not None and controller not in self.state.running():
            pytest.skip(f"{controller} does not run in this cluster")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The cluster of this run."""
    if os.environ.get("WMAP_LIVE_EXTERNAL") == "1":
        kubectl = shutil.which("kubectl")
        if kubectl is None or "KUBECONFIG" not in os.environ:
            pytest.fail("WMAP_LIVE_EXTERNAL=1 needs kubectl on the PATH and KUBECONFIG")
        yield Cluster(os.environ["KUBECONFIG"], kubectl)
        return
    named = os.environ.get("WMAP_LIVE_STATE")
    running = clusters.load(Path(named)) if named else None
    if named and (running is None or not running.running()):
        pytest.fail(f"no cluster runs in WMAP_LIVE_STATE={named}")
    if running is not None:
        yield Cluster(running.kubeconfig, running.kubectl, running, running.kubeconfigs)
        return
    folder = Path(tempfile.mkdtemp(prefix="workload-map-live-"))
    try:
        state = clusters.up(clusters.Wanted(state=folder))
        yield Cluster(state.kubeconfig, state.kubectl, state, state.kubeconfigs)
    finally:
        if not clusters.down(folder):
            shutil.rmtree(folder)


@pytest.fixture
def kubectl(cluster: Cluster) -> Kubectl:
    """Runs kubectl and gives its output; ``input=`` is its stdin, ``user=`` another user than the administrator."""

    def run(*arguments: str, input: str | None = None, user: str = "admin", check: bool = True) -> str:
        kubeconfig = cluster.kubeconfig if user == "admin" else cluster.user(user)
        done = subprocess.run(
            [cluster.kubectl, "--kubeconfig", kubeconfig, *arguments],
            input=input,
            capture_output=True,
            text=True,
            check=False,
        )
        if check and done.returncode:
            pytest.fail(f"kubectl {' '.join(arguments)}: {done.stderr}")
        return done.stdout if check else done.stdout + done.stderr

    return run


@pytest.fixture
def api(cluster: Cluster) -> Iterator[Api]:
    """The API server as administrator; skips where the cluster is not ours."""
    found = Api.of(cluster.user("admin"))
    yield found
    found.close()


@pytest.fixture
def namespace(kubectl: Kubectl) -> Iterator[str]:
    """A new namespace, deleted (not waited for) after the test."""
    name = f"t-{uuid.uuid4().hex[:8]}"
    kubectl("create", "namespace", name)
    yield name
    kubectl("delete", "namespace", name, "--wait=false")

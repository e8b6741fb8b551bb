# SPDX-License-Identifier: Apache-2.0
"""One cluster for all tests of gangs: gates for Kubernetes' own groups, other schedulers, operators that write groups.

It is the one of the state folder ``$WMAP_GANGS_STATE`` when that runs, else one is started for this run. All programs
must be built; with ``WMAP_LIVE_PARTIAL=1`` the tests of those that are not built are skipped.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import workload_map as wm
from tests.live.cluster import cluster as clusters
from tests.live.cluster import gang_programs
from tests.live.cluster.api import Api
from workload_map.session import gang_offer
from workload_map.session.cluster import Reach
from workload_map.session.gang_targets import Offer

PARTIAL = os.environ.get("WMAP_LIVE_PARTIAL") == "1"

WANTED = clusters.Wanted(
    state=Path(),
    nodes=0,
    shared_crds=False,
    gates=("gangs",),
    # Their controllers would make pods of their own: the tests make them, bound.
    base=(),
    extras=tuple(item.name for item in gang_programs.ALL),
    built_only=PARTIAL,
)


@pytest.fixture(scope="session")
def gang_cluster() -> Iterator[clusters.State]:
    """The cluster of this run."""
    named = os.environ.get("WMAP_GANGS_STATE")
    running = clusters.load(Path(named)) if named else None
    if named and (running is None or not running.running()):
        pytest.fail(f"no cluster runs in WMAP_GANGS_STATE={named}")
    if running is not None:
        yield running
        return
    folder = Path(tempfile.mkdtemp(prefix="workload-map-gangs-"))
    try:
        yield clusters.up(replace(WANTED, state=folder))
    finally:
        if not clusters.down(folder):
            shutil.rmtree(folder)


@pytest.fixture(scope="session")
def needs(gang_cluster: clusters.State) -> Callable[[str], None]:
    """Fails, or skips with ``WMAP_LIVE_PARTIAL=1``, where a program does not run in the cluster."""

    def check(program: str) -> None:
        if program in gang_cluster.running():
            return
        if PARTIAL:
            pytest.skip(f"{program} does not run in this cluster, and WMAP_LIVE_PARTIAL=1 allows that")
        pytest.fail(f"{program} does not run in this cluster")

    return check


@pytest.fixture(scope="session")
def catalog() -> wm.Catalog:
    """The built-in definitions."""
    return wm.Catalog.builtin()


@pytest.fixture(scope="session")
def gang_api(gang_cluster: clusters.State) -> Iterator[Api]:
    """The cluster's API server, as administrator."""
    api = Api.of(gang_cluster.kubeconfig)
    yield api
    api.close()


@pytest.fixture(scope="session")
def offered(gang_cluster: clusters.State) -> Offer:
    """What ``wmap gangs --for auto`` finds in the cluster."""
    return ask(gang_cluster.kubeconfig)


def ask(kubeconfig: str) -> Offer:
    """What a cluster has for gangs."""
    return gang_offer.ask(
        Reach({"kubeconfig": kubeconfig}, environ={}, home=Path.home()), namespace="default"
    )

# SPDX-License-Identifier: Apache-2.0
"""A cluster erases fields of Kubernetes' own groups whose gates are off: that is noticed before and after."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster import cluster as clusters
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from tests.live.gangs.conftest import ask
from workload_map.session import gang_check
from workload_map.session.cluster import Reach
from workload_map.session.gang_targets import Offer, choose
from workload_map.workload.gangs.targets import Capabilities, Translation, translate
from workload_map.workload.reading import Reading

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def basic() -> Iterator[clusters.State]:
    """A server with GenericWorkload, without topology and nested groups."""
    folder = Path(tempfile.mkdtemp(prefix="workload-map-gates-"))
    wanted = clusters.Wanted(state=folder, bare=True, shared_crds=False, gates=("gangs-basic",))
    try:
        yield clusters.up(wanted)
    finally:
        if not clusters.down(folder):
            shutil.rmtree(folder)


@pytest.fixture(scope="module")
def basic_api(basic: clusters.State) -> Iterator[Api]:
    api = Api.of(basic.kubeconfig)
    yield api
    api.close()


def reading(catalog: wm.Catalog, obj: dict[str, Any]) -> Reading:
    return catalog.plan(obj).read(obj)


def translated(read: Reading, target: Any, can: Capabilities) -> Translation:
    return translate(read, read.gangs, target, capabilities=can)


def test_a_dry_run_finds_what_is_off(basic: clusters.State, basic_api: Api, catalog: wm.Catalog) -> None:
    found: Offer = ask(basic.kubeconfig)
    assert "native" in found.found
    assert "CompositePodGroup of scheduling.k8s.io/v1alpha3 is not served" in found.missing["composite"]
    assert not found.capabilities.native_topology
    assert basic_api.call("GET", "/apis/scheduling.k8s.io/v1beta1/podgroups")["items"] == []
    racked = reading(catalog, shapes.racked_job("default"))
    assert choose(found, racked.gangs)[0] == "native"
    said = translated(racked, "native", found.capabilities)
    assert "gate TopologyAwareWorkloadScheduling is off" in said.losses[0].what
    assert "schedulingConstraints" not in said.objects[0]["spec"]


def test_what_was_printed_without_a_cluster_is_tried(basic: clusters.State, catalog: wm.Catalog) -> None:
    reach = Reach({"kubeconfig": basic.kubeconfig}, environ={}, home=Path.home())
    racked = translated(reading(catalog, shapes.racked_job("default")), "native", Capabilities())
    (problem,) = gang_check.check(reach, racked.objects)
    assert problem.code == "gang.erased"
    assert problem.message.endswith(
        "the server erases spec.schedulingConstraints (its gate TopologyAwareWorkloadScheduling is off)"
    )
    tree = translated(reading(catalog, shapes.raycluster("default")), "composite", Capabilities())
    said = [one.message.partition(": ")[2] for one in gang_check.check(reach, tree.objects)]
    assert "scheduling.k8s.io/v1alpha3 is not served" in said
    assert "the server erases spec.parentCompositePodGroupName (its gate CompositePodGroup is off)" in said


def test_what_is_read_back_of_groups_that_were_made(basic_api: Api, catalog: wm.Catalog) -> None:
    tree = translated(reading(catalog, shapes.raycluster("default")), "composite", Capabilities())
    group = next(one for one in tree.objects if one["kind"] == "PodGroup")
    assert gang_check.erased(group, basic_api.create(group)) == ["spec.parentCompositePodGroupName"]


def test_a_cluster_with_all_gates_keeps_everything(gang_cluster: clusters.State, catalog: wm.Catalog) -> None:
    reach = Reach({"kubeconfig": gang_cluster.kubeconfig}, environ={}, home=Path.home())
    for obj, target in (
        (shapes.racked_job("default"), "native"),
        (shapes.jobset("default"), "composite"),
        (shapes.leaderworkerset("default"), "composite"),
    ):
        objects = translated(reading(catalog, obj), target, Capabilities()).objects
        assert gang_check.check(reach, objects) == ()

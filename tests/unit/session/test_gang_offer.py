# SPDX-License-Identifier: Apache-2.0
"""What a cluster has for gangs, asked of a small server whose gates and CRDs can be chosen."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2

from tests import exchanges
from workload_map.kube.resources import Discovery, Resource
from workload_map.session import gang_offer
from workload_map.session.gang_targets import Offer

NATIVE = [
    ("scheduling.k8s.io", "v1beta1", "PodGroup"),
    ("scheduling.k8s.io", "v1alpha3", "CompositePodGroup"),
]
KAI = [("scheduling.run.ai", "v2alpha2", "PodGroup"), ("kai.scheduler", "v1alpha1", "Topology")]
OTHERS = [
    ("scheduling.volcano.sh", "v1beta1", "PodGroup"),
    ("scheduling.x-k8s.io", "v1alpha1", "PodGroup"),
    ("kueue.x-k8s.io", "v1beta2", "Workload"),
]


class Server(httpx2.AsyncBaseTransport):
    """Keeps only some fields of a PodGroup, and has these CRDs and topologies."""

    def __init__(
        self,
        *,
        keeps: tuple[str, ...] = (),
        crds: dict[str, dict[str, Any]] | None = None,
        topologies: tuple[str, ...] = (),
        refuses: int | None = None,
    ) -> None:
        self.keeps = keeps
        self.crds = crds or {}
        self.topologies = topologies
        self.refuses = refuses
        self.writes: list[str] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        path = request.url.path
        if request.method != "GET":
            self.writes.append(f"{request.method} {request.url.raw_path.decode()}")
            if self.refuses is not None:
                return _status(self.refuses)
            obj = json.loads(await request.aread())
            always = ("workloadRef", "schedulingPolicy")
            obj["spec"] = {k: v for k, v in obj["spec"].items() if k in (*always, *self.keeps)}
            return httpx2.Response(201, json=obj)
        if path.endswith("/topologies"):
            items = [{"metadata": {"name": name}} for name in self.topologies]
            body = {"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1", "metadata": {}}
            return httpx2.Response(200, json={**body, "items": items})
        crd = self.crds.get(path.rpartition("/")[2])
        return _status(403) if crd is None else httpx2.Response(200, json=crd)


def _status(code: int) -> httpx2.Response:
    body = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "message": "no", "code": code}
    return httpx2.Response(code, json=body)


def crd(version: str, **fields: Any) -> dict[str, Any]:
    spec = {"properties": {"spec": {"properties": fields}}}
    versions = [{"name": "v0"}, {"name": version, "schema": {"openAPIV3Schema": spec}}]
    return {"metadata": {"name": "a"}, "spec": {"versions": versions}}


def asked(server: Server, served: list[tuple[str, str, str]]) -> Offer:
    resources = [
        Resource(
            group=group,
            version=version,
            kind=kind,
            plural="topologies" if kind == "Topology" else f"{kind.lower()}s",
            singular=kind.lower(),
            namespaced=kind != "Topology",
        )
        for group, version, kind in served
    ]

    async def run() -> Offer:
        async with exchanges.client(server) as client:
            return await gang_offer.offer(client, Discovery(resources), namespace="ml")

    return asyncio.run(run())


def test_a_cluster_with_nothing() -> None:
    server = Server()
    found = asked(server, [])
    assert found.found == {}
    assert len(found.missing) == 6
    assert not found.capabilities.native_composite
    assert server.writes == []
    assert found.notes == ()


def test_what_comes_back_is_on() -> None:
    server = Server(keeps=("schedulingConstraints", "parentCompositePodGroupName"))
    found = asked(server, NATIVE)
    assert {"native", "composite"} <= set(found.found)
    assert (found.capabilities.native_topology, found.capabilities.native_composite) == (True, True)
    path = "/apis/scheduling.k8s.io/v1beta1/namespaces/ml/podgroups"
    assert server.writes == [f"POST {path}?dryRun=All&fieldManager=workload-map"]


def test_what_does_not_come_back_is_off() -> None:
    found = asked(Server(keeps=("schedulingConstraints",)), NATIVE)
    assert (found.capabilities.native_topology, found.capabilities.native_composite) == (True, False)
    assert "native" in found.found
    assert "gate CompositePodGroup is off" in found.missing["composite"]
    without = asked(Server(keeps=("parentCompositePodGroupName",)), NATIVE[:1])
    assert (without.capabilities.native_topology, without.capabilities.native_composite) == (False, False)
    assert "v1alpha3 is not served" in without.missing["composite"]


def test_what_cannot_be_tried_is_off_and_said() -> None:
    for code in (403, 422):
        found = asked(Server(refuses=code), NATIVE)
        assert "native" in found.found
        assert not found.capabilities.native_topology
        assert [about for about, _ in found.notes] == ["native", "composite"]
        assert "a dry run of a PodGroup failed" in found.notes[0][1]


def test_crds_tell_the_releases() -> None:
    crds = {
        "podgroups.scheduling.run.ai": crd("v2alpha2", minSubGroup={}),
        "podgroups.scheduling.volcano.sh": crd("v1beta1", subGroupPolicy={}),
        "workloads.kueue.x-k8s.io": crd("v1beta2", podSets={"maxItems": 18}),
    }
    found = asked(Server(crds=crds, topologies=("racks",)), [*KAI, *OTHERS])
    assert set(found.found) == {"kai", "volcano", "coscheduling", "kueue"}
    has = found.capabilities
    assert (has.kai_min_sub_group, has.kai_topology, has.volcano_sub_groups) == (True, "racks", True)
    assert has.kueue_pod_sets == 18
    assert found.notes == ()
    old = {name: crd("v2alpha2") | {"metadata": {}} for name in crds}
    has = asked(Server(crds=old, topologies=("a", "b")), [*KAI, *OTHERS]).capabilities
    assert (has.kai_min_sub_group, has.kai_topology, has.volcano_sub_groups) == (False, None, False)
    assert has.kueue_pod_sets == 8


def test_crds_that_cannot_be_read_are_the_oldest() -> None:
    found = asked(Server(), [*KAI, *OTHERS])
    assert (found.capabilities.kai_min_sub_group, found.capabilities.volcano_sub_groups) == (False, False)
    assert [about for about, _ in found.notes] == ["kai", "volcano", "kueue"]

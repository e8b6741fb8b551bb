# SPDX-License-Identifier: Apache-2.0
"""What a server would not keep of the groups that are printed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2
import pytest

from tests import exchanges
from workload_map.kube.resources import Discovery, Resource
from workload_map.problems import Problem
from workload_map.session import gang_check

GROUP = {
    "apiVersion": "scheduling.k8s.io/v1beta1",
    "kind": "PodGroup",
    "metadata": {"name": "a", "namespace": "team"},
    "spec": {
        "parentCompositePodGroupName": "tree",
        "schedulingPolicy": {"gang": {"minCount": 2}},
        "schedulingConstraints": {"topology": [{"key": "rack"}]},
    },
}


class Server(httpx2.AsyncBaseTransport):
    """Answers a write with the object less some fields of its spec, or with a status."""

    def __init__(self, *erases: str, status: int = 200, garbage: bool = False) -> None:
        self.erases, self.status, self.garbage = erases, status, garbage
        self.requests: list[str] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(f"{request.method} {request.url.raw_path.decode()}")
        if self.garbage:
            return httpx2.Response(200, content=b"?")
        if self.status != 200:
            body = {"kind": "Status", "status": "Failure", "message": "minCount is immutable", "code": 422}
            return httpx2.Response(self.status, json=body)
        obj = json.loads(await request.aread())
        obj["spec"] = {key: value for key, value in obj["spec"].items() if key not in self.erases}
        return httpx2.Response(200, json=obj)


def tried(server: Server, *objects: dict[str, Any]) -> tuple[Problem, ...]:
    resource = Resource(
        group="scheduling.k8s.io",
        version="v1beta1",
        kind="PodGroup",
        plural="podgroups",
        singular="podgroup",
        short_names=(),
        categories=(),
        namespaced=True,
        verbs=("patch",),
    )
    found = Discovery(resources=(resource,), failed=())

    async def ask() -> tuple[Problem, ...]:
        async with exchanges.client(server) as client:
            return await gang_check.tried(client, found, objects, namespace="default")

    return asyncio.run(ask())


def test_what_is_kept_is_no_problem() -> None:
    server = Server()
    assert tried(server, GROUP) == ()
    (request,) = server.requests
    assert request.startswith("PATCH /apis/scheduling.k8s.io/v1beta1/namespaces/team/podgroups/a?dryRun=All")


def test_erased_fields_are_said_with_their_gates() -> None:
    problems = tried(Server("parentCompositePodGroupName", "schedulingConstraints"), GROUP)
    assert {one.code for one in problems} == {"gang.erased"}
    title = "PodGroup.scheduling.k8s.io a: the server erases"
    assert [one.message for one in problems] == [
        f"{title} spec.parentCompositePodGroupName (its gate CompositePodGroup is off)",
        f"{title} spec.schedulingConstraints (its gate TopologyAwareWorkloadScheduling is off)",
    ]


def test_of_equal_objects_one_is_tried() -> None:
    server = Server()
    other = {**GROUP, "metadata": {"name": "b"}}
    flat = {**other, "spec": {"schedulingPolicy": {"gang": {"minCount": 1}}}}
    tried(server, GROUP, other, flat)
    assert len(server.requests) == 2
    assert "/namespaces/default/podgroups/b?" in server.requests[1]


def test_a_refusal_is_said() -> None:
    (problem,) = tried(Server(status=422), GROUP)
    assert problem.code == "gang.not-taken"
    assert "minCount is immutable" in problem.message


def test_an_answer_that_is_no_json_is_said() -> None:
    (problem,) = tried(Server(garbage=True), GROUP)
    assert problem.message.endswith("the server's answer is no JSON")


def test_what_is_not_served_is_said() -> None:
    server = Server()
    (problem,) = tried(server, {**GROUP, "apiVersion": "scheduling.k8s.io/v1alpha9"})
    assert problem.message == "PodGroup.scheduling.k8s.io a: scheduling.k8s.io/v1alpha9 is not served"
    assert server.requests == []


@pytest.mark.parametrize(
    ("sent", "kept", "paths"),
    [
        ({"a": 1, "b": {"c": 2}}, {"a": "1", "b": {}}, ["spec.b.c"]),
        ({"a": {"b": 1}}, {"a": None}, ["spec.a"]),
        ({"a": {}, "b": [], "c": ""}, {}, []),
        ({"a": [{"x": 1, "y": 2}]}, {"a": [{"x": 1}]}, ["spec.a[0].y"]),
        ({"a": [1, 2]}, {"a": [1]}, ["spec.a"]),
        ({"a": [1]}, {"a": {}}, ["spec.a"]),
        ({"a": 1}, None, ["spec"]),
        (None, {}, []),
    ],
)
def test_erased(sent: Any, kept: Any, paths: list[str]) -> None:
    assert gang_check.erased({"spec": sent}, {"spec": kept}) == paths

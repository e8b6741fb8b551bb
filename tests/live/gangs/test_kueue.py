# SPDX-License-Identifier: Apache-2.0
"""The pod sets derived of an object are those that Kueue itself makes of it, and it admits a Workload of ours."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from workload_map.session.gang_targets import Offer
from workload_map.workload.gangs.targets import bind, pod_sets, translate

pytestmark = pytest.mark.live

KUEUE = "kueue.x-k8s.io/v1beta2"
QUEUE = "kueue.x-k8s.io/queue-name"
PATIENCE = 60.0

Object = dict[str, Any]


def reduced_job(namespace: str) -> Object:
    """A job that may start with two of its three pods."""
    obj = shapes.job(namespace)
    obj["metadata"]["annotations"] = {"kueue.x-k8s.io/job-min-parallelism": "2"}
    return obj


def racked_jobset(namespace: str) -> Object:
    """Workers in one rack."""
    obj = shapes.jobset(namespace)
    template = obj["spec"]["replicatedJobs"][1]["template"]["spec"]["template"]
    template["metadata"] = {"annotations": {"kueue.x-k8s.io/podset-required-topology": shapes.RACK}}
    return obj


def http_rayjob(namespace: str) -> Object:
    """No pod submits."""
    obj = shapes.rayjob(namespace)
    obj["spec"]["submissionMode"] = "HTTPMode"
    return obj


SHAPES: dict[str, Callable[[str], Object]] = {
    "job": shapes.job,
    "job-reduced": reduced_job,
    "job-racked": shapes.racked_job,
    "jobset": shapes.jobset,
    "jobset-racked": racked_jobset,
    "raycluster": shapes.raycluster,
    "rayjob": shapes.rayjob,
    "rayjob-http": http_rayjob,
    "pytorchjob": shapes.pytorchjob,
}


@pytest.fixture(scope="module")
def namespace(gang_api: Api, needs: Callable[[str], None]) -> Iterator[str]:
    """A namespace with a LocalQueue `default` that has room for everything."""
    needs("kueue")
    name = f"kueue-{uuid.uuid4().hex[:8]}"
    resources = {"cpu": "1000", "memory": "1000Gi", "nvidia.com/gpu": "1000"}
    quotas = [{"name": key, "nominalQuota": value} for key, value in resources.items()]
    flavor = {"apiVersion": KUEUE, "kind": "ResourceFlavor", "metadata": {"name": name}}
    spec = {
        "namespaceSelector": {},
        "resourceGroups": [
            {"coveredResources": list(resources), "flavors": [{"name": name, "resources": quotas}]}
        ],
    }
    queue = {"apiVersion": KUEUE, "kind": "ClusterQueue", "metadata": {"name": name}, "spec": spec}
    local = {
        "apiVersion": KUEUE,
        "kind": "LocalQueue",
        "metadata": {"name": "default", "namespace": name},
        "spec": {"clusterQueue": name},
    }
    space = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
    for obj in (space, flavor, queue, local):
        gang_api.create(obj)
    yield name
    for obj in (space, queue, flavor):
        gang_api.call("DELETE", gang_api.path(obj))


@pytest.mark.parametrize("shape", SHAPES)
def test_pod_sets_are_those_that_kueue_makes(
    shape: str, namespace: str, gang_api: Api, catalog: wm.Catalog
) -> None:
    obj = SHAPES[shape](namespace)
    obj["metadata"] |= {"name": shape, "labels": {QUEUE: "default"}}
    created = gang_api.create(obj, exists=False)
    theirs = _workload_of(gang_api, created)["spec"]["podSets"]
    ours = [one.as_field() for one in pod_sets(catalog.plan(created).read(created))]
    assert _plain(theirs) == _plain(ours)


@pytest.mark.parametrize("shape", [name for name in SHAPES if not name.endswith("racked")])
def test_kueue_admits_the_workload_that_is_printed(
    shape: str, namespace: str, gang_api: Api, catalog: wm.Catalog, offered: Offer
) -> None:
    obj = SHAPES[shape](namespace)
    obj["metadata"]["name"] = f"{shape}-ours"
    reading = catalog.plan(obj).read(obj)
    translation = translate(reading, reading.gangs, "kueue", capabilities=offered.capabilities)
    assert not translation.refused
    (workload,) = translation.objects
    gang_api.create(workload, exists=False)
    created = gang_api.create(bind(reading, translation).object, exists=False)
    end = time.monotonic() + PATIENCE
    while True:
        seen = gang_api.call("GET", gang_api.path(workload))
        conditions = {one["type"]: one for one in seen.get("status", {}).get("conditions", ())}
        taken = "Admitted" in conditions and seen["metadata"].get("ownerReferences")
        if taken or "Finished" in conditions or time.monotonic() > end:
            break
        time.sleep(0.3)
    assert conditions.get("Finished") is None, conditions
    assert conditions["Admitted"]["status"] == "True", conditions
    (owner,) = seen["metadata"]["ownerReferences"]
    assert owner["uid"] == created["metadata"]["uid"]


def _workload_of(api: Api, obj: Object) -> Object:
    """The Workload that Kueue made for an object."""
    path = f"/apis/{KUEUE}/namespaces/{obj['metadata']['namespace']}/workloads"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for one in api.call("GET", path)["items"]:
            if any(
                owner["uid"] == obj["metadata"]["uid"] for owner in one["metadata"].get("ownerReferences", ())
            ):
                found: Object = one
                return found
        time.sleep(0.3)
    pytest.fail(f"no Workload of {obj['kind']} {obj['metadata']['name']} after a minute")


def _plain(value: Any) -> Any:
    """Without what says nothing: empty fields, and the time at which a template was not created."""
    if isinstance(value, dict):
        found = {key: _plain(inner) for key, inner in value.items() if key != "creationTimestamp"}
        return {key: inner for key, inner in found.items() if inner not in ({}, [], None)}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value

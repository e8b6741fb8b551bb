# SPDX-License-Identifier: Apache-2.0
"""The groups that operators write for Volcano and coscheduling, beside ours for the same object: equal, or different
for a reason that stands here. Volcano does not run; the server checks both groups against its CRD."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster import gang_programs
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from workload_map.session.gangs import gangs_of
from workload_map.workload.gangs.targets import Target, Translation, translate
from workload_map.workload.reading import Reading

pytestmark = pytest.mark.live

GROUPS: dict[Target, str] = {
    "volcano": "scheduling.volcano.sh/v1beta1",
    "coscheduling": "scheduling.x-k8s.io/v1alpha1",
}
SCHEDULERS = {"volcano": "volcano", "coscheduling": "scheduler-plugins-scheduler"}
#: KubeRay writes groups for coscheduling only where the object has this label; for Volcano it needs none.
SWITCH = "ray.io/gang-scheduling-enabled"

Object = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """Fields of the group's spec in which the operator's differs from ours, with its values, and why."""

    why: str
    theirs: Object


#: Ours says which roles the minimum is made of, so that three workers do not start without a head or a master.
_TASKS = "minTaskMember"
_ALL = Difference(
    "the operator asks for all replicas, unless the cluster scales itself; ours starts with the object's minimum",
    {"minMember": 5, "minResources": {"cpu": "5", "memory": "5Gi", "nvidia.com/gpu": "5"}},
)
_NO_AUTOSCALING = Difference(
    "for this scheduler the operator asks for all replicas even of a cluster that scales itself", _ALL.theirs
)
_REQUESTS = "the operator adds up requests alone, and the GPU is a limit, which a pod requests as well"


def fixed(namespace: str) -> Object:
    """A head and four workers, all needed."""
    obj = shapes.raycluster(namespace)
    obj["spec"]["workerGroupSpecs"][0]["minReplicas"] = 4
    return obj


def autoscaled(namespace: str) -> Object:
    """A head and four workers, two at least, as many as the work needs."""
    obj = shapes.raycluster(namespace)
    obj["spec"]["enableInTreeAutoscaling"] = True
    return obj


def pytorchjob(namespace: str, *, available: int | None = None, elastic: int | None = None) -> Object:
    """A master and three workers."""
    obj = shapes.pytorchjob(namespace)
    if available is not None:
        obj["spec"]["runPolicy"] = {"schedulingPolicy": {"minAvailable": available}}
    if elastic is not None:
        obj["spec"]["elasticPolicy"] = {"minReplicas": elastic, "maxReplicas": 3}
    return obj


def _requests(pods: int) -> Difference:
    return Difference(_REQUESTS, {"minResources": {"cpu": f"{pods}", "memory": f"{pods}Gi"}})


#: The operator, the shape, what is different for Volcano and for coscheduling.
CASES: dict[str, tuple[str, Callable[[str], Object], Difference | None, Difference | None]] = {
    "ray": ("kuberay", fixed, None, None),
    "ray-elastic": ("kuberay", shapes.raycluster, _ALL, _ALL),
    "ray-autoscaled": ("kuberay", autoscaled, None, _NO_AUTOSCALING),
    "pytorch": ("training", pytorchjob, _requests(4), _requests(4)),
    "pytorch-available": ("training", partial(pytorchjob, available=3), _requests(3), _requests(3)),
}


@pytest.fixture(scope="module", params=sorted(GROUPS))
def target(request: pytest.FixtureRequest) -> Target:
    found: Target = request.param
    return found


@pytest.fixture(scope="module", params=sorted(CASES))
def made(
    request: pytest.FixtureRequest,
    target: Target,
    gang_api: Api,
    needs: Callable[[str], None],
) -> Iterator[tuple[str, Object, Object]]:
    """The case, the object as it is in the cluster, and the group that its operator made for it."""
    program, make, *_ = CASES[request.param]
    needs(f"{program}-{target}")
    obj = make(gang_programs.mode_namespace(target))
    obj["metadata"] |= {"name": request.param, "labels": {SWITCH: "true"} if program == "kuberay" else {}}
    obj = gang_api.create(obj, exists=False)
    try:
        yield request.param, obj, _group(gang_api, target, obj)
    finally:
        gang_api.call("DELETE", gang_api.path(obj))


def _group(api: Api, target: Target, obj: Object) -> Object:
    """The group that the object owns, once all its pods are there."""
    namespace = obj["metadata"]["namespace"]
    end = time.monotonic() + 60
    while time.monotonic() < end:
        groups = api.call("GET", f"/apis/{GROUPS[target]}/namespaces/{namespace}/podgroups")["items"]
        for group in groups:
            owners = group["metadata"].get("ownerReferences", ())
            if not any(owner["uid"] == obj["metadata"]["uid"] for owner in owners):
                continue
            if (
                obj["kind"] == "PyTorchJob"
                and target == "volcano"
                and not group.get("status", {}).get("phase")
            ):
                # The training operator makes no pods before Volcano has let the group in, as is done here for it.
                _let_in(api, group)
            if len(_pods(api, obj)) == (4 if obj["kind"] == "PyTorchJob" else 5):
                found: Object = group
                return found
        time.sleep(0.3)
    pytest.fail(f"no group and pods of {obj['kind']} {obj['metadata']['name']} after a minute")


def _let_in(api: Api, group: Object) -> None:
    api.patch(group, {"status": {"phase": "Inqueue"}})


def _pods(api: Api, obj: Object) -> list[Object]:
    listed = api.call("GET", f"/api/v1/namespaces/{obj['metadata']['namespace']}/pods")["items"]
    uid = obj["metadata"]["uid"]
    return [
        pod
        for pod in listed
        if any(owner["uid"] == uid for owner in pod["metadata"].get("ownerReferences", ()))
    ]


def _ours(catalog: wm.Catalog, target: Target, obj: Object) -> tuple[Reading, Translation]:
    """Our translation of the object without the operator's switch: with it there is none."""
    plain = {**obj, "metadata": {**obj["metadata"], "labels": {}}}
    reading = catalog.plan(plain).read(plain)
    return reading, translate(reading, reading.gangs, target)


def test_the_minimum_is_the_operators_or_differs_for_a_reason(
    made: tuple[str, Object, Object], target: Target, catalog: wm.Catalog
) -> None:
    name, obj, group = made
    _, translation = _ours(catalog, target, obj)
    (ours,) = translation.objects
    _, _, volcano, coscheduling = CASES[name]
    difference = volcano if target == "volcano" else coscheduling
    expected = {**ours["spec"], **(difference.theirs if difference else {})}
    tasks = expected.pop(_TASKS, None)
    assert group["spec"] == expected
    if target == "volcano":
        assert tasks is not None
        assert sum(tasks.values()) == ours["spec"]["minMember"]


def test_ours_is_taken_by_the_same_crd(
    made: tuple[str, Object, Object], target: Target, catalog: wm.Catalog, gang_api: Api
) -> None:
    _, obj, _ = made
    (ours,) = _ours(catalog, target, obj)[1].objects
    kept = gang_api.call(
        "POST",
        gang_api.path(ours, named=False),
        ours,
        query={"dryRun": "All", "fieldValidation": "Strict"},
    )
    assert kept["spec"] == ours["spec"]


def test_its_pods_say_who_made_their_group(
    made: tuple[str, Object, Object], target: Target, catalog: wm.Catalog, gang_api: Api
) -> None:
    _, obj, group = made
    reading, translation = _ours(catalog, target, obj)
    pods = _pods(gang_api, obj)
    gangs, _ = gangs_of(reading, pods)
    nodes = [node for gang in gangs for node in gang.walk()]
    assert {node.live.group for node in nodes if node.live} == {group["metadata"]["name"]}
    assert {node.written_by for node in nodes} == {"operator"}
    assert [one.code for one in translate(reading, gangs, target).refused] == [
        "gang.refused.written-by-operator"
    ]
    # What would bind them to ours has the operator's keys, and its schedulerName.
    (scheduler,) = {pod["spec"]["schedulerName"] for pod in pods}
    for binding in translation.bindings:
        # The training operator takes for it what its flag says.
        assert binding.scheduler_name == (SCHEDULERS[target] if obj["kind"] == "PyTorchJob" else scheduler)
        for pod in pods:
            assert binding.labels.keys() <= pod["metadata"]["labels"].keys()
            assert binding.annotations.keys() <= (pod["metadata"].get("annotations") or {}).keys()

# SPDX-License-Identifier: Apache-2.0
"""Pods of recorded workloads: each in a gang that the object names, and what is said of the gangs."""

from __future__ import annotations

import copy
import json
from functools import lru_cache
from typing import Any

import pytest

import workload_map as wm
from tests.shared import shared
from workload_map.workload.gangs import Gang
from workload_map.workload.gangs.bindings import bound_group
from workload_map.workload.gangs.live import LiveGangs, live

Object = dict[str, Any]


@lru_cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def _recorded(path: str) -> tuple[wm.Reading, list[Object]]:
    found = json.loads(shared(f"recordings-live/{path}").read_text(encoding="utf-8"))
    return _catalog().plan(found["object"]).read(found["object"]), found["pods"]


def _live(reading: wm.Reading, pods: list[Object]) -> LiveGangs:
    return live(reading, [(pod, wm.pod_facts(pod)) for pod in pods])


def _nodes(gangs: tuple[Gang, ...]) -> dict[str, Gang]:
    return {f"{node.path} {node.copy or ''}".strip(): node for gang in gangs for node in gang.walk()}


RECORDED = [
    "jobset/js-dep/02-train-running.json",
    "jobset/js-rst/00-running.json",
    "leaderworkerset/lws-life/02-available.json",
    "pytorchjob",
    "mpijob",
    "raycluster",
    "batch-job",
]


@pytest.mark.parametrize("path", RECORDED)
def test_every_pod_is_in_a_gang_of_its_object(path: str) -> None:
    folder = shared(f"recordings-live/{path}")
    for file in [folder] if folder.is_file() else sorted(folder.rglob("*.json"))[:12]:
        reading, pods = _recorded(str(file).split("recordings-live/")[1])
        known = {node.name: node for gang in reading.gangs for node in gang.walk()}
        for pod in pods:
            place = reading.plan.gang_of(pod, reading)
            assert place.problems == ()
            assert place.name is not None
            assert place.chain[-1] == place.name
            assert set(place.chain) <= set(known)
            leaf = known[place.name]
            assert (leaf.is_leaf, leaf.path, leaf.copy) == (True, place.path, place.copy)


def test_neither_name_nor_uid_of_the_pod_matter() -> None:
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    for pod in pods:
        bare = {"metadata": {"labels": pod["metadata"]["labels"]}}
        assert reading.plan.gang_of(bare, reading) == reading.plan.gang_of(pod, reading)


def test_counts() -> None:
    found = _live(*_recorded("leaderworkerset/lws-life/01-leaders-only.json"))
    nodes = _nodes(found.gangs)
    group, leader, worker = (nodes[f"{path} 0"].live for path in ("group", "group/leader", "group/worker"))
    assert group is not None
    assert leader is not None
    assert worker is not None
    assert (leader.existing, leader.scheduled, leader.satisfied, leader.reason) == (1, 1, True, None)
    assert (worker.existing, worker.scheduled, worker.satisfied) == (2, 0, False)
    assert (group.existing, group.scheduled, group.satisfied) == (3, 1, False)
    assert worker.reason is not None
    assert worker.reason.startswith("worker[0] 0 of 2 scheduled")
    assert group.reason == worker.reason


def test_what_is_missing() -> None:
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    waiting = copy.deepcopy(pods)
    worker = next(
        pod for pod in waiting if pod["metadata"]["labels"]["leaderworkerset.sigs.k8s.io/worker-index"] == "1"
    )
    del worker["spec"]["nodeName"]
    worker["status"] = {
        "phase": "Pending",
        "conditions": [
            {
                "type": "PodScheduled",
                "status": "False",
                "reason": "Unschedulable",
                "message": "0/4 nodes are available: 3 Insufficient nvidia.com/gpu, 1 node(s) were unschedulable."
                " preemption: 0/4 nodes are available: 4 No preemption victims found.",
            }
        ],
    }
    reasons = {node.live.reason for node in _nodes(_live(reading, waiting).gangs).values() if node.live}
    copy_key = worker["metadata"]["labels"]["leaderworkerset.sigs.k8s.io/group-index"]
    assert (
        f"worker[{copy_key}] 1 of 2 scheduled: Insufficient nvidia.com/gpu, node(s) were unschedulable"
        in reasons
    )
    gone = [pod for pod in pods if pod["metadata"]["name"] != worker["metadata"]["name"]]
    reasons = {node.live.reason for node in _nodes(_live(reading, gone).gangs).values() if node.live}
    assert f"worker[{copy_key}] 1 of 2 exist, 1 scheduled" in reasons


def test_of_a_held_gang_the_pod_that_has_no_room_says_why() -> None:
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    held = copy.deepcopy(pods)
    said = "pod group is unschedulable, 0/1 placements are available, first placement status: minCount (2)"
    for number, pod in enumerate(sorted(held, key=lambda one: one["metadata"]["name"])):
        short = number == len(held) - 1
        message = "0/2 nodes are available: 2 Insufficient nvidia.com/gpu." if short else said
        del pod["spec"]["nodeName"]
        unscheduled = {
            "type": "PodScheduled",
            "status": "False",
            "reason": "Unschedulable",
            "message": message,
        }
        pod["status"] = {"phase": "Pending", "conditions": [unscheduled]}
    nodes = _nodes(_live(reading, held).gangs)
    last = held[-1]["metadata"]["labels"]["leaderworkerset.sigs.k8s.io/group-index"]
    reasons = {path: node.live.reason for path, node in nodes.items() if node.live}
    assert reasons[f"group/leader {last}"] == f"leader[{last}] 0 of 1 scheduled: no room for its whole group"
    assert reasons[f"group/worker {last}"] == f"worker[{last}] 0 of 2 scheduled: Insufficient nvidia.com/gpu"
    assert reasons[f"group {last}"] == reasons[f"group/worker {last}"]


def test_reasons_of_kai() -> None:
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    held = copy.deepcopy(pods)
    found = "no nodes with enough resources were found: "
    other = "2 node(s) didn't match Pod's node affinity/selector."
    room = f"{found}1 node(s) didn't have enough resources: GPUs. \n{other}"
    first = "PodSchedulingErrors: Resources were found for 2 pods while 3 are required for gang scheduling. "
    for number, pod in enumerate(held):
        del pod["spec"]["nodeName"]
        short = number == len(held) - 1
        message = (
            f"{first}Additional pods cannot be scheduled due to: {room}." if short else f"{found}{other}"
        )
        unscheduled = {
            "type": "PodScheduled",
            "status": "False",
            "reason": "Unschedulable",
            "message": message,
        }
        pod["status"] = {"phase": "Pending", "conditions": [unscheduled]}
    reasons = {node.live.reason or "" for node in _nodes(_live(reading, held).gangs).values() if node.live}
    whole = "node(s) didn't have enough resources: GPUs, node(s) didn't match Pod's node affinity/selector"
    assert any(reason.endswith(f"scheduled: {whole}") for reason in reasons)
    assert any(
        reason.endswith("scheduled: node(s) didn't match Pod's node affinity/selector") for reason in reasons
    )


def test_pods_of_another_state_are_not_counted() -> None:
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    pods = copy.deepcopy(pods)
    for pod in pods[:2]:
        pod["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"
    pods[2]["status"]["phase"] = "Failed"
    found = _live(reading, pods)
    assert sum(gang.live.existing for gang in found.gangs if gang.live is not None) == len(pods) - 3


def test_half_scaled_down() -> None:
    """The object asks for one group already, pods of the other are still there."""
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    smaller = copy.deepcopy(reading.object)
    smaller["spec"]["replicas"] = 1
    found = _live(reading.plan.read(smaller), pods)
    assert [gang.copy for gang in found.gangs] == ["0"]
    assert found.outside == 3
    assert {problem.code for problem in found.problems} == {"gang.unknown-copy"}
    assert found.gangs[0].name == reading.gangs[0].name


def test_half_deleted() -> None:
    """Of a workload that goes, pods that end count no more; its gangs keep their names and numbers, and say what is
    missing."""
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    going = copy.deepcopy(reading.object)
    going["metadata"]["deletionTimestamp"] = "2026-10-01T12:00:00Z"
    left = copy.deepcopy(pods)
    first = [
        pod for pod in left if pod["metadata"]["labels"]["leaderworkerset.sigs.k8s.io/group-index"] == "0"
    ]
    for pod in first[1:]:
        pod["metadata"]["deletionTimestamp"] = "2026-10-01T12:00:00Z"
    found = _live(reading.plan.read(going), first)
    assert [gang.name for gang in found.gangs] == [gang.name for gang in reading.gangs]
    assert [(gang.live.existing, gang.live.satisfied) for gang in found.gangs if gang.live] == [
        (1, False),
        (0, False),
    ]
    assert all(gang.live.reason for gang in found.gangs if gang.live)
    assert (found.outside, found.problems) == (0, ())


def test_a_group_that_pods_carry_already() -> None:
    reading, pods = _recorded("leaderworkerset/lws-life/02-available.json")
    pods = copy.deepcopy(pods)
    for pod in pods:
        annotations = pod["metadata"].setdefault("annotations", {})
        index = pod["metadata"]["labels"]["leaderworkerset.sigs.k8s.io/group-index"]
        annotations["scheduling.k8s.io/group-name"] = f"lws-life-{index}-abc"
    found = _live(reading, pods)
    assert [(gang.live.group, gang.written_by) for gang in found.gangs if gang.live is not None] == [
        ("lws-life-0-abc", "operator"),
        ("lws-life-1-abc", "operator"),
    ]


def test_suspended_and_resumed() -> None:
    """A gang keeps its name and numbers; only whether its pods are wanted now changes."""
    reading, _ = _recorded("leaderworkerset/lws-life/02-available.json")
    job: Object = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "j", "uid": "u"},
        "spec": {
            "parallelism": 3,
            "template": reading.object["spec"]["leaderWorkerTemplate"]["workerTemplate"],
        },
    }
    plan = _catalog().plan(job)
    held = {**job, "spec": {**job["spec"], "suspend": True}}
    held["status"] = {"conditions": [{"type": "Suspended", "status": "True", "reason": "JobSuspended"}]}
    back = {
        **job,
        "status": {"conditions": [{"type": "Suspended", "status": "False", "reason": "JobResumed"}]},
    }
    found = [plan.read(obj).gangs[0] for obj in (job, held, back)]
    assert [gang.active for gang in found] == [True, False, True]
    assert {(gang.name, gang.min_pods, gang.desired_pods) for gang in found} == {(found[0].name, 3, 3)}


def test_two_clusters_of_a_service() -> None:
    """An upgrade has two clusters: the object tells the numbers of each, the pods which there are."""
    template = {"spec": {"containers": [{"name": "main", "image": "serve:1"}]}}
    group = {"groupName": "tpu", "replicas": 2, "numOfHosts": 2, "template": template}
    obj = {
        "apiVersion": "ray.io/v1",
        "kind": "RayService",
        "metadata": {"name": "s", "uid": "u"},
        "spec": {"rayClusterConfig": {"headGroupSpec": {"template": template}, "workerGroupSpecs": [group]}},
    }
    reading = _catalog().plan(obj).read(obj)
    assert [gang.copy for gang in reading.gangs] == [None]
    pods = [
        {
            "metadata": {
                "name": f"{cluster}-{index}-{host}",
                "labels": {
                    "ray.io/cluster": cluster,
                    "ray.io/node-type": "worker",
                    "ray.io/group": "tpu",
                    "ray.io/worker-group-replica-index": str(index),
                },
            },
            "spec": {"nodeName": "n"},
        }
        for cluster, replicas in (("s-new", 1), ("s-old", 2))
        for index in range(replicas)
        for host in range(2)
    ]
    found = _live(reading, pods)
    assert found.outside == 0
    assert [(gang.copy, gang.desired_pods, gang.live and gang.live.existing) for gang in found.gangs] == [
        ("s-new", 5, 2),
        ("s-old", 5, 4),
    ]
    place = reading.plan.gang_of(pods[-1], reading)
    nodes = {node.name: node for gang in found.gangs for node in gang.walk()}
    assert place.copy == "s-old.1"
    assert [nodes[name].path for name in place.chain] == [
        "raycluster",
        "raycluster/tpu",
        "raycluster/tpu/replica",
    ]
    # Once they are gone they are no longer shown.
    assert [gang.copy for gang in _live(reading, []).gangs] == [None]


@pytest.mark.parametrize(
    ("pod", "group"),
    [
        ({"spec": {"schedulingGroup": {"podGroupName": "a"}}}, "a"),
        ({"metadata": {"annotations": {"pod-group-name": "b"}}}, "b"),
        ({"metadata": {"annotations": {"scheduling.volcano.sh/group-name": "c"}}}, "c"),
        ({"metadata": {"labels": {"scheduling.x-k8s.io/pod-group": "d"}}}, "d"),
        ({"metadata": {"labels": {"grove.io/podgang": "e"}}}, "e"),
        ({"metadata": {"labels": None}, "spec": {"schedulingGroup": "x"}}, None),
        ({}, None),
    ],
)
def test_bound_group(pod: Object, group: str | None) -> None:
    assert bound_group(pod) == group

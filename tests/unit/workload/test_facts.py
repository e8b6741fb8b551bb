# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest

from workload_map.workload.amounts import Resources
from workload_map.workload.facts import PodFacts, pod_facts


def live(status: dict[str, Any] | None = None, **metadata: Any) -> dict[str, Any]:
    pod: dict[str, Any] = {
        "metadata": {"name": "p", "namespace": "ns", "uid": "u", **metadata},
        "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]},
    }
    if status is not None:
        pod["status"] = status
    return pod


def condition(kind: str, status: str, reason: str | None = None) -> dict[str, Any]:
    return {"type": kind, "status": status, **({"reason": reason, "message": f"{reason}!"} if reason else {})}


def waiting(reason: str, restarts: int = 0) -> dict[str, Any]:
    return {"restartCount": restarts, "state": {"waiting": {"reason": reason, "message": f"{reason}!"}}}


def ended(reason: str, code: int) -> dict[str, Any]:
    return {"restartCount": 0, "state": {"terminated": {"reason": reason, "exitCode": code}}}


UP: dict[str, Any] = {"restartCount": 0, "state": {"running": {}}}


def test_a_running_pod() -> None:
    pod = live(
        {
            "phase": "Running",
            "conditions": [condition("PodScheduled", "True"), condition("Ready", "True")],
            "containerStatuses": [UP, {**UP, "restartCount": 2}],
            "initContainerStatuses": [{**ended("Completed", 0), "restartCount": 1}],
        },
        ownerReferences=[
            {"apiVersion": "batch/v1", "kind": "Job", "name": "j", "uid": "x", "controller": True}
        ],
    )
    pod["spec"]["nodeName"] = "n1"
    facts = pod_facts(pod)
    assert (facts.name, facts.namespace, facts.uid) == ("p", "ns", "u")
    assert (facts.phase, facts.state, facts.ready, facts.scheduled) == ("Running", "current", True, True)
    assert (facts.reason, facts.message, facts.node, facts.restarts) == (None, None, "n1", 3)
    assert str(facts.owner) == "Job/j"
    assert facts.resources.cpu_millis == 1000
    assert facts.problems == ()


@pytest.mark.parametrize(
    ("phase", "deleted", "state"),
    [
        ("Pending", False, "current"),
        ("Running", False, "current"),
        ("Running", True, "terminating"),
        ("Unknown", True, "terminating"),
        ("Succeeded", False, "finished"),
        ("Failed", True, "finished"),
    ],
)
def test_state(phase: str, deleted: bool, state: str) -> None:
    metadata = {"deletionTimestamp": "2026-01-01T00:00:00Z"} if deleted else {}
    facts = pod_facts(live({"phase": phase, "conditions": [condition("Ready", "True")]}, **metadata))
    assert (facts.phase, facts.state) == (phase, state)
    assert facts.ready == (state != "finished")


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        ({"containerStatuses": [UP, waiting("CrashLoopBackOff")]}, "CrashLoopBackOff"),
        # The main container only says that it waits for its turn; what stands in the way is the init container.
        (
            {
                "containerStatuses": [waiting("PodInitializing")],
                "initContainerStatuses": [waiting("ImagePullBackOff")],
            },
            "ImagePullBackOff",
        ),
        ({"containerStatuses": [ended("Error", 1), waiting("ContainerCreating")]}, "Error"),
        ({"containerStatuses": [ended("Error", 1), waiting("CrashLoopBackOff")]}, "CrashLoopBackOff"),
        ({"phase": "Succeeded", "containerStatuses": [ended("Completed", 0)]}, "Completed"),
        (
            {
                "initContainerStatuses": [ended("Completed", 0)],
                "containerStatuses": [waiting("ContainerCreating")],
                "conditions": [condition("Ready", "False", "ContainersNotReady")],
            },
            "ContainerCreating",
        ),
        ({"conditions": [condition("PodScheduled", "False", "Unschedulable")]}, "Unschedulable"),
        ({"phase": "Failed", "reason": "Evicted", "message": "Evicted!"}, "Evicted"),
        ({"conditions": [condition("Ready", "False", "ReadinessGatesNotReady")]}, "ReadinessGatesNotReady"),
        ({"conditions": [condition("Ready", "False")]}, None),
        ({}, None),
    ],
)
def test_reason(status: dict[str, Any], reason: str | None) -> None:
    facts = pod_facts(live({"phase": "Pending", **status}))
    assert facts.reason == reason
    if facts.message:
        assert facts.message == f"{reason}!"


def test_a_ready_pod_has_no_reason() -> None:
    status = {"conditions": [condition("Ready", "True")], "containerStatuses": [waiting("CrashLoopBackOff")]}
    assert pod_facts(live({"phase": "Running", **status})).reason is None


@pytest.mark.parametrize(
    ("status", "restarts"),
    [
        (None, None),
        ({"phase": "Pending"}, 0),
        ({"containerStatuses": [{"restartCount": "x"}]}, None),
        ({"containerStatuses": [{"restartCount": True}]}, None),
    ],
)
def test_restarts(status: dict[str, Any] | None, restarts: int | None) -> None:
    assert pod_facts(live(status)).restarts == restarts


@pytest.mark.parametrize(
    ("status", "phase"),
    [(None, "Pending"), ({}, "Pending"), ({"phase": ""}, "Pending"), ({"phase": "Odd"}, "Unknown")],
)
def test_phase(status: dict[str, Any] | None, phase: str) -> None:
    assert pod_facts(live(status)).phase == phase


def test_a_fault_has_its_place_in_the_pod() -> None:
    pod = live({"phase": "Running"})
    pod["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "x"
    pod["metadata"]["annotations"] = {"gpu-memory": "x"}
    facts = pod_facts(pod)
    assert [problem.path for problem in facts.problems] == [
        "/spec/containers/0/resources/requests/cpu",
        "/metadata/annotations/gpu-memory",
    ]
    assert facts.resources.cpu_millis is None


def test_resources_that_the_caller_has_are_taken() -> None:
    known = Resources(amounts={"cpu": 7})
    assert pod_facts(live(), resources=(known, ())).resources is known


@pytest.mark.parametrize("pod", [None, 3, "pod", [], {}, {"metadata": [], "spec": 1, "status": "x"}])
def test_malformed_pods(pod: Any) -> None:
    facts = pod_facts(pod)
    assert isinstance(facts, PodFacts)
    assert facts.name == ""
    assert facts.resources.cpu_millis is None

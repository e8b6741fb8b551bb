# SPDX-License-Identifier: Apache-2.0
"""Ray kinds: the phases of each state."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.objects_a import (
    conditions,
    make,
    ray,
    ray_job,
    read,
    sizes,
)


@pytest.mark.parametrize(
    ("spec", "status", "phases", "reason"),
    [
        ({}, None, ("Initializing",), None),
        ({}, ray_job("Initializing"), ("Initializing",), None),
        ({}, ray_job("Waiting"), ("Initializing",), None),
        ({}, ray_job("Running"), ("Initializing",), None),
        ({}, ray_job("Running", "PENDING"), ("Initializing",), None),
        ({}, ray_job("Running", "RUNNING"), ("Running",), None),
        ({}, ray_job("Running", "SUCCEEDED"), ("Completed",), None),
        ({}, ray_job("Complete", "SUCCEEDED"), ("Completed",), None),
        ({}, ray_job("Complete", "STOPPED"), ("Failed",), "STOPPED"),
        ({}, ray_job("Failed", "RUNNING", reason="DeadlineExceeded"), ("Failed",), "DeadlineExceeded"),
        ({}, ray_job("ValidationFailed"), ("Failed",), None),
        ({}, ray_job("Running", "FAILED"), ("Failed",), "FAILED"),
        ({"backoffLimit": 1}, ray_job("Running", "FAILED"), ("Degraded",), "FAILED"),
        ({"backoffLimit": 1}, ray_job("Running", "FAILED", failed=1), ("Failed",), "FAILED"),
        ({"backoffLimit": 1}, ray_job("Running", "STOPPED"), ("Failed",), "STOPPED"),
        ({"backoffLimit": 1}, ray_job("Retrying", failed=1), ("Degraded",), None),
        ({"backoffLimit": 1}, ray_job("Initializing", failed=1), ("Initializing", "Degraded"), None),
        ({"backoffLimit": 1}, ray_job("Running", "PENDING", failed=1), ("Initializing", "Degraded"), None),
        ({"backoffLimit": 1}, ray_job("Running", "RUNNING", failed=1), ("Running",), None),
        ({"suspend": True}, None, ("Suspending",), None),
        ({"suspend": True}, ray_job("Running", "RUNNING"), ("Suspending",), None),
        ({"suspend": True}, ray_job("Suspending"), ("Suspending",), None),
        ({"suspend": True}, ray_job("Suspended"), ("Suspended",), None),
        ({"suspend": True}, ray_job("Running", "SUCCEEDED"), ("Completed",), None),
        # The operator does not look at the switch here.
        ({"suspend": True}, ray_job("Waiting"), ("Initializing",), None),
        ({}, ray_job("Suspended"), ("Resuming",), None),
        ({}, ray_job("Suspending"), ("Suspending",), None),
    ],
)
def test_status_of_a_ray_job(spec: Any, status: Any, phases: tuple[str, ...], reason: str | None) -> None:
    reading = read(make("RayJob", {"rayClusterSpec": ray(), **spec}, status))
    assert (reading.phases, reading.reason) == (phases, reason)


def apps(status: str, cluster: str | None = "c") -> dict[str, Any]:
    named = {} if cluster is None else {"rayClusterName": cluster}
    return {**named, "applicationStatuses": {"app": {"status": status}}}


HEAD_LOST = {"rayClusterStatus": {"conditions": conditions("HeadPodReady=False/ContainersNotReady")}}


@pytest.mark.parametrize(
    ("spec", "status", "phases", "reason"),
    [
        ({}, None, ("Initializing",), None),
        ({}, {"conditions": conditions("Ready=False/Initializing")}, ("Initializing",), "Initializing"),
        ({}, {"conditions": conditions("Ready=True")}, ("Running",), None),
        ({}, {"serviceStatus": "Running"}, ("Running",), None),
        ({}, {"conditions": conditions("Ready=True", "UpgradeInProgress=True")}, ("Running",), None),
        (
            {},
            {"conditions": conditions("Ready=True"), "activeServiceStatus": apps("UNHEALTHY")},
            ("Running", "Degraded"),
            "UNHEALTHY",
        ),
        (
            {},
            {"conditions": conditions("Ready=True"), "activeServiceStatus": {**apps("RUNNING"), **HEAD_LOST}},
            ("Running", "Degraded"),
            "ContainersNotReady",
        ),
        (
            {},
            {"conditions": conditions("Ready=False/ZeroServeEndpoints")},
            ("Degraded",),
            "ZeroServeEndpoints",
        ),
        (
            {},
            {"conditions": conditions("Ready=False/InitializingTimeout")},
            ("Failed",),
            "InitializingTimeout",
        ),
        (
            {},
            {
                "conditions": conditions("Ready=False/Initializing"),
                "pendingServiceStatus": apps("DEPLOY_FAILED"),
            },
            ("Failed",),
            "DEPLOY_FAILED",
        ),
        # The first cluster serves while the second one fails.
        (
            {},
            {
                "conditions": conditions("Ready=True"),
                "activeServiceStatus": apps("RUNNING"),
                "pendingServiceStatus": apps("DEPLOY_FAILED"),
            },
            ("Running",),
            "DEPLOY_FAILED",
        ),
        ({"suspend": True}, {"conditions": conditions("Ready=True")}, ("Suspending",), None),
        (
            {"suspend": True},
            {"conditions": conditions("Ready=False/SuspendInProgress", "Suspending=True")},
            ("Suspending",),
            None,
        ),
        (
            {"suspend": True},
            {"conditions": conditions("Ready=False/SuspendComplete", "Suspended=True")},
            ("Suspended",),
            None,
        ),
        (
            {},
            {"conditions": conditions("Ready=False/SuspendComplete", "Suspended=True")},
            ("Resuming",),
            "SuspendComplete",
        ),
    ],
)
def test_status_of_a_ray_service(spec: Any, status: Any, phases: tuple[str, ...], reason: str | None) -> None:
    reading = read(make("RayService", {"rayClusterConfig": ray(), **spec}, status))
    assert (reading.phases, reading.reason) == (phases, reason)


def test_a_job_on_another_cluster_starts_like_any_other() -> None:
    obj = make("RayJob", {"clusterSelector": {"ray.io/cluster": "c"}, "submissionMode": "HTTPMode"})
    assert sizes(obj) == {"head": 0, "submitter": 0}
    assert read(obj).phases == ("Initializing",)
    assert read({**obj, "status": ray_job("Running", "RUNNING")}).phases == ("Running",)

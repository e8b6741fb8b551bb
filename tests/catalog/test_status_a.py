# SPDX-License-Identifier: Apache-2.0
"""Batch, Kubeflow, Volcano and Kueue kinds: the phases of each state."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.objects_a import (
    API,
    ENDED,
    HALF,
    HELD,
    KUBEFLOW,
    MPI,
    RUNS,
    SUSPENDED,
    catalog,
    conditions,
    disaggregated,
    kubeflow,
    make,
    mpi,
    ray,
    read,
    role,
    steps,
    volcano,
)


@pytest.mark.parametrize("kind", ["TFJob", "XGBoostJob", "PaddleJob", "JAXJob"])
@pytest.mark.parametrize(
    ("spec", "status", "phases"),
    [
        ({}, None, ("Initializing",)),
        ({}, {"conditions": conditions("Created=True")}, ("Initializing",)),
        ({}, RUNS, ("Running",)),
        ({"roles": {"Worker": role(replicas=2, restartPolicy="Never")}}, HALF, ("Initializing",)),
        ({"roles": {"Worker": role(replicas=2, restartPolicy="ExitCode")}}, HALF, ("Running", "Degraded")),
        (
            {"roles": {"Worker": role(replicas=2, restartPolicy="Never")}},
            {**HALF, "replicaStatuses": {"Worker": {"active": 1, "failed": 1}}},
            ("Running", "Degraded"),
        ),
        ({}, {"replicaStatuses": {"Worker": {"active": 1, "succeeded": 1}}}, ("Running",)),
        ({}, {**RUNS, "conditions": conditions("Restarting=True", "Running=False")}, ("Degraded",)),
        ({}, {"conditions": conditions(*ENDED)}, ("Completed",)),
        ({}, {"conditions": conditions("Failed=True", *ENDED)}, ("Completed",)),
        ({}, {"conditions": conditions("Running=True", "Failed=True")}, ("Failed",)),
        (HELD, RUNS, ("Suspending",)),
        (HELD, SUSPENDED, ("Suspended",)),
        (HELD, {"conditions": conditions(*ENDED)}, ("Completed",)),
        ({}, SUSPENDED, ("Resuming",)),
        ({}, {**RUNS, "conditions": conditions("Running=True", "Suspended=False")}, ("Running",)),
    ],
)
def test_status_of_the_training_operators_jobs(
    kind: str, spec: dict[str, Any], status: Any, phases: tuple[str, ...]
) -> None:
    assert read(kubeflow(kind, status, **spec)).phases == phases


@pytest.mark.parametrize("kind", ["TFJob", "XGBoostJob", "PaddleJob", "JAXJob"])
def test_the_default_restart_policy_decides_what_a_short_role_means(kind: str) -> None:
    expected = "Degraded" if kind == "PaddleJob" else "Initializing"
    assert read(kubeflow(kind, HALF)).headline == expected


def test_an_elastic_job_needs_its_minimum() -> None:
    obj = kubeflow("PaddleJob", HALF, elasticPolicy={"minReplicas": 1, "maxReplicas": 4})
    assert read(obj).phases == ("Running",)


def test_the_reason_of_an_end() -> None:
    failed = {"conditions": conditions("Running=False", "Failed=True/BackoffLimitExceeded")}
    for kind in KUBEFLOW:
        assert read(kubeflow(kind, failed)).reason == "BackoffLimitExceeded"
        assert read(kubeflow(kind, {"conditions": conditions(*ENDED)})).reason == "Done"


@pytest.mark.parametrize("kind", ["MPIJob", "MPIJob v1"])
@pytest.mark.parametrize(
    ("status", "phases"),
    [
        (mpi({}, 2), ("Initializing",)),
        (mpi({"active": 1}, 2, "Running=True"), ("Running",)),
        (mpi({"active": 1, "failed": 1}, 2, "Running=True"), ("Running",)),
        (mpi({"failed": 1}, 2, "Running=True"), ("Running", "Degraded")),
        (mpi({"failed": 1}, 2), ("Initializing", "Degraded")),
        (mpi({"active": 1}, 1, "Running=True"), ("Running", "Degraded")),
        (mpi({"failed": 1}, 2, "Restarting=True"), ("Degraded",)),
        (mpi({"succeeded": 1}, 0, "Running=False", "Succeeded=True"), ("Completed",)),
        (mpi({"failed": 2}, 0, "Running=False", "Failed=True"), ("Failed",)),
    ],
)
def test_status_of_an_mpi_job(kind: str, status: Any, phases: tuple[str, ...]) -> None:
    assert read(kubeflow(kind, status, roles=MPI)).phases == phases


def daemons(want: int, ready: int, updated: int | None = None, **status: Any) -> dict[str, Any]:
    counts = {"desiredNumberScheduled": want, "numberReady": ready, "observedGeneration": 1}
    return {**counts, "updatedNumberScheduled": want if updated is None else updated, **status}


@pytest.mark.parametrize(
    ("spec", "status", "phases"),
    [
        ({}, None, ("Initializing",)),
        ({}, {"desiredNumberScheduled": 0, "numberReady": 0}, ("Initializing",)),
        ({}, daemons(3, 0), ("Initializing",)),
        ({}, daemons(3, 2), ("Degraded",)),
        ({}, daemons(3, 3), ("Running",)),
        ({}, daemons(0, 0), ("Running",)),
        ({}, daemons(3, 2, updated=1), ("Initializing",)),
        ({"updateStrategy": {"type": "OnDelete"}}, daemons(3, 3, updated=1), ("Running",)),
    ],
)
def test_status_of_a_daemon_set(spec: Any, status: Any, phases: tuple[str, ...]) -> None:
    assert read(make("DaemonSet", role(**spec), status, generation=1)).phases == phases


def test_a_daemon_set_of_an_older_generation() -> None:
    reading = read(make("DaemonSet", role(), daemons(3, 3), generation=2))
    assert (reading.headline, reading.reason) == ("Initializing", "StaleStatus")


@pytest.mark.parametrize(
    ("status", "phases"),
    [
        (None, ("Initializing",)),
        ({"conditions": conditions("Progressing=True")}, ("Initializing",)),
        ({"conditions": conditions("Available=True", "Progressing=False")}, ("Running",)),
        (
            {
                "conditions": conditions("Available=False", "Progressing=True"),
                "roleStatuses": [{"replicas": 2, "readyReplicas": 1, "updatedReplicas": 2}],
            },
            ("Initializing", "Degraded"),
        ),
        # A new revision rolls out.
        (
            {
                "conditions": conditions("Available=False", "Progressing=True"),
                "roleStatuses": [{"replicas": 2, "readyReplicas": 1, "updatedReplicas": 1}],
            },
            ("Initializing",),
        ),
    ],
)
def test_status_of_a_disaggregated_set(status: Any, phases: tuple[str, ...]) -> None:
    obj = disaggregated()
    assert read(obj if status is None else {**obj, "status": status}).phases == phases


@pytest.mark.parametrize(
    ("spec", "status", "phases"),
    [
        ({}, steps("Suspended=False/Resumed", node={"active": 1, "ready": 1}), ("Running",)),
        ({}, None, ("Initializing",)),
        ({"suspend": True}, steps("Suspended=True"), ("Suspended",)),
        ({"suspend": True}, steps("Suspended=True", node={"active": 1}), ("Suspending",)),
        ({"suspend": True}, None, ("Suspending",)),
        ({}, steps("Suspended=True"), ("Resuming",)),
        ({}, steps(dataset_initializer={"active": 1, "ready": 1}, node={"active": 0}), ("Initializing",)),
        ({}, steps(node={"ready": 1}, launcher={"ready": 0}), ("Initializing",)),
        ({}, steps(node={"ready": 1}, launcher={"ready": 1}), ("Running",)),
        ({}, steps(node={"ready": 0, "failed": 1}), ("Initializing", "Degraded")),
        ({}, steps("Complete=True", node={"succeeded": 1}), ("Completed",)),
        ({}, steps("Failed=True", node={"failed": 1}), ("Failed",)),
    ],
)
def test_status_of_a_train_job(spec: Any, status: Any, phases: tuple[str, ...]) -> None:
    assert read(make("TrainJob", spec, status)).phases == phases


@pytest.mark.parametrize(
    ("kind", "suspend", "status", "headline"),
    [
        ("CronJob", None, None, "Initializing"),
        ("CronJob", False, {"lastScheduleTime": "t"}, "Initializing"),
        ("CronJob", False, {"active": [{"name": "j"}]}, "Running"),
        ("CronJob", True, {"active": [{"name": "j"}]}, "Suspended"),
        ("CronJob", True, {}, "Suspended"),
        ("RayCronJob", None, None, "Initializing"),
        ("RayCronJob", False, {"lastScheduleTime": "t"}, "Running"),
        ("RayCronJob", True, {"lastScheduleTime": "t"}, "Suspended"),
    ],
)
def test_status_of_a_schedule(kind: str, suspend: bool | None, status: Any, headline: str) -> None:
    template = {"spec": role()} if kind == "CronJob" else {"rayClusterSpec": ray()}
    reading = read(make(kind, {"suspend": suspend, "jobTemplate": template}, status))
    assert reading.phases == (headline,)


@pytest.mark.parametrize(
    ("phase", "history", "phases"),
    [
        (None, [], ("Initializing",)),
        ("Pending", ["Pending"], ("Initializing",)),
        ("Running", ["Pending", "Running"], ("Running",)),
        ("Pending", ["Pending", "Running", "Pending"], ("Initializing", "Degraded")),
        ("Pending", ["Running", "Restarting", "Pending"], ("Initializing",)),
        ("Restarting", [], ("Degraded",)),
        ("Completing", [], ("Running",)),
        ("Completed", [], ("Completed",)),
        ("Aborting", [], ("Suspending",)),
        ("Aborted", [], ("Suspended",)),
        ("Terminating", [], ("Failed",)),
        ("Terminated", [], ("Failed",)),
        ("Failed", [], ("Failed",)),
    ],
)
def test_status_of_a_volcano_job(phase: str | None, history: list[str], phases: tuple[str, ...]) -> None:
    status = {"state": {"phase": phase}, "conditions": [{"status": one} for one in history]}
    assert read({**volcano({"name": "a", "replicas": 1}), "status": status}).phases == phases


@pytest.mark.parametrize("kind", ["Workload", "Workload v1beta1"])
@pytest.mark.parametrize(
    ("active", "told", "phases", "reason"),
    [
        (None, (), ("Initializing",), None),
        (True, ("QuotaReserved=True",), ("Initializing",), None),
        (True, ("QuotaReserved=True", "Admitted=True"), ("Running",), None),
        (True, ("Admitted=True", "PodsReady=False/WaitForStart"), ("Initializing",), None),
        (True, ("Admitted=True", "PodsReady=True/Started"), ("Running",), None),
        (True, ("Admitted=True", "PodsReady=False/WaitForRecovery"), ("Degraded",), None),
        (True, ("Evicted=True/Preempted", "QuotaReserved=True"), ("Suspending",), "Preempted"),
        (True, ("Evicted=True/Preempted", "QuotaReserved=False"), ("Suspended",), "Preempted"),
        (False, ("QuotaReserved=True", "Admitted=True"), ("Suspending",), None),
        (False, ("Evicted=True/Deactivated", "QuotaReserved=False"), ("Suspended",), "Deactivated"),
        (False, (), ("Suspended",), None),
        (True, ("Evicted=True/Deactivated", "QuotaReserved=False"), ("Resuming",), "Deactivated"),
        (True, ("Evicted=False/Previously", "Admitted=True", "QuotaReserved=True"), ("Running",), None),
        (True, ("Admitted=True", "Finished=True/Succeeded"), ("Completed",), "Succeeded"),
        (True, ("Admitted=True", "Finished=True/Failed"), ("Failed",), "Failed"),
        (False, ("Evicted=True/Deactivated", "Finished=True/OutOfSync"), ("Failed",), "OutOfSync"),
    ],
)
def test_status_of_a_kueue_workload(
    kind: str, active: bool | None, told: tuple[str, ...], phases: tuple[str, ...], reason: str | None
) -> None:
    spec: dict[str, Any] = {"podSets": [role()]}
    if active is not None:
        spec["active"] = active
    reading = read(make(kind, spec, {"conditions": conditions(*told)}))
    assert (reading.phases, reading.reason) == (phases, reason)


@pytest.mark.parametrize("kind", API)
@pytest.mark.parametrize("spec", [None, {}])
def test_an_object_without_a_spec_has_a_phase(kind: str, spec: Any) -> None:
    obj = {**make(kind, {}), "spec": spec}
    reading = catalog().plan(obj).read(obj)
    assert reading.headline != "Undefined"
    assert not [problem for problem in reading.problems if problem.code.startswith("status.")]

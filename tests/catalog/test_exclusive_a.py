# SPDX-License-Identifier: Apache-2.0
"""Batch, Kubeflow, Ray, Volcano and Kueue kinds: whatever an object says, its statuses exclude one another."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalog.objects_a import (
    KUBEFLOW,
    MPI,
    catalog,
    disaggregated,
    make,
    ray,
    role,
    volcano,
)


def some(**choices: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with any of these fields; a field not in the object is the usual case at first."""
    return st.fixed_dictionaries({}, optional=choices)


def told(*kinds: str, reasons: tuple[str, ...] = ("R",)) -> st.SearchStrategy[list[dict[str, str]]]:
    """Conditions, each type at most once."""
    one = st.fixed_dictionaries(
        {"status": st.sampled_from(["True", "False", "Unknown"]), "reason": st.sampled_from(reasons)}
    )
    return some(**dict.fromkeys(kinds, one)).map(
        lambda found: [{"type": kind, **rest} for kind, rest in found.items()]
    )


COUNT = st.integers(0, 3)
FLAG = st.sampled_from([True, False, None])
ROLE = some(active=COUNT, succeeded=COUNT, failed=COUNT)
ROLES = {
    "TFJob": {"PS": role(), "Worker": role(replicas=2, restartPolicy="Never")},
    "XGBoostJob": {"Master": role(), "Worker": role(replicas=2)},
    "PaddleJob": {"Worker": role(replicas=2)},
    "JAXJob": {"Worker": role(replicas=2)},
    "MPIJob": MPI,
    "MPIJob v1": MPI,
}


def kubeflow_states(kind: str) -> tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]:
    roles = {KUBEFLOW[kind]: st.just(ROLES[kind])}
    spec = some(runPolicy=some(suspend=FLAG), elasticPolicy=some(minReplicas=COUNT))
    return st.builds(lambda found, always: {**found, **always}, spec, st.fixed_dictionaries(roles)), some(
        replicaStatuses=some(Master=ROLE, Worker=ROLE, PS=ROLE, Launcher=ROLE),
        conditions=told("Created", "Running", "Restarting", "Suspended", "Succeeded", "Failed"),
    )


APPS = some(
    rayClusterName=st.sampled_from(["", "c"]),
    applicationStatuses=some(a=some(status=st.sampled_from(["RUNNING", "UNHEALTHY", "DEPLOY_FAILED"]))),
)
STATES: dict[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]] = {
    "DaemonSet": (
        some(updateStrategy=st.just({"type": "OnDelete"})).map(lambda spec: role(**spec)),
        some(
            desiredNumberScheduled=COUNT,
            numberReady=COUNT,
            updatedNumberScheduled=COUNT,
            observedGeneration=COUNT,
        ),
    ),
    "CronJob": (
        some(suspend=FLAG, jobTemplate=st.just({"spec": role()})),
        some(active=st.lists(st.just({"name": "j"}), max_size=2)),
    ),
    "DisaggregatedSet": (
        st.just(disaggregated()["spec"]),
        some(
            conditions=told("Available", "Progressing"),
            roleStatuses=st.lists(
                some(replicas=COUNT, readyReplicas=COUNT, updatedReplicas=COUNT), max_size=2
            ),
        ),
    ),
    **{kind: kubeflow_states(kind) for kind in KUBEFLOW},
    "TrainJob": (
        some(suspend=FLAG),
        some(
            conditions=told("Suspended", "Complete", "Failed"),
            jobsStatus=st.lists(
                some(ready=COUNT, succeeded=COUNT, failed=COUNT, active=COUNT).flatmap(
                    lambda job: st.sampled_from(["node", "launcher", "dataset-initializer"]).map(
                        lambda name: {"name": name, **job}
                    )
                ),
                max_size=3,
            ),
        ),
    ),
    "RayJob": (
        some(suspend=FLAG, backoffLimit=COUNT).map(lambda spec: {"rayClusterSpec": ray(), **spec}),
        some(
            jobDeploymentStatus=st.sampled_from(
                (
                    *("", "Initializing", "Waiting", "Running", "Complete", "Failed", "ValidationFailed"),
                    *("Retrying", "Suspending", "Suspended", "SomethingNew"),
                )
            ),
            jobStatus=st.sampled_from(["", "PENDING", "RUNNING", "STOPPED", "SUCCEEDED", "FAILED", "NEW"]),
            failed=COUNT,
        ),
    ),
    "RayService": (
        some(suspend=FLAG).map(lambda spec: {"rayClusterConfig": ray(), **spec}),
        some(
            serviceStatus=st.sampled_from(["", "Running"]),
            activeServiceStatus=APPS,
            pendingServiceStatus=APPS,
            conditions=told(
                *("Ready", "UpgradeInProgress", "Suspending", "Suspended"),
                reasons=("Initializing", "InitializingTimeout", "ZeroServeEndpoints", "SuspendComplete"),
            ),
        ),
    ),
    "RayCronJob": (
        some(suspend=FLAG).map(lambda spec: {"jobTemplate": {"rayClusterSpec": ray()}, **spec}),
        some(lastScheduleTime=st.just("t")),
    ),
    "Job": (
        st.just(volcano({"name": "a"})["spec"]),
        some(
            state=some(
                phase=st.sampled_from(
                    (
                        *("", "Pending", "Running", "Restarting", "Completing", "Completed", "Aborting"),
                        *("Aborted", "Terminating", "Terminated", "Failed", "SomethingNew"),
                    )
                )
            ),
            conditions=st.lists(st.fixed_dictionaries({"status": st.sampled_from(["Pending", "Running"])})),
        ),
    ),
    **{
        kind: (
            some(active=FLAG, podSets=st.just([role()])),
            some(
                conditions=told(
                    *("QuotaReserved", "Admitted", "PodsReady", "Evicted", "Finished"),
                    reasons=("Succeeded", "Preempted", "Deactivated", "WaitForRecovery", "WaitForStart"),
                )
            ),
        )
        for kind in ("Workload", "Workload v1beta1")
    },
}


@pytest.mark.parametrize("kind", STATES)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_statuses_exclude_one_another(kind: str, data: st.DataObject) -> None:
    """Whatever an object says, one phase matches, or one and Degraded, or Degraded alone."""
    spec, status = STATES[kind]
    obj = make(kind, data.draw(spec), data.draw(st.none() | status))
    reading = catalog().plan(obj).read(obj)
    assert not [problem for problem in reading.problems if problem.code.startswith("status.")]
    others = [phase for phase in reading.phases if phase != "Degraded"]
    assert len(others) <= 1, reading.phases
    assert reading.headline != "Undefined"

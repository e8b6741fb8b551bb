# SPDX-License-Identifier: Apache-2.0
"""The definitions of the nine seed kinds: sizes, suspension, and statuses that exclude one another."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalog.reading import catalog, read, sizes

TEMPLATE = {
    "spec": {"containers": [{"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": 1}}}]}
}

API = {
    "Pod": "v1",
    "Deployment": "apps/v1",
    "StatefulSet": "apps/v1",
    "ReplicaSet": "apps/v1",
    "Job": "batch/v1",
    "JobSet": "jobset.x-k8s.io/v1alpha2",
    "LeaderWorkerSet": "leaderworkerset.x-k8s.io/v1",
    "PyTorchJob": "kubeflow.org/v1",
    "RayCluster": "ray.io/v1",
}


def make(kind: str, spec: Any = None, status: Any = None, **metadata: Any) -> dict[str, Any]:
    obj: dict[str, Any] = {"apiVersion": API[kind], "kind": kind, "metadata": {"name": "x", **metadata}}
    if spec is not None:
        obj["spec"] = spec
    if status is not None:
        obj["status"] = status
    return obj


def test_the_seed_kinds_are_there() -> None:
    for kind, api in API.items():
        assert catalog().plan({"apiVersion": api, "kind": kind}) is not None


def ray(**group: Any) -> dict[str, Any]:
    return make(
        "RayCluster",
        {
            "headGroupSpec": {"template": TEMPLATE},
            "workerGroupSpecs": [{"groupName": "a", "template": TEMPLATE, **group}],
        },
    )


@pytest.mark.parametrize(
    ("group", "pods", "units"),
    [
        ({"minReplicas": 2, "maxReplicas": 5, "numOfHosts": 4}, 8, 2),
        ({"replicas": 0, "minReplicas": 2, "maxReplicas": 5, "numOfHosts": 4}, 8, 2),
        ({"minReplicas": 2, "maxReplicas": 5}, 2, 2),
        ({"replicas": 9, "minReplicas": 6, "maxReplicas": 5}, 5, 5),
        ({"replicas": 3, "minReplicas": 1, "suspend": True}, 0, None),
        ({}, 0, None),
    ],
)
def test_ray_groups(group: dict[str, Any], pods: int, units: int | None) -> None:
    obj = ray(**group)
    assert sizes(obj) == {"head": 1, "worker/a": pods}
    worker = read(obj).components["worker"].instances["a"]
    assert worker.suspended == bool(group.get("suspend"))
    assert worker.units is not None
    if units is not None:
        assert worker.units.desired == units


def test_a_ray_maximum_that_is_none() -> None:
    assert read(ray(maxReplicas=2147483647)).components["worker"].instances["a"].max is None


def lws(replicas: int | None, **template: Any) -> dict[str, Any]:
    spec: dict[str, Any] = {"leaderWorkerTemplate": {"workerTemplate": TEMPLATE, **template}}
    if replicas is not None:
        spec["replicas"] = replicas
    return make("LeaderWorkerSet", spec)


@pytest.mark.parametrize(
    ("obj", "leaders", "workers"),
    [
        (lws(2, size=4), 2, 6),
        (lws(2), 2, 0),
        (lws(2, size=4, leaderTemplate=TEMPLATE), 2, 6),
        (lws(None, size=4), 1, 3),
        (lws(0, size=4), 0, 0),
    ],
)
def test_groups_of_a_leader_worker_set(obj: dict[str, Any], leaders: int, workers: int) -> None:
    assert sizes(obj) == {"leader": leaders, "worker": workers}
    leader = read(obj).components["leader"].instances[""]
    assert leader.template == TEMPLATE
    assert leader.units is not None
    assert (leader.units.noun, leader.units.desired) == ("group", leaders)


def job(**spec: Any) -> dict[str, Any]:
    return {"template": TEMPLATE, **spec}


def test_jobs_of_a_job_set() -> None:
    workers = {"name": "workers", "replicas": 2, "template": {"spec": job(parallelism=4, completions=3)}}
    driver = {"name": "driver", "template": {"spec": job()}}
    obj = make("JobSet", {"replicatedJobs": [workers, driver]})
    assert sizes(obj) == {"replicatedjob/workers": 6, "replicatedjob/driver": 1}
    units = [instance.units for instance in read(obj).components["replicatedjob"].instances.values()]
    assert [(unit.noun, unit.desired) for unit in units if unit] == [("job", 2), ("job", 1)]


@pytest.mark.parametrize(
    ("spec", "pods"),
    [({}, 1), ({"parallelism": 4}, 4), ({"parallelism": 4, "completions": 3}, 3), ({"parallelism": 0}, 0)],
)
def test_pods_of_a_job(spec: dict[str, Any], pods: int) -> None:
    assert sizes(make("Job", job(**spec))) == {"job": pods}


def test_roles_of_a_pytorch_job() -> None:
    roles = {"Worker": {"replicas": 3, "template": TEMPLATE}, "Master": {"template": TEMPLATE}}
    obj = make("PyTorchJob", {"pytorchReplicaSpecs": roles, "elasticPolicy": {"minReplicas": 1}})
    assert sizes(obj) == {"replica/Master": 1, "replica/Worker": 3}
    instances = read(obj).components["replica"].instances
    assert [(i.min, i.max) for i in instances.values()] == [(None, None), (1, 1)]
    pod = {"metadata": {"labels": {"training.kubeflow.org/replica-type": "worker"}}}
    assert catalog().plan(obj).place(pod, read(obj).ids).instance == "Worker"
    del roles["Master"]
    assert sizes(obj) == {"replica/Worker": 3}


def conditions(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"type": kind, "status": status} for kind, status in pairs]


@pytest.mark.parametrize(
    ("spec", "status", "headline", "reason"),
    [
        (
            {},
            {"terminating": 2, "conditions": [("SuccessCriteriaMet", "True")]},
            "Running",
            "SuccessCriteriaMet",
        ),
        ({}, {"conditions": [("SuccessCriteriaMet", "True"), ("Complete", "True")]}, "Completed", None),
        ({}, {"conditions": [("FailureTarget", "True")]}, "Running", "FailureTarget"),
        ({}, {"conditions": [("FailureTarget", "True"), ("Failed", "True")]}, "Failed", None),
        ({}, {"active": 1, "ready": 1, "conditions": [("Failed", "False")]}, "Running", None),
        ({"suspend": True}, {"active": 0, "conditions": [("Suspended", "True")]}, "Suspended", None),
        ({"suspend": True}, {"active": 2, "conditions": [("Suspended", "True")]}, "Suspending", None),
        ({"suspend": True}, {"terminating": 1, "conditions": [("Suspended", "True")]}, "Suspending", None),
        ({"suspend": False}, {"active": 0, "conditions": [("Suspended", "False")]}, "Resuming", None),
        ({}, {"active": 2, "ready": 1, "terminating": 1, "conditions": []}, "Degraded", None),
    ],
)
def test_status_of_a_job(
    spec: dict[str, Any], status: dict[str, Any], headline: str, reason: str | None
) -> None:
    obj = make("Job", job(parallelism=2, **spec), {**status, "conditions": conditions(*status["conditions"])})
    reading = read(obj)
    assert (reading.headline, reading.reason) == (headline, reason)


@pytest.mark.parametrize("status", [None, {}])
def test_a_leader_worker_set_that_reports_nothing_yet(status: Any) -> None:
    reading = read({**lws(2, size=4), **({} if status is None else {"status": status})})
    assert reading.phases == ("Initializing",)


@pytest.mark.parametrize(
    ("observed", "headline"), [(2, "Initializing"), ("2", "Initializing"), (3, "Running"), (None, "Running")]
)
def test_a_status_of_an_older_generation(observed: Any, headline: str) -> None:
    counts = {"replicas": 3, "readyReplicas": 3, "updatedReplicas": 3, "observedGeneration": observed}
    reading = read(make("StatefulSet", {"replicas": 3, "template": TEMPLATE}, counts, generation=3))
    assert reading.headline == headline
    assert reading.reason == ("StaleStatus" if headline == "Initializing" else None)


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
REPLICATED = st.tuples(
    some(replicas=COUNT), some(replicas=COUNT, dependsOn=st.just([{"name": "a", "status": "Complete"}]))
)
STEP = some(ready=COUNT, succeeded=COUNT, failed=COUNT, active=COUNT)
ROLE = some(active=COUNT, succeeded=COUNT, failed=COUNT)
STATES: dict[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]] = {
    "Pod": (
        some(schedulingGates=st.just([{"name": "g"}])),
        some(phase=st.sampled_from(["Pending", "Running", "Succeeded", "Failed", "Unknown"])),
    ),
    "Deployment": (
        some(replicas=COUNT),
        some(
            replicas=COUNT,
            updatedReplicas=COUNT,
            availableReplicas=COUNT,
            conditions=told(
                "Available",
                "Progressing",
                "ReplicaFailure",
                reasons=("NewReplicaSetAvailable", "ReplicaSetUpdated", "ProgressDeadlineExceeded"),
            ),
        ),
    ),
    "StatefulSet": (
        some(
            replicas=COUNT,
            updateStrategy=st.sampled_from([{"type": "OnDelete"}, {"rollingUpdate": {"partition": 1}}]),
        ),
        some(replicas=COUNT, readyReplicas=COUNT, updatedReplicas=COUNT),
    ),
    "ReplicaSet": (
        some(replicas=COUNT),
        some(replicas=COUNT, readyReplicas=COUNT, conditions=told("ReplicaFailure")),
    ),
    "Job": (
        some(suspend=FLAG, parallelism=COUNT, completions=COUNT),
        some(
            active=COUNT,
            ready=COUNT,
            succeeded=COUNT,
            failed=COUNT,
            terminating=COUNT,
            conditions=told("Complete", "SuccessCriteriaMet", "Suspended")
            | told("Failed", "FailureTarget", "Suspended"),
        ),
    ),
    "JobSet": (
        st.builds(
            lambda suspend, jobs: {
                "suspend": suspend,
                "replicatedJobs": [
                    {"name": name, "template": {"spec": job()}, **one}
                    for name, one in zip("ab", jobs, strict=True)
                ],
            },
            FLAG,
            REPLICATED,
        ),
        some(
            restarts=COUNT,
            replicatedJobsStatus=st.tuples(STEP, STEP).map(
                lambda steps: [{"name": name, **step} for name, step in zip("ab", steps, strict=True)]
            ),
            conditions=told("Completed", "Suspended", "RestartingJobSet") | told("Failed", "Suspended"),
        ),
    ),
    "LeaderWorkerSet": (
        some(replicas=COUNT).map(lambda spec: {"leaderWorkerTemplate": {"workerTemplate": TEMPLATE}, **spec}),
        some(
            replicas=COUNT,
            readyReplicas=COUNT,
            conditions=told("Available", "Progressing", "UpdateInProgress"),
        ),
    ),
    "PyTorchJob": (
        st.builds(
            lambda policy, roles, elastic: {"runPolicy": policy, "pytorchReplicaSpecs": roles, **elastic},
            some(suspend=FLAG),
            st.sampled_from([{"Master": {}, "Worker": {"replicas": 2}}, {"Worker": {}}]),
            some(elasticPolicy=st.just({"minReplicas": 1})),
        ),
        some(
            replicaStatuses=some(Master=ROLE, Worker=ROLE),
            conditions=told("Created", "Running", "Restarting", "Suspended", "Succeeded", "Failed"),
        ),
    ),
    "RayCluster": (
        some(suspend=FLAG),
        some(
            state=st.sampled_from(["", "ready", "suspended"]),
            readyWorkerReplicas=COUNT,
            desiredWorkerReplicas=COUNT,
            conditions=told("HeadPodReady", "RayClusterProvisioned", "ReplicaFailure", "RayClusterSuspended")
            | told("RayClusterSuspending"),
        ),
    ),
}


@pytest.mark.parametrize("kind", STATES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_statuses_exclude_one_another(kind: str, data: st.DataObject) -> None:
    """Whatever an object says, one phase matches, or one and Degraded, or Degraded alone."""
    spec, status = STATES[kind]
    obj = make(kind, data.draw(spec), data.draw(st.none() | status))
    if kind == "Pod":
        obj["spec"]["containers"] = [{"name": "c"}]
    elif kind in ("Deployment", "StatefulSet", "ReplicaSet", "Job"):
        obj["spec"]["template"] = TEMPLATE
    elif kind == "RayCluster":
        obj["spec"]["headGroupSpec"] = {"template": TEMPLATE}
    reading = catalog().plan(obj).read(obj)
    others = [phase for phase in reading.phases if phase != "Degraded"]
    assert len(others) <= 1
    assert reading.headline != "Undefined"


JOBS = make("JobSet", {"replicatedJobs": [{"name": "a", "template": {"spec": job()}}]})
ROLES = make("PyTorchJob", {"pytorchReplicaSpecs": {"Worker": {"template": TEMPLATE}}})


@pytest.mark.parametrize(
    ("obj", "role", "path"),
    [
        (make("Deployment", {"template": TEMPLATE}), "deployment", "/spec/replicas"),
        (make("StatefulSet", {"template": TEMPLATE}), "statefulset", "/spec/replicas"),
        (make("ReplicaSet", {"template": TEMPLATE}), "replicaset", "/spec/replicas"),
        (make("Job", job(completions=3)), "job", "/spec/parallelism"),
        (JOBS, "replicatedjob/a", "/spec/replicatedJobs/0/replicas"),
        (lws(None), "leader", "/spec/replicas"),
        (lws(None, size=4), "worker", "/spec/replicas"),
        (ROLES, "replica/Worker", "/spec/pytorchReplicaSpecs/Worker/replicas"),
        (ray(numOfHosts=2), "worker/a", "/spec/workerGroupSpecs/0/replicas"),
    ],
)
def test_what_is_scaled_is_the_field_that_a_person_turns(obj: dict[str, Any], role: str, path: str) -> None:
    edit = catalog().plan(obj).edit(obj).scale(role, 2)
    assert [(op["path"], op["value"]) for op in edit.patch if op["op"] != "test"] == [(path, 2)]


@pytest.mark.parametrize(
    ("obj", "path"),
    [
        (make("Job", job()), ("spec", "suspend")),
        (JOBS, ("spec", "suspend")),
        (ROLES, ("spec", "runPolicy", "suspend")),
        (ray(), ("spec", "suspend")),
    ],
)
def test_suspend_and_resume(obj: dict[str, Any], path: tuple[str, ...]) -> None:
    held = catalog().plan(obj).edit(obj).suspend().object
    assert read(held).headline == "Suspending"
    value: Any = catalog().plan(held).edit(held).resume().object
    for step in path:
        value = value[step]
    assert value is False

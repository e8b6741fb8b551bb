# SPDX-License-Identifier: Apache-2.0
"""Batch, Kubeflow, Ray, Volcano and Kueue kinds: what scaling, setting and suspending write."""

from __future__ import annotations

import json
from typing import Any

import pytest

import workload_map as wm
from tests.catalog.objects_a import (
    MPI,
    RUNS,
    TEMPLATE,
    catalog,
    conditions,
    cron,
    disaggregated,
    kubeflow,
    make,
    mpi,
    ray,
    ray_job,
    read,
    role,
    steps,
    volcano,
)


@pytest.mark.parametrize(
    ("obj", "name", "path"),
    [
        (cron(), "job", "/spec/jobTemplate/spec/parallelism"),
        (disaggregated(), "leader/b", "/spec/roles/1/spec/replicas"),
        (disaggregated(), "worker/a", "/spec/roles/0/spec/replicas"),
        (kubeflow("TFJob"), "replica/Worker", "/spec/tfReplicaSpecs/Worker/replicas"),
        (kubeflow("XGBoostJob"), "replica/Worker", "/spec/xgbReplicaSpecs/Worker/replicas"),
        (kubeflow("PaddleJob"), "replica/Worker", "/spec/paddleReplicaSpecs/Worker/replicas"),
        (kubeflow("JAXJob"), "replica/Worker", "/spec/jaxReplicaSpecs/Worker/replicas"),
        (kubeflow("MPIJob"), "worker", "/spec/mpiReplicaSpecs/Worker/replicas"),
        (kubeflow("MPIJob v1"), "worker", "/spec/mpiReplicaSpecs/Worker/replicas"),
        (make("TrainJob", {"trainer": {}}), "trainer", "/spec/trainer/numNodes"),
        (
            make("RayJob", {"rayClusterSpec": ray(numOfHosts=2)}),
            "worker/a",
            "/spec/rayClusterSpec/workerGroupSpecs/0/replicas",
        ),
        (
            make("RayService", {"rayClusterConfig": ray()}),
            "worker/a",
            "/spec/rayClusterConfig/workerGroupSpecs/0/replicas",
        ),
        (
            make("RayCronJob", {"jobTemplate": {"rayClusterSpec": ray()}}),
            "worker/a",
            "/spec/jobTemplate/rayClusterSpec/workerGroupSpecs/0/replicas",
        ),
        (volcano({"name": "a"}, {}), "task/default1", "/spec/tasks/1/replicas"),
        (make("Workload", {"podSets": [role()]}), "podset/main", "/spec/podSets/0/count"),
    ],
)
def test_what_is_scaled_is_the_field_that_a_person_turns(obj: dict[str, Any], name: str, path: str) -> None:
    edit = catalog().plan(obj).edit(obj).scale(name, 4)
    assert [(op["path"], op["value"]) for op in edit.patch if op["op"] != "test"] == [(path, 4)]


@pytest.mark.parametrize(
    "obj",
    [
        make("DaemonSet", role()),
        cron(),
        disaggregated(),
        kubeflow("TFJob"),
        kubeflow("XGBoostJob"),
        kubeflow("PaddleJob"),
        kubeflow("JAXJob"),
        kubeflow("MPIJob", roles={"Launcher": role(), "Worker": role(replicas=1)}),
        make("RayJob", {"rayClusterSpec": ray(), "submitterPodTemplate": TEMPLATE}),
        make("RayService", {"rayClusterConfig": ray()}),
        make("RayCronJob", {"jobTemplate": {"rayClusterSpec": ray(), "submitterPodTemplate": TEMPLATE}}),
        volcano({"name": "a"}, {}),
        make("Workload", {"podSets": [role()]}),
    ],
)
def test_every_template_can_be_written(obj: dict[str, Any]) -> None:
    edit = catalog().plan(obj).edit(obj).set_label(None, "k", "v")
    for component in read(edit.object).components.values():
        for instance in component.instances.values():
            assert instance.template is None or instance.template["metadata"]["labels"] == {"k": "v"}
    assert len(edit.patch) > 0


def test_an_image_of_a_train_job_is_written_where_it_stands() -> None:
    trainer = {"image": "a", "resourcesPerNode": {"limits": {"cpu": 1}}}
    obj = make("TrainJob", {"trainer": trainer})
    edit = catalog().plan(obj).edit(obj).set_image("trainer", "trainer", "b")
    assert edit.object["spec"]["trainer"]["image"] == "b"


RUNNING: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    (make("CronJob", {"suspend": False, "jobTemplate": {"spec": role()}}, {"active": [{}]}), ("suspend",)),
    *(
        (kubeflow(kind, RUNS, runPolicy={"suspend": False}), ("runPolicy", "suspend"))
        for kind in ("TFJob", "XGBoostJob", "PaddleJob", "JAXJob")
    ),
    *(
        (
            kubeflow(kind, mpi({"active": 1}, 2, "Running=True"), roles=MPI, runPolicy={"suspend": False}),
            ("runPolicy", "suspend"),
        )
        for kind in ("MPIJob", "MPIJob v1")
    ),
    (make("TrainJob", {"suspend": False}, steps(node={"ready": 1})), ("suspend",)),
    (
        make("RayJob", {"suspend": False, "rayClusterSpec": ray()}, ray_job("Running", "RUNNING")),
        ("suspend",),
    ),
    (
        make(
            "RayService",
            {"suspend": False, "rayClusterConfig": ray()},
            {"conditions": conditions("Ready=True")},
        ),
        ("suspend",),
    ),
    (make("RayCronJob", {"suspend": False, "jobTemplate": {}}, {"lastScheduleTime": "t"}), ("suspend",)),
    *(
        (
            make(
                kind,
                {"active": True, "podSets": [role()]},
                {"conditions": conditions("QuotaReserved=True", "Admitted=True")},
            ),
            ("active",),
        )
        for kind in ("Workload", "Workload v1beta1")
    ),
]


@pytest.mark.parametrize(("obj", "path"), RUNNING)
def test_suspend_and_resume(obj: dict[str, Any], path: tuple[str, ...]) -> None:
    assert read(obj).headline == "Running"
    bare = json.loads(json.dumps(obj))
    inner = bare["spec"]
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    # A switch that was not written is written in its resting place on the way back.
    for start in (obj, bare):
        held = catalog().plan(start).edit(start).suspend().object
        assert read(held).headline in ("Suspending", "Suspended")
        assert catalog().plan(held).edit(held).resume().object == obj


@pytest.mark.parametrize("obj", [volcano({"name": "a"}), make("DaemonSet", role()), disaggregated()])
def test_kinds_without_a_switch(obj: dict[str, Any]) -> None:
    with pytest.raises(wm.EditError, match="cannot be suspended"):
        catalog().plan(obj).edit(obj).suspend()

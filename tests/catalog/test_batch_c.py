# SPDX-License-Identifier: Apache-2.0
"""Spark, Argo, AppWrapper, Flink, Tekton and Slinky kinds: sizes, templates, statuses, placement and edits.

Nobody has recorded them but for Workflow, so the objects here are written after what their controllers write.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workload_map as wm

API = {
    "SparkApplication": "sparkoperator.k8s.io/v1beta2",
    "ScheduledSparkApplication": "sparkoperator.k8s.io/v1beta2",
    "SparkConnect": "sparkoperator.k8s.io/v1alpha1",
    "Workflow": "argoproj.io/v1alpha1",
    "CronWorkflow": "argoproj.io/v1alpha1",
    "AppWrapper": "workload.codeflare.dev/v1beta2",
    "FlinkDeployment": "flink.apache.org/v1beta1",
    "PipelineRun": "tekton.dev/v1",
    "NodeSet": "slinky.slurm.net/v1beta1",
}
GPU = {"spec": {"containers": [{"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": 1}}}]}}


@lru_cache
def catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def make(kind: str, spec: Any, status: Any = None, **metadata: Any) -> dict[str, Any]:
    obj = {"apiVersion": API[kind], "kind": kind, "metadata": {"name": "x", **metadata}, "spec": spec}
    return obj if status is None else {**obj, "status": status}


def read(obj: dict[str, Any]) -> wm.Reading:
    reading = catalog().plan(obj).read(obj)
    assert reading.problems == ()
    return reading


def roles(obj: dict[str, Any]) -> dict[str, wm.Instance]:
    return {
        f"{component.name}/{instance.id}" if instance.id else component.name: instance
        for component in read(obj).components.values()
        if component.has_pods
        for instance in component.instances.values()
    }


def sizes(obj: dict[str, Any]) -> dict[str, int | None]:
    return {role: instance.desired for role, instance in roles(obj).items()}


def conditions(**types: Any) -> list[dict[str, str]]:
    """Conditions by type: a status, or a status and a reason."""
    found = []
    for kind, told in types.items():
        status, reason = told if isinstance(told, tuple) else (told, "R")
        found.append({"type": kind, "status": status, "reason": reason, "message": "m"})
    return found


# --- sizes and templates ---------------------------------------------------------------------------------------


def spark(**spec: Any) -> dict[str, Any]:
    return make("SparkApplication", {"driver": {}, "executor": {}, **spec})


@pytest.mark.parametrize(
    ("spec", "driver", "executor", "bounds"),
    [
        ({}, 1, 1, (None, None)),
        ({"executor": {"instances": 3}}, 1, 3, (None, None)),
        ({"sparkConf": {"spark.executor.instances": "4"}}, 1, 4, (None, None)),
        ({"executor": {"instances": 3}, "mode": "client"}, 0, 3, (None, None)),
        ({"dynamicAllocation": {"enabled": True, "minExecutors": 2, "maxExecutors": 9}}, 1, 2, (2, 9)),
        ({"dynamicAllocation": {"enabled": True, "initialExecutors": 5}}, 1, 5, (0, None)),
        ({"dynamicAllocation": {"enabled": False, "initialExecutors": 5}}, 1, 1, (None, None)),
    ],
)
def test_pods_of_spark(
    spec: dict[str, Any], driver: int, executor: int, bounds: tuple[int | None, int | None]
) -> None:
    obj = spark(**spec)
    assert sizes(obj) == {"driver": driver, "executor": executor}
    assert (roles(obj)["executor"].min, roles(obj)["executor"].max) == bounds
    scheduled = make("ScheduledSparkApplication", {"template": obj["spec"]})
    assert sizes(scheduled) == sizes(obj)
    assert (roles(scheduled)["executor"].min, roles(scheduled)["executor"].max) == bounds


def test_pods_of_a_spark_connect_server() -> None:
    server = {"server": {"template": GPU}}
    assert sizes(make("SparkConnect", {**server, "executor": {}})) == {"server": 1, "executor": 2}
    assert sizes(make("SparkConnect", {**server, "executor": {"instances": 0}})) == {
        "server": 1,
        "executor": 0,
    }
    dynamic = {"dynamicAllocation": {"enabled": True, "minExecutors": 1, "maxExecutors": 4}}
    executor = roles(make("SparkConnect", {**server, "executor": {}, **dynamic}))["executor"]
    assert (executor.desired, executor.min, executor.max) == (1, 1, 4)


def test_what_spark_asks_for_is_not_known() -> None:
    executor = {"instances": 2, "cores": 4, "memory": "1g", "gpu": {"name": "nvidia.com/gpu", "quantity": 1}}
    view = wm.view(read(spark(image="i", executor=executor)))
    assert (view.resources.gpus, view.resources.cpu_millis) == (None, None)
    assert view.replicas.desired == 3


def test_a_spark_field_wins_over_the_pod_template() -> None:
    template = {"metadata": {"labels": {"a": "t"}}, "spec": {"schedulerName": "t", "priorityClassName": "t"}}
    obj = spark(image="common", driver={"template": template, "schedulerName": "own"})
    driver = roles(obj)["driver"].template
    assert driver is not None
    assert driver["metadata"] == {"labels": {"a": "t"}}
    assert (driver["spec"]["schedulerName"], driver["spec"]["priorityClassName"]) == ("own", "t")
    assert driver["spec"]["containers"] == [{"name": "driver", "image": "common"}]


TEMPLATES: list[dict[str, Any]] = [
    {"name": "main", "dag": {}},
    {"name": "wait", "suspend": {}},
    {"name": "call", "http": {"url": "u"}},
    {"name": "a", "container": {"image": "a"}, "sidecars": [{"name": "side"}]},
    {"name": "b", "script": {"image": "b", "source": ""}, "schedulerName": "s"},
    {"name": "c", "containerSet": {"containers": [{"name": "one"}, {"name": "two"}]}},
    {"name": "d", "resource": {"action": "create"}, "metadata": {"labels": {"x": "y"}}},
]


def test_templates_of_a_workflow() -> None:
    obj = make("Workflow", {"templates": TEMPLATES})
    assert sizes(obj) == dict.fromkeys(["resource/d", "template/a", "template/b", "template/c"])
    found = roles(obj)
    assert found["resource/d"].template is None
    containers = {
        role: [c.get("name", c.get("image")) for c in instance.template["spec"]["containers"]]
        for role, instance in found.items()
        if instance.template
    }
    assert containers == {"template/a": ["side", "a"], "template/b": ["b"], "template/c": ["one", "two"]}
    template = found["template/b"].template
    assert template is not None
    assert template["spec"]["schedulerName"] == "s"
    cron = make("CronWorkflow", {"workflowSpec": {"templates": TEMPLATES}})
    assert {role: i.template for role, i in roles(cron).items()} == {
        role: i.template for role, i in found.items()
    }


def test_templates_in_another_object() -> None:
    spec = {"workflowTemplateRef": {"name": "shared"}}
    assert sizes(make("Workflow", spec)) == {"template/shared": None}
    assert roles(make("Workflow", spec))["template/shared"].template is None
    stored = {"storedWorkflowTemplateSpec": {"templates": TEMPLATES}}
    assert list(sizes(make("Workflow", spec, stored))) == [
        "resource/d",
        "template/a",
        "template/b",
        "template/c",
    ]
    assert sizes(make("CronWorkflow", {"workflowSpec": spec})) == {"template/shared": None}
    assert wm.view(read(make("Workflow", spec))).replicas.desired is None


def wrapper(status: Any = None, **spec: Any) -> dict[str, Any]:
    jobs = [{"template": {"spec": {"template": GPU}}}, {"template": {"spec": {"template": GPU}}}]
    wrapped: list[Any] = [
        {"template": {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "x"}}},
        {"template": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}, **GPU}},
        {
            "template": {
                "apiVersion": "jobset.x-k8s.io/v1alpha2",
                "kind": "JobSet",
                "metadata": {"name": "x"},
                "spec": {"replicatedJobs": jobs},
            }
        },
        {
            "podSets": [{"replicas": 3, "path": "template.spec.template"}],
            "template": {"apiVersion": "y/v1", "kind": "Own", "spec": {"template": GPU}},
        },
    ]
    return make("AppWrapper", {"components": wrapped, **spec}, status)


def test_pod_sets_of_a_wrapper() -> None:
    declared = wrapper()
    assert sizes(declared) == {"podset/pod/x": None, "podset/jobset/x": None, "podset/own/3": 3}
    assert roles(declared)["podset/own/3"].template == GPU
    assert roles(declared)["podset/pod/x"].template is None
    path = "template.spec.replicatedJobs[{}].template.spec.template"
    seen = wrapper(
        {
            "componentStatus": [
                {"podSets": []},
                {"podSets": [{"path": "template"}]},
                {
                    "podSets": [
                        {"path": path.format(0), "replicas": 4},
                        {"path": path.format(1), "replicas": 0},
                    ]
                },
                {"podSets": []},
            ]
        }
    )
    assert sizes(seen) == {
        "podset/pod/x": 1,
        "podset/jobset/x/0": 4,
        "podset/jobset/x/1": 0,
        "podset/own/3": 3,
    }
    assert roles(seen)["podset/jobset/x/1"].template == GPU
    assert wm.view(read(seen)).resources.gpus == 8


def flink(**spec: Any) -> dict[str, Any]:
    return make("FlinkDeployment", {"image": "f", **spec})


SLOTS = {"flinkConfiguration": {"taskmanager.numberOfTaskSlots": "2"}}


@pytest.mark.parametrize(
    ("spec", "managers"),
    [
        ({"job": {"parallelism": 5}, **SLOTS}, 3),
        ({"job": {"parallelism": 4}, "flinkConfiguration": {"taskmanager": {"numberOfTaskSlots": 4}}}, 1),
        ({"job": {"parallelism": 3}}, 3),
        (
            {
                "job": {},
                "flinkConfiguration": {"parallelism.default": "6", "taskmanager.numberOfTaskSlots": 3},
            },
            2,
        ),
        ({"job": {"parallelism": 2}, "taskManager": {"replicas": 7}}, 2),
        ({"mode": "standalone", "job": {"parallelism": 2}, "taskManager": {"replicas": 7}}, 7),
        ({"mode": "standalone", "job": {"parallelism": 5}, **SLOTS}, 3),
        ({"mode": "standalone"}, 1),
        ({"mode": "native", "taskManager": {"replicas": 7}}, None),
        ({}, None),
    ],
)
def test_task_managers(spec: dict[str, Any], managers: int | None) -> None:
    assert sizes(flink(**spec)) == {"jobmanager": 1, "taskmanager": managers}
    assert sizes(flink(**spec, jobManager={"replicas": 2})) == {"jobmanager": 2, "taskmanager": managers}


def test_pod_templates_of_flink() -> None:
    own = {"podTemplate": {"spec": {"schedulerName": "own"}}}
    found = roles(flink(podTemplate={"spec": {"schedulerName": "common"}}, taskManager=own))
    names = {role: i.template["spec"]["schedulerName"] for role, i in found.items() if i.template}
    assert names == {"jobmanager": "common", "taskmanager": "own"}


def test_tasks_of_a_pipeline_run() -> None:
    pipeline = {
        "tasks": [
            {"name": "a", "taskRef": {"name": "t"}},
            {"name": "b", "taskSpec": {"steps": [{"image": "i"}, {"image": "j"}]}},
            {"name": "many", "taskRef": {"name": "t"}, "matrix": {"params": []}},
            {"name": "custom", "taskRef": {"apiVersion": "example.dev/v1", "kind": "Wait"}},
            {"name": "nested", "pipelineRef": {"name": "p"}},
        ],
        "finally": [{"name": "end", "taskRef": {"name": "t", "apiVersion": "tekton.dev/v1"}}],
    }
    settings = {
        "taskRunTemplate": {"podTemplate": {"schedulerName": "all"}},
        "taskRunSpecs": [{"pipelineTaskName": "b", "podTemplate": {"schedulerName": "one"}}],
    }
    want = {
        "task/a": 1,
        "task/b": 1,
        "task/many": None,
        "task/custom": None,
        "task/nested": None,
        "task/end": 1,
    }
    obj = make("PipelineRun", {"pipelineSpec": pipeline, **settings})
    assert sizes(obj) == want
    ref = {"pipelineRef": {"name": "p"}, **settings}
    assert sizes(make("PipelineRun", ref)) == {"task/p": None}
    assert sizes(make("PipelineRun", {"pipelineRef": {"resolver": "git"}})) == {"task/pipeline": None}
    assert sizes(make("PipelineRun", ref, {"pipelineSpec": pipeline})) == want
    b = roles(obj)["task/b"].template
    a = roles(obj)["task/a"].template
    assert a is not None
    assert b is not None
    assert (a["spec"]["schedulerName"], b["spec"]["schedulerName"]) == ("all", "one")
    assert b["spec"]["containers"] == [{"name": "task", "image": "i"}]


def node_set(status: Any = None, generation: int = 1, **spec: Any) -> dict[str, Any]:
    slurmd = {"image": "slurmd", "resources": {"limits": {"nvidia.com/gpu": 8}}}
    template = {"spec": {"containers": [{"name": "extra", "resources": {"requests": {"cpu": "1"}}}]}}
    return make("NodeSet", {"slurmd": slurmd, "template": template, **spec}, status, generation=generation)


@pytest.mark.parametrize(
    ("spec", "status", "pods"),
    [
        ({}, None, 1),
        ({"replicas": 0}, None, 0),
        ({"replicas": 3, "scalingMode": "StatefulSet"}, {"desired": 2}, 3),
        ({"replicas": 3, "scalingMode": "DaemonSet"}, {"desired": 5}, 5),
        ({"replicas": 3, "scalingMode": "DaemonSet"}, None, None),
    ],
)
def test_slurm_nodes(spec: dict[str, Any], status: Any, pods: int | None) -> None:
    obj = node_set(status, **spec)
    assert sizes(obj) == {"nodeset": pods}
    resources = wm.view(read(obj)).resources
    assert resources.gpus == (None if pods is None else 8 * pods)
    assert resources.cpu_millis == (None if pods is None else 1000 * pods)


# --- statuses --------------------------------------------------------------------------------------------------


def state(word: str, **rest: Any) -> dict[str, Any]:
    return {"applicationState": {"state": word}, **rest}


@pytest.mark.parametrize(
    ("suspend", "status", "headline", "reason"),
    [
        (None, None, "Initializing", None),
        (None, state(""), "Initializing", None),
        (None, state("SUBMITTED"), "Initializing", None),
        (None, state("RUNNING"), "Running", None),
        (None, state("RUNNING", executorState={"a": "PENDING"}), "Running", None),
        (None, state("RUNNING", executorState={"a": "FAILED", "b": "RUNNING"}), "Degraded", None),
        (
            None,
            state("RUNNING", executorState={"a": "FAILED", "b": "RUNNING", "c": "RUNNING"}),
            "Running",
            None,
        ),
        (None, state("SUCCEEDING"), "Running", None),
        (None, state("COMPLETED"), "Completed", None),
        (None, state("FAILED"), "Failed", None),
        (None, state("FAILING"), "Degraded", "FAILING"),
        (None, state("SUBMISSION_FAILED"), "Degraded", "SUBMISSION_FAILED"),
        (None, state("PENDING_RERUN"), "Degraded", "PENDING_RERUN"),
        (None, state("INVALIDATING"), "Degraded", "INVALIDATING"),
        (None, state("UNKNOWN"), "Degraded", "UNKNOWN"),
        (True, None, "Suspending", None),
        (True, state("RUNNING"), "Suspending", None),
        (True, state("SUSPENDING"), "Suspending", None),
        (True, state("SUSPENDED"), "Suspended", None),
        (True, state("COMPLETED"), "Completed", None),
        (True, state("FAILED"), "Failed", None),
        (False, state("SUSPENDED"), "Resuming", None),
        (False, state("SUSPENDING"), "Resuming", None),
        (False, state("RESUMING"), "Resuming", None),
    ],
)
def test_status_of_a_spark_application(suspend: Any, status: Any, headline: str, reason: str | None) -> None:
    obj = make("SparkApplication", {"executor": {"instances": 2}, "suspend": suspend}, status)
    reading = read(obj)
    assert (reading.headline, reading.reason) == (headline, reason)


def test_dynamic_allocation_lets_executors_go() -> None:
    status = state("RUNNING", executorState={"a": "FAILED"})
    spec = {"executor": {"instances": 2}, "dynamicAllocation": {"enabled": True}}
    assert read(make("SparkApplication", spec, status)).headline == "Running"


@pytest.mark.parametrize(
    ("suspend", "status", "headline"),
    [
        (None, None, "Initializing"),
        (None, {"scheduleState": "Validating"}, "Initializing"),
        (None, {"scheduleState": "Scheduled"}, "Initializing"),
        (
            None,
            {"scheduleState": "Scheduled", "lastRunName": "b", "pastSuccessfulRunNames": ["a"]},
            "Running",
        ),
        (
            None,
            {"scheduleState": "Scheduled", "lastRunName": "b", "pastFailedRunNames": ["b"]},
            "Initializing",
        ),
        (None, {"scheduleState": "FailedValidation"}, "Failed"),
        (True, {"scheduleState": "FailedValidation"}, "Failed"),
        (True, {"scheduleState": "Scheduled", "lastRunName": "b"}, "Suspended"),
        (True, None, "Suspended"),
    ],
)
def test_status_of_a_spark_schedule(suspend: Any, status: Any, headline: str) -> None:
    assert read(make("ScheduledSparkApplication", {"suspend": suspend}, status)).headline == headline


@pytest.mark.parametrize(
    ("status", "headline"),
    [
        (None, "Initializing"),
        ({"state": "Provisioning"}, "Initializing"),
        ({"state": "NotReady"}, "Initializing"),
        ({"state": "Ready"}, "Running"),
        ({"state": "Ready", "executors": {"running": 1}}, "Running"),
        ({"state": "Ready", "executors": {"running": 1, "failed": 1}}, "Degraded"),
        ({"state": "Ready", "executors": {"running": 2, "failed": 1}}, "Running"),
        ({"state": "Failed"}, "Failed"),
    ],
)
def test_status_of_a_spark_connect_server(status: Any, headline: str) -> None:
    assert read(make("SparkConnect", {"server": {}, "executor": {}}, status)).headline == headline


def nodes(*told: str, **rest: Any) -> dict[str, Any]:
    """Nodes as "type phase", in order; what a Retry holds is in `rest` by its position."""
    found = {}
    for number, one in enumerate(told):
        kind, phase = one.split()
        found[f"n{number}"] = {"id": f"n{number}", "type": kind, "phase": phase}
    for name, children in rest.items():
        found[name]["children"] = children
    return found


@pytest.mark.parametrize(
    ("suspend", "status", "headline"),
    [
        (None, None, "Initializing"),
        (None, {"phase": "Pending"}, "Initializing"),
        (None, {"phase": "Running"}, "Initializing"),
        (None, {"phase": "Running", "compressedNodes": "H4s"}, "Running"),
        (None, {"phase": "Running", "offloadNodeStatusVersion": "fnv:1"}, "Running"),
        (None, {"phase": "Running", "nodes": nodes("DAG Running", "Pod Pending")}, "Initializing"),
        (None, {"phase": "Running", "nodes": nodes("DAG Running", "Pod Running")}, "Running"),
        (None, {"phase": "Running", "nodes": nodes("Pod Succeeded", "Pod Pending")}, "Running"),
        (None, {"phase": "Running", "nodes": nodes("Steps Running", "Pod Succeeded")}, "Running"),
        (None, {"phase": "Running", "nodes": nodes("Pod Succeeded", "Suspend Running")}, "Suspended"),
        (None, {"phase": "Running", "nodes": nodes("Suspend Running")}, "Suspended"),
        (None, {"phase": "Running", "nodes": nodes("Suspend Running", "Pod Running")}, "Running"),
        (None, {"phase": "Running", "nodes": nodes("Suspend Succeeded", "Pod Pending")}, "Running"),
        (None, {"phase": "Running", "nodes": nodes("Pod Failed", "Pod Running")}, "Degraded"),
        (None, {"phase": "Running", "nodes": nodes("Pod Error", "Pod Running")}, "Degraded"),
        (
            None,
            {
                "phase": "Running",
                "nodes": nodes("Pod Failed", "Pod Pending", "Retry Running", n2=["n0", "n1"]),
            },
            "Degraded",
        ),
        (
            None,
            {
                "phase": "Running",
                "nodes": nodes("Pod Failed", "Pod Running", "Retry Running", n2=["n0", "n1"]),
            },
            "Running",
        ),
        (
            None,
            {
                "phase": "Running",
                "nodes": nodes("Pod Failed", "Pod Succeeded", "Retry Succeeded", n2=["n0", "n1"]),
            },
            "Running",
        ),
        (None, {"phase": "Succeeded"}, "Completed"),
        (None, {"phase": "Failed"}, "Failed"),
        (None, {"phase": "Error"}, "Failed"),
        (True, None, "Suspended"),
        (True, {"phase": "Running", "nodes": nodes("Pod Succeeded")}, "Suspended"),
        (True, {"phase": "Running", "nodes": nodes("Pod Running")}, "Suspending"),
        (True, {"phase": "Running", "compressedNodes": "H4s"}, "Suspended"),
        (
            True,
            {
                "phase": "Running",
                "compressedNodes": "H4s",
                "conditions": [{"type": "PodRunning", "status": "True"}],
            },
            "Suspending",
        ),
        (True, {"phase": "Succeeded"}, "Completed"),
        (True, {"phase": "Failed"}, "Failed"),
    ],
)
def test_status_of_a_workflow(suspend: Any, status: Any, headline: str) -> None:
    assert read(make("Workflow", {"templates": TEMPLATES, "suspend": suspend}, status)).headline == headline


@pytest.mark.parametrize(
    ("suspend", "status", "headline", "reason"),
    [
        (None, None, "Initializing", None),
        (None, {"phase": "Active", "active": []}, "Initializing", None),
        (None, {"phase": "Active", "active": [{"name": "a"}]}, "Running", None),
        (None, {"conditions": conditions(SubmissionError="True")}, "Failed", "SubmissionError"),
        (None, {"conditions": conditions(SpecError="True")}, "Failed", "SpecError"),
        (None, {"conditions": conditions(SubmissionError="False")}, "Initializing", None),
        (None, {"phase": "Stopped"}, "Completed", None),
        (True, {"phase": "Stopped"}, "Completed", None),
        (True, {"active": [{"name": "a"}]}, "Suspended", None),
        (True, None, "Suspended", None),
    ],
)
def test_status_of_a_cron_workflow(suspend: Any, status: Any, headline: str, reason: str | None) -> None:
    obj = make("CronWorkflow", {"workflowSpec": {"templates": TEMPLATES}, "suspend": suspend}, status)
    assert (read(obj).headline, read(obj).reason) == (headline, reason)


READY = conditions(PodsReady="True")
HURT = conditions(Unhealthy=("True", "FoundFailedPods"))


@pytest.mark.parametrize(
    ("suspend", "status", "headline", "reason"),
    [
        (False, None, "Initializing", None),
        (False, {"phase": "Suspended"}, "Resuming", None),
        (False, {"phase": "Suspending"}, "Resuming", None),
        (False, {"phase": "Resuming"}, "Resuming", None),
        (False, {"phase": "Running"}, "Initializing", None),
        (False, {"phase": "Running", "conditions": conditions(PodsReady="False")}, "Initializing", None),
        (False, {"phase": "Running", "conditions": READY}, "Running", None),
        (False, {"phase": "Running", "conditions": HURT}, "Degraded", "FoundFailedPods"),
        (False, {"phase": "Running", "conditions": READY + HURT}, "Degraded", "FoundFailedPods"),
        (False, {"phase": "Running", "resettingCount": 1}, "Degraded", None),
        (False, {"phase": "Running", "resettingCount": 1, "conditions": READY}, "Running", None),
        (False, {"phase": "Resetting"}, "Degraded", None),
        (False, {"phase": "Succeeded"}, "Completed", None),
        (False, {"phase": "Failed"}, "Failed", None),
        (False, {"phase": "Terminating"}, "Running", None),
        (True, None, "Suspending", None),
        (True, {"phase": "Running", "conditions": READY}, "Suspending", None),
        (True, {"phase": "Resetting"}, "Suspending", None),
        (True, {"phase": "Suspending"}, "Suspending", None),
        (True, {"phase": "Suspended"}, "Suspended", None),
        (True, {"phase": "Succeeded"}, "Completed", None),
        (True, {"phase": "Failed"}, "Failed", None),
    ],
)
def test_status_of_a_wrapper(suspend: bool, status: Any, headline: str, reason: str | None) -> None:
    reading = read(wrapper(status, suspend=suspend))
    assert (reading.headline, reading.reason) == (headline, reason)


def settled(job: str | None = None, manager: str | None = None, life: str = "STABLE") -> dict[str, Any]:
    return {"lifecycleState": life, "jobManagerDeploymentStatus": manager, "jobStatus": {"state": job}}


@pytest.mark.parametrize(
    ("job", "status", "headline", "reason"),
    [
        ({}, None, "Initializing", None),
        ({}, {"lifecycleState": "CREATED"}, "Initializing", None),
        ({}, {"lifecycleState": "UPGRADING", "jobStatus": {"state": "FINISHED"}}, "Initializing", None),
        ({}, settled("RECONCILING", "DEPLOYING", "DEPLOYED"), "Initializing", None),
        ({}, settled("RUNNING", "READY", "DEPLOYED"), "Running", None),
        ({}, settled("RUNNING", "READY"), "Running", None),
        ({}, settled("RUNNING", "READY", "ROLLED_BACK"), "Running", None),
        ({}, settled("RUNNING", "READY", "ROLLING_BACK"), "Running", None),
        ({}, settled("RUNNING", "READY", "DELETING"), "Running", None),
        ({}, settled("RESTARTING", "READY"), "Degraded", "RESTARTING"),
        ({}, settled("FAILING", "READY"), "Degraded", "FAILING"),
        ({}, settled("RECONCILING", "ERROR"), "Degraded", None),
        ({}, settled("FINISHED", "READY"), "Completed", None),
        ({}, settled("CANCELED", "READY"), "Failed", "CANCELED"),
        ({}, settled("FAILED", "READY", "FAILED"), "Failed", "FAILED"),
        ({}, {"lifecycleState": "FAILED", "error": "no"}, "Failed", None),
        ({"state": "suspended"}, settled("RUNNING", "READY"), "Suspending", None),
        ({"state": "suspended"}, settled("FINISHED", "READY"), "Suspending", None),
        ({"state": "suspended"}, settled("FINISHED", "MISSING", "SUSPENDED"), "Suspended", None),
        ({"state": "suspended"}, settled("FAILED", None, "FAILED"), "Failed", "FAILED"),
        ({"state": "running"}, settled("FINISHED", "MISSING", "SUSPENDED"), "Resuming", None),
        (None, settled(None, "DEPLOYING", "DEPLOYED"), "Initializing", None),
        (None, settled(None, "READY"), "Running", None),
        (None, settled(None, "ERROR"), "Degraded", None),
        (None, settled("FINISHED", "READY"), "Running", None),
    ],
)
def test_status_of_a_flink_deployment(job: Any, status: Any, headline: str, reason: str | None) -> None:
    reading = read(flink(job=job) if status is None else {**flink(job=job), "status": status})
    assert (reading.headline, reading.reason) == (headline, reason)


def run(reason: str, status: str = "Unknown", **rest: Any) -> dict[str, Any]:
    return {"conditions": conditions(Succeeded=(status, reason)), **rest}


@pytest.mark.parametrize(
    ("held", "status", "headline", "reason"),
    [
        (None, None, "Initializing", None),
        (None, run("Started"), "Initializing", None),
        (None, run("ResolvingPipelineRef"), "Initializing", "ResolvingPipelineRef"),
        (None, run("PipelineRunPending"), "Initializing", "PipelineRunPending"),
        (None, run("Running"), "Running", None),
        ("Cancelled", run("Cancelled"), "Running", "Cancelled"),
        ("CancelledRunFinally", run("CancelledRunningFinally"), "Running", "CancelledRunningFinally"),
        ("StoppedRunFinally", run("StoppedRunningFinally"), "Running", "StoppedRunningFinally"),
        (None, run("PipelineRunStopping"), "Degraded", "PipelineRunStopping"),
        (
            None,
            run("PipelineRunTimeoutRunningFinally"),
            "Degraded",
            "PipelineRunTimeoutRunningFinally",
        ),
        (None, run("Succeeded", "True"), "Completed", "Succeeded"),
        (None, run("Completed", "True"), "Completed", "Completed"),
        (None, run("Failed", "False"), "Failed", "Failed"),
        (None, run("CouldntGetPipeline", "False"), "Failed", "CouldntGetPipeline"),
        ("PipelineRunPending", None, "Suspended", None),
        ("PipelineRunPending", run("PipelineRunPending"), "Suspended", "PipelineRunPending"),
        ("PipelineRunPending", run("Running", startTime="2026-01-01T00:00:00Z"), "Suspending", None),
        ("PipelineRunPending", run("Failed", "False"), "Failed", "Failed"),
    ],
)
def test_status_of_a_pipeline_run(held: Any, status: Any, headline: str, reason: str | None) -> None:
    spec = {"pipelineRef": {"name": "p"}, **({"status": held} if held else {})}
    reading = read(make("PipelineRun", spec, status))
    assert (reading.headline, reading.reason) == (headline, reason)


@pytest.mark.parametrize(
    ("spec", "status", "headline"),
    [
        ({}, None, "Initializing"),
        ({"replicas": 0}, None, "Running"),
        ({"replicas": 3}, {"desired": 3, "readyReplicas": 0}, "Initializing"),
        ({"replicas": 3}, {"desired": 3, "readyReplicas": 2}, "Degraded"),
        ({"replicas": 3}, {"desired": 3, "readyReplicas": 3}, "Running"),
        ({"scalingMode": "DaemonSet"}, {"desired": 4, "readyReplicas": 1}, "Degraded"),
        ({"scalingMode": "DaemonSet"}, {"desired": 0}, "Running"),
        ({"replicas": 3}, {"desired": 3, "readyReplicas": 3, "observedGeneration": 1}, "Initializing"),
    ],
)
def test_status_of_slurm_nodes(spec: dict[str, Any], status: Any, headline: str) -> None:
    assert read(node_set(status, generation=2, **spec)).headline == headline


@pytest.mark.parametrize("kind", ["FlinkDeployment", "PipelineRun"])
def test_a_status_of_an_older_generation(kind: str) -> None:
    spec, status = RUNNING[kind]
    reading = read(make(kind, spec, {**status, "observedGeneration": 1}, generation=2))
    assert (reading.headline, reading.reason) == ("Initializing", "StaleStatus")


def some(**choices: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=choices)


def told(types: str, reasons: str = "R") -> st.SearchStrategy[list[dict[str, str]]]:
    """Conditions, each type at most once."""
    one = st.fixed_dictionaries(
        {"status": st.sampled_from(["True", "False", "Unknown"]), "reason": st.sampled_from(reasons.split())}
    )
    return some(**dict.fromkeys(types.split(), one)).map(
        lambda found: [{"type": kind, **rest} for kind, rest in found.items()]
    )


def words(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from(["", *text.split()])


FLAG = st.sampled_from([True, False, None])
COUNT = st.integers(0, 3)
NODES = st.lists(
    st.builds(
        lambda kind, phase, children: {"type": kind, "phase": phase, "children": children},
        st.sampled_from(["Pod", "Suspend", "Retry", "DAG"]),
        st.sampled_from(["Pending", "Running", "Succeeded", "Failed", "Error", "Omitted"]),
        st.lists(st.sampled_from(["n0", "n1", "n2"]), max_size=2),
    ),
    max_size=4,
).map(lambda found: {f"n{i}": {"id": f"n{i}", **node} for i, node in enumerate(found)})
STATES: dict[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]] = {
    "SparkApplication": (
        some(suspend=FLAG, executor=some(instances=st.integers(1, 3)), dynamicAllocation=some(enabled=FLAG)),
        some(
            applicationState=some(
                state=words(
                    "SUBMITTED RUNNING COMPLETED FAILED SUBMISSION_FAILED PENDING_RERUN INVALIDATING SUCCEEDING"
                    " FAILING SUSPENDING SUSPENDED RESUMING UNKNOWN"
                )
            ),
            executorState=some(
                a=words("PENDING RUNNING COMPLETED FAILED UNKNOWN"), b=words("RUNNING FAILED")
            ),
        ),
    ),
    "ScheduledSparkApplication": (
        some(suspend=FLAG),
        some(
            scheduleState=words("Validating Scheduled FailedValidation"),
            lastRunName=st.sampled_from("ab"),
            pastSuccessfulRunNames=st.just(["a"]),
            pastFailedRunNames=st.just(["b"]),
        ),
    ),
    "SparkConnect": (
        some(executor=some(instances=COUNT), dynamicAllocation=some(enabled=FLAG)),
        some(state=words("Provisioning Ready NotReady Failed"), executors=some(running=COUNT, failed=COUNT)),
    ),
    "Workflow": (
        some(suspend=FLAG),
        some(
            phase=words("Pending Running Succeeded Failed Error"),
            nodes=NODES,
            compressedNodes=words("H4s"),
            conditions=told("Completed PodRunning"),
        ),
    ),
    "CronWorkflow": (
        some(suspend=FLAG),
        some(
            phase=words("Active Stopped"),
            active=st.sampled_from([[], [{"name": "a"}]]),
            conditions=told("SpecError SubmissionError"),
        ),
    ),
    "AppWrapper": (
        some(suspend=FLAG),
        some(
            phase=words("Suspended Resuming Running Resetting Suspending Succeeded Failed Terminating"),
            resettingCount=COUNT,
            conditions=told("QuotaReserved ResourcesDeployed PodsReady Unhealthy DeletingResources"),
        ),
    ),
    "FlinkDeployment": (
        some(job=st.none() | some(state=st.sampled_from(["running", "suspended"]))),
        some(
            lifecycleState=words(
                "CREATED UPGRADING DEPLOYED STABLE ROLLING_BACK ROLLED_BACK SUSPENDED FAILED DELETING DELETED"
            ),
            jobManagerDeploymentStatus=words("READY DEPLOYED_NOT_READY DEPLOYING MISSING ERROR"),
            jobStatus=some(
                state=words(
                    "INITIALIZING CREATED RUNNING RESTARTING FAILING FAILED CANCELLING CANCELED FINISHED"
                    " RECONCILING SUSPENDED"
                )
            ),
            observedGeneration=COUNT,
        ),
    ),
    "PipelineRun": (
        some(status=words("PipelineRunPending Cancelled CancelledRunFinally StoppedRunFinally")),
        some(
            startTime=st.just("2026-01-01T00:00:00Z"),
            observedGeneration=COUNT,
            conditions=told(
                "Succeeded",
                "Started Running PipelineRunPending PipelineRunStopping Cancelled PipelineRunTimeout Failed"
                " PipelineRunTimeoutRunningFinally CancelledRunningFinally",
            ),
        ),
    ),
    "NodeSet": (
        some(replicas=COUNT, scalingMode=st.sampled_from(["StatefulSet", "DaemonSet"])),
        some(desired=COUNT, readyReplicas=COUNT, observedGeneration=COUNT),
    ),
}


@pytest.mark.parametrize("kind", STATES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_statuses_exclude_one_another(kind: str, data: st.DataObject) -> None:
    """Whatever an object says, one phase matches, or one and Degraded, or Degraded alone."""
    spec, status = STATES[kind]
    obj = make(kind, data.draw(spec), data.draw(st.none() | status), generation=2)
    reading = read(obj)
    others = [phase for phase in reading.phases if phase != "Degraded"]
    assert len(others) <= 1
    assert reading.headline != "Undefined"


# --- pods ------------------------------------------------------------------------------------------------------


def step_pod(template: str | None, **labels: str) -> dict[str, Any]:
    env = [{"name": "ARGO_NODE_ID", "value": "n"}]
    if template is not None:
        env.append({"name": "ARGO_TEMPLATE", "value": template})
    return {
        "metadata": {"labels": {"workflows.argoproj.io/workflow": "x", **labels}},
        "spec": {"initContainers": [{"name": "init", "env": env}], "containers": [{"name": "main"}]},
    }


def text(name: str) -> str:
    return json.dumps(next(template for template in TEMPLATES if template["name"] == name))


@pytest.mark.parametrize(
    ("obj", "pod", "component", "instance"),
    [
        (spark(), {"spark-role": "driver"}, "driver", ""),
        (spark(), {"spark-role": "executor"}, "executor", ""),
        (make("SparkConnect", {}), {"spark-role": "connect-server"}, "server", ""),
        (make("SparkConnect", {}), {"spark-role": "executor"}, "executor", ""),
        (make("ScheduledSparkApplication", {}), {"spark-role": "executor"}, "executor", ""),
        (flink(), {"component": "jobmanager"}, "jobmanager", ""),
        (flink(), {"component": "taskmanager"}, "taskmanager", ""),
        (node_set(), {"app.kubernetes.io/name": "slurmd"}, "nodeset", ""),
        (wrapper(), {"workload.codeflare.dev/appwrapper": "x"}, "podset", None),
        (
            make("PipelineRun", {"pipelineSpec": {"tasks": [{"name": "a", "taskRef": {"name": "t"}}]}}),
            {"tekton.dev/pipelineTask": "a"},
            "task",
            "a",
        ),
        (make("Workflow", {"templates": TEMPLATES}), step_pod(text("a")), "template", "a"),
        (make("Workflow", {"templates": TEMPLATES}), step_pod(text("c")), "template", "c"),
        (make("Workflow", {"templates": TEMPLATES}), step_pod(text("d")), "resource", "d"),
        (make("Workflow", {"templates": TEMPLATES}), step_pod(""), "template", None),
        (make("Workflow", {"templates": TEMPLATES}), step_pod(None), "template", None),
        (
            make("CronWorkflow", {"workflowSpec": {"templates": TEMPLATES}}),
            step_pod(text("b")),
            "template",
            "b",
        ),
    ],
)
def test_pods_are_placed(
    obj: dict[str, Any], pod: dict[str, Any], component: str, instance: str | None
) -> None:
    if "metadata" not in pod:
        pod = {"metadata": {"labels": pod}}
    place = catalog().plan(obj).place(pod, read(obj).ids)
    assert (place.component, place.instance) == (component, instance)
    assert [problem.severity for problem in place.problems] == (["info"] if instance is None else [])


# --- edits -----------------------------------------------------------------------------------------------------


def written(edit: Any) -> list[tuple[str, Any]]:
    return [(op["path"], op["value"]) for op in edit.patch if op["op"] != "test"]


@pytest.mark.parametrize(
    ("obj", "role", "path"),
    [
        (spark(), "executor", "/spec/executor/instances"),
        (
            make("ScheduledSparkApplication", {"template": {"executor": {}}}),
            "executor",
            "/spec/template/executor/instances",
        ),
        (make("SparkConnect", {"executor": {}, "image": "i"}), "executor", "/spec/executor/instances"),
        (flink(job={"parallelism": 4}), "taskmanager", "/spec/job/parallelism"),
        (flink(job={}, taskManager={"replicas": 2}), "taskmanager", "/spec/job/parallelism"),
        (
            flink(job={}, mode="standalone", taskManager={"replicas": 2}),
            "taskmanager",
            "/spec/taskManager/replicas",
        ),
        (flink(mode="standalone", taskManager={}), "taskmanager", "/spec/taskManager/replicas"),
        (flink(jobManager={}), "jobmanager", "/spec/jobManager/replicas"),
        (node_set(), "nodeset", "/spec/replicas"),
    ],
)
def test_what_is_scaled_is_the_field_that_a_person_turns(obj: dict[str, Any], role: str, path: str) -> None:
    assert written(catalog().plan(obj).edit(obj).scale(role, 6)) == [(path, 6)]


@pytest.mark.parametrize(
    "obj",
    [
        make("Workflow", {"templates": TEMPLATES}),
        wrapper(),
        make("PipelineRun", {"pipelineSpec": {"tasks": [{"name": "a", "taskRef": {"name": "t"}}]}}),
    ],
)
def test_what_is_worked_out_elsewhere_is_not_scaled(obj: dict[str, Any]) -> None:
    for role in roles(obj):
        with pytest.raises(wm.EditError):
            catalog().plan(obj).edit(obj).scale(role, 2)


RUNNING: dict[str, tuple[Any, Any]] = {
    "SparkApplication": ({"executor": {}, "suspend": False}, state("RUNNING")),
    "ScheduledSparkApplication": (
        {"template": {}, "suspend": False},
        {"scheduleState": "Scheduled", "lastRunName": "a"},
    ),
    "Workflow": (
        {"templates": TEMPLATES, "suspend": False},
        {"phase": "Running", "nodes": nodes("Pod Running")},
    ),
    "CronWorkflow": (
        {"workflowSpec": {"templates": TEMPLATES}, "suspend": False},
        {"active": [{"name": "a"}]},
    ),
    "AppWrapper": ({"components": [], "suspend": False}, {"phase": "Running", "conditions": READY}),
    "FlinkDeployment": ({"job": {"state": "running"}}, settled("RUNNING", "READY")),
    "PipelineRun": ({"pipelineRef": {"name": "p"}, "status": None}, run("Running")),
}


@pytest.mark.parametrize("kind", RUNNING)
def test_suspend_and_resume(kind: str) -> None:
    spec, status = RUNNING[kind]
    obj = make(kind, spec, status)
    assert read(obj).headline == "Running"
    held = catalog().plan(obj).edit(obj).suspend().object
    assert read(held).headline in ("Suspended", "Suspending")
    assert catalog().plan(held).edit(held).resume().object == obj


def test_a_session_cluster_cannot_be_suspended() -> None:
    obj = flink(mode="native")
    with pytest.raises(wm.EditError, match="no job to suspend"):
        catalog().plan(obj).edit(obj).suspend()


@pytest.mark.parametrize("kind", ["SparkConnect", "NodeSet"])
def test_what_has_no_switch_cannot_be_suspended(kind: str) -> None:
    obj = make(kind, {})
    with pytest.raises(wm.EditError, match="no switch"):
        catalog().plan(obj).edit(obj).suspend()


def test_where_neither_has_a_field_the_role_is_written() -> None:
    obj = spark(image="i")
    assert written(catalog().plan(obj).edit(obj).set_scheduler("driver", "kai")) == [
        ("/spec/driver/schedulerName", "kai")
    ]
    obj = flink(taskManager={}, podTemplate={"spec": {}})
    path = "/spec/taskManager/podTemplate"
    assert written(catalog().plan(obj).edit(obj).set_scheduler("taskmanager", "kai")) == [
        (path, {"spec": {"schedulerName": "kai"}})
    ]

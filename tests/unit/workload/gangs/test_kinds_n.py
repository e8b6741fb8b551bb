# SPDX-License-Identifier: Apache-2.0
"""Gangs of serving kinds, workflows, Flink, Spark, schedules and single pods: golden files, and recorded pods."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

import workload_map as wm
from tests.gang_text import gang_text
from tests.golden_files import check_golden
from tests.shared import shared
from workload_map import yamlio

Object = dict[str, Any]


@lru_cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def _state(path: str) -> Object:
    """A recorded state: the object, and all of its pods."""
    found: Object = json.loads(shared(f"recordings-live/{path}").read_text(encoding="utf-8"))
    return found


def _recorded(path: str) -> Object:
    found: Object = _state(path)["object"]
    return found


def _sample(path: str, kind: str) -> Object:
    values = [document.value for document in yamlio.load_all(shared(path).read_text(encoding="utf-8"))]
    return next(value for value in values if isinstance(value, dict) and value.get("kind") == kind)


def _template(**spec: Any) -> Object:
    return {"spec": {"containers": [{"name": "main", "image": "serve:1"}], **spec}}


def _object(
    api_version: str, kind: str, spec: Object, *, status: Object | None = None, **metadata: Any
) -> Object:
    obj: Object = {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": "app", "namespace": "ml", "uid": "5f0c", **metadata},
        "spec": spec,
    }
    return obj | ({"status": status} if status is not None else {})


def _apps(kind: str, replicas: int | None = None, *, status: Object | None = None) -> Object:
    spec = {"template": _template(priorityClassName="high")}
    return _object(
        "apps/v1", kind, spec if replicas is None else {**spec, "replicas": replicas}, status=status
    )


def _cronjob(*, annotations: Object | None = None, status: Object | None = None, **job: Any) -> Object:
    template = {"metadata": {"annotations": annotations or {}}, "spec": {"template": _template(), **job}}
    return _object("batch/v1", "CronJob", {"schedule": "@daily", "jobTemplate": template}, status=status)


def _suspended(obj: Object, status: Object | None = None) -> Object:
    spec = {**obj["spec"], "suspend": True}
    return {**obj, "spec": spec} | ({"status": status} if status is not None else {})


def _knative(**annotations: str) -> Object:
    scale = {
        f"autoscaling.knative.dev/{name.replace('_', '-')}": value for name, value in annotations.items()
    }
    spec = {"template": {"metadata": {"annotations": scale}, **_template()}}
    return _object("serving.knative.dev/v1", "Service", spec)


def _milvus(**spec: Any) -> Object:
    return _object("milvus.io/v1beta1", "Milvus", spec)


def _sandbox(**spec: Any) -> Object:
    return _object("agents.x-k8s.io/v1beta1", "Sandbox", {"podTemplate": _template(), **spec})


def _nodeset(**spec: Any) -> Object:
    return _object("slinky.slurm.net/v1beta1", "NodeSet", {"slurmd": {}, "template": _template(), **spec})


def _workflow(*templates: Object, **spec: Any) -> Object:
    return _object("argoproj.io/v1alpha1", "Workflow", {"templates": list(templates), **spec})


def _flink(config: Object | None = None, **spec: Any) -> Object:
    found = {"flinkConfiguration": {"taskmanager.numberOfTaskSlots": "2", **(config or {})}, **spec}
    return _object("flink.apache.org/v1beta1", "FlinkDeployment", found)


def _scheduled(**template: Any) -> Object:
    spec = {"schedule": "@daily", "template": {"driver": {}, "executor": {"instances": 3}, **template}}
    return _object("sparkoperator.k8s.io/v1beta2", "ScheduledSparkApplication", spec)


def _connect(**spec: Any) -> Object:
    found = {"server": {"template": _template()}, "executor": {"instances": 3}, **spec}
    return _object("sparkoperator.k8s.io/v1alpha1", "SparkConnect", found)


def _pipelinerun(tasks: list[Object], last: list[Object] | None = None, **spec: Any) -> Object:
    pipeline = {"tasks": tasks} if last is None else {"tasks": tasks, "finally": last}
    return _object("tekton.dev/v1", "PipelineRun", {"pipelineSpec": pipeline, **spec})


def _task(name: str, *, takes: str | None = None, **task: Any) -> Object:
    found = {"name": name, "taskSpec": {"steps": [{"image": "step:1"}]}, **task}
    return found if takes is None else {**found, "params": [{"name": "p", "value": takes}]}


_JOB = {"parallelism": 8, "state": "running"}
_SPARE = {"instances": 2}
_TASKS = [
    _task("fetch"),
    _task("build", runAfter=["fetch"]),
    _task("test", takes="$(tasks.build.results.image) $(tasks.fetch.results.files[*]) $(params.tasks)"),
    _task(
        "many", takes="$(tasks.test.results.list)", matrix={"params": [{"name": "m", "value": ["a", "b"]}]}
    ),
]
_LEAST = "kueue.x-k8s.io/job-min-parallelism"

CASES: dict[str, Callable[[], Object]] = {
    "deployment/replicas": lambda: _apps("Deployment", 3),
    "deployment/replicas-absent": lambda: _apps("Deployment"),
    "deployment/scaled-to-zero": lambda: _apps("Deployment", 0),
    "deployment/queue": lambda: _sample("samples/deployment/kueue-sample-deployment.yaml", "Deployment"),
    "statefulset/replicas": lambda: _apps("StatefulSet", 3),
    "statefulset/scaled-to-zero": lambda: _recorded("statefulset/sord/10-scaled-to-zero.json"),
    "replicaset/sample": lambda: _sample("samples/replicaset/frontend.yaml", "ReplicaSet"),
    "daemonset/nodes-counted": lambda: _apps(
        "DaemonSet", status={"observedGeneration": 1, "desiredNumberScheduled": 5}
    ),
    "daemonset/nodes-not-counted": lambda: _apps("DaemonSet"),
    "daemonset/no-node-fits": lambda: _apps(
        "DaemonSet", status={"observedGeneration": 1, "desiredNumberScheduled": 0}
    ),
    "pod/sample": lambda: _sample("samples/pod/kueue-pod.yaml", "Pod"),
    "pod/gated": lambda: _recorded("pod/pod-gated/00-gated.json"),
    "cronjob/run": lambda: _cronjob(parallelism=4, completions=6),
    "cronjob/partial-admission": lambda: _cronjob(annotations={_LEAST: "2"}, parallelism=4),
    "cronjob/partial-admission-not-a-number": lambda: _cronjob(annotations={_LEAST: "two"}, parallelism=4),
    "cronjob/none": lambda: _cronjob(parallelism=0),
    "cronjob/suspended": lambda: _suspended(_cronjob(parallelism=4)),
    "knative/no-bounds": lambda: _knative(),
    "knative/bounds": lambda: _knative(min_scale="2", max_scale="5"),
    "milvus/standalone": lambda: _milvus(),
    "milvus/cluster": lambda: _milvus(
        mode="cluster",
        components={"version": "2.6.0", "queryNode": {"replicas": 3}, "dataNode": {"replicas": -1}},
    ),
    "milvus/groups": lambda: _sample("samples/milvus/milvus_deployment_groups.yaml", "Milvus"),
    "sandbox/running": lambda: _sandbox(),
    "sandbox/suspended": lambda: (
        _sandbox(operatingMode="Suspended")
        | {"status": {"conditions": [{"type": "Suspended", "status": "True", "reason": "PodTerminated"}]}}
    ),
    "nodeset/replicas": lambda: _nodeset(replicas=4),
    "nodeset/scaled-to-zero": lambda: _nodeset(replicas=0),
    "nodeset/one-a-node": lambda: _nodeset(scalingMode="DaemonSet") | {"status": {"desired": 7}},
    "workflow/templates": lambda: _workflow(
        {"name": "main", "steps": []},
        {"name": "train", "container": {"image": "train:1"}, "priorityClassName": "high"},
        {"name": "report", "script": {"image": "report:1"}},
        {"name": "submit", "resource": {"action": "create"}},
    ),
    "workflow/templates-elsewhere": lambda: _object(
        "argoproj.io/v1alpha1", "Workflow", {"workflowTemplateRef": {"name": "train"}}
    ),
    "workflow/suspended": lambda: _recorded("argo-workflow/wf-dag/05-suspended-all-done.json"),
    "workflow/ended": lambda: _recorded("argo-workflow/wf-dag/06-succeeded.json"),
    "cronworkflow/sample": lambda: _sample("samples/argo-cronworkflow/cron-workflow.yaml", "CronWorkflow"),
    "flink/native": lambda: _flink(job=_JOB),
    "flink/native-adaptive": lambda: _flink({"jobmanager.scheduler": "Adaptive"}, job=_JOB),
    "flink/native-session": lambda: _flink(),
    "flink/standalone": lambda: _flink(job=_JOB, mode="standalone", jobManager={"replicas": 2}),
    "flink/standalone-adaptive": lambda: _flink(
        {"jobmanager": {"scheduler": "adaptive"}}, job=_JOB, mode="standalone"
    ),
    "flink/standalone-reactive": lambda: _flink(
        {"scheduler-mode": "REACTIVE"}, job=_JOB, mode="standalone", taskManager={"replicas": 3}
    ),
    "flink/standalone-session": lambda: _flink(mode="standalone", taskManager={"replicas": 3}),
    "flink/suspended": lambda: (
        _flink(job={**_JOB, "state": "suspended"})
        | {"status": {"lifecycleState": "SUSPENDED", "jobStatus": {"state": "FINISHED"}}}
    ),
    "scheduledspark/static": lambda: _scheduled(),
    "scheduledspark/dynamic": lambda: _scheduled(
        executor=_SPARE, dynamicAllocation={"enabled": True, "initialExecutors": 4, "minExecutors": 1}
    ),
    "scheduledspark/client": lambda: _scheduled(mode="client", batchScheduler="volcano"),
    "scheduledspark/suspended": lambda: _suspended(_scheduled(), {"scheduleState": "Scheduled"}),
    "sparkconnect/static": lambda: _connect(),
    "sparkconnect/no-executors": lambda: _connect(executor={"instances": 0}),
    "sparkconnect/dynamic": lambda: _connect(
        executor=_SPARE, dynamicAllocation={"enabled": True, "minExecutors": 1, "maxExecutors": 9}
    ),
    "pipelinerun/order": lambda: _pipelinerun(_TASKS, [_task("clean")]),
    "pipelinerun/after-nobody": lambda: _pipelinerun([_task("fetch"), _task("build", runAfter=["ftech"])]),
    "pipelinerun/pipeline-elsewhere": lambda: _object(
        "tekton.dev/v1", "PipelineRun", {"pipelineRef": {"name": "build"}}
    ),
    "pipelinerun/not-started": lambda: _pipelinerun([_task("fetch")], status="PipelineRunPending"),
}


@pytest.mark.parametrize("case", CASES)
def test_gangs(case: str) -> None:
    obj = CASES[case]()
    reading = _catalog().plan(obj).read(obj)
    check_golden(f"gangs/{case}.txt", gang_text(reading))


#: Recorded states, and the gangs of their pods: path and copy.
PODS: dict[str, list[tuple[str, str | None]]] = {
    "deployment/roll/04-rollout-middle.json": [("deployment", None)] * 4,
    "statefulset/sord/02-running.json": [("statefulset", None)] * 3,
    "replicaset/rs-quota/01-quota-two-run.json": [("replicaset", None)] * 2,
    "pod/pod-gated/00-gated.json": [("pod", None)],
    "cronjob/cron-runs/06-run-retries.json": [
        *[("run", "cron-runs-29934505")] * 2,
        *[("run", "cron-runs-29934506")] * 2,
    ],
    "argo-workflow/wf-dag/03-b-c-running.json": [("template", None)] * 3,
}


@pytest.mark.parametrize("state", PODS)
def test_recorded_pods(state: str) -> None:
    found = _state(state)
    plan = _catalog().plan(found["object"])
    reading = plan.read(found["object"])
    pods = sorted(found["pods"], key=lambda pod: str(pod["metadata"]["name"]))
    places = [plan.gang_of(pod, reading) for pod in pods]
    assert [(place.path, place.copy) for place in places] == PODS[state]
    assert not any(place.problems for place in places)
    known = {place.path: place.name for place in places if place.copy is None}
    assert known == {gang.path: gang.name for gang in reading.gangs if gang.path in known}


def _pod(**labels: str) -> Object:
    return {"metadata": {"name": "p", "labels": labels}}


def _place(obj: Object, pod: Object) -> tuple[str | None, str | None]:
    plan = _catalog().plan(obj)
    place = plan.gang_of(pod, plan.read(obj))
    return place.path, place.copy


def test_pods_of_kinds_that_were_not_recorded() -> None:
    application = _flink(job=_JOB, mode="standalone")
    assert _place(application, _pod(component="taskmanager")) == ("application/taskmanager", None)
    assert _place(_flink(job=_JOB), _pod(component="taskmanager")) == ("taskmanager", None)
    assert _place(_flink(), _pod(component="jobmanager")) == ("jobmanager", None)
    query = _pod(**{"app.kubernetes.io/component": "querynode"})
    assert _place(_milvus(mode="cluster"), query) == ("querynode", None)
    assert _place(_knative(), _pod(**{"serving.knative.dev/revision": "app-00001"})) == ("revision", None)
    assert _place(_sandbox(), _pod()) == ("sandbox", None)
    assert _place(_nodeset(), _pod()) == ("nodeset", None)
    assert _place(_apps("DaemonSet"), _pod()) == ("daemonset", None)
    assert _place(_pipelinerun(_TASKS), _pod(**{"tekton.dev/pipelineTask": "many"})) == ("many", None)
    assert _place(_connect(), _pod(**{"spark-role": "connect-server"})) == ("server", None)
    run = {"spark-role": "executor", "sparkoperator.k8s.io/app-name": "app-1764550000"}
    assert _place(_scheduled(), _pod(**run)) == ("executor", "app-1764550000")


def test_a_pod_of_a_step_in_another_object_is_alone_too() -> None:
    """Its template is no role of the workflow; each pod of a workflow starts by itself all the same."""
    obj = _workflow({"name": "main", "steps": []}, {"name": "train", "container": {"image": "train:1"}})
    pod = _pod(**{"workflows.argoproj.io/workflow": "app"})
    env = [{"name": "ARGO_TEMPLATE", "value": json.dumps({"name": "elsewhere"})}]
    pod["spec"] = {"containers": [{"name": "wait", "env": env}]}
    assert _place(obj, pod) == ("template", None)


def test_a_task_that_is_not_known_yet_is_in_no_gang() -> None:
    plan = _catalog().plan(obj := _pipelinerun([_task("fetch")]))
    place = plan.gang_of(_pod(**{"tekton.dev/pipelineTask": "nested"}), plan.read(obj))
    assert (place.name, [problem.code for problem in place.problems]) == (None, ["pod.unknown-instance"])


def test_a_pod_of_a_run_without_its_name() -> None:
    plan = _catalog().plan(obj := _scheduled())
    place = plan.gang_of(_pod(**{"spark-role": "driver"}), plan.read(obj))
    assert (place.name, [problem.code for problem in place.problems]) == (None, ["gang.no-key"])

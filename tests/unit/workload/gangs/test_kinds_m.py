# SPDX-License-Identifier: Apache-2.0
"""Gangs of the training, Ray, serving and queueing kinds beside the first ones: golden files, and real pods."""

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

_LWS_GROUP = "leaderworkerset.sigs.k8s.io/group-index"
_NIM = {"image": {"repository": "nim", "tag": "1"}}


@lru_cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def _sample(path: str, kind: str) -> Object:
    values = [document.value for document in yamlio.load_all(shared(path).read_text(encoding="utf-8"))]
    return next(value for value in values if isinstance(value, dict) and value.get("kind") == kind)


def _recorded(path: str) -> Object:
    found: Object = json.loads(shared(f"recordings-live/{path}").read_text(encoding="utf-8"))
    return found


def _state(path: str) -> Object:
    """The object of a recorded state."""
    found: Object = _recorded(path)["object"]
    return found


def _template(**spec: Any) -> Object:
    return {"spec": {"containers": [{"name": "main", "image": "serve:1"}], **spec}}


def _object(
    api_version: str, kind: str, spec: Object, status: Object | None = None, **metadata: Any
) -> Object:
    obj: Object = {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": "work", "namespace": "ml", "uid": "5f0c", **metadata},
        "spec": spec,
    }
    return obj if status is None else {**obj, "status": status}


def _training(
    kind: str, field: str, roles: dict[str, int], status: Object | None = None, least: Any = None, **spec: Any
) -> Object:
    replicas = {name: {"replicas": count, "template": _template()} for name, count in roles.items()}
    if least is not None:
        spec["runPolicy"] = {"schedulingPolicy": {"minAvailable": least}}
    return _object("kubeflow.org/v1", kind, {field: replicas, **spec}, status)


def _trainjob(status: Object | None = None, **spec: Any) -> Object:
    spec = {"runtimeRef": {"name": "torch-distributed"}, **spec}
    return _object("trainer.kubeflow.org/v1alpha1", "TrainJob", spec, status)


def _disaggregated(*roles: Object, **spec: Any) -> Object:
    return _object("disaggregatedset.x-k8s.io/v1", "DisaggregatedSet", {"roles": list(roles), **spec})


def _role(name: str, replicas: int, size: int, more: Object | None = None, **spec: Any) -> Object:
    template = {"size": size, "workerTemplate": _template()}
    return {
        "name": name,
        "spec": {"replicas": replicas, "leaderWorkerTemplate": template, **spec},
        **(more or {}),
    }


def _llm(spec: Object, status: Object | None = None, version: str = "v1alpha2") -> Object:
    return _object(f"serving.kserve.io/{version}", "LLMInferenceService", spec, status)


def _inference(predictor: Object, **spec: Any) -> Object:
    spec = {"predictor": predictor, **spec}
    return _object("serving.kserve.io/v1beta1", "InferenceService", spec)


def _nim(**spec: Any) -> Object:
    return _object("apps.nvidia.com/v1alpha1", "NIMService", {**_NIM, **spec})


def _pipeline(*services: Object) -> Object:
    return _object("apps.nvidia.com/v1alpha1", "NIMPipeline", {"services": list(services)})


def _kueue(version: str, *sets: Object, status: Object | None = None, **spec: Any) -> Object:
    podsets = [{"template": _template(), **item} for item in sets]
    spec = {"queueName": "team", "podSets": podsets, **spec}
    return _object(f"kueue.x-k8s.io/{version}", "Workload", spec, status)


def _wrapped(*components: Object) -> Object:
    return _object("workload.codeflare.dev/v1beta2", "AppWrapper", {"components": list(components)})


def _component(kind: str, spec: Object, *sets: Object) -> Object:
    template = {"apiVersion": "example.org/v1", "kind": kind, "metadata": {"name": "inner"}, "spec": spec}
    return {"template": template, "podSets": list(sets)}


_TF = {"Chief": 1, "PS": 2, "Worker": 4}
_NODES = {"multiNode": {"parallelism": {"pipeline": 3, "tensor": 8}}}
_POD = _template()["spec"]
_READY_LEADER: Object = {"startupPolicy": "LeaderReady"}

CASES: dict[str, Callable[[], Object]] = {
    "tfjob/sample": lambda: _sample("samples/tfjob/dist-mnist.yaml", "TFJob"),
    "tfjob/min-available": lambda: _training("TFJob", "tfReplicaSpecs", _TF, least=5),
    "tfjob/workers-at-zero": lambda: _training("TFJob", "tfReplicaSpecs", {**_TF, "Worker": 0}),
    "tfjob/failed": lambda: _state("tfjob/tf-fail/03-ps-failed.json"),
    "xgboostjob/sample": lambda: _sample("samples/xgboostjob/xgboostjob.yaml", "XGBoostJob"),
    "xgboostjob/suspended": lambda: _state("xgboostjob/xgb-ok/03-suspended.json"),
    "xgboostjob/succeeded": lambda: _state("xgboostjob/xgb-ok/04-succeeded.json"),
    "paddlejob/sample": lambda: _sample("samples/paddlejob/simple-cpu.yaml", "PaddleJob"),
    "paddlejob/elastic": lambda: _training(
        "PaddleJob", "paddleReplicaSpecs", {"Worker": 4}, elasticPolicy={"minReplicas": 2, "maxReplicas": 6}
    ),
    "paddlejob/min-available-negative": lambda: _training(
        "PaddleJob", "paddleReplicaSpecs", {"Master": 1, "Worker": 4}, least=-1
    ),
    "jaxjob/sample": lambda: _sample("samples/jaxjob/cpu-demo.yaml", "JAXJob"),
    "jaxjob/one-succeeded": lambda: _state("jaxjob/jx-ok/07-one-done.json"),
    "jaxjob/min-available": lambda: _training("JAXJob", "jaxReplicaSpecs", {"Worker": 4}, least=3),
    "mpijob-v1/sample": lambda: _sample("samples/mpijob-v1/tensorflow-mnist.yaml", "MPIJob"),
    "mpijob-v1/min-available": lambda: _training(
        "MPIJob", "mpiReplicaSpecs", {"Launcher": 1, "Worker": 4}, least=3
    ),
    "mpijob-v1/suspended": lambda: _state("mpijob-v1/mpi1-ok/03-suspended.json"),
    "trainjob/sample": lambda: _sample("samples/trainjob/01-multi-node.yaml", "TrainJob"),
    "trainjob/steps": lambda: _sample("samples/trainjob/05-multi-step.yaml", "TrainJob"),
    "trainjob/steps-recorded": lambda: _state("trainjob/tj21-steps/03-trainer-running.json"),
    "trainjob/nodes-of-the-runtime": lambda: _trainjob(),
    "trainjob/suspended": lambda: _trainjob(
        {"conditions": [{"type": "Suspended", "status": "True"}]}, suspend=True, trainer={"numNodes": 4}
    ),
    "disaggregatedset/sample": lambda: _sample(
        "samples/disaggregatedset/disaggregatedset.yaml", "DisaggregatedSet"
    ),
    "disaggregatedset/scaled-to-zero": lambda: _disaggregated(_role("prefill", 0, 2), _role("decode", 0, 4)),
    "disaggregatedset/leader-ready": lambda: _disaggregated(
        _role("prefill", 2, 2, **_READY_LEADER), _role("decode", 1, 3), slices=2
    ),
    "disaggregatedset/scaled-elsewhere": lambda: _disaggregated(
        _role("prefill", 1, 2), _role("decode", 1, 4, {"scaling": {"mode": "External"}})
    ),
    "disaggregatedset/exclusive": lambda: _disaggregated(
        _role("prefill", 1, 2),
        _role(
            "decode",
            1,
            2,
            {"metadata": {"annotations": {"leaderworkerset.sigs.k8s.io/exclusive-topology": "host"}}},
        ),
        placementPolicy={"type": "ExclusiveSlice", "topology": "rack"},
    ),
    "llm/multi-node": lambda: _sample(
        "samples/llminferenceservice/dp-ep-deepseek-r1-pd.yaml", "LLMInferenceService"
    ),
    "llm/single-node": lambda: _sample(
        "samples/llminferenceservice/pd-qwen2-7b-gpu.yaml", "LLMInferenceService"
    ),
    "llm/groups": lambda: _llm(
        {"replicas": 2, "template": _POD, "worker": _POD, "parallelism": {"pipeline": 3}}, version="v1alpha1"
    ),
    "llm/scaled-to-zero": lambda: _llm({"replicas": 0, "template": _POD, "worker": _POD}),
    "llm/workers-of-a-preset": lambda: _llm(
        {"replicas": 2, "baseRefs": [{"name": "preset"}]},
        {"conditions": [{"type": "WorkerWorkloadReady", "status": "True"}]},
    ),
    "llm/tokenizer": lambda: _llm(
        {"template": _POD, "router": {"scheduler": {}}},
        {"conditions": [{"type": "TokenizerReady", "status": "True"}]},
    ),
    "inferenceservice/transformer": lambda: _sample(
        "samples/inferenceservice/transformer.yaml", "InferenceService"
    ),
    "inferenceservice/two-replicas": lambda: _state("inferenceservice/is-life/02-ready.json"),
    "inferenceservice/to-zero": lambda: _inference({"minReplicas": 0, "model": {}}),
    "inferenceservice/multi-node": lambda: _inference(
        {"model": {}, "workerSpec": {"pipelineParallelSize": 2}}, transformer={"containers": []}
    ),
    "inferenceservice/canary": lambda: _inference(
        {"minReplicas": 4, "model": {}}, canary=[{"trafficPercent": 25, "predictor": {"name": "next"}}]
    ),
    "nim/sample": lambda: _sample("samples/nimservice/basic-llm.yaml", "NIMService"),
    "nim/multi-node": lambda: _sample("samples/nimservice/multi-node.yaml", "NIMService"),
    "nim/replicas": lambda: _nim(replicas=3),
    "nim/groups": lambda: _nim(replicas=2, **_NODES),
    "nim/groups-at-zero": lambda: _nim(replicas=0, **_NODES),
    "nim/autoscaled-groups": lambda: _nim(
        scale={"enabled": True, "hpa": {"minReplicas": 2, "maxReplicas": 4}}, **_NODES
    ),
    "nim/cache": lambda: _sample("samples/nimcache/ngc-nimcache.yaml", "NIMCache"),
    "nim/pipeline-sample": lambda: _sample("samples/nimpipeline/rag-pipeline.yaml", "NIMPipeline"),
    "nim/pipeline": lambda: _pipeline(
        {"name": "llm", "enabled": True, "spec": {**_NIM, **_NODES, "replicas": 2}},
        {"name": "embed", "enabled": True, "spec": {**_NIM, "replicas": 2}},
        {"name": "off", "enabled": False, "spec": {**_NIM, **_NODES}},
    ),
    "kueue/sample": lambda: _sample("samples/kueue-workload/sample-job.yaml", "Workload"),
    "kueue/partial-admission": lambda: _kueue("v1beta1", {"name": "main", "count": 5, "minCount": 2}),
    "kueue/sets": lambda: _kueue(
        "v1beta2",
        {"name": "head", "count": 1, "topologyRequest": {"preferred": "block"}},
        {"name": "workers", "count": 4, "topologyRequest": {"required": "rack"}},
        status={"reclaimablePods": [{"name": "workers", "count": 3}]},
    ),
    "kueue/not-active": lambda: _state("kueue-workload/kwr-to/02-given-up.json"),
    "appwrapper/sample": lambda: _sample("samples/appwrapper/wrapped-jobset.yaml", "AppWrapper"),
    "appwrapper/together": lambda: _wrapped(
        _component("Job", {}, {"replicas": 2, "path": "template.spec.template"}),
        _component(
            "Train", {}, {"path": "template.spec.head"}, {"replicas": 4, "path": "template.spec.worker"}
        ),
    ),
    "appwrapper/rayjob": lambda: _wrapped(
        _component(
            "RayJob", {}, {"path": "template.spec.head"}, {"replicas": 2, "path": "template.spec.worker"}
        )
    ),
    "appwrapper/in-order": lambda: _wrapped(
        _component(
            "JobSet",
            {"startupPolicy": {"startupPolicyOrder": "InOrder"}},
            {"path": "template.spec.head"},
            {"replicas": 4, "path": "template.spec.worker"},
        )
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_gangs(case: str) -> None:
    obj = CASES[case]()
    reading = _catalog().plan(obj).read(obj)
    check_golden(f"gangs/{case}.txt", gang_text(reading))


#: A recorded state, and the node of each of its pods (path and copy), in the order of their names.
PODS: dict[str, list[tuple[str, str | None]]] = {
    "tfjob/tf-fail/00-running.json": [("tfjob/PS", None), ("tfjob/Worker", None), ("tfjob/Worker", None)],
    "xgboostjob/xgb-ok/01-running.json": [
        ("xgboostjob/Master", None),
        ("xgboostjob/Worker", None),
        ("xgboostjob/Worker", None),
    ],
    "paddlejob/pd-ok/02-running.json": [("paddlejob/Worker", None), ("paddlejob/Worker", None)],
    "jaxjob/jx-ok/02-running.json": [("jaxjob/Worker", None)] * 3,
    "mpijob-v1/mpi1-ok/02-running.json": [
        ("mpijob/launcher", None),
        ("mpijob/worker", None),
        ("mpijob/worker", None),
    ],
    "trainjob/tj21-steps/02-trainer-starting.json": [("dataset-initializer", None), ("trainer", None)],
    "inferenceservice/is-tr/01-ready.json": [("predictor", None), ("transformer", None)],
    "kueue-workload/kwr-to/01-second-try.json": [("workload/main", None)] * 2,
}


@pytest.mark.parametrize("state", PODS)
def test_recorded_pods(state: str) -> None:
    found = _recorded(state)
    plan = _catalog().plan(found["object"])
    reading = plan.read(found["object"])
    pods = sorted(found["pods"], key=lambda pod: pod["metadata"]["name"])
    places = [plan.gang_of(pod, reading) for pod in pods]
    assert [(place.path, place.copy) for place in places] == PODS[state]
    names = {gang.name for tree in reading.gangs for gang in tree.walk()}
    assert all(set(place.chain) <= names and not place.problems for place in places)


def _pod(**labels: str) -> Object:
    return {"metadata": {"name": "p", "labels": labels}}


def test_pods_of_groups() -> None:
    """Leaders and workers of a group are found by its number, which is all that they have in common."""
    obj = _llm({"replicas": 2, "template": _POD, "worker": _POD, "parallelism": {"pipeline": 3}})
    plan = _catalog().plan(obj)
    reading = plan.read(obj)
    component = "app.kubernetes.io/component"
    leader = _pod(**{component: "llminferenceservice-workload-leader", _LWS_GROUP: "1"})
    worker = _pod(**{component: "llminferenceservice-workload-worker", _LWS_GROUP: "1"})
    second = reading.gangs[1]
    assert [plan.gang_of(pod, reading).name for pod in (leader, worker)] == [second.name] * 2

    nim = _nim(replicas=2, **_NODES)
    plan = _catalog().plan(nim)
    reading = plan.read(nim)
    place = plan.gang_of(_pod(**{_LWS_GROUP: "0"}), reading)
    assert (place.name, place.copy) == (reading.gangs[0].name, "0")


def test_pods_of_a_slice() -> None:
    obj = _disaggregated(_role("prefill", 2, 2, **_READY_LEADER), _role("decode", 1, 3), slices=2)
    plan = _catalog().plan(obj)
    reading = plan.read(obj)

    def of(role: str, index: str) -> tuple[str | None, str | None]:
        labels = {"role": role, "slice": "1", "revision": "5d6f"}
        pod = _pod(
            **{f"disaggregatedset.x-k8s.io/{key}": value for key, value in labels.items()},
            **{_LWS_GROUP: "0", "leaderworkerset.sigs.k8s.io/worker-index": index},
        )
        place = plan.gang_of(pod, reading)
        return place.path, place.copy

    assert [of("decode", "0"), of("decode", "2")] == [("slice/decode/group", "1.0")] * 2
    # Its workers come later.
    assert [of("prefill", "0"), of("prefill", "1")] == [("slice/prefill/group", "1.0"), ("prefill", "1.0")]


def test_a_wrapped_pod_needs_no_set() -> None:
    obj = CASES["appwrapper/together"]()
    plan = _catalog().plan(obj)
    reading = plan.read(obj)
    place = plan.gang_of(_pod(**{"workload.codeflare.dev/appwrapper": "work"}), reading)
    assert place.name == reading.gangs[0].name

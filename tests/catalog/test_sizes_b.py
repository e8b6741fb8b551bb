# SPDX-License-Identifier: Apache-2.0
"""Serving kinds, Grove, Sandbox and Milvus: pods of each role, what they ask for, and where a pod belongs."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import workload_map as wm
from tests.catalog.objects_b import (
    GPU,
    PODS,
    TEMPLATE,
    catalog,
    clique,
    grove,
    instances,
    knative,
    llm,
    make,
    milvus,
    read,
    sizes,
    told,
)
from tests.shared import shared

CANARIES = [
    {"predictor": {"name": "b"}, "trafficPercent": 25},
    {"predictor": {"name": "c", "minReplicas": 2}},
]
NODES = {"pipeline": 4, "tensor": 8}
OLD = {"image": "milvusdb/milvus:v2.5.4"}
NAMED = [{"name": "g", "replicas": 2}, {"name": "h", "replicas": 3}]


def isvc(**predictor: Any) -> dict[str, Any]:
    return make("InferenceService", {"predictor": {**PODS, **predictor}})


def nim(**spec: Any) -> dict[str, Any]:
    return make("NIMService", {"image": {"repository": "r", "tag": "1"}, "resources": GPU, **spec})


@pytest.mark.parametrize(
    ("obj", "pods"),
    [
        (isvc(), {"predictor": 1}),
        (isvc(minReplicas=3, maxReplicas=5), {"predictor": 3}),
        (
            make("InferenceService", {"predictor": PODS, "transformer": {"minReplicas": 2}, "explainer": {}}),
            {"predictor": 1, "transformer": 2, "explainer": 1},
        ),
        # The runtime says how many nodes there are beside the head.
        (isvc(minReplicas=2, workerSpec={}), {"predictor": 1, "worker": None}),
        # 25 of 100 calls of 4, and 2 of its own: what is left is the predictor's.
        (
            make(
                "InferenceService",
                {"predictor": {**PODS, "minReplicas": 4}, "canary": CANARIES},
            ),
            {"predictor": 1, "canary/b": 1, "canary/c": 2},
        ),
        (llm(), {"main": 1}),
        (llm(replicas=3), {"main": 3}),
        (llm(scaling={"minReplicas": 2, "maxReplicas": 4}), {"main": 2}),
        (llm(replicas=2, worker=PODS, parallelism={"pipeline": 3}), {"main": 2, "worker": 4}),
        (llm(worker=PODS, parallelism={"data": 16, "dataLocal": 8}), {"main": 1, "worker": 1}),
        (llm(worker=PODS, parallelism={"data": 4, "dataLocal": 8}), {"main": 1}),
        (llm(worker=PODS, parallelism={"tensor": 4}), {"main": 1}),
        (
            llm(prefill={"replicas": 2, "worker": PODS, "parallelism": {"pipeline": 2}}),
            {"main": 1, "prefill": 2, "prefill-worker": 2},
        ),
        (llm(router={"scheduler": {"replicas": 2}}), {"main": 1, "scheduler": 2}),
        (llm(router={"scheduler": {"pool": {"ref": {"name": "p"}}}}), {"main": 1}),
        (llm(replicas=0), {}),
        # A configuration elsewhere may fill in all that is not written.
        (
            llm(replicas=2, worker=PODS, baseRefs=[{"name": "b"}]),
            {"main": 2, "worker": None, "prefill": None, "prefill-worker": None, "scheduler": None},
        ),
        (
            llm(baseRefs=[{"name": "b"}], prefill={}, router={"scheduler": {}}),
            {"main": None, "worker": None, "prefill": None, "prefill-worker": None, "scheduler": 1},
        ),
        ({**llm(), "status": told("TokenizerReady=True")}, {"main": 1, "tokenizer": 1}),
        # Down to zero: the autoscaler alone knows.
        (knative(), {"revision": None}),
        (isvc(minReplicas=0), {"predictor": None}),
        (knative(min_scale="2", max_scale="5"), {"revision": 2}),
        (
            make(
                "Service",
                {"template": {"metadata": {"annotations": {"autoscaling.knative.dev/minScale": "3"}}}},
            ),
            {"revision": 3},
        ),
        # Not a number: not known.
        (knative(min_scale="two"), {"revision": None}),
        (nim(), {"nimservice": 1}),
        (nim(replicas=0), {}),
        (nim(replicas=2, multiNode={"parallelism": NODES}), {"nimservice": 8}),
        (nim(multiNode={"parallelism": {"tensor": 8}}), {"nimservice": 1}),
        (nim(replicas=7, scale={"enabled": True, "hpa": {"minReplicas": 2}}), {"nimservice": 2}),
        (nim(replicas=7, scale={"enabled": False, "hpa": {"minReplicas": 2}}), {"nimservice": 7}),
        (make("NIMCache", {"source": {"ngc": {"modelPuller": "m"}}}), {"puller": 1}),
        (
            make(
                "NIMPipeline",
                {
                    "services": [
                        {"name": "a", "enabled": True, "spec": {"replicas": 2}},
                        {"name": "b", "spec": {"replicas": 2}},
                        {"name": "c", "enabled": True, "spec": {"multiNode": {"parallelism": NODES}}},
                    ]
                },
            ),
            {"service/a": 2, "service/c": 4},
        ),
        (make("NIMPipeline", {}), {}),
        (
            make(
                "DynamoGraphDeployment",
                {"components": [{"name": "F"}, {"name": "d", "replicas": 3, "multinode": {}}]},
            ),
            {"component/F": 1, "component/d": 6},
        ),
        (
            make(
                "DynamoGraphDeployment v1alpha1",
                {"services": {"d": {"replicas": 2, "multinode": {"nodeCount": 4}}, "F": {"replicas": 0}}},
            ),
            {"service/d": 8},
        ),
        (make("DynamoGraphDeployment", {}), {}),
        (grove(None), {}),
        (grove(2), {"clique/a": 4}),
        (grove(2, clique("a"), clique("b", 0)), {"clique/a": 2}),
        (
            grove(2, clique("a", 2), clique("b", 3), groups=[{"cliqueNames": ["b"], "replicas": 4}]),
            {"clique/a": 4, "clique/b": 24},
        ),
        (make("Sandbox", {"podTemplate": TEMPLATE}), {"sandbox": 1}),
        # Suspended as a whole it keeps its number.
        (make("Sandbox", {"podTemplate": TEMPLATE, "operatingMode": "Suspended"}), {"sandbox": 1}),
        (milvus("standalone"), {"standalone": 1}),
        (make("Milvus", {}), {"standalone": 1}),
        (milvus("standalone", cdc={"replicas": 2}), {"standalone": 1, "cdc": 2}),
        (
            milvus(proxy={"replicas": 2}, queryNode={"groups": NAMED, "replicas": 9}),
            {"proxy": 2, "mixcoord": 1, "datanode": 1, "querynode": 5, "streamingnode": 1},
        ),
        # An autoscaler's, and one that is left alone.
        (
            milvus(dataNode={"replicas": -1}, proxy={"replicas": 0}),
            {"mixcoord": 1, "datanode": 1, "querynode": 1, "streamingnode": 1},
        ),
        (milvus("standalone", enableManualMode=True), {"standalone": None}),
        (milvus(**OLD), {"proxy": 1, "mixcoord": 1, "datanode": 1, "querynode": 1, "indexnode": 1}),
        (
            milvus(**OLD, rootCoord={"replicas": 2}, streamingMode=True),
            {
                "proxy": 1,
                "rootcoord": 2,
                "datacoord": 1,
                "querycoord": 1,
                "indexcoord": 1,
                "datanode": 1,
                "querynode": 1,
                "indexnode": 1,
                "streamingnode": 1,
            },
        ),
        (
            milvus(version="v2.6.1", image="registry:5000/milvus:v2.5.4"),
            {"proxy": 1, "mixcoord": 1, "datanode": 1, "querynode": 1, "streamingnode": 1},
        ),
    ],
)
def test_pods_of_each_role(obj: dict[str, Any], pods: dict[str, int | None]) -> None:
    assert sizes(obj) == pods


@pytest.mark.parametrize(
    ("obj", "name", "limits"),
    [
        (isvc(minReplicas=2, maxReplicas=5), "predictor", (2, 2, 5)),
        (isvc(maxReplicas=0), "predictor", (1, None, None)),
        # Down to zero: the autoscaler alone knows.
        (isvc(minReplicas=0), "predictor", (None, None, None)),
        (llm(scaling={"maxReplicas": 4}), "main", (1, 1, 4)),
        (knative(max_scale="5"), "revision", (None, None, 5)),
        (knative(max_scale="0"), "revision", (None, None, None)),
        (
            nim(
                scale={"enabled": True, "hpa": {"minReplicas": 2, "maxReplicas": 3}},
                multiNode={"parallelism": {"pipeline": 2}},
            ),
            "nimservice",
            (4, 4, 6),
        ),
        (
            make(
                "DynamoGraphDeployment",
                {"components": [{"name": "d", "replicas": 3, "minAvailable": 2, "multinode": {}}]},
            ),
            "component/d",
            (6, 4, None),
        ),
        (
            grove(2, clique("a", 3, autoScalingConfig={"minReplicas": 2, "maxReplicas": 5})),
            "clique/a",
            (6, 4, 10),
        ),
        (grove(1, clique("a", 3, autoScalingConfig={"maxReplicas": 5})), "clique/a", (3, 3, 5)),
        (
            grove(1, clique("a", 3), groups=[{"cliqueNames": ["a"], "scaleConfig": {"maxReplicas": 4}}]),
            "clique/a",
            (3, 3, 12),
        ),
        # An autoscaler's: at least one.
        (milvus(rootCoord={"replicas": -1}, **OLD), "rootcoord", (None, 1, None)),
        (milvus(proxy={"groups": [*NAMED, {"name": "i", "replicas": -1}]}), "proxy", (None, 6, None)),
        (milvus(proxy={"groups": NAMED}), "proxy", (5, None, None)),
    ],
)
def test_replicas_minimum_and_maximum(
    obj: dict[str, Any], name: str, limits: tuple[int | None, int | None, int | None]
) -> None:
    found = instances(obj)[name]
    assert (found.replicas, found.min, found.max) == limits


def test_a_service_of_a_pipeline_that_is_switched_off_is_marked() -> None:
    services = [{"name": "a", "enabled": True, "spec": {}}, {"name": "b", "spec": {}}]
    found = instances(make("NIMPipeline", {"services": services}))
    assert [one.suspended for one in found.values()] == [False, True]


MODEL = {"modelFormat": {"name": "m"}, "resources": GPU}


@pytest.mark.parametrize(
    ("obj", "gpus"),
    [
        (isvc(minReplicas=2), 2),
        (make("InferenceService", {"predictor": {"model": MODEL}}), 1),
        (make("InferenceService", {"predictor": {"huggingface": MODEL, "minReplicas": 3}}), 3),
        # What the runtime says it asks for.
        (make("InferenceService", {"predictor": {"model": {"resources": {}}, "labels": {"a": "b"}}}), None),
        (make("InferenceService", {"predictor": {"sklearn": {}}}), None),
        # A canary is the predictor with what it says itself laid over.
        (
            make(
                "InferenceService",
                {
                    "predictor": {"model": MODEL, "minReplicas": 4},
                    "canary": [
                        {"predictor": {"name": "b", "model": {"storageUri": "s"}}, "trafficPercent": 50}
                    ],
                },
            ),
            4,
        ),
        (llm(replicas=2, worker=PODS, parallelism={"pipeline": 3}), 6),
        # The preset's template.
        (make("LLMInferenceService", {"replicas": 1}), None),
        (nim(replicas=2, multiNode={"parallelism": NODES}), 8),
        (make("NIMCache", {"source": {"hf": {"modelPuller": "m"}}, "resources": {"cpu": 1}}), 0),
        (
            make("NIMPipeline", {"services": [{"name": "a", "enabled": True, "spec": nim()["spec"]}]}),
            1,
        ),
        (
            make(
                "DynamoGraphDeployment v1alpha1",
                {
                    "services": {
                        "d": {
                            "multinode": {"nodeCount": 2},
                            "resources": {"limits": {"gpu": "4", "custom": {"example.com/nic": "1"}}},
                            "extraPodSpec": {"mainContainer": {"image": "i", "resources": {}}},
                        }
                    }
                },
            ),
            8,
        ),
        (
            make(
                "DynamoGraphDeployment v1alpha1",
                {"services": {"d": {"resources": {"limits": {"gpu": "4", "gpuType": "amd.com/gpu"}}}}},
            ),
            4,
        ),
        (make("DynamoGraphDeployment", {"components": [{"name": "d"}]}), None),
        (grove(2, clique("a", 3)), 6),
        (make("Sandbox", {"podTemplate": TEMPLATE}), 1),
        # What a part does not name is the same field of all parts.
        (milvus(resources=GPU, proxy={"resources": {"limits": {"cpu": 1}}}), 4),
        (milvus(), None),
        (milvus(podLabels={"a": "b"}), None),
    ],
)
def test_accelerators(obj: dict[str, Any], gpus: int | None) -> None:
    assert wm.view(read(obj)).resources.gpus == gpus


@pytest.mark.parametrize(
    "claim", [{"resourceClaimTemplateName": "t"}, {"claimCreationSpec": {"devices": []}}]
)
def test_claims_of_a_nim_are_not_known(claim: dict[str, Any]) -> None:
    unknown = wm.view(read(nim(draResources=[claim]))).accelerators.unknown
    assert len(unknown) == 1


def test_the_fields_of_a_nim_are_one_container() -> None:
    obj = nim(schedulerName="s", labels={"a": "b"}, priorityClassName="p", replicas=1)
    assert instances(obj)["nimservice"].template == {
        "metadata": {"labels": {"a": "b"}},
        "spec": {
            "schedulerName": "s",
            "priorityClassName": "p",
            "containers": [{"name": "nimservice", "image": "r:1", "resources": GPU}],
        },
    }


def test_a_clique_has_its_labels() -> None:
    obj = grove(1, {"name": "a", "labels": {"k": "v"}, "spec": {"podSpec": PODS}})
    template = instances(obj)["clique/a"].template
    assert template == {"metadata": {"labels": {"k": "v"}, "annotations": None}, "spec": PODS}


def place(obj: dict[str, Any], labels: dict[str, str]) -> tuple[Any, ...]:
    found = catalog().plan(obj).place({"metadata": {"labels": labels}}, read(obj).ids)
    return (found.component, found.instance, [key for _, key in found.copies])


KSERVE = "serving.kserve.io/inferenceservice"
PART = "app.kubernetes.io/component"
GROUP = "leaderworkerset.sigs.k8s.io/group-index"
CANARY = make("InferenceService", {"predictor": PODS, "canary": CANARIES})
SET = grove(2, clique("a-b", 1), clique("l", 1), groups=[{"name": "sg", "cliqueNames": ["l"]}])


@pytest.mark.parametrize(
    ("obj", "labels", "expected"),
    [
        (
            CANARY,
            {KSERVE: "x", "component": "predictor", "app": "isvc.x-predictor"},
            ("predictor", "", []),
        ),
        (
            CANARY,
            {KSERVE: "x", "component": "predictor", "app": "isvc.x-predictor-worker"},
            ("worker", "", []),
        ),
        (CANARY, {KSERVE: "x", "component": "predictor", "app": "isvc.x-b"}, ("canary", "b", [])),
        # With Knative app is the revision, or what the user says.
        (CANARY, {KSERVE: "x", "component": "predictor", "app": "x-0001"}, ("predictor", "", [])),
        (CANARY, {KSERVE: "x", "component": "predictor"}, ("predictor", "", [])),
        (CANARY, {KSERVE: "x", "component": "transformer"}, ("transformer", "", [])),
        (CANARY, {KSERVE: "x", "component": "explainer"}, ("explainer", "", [])),
        (llm(), {PART: "llminferenceservice-workload"}, ("main", "", [])),
        (llm(), {PART: "llminferenceservice-workload-leader", GROUP: "1"}, ("main", "", ["1"])),
        (llm(), {PART: "llminferenceservice-workload-worker", GROUP: "1"}, ("worker", "", ["1"])),
        (llm(), {PART: "llminferenceservice-workload-prefill"}, ("prefill", "", [])),
        (llm(), {PART: "llminferenceservice-workload-leader-prefill", GROUP: "0"}, ("prefill", "", ["0"])),
        (
            llm(),
            {PART: "llminferenceservice-workload-worker-prefill", GROUP: "0"},
            ("prefill-worker", "", ["0"]),
        ),
        (llm(), {PART: "llminferenceservice-router-scheduler"}, ("scheduler", "", [])),
        (llm(), {PART: "tokenizer"}, ("tokenizer", "", [])),
        (llm(), {PART: "something"}, (None, None, [])),
        (knative(), {"serving.knative.dev/revision": "x-0001"}, ("revision", "", [])),
        (nim(), {"app": "x"}, ("nimservice", "", [])),
        (nim(), {GROUP: "1"}, ("nimservice", "", ["1"])),
        (make("NIMCache", {}), {"app.kubernetes.io/name": "x"}, ("puller", "", [])),
        (
            make("NIMPipeline", {"services": [{"name": "a", "spec": {}}]}),
            {"app.kubernetes.io/name": "a"},
            ("service", "a", []),
        ),
        (
            make("NIMPipeline", {"services": [{"name": "a", "spec": {}}]}),
            {"leaderworkerset.sigs.k8s.io/name": "a-lws", GROUP: "2"},
            ("service", "a", ["2"]),
        ),
        (
            make("DynamoGraphDeployment v1alpha1", {"services": {"Frontend": {}}}),
            {"nvidia.com/dynamo-component": "Frontend"},
            ("service", "Frontend", []),
        ),
        (
            make("DynamoGraphDeployment", {"components": [{"name": "d"}]}),
            {"nvidia.com/dynamo-component": "d", "grove.io/podcliquescalinggroup-replica-index": "1"},
            ("component", "d", ["1"]),
        ),
        (
            SET,
            {
                "app.kubernetes.io/part-of": "x",
                "grove.io/podcliqueset-replica-index": "1",
                "grove.io/podclique": "x-1-a-b",
            },
            ("clique", "a-b", ["1"]),
        ),
        (
            SET,
            {
                "app.kubernetes.io/part-of": "x",
                "grove.io/podcliqueset-replica-index": "0",
                "grove.io/podcliquescalinggroup": "x-0-sg",
                "grove.io/podcliquescalinggroup-replica-index": "2",
                "grove.io/podclique": "x-0-sg-2-l",
            },
            ("clique", "l", ["0", "2"]),
        ),
        (SET, {"app.kubernetes.io/part-of": "x"}, ("clique", None, [])),
        (make("Sandbox", {}), {"agents.x-k8s.io/sandbox-name-hash": "1"}, ("sandbox", "", [])),
        (milvus(), {PART: "querynode"}, ("querynode", "", [])),
        (milvus(), {PART: "mixcoord"}, ("mixcoord", "", [])),
    ],
)
def test_where_a_pod_belongs(obj: dict[str, Any], labels: dict[str, str], expected: tuple[Any, ...]) -> None:
    assert place(obj, labels) == expected


#: Recorded states in which every pod is up, so that pods by role are what the object asks for.
ALL_UP = [
    "is-life/02-ready.json",
    "is-life/05-recovered.json",
    "is-model/01-ready.json",
    "is-tr/01-ready.json",
]


@pytest.mark.parametrize("file", ALL_UP)
def test_pods_by_role_are_what_is_asked_for(file: str) -> None:
    found = json.loads((shared("recordings-live/inferenceservice") / file).read_text())
    plan = catalog().plan(found["object"])
    ids = plan.read(found["object"]).ids
    placed = Counter(plan.place(pod, ids).component for pod in found["pods"])
    assert placed == sizes(found["object"])

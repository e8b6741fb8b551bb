# SPDX-License-Identifier: Apache-2.0
"""Serving kinds, Grove, Sandbox and Milvus: what scaling, setting and suspending write, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.catalog.objects_b import (
    API,
    GPU,
    PODS,
    STOP,
    TEMPLATE,
    catalog,
    clique,
    grove,
    knative,
    llm,
    make,
    milvus,
    read,
    told,
)

NIM = {"image": {"repository": "r", "tag": "1"}, "resources": GPU}
HPA = {"scale": {"enabled": True, "hpa": {"minReplicas": 1}}}
GRAPH = {"services": {"d": {"extraPodSpec": {"mainContainer": {"image": "i", "resources": GPU}}}}}
ISVC = make("InferenceService", {"predictor": PODS, "transformer": PODS, "explainer": PODS})
MODEL = {"modelFormat": {"name": "m"}, "image": "i", "name": "c", "resources": GPU}


@pytest.mark.parametrize(
    ("obj", "name", "path"),
    [
        (ISVC, "predictor", "/spec/predictor/minReplicas"),
        (ISVC, "transformer", "/spec/transformer/minReplicas"),
        (ISVC, "explainer", "/spec/explainer/minReplicas"),
        (llm(), "main", "/spec/replicas"),
        (llm(scaling={"maxReplicas": 3}), "main", "/spec/scaling/minReplicas"),
        (llm(worker=PODS, parallelism={"pipeline": 2}), "worker", "/spec/replicas"),
        (llm(prefill={"template": PODS}), "prefill", "/spec/prefill/replicas"),
        (llm(router={"scheduler": {"template": PODS}}), "scheduler", "/spec/router/scheduler/replicas"),
        (make("NIMService", NIM), "nimservice", "/spec/replicas"),
        (make("NIMService", {**NIM, **HPA}), "nimservice", "/spec/scale/hpa/minReplicas"),
        (
            make("NIMPipeline", {"services": [{"name": "a", "enabled": True, "spec": NIM}]}),
            "service/a",
            "/spec/services/0/spec/replicas",
        ),
        (make("DynamoGraphDeployment v1alpha1", GRAPH), "service/d", "/spec/services/d/replicas"),
        (
            make("DynamoGraphDeployment", {"components": [{"name": "d", "podTemplate": TEMPLATE}]}),
            "component/d",
            "/spec/components/0/replicas",
        ),
        (grove(1, clique("a"), clique("b")), "clique/b", "/spec/template/cliques/1/spec/replicas"),
        (
            milvus("standalone", image="i", standalone={}),
            "standalone",
            "/spec/components/standalone/replicas",
        ),
        (milvus(image="i", proxy={}), "proxy", "/spec/components/proxy/replicas"),
    ],
)
def test_what_is_scaled_is_the_field_that_a_person_turns(obj: dict[str, Any], name: str, path: str) -> None:
    edit = catalog().plan(obj).edit(obj).scale(name, 4)
    assert [(op["path"], op["value"]) for op in edit.patch if op["op"] != "test"] == [(path, 4)]


@pytest.mark.parametrize(
    ("obj", "name", "message"),
    [
        (knative(min_scale="1"), "revision", "no number to set"),
        (make("Sandbox", {"podTemplate": TEMPLATE}), "sandbox", "always 1"),
        # Each group has its own.
        (milvus(image="i", proxy={"groups": [{"name": "g", "replicas": 1}]}), "proxy", "nothing to write to"),
    ],
)
def test_what_cannot_be_scaled(obj: dict[str, Any], name: str, message: str) -> None:
    with pytest.raises(wm.EditError, match=message):
        catalog().plan(obj).edit(obj).scale(name, 2)


LABELLED = {"k": "v"}


@pytest.mark.parametrize(
    ("obj", "role", "path"),
    [
        (ISVC, "transformer", "/spec/transformer/labels"),
        (knative(min_scale="1"), "revision", "/spec/template/metadata/labels"),
        (make("NIMService", NIM), "nimservice", "/spec/labels"),
        (
            make("NIMPipeline", {"services": [{"name": "a", "spec": {}}, {"name": "b", "spec": NIM}]}),
            "service/b",
            "/spec/services/1/spec/labels",
        ),
        (
            make("DynamoGraphDeployment", {"components": [{"name": "d", "podTemplate": TEMPLATE}]}),
            "component/d",
            "/spec/components/0/podTemplate/metadata",
        ),
        (make("Sandbox", {"podTemplate": TEMPLATE}), "sandbox", "/spec/podTemplate/metadata"),
    ],
)
def test_where_a_label_is_written(obj: dict[str, Any], role: str, path: str) -> None:
    edit = catalog().plan(obj).edit(obj).set_label(role, "k", "v")
    assert {op["path"] for op in edit.patch if op["op"] != "test"} == {path}


@pytest.mark.parametrize(
    ("obj", "role"),
    [(llm(), "main"), (grove(1), "clique/a")],
)
def test_labels_that_stand_beside_the_pod_spec_are_not_written(obj: dict[str, Any], role: str) -> None:
    """Both are read; a place that holds labels and the whole object besides must not be written as metadata."""
    with pytest.raises(wm.EditError):
        catalog().plan(obj).edit(obj).set_label(role, "k", "v")


@pytest.mark.parametrize(
    ("obj", "role", "path"),
    [
        (ISVC, "predictor", "/spec/predictor/containers/0/image"),
        (ISVC, "explainer", "/spec/explainer/containers/0/image"),
        (
            make("InferenceService", {"predictor": {"model": MODEL}}),
            "predictor",
            "/spec/predictor/model/image",
        ),
        (
            make("InferenceService", {"predictor": {"triton": MODEL}}),
            "predictor",
            "/spec/predictor/triton/image",
        ),
        (llm(), "main", "/spec/template/containers/0/image"),
        (grove(1), "clique/a", "/spec/template/cliques/0/spec/podSpec/containers/0/image"),
        (
            make(
                "DynamoGraphDeployment v1alpha1",
                {"services": {"d": {"extraPodSpec": {"mainContainer": {"name": "c", "image": "i"}}}}},
            ),
            "service/d",
            "/spec/services/d/extraPodSpec/mainContainer/image",
        ),
    ],
)
def test_where_an_image_is_written(obj: dict[str, Any], role: str, path: str) -> None:
    edit = catalog().plan(obj).edit(obj).set_image(role, "c", "new")
    assert [(op["path"], op["value"]) for op in edit.patch if op["op"] != "test"] == [(path, "new")]


def test_an_image_of_one_part_stays_its_own() -> None:
    obj = milvus(image="i", proxy={"image": "j"})
    edit = catalog().plan(obj).edit(obj).set_image("proxy", "proxy", "new")
    assert edit.object["spec"]["components"] == {"image": "i", "proxy": {"image": "new"}}
    assert not edit.problems
    # A part that names none is made from what all parts share.
    edit = catalog().plan(obj).edit(obj).set_image("querynode", "querynode", "new")
    assert edit.object["spec"]["components"] == {"image": "new", "proxy": {"image": "j"}}
    assert {problem.code for problem in edit.problems} == {"edit.shared-template"}


def test_resources_of_a_nim_are_written_where_they_stand() -> None:
    obj = make("NIMService", NIM)
    edit = catalog().plan(obj).edit(obj).set_resources("nimservice", {"limits": {"nvidia.com/gpu": "2"}})
    assert edit.object["spec"]["resources"] == {"limits": {"nvidia.com/gpu": "2"}}


@pytest.mark.parametrize(
    ("obj", "role", "container"),
    [
        # Repository and tag are two fields.
        (make("NIMService", NIM), "nimservice", "nimservice"),
        (make("NIMPipeline", {"services": [{"name": "a", "spec": NIM}]}), "service/a", "service"),
    ],
)
def test_an_image_of_two_fields_is_not_written(obj: dict[str, Any], role: str, container: str) -> None:
    with pytest.raises(wm.EditError):
        catalog().plan(obj).edit(obj).set_image(role, container, "new:2")


RUNNING: list[tuple[dict[str, Any], str, str]] = [
    *(
        (
            {
                **obj,
                "metadata": {"name": "x", "annotations": {"serving.kserve.io/stop": "false"}},
                "status": told("Ready=True"),
            },
            "serving.kserve.io/stop",
            "annotations",
        )
        for obj in (ISVC, llm(), llm(" v1alpha1"))
    ),
    (
        make("Sandbox", {"operatingMode": "Running", "podTemplate": TEMPLATE}, told("Ready=True")),
        "operatingMode",
        "spec",
    ),
]


@pytest.mark.parametrize(("obj", "switch", "where"), RUNNING)
def test_suspend_and_resume(obj: dict[str, Any], switch: str, where: str) -> None:
    assert read(obj).headline == "Running"
    plan = catalog().plan(obj)
    held = plan.edit(obj).suspend().object
    assert read(held).headline == "Suspending"
    assert plan.edit(held).resume().object == obj
    # A switch that was not written is written in its resting place on the way back.
    bare = {**obj}
    if where == "annotations":
        bare["metadata"] = {"name": "x"}
    else:
        bare["spec"] = {key: value for key, value in obj["spec"].items() if key != switch}
    held = plan.edit(bare).suspend().object
    assert read(held).headline == "Suspending"
    assert plan.edit(held).resume().object == obj


def test_the_stop_annotation_is_text() -> None:
    assert catalog().plan(ISVC).edit(ISVC).suspend().object["metadata"]["annotations"] == STOP


@pytest.mark.parametrize(
    "obj",
    [
        knative(),
        make("NIMService", NIM),
        make("NIMCache", {}),
        make("NIMPipeline", {}),
        make("DynamoGraphDeployment", {}),
        make("DynamoGraphDeployment v1alpha1", {}),
        grove(1),
        milvus(),
    ],
)
def test_kinds_without_a_switch(obj: dict[str, Any]) -> None:
    with pytest.raises(wm.EditError, match="cannot be suspended"):
        catalog().plan(obj).edit(obj).suspend()


BESIDE = "labels and annotations stand in an object that holds more than metadata"
TWO = "repository and tag are two fields"
LAID = "a canary is the predictor with its own fields laid over"
#: What a template is made of, by definition, role and field, where it is no one place; and why.
BUILT = {
    "serving-kserve-io-inferenceservice-v1beta1": {
        ("canary", field): LAID
        for field in (
            "schedulerName",
            "priorityClassName",
            "labels",
            "annotations",
            "containers",
            "container",
        )
    },
    **{
        f"serving-kserve-io-llminferenceservice-{version}": {
            (role, "metadata"): BESIDE
            for role in ("main", "worker", "prefill", "prefill-worker", "scheduler")
        }
        for version in ("v1alpha1", "v1alpha2")
    },
    "grove-io-podcliqueset-v1alpha1": {("clique", "metadata"): BESIDE},
    "apps-nvidia-com-nimservice-v1alpha1": {
        ("nimservice", "image"): TWO,
        ("nimservice", "resourceClaims"): "a claim that the operator makes has no name yet",
    },
    "apps-nvidia-com-nimpipeline-v1alpha1": {
        ("service", "image"): TWO,
        ("service", "resources"): "for each service something, or nothing where a profile decides",
        ("service", "resourceClaims"): "a claim that the operator makes has no name yet",
    },
    "apps-nvidia-com-nimcache-v1alpha1": {
        ("puller", "resources"): "plain amounts, which are requests and limits at once"
    },
    "nvidia-com-dynamographdeployment-v1alpha1": {("service", "resources"): "a shape of Dynamo's own"},
}


def test_templates_that_are_no_one_place() -> None:
    found: dict[str, set[tuple[str, str]]] = {}
    for kind, api in API.items():
        group, _, version = api.rpartition("/")
        plan = catalog().plan_for(group, version, kind.split()[0])
        for component in plan.components:
            spec = component.spec
            if spec is None:
                continue
            parts = {"template": spec.template, "podSpec": spec.pod_spec, "metadata": spec.metadata}
            for field, expr in {**parts, **(spec.fragments or {})}.items():
                if expr is not None and not expr.program.writable:
                    found.setdefault(plan.name, set()).add((component.name, field))
    assert found == {name: set(fields) for name, fields in BUILT.items()}

# SPDX-License-Identifier: Apache-2.0
"""One pod template from each of the three shapes."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.unit.workload.definitions import codes, obj, plan, role, template
from workload_map.workload.reading import Reading


def shaped(spec: dict[str, Any], value: Any, *, ids: str | None = None) -> Reading:
    return plan(role("worker", spec=spec, ids=ids)).read(obj(value))


def first(reading: Reading) -> Any:
    return next(iter(reading.components["worker"].instances.values())).template


def test_a_pod_template_is_taken_as_it_stands() -> None:
    value = template(futureField=1)
    assert first(shaped({"podTemplateSpecPath": ".spec.t"}, {"t": value})) is value


def test_a_pod_spec_with_its_metadata() -> None:
    value = template()
    spec = {"podSpecPath": ".spec.s", "metadataPath": ".spec.m"}
    assert first(shaped(spec, {"s": value["spec"], "m": value["metadata"]})) == value
    assert first(shaped(spec, {"s": value["spec"]})) == {"metadata": {}, "spec": value["spec"]}
    assert first(shaped({"podSpecPath": ".spec.s"}, {"s": value["spec"]})) == {
        "metadata": {},
        "spec": value["spec"],
    }


@pytest.mark.parametrize(
    "spec",
    [
        {"podTemplateSpecPath": ".spec.t"},
        {"podSpecPath": ".spec.t", "metadataPath": ".spec.m"},
        {"fragmentedPodSpecDefinition": {"imagePath": ".spec.t", "labelsPath": ".spec.l"}},
    ],
)
def test_null_is_no_template(spec: dict[str, Any]) -> None:
    for value in ({}, {"t": None}):
        reading = shaped(spec, value)
        assert first(reading) is None
        assert reading.problems == ()


@pytest.mark.parametrize(
    ("spec", "what"),
    [
        ({"podTemplateSpecPath": ".spec.t"}, "not an object"),
        ({"podSpecPath": ".spec.t"}, "not an object"),
        ({"podSpecPath": ".spec.s", "metadataPath": ".spec.t"}, "not an object"),
        ({"fragmentedPodSpecDefinition": {"containersPath": ".spec.t"}}, "not a list"),
        ({"fragmentedPodSpecDefinition": {"labelsPath": ".spec.t"}}, "not an object"),
    ],
)
def test_a_wrong_type_is_an_error(spec: dict[str, Any], what: str) -> None:
    reading = shaped(spec, {"t": "text", "s": template()["spec"]})
    assert codes(reading.problems) == ["template.wrong-type"]
    assert f'the value at 0 is the string "text", {what}' in reading.problems[0].message


def test_fragments_make_one_template() -> None:
    fields = {
        "schedulerName": "kai",
        "labels": {"a": "b"},
        "annotations": {"c": "d"},
        "resourceClaims": [{"name": "x", "resourceClaimName": "y"}],
        "podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": []},
        "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": []}},
        "containers": [{"name": "one", "image": "one:1"}],
        "container": {"name": "two", "image": "two:1"},
        "priorityClassName": "high",
    }
    spec = {"fragmentedPodSpecDefinition": {f"{name}Path": f".spec.{name}" for name in fields}}
    assert first(shaped(spec, fields)) == {
        "metadata": {"labels": {"a": "b"}, "annotations": {"c": "d"}},
        "spec": {
            "schedulerName": "kai",
            "priorityClassName": "high",
            "resourceClaims": fields["resourceClaims"],
            "affinity": {"podAffinity": fields["podAffinity"], "nodeAffinity": fields["nodeAffinity"]},
            "containers": [{"name": "one", "image": "one:1"}, {"name": "two", "image": "two:1"}],
        },
    }


def test_loose_image_and_resources_make_a_container() -> None:
    spec = {"fragmentedPodSpecDefinition": {"imagePath": ".spec.i", "resourcesPath": ".spec.r"}}
    asked = {"limits": {"nvidia.com/gpu": 2}}
    assert first(shaped(spec, {"i": "x:1", "r": asked}))["spec"]["containers"] == [
        {"name": "worker", "image": "x:1", "resources": asked}
    ]
    assert wm.view(shaped(spec, {"i": "x:1", "r": asked})).resources.gpus == 2


def test_loose_resources_stand_for_containers_that_ask_for_nothing() -> None:
    spec = {
        "fragmentedPodSpecDefinition": {
            "containersPath": ".spec.c",
            "imagePath": ".spec.i",
            "resourcesPath": ".spec.r",
        }
    }
    asked = {"limits": {"cpu": "1"}}
    own = {"limits": {"cpu": "2"}}
    loose = {"i": "x:1", "r": asked}
    assert first(shaped(spec, {"c": [{"name": "a"}, {"name": "b"}], **loose}))["spec"]["containers"] == [
        {"name": "a", "image": "x:1", "resources": asked},
        {"name": "b"},
    ]
    assert first(shaped(spec, {"c": [{"name": "a", "resources": {}}], **loose}))["spec"]["containers"] == [
        {"name": "a", "image": "x:1", "resources": asked}
    ]
    containers = [{"name": "a", "image": "a:1"}, {"name": "b", "resources": own}]
    assert first(shaped(spec, {"c": containers, **loose}))["spec"]["containers"] == containers


def test_fragments_may_be_shorter_than_the_instances() -> None:
    spec = {
        "fragmentedPodSpecDefinition": {
            "imagePath": ".spec.parts[].image",
            "schedulerNamePath": ".spec.schedulers[]",
        }
    }
    value = {"parts": [{"name": "a", "image": "a:1"}, {"name": "b", "image": "b:1"}], "schedulers": ["kai"]}
    reading = shaped(spec, value, ids=".spec.parts[].name")
    assert reading.problems == ()
    found = [instance.template for instance in reading.components["worker"].instances.values()]
    assert [t and t["spec"].get("schedulerName") for t in found] == ["kai", None]
    assert [t and t["spec"]["containers"][0]["image"] for t in found] == ["a:1", "b:1"]


def test_fragments_longer_than_the_instances_are_an_error() -> None:
    spec = {"fragmentedPodSpecDefinition": {"imagePath": ".spec.i", "schedulerNamePath": ".spec.s[]"}}
    reading = shaped(spec, {"i": "x:1", "s": ["a", "b"]})
    assert codes(reading.problems) == ["template.count"]
    assert "instance ids count (1) does not match results count (2)" in reading.problems[0].message
    assert first(reading)["spec"]["containers"][0]["image"] == "x:1"


@pytest.mark.parametrize("bad", [{"r": "much"}, {"r": {}, "fail": "x"}])
def test_resources_that_cannot_be_read_are_not_none(bad: dict[str, Any]) -> None:
    spec = {
        "fragmentedPodSpecDefinition": {
            "imagePath": ".spec.i",
            "resourcesPath": "if .spec.fail then error else .spec.r end",
        }
    }
    reading = shaped(spec, {"i": "x:1", **bad})
    assert codes(reading.problems)[0] in ("template.wrong-type", "template.failed")
    view = wm.view(reading)
    assert (view.resources.gpus, view.resources.cpu_millis) == (None, None)
    assert "total.incomplete" in codes(view.problems)


def test_fields_that_leave_resources_out_do_not_make_them_nothing() -> None:
    reading = shaped(
        {"fragmentedPodSpecDefinition": {"labelsPath": ".spec.labels", "imagePath": ".spec.i"}},
        {"labels": {"a": "b"}, "i": "x:1"},
    )
    view = wm.view(reading)
    assert view.resources.gpus is None
    assert [(p.code, p.severity) for p in view.problems] == [
        ("resources.not-described", "info"),
        ("total.incomplete", "warning"),
    ]

# SPDX-License-Identifier: Apache-2.0
"""CRDs as they come: lists, old ones, ones that are none, ones that contain themselves, large ones."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.unit.definition.crds import TRAIN, crd, found, said, schemas, version
from workload_map.definition.crdcheck import KindSchema, Schemas, crds_in
from workload_map.definition.model import GVK
from workload_map.problems import Problem

TRAINS = GVK("example.com", "v1", "Train")


def test_lists_of_crds() -> None:
    one, other = crd(), crd()
    other["spec"]["group"] = "example.org"
    for value in (
        [one, other],
        {"kind": "List", "apiVersion": "v1", "items": [one, {"kind": "List", "items": [other]}]},
    ):
        gvks = [item.gvk for item in crds_in(value, source="x") if isinstance(item, KindSchema)]
        assert [gvk.group for gvk in gvks] == ["example.com", "example.org"]


def test_older_crds_have_one_schema_for_all_versions() -> None:
    document = crd()
    document["apiVersion"] = "apiextensions.k8s.io/v1beta1"
    del document["spec"]["versions"]
    document["spec"] |= {"version": "v1", "validation": {"openAPIV3Schema": TRAIN}}
    (one,) = crds_in(document, source="x")
    assert isinstance(one, KindSchema)
    assert (one.gvk, one.raw) == (TRAINS, TRAIN)


@pytest.mark.parametrize(
    ("value", "message", "path"),
    [
        (None, "no CustomResourceDefinition", ""),
        ("text", "no CustomResourceDefinition", ""),
        ({"kind": "Train"}, "no CustomResourceDefinition: kind Train", ""),
        ([[]], None, None),
        (
            {"kind": "CustomResourceDefinition", "apiVersion": "v1"},
            "no CustomResourceDefinition: kind Custom",
            "",
        ),
        ({**crd(), "spec": None}, "spec must be an object", "/spec"),
        ({**crd(), "spec": {}}, "group must be a string", "/spec/group"),
        ({**crd(), "spec": {"group": "a", "names": []}}, "names must be an object", "/spec/names"),
        (
            {**crd(), "spec": {"group": "a", "names": {"kind": 1}}},
            "kind must be a string",
            "/spec/names/kind",
        ),
        (
            {**crd(), "spec": {"group": "a", "names": {"kind": "K"}}},
            "versions must be a list",
            "/spec/versions",
        ),
        (crd(1), "a version must be an object", "/spec/versions/0"),  # type: ignore[arg-type]
        (crd({}), "name must be a string", "/spec/versions/0/name"),
        (
            crd(version("v1", [])),
            "openAPIV3Schema must be an object",
            "/spec/versions/0/schema/openAPIV3Schema",
        ),
    ],
)
def test_what_is_no_crd(value: Any, message: str | None, path: str | None) -> None:
    problems = [one for one in crds_in(value, source="x.yaml") if isinstance(one, Problem)]
    assert len(problems) == (message is not None)
    for problem in problems:
        assert message in problem.message if message else True
        assert (problem.source, problem.path) == ("x.yaml", path)


def test_a_crd_without_a_schema_tells_nothing() -> None:
    (one,) = crds_in(crd({"name": "v1"}), source="x")
    assert isinstance(one, KindSchema)
    assert said(".spec.a.b", schema=one.raw) == ["info crd.unknown .spec"]
    assert said(".metadata.lables", schema=one.raw) == ["error crd.no-field .lables"]


def test_the_first_of_two_schemas_stays() -> None:
    known = Schemas()
    for source, schema in (("a", TRAIN), ("b", {}), ("c", TRAIN)):
        (one,) = crds_in(crd(version("v1", schema)), source=source)
        assert isinstance(one, KindSchema)
        first = known.add(one)
        assert (first.source if first else None) == ("a" if source == "b" else None)
    assert known.versions(TRAINS)["v1"].source == "a"


def test_builtin_kinds() -> None:
    known = schemas()
    for text in ("/v1/Pod", "apps/v1/Deployment", "apps/v1/DaemonSet", "batch/v1/CronJob", "batch/v1/Job"):
        gvk = GVK(*text.split("/"))
        root = known.versions(gvk)[gvk.version].root()
        assert {"apiVersion", "kind", "metadata", "spec", "status"} <= set(root.names())
    assert known.versions(GVK("", "v9", "Nothing")) == {}


@pytest.mark.parametrize(
    "broken",
    [
        {"properties": {"spec": None}},
        {"properties": {"spec": "text"}},
        {"properties": []},
        {"properties": {"spec": {"type": ["object", 3], "properties": 1, "required": 3}}},
        {"type": 7, "items": [], "additionalProperties": 3},
        {"properties": {"spec": {"enum": "text", "type": "nonsense"}}},
        {"$ref": "#"},
        {"$ref": "#/properties/spec", "properties": {"spec": {"$ref": "#/properties/spec"}}},
        {"$ref": 3},
        {"$ref": "http://elsewhere"},
        {"allOf": [{"$ref": "#"}]},
        {"allOf": [3]},
    ],
)
def test_broken_schemas_tell_nothing(broken: Any) -> None:
    for text in (
        ".spec.a.b",
        ".spec[].c",
        "..",
        ".spec | keys",
        '.spec == "a"',
        ".spec * 2",
        ".metadata.name",
    ):
        assert isinstance(found(text, "integer", broken), list)


def test_a_schema_that_contains_itself() -> None:
    tree = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/definitions/tree"}},
        },
    }
    schema = {
        "type": "object",
        "properties": {"spec": {"$ref": "#/definitions/tree"}},
        "definitions": {"tree": tree},
    }
    path = ".spec" + ".children[]" * 60
    assert said(f"{path}.name", schema=schema) == []
    assert said(f"{path}.nam", schema=schema) == ["error crd.no-field .nam"]
    assert said("def all: ., (.children[]? | all); .spec | all.name", schema=schema) == []
    assert said(".spec | recurse(.children[]?) | .name", schema=schema) == []


def test_a_large_schema_takes_no_time() -> None:
    fields = {
        f"field{n}": {"type": "object", "properties": {f"inner{m}": {"type": "string"} for m in range(20)}}
        for n in range(5000)
    }
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}
    start = time.process_time()
    assert said(".spec.field7.inner3, .spec.field9.iner3", schema=schema) == ["error crd.no-field .iner3"]
    assert said(".spec.nothing", schema=schema) == ["error crd.no-field .nothing"]
    assert said(".spec[].inner3", schema=schema) == ["warning crd.all-fields []"]
    assert time.process_time() - start < 2

# SPDX-License-Identifier: Apache-2.0
"""The CRD: it is the committed one, it is structural, and it takes what the reference's takes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from typing import Any

from workload_map import yamlio
from workload_map.definition import schema

#: Words of OpenAPI that a structural schema must not use.
FORBIDDEN = {
    "$ref",
    "definitions",
    "dependencies",
    "deprecated",
    "discriminator",
    "id",
    "patternProperties",
    "readOnly",
    "uniqueItems",
    "writeOnly",
    "xml",
}
#: Words that must not stand inside anyOf, oneOf, allOf and not.
STRUCTURAL = {"type", "description", "default", "additionalProperties", "nullable", "title"}


def nodes(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    yield path, node
    for name, inner in node.get("properties", {}).items():
        yield from nodes(inner, f"{path}/{name}")
    for word in ("items", "additionalProperties"):
        if word in node:
            yield from nodes(node[word], f"{path}/[]")


def at(path: str) -> dict[str, Any]:
    return dict(nodes(schema.open_api()))[path]


def test_it_is_the_committed_one() -> None:
    committed = resources.files("workload_map.definition").joinpath("crd.yaml").read_text(encoding="utf-8")
    assert committed == schema.crd_text(), "run: python -m workload_map.definition.schema"
    assert yamlio.load(committed).value == schema.crd()


def test_the_module_prints_it() -> None:
    command = [sys.executable, "-m", "workload_map.definition.schema"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout == schema.crd_text()


def test_it_is_structural() -> None:
    for path, node in nodes(schema.open_api()):
        assert node.get("type") in {"object", "array", "string", "integer", "boolean"}, path
        assert not FORBIDDEN & node.keys(), path
        assert not {"properties", "additionalProperties"} <= node.keys(), path
        assert (node["type"] == "array") == ("items" in node), path
        assert all(name in node["properties"] for name in node.get("required", ())), path
        for word in ("anyOf", "oneOf", "allOf"):
            for inner in node.get(word, ()):
                for _, constraint in nodes(inner):
                    assert not STRUCTURAL & constraint.keys(), path
                # What a constraint names must be specified outside it.
                assert inner.get("properties", {}).keys() <= node["properties"].keys(), path
    assert at("/metadata") == {"type": "object"}


def test_list_types() -> None:
    for path, node in nodes(schema.open_api()):
        if node["type"] != "array":
            continue
        kind = node["x-kubernetes-list-type"]
        if kind == "map":
            item = node["items"]
            for key in node["x-kubernetes-list-map-keys"]:
                assert key in item["required"], path
                assert item["properties"][key]["type"] == "string", path
        elif kind == "set":
            assert node["items"]["type"] == "string", path
        else:
            assert kind == "atomic", path


def test_cel_rules_name_fields_that_exist() -> None:
    count = 0
    for path, node in nodes(schema.open_api()):
        for rule in node.get("x-kubernetes-validations", ()):
            count += 1
            for chain in re.findall(r"\bself((?:\.\w+)+)", rule["rule"]):
                inner = node
                for name in chain.strip(".").split("."):
                    if name == "all":
                        break
                    assert name in inner["properties"], f"{path}: {chain}"
                    inner = inner["properties"][name]
            for name in re.findall(r"\bchild\.(\w+)", rule["rule"]):
                assert name in node["properties"]["childComponents"]["items"]["properties"], path
    assert count > 10


def test_cel_rules_stay_cheap() -> None:
    # Each list without an upper bound multiplies the estimated cost by hundreds of thousands; with two of them
    # an API server refuses the CRD.
    for path, node in nodes(schema.open_api()):
        if "x-kubernetes-validations" in node:
            assert path.count("[]") <= 1, path


def test_names_scope_columns() -> None:
    spec = schema.crd()["spec"]
    assert schema.crd()["metadata"]["name"] == "kartas.run.ai"
    assert spec["names"]["shortNames"] == ["krt"]
    assert spec["scope"] == "Cluster"
    (version,) = spec["versions"]
    assert (version["name"], version["served"], version["storage"]) == ("v1alpha1", True, True)
    assert version["subresources"] == {"status": {}}
    assert [column["name"] for column in version["additionalPrinterColumns"]] == [
        "Framework",
        "Root Component",
        "Age",
    ]
    for column in version["additionalPrinterColumns"][:2]:
        assert column["jsonPath"].replace(".", "/") in dict(nodes(schema.open_api()))


def test_requires_no_more_than_the_reference() -> None:
    structure = "/spec/structureDefinition"
    wanted = {
        "": [],
        "/spec": ["structureDefinition"],
        structure: ["rootComponent"],
        f"{structure}/rootComponent": ["name"],
        f"{structure}/childComponents/[]": ["name"],
        f"{structure}/rootComponent/kind": ["group", "version", "kind"],
        f"{structure}/rootComponent/specDefinition": [],
        f"{structure}/rootComponent/statusDefinition": ["statusMappings"],
        f"{structure}/rootComponent/statusDefinition/phaseDefinition": ["path"],
        f"{structure}/rootComponent/statusDefinition/conditionsDefinition": ["path"],
        f"{structure}/rootComponent/statusDefinition/statusMappings": [],
        f"{structure}/rootComponent/statusDefinition/statusMappings/running/[]": [],
        f"{structure}/rootComponent/statusDefinition/statusMappings/running/[]/byConditions/[]": ["type"],
        f"{structure}/rootComponent/statusDefinition/statusMappings/running/[]/byExpression": [
            "expression",
            "expectedResult",
        ],
        f"{structure}/rootComponent/suspendDefinition": ["suspendActions", "resumeActions"],
        f"{structure}/rootComponent/suspendDefinition/suspendActions/[]": ["path", "value"],
        f"{structure}/rootComponent/podSelector": [],
        f"{structure}/rootComponent/podSelector/componentTypeSelector": [],
        f"{structure}/rootComponent/podSelector/componentInstanceSelector": ["idPath"],
        f"{structure}/rootComponent/podSelector/replicaSelector": ["keyPath"],
        "/spec/optimizationInstructions": [],
        "/spec/optimizationInstructions/gangScheduling": [],
        "/spec/optimizationInstructions/gangScheduling/podGroup": ["name"],
        "/spec/optimizationInstructions/gangScheduling/podGroup/subGroups/[]": ["componentName"],
        "/spec/optimizationInstructions/gangScheduling/podGroups/[]": ["name", "members"],
        "/spec/optimizationInstructions/gangScheduling/podGroups/[]/members/[]": ["componentName"],
        "/spec/optimizationInstructions/gangScheduling/podGroup/topology": [
            "topologyName",
            "preferredTopologyLevel",
            "requiredTopologyLevel",
        ],
    }
    for path, required in wanted.items():
        assert at(path).get("required", []) == required, path


def test_bounds_and_defaults_are_the_references() -> None:
    component = "/spec/structureDefinition/rootComponent"
    selector = at(f"{component}/podSelector/componentTypeSelector")["properties"]
    assert selector["keyPath"]["minLength"] == 1
    assert selector["matchLabels"]["minProperties"] == 1
    assert at(f"{component}/suspendDefinition/suspendActions")["minItems"] == 1
    conditions = at(f"{component}/statusDefinition/conditionsDefinition")["properties"]
    assert {name: inner["default"] for name, inner in conditions.items() if "default" in inner} == {
        "typeFieldName": "type",
        "statusFieldName": "status",
        "reasonFieldName": "reason",
        "messageFieldName": "message",
    }
    bounded = {
        path
        for path, node in nodes(schema.open_api())
        if not path.startswith(("/spec/extensions", "/status"))
        and node.keys()
        & {"minLength", "maxLength", "pattern", "enum", "minItems", "maxItems", "minProperties"}
    }
    # Nothing else in the interchange part is narrower than a plain type.
    assert {path.rsplit("/", 1)[1] for path in bounded} == {
        "keyPath",
        "matchLabels",
        "suspendActions",
        "resumeActions",
    }

# SPDX-License-Identifier: Apache-2.0
"""Structural faults: each is found, with its path, and nothing else is said about it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.definition.sample import sample, spoiled
from workload_map.definition import codec
from workload_map.definition.walker import suggestion

ROOT = ("spec", "structureDefinition", "rootComponent")
CHILD = ("spec", "structureDefinition", "childComponents", 1)
GANGS = ("spec", "optimizationInstructions", "gangScheduling")


@pytest.mark.parametrize(
    ("path", "value", "at", "code", "message"),
    [
        (("apiVersion",), "run.ai/v2", "/apiVersion", "not-a-definition", 'must be run.ai/v1alpha1, not "run.ai/v2"'),
        (("kind",), "Job", "/kind", "not-a-definition", 'must be Karta, not "Job"'),
        (("kind",), ..., "/kind", "required", "must be Karta"),
        (("metadata", "name"), ..., "/metadata/name", "required", '"name" is missing'),
        (("metadata", "name"), "Not_legal", "/metadata/name", "pattern", "DNS subdomain"),
        (("metadata", "name"), "ends-with-newline\n", "/metadata/name", "pattern", "DNS subdomain"),
        (("metadata", "name"), "x" * 254, "/metadata/name", "too-long", "254 characters are more than 253"),
        (("metadata", "labels"), {"a": 1}, "/metadata/labels/a", "type", "the number 1; put it in quotes"),
        (("metadata", "nmae"), "x", "/metadata/nmae", "unknown-field", 'did you mean "name"?'),
        (("spec",), [], "/spec", "type", "expected an object, not a list"),
        (("spec",), None, "/spec", "required", '"spec" is missing'),
        ((*ROOT, "kind"), "Train", "/spec/structureDefinition/rootComponent/kind", "type", 'not "Train"'),
        ((*ROOT, "kind", "group"), ..., "/spec/structureDefinition/rootComponent/kind/group", "required", "group"),
        ((*ROOT, "statusDefinition", "statusMappings"), ...,
         "/spec/structureDefinition/rootComponent/statusDefinition/statusMappings", "required", "statusMappings"),
        ((*ROOT, "statusDefinition", "statusMappings", "runing"), [],
         "/spec/structureDefinition/rootComponent/statusDefinition/statusMappings/runing",
         "unknown-field", 'did you mean "running"?'),
        ((*ROOT, "suspendDefinition", "resumeActions"), [],
         "/spec/structureDefinition/rootComponent/suspendDefinition/resumeActions", "too-few", "at least 1"),
        ((*ROOT, "suspendDefinition", "resumeActions", 0, "value"), False,
         "/spec/structureDefinition/rootComponent/suspendDefinition/resumeActions/0/value",
         "type", "not false; put it in quotes"),
        (CHILD, None, "/spec/structureDefinition/childComponents/1", "type", "not null"),
        ((*CHILD, "name"), 7, "/spec/structureDefinition/childComponents/1/name", "type", "expected a text"),
        ((*CHILD, "podSelector", "componentTypeSelector", "keyPath"), "",
         "/spec/structureDefinition/childComponents/1/podSelector/componentTypeSelector/keyPath",
         "empty", "must not be empty"),
        ((*CHILD, "podSelector", "componentTypeSelector", "matchLabels"), {},
         "/spec/structureDefinition/childComponents/1/podSelector/componentTypeSelector/matchLabels",
         "too-few", "must not be empty"),
        ((*CHILD, "name"), "master", "/spec/structureDefinition/childComponents/1/name",
         "duplicate-name", 'name "master" is already at childComponents[0]'),
        ((*GANGS, "podGroup", "topology"), {"topologyName": "t", "requiredTopologyLevel": ""},
         "/spec/optimizationInstructions/gangScheduling/podGroup/topology/preferredTopologyLevel",
         "required", "preferredTopologyLevel"),
        ((*GANGS, "podGroups", 0, "members", 0, "filters"), [".a", ".b", ".a"],
         "/spec/optimizationInstructions/gangScheduling/podGroups/0/members/0/filters/2",
         "duplicate-entry", "this is already at filters[0]"),
        (("spec", "structureDefinition", "additionalChildKinds"),
         [{"group": "", "version": "v1", "kind": "Pod"}, {"group": "", "version": "v2", "kind": "Pod"}],
         "/spec/structureDefinition/additionalChildKinds/1/kind", "duplicate-entry", 'group "" and kind "Pod"'),
        (("spec", "extensions", "shadow"), "yes", "/spec/extensions/shadow", "type", "expected true or false"),
        (("spec", "extensions", "unit"), 1, "/spec/extensions/unit", "unknown-field", "unit"),
        (("spec", "extensions", "components", 0, "units", "noun"), "",
         "/spec/extensions/components/0/units/noun", "empty", "must not be empty"),
    ],
)  # fmt: skip
def test_one_fault(path: tuple[str | int, ...], value: Any, at: str, code: str, message: str) -> None:
    definition, problems = codec.decode(spoiled(path, value))
    assert definition is None
    assert [(problem.path, problem.code) for problem in problems] == [(at, f"definition.{code}")]
    assert message in problems[0].message


def test_the_sample_is_sound() -> None:
    definition, problems = codec.decode(sample())
    assert problems == ()
    assert definition is not None
    assert definition.name == "example-com-train-v1"


def test_all_faults_at_once() -> None:
    value = spoiled((*CHILD, "name"), 7)
    value["spec"]["structureDefinition"]["rootComponent"]["kind"] = []
    value["spec"]["extensions"]["typo"] = 1
    assert len(codec.decode(value)[1]) == 3


@pytest.mark.parametrize("value", [None, 1, "text", [], [sample()]])
def test_no_object_at_all(value: Any) -> None:
    definition, problems = codec.decode(value)
    assert definition is None
    assert [problem.code for problem in problems] == ["definition.type"]


def test_null_is_not_given() -> None:
    value = spoiled((*CHILD, "kind"), None)
    definition, problems = codec.decode(value)
    assert not problems
    assert definition is not None
    assert definition.children[1].kind is None


def test_metadata_of_a_server_is_known_and_not_kept() -> None:
    value = sample()
    value["metadata"].update(uid="1", resourceVersion="2", managedFields=[{"manager": "x"}], generation=3)
    definition, problems = codec.decode(value)
    assert not problems
    assert definition is not None
    assert codec.encode(definition)["metadata"].keys() == {"name", "labels"}


def test_unknown_fields_of_a_cluster_are_warnings() -> None:
    definition, problems = codec.decode(spoiled(("spec", "later"), {"a": 1}), unknown="warning")
    assert definition is not None
    assert [(problem.severity, problem.path) for problem in problems] == [("warning", "/spec/later")]


def test_faults_of_the_operators_status_spoil_nothing_else() -> None:
    value = sample()
    value["status"] = {"conditions": [{"type": "Ready", "status": "Yes"}]}
    definition, problems = codec.decode(value)
    assert definition is None
    assert all(problem.path is not None and problem.path.startswith("/status/") for problem in problems)


def test_a_long_or_strange_text_is_shown_short_and_clean() -> None:
    problem = codec.decode(spoiled((*ROOT, "kind"), "\x1b[31m" + "x" * 500))[1][0]
    assert "\x1b" not in problem.message
    assert len(problem.message) < 100


def test_a_huge_number_is_named_without_its_digits() -> None:
    problem = codec.decode(spoiled(("metadata", "name"), 10**100_000))[1][0]
    assert len(problem.message) < 100


def test_suggestions() -> None:
    assert suggestion("OWNERREF", ["ownerRef", "name"]) == '; did you mean "ownerRef"?'
    assert suggestion("zzz", ["ownerRef", "name"]) == ""

# SPDX-License-Identifier: Apache-2.0
"""The rules beyond structure: each is broken alone, and is the only thing that is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.unit.definition.sample import TEXT, sample, spoiled
from workload_map import yamlio
from workload_map.definition import codec

STRUCTURE = ("spec", "structureDefinition")
ROOT = (*STRUCTURE, "rootComponent")
MASTER = (*STRUCTURE, "childComponents", 0)
WORKER = (*STRUCTURE, "childComponents", 1)
MAPPINGS = (*ROOT, "statusDefinition", "statusMappings")
GANGS = ("spec", "optimizationInstructions", "gangScheduling")
EXTENSIONS = ("spec", "extensions")

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "definition"


def pointer(*path: str | int) -> str:
    return "".join(f"/{step}" for step in path)


def said(value: Any, *, portable: bool = False) -> list[tuple[str, str | None, str]]:
    problems = codec.validate(yamlio.dump(value), portable=portable)
    assert all(problem.line is not None for problem in problems)
    return [
        (problem.code.removeprefix("definition."), problem.path, problem.severity) for problem in problems
    ]


def test_the_sample_is_sound() -> None:
    assert codec.validate(TEXT) == ()


@pytest.mark.parametrize(
    ("path", "value", "code", "at", "severity"),
    [
        # The reference's rules.
        ((*MASTER, "name"), "train", "duplicate-name", (*MASTER, "name"), "error"),
        ((*ROOT, "kind"), ..., "root-kind", (*ROOT, "kind"), "error"),
        ((*ROOT, "kind", "version"), "", "root-kind", (*ROOT, "kind", "version"), "error"),
        ((*ROOT, "ownerRef"), "worker", "root-owner", (*ROOT, "ownerRef"), "error"),
        ((*ROOT, "statusDefinition"), ..., "root-status", (*ROOT, "statusDefinition"), "error"),
        ((*MASTER, "ownerRef"), ..., "no-owner", (*MASTER, "ownerRef"), "error"),
        ((*MASTER, "ownerRef"), "trian", "unknown-owner", (*MASTER, "ownerRef"), "error"),
        ((*MASTER, "ownerRef"), "master", "cycle", (*MASTER, "ownerRef"), "error"),
        ((*MASTER, "specDefinition"), {}, "spec-shape", (*MASTER, "specDefinition"), "error"),
        ((*MASTER, "specDefinition", "podSpecPath"), ".x", "spec-shape",
         (*MASTER, "specDefinition", "podSpecPath"), "error"),
        ((*MASTER, "instanceIdPath"), ".x", "instance-pair", (*MASTER, "instanceIdPath"), "error"),
        ((*WORKER, "instanceIdPath"), ..., "instance-pair",
         (*WORKER, "podSelector", "componentInstanceSelector"), "error"),
        ((*WORKER, "podSelector", "componentTypeSelector"), {"value": "a", "matchLabels": {"b": "c"}}, "selector-value",
         (*WORKER, "podSelector", "componentTypeSelector", "value"), "error"),
        ((*MASTER, "podSelector", "componentTypeSelector"), {}, "selector-empty",
         (*MASTER, "podSelector", "componentTypeSelector"), "error"),
        ((*GANGS, "podGroups", 0, "members", 0, "componentName"), "wroker", "unknown-component",
         (*GANGS, "podGroups", 0, "members", 0, "componentName"), "error"),
        # Our own.
        ((*GANGS, "podGroup", "subGroups", 0, "componentName"), "x", "unknown-component",
         (*GANGS, "podGroup", "subGroups", 0, "componentName"), "error"),
        ((*ROOT, "kind", "group"), "", "root-group", (*ROOT, "kind", "group"), "error"),
        ((*MAPPINGS, "running"), [{}], "matcher-empty", (*MAPPINGS, "running", 0), "error"),
        ((*MAPPINGS, "running"), [{"byConditions": []}], "matcher-empty", (*MAPPINGS, "running", 0), "error"),
        ((*ROOT, "suspendDefinition", "suspendActions", 0, "value"), "paused", "suspend-value",
         (*ROOT, "suspendDefinition", "suspendActions", 0, "value"), "error"),
        ((*EXTENSIONS, "components", 0, "name"), "workers", "unknown-component",
         (*EXTENSIONS, "components", 0, "name"), "error"),
        ((*EXTENSIONS, "components", 0, "units"), ..., "pods-per-unit",
         (*EXTENSIONS, "components", 0, "podsPerUnit"), "error"),
        ((*EXTENSIONS, "components", 0, "parentInstance"), ".x", "parent-instance",
         (*EXTENSIONS, "components", 0, "parentInstance"), "error"),
        ((*EXTENSIONS, "components", 0), {"name": "train", "parentInstance": ".x"}, "parent-instance",
         (*EXTENSIONS, "components", 0, "parentInstance"), "error"),
        ((*MAPPINGS, "degraded"), [{"byPhase": "Running"}], "same-matcher", (*MAPPINGS, "degraded", 0), "warning"),
        ((*ROOT, "statusDefinition", "phaseDefinition"), ..., "never-matches",
         (*MAPPINGS, "running", 0, "byPhase"), "warning"),
        ((*ROOT, "statusDefinition", "conditionsDefinition"), ..., "never-matches",
         (*MAPPINGS, "completed", 0, "byConditions"), "warning"),
        ((*MASTER, "specDefinition", "metadataPath"), ".x", "metadata-path",
         (*MASTER, "specDefinition", "metadataPath"), "warning"),
        ((*MASTER, "podSelector"), {}, "no-selector", (*MASTER, "podSelector"), "warning"),
        ((*MASTER, "podSelector", "componentTypeSelector"), {"keyPath": '.metadata.labels["role"]'},
         "shadowed-selector", (*WORKER, "podSelector", "componentTypeSelector", "keyPath"), "warning"),
        ((*MASTER, "podSelector", "componentTypeSelector"),
         {"keyPath": '.metadata.labels["role"]', "value": "worker"},
         "same-selector", (*WORKER, "podSelector", "componentTypeSelector"), "warning"),
        (("metadata", "labels"), {"run.ai/karta-kind": "Job"}, "label",
         ("metadata", "labels", "run.ai~1karta-kind"), "warning"),
        # jq.
        ((*MASTER, "specDefinition", "podTemplateSpecPath"), " ", "empty-expression",
         (*MASTER, "specDefinition", "podTemplateSpecPath"), "warning"),
        ((*ROOT, "suspendDefinition", "suspendActions", 0, "path"), ".a + 1", "not-writable",
         (*ROOT, "suspendDefinition", "suspendActions", 0, "path"), "warning"),
        ((*EXTENSIONS, "components", 0, "units", "path"), ".a | tostring", "not-writable",
         (*EXTENSIONS, "components", 0, "units", "path"), "error"),
        ((*MASTER, "specDefinition", "podTemplateSpecPath"), ".spec | [", "jq.syntax",
         (*MASTER, "specDefinition", "podTemplateSpecPath"), "error"),
        ((*WORKER, "podSelector", "componentTypeSelector", "keyPath"), "nope(.a)", "jq.check",
         (*WORKER, "podSelector", "componentTypeSelector", "keyPath"), "error"),
        ((*MASTER, "scaleDefinition", "replicasPath"), ".a = 1", "jq.policy",
         (*MASTER, "scaleDefinition", "replicasPath"), "error"),
        ((*MASTER, "scaleDefinition", "replicasPath"), "[range(1e9)] | length", "jq.policy",
         (*MASTER, "scaleDefinition", "replicasPath"), "error"),
        ((*MASTER, "scaleDefinition", "replicasPath"), ".a | now", "jq.policy",
         (*MASTER, "scaleDefinition", "replicasPath"), "warning"),
    ],
)  # fmt: skip
def test_one_rule(
    path: tuple[str | int, ...], value: Any, code: str, at: tuple[str | int, ...], severity: str
) -> None:
    assert said(spoiled(path, value)) == [(code, pointer(*at), severity)]


def test_a_root_of_any_core_kind() -> None:
    value = spoiled((*ROOT, "kind"), {"group": "", "version": "v1", "kind": "ReplicationController"})
    assert said(value) == []
    assert said(value, portable=True)[0] == ("portable", pointer(*ROOT, "kind", "group"), "error")


def test_portable_rules() -> None:
    value = sample()
    value["spec"]["structureDefinition"]["additionalChildKinds"].append(
        {"group": "serving.knative.dev", "version": "v1", "kind": "Service"}
    )
    assert said(value) == []
    assert said(value, portable=True) == [
        ("portable", pointer(*STRUCTURE, "additionalChildKinds", 1, "kind"), "error"),
        ("portable", pointer(*EXTENSIONS), "warning"),
    ]


def test_what_portable_output_gives_is_portable() -> None:
    (definition,) = codec.load_definitions(TEXT)
    assert said(codec.encode(definition, portable=True), portable=True) == []


def test_a_longer_cycle_is_said_once() -> None:
    value = sample()
    children = value["spec"]["structureDefinition"]["childComponents"]
    children[0]["ownerRef"], children[1]["ownerRef"] = "worker", "master"
    (problem,) = codec.validate(yamlio.dump(value))
    assert problem.message == "the component is its own ancestor: master → worker → master"


def test_a_child_of_a_cycle_is_not_a_cycle() -> None:
    value = sample()
    children = value["spec"]["structureDefinition"]["childComponents"]
    children[0]["ownerRef"], children[1]["ownerRef"] = "worker", "worker"
    assert [(code, path) for code, path, _ in said(value)] == [("cycle", pointer(*WORKER, "ownerRef"))]


def test_a_structural_fault_has_no_consequences() -> None:
    for path in [
        (*ROOT, "kind"),
        (*ROOT, "name"),
        (*ROOT, "statusDefinition"),
        (*STRUCTURE, "childComponents"),
        MASTER,
        (*MASTER, "name"),
        (*MASTER, "ownerRef"),
        (*MASTER, "specDefinition"),
        (*MASTER, "specDefinition", "podTemplateSpecPath"),
        (*MASTER, "podSelector"),
        (*MASTER, "podSelector", "componentTypeSelector"),
        (*WORKER, "instanceIdPath"),
        (*WORKER, "podSelector", "componentTypeSelector", "value"),
        (*WORKER, "podSelector", "componentInstanceSelector"),
        (*MAPPINGS, "running", 0),
        (*MAPPINGS, "completed", 0, "byConditions"),
        (*GANGS, "podGroup"),
        (*GANGS, "podGroups", 0, "members"),
        (*EXTENSIONS, "components", 0, "units"),
        (*ROOT, "suspendDefinition"),
    ]:
        assert said(spoiled(path, 7)) == [("type", pointer(*path), "error")], path


def test_places_inside_expressions() -> None:
    text = TEXT.replace("path: .status.phase", "path: '.status.phase | nope'")
    block = "idPath: |\n            .metadata.labels\n            | nope\n          #"
    text = text.replace("idPath: .metadata", block)
    text = text.replace("reason: .status.reason", "reason: no | .such + function")
    rows = text.split("\n")
    shown = [
        rows[problem.line - 1][problem.column - 1 :]
        for problem in codec.validate(text)
        if problem.line is not None and problem.column is not None
    ]
    assert shown == ["nope'", "nope", "no | .such + function", "function"]


def test_the_text_of_a_bad_definition() -> None:
    text = (GOLDEN / "bad.yaml").read_text(encoding="utf-8")
    shown = "".join(f"{problem}\n" for problem in codec.validate(text, source="bad.yaml", portable=True))
    assert shown == (GOLDEN / "bad.txt").read_text(encoding="utf-8")
    assert shown.count("\n") >= 30


def test_long_names_and_cycles_are_shown_short_and_soon() -> None:
    value = sample()
    children = value["spec"]["structureDefinition"]["childComponents"]
    for index in range(300):
        children.append({"name": f"{index}-" + "x" * 1000, "ownerRef": f"{(index + 1) % 300}-" + "x" * 1000})
    children[0]["y" * 100_000] = 1
    children[1]["ownerRef"] = "z" * 100_000
    problems = codec.validate(yamlio.dump(value))
    assert sorted(problem.code for problem in problems) == [
        "definition.cycle",
        "definition.unknown-field",
        "definition.unknown-owner",
    ]
    assert all(len(problem.message) < 500 for problem in problems)

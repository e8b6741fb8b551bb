# SPDX-License-Identifier: Apache-2.0
"""Whole definitions against CRDs: versions, statuses, actions, places in the text."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import pytest

from tests.unit.definition.crds import TRAIN, crd, schemas, version
from tests.unit.definition.sample import TEXT, sample, spoiled
from workload_map.definition import codec
from workload_map.definition.crdcheck import SchemaProblem, check_schemas
from workload_map.problems import Problem

ROOT = ("spec", "structureDefinition", "rootComponent")
STATUS = (*ROOT, "statusDefinition")


def checked(value: Any, *documents: Any) -> list[Problem]:
    definition, problems = codec.decode(value)
    assert definition is not None, problems
    return list(check_schemas(definition, schemas(*documents)))


def lines(problems: Sequence[Problem]) -> list[str]:
    return [f"{problem.severity}: {problem.message} [{problem.code}]" for problem in problems]


def changed(schema: Any, path: Sequence[str], value: Any) -> Any:
    """The schema with another one for the field at a path of names."""
    schema = copy.deepcopy(schema)
    inner = schema
    for step in path[:-1]:
        inner = inner["items"] if step == "[]" else inner["properties"][step]
    if value is ...:
        del inner["properties"][path[-1]]
    else:
        inner["properties"][path[-1]] = value
    return schema


def test_a_definition_that_fits() -> None:
    assert lines(checked(sample())) == []


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            (*STATUS, "phaseDefinition", "path"),
            ".status.phas",
            'Train .status has no field "phas"; did you mean "phase"?',
        ),
        (
            (*STATUS, "statusMappings", "running", 0, "byPhase"),
            "Runing",
            'Train .status.phase is never "Runing"; it is one of Pending, Running, Done; did you mean "Running"?',
        ),
        (
            (*STATUS, "conditionsDefinition", "typeFieldName"),
            "typ",
            'Train .status.conditions[] has no field "typ"; did you mean "type"?',
        ),
        (
            (*STATUS, "statusMappings", "completed", 0, "byConditions", 0, "reason"),
            "Done",
            'Train .status.conditions[] has no field "reason"',
        ),
        (
            (*STATUS, "statusMappings", "completed", 0, "byConditions", 0, "status"),
            "Yes",
            'Train .status.conditions[].status is never "Yes"; it is one of True, False, Unknown',
        ),
        (
            (*STATUS, "statusMappings", "failed", 0, "byExpression", "expectedResult"),
            "true",
            'the expression gives a number, which is never "true"',
        ),
        (
            (*ROOT, "suspendDefinition", "suspendActions", 0, "value"),
            '"yes"',
            "Train .spec.suspend is a boolean, not a string",
        ),
        (
            (*ROOT, "suspendDefinition", "suspendActions", 0, "path"),
            ".spec.suspended",
            'Train .spec has no field "suspended"; did you mean "suspend"?',
        ),
        (
            ("spec", "extensions", "status", "observedGeneration"),
            ".status.reason",
            "Train .status.reason is a string, an integer is wanted",
        ),
        (
            (
                "spec",
                "structureDefinition",
                "childComponents",
                1,
                "podSelector",
                "componentTypeSelector",
                "keyPath",
            ),
            '.metadata.label["role"]',
            'Pod .metadata has no field "label"; did you mean "labels"?',
        ),
        (
            ("spec", "extensions", "owners", "join", "pod"),
            ".spec.nodename",
            'Pod .spec has no field "nodename"; did you mean "nodeName"?',
        ),
    ],
)
def test_one_fault(path: tuple[str | int, ...], value: str, message: str) -> None:
    assert [problem.message for problem in checked(spoiled(path, value))] == [message]


def test_conditions_in_a_list_of_another_make() -> None:
    problems = checked(spoiled((*STATUS, "conditionsDefinition", "path"), ".spec.workers"))
    assert lines(problems) == [
        'error: Train .spec.workers[] has no field "type" [crd.no-field]',
        'error: Train .spec.workers[] has no field "status" [crd.no-field]',
    ]


def test_results_that_the_schema_lists() -> None:
    rule = {"byExpression": {"expression": ".spec.mode", "expectedResult": "fast"}}
    problems = checked(spoiled((*STATUS, "statusMappings", "failed"), [rule]))
    assert lines(problems) == [
        'warning: the expression is never "fast"; it is one of Fast, Slow [crd.never-equal]'
    ]


def test_other_versions_that_are_served() -> None:
    old = changed(changed(TRAIN, ["status", "phase"], ...), ["spec", "masters"], ...)
    document = crd(version("v1"), version("v2"), version("v1beta1", old), version("v0", old, served=False))
    assert lines(checked(sample(), document)) == [
        "info: also fits v2 [crd.version]",
        'info: does not fit v1beta1 (2 paths, first: Train .status has no field "phase") [crd.version]',
    ]


def test_a_version_that_is_not_served() -> None:
    assert lines(checked(sample(), crd(version("v1", served=False)))) == [
        "warning: v1 is in the CRD but not served [crd.not-served]"
    ]


def test_a_version_that_is_not_there() -> None:
    assert lines(checked(sample(), crd(version("v1beta1"), version("v2")))) == [
        "error: only v1beta1, v2 of Train are in the CRD [crd.no-version]"
    ]


def test_no_crd_of_the_kind() -> None:
    other = crd()
    other["spec"]["names"]["kind"] = "Tram"
    assert lines(checked(sample(), other)) == [
        "warning: not checked: no CRD of example.com/v1 Train is at hand [crd.none]"
    ]


def test_kinds_of_kubernetes_need_no_crd() -> None:
    value = spoiled((*ROOT, "kind"), {"group": "apps", "version": "v1", "kind": "Deployment"})
    messages = [problem.message for problem in checked(value)]
    assert 'Deployment .spec has no field "masters"' in " ".join(messages)


def test_unknown_parts_are_said_once_for_each_expression() -> None:
    raw = changed(TRAIN, ["spec", "master"], {"type": "object", "x-kubernetes-preserve-unknown-fields": True})
    value = spoiled(
        ("spec", "structureDefinition", "childComponents", 0, "specDefinition"),
        {"podSpecPath": ".spec.master.a.b", "metadataPath": ".spec.master.a.c"},
    )
    problems = checked(value, crd(version("v1", raw)))
    assert [(problem.severity, problem.code) for problem in problems] == [("info", "crd.unknown")] * 2
    assert problems[0].message == (
        "Train .spec.master may have any fields: what is read there cannot be checked"
    )


def test_lines_columns_and_carets() -> None:
    text = TEXT.replace(".spec.workers[].replicas", ".spec.workers[] | .replica")
    (parsed,) = codec.parse_text(text, source="train.yaml")[0]
    (problem,) = check_schemas(parsed.definition, schemas(), places=parsed.places)
    line = next(number for number, row in enumerate(text.split("\n"), 1) if ".replica" in row and "|" in row)
    assert isinstance(problem, SchemaProblem)
    assert (problem.source, problem.line) == ("train.yaml", line)
    assert text.split("\n")[line - 1][(problem.column or 0) - 1 :].startswith(".replica")
    assert problem.drawn() == ".spec.workers[] | .replica\n                  ^^^^^^^^"
    assert problem.schema == "example.com/v1 Train .spec.workers[]"
    assert problem.suggestion == "replicas"

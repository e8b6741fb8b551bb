# SPDX-License-Identifier: Apache-2.0
"""Small faults put into definitions, and how many of them the check against a schema finds."""

from __future__ import annotations

import pytest

from tests.bench import mutate_paths
from tests.shared import shared
from tests.unit.definition.crds import TRAIN, crd, schemas, version
from tests.unit.definition.sample import sample, spoiled
from workload_map.definition import Definition, codec
from workload_map.definition.mutate import mutants

PATH = ("spec", "structureDefinition", "childComponents", 0, "scaleDefinition", "replicasPath")


def decoded(value: object) -> Definition:
    definition, problems = codec.decode(value)
    assert definition is not None, problems
    return definition


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            ".spec.ab",
            {
                "letter": [".spe.ab", ".spec.a"],
                "level": [".ab", ".spec"],
                "list": [".spec[].ab", ".spec.ab[]"],
            },
        ),
        (".a[]", {"level": [".[]"], "list": [".a"]}),
        (".a[0]?.b", {"level": [".[0]?.b", ".a[0]?"], "list": [".a[][0]?.b", ".a[0]?.b[]"]}),
        (
            '.["a.b"].c',
            {"letter": ['.["a."].c'], "level": [".c", '.["a.b"]'], "list": ['.["a.b"][].c', '.["a.b"].c[]']},
        ),
        ("{a}", {}),
        ("$x.ab | f", {"letter": ["$x.a | f"], "level": ["$x | f"], "list": ["$x.ab[] | f"]}),
        ("def f(", {}),
    ],
)
def test_faults_of_an_expression(text: str, wanted: dict[str, list[str]]) -> None:
    definition = decoded(spoiled(PATH, text))
    got: dict[str, list[str]] = {}
    for mutant in mutants(definition):
        if mutant.path == PATH:
            got.setdefault(mutant.kind, []).append(mutant.after)
    assert got == wanted


def test_siblings() -> None:
    definition = decoded(spoiled(PATH, '.spec["masters"].x'))
    got = [
        one.after
        for one in mutants(definition, lambda _, span: ["a.b", "c"])
        if one.path == PATH and one.kind == "sibling"
    ]
    assert got == [
        '.["a.b"]["masters"].x',
        '.c["masters"].x',
        '.spec["a.b"].x',
        '.spec["c"].x',
        '.spec["masters"]["a.b"]',
        '.spec["masters"].c',
    ]


def test_a_mutant_is_the_definition_with_one_text_changed() -> None:
    definition = decoded(sample())
    for mutant in mutants(definition):
        value = sample()
        inner = value
        for step in mutant.path[:-1]:
            inner = inner[step]
        assert inner[mutant.path[-1]] == mutant.before
        inner[mutant.path[-1]] = mutant.after
        assert decoded(value) == mutant.definition


def test_phases() -> None:
    phases = [one for one in mutants(decoded(sample())) if one.kind == "phase"]
    assert [(one.before, one.after) for one in phases] == [("Running", "Runnin")]


def test_faults_of_the_sample_are_found() -> None:
    totals = mutate_paths.survey(decoded(sample()), schemas(crd(version("v1", TRAIN))), False)
    found = sum(count for (_, state), count in totals.items() if state == "found")
    survived = sum(count for (_, state), count in totals.items() if state == "survived")
    assert found > 100
    assert found / (found + survived) >= 0.97


@pytest.mark.parametrize("name", ["ray-io-raycluster-v1", "batch-job-v1"])
def test_faults_of_the_catalog_are_found(name: str) -> None:
    text = (mutate_paths.CATALOG / f"{name}.yaml").read_text(encoding="utf-8")
    (definition,) = codec.load_definitions(text)
    totals = mutate_paths.survey(definition, mutate_paths.schemas(shared("crds"), "ray*.json"), False)
    found = sum(count for (_, state), count in totals.items() if state == "found")
    survived = sum(count for (_, state), count in totals.items() if state == "survived")
    assert found > 100
    assert found / (found + survived) >= 0.97

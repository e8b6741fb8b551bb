# SPDX-License-Identifier: Apache-2.0
"""Every expression of a definition is listed once, with its input, its result and its component."""

from __future__ import annotations

from typing import Any

from tests.unit.definition.sample import TEXT, sample
from workload_map.definition import codec
from workload_map.definition.expressions import Expression


def listed() -> list[Expression]:
    (definition,) = codec.load_definitions(TEXT)
    return list(definition.expressions())


def by_end(*end: str | int) -> Expression:
    (found,) = [item for item in listed() if item.steps[-len(end) :] == end]
    return found


def test_paths_lead_to_the_texts() -> None:
    for expression in listed():
        value: Any = sample()
        for step in expression.steps:
            value = value[step]
        assert value == expression.text
    assert len({expression.path for expression in listed()}) == len(listed()) == 23


def test_what_runs_on_a_pod() -> None:
    on_pod = {item.steps[-1] for item in listed() if item.role.on == "pod"}
    assert on_pod == {"keyPath", "idPath", "pod", 0}
    # The two in lists are gang keys and filters.
    assert by_end("groupByKeyPaths", 0).role.gives == "key"
    assert by_end("filters", 0).role.gives == "boolean"


def test_what_an_expression_gives() -> None:
    assert by_end("podTemplateSpecPath").role.gives == "template"
    assert by_end("podSpecPath").role.gives == "pod-spec"
    assert by_end("instanceIdPath").role.gives == "id"
    assert by_end("units", "path").role.gives == "integer"
    assert by_end("units", "path").role.written
    assert not by_end("podsPerUnit").role.written
    assert by_end("phaseDefinition", "path").role.gives == "phase"


def test_components() -> None:
    assert by_end("phaseDefinition", "path").component == "train"
    assert by_end("instanceIdPath").component == "worker"
    assert by_end("filters", 0).component == "worker"
    assert by_end("podsPerUnit").component == "worker"
    assert by_end("status", "reason").component is None
    assert by_end("instanceIdPath").path == "/spec/structureDefinition/childComponents/1/instanceIdPath"

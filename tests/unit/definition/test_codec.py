# SPDX-License-Identifier: Apache-2.0
"""Text and builtins to definitions and back: places, lists, both carriers of the extensions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.definition.sample import TEXT, sample
from workload_map import yamlio
from workload_map.definition import codec
from workload_map.definition.model import EXTENSIONS_ANNOTATION, Definition
from workload_map.errors import DefinitionError, InputError

AT = "/metadata/annotations/workloadmap.dev~1extensions"


def decoded(value: Any) -> Definition:
    definition, problems = codec.decode(value)
    assert definition is not None, problems
    return definition


def carried(annotation: Any, *, spec: Any = None) -> Any:
    value = sample()
    del value["spec"]["extensions"]
    value["metadata"]["annotations"] = {EXTENSIONS_ANNOTATION: annotation, "other": "kept"}
    if spec is not None:
        value["spec"]["extensions"] = spec
    return value


def test_load_one() -> None:
    (definition,) = codec.load_definitions(TEXT)
    assert definition == decoded(sample())
    assert str(definition.gvk) == "example.com/v1 Train"
    assert definition.api_version == "example.com/v1"
    assert [component.name for component in definition.components] == ["train", "master", "worker"]
    assert definition.component("worker") is definition.children[1]
    assert definition.component("nobody") is None
    assert definition.children_of("train") == definition.children
    extension = definition.extension("worker")
    assert extension is not None
    assert extension.units is not None
    assert extension.units.noun == "group"


def test_load_several_documents_and_lists() -> None:
    other = sample()
    other["metadata"]["name"] = "other"
    listed = {"apiVersion": "v1", "kind": "List", "items": [sample(), other]}
    text = yamlio.dump_all([sample(), listed])
    assert [item.name for item in codec.load_definitions(text)] == [
        "example-com-train-v1",
        "example-com-train-v1",
        "other",
    ]
    assert codec.load_definitions(json.dumps(listed))[1].name == "other"


def test_places_in_a_list() -> None:
    broken = sample()
    broken["metadata"]["name"] = 7
    text = yamlio.dump({"apiVersion": "run.ai/v1alpha1", "kind": "KartaList", "items": [sample(), broken]})
    (problem,) = codec.validate(text, source="list.yaml")
    assert problem.path == "/items/1/metadata/name"
    assert problem.line is not None
    assert text.split("\n")[problem.line - 1].strip() == "name: 7"
    assert str(problem).startswith(
        f"list.yaml:{problem.line}:{problem.column}: /items/1/metadata/name: error:"
    )


def test_a_repeated_key_is_an_error() -> None:
    text = TEXT.replace("  name: example-com-train-v1\n", "  name: a\n  name: b\n")
    problems = codec.validate(text)
    assert [problem.severity for problem in problems] == ["error"]
    assert problems[0].line == 5


def test_unreadable_text() -> None:
    with pytest.raises(InputError):
        codec.load_definitions("a: [")
    (problem,) = codec.validate("a: [", source="x.yaml")
    assert problem.source == "x.yaml"
    assert problem.line is not None


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n---\n"])
def test_no_definition_is_a_problem(text: str) -> None:
    assert [problem.code for problem in codec.validate(text)] == ["definition.none"]
    with pytest.raises(DefinitionError, match="there is no definition"):
        codec.load_definitions(text)


def test_what_is_no_definition_is_said() -> None:
    problems = codec.validate(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\nspec: {parallelism: 2}\n"
    )
    assert [problem.code for problem in problems[:2]] == ["definition.not-a-definition"] * 2


def test_problems_are_sorted_by_place() -> None:
    text = TEXT.replace("  name: example-com-train-v1", "  name: 3").replace("noun: group", "noun: 4")
    text = text.replace("path: .status.phase", "path: 5")
    lines = [problem.line for problem in codec.validate(text)]
    assert len(lines) == 3
    assert lines == sorted(lines, key=lambda line: line or 0)


def test_load_raises_with_all_problems() -> None:
    with pytest.raises(DefinitionError) as raised:
        codec.load_definitions(
            TEXT.replace("noun: group", "noun: 4").replace("name: train", "name: 5"), source="f"
        )
    assert str(raised.value).startswith("f: ")
    assert {problem.code for problem in raised.value.problems} >= {"definition.type"}


def test_encode_is_what_decode_reads() -> None:
    definition = decoded(sample())
    again = decoded(codec.encode(definition))
    assert again.spec == definition.spec
    assert again.labels == {
        "run.ai/karta-group": "example.com",
        "run.ai/karta-version": "v1",
        "run.ai/karta-kind": "Train",
    }
    assert decoded(codec.encode(again)) == again


def test_encode_keeps_labels_and_drops_status() -> None:
    value = sample()
    value["metadata"]["labels"] = {"team": "a", "run.ai/karta-kind": "wrong"}
    value["status"] = {"conditions": []}
    encoded = codec.encode(decoded(value))
    assert encoded["metadata"]["labels"]["team"] == "a"
    assert encoded["metadata"]["labels"]["run.ai/karta-kind"] == "Train"
    assert "status" not in encoded


def test_portable_form() -> None:
    definition = decoded(sample())
    encoded = codec.encode(definition, portable=True)
    assert "extensions" not in encoded["spec"]
    assert (
        json.loads(encoded["metadata"]["annotations"][EXTENSIONS_ANNOTATION])
        == sample()["spec"]["extensions"]
    )
    again = decoded(encoded)
    assert again.spec == definition.spec
    assert again.annotations == {}


def test_portable_without_extensions_needs_no_annotation() -> None:
    value = sample()
    del value["spec"]["extensions"]
    assert "annotations" not in codec.encode(decoded(value), portable=True)["metadata"]


def test_the_annotation_is_a_carrier() -> None:
    definition = decoded(carried('{"shadow": true}'))
    assert definition.extensions is not None
    assert definition.extensions.shadow
    assert definition.annotations == {"other": "kept"}


def test_both_carriers_alike() -> None:
    # Equal in meaning, not in text.
    definition = decoded(carried('{"shadow": false, "components": []}', spec={}))
    assert definition.extensions is not None


def test_both_carriers_that_differ() -> None:
    definition, problems = codec.decode(carried('{"shadow": true}', spec={"shadow": False}))
    assert definition is None
    assert [(problem.code, problem.path) for problem in problems] == [
        ("definition.two-extensions", "/spec/extensions")
    ]


@pytest.mark.parametrize(
    ("annotation", "path", "code", "message"),
    [
        ('{"shadow": "yes"}', f"{AT}/shadow", "type", "(line 1, column 12 of the annotation)"),
        ('{\n  "typo": 1\n}', f"{AT}/typo", "unknown-field", "(line 2, column 3 of the annotation)"),
        (
            '{"components": [{}]}',
            f"{AT}/components/0/name",
            "required",
            "(line 1, column 17 of the annotation)",
        ),
        ('{"shadow": true', AT, "annotation", "of the annotation)"),
        ("{shadow: true}", AT, "annotation", "must hold JSON"),
        ("[]", AT, "type", "expected an object, not a list"),
        ("", AT, "annotation", ""),
        ('{"shadow": NaN}', AT, "annotation", ""),
        ("[" * 100_000, AT, "annotation", ""),
    ],
)
def test_faults_inside_the_annotation(annotation: str, path: str, code: str, message: str) -> None:
    definition, problems = codec.decode(carried(annotation))
    assert definition is None
    assert [(problem.path, problem.code) for problem in problems] == [(path, f"definition.{code}")]
    assert message in problems[0].message


def test_a_repeated_key_in_the_annotation() -> None:
    definition, problems = codec.decode(carried('{"shadow": true, "shadow": false}'))
    assert definition is None
    assert "of the annotation)" in problems[0].message


def test_a_fault_in_an_annotation_of_a_file_has_the_files_place() -> None:
    value = carried('{\n  "components": [],\n  "shadow": 1\n}\n')
    text = yamlio.dump(value)
    (problem,) = codec.validate(text)
    assert problem.line is not None
    assert problem.column is not None
    # A literal block, so that the place inside it is known.
    assert text.split("\n")[problem.line - 1][problem.column - 1 :] == "1"


def test_an_annotation_that_is_no_text() -> None:
    definition, problems = codec.decode(carried({"shadow": True}))
    assert definition is None
    assert [(problem.path, problem.code) for problem in problems] == [(AT, "definition.type")]

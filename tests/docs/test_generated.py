# SPDX-License-Identifier: Apache-2.0
"""The generated pages are what is made from the definitions and the model now."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from scripts import docs
from scripts.docs import catalog, definition, evidence, kind, text
from tests.shared import shared
from workload_map.definition import roles
from workload_map.definition.catalog import CatalogIndex
from workload_map.definition.model import Definition
from workload_map.definition.shapes import Shape, shape_of

PAGES = docs.pages()


@pytest.mark.parametrize("name", PAGES)
def test_page_is_current(name: str) -> None:
    path = docs.ROOT / name
    assert path.is_file(), "run: python -m scripts.docs"
    assert path.read_text(encoding="utf-8") == PAGES[name], "run: python -m scripts.docs"


def test_there_is_no_page_of_a_kind_that_is_gone() -> None:
    there = {f"docs/catalog/{path.name}" for path in (docs.ROOT / "docs/catalog").iterdir()}
    assert there == {name for name in PAGES if name.startswith("docs/catalog/")}


def test_every_kind_has_a_page_and_two_rows() -> None:
    overview = PAGES["docs/catalog.md"]
    for entry in CatalogIndex.builtin().entries():
        assert f"docs/catalog/{entry.name}.md" in PAGES
        assert f"(catalog/{entry.name}.md)" in overview


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", PAGES[name], flags=re.S)
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", prose):
        assert ((docs.ROOT / name).parent / target).resolve().exists(), target


def test_every_expression_of_a_role_stands_on_its_page() -> None:
    for entry in CatalogIndex.builtin().entries():
        page = " ".join(PAGES[f"docs/catalog/{entry.name}.md"].split())
        for expression in entry.definition.expressions():
            if expression.role.on == "object" and not expression.text.endswith("null"):
                place = expression.path
                told = "statusMappings" in place or "specDefinition" in place or "scaleDefinition" in place
                if told:
                    assert " ".join(expression.text.split()) in page, place


def test_every_field_of_the_format_stands_in_the_reference() -> None:
    page = PAGES["docs/reference/definition.md"]

    def check(shape: Shape) -> None:
        for field in shape.fields:
            assert f"| `{field.name}` |" in page
            check(field.shape)
        if shape.item is not None:
            check(shape.item)

    check(shape_of(Definition))
    assert "|  |" not in page, "a field without a meaning"


def test_every_word_for_a_result_is_explained() -> None:
    assert set(definition.GIVES) == set(get_args(roles.Gives))


def test_what_a_header_says() -> None:
    source = (
        "# SPDX-License-Identifier: Apache-2.0\n"
        "# A boat. Rules: boats pkg/v1.2/x.go; counts are oars. Sails are not read. Not in\n"
        "# this object: the crew.\n"
        "apiVersion: x\n# Not this.\n"
    )
    assert kind.header(source) == (
        "boats pkg/v1.2/x.go; counts are oars",
        ["Sails are not read.", "Not in this object: the crew."],
    )
    assert kind.header("apiVersion: x\n") == ("", [])


def test_the_limits_of_a_header_stand_on_the_overview() -> None:
    overview = catalog.pages()["docs/catalog.md"]
    source = (catalog.FOLDER / "serving-knative-dev-service-v1.yaml").read_text(encoding="utf-8")
    limits = kind.header(source)[1]
    assert limits
    assert f"* Service (serving.knative.dev/v1): {' '.join(limits)}\n" in overview


def test_notes_are_about_kinds_that_are_there() -> None:
    with pytest.raises(ValueError, match="there is no definition"):
        catalog._notes(set())


def test_the_counts_are_those_of_the_reference_material() -> None:
    assert evidence.collect(shared("recordings").parent) == evidence.read(), (
        "run: python -m scripts.docs --evidence FOLDER"
    )


def test_every_kind_is_counted() -> None:
    assert set(evidence.read()) == {entry.name for entry in CatalogIndex.builtin().entries()}


@pytest.mark.parametrize(
    ("expression", "fields"),
    [
        (".a.b + .c[0]", [".a.b", ".c[]"]),
        ('.metadata.labels."x/y"', ['.metadata.labels["x/y"]']),
        ("1", []),
        (".a |", []),
        (".", ["."]),
    ],
)
def test_fields_that_an_expression_reads(expression: str, fields: list[str]) -> None:
    assert text.fields_read(expression) == fields


def test_code_with_backticks() -> None:
    assert text.code("a`b") == "`` a`b ``"
    assert text.table(["A"], [["a|b\nc"]]) == "| A |\n|---|\n| a\\|b c |\n"

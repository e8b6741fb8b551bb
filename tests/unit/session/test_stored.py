# SPDX-License-Identifier: Apache-2.0
"""Definitions of a cluster over the built-in ones: who wins, what is left out, what is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.definition.sample import sample
from workload_map import errors
from workload_map.definition import codec
from workload_map.definition.model import EXTENSIONS_ANNOTATION
from workload_map.session import stored
from workload_map.workload.catalog import Catalog

SERVER = {
    "uid": "2d1f9d3e",
    "resourceVersion": "12",
    "generation": 1,
    "creationTimestamp": "2026-01-01T00:00:00Z",
    "managedFields": [{"manager": "kubectl", "operation": "Apply"}],
}
STATUS = {
    "conditions": [
        {
            "type": "Validated",
            "status": "True",
            "reason": "ValidationSucceeded",
            "message": "",
            "lastTransitionTime": "2026-01-01T00:00:00Z",
        }
    ]
}


def item(name: str = "mine", version: str = "v1", *, extensions: bool = True) -> Any:
    """The sample as an API server gives it."""
    value = sample()
    value["metadata"] = {"name": name, **SERVER}
    value["status"] = STATUS
    value["spec"]["structureDefinition"]["rootComponent"]["kind"]["version"] = version
    if not extensions:
        del value["spec"]["extensions"]
    return value


def base(*, extensions: bool = True) -> Catalog:
    """A catalog with one definition of the kind."""
    definition, problems = codec.decode(item("ours", extensions=extensions))
    assert definition is not None, problems
    return Catalog(Catalog.builtin().index.with_definitions([definition], origin="catalog"))


def names(catalog: Catalog) -> list[tuple[str, str]]:
    return [(entry.name, entry.origin) for entry in catalog.entries() if entry.gvk.kind == "Train"]


def said(problems: tuple[Any, ...]) -> list[tuple[str, str | None]]:
    assert all(problem.severity == "warning" for problem in problems)
    return [(problem.code, problem.source) for problem in problems]


def test_the_cluster_replaces_the_catalog() -> None:
    catalog, problems = stored.merge(base(), [item()])
    assert (names(catalog), problems) == ([("mine", "cluster")], ())
    assert catalog.plan_for("example.com", "v1", "Train").origin == "cluster"
    assert len(catalog.entries()) == len(base().entries())


def test_the_catalog_first() -> None:
    catalog, problems = stored.merge(base(), [item(extensions=False)], order="catalog,cluster")
    assert (names(catalog), problems) == ([("ours", "catalog")], ())
    catalog, problems = stored.merge(base(), [item(version="v2")], order="catalog,cluster")
    assert (names(catalog), problems) == ([("ours", "catalog"), ("mine", "cluster")], ())


def test_the_catalog_alone() -> None:
    catalog, problems = stored.merge(base(), [item(), {}], order="catalog")
    assert (names(catalog), problems) == ([("ours", "catalog")], ())


def test_files_lie_over_both() -> None:
    definition, _ = codec.decode(item("file"))
    assert definition is not None
    over = base().with_definitions([definition], source="x.yaml")
    for order in ("cluster,catalog", "catalog,cluster"):
        catalog, problems = stored.merge(over, [item(extensions=False)], order=order)  # type: ignore[arg-type]
        assert (names(catalog), problems) == ([("file", "file")], ()), order
    # Also where the files are added later.
    catalog = stored.merge(base(), [item()], order="catalog,cluster")[0]
    assert names(catalog.with_definitions([definition], source="x.yaml")) == [("file", "file")]
    assert names(catalog) == [("ours", "catalog")]


def test_both_carriers() -> None:
    value = item()
    value["metadata"]["annotations"] = {EXTENSIONS_ANNOTATION: json.dumps(value["spec"].pop("extensions"))}
    catalog, problems = stored.merge(base(), [value])
    assert problems == ()
    extensions = catalog.index.by_name("mine").definition.extensions
    assert extensions is not None
    assert extensions == base().index.by_name("ours").definition.extensions


def test_hidden_extensions_are_said_once() -> None:
    many = [item("a", extensions=False)]
    for entry in Catalog.builtin().entries():
        if entry.definition.extensions is not None:
            value = codec.encode(entry.definition)
            del value["spec"]["extensions"]
            many.append(value)
    assert len(many) > 5
    catalog, problems = stored.merge(base(), many)
    assert said(problems) == [("definitions.hidden", "cluster")]
    assert f" and {len(many) - 3} more" in problems[0].message
    assert "--definitions-from catalog,cluster" in problems[0].message
    assert all(entry.origin == "cluster" or not entry.definition.extensions for entry in catalog.entries())
    # Nothing is lost where ours had none.
    assert stored.merge(base(extensions=False), [item(extensions=False)])[1] == ()


@pytest.mark.parametrize(
    ("code", "wanted", "words"),
    [
        ("api.absent", "definitions.no-crd", "kartas.run.ai is not installed"),
        ("api.forbidden", "definitions.forbidden", 'the verb "list" on kartas.run.ai'),
        ("api.unreachable", "definitions.unreachable", "none of the cluster is used: no route to host"),
    ],
)
def test_a_failed_read(code: str, wanted: str, words: str) -> None:
    error = errors.InputError("no route\n   to host", code=code)
    catalog, problems = stored.merge(base(), error)
    assert names(catalog) == [("ours", "catalog")]
    assert said(problems) == [(wanted, "cluster")]
    assert words in problems[0].message
    assert "\n" not in problems[0].message


def test_what_is_wrong_is_left_out_and_the_others_kept() -> None:
    structural, semantic, syntax = item("structural"), item("semantic"), item("syntax")
    structural["spec"]["structureDefinition"]["childComponents"][0]["scaleDefinition"] = "2"
    del semantic["spec"]["structureDefinition"]["rootComponent"]["statusDefinition"]
    root = syntax["spec"]["structureDefinition"]["rootComponent"]
    root["statusDefinition"]["phaseDefinition"]["path"] = ".status | ("
    root["suspendDefinition"]["suspendActions"][0]["value"] = "tru"
    catalog, problems = stored.merge(base(), [structural, semantic, item("good"), syntax])
    assert names(catalog) == [("good", "cluster")]
    assert said(problems) == [
        ("definitions.invalid", "cluster:structural"),
        ("definitions.invalid", "cluster:semantic"),
        ("definitions.invalid", "cluster:syntax"),
    ]
    assert 'skipping definition "syntax" of the cluster: /spec/' in problems[2].message
    assert "(and 1 more)" in problems[2].message
    assert problems[0].path == "/spec/structureDefinition/childComponents/0/scaleDefinition"
    # Where all are wrong ours stays.
    assert names(stored.merge(base(), [semantic])[0]) == [("ours", "catalog")]


@pytest.mark.parametrize("value", [{}, None, 1, {"metadata": 1}, {"metadata": {"name": 3}}])
def test_what_is_no_definition_at_all(value: Any) -> None:
    catalog, problems = stored.merge(base(), [value, item()])
    assert names(catalog) == [("mine", "cluster")]
    assert said(problems) == [("definitions.invalid", "cluster:<none>")]


def test_two_that_claim_one_kind() -> None:
    catalog, problems = stored.merge(base(), [item("a"), item("b")])
    assert said(problems) == [("definitions.collision", "cluster")]
    assert '2 definitions of the cluster claim example.com/v1 Train: "a", "b"' in problems[0].message
    # Only who asks for this kind is refused.
    assert catalog.plan_for("batch", "v1", "Job").origin == "catalog"
    with pytest.raises(errors.AmbiguousDefinition, match=r'"a" \(cluster:a\) and "b" \(cluster:b\)'):
        catalog.plan_for("example.com", "v1", "Train")
    # Of no importance where neither is used.
    assert stored.merge(base(), [item("a"), item("b")], order="catalog,cluster")[1] == ()


def test_a_definition_of_nothing() -> None:
    nothing, half = item("nothing"), item("half", version="")
    del nothing["spec"]["structureDefinition"]["rootComponent"]["kind"]
    catalog, problems = stored.merge(base(), [nothing, half])
    assert said(problems) == [("definitions.unmapped", "cluster")]
    assert 'definitions "half", "nothing" of the cluster' in problems[0].message
    assert names(catalog) == [("ours", "catalog")]
    assert [entry.name for entry in catalog.unmapped] == ["half", "nothing"]
    assert not catalog.describes("", "")


def test_unknown_fields_are_said_once() -> None:
    many = [item(f"n{number}", f"v{number}") for number in range(1, 6)]
    for value in many:
        value["spec"]["structureDefinition"]["colour"] = "red"
        value["spec"]["more"] = 1
    catalog, problems = stored.merge(base(), many)
    assert len(names(catalog)) == 5
    assert said(problems) == [("definitions.unknown-fields", "cluster")]
    assert "n1 (/spec/" in problems[0].message
    assert "and 2 more" in problems[0].message


def test_every_built_in_definition_stored_in_the_portable_form() -> None:
    builtin = Catalog.builtin()
    items = [codec.encode(entry.definition, portable=True) for entry in builtin.entries()]
    for value in items:
        value["metadata"].update(SERVER)
        value["status"] = STATUS
    catalog, problems = stored.merge(builtin, items)
    assert problems == ()
    assert {entry.origin for entry in catalog.entries()} == {"cluster"}
    for ours, theirs in zip(builtin.entries(), catalog.entries(), strict=True):
        assert (ours.gvk, ours.definition.spec) == (theirs.gvk, theirs.definition.spec)

# SPDX-License-Identifier: Apache-2.0
"""Which definition describes a kind: layers, versions, ambiguity, and the generated index."""

from __future__ import annotations

from importlib import resources

import msgspec
import pytest

from tests.unit.definition.sample import sample
from workload_map.definition import codec
from workload_map.definition.catalog import INDEX, CatalogIndex, IndexRow, generate
from workload_map.definition.model import GVK, Definition
from workload_map.errors import AmbiguousDefinition, NoDefinition, NotFound


def make(name: str, version: str = "v1", kind: str = "Train", *, extensions: bool = True) -> Definition:
    value = sample()
    value["metadata"]["name"] = name
    value["spec"]["structureDefinition"]["rootComponent"]["kind"].update(version=version, kind=kind)
    if not extensions:
        del value["spec"]["extensions"]
    definition, problems = codec.decode(value)
    assert definition is not None, problems
    return definition


def index(*definitions: Definition) -> CatalogIndex:
    return CatalogIndex().with_definitions(definitions, origin="catalog")


def test_exact() -> None:
    entry = index(make("a", "v1"), make("b", "v2")).find("example.com", "v2", "Train")
    assert (entry.name, entry.origin, entry.source, entry.version_differs) == (
        "b",
        "catalog",
        "catalog:b",
        False,
    )
    assert entry.gvk == GVK("example.com", "v2", "Train")
    assert entry.definition.name == "b"


def test_another_version() -> None:
    entry = index(make("a")).find("EXAMPLE.com", "v9", "train")
    assert (entry.name, entry.version_differs) == ("a", True)
    assert entry.definition.name == "a"


def test_another_case_only() -> None:
    assert not index(make("a")).find("example.com", "v1", "TRAIN").version_differs


def test_several_other_versions() -> None:
    with pytest.raises(
        AmbiguousDefinition, match=r"example\.com/v1 Train \(a\), example\.com/v2 Train \(b\)"
    ):
        index(make("a", "v1"), make("b", "v2")).find("example.com", "v3", "Train")


def test_none() -> None:
    with pytest.raises(NoDefinition, match=r"no definition describes example\.com/v1 Ship$"):
        index(make("a")).find("example.com", "v1", "Ship")
    with pytest.raises(
        NoDefinition, match=r"no definition describes v1 Train \(there is one for example\.com/v1"
    ):
        index(make("a")).find("", "v1", "Train")


def test_a_higher_layer_replaces() -> None:
    base = index(make("a"))
    catalog = base.with_definitions([make("mine", extensions=False)], origin="cluster")
    assert catalog.find("example.com", "v1", "Train").origin == "cluster"
    assert [entry.name for entry in catalog.entries()] == ["mine"]
    (replacement,) = catalog.replaced
    assert str(replacement) == "example.com/v1 Train: mine (cluster) in place of a (catalog)"
    assert replacement.hides_extensions
    # A value: the first one is as it was.
    assert base.find("example.com", "v1", "Train").origin == "catalog"
    assert base.replaced == ()


def test_files_lie_over_the_cluster_whatever_came_first() -> None:
    catalog = index(make("a")).with_definitions([make("file")], source="x.yaml")
    catalog = catalog.with_definitions([make("cluster")], origin="cluster")
    entry = catalog.find("example.com", "v1", "Train")
    assert (entry.origin, entry.source) == ("file", "x.yaml")
    assert [item.by[0].name for item in catalog.replaced] == ["cluster", "file"]
    assert not catalog.replaced[1].hides_extensions


def test_the_catalog_over_the_cluster() -> None:
    catalog = index(make("a"), make("b", kind="Ship")).with_catalog_first()
    catalog = catalog.with_definitions([make("mine"), make("b", "v2")], origin="cluster")
    assert catalog.find("example.com", "v1", "Train").origin == "catalog"
    assert [str(item) for item in catalog.replaced] == [
        "example.com/v1 Train: a (catalog) in place of mine (cluster)"
    ]
    assert catalog.by_name("b").origin == "catalog"
    assert [entry.name for entry in catalog.of("example.com", "Train")] == ["a", "b"]


def test_a_version_that_is_read_with_the_definition_of_another() -> None:
    catalog = index(make("a", "v1"), make("b", "v2"))
    catalog = catalog.with_versions([(catalog.by_name("b"), "v3")])
    entry = catalog.find("example.com", "v3", "Train")
    assert (entry.name, entry.version_differs) == ("b", True)
    # It stays when definitions are added, and gives way to one of that version.
    assert catalog.with_definitions([make("c", "v4")]).find("example.com", "v3", "Train").name == "b"
    assert catalog.with_definitions([make("c", "v3")]).find("example.com", "v3", "Train").name == "c"


def test_another_version_is_not_replaced() -> None:
    catalog = index(make("a", "v1")).with_definitions([make("b", "v2")])
    assert [(entry.gvk.version, entry.name) for entry in catalog.entries()] == [("v1", "a"), ("v2", "b")]
    assert catalog.replaced == ()
    assert len(catalog) == 2


def test_two_of_one_layer() -> None:
    catalog = index(make("a")).with_definitions([make("x"), make("y")], origin="cluster")
    assert [[entry.name for entry in claimants] for claimants in catalog.collisions] == [["x", "y"]]
    message = r'2 definitions describe example\.com/v1 Train: "x" \(cluster:x\) and "y" \(cluster:y\)'
    with pytest.raises(AmbiguousDefinition, match=message):
        catalog.find("example.com", "v1", "Train")
    with pytest.raises(AmbiguousDefinition, match=message):
        catalog.find("example.com", "v2", "Train")


def test_two_files_for_one_kind_are_refused_at_once() -> None:
    catalog = index().with_definitions([make("x")], source="x.yaml")
    with pytest.raises(AmbiguousDefinition, match=r'"x" \(x.yaml\) and "y" \(y.yaml\)'):
        catalog.with_definitions([make("y")], source="y.yaml")


def test_by_name() -> None:
    catalog = index(make("a"), make("b", kind="Ship")).with_definitions([make("b", kind="Car")])
    assert catalog.by_name("a").gvk.kind == "Train"
    assert catalog.by_name("b").gvk.kind == "Car"
    with pytest.raises(NotFound, match='no definition is called "c"'):
        catalog.by_name("c")
    with pytest.raises(AmbiguousDefinition, match=r"for example\.com/v1 Car, example\.com/v1 Ship"):
        index(make("b", kind="Car"), make("b", kind="Ship")).by_name("b")


def test_the_index_is_what_the_files_give() -> None:
    committed = resources.files("workload_map.definition.catalog").joinpath(INDEX).read_text(encoding="utf-8")
    assert committed == generate.index(), "run: python -m workload_map.definition.catalog.generate"


def test_builtin_definitions_come_from_the_index_as_from_their_files() -> None:
    folder = resources.files("workload_map.definition.catalog")
    rows = msgspec.json.decode(folder.joinpath(INDEX).read_bytes(), type=list[IndexRow])
    catalog = CatalogIndex.builtin()
    assert len(catalog) == len(rows)
    for row in rows:
        by_name = {item.name: item for item in codec.load_definitions(folder.joinpath(row.file).read_bytes())}
        entry = catalog.find(row.group, row.version, row.kind)
        assert entry.definition == by_name[row.name]
        assert entry.source == f"catalog:{row.name}"
        assert catalog.by_name(row.name).gvk == entry.gvk


def test_builtin_kinds_do_not_collide() -> None:
    assert CatalogIndex.builtin().collisions == ()

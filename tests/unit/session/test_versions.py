# SPDX-License-Identifier: Apache-2.0
"""Which version of a kind is read, and with which definition."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.unit.definition.crds import TRAIN, crd, version
from tests.unit.definition.sample import sample
from workload_map import errors
from workload_map.definition import codec
from workload_map.definition.catalog import Entry
from workload_map.definition.model import Definition
from workload_map.session import versions
from workload_map.workload.catalog import Catalog


def make(name: str, version: str = "v1") -> Definition:
    value = sample()
    value["metadata"]["name"] = name
    value["spec"]["structureDefinition"]["rootComponent"]["kind"]["version"] = version
    definition, problems = codec.decode(value)
    assert definition is not None, problems
    return definition


def catalog(*definitions: Definition) -> Catalog:
    return Catalog.builtin().with_definitions(definitions, origin="cluster")


def entries(*definitions: Definition) -> tuple[Entry, ...]:
    return catalog(*definitions).index.of("example.com", "Train")


def without(*path: str) -> Any:
    """The schema of Train without one field."""
    schema = copy.deepcopy(TRAIN)
    inner = schema
    for step in path[:-1]:
        inner = inner["properties"][step]
    del inner["properties"][path[-1]]
    return schema


def chosen(choice: versions.Choice) -> tuple[str | None, str | None, str | None]:
    return (
        choice.entry.name if choice.entry else None,
        choice.version,
        choice.problem.code if choice.problem else None,
    )


def test_its_own_version() -> None:
    choice = versions.choose_version(entries(make("a")), ["v2", "v1"], None)
    assert chosen(choice) == ("a", "v1", None)
    assert not versions.needs_schema(entries(make("a")), ["v2", "v1"])


def test_the_preferred_version_of_several() -> None:
    both = entries(make("a", "v1"), make("b", "v2"))
    assert chosen(versions.choose_version(both, ["v2", "v1"], None)) == ("b", "v2", None)
    assert chosen(versions.choose_version(both, ["v3", "v1"], None)) == ("a", "v1", None)


def test_another_version_that_fits() -> None:
    served = crd(
        version("v1", served=False),
        version("v3", without("spec", "masters")),
        version("v2"),
    )
    mine = entries(make("a"))
    assert versions.needs_schema(mine, ["v3", "v2"])
    choice = versions.choose_version(mine, ["v3", "v2"], served)
    assert chosen(choice) == ("a", "v2", "definition.other-version")
    assert choice.problem is not None
    assert choice.problem.message == (
        "no definition describes Train in example.com/v2: a is used, which describes example.com/v1"
    )


def test_the_plan_says_the_same_once() -> None:
    both = catalog(make("a", "v1alpha1"), make("b", "v1alpha2"))
    mine = both.index.of("example.com", "Train")
    choice = versions.choose_version(mine, ["v1"], crd(version("v1")))
    assert chosen(choice) == ("a", "v1", "definition.other-version")
    with pytest.raises(errors.AmbiguousDefinition):
        both.plan_for("example.com", "v1", "Train")
    assert choice.entry is not None
    assert choice.version is not None
    using = both.with_versions([(choice.entry, choice.version)])
    plan = using.plan_for("example.com", "v1", "Train")
    assert (plan.name, plan.origin, plan.problems) == ("a", "cluster", (choice.problem,))
    # A definition of that version, added later, is the better one.
    exact = using.with_definitions([make("c", "v1")], source="c.yaml")
    assert exact.plan_for("example.com", "v1", "Train").name == "c"
    assert using.plan_for("example.com", "v1alpha2", "Train").name == "b"


def test_none_fits() -> None:
    choice = versions.choose_version(
        entries(make("a")), ["v2", "v3"], crd(version("v2", without("spec", "masters")))
    )
    assert chosen(choice) == (None, None, "definition.version-not-served")
    assert choice.problem is not None
    assert choice.problem.message == (
        "no definition can read Train of example.com: the cluster serves v2, v3; a, which describes v1, does not"
        ' fit v2 (1 path, first: Train .spec has no field "masters"; did you mean "master"?); a, which'
        " describes v1, may not fit v3 (its schema is not known)"
    )


def test_not_served_at_all() -> None:
    assert versions.choose_version(entries(make("a")), [], None) == versions.Choice()
    assert versions.choose_version([], ["v1"], None) == versions.Choice()
    assert not versions.needs_schema([], ["v1"])


def test_two_of_the_version() -> None:
    with pytest.raises(errors.AmbiguousDefinition, match=r'"a" \(cluster:a\) and "b" \(cluster:b\)'):
        versions.choose_version(entries(make("a"), make("b")), ["v1"], None)


def test_fits() -> None:
    assert versions.fits(make("a"), crd(version("v2")), "v2") == (True, "also fits v2")
    assert versions.fits(make("a"), None, "v2") == (False, "may not fit v2 (its schema is not known)")
    assert versions.fits(make("a"), {"kind": "ConfigMap"}, "v2") == (
        False,
        "no CustomResourceDefinition: kind ConfigMap",
    )


def test_kinds_of_kubernetes_have_a_schema() -> None:
    job = Catalog.builtin().index.of("batch", "Job")[0].definition
    assert versions.fits(job, None, "v1") == (True, "also fits v1")
    assert not versions.fits(job, None, "v2")[0]

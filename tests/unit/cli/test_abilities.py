# SPDX-License-Identifier: Apache-2.0
"""``wmap definitions -o wide`` and ``--abilities``."""

from __future__ import annotations

import json

import pytest

from tests.cli_runs import wmap
from workload_map.cli import abilities_text
from workload_map.definition.abilities import STATUSES
from workload_map.definition.catalog import CatalogIndex
from workload_map.session import abilities


def cells(name: str) -> dict[str, str]:
    (row,) = abilities.rows([CatalogIndex.builtin().by_name(name)])
    return dict(zip(abilities_text.HEADER, abilities_text.cells(row), strict=True))


def test_a_kind_with_one_role() -> None:
    found = cells("apps-deployment-v1")
    assert (found["ROLES"], found["REPLICAS"], found["SCALE"], found["TYPE"]) == (
        "deployment",
        "yes",
        "yes",
        "only",
    )
    assert (found["UNITS"], found["MIN"], found["MAX"], found["SUSPEND"], found["INSTANCE"]) == ("-",) * 5
    assert found["GANG"] == "alone"


def test_a_kind_with_several_roles_says_how_many_of_them() -> None:
    found = cells("ray-io-raycluster-v1")
    assert (found["ROLES"], found["SCALE"], found["UNITS"], found["MIN"]) == (
        "head,worker",
        "1 of 2",
        "replica",
        "1 of 2",
    )
    assert (found["TYPE"], found["INSTANCE"], found["GANG"], found["SUSPEND"]) == ("yes", "yes", "yes", "yes")


def test_a_number_that_is_never_known_is_none() -> None:
    assert cells("argoproj-io-workflow-v1alpha1")["REPLICAS"] == "-"


def test_many_roles_are_cut() -> None:
    assert cells("milvus-io-milvus-v1beta1")["ROLES"].endswith(" more")


def test_a_copy_is_inherited_from_the_grouping() -> None:
    assert cells("leaderworkerset-x-k8s-io-leaderworkerset-v1")["COPY"] == "yes"


def test_the_table_has_a_line_a_definition() -> None:
    lines = wmap("definitions", "-o", "wide").out.splitlines()
    assert lines[0].split() == list(abilities_text.HEADER)
    assert len(lines) == len(CatalogIndex.builtin()) + 1
    bare = wmap("definitions", "-o", "wide", "--no-headers").out.splitlines()
    assert [line.split() for line in bare] == [line.split() for line in lines[1:]]
    assert wmap("definitions", "--abilities").out.splitlines() == lines


def test_json_is_the_definition_but_with_abilities() -> None:
    name = "jobset-x-k8s-io-jobset-v1alpha2"
    assert json.loads(wmap("definitions", name, "-o", "json").out)["kind"] == "Karta"
    found = json.loads(wmap("definitions", name, "--abilities", "-o", "json").out)
    assert (found["kind"], found["origin"], found["suspend"]) == ("JobSet", "catalog", True)
    assert found["statuses"] == list(STATUSES)
    assert [(role["name"], role["units"], role["copies"]) for role in found["roles"]] == [
        ("replicatedjob", "job", ["replicatedjob"])
    ]


def test_expressions_run_on_abilities() -> None:
    expression = 'jq=[.items[] | select(.suspend | not) | .kind] | index("Deployment") != null'
    assert wmap("definitions", "--abilities", "-o", expression).out == "true\n"
    columns = "custom-columns=KIND:.kind,ROLES:[.roles[].name]"
    out = wmap("definitions", "core-pod-v1", "--abilities", "-o", columns).out
    assert out.splitlines() == ["KIND   ROLES", 'Pod    ["pod"]']


def test_names_are_those_of_the_definitions() -> None:
    assert wmap("definitions", "--abilities", "-o", "name").out == wmap("definitions", "-o", "name").out


@pytest.mark.parametrize("form", [["-o", "wide"], ["--abilities"]])
def test_portable_is_about_definitions(form: list[str]) -> None:
    result = wmap("definitions", "--portable", *form)
    assert result.code == 2
    assert "--portable is about definitions" in result.err


def test_a_definition_that_is_not_there() -> None:
    assert wmap("definitions", "nothing", "-o", "wide").code == 3

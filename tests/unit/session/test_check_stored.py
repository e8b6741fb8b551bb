# SPDX-License-Identifier: Apache-2.0
"""Which definitions of a cluster are wrong there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.definition.crds import crd, version
from tests.unit.session.test_stored import item
from workload_map import errors
from workload_map.definition import codec
from workload_map.definition.catalog import CatalogIndex
from workload_map.session.check import Checked
from workload_map.session.check_stored import check_stored
from workload_map.session.result import Result


def said(result: Result[Checked]) -> dict[str, list[tuple[str, str]]]:
    return {row.file: [(one.severity, one.code) for one in row.problems] for row in result.rows}


def test_all_is_well() -> None:
    result = check_stored([item()], [crd()])
    (row,) = result.rows
    assert (row.file, row.valid, row.kinds) == ("cluster:mine", True, ("mine (example.com/v1 Train)",))
    assert (row.problems, result.problems) == ((), [])


def test_every_fault_by_name() -> None:
    broken = item("broken")
    root = broken["spec"]["structureDefinition"]["rootComponent"]
    root["statusDefinition"]["phaseDefinition"]["path"] = ".status.fase"
    syntax, unknown, structural = item("c", "v7"), item("b", "v2"), item("a", "v3")
    syntax["spec"]["structureDefinition"]["childComponents"][0]["scaleDefinition"]["replicasPath"] = ".a | ("
    unknown["spec"]["colour"] = "red"
    structural["spec"]["structureDefinition"]["childComponents"] = 3
    found = check_stored(
        [syntax, broken, unknown, structural], [crd(version("v1"), version("v2", served=False))]
    )
    assert said(found) == {
        "cluster:a": [("error", "definition.type")],
        "cluster:b": [
            ("warning", "definition.unknown-field"),
            ("warning", "crd.not-served"),
            ("info", "crd.version"),
        ],
        "cluster:broken": [("error", "crd.no-field")],
        "cluster:c": [("error", "jq.syntax")],
    }
    assert {row.file: row.valid for row in found.rows} == {
        "cluster:a": False,
        "cluster:b": True,
        "cluster:broken": False,
        "cluster:c": False,
    }
    (problem,) = found.rows[2].problems
    assert problem.source == "cluster:broken"
    assert problem.expression == ".status.fase"
    assert problem.path == "/spec/structureDefinition/rootComponent/statusDefinition/phaseDefinition/path"


def test_a_version_that_is_not_there() -> None:
    assert said(check_stored([item(version="v9")], [crd()])) == {
        "cluster:mine": [("error", "crd.no-version")]
    }


def test_a_kind_that_is_not_installed() -> None:
    result = check_stored([item()], [])
    assert said(result) == {"cluster:mine": [("warning", "crd.none")]}
    (problem,) = result.rows[0].problems
    assert problem.message == "not checked: the cluster has no CRD of example.com/v1 Train"
    assert result.rows[0].valid


def test_kinds_of_kubernetes_need_no_crd() -> None:
    job = codec.encode(CatalogIndex.builtin().of("batch", "Job")[0].definition, portable=True)
    result = check_stored([job], [])
    assert [row.valid for row in result.rows] == [True]
    assert "crd.none" not in {problem.code for problem in result.rows[0].problems}


def test_two_that_claim_one_kind() -> None:
    result = check_stored([item("a"), item("b"), item("c", "v2")], [crd(version("v1"), version("v2"))])
    found = said(result)
    assert ("error", "definition.collision") in found["cluster:a"]
    assert ("error", "definition.collision") in found["cluster:b"]
    assert ("error", "definition.collision") not in found["cluster:c"]


def test_crds_that_may_not_be_read() -> None:
    result = check_stored([item()], errors.InputError("not allowed to list CRDs", code="api.forbidden"))
    assert said(result) == {"cluster:mine": [("warning", "crd.none")]}
    assert "is at hand" in result.rows[0].problems[0].message
    (problem,) = result.problems
    assert (problem.code, problem.severity) == ("crd.unread", "error")
    assert "not allowed to list CRDs" in problem.message


def test_a_crd_that_cannot_be_used() -> None:
    wrong: Any = crd()
    del wrong["spec"]["versions"]
    result = check_stored([item()], [wrong, crd()])
    assert said(result) == {"cluster:mine": []}
    assert [(one.code, one.severity) for one in result.problems] == [("crd.no-crd", "warning")]


def test_no_definitions() -> None:
    absent = errors.InputError("not found", code="api.absent")
    result = check_stored(absent, [])
    assert (result.rows, [(one.code, one.severity) for one in result.problems]) == (
        [],
        [("definitions.no-crd", "info")],
    )
    none = check_stored([], [])
    assert (none.rows, [problem.code for problem in none.problems]) == ([], ["definitions.none"])
    with pytest.raises(errors.InputError, match="down"):
        check_stored(errors.InputError("down", code="api.unreachable"), [])


def test_portable() -> None:
    result = check_stored([item()], [crd()], portable=True)
    assert said(result) == {"cluster:mine": [("warning", "definition.portable")]}

# SPDX-License-Identifier: Apache-2.0
"""The lines of a watched list; what goes with --watch and what does not."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.cli_runs import NOW, wmap
from tests.unit.session.world import Step, build, catalog
from workload_map.cli import watching
from workload_map.session.live import Change, Model
from workload_map.session.row_changes import RowChange
from workload_map.workload.viewmodel import WorkloadRow


def row(name: str = "js", variant: int = 1) -> WorkloadRow:
    model = Model(catalog())
    model.apply("ADDED", build(Step("ADDED", "js", 1, 0, 1, variant)))
    found = model.row("js#1", pods=True)
    assert found is not None
    return msgspec.structs.replace(found, name=name)


def change(name: str = "js", variant: int = 1, type: Change = "MODIFIED") -> RowChange:
    return RowChange(type, row(name, variant))


def test_later_lines_stand_below_the_first_ones() -> None:
    lines = watching.Lines("table")
    first = lines.first([row("a-long-name")], now=NOW).splitlines()
    short, longer = lines.more([change("b"), change("an-even-longer-name")], now=NOW).splitlines()
    assert first[0].index("NAMESPACE") == first[1].index("ns ") == short.index("ns ")
    # A cell that is too long moves its own line alone.
    assert longer.index("ns ") == first[0].index("NAMESPACE") + len("an-even-longer-name") - len(
        "a-long-name"
    )
    assert lines.more([change("b")], now=NOW).splitlines() == [short]


def test_the_first_row_of_an_empty_list_brings_the_header(capsys: pytest.CaptureFixture[str]) -> None:
    lines = watching.Lines("wide", nothing="Nothing.")
    assert lines.first([], now=NOW) == ""
    assert capsys.readouterr().err == "Nothing.\n"
    assert [line.split()[0] for line in lines.more([change()], now=NOW).splitlines()] == ["NAME", "js"]
    assert [line.split()[0] for line in lines.more([change()], now=NOW).splitlines()] == ["js"]


def test_without_headers() -> None:
    lines = watching.Lines("table", headers=False)
    assert lines.first([row()], now=NOW) == lines.more([change()], now=NOW)


def test_json_is_one_object_a_line() -> None:
    lines = watching.Lines("json")
    text = lines.first([row()], now=NOW) + lines.more([change(), change(type="DELETED")], now=NOW)
    events = [json.loads(line) for line in text.splitlines()]
    assert [event["type"] for event in events] == ["ADDED", "MODIFIED", "DELETED"]
    assert all(event["object"]["name"] == "js" for event in events)
    assert ": " not in text.splitlines()[0].partition('"problems"')[0]
    assert lines.first([], now=NOW) == ""


def test_names() -> None:
    lines = watching.Lines("name")
    assert lines.first([row()], now=NOW) == "jobset.jobset.x-k8s.io/js\n"
    assert lines.more([change(type="DELETED")], now=NOW) == "jobset.jobset.x-k8s.io/js\n"


@pytest.mark.parametrize(
    ("form", "same"), [("table", False), ("wide", False), ("json", False), ("name", True)]
)
def test_what_is_shown_of_a_row_decides_whether_it_is_another(form: str, same: bool) -> None:
    face = watching.Lines(form).face
    assert face(row()) == face(row())
    assert (face(row()) == face(row(variant=2))) is same
    # It grows by itself.
    older = msgspec.structs.replace(row(), created_at="2020-01-01T00:00:00Z")
    assert (face(row()) == face(older)) is (form != "json")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("-f examples", "--watch follows a cluster"),
        ("--from examples --all", "--watch follows a cluster"),
        ("--all --sum-by kind", "not for sums"),
        ("--all --strict", "--watch has no end"),
        ("--all -o yaml", "--watch has no -o yaml: give table, wide, json or name"),
        ("--all -o jq=.", "--watch has no -o jq"),
        ("--all -o custom-columns=NAME:.name", "--watch has no -o custom-columns"),
    ],
)
def test_what_does_not_go_with_it(args: str, said: str) -> None:
    run = wmap("get", "--watch", *args.split())
    assert (run.code, run.out) == (2, "")
    assert said in run.err

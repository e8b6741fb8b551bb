# SPDX-License-Identifier: Apache-2.0
"""``wmap test`` as a person and as a program see it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli_runs import ROOT, wmap
from tests.golden_files import check_golden

INPUT = "tests/golden/cli/input"

SCENES = {
    "test": f"test {INPUT}/cases.yaml",
    "test-broken": f"test {INPUT}/cases-broken.yaml",
    "test-coverage": "test docs/reference/cases/good.yaml --coverage",
    "test-options": "test docs/reference/cases/good.yaml --kill-score 90",
    "test-junit": f"test {INPUT}/cases.yaml -o junit",
}


@pytest.mark.parametrize("name", SCENES)
def test_scene(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = wmap(*shlex.split(SCENES[name])).text()
    check_golden(f"cli/{name}.txt", re.sub(r'time="[0-9.]+"', 'time="…"', text))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("docs/reference/cases/good.yaml", 0),
        ("docs/reference/cases/good.yaml --coverage", 0),
        ("docs/reference/cases/good.yaml --coverage --strict", 1),
        ("docs/reference/cases/good.yaml --mutate --kill-score 0", 0),
        ("docs/reference/cases/good.yaml --mutate --kill-score 99", 1),
        ("docs/reference/cases/good.yaml --update --coverage", 2),
        ("docs/reference/cases/first.yaml", 1),
        ("docs/reference/cases/broken.yaml", 2),
        ("docs/reference/cases/broken.yaml -o json", 2),
        ("nothing.yaml", 1),
        ("docs/reference/cases/good.yaml --differences docs/reference/cases/good.yaml", 2),
    ],
)
def test_exit_code(command: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert wmap("test", *command.split()).code == code


def test_results_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    document = json.loads(wmap("test", f"{INPUT}/cases.yaml", "-o", "json").out)
    assert [item["outcome"] for item in document["items"]] == [
        "passed",
        "failed",
        "skipped",
        "error",
        "error",
    ]
    assert document["items"][1]["differences"][0] == {
        "path": "/headline",
        "expected": "Suspended",
        "actual": "Suspending",
        "absent": False,
        "line": 16,
    }
    assert document["coverage"] is None
    xml = wmap("test", f"{INPUT}/cases.yaml", "-o", "junit").out
    assert ElementTree.fromstring(xml.encode())[0].get("tests") == "5"


def test_faults_that_no_case_notices_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = wmap("test", "docs/reference/cases/good.yaml", "--mutate").out.splitlines()
    assert re.fullmatch(r"faults in apps-replicaset-v1: \d+ of \d+ noticed \(\d+\.\d %\)", lines[3])
    where = "/spec/structureDefinition/rootComponent/specDefinition/podTemplateSpecPath"
    assert lines[4] == f"    not noticed: letter: .spec.template -> .spe.template: {where}"


def test_mutation_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run = wmap("test", "docs/reference/cases/good.yaml", "--mutate", "--time-limit", "0")
    assert "not tried for lack of time" in run.out


def test_cases_from_standard_input() -> None:
    text = "object: {apiVersion: batch/v1, kind: Job}\nexpect: {headline: Initializing}\n"
    run = wmap("test", "-", stdin=text)
    assert run.out == "ok      <stdin>:1: case 1\n1 case: 1 passed\n"


def test_a_definition_beside_the_cases(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(wmap("definitions", "batch-job-v1", "-o", "yaml").out)
    path = tmp_path / "cases.yaml"
    path.write_text(
        "object: {apiVersion: batch/v1, kind: Job}\ndefinition: own.yaml\nexpect: {headline: Initializing}\n"
    )
    assert wmap("test", str(path)).code == 0
    assert wmap("test", str(path), "--definitions", str(tmp_path / "own.yaml")).code == 0
    path.write_text(path.read_text().replace("own.yaml", "batch-job-v1"))
    assert wmap("test", str(path)).code == 0
    path.write_text(path.read_text().replace("batch-job-v1", "batch-job-v9"))
    assert 'no definition is called "batch-job-v9"' in wmap("test", str(path)).out


def test_update_writes_and_tells(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("object: {apiVersion: batch/v1, kind: Job}\nexpect: {headline: Running}\n")
    run = wmap("test", str(path), "--update")
    assert (run.code, run.out, run.err) == (0, "", f"{path}: 1 changed\n")
    assert path.read_text() == "object: {apiVersion: batch/v1, kind: Job}\nexpect: {headline: Initializing}\n"
    assert wmap("test", str(path), "--update").err == ""
    assert wmap("test", str(path)).code == 0
    path.write_text("cases: 1\n")
    run = wmap("test", str(path), "--update")
    assert (run.code, path.read_text()) == (2, "cases: 1\n")

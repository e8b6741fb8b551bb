# SPDX-License-Identifier: Apache-2.0
"""The cases of the catalog's definitions: they pass, they exercise every part, and they notice small faults.

Every fault is tried where ``CASES_EVERY_FAULT`` is set; by default one in so many, which takes a few seconds.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import pytest

import workload_map as wm
from tests.shared import SHARED
from workload_map.session.cases import Differences, Plans, casefiles
from workload_map.session.cases.coverage import coverage
from workload_map.session.cases.model import CaseFile
from workload_map.session.cases.mutation import kill_score
from workload_map.session.cases.report import Runner
from workload_map.session.cases.running import run_case
from workload_map.session.cases.text import difference_lines
from workload_map.workload.plan import Plan

HERE = Path(__file__).parent
FILES = sorted((HERE / "cases").glob("*.yaml"))

#: Out of a hundred faults, so many at least are noticed.
SCORE = 90
#: Without CASES_EVERY_FAULT one fault in so many is tried; so few of them give no percentage, so the bound is lower.
EVERY = 1 if os.environ.get("CASES_EVERY_FAULT") else 41


@lru_cache
def plans() -> Plans:
    return Plans(wm.Catalog.builtin())


def cases_of(path: Path) -> tuple[CaseFile, Plan]:
    (file,) = casefiles.load([str(path)], stdin=bytes)
    assert file.problems == ()
    found = {plans().find(case).name: plans().find(case) for case in file.cases}
    assert list(found) == [path.stem], "a file has the cases of the definition that it is named after"
    return file, found[path.stem]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases_pass(path: Path) -> None:
    file, _ = cases_of(path)
    failed = [
        "\n".join(
            [
                f"line {result.line}: {result.name}",
                *(line for d in result.differences for line in difference_lines(d)),
            ]
        )
        for case in file.cases
        if (result := run_case(case, plans(), Differences())).outcome != "passed"
    ]
    assert not failed, "\n" + "\n".join(failed)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases_exercise_every_part(path: Path) -> None:
    file, plan = cases_of(path)
    assert coverage(plan, file.cases).gaps == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases_notice_faults(path: Path) -> None:
    file, plan = cases_of(path)
    score = kill_score(plan, file.cases, every=EVERY)
    assert score.run > 0
    assert score.percent >= (SCORE if EVERY == 1 else SCORE - 25), score.survivors


def test_every_definition_has_cases() -> None:
    with_cases = {path.stem for path in FILES}
    assert {entry.name for entry in wm.Catalog.builtin().entries()} - with_cases == set()


@pytest.mark.skipif(SHARED is None, reason="no shared material: set WORKLOAD_MAP_SHARED")
def test_recordings() -> None:
    folders = [str(SHARED / name) for name in ("recordings", "recordings-live")] if SHARED else []
    runner = Runner(wm.Catalog.builtin(), folders, differences=[str(HERE / "differences.yaml")], stdin=bytes)
    report = runner.run()
    assert report.problems == ()
    wrong = [result for result in report.items if result.outcome != "passed"]
    assert wrong == []
    assert len(report.items) == 493

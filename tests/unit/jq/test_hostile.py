# SPDX-License-Identifier: Apache-2.0
"""No expression takes the process with it: each hostile one ends in under a second and 200 MB, with a JqError."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.jq.hostile import HOSTILE, OFTEN, Outcome, select

SECONDS = 1.0
BYTES = 200_000_000
# A stack overflow kills the interpreter, and memory is never given back: hence a process of its own.
_ROOT = Path(__file__).resolve().parents[3]


def _outcomes(mode: str, choice: str) -> dict[str, Outcome]:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.unit.jq.hostile", mode, choice],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    outcomes = [Outcome(*json.loads(line)) for line in ran.stdout.splitlines()]
    last = outcomes[-1].name if outcomes else "the start"
    assert ran.returncode == 0, f"died with {ran.returncode} after {last}: {ran.stderr[-500:]}"
    return {outcome.name: outcome for outcome in outcomes}


def test_there_are_enough_and_their_names_differ() -> None:
    assert len({hostile.name for hostile in HOSTILE}) == len(HOSTILE) >= 200
    assert len(OFTEN) >= 100


def _check(mode: str, choice: str) -> None:
    outcomes = _outcomes(mode, choice)
    bad = []
    for hostile in select(choice):
        outcome = outcomes[hostile.name]
        code = outcome.code or ""
        if code.startswith("crash") or not (hostile.may_end or code.startswith("jq.")):
            bad.append(f"{hostile.name}: {outcome.code}")
        if outcome.seconds >= SECONDS:
            bad.append(f"{hostile.name}: {outcome.seconds:.2f} s")
        if outcome.bytes >= BYTES:
            bad.append(f"{hostile.name}: {outcome.bytes / 1e6:.0f} MB")
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(("mode", "choice"), [("main", "often"), ("thread", "nested"), ("deep", "nested")])
def test_each_ends_with_an_error(mode: str, choice: str) -> None:
    _check(mode, choice)


@pytest.mark.bench
@pytest.mark.parametrize("mode", ["main", "thread", "deep"])
def test_all_end_with_an_error(mode: str) -> None:
    _check(mode, "all")

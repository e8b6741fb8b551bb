# SPDX-License-Identifier: Apache-2.0
"""No expression takes the process with it: each hostile one ends in under a second and 200 MB, with a JqError."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.jq.hostile import HOSTILE, Outcome

SECONDS = 1.0
BYTES = 200_000_000
# A stack overflow kills the interpreter, and memory is never given back: hence a process of its own.
_ROOT = Path(__file__).resolve().parents[3]


def _outcomes(mode: str, names: list[str]) -> dict[str, Outcome]:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.unit.jq.hostile", mode, *names],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    outcomes = [Outcome(*json.loads(line)) for line in ran.stdout.splitlines()]
    last = outcomes[-1].name if outcomes else "the start"
    assert ran.returncode == 0, f"died with {ran.returncode} after {last}: {ran.stderr[-500:]}"
    return {outcome.name: outcome for outcome in outcomes}


def test_there_are_enough_and_their_names_differ() -> None:
    assert len({hostile.name for hostile in HOSTILE}) == len(HOSTILE) >= 60


@pytest.mark.parametrize("mode", ["main", "thread", "deep"])
def test_each_ends_with_an_error(mode: str) -> None:
    wanted = [hostile for hostile in HOSTILE if mode == "main" or hostile.nested]
    outcomes = _outcomes(mode, [] if mode == "main" else [hostile.name for hostile in wanted])
    bad = []
    for hostile in wanted:
        outcome = outcomes[hostile.name]
        code = outcome.code or ""
        if code.startswith("crash") or not (hostile.may_end or code.startswith("jq.")):
            bad.append(f"{hostile.name}: {outcome.code}")
        if outcome.seconds >= SECONDS:
            bad.append(f"{hostile.name}: {outcome.seconds:.2f} s")
        if outcome.bytes >= BYTES:
            bad.append(f"{hostile.name}: {outcome.bytes / 1e6:.0f} MB")
    assert not bad, "\n".join(bad)

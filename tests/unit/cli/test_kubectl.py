# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from tests.cli_runs import ROOT
from workload_map.cli import app, kubectl


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("des",), ["describe\tShow workloads in full: roles, replicas, accelerators, pods.", ":4"]),
        (("get", "jobs"), ["jobset", ":4"]),
        (("get", "-f", "examples/live.yaml", "jobset", "t"), ["training", ":4"]),
        (("describe", "-f", "examples/live.yaml", "jobset/"), ["jobset/training", ":4"]),
        (("describe", "-f", "examples/live.yaml", "jobset/x"), [":4"]),
        (("describe", "-f", "nothing.yaml", "jobset/"), [":4"]),
        (("describe", "-f", "exam"), [":0"]),
        (("describe", "-o", "j"), ["json", ":4"]),
        (("definitions", "core"), ["core-pod-v1", ":4"]),
        (("completion", "z"), ["zsh", ":4"]),
        (("nonsense", ""), [":4"]),
    ],
)
def test_completions(
    words: tuple[str, ...],
    expected: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    assert kubectl.complete(app.wmap, words) == 0
    assert capsys.readouterr().out.splitlines() == expected


def test_nothing_typed_yet_offers_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    kubectl.complete(app.wmap, [])
    words = [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()]
    assert set(app.COMMANDS) <= set(words)

# SPDX-License-Identifier: Apache-2.0
"""What a shell is offered, on files; live tests have the cluster's side."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete

from tests.cli_runs import ROOT
from workload_map.cli import app


def offered(*words: str) -> list[str]:
    complete = ShellComplete(app.wmap, {}, "wmap", "_WMAP_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("KUBECONFIG", str(ROOT / "no-such-kubeconfig"))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("get", "jobs"), ["jobset"]),
        (("get", "-f", "examples/jobset.yaml", "jobset/"), ["jobset/training"]),
        (("describe", "--from", "examples/jobset.yaml", "jobset", "t"), ["training"]),
        (("get", "-f", "examples/jobset.yaml", "-n", "d"), ["default"]),
        (("get", "--phase", "Susp"), ["Suspended", "Suspending"]),
        (("scale", "-f", "examples/jobset.yaml", "workers"), ["workers="]),
        (("scale", "-f", "examples/raycluster.yaml", "raycluster/research", "e"), ["elastic="]),
        (("set", "image", "-f", "examples/jobset.yaml", "--role", ""), ["leader", "workers"]),
        (("set", "image", "jobset/x", "--role", ""), []),
        (("get", "jobset", ""), []),
        (("get", "-n", ""), []),
        (("get", "--context", ""), []),
        (("scale", "jobset/x", ""), []),
    ],
)
def test_words(words: tuple[str, ...], found: list[str]) -> None:
    assert offered(*words) == found

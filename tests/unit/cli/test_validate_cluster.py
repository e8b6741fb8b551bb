# SPDX-License-Identifier: Apache-2.0
"""``validate --cluster`` before any cluster is asked; tests/live has the rest."""

from __future__ import annotations

import pytest

from tests.cli_runs import wmap


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "which definitions? give FILE... or --cluster"),
        (("--cluster", "x.yaml"), "give no FILE, --crd or --sample"),
        (("--cluster", "--crd", "x.yaml"), "give no FILE, --crd or --sample"),
        (("--cluster", "--sample", "x.yaml"), "give no FILE, --crd or --sample"),
    ],
)
def test_what_is_to_be_checked(arguments: tuple[str, ...], words: str) -> None:
    run = wmap("validate", *arguments)
    assert (run.code, run.out) == (2, "")
    assert words in run.err


def test_no_cluster_to_ask() -> None:
    run = wmap("validate", "--cluster", "--kubeconfig", "/nowhere/config")
    assert (run.code, run.out) == (1, "")
    (line,) = run.err.splitlines()
    assert "/nowhere/config" in line

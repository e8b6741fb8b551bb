# SPDX-License-Identifier: Apache-2.0
"""Runs ``wmap`` inside the test process, at a fixed time, with its streams apart."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from workload_map.cli import app
from workload_map.cli.options import Face

__all__ = ["NOW", "ROOT", "Run", "wmap"]

#: 2026-10-01T12:00:00Z
NOW = 1790856000.0

ROOT = Path(__file__).resolve().parent.parent


class Run(NamedTuple):
    """What one run gave."""

    args: tuple[str, ...]
    code: int
    out: str
    err: str

    def text(self) -> str:
        """All of it as one text, for golden files."""
        parts = [f"$ wmap {shlex.join(self.args)}\n{self.out}"]
        if self.err:
            parts.append(f"--- stderr\n{self.err}")
        parts.append(f"--- exit {self.code}\n")
        return "".join(parts)


def wmap(*args: str, stdin: str | bytes | None = None) -> Run:
    """Run ``wmap`` with these arguments; a fault inside it fails the test with its traceback."""
    result = CliRunner().invoke(
        app.wmap, list(args), input=stdin, obj=Face(now=NOW, alone=False), prog_name="wmap"
    )
    assert "internal fault" not in result.stderr, result.stderr
    return Run(args, result.exit_code, result.stdout, result.stderr)

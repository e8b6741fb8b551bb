# SPDX-License-Identifier: Apache-2.0
"""``wmap validate``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from workload_map.cli import exits, options, printers

if TYPE_CHECKING:
    from workload_map.cli.output import Output
    from workload_map.session.check import Checked

__all__ = ["command"]

_HELP = """Check definitions: every finding with file, line and column.

FILE is a file, a folder or - for standard input. Exit code 1 with any error (with --strict: any warning too), 2 for
a file that cannot be read or is neither YAML nor JSON.

\b
Examples:
  wmap validate my-kind.yaml
  wmap validate definitions/ -o sarif > findings.sarif
  wmap definitions jobset-x-k8s-io-jobset-v1alpha2 -o yaml --portable | wmap validate --portable -
"""


@click.command("validate", help=_HELP, short_help="Check definitions.")
@click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--portable", is_flag=True, help="Check also what other readers of the format would refuse.")
@options.strict
@options.output("table", "json", "yaml", "sarif")
def command(paths: Sequence[str], portable: bool, strict: bool, output: Output) -> int:
    """Check every file."""
    from workload_map.session import check

    result, unreadable = check.check(paths, stdin=options.Face.current().stdin, portable=portable)
    if output.form == "sarif":
        printers.emit(printers.to_json(check.sarif(result)))
    else:
        text = output.document(result.listing())
        printers.emit(text if text is not None else "".join(map(_text, result.rows)))
    errors = sum(problem.severity == "error" for row in result.rows for problem in row.problems)
    others = sum(len(row.problems) for row in result.rows) - errors
    for problem in result.problems:
        if problem.severity == "info":
            printers.note(problem.message)
    for fault in unreadable:
        printers.error(f"{fault.filename}: {fault.strerror}")
    if errors or others:
        bad = sum(bool(row.problems) for row in result.rows)
        printers.note(
            f"{_count(errors, 'error')}, {_count(others, 'other finding')} in {_count(bad, 'file')}"
        )
    broken = [row.file for row in result.rows if not row.readable]
    for file in broken:
        printers.error(f"{file}: this is not YAML or JSON that can be read")
    if unreadable or broken:
        return exits.USAGE
    return exits.FAILURE if errors or (strict and others) else exits.OK


def _text(row: Checked) -> str:
    lines = [printers.safe(problem) for problem in row.problems]
    if row.valid:
        lines.append(printers.safe(f"OK: {row.file}: {', '.join(row.kinds)}"))
    return "".join(f"{line}\n" for line in lines)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

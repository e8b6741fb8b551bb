# SPDX-License-Identifier: Apache-2.0
"""``wmap validate``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from workload_map.cli import exits, options, printers

if TYPE_CHECKING:
    from workload_map.cli.output import Output
    from workload_map.definition.crdcheck import SchemaProblem
    from workload_map.session.check import Checked

__all__ = ["command"]

_HELP = """Check definitions: every finding with file, line and column.

FILE is a file, a folder or - for standard input. Exit code 1 with any error (with --strict: any warning too), 2 for
a file that cannot be read or is neither YAML nor JSON.

With --crd every path of the jq expressions is looked up in the schema of the kind, which Kubernetes' own kinds
have without any file: --crd of a folder with the CRDs of a cluster checks all definitions at once. With --sample an
object is read with the definition, and the paths that find nothing in it are listed.

\b
Examples:
  wmap validate my-kind.yaml
  wmap validate my-kind.yaml --crd my-crd.yaml --sample my-object.yaml
  wmap validate definitions/ -o sarif > findings.sarif
  wmap definitions jobset-x-k8s-io-jobset-v1alpha2 -o yaml --portable | wmap validate --portable -
"""


@click.command("validate", help=_HELP, short_help="Check definitions.")
@click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--portable", is_flag=True, help="Check also what other readers of the format would refuse.")
@click.option(
    "--crd",
    "crds",
    metavar="FILE",
    multiple=True,
    type=click.Path(allow_dash=True),
    help="File or folder with CRDs to check the expressions against; repeatable.",
)
@click.option(
    "--sample",
    "samples",
    metavar="FILE",
    multiple=True,
    type=click.Path(allow_dash=True),
    help="File or folder with objects to read with the definitions; repeatable.",
)
@click.option("--strict", is_flag=True, help="Exit 1 when there is any warning, too.")
@options.output("table", "json", "yaml", "sarif")
def command(
    paths: Sequence[str],
    portable: bool,
    crds: Sequence[str],
    samples: Sequence[str],
    strict: bool,
    output: Output,
) -> int:
    """Check every file."""
    from workload_map.session import check, schemas

    stdin = options.Face.current().stdin
    known, remarks = schemas.load_schemas(crds, stdin=stdin) if crds else (None, ())
    objects = schemas.load_samples(samples, stdin=stdin) if samples else None
    result, unreadable = check.check(paths, stdin=stdin, portable=portable, schemas=known, samples=objects)
    result.problems.extend(remarks)
    if output.form == "sarif":
        printers.emit(printers.to_json(check.sarif(result)))
    else:
        text = output.document(result.listing())
        printers.emit(text if text is not None else "".join(map(_text, result.rows)))
    errors = sum(problem.severity == "error" for row in result.rows for problem in row.problems)
    warnings = sum(problem.severity == "warning" for row in result.rows for problem in row.problems)
    others = sum(len(row.problems) for row in result.rows) - errors
    for problem in result.problems:
        if problem.severity == "info":
            printers.note(problem.message)
        elif problem.severity == "warning":
            printers.warn(f"{problem.source}: {problem.message}")
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
    return exits.FAILURE if errors or (strict and warnings) else exits.OK


def _text(row: Checked) -> str:
    lines = [line for problem in row.problems for line in _lines(problem)]
    if row.valid:
        lines.append(printers.safe(f"OK: {row.file}: {', '.join(row.kinds)}"))
    return "".join(f"{line}\n" for line in lines)


def _lines(problem: SchemaProblem) -> list[str]:
    """The problem, and below it the jq text with a caret where it is about a part of one."""
    drawn = problem.drawn()
    return [printers.safe(problem), *(f"    {line}" for line in (drawn.split("\n") if drawn else ()))]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

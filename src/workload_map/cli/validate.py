# SPDX-License-Identifier: Apache-2.0
"""``wmap validate``."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import connection, exits, options, printers

if TYPE_CHECKING:
    from workload_map.cli.output import Output
    from workload_map.definition.crdcheck import SchemaProblem
    from workload_map.session.check import Checked
    from workload_map.session.result import Result

__all__ = ["command"]

_HELP = """Check definitions: every finding with file, line and column.

FILE is a file, a folder or - for standard input. Exit code 1 with any error (with --strict: any warning too), 2 for
a file that cannot be read or is neither YAML nor JSON.

With --crd every path of the jq expressions is looked up in the schema of the kind, which Kubernetes' own kinds
have without any file: --crd of a folder with the CRDs of a cluster checks all definitions at once. With --sample an
object is read with the definition, and the paths that find nothing in it are listed.

With --cluster the definitions that a cluster stores are checked in place of files, each against the CRD that this
cluster serves for its kind.

\b
Examples:
  wmap validate my-kind.yaml
  wmap validate my-kind.yaml --crd my-crd.yaml --sample my-object.yaml
  wmap validate definitions/ -o sarif > findings.sarif
  wmap validate --cluster --context production
  wmap definitions jobset-x-k8s-io-jobset-v1alpha2 -o yaml --portable | wmap validate --portable -
"""


@click.command("validate", help=_HELP, short_help="Check definitions.")
@click.argument("paths", nargs=-1, metavar="[FILE...]", type=click.Path(allow_dash=True))
@click.option(
    "--cluster", "stored", is_flag=True, help="Check the definitions that the cluster stores, not files."
)
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
@functools.partial(connection.options, without=("--cluster",))
@options.output("table", "json", "yaml", "sarif")
def command(
    paths: Sequence[str],
    stored: bool,
    portable: bool,
    crds: Sequence[str],
    samples: Sequence[str],
    strict: bool,
    output: Output,
    **_connection: Any,
) -> int:
    """Check every file, or what the cluster stores."""
    from workload_map.session import check

    if stored and (paths or crds or samples):
        raise click.UsageError("--cluster has its own definitions and CRDs: give no FILE, --crd or --sample")
    if not stored and not paths:
        raise click.UsageError("which definitions? give FILE... or --cluster")
    unreadable: list[OSError] = []
    if stored:
        from workload_map.session import cluster_check

        result = cluster_check.check(options.reach(), portable=portable)
    else:
        result, unreadable = _files(paths, portable, crds, samples)
    if output.form == "sarif":
        printers.emit(printers.to_json(check.sarif(result)))
    else:
        text = output.document(result.listing())
        printers.emit(text if text is not None else "".join(map(_text, result.rows)))
    faults = [problem for problem in result.problems if problem.code == "crd.unread"]
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
    for problem in faults:
        printers.error(problem.message)
    if errors or others:
        bad = _count(sum(bool(row.problems) for row in result.rows), "definition" if stored else "file")
        printers.note(f"{_count(errors, 'error')}, {_count(others, 'other finding')} in {bad}")
    broken = [row.file for row in result.rows if not row.readable]
    for file in broken:
        printers.error(f"{file}: this is not YAML or JSON that can be read")
    if unreadable or broken:
        return exits.USAGE
    return exits.FAILURE if errors or faults or (strict and warnings) else exits.OK


def _files(
    paths: Sequence[str], portable: bool, crds: Sequence[str], samples: Sequence[str]
) -> tuple[Result[Checked], list[OSError]]:
    """The findings in files, and what could not be read at all."""
    from workload_map.session import check, schemas

    stdin = options.Face.current().stdin
    known, remarks = schemas.load_schemas(crds, stdin=stdin) if crds else (None, ())
    objects = schemas.load_samples(samples, stdin=stdin) if samples else None
    result, unreadable = check.check(paths, stdin=stdin, portable=portable, schemas=known, samples=objects)
    result.problems.extend(remarks)
    return result, unreadable


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

# SPDX-License-Identifier: Apache-2.0
"""``wmap test``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from workload_map.cli import exits, options, printers

if TYPE_CHECKING:
    from workload_map.cli.output import Output
    from workload_map.session.cases import CaseResult
    from workload_map.session.cases.report import Report, Runner

__all__ = ["command"]

_HELP = """Run cases for definitions: objects, and what a reading of them must say.

PATH is a file, a folder or - for standard input: cases (see docs/reference/cases.md), or recordings of real
controllers. A case names only what it checks. Exit code 1 when a case fails, 2 for a file that is no sound case file.

With --update what differs is written into the files, and where a case expects nothing yet, all that is read: look
at it before you keep it. With --coverage it is listed what of each definition no case exercises, with --mutate how
many small faults in a definition the cases notice.

\b
Examples:
  wmap test cases/
  wmap test cases/my-kind.yaml --definitions my-kind-v1.yaml --coverage
  wmap test cases/my-kind.yaml --mutate --kill-score 90
  wmap test cases/ -o junit > cases.xml
"""


@click.command("test", help=_HELP, short_help="Run cases for definitions.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True))
@options.definitions
@click.option(
    "--differences",
    "difference_paths",
    metavar="FILE",
    multiple=True,
    type=click.Path(allow_dash=True),
    help="File with the recorded states that are read otherwise, and why; repeatable.",
)
@click.option("--update", is_flag=True, help="Write what is read into the case files, for review.")
@click.option("--coverage", is_flag=True, help="List what of the definitions no case exercises.")
@click.option("--mutate", is_flag=True, help="Put small faults into the definitions and count those noticed.")
@click.option(
    "--kill-score",
    metavar="PERCENT",
    type=click.FloatRange(0, 100),
    help="With --mutate: exit 1 when fewer faults of a definition are noticed.",
)
@click.option(
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    default=300,
    show_default=True,
    help="With --mutate: try no further faults after this time.",
)
@options.strict
@options.output("table", "json", "yaml", "junit")
def command(
    paths: Sequence[str],
    definition_paths: Sequence[str],
    verbose: bool,
    difference_paths: Sequence[str],
    update: bool,
    coverage: bool,
    mutate: bool,
    kill_score: float | None,
    time_limit: float,
    strict: bool,
    output: Output,
) -> int:
    """Run every case."""
    from workload_map.cli import cases_text
    from workload_map.session.cases import report
    from workload_map.session.cases.junit import junit

    if kill_score is not None and not mutate:
        raise click.UsageError("--kill-score needs --mutate")
    if update and (coverage or mutate):
        raise click.UsageError("--update goes alone: look at what it writes first")
    catalog = options.load_catalog(definition_paths, verbose=verbose)
    runner = report.Runner(catalog, paths, differences=difference_paths, stdin=options.Face.current().stdin)
    if update:
        return _update(runner)

    def show(result: CaseResult) -> None:
        printers.emit(cases_text.result(result))

    shown = show if output.form == "table" else None
    found = runner.run(shown, coverage=coverage, mutate=mutate, time_limit=time_limit, progress=_progress())
    if output.form == "junit":
        printers.emit(junit(found.items, found.problems))
    elif output.form == "table":
        printers.emit(cases_text.report(found))
    else:
        printers.emit(output.document(found) or "")
    for problem in found.problems:
        _tell(problem.severity, str(problem) if problem.severity != "info" else problem.message)
    return _code(found, strict=strict, kill_score=kill_score)


def _update(runner: Runner) -> int:
    code = exits.OK
    for source, changes, fault in runner.update():
        if fault is not None:
            printers.error(fault)
            code = exits.USAGE
        elif changes:
            printers.note(f"{source}: {changes} changed")
    return code


def _tell(severity: str, text: str) -> None:
    {"error": printers.error, "warning": printers.warn, "info": printers.note}[severity](text)


def _code(found: Report, *, strict: bool, kill_score: float | None) -> int:
    if any(problem.severity == "error" for problem in found.problems):
        return exits.USAGE
    if any(result.outcome in ("failed", "error") for result in found.items):
        return exits.FAILURE
    if kill_score is not None and any(score.percent < kill_score for score in found.mutation or ()):
        return exits.FAILURE
    incomplete = any(item.gaps for item in found.coverage or ()) or any(found.problems)
    return exits.FAILURE if strict and incomplete else exits.OK


def _progress() -> Callable[[str, int], None] | None:
    """Tells on a terminal how far the faults are tried."""
    if not sys.stderr.isatty():
        return None

    def show(definition: str, number: int) -> None:
        text = f"{definition}: {number} faults tried" if number else ""
        sys.stderr.write(f"\r\x1b[K{printers.safe(text)}")
        sys.stderr.flush()

    return show

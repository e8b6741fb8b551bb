# SPDX-License-Identifier: Apache-2.0
"""``wmap get``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import options, printers, results

if TYPE_CHECKING:
    from workload_map.cli.output import Output
    from workload_map.session.totals import SumRow
    from workload_map.workload.viewmodel import WorkloadRow

__all__ = ["command"]

_HELP = """List workloads, one line each, newest first; or add them up with --sum-by.

Numbers of a workload that is suspended, completed or failed stand in parentheses: it asks for nothing now, and sums
leave it out. Bare pods and ReplicaSets are listed only when their type is named, or when there is nothing else.

\b
Examples:
  wmap get -f manifests/
  wmap get jobsets -f saved.yaml -o wide
  wmap get -f saved.yaml --sum-by queue
  wmap get -f saved.yaml --where '.resources.gpus > 8' -o name
  wmap get -f saved.yaml -o custom-columns=NAME:.name,GPUS:.resources.gpus
"""


@click.command("get", help=_HELP, short_help="List workloads, one line each, or add them up.")
@options.target
@options.files
@options.definitions
@options.namespace
@click.option("--where", metavar="JQ", help="Only rows for which this jq expression on the JSON row is true.")
@click.option(
    "--sum-by",
    type=click.Choice(["namespace", "queue", "node", "kind"]),
    help="Add up pods and accelerators, desired and ready.",
)
@options.strict
@options.headers
@options.output("table", "wide", "json", "yaml", "name")
def command(
    target: Sequence[str],
    filenames: Sequence[str],
    definition_paths: Sequence[str],
    verbose: bool,
    namespace: str | None,
    where: str | None,
    sum_by: Any,
    strict: bool,
    no_headers: bool,
    output: Output,
) -> int:
    """Read, select, list or add up."""
    from workload_map.cli.output import clock, compile_jq

    selection = options.parse_target(target, namespace)
    condition = None if where is None else compile_jq(where, "--where")
    if sum_by and output.form in ("name", "wide"):
        raise click.UsageError(f"-o {output.form} is a form of single workloads, not of sums")
    now = options.Face.current().now

    def make() -> results.Answer[Any]:
        from workload_map.session import list as listing

        roots, file_mode = options.load_roots(
            filenames, definition_paths, selection, verbose=verbose, places=False
        )
        if not sum_by:
            result = listing.rows(roots, selection, file_mode=file_mode)
            if condition is not None:
                result.rows = [row for row in result.rows if listing.holds(condition, row, clock=clock)]
            bare = selection.named and len(result.rows) == 1 and not result.failures
            return results.Answer(result, bare=bare)
        from workload_map.session import totals

        found = listing.with_roots(roots, selection, file_mode=file_mode)
        chosen = [
            (root, row)
            for root, row in found.rows
            if condition is None or listing.holds(condition, row, clock=clock)
        ]
        added = totals.sums(chosen, sum_by, problems=found.problems)
        added.failures = found.failures
        return results.Answer(added)

    def draw(rows: Sequence[Any]) -> str:
        if sum_by:
            return _sums(rows, sum_by, headers=not no_headers)
        return _table(rows, now=now, wide=output.form == "wide", headers=not no_headers)

    nothing = results.NOTHING if condition is None else "No workload fits."
    return results.show(make, output, draw=draw, strict=strict, headers=not no_headers, nothing=nothing)


def _table(rows: Sequence[WorkloadRow], *, now: float, wide: bool, headers: bool) -> str:
    from workload_map.cli import cells

    header = ["NAME", "NAMESPACE", "KIND", "PHASE", "PODS", "GPUS", "AGE"]
    lines = []
    for row in rows:
        partial = row.partial
        pods = cells.pods(row.replicas, at_least=partial.replicas if partial else None)
        gpus = cells.gpus(row.accelerators, row.resources.gpus, at_least=partial.gpus if partial else None)
        line = [
            row.name or "<none>",
            row.namespace or "<none>",
            row.kind,
            row.headline + (" (deleting)" if row.deleting else ""),
            pods if row.active else f"({pods})",
            gpus if row.active else f"({gpus})",
            cells.age(row.created_at, now),
        ]
        if wide:
            line += [row.definition, row.origin, row.reason or ""]
        lines.append(line)
    if wide:
        header += ["DEFINITION", "ORIGIN", "REASON"]
    return printers.table(header, lines, headers=headers, phase=3)


def _sums(rows: Sequence[SumRow], by: str, *, headers: bool) -> str:
    from workload_map.cli import cells

    lines = []
    for row in rows:
        if by == "node":
            desired = gpus_desired = "-"
        else:
            desired = cells.known(row.desired, row.desired_known)
            gpus_desired = cells.gpus(row.accelerators, row.gpus_desired, at_least=row.gpus_desired_known)
        lines.append(
            [
                row.key or "<none>",
                str(row.workloads),
                desired,
                cells.known(row.current, row.current_known),
                cells.known(row.ready, row.ready_known),
                gpus_desired,
                cells.known(row.gpus_current, row.gpus_current_known),
                cells.known(row.gpus_ready, row.gpus_ready_known),
            ]
        )
    header = [by.upper(), "WORKLOADS", "PODS", "CURRENT", "READY", "GPUS", "GPUS-HELD", "GPUS-READY"]
    return printers.table(header, lines, headers=headers)

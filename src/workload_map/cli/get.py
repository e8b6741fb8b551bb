# SPDX-License-Identifier: Apache-2.0
"""``wmap get``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import options, printers, results

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from workload_map.cli.output import Output
    from workload_map.session.totals import SumRow
    from workload_map.workload.viewmodel import WorkloadRow

__all__ = ["command"]

_HELP = """List workloads, one line each, newest first; or add them up with --sum-by.

Workloads are read from the cluster of the kubeconfig, or from files. Numbers of a workload that is suspended,
completed or failed stand in parentheses: it asks for nothing now, and sums leave it out. PODS are ready/desired,
and of a cluster "?" are ready unless --pods has them read. Bare pods and ReplicaSets are listed only when their type
is named, with --pods, or when there is nothing else.

\b
Examples:
  wmap get --all -A --pods
  wmap get jobsets -n team-a -l app=trainer --phase Running,Degraded
  wmap get --all --from must-gather/
  wmap get -f manifests/ -o wide
  wmap get -f saved.yaml --sum-by queue
  wmap get -f saved.yaml --where '.resources.gpus > 8' -o name
  wmap get -f saved.yaml -o custom-columns=NAME:.name,GPUS:.resources.gpus
"""


def _phases(ctx: click.Context, param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """The words of --phase, each one that a workload can show."""
    from typing import get_args

    from workload_map.workload.reading import Phase

    words = tuple(word for text in value for word in text.split(","))
    known = get_args(Phase)
    for word in words:
        if word not in known:
            raise click.BadParameter(f"{word!r} is not one of {', '.join(known)}", ctx, param)
    return words


def _complete_phase(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from typing import get_args

    from click.shell_completion import CompletionItem

    from workload_map.workload.reading import Phase

    return [CompletionItem(word) for word in get_args(Phase) if word.startswith(incomplete)]


@click.command("get", help=_HELP, short_help="List workloads, one line each, or add them up.")
@options.target
@click.option("--all", "--all-types", "every", is_flag=True, help="Workloads of every described type.")
@click.option("-l", "--selector", "labels", metavar="LABELS", help="Only workloads with these labels.")
@click.option("--field-selector", "fields", metavar="FIELDS", help="Only workloads with these fields.")
@click.option("--pods", is_flag=True, help="Read pods too: how many there are, and whether they are ready.")
@click.option(
    "--phase",
    "phases",
    metavar="PHASE",
    multiple=True,
    callback=_phases,
    shell_complete=_complete_phase,
    help="Only workloads that show this phase; repeatable, or joined by commas.",
)
@click.option(
    "--any-phase", is_flag=True, help="With --phase: of all phases that matched, not of the shown one."
)
@click.option("--sort-by", metavar="JQ", help="Sort by this jq expression on the JSON row.")
@click.option(
    "--chunk-size",
    type=click.IntRange(min=0),
    default=500,
    show_default=True,
    help="Objects a request; 0: all at once.",
)
@options.inputs()
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
    inputs: options.Inputs,
    every: bool,
    labels: str | None,
    fields: str | None,
    pods: bool,
    phases: Sequence[str],
    any_phase: bool,
    sort_by: str | None,
    chunk_size: int,
    where: str | None,
    sum_by: Any,
    strict: bool,
    no_headers: bool,
    output: Output,
) -> int:
    """Read, select, list or add up."""
    import msgspec

    from workload_map.cli.output import clock, compile_jq, limits

    selection = msgspec.structs.replace(
        options.parse_target(target, inputs, every=every),
        labels=labels,
        fields=fields,
        pods=pods,
        below=False,
    )
    if selection.named and (labels or fields):
        raise click.UsageError("a selector and a NAME are two ways to choose: give one")
    order = None if sort_by is None else compile_jq(sort_by, "--sort-by")
    if order is not None and sum_by:
        raise click.UsageError("--sort-by is for rows of workloads, not for sums")
    condition = None if where is None else compile_jq(where, "--where")
    if sum_by and output.form in ("name", "wide"):
        raise click.UsageError(f"-o {output.form} is a form of single workloads, not of sums")
    now = options.Face.current().now

    def make() -> results.Answer[Any]:
        from workload_map.session import list as listing

        roots, asked = options.load_roots(inputs, selection, places=False, chunk=chunk_size)

        def fits(row: WorkloadRow) -> bool:
            shown = row.phases if any_phase else (row.headline,)
            if phases and not (set(shown or ("Undefined",)) & set(phases)):
                return False
            return condition is None or listing.holds(condition, row, clock=clock)

        if not sum_by:
            result = listing.rows(roots, asked, by_namespace=inputs.all_namespaces)
            result.rows = list(filter(fits, result.rows))
            if order is not None:
                result.rows = listing.sorted_by(order, result.rows, clock=clock, limits=limits())
            bare = selection.named and len(result.rows) == 1 and not result.failures
            return results.Answer(result, bare=bare)
        from workload_map.session import totals

        found = listing.with_roots(roots, asked)
        chosen = [(root, row) for root, row in found.rows if fits(row)]
        added = totals.sums(chosen, sum_by, problems=found.problems)
        added.failures = found.failures
        return results.Answer(added)

    def draw(rows: Sequence[Any]) -> str:
        if sum_by:
            return _sums(rows, sum_by, headers=not no_headers)
        return _table(rows, now=now, wide=output.form == "wide", headers=not no_headers)

    nothing = "No workload fits." if condition is not None or phases or labels or fields else _nothing(inputs)
    return results.show(make, output, draw=draw, strict=strict, headers=not no_headers, nothing=nothing)


def _nothing(inputs: options.Inputs) -> str:
    if inputs.paths:
        return results.NOTHING
    if inputs.all_namespaces:
        return "No workloads found in any namespace."
    return (
        f"No workloads found in namespace {inputs.namespace}." if inputs.namespace else "No workloads found."
    )


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

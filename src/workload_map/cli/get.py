# SPDX-License-Identifier: Apache-2.0
"""``wmap get``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import get_text, options, results

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from workload_map.cli.output import Output
    from workload_map.workload.viewmodel import WorkloadRow

__all__ = ["command"]

_HELP = """List workloads, one line each, newest first; or add them up with --sum-by.

Workloads are read from the cluster of the kubeconfig, or from files. Numbers of a workload that is suspended,
completed or failed stand in parentheses: it asks for nothing now, and sums leave it out. PODS are ready/desired,
and of a cluster "?" are ready unless --pods has them read. Bare pods and ReplicaSets are listed only when their type
is named, with --pods, or when there is nothing else.

With --watch the list is followed by one line for each workload whose row has become another: the row as it is now,
and of one that is deleted, or fits no more, its last row once more. Ctrl-C ends it. With -o json each line is
{"type": "ADDED|MODIFIED|DELETED", "object": ROW}, the list itself too; -o name has a line for each that comes or goes.

\b
Examples:
  wmap get --all -A --pods
  wmap get jobsets --pods --watch
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
@click.option("-w", "--watch", "watched", is_flag=True, help="Go on, with a line for each row that changes.")
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
    watched: bool,
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
    if watched:
        _check_watch(inputs, output, sum_by=sum_by, strict=strict)
    now = options.Face.current().now

    def fits(row: WorkloadRow) -> bool:
        from workload_map.session import list as listing

        shown = row.phases if any_phase else (row.headline,)
        if phases and not (set(shown or ("Undefined",)) & set(phases)):
            return False
        return condition is None or listing.holds(condition, row, clock=clock)

    def arranged(rows: Sequence[WorkloadRow]) -> Sequence[WorkloadRow]:
        from workload_map.session import list as listing

        return rows if order is None else listing.sorted_by(order, rows, clock=clock, limits=limits())

    def make() -> results.Answer[Any]:
        from workload_map.session import list as listing

        roots, asked = options.load_roots(inputs, selection, places=False, chunk=chunk_size)

        if not sum_by:
            result = listing.rows(roots, asked, by_namespace=inputs.all_namespaces)
            result.rows = list(arranged(list(filter(fits, result.rows))))
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
            return get_text.sums(rows, sum_by, headers=not no_headers)
        return get_text.table(rows, now=now, wide=output.form == "wide", headers=not no_headers)

    nothing = "No workload fits." if condition is not None or phases or labels or fields else _nothing(inputs)
    if watched:
        from workload_map.cli import watching

        lines = watching.Lines(output.form, headers=not no_headers, nothing=nothing)
        return watching.watch(inputs, selection, lines, fits=fits, arranged=arranged, chunk=chunk_size)
    return results.show(make, output, draw=draw, strict=strict, headers=not no_headers, nothing=nothing)


def _check_watch(inputs: options.Inputs, output: Output, *, sum_by: Any, strict: bool) -> None:
    """What does not go with --watch is a usage error."""
    if inputs.paths:
        raise click.UsageError("--watch follows a cluster; saved files do not change")
    if sum_by:
        raise click.UsageError("--watch is for rows of workloads, not for sums")
    if strict:
        raise click.UsageError("--strict judges a whole list, and --watch has no end")
    if output.form not in ("table", "wide", "json", "name"):
        raise click.UsageError(f"--watch has no -o {output.form}: give table, wide, json or name")


def _nothing(inputs: options.Inputs) -> str:
    if inputs.paths:
        return results.NOTHING
    if inputs.all_namespaces:
        return "No workloads found in any namespace."
    return (
        f"No workloads found in namespace {inputs.namespace}." if inputs.namespace else "No workloads found."
    )

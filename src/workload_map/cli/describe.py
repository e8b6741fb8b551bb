# SPDX-License-Identifier: Apache-2.0
"""``wmap describe``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import options, results

if TYPE_CHECKING:
    from workload_map.cli.output import Output

__all__ = ["command"]

_HELP = """Show workloads in full: roles, replicas, accelerators, phase, pods.

Without TYPE, every workload of the input is shown. Pods of the input are placed in their roles, so the objects
of a cluster can be piped in.

\b
Examples:
  wmap describe -f jobset.yaml
  kubectl get jobsets,jobs,pods -o json | wmap describe -f -
  wmap describe jobset/training -f saved/ -o json
  wmap describe -f jobset.yaml -o jq=.resources.gpus
"""


@click.command(
    "describe", help=_HELP, short_help="Show workloads in full: roles, replicas, accelerators, pods."
)
@options.target
@options.inputs()
@click.option(
    "--pod-limit", type=click.IntRange(min=0), default=0, metavar="N", help="Pods shown a role; 0: all."
)
@click.option(
    "--component-limit",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Parts shown below one part; 0: all.",
)
@options.strict
@options.output("table", "json", "yaml", "name")
@click.pass_context
def command(
    ctx: click.Context,
    target: Sequence[str],
    inputs: options.Inputs,
    pod_limit: int,
    component_limit: int,
    strict: bool,
    output: Output,
) -> int:
    """Read, select, show."""
    import msgspec

    selection = options.parse_target(target, inputs, one=True)
    selection = msgspec.structs.replace(selection, events=True)
    now = options.Face.current().now

    def make() -> results.Answer[Any]:
        from workload_map.session import describe

        roots, chosen = options.load_roots(inputs, selection)
        # As text only a gang that lacks pods is told.
        result = describe.views(roots, chosen, gangs=output.form not in ("table", "name"))
        return results.Answer(result, bare=len(result.rows) == 1 and not result.failures)

    def draw(rows: Sequence[Any]) -> str:
        from workload_map.cli import describe_text

        return "\n".join(
            describe_text.workload(row, now=now, pods=pod_limit, parts=component_limit) for row in rows
        )

    return results.show(make, output, draw=draw, strict=strict, problems_drawn=True)

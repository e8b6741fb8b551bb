# SPDX-License-Identifier: Apache-2.0
"""``wmap explain``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

from workload_map.cli import options, results

if TYPE_CHECKING:
    from workload_map.cli.output import Output

__all__ = ["command"]

_HELP = """Say why a workload is in its phase, and where its roles' replicas and templates came from.

With "pod NAME": the owners that were climbed from that pod, the selectors that were tried on it, and the role that
took it.

\b
Examples:
  wmap explain -f jobset.yaml
  wmap explain jobset/training -f saved.yaml
  wmap explain pod training-workers-0-0-x7k2p -f saved.yaml
"""


@click.command("explain", help=_HELP, short_help="Say why a workload is in its phase, or a pod in its role.")
@options.target
@options.inputs()
@options.strict
@options.output("table", "json", "yaml")
def command(
    target: Sequence[str],
    inputs: options.Inputs,
    strict: bool,
    output: Output,
) -> int:
    """Read, select, explain."""
    selection = options.parse_target(target, inputs, one=True)
    of_pod = selection.named and (selection.type or "").lower() in ("pod", "pods", "po")

    if of_pod:
        selection = msgspec.structs.replace(selection, above=True, below=False)

    def make() -> results.Answer[Any]:
        from workload_map.session import explain

        roots, chosen = options.load_roots(inputs, selection)
        if of_pod:
            assert selection.name is not None
            return results.Answer(explain.pod(roots, selection.name, chosen.namespace), bare=True)
        result = explain.workloads(roots, chosen)
        return results.Answer(result, bare=len(result.rows) == 1 and not result.failures)

    def draw(rows: Sequence[Any]) -> str:
        from workload_map.cli import explain_text

        return "\n".join(map(explain_text.pod if of_pod else explain_text.workload, rows))

    return results.show(make, output, draw=draw, strict=strict, problems_drawn=True)

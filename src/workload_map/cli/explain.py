# SPDX-License-Identifier: Apache-2.0
"""``wmap explain``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

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
@options.files
@options.definitions
@options.namespace
@options.strict
@options.output("table", "json", "yaml")
def command(
    target: Sequence[str],
    filenames: Sequence[str],
    definition_paths: Sequence[str],
    verbose: bool,
    namespace: str | None,
    strict: bool,
    output: Output,
) -> int:
    """Read, select, explain."""
    selection = options.parse_target(target, namespace)
    of_pod = selection.named and (selection.type or "").lower() in ("pod", "pods", "po")

    def make() -> results.Answer[Any]:
        from workload_map.session import explain

        roots, _ = options.load_roots(filenames, definition_paths, selection, verbose=verbose)
        if of_pod:
            assert selection.name is not None
            return results.Answer(explain.pod(roots, selection.name, namespace), bare=True)
        result = explain.workloads(roots, selection)
        return results.Answer(result, bare=len(result.rows) == 1 and not result.failures)

    def draw(rows: Sequence[Any]) -> str:
        from workload_map.cli import explain_text

        return "\n".join(map(explain_text.pod if of_pod else explain_text.workload, rows))

    return results.show(make, output, draw=draw, strict=strict, problems_drawn=True)

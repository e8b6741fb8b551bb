# SPDX-License-Identifier: Apache-2.0
"""``wmap scale``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import completing, edits

if TYPE_CHECKING:
    from workload_map.workload.edit import Edit

__all__ = ["command"]

_HELP = """Set how much of a role a workload of the cluster, or of a file, wants.

N counts what a person scales: the jobs of a JobSet's role, the groups of a LeaderWorkerSet, the replicas of a Ray
worker group, else pods. What that means in pods is said on stderr. In a cluster the change is made only to the
version of the object that was read. Of a file the changed manifest goes to stdout; the file is written only with
--in-place.

\b
Examples:
  wmap scale raycluster research workers=4
  wmap scale raycluster/research workers=4 --wait
  wmap scale raycluster/research workers=4 --dry-run=server -o yaml
  wmap scale workers=4 -f jobset.yaml --diff
  wmap scale workers=4 -f all.yaml jobset/training --in-place
"""


@click.command("scale", help=_HELP, short_help="Set how much of a role a workload wants.")
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar=f"{edits.TARGET} ROLE=N...",
    shell_complete=completing.target_and_roles,
)
@edits.with_options
def command(words: Sequence[str], **given: Any) -> int:
    """Scale the roles of the one workload."""
    target, rest = edits.split_target(words)
    numbers: list[tuple[str, int]] = []
    for word in rest:
        role, equals, number = word.rpartition("=")
        if not equals or not role or not number.isascii() or not number.isdecimal():
            raise click.UsageError(f"{word!r} is not ROLE=N with a whole number N")
        if len(number) > 9:
            raise click.UsageError(f"{word!r}: no role has so many")
        numbers.append((role, int(number)))
    if not numbers:
        raise click.UsageError("give ROLE=N at least once")

    def make(edit: Edit) -> Edit:
        for role, number in numbers:
            edit = edit.scale(role, number)
        return edit

    return edits.change("scale", make, target, **given)

# SPDX-License-Identifier: Apache-2.0
"""``wmap suspend``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from workload_map.cli import edits, options

__all__ = ["command"]

_HELP = """Suspend a workload of the cluster, or of a file.

The switch that suspends it is set, as its definition names it; doing it twice changes nothing more. In a cluster the
change is made only to the version of the object that was read: where somebody else changed it meanwhile nothing is
written. Of a file the changed manifest goes to stdout; the file is written only with --in-place.

\b
Examples:
  wmap suspend jobset training
  wmap suspend jobset/training --wait --timeout 2m
  wmap suspend jobset training --diff
  wmap suspend -f all.yaml jobset/training --in-place
  wmap suspend -f jobset.yaml | kubectl apply -f -
"""


@click.command("suspend", help=_HELP, short_help="Suspend a workload.")
@options.target
@edits.with_options
def command(target: Sequence[str], **given: Any) -> int:
    """Suspend the one workload."""
    return edits.change("suspend", lambda edit: edit.suspend(), target, **given)

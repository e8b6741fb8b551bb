# SPDX-License-Identifier: Apache-2.0
"""``wmap schema``."""

from __future__ import annotations

import click

from workload_map.cli import printers

__all__ = ["command"]

_HELP = """Print the JSON Schema of a command's JSON output. Keys are only ever added to it.

Of definitions it is that of --abilities: the definitions themselves are objects of the format, whose schema is its CRD.

\b
Examples:
  wmap schema describe > workload.schema.json
"""


@click.command("schema", help=_HELP, short_help="Print the JSON Schema of a command's JSON output.")
@click.argument(
    "name",
    metavar="COMMAND",
    type=click.Choice(["describe", "get", "explain", "gangs", "validate", "test", "definitions"]),
)
def command(name: str) -> None:
    """The schema of one command."""
    from workload_map.session import schema

    printers.emit(printers.to_json(schema.schema(name)))

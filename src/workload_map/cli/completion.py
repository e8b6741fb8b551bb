# SPDX-License-Identifier: Apache-2.0
"""``wmap completion``."""

from __future__ import annotations

import click

from workload_map.cli import printers

__all__ = ["command"]

_HELP = """Print the script that completes wmap in a shell.

\b
Examples:
  source <(wmap completion bash)
  wmap completion zsh > "${fpath[1]}/_wmap"
  wmap completion fish > ~/.config/fish/completions/wmap.fish
"""


@click.command("completion", help=_HELP, short_help="Print the script that completes wmap in a shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """The script of one shell."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    script = found(ctx.find_root().command, {}, "wmap", "_WMAP_COMPLETE")
    # Not `source()`: of bash it first runs the bash of this machine to ask for its version.
    printers.emit(script.source_template % script.source_vars())

# SPDX-License-Identifier: Apache-2.0
"""The ``wmap`` command: finds each subcommand's module only when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import click

from workload_map._version import __version__
from workload_map.cli import exits

__all__ = ["COMMANDS", "run", "wmap"]

#: Command: (module, one line of help). The line is here too so that ``wmap --help`` imports no command.
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "get": ("get", "List workloads, one line each, or add them up."),
    "describe": ("describe", "Show workloads in full: roles, replicas, accelerators, pods."),
    "explain": ("explain", "Say why a workload is in its phase, or a pod in its role."),
    "gangs": ("gangs", "Show which pods must start together, and that in a scheduler's terms."),
    "definitions": ("definitions", "List or print the definitions in use."),
    "validate": ("validate", "Check definitions."),
    "test": ("test", "Run cases for definitions."),
    "schema": ("schema", "Print the JSON Schema of a command's JSON output."),
    "suspend": ("suspend", "Suspend a workload."),
    "resume": ("resume", "Resume a workload."),
    "scale": ("scale", "Set how much of a role a workload wants."),
    "set": ("set", "Set labels, image, resources and more on roles."),
    "completion": ("completion", "Print the script that completes wmap in a shell."),
}

#: Other packages add commands under this entry-point group.
GROUP: Final = "workload_map.commands"


class Commands(click.Group):
    """A group whose commands come from `COMMANDS` and from the entry-point group, each loaded when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Built-in commands in the order of the table, then the others by name."""
        return [*COMMANDS, *sorted(set(_extra()) - set(COMMANDS))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; None where there is none."""
        if cmd_name in COMMANDS:
            module = import_module(f"workload_map.cli.{COMMANDS[cmd_name][0]}")
            command = module.command
            assert isinstance(command, click.Command)
            return command
        found = _extra().get(cmd_name)
        if found is None:
            return None
        try:
            command = found.load()
        except Exception as error:
            raise click.ClickException(f"the command {cmd_name!r} could not be loaded: {error}") from error
        if not isinstance(command, click.Command):
            raise click.ClickException(f"{found.value} is not a command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, with a guess at what an unknown command was meant to be."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            close = get_close_matches(name, self.list_commands(ctx), n=2)
            hint = f" Did you mean {' or '.join(close)}?" if close else ""
            raise click.UsageError(f'unknown command "{name}".{hint}', ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing the built-in ones."""
        rows = []
        for name in self.list_commands(ctx):
            if name in COMMANDS:
                rows.append((name, COMMANDS[name][1]))
            else:
                try:
                    command = self.get_command(ctx, name)
                    rows.append((name, command.get_short_help_str(70) if command else ""))
                except click.ClickException as error:
                    # One broken package must not take the help of all the others away.
                    rows.append((name, error.message))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Instead of click's, which has exit codes and words of its own for a closed pipe and an interrupt: every
        error ends in `exits.report`, and the result is an exit code."""
        for stream in (sys.stdout, sys.stderr):
            # An object may hold what the terminal's encoding has not: show it escaped rather than fail.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")
        try:
            code = self._run(list(sys.argv[1:] if args is None else args), prog_name or "wmap", extra)
            sys.stdout.flush()
        except BaseException as error:
            code = exits.report(error)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, args: list[str], name: str, extra: dict[str, Any]) -> int:
        variable = f"_{name.upper().replace('-', '_')}_COMPLETE"
        if variable in os.environ:
            from click.shell_completion import shell_complete

            return shell_complete(self, extra, name, variable, os.environ[variable])
        try:
            with self.make_context(name, args, **extra) as ctx:
                result = self.invoke(ctx)
        except click.exceptions.Exit as end:
            return end.exit_code
        return result if isinstance(result, int) else exits.OK


def _extra() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


_HELP = """Read and change any described Kubernetes AI workload: roles, replicas, GPUs, phase.

\b
Examples:
  wmap get --all -A --pods
  wmap describe jobset training
  wmap get -f manifests/ --sum-by queue
  kubectl get jobsets,jobs,pods -o json | wmap describe -f -
  wmap set image -f jobset.yaml --role workers main=trainer:2 --diff
"""


@click.group(
    cls=Commands,
    help=_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(__version__, message="%(version)s")
@click.pass_context
def wmap(ctx: click.Context) -> None:
    """Without a command: the help."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(args: Sequence[str]) -> int:
    """Run ``wmap`` with these arguments; the exit code."""
    if sys.stdout is None:
        # A shell's ``>&-``: Python has no stream there at all.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - stays until the process ends
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - stays until the process ends
    code = wmap.main(list(args), prog_name="wmap", standalone_mode=False)
    assert isinstance(code, int)
    return code

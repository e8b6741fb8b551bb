# SPDX-License-Identifier: Apache-2.0
"""Options that commands share, and the one place that chooses where objects come from."""

from __future__ import annotations

import errno
import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workload_map.cli import printers
from workload_map.cli.output import OutputType

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from workload_map.session.kinds import Selection
    from workload_map.session.roots import Roots
    from workload_map.session.source import Source
    from workload_map.workload.catalog import Catalog

__all__ = [
    "Face",
    "definitions",
    "files",
    "headers",
    "load_catalog",
    "load_roots",
    "namespace",
    "output",
    "parse_target",
    "strict",
    "target",
]

F = TypeVar("F", bound=Callable[..., Any])


class Face:
    """What a command takes from the process around it: its input and the time. Tests give their own."""

    def __init__(self, *, now: float | None = None, alone: bool = True) -> None:
        self._now = now
        self.alone = alone
        """Whether the process runs this one command and then ends."""

    @property
    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time() if self._now is None else self._now

    def stdin(self) -> bytes:
        """All of standard input."""
        if sys.stdin is None:
            # A shell's ``<&-``: Python has no stream there at all.
            raise OSError(errno.EBADF, "standard input is closed", "-")
        return sys.stdin.buffer.read()

    @staticmethod
    def current() -> Face:
        """The face of the running command."""
        return click.get_current_context().ensure_object(Face)


# --- options ----------------------------------------------------------------------------------------------


def files(command: F) -> F:
    """``-f FILE``, repeatable."""
    return click.option(
        "-f",
        "--filename",
        "filenames",
        metavar="FILE",
        multiple=True,
        type=click.Path(allow_dash=True),
        help="File, folder or - (standard input) to read objects from; repeatable.",
    )(command)


def definitions(command: F) -> F:
    """``--definitions PATH`` and ``-v``."""
    command = click.option(
        "-v", "--verbose", is_flag=True, help="Say which definitions replace a built-in one."
    )(command)
    return click.option(
        "--definitions",
        "definition_paths",
        metavar="PATH",
        multiple=True,
        type=click.Path(allow_dash=True),
        help="File or folder of definitions to use beside the built-in ones; repeatable.",
    )(command)


def namespace(command: F) -> F:
    """``-n NAMESPACE``."""
    return click.option("-n", "--namespace", metavar="NAMESPACE", help="Only objects of this namespace.")(
        command
    )


def strict(command: F) -> F:
    """``--strict``."""
    return click.option("--strict", is_flag=True, help="Exit 1 when any problem is an error.")(command)


def headers(command: F) -> F:
    """``--no-headers``."""
    return click.option("--no-headers", is_flag=True, help="Tables without their first line.")(command)


def output(*words: str, default: str = "table", expressions: bool = True) -> Callable[[F], F]:
    """``-o``, with these words."""
    return click.option(
        "-o",
        "--output",
        type=OutputType(words, expressions=expressions),
        default=default,
        show_default=True,
        help="Form of the output.",
    )


def target(command: F) -> F:
    """``[TYPE[/NAME]] [NAME]`` as arguments."""
    return click.argument(
        "target", nargs=-1, metavar="[TYPE[/NAME]] [NAME]", shell_complete=_complete_target
    )(command)


# --- what they mean ---------------------------------------------------------------------------------------


def parse_target(words: Sequence[str], namespace: str | None = None) -> Selection:
    """TYPE, TYPE/NAME or TYPE NAME as a selection; anything else is a usage error that says what is wrong."""
    from workload_map.session.kinds import Selection

    forms = "give TYPE, TYPE/NAME or TYPE NAME"
    if len(words) > 2:
        raise click.UsageError(f"too many arguments: {forms}")
    if not words:
        return Selection(namespace=namespace)
    kind, slash, name = words[0].partition("/")
    if not kind:
        raise click.UsageError(f"{words[0]!r} has no TYPE: {forms}")
    if slash and not name:
        raise click.UsageError(f"{words[0]!r} has no NAME: {forms}")
    if len(words) == 2:
        if slash:
            raise click.UsageError(f"NAME is given twice: {forms}")
        name = words[1]
        if not name:
            raise click.UsageError(f"NAME is empty: {forms}")
    if "/" in name:
        raise click.UsageError(f"{name!r} is not a name: {forms}")
    return Selection(type=kind, name=name or None, namespace=namespace)


def choose_source(filenames: Sequence[str]) -> Source:
    """Where objects come from."""
    if not filenames:
        raise click.UsageError("nothing to read: give a file or a folder with -f, or -f - for standard input")
    from workload_map.session.files import FilesSource

    return FilesSource(filenames, stdin=Face.current().stdin)


def load_catalog(definition_paths: Sequence[str], *, verbose: bool = False) -> Catalog:
    """The definitions in use; with `verbose`, which built-in ones were replaced is said on stderr."""
    from workload_map.session import definitions

    catalog = definitions.catalog(definition_paths, stdin=Face.current().stdin)
    if verbose:
        for replaced in catalog.replaced:
            printers.note(f"note: {replaced}")
    return catalog


def load_roots(
    filenames: Sequence[str],
    definition_paths: Sequence[str],
    selection: Selection,
    *,
    verbose: bool = False,
    places: bool = True,
) -> tuple[Roots, bool]:
    """The workloads of the input, and whether it is a saved one rather than a cluster. `places` as of
    `Source.gather`."""
    from workload_map.session.roots import Roots

    if [*filenames, *definition_paths].count("-") > 1:
        raise click.UsageError("standard input can be read once: give - once")
    source = choose_source(filenames)
    catalog = load_catalog(definition_paths, verbose=verbose)
    if Face.current().alone:
        # The input stays until the process ends: searching it for garbage, again and again while it grows, is a
        # good part of the time that a large one takes.
        gc.disable()
        gathered = source.gather(selection, places=places)
        gc.freeze()
        gc.enable()
    else:
        gathered = source.gather(selection, places=places)
    return Roots(gathered, catalog), gathered.file_mode


# --- completion -------------------------------------------------------------------------------------------


def _complete_target(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Types, then names of the input: nothing at all where anything is wrong."""
    from click.shell_completion import CompletionItem

    try:
        given = [str(word) for word in ctx.params.get(param.name or "") or ()]
        return [CompletionItem(word) for word in sorted(_words(ctx, given, incomplete)) if word]
    except Exception:
        # A shell in the middle of a line is no place for messages.
        return []


def _words(ctx: click.Context, given: Sequence[str], incomplete: str) -> set[str]:
    from workload_map.session import definitions, kinds
    from workload_map.session.files import FilesSource
    from workload_map.session.kinds import Selection

    paths = ctx.params.get("definition_paths") or ()
    catalog = definitions.catalog([path for path in paths if path != "-"], stdin=bytes)
    pairs = catalog.kinds()
    typed = given[0] if given else incomplete.partition("/")[0] if "/" in incomplete else None
    if typed is None:
        return {kind.lower() for _, kind in pairs if kind.lower().startswith(incomplete.lower())}
    names = [path for path in ctx.params.get("filenames") or () if path != "-" and os.path.exists(path)]
    items = FilesSource(names, stdin=bytes).gather(Selection()).items
    present = {kinds.group_kind(item.object) for item in items}
    pair = kinds.resolve(typed, pairs, present=present)
    found = {kinds.name_of(item.object) or "" for item in items if kinds.group_kind(item.object) == pair}
    return {
        name if given else f"{typed}/{name}"
        for name in found
        if (name if given else f"{typed}/{name}").startswith(incomplete)
    }

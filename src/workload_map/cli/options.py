# SPDX-License-Identifier: Apache-2.0
"""Options that commands share, and the one place that chooses where objects come from."""

from __future__ import annotations

import errno
import functools
import gc
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from workload_map.cli import completing, connection, printers
from workload_map.cli.output import OutputType

if TYPE_CHECKING:
    from workload_map.session.cluster import Reach
    from workload_map.session.follow_rows import Outlet
    from workload_map.session.kinds import Selection
    from workload_map.session.roots import Roots
    from workload_map.session.stored import Order
    from workload_map.workload.catalog import Catalog

__all__ = [
    "ORDERS",
    "Face",
    "Inputs",
    "definitions",
    "follow",
    "given_connection",
    "headers",
    "inputs",
    "load_catalog",
    "load_roots",
    "output",
    "parse_target",
    "reach",
    "strict",
    "target",
]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


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


#: What --definitions-from takes: where a definition is looked for, the first that has one first.
ORDERS: Final[tuple[Order, ...]] = ("cluster,catalog", "catalog,cluster", "catalog")


class Inputs(NamedTuple):
    """Where a command's objects and definitions come from, as the command line says."""

    filenames: tuple[str, ...] = ()
    """-f: files of which every workload is meant."""
    saved: tuple[str, ...] = ()
    """--from: files in place of a cluster."""
    definition_paths: tuple[str, ...] = ()
    order: Order = "cluster,catalog"
    verbose: bool = False
    namespace: str | None = None
    all_namespaces: bool = False
    connection: Mapping[str, Any] = {}
    """Of `connection.NAMES` those that were given."""

    @property
    def paths(self) -> tuple[str, ...]:
        """Files, folders and - in place of a cluster; empty where a cluster is meant."""
        return self.filenames or self.saved


# --- options ----------------------------------------------------------------------------------------------


def inputs(*, connection_without: tuple[str, ...] = ()) -> Callable[[F], F]:
    """``-f``, ``--from``, ``--definitions``, ``-n``, ``-A`` and kubectl's options for a cluster, given to the
    command as one `Inputs` named ``inputs``."""

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def with_inputs(**given: Any) -> Any:
            found = {name: given.pop(name) for name in connection.NAMES if name in given}
            made = Inputs(
                filenames=given.pop("filenames"),
                saved=given.pop("saved"),
                definition_paths=given.pop("definition_paths"),
                order=given.pop("order"),
                verbose=given.pop("verbose"),
                namespace=given.pop("namespace"),
                all_namespaces=given.pop("all_namespaces"),
                connection={name: value for name, value in found.items() if value not in (None, ())},
            )
            if made.filenames and made.saved:
                raise click.UsageError("-f and --from are two ways to name the input: give one")
            if made.namespace is not None and made.all_namespaces:
                raise click.UsageError("-n and -A contradict each other: give one")
            return command(inputs=made, **given)

        wrapped: Any = with_inputs
        for option in (
            functools.partial(connection.options, without=connection_without),
            click.option(
                "-A", "--all-namespaces", is_flag=True, help="Objects of every namespace of the cluster."
            ),
            click.option(
                "-n",
                "--namespace",
                metavar="NAMESPACE",
                shell_complete=completing.namespaces,
                help="Only objects of this namespace.",
            ),
            definitions,
            click.option(
                "--definitions-from",
                "order",
                type=click.Choice(ORDERS),
                default=ORDERS[0],
                show_default=True,
                help="Whose definition is used: the cluster's or the built-in one.",
            ),
            click.option(
                "--from",
                "saved",
                metavar="FILE",
                multiple=True,
                type=click.Path(allow_dash=True),
                help="The same, with TYPE or --all to say which workloads are meant; repeatable.",
            ),
            click.option(
                "-f",
                "--filename",
                "filenames",
                metavar="FILE",
                multiple=True,
                type=click.Path(allow_dash=True),
                help="File, folder or - to read in place of a cluster, every workload in it; repeatable.",
            ),
        ):
            wrapped = option(wrapped)
        result: F = wrapped
        return result

    return decorate


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
        "target", nargs=-1, metavar="[TYPE[/NAME]] [NAME]", shell_complete=completing.target
    )(command)


# --- what they mean ---------------------------------------------------------------------------------------


def parse_target(
    words: Sequence[str], inputs: Inputs, *, one: bool = False, every: bool = False
) -> Selection:
    """TYPE, TYPE/NAME or TYPE NAME as a selection; anything else is a usage error that says what is wrong.

    Where the input is not named with -f a TYPE must be given, or (`every`) all of them be asked for, and with
    `one` a NAME too.
    """
    from workload_map.session.kinds import Selection

    forms = "give TYPE/NAME or TYPE NAME" if one else "give TYPE, TYPE/NAME or TYPE NAME"
    if len(words) > 2:
        raise click.UsageError(f"too many arguments: {forms}")
    if words and every:
        raise click.UsageError("TYPE and --all contradict each other: give one")
    if not words:
        if not inputs.filenames and not every:
            which = forms if one else f"{forms}, or --all"
            raise click.UsageError(f"which workload? {which}, or a file with -f")
        return Selection(namespace=inputs.namespace)
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
    if one and not name and not inputs.filenames:
        raise click.UsageError(f"which {kind}? {forms}")
    if name and inputs.all_namespaces:
        raise click.UsageError("a NAME is of one namespace: give -n in place of -A")
    return Selection(type=kind, name=name or None, namespace=inputs.namespace)


def load_catalog(definition_paths: Sequence[str], *, verbose: bool = False) -> Catalog:
    """The definitions in use; with `verbose`, which built-in ones were replaced is said on stderr."""
    from workload_map.session import definitions

    catalog = definitions.catalog(definition_paths, stdin=Face.current().stdin)
    if verbose:
        _say_replaced(catalog)
    return catalog


def _say_replaced(catalog: Catalog) -> None:
    for replaced in catalog.replaced:
        printers.note(f"note: {replaced}")


def given_connection(ctx: click.Context) -> dict[str, Any]:
    """What a command line that is not complete yet says of the connection."""
    return {name: ctx.params[name] for name in connection.NAMES if ctx.params.get(name) not in (None, ())}


def reach(ctx: click.Context | None = None, inputs: Inputs | None = None) -> Reach:
    """The cluster that the command line means, nothing asked of it yet."""
    from workload_map.session.cluster import Reach

    if inputs is not None:
        given = dict(inputs.connection)
    else:
        given = given_connection(ctx or click.get_current_context())
    return Reach(given, environ=os.environ, home=Path.home())


def load_roots(
    inputs: Inputs,
    selection: Selection,
    *,
    places: bool = True,
    chunk: int = 500,
    within: float | None = None,
) -> tuple[Roots, Selection]:
    """The workloads of the input, and the selection as it is to be asked of them. `places` as of
    `Source.gather`; `chunk` objects are asked of a cluster at once (0: all), for no longer than `within` seconds.
    The one place that chooses where objects come from."""
    from workload_map.session.roots import Roots

    if [*inputs.paths, *inputs.definition_paths].count("-") > 1:
        raise click.UsageError("standard input can be read once: give - once")
    if inputs.paths:
        from workload_map.session.files import FilesSource

        catalog = load_catalog(inputs.definition_paths, verbose=inputs.verbose)
        source = FilesSource(inputs.paths, stdin=Face.current().stdin)
        gathered = _calmly(lambda: source.gather(selection, places=places))
        return Roots(gathered, catalog), selection
    base = load_catalog(inputs.definition_paths)
    loaded = _calmly(
        lambda: reach(inputs=inputs).load(
            selection,
            base=base,
            order=inputs.order,
            all_namespaces=inputs.all_namespaces,
            chunk=chunk,
            within=within,
        )
    )
    if inputs.verbose:
        _say_replaced(loaded.catalog)
        for text in loaded.notes:
            printers.note(f"note: {text}")
    return Roots(loaded.gathered, loaded.catalog), loaded.selection


def follow(inputs: Inputs, selection: Selection, outlet: Outlet, *, chunk: int) -> None:
    """The workloads of the cluster and every change of them, given to `outlet` until an error ends it."""
    from workload_map.session import follow

    base = load_catalog(inputs.definition_paths)
    if Face.current().alone:
        # Switched on again when everything has been read.
        gc.disable()
    follow.follow(
        reach(inputs=inputs),
        selection,
        outlet,
        base=base,
        order=inputs.order,
        all_namespaces=inputs.all_namespaces,
        chunk=chunk,
    )


def _calmly(gather: Callable[[], T]) -> T:
    """Read the input without searching it for garbage, where the process ends with it: it stays until then,
    and the searches, again and again while it grows, are a good part of the time that a large one takes."""
    if not Face.current().alone:
        return gather()
    gc.disable()
    gathered = gather()
    gc.freeze()
    gc.enable()
    return gathered

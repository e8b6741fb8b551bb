# SPDX-License-Identifier: Apache-2.0
"""``wmap definitions``."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import connection, exits, options, printers

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from workload_map.cli.output import Output

__all__ = ["command"]

_HELP = """List or print the definitions in use: the built-in ones, those added with --definitions, with --cluster those
that the cluster stores.

YAML output is one document a definition, with the labels by which other readers of the format find them.

With -o wide the table says what each definition knows of its kind: whose number of pods is read, who can be scaled,
in which units and between which bounds, which statuses are recognised, whether it can be suspended, how pods are told
apart, and whether pods start together or each alone. With --abilities JSON and YAML say the same, role by role, in
place of the definitions.

\b
Examples:
  wmap definitions
  wmap definitions -o wide
  wmap definitions --abilities -o jq='.items[] | select(.suspend) | .kind'
  wmap definitions jobset-x-k8s-io-jobset-v1alpha2 -o yaml
  wmap definitions -o yaml --portable | kubectl apply -f -
"""

#: Components shown of one definition in the table.
_SHOWN = 4


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from workload_map.session import definitions

    try:
        entries = definitions.catalog(ctx.params.get("definition_paths") or (), stdin=bytes).entries()
    except Exception:
        # A shell in the middle of a line is no place for messages.
        return []
    return [CompletionItem(entry.name) for entry in entries if entry.name.startswith(incomplete)]


@click.command("definitions", help=_HELP, short_help="List or print the definitions in use.")
@click.argument("name", required=False, shell_complete=_names)
@click.option(
    "--portable", is_flag=True, help="Write extensions in the form that every reader of the format keeps."
)
@click.option("--abilities", is_flag=True, help="What is known of each kind, in place of the definition.")
@click.option(
    "--cluster",
    "stored",
    is_flag=True,
    help="Lay the definitions that the cluster stores over the built-in ones.",
)
@options.definitions
@functools.partial(connection.options, without=("--cluster",))
@options.headers
@options.output("table", "wide", "json", "yaml", "name")
def command(
    name: str | None,
    portable: bool,
    abilities: bool,
    definition_paths: Sequence[str],
    verbose: bool,
    no_headers: bool,
    output: Output,
    stored: bool,
    **_connection: Any,
) -> int:
    """List or print."""
    from workload_map import errors
    from workload_map.definition import codec
    from workload_map.session.result import Listing

    if portable and (abilities or output.form == "wide"):
        raise click.UsageError("--portable is about definitions: it does not go with their abilities")
    catalog = options.load_catalog(definition_paths, verbose=verbose)
    if stored:
        catalog, problems = options.reach().catalog(catalog)
        for problem in problems:
            printers.warn(printers.finding(problem))
    # Those that name no kind describe nothing, and come last.
    known = (*catalog.entries(), *catalog.unmapped)
    entries = [entry for entry in known if name is None or entry.name == name]
    if name is not None and not entries:
        raise errors.NotFound(f"there is no definition {name!r}: see 'wmap definitions'")
    if output.form == "wide" or (abilities and output.form != "name"):
        printers.emit(_abilities(entries, output, bare=name is not None, headers=not no_headers))
        return exits.OK
    objects = [codec.encode(entry.definition, portable=portable) for entry in entries]
    if output.form == "yaml":
        from workload_map import yamlio

        printers.emit(yamlio.dump_all(objects))
        return exits.OK
    bare = name is not None and len(objects) == 1
    document: Any = objects[0] if bare else Listing(tuple(objects), len(objects), ())
    text = output.document(document)
    if text is None and output.form == "custom-columns":
        text = output.custom(objects, headers=not no_headers)
    if text is None and output.form == "name":
        text = "".join(f"karta.run.ai/{printers.safe(entry.name)}\n" for entry in entries)
    if text is None:
        text = _table(entries, headers=not no_headers)
    printers.emit(text)
    return exits.OK


def _abilities(entries: Sequence[Any], output: Output, *, bare: bool, headers: bool) -> str:
    from workload_map.cli import abilities_text
    from workload_map.session import abilities
    from workload_map.session.result import Listing

    rows = abilities.rows(entries)
    document: Any = rows[0] if bare and len(rows) == 1 else Listing(tuple(rows), len(rows), ())
    text = output.document(document)
    if text is None and output.form == "custom-columns":
        text = output.custom(rows, headers=headers)
    return text if text is not None else abilities_text.table(rows, headers=headers)


def _table(entries: Sequence[Any], *, headers: bool) -> str:
    lines = []
    for entry in sorted(entries, key=lambda entry: (not entry.gvk.kind, str(entry.name))):
        names = [component.name for component in (entry.definition.root, *entry.definition.children)]
        more = f" +{len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        lines.append([entry.name, str(entry.gvk), entry.origin, ",".join(names[:_SHOWN]) + more])
    return printers.table(["NAME", "KIND", "ORIGIN", "COMPONENTS"], lines, headers=headers)

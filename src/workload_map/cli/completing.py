# SPDX-License-Identifier: Apache-2.0
"""What a shell is offered for types, names, namespaces and contexts: in time, and silent where anything is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["SECONDS", "namespaces", "of_config", "roles", "target", "target_and_roles"]

#: A shell waits no longer than this for a cluster.
SECONDS: Final = 2.0

_Offer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def _quietly(words: Callable[[], Iterable[str]], incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    try:
        return [CompletionItem(word) for word in sorted(set(words())) if word and word.startswith(incomplete)]
    except Exception:
        # A shell in the middle of a line is no place for messages.
        return []


def target(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Types, then names: of the input that -f and --from name, else of the cluster."""
    given = [str(word) for word in ctx.params.get(param.name or "") or ()]
    return _quietly(lambda: _words(ctx, given, incomplete), "")


def target_and_roles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A workload, then ``ROLE=`` for each of its roles; with a file that holds one workload its roles at once."""
    given = [str(word) for word in ctx.params.get(param.name or "") or ()]
    whole = _whole_target(given)
    found = _quietly(lambda: (f"{name}=" for name in _roles(ctx, whole or [])), incomplete)
    return found if whole else [*target(ctx, param, incomplete), *(found if _paths(ctx) else ())]


def roles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the roles of the workload that was named, or that the file holds."""
    given = [str(word) for word in ctx.params.get("words") or ctx.params.get("target") or ()]
    return _quietly(lambda: _roles(ctx, _whole_target(given) or []), incomplete)


def _whole_target(given: Sequence[str]) -> list[str] | None:
    """TYPE/NAME or TYPE NAME at the beginning of the words, where it is complete."""
    if given and "/" in given[0]:
        return [given[0]]
    return list(given[:2]) if len(given) > 1 and "=" not in given[0] else None


def _roles(ctx: click.Context, words: Sequence[str]) -> list[str]:
    import msgspec

    from workload_map.cli import options
    from workload_map.session import edit as editing
    from workload_map.workload.roles import find_roles

    if not words and not _paths(ctx):
        return []
    inputs = options.Inputs(
        filenames=tuple(_paths(ctx)),
        namespace=ctx.params.get("namespace"),
        connection=options.given_connection(ctx),
    )
    selection = msgspec.structs.replace(options.parse_target(words, inputs), pods=False, below=False)
    with ctx.scope(cleanup=False):
        roots, chosen = options.load_roots(inputs, selection, within=SECONDS)
    root = editing.one(roots, chosen)
    plan = roots.plan(root.item.object)
    found = find_roles(plan, plan.read(root.item.object), None)
    names = [ref.name for ref in found]
    return [ref.id if names.count(ref.name) > 1 else ref.name for ref in found]


def namespaces(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Namespaces of the input, else of the cluster."""

    def words() -> Iterable[str]:
        paths = _paths(ctx)
        if paths:
            from workload_map.session import kinds

            return {kinds.namespace_of(item.object) or "" for item in _items(paths)}
        from workload_map.cli import options

        return options.reach(ctx).namespaces(within=SECONDS)

    return _quietly(words, incomplete)


def of_config(field: str) -> _Offer:
    """Names of contexts, clusters or users in the kubeconfig."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        def words() -> Iterable[str]:
            from workload_map.cli import options

            return options.reach(ctx).config_names(field)

        return _quietly(words, incomplete)

    return offer


def _words(ctx: click.Context, given: Sequence[str], incomplete: str) -> set[str]:
    from workload_map.session import definitions, kinds

    definition_paths = ctx.params.get("definition_paths") or ()
    catalog = definitions.catalog([path for path in definition_paths if path != "-"], stdin=bytes)
    pairs = catalog.kinds()
    typed = given[0] if given else incomplete.partition("/")[0] if "/" in incomplete else None
    if typed is None:
        return {kind.lower() for _, kind in pairs if kind.lower().startswith(incomplete.lower())}
    paths = _paths(ctx)
    if paths:
        items = _items(paths)
        present = {kinds.group_kind(item.object) for item in items}
        pair = kinds.resolve(typed, pairs, present=present)
        found = {kinds.name_of(item.object) or "" for item in items if kinds.group_kind(item.object) == pair}
    else:
        from workload_map.cli import options

        namespace = ctx.params.get("namespace")
        found = set(options.reach(ctx).names(typed, namespace=namespace, within=SECONDS))
    return {
        name if given else f"{typed}/{name}"
        for name in found
        if name and (name if given else f"{typed}/{name}").startswith(incomplete)
    }


def _paths(ctx: click.Context) -> list[str]:
    named = [*(ctx.params.get("filenames") or ()), *(ctx.params.get("saved") or ())]
    return [path for path in named if path != "-" and os.path.exists(path)]


def _items(paths: Sequence[str]) -> list[Any]:
    from workload_map.session.files import FilesSource
    from workload_map.session.kinds import Selection

    return FilesSource(paths, stdin=bytes).gather(Selection()).items

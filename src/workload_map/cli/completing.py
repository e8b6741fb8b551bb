# SPDX-License-Identifier: Apache-2.0
"""What a shell is offered for types, names, namespaces and contexts: in time, and silent where anything is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["SECONDS", "namespaces", "of_config", "target"]

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

# SPDX-License-Identifier: Apache-2.0
"""The definitions in use: the catalog's, and those that a user adds from files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from workload_map import yamlio
from workload_map.session.files import read_paths
from workload_map.session.kinds import group_kind

if TYPE_CHECKING:
    from workload_map.workload.catalog import Catalog

__all__ = ["catalog", "is_definition"]


def catalog(paths: Iterable[str], *, stdin: Callable[[], bytes]) -> Catalog:
    """The built-in catalog with the definitions of these files and folders on top.

    Raises DefinitionError with every problem, AmbiguousDefinition for two of one kind, InputError, OSError.
    """
    from workload_map.workload.catalog import Catalog

    found = Catalog.builtin()
    for name, read, in_folder in read_paths(paths, stdin=stdin):
        data = read()
        if in_folder and not any(map(is_definition, yamlio.load_all(data, source=name))):
            continue
        from workload_map.definition import codec

        found = found.with_definitions(codec.load_definitions(data, source=name), origin="file", source=name)
    return found


def is_definition(document: yamlio.Document) -> bool:
    """Whether a document holds a definition, alone or in a list."""
    value = document.value
    members = value.get("items") if isinstance(value, dict) and "items" in value else [value]
    return isinstance(members, list) and any(
        isinstance(member, dict) and group_kind(member) == ("run.ai", "Karta") for member in members
    )

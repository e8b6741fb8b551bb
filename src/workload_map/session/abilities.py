# SPDX-License-Identifier: Apache-2.0
"""``definitions --abilities``: what each definition in use knows of its kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from workload_map.definition.abilities import Abilities, abilities

if TYPE_CHECKING:
    from workload_map.definition.catalog import Entry

__all__ = ["AbilitiesRow", "rows"]


class AbilitiesRow(Abilities, frozen=True, kw_only=True, rename="camel"):
    """The abilities of one definition, and where it comes from: catalog, cluster or file."""

    origin: str


def rows(entries: Iterable[Entry]) -> list[AbilitiesRow]:
    """One row for each definition, in the order given."""
    return [
        AbilitiesRow(**msgspec.structs.asdict(abilities(entry.definition)), origin=entry.origin)
        for entry in entries
    ]

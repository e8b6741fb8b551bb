# SPDX-License-Identifier: Apache-2.0
"""The table of ``wmap definitions -o wide``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from workload_map.cli import printers

if TYPE_CHECKING:
    from workload_map.definition.abilities import RoleAbilities
    from workload_map.session.abilities import AbilitiesRow

__all__ = ["HEADER", "cells", "table"]

HEADER: Final = (
    "NAME",
    "KIND",
    "ORIGIN",
    "ROLES",
    "REPLICAS",
    "SCALE",
    "UNITS",
    "MIN",
    "MAX",
    "STATUSES",
    "SUSPEND",
    "TYPE",
    "INSTANCE",
    "COPY",
    "GANG",
)

_NONE: Final = "-"

#: Names shown in one cell.
_SHOWN: Final = 4


def table(rows: Iterable[AbilitiesRow], *, headers: bool) -> str:
    """One line a definition, by name."""
    return printers.table(
        HEADER, [cells(row) for row in sorted(rows, key=lambda row: row.name)], headers=headers
    )


def cells(row: AbilitiesRow) -> list[str]:
    """The line of one definition. Where roles differ it is said how many of them have an ability."""
    from workload_map.definition.model import GVK

    roles = row.roles
    # A lone role takes every pod: nothing has to tell it apart.
    kinds = _share(roles, lambda role: role.by_type) if len(roles) > 1 else "only"
    # What nobody holds several of needs no way to tell them apart either.
    named = [role for role in roles if role.instances]
    return [
        row.name,
        str(GVK(row.group, row.version, row.kind)),
        row.origin,
        _names(role.name for role in roles),
        _share(roles, lambda role: role.replicas),
        _share(roles, lambda role: role.scalable),
        _names(dict.fromkeys(role.units for role in roles if role.units is not None)),
        _share(roles, lambda role: role.minimum),
        _share(roles, lambda role: role.maximum),
        ",".join(row.statuses) or _NONE,
        "yes" if row.suspend else _NONE,
        kinds,
        _share(named, lambda role: role.by_instance),
        _share(roles, lambda role: bool(role.copies)),
        _gang(row),
    ]


def _gang(row: AbilitiesRow) -> str:
    """Whether pods start together, or each by itself."""
    if not row.gangs:
        return _NONE
    return "alone" if all(gang.alone for gang in row.gangs) else "yes"


def _names(names: Iterable[str]) -> str:
    found = list(names)
    more = f" +{len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return (",".join(found[:_SHOWN]) + more) or _NONE


def _share(roles: Iterable[RoleAbilities], has: Callable[[RoleAbilities], bool]) -> str:
    """``yes`` where all of the roles have it, ``-`` where none has, else ``2 of 3``."""
    answers = [has(role) for role in roles]
    if not any(answers):
        return _NONE
    return "yes" if all(answers) else f"{sum(answers)} of {len(answers)}"

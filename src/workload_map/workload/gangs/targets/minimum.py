# SPDX-License-Identifier: Apache-2.0
"""What the minimum of a gang asks for: a lower bound of what must be free before it is tried."""

from __future__ import annotations

from collections.abc import Iterable

from workload_map import quantity
from workload_map.workload import accelerators
from workload_map.workload.amounts import ANY_DEVICE, Resources, total
from workload_map.workload.gangs.model import Gang, Member
from workload_map.workload.gangs.targets.numbers import needs_all
from workload_map.workload.gangs.targets.pods import role_template
from workload_map.workload.reading import Reading
from workload_map.workload.resources import pod_resources

__all__ = ["min_resources"]

#: Amounts that are no resource of a node.
_NOT_RESOURCES = frozenset({accelerators.FRACTION, accelerators.MEMORY_MIB, ANY_DEVICE})


def min_resources(reading: Reading, tree: Gang) -> dict[str, str] | None:
    """Requests of the least pods, by resource; None where they are not known or nothing is asked for.

    A resource whose amount is not known is left out, so the result is never too large.
    """
    asked = _of(reading, tree)
    if asked is None:
        return None
    found: dict[str, str] = {}
    for name, amount in sorted(asked.amounts.items()):
        if name in _NOT_RESOURCES or not amount:
            continue
        if name == "cpu":
            found[name] = quantity.format_cpu(int(amount))
        elif name == "memory":
            found[name] = quantity.format_memory(int(amount))
        else:
            found[name] = str(int(amount))
    return found or None


def _of(reading: Reading, gang: Gang) -> Resources | None:
    if not gang.is_leaf:
        asked = [_of(reading, child) for child in gang.children]
        known = [one for one in asked if one is not None]
        if len(known) < len(asked):
            return None
        if needs_all(gang):
            return total(known)
        # Only of equal copies is it known what some of them ask for.
        first = known[0].amounts
        return known[0].scale(gang.min_children) if all(one.amounts == first for one in known) else None
    if len(gang.members) == 1:
        return _pods(reading, [(gang.members[0], gang.min_pods)])
    counts = [(member, member.min) for member in gang.members]
    if sum(number or 0 for _, number in counts) != gang.min_pods:
        return None
    return _pods(reading, counts)


def _pods(reading: Reading, counts: Iterable[tuple[Member, int | None]]) -> Resources | None:
    found: list[Resources] = []
    for member, number in counts:
        role = role_template(reading, member)
        if role is None or role.template is None or number is None:
            return None
        asked, _ = pod_resources(role.template)
        found.append(asked.known().scale(number))
    return total(found)

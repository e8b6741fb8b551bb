# SPDX-License-Identifier: Apache-2.0
"""Gangs as text, one node a line: what the golden files of gangs hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import workload_map as wm
from workload_map.workload.gangs import Gang, Member
from workload_map.workload.reading import role_id

__all__ = ["gang_text"]


def gang_text(reading: wm.Reading) -> str:
    """All trees of a reading, then its problems."""
    lines = [line for gang in reading.gangs for line in _node(gang, 0)]
    lines += [f"problem: {problem}" for problem in (*reading.problems, *reading.gang_problems)]
    return "".join(f"{line}\n" for line in lines) or "no gangs\n"


def _node(gang: Gang, depth: int) -> Iterator[str]:
    minimum = (
        f"{_number(gang.min_pods)} of {_number(gang.desired_pods)} pods"
        if gang.is_leaf
        else f"{_number(gang.min_children)} of {len(gang.children)} children, {_number(gang.desired_pods)} pods"
    )
    name = gang.path.rsplit("/", 1)[-1] + (f" [{gang.copy}]" if gang.copy is not None else "")
    yield "  " * depth + f"{name}: {minimum}{''.join(_notes(gang))}"
    if gang.is_leaf:
        for member in gang.members:
            yield "  " * depth + f"  - {_member(member)}"
    for child in gang.children:
        yield from _node(child, depth + 1)


def _notes(gang: Gang) -> Iterable[str]:
    topology = gang.topology
    notes: dict[str, Any] = {
        "name": gang.name,
        "required": topology.required if topology else None,
        "preferred": topology.preferred if topology else None,
        "priority": gang.priority,
        "queue": gang.queue,
        "scheduler": gang.scheduler_name,
        "written by": gang.written_by,
        "after": " ".join(gang.start_after),
    }
    yield from (f"; {key} {value}" for key, value in notes.items() if value)
    if not gang.active:
        yield "; not active"


def _member(member: Member) -> str:
    return f"{role_id(member.component, member.instance)} {_number(member.min)} of {_number(member.desired)}"


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)

# SPDX-License-Identifier: Apache-2.0
"""``get``: one row a workload, in kubectl's order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from workload_map import errors
from workload_map.session.kinds import Selection
from workload_map.session.result import Result, plain
from workload_map.session.roots import Root, Roots
from workload_map.workload import view
from workload_map.workload.viewmodel import WorkloadRow

if TYPE_CHECKING:
    from workload_map.jq import Program

__all__ = ["holds", "newest_first", "rows", "with_roots"]


def rows(roots: Roots, selection: Selection, *, file_mode: bool = True) -> Result[WorkloadRow]:
    """A row for each selected workload, newest first. Raises NotFound and NoDefinition as `Roots.select`."""
    found = with_roots(roots, selection, file_mode=file_mode)
    rows = [row for _, row in found.rows]
    rows.sort(key=_by_name)
    rows.sort(key=newest_first, reverse=True)
    return Result(rows, found.problems, found.failures)


def with_roots(
    roots: Roots, selection: Selection, *, file_mode: bool = True
) -> Result[tuple[Root, WorkloadRow]]:
    """The same in the input's order, each row beside what it was made from."""
    result: Result[tuple[Root, WorkloadRow]] = Result([])
    for root in roots.select(selection, across_types=True):
        try:
            reading = roots.plan(root.item.object).read(root.item.object)
        except errors.WorkloadMapError as error:
            result.failed(root, error)
            continue
        row = view.row(reading, pods=root.pods, file_mode=file_mode)
        result.rows.append((root, marked(row, root)))
    result.problems[:0] = roots.problems
    return result


def holds(condition: Program, row: Any, *, clock: Callable[[], float]) -> bool:
    """Whether the first result of a jq expression on a row is neither null nor false; `clock` is its `now`.
    Raises JqError."""
    return condition.first(plain(row), clock=clock) not in (None, False)


def marked(row: Any, root: Root) -> Any:
    """The row with the places of its problems, and with what is to be said of the workload's owners."""
    if not root.marks and not row.problems:
        return row
    placed = tuple(map(root.item.problem, (*row.problems, *root.marks)))
    return msgspec.structs.replace(row, problems=placed)


def newest_first(row: WorkloadRow) -> str:
    """Sort key, to be reversed: RFC 3339 times in UTC sort as text; without a time is oldest."""
    return row.created_at or ""


def _by_name(row: WorkloadRow) -> tuple[str, str, str]:
    return row.kind, row.namespace or "", row.name or ""

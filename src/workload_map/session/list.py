# SPDX-License-Identifier: Apache-2.0
"""``get``: one row a workload, in kubectl's order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from workload_map import errors, jq
from workload_map.session.kinds import Selection
from workload_map.session.result import Result, plain
from workload_map.session.roots import Root, Roots
from workload_map.workload import view
from workload_map.workload.viewmodel import WorkloadRow

if TYPE_CHECKING:
    from workload_map.jq import Limits, Program

__all__ = ["holds", "newest_first", "ordered", "rows", "sorted_by", "with_roots"]

T = TypeVar("T")


#: Given keys, the positions in which they are sorted as jq sorts values.
_SORTED: Final = ". as $keys | [range(length)] | sort_by($keys[.])"


def rows(roots: Roots, selection: Selection, *, by_namespace: bool = False) -> Result[WorkloadRow]:
    """A row for each selected workload, in the order of `ordered`. Raises NotFound and NoDefinition as
    `Roots.select`."""
    found = with_roots(roots, selection)
    return Result(
        ordered([row for _, row in found.rows], by_namespace=by_namespace), found.problems, found.failures
    )


def ordered(rows: Iterable[WorkloadRow], *, by_namespace: bool = False) -> list[WorkloadRow]:
    """The rows newest first, then by kind and name; by their namespace before that where it is asked for."""
    result = sorted(rows, key=_by_name)
    result.sort(key=newest_first, reverse=True)
    if by_namespace:
        result.sort(key=lambda row: row.namespace or "")
    return result


def with_roots(roots: Roots, selection: Selection) -> Result[tuple[Root, WorkloadRow]]:
    """The same in the input's order, each row beside what it was made from."""
    result: Result[tuple[Root, WorkloadRow]] = Result([])
    for root in roots.select(selection, across_types=True):
        try:
            reading = roots.plan(root.item.object).read(root.item.object)
        except errors.WorkloadMapError as error:
            result.failed(root, error)
            continue
        row = view.row(reading, pods=root.pods, file_mode=roots.file_mode)
        result.rows.append((root, marked(row, root)))
    result.problems[:0] = roots.problems
    return result


def holds(condition: Program, row: Any, *, clock: Callable[[], float]) -> bool:
    """Whether the first result of a jq expression on a row is neither null nor false; `clock` is its `now`.
    Raises JqError."""
    return condition.first(plain(row), clock=clock) not in (None, False)


def sorted_by(
    expression: Program, rows: Sequence[T], *, clock: Callable[[], float], limits: Limits
) -> list[T]:
    """The rows by the first result of a jq expression on each, in jq's order of values, equal ones as they were;
    a row that gives none counts as null. Raises JqError where the expression fails."""
    keys = [expression.first(plain(row), clock=clock) for row in rows]
    order = jq.compile(_SORTED, limits=limits).first(keys)
    return [rows[index] for index in order]


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

# SPDX-License-Identifier: Apache-2.0
"""``wmap get --watch``: what is printed while a list follows a cluster."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from workload_map.cli import get_text, options, printers, results

if TYPE_CHECKING:
    from workload_map.problems import Problem
    from workload_map.session.follow_rows import Beginning
    from workload_map.session.kinds import Selection
    from workload_map.session.row_changes import RowChange
    from workload_map.workload.viewmodel import WorkloadRow

__all__ = ["Lines", "watch"]


class Lines:
    """The lines of the rows in one form, ``table``, ``wide``, ``json`` or ``name``. Columns are as wide as the first
    rows need; a longer cell of a later one pushes what is to its right. `nothing` is said where there is no first
    row."""

    def __init__(self, form: str, *, headers: bool = True, nothing: str = results.NOTHING) -> None:
        self._form = form
        self._wide = form == "wide"
        self._headers = headers
        self._nothing = nothing
        self._ruler: list[str] | None = None

    def face(self, row: WorkloadRow) -> Any:
        """All that a line shows of a row, but for what time alone changes."""
        if self._form == "json":
            return row
        if self._form == "name":
            return row.name
        line = get_text.cells(row, now=0.0, wide=self._wide)
        del line[get_text.AGE]
        return line

    def first(self, rows: Sequence[WorkloadRow], *, now: float) -> str:
        """The list itself."""
        if self._form == "json":
            return "".join(self._event("ADDED", row) for row in rows)
        if not rows:
            printers.note(self._nothing)
            return ""
        return self._names(rows) if self._form == "name" else self._table(rows, now=now)

    def more(self, changes: Sequence[RowChange], *, now: float) -> str:
        """What has changed since."""
        if self._form == "json":
            return "".join(self._event(change.type, change.row) for change in changes)
        rows = [change.row for change in changes]
        if self._form == "name":
            return self._names(rows)
        if self._ruler is None:
            # The first rows of a list that was empty.
            return self._table(rows, now=now)
        lines = [get_text.cells(row, now=now, wide=self._wide) for row in rows]
        return "".join(
            printers.table(self._ruler, [line], phase=get_text.PHASE).partition("\n")[2] for line in lines
        )

    def _table(self, rows: Sequence[WorkloadRow], *, now: float) -> str:
        lines = [get_text.cells(row, now=now, wide=self._wide) for row in rows]
        head = [get_text.header(wide=self._wide)] if self._headers else []
        self._ruler = [max(column, key=_width) for column in zip(*head, *lines, strict=True)]
        return get_text.table(rows, now=now, wide=self._wide, headers=self._headers)

    @staticmethod
    def _names(rows: Sequence[WorkloadRow]) -> str:
        return "".join(f"{results.resource(row)}\n" for row in rows)

    @staticmethod
    def _event(type: str, row: WorkloadRow) -> str:
        return printers.to_json({"type": type, "object": row}, indent=None)


def _width(cell: str) -> int:
    return len(printers.safe(cell))


def watch(
    inputs: options.Inputs,
    selection: Selection,
    lines: Lines,
    *,
    fits: Callable[[WorkloadRow], bool],
    arranged: Callable[[Sequence[WorkloadRow]], Sequence[WorkloadRow]],
    chunk: int,
) -> int:
    """Print the list, `arranged` once, and then what changes of it, until an error or Ctrl-C ends it."""
    from workload_map.session import follow_rows
    from workload_map.session import list as listing

    face = options.Face.current()
    said: set[str] = set()

    def warn_of(rows: Sequence[WorkloadRow], problems: Sequence[Problem] = ()) -> None:
        """Each kind of problem once, however long the watch lasts."""
        found = [*((problem, None) for problem in problems), *results.labelled(rows)]
        results.warn((problem, label) for problem, label in found if problem.code not in said)
        said.update(problem.code for problem, _ in found)

    def write(text: str) -> None:
        printers.emit(text)
        sys.stdout.flush()

    def begin(found: Beginning) -> None:
        if face.alone:
            # What was read stays until the process ends, or is let go piece by piece.
            gc.freeze()
            gc.enable()
        for text in found.notes if inputs.verbose else ():
            printers.note(f"note: {text}")
        rows = arranged(listing.ordered(found.rows, by_namespace=inputs.all_namespaces))
        write(lines.first(rows, now=face.now))
        warn_of(rows, found.problems)

    def tell(changes: Sequence[RowChange]) -> None:
        write(lines.more(changes, now=face.now))
        warn_of([change.row for change in changes if change.type != "DELETED"])

    outlet = follow_rows.Outlet(
        begin=begin,
        tell=tell,
        warn=lambda problem: printers.warn(printers.finding(problem)),
        fits=fits,
        face=lines.face,
    )
    options.follow(inputs, selection, outlet, chunk=chunk)
    raise AssertionError("a watch has no end of its own")

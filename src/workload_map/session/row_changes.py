# SPDX-License-Identifier: Apache-2.0
"""Which lines a list that follows a cluster has to print: a workload's row against the one that was printed last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from workload_map.session.live import Change
from workload_map.workload.owners import Key
from workload_map.workload.viewmodel import WorkloadRow

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Printed", "RowChange"]


class RowChange(msgspec.Struct, frozen=True):
    """A line to print: what became of a row, and the row; of one that is gone the last that was printed."""

    type: Change
    row: WorkloadRow


class Printed:
    """The rows that stand printed, by workload.

    `face` gives of a row all that the output shows of it: a row whose face is as before is not printed again.
    """

    def __init__(self, *, face: Callable[[WorkloadRow], Any] = lambda row: row) -> None:
        self._face = face
        self._rows: dict[Key, tuple[Any, WorkloadRow]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def update(self, key: Key, row: WorkloadRow | None) -> RowChange | None:
        """What to print now that the workload's row is this one; None as row: it has none in this list, or none
        any more. None as answer: nothing."""
        before = self._rows.get(key)
        if row is None:
            if before is None:
                return None
            del self._rows[key]
            return RowChange("DELETED", before[1])
        face = self._face(row)
        if before is not None and before[0] == face:
            return None
        self._rows[key] = face, row
        return RowChange("ADDED" if before is None else "MODIFIED", row)

    def only(self, keys: Iterable[Key]) -> Iterator[RowChange]:
        """The end of every row that is of none of these workloads."""
        kept = set(keys)
        for key in [key for key in self._rows if key not in kept]:
            yield RowChange("DELETED", self._rows.pop(key)[1])

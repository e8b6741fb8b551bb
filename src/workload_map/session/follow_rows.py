# SPDX-License-Identifier: Apache-2.0
"""The rows of a list that follows a cluster: made from a live model, each told when it has become another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workload_map import errors
from workload_map.problems import Problem
from workload_map.session.result import failure
from workload_map.session.row_changes import Printed, RowChange

if TYPE_CHECKING:
    from workload_map.session.live import Model
    from workload_map.workload.owners import Key
    from workload_map.workload.viewmodel import WorkloadRow

#: What is said of a workload while one watch is ahead of another, or while what it belonged to is being collected.
_DOUBTS: Final = frozenset({"owner.not-in-input", "owner.stale", "pods.owner-not-in-input"})
#: Seconds that a doubt must last before a row that has it is told.
GRACE: Final = 5.0

__all__ = ["GRACE", "Beginning", "Outlet", "Rows", "Scope"]


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """What a watch starts from."""

    rows: Sequence[WorkloadRow]
    """In no particular order."""
    problems: tuple[Problem, ...] = ()
    """What was left out, and workloads that could not be read."""
    notes: tuple[str, ...] = ()
    """What is worth telling whoever asks for it."""


class Outlet(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the rows. An error that one of these raises ends the watch."""

    begin: Callable[[Beginning], None]
    """Takes the rows as they are when everything has been listed."""
    tell: Callable[[Sequence[RowChange]], None]
    """Takes what has changed since, in the order in which it came, one change a row."""
    warn: Callable[[Problem], None]
    """Takes what is to be said on the way."""
    fits: Callable[[WorkloadRow], bool] = lambda row: True
    """Whether a row belongs to the list: one that fits no longer is told as DELETED."""
    face: Callable[[WorkloadRow], Any] = lambda row: row
    """What is shown of a row: one that shows the same as before is not told."""


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """Which workloads of a model a list has rows for, and with what."""

    type: tuple[str, str] | None
    """Group and kind; None: across types."""
    pods: bool
    """Whether the model holds the workloads' pods."""
    parts: bool
    """Whether bare pods and ReplicaSets are shown across types."""


class Rows:
    """What of a model stands in the list."""

    def __init__(self, model: Model, scope: Scope, outlet: Outlet, *, grace: float = GRACE) -> None:
        self._model = model
        self._scope = scope
        self._outlet = outlet
        self._grace = grace
        self._printed = Printed(face=outlet.face)
        # Workloads that cannot be read, each with why: it is said once.
        self._failed: dict[Key, str] = {}
        # The doubts of rows as they stand printed, and since when a row is held back for a new one.
        self._doubts: dict[Key, frozenset[str]] = {}
        self._late: dict[Key, float] = {}

    def begin(self) -> tuple[list[WorkloadRow], list[Problem]]:
        """The rows that there are, and what is to be said of workloads that have none."""
        problems: list[Problem] = []
        rows = []
        for key in list(self._model.roots(type=self._scope.type, parts=self._scope.parts)):
            row = self._row(key, problems.append)
            if self._told(key, row, _doubts(row)) is not None and row is not None:
                rows.append(row)
        return rows, problems

    def changed(self, keys: Iterable[Key], *, now: float) -> list[RowChange]:
        """What is to be told, at a time in seconds, now that these workloads may have changed. A row with a new doubt
        about its owners or pods is held back until that passes, or has lasted for the seconds of `grace`."""
        due = [key for key, since in self._late.items() if now - since >= self._grace]
        changes = []
        for key in dict.fromkeys((*due, *keys)):
            row = self._row(key, self._outlet.warn)
            doubts = _doubts(row)
            new = not doubts <= self._doubts.get(key, frozenset())
            if new and now - self._late.setdefault(key, now) < self._grace:
                continue
            change = self._told(key, row, doubts)
            if change is not None:
                changes.append(change)
        return changes

    @property
    def next_due(self) -> float | None:
        """When a row that is held back is to be told at the latest; None where there is none."""
        return min(self._late.values()) + self._grace if self._late else None

    def _told(self, key: Key, row: WorkloadRow | None, doubts: frozenset[str]) -> RowChange | None:
        self._late.pop(key, None)
        if doubts:
            self._doubts[key] = doubts
        else:
            self._doubts.pop(key, None)
        return self._printed.update(key, row)

    def any(self) -> bool:
        """Whether a workload is in scope, whether or not its row fits."""
        return next(self._model.roots(type=self._scope.type, parts=self._scope.parts), None) is not None

    def _row(self, key: Key, warn: Callable[[Problem], None]) -> WorkloadRow | None:
        if not self._model.shown(key, type=self._scope.type, parts=self._scope.parts):
            self._failed.pop(key, None)
            return None
        try:
            row = self._model.row(key, pods=self._scope.pods)
        except errors.WorkloadMapError as error:
            if self._failed.get(key) != str(error):
                self._failed[key] = str(error)
                ident = self._model.ident(key)
                label = f"{ident.kind}/{ident.name}" if ident is not None else None
                warn(msgspec.structs.replace(failure(error, label), source="cluster", severity="warning"))
            return None
        self._failed.pop(key, None)
        return row if row is not None and self._outlet.fits(row) else None


def _doubts(row: WorkloadRow | None) -> frozenset[str]:
    if row is None or not row.problems:
        return frozenset()
    return frozenset(problem.code for problem in row.problems if problem.code in _DOUBTS)

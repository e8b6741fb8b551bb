# SPDX-License-Identifier: Apache-2.0
"""The rows of a list that follows a cluster: made from a live model, each told when it has become another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from workload_map import errors
from workload_map.problems import Problem
from workload_map.session.result import failure
from workload_map.session.row_changes import Printed, RowChange

if TYPE_CHECKING:
    from workload_map.session.live import Model
    from workload_map.workload.owners import Key
    from workload_map.workload.viewmodel import WorkloadRow

__all__ = ["Beginning", "Outlet", "Rows", "Scope"]


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

    def __init__(self, model: Model, scope: Scope, outlet: Outlet) -> None:
        self._model = model
        self._scope = scope
        self._outlet = outlet
        self._printed = Printed(face=outlet.face)
        # Workloads that cannot be read, each with why: it is said once.
        self._failed: dict[Key, str] = {}

    def begin(self) -> tuple[list[WorkloadRow], list[Problem]]:
        """The rows that there are, and what is to be said of workloads that have none."""
        problems: list[Problem] = []
        rows = []
        for key in list(self._model.roots(type=self._scope.type, parts=self._scope.parts)):
            row = self._row(key, problems.append)
            if self._printed.update(key, row) is not None and row is not None:
                rows.append(row)
        return rows, problems

    def changed(self, keys: Iterable[Key]) -> list[RowChange]:
        """What is to be told now that these workloads may have changed."""
        found = (self._printed.update(key, self._row(key, self._outlet.warn)) for key in keys)
        return [change for change in found if change is not None]

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

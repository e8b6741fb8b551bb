# SPDX-License-Identifier: Apache-2.0
"""The tables of ``wmap get``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workload_map.cli import printers

if TYPE_CHECKING:
    from workload_map.session.totals import SumRow
    from workload_map.workload.viewmodel import WorkloadRow

__all__ = ["AGE", "PHASE", "cells", "header", "sums", "table"]

#: Columns of a list: the one with the headline, and the one that changes by itself.
PHASE = 3
AGE = 6


def header(*, wide: bool) -> list[str]:
    """The first line of a list."""
    names = ["NAME", "NAMESPACE", "KIND", "PHASE", "PODS", "GPUS", "AGE"]
    return [*names, "DEFINITION", "ORIGIN", "REASON"] if wide else names


def cells(row: WorkloadRow, *, now: float, wide: bool) -> list[str]:
    """A workload's line of a list."""
    from workload_map.cli import cells

    partial = row.partial
    pods = cells.pods(row.replicas, at_least=partial.replicas if partial else None)
    gpus = cells.gpus(row.accelerators, row.resources.gpus, at_least=partial.gpus if partial else None)
    line = [
        row.name or "<none>",
        row.namespace or "<none>",
        row.kind,
        row.headline + (" (deleting)" if row.deleting else ""),
        pods if row.active else f"({pods})",
        gpus if row.active else f"({gpus})",
        cells.age(row.created_at, now),
    ]
    return [*line, row.definition, row.origin, row.reason or ""] if wide else line


def table(rows: Sequence[WorkloadRow], *, now: float, wide: bool, headers: bool) -> str:
    """The list."""
    lines = [cells(row, now=now, wide=wide) for row in rows]
    return printers.table(header(wide=wide), lines, headers=headers, phase=PHASE)


def sums(rows: Sequence[SumRow], by: str, *, headers: bool) -> str:
    """The sums of --sum-by."""
    from workload_map.cli import cells

    lines = []
    for row in rows:
        if by == "node":
            desired = gpus_desired = "-"
        else:
            desired = cells.known(row.desired, row.desired_known)
            gpus_desired = cells.gpus(row.accelerators, row.gpus_desired, at_least=row.gpus_desired_known)
        lines.append(
            [
                row.key or "<none>",
                str(row.workloads),
                desired,
                cells.known(row.current, row.current_known),
                cells.known(row.ready, row.ready_known),
                gpus_desired,
                cells.known(row.gpus_current, row.gpus_current_known),
                cells.known(row.gpus_ready, row.gpus_ready_known),
            ]
        )
    names = [by.upper(), "WORKLOADS", "PODS", "CURRENT", "READY", "GPUS", "GPUS-HELD", "GPUS-READY"]
    return printers.table(names, lines, headers=headers)

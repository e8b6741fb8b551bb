# SPDX-License-Identifier: Apache-2.0
"""``get --sum-by``: pods and accelerators of active workloads, added up by namespace, queue, node or kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from workload_map.problems import Problem
from workload_map.session.result import Result
from workload_map.session.roots import Root
from workload_map.workload import facts
from workload_map.workload.amounts import Resources, total
from workload_map.workload.view_tree import accelerators_view
from workload_map.workload.viewmodel import AcceleratorsView, WorkloadRow

__all__ = ["By", "SumRow", "sums"]

By = Literal["namespace", "queue", "node", "kind"]


class SumRow(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One line of a sum. Of a node only pods that exist count: nothing is desired of it."""

    by: By
    key: str | None
    """The namespace, queue, node or kind; None for workloads and pods without one."""
    workloads: int
    """Active ones; suspended, completed and failed workloads ask for nothing now."""
    inactive: int
    desired: int | None
    """Pods wanted; None where some number is not known, and by node."""
    desired_known: int
    """The part of `desired` that is known: all of it where `incomplete` is false."""
    current: int | None
    ready: int | None
    """Pods; None where the input has none, or does not tell which belong to one of the workloads."""
    current_known: int
    ready_known: int
    """Those of the workloads whose pods are known."""
    gpus_desired: int | None
    gpus_desired_known: int
    gpus_current: int | None
    gpus_ready: int | None
    gpus_current_known: int
    gpus_ready_known: int
    accelerators: AcceleratorsView
    """Desired, by kind; by node those of current pods."""
    incomplete: bool
    """Whether some number that belongs in a sum is not known."""


class _Sum:
    """A line while it is being added up."""

    def __init__(self) -> None:
        self.workloads: set[Any] = set()
        self.inactive = 0
        self.desired = 0
        self.gpus = 0
        self.pods_unknown = False
        self.gpus_unknown = False
        self.seen = self.unseen = False
        self.current = 0
        self.ready = 0
        self.held: list[Resources] = []
        self.held_ready: list[Resources] = []
        self.wanted: list[AcceleratorsView] = []

    def want(self, row: WorkloadRow) -> None:
        """Add what a workload wants."""
        partial = row.partial
        self.wanted.append(row.accelerators)
        self.pods_unknown |= row.replicas.desired is None
        self.gpus_unknown |= row.resources.gpus is None
        self.desired += (
            row.replicas.desired if row.replicas.desired is not None else _part(partial, "replicas")
        )
        self.gpus += row.resources.gpus if row.resources.gpus is not None else _part(partial, "gpus")

    def exist(self, pods: Iterable[facts.PodFacts]) -> None:
        """Add pods that exist."""
        self.seen = True
        for pod in pods:
            if pod.state == "current":
                self.current += 1
            if pod.state != "finished":
                self.held.append(pod.resources)
            if pod.ready and pod.state == "current":
                self.ready += 1
                self.held_ready.append(pod.resources)

    def row(self, by: By, key: str | None) -> SumRow:
        """The line."""
        held, held_ready = total(self.held), total(self.held_ready)
        by_node = by == "node"
        all_seen = self.seen and not self.unseen
        unknown = held.gpus is None or (self.seen and self.unseen)
        if not by_node:
            unknown |= self.pods_unknown or self.gpus_unknown
        return SumRow(
            by=by,
            key=key,
            workloads=len(self.workloads),
            inactive=self.inactive,
            desired=None if by_node or self.pods_unknown else self.desired,
            desired_known=self.desired,
            current=self.current if all_seen else None,
            ready=self.ready if all_seen else None,
            current_known=self.current,
            ready_known=self.ready,
            gpus_desired=None if by_node or self.gpus_unknown else self.gpus,
            gpus_desired_known=self.gpus,
            gpus_current=held.gpus if all_seen else None,
            gpus_ready=held_ready.gpus if all_seen else None,
            gpus_current_known=held.known().gpus or 0,
            gpus_ready_known=held_ready.known().gpus or 0,
            accelerators=accelerators_view(held) if by_node else _added(self.wanted),
            incomplete=unknown,
        )


def sums(
    selected: Iterable[tuple[Root, WorkloadRow]], by: By, *, problems: Iterable[Problem] = ()
) -> Result[SumRow]:
    """The lines of a sum over workloads and their rows, sorted by key; what is to be said of a row is said of the
    sum that it is in."""
    lines: dict[str | None, _Sum] = {}
    result: Result[SumRow] = Result([])
    result.problems.extend(problems)
    for root, row in selected:
        result.problems.extend(
            msgspec.structs.replace(problem, message=f"{root.label}: {problem.message}")
            for problem in row.problems
            if problem.severity != "info"
        )
        pods = [facts.pod_facts(pod) for pod in root.pods or ()]
        if by == "node":
            for pod in pods:
                if pod.state != "finished":
                    line = lines.setdefault(pod.node, _Sum())
                    line.workloads.add(root.key)
                    line.exist([pod])
            continue
        key = {"namespace": row.namespace, "queue": row.queue, "kind": row.kind}[by]
        line = lines.setdefault(key, _Sum())
        if not row.active:
            line.inactive += 1
            continue
        line.workloads.add(root.key)
        line.want(row)
        if root.pods is not None:
            line.exist(pods)
        else:
            line.unseen = True
    for key in sorted(lines, key=lambda key: (key is None, key or "")):
        made = lines[key].row(by, key)
        result.rows.append(made)
        if made.incomplete:
            result.problems.append(
                Problem(
                    code="total.incomplete",
                    severity="warning",
                    message=f"the sum of {by} {key or '<none>'} is not complete: some numbers are not known",
                )
            )
    return result


def _part(partial: Any, field: str) -> int:
    return getattr(partial, field) if partial is not None else 0


def _added(parts: Iterable[AcceleratorsView]) -> AcceleratorsView:
    devices: dict[str, int | None] = {}
    mig: dict[str, int | None] = {}
    claims: dict[str, int] = {}
    fractions: int | float | None = 0
    memory: int | None = 0
    unknown: dict[str, None] = {}
    for part in parts:
        for sink, source in ((devices, part.devices), (mig, part.mig)):
            for name, number in source.items():
                before = sink.get(name, 0)
                sink[name] = None if number is None or before is None else before + number
        for name, number in part.claims.items():
            claims[name] = claims.get(name, 0) + number
        fractions = None if fractions is None or part.fractions is None else fractions + part.fractions
        memory = None if memory is None or part.memory_mi_b is None else memory + part.memory_mi_b
        unknown |= dict.fromkeys(part.unknown)
    return AcceleratorsView(
        devices=devices,
        mig=mig,
        fractions=fractions,
        memory_mi_b=memory,
        claims=claims,
        unknown=tuple(unknown),
    )

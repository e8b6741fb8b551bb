# SPDX-License-Identifier: Apache-2.0
"""Where objects come from: the small interface that every source has, whatever is behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from workload_map.problems import Problem, pointer

if TYPE_CHECKING:
    from workload_map.session.kinds import Selection
    from workload_map.yamlio import Document

__all__ = ["Gathered", "Item", "Source"]


class Item(msgspec.Struct, frozen=True):
    """One object of the input, with the place that it came from."""

    object: dict[str, Any]
    source: str
    """File name, ``<stdin>`` or ``cluster``."""
    document: Document | None = None
    """The document that holds it; None where there is no text."""
    path: tuple[str | int, ...] = ()
    """Where in that document: empty unless it is a member of a list."""

    def problem(self, problem: Problem) -> Problem:
        """The same problem, its path (so far in the object) turned into a place in the source. Of what is not
        there the place is that of the nearest thing around it."""
        line, column, path = problem.line, problem.column, problem.path
        if path is not None:
            steps: list[str | int] = [*self.path, *_steps(path, self.object)]
            path = pointer(steps)
            place = None
            while self.document is not None and line is None and place is None:
                place = self.document.locate(steps)
                if place is None and not steps:
                    break
                del steps[-1:]
            if place is not None:
                line, column = place
        return msgspec.structs.replace(
            problem, source=problem.source or self.source, path=path, line=line, column=column
        )


class Gathered(msgspec.Struct, frozen=True):
    """What a source gave."""

    items: list[Item]
    file_mode: bool
    """True where nothing was read from a cluster just now."""
    problems: tuple[Problem, ...] = ()
    """What was skipped on the way, and why."""
    links: list[dict[str, Any]] = []
    """Objects of which only the metadata was read: they lead from owner to owner, and are no workloads."""
    unreadable: tuple[tuple[str, str, str | None], ...] = ()
    """Group, kind and namespace (None: any) of owners that may not be read."""
    pods: bool = False
    """Whether every pod of the workloads is in it: then none means that there is none."""
    events: bool = False
    """Whether the events about the workloads are in it, even if there are none."""
    parts: bool = False
    """Whether a list across types shows workloads that are parts of others elsewhere (bare Pods, ReplicaSets)."""

    @property
    def place(self) -> str:
        """What messages call the place that all of this is from."""
        return "input" if self.file_mode else "cluster"


class Source(Protocol):
    """Gives the objects that a selection needs: workloads, what lies between them and their pods, pods."""

    def gather(self, selection: Selection, *, places: bool = True) -> Gathered:
        """All objects that bear on `selection`; more is allowed. Without `places` the items need not know where
        in their text they stand, which keeps that text from being held. Raises InputError for malformed input
        and OSError where reading failed."""
        ...


def _steps(path: str, value: Any) -> list[str | int]:
    """The keys and indices of an RFC 6901 pointer, told apart by what `value` holds there."""
    steps: list[str | int] = []
    for part in path.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and key.isdecimal():
            steps.append(int(key))
            value = value[int(key)] if int(key) < len(value) else None
        else:
            steps.append(key)
            value = value.get(key) if isinstance(value, dict) else None
    return steps

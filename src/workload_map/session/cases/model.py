# SPDX-License-Identifier: Apache-2.0
"""Cases for definitions, and what running one gives."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from workload_map.problems import Problem
from workload_map.session.cases.shape import Difference, Path
from workload_map.yamlio import Document

__all__ = ["Case", "CaseFile", "CaseResult", "DifferenceView", "Recorded"]


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """The state that was recorded with an object.

    `judged` is what must show it: the object alone, the object with its pods, or nothing (an open question).
    """

    state: str
    judged: Literal["object", "pods", "nothing"] = "object"
    together: bool = False
    """Initializing and Resuming count as one, Suspended and Suspending too: a person watched, not a program."""
    set: str = ""
    """The folder of the recordings, as named on the command line."""
    file: str = ""
    """The file inside it."""
    frame: int = 0


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One object, its pods where they matter, and what is expected of the reading."""

    name: str
    source: str
    """The file that it is in."""
    line: int | None = None
    definition: str | None = None
    """Name or file of the definition; None: the one for the object's kind."""
    object: dict[str, Any]
    pods: list[Any] | None = None
    """None: pods are not known, which is not the same as no pods."""
    expect: dict[str, Any] | None = None
    """By expectation key; None: nothing is said of it yet."""
    own: frozenset[str] = frozenset()
    """Those of the keys that stand in the case itself rather than in its file's defaults."""
    recorded: Recorded | None = None
    document: Document | None = None
    path: Path = ()
    """Where the case stands in its document."""

    def place(self, path: Path) -> tuple[int | None, int | None]:
        """Line and column of an expectation, where it stands in the case itself."""
        if self.document is None or not path or path[0] not in self.own:
            return self.line, None
        return self.document.locate((*self.path, "expect", *path), key=True) or (self.line, None)


class CaseFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file: its cases, and what is wrong with it. A case with a fault is left out, the others are there."""

    source: str
    cases: tuple[Case, ...] = ()
    problems: tuple[Problem, ...] = ()
    data: bytes = b""


class DifferenceView(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One thing that was expected and is not so."""

    path: str
    """RFC 6901 pointer below ``expect``."""
    expected: Any
    actual: Any
    absent: bool = False
    """There is nothing at all there; `actual` is null then."""
    line: int | None = None

    @classmethod
    def of(cls, difference: Difference, case: Case) -> DifferenceView:
        """A difference with its place in the case's file."""
        from workload_map.problems import pointer
        from workload_map.session.cases.shape import ABSENT

        absent = difference.actual is ABSENT
        return cls(
            path=pointer(difference.path),
            expected=difference.expected,
            actual=None if absent else difference.actual,
            absent=absent,
            line=case.place(difference.path)[0],
        )


class CaseResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What became of one case. `error`: it could not be read at all; `skipped`: nothing was expected of it, or it
    is a recording of a kind that no definition describes."""

    source: str
    line: int | None
    name: str
    definition: str | None
    outcome: Literal["passed", "failed", "error", "skipped"]
    differences: tuple[DifferenceView, ...] = ()
    message: str | None = None
    seconds: float = 0.0

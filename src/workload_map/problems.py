# SPDX-License-Identifier: Apache-2.0
"""A problem: something a user can fix, with its place; and a collector for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

__all__ = ["Problem", "Problems", "Severity", "pointer"]

Severity = Literal["error", "warning", "info"]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One finding. `code` is stable and dotted (``scale.not-integer``); `path` is an RFC 6901 pointer into
    `source` (a file, ``catalog:NAME``, ``cluster``); `line` and `column` count from 1; `at` is the id of the
    node of a workload's tree that is affected, where one is."""

    code: str
    severity: Severity = "error"
    message: str
    source: str | None = None
    path: str | None = None
    line: int | None = None
    column: int | None = None
    at: str | None = None

    def __str__(self) -> str:
        place = self.source or ""
        if self.line is not None:
            place += f":{self.line}:{self.column or 1}"
        parts = [place, self.path or "", self.severity]
        return ": ".join(part for part in parts if part) + f": {self.message} [{self.code}]"

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order by place: source, line, column, path, code."""
        return (self.source or "", self.line or 0, self.column or 0, self.path or "", self.code)


class Problems:
    """Collects problems; equal ones are kept once, in the order they came."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self._items: dict[Problem, None] = dict.fromkeys(problems)

    def add(
        self,
        code: str,
        message: str,
        *,
        severity: Severity = "error",
        source: str | None = None,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        at: str | None = None,
    ) -> None:
        """Record one problem."""
        problem = Problem(
            code=code,
            message=message,
            severity=severity,
            source=source,
            path=path,
            line=line,
            column=column,
            at=at,
        )
        self._items[problem] = None

    def extend(self, problems: Iterable[Problem]) -> None:
        """Record several problems."""
        self._items.update(dict.fromkeys(problems))

    def sorted(self) -> tuple[Problem, ...]:
        """All problems, by place."""
        return tuple(sorted(self._items, key=Problem.sort_key))

    def __iter__(self) -> Iterator[Problem]:
        return iter(tuple(self._items))

    def __len__(self) -> int:
        return len(self._items)

    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return any(problem.severity == "error" for problem in self._items)


def pointer(path: Sequence[str | int]) -> str:
    """The RFC 6901 pointer of a path of keys and indices; the whole document is ``""``."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)

# SPDX-License-Identifier: Apache-2.0
"""What a command over several workloads gives: rows, what went wrong beside them, and how it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from workload_map import errors
from workload_map.problems import Problem

if TYPE_CHECKING:
    from workload_map.session.roots import Root

__all__ = ["Listing", "Result", "failure", "plain"]

T = TypeVar("T")


class Listing(msgspec.Struct, Generic[T], frozen=True):
    """Several rows as one JSON document."""

    items: tuple[T, ...]
    count: int
    problems: tuple[Problem, ...]


class Result(msgspec.Struct, Generic[T]):
    """Rows, and beside them what could not be made into one."""

    rows: list[T]
    problems: list[Problem] = []
    """About the input as a whole: what was left out, and each failure."""
    failures: list[errors.WorkloadMapError] = []
    """Objects that were selected and could not be read at all."""

    def listing(self) -> Listing[T]:
        """All of it as one document."""
        return Listing(tuple(self.rows), len(self.rows), tuple(dict.fromkeys(self.problems)))

    def failed(self, root: Root, error: errors.WorkloadMapError) -> None:
        """Record that an object could not be read."""
        self.failures.append(error)
        self.problems.append(root.item.problem(failure(error, root.label)))


def plain(value: Any) -> Any:
    """The JSON value of structs: dicts, lists and scalars, as jq takes them."""
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (OverflowError, UnicodeEncodeError):
        # Integers beyond 64 bits and lone surrogates are more than that encoder takes.
        return _lists(msgspec.to_builtins(value))


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(part) for key, part in value.items()}
    return [_lists(part) for part in value] if isinstance(value, list | tuple) else value


def failure(error: errors.WorkloadMapError, label: str | None = None) -> Problem:
    """An error as a problem of a JSON document."""
    message = getattr(error, "message", None) or str(error)
    return Problem(
        code=error.code,
        message=f"{label}: {message}" if label else message,
        source=getattr(error, "source", None),
        path=getattr(error, "path", None),
        line=getattr(error, "line", None),
        column=getattr(error, "column", None),
    )

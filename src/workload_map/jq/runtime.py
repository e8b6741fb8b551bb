# SPDX-License-Identifier: Apache-2.0
"""What an evaluation carries with it: its budget, and the ways in which it ends early."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from workload_map.jq.ast import Span
from workload_map.jq.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from workload_map.jq.dates import Zone

__all__ = ["EMPTY", "Break", "Fail", "Limit", "Run", "Wrapped"]


class _Empty:
    """The result of an expression that has none, where at most one is possible."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "EMPTY"


EMPTY: Final[Any] = _Empty()


class Fail(Exception):
    """A jq error: `value` is what `catch` sees. `span` is set by the innermost expression that knows one."""

    def __init__(self, value: Any, span: Span | None = None) -> None:
        super().__init__()
        self.value = value
        self.span = span


class Limit(Exception):
    """A bound was passed. No `try` of the program catches it."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__()
        self.message = message
        self.span = span


class Break(Exception):
    """`break` on its way to the `label` with this token."""

    def __init__(self, token: object) -> None:
        super().__init__()
        self.token = token


class Wrapped(Exception):
    """An error from behind a `try` on its way out through it: only the `try` with this token unwraps it."""

    def __init__(self, token: object, error: Fail) -> None:
        super().__init__()
        self.token = token
        self.error = error


class Run:
    """The state of one evaluation. Class attributes are defaults, so that making one costs little."""

    left: int = DEFAULT_LIMITS.steps
    calls: int = 0
    frames: int = 0
    hop: int = 300
    limits: Limits = DEFAULT_LIMITS
    clock: Callable[[], float] | None = None
    zone: Zone | None = None

    def charge(self, steps: int) -> None:
        """Take steps from the budget; raises `Limit` when it is used up."""
        self.left -= steps
        if self.left < 0:
            raise Limit(f"the evaluation takes more than {self.limits.steps} steps")

    def over(self, span: Span | None = None) -> Limit:
        """The error for a budget that is used up."""
        return Limit(f"the evaluation takes more than {self.limits.steps} steps", span)

    def length(self, text: str) -> None:
        """Charge for going through a text once, where that is more than nothing."""
        if len(text) > 1024:
            self.charge(len(text) >> 6)

    def string(self, text: str) -> str:
        """The text, charged; raises `Limit` when it is too long."""
        size = len(text)
        if size > self.limits.string:
            raise Limit(f"a string of {size} characters is longer than {self.limits.string}")
        if size > 64:
            self.charge(size >> 6)
        return text

    def array(self, size: int) -> None:
        """Charge for an array that is about to be built by copying; raises `Limit` when it is too long."""
        if size > self.limits.array:
            raise Limit(f"an array of {size} elements is longer than {self.limits.array}")
        self.charge(1 + (size >> 3))

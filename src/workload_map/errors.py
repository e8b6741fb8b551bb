# SPDX-License-Identifier: Apache-2.0
"""The errors this package raises.

::

    WorkloadMapError                code "error"
    ├── JqError                     jq.syntax | jq.check | jq.runtime | jq.limit | jq.no-path | jq.count
    ├── InputError                  input.*       text that cannot be read, with its place
    ├── QuantityError               quantity      not a Kubernetes quantity
    ├── DefinitionError             definition    a definition that does not hold, with all its problems
    ├── NoDefinition                no-definition
    ├── AmbiguousDefinition         ambiguous-definition
    ├── ReadError                   read          strict reading met problems
    ├── EditError                   edit.*        a change that cannot be made
    ├── NotFound                    not-found     a named workload, role or definition that is absent
    ├── WaitError                   wait.*        a phase that was not reached: session.wait
    └── ApiError                    api.*         an API server and the way to it: kube.errors

Each class has a stable ``code``; faces map codes to exit codes or HTTP status.
What a user can fix in a definition or an object is first of all a `workload_map.problems.Problem`;
an error is raised where there is no result at all to return.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workload_map.problems import Problem

__all__ = [
    "AmbiguousDefinition",
    "DefinitionError",
    "EditError",
    "InputError",
    "JqError",
    "NoDefinition",
    "NotFound",
    "QuantityError",
    "ReadError",
    "WorkloadMapError",
]


class WorkloadMapError(Exception):
    """Base of every error of this package."""

    code: str = "error"


class JqError(WorkloadMapError):
    """A jq expression that does not parse, is not allowed, failed, or went over a limit.

    `span` is the half-open range of characters in `expression` that the message is about.
    """

    def __init__(
        self, message: str, *, expression: str, span: tuple[int, int], code: str = "jq.runtime"
    ) -> None:
        super().__init__(message)
        self.message = message
        self.expression = expression
        self.span = span
        self.code = code

    def __str__(self) -> str:
        return f"{self.message}\n{self.drawn()}"

    def drawn(self, *, width: int = 100) -> str:
        """The line of the expression that the error is about, and below it a caret under the place."""
        start, end = self.span
        start = max(0, min(start, len(self.expression)))
        line_start = self.expression.rfind("\n", 0, start) + 1
        line_end = self.expression.find("\n", start)
        line = self.expression[line_start : line_end if line_end >= 0 else len(self.expression)]
        column = start - line_start
        length = max(1, min(end - start, len(line) - column))
        # A long line is cut to a window around the place: an expression may be a megabyte.
        cut = max(0, column - width // 2)
        shown = line[cut : cut + width]
        caret = " " * (column - cut) + "^" * min(length, width - (column - cut))
        # Control characters would break the picture (and the terminal), tabs its alignment.
        return "".join(c if c.isprintable() else " " for c in shown) + "\n" + caret


class InputError(WorkloadMapError):
    """Text that is not what it should be: `source` names the file, `line` and `column` count from 1."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "input.syntax",
        source: str | None = None,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.source = source
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = self.source or "input"
        if self.line is not None:
            place += f":{self.line}"
            if self.column is not None:
                place += f":{self.column}"
        return f"{place}: {self.message}"


class QuantityError(WorkloadMapError, ValueError):
    """A string that is not a Kubernetes quantity."""

    code = "quantity"


class _WithProblems(WorkloadMapError):
    def __init__(self, message: str, problems: Sequence[Problem]) -> None:
        super().__init__(message)
        self.message = message
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join([self.message, *(f"  {problem}" for problem in self.problems)])


class DefinitionError(_WithProblems):
    """Definitions that do not hold; `problems` has every finding, sorted by place."""

    code = "definition"


class ReadError(_WithProblems):
    """A strict reading that met problems; `problems` has them all."""

    code = "read"


class NoDefinition(WorkloadMapError, LookupError):
    """No definition describes this type."""

    code = "no-definition"


class AmbiguousDefinition(WorkloadMapError, LookupError):
    """More than one definition describes this type; the message names them."""

    code = "ambiguous-definition"


class EditError(WorkloadMapError):
    """A change that this workload cannot take; nothing was changed."""

    def __init__(self, message: str, *, code: str = "edit") -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class NotFound(WorkloadMapError, LookupError):
    """Something named by the user is not there."""

    code = "not-found"

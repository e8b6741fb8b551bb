# SPDX-License-Identifier: Apache-2.0
"""What is found while one expression is followed through a schema."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from workload_map.definition.crdcheck.schema import Node
from workload_map.definition.crdcheck.suggest import Suggestion
from workload_map.jq.ast import Span
from workload_map.problems import Severity

__all__ = ["Found", "OutOfSteps", "Report"]

# Nodes of the syntax tree that are visited for one expression, calls followed: hand-written ones take hundreds.
_STEPS: Final = 50_000


class OutOfSteps(Exception):
    """The expression is too large to be followed to its end."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """One finding: `span` in the expression, `place` in the schema, `suggestion` what to write instead."""

    code: str
    severity: Severity
    message: str
    span: Span
    place: tuple[str, ...] | None = None
    suggestion: str | None = None
    path: bool = False
    """Whether it says that a path leads nowhere."""


class Report:
    """Collects the findings of one expression on one kind; `title` is what messages call the kind."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._found: list[Found] = []
        self._index: dict[Any, int] = {}
        self._quiet = 0
        self._steps = 0
        self._testing = 0
        self._tested: set[tuple[str, ...]] = set()
        self.taken: dict[Span, list[tuple[Node, Node]]] = {}
        """By the span of a step: the places of the schema that it was taken from and led to."""
        self._nulls: dict[tuple[Span, tuple[str, ...]], str] = {}

    def named(self, node: Node) -> str:
        """What messages call a place: the kind itself, or a path in it."""
        return f"{self.title} {node}" if node.place else self.title

    def step(self) -> None:
        """One more node is visited; raises OutOfSteps when there were too many."""
        self._steps += 1
        if self._steps > _STEPS:
            raise OutOfSteps

    @property
    def loud(self) -> bool:
        """Whether findings are kept."""
        return not self._quiet

    def hush(self) -> None:
        """Forget findings until `speak`: the same code is visited again with what is then known."""
        self._quiet += 1

    def speak(self) -> None:
        """The end of `hush`."""
        self._quiet -= 1

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        severity: Severity = "error",
        node: Node | None = None,
        suggestion: Suggestion | None = None,
        path: bool = False,
    ) -> int:
        """Record a finding once; its index, -1 for none."""
        if self._quiet:
            return -1
        place = node.place if node is not None else None
        key = (code, span, place, message)
        if key not in self._index:
            self._index[key] = len(self._found)
            self._found.append(
                Found(
                    code=code,
                    severity=severity,
                    message=f"{message}{suggestion.text if suggestion else ''}",
                    span=span,
                    place=place,
                    suggestion=suggestion.value if suggestion else None,
                    path=path,
                )
            )
        return self._index[key]

    def soften(self, indices: list[int]) -> None:
        """These findings are about a side of ``//`` that another one stands in for."""
        for index in indices:
            if 0 <= index < len(self._found) and self._found[index].severity != "info":
                found = self._found[index]
                self._found[index] = msgspec.structs.replace(
                    found,
                    severity="info",
                    message=f"{found.message} (another side of // is there)",
                )

    def begin_test(self) -> int:
        """What is looked at from here on is looked at by a condition; what `end_test` takes."""
        before = self._testing
        self._testing = 1
        return before

    def begin_use(self) -> int:
        """What is looked at from here on is computed with, also inside a condition."""
        before = self._testing
        self._testing = 0
        return before

    def end_test(self, before: int) -> None:
        """Back to what was before."""
        self._testing = before

    def took(self, span: Span, origin: Node, node: Node) -> None:
        """A step led from one place to another."""
        taken = self.taken.setdefault(span, [])
        if all(one is not node for _, one in taken):
            taken.append((origin, node))
        if self._testing:
            self._tested.add(node.place)

    def null(self, node: Node, operator: str, span: Span) -> None:
        """The value of this place, which may be null, is computed with."""
        if not self._quiet:
            self._nulls.setdefault((span, node.place), operator)

    def findings(self) -> list[Found]:
        """All of them, by place in the expression."""
        found = list(self._found)
        for (span, place), operator in self._nulls.items():
            if self._is_guarded(place):
                continue
            name = Node({}, place=place)
            found.append(
                Found(
                    code="crd.null",
                    severity="warning",
                    message=f"{self.title} {name} need not be there, and {operator} with null is an error: "
                    "write (… // DEFAULT)",
                    span=span,
                    place=place,
                )
            )
        return sorted(found, key=lambda one: (one.span, one.code, one.message))

    def _is_guarded(self, place: tuple[str, ...]) -> bool:
        """Whether a condition asks for the place, for what it lies in, or for a switch (``enabled``) beside that:
        then its author knows that it may be absent."""
        return any(
            place[: len(asked)] == asked
            or (2 < len(asked) < len(place) and place[: len(asked) - 1] == asked[:-1])
            for asked in self._tested
        )

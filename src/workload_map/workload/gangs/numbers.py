# SPDX-License-Identifier: Apache-2.0
"""Values of a definition's gang expressions on one object, each expression run once."""

from __future__ import annotations

from typing import Any

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload import blame, scale
from workload_map.workload.expr import Expr, describe_value

__all__ = ["Context", "Values"]


class Context:
    """Where the nearest `each` stands: its component, the name of the node, the instances that are in it (most
    often the one), the position of the first of them among all instances, and how many there are."""

    __slots__ = ("component", "count", "id", "ids", "index")

    def __init__(self, component: str, id_: str, ids: tuple[str, ...], index: int, count: int) -> None:
        self.component = component
        self.id = id_
        self.ids = ids
        self.index = index
        self.count = count


class Values:
    """What the expressions give on `obj`; what is wrong with them is added to `problems`, each fault once."""

    def __init__(self, obj: dict[str, Any], problems: list[Problem]) -> None:
        self.obj = obj
        self.problems = problems
        self._results: dict[int, list[Any] | None] = {}
        self._told: set[tuple[int, int]] = set()

    def number(self, expr: Expr, context: Context | None, own: tuple[int, int] | None = None) -> scale.Number:
        """An integer from 0; None where the object does not say it. `own` is the position among the instances
        of the member's own component, and their number."""
        found = self._at(expr, context, own)
        if found is None:
            return scale.FAULTY
        index, value = found
        number = scale.count_of(value)
        if number is scale.FAULTY:
            negative = scale.is_negative(value)
            self._tell(
                expr,
                index,
                "gang.negative" if negative else "gang.not-integer",
                "below 0" if negative else "not an integer",
                value,
            )
        return number

    def boolean(self, expr: Expr, context: Context | None) -> bool | None:
        """true or false; None where it cannot be told, which is a problem."""
        found = self._at(expr, context, None)
        if found is None:
            return None
        index, value = found
        if isinstance(value, bool):
            return value
        self._tell(expr, index, "gang.not-boolean", "not true or false", value)
        return None

    def text(self, expr: Expr, context: Context | None) -> str | None:
        """A text; None where the object does not say it."""
        found = self._at(expr, context, None)
        if found is None or found[1] is None:
            return None
        index, value = found
        if isinstance(value, str):
            return value or None
        self._tell(expr, index, "gang.not-text", "not a text", value)
        return None

    def keys(self, expr: Expr, count: int) -> list[str | None]:
        """A text for each of `count` instances; None for those that have none."""
        return [self.text(expr, Context("", "", (), index, count)) for index in range(count)]

    def names(self, expr: Expr, context: Context) -> tuple[str, ...]:
        """A list of texts; null is an empty one."""
        found = self._at(expr, context, None)
        if found is None or found[1] is None:
            return ()
        index, value = found
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._tell(expr, index, "gang.not-names", "not a list of texts", value)
        return ()

    def _at(self, expr: Expr, context: Context | None, own: tuple[int, int] | None) -> tuple[int, Any] | None:
        """Position and value of the one result that is meant; None and a problem where there is no such one."""
        results = self._all(expr)
        if results is None:
            return None
        count = len(results)
        if own is not None and count == own[1]:
            return own[0], results[own[0]]
        if context is not None and count == context.count:
            return context.index, results[context.index]
        if count == 1:
            return 0, results[0]
        if (id(expr), -1) not in self._told:
            self._told.add((id(expr), -1))
            wanted = {1, *([own[1]] if own else ()), *([context.count] if context else ())}
            self.problems.append(
                Problem(
                    code="gang.count",
                    message=f"{expr.label} gives {count} results, but must give"
                    f" {' or '.join(map(str, sorted(wanted)))}",
                )
            )
        return None

    def _all(self, expr: Expr) -> list[Any] | None:
        key = id(expr)
        if key not in self._results:
            try:
                self._results[key] = expr.all(self.obj)
            except JqError as error:
                self.problems.append(blame.failed(expr, error, self.obj, "gang.failed"))
                self._results[key] = None
        return self._results[key]

    def _tell(self, expr: Expr, index: int, code: str, what: str, value: Any) -> None:
        if (id(expr), index) in self._told:
            return
        self._told.add((id(expr), index))
        self.problems.append(
            Problem(
                code=code,
                message=f"{expr.label}: the value at {index} is {describe_value(value)}, {what}",
                path=blame.place_of_result(expr, self.obj, index, value),
            )
        )

# SPDX-License-Identifier: Apache-2.0
"""Replica counts of a component's instances: integers, or None for not known."""

from __future__ import annotations

from typing import Any

from workload_map.problems import Problem
from workload_map.workload import blame
from workload_map.workload.expr import Expr, describe_value
from workload_map.workload.instances import aligned
from workload_map.workload.reading import role_id

__all__ = ["FAULTY", "Number", "count_of", "counts", "is_negative"]


class _Faulty:
    """A number that is there and wrong. It is not known, and unlike an absent one nothing stands in for it."""

    def __repr__(self) -> str:
        return "FAULTY"


FAULTY = _Faulty()
Number = int | None | _Faulty


def count_of(value: Any) -> Number:
    """A number of pods: an integer from 0, a whole float, or an integer as text; None stays None."""
    if value is None:
        return None
    if isinstance(value, str):
        digits = value[1:] if value[:1] in "+-" else value
        if not (digits.isascii() and digits.isdigit() and len(digits) < 300):
            return FAULTY
        value = int(value)
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        return FAULTY
    elif isinstance(value, float):
        if not value.is_integer():
            return FAULTY
        value = int(value)
    return FAULTY if value < 0 else value


def counts(
    expr: Expr | None,
    obj: Any,
    ids: tuple[str, ...],
    component: str,
    problems: list[Problem],
    *,
    code: str = "scale",
) -> list[Number]:
    """One number for each instance. A wrong value leaves a problem that names value and index."""
    if expr is None:
        return [None] * len(ids)
    results = aligned(expr, obj, len(ids), code, component, problems)
    if results is None:
        return [FAULTY] * len(ids)
    numbers: list[Number] = []
    for index, value in enumerate(results):
        # Nearly every value is a plain small integer: it needs no second look.
        if type(value) is int and value >= 0:
            numbers.append(value)
            continue
        number = count_of(value)
        if number is FAULTY:
            negative = is_negative(value)
            problems.append(
                Problem(
                    code=f"{code}.negative" if negative else f"{code}.not-integer",
                    message=f"{expr.label}: the value at {index} is {describe_value(value)}, "
                    + ("below 0" if negative else "not an integer"),
                    path=blame.place_of_result(expr, obj, index, value),
                    at=role_id(component, ids[index]),
                )
            )
        numbers.append(number)
    return numbers


def is_negative(value: Any) -> bool:
    """Whether a faulty value is a number for all that, but below 0."""
    if isinstance(value, str):
        return value.startswith("-") and isinstance(count_of(value[1:]), int)
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0

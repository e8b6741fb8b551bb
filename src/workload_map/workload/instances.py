# SPDX-License-Identifier: Apache-2.0
"""The instance ids of a component, and lists that must line up with them."""

from __future__ import annotations

from typing import Any

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload import blame
from workload_map.workload.expr import Expr, describe_value

__all__ = ["aligned", "instance_ids"]


def instance_ids(
    expr: Expr | None, obj: Any, component: str, problems: list[Problem]
) -> tuple[str, ...] | None:
    """The ids of a component's instances: ``("",)`` where the definition names no `instanceIdPath`.

    None when the ids cannot be read: without them nothing of the component lines up.
    """
    if expr is None:
        return ("",)
    try:
        results = expr.all(obj)
    except JqError as error:
        problems.append(blame.failed(expr, error, obj, "instances.failed", component))
        return None
    ids: list[str] = []
    seen: dict[str, int] = {}
    sound = True
    for index, value in enumerate(results):
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value) if value.bit_length() < 1024 else ""
        if not isinstance(value, str) or not value:
            what = "empty" if value == "" else describe_value(value)
            problems.append(
                Problem(
                    code="instances.not-text",
                    message=f"{expr.label}: instance id {index} is {what}, but must be a string that is not empty",
                    path=blame.place_of_result(expr, obj, index, value),
                    at=component,
                )
            )
            sound = False
        elif value in seen:
            problems.append(
                Problem(
                    code="instances.duplicate",
                    message=f'{expr.label}: the instance id "{value}" stands at {seen[value]} and again at {index}',
                    path=blame.place_of_result(expr, obj, index, value),
                    at=component,
                )
            )
            sound = False
        else:
            seen[value] = index
            ids.append(value)
    return tuple(ids) if sound else None


def aligned(
    expr: Expr, obj: Any, count: int, code: str, at: str, problems: list[Problem]
) -> list[Any] | None:
    """The results of `expr`, one for each of `count` instances; None and a problem when they do not line up."""
    try:
        results = expr.all(obj)
    except JqError as error:
        problems.append(blame.failed(expr, error, obj, f"{code}.failed", at))
        return None
    if len(results) != count:
        problems.append(
            Problem(
                code=f"{code}.count",
                message=f"{expr.label}: instance ids count ({count}) does not match results count ({len(results)})",
                at=at,
            )
        )
        return None
    return results

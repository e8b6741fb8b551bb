# SPDX-License-Identifier: Apache-2.0
"""What a pod says of the group that it is in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload import blame
from workload_map.workload.expr import Expr, as_text
from workload_map.workload.gangs.nodes import KeysPlan

__all__ = ["key_of", "keys_of", "passes"]


def passes(plan: KeysPlan, pod: Mapping[str, Any], role: str, problems: list[Problem]) -> bool:
    """Whether all filters are true of the pod."""
    for expr in plan.filters:
        try:
            if expr.all(pod) != [True]:
                return False
        except JqError as error:
            problems.append(blame.failed(expr, error, pod, "gang.filter-failed", role))
            return False
    return True


def keys_of(
    plan: KeysPlan, pod: Mapping[str, Any], role: str, problems: list[Problem]
) -> tuple[str, ...] | None:
    """All keys of the pod; None where one is missing."""
    keys: list[str] = []
    for expr in plan.keys:
        key = key_of(expr, pod, role, problems)
        if key is None:
            return None
        keys.append(key)
    return tuple(keys)


def key_of(expr: Expr, pod: Mapping[str, Any], role: str, problems: list[Problem]) -> str | None:
    """One key of the pod: exactly one text, number or boolean; else None and a problem."""
    try:
        results = expr.all(pod)
    except JqError as error:
        problems.append(blame.failed(expr, error, pod, "gang.key-failed", role))
        return None
    if len(results) == 1:
        value = results[0]
        text = value if type(value) is str and value else as_text(value)
    else:
        text = None
    if text is None:
        problems.append(
            Problem(
                code="gang.no-key",
                message=f"a pod of {role} does not say which gang it is in: {expr.label} gives "
                + ("nothing" if not results or results == [None] else "no single text"),
                at=role,
            )
        )
    return text

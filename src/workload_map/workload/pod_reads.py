# SPDX-License-Identifier: Apache-2.0
"""Which fields of a pod a definition reads: all that a list of pods has to carry for it.

Together with `facts.READS` this is what placing and counting a pod needs, so that the rest of a pod need not be
decoded or kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from workload_map.definition.expressions import Expression, expressions
from workload_map.errors import JqError
from workload_map.jq import ast
from workload_map.jq.reads import ANY, ReadPath, minimal
from workload_map.workload import facts, owners, queues
from workload_map.workload.expr import Expr
from workload_map.workload.gangs import bindings

if TYPE_CHECKING:
    from workload_map.workload.plan import Plan

__all__ = ["own_reads", "pod_reads"]

#: What `Plan.read` reads of any object beside the definition's expressions.
_IDENTITY: Final[tuple[ReadPath, ...]] = (
    *owners.READS,
    *queues.READS,
    ("metadata", "creationTimestamp", ANY),
    ("metadata", "deletionTimestamp", ANY),
    ("metadata", "resourceVersion", ANY),
)


def pod_reads(plan: Plan) -> tuple[ReadPath, ...]:
    """What the expressions of a definition that run on a pod read of it: selectors, keys, the rule by which a
    pod joins, gangs. ``(("*",),)`` where one of them reads the whole pod."""
    found: set[ReadPath] = set()
    for candidate in plan.place_plan.candidates:
        if candidate.type_selector is not None:
            found.update(("metadata", "labels", label, ANY) for label, _ in candidate.type_selector.labels)
    for _, expr in _on(plan, "pod"):
        found.update(_reads(expr))
    if plan.gang_plan:
        found.update(bindings.READS)
    return minimal(found)


def own_reads(plan: Plan) -> tuple[ReadPath, ...]:
    """What `Plan.read` and a row of a list read of the plan's own object.

    An object that is its own pod template (a bare Pod) is read as a pod is, not in full. ``(("*",),)`` where
    another expression reads the whole object.
    """
    found: set[ReadPath] = set(_IDENTITY)
    for expression, expr in _on(plan, "object"):
        if expression.role.gives == "template" and _is_identity(expr):
            found.update(facts.READS)
        else:
            found.update(_reads(expr))
    return minimal(found)


def _on(plan: Plan, what: str) -> Iterator[tuple[Expression, Expr]]:
    compiled = {expr.pointer: expr for expr in plan.expressions()}
    for expression in expressions(plan.definition):
        if expression.role.on == what:
            expr = compiled.get(expression.path)
            yield expression, expr or Expr(expression.text, expression.path, expression.path)


def _reads(expr: Expr) -> Iterable[ReadPath]:
    try:
        return expr.program.path_reads()
    except JqError:
        # It does not compile: it fails before it reads anything.
        return ()


def _is_identity(expr: Expr) -> bool:
    try:
        return isinstance(expr.program.ast, ast.Identity)
    except JqError:
        return False

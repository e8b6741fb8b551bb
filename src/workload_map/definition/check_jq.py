# SPDX-License-Identifier: Apache-2.0
"""Rules about the jq expressions of a definition: they parse, they only read, they end, they can be written
where a value is written through them."""

from __future__ import annotations

from collections.abc import Iterator

from workload_map import errors, jq
from workload_map.definition.expressions import Expression
from workload_map.definition.model import Definition
from workload_map.definition.places import EXTENSIONS_PATH
from workload_map.definition.shapes import Path
from workload_map.definition.walker import Finding, is_missing
from workload_map.jq import check as jq_check

__all__ = ["findings"]


def findings(definition: Definition) -> Iterator[Finding]:
    """What is wrong with the expressions, each with the character that it is about."""
    for expression in definition.expressions():
        if not is_missing(expression.text):
            yield from _expression(expression)


def _expression(expression: Expression) -> Iterator[Finding]:
    text, path = expression.text, expression.steps
    if not text.strip():
        yield Finding(
            code="definition.empty-expression",
            severity="warning",
            message="an empty expression gives its whole input; write . if that is meant",
            path=path,
        )
        return
    try:
        program = jq.compile(text)
    except errors.JqError as error:
        yield from _refused(text, error, path)
        return
    yield from (_finding(found, text, path) for found in jq_check.policy(program.ast))
    obstacle = program.why_not_writable
    if obstacle is not None and _must_be_written(expression):
        yield Finding(
            code="definition.not-writable",
            # The reference takes such a definition, and only fails when it is suspended or resumed.
            severity="error" if path[: len(EXTENSIONS_PATH)] == EXTENSIONS_PATH else "warning",
            message=f"nothing can be written through this expression: {obstacle.reason}",
            path=path,
            inside=(text, obstacle.span[0]),
        )


def _refused(text: str, error: errors.JqError, path: Path) -> Iterator[Finding]:
    """Everything about an expression that does not compile: the compiler stops at the first unknown name."""
    try:
        found = jq_check.policy(jq.parse(text))
    except errors.JqError:
        found = []
    if found:
        yield from (_finding(item, text, path) for item in found)
    else:
        yield Finding(code=error.code, message=error.message, path=path, inside=(text, error.span[0]))


def _finding(found: jq_check.Finding, text: str, path: Path) -> Finding:
    return Finding(
        code=found.code,
        severity=found.severity,
        message=found.message,
        path=path,
        inside=(text, found.span[0]),
    )


def _must_be_written(expression: Expression) -> bool:
    """Templates and numbers of pods may be computed; what exists to be written may not."""
    action = any(step in ("suspendActions", "resumeActions") for step in expression.steps)
    return action or expression.steps[-2:] == ("units", "path")

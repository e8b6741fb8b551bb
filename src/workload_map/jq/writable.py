# SPDX-License-Identifier: Apache-2.0
"""Whether an expression denotes places that can be written, seen from its syntax."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from workload_map.jq import ast
from workload_map.jq.prelude import PATHS
from workload_map.jq.scope import Scope
from workload_map.jq.special import AS_STEP, FILTERS

__all__ = ["Obstacle", "for_writing", "obstacle"]


class Obstacle(NamedTuple):
    """The construct because of which an expression has no place to write to."""

    span: ast.Span
    reason: str


_BUILT: dict[type[ast.Node], str] = {
    ast.Literal: "a constant",
    ast.Text: "a string that is put together",
    ast.Format: "a format",
    ast.Binary: "the result of an operator",
    ast.Negate: "the result of an operator",
    ast.And: "a truth value",
    ast.Or: "a truth value",
    ast.Array: "an array that is built",
    ast.ObjectNode: "an object that is built",
    ast.Var: "a variable",
    ast.Update: "a changed copy",
    ast.Reduce: "a value that is built up",
    ast.Foreach: "a value that is built up",
}


def obstacle(tree: ast.Node) -> Obstacle | None:
    """Why the expression denotes no place; None when it can (whether it does may depend on the object)."""
    return _obstacle(for_writing(tree), Scope.root(), set())


def _obstacle(node: ast.Node, scope: Scope, active: set[int]) -> Obstacle | None:
    if type(node) in _BUILT:
        return Obstacle(node.span, f"{_BUILT[type(node)]} has no place in the object")
    parts: tuple[ast.Node, ...] = ()
    match node:
        case ast.Path(base=base):
            parts = (base,)
        case ast.Pipe(stages=stages):
            parts = stages
        case ast.Comma(items=items) | ast.Alternative(items=items):
            parts = items
        case ast.If(branches=branches, otherwise=otherwise):
            parts = tuple(then for _, then in branches)
            if otherwise is not None and not _nothing(otherwise):
                parts = (*parts, otherwise)
        case ast.Try(body=body):
            parts = (body,)
        case ast.Label(body=body) | ast.Bind(body=body):
            parts = (body,)
        case ast.Defs(defs=defs, body=body):
            for definition in defs:
                scope = scope.define(definition)
            parts = (body,)
        case ast.Call():
            return _call(node, scope, active)
    for part in parts:
        found = _obstacle(part, scope, active)
        if found is not None:
            return found
    return None


def _nothing(node: ast.Node) -> bool:
    return isinstance(node, ast.Call) and node.name in ("empty", "error")


def _call(node: ast.Call, scope: Scope, active: set[int]) -> Obstacle | None:
    key = (node.name, len(node.args))
    found = scope.callee(*key)
    if found is not None:
        function = found.function
        if function is None or id(function) in active:
            return None
        active.add(id(function))
        inner = function.scope
        for param in function.params:
            inner = inner.bind("param", param.removeprefix("$"))
        return _obstacle(function.body, inner, active)
    if node.name in ("empty", "error", "getpath", "select", "recurse") or key in AS_STEP:
        return None
    if not node.args and node.name in FILTERS:
        return None
    if key in PATHS:
        return _obstacle(node.args[-1], scope, active) if key[0] in ("first", "limit", "skip") else None
    return Obstacle(node.span, f"the result of {node.name} has no place in the object")


def for_writing(node: ast.Node) -> ast.Node:
    """The expression as it is written through: where ``a // constant`` gives a default, `a` is meant, whether
    it is there or not. (gojq refuses to write where it is not.)"""
    if isinstance(node, ast.Alternative):
        items = node.items
        while len(items) > 1 and _is_default(items[-1]):
            items = items[:-1]
        parts = tuple(for_writing(item) for item in items)
        return parts[0] if len(parts) == 1 else ast.Alternative(node.span, parts)
    if isinstance(node, ast.Pipe):
        return ast.Pipe(node.span, tuple(for_writing(stage) for stage in node.stages))
    if isinstance(node, ast.Comma):
        return ast.Comma(node.span, tuple(for_writing(item) for item in node.items))
    if isinstance(node, ast.Path) and not isinstance(node.base, ast.Identity):
        changed: ast.Node = msgspec.structs.replace(node, base=for_writing(node.base))
        return changed
    if isinstance(node, ast.Bind | ast.Label | ast.Defs):
        return msgspec.structs.replace(node, body=for_writing(node.body))
    if isinstance(node, ast.If):
        otherwise = None if node.otherwise is None else for_writing(node.otherwise)
        branches = tuple((condition, for_writing(then)) for condition, then in node.branches)
        return ast.If(node.span, branches, otherwise)
    return node


def _is_default(node: ast.Node) -> bool:
    if isinstance(node, ast.Literal):
        return True
    if isinstance(node, ast.Array):
        return node.body is None or _is_default(node.body)
    if isinstance(node, ast.Comma):
        return all(map(_is_default, node.items))
    if isinstance(node, ast.ObjectNode):
        return all(
            entry.value is not None and _is_default(entry.key) and _is_default(entry.value)
            for entry in node.entries
        )
    return False

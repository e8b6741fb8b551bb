# SPDX-License-Identifier: Apache-2.0
"""Follows an expression through a schema: what each part of it may give, and which paths lead nowhere.

Functions that the expression defines are followed at each call, with their closures; loops until nothing new
comes to their state. What is not followed gives "anything", which no rule objects to.
"""

from __future__ import annotations

from typing import Final

from workload_map.definition.crdcheck import functions, kinds, operators, steps, values
from workload_map.definition.crdcheck.report import OutOfSteps, Report
from workload_map.definition.crdcheck.schema import Node
from workload_map.definition.crdcheck.values import At, Const, Missing, Object, Value
from workload_map.jq import ast

__all__ = ["Env", "Interpreter", "follow"]

# Nested visits: far below Python's own limit, far above what a person writes.
_DEPTH: Final = 150


class _Function:
    """A function or closure: its code and the names that are visible to it."""

    __slots__ = ("body", "env", "name", "params", "sees_itself")

    def __init__(
        self, name: str, params: tuple[str, ...], body: ast.Node, env: Env, *, sees_itself: bool
    ) -> None:
        self.name = name
        self.params = params
        self.body = body
        self.env = env
        self.sees_itself = sees_itself


class Env:
    """The variables and functions that are visible at a place; never changed, only extended."""

    __slots__ = ("functions", "variables")

    def __init__(self, variables: dict[str, Value], functions: dict[tuple[str, int], _Function]) -> None:
        self.variables = variables
        self.functions = functions

    def bind(self, name: str, value: Value) -> Env:
        """With one more variable."""
        return Env({**self.variables, name: value}, self.functions)

    def define(self, function: _Function) -> Env:
        """With one more function."""
        return Env(self.variables, {**self.functions, (function.name, len(function.params)): function})


def follow(tree: ast.Node, root: Node, report: Report) -> Value:
    """What `tree` gives for an object of the kind whose schema is `root`; findings go to `report`."""
    try:
        return Interpreter(report).visit(tree, Value((At(root),)), Env({}, {}))
    except OutOfSteps:
        report.add(
            "crd.too-large",
            "the expression is too large to be checked to its end",
            tree.span,
            severity="info",
        )
        return values.ANY


class Interpreter:
    """The visit of one expression."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._depth = 0

    def visit(self, node: ast.Node, at: Value, env: Env) -> Value:
        """What a node gives for the input `at`."""
        self.report.step()
        if self._depth >= _DEPTH:
            raise OutOfSteps
        self._depth += 1
        try:
            return self._visit(node, at, env)
        finally:
            self._depth -= 1

    def test(self, node: ast.Node, at: Value, env: Env) -> Value:
        """The same where a condition is asked for: the places that it looks at are known to be looked at."""
        before = self.report.begin_test()
        try:
            return self.visit(node, at, env)
        finally:
            self.report.end_test(before)

    def _visit(self, node: ast.Node, at: Value, env: Env) -> Value:
        match node:
            case ast.Identity():
                return at
            case ast.Literal(value=value):
                return values.const(value)
            case ast.Path(base=base, steps=path):
                return self._path(self.visit(base, at, env), path, at, env)
            case ast.Pipe(stages=stages):
                for stage in stages:
                    at = self.visit(stage, at, env)
                return at
            case ast.Comma(items=items):
                return values.union([self.visit(item, at, env) for item in items])
            case ast.Alternative(items=items):
                return self._alternative(items, at, env)
            case ast.And(items=items) | ast.Or(items=items):
                for item in items:
                    self.test(item, at, env)
                return values.BOOLEANS
            case ast.Binary():
                return self._binary(node, at, env)
            case ast.Negate(operand=operand):
                number = self.visit(operand, at, env)
                return operators.arithmetic(self.report, "-", values.const(0), number, node.span)
            case ast.If(branches=branches, otherwise=otherwise):
                found = []
                for condition, then in branches:
                    self.test(condition, at, env)
                    found.append(self.visit(then, at, env))
                found.append(at if otherwise is None else self.visit(otherwise, at, env))
                return values.union(found)
            case ast.Try(body=body, handler=handler):
                result = self.visit(body, at, env)
                if handler is not None:
                    result = values.union([result, self.visit(handler, values.ANY, env)])
                return result
            case ast.Bind():
                return self._bind(node, at, env)
            case ast.Reduce() | ast.Foreach():
                return self._loop(node, at, env)
            case ast.Label(body=body):
                return self.visit(body, at, env)
            case ast.Break():
                return values.EMPTY
            case ast.Var(name=name):
                return env.variables.get(name, values.ANY)
            case ast.Defs(defs=defs, body=body):
                for one in defs:
                    env = env.define(_Function(one.name, one.params, one.body, env, sees_itself=True))
                return self.visit(body, at, env)
            case ast.Call():
                return self._call(node, at, env)
            case ast.Array(body=inner):
                return values.array(values.EMPTY if inner is None else self.visit(inner, at, env))
            case ast.ObjectNode():
                return self._object(node, at, env)
            case ast.Text(parts=parts):
                for part in parts:
                    if isinstance(part, ast.Node):
                        self.visit(part, at, env)
                return values.STRINGS
            case ast.Format():
                return values.STRINGS
            case ast.Update(target=target, value=written):
                self.visit(target, at, env)
                self.visit(written, values.ANY if node.op == "|=" else at, env)
                return values.ANY
            case _:
                # ``..``: everything in the input, at any depth.
                return values.ANY

    def _path(self, value: Value, path: tuple[ast.Step, ...], at: Value, env: Env) -> Value:
        report = self.report
        for step in path:
            if isinstance(step, ast.Iterate):
                value = steps.each(report, value, step.span)
            elif isinstance(step, ast.Slice):
                for part in (step.start, step.end):
                    if part is not None:
                        self.visit(part, at, env)
                value = steps.slice_of(report, value, step.span)
            elif isinstance(step.key, ast.Literal) and isinstance(step.key.value, str):
                value = steps.field(report, value, step.key.value, step.span)
            else:
                value = steps.at_key(report, value, self.visit(step.key, at, env), step.span)
        return value

    def _alternative(self, items: tuple[ast.Node, ...], at: Value, env: Env) -> Value:
        """One good side is enough: what is wrong with the others is said, and no more than that."""
        sides = [self.visit(item, at, env) for item in items]
        for item, side in zip(items[:-1], sides[:-1], strict=True):
            operators.default(self.report, side, sides[-1], item.span)
        there = [
            any(not isinstance(atom, Missing) for atom in side.atoms) and _reads(item)
            for item, side in zip(items, sides, strict=True)
        ]
        for index, side in enumerate(sides):
            # What lacks a field here is excused by another side alone, not by what else this side gives.
            if any(there[:index] + there[index + 1 :]):
                self.report.soften([atom.finding for atom in side.atoms if isinstance(atom, Missing)])
                sides[index] = Value(
                    tuple(atom for atom in side.atoms if not isinstance(atom, Missing)), side.soft
                )
        kept = [side.without(kinds.NULL) for side in sides[:-1]]
        return values.union([*kept, sides[-1]], soft=sum(there) > 1)

    def _binary(self, node: ast.Binary, at: Value, env: Env) -> Value:
        if node.op in ("+", "-", "*", "/", "%"):
            # A field that is computed with in a condition is not what the condition asks for.
            before = self.report.begin_use()
            left, right = self.visit(node.left, at, env), self.visit(node.right, at, env)
            self.report.end_test(before)
            return operators.arithmetic(self.report, node.op, left, right, node.span)
        left, right = self.visit(node.left, at, env), self.visit(node.right, at, env)
        return operators.compare(self.report, node.op, left, right, node.span)

    def _bind(self, node: ast.Bind, at: Value, env: Env) -> Value:
        source = self.visit(node.source, at, env)
        several = len(node.patterns) > 1
        inner = env
        if several:
            # Which pattern fits is decided by the value; the others are no fault.
            self.report.hush()
            for pattern in node.patterns:
                for name in ast.pattern_variables(pattern):
                    inner = inner.bind(name, values.NULL)
        for pattern in node.patterns:
            bound = self._pattern(pattern, source, env)
            for name, value in bound.items():
                old = inner.variables.get(name, values.EMPTY) if several else values.EMPTY
                inner = inner.bind(name, values.union([old, value]))
        if several:
            self.report.speak()
        return self.visit(node.body, at, inner)

    def _pattern(self, pattern: ast.Pattern, value: Value, env: Env) -> dict[str, Value]:
        """What each variable of a pattern is bound to."""
        bound: dict[str, Value] = {}
        waiting: list[tuple[ast.Pattern, Value]] = [(pattern, value)]
        while waiting:
            one, here = waiting.pop()
            if isinstance(one, ast.VarPattern):
                bound[one.name] = here
            elif isinstance(one, ast.ArrayPattern):
                waiting += [(item, steps.item(self.report, here, one.span)) for item in one.items]
            else:
                for entry in one.entries:
                    key = entry.key
                    if isinstance(key, ast.Literal) and isinstance(key.value, str):
                        inner = steps.field(self.report, here, key.value, key.span)
                    else:
                        inner = steps.at_key(self.report, here, self.visit(key, here, env), key.span)
                    if entry.name is not None:
                        bound[entry.name] = inner
                    if entry.value is not None:
                        waiting.append((entry.value, inner))
        return bound

    def _loop(self, node: ast.Reduce | ast.Foreach, at: Value, env: Env) -> Value:
        source = self.visit(node.source, at, env)
        state = self.visit(node.init, at, env)
        inner = env
        for name, value in self._pattern(node.pattern, source, env).items():
            inner = inner.bind(name, value)
        self.report.hush()
        for _ in range(3):
            after = values.union([state, self.visit(node.update, state, inner)])
            settled = after.key() == state.key()
            state = after
            if settled:
                break
        else:
            state = values.ANY
        self.report.speak()
        result = values.union([state, self.visit(node.update, state, inner)])
        if isinstance(node, ast.Foreach) and node.extract is not None:
            return self.visit(node.extract, result, inner)
        return result if state is not values.ANY else values.ANY

    def _object(self, node: ast.ObjectNode, at: Value, env: Env) -> Value:
        fields: dict[str, Value] = {}
        rest: list[Value] = []
        for entry in node.entries:
            key = self.visit(entry.key, at, env)
            if entry.value is None:
                value = steps.at_key(self.report, at, key, entry.span)
            else:
                value = self.visit(entry.value, at, env)
            for atom in key.atoms:
                if isinstance(atom, Const) and isinstance(atom.value, str):
                    fields[atom.value] = value
                else:
                    rest.append(value)
        return Value((Object(fields, values.union(rest) if rest else None),))

    def _call(self, node: ast.Call, at: Value, env: Env) -> Value:
        function = env.functions.get((node.name, len(node.args)))
        if function is None:
            return functions.call(self, node, at, env)
        start, end = function.body.span
        if function.sees_itself and start <= node.span[0] and node.span[1] <= end:
            # A function that calls itself is followed once; what deeper calls give is not known.
            return values.ANY
        inner = function.env.define(function) if function.sees_itself else function.env
        bound: list[tuple[str, Value]] = []
        for param, arg in zip(function.params, node.args, strict=True):
            name = param.removeprefix("$")
            if param.startswith("$"):
                bound.append((name, self.visit(arg, at, env)))
            inner = inner.define(_Function(name, (), arg, env, sees_itself=False))
        for name, value in bound:
            inner = inner.bind(name, value)
        return self.visit(function.body, at, inner)


def _reads(node: ast.Node) -> bool:
    """Whether an expression looks at anything, so that it is more than a default."""
    return any(isinstance(one, ast.Path | ast.Var | ast.Call | ast.Identity) for one in ast.walk(node))

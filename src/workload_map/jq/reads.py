# SPDX-License-Identifier: Apache-2.0
"""Which fields of its input an expression may read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from workload_map.jq import ast
from workload_map.jq.code import UNKNOWN, constant_key
from workload_map.jq.scope import Function, Scope

__all__ = ["ANY", "ELEMENT", "ReadPath", "minimal", "reads"]

ANY: Final = "*"
"""Last step of a path of which everything below is read."""

ELEMENT: Final = "[]"
"""A step to every element of an array, or to every value of an object."""

ReadPath: TypeAlias = tuple[str, ...]

# Builtins that look at no more than the value they get, where that is a scalar or its outside.
_OUTSIDE = frozenset({"length", "type", "not"})
_NOTHING = frozenset({"empty", "null", "true", "false", "now", "infinite", "nan", "env"})
_SAME = frozenset(
    ["values", "nulls", "booleans", "numbers", "strings", "arrays", "objects", "iterables", "scalars"]
)
# Positions of a value: paths into the input, or nowhere (a value that was built).
_Places: TypeAlias = frozenset[ReadPath]
_NOWHERE: _Places = frozenset()


def reads(tree: ast.Node) -> list[ReadPath]:
    """Paths that the expression may read, sorted, none a continuation of another. A path that ends in `ANY`
    stands for everything below; the path ``("*",)`` alone for the whole input. A path without it is read as
    far as its own value, which is then used in full, so the last step of each is `ANY` unless only its kind
    or size counts. Never too few; where it cannot be known, more."""
    visitor = _Reads()
    result = visitor.visit(tree, frozenset({()}), Scope.root(), {})
    visitor.use(result)
    return list(minimal(visitor.found))


def minimal(paths: Iterable[ReadPath]) -> tuple[ReadPath, ...]:
    """The same reads with none a continuation of another, sorted: what several expressions read together."""
    found = set(paths)
    whole = {path[:-1] for path in found}
    return tuple(
        sorted(path for path in found if not any(path[:length] in whole for length in range(len(path) - 1)))
    )


class _Reads:
    def __init__(self) -> None:
        self.found: set[ReadPath] = set()
        self.active: set[int] = set()

    def use(self, places: _Places) -> None:
        """The values at these places are used in full."""
        self.found.update((*place, ANY) for place in places)

    def touch(self, places: _Places) -> None:
        """Only what kind of value it is, or its size, counts: the value must be there, its inside need not."""
        self.found.update((*place, ANY) for place in places)

    def visit(self, node: ast.Node, at: _Places, scope: Scope, bound: dict[int, _Places]) -> _Places:
        """Where the results of a node come from, when its input comes from `at`."""
        match node:
            case ast.Identity():
                return at
            case ast.Literal() | ast.Break():
                return _NOWHERE
            case ast.Path(base=base, steps=steps):
                return self.steps(self.visit(base, at, scope, bound), steps, at, scope, bound)
            case ast.Pipe(stages=stages):
                for stage in stages:
                    at = self.visit(stage, at, scope, bound)
                return at
            case ast.Comma(items=items):
                return self.union(items, at, scope, bound)
            case ast.Alternative(items=items):
                # Which side is taken depends on the value at the left; that place is a result as well.
                return self.union(items, at, scope, bound)
            case ast.If(branches=branches, otherwise=otherwise):
                result = at if otherwise is None else self.visit(otherwise, at, scope, bound)
                for condition, then in branches:
                    self.use(self.visit(condition, at, scope, bound))
                    result |= self.visit(then, at, scope, bound)
                return result
            case ast.Try(body=body, handler=handler):
                result = self.visit(body, at, scope, bound)
                if handler is not None:
                    # The handler sees a message, which may be a value that was thrown.
                    self.use(self.visit(handler, _NOWHERE, scope, bound))
                return result
            case ast.Bind():
                return self.bind(node, at, scope, bound)
            case ast.Label(name=name, body=body):
                return self.visit(body, at, scope.bind("label", name), bound)
            case ast.Var(name=name):
                found = scope.find("var", name)
                return _NOWHERE if found is None else bound.get(id(found), _NOWHERE)
            case ast.Defs(defs=defs, body=body):
                for definition in defs:
                    scope = scope.define(definition)
                return self.visit(body, at, scope, bound)
            case ast.Call():
                return self.call(node, at, scope, bound)
            case ast.Reduce() | ast.Foreach():
                return self.loop(node, at, scope, bound)
            case ast.RecurseAll():
                self.use(at)
                return at
            case _:
                # Everything else builds a value out of its parts.
                for child in ast.children(node):
                    self.use(self.visit(child, at, scope, bound))
                if isinstance(node, ast.Format):
                    self.use(at)
                if isinstance(node, ast.Update):
                    self.use(at)
                return _NOWHERE

    def union(
        self, items: tuple[ast.Node, ...], at: _Places, scope: Scope, bound: dict[int, _Places]
    ) -> _Places:
        result = _NOWHERE
        for item in items:
            result |= self.visit(item, at, scope, bound)
        return result

    def steps(
        self,
        places: _Places,
        steps: tuple[ast.Step, ...],
        at: _Places,
        scope: Scope,
        bound: dict[int, _Places],
    ) -> _Places:
        for step in steps:
            if isinstance(step, ast.Iterate):
                places = frozenset((*place, ELEMENT) for place in places)
                continue
            key = constant_key(step)
            if type(key) is str:
                places = frozenset((*place, key) for place in places)
            elif key is not UNKNOWN and type(key) is not dict:
                places = frozenset((*place, ELEMENT) for place in places)
            elif isinstance(step, ast.Index):
                source = places if step.optional else at
                self.use(self.visit(step.key, source, scope, bound))
                # A computed key may be any key.
                self.use(places)
            else:
                source = places if step.optional else at
                for part in (step.start, step.end):
                    if part is not None:
                        self.use(self.visit(part, source, scope, bound))
                self.use(places)
        return places

    def bind(self, node: ast.Bind, at: _Places, scope: Scope, bound: dict[int, _Places]) -> _Places:
        source = self.visit(node.source, at, scope, bound)
        inner = dict(bound)
        for pattern in node.patterns:
            simple = isinstance(pattern, ast.VarPattern)
            if not simple:
                self.use(source)
            for key in ast.pattern_children(pattern):
                self.use(self.visit(key, source, scope, inner))
            for name in ast.pattern_variables(pattern):
                scope = scope.bind("var", name)
                inner[id(scope)] = source if simple else _NOWHERE
        return self.visit(node.body, at, scope, inner)

    def loop(
        self, node: ast.Reduce | ast.Foreach, at: _Places, scope: Scope, bound: dict[int, _Places]
    ) -> _Places:
        source = self.visit(node.source, at, scope, bound)
        self.use(source)
        state = self.visit(node.init, at, scope, bound)
        self.use(state)
        for key in ast.pattern_children(node.pattern):
            self.use(self.visit(key, source, scope, bound))
        for name in ast.pattern_variables(node.pattern):
            scope = scope.bind("var", name)
        self.use(self.visit(node.update, state, scope, bound))
        if isinstance(node, ast.Foreach) and node.extract is not None:
            self.use(self.visit(node.extract, state, scope, bound))
        return state

    def call(self, node: ast.Call, at: _Places, scope: Scope, bound: dict[int, _Places]) -> _Places:
        name, args = node.name, node.args
        found = scope.callee(name, len(args))
        if found is not None:
            return self.written(found, node, at, scope, bound)
        if name in _NOTHING:
            return _NOWHERE
        if not args:
            if name in _SAME:
                self.touch(at)
                return at
            if name in ("first", "last"):
                return frozenset((*place, ELEMENT) for place in at)
            if name in _OUTSIDE:
                self.touch(at)
            else:
                self.use(at)
            return _NOWHERE
        elements = frozenset((*place, ELEMENT) for place in at)
        if name == "select":
            self.use(self.visit(args[0], at, scope, bound))
            return at
        if name == "map":
            self.use(self.visit(args[0], elements, scope, bound))
            return _NOWHERE
        if name in ("any", "all"):
            source = self.visit(args[0], at, scope, bound) if len(args) == 2 else elements
            self.use(self.visit(args[-1], source, scope, bound))
            return _NOWHERE
        if name in ("first", "last", "isempty") and len(args) == 1:
            return self.visit(args[0], at, scope, bound)
        if name in ("limit", "skip", "nth") and len(args) == 2:
            self.use(self.visit(args[0], at, scope, bound))
            return self.visit(args[1], at, scope, bound)
        if name in ("IN", "range", "error", "add") and len(args) == 1:
            if name == "IN":
                self.use(at)
            self.use(self.visit(args[0], at, scope, bound))
            return _NOWHERE
        # Whatever else it is, it may read all of its input, and its arguments run on that.
        self.use(at)
        for arg in args:
            self.use(self.visit(arg, at, scope, bound))
        return _NOWHERE

    def written(
        self, found: Scope, node: ast.Call, at: _Places, scope: Scope, bound: dict[int, _Places]
    ) -> _Places:
        function: Function | None = found.function
        if function is None or function.params or id(function) in self.active:
            # A closure runs on inputs that are not followed, and so does a recursive call.
            self.found.add((ANY,))
            return _NOWHERE
        self.active.add(id(function))
        result = self.visit(function.body, at, function.scope, bound)
        self.active.discard(id(function))
        return result

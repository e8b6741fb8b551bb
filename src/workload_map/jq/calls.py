# SPDX-License-Identifier: Apache-2.0
"""Calls: of functions and closures written in jq, and of builtins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from workload_map.jq import ast, code_paths, operators, prelude, special
from workload_map.jq.builtins import NATIVE
from workload_map.jq.code import (
    ITER,
    MANY,
    ONE,
    OPT,
    Code,
    Emit,
    Env,
    many,
    one,
    optional,
    pusher,
    sequence,
    up,
)
from workload_map.jq.deeper import deeper
from workload_map.jq.runtime import Fail, Limit, Run
from workload_map.jq.scope import Function, Scope

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler

__all__ = ["call", "call_path", "compiled"]

# A function that calls itself is compiled again for each guess of how many results it has; inside
# several of those the guess is the one that always holds.
_MOST_GUESSES = 2


class Closure:
    """An argument of a function: code that runs in the environment of the caller."""

    __slots__ = ("compiler", "cost", "node", "path", "push", "scope")

    def __init__(self, compiler: Compiler, node: ast.Node, scope: Scope) -> None:
        code = compiler.value(node, scope)
        self.compiler = compiler
        self.node = node
        self.scope = scope
        self.push = pusher(code)
        self.cost = code.cost + 3
        self.path: code_paths.PathCode | None = None

    def as_path(self) -> code_paths.PathCode:
        """The code for its paths, made when it is first needed: most arguments never denote one."""
        if self.path is None:
            self.path = code_paths.open_paths(self.compiler, self.node, self.scope)
        return self.path


def call(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """The code of a call."""
    found = scope.callee(node.name, len(node.args))
    if found is not None:
        return (
            _closure_call(found, node, scope)
            if found.kind == "param"
            else _written(compiler, found, node, scope)
        )
    key = (node.name, len(node.args))
    form = special.FORMS.get(key)
    if form is not None:
        code = form(compiler, node, scope)
        if code is not None:
            return code
    native = NATIVE.get(key)
    if native is not None:
        return _native(compiler, native, node, scope)
    return _located(_written(compiler, prelude.scope_of(compiler, *key), node, scope), node.span)


def _located(code: Code, span: ast.Span) -> Code:
    """The code of a builtin that is written in jq: its errors are at the call, not inside it."""
    if span[0] < 0:
        return code
    f = code.fn
    if code.kind == MANY:

        def push(v: Any, env: Env, emit: Emit) -> Any:
            try:
                f(v, env, emit)
            except (Fail, Limit) as error:
                code_paths.locate(error, span)
                raise

        return Code(MANY, push, cost=code.cost + 1, size=code.size, all=code.all, head=code.head)

    def evaluate(v: Any, env: Env) -> Any:
        try:
            return f(v, env)
        except (Fail, Limit) as error:
            code_paths.locate(error, span)
            raise

    return Code(code.kind, evaluate, cost=code.cost + 1, size=code.size, boolean=code.boolean)


_BOOLEAN = frozenset(
    ["not", "has", "contains", "startswith", "endswith", "isnan", "isinfinite", "isfinite", "isnormal"]
)


def _native(compiler: Compiler, function: Callable[..., Any], node: ast.Call, scope: Scope) -> Code:
    span = node.span
    if not node.args:

        def apply(v: Any, env: Env) -> Any:
            try:
                return function(env[0], v)
            except Fail as error:
                raise operators.at(error, span) from None
            except Limit as error:
                error.span = error.span or span
                raise

        code = one(apply, boolean=node.name in _BOOLEAN)
    else:
        codes = [compiler.value(arg, scope) for arg in node.args]
        code = operators.product(codes, function, span)
        code.boolean = code.kind == ONE and node.name in _BOOLEAN
    code.size += 4
    return code


# -- functions written in jq


def compiled(compiler: Compiler, function: Function) -> Code | None:
    """The code of a function; None while it is being compiled, that is, where it calls itself."""
    if function.code is not None:
        return function.code
    if function.compiling:
        function.recursive = True
        return None
    inner = body_scope(function)
    kinds = (ONE, OPT, MANY) if compiler.guesses < _MOST_GUESSES else (MANY,)
    function.compiling = True
    compiler.guesses += 1
    code = None
    for kind in kinds:
        function.kind = kind
        function.recursive = False
        code = compiler.value(function.body, inner)
        if not function.recursive or (code.kind <= kind and code.kind != ITER):
            break
    assert code is not None
    compiler.guesses -= 1
    function.compiling = False
    if function.recursive:
        if function.kind == MANY and code.kind != MANY:
            code = Code(MANY, pusher(code), cost=code.cost + 2, size=code.size)
        elif function.kind == OPT:
            code.kind = OPT
    else:
        function.kind = code.kind
    function.code = code
    return code


def body_scope(function: Function) -> Scope:
    """The scope inside a function: a closure for each parameter, and for a value parameter its value."""
    scope = function.scope
    for param in function.params:
        scope = scope.bind("param", param.removeprefix("$"))
        if param.startswith("$"):
            scope = scope.bind("var", param[1:])
    return scope


def _written(compiler: Compiler, found: Scope, node: ast.Call, scope: Scope) -> Code:
    function = found.function
    assert function is not None
    code = compiled(compiler, function)
    hops = max(0, scope.depth - found.depth)
    climb = _base(found, hops)
    span = node.span
    kind = function.kind if code is None else code.kind
    cost = 40 if code is None else code.cost + 6
    if not function.params:
        bound: Code | None = None
    else:
        simple, parts = _arguments(compiler, function, node, scope)
        if simple is None:
            return _several(compiler, function, code, climb, node, scope)
        bound = Code(ONE, simple, cost=max((part.cost for part in parts), default=0) + 2)
    if code is not None and not function.recursive:
        # What does not call itself needs no count of calls: its depth is in the text.
        return _inlined(code, bound, climb, span)
    return _counted(function, bound, climb, kind, cost, span)


def _base(found: Scope, hops: int) -> Callable[[Env], Any]:
    if found.depth == 0:
        # Also for builtins written in jq, which see no variable at all.
        return lambda env: env if env[2] is None else (env[0], None, None)
    return up(hops)


def _inlined(code: Code, bound: Code | None, climb: Callable[[Env], Any], span: ast.Span) -> Code:
    f = code.fn
    if bound is None:
        entry: Callable[[Any, Env, Any], Any] = lambda v, env, base: base  # noqa: E731
        parts = [code]
    else:
        entry = bound.fn
        parts = [code, bound]
    if code.kind == MANY:

        def push(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]
            run.left -= 1
            if run.left < 0:
                raise run.over(span)
            f(v, entry(v, env, climb(env)), emit)

        return many(push, *parts)

    def evaluate(v: Any, env: Env) -> Any:
        run = env[0]
        run.left -= 1
        if run.left < 0:
            raise run.over(span)
        return f(v, entry(v, env, climb(env)))

    if code.kind == ONE:
        return one(evaluate, *parts, boolean=code.boolean)
    return (sequence if code.kind == ITER else optional)(evaluate, *parts)


def _counted(
    function: Function,
    bound: Code | None,
    climb: Callable[[Env], Any],
    kind: int,
    cost: int,
    span: ast.Span,
) -> Code:
    entry: Callable[[Any, Env, Any], Any]
    entry = (lambda v, env, base: base) if bound is None else bound.fn

    def begin(run: Run) -> Callable[..., Any]:
        # A call is several times the work of a turn of a loop.
        run.left -= 5
        if run.left < 0:
            raise run.over(span)
        run.calls += 1
        if run.calls > run.limits.calls:
            raise Limit(f"{function.name} is called inside itself more than {run.limits.calls} times", span)
        code = function.code
        assert code is not None
        run.frames += code.cost + 6
        return code.fn

    if kind == MANY:

        def push(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]
            calls, frames = run.calls, run.frames
            f = begin(run)
            inner = entry(v, env, climb(env))
            if run.frames > run.hop:
                deeper(run, lambda: f(v, inner, emit))
            else:
                f(v, inner, emit)
            run.calls, run.frames = calls, frames

        return Code(MANY, push, cost=4, size=8)

    def evaluate(v: Any, env: Env) -> Any:
        run = env[0]
        calls, frames = run.calls, run.frames
        f = begin(run)
        inner = entry(v, env, climb(env))
        result = deeper(run, lambda: f(v, inner)) if run.frames > run.hop else f(v, inner)
        run.calls, run.frames = calls, frames
        return result

    return Code(kind, evaluate, cost=4, size=8)


def _arguments(
    compiler: Compiler, function: Function, node: ast.Call, scope: Scope
) -> tuple[Callable[[Any, Env, Any], Any] | None, list[Code]]:
    """How to put arguments in front of the environment of a function, where all values are single."""
    closures: list[tuple[Callable[[Env], Any], Callable[[Any, Env], Any] | None]] = []
    parts: list[Code] = []
    for param, arg in zip(function.params, node.args, strict=True):
        make = _closure(compiler, arg, scope)
        if param.startswith("$"):
            code = compiler.value(arg, scope)
            if code.kind != ONE:
                return None, []
            parts.append(code)
            closures.append((make, code.fn))
        else:
            closures.append((make, None))

    def arguments(v: Any, env: Env, base: Any) -> Any:
        run = env[0]
        for make, value in closures:
            base = (run, make(env), base)
            if value is not None:
                base = (run, value(v, env), base)
        return base

    return arguments, parts


def _closure(compiler: Compiler, arg: ast.Node, scope: Scope) -> Callable[[Env], Any]:
    if isinstance(arg, ast.Call) and not arg.args:
        found = scope.callee(arg.name, 0)
        if found is not None and found.kind == "param":
            # A closure that is handed on stays one closure, however often that happens.
            climb = up(scope.depth - found.depth)
            return lambda env: climb(env)[1]
    closure = Closure(compiler, arg, scope)
    return lambda env: (closure, env)


def _several(
    compiler: Compiler,
    function: Function,
    code: Code | None,
    climb: Callable[[Env], Any],
    node: ast.Call,
    scope: Scope,
) -> Code:
    """A call with a value parameter that has several values: the first parameter is the outermost loop."""
    span = node.span
    closures: list[tuple[Callable[[Env], Any], Callable[..., Any] | None]] = []
    parts: list[Code] = []
    for param, arg in zip(function.params, node.args, strict=True):
        value: Callable[..., Any] | None = None
        if param.startswith("$"):
            part = compiler.value(arg, scope)
            parts.append(part)
            value = pusher(part)
        closures.append((_closure(compiler, arg, scope), value))
    target = (
        _inlined(code, Code(ONE, lambda v, env, base: env[1], cost=1), lambda env: env, span)
        if code is not None and not function.recursive
        else _counted(
            function,
            Code(ONE, lambda v, env, base: env[1], cost=1),
            lambda env: env,
            function.kind,
            40,
            span,
        )
    )
    push_target = pusher(target)

    def push(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]

        def level(place: int, base: Any) -> None:
            if place == len(closures):
                push_target(v, (run, base, None), emit)
                return
            make, value = closures[place]
            base = (run, make(env), base)
            if value is None:
                level(place + 1, base)
            else:
                value(v, env, lambda x: level(place + 1, (run, x, base)))

        level(0, climb(env))

    return many(push, target, *parts, *parts, stacked=True)


def _closure_call(found: Scope, node: ast.Call, scope: Scope) -> Code:
    """A call of a closure parameter."""
    climb = up(scope.depth - found.depth)
    span = node.span

    def push(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        run.left -= 1
        if run.left < 0:
            raise run.over(span)
        closure, inner = climb(env)[1]
        frames = run.frames
        run.frames += closure.cost
        if run.frames > run.hop:
            deeper(run, lambda: closure.push(v, inner, emit))
        else:
            closure.push(v, inner, emit)
        run.frames = frames

    return Code(MANY, push, cost=4, size=8)


# -- the same for paths


def call_path(compiler: Compiler, found: Scope, node: ast.Call, scope: Scope) -> code_paths.PathCode:
    """The places that a call of a closure or of a function written in jq denotes."""
    span = node.span
    if found.kind == "param":
        climb_param = up(scope.depth - found.depth)

        def call_closure(chain: Any, v: Any, env: Env, emit: Any) -> None:
            run = env[0]
            run.left -= 1
            if run.left < 0:
                raise run.over(span)
            closure, inner = climb_param(env)[1]
            code = closure.as_path()
            frames = run.frames
            run.frames += code.cost + 4
            if run.frames > run.hop:
                deeper(run, lambda: code.fn(chain, v, inner, emit))
            else:
                code.fn(chain, v, inner, emit)
            run.frames = frames

        return code_paths.PathCode(call_closure, 5)
    function = found.function
    assert function is not None
    climb = _base(found, max(0, scope.depth - found.depth))
    closures: list[tuple[Callable[[Env], Any], Callable[..., Any] | None]] = []
    for param, arg in zip(function.params, node.args, strict=True):
        value = pusher(compiler.value(arg, scope)) if param.startswith("$") else None
        closures.append((_closure(compiler, arg, scope), value))
    if function.path is None and not function.compiling_path:
        function.compiling_path = True
        function.path = code_paths.open_paths(compiler, function.body, body_scope(function))
        function.compiling_path = False

    def call_function(chain: Any, v: Any, env: Env, emit: Any) -> None:
        run = env[0]
        run.left -= 5
        if run.left < 0:
            raise run.over(span)
        calls, frames = run.calls, run.frames
        run.calls += 1
        if run.calls > run.limits.calls:
            raise Limit(f"{function.name} is called inside itself more than {run.limits.calls} times", span)
        code = function.path
        assert code is not None
        run.frames += code.cost + 8

        def level(place: int, base: Any) -> None:
            if place == len(closures):
                if run.frames > run.hop:
                    deeper(run, lambda: code.fn(chain, v, base, emit))
                else:
                    code.fn(chain, v, base, emit)
                return
            make, value = closures[place]
            base = (run, make(env), base)
            if value is None:
                level(place + 1, base)
            else:
                value(v, env, lambda x: level(place + 1, (run, x, base)))

        level(0, climb(env))
        run.calls, run.frames = calls, frames

    return code_paths.PathCode(call_function, 6 + 3 * len(closures))

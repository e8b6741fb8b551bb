# SPDX-License-Identifier: Apache-2.0
"""Syntax tree to closures, for paths: what an expression points at instead of what it gives.

A place is a chain `(outer chain, key, value there)`; the outermost has no key. As in gojq an expression that
is no path may stand inside one: it leaves the place alone, and a later step is an error unless its value is
still the one at the place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from workload_map.jq import ast, paths, patterns, values
from workload_map.jq.code import ONE, UNKNOWN, Code, Env, constant_key, pusher
from workload_map.jq.deeper import deeper
from workload_map.jq.runtime import EMPTY, Break, Fail, Limit, Run, Wrapped

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler
    from workload_map.jq.scope import Scope

__all__ = ["PathCode", "PathPush", "compile_paths", "keys_of", "locate", "open_paths"]

Chain: TypeAlias = tuple[Any, Any, Any]
PathEmit: TypeAlias = Callable[[Chain, Any], Any]
PathPush: TypeAlias = Callable[[Chain, Any, Env, PathEmit], Any]

_CHECK = 48


class PathCode(NamedTuple):
    """`fn` is ``(chain, value, env, emit)``; `cost` bounds the Python frames it stacks."""

    fn: PathPush
    cost: int


def keys_of(chain: Chain, run: Run) -> list[Any]:
    """The keys of a chain, outermost first."""
    keys: list[Any] = []
    while chain[0] is not None:
        keys.append(chain[1])
        chain = chain[0]
    run.charge(1 + (len(keys) >> 3))
    keys.reverse()
    return keys


def _intact(chain: Chain, v: Any) -> bool:
    there = chain[2]
    if v is there:
        return True
    kind = type(v)
    return kind is type(there) and kind in (int, float, str) and (v == there or (v != v and there != there))


def _strayed(v: Any, span: ast.Span | None) -> Fail:
    return Fail(f"no path leads to {values.preview(v)}", span)


def _guarded(fn: PathPush, cost: int) -> PathCode:
    if cost <= _CHECK:
        return PathCode(fn, cost)

    def checked(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        run = env[0]
        run.frames += cost
        if run.frames > run.hop:
            deeper(run, lambda: fn(chain, v, env, emit))
        else:
            fn(chain, v, env, emit)
        run.frames -= cost

    return PathCode(checked, 2)


def compile_paths(compiler: Compiler, node: ast.Node, scope: Scope) -> PathCode:
    """The code for the places that an expression denotes. An emitted value must still be intact to count;
    `closed` sees to that."""
    return _closed(_paths(compiler, node, scope), node.span)


def open_paths(compiler: Compiler, node: ast.Node, scope: Scope) -> PathCode:
    """As `compile_paths`, for the body of a function: what it emits may go on to a place."""
    return _paths(compiler, node, scope)


def _closed(code: PathCode, span: ast.Span) -> PathCode:
    f = code.fn

    def closed(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        def check(place: Chain, x: Any) -> None:
            if not _intact(place, x):
                raise _strayed(x, span)
            emit(place, x)

        f(chain, v, env, check)

    return PathCode(closed, code.cost + 2)


def _identity(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
    emit(chain, v)


def _paths(compiler: Compiler, node: ast.Node, scope: Scope) -> PathCode:
    match node:
        case ast.Identity():
            return PathCode(_identity, 1)
        case ast.Path():
            return _steps(compiler, node, scope)
        case ast.Pipe(stages=stages):
            code = _paths(compiler, stages[-1], scope)
            for stage in reversed(stages[:-1]):
                code = _pipe(_paths(compiler, stage, scope), code)
            return code
        case ast.Comma(items=items):
            codes = [_paths(compiler, item, scope) for item in items]
            fns = [code.fn for code in codes]

            def comma(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
                env[0].charge(len(fns))
                for fn in fns:
                    fn(chain, v, env, emit)

            return _guarded(comma, 1 + max(code.cost for code in codes))
        case ast.If():
            return _conditional(compiler, node, scope)
        case ast.Alternative(items=items):
            code = _paths(compiler, items[-1], scope)
            for item in reversed(items[:-1]):
                code = _alternative(_paths(compiler, item, scope), code)
            return code
        case ast.Try(body=body, handler=handler):
            return _tried(
                _paths(compiler, body, scope), None if handler is None else _paths(compiler, handler, scope)
            )
        case ast.Defs(defs=defs, body=body):
            for definition in defs:
                scope = scope.define(definition)
            return _paths(compiler, body, scope)
        case ast.Label():
            return _label(compiler, node, scope)
        case ast.Bind():
            return _bind(compiler, node, scope)
        case ast.Reduce():
            return _reduce(compiler, node, scope)
        case ast.Foreach():
            return _foreach(compiler, node, scope)
        case ast.RecurseAll():
            return _call(compiler, ast.Call(node.span, "recurse", ()), scope)
        case ast.Call():
            return _call(compiler, node, scope)
    return plain(compiler.value(node, scope))


def plain(code: Code) -> PathCode:
    """An expression that is no path: its values, the place unchanged."""
    push = pusher(code)
    return PathCode(lambda chain, v, env, emit: push(v, env, lambda x: emit(chain, x)), code.cost + 3)


def _pipe(first: PathCode, second: PathCode) -> PathCode:
    f, g = first.fn, second.fn
    if f is _identity:
        return second
    return _guarded(
        lambda chain, v, env, emit: f(chain, v, env, lambda place, x: g(place, x, env, emit)),
        first.cost + second.cost + 2,
    )


def _steps(compiler: Compiler, node: ast.Path, scope: Scope) -> PathCode:
    code = _paths(compiler, node.base, scope)
    for step in node.steps:
        if isinstance(step, ast.Iterate):
            code = _pipe(code, PathCode(_iterate(step), 2))
            continue
        key = constant_key(step)
        if key is not UNKNOWN:
            code = _pipe(code, PathCode(_take(key, step), 2))
        elif step.optional:
            single = _dynamic(compiler, PathCode(_identity, 1), step, scope)
            code = _pipe(code, _tried(single, None))
        else:
            code = _dynamic(compiler, code, step, scope)
    return code


def _iterate(step: ast.Iterate) -> PathPush:
    span, optional = step.span, step.optional

    def iterate(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        run = env[0]
        if type(v) is not list and type(v) is not dict:
            if optional:
                return
            raise Fail(f"cannot iterate over {values.preview(v)}", span)
        if chain[2] is not v:
            if optional:
                return
            raise _strayed(v, span)
        run.left -= len(v)
        if run.left < 0:
            raise run.over(span)
        if type(v) is list:
            for place, x in enumerate(v):
                emit((chain, place, x), x)
        else:
            for key in sorted(v):
                x = v[key]
                emit((chain, key, x), x)

    return iterate


def _step(chain: Chain, v: Any, key: Any, run: Run, span: ast.Span) -> Chain:
    try:
        x = values.index(v, key, run)
    except Fail as error:
        if error.span is None:
            error.span = span
        raise
    if not _intact(chain, v):
        raise _strayed(v, span)
    return (chain, key, x)


def _take(key: Any, step: ast.Index | ast.Slice) -> PathPush:
    span, optional = step.span, step.optional

    def take(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        try:
            place = _step(chain, v, key, env[0], span)
        except Fail:
            if optional:
                return
            raise
        emit(place, place[2])

    return take


def _dynamic(compiler: Compiler, code: PathCode, step: ast.Index | ast.Slice, scope: Scope) -> PathCode:
    f, span = code.fn, step.span
    if isinstance(step, ast.Index):
        key = compiler.value(step.key, scope)
        push = pusher(key)

        def index(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
            def with_key(k: Any) -> None:
                def take(place: Chain, x: Any) -> None:
                    inner = _step(place, x, k, env[0], span)
                    emit(inner, inner[2])

                f(chain, v, env, take)

            push(v, env, with_key)

        return _guarded(index, code.cost + key.cost + 5)
    ends = [None if part is None else compiler.value(part, scope) for part in (step.start, step.end)]
    start, end = [None if part is None else pusher(part) for part in ends]

    def cut(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        def with_start(low: Any) -> None:
            def with_end(high: Any) -> None:
                def take(place: Chain, x: Any) -> None:
                    inner = _step(place, x, {"start": low, "end": high}, env[0], span)
                    emit(inner, inner[2])

                f(chain, v, env, take)

            if end is None:
                with_end(None)
            else:
                end(v, env, with_end)

        if start is None:
            with_start(None)
        else:
            start(v, env, with_start)

    return _guarded(cut, code.cost + sum(part.cost for part in ends if part is not None) + 8)


def _conditional(compiler: Compiler, node: ast.If, scope: Scope) -> PathCode:
    code = PathCode(_identity, 1) if node.otherwise is None else _paths(compiler, node.otherwise, scope)
    for condition, then in reversed(node.branches):
        code = choose(compiler.value(condition, scope), _paths(compiler, then, scope), code)
    return code


def choose(condition: Code, then: PathCode, otherwise: PathCode) -> PathCode:
    """``if condition then … else … end``"""
    yes, no = then.fn, otherwise.fn
    if condition.kind == ONE:
        ask = condition.fn

        def one(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
            x = ask(v, env)
            (no if x is None or x is False else yes)(chain, v, env, emit)

        return _guarded(one, 1 + max(condition.cost, then.cost, otherwise.cost))
    push = pusher(condition)

    def many(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        def take(x: Any) -> None:
            (no if x is None or x is False else yes)(chain, v, env, emit)

        push(v, env, take)

    return _guarded(many, 3 + condition.cost + max(then.cost, otherwise.cost))


def _alternative(left: PathCode, right: PathCode) -> PathCode:
    f, g = left.fn, right.fn

    def either(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        found = False

        def take(place: Chain, x: Any) -> None:
            nonlocal found
            if x is not None and x is not False:
                found = True
                emit(place, x)

        f(chain, v, env, take)
        if not found:
            g(chain, v, env, emit)

    return _guarded(either, 2 + max(left.cost, right.cost))


def _tried(body: PathCode, handler: PathCode | None) -> PathCode:
    f = body.fn
    h = None if handler is None else handler.fn

    def attempt(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        run = env[0]
        calls, frames = run.calls, run.frames
        token = object()

        def out(place: Chain, x: Any) -> None:
            try:
                emit(place, x)
            except Fail as error:
                raise Wrapped(token, error) from None

        try:
            f(chain, v, env, out)
            return
        except Fail as error:
            problem = error.value
        except Wrapped as wrapped:
            if wrapped.token is not token:
                raise
            raise wrapped.error from None
        run.calls, run.frames = calls, frames
        if h is not None:
            h(chain, problem, env, emit)

    return _guarded(attempt, 3 + body.cost + (0 if handler is None else handler.cost))


def _label(compiler: Compiler, node: ast.Label, scope: Scope) -> PathCode:
    body = _paths(compiler, node.body, scope.bind("label", node.name))
    f = body.fn

    def labelled(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        run = env[0]
        calls, frames = run.calls, run.frames
        token = object()
        try:
            f(chain, v, (run, token, env), emit)
        except Break as leaving:
            if leaving.token is not token:
                raise
            run.calls, run.frames = calls, frames

    return _guarded(labelled, body.cost + 1)


def _bind(compiler: Compiler, node: ast.Bind, scope: Scope) -> PathCode:
    source = pusher(compiler.value(node.source, scope))
    bindings = patterns.alternatives(compiler, node.patterns, scope)
    body = _paths(compiler, node.body, bindings.scope)
    f = body.fn

    def bound(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        def take(x: Any) -> None:
            bindings.run(x, v, env, lambda inner: f(chain, v, inner, emit))

        source(v, env, take)

    return _guarded(bound, body.cost + bindings.cost + 8)


def _reduce(compiler: Compiler, node: ast.Reduce, scope: Scope) -> PathCode:
    source = _paths(compiler, node.source, scope)
    init = pusher(compiler.value(node.init, scope))
    binding, inner, _ = patterns.binder(compiler, node.pattern, scope)
    update = _paths(compiler, node.update, inner)
    f, g, span = source.fn, update.fn, node.span

    def reduce(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        def begin(state: Any) -> None:
            def keep(_: Chain, x: Any) -> None:
                nonlocal state
                state = x

            def take(place: Chain, x: Any) -> None:
                def apply(bound: Any) -> None:
                    run = env[0]
                    run.left -= 2
                    if run.left < 0:
                        raise run.over(span)
                    g(place, state, bound, keep)

                binding(x, v, env, apply)

            f(chain, v, env, take)
            emit(chain, state)

        init(v, env, begin)

    return _guarded(reduce, source.cost + update.cost + 10)


def _foreach(compiler: Compiler, node: ast.Foreach, scope: Scope) -> PathCode:
    source = _paths(compiler, node.source, scope)
    init = pusher(compiler.value(node.init, scope))
    binding, inner, _ = patterns.binder(compiler, node.pattern, scope)
    update = _paths(compiler, node.update, inner)
    extract = PathCode(_identity, 1) if node.extract is None else _paths(compiler, node.extract, inner)
    f, g, h, span = source.fn, update.fn, extract.fn, node.span

    def foreach(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        def begin(state: Any) -> None:
            def take(place: Chain, x: Any) -> None:
                def apply(bound: Any) -> None:
                    run = env[0]
                    run.left -= 2
                    if run.left < 0:
                        raise run.over(span)

                    def keep(after: Chain, y: Any) -> None:
                        nonlocal state
                        state = y
                        h(after, y, bound, emit)

                    g(place, state, bound, keep)

                binding(x, v, env, apply)

            f(chain, v, env, take)

        init(v, env, begin)

    return _guarded(foreach, source.cost + update.cost + extract.cost + 12)


# -- calls


def _call(compiler: Compiler, node: ast.Call, scope: Scope) -> PathCode:
    from workload_map.jq import calls, prelude, special

    name, args = node.name, node.args
    found = scope.callee(name, len(args))
    if found is not None:
        return calls.call_path(compiler, found, node, scope)
    if (name, len(args)) == ("getpath", 1):
        return _getpath(compiler, node, scope)
    if (name, len(args)) == ("recurse", 0):
        return PathCode(_recurse(node.span), 4)
    if name == "empty" or name == "error":
        return plain(compiler.value(node, scope))
    if name == "select" and len(args) == 1:
        nothing = PathCode(lambda chain, v, env, emit: None, 1)
        return choose(compiler.value(args[0], scope), PathCode(_identity, 1), nothing)
    step = special.AS_STEP.get((name, len(args)))
    if step is not None:
        return _pipe(PathCode(_identity, 1), PathCode(_take(step, ast.Index(node.span, node)), 2))
    if name in special.FILTERS and not args:
        code = compiler.value(node, scope)
        keep = code.fn

        def filtered(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
            if keep(v, env) is not EMPTY:
                emit(chain, v)

        return PathCode(filtered, code.cost + 2)
    if (name, len(args)) in prelude.PATHS:
        outer = prelude.scope_of(compiler, name, len(args))
        return _located(calls.call_path(compiler, outer, node, scope), node.span)
    return plain(compiler.value(node, scope))


def locate(error: Fail | Limit, span: ast.Span) -> None:
    """Give a place to an error from inside a builtin that is written in jq."""
    if error.span is not None and error.span[0] < 0:
        error.span = span


def _located(code: PathCode, span: ast.Span) -> PathCode:
    if span[0] < 0:
        return code
    f = code.fn

    def located(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        try:
            f(chain, v, env, emit)
        except (Fail, Limit) as error:
            locate(error, span)
            raise

    return PathCode(located, code.cost + 1)


def _getpath(compiler: Compiler, node: ast.Call, scope: Scope) -> PathCode:
    code = compiler.value(node.args[0], scope)
    push, span = pusher(code), node.span

    def getpath(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        run = env[0]

        def take(keys: Any) -> None:
            try:
                x = paths.get_path(v, keys, run)
            except Fail as error:
                if error.span is None:
                    error.span = span
                raise
            if not _intact(chain, v):
                raise _strayed(v, span)
            place = chain
            for key in keys:
                place = (place, key, x)
            emit(place, x)

        push(v, env, take)

    return PathCode(getpath, code.cost + 4)


def _recurse(span: ast.Span) -> PathPush:
    """``..``: parents before children, with a stack of its own."""

    def recurse(chain: Chain, v: Any, env: Env, emit: PathEmit) -> None:
        run = env[0]
        stack: list[tuple[Chain, Any]] = [(chain, v)]
        while stack:
            place, x = stack.pop()
            run.left -= 4
            if run.left < 0:
                raise run.over(span)
            emit(place, x)
            if type(x) is list or type(x) is dict:
                if place[2] is not x:
                    continue
                run.left -= len(x)
                if type(x) is list:
                    stack.extend([((place, at, x[at]), x[at]) for at in range(len(x) - 1, -1, -1)])
                else:
                    stack.extend([((place, key, x[key]), x[key]) for key in sorted(x, reverse=True)])

    return recurse

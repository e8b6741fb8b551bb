# SPDX-License-Identifier: Apache-2.0
"""What binds variables: ``as`` with destructuring, ``reduce``, ``foreach``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from workload_map.jq import ast, values
from workload_map.jq.code import (
    ITER,
    MANY,
    ONE,
    OPT,
    Code,
    Emit,
    Env,
    guarded,
    many,
    one,
    optional,
    pusher,
    sequence,
    up,
)
from workload_map.jq.runtime import EMPTY, Break, Fail, Wrapped

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler
    from workload_map.jq.scope import Scope

__all__ = ["Binder", "Bindings", "alternatives", "bind", "binder", "foreach", "reduce"]

# Binds the parts of a value and goes on with the environment: (value, input, env, then).
Binder = Callable[[Any, Any, Env, Callable[[Any], Any]], Any]


def binder(compiler: Compiler, pattern: ast.Pattern, scope: Scope) -> tuple[Binder, Scope, list[Code]]:
    """How a pattern binds, the scope after it, and the code of the keys in it."""
    if isinstance(pattern, ast.VarPattern):
        return _bind_variable, scope.bind("var", pattern.name), []
    used: list[Code] = []
    if isinstance(pattern, ast.ArrayPattern):
        parts: list[Binder] = []
        for item in pattern.items:
            part, scope, more = binder(compiler, item, scope)
            parts.append(part)
            used.extend(more)
        span = pattern.span

        def bind_array(value: Any, v: Any, env: Env, then: Callable[[Any], Any]) -> Any:
            if value is not None and type(value) is not list:
                raise Fail(f"an array pattern does not fit {values.preview(value)}", span)
            items = [] if value is None else value

            def level(place: int, env: Any) -> None:
                if place == len(parts):
                    then(env)
                    return
                item = items[place] if place < len(items) else None
                parts[place](item, v, env, lambda inner: level(place + 1, inner))

            level(0, env)

        return bind_array, scope, used
    steps: list[Callable[[Any, Any, Env, Callable[[Any], Any]], Any]] = []
    for entry in pattern.entries:
        # gojq evaluates a key on the value that is taken apart.
        key = compiler.value(entry.key, scope)
        used.append(key)
        if entry.name is not None:
            scope = scope.bind("var", entry.name)
        inner: Binder | None = None
        if entry.value is not None:
            inner, scope, more = binder(compiler, entry.value, scope)
            used.extend(more)
        steps.append(_entry(pusher(key), entry.name is not None, inner, pattern.span))

    def bind_object(value: Any, v: Any, env: Env, then: Callable[[Any], Any]) -> Any:
        def level(place: int, env: Any) -> None:
            if place == len(steps):
                then(env)
            else:
                steps[place](value, v, env, lambda inner: level(place + 1, inner))

        level(0, env)

    return bind_object, scope, used


def _bind_variable(value: Any, v: Any, env: Env, then: Callable[[Any], Any]) -> Any:
    then((env[0], value, env))


def _entry(key: Callable[..., Any], named: bool, inner: Binder | None, span: ast.Span) -> Binder:
    def bind_entry(value: Any, v: Any, env: Env, then: Callable[[Any], Any]) -> Any:
        run = env[0]

        def take(x: Any) -> None:
            run.charge(1)
            try:
                part = values.index(value, x, run)
            except Fail as error:
                if error.span is None:
                    error.span = span
                raise
            after = (run, part, env) if named else env
            if inner is None:
                then(after)
            else:
                inner(part, v, after, then)

        key(value, env, take)

    return bind_entry


def bind(compiler: Compiler, node: ast.Bind, scope: Scope) -> Code:
    """``source as pattern | body``"""
    source = compiler.value(node.source, scope)
    if len(node.patterns) == 1 and isinstance(node.patterns[0], ast.VarPattern):
        body = compiler.value(node.body, scope.bind("var", node.patterns[0].name))
        f, g = source.fn, body.fn
        if source.kind == ONE:
            if body.kind in (ONE, OPT):
                kind = one if body.kind == ONE else optional
                return kind(lambda v, env: g(v, (env[0], f(v, env), env)), source, body)
            if body.kind == ITER:
                return sequence(lambda v, env: g(v, (env[0], f(v, env), env)), source, body)
            return many(lambda v, env, emit: g(v, (env[0], f(v, env), env), emit), source, body)
        push_source, push_body = pusher(source), pusher(body)
        work = 1 + body.size // 4
        span = node.span

        def push_each(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]

            def take(x: Any) -> None:
                run.left -= work
                if run.left < 0:
                    raise run.over(span)
                push_body(v, (run, x, env), emit)

            push_source(v, env, take)

        return many(push_each, source, body, stacked=True)
    bindings = alternatives(compiler, node.patterns, scope)
    body = compiler.value(node.body, bindings.scope)
    push, push_body = pusher(source), pusher(body)

    def push_bound(v: Any, env: Env, emit: Emit) -> Any:
        def take(x: Any) -> None:
            bindings.run(x, v, env, lambda inner: push_body(v, inner, emit))

        push(v, env, take)

    cost = source.cost + body.cost + bindings.cost + 8
    return guarded(Code(MANY, push_bound, cost=cost, size=source.size + body.size + bindings.cost))


class Bindings(NamedTuple):
    """Patterns with ``?//`` between: `run` is ``(value, input, env, then)``, `scope` the one of the body."""

    run: Binder
    scope: Scope
    cost: int


def alternatives(compiler: Compiler, choices: tuple[ast.Pattern, ...], scope: Scope) -> Bindings:
    """The first pattern that fits, and after which there is no error."""
    names = list(dict.fromkeys(name for pattern in choices for name in ast.pattern_variables(pattern)))
    outer = scope
    for name in names:
        outer = outer.bind("var", name)
    cost = 6 + 6 * len(names)
    options: list[tuple[Binder, list[Callable[[Any], Any] | None]]] = []
    for pattern in choices:
        binding, inner, used = binder(compiler, pattern, scope)
        cost += sum(code.cost for code in used)
        options.append((binding, [_getter(inner, scope, name) for name in names]))

    def use(place: int, x: Any, v: Any, env: Env, then: Callable[[Any], Any]) -> None:
        binding, getters = options[place]
        run = env[0]

        def found(bound: Any) -> None:
            # Every name is there in the body, null where this pattern has not got it.
            inner: Any = env
            for getter in getters:
                inner = (run, None if getter is None else getter(bound), inner)
            then(inner)

        binding(x, v, env, found)

    def run_all(x: Any, v: Any, env: Env, then: Callable[[Any], Any]) -> None:
        run = env[0]
        calls, frames = run.calls, run.frames
        for place in range(len(options) - 1):
            try:
                use(place, x, v, env, then)
                return
            except (Fail, Wrapped, Break):
                # As in gojq, an error behind the body is one more reason to try the next pattern.
                run.calls, run.frames = calls, frames
                run.charge(1)
        use(len(options) - 1, x, v, env, then)

    return Bindings(run_all, outer, cost)


def _getter(inner: Scope, outer: Scope, name: str) -> Callable[[Any], Any] | None:
    found = inner.find("var", name)
    if found is None or found.depth <= outer.depth:
        return None
    climb = up(inner.depth - found.depth)
    return lambda env: climb(env)[1]


def reduce(compiler: Compiler, node: ast.Reduce, scope: Scope) -> Code:
    """``reduce source as pattern (init; update)``"""
    source = compiler.value(node.source, scope)
    init = compiler.value(node.init, scope)
    binding, inner, used = binder(compiler, node.pattern, scope)
    update = compiler.value(node.update, inner)
    simple = isinstance(node.pattern, ast.VarPattern)
    work = 2 + update.size // 4
    span = node.span
    f, g = source.fn, update.fn
    push_source, push_update = pusher(source), pusher(update)

    def run_reduce(v: Any, env: Env, state: Any) -> Any:
        run = env[0]
        if simple and update.kind == ONE:
            if source.kind == ITER:
                items = f(v, env)
                run.left -= len(items) * work
                if run.left < 0:
                    raise run.over(span)
                for x in items:
                    state = g(state, (run, x, env))
                return state

            def step(x: Any) -> None:
                nonlocal state
                run.left -= work
                if run.left < 0:
                    raise run.over(span)
                state = g(state, (run, x, env))

            push_source(v, env, step)
            return state

        def keep(x: Any) -> None:
            nonlocal state
            state = x

        def apply(bound: Any) -> None:
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            push_update(state, bound, keep)

        push_source(v, env, lambda x: binding(x, v, env, apply))
        return state

    parts = [source, init, *used, update]
    stacked = Code(
        MANY, run_reduce, cost=sum(part.cost + 3 for part in parts), size=sum(p.size for p in parts)
    )
    if init.kind in (ONE, OPT):
        begin = init.fn

        def reduced(v: Any, env: Env) -> Any:
            state = begin(v, env)
            return EMPTY if state is EMPTY else run_reduce(v, env, state)

        return (one if init.kind == ONE else optional)(reduced, stacked)
    begin_all = pusher(init)
    return many(
        lambda v, env, emit: begin_all(v, env, lambda state: emit(run_reduce(v, env, state))), stacked
    )


def foreach(compiler: Compiler, node: ast.Foreach, scope: Scope) -> Code:
    """``foreach source as pattern (init; update; extract)``"""
    source = compiler.value(node.source, scope)
    init = compiler.value(node.init, scope)
    binding, inner, used = binder(compiler, node.pattern, scope)
    update = compiler.value(node.update, inner)
    extract = None if node.extract is None else compiler.value(node.extract, inner)
    push_source, push_init, push_update = pusher(source), pusher(init), pusher(update)
    push_extract = None if extract is None else pusher(extract)
    work = 2 + (update.size + (0 if extract is None else extract.size)) // 4
    span = node.span

    def push(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]

        def begin(state: Any) -> None:
            def apply(bound: Any) -> None:
                run.left -= work
                if run.left < 0:
                    raise run.over(span)

                def keep(x: Any) -> None:
                    nonlocal state
                    state = x
                    if push_extract is None:
                        emit(x)
                    else:
                        push_extract(x, bound, emit)

                push_update(state, bound, keep)

            push_source(v, env, lambda x: binding(x, v, env, apply))

        push_init(v, env, begin)

    parts = [source, init, *used, update]
    if extract is not None:
        parts.append(extract)
    return many(push, *parts, *parts[:1], stacked=True)

# SPDX-License-Identifier: Apache-2.0
"""Builtins that go through elements or go on and on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from workload_map.jq import (
    arithmetic,
    ast,
    operators,
    values,
)
from workload_map.jq.code import (
    ITER,
    MANY,
    ONE,
    OPT,
    Code,
    Emit,
    Env,
    constant,
    many,
    one,
    optional,
    pipe,
    pusher,
)
from workload_map.jq.runtime import EMPTY, Break, Fail

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler
    from workload_map.jq.scope import Scope

__all__ = ["FORMS"]

Form: TypeAlias = "Callable[[Compiler, ast.Call, Scope], Code | None]"


def _map(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    elements = ast.Path(node.span, ast.Identity(node.span), (ast.Iterate(node.span),))
    return compiler.value(ast.Array(node.span, ast.Pipe(node.span, (elements, node.args[0]))), scope)


def _first(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    return operators.first_of(compiler.value(node.args[0], scope))


def _last(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    code = compiler.value(node.args[0], scope)
    if code.kind in (ONE, OPT):
        return code
    push = pusher(code)

    def last(v: Any, env: Env) -> Any:
        found = EMPTY

        def keep(x: Any) -> None:
            nonlocal found
            found = x

        push(v, env, keep)
        return found

    return optional(last, code)


def _element(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    key = 0 if node.name == "first" else -1
    step = ast.Index(node.span, ast.Literal(node.span, key))
    return compiler.value(ast.Path(node.span, ast.Identity(node.span), (step,)), scope)


def _limit(compiler: Compiler, node: ast.Call, scope: Scope) -> Code | None:
    count = compiler.value(node.args[0], scope)
    if count.kind != ONE:
        return None
    source = compiler.value(node.args[1], scope)
    n, push, span = count.fn, pusher(source), node.span

    def limit(v: Any, env: Env, emit: Emit) -> Any:
        left = n(v, env)
        if type(left) is not int and type(left) is not float:
            raise Fail(f"limit needs a number, not {values.preview(left)}", span)
        if not left > 0:
            if left == 0:
                return
            raise Fail("limit doesn't support negative count", span)
        run = env[0]
        calls, frames = run.calls, run.frames
        stop = Break(None)

        def out(x: Any) -> None:
            nonlocal left
            left -= 1
            run.left -= 1
            if run.left < 0:
                raise run.over(span)
            emit(x)
            if left <= 0:
                raise stop

        try:
            push(v, env, out)
        except Break as leaving:
            if leaving is not stop:
                raise
            run.calls, run.frames = calls, frames

    return many(limit, source, count, stacked=True)


def _skip(compiler: Compiler, node: ast.Call, scope: Scope) -> Code | None:
    count = compiler.value(node.args[0], scope)
    if count.kind != ONE:
        return None
    source = compiler.value(node.args[1], scope)
    n, push, span = count.fn, pusher(source), node.span

    def skip(v: Any, env: Env, emit: Emit) -> Any:
        left = n(v, env)
        if type(left) is not int and type(left) is not float:
            raise Fail(f"skip needs a number, not {values.preview(left)}", span)
        if not left >= 0:
            raise Fail("skip doesn't support negative count", span)
        run = env[0]

        def out(x: Any) -> None:
            nonlocal left
            run.left -= 1
            if run.left < 0:
                raise run.over(span)
            if left > 0:
                left -= 1
                # A count with a fraction drops one more, as counting down to below zero does.
                if left < 0:
                    emit(x)
            else:
                emit(x)

        push(v, env, out)

    return many(skip, source, count, stacked=True)


def _range(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    codes = [compiler.value(arg, scope) for arg in node.args]
    span = node.span
    if len(codes) == 1:
        codes = [constant(0), codes[0], constant(1)]
    elif len(codes) == 2:
        codes = [*codes, constant(1)]
    bounds = operators.product(codes, lambda run, v, *ends: ends, span, first_outer=True)
    counting = Code(MANY, _count(span), cost=2, all=_count_all(span))
    return pipe(bounds, counting, span)


def _checked(ends: Any, span: ast.Span) -> Any:
    for end in ends:
        if type(end) is not int and type(end) is not float:
            raise Fail(f"range needs numbers, not {values.preview(end)}", span)
    return ends


def _count(span: ast.Span) -> Callable[[Any, Env, Emit], Any]:
    def count(v: Any, env: Env, emit: Emit) -> Any:
        at, end, step = _checked(v, span)
        run = env[0]
        if type(at) is int and type(end) is int and type(step) is int:
            # Counting by hand: a loop inside C could not be charged.
            while (at < end) if step > 0 else (step < 0 and at > end):
                run.left -= 1
                if run.left < 0:
                    raise run.over(span)
                emit(at)
                at += step
            return
        direction = values.compare(step, 0, run)
        while direction * values.compare(at, end, run) < 0:
            run.left -= 3
            if run.left < 0:
                raise run.over(span)
            emit(at)
            at = arithmetic.add(at, step, run)

    return count


def _count_all(span: ast.Span) -> Callable[[Any, Env], list[Any]]:
    count = _count(span)

    def count_all(v: Any, env: Env) -> list[Any]:
        at, end, step = _checked(v, span)
        if type(at) is int and type(end) is int and type(step) is int and step != 0:
            numbers_ = range(at, end, step)
            if numbers_ and (numbers_[-1] - at) // step >= env[0].left:
                env[0].left = -1
                raise env[0].over(span)
            env[0].charge(len(numbers_))
            return list(numbers_)
        items: list[Any] = []
        count(v, env, items.append)
        return items

    return count_all


def _repeat(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    code = compiler.value(node.args[0], scope)
    push, span = pusher(code), node.span
    work = 2 + code.size // 4

    def repeat(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        while True:
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            push(v, env, emit)

    return many(repeat, code)


def _recurse(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``..``: parents before children, with a stack of its own."""
    span = node.span

    def recurse(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        stack = [v]
        while stack:
            x = stack.pop()
            run.left -= 2
            if run.left < 0:
                raise run.over(span)
            emit(x)
            if type(x) is list or type(x) is dict:
                run.left -= len(x)
                if run.left < 0:
                    raise run.over(span)
                stack.extend(reversed(values.iterate(x)))

    return many(recurse)


def _recurse_by(compiler: Compiler, node: ast.Call, scope: Scope) -> Code | None:
    """``recurse(f)`` and ``recurse(f; condition)`` where `f` has at most one result, or is ``.[]?``."""
    step = compiler.value(node.args[0], scope)
    if step.kind == ITER and isinstance(node.args[0], ast.Path) and len(node.args) == 1:
        path = node.args[0]
        if isinstance(path.base, ast.Identity) and path.steps == path.steps[:1]:
            first = path.steps[0]
            if isinstance(first, ast.Iterate) and first.optional:
                return _recurse(compiler, node, scope)
    if step.kind not in (ONE, OPT):
        return None
    test: Callable[[Any, Env], Any] = lambda v, env: True  # noqa: E731
    parts = [step]
    if len(node.args) == 2:
        condition = compiler.value(node.args[1], scope)
        if condition.kind != ONE:
            return None
        test = operators.truth(condition)
        parts.append(condition)
    f, span = step.fn, node.span
    work = 2 + step.size // 4

    def recurse(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        while True:
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            emit(v)
            v = f(v, env)
            if v is EMPTY or not test(v, env):
                return

    return many(recurse, *parts)


def _while(compiler: Compiler, node: ast.Call, scope: Scope) -> Code | None:
    condition, step = (compiler.value(arg, scope) for arg in node.args)
    if condition.kind != ONE or step.kind not in (ONE, OPT):
        return None
    test, f, span = operators.truth(condition), step.fn, node.span
    work = 2 + (step.size + condition.size) // 4

    def loop(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        while test(v, env):
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            emit(v)
            v = f(v, env)
            if v is EMPTY:
                return

    return many(loop, condition, step)


def _until(compiler: Compiler, node: ast.Call, scope: Scope) -> Code | None:
    condition, step = (compiler.value(arg, scope) for arg in node.args)
    if condition.kind != ONE or step.kind not in (ONE, OPT):
        return None
    test, f, span = operators.truth(condition), step.fn, node.span
    work = 2 + (step.size + condition.size) // 4

    def loop(v: Any, env: Env) -> Any:
        run = env[0]
        while not test(v, env):
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            v = f(v, env)
            if v is EMPTY:
                return v
        return v

    return (one if step.kind == ONE else optional)(loop, condition, step)


def _combinations(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``combinations`` of the elements of arrays, the first array changing slowest."""
    span = node.span

    def combine(v: Any, env: Env, emit: Emit) -> Any:
        if type(v) is not list:
            if v is None or v == "" or v == {} or (v == 0 and v is not False):
                emit([])
                return
            raise Fail(f"combinations needs an array of arrays, not {values.preview(v)}", span)
        run = env[0]
        work = 2 + len(v) // 4
        chosen: list[Any] = []
        open_: list[Any] = []
        while True:
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            if len(open_) == len(v):
                emit(chosen[:])
            else:
                try:
                    open_.append(iter(values.iterate(v[len(open_)])))
                except Fail as error:
                    raise operators.at(error, span) from None
                chosen.append(None)
            while open_:
                following = next(open_[-1], EMPTY)
                if following is not EMPTY:
                    chosen[-1] = following
                    break
                open_.pop()
                chosen.pop()
            else:
                return

    return many(combine)


FORMS: dict[tuple[str, int], Form] = {
    ("map", 1): _map,
    ("first", 0): _element,
    ("last", 0): _element,
    ("first", 1): _first,
    ("last", 1): _last,
    ("limit", 2): _limit,
    ("skip", 2): _skip,
    ("range", 1): _range,
    ("range", 2): _range,
    ("range", 3): _range,
    ("repeat", 1): _repeat,
    ("recurse", 0): _recurse,
    ("recurse", 1): _recurse_by,
    ("recurse", 2): _recurse_by,
    ("combinations", 0): _combinations,
    ("while", 2): _while,
    ("until", 2): _until,
}
"""By name and number of arguments; a form that gives None leaves the call to the prelude."""

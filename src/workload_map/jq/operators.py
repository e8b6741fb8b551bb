# SPDX-License-Identifier: Apache-2.0
"""Operators, conditions and everything else that combines the results of several expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from workload_map.jq import arithmetic, ast, code_paths, paths, values
from workload_map.jq.code import (
    ITER,
    MANY,
    ONE,
    OPT,
    UNKNOWN,
    Code,
    Emit,
    Env,
    freed,
    many,
    one,
    optional,
    pusher,
    sequence,
)
from workload_map.jq.runtime import EMPTY, Break, Fail, Run

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler
    from workload_map.jq.scope import Scope

__all__ = ["alternative", "binary", "choose", "logic", "objects", "product", "truth", "update"]

Function = Callable[..., Any]


def at(error: Fail, span: ast.Span) -> Fail:
    """The error, with a place if it has none."""
    if error.span is None:
        error.span = span
    return error


def product(codes: Sequence[Code], function: Function, span: ast.Span, *, first_outer: bool = False) -> Code:
    """``function(run, input, *results)`` for every combination. The last argument is the outermost loop, as
    for all of gojq's own functions; the first one for those that it defines in jq."""
    fns = [code.fn for code in codes]
    if all(code.kind == ONE for code in codes):
        return _single_product(codes, function, span, first_outer=first_outer)
    pushes = [pusher(code) for code in codes]
    places = list(range(len(codes))) if first_outer else list(reversed(range(len(codes))))
    last = len(fns)

    def push(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        results: list[Any] = [None] * last

        def level(depth: int) -> None:
            if depth == last:
                run.left -= 1
                if run.left < 0:
                    raise run.over(span)
                try:
                    result = function(run, v, *results)
                except Fail as error:
                    raise at(error, span) from None
                emit(result)
                return
            place = places[depth]

            def take(x: Any) -> None:
                results[place] = x
                level(depth + 1)

            pushes[place](v, env, take)

        level(0)

    return many(push, *codes, *codes, stacked=True)


def _single_product(codes: Sequence[Code], function: Function, span: ast.Span, *, first_outer: bool) -> Code:
    if len(codes) == 1:
        a = codes[0].fn

        def call1(v: Any, env: Env) -> Any:
            x = a(v, env)
            try:
                return function(env[0], v, x)
            except Fail as error:
                raise at(error, span) from None

        return one(call1, *codes)
    if len(codes) == 2:
        a, b = codes[0].fn, codes[1].fn
        if first_outer:

            def call2_forward(v: Any, env: Env) -> Any:
                x = a(v, env)
                y = b(v, env)
                try:
                    return function(env[0], v, x, y)
                except Fail as error:
                    raise at(error, span) from None

            return one(call2_forward, *codes)

        def call2(v: Any, env: Env) -> Any:
            y = b(v, env)
            x = a(v, env)
            try:
                return function(env[0], v, x, y)
            except Fail as error:
                raise at(error, span) from None

        return one(call2, *codes)
    fns = [code.fn for code in codes]

    def calln(v: Any, env: Env) -> Any:
        if first_outer:
            results = [f(v, env) for f in fns]
        else:
            results = [f(v, env) for f in reversed(fns)]
            results.reverse()
        try:
            return function(env[0], v, *results)
        except Fail as error:
            raise at(error, span) from None

    return one(calln, *codes)


# -- comparison and arithmetic


_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_EXACT = 2**53


def binary(compiler: Compiler, node: ast.Binary, scope: Scope) -> Code:
    """``left op right``"""
    left, right = compiler.value(node.left, scope), compiler.value(node.right, scope)
    op, span = node.op, node.span
    if op in arithmetic.OPERATORS:
        if left.kind == ONE and right.kind == ONE:
            return _arithmetic(left, right, op, span)
        function = arithmetic.OPERATORS[op]
        return product([left, right], lambda run, v, x, y: function(x, y, run), span)
    if left.kind == ONE and right.kind == ONE:
        return comparison(left, right, op)
    test = _tests[op]
    code = product([left, right], lambda run, v, x, y: test(x, y, run), span)
    code.boolean = True
    return code


_tests: dict[str, Callable[[Any, Any, Run], bool]] = {
    "==": values.equal,
    "!=": lambda x, y, run: not values.equal(x, y, run),
    "<": lambda x, y, run: values.compare(x, y, run) < 0,
    "<=": lambda x, y, run: values.compare(x, y, run) <= 0,
    ">": lambda x, y, run: values.compare(x, y, run) > 0,
    ">=": lambda x, y, run: values.compare(x, y, run) >= 0,
}


def comparison(left: Code, right: Code, op: str) -> Code:
    """A comparison of two single results, with shortcuts for constants."""
    if left.const is not UNKNOWN and right.const is UNKNOWN:
        return comparison(right, left, _SWAPPED[op])
    f, g = left.fn, right.fn
    c = right.const
    if op in ("==", "!=") and c is not UNKNOWN:
        wanted = op == "=="
        if type(c) is str and len(c) < 1024:
            if wanted:
                code = freed(one(lambda v, env: f(v, env) == c, left, boolean=True), left)
                if left.fields is not None and len(left.fields) == 1:
                    code.equals = ((left.fields[0], c),)
                return code
            return freed(one(lambda v, env: f(v, env) != c, left, boolean=True), left)
        if c is None or type(c) is bool:
            if wanted:
                return freed(one(lambda v, env: f(v, env) is c, left, boolean=True), left)
            return freed(one(lambda v, env: f(v, env) is not c, left, boolean=True), left)
        if type(c) is int and -_EXACT < c < _EXACT:

            def equals_int(v: Any, env: Env) -> bool:
                x = f(v, env)
                return (x == c and type(x) is not bool) is wanted

            return freed(one(equals_int, left, boolean=True), left)
    if op == "==":
        return one(lambda v, env: _equal(g(v, env), f, v, env), left, right, boolean=True)
    if op == "!=":
        return one(lambda v, env: not _equal(g(v, env), f, v, env), left, right, boolean=True)
    return one(_ordering(f, g, op), left, right, boolean=True)


def _equal(y: Any, f: Function, v: Any, env: Env) -> bool:
    x = f(v, env)
    if type(x) is str and len(x) < 1024:
        return bool(x == y)
    return values.equal(x, y, env[0])


def _ordering(f: Function, g: Function, op: str) -> Function:
    compare = values.compare
    if op == "<":

        def less(v: Any, env: Env) -> bool:
            y = g(v, env)
            x = f(v, env)
            if type(x) is int and type(y) is int:
                return x < y
            return compare(x, y, env[0]) < 0

        return less
    if op == ">":

        def greater(v: Any, env: Env) -> bool:
            y = g(v, env)
            x = f(v, env)
            if type(x) is int and type(y) is int:
                return x > y
            return compare(x, y, env[0]) > 0

        return greater
    if op == "<=":

        def at_most(v: Any, env: Env) -> bool:
            y = g(v, env)
            x = f(v, env)
            if type(x) is int and type(y) is int:
                return x <= y
            return compare(x, y, env[0]) <= 0

        return at_most

    def at_least(v: Any, env: Env) -> bool:
        y = g(v, env)
        x = f(v, env)
        if type(x) is int and type(y) is int:
            return x >= y
        return compare(x, y, env[0]) >= 0

    return at_least


_SMALL = 2**62


def _arithmetic(left: Code, right: Code, op: str, span: ast.Span) -> Code:
    f, g = left.fn, right.fn
    function = arithmetic.OPERATORS[op]
    if op == "+":

        def added(v: Any, env: Env) -> Any:
            y = g(v, env)
            x = f(v, env)
            if type(x) is int and type(y) is int:
                total = x + y
                if -_SMALL < total < _SMALL:
                    return total
            try:
                return function(x, y, env[0])
            except Fail as error:
                raise at(error, span) from None

        return one(added, left, right)

    def computed(v: Any, env: Env) -> Any:
        y = g(v, env)
        x = f(v, env)
        try:
            return function(x, y, env[0])
        except Fail as error:
            raise at(error, span) from None

    return one(computed, left, right)


# -- truth


def truth(code: Code) -> Callable[[Any, Env], bool]:
    """A function of a single result that is only good for `if`: as true or false as the result."""
    f = code.fn
    if code.boolean:
        return f

    def truthy(v: Any, env: Env) -> bool:
        x = f(v, env)
        return x is not None and x is not False

    return truthy


def logic(codes: list[Code], *, stop: bool) -> Code:
    """``and`` (stop at false) and ``or`` (stop at true)."""
    if all(code.kind == ONE for code in codes):
        tests = [truth(code) for code in codes]
        if len(tests) == 2:
            a, b = tests
            if stop:
                code = one(lambda v, env: a(v, env) or b(v, env), *codes, boolean=True)
            else:
                code = one(lambda v, env: a(v, env) and b(v, env), *codes, boolean=True)
        else:

            def judge(v: Any, env: Env) -> bool:
                for test in tests:
                    if test(v, env) is stop:
                        return stop
                return not stop

            code = one(judge, *codes, boolean=True)
        if not stop and all(part.equals for part in codes):
            code.equals = tuple(pair for part in codes for pair in part.equals)
        return freed(code, *codes)
    pushes = [pusher(code) for code in codes]

    def push(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]

        def level(depth: int) -> None:
            if depth == len(pushes):
                emit(not stop)
                return

            def take(x: Any) -> None:
                run.left -= 1
                if run.left < 0:
                    raise run.over()
                if (x is not None and x is not False) is stop:
                    emit(stop)
                else:
                    level(depth + 1)

            pushes[depth](v, env, take)

        level(0)

    return many(push, *codes, *codes, stacked=True)


def choose(condition: Code, then: Code, otherwise: Code) -> Code:
    """``if condition then … else … end``"""
    kinds = {then.kind, otherwise.kind}
    f, g = then.fn, otherwise.fn
    if kinds <= {ONE, OPT} or kinds == {ITER}:
        if condition.kind == ONE:
            test = truth(condition)
            fn: Function = lambda v, env: f(v, env) if test(v, env) else g(v, env)  # noqa: E731
            if kinds == {ONE}:
                return one(fn, condition, then, otherwise, boolean=then.boolean and otherwise.boolean)
            return (sequence if kinds == {ITER} else optional)(fn, condition, then, otherwise)
        if condition.kind == OPT:
            check = condition.fn
            nothing: Any = () if kinds == {ITER} else EMPTY

            def maybe(v: Any, env: Env) -> Any:
                x = check(v, env)
                if x is EMPTY:
                    return nothing
                return f(v, env) if x is not None and x is not False else g(v, env)

            return (sequence if kinds == {ITER} else optional)(maybe, condition, then, otherwise)
    yes, no = pusher(then), pusher(otherwise)
    if condition.kind == ONE:
        test = truth(condition)

        def push_one(v: Any, env: Env, emit: Emit) -> Any:
            if test(v, env):
                yes(v, env, emit)
            else:
                no(v, env, emit)

        return many(push_one, condition, then, otherwise)
    ask = pusher(condition)

    def push(v: Any, env: Env, emit: Emit) -> Any:
        def take(x: Any) -> None:
            if x is not None and x is not False:
                yes(v, env, emit)
            else:
                no(v, env, emit)

        ask(v, env, take)

    return many(push, condition, then, otherwise, stacked=True)


def alternative(left: Code, right: Code) -> Code:
    """``left // right``"""
    f, g = left.fn, right.fn
    if left.kind in (ONE, OPT) and right.kind in (ONE, OPT):
        c = right.const
        if left.kind == ONE and c is not UNKNOWN:

            def with_constant(v: Any, env: Env) -> Any:
                x = f(v, env)
                return c if x is None or x is False else x

            code = one(with_constant, left, boolean=left.boolean and type(c) is bool)
            return freed(code, left)

        def either(v: Any, env: Env) -> Any:
            x = f(v, env)
            return g(v, env) if x is None or x is False or x is EMPTY else x

        return freed((one if right.kind == ONE else optional)(either, left, right), left, right)
    if left.kind == ITER and right.kind == ITER:

        def some(v: Any, env: Env) -> Any:
            items = f(v, env)
            env[0].charge(len(items))
            return [x for x in items if x is not None and x is not False] or g(v, env)

        return sequence(some, left, right)
    push_left, push_right = pusher(left), pusher(right)

    def push(v: Any, env: Env, emit: Emit) -> Any:
        found = False

        def take(x: Any) -> None:
            nonlocal found
            if x is not None and x is not False:
                found = True
                emit(x)

        push_left(v, env, take)
        if not found:
            push_right(v, env, emit)

    return many(push, left, right)


# -- objects


def objects(keys: list[Code], contents: list[Code | None], spans: list[ast.Span], span: ast.Span) -> Code:
    """``{…}`` with computed keys or several results: earlier entries are the outer loops. An entry without
    content is the input's own under that key."""
    flat = [code for pair in zip(keys, contents, strict=True) for code in pair if code is not None]
    own = [code is None for code in contents]

    def build(run: Run, v: Any, *parts: Any) -> dict[str, Any]:
        run.charge(len(keys))
        rest = iter(parts)
        pairs: list[tuple[Any, Any]] = []
        for mine in own:
            key = next(rest)
            pairs.append((key, values.index(v, key, run) if mine else next(rest)))
        for place in range(len(pairs) - 1, -1, -1):
            if type(pairs[place][0]) is not str:
                raise Fail(f"{values.preview(pairs[place][0])} cannot be a key", spans[place])
        return dict(pairs)

    return product(flat, build, span, first_outer=True)


# -- updates


def update(compiler: Compiler, node: ast.Update, scope: Scope) -> Code:
    """``target op value``"""
    target = code_paths.compile_paths(compiler, node.target, scope)
    span = node.span
    value = compiler.value(node.value, scope)
    if node.op == "|=":
        modify = modifier(target, value, span)
        return one(modify, value, _as_code(target))
    push = pusher(value)
    if node.op == "=":

        def assign(v: Any, env: Env, x: Any) -> Any:
            run = env[0]
            owned = paths.Owned()
            result = v

            def put(chain: Any, _: Any) -> None:
                nonlocal result
                run.left -= 1
                if run.left < 0:
                    raise run.over(span)
                try:
                    result = paths.set_path(result, code_paths.keys_of(chain, run), x, run, owned)
                except Fail as error:
                    raise at(error, span) from None

            target.fn((None, None, v), v, env, put)
            return result

    else:
        op = node.op[:-1]
        function: Function = _alternative if op == "//" else arithmetic.OPERATORS[op]
        operation = modifier(
            target,
            Code(ONE, lambda v, env: function(v, env[1], env[0]), cost=1),
            span,
        )

        def assign(v: Any, env: Env, x: Any) -> Any:
            # The operand is bound in front of an environment that the target does not see.
            return operation(v, env, (env[0], x, env))

    if value.kind == ONE:
        f = value.fn
        return one(lambda v, env: assign(v, env, f(v, env)), value, _as_code(target))
    return many(
        lambda v, env, emit: push(v, env, lambda x: emit(assign(v, env, x))),
        value,
        _as_code(target),
        stacked=True,
    )


def _as_code(target: code_paths.PathCode) -> Code:
    return Code(MANY, target.fn, cost=target.cost + 4, size=4)


def _alternative(x: Any, y: Any, run: Run) -> Any:
    return y if x is None or x is False else x


def modifier(target: code_paths.PathCode, value: Code, span: ast.Span) -> Callable[..., Any]:
    """``target |= value``: each place gets the first result of what was there, or goes when there is none."""
    take_first = first_of(value).fn

    def modify(v: Any, env: Env, inner: Env | None = None) -> Any:
        run = env[0]
        value_env = env if inner is None else inner
        owned = paths.Owned()
        gone: list[list[Any]] = []
        result = v

        def change(chain: Any, _: Any) -> None:
            nonlocal result
            run.left -= 5
            if run.left < 0:
                raise run.over(span)
            try:
                keys = code_paths.keys_of(chain, run)
                # A deep place is read and written key by key.
                run.left -= 2 * len(keys)
                x = take_first(paths.get_path(result, keys, run), value_env)
                if x is EMPTY:
                    gone.append(keys)
                else:
                    result = paths.set_path(result, keys, x, run, owned)
            except Fail as error:
                raise at(error, span) from None

        target.fn((None, None, v), v, env, change)
        return paths.delete_marked(result, gone, run, owned)

    return modify


def first_of(code: Code) -> Code:
    """The first result, or EMPTY; what comes after it is not evaluated."""
    if code.kind in (ONE, OPT):
        return code
    f = code.fn
    if code.kind == ITER:

        def head(v: Any, env: Env) -> Any:
            items = f(v, env)
            return items[0] if len(items) else EMPTY

        return optional(head, code)
    if code.head is not None:
        return optional(code.head, code)

    def first(v: Any, env: Env) -> Any:
        run = env[0]
        calls, frames = run.calls, run.frames
        stop = Break(None)
        found: list[Any] = []

        def out(x: Any) -> None:
            found.append(x)
            raise stop

        try:
            f(v, env, out)
        except Break as leaving:
            if leaving is not stop:
                raise
            run.calls, run.frames = calls, frames
            return found[0]
        return EMPTY

    return optional(first, code, size=2)

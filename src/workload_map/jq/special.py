# SPDX-License-Identifier: Apache-2.0
"""Builtins that take closures, give several results, or are worth a closure of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from workload_map.jq import (
    arithmetic,
    ast,
    builtins,
    builtins_text,
    code_paths,
    operators,
    values,
)
from workload_map.jq.code import (
    ITER,
    MANY,
    ONE,
    OPT,
    UNKNOWN,
    Code,
    Emit,
    Env,
    constant,
    freed,
    lister,
    many,
    one,
    optional,
    pipe,
    pusher,
    sequence,
)
from workload_map.jq.runtime import EMPTY, Break, Fail, Limit, Run

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler
    from workload_map.jq.scope import Scope

__all__ = ["AS_STEP", "FILTERS", "FORMS", "after"]

Form: TypeAlias = "Callable[[Compiler, ast.Call, Scope], Code | None]"

AS_STEP: dict[tuple[str, int], Any] = {("first", 0): 0, ("last", 0): -1}
"""Builtins that are one step of a path."""

FILTERS: dict[str, Callable[[Any], bool]] = {
    "values": lambda v: v is not None,
    "nulls": lambda v: v is None,
    "booleans": lambda v: type(v) is bool,
    "numbers": lambda v: type(v) is int or type(v) is float,
    "strings": lambda v: type(v) is str,
    "arrays": lambda v: type(v) is list,
    "objects": lambda v: type(v) is dict,
    "iterables": lambda v: type(v) is list or type(v) is dict,
    "scalars": lambda v: type(v) is not list and type(v) is not dict,
}
"""Builtins that pass some kinds of values."""


def after(compiler: Compiler, code: Code, node: ast.Call, scope: Scope) -> Code | None:
    """A direct form of ``code | call`` where there is one."""
    if code.kind != ONE:
        return None
    f = code.fn
    key = (node.name, len(node.args))
    if key == ("not", 0):
        test = operators.truth(code)
        return freed(one(lambda v, env: not test(v, env), code, boolean=True), code)
    if key == ("length", 0):
        native = builtins.NATIVE[key]
        span = node.span

        def length(v: Any, env: Env) -> Any:
            x = f(v, env)
            kind = type(x)
            if kind is list or kind is dict or kind is str:
                return len(x)
            try:
                return native(env[0], x)
            except Fail as error:
                raise operators.at(error, span) from None

        return one(length, code)
    if key == ("IN", 1):
        wanted = _constants(node.args[0])
        if wanted is not None and all(type(x) is str for x in wanted):
            members = frozenset(wanted)

            def is_in(v: Any, env: Env) -> bool:
                x = f(v, env)
                return type(x) is str and x in members

            return freed(one(is_in, code, boolean=True), code)
    return None


def _constants(node: ast.Node) -> list[Any] | None:
    items = node.items if isinstance(node, ast.Comma) else (node,)
    if all(isinstance(item, ast.Literal) for item in items):
        return [item.value for item in items if isinstance(item, ast.Literal)]
    return None


# -- filters and conditions


def _select(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    condition = compiler.value(node.args[0], scope)
    if condition.kind == ONE:
        test = operators.truth(condition)
        return optional(lambda v, env: v if test(v, env) else EMPTY, condition)
    nothing = Code(OPT, lambda v, env: EMPTY, cost=1)
    return operators.choose(condition, Code(ONE, lambda v, env: v, cost=1), nothing)


def _empty(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    return Code(OPT, lambda v, env: EMPTY, cost=1)


def _filter(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    test = FILTERS[node.name]
    return Code(OPT, lambda v, env: v if test(v) else EMPTY, cost=2)


def _any_all(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``any``, ``all`` with 0, 1 or 2 arguments."""
    wanted = node.name == "any"
    elements = ast.Path(node.span, ast.Identity(node.span), (ast.Iterate(node.span),))
    source_node = node.args[0] if len(node.args) == 2 else elements
    condition_node = node.args[-1] if node.args else ast.Identity(node.span)
    return _quantify(compiler.value(source_node, scope), compiler.value(condition_node, scope), wanted, node)


def _quantify(source: Code, condition: Code, wanted: bool, node: ast.Call) -> Code:
    f = source.fn
    span = node.span
    work = 2 + condition.size // 4
    if source.kind in (ONE, OPT, ITER) and condition.kind == ONE:
        test = operators.truth(condition)
        if source.kind != ITER:

            def single(v: Any, env: Env) -> bool:
                x = f(v, env)
                return (not wanted) if x is EMPTY else test(x, env)

            return one(single, source, condition, boolean=True)
        if wanted and condition.equals:
            return one(_any_equal(f, condition, span), source, condition, boolean=True)

        def over_items(v: Any, env: Env) -> bool:
            items = f(v, env)
            run = env[0]
            run.left -= len(items) * work
            if run.left < 0:
                raise run.over(span)
            for x in items:
                if test(x, env) is wanted:
                    return wanted
            return not wanted

        return one(over_items, source, condition, boolean=True)
    push_source, push_condition = pusher(source), pusher(condition)

    def quantify(v: Any, env: Env) -> bool:
        run = env[0]
        calls, frames = run.calls, run.frames
        stop = Break(None)

        def judge(y: Any) -> None:
            if (y is not None and y is not False) is wanted:
                raise stop

        try:
            push_source(v, env, lambda x: push_condition(x, env, judge))
        except Break as leaving:
            if leaving is not stop:
                raise
            run.calls, run.frames = calls, frames
            return wanted
        return not wanted

    return one(quantify, source, condition, source, boolean=True, size=2)


def _any_equal(f: Callable[[Any, Env], Any], condition: Code, span: ast.Span) -> Callable[[Any, Env], bool]:
    """``any(items; .a == "x" and .b == "y")``, the commonest test of all on conditions."""
    test = condition.fn
    pairs = condition.equals
    k1, c1 = pairs[0]
    k2, c2 = pairs[1] if len(pairs) > 1 else pairs[0]
    rest = pairs[2:]

    def any_equal(v: Any, env: Env) -> bool:
        items = f(v, env)
        run = env[0]
        run.left -= len(items)
        if run.left < 0:
            raise run.over(span)
        for x in items:
            if type(x) is dict:
                if x.get(k1) == c1 and x.get(k2) == c2 and (not rest or test(x, env)):
                    return True
            elif x is not None and test(x, env):
                return True
        return False

    return any_equal


def _isempty(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    first = operators.first_of(compiler.value(node.args[0], scope))
    f = first.fn
    return one(lambda v, env: f(v, env) is EMPTY, first, boolean=True)


def _in_constants(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``IN(s)``: whether the input is one of the results."""
    identity = Code(ONE, lambda v, env: v, cost=1, fields=())
    wanted = _constants(node.args[0])
    if wanted is not None and all(type(x) is str for x in wanted):
        members = frozenset(wanted)
        return one(lambda v, env: type(v) is str and v in members, boolean=True)
    return _membership(identity, compiler.value(node.args[0], scope), node)


def _in_source(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``IN(source; s)``"""
    return _membership(compiler.value(node.args[0], scope), compiler.value(node.args[1], scope), node)


def _membership(left: Code, right: Code, node: ast.Call) -> Code:
    equal = operators.product([left, right], lambda run, v, x, y: values.equal(x, y, run), node.span)
    truth_of = Code(ONE, lambda v, env: v, cost=1, fields=(), boolean=True)
    return _quantify(equal, truth_of, True, node)


# -- sequences


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
    key = AS_STEP[(node.name, 0)]
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


# -- by a key


def _keyed(
    function: Callable[[Run, list[Any], list[Any]], Any],
) -> Form:
    """Functions that look at the results of a closure for each element: ``sort_by(f)`` and its kin."""

    def form(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
        code = compiler.value(node.args[0], scope)
        collect, f, span, name = lister(code), code.fn, node.span, node.name
        work = 3 + code.size // 4

        def keyed(v: Any, env: Env) -> Any:
            items = values.iterate(v) if type(v) is dict else v
            if type(items) is not list:
                raise Fail(f"{name} needs an array, not {values.preview(v)}", span)
            run = env[0]
            run.left -= len(items) * work
            if run.left < 0:
                raise run.over(span)
            if code.kind == ONE:
                keys = [f(x, env) for x in items]
            else:
                keys = [collect(x, env) for x in items]
                # One result is the key itself, so that it is compared without a list around it.
                if all(len(key) == 1 for key in keys):
                    keys = [key[0] for key in keys]
            if type(v) is dict:
                raise Fail(f"{name} needs an array, not {values.preview(v)}", span)
            return function(run, items, keys)

        return one(keyed, code, size=8)

    return form


def _sorted(run: Run, items: list[Any], keys: list[Any]) -> list[Any]:
    return [items[place] for place in values.order(keys, run)]


def _add_by(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    array = compiler.value(ast.Array(node.span, node.args[0]), scope)
    native = builtins.NATIVE[("add", 0)]
    span = node.span

    def total(v: Any, env: Env) -> Any:
        try:
            return native(env[0], v)
        except Fail as error:
            raise operators.at(error, span) from None

    return pipe(array, one(total), span)


# -- paths


def _path(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    target = code_paths.compile_paths(compiler, node.args[0], scope)
    f = target.fn

    def push(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        f((None, None, v), v, env, lambda chain, x: emit(code_paths.keys_of(chain, run)))

    return many(push, Code(MANY, push, cost=target.cost + 3, size=4))


def _map_values(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``.[] |= f`` without the paths."""
    code = operators.first_of(compiler.value(node.args[0], scope))
    f, span = code.fn, node.span
    work = 2 + code.size // 4

    def map_values(v: Any, env: Env) -> Any:
        kind = type(v)
        if kind is not list and kind is not dict:
            raise Fail(f"cannot iterate over {values.preview(v)}", span)
        run = env[0]
        run.left -= len(v) * work + 1
        if run.left < 0:
            raise run.over(span)
        if kind is list:
            return [y for x in v if (y := f(x, env)) is not EMPTY]
        new = {key: f(v[key], env) for key in sorted(v)}
        return {key: new[key] for key in v if new[key] is not EMPTY}

    return one(map_values, code)


def _walk(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``walk(f)``: children first, with a stack of its own."""
    code = compiler.value(node.args[0], scope)
    all_of, first_of = lister(code), operators.first_of(code).fn
    push, span = pusher(code), node.span
    work = 3 + code.size // 4

    def results(x: Any, env: Env, only_first: bool) -> list[Any]:
        if not only_first:
            return list(all_of(x, env))
        y = first_of(x, env)
        return [] if y is EMPTY else [y]

    def walk(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]
        # Open containers: the original, its keys that are left, the new elements so far.
        stack: list[tuple[Any, Any, Any]] = []
        x = v
        while True:
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            kind = type(x)
            if kind is list or kind is dict:
                if len(stack) >= run.limits.depth:
                    raise Limit(f"a value is nested more than {run.limits.depth} levels deep", span)
                keys = iter(range(len(x))) if kind is list else iter(sorted(x))
                stack.append((x, keys, [] if kind is list else {}))
            elif not stack:
                push(x, env, emit)
                return
            else:
                _append(stack[-1], results(x, env, type(stack[-1][0]) is dict))
            while True:
                original, keys, built = stack[-1]
                key = next(keys, EMPTY)
                if key is not EMPTY:
                    if type(built) is dict:
                        # Where the result of this element goes.
                        built[key] = EMPTY
                    x = original[key]
                    break
                stack.pop()
                if type(built) is dict:
                    built = {name: built[name] for name in original if built[name] is not EMPTY}
                if not stack:
                    push(built, env, emit)
                    return
                _append(stack[-1], results(built, env, type(stack[-1][0]) is dict))

    return many(walk, code, size=8)


def _append(entry: tuple[Any, Any, Any], found: list[Any]) -> None:
    _, _, built = entry
    if type(built) is list:
        built.extend(found)
    elif found:
        # The key that is being worked on is the last one that was put in.
        built[next(reversed(built))] = found[0]


# -- regular expressions


def _pattern(
    compiler: Compiler, node: ast.Call, scope: Scope, use: Callable[..., Any], *, count: int = 2
) -> Code:
    """A call whose first two arguments are pattern and flags; constant ones are compiled once."""
    codes = [compiler.value(arg, scope) for arg in node.args[:count]]
    span, name = node.span, node.name
    if all(code.const is not UNKNOWN for code in codes):
        pattern, flags = codes[0].const, codes[1].const
        made: list[Any] = []

        def ready(run: Run, v: Any, *_: Any) -> Any:
            if not made:
                made.append(builtins_text.compile_regex(pattern, flags, name, run))
            return use(run, v, *made[0])

        return operators.product(codes, ready, span, first_outer=True)
    return operators.product(
        codes,
        lambda run, v, pattern, flags: use(run, v, *builtins_text.compile_regex(pattern, flags, name, run)),
        span,
        first_outer=True,
    )


def _test_call(run: Run, v: Any, compiled: Any, _: bool) -> bool:
    if type(v) is not str:
        raise Fail(f"test needs a string, not {values.preview(v)}")
    run.charge(1)
    return bool(compiled.match_all(v, run.charge, global_=False))


def _test(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    code = _pattern(compiler, node, scope, _test_call)
    code.boolean = code.kind == ONE
    return code


def _items(span: ast.Span) -> Code:
    return sequence(lambda v, env: v)


def _match(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    found = _pattern(compiler, node, scope, builtins_text.matches)
    return pipe(found, _items(node.span), node.span)


def _capture(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    return pipe(_match(compiler, node, scope), one(lambda v, env: builtins_text.capture(v)), node.span)


def _scan(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    def scan(run: Run, v: Any, compiled: Any, _: bool) -> list[Any]:
        found = builtins_text.matches(run, v, compiled, True)
        return [
            [part["string"] for part in one_["captures"]] if one_["captures"] else one_["string"]
            for one_ in found
        ]

    return pipe(_pattern(compiler, node, scope, scan), _items(node.span), node.span)


def _sub(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    """``sub(pattern; replacement; flags)``: the replacement sees the named groups; its results multiply."""
    arranged = ast.Call(node.span, node.name, (node.args[0], node.args[2], node.args[1]))
    found = _pattern(
        compiler, arranged, scope, lambda run, v, compiled, g: (v, builtins_text.matches(run, v, compiled, g))
    )
    code = compiler.value(node.args[1], scope)
    push, f, span = pusher(code), code.fn, node.span
    work = 3 + code.size // 4

    def joined(run: Run, text: Any, tail: str) -> str:
        if type(text) is not str:
            raise Fail(f"sub needs a string to put in, not {values.preview(text)}", span)
        return run.string(text + tail)

    def substitute(v: Any, env: Env, emit: Emit) -> Any:
        text, matched = v
        run = env[0]
        if code.kind == ONE:
            # From the last match to the first, as gojq does, so that the first error is the same.
            pieces: list[str] = []
            end = len(text)
            run.left -= len(matched) * work
            if run.left < 0:
                raise run.over(span)
            for match in reversed(matched):
                by = f(builtins_text.capture(match), env)
                start = match["offset"]
                if type(by) is not str:
                    raise Fail(f"sub needs a string to put in, not {values.preview(by)}", span)
                pieces.append(text[start + match["length"] : end])
                pieces.append(run.string(by))
                end = start
            pieces.append(text[:end])
            pieces.reverse()
            emit(run.string("".join(pieces)))
            return

        def level(place: int, end: int, tail: str) -> None:
            run.charge(work)
            if place < 0:
                emit(run.string(text[:end] + tail))
                return
            if len(matched) > run.limits.calls:
                raise Limit(f"more than {run.limits.calls} matches to replace in several ways", span)
            match = matched[place]
            start = match["offset"]
            rest = text[start + match["length"] : end] + tail
            push(builtins_text.capture(match), env, lambda by: level(place - 1, start, joined(run, by, rest)))

        level(len(matched) - 1, len(text), "")

    target = Code(MANY, substitute, cost=code.cost + 4, size=code.size + 8)
    return pipe(found, target, span)


def _builtins(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    from workload_map.jq.names import BUILTINS

    return one(lambda v, env: [f"{name}/{arity}" for name, arity in sorted(BUILTINS)])


FORMS: dict[tuple[str, int], Form] = {
    ("select", 1): _select,
    ("empty", 0): _empty,
    ("any", 0): _any_all,
    ("any", 1): _any_all,
    ("any", 2): _any_all,
    ("all", 0): _any_all,
    ("all", 1): _any_all,
    ("all", 2): _any_all,
    ("isempty", 1): _isempty,
    ("IN", 1): _in_constants,
    ("IN", 2): _in_source,
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
    ("sort_by", 1): _keyed(_sorted),
    ("group_by", 1): _keyed(lambda run, items, keys: builtins.groups(items, keys, run)),
    ("unique_by", 1): _keyed(
        lambda run, items, keys: [group[0] for group in builtins.groups(items, keys, run)]
    ),
    ("min_by", 1): _keyed(lambda run, items, keys: builtins.extreme(items, keys, run, largest=False)),
    ("max_by", 1): _keyed(lambda run, items, keys: builtins.extreme(items, keys, run, largest=True)),
    ("add", 1): _add_by,
    ("path", 1): _path,
    ("map_values", 1): _map_values,
    ("walk", 1): _walk,
    ("test", 2): _test,
    ("match", 2): _match,
    ("capture", 2): _capture,
    ("scan", 2): _scan,
    ("sub", 3): _sub,
    ("builtins", 0): _builtins,
    **{(name, 0): _filter for name in FILTERS},
}
"""Builtins by name and number of arguments; a form that gives None leaves the call to the prelude."""

# SPDX-License-Identifier: Apache-2.0
"""Compiled expressions: closures, and how they are put together.

An expression that has exactly one result is a function value → value; one that has at most one gives EMPTY
for none; one that has all its results at hand gives a sequence; every other one *pushes* its results into a
function as it finds them, which is jq's backtracking without coroutines: what comes after an expression runs
inside the push, and `break`, `first` or `limit` leave by an exception.

Variables are an immutable chain `(run, value, rest)`: results that are still being pushed cannot disturb
one another, and the run is always at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from workload_map.jq import ast
from workload_map.jq.ast import Span
from workload_map.jq.deeper import deeper
from workload_map.jq.runtime import EMPTY, Run

__all__ = [
    "ITER",
    "MANY",
    "ONE",
    "OPT",
    "UNKNOWN",
    "Code",
    "Emit",
    "Env",
    "chain",
    "constant",
    "constant_key",
    "freed",
    "guarded",
    "lister",
    "many",
    "one",
    "optional",
    "pipe",
    "pusher",
    "sequence",
    "up",
]

Env: TypeAlias = tuple[Run, Any, Any]
Emit: TypeAlias = Callable[[Any], Any]
Value: TypeAlias = Callable[[Any, Env], Any]
Push: TypeAlias = Callable[[Any, Env, Emit], Any]

ONE: Final = 0
OPT: Final = 1
ITER: Final = 2
MANY: Final = 3

UNKNOWN: Final[Any] = object()
"""The `const` of code that is not constant."""

# Python frames between two looks at how deep the evaluation is; see module deeper.
_CHECK = 48


class Code:
    """One compiled expression.

    `fn` is ``(value, env)`` for ONE, OPT and ITER and ``(value, env, emit)`` for MANY. `cost` bounds the
    Python frames it stacks, `size` is about how much work it is when nothing repeats. `const` is its value
    where that is known; `boolean` says that it is always true or false; `fields` are the keys of a plain
    chain ``.a.b``, `spans` their places; `equals` the tests of a conjunction ``.a == "x" and …``; `all` and
    `head` direct ways to get all results of MANY as a new list, and the first one; `free` says that it looks
    at no variable and takes nothing from the budget, so that one environment does for all evaluations.
    """

    __slots__ = (
        *("all", "boolean", "const", "cost", "equals", "fields"),
        *("fn", "free", "head", "kind", "size", "spans"),
    )

    def __init__(
        self,
        kind: int,
        fn: Callable[..., Any],
        *,
        cost: int,
        size: int = 1,
        boolean: bool = False,
        const: Any = UNKNOWN,
        fields: tuple[str, ...] | None = None,
        spans: tuple[Span, ...] = (),
        equals: tuple[tuple[str, str], ...] = (),
        all: Value | None = None,
        head: Value | None = None,
    ) -> None:
        self.free = fields is not None or const is not UNKNOWN
        self.head = head
        self.kind = kind
        self.fn = fn
        self.cost = cost
        self.size = size
        self.boolean = boolean
        self.const = const
        self.fields = fields
        self.spans = spans
        self.equals = equals
        self.all = all


def one(fn: Value, *parts: Code, boolean: bool = False, size: int = 1) -> Code:
    """Code with exactly one result, made of `parts`."""
    return guarded(Code(ONE, fn, cost=_deepest(parts), size=_sizes(parts) + size, boolean=boolean))


def optional(fn: Value, *parts: Code, size: int = 1) -> Code:
    """Code with at most one result."""
    return guarded(Code(OPT, fn, cost=_deepest(parts), size=_sizes(parts) + size))


def sequence(fn: Value, *parts: Code, size: int = 1) -> Code:
    """Code that gives all its results as a sequence that must not be changed."""
    return guarded(Code(ITER, fn, cost=_deepest(parts), size=_sizes(parts) + size))


def many(
    fn: Push,
    *parts: Code,
    stacked: bool = False,
    size: int = 1,
    all: Value | None = None,
    head: Value | None = None,
) -> Code:
    """Code that pushes its results; `stacked` where a part runs inside the push of another."""
    cost = sum(part.cost + 2 for part in parts) + 1 if stacked else _deepest(parts) + 1
    return guarded(Code(MANY, fn, cost=cost, size=_sizes(parts) + size, all=all, head=head))


def freed(code: Code, *parts: Code) -> Code:
    """The code, which asks nothing of its environment if its parts do not."""
    # Code with a guard in front counts frames, and has a lower cost than its parts.
    code.free = all(part.free and part.cost < code.cost for part in parts)
    return code


def constant(value: Any) -> Code:
    """Code for a scalar that is known."""
    return Code(ONE, lambda v, env: value, cost=1, const=value, boolean=type(value) is bool)


def _deepest(parts: Sequence[Code]) -> int:
    return max((part.cost for part in parts), default=0) + 1


def _sizes(parts: Sequence[Code]) -> int:
    return min(sum(part.size for part in parts), 1_000_000)


def guarded(code: Code) -> Code:
    """The code, with a look at the depth in front where its parts stack many frames."""
    if code.cost <= _CHECK:
        return code
    cost, fn = code.cost, code.fn
    if code.kind == MANY:

        def checked_push(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]
            run.frames += cost
            if run.frames > run.hop:
                deeper(run, lambda: fn(v, env, emit))
            else:
                fn(v, env, emit)
            run.frames -= cost

        return Code(MANY, checked_push, cost=2, size=code.size)

    def checked(v: Any, env: Env) -> Any:
        run = env[0]
        run.frames += cost
        result = deeper(run, lambda: fn(v, env)) if run.frames > run.hop else fn(v, env)
        run.frames -= cost
        return result

    return Code(code.kind, checked, cost=2, size=code.size, boolean=code.boolean)


def up(hops: int) -> Callable[[Env], Any]:
    """The environment `hops` bindings further out."""
    if hops == 0:
        return lambda env: env
    if hops == 1:
        return lambda env: env[2]
    if hops == 2:
        return lambda env: env[2][2]

    def climb(env: Any) -> Any:
        for _ in range(hops):
            env = env[2]
        return env

    return climb


def pusher(code: Code) -> Push:
    """The code as a function that pushes."""
    fn = code.fn
    if code.kind == MANY:
        return fn
    if code.kind == ONE:
        return lambda v, env, emit: emit(fn(v, env))
    if code.kind == OPT:

        def push_one(v: Any, env: Env, emit: Emit) -> Any:
            x = fn(v, env)
            if x is not EMPTY:
                emit(x)

        return push_one

    def push_all(v: Any, env: Env, emit: Emit) -> Any:
        items = fn(v, env)
        run = env[0]
        run.left -= len(items)
        if run.left < 0:
            raise run.over()
        for x in items:
            emit(x)

    return push_all


def lister(code: Code) -> Value:
    """The code as a function that gives all results as a new list."""
    fn = code.fn
    if code.kind == ONE:
        return lambda v, env: [fn(v, env)]
    if code.kind == OPT:

        def list_one(v: Any, env: Env) -> list[Any]:
            x = fn(v, env)
            return [] if x is EMPTY else [x]

        return list_one
    if code.kind == ITER:

        def list_copy(v: Any, env: Env) -> list[Any]:
            items = fn(v, env)
            env[0].charge(1 + (len(items) >> 3))
            return list(items)

        return list_copy
    if code.all is not None:
        return code.all

    def list_pushed(v: Any, env: Env) -> list[Any]:
        items: list[Any] = []
        fn(v, env, items.append)
        return items

    return list_pushed


def chain(codes: Sequence[Code], span: Span) -> Code:
    """``a | b | c | …``, with runs of single results in one loop, so that a long pipe is not a deep one."""
    result = codes[0]
    place = 1
    while place < len(codes):
        end = place
        while end < len(codes) and codes[end].kind == ONE:
            end += 1
        if end - place > 2:
            functions = [code.fn for code in codes[place:end]]

            def through(v: Any, env: Env, functions: list[Value] = functions) -> Any:
                for f in functions:
                    v = f(v, env)
                return v

            code = one(through, *codes[place:end])
        else:
            code = codes[place]
            end = place + 1
        result = pipe(result, code, span)
        place = end
    return result


def pipe(a: Code, b: Code, span: Span) -> Code:
    """``a | b``"""
    f, g = a.fn, b.fn
    if a.fields == ():
        return b
    if b.fields == ():
        return a
    if a.kind == ONE:
        cost, size = max(a.cost, b.cost) + 1, a.size + b.size
        if b.kind == MANY:
            inner, head = b.all, b.head
            return guarded(
                Code(
                    MANY,
                    lambda v, env, emit: g(f(v, env), env, emit),
                    cost=cost,
                    size=size,
                    all=None if inner is None else lambda v, env: inner(f(v, env), env),
                    head=None if head is None else lambda v, env: head(f(v, env), env),
                )
            )
        code = Code(b.kind, lambda v, env: g(f(v, env), env), cost=cost, size=size, boolean=b.boolean)
        return freed(guarded(code), a, b)
    if a.kind == OPT:
        if b.kind == MANY:

            def maybe_push(v: Any, env: Env, emit: Emit) -> Any:
                x = f(v, env)
                if x is not EMPTY:
                    g(x, env, emit)

            return many(maybe_push, a, b)
        nothing: Any = () if b.kind == ITER else EMPTY

        def maybe(v: Any, env: Env) -> Any:
            x = f(v, env)
            return nothing if x is EMPTY else g(x, env)

        return (sequence if b.kind == ITER else optional)(maybe, a, b)
    if a.kind == ITER:
        return _over(a, b, span)

    work = 1 + b.size // 4
    if b.kind == ONE:

        def push_mapped(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]

            def take(x: Any) -> None:
                run.left -= work
                if run.left < 0:
                    raise run.over(span)
                emit(g(x, env))

            f(v, env, take)

        return many(push_mapped, a, b, stacked=True)
    push = pusher(b)

    def push_on(v: Any, env: Env, emit: Emit) -> Any:
        run = env[0]

        def take(x: Any) -> None:
            run.left -= work
            if run.left < 0:
                raise run.over(span)
            push(x, env, emit)

        f(v, env, take)

    return many(push_on, a, b, stacked=True)


def _over(a: Code, b: Code, span: Span) -> Code:
    """``a | b`` where `a` has its results at hand."""
    f, g = a.fn, b.fn
    work = 1 + b.size // 4

    def items_of(v: Any, env: Env) -> Any:
        items = f(v, env)
        run = env[0]
        run.left -= len(items) * work
        if run.left < 0:
            raise run.over(span)
        return items

    if b.kind == ONE:

        def push_each(v: Any, env: Env, emit: Emit) -> Any:
            for x in items_of(v, env):
                emit(g(x, env))

        def first_of_each(v: Any, env: Env) -> Any:
            items = items_of(v, env)
            return g(items[0], env) if len(items) else EMPTY

        return many(
            push_each, a, b, all=lambda v, env: [g(x, env) for x in items_of(v, env)], head=first_of_each
        )
    if b.kind == OPT:

        def push_some(v: Any, env: Env, emit: Emit) -> Any:
            for x in items_of(v, env):
                y = g(x, env)
                if y is not EMPTY:
                    emit(y)

        def list_some(v: Any, env: Env) -> list[Any]:
            return [y for x in items_of(v, env) if (y := g(x, env)) is not EMPTY]

        def first_of_some(v: Any, env: Env) -> Any:
            for x in items_of(v, env):
                y = g(x, env)
                if y is not EMPTY:
                    return y
            return EMPTY

        return many(push_some, a, b, all=list_some, head=first_of_some)
    push = pusher(b)

    def push_pushed(v: Any, env: Env, emit: Emit) -> Any:
        for x in items_of(v, env):
            push(x, env, emit)

    return many(push_pushed, a, b)


def constant_key(step: ast.Index | ast.Slice) -> Any:
    """The key of a step where it is written out: a string, a number, a slice as gojq writes it in paths."""
    if isinstance(step, ast.Index):
        if isinstance(step.key, ast.Literal) and type(step.key.value) in (str, int, float):
            return step.key.value
        return UNKNOWN
    ends: list[Any] = []
    for part in (step.start, step.end):
        if part is None:
            ends.append(None)
        elif isinstance(part, ast.Literal) and type(part.value) in (int, float):
            ends.append(part.value)
        else:
            return UNKNOWN
    return {"start": ends[0], "end": ends[1]}

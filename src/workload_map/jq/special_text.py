# SPDX-License-Identifier: Apache-2.0
"""Builtins with regular expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from workload_map.jq import (
    ast,
    builtins_text,
    operators,
    values,
)
from workload_map.jq.code import (
    MANY,
    ONE,
    UNKNOWN,
    Code,
    Emit,
    Env,
    one,
    pipe,
    pusher,
    sequence,
)
from workload_map.jq.runtime import Fail, Limit, Run

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler
    from workload_map.jq.scope import Scope

__all__ = ["FORMS"]

Form: TypeAlias = "Callable[[Compiler, ast.Call, Scope], Code | None]"


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


FORMS: dict[tuple[str, int], Form] = {
    ("test", 2): _test,
    ("match", 2): _match,
    ("capture", 2): _capture,
    ("scan", 2): _scan,
    ("sub", 3): _sub,
}
"""By name and number of arguments; a form that gives None leaves the call to the prelude."""

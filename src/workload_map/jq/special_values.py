# SPDX-License-Identifier: Apache-2.0
"""Builtins that apply a closure to every element, and ``path``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from workload_map.jq import (
    ast,
    builtins,
    code_paths,
    operators,
    values,
)
from workload_map.jq.code import (
    MANY,
    ONE,
    Code,
    Emit,
    Env,
    lister,
    many,
    one,
    pipe,
    pusher,
)
from workload_map.jq.runtime import EMPTY, Fail, Limit, Run

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler
    from workload_map.jq.scope import Scope

__all__ = ["FORMS"]

Form: TypeAlias = "Callable[[Compiler, ast.Call, Scope], Code | None]"


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


FORMS: dict[tuple[str, int], Form] = {
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
}
"""By name and number of arguments; a form that gives None leaves the call to the prelude."""

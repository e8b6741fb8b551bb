# SPDX-License-Identifier: Apache-2.0
"""Builtins that take closures, give several results, or are worth a closure of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from workload_map.jq import (
    ast,
    builtins,
    operators,
    special_loops,
    special_text,
    special_values,
    values,
)
from workload_map.jq.code import (
    ITER,
    ONE,
    OPT,
    Code,
    Env,
    freed,
    one,
    optional,
    pusher,
)
from workload_map.jq.runtime import EMPTY, Break, Fail

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


def _builtins(compiler: Compiler, node: ast.Call, scope: Scope) -> Code:
    from workload_map.jq.names import BUILTINS

    return one(lambda v, env: [f"{name}/{arity}" for name, arity in sorted(BUILTINS)])


FORMS: dict[tuple[str, int], Form] = {
    **special_loops.FORMS,
    **special_values.FORMS,
    **special_text.FORMS,
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
    ("builtins", 0): _builtins,
    **{(name, 0): _filter for name in FILTERS},
}
"""Builtins by name and number of arguments; a form that gives None leaves the call to the prelude."""

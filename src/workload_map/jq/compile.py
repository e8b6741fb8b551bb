# SPDX-License-Identifier: Apache-2.0
"""Syntax tree to closures, for values. Names are already known to be defined (module check)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workload_map.jq import arithmetic, ast, calls, operators, patterns, special, values
from workload_map.jq.builtins_text import FORMATS, tostring
from workload_map.jq.code import (
    ITER,
    MANY,
    ONE,
    OPT,
    UNKNOWN,
    Code,
    Emit,
    Env,
    chain,
    constant,
    constant_key,
    lister,
    many,
    one,
    optional,
    pipe,
    pusher,
    sequence,
    up,
)
from workload_map.jq.runtime import EMPTY, Break, Fail, Wrapped
from workload_map.jq.scope import Scope

__all__ = ["Compiler"]


class Compiler:
    """Compiles the nodes of one program. `prelude` holds builtins that are written in jq, parsed when used."""

    def __init__(self) -> None:
        self.prelude: dict[tuple[str, int], Scope] = {}
        self.guesses = 0

    def value(self, node: ast.Node, scope: Scope) -> Code:
        """The code of an expression."""
        match node:
            case ast.Path():
                return self.steps(node, scope)
            case ast.Literal(value=value):
                return constant(value)
            case ast.Identity():
                return Code(ONE, lambda v, env: v, cost=1, fields=())
            case ast.Call():
                return calls.call(self, node, scope)
            case ast.Pipe(stages=stages):
                codes = [self.value(stages[0], scope)]
                for stage in stages[1:]:
                    self.then(codes, stage, scope)
                return chain(codes, node.span)
            case ast.Binary():
                return operators.binary(self, node, scope)
            case ast.And(items=items):
                return operators.logic([self.value(item, scope) for item in items], stop=False)
            case ast.Or(items=items):
                return operators.logic([self.value(item, scope) for item in items], stop=True)
            case ast.Alternative(items=items):
                code = self.value(items[-1], scope)
                for item in reversed(items[:-1]):
                    code = operators.alternative(self.value(item, scope), code)
                return code
            case ast.If():
                return self.conditional(node, scope)
            case ast.Array():
                return self.array(node, scope)
            case ast.ObjectNode():
                return self.object(node, scope)
            case ast.Comma():
                return self.comma(node, scope)
            case ast.Var(name=name):
                return self.variable(name, scope)
            case ast.Bind():
                return patterns.bind(self, node, scope)
            case ast.Text():
                return self.text(node, scope)
            case ast.Format(name=name):
                return self.format(name, node.span)
            case ast.Try():
                return self.attempt(node, scope)
            case ast.Reduce():
                return patterns.reduce(self, node, scope)
            case ast.Foreach():
                return patterns.foreach(self, node, scope)
            case ast.Label():
                return self.label(node, scope)
            case ast.Break():
                return self.leave(node, scope)
            case ast.Defs(defs=defs, body=body):
                for definition in defs:
                    scope = scope.define(definition)
                    # One after the other: a chain of functions that call the one before is not deep then.
                    if scope.function is not None:
                        calls.compiled(self, scope.function)
                return self.value(body, scope)
            case ast.Negate(op=op):
                function = arithmetic.negate if op == "-" else arithmetic.plus
                span = node.span
                operand = self.value(node.operand, scope)
                return pipe(operand, one(_placed(lambda v, env: function(v), span)), span)
            case ast.Update():
                return operators.update(self, node, scope)
            case ast.RecurseAll():
                return calls.call(self, ast.Call(node.span, "recurse", ()), scope)
        raise TypeError(f"not an expression: {node!r}")

    def then(self, codes: list[Code], stage: ast.Node, scope: Scope) -> None:
        """Append a stage of a pipe, or join it to the one before where the pair is worth one closure."""
        code = codes[-1]
        if isinstance(stage, ast.Call) and scope.callee(stage.name, len(stage.args)) is None:
            fused = special.after(self, code, stage, scope)
            if fused is not None:
                codes[-1] = fused
                return
        if code.fields is not None and code.kind == ONE and isinstance(stage, ast.Path):
            base = stage.base
            if isinstance(base, ast.Identity):
                codes[-1] = self.onward(code, stage.steps, scope, piped=True)
                return
        codes.append(self.value(stage, scope))

    # -- paths

    def steps(self, node: ast.Path, scope: Scope) -> Code:
        return self.onward(self.value(node.base, scope), node.steps, scope)

    def onward(self, code: Code, steps: tuple[ast.Step, ...], scope: Scope, *, piped: bool = False) -> Code:
        """Path steps on top of `code`. With `piped` computed keys see the results of `code`, else its input."""
        codes = [code]
        span = steps[0].span
        for place, step in enumerate(steps):
            last = codes[-1]
            if isinstance(step, ast.Iterate):
                if last.kind == ONE:
                    codes[-1] = _iterate(last, step)
                else:
                    codes.append(_iterate(_identity(), step))
                continue
            key = constant_key(step)
            if key is not UNKNOWN:
                if type(key) is str and not step.optional and last.fields is not None and last.kind == ONE:
                    codes[-1] = _fields((*last.fields, key), (*last.spans, step.span))
                else:
                    codes.append(_index_constant(step, key))
            elif piped:
                rest = ast.Path(step.span, ast.Identity(step.span), steps[place:])
                return pipe(chain(codes, span), self.value(rest, scope), span)
            elif step.optional:
                # As in gojq, the key of an optional step sees what the step is taken from.
                codes.append(self.tried(self.dynamic(_identity(), step, scope)))
            else:
                codes = [self.dynamic(chain(codes, span), step, scope)]
        return chain(codes, span)

    def dynamic(self, code: Code, step: ast.Index | ast.Slice, scope: Scope) -> Code:
        """A step whose key is computed from the input: the key is the outer loop."""
        span = step.span
        if isinstance(step, ast.Index):
            key = self.value(step.key, scope)
            if key.kind == ONE and code.kind == ONE:
                f, k = code.fn, key.fn

                def take(v: Any, env: Env) -> Any:
                    x = k(v, env)
                    try:
                        return values.index(f(v, env), x, env[0])
                    except Fail as error:
                        raise _at(error, span) from None

                return one(take, code, key)
            return operators.product([code, key], lambda run, v, x, k: values.index(x, k, run), span)
        bounds = [
            constant(None) if part is None else self.value(part, scope) for part in (step.end, step.start)
        ]
        return operators.product(
            [code, *bounds], lambda run, v, x, end, start: values.slice_of(x, start, end, run), span
        )

    # -- plain constructs

    def comma(self, node: ast.Comma, scope: Scope) -> Code:
        codes = [self.value(item, scope) for item in node.items]
        count = len(codes)
        pushes = [pusher(code) for code in codes]

        def push(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]
            run.left -= count
            if run.left < 0:
                raise run.over(node.span)
            for each in pushes:
                each(v, env, emit)

        if all(code.kind == ONE for code in codes):
            functions = [code.fn for code in codes]

            def everything(v: Any, env: Env) -> list[Any]:
                return [f(v, env) for f in functions]

            return many(push, *codes, all=everything)
        return many(push, *codes)

    def conditional(self, node: ast.If, scope: Scope) -> Code:
        code = self.value(node.otherwise, scope) if node.otherwise is not None else _identity()
        for condition, then in reversed(node.branches):
            code = operators.choose(self.value(condition, scope), self.value(then, scope), code)
        return code

    def array(self, node: ast.Array, scope: Scope) -> Code:
        if node.body is None:
            return Code(ONE, lambda v, env: [], cost=1)
        inner = self.value(node.body, scope)
        collect = lister(inner)
        limit = 50

        def build(v: Any, env: Env) -> Any:
            run = env[0]
            run.left -= 1
            items = collect(v, env)
            if len(items) > limit:
                run.array(len(items))
            return items

        return one(build, inner)

    def object(self, node: ast.ObjectNode, scope: Scope) -> Code:
        if not node.entries:
            return Code(ONE, lambda v, env: {}, cost=1)
        keys = [self.value(entry.key, scope) for entry in node.entries]
        contents = [None if entry.value is None else self.value(entry.value, scope) for entry in node.entries]
        count = len(keys)
        single = [code for code in contents if code is not None and code.kind == ONE]
        if all(type(key.const) is str for key in keys) and len(single) == count:
            pairs = [(key.const, code.fn) for key, code in zip(keys, single, strict=True)]

            def plain(v: Any, env: Env) -> dict[str, Any]:
                run = env[0]
                run.left -= count
                if run.left < 0:
                    raise run.over(node.span)
                return {key: f(v, env) for key, f in pairs}

            return one(plain, *single)
        return operators.objects(keys, contents, [entry.span for entry in node.entries], node.span)

    def variable(self, name: str, scope: Scope) -> Code:
        found = scope.find("var", name)
        if found is None:
            # $ENV, the only variable that is always there.
            return Code(ONE, lambda v, env: {}, cost=1)
        hops = scope.depth - found.depth
        if hops == 0:
            return one(lambda v, env: env[1])
        if hops == 1:
            return one(lambda v, env: env[2][1])
        if hops == 2:
            return one(lambda v, env: env[2][2][1])
        climb = up(hops)
        return one(lambda v, env: climb(env)[1])

    def text(self, node: ast.Text, scope: Scope) -> Code:
        form = self.format(node.format or "@text", node.span)
        # A function of that name in the program is what gojq would call here too.
        if node.format is None and scope.callee("tostring", 0) is not None:
            form = calls.call(self, ast.Call(node.span, "tostring", ()), scope)
        codes = [
            constant(part) if isinstance(part, str) else pipe(self.value(part, scope), form, node.span)
            for part in node.parts
        ]
        if all(code.kind == ONE for code in codes) and form.kind == ONE:
            functions = [code.fn for code in codes]

            def joined(v: Any, env: Env) -> Any:
                # gojq adds the parts up, so the last is evaluated first.
                pieces = [f(v, env) for f in reversed(functions)]
                pieces.reverse()
                try:
                    text = "".join(pieces)
                except TypeError:
                    raise Fail("a part of the string is not a string", node.span) from None
                return env[0].string(text)

            return one(joined, *codes)
        code = codes[0]
        for other in codes[1:]:
            code = operators.product(
                [code, other], lambda run, v, left, right: arithmetic.add(left, right, run), node.span
            )
        return code

    def format(self, name: str, span: ast.Span) -> Code:
        function = FORMATS[name]
        if function is tostring:

            def text_of(v: Any, env: Env) -> Any:
                return v if type(v) is str else tostring(env[0], v)

            return one(_placed(text_of, span))
        return one(_placed(lambda v, env: function(env[0], v), span))

    # -- control

    def attempt(self, node: ast.Try, scope: Scope) -> Code:
        body = self.value(node.body, scope)
        handler = None if node.handler is None else self.value(node.handler, scope)
        return self.tried(body, handler)

    def tried(self, body: Code, handler: Code | None = None) -> Code:
        """``try body catch handler``"""
        f = body.fn
        if body.kind != MANY:
            if handler is None:
                nothing: Any = () if body.kind == ITER else EMPTY

                def quiet(v: Any, env: Env) -> Any:
                    run = env[0]
                    calls_, frames = run.calls, run.frames
                    try:
                        return f(v, env)
                    except Fail:
                        run.calls, run.frames = calls_, frames
                        return nothing

                return (sequence if body.kind == ITER else optional)(quiet, body)
            if body.kind != ITER and handler.kind in (ONE, OPT):
                h = handler.fn

                def caught(v: Any, env: Env) -> Any:
                    run = env[0]
                    calls_, frames = run.calls, run.frames
                    try:
                        return f(v, env)
                    except Fail as error:
                        run.calls, run.frames = calls_, frames
                        problem = error.value
                    return h(problem, env)

                exact = body.kind == ONE and handler.kind == ONE
                return (one if exact else optional)(caught, body, handler)
        push = pusher(body)
        handle = None if handler is None else pusher(handler)

        def attempt_push(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]
            calls_, frames = run.calls, run.frames
            token = object()

            def out(x: Any) -> None:
                try:
                    emit(x)
                except Fail as error:
                    # Not an error of the body: it must pass.
                    raise Wrapped(token, error) from None

            try:
                push(v, env, out)
                return
            except Fail as error:
                problem = error.value
            except Wrapped as wrapped:
                if wrapped.token is not token:
                    raise
                raise wrapped.error from None
            run.calls, run.frames = calls_, frames
            if handle is not None:
                handle(problem, env, emit)

        parts = (body,) if handler is None else (body, handler)
        return many(attempt_push, *parts, stacked=True)

    def label(self, node: ast.Label, scope: Scope) -> Code:
        body = self.value(node.body, scope.bind("label", node.name))
        f = pusher(body)

        def labelled(v: Any, env: Env, emit: Emit) -> Any:
            run = env[0]
            calls_, frames = run.calls, run.frames
            token = object()
            try:
                f(v, (run, token, env), emit)
            except Break as leaving:
                if leaving.token is not token:
                    raise
                run.calls, run.frames = calls_, frames

        return many(labelled, body, stacked=True)

    def leave(self, node: ast.Break, scope: Scope) -> Code:
        found = scope.find("label", node.name)
        climb = up(scope.depth - (found.depth if found is not None else 0))

        def leave(v: Any, env: Env) -> Any:
            raise Break(climb(env)[1])

        return optional(leave)


def _identity() -> Code:
    return Code(ONE, lambda v, env: v, cost=1, fields=())


def _at(error: Fail, span: ast.Span) -> Fail:
    if error.span is None:
        error.span = span
    return error


def _placed(fn: Callable[[Any, Env], Any], span: ast.Span) -> Callable[[Any, Env], Any]:
    """The function, whose errors get a place."""

    def placed(v: Any, env: Env) -> Any:
        try:
            return fn(v, env)
        except Fail as error:
            raise _at(error, span) from None

    return placed


def _wrong(v: Any, key: str, span: ast.Span) -> Fail:
    return Fail(f"cannot take key {key[:40]!r} of {values.preview(v)}", span)


def _index_constant(step: ast.Index | ast.Slice, key: Any) -> Code:
    span = step.span
    if type(key) is str:
        if step.optional:

            def maybe_field(v: Any, env: Env) -> Any:
                if type(v) is dict:
                    return v.get(key)
                return None if v is None else EMPTY

            return Code(OPT, maybe_field, cost=1)
        return _fields((key,), (span,))
    if type(key) is dict:
        start, end = key["start"], key["end"]
        get: Callable[[Any, Env], Any] = lambda v, env: values.slice_of(v, start, end, env[0])  # noqa: E731
    elif type(key) is int and key >= 0:

        def get(v: Any, env: Env) -> Any:
            if type(v) is list:
                return v[key] if key < len(v) else None
            return values.index(v, key, env[0])
    else:
        get = lambda v, env: values.index(v, key, env[0])  # noqa: E731
    if step.optional:

        def maybe_get(v: Any, env: Env) -> Any:
            try:
                return get(v, env)
            except Fail:
                return EMPTY

        return optional(maybe_get)
    return one(_placed(get, span))


def _fields(keys: tuple[str, ...], spans: tuple[ast.Span, ...]) -> Code:
    """``.a.b.c`` as one closure; the shorter ones are written out for speed."""
    a = keys[0]
    b = keys[1] if len(keys) > 1 else ""
    c = keys[2] if len(keys) > 2 else ""
    if len(keys) == 1:

        def fn(v: Any, env: Env) -> Any:
            if type(v) is dict:
                return v.get(a)
            if v is None:
                return None
            raise _wrong(v, a, spans[0])
    elif len(keys) == 2:

        def fn(v: Any, env: Env) -> Any:
            if type(v) is dict:
                v = v.get(a)
                if type(v) is dict:
                    return v.get(b)
                if v is None:
                    return None
                raise _wrong(v, b, spans[1])
            if v is None:
                return None
            raise _wrong(v, a, spans[0])
    elif len(keys) == 3:

        def fn(v: Any, env: Env) -> Any:
            if type(v) is dict:
                v = v.get(a)
                if type(v) is dict:
                    v = v.get(b)
                    if type(v) is dict:
                        return v.get(c)
                    if v is None:
                        return None
                    raise _wrong(v, c, spans[2])
                if v is None:
                    return None
                raise _wrong(v, b, spans[1])
            if v is None:
                return None
            raise _wrong(v, a, spans[0])
    else:

        def fn(v: Any, env: Env) -> Any:
            for key in keys:
                if type(v) is dict:
                    v = v.get(key)
                elif v is None:
                    return None
                else:
                    raise _wrong(v, key, spans[keys.index(key)])
            return v

    return Code(ONE, fn, cost=1, size=1, fields=keys, spans=spans)


def _iterate(code: Code, step: ast.Iterate) -> Code:
    """``code[]`` of a single result."""
    span = step.span
    f = code.fn
    if step.optional:

        def maybe_items(v: Any, env: Env) -> Any:
            x = f(v, env)
            if type(x) is list:
                return x
            return values.iterate(x) if type(x) is dict else ()

        return sequence(maybe_items, code)

    def items(v: Any, env: Env) -> Any:
        x = f(v, env)
        if type(x) is list:
            return x
        try:
            return values.iterate(x)
        except Fail as error:
            raise _at(error, span) from None

    return sequence(items, code)

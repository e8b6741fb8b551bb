# SPDX-License-Identifier: Apache-2.0
"""Tokens to a syntax tree: recursive descent with precedence climbing, after gojq's grammar."""

from __future__ import annotations

import msgspec

from workload_map import errors
from workload_map.jq import ast, lexer, numbers
from workload_map.jq.lexer import Token
from workload_map.jq.limits import DEFAULT_LIMITS, Limits

__all__ = ["parse"]

# Operators by strength. Those without a direction may not follow one another (`a == b == c`).
_ALTERNATIVE, _UPDATE, _OR, _AND, _COMPARE, _ADD, _MULTIPLY = range(1, 8)
_STRENGTH = {"//": _ALTERNATIVE, "or": _OR, "and": _AND}
_STRENGTH |= dict.fromkeys(("=", "|=", "+=", "-=", "*=", "/=", "%=", "//="), _UPDATE)
_STRENGTH |= dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARE)
_STRENGTH |= {"+": _ADD, "-": _ADD, "*": _MULTIPLY, "/": _MULTIPLY, "%": _MULTIPLY}

_CONSTANTS = {"null": None, "true": True, "false": False}
_MODULE_WORDS = frozenset({"module", "import", "include"})


def parse(source: str, limits: Limits = DEFAULT_LIMITS, *, placed: bool = True) -> ast.Node:
    """The syntax tree of an expression; `JqError` ``jq.syntax`` where it is none, also for one nested too
    deeply, and ``jq.limit`` for one that is too long. Without `placed` all spans begin at -1: for text that
    the user has not written."""
    if len(source) > limits.source:
        raise errors.JqError(
            f"the expression has {len(source)} characters, more than {limits.source}",
            expression=source,
            span=(limits.source, limits.source + 1),
            code="jq.limit",
        )
    parser = _Parser(source, limits)
    if not placed:
        parser.tokens = [Token(token.kind, token.text, -1, -1) for token in parser.tokens]
    tree = parser.program()
    # A tree is no deeper than there are tokens.
    if len(parser.tokens) > limits.nesting:
        _check_depth(tree, source, limits.nesting)
    return tree


def _check_depth(tree: ast.Node, source: str, limit: int) -> None:
    """Chains of operators nest in the tree without nesting in the text, so the tree itself is measured."""
    level = [tree]
    depth = 0
    while level:
        depth += 1
        if depth > limit:
            raise _too_deep(source, level[0].span, limit)
        level = [child for node in level for child in ast.children(node)]


def _too_deep(source: str, span: ast.Span, limit: int) -> errors.JqError:
    message = f"nested more than {limit} levels deep"
    return errors.JqError(message, expression=source, span=span, code="jq.syntax")


class _Parser:
    def __init__(self, source: str, limits: Limits) -> None:
        self.source = source
        self.limit = limits.nesting
        self.tokens = lexer.tokenize(source)
        self.at = 0
        self.depth = 0
        # By id; the nodes are kept, so that no other one can get the id of one.
        self.in_parentheses: dict[int, ast.Node] = {}

    # -- tokens

    def fail(self, message: str, token: Token) -> errors.JqError:
        span = (token.start, max(token.end, token.start + 1))
        return errors.JqError(message, expression=self.source, span=span, code="jq.syntax")

    def unexpected(self, wanted: str) -> errors.JqError:
        token = self.tokens[self.at]
        found = "the end" if token.kind == "eof" else repr(_shown(token))
        return self.fail(f"expected {wanted}, found {found}", token)

    def op(self, text: str) -> bool:
        """Whether the next token is this operator; if so, go past it."""
        token = self.tokens[self.at]
        if token.kind == "op" and token.text == text:
            self.at += 1
            return True
        return False

    def word(self, text: str) -> bool:
        """Whether the next token is this keyword; if so, go past it."""
        token = self.tokens[self.at]
        if token.kind == "ident" and token.text == text:
            self.at += 1
            return True
        return False

    def need(self, text: str) -> None:
        if not self.op(text):
            raise self.unexpected(repr(text))

    def need_word(self, text: str) -> None:
        if not self.word(text):
            raise self.unexpected(repr(text))

    def need_variable(self) -> str:
        token = self.tokens[self.at]
        if token.kind != "var":
            raise self.unexpected("a variable")
        self.at += 1
        return token.text[1:]

    def span(self, start: int) -> ast.Span:
        return (start, max(start + 1, self.tokens[self.at - 1].end))

    def enter(self) -> None:
        self.depth += 1
        if self.depth > self.limit:
            token = self.tokens[self.at]
            raise _too_deep(self.source, (token.start, token.end), self.limit)

    # -- the levels of the grammar

    def program(self) -> ast.Node:
        first = self.tokens[0]
        if first.kind == "ident" and first.text in _MODULE_WORDS:
            raise errors.JqError(
                "modules are not available here",
                expression=self.source,
                span=(first.start, first.end),
                code="jq.check",
            )
        tree = self.query()
        if self.tokens[self.at].kind != "eof":
            raise self.unexpected("an operator or the end")
        return tree

    def query(self) -> ast.Node:
        """Pipes of commas. `def`, `label` and `as` take all that follows them."""
        self.enter()
        start = self.tokens[self.at].start
        stages = [self.comma()]
        while self.op("|"):
            stages.append(self.comma())
        self.depth -= 1
        if len(stages) == 1:
            return stages[0]
        # A pipe that a `def` or an `as` ends with is flat as well.
        return ast.Pipe(self.span(start), tuple(stages))

    def comma(self) -> ast.Node:
        start = self.tokens[self.at].start
        items = [self.element()]
        while self.op(","):
            items.append(self.element())
        return items[0] if len(items) == 1 else ast.Comma(self.span(start), tuple(items))

    def element(self) -> ast.Node:
        start = self.tokens[self.at].start
        if self.tokens[self.at].kind == "ident":
            if self.tokens[self.at].text == "def":
                defs = [self.definition()]
                while self.tokens[self.at].kind == "ident" and self.tokens[self.at].text == "def":
                    defs.append(self.definition())
                body = self.query()
                return ast.Defs(self.span(start), tuple(defs), body)
            if self.word("label"):
                name = self.need_variable()
                self.need("|")
                body = self.query()
                return ast.Label(self.span(start), name, body)
        source = self.expression(0)
        if not self.word("as"):
            return source
        patterns = [self.pattern()]
        while self.op("?//"):
            patterns.append(self.pattern())
        self.need("|")
        body = self.query()
        return ast.Bind(self.span(start), source, tuple(patterns), body)

    def definition(self) -> ast.FuncDef:
        start = self.tokens[self.at].start
        self.need_word("def")
        token = self.tokens[self.at]
        if token.kind != "ident" or token.text in lexer.KEYWORDS or "::" in token.text:
            raise self.unexpected("a name for the function")
        self.at += 1
        params: list[str] = []
        if self.op("("):
            params.append(self.parameter())
            while self.op(";"):
                params.append(self.parameter())
            self.need(")")
        self.need(":")
        body = self.query()
        self.need(";")
        return ast.FuncDef(self.span(start), token.text, tuple(params), body)

    def parameter(self) -> str:
        token = self.tokens[self.at]
        if token.kind == "var" or (token.kind == "ident" and token.text not in lexer.KEYWORDS):
            self.at += 1
            return token.text
        raise self.unexpected("a parameter")

    def expression(self, weakest: int) -> ast.Node:
        """Binary operators that are stronger than `weakest`."""
        self.enter()
        start = self.tokens[self.at].start
        left = self.term()
        while True:
            token = self.tokens[self.at]
            strength = _STRENGTH.get(token.text, 0) if token.kind in ("op", "ident") else 0
            if strength <= weakest:
                break
            self.at += 1
            right = self.expression(strength)
            span = self.span(start)
            op = token.text
            if strength == _ALTERNATIVE:
                # It leans right, which for a flat node makes no difference.
                flat = isinstance(left, ast.Alternative) and not self.closed(left)
                items = left.items if isinstance(left, ast.Alternative) and flat else (left,)
                left = ast.Alternative(span, (*items, right))
            elif strength == _OR:
                items = left.items if isinstance(left, ast.Or) and not self.closed(left) else (left,)
                left = ast.Or(span, (*items, right))
            elif strength == _AND:
                items = left.items if isinstance(left, ast.And) and not self.closed(left) else (left,)
                left = ast.And(span, (*items, right))
            elif strength == _UPDATE:
                left = ast.Update(span, op, left, right)
            else:
                left = ast.Binary(span, op, left, right)
            if strength in (_UPDATE, _COMPARE):
                after = self.tokens[self.at]
                if after.kind == "op" and _STRENGTH.get(after.text) == strength:
                    raise self.fail(f"{after.text!r} cannot follow {op!r} without parentheses", after)
        self.depth -= 1
        return left

    def closed(self, node: ast.Node) -> bool:
        """Whether the node was written in parentheses of its own."""
        return id(node) in self.in_parentheses

    def term(self) -> ast.Node:
        signs: list[tuple[str, int]] = []
        while (token := self.tokens[self.at]).kind == "op" and token.text in "+-":
            signs.append((token.text, token.start))
            self.at += 1
        node = self.suffixes(self.primary())
        for op, place in reversed(signs):
            if isinstance(node, ast.Literal) and type(node.value) in (int, float):
                number: int | float = node.value  # type: ignore[assignment]
                node = ast.Literal(self.span(place), -number if op == "-" else number)
            else:
                node = ast.Negate(self.span(place), op, node)
        return node

    def suffixes(self, node: ast.Node) -> ast.Node:
        start = node.span[0]
        steps: list[ast.Step] = []
        if isinstance(node, ast.Path) and not self.closed(node):
            steps.extend(node.steps)
            node = node.base
        while True:
            token = self.tokens[self.at]
            if token.kind == "field":
                self.at += 1
                key = ast.Literal((token.start, token.end), token.text[1:])
                steps.append(ast.Index((token.start, token.end), key))
            elif token.kind == "op" and token.text == "[":
                steps.append(self.bracket())
            elif token.kind == "op" and token.text == ".":
                self.at += 1
                after = self.tokens[self.at]
                if after.kind in ("str", "open"):
                    steps.append(ast.Index((token.start, after.end), self.string(None)))
                elif after.kind == "op" and after.text == "[":
                    steps.append(self.bracket())
                else:
                    raise self.unexpected("a key or '['")
            elif token.kind == "op" and token.text == "?":
                self.at += 1
                if steps and not steps[-1].optional:
                    steps[-1] = _optional(steps[-1])
                    continue
                # A first `?` is about the last step alone, a second one about all before it; more add nothing.
                if steps:
                    node = ast.Path(self.span(start), node, tuple(steps))
                    steps = []
                if not isinstance(node, ast.Try) or node.handler is not None:
                    node = ast.Try(self.span(start), node, None)
            else:
                break
        return ast.Path(self.span(start), node, tuple(steps)) if steps else node

    def bracket(self) -> ast.Step:
        start = self.tokens[self.at].start
        self.need("[")
        if self.op("]"):
            return ast.Iterate(self.span(start))
        if self.op(":"):
            end = self.query()
            self.need("]")
            return ast.Slice(self.span(start), None, end)
        key = self.query()
        if self.op(":"):
            upper = None if self.op("]") else self.query()
            if upper is not None:
                self.need("]")
            return ast.Slice(self.span(start), key, upper)
        self.need("]")
        return ast.Index(self.span(start), key)

    def primary(self) -> ast.Node:
        token = self.tokens[self.at]
        kind, text, start = token.kind, token.text, token.start
        if kind == "field":
            self.at += 1
            key = ast.Literal((start, token.end), text[1:])
            step = ast.Index((start, token.end), key)
            return ast.Path((start, token.end), ast.Identity((start, start + 1)), (step,))
        if kind == "ident":
            return self.named(token)
        if kind == "op":
            return self.punctuated(token)
        if kind == "number":
            self.at += 1
            return ast.Literal((start, token.end), self.number(token))
        if kind in ("str", "open"):
            return self.string(None)
        if kind == "var":
            self.at += 1
            return ast.Var((start, token.end), text[1:])
        if kind == "format":
            self.at += 1
            if self.tokens[self.at].kind in ("str", "open"):
                return self.string(text)
            return ast.Format((start, token.end), text)
        raise self.unexpected("an expression")

    def number(self, token: Token) -> int | float:
        try:
            return numbers.parse(token.text)
        except numbers.TooLarge as error:
            raise self.fail(str(error), token) from None

    def punctuated(self, token: Token) -> ast.Node:
        text, start = token.text, token.start
        if text == ".":
            self.at += 1
            identity = ast.Identity((start, start + 1))
            after = self.tokens[self.at]
            if after.kind in ("str", "open"):
                step: ast.Step = ast.Index((start, after.end), self.string(None))
                return ast.Path(self.span(start), identity, (step,))
            if after.kind == "op" and after.text == "[":
                return ast.Path(self.span(start), identity, (self.bracket(),))
            return identity
        if text == "..":
            self.at += 1
            return ast.RecurseAll((start, start + 2))
        if text == "(":
            self.at += 1
            inner = self.query()
            self.need(")")
            whole = _spanned(inner, self.span(start))
            self.in_parentheses[id(whole)] = whole
            return whole
        if text == "[":
            self.at += 1
            if self.op("]"):
                return ast.Array(self.span(start), None)
            inner = self.query()
            self.need("]")
            return ast.Array(self.span(start), inner)
        if text == "{":
            return self.object()
        raise self.unexpected("an expression")

    def named(self, token: Token) -> ast.Node:
        text, start = token.text, token.start
        if text not in lexer.KEYWORDS:
            self.at += 1
            args: list[ast.Node] = []
            if self.op("("):
                args.append(self.query())
                while self.op(";"):
                    args.append(self.query())
                self.need(")")
            return ast.Call(self.span(start), text, tuple(args))
        self.at += 1
        if text in _CONSTANTS:
            return ast.Literal((start, token.end), _CONSTANTS[text])
        self.enter()
        node = self.compound(text, start)
        self.depth -= 1
        return node

    def compound(self, text: str, start: int) -> ast.Node:
        """What a keyword begins; the keyword itself is read."""
        if text == "if":
            return self.conditional(start)
        if text == "try":
            body = self.term()
            handler = self.term() if self.word("catch") else None
            return ast.Try(self.span(start), body, handler)
        if text == "reduce":
            source, pattern = self.source_and_pattern()
            init, update = self.query(), self.after_semicolon()
            self.need(")")
            return ast.Reduce(self.span(start), source, pattern, init, update)
        if text == "foreach":
            source, pattern = self.source_and_pattern()
            init, update = self.query(), self.after_semicolon()
            extract = self.query() if self.op(";") else None
            self.need(")")
            return ast.Foreach(self.span(start), source, pattern, init, update, extract)
        if text == "break":
            name = self.need_variable()
            return ast.Break(self.span(start), name)
        self.at -= 1
        raise self.unexpected("an expression")

    def source_and_pattern(self) -> tuple[ast.Node, ast.Pattern]:
        source = self.expression(0)
        self.need_word("as")
        pattern = self.pattern()
        self.need("(")
        return source, pattern

    def after_semicolon(self) -> ast.Node:
        self.need(";")
        return self.query()

    def conditional(self, start: int) -> ast.Node:
        branches: list[tuple[ast.Node, ast.Node]] = []
        while True:
            condition = self.query()
            self.need_word("then")
            branches.append((condition, self.query()))
            if self.word("elif"):
                continue
            otherwise = self.query() if self.word("else") else None
            self.need_word("end")
            return ast.If(self.span(start), tuple(branches), otherwise)

    def string(self, format: str | None) -> ast.Node:
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "str":
            return ast.Literal((token.start, token.end), token.text)
        parts: list[str | ast.Node] = []
        while True:
            part = self.tokens[self.at]
            self.at += 1
            if part.kind == "close":
                return ast.Text((token.start, part.end), tuple(parts), format)
            if part.kind == "interp":
                parts.append(self.query())
                self.need(")")
            elif part.text:
                parts.append(part.text)

    def object(self) -> ast.Node:
        self.enter()
        start = self.tokens[self.at].start
        self.need("{")
        entries: list[ast.Entry] = []
        while not self.op("}"):
            entries.append(self.entry())
            if not self.op(","):
                self.need("}")
                break
        self.depth -= 1
        return ast.ObjectNode(self.span(start), tuple(entries))

    def entry(self) -> ast.Entry:
        token = self.tokens[self.at]
        start = token.start
        identity = ast.Identity((start, start + 1))
        if token.kind == "var":
            self.at += 1
            variable = ast.Var((start, token.end), token.text[1:])
            if self.op(":"):
                return ast.Entry(self.span(start), variable, self.entry_value())
            return ast.Entry(self.span(start), ast.Literal((start, token.end), token.text[1:]), variable)
        if token.kind == "ident" and "::" not in token.text:
            self.at += 1
            key: ast.Node = ast.Literal((start, token.end), token.text)
        elif token.kind in ("str", "open"):
            key = self.string(None)
        elif self.op("("):
            key = self.query()
            self.need(")")
            self.need(":")
            return ast.Entry(self.span(start), key, self.entry_value())
        else:
            raise self.unexpected("a key")
        if self.op(":"):
            return ast.Entry(self.span(start), key, self.entry_value())
        span = self.span(start)
        if isinstance(key, ast.Text):
            return ast.Entry(span, key, None)
        return ast.Entry(span, key, ast.Path(span, identity, (ast.Index(span, key),)))

    def entry_value(self) -> ast.Node:
        start = self.tokens[self.at].start
        stages = [self.expression(0)]
        while self.op("|"):
            stages.append(self.expression(0))
        return stages[0] if len(stages) == 1 else ast.Pipe(self.span(start), tuple(stages))

    # -- patterns

    def pattern(self) -> ast.Pattern:
        self.enter()
        token = self.tokens[self.at]
        start = token.start
        found: ast.Pattern
        if token.kind == "var":
            self.at += 1
            found = ast.VarPattern((start, token.end), token.text[1:])
        elif self.op("["):
            items = [self.pattern()]
            while self.op(","):
                items.append(self.pattern())
            self.need("]")
            found = ast.ArrayPattern(self.span(start), tuple(items))
        elif self.op("{"):
            entries = [self.pattern_entry()]
            while self.op(","):
                entries.append(self.pattern_entry())
            self.need("}")
            found = ast.ObjectPattern(self.span(start), tuple(entries))
        else:
            raise self.unexpected("a variable, '[' or '{'")
        self.depth -= 1
        return found

    def pattern_entry(self) -> ast.PatternEntry:
        token = self.tokens[self.at]
        place = (token.start, token.end)
        if token.kind == "var":
            self.at += 1
            name = token.text[1:]
            value = self.pattern() if self.op(":") else None
            return ast.PatternEntry(ast.Literal(place, name), name, value)
        if token.kind == "ident" and "::" not in token.text:
            self.at += 1
            key: ast.Node = ast.Literal(place, token.text)
        elif token.kind in ("str", "open"):
            key = self.string(None)
        elif self.op("("):
            key = self.query()
            self.need(")")
        else:
            raise self.unexpected("a key or a variable")
        self.need(":")
        return ast.PatternEntry(key, None, self.pattern())


def _shown(token: Token) -> str:
    return token.text if len(token.text) <= 20 else token.text[:17] + "..."


def _optional(step: ast.Step) -> ast.Step:
    if isinstance(step, ast.Index):
        return ast.Index(step.span, step.key, True)
    if isinstance(step, ast.Slice):
        return ast.Slice(step.span, step.start, step.end, True)
    return ast.Iterate(step.span, True)


def _spanned(node: ast.Node, span: ast.Span) -> ast.Node:
    """The node with the span of the parentheses around it."""
    changed: ast.Node = msgspec.structs.replace(node, span=span)
    return changed

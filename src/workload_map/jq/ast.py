# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a jq expression.

Every node knows the half-open range of characters it was written in. Chains that a reader sees as flat
(pipes, commas, path suffixes, ``and``/``or``/``//``) are flat here too, so that depth means nesting.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

__all__ = [
    "Alternative",
    "And",
    "Array",
    "ArrayPattern",
    "Binary",
    "Bind",
    "Break",
    "Call",
    "Comma",
    "Defs",
    "Entry",
    "Foreach",
    "Format",
    "FuncDef",
    "Identity",
    "If",
    "Index",
    "Iterate",
    "Label",
    "Literal",
    "Negate",
    "Node",
    "ObjectNode",
    "ObjectPattern",
    "Or",
    "Path",
    "Pattern",
    "PatternEntry",
    "Pipe",
    "RecurseAll",
    "Reduce",
    "Slice",
    "Span",
    "Step",
    "Text",
    "Try",
    "Update",
    "Var",
    "VarPattern",
    "children",
    "pattern_children",
    "pattern_variables",
    "walk",
]

Span: TypeAlias = tuple[int, int]


class Node(msgspec.Struct, frozen=True, eq=False):
    """Base of all expressions; `span` is the half-open range of characters in the source."""

    span: Span


class Identity(Node, frozen=True, eq=False):
    """``.``"""


class RecurseAll(Node, frozen=True, eq=False):
    """``..``"""


class Literal(Node, frozen=True, eq=False):
    """``null``, a boolean, a number, or a string without interpolation."""

    value: bool | int | float | str | None


class Text(Node, frozen=True, eq=False):
    """A string with interpolation or a format: text and expressions in turn; `format` has its ``@``."""

    parts: tuple[str | Node, ...]
    format: str | None = None


class Format(Node, frozen=True, eq=False):
    """A format applied to the input, as ``@base64``; `name` has its ``@``."""

    name: str


class Index(msgspec.Struct, frozen=True, eq=False):
    """A path step: ``.key``, ``.["key"]`` or ``.[expression]``; `optional` where ``?`` follows."""

    span: Span
    key: Node
    optional: bool = False


class Slice(msgspec.Struct, frozen=True, eq=False):
    """A path step: ``.[start:end]``."""

    span: Span
    start: Node | None
    end: Node | None
    optional: bool = False


class Iterate(msgspec.Struct, frozen=True, eq=False):
    """A path step: ``.[]``."""

    span: Span
    optional: bool = False


Step: TypeAlias = Index | Slice | Iterate


class Path(Node, frozen=True, eq=False):
    """Steps from `base` (mostly `Identity`)."""

    base: Node
    steps: tuple[Step, ...]


class Pipe(Node, frozen=True, eq=False):
    """``a | b | c``"""

    stages: tuple[Node, ...]


class Comma(Node, frozen=True, eq=False):
    """``a, b, c``"""

    items: tuple[Node, ...]


class Alternative(Node, frozen=True, eq=False):
    """``a // b // c``"""

    items: tuple[Node, ...]


class Or(Node, frozen=True, eq=False):
    """``a or b or c``"""

    items: tuple[Node, ...]


class And(Node, frozen=True, eq=False):
    """``a and b and c``"""

    items: tuple[Node, ...]


class Binary(Node, frozen=True, eq=False):
    """Arithmetic or comparison; `op` is one of ``+ - * / % == != < <= > >=``."""

    op: str
    left: Node
    right: Node


class Update(Node, frozen=True, eq=False):
    """``target op value`` where `op` is one of ``= |= += -= *= /= %= //=``."""

    op: str
    target: Node
    value: Node


class Negate(Node, frozen=True, eq=False):
    """``-a`` or ``+a``."""

    op: str
    operand: Node


class If(Node, frozen=True, eq=False):
    """``if c then t elif … else e end``; without ``else`` the input passes."""

    branches: tuple[tuple[Node, Node], ...]
    otherwise: Node | None


class Try(Node, frozen=True, eq=False):
    """``try body catch handler``, and ``body?`` without handler."""

    body: Node
    handler: Node | None


class Reduce(Node, frozen=True, eq=False):
    """``reduce source as pattern (init; update)``"""

    source: Node
    pattern: Pattern
    init: Node
    update: Node


class Foreach(Node, frozen=True, eq=False):
    """``foreach source as pattern (init; update; extract)``"""

    source: Node
    pattern: Pattern
    init: Node
    update: Node
    extract: Node | None


class Bind(Node, frozen=True, eq=False):
    """``source as p1 ?// p2 | body``"""

    source: Node
    patterns: tuple[Pattern, ...]
    body: Node


class Label(Node, frozen=True, eq=False):
    """``label $name | body``"""

    name: str
    body: Node


class Break(Node, frozen=True, eq=False):
    """``break $name``"""

    name: str


class FuncDef(msgspec.Struct, frozen=True, eq=False):
    """``def name(params): body;`` Parameters that take a value are written with ``$``."""

    span: Span
    name: str
    params: tuple[str, ...]
    body: Node


class Defs(Node, frozen=True, eq=False):
    """Function definitions, and the expression that may use them."""

    defs: tuple[FuncDef, ...]
    body: Node


class Call(Node, frozen=True, eq=False):
    """A call of a function or of a closure parameter."""

    name: str
    args: tuple[Node, ...]


class Var(Node, frozen=True, eq=False):
    """``$name``; `name` is without the dollar sign."""

    name: str


class Array(Node, frozen=True, eq=False):
    """``[body]``"""

    body: Node | None


class Entry(msgspec.Struct, frozen=True, eq=False):
    """One ``key: value`` of an object; without a value, ``{"\\(…)"}``: the input's own under that key."""

    span: Span
    key: Node
    value: Node | None


class ObjectNode(Node, frozen=True, eq=False):
    """``{…}``"""

    entries: tuple[Entry, ...]


class VarPattern(msgspec.Struct, frozen=True, eq=False):
    """``$name`` as a pattern."""

    span: Span
    name: str


class ArrayPattern(msgspec.Struct, frozen=True, eq=False):
    """``[p, …]``"""

    span: Span
    items: tuple[Pattern, ...]


class PatternEntry(msgspec.Struct, frozen=True, eq=False):
    """``key: pattern``, ``$name`` or ``$name: pattern`` in an object pattern."""

    key: Node
    name: str | None
    value: Pattern | None


class ObjectPattern(msgspec.Struct, frozen=True, eq=False):
    """``{…}`` as a pattern."""

    span: Span
    entries: tuple[PatternEntry, ...]


Pattern: TypeAlias = VarPattern | ArrayPattern | ObjectPattern


def pattern_variables(pattern: Pattern) -> list[str]:
    """Names that a pattern binds, in the order of binding."""
    found: list[str] = []
    stack: list[Pattern] = [pattern]
    while stack:
        item = stack.pop()
        if isinstance(item, VarPattern):
            found.append(item.name)
        elif isinstance(item, ArrayPattern):
            stack.extend(reversed(item.items))
        else:
            found.extend(entry.name for entry in item.entries if entry.name is not None)
            stack.extend(entry.value for entry in reversed(item.entries) if entry.value is not None)
    return found


def pattern_children(pattern: Pattern) -> list[Node]:
    """Expressions inside a pattern: the keys of object patterns."""
    found: list[Node] = []
    stack: list[Pattern] = [pattern]
    while stack:
        item = stack.pop()
        if isinstance(item, ArrayPattern):
            stack.extend(reversed(item.items))
        elif isinstance(item, ObjectPattern):
            found.extend(entry.key for entry in item.entries)
            stack.extend(entry.value for entry in reversed(item.entries) if entry.value is not None)
    return found


def children(node: Node) -> list[Node]:
    """The expressions directly below a node, in source order."""
    match node:
        case Identity() | RecurseAll() | Literal() | Format() | Break() | Var():
            return []
        case Path(base=base, steps=steps):
            found = [base]
            for step in steps:
                if isinstance(step, Index):
                    found.append(step.key)
                elif isinstance(step, Slice):
                    found.extend(part for part in (step.start, step.end) if part is not None)
            return found
        case Pipe(stages=items) | Comma(items=items) | Alternative(items=items):
            return list(items)
        case Or(items=items) | And(items=items) | Call(args=items):
            return list(items)
        case Binary(left=left, right=right):
            return [left, right]
        case Update(target=target, value=value):
            return [target, value]
        case Negate(operand=operand):
            return [operand]
        case If(branches=branches, otherwise=otherwise):
            found = [part for branch in branches for part in branch]
            return found if otherwise is None else [*found, otherwise]
        case Try(body=body, handler=handler):
            return [body] if handler is None else [body, handler]
        case Reduce():
            return [node.source, *pattern_children(node.pattern), node.init, node.update]
        case Foreach():
            found = [node.source, *pattern_children(node.pattern), node.init, node.update]
            return found if node.extract is None else [*found, node.extract]
        case Bind():
            keys = [key for pattern in node.patterns for key in pattern_children(pattern)]
            return [node.source, *keys, node.body]
        case Label(body=body):
            return [body]
        case Defs(defs=defs, body=body):
            return [*(one.body for one in defs), body]
        case Array(body=inner):
            return [] if inner is None else [inner]
        case ObjectNode(entries=entries):
            return [part for entry in entries for part in (entry.key, entry.value) if part is not None]
        case Text(parts=parts):
            return [part for part in parts if isinstance(part, Node)]
    raise TypeError(f"not an expression: {node!r}")


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, parents before children; needs no stack of its own for deep trees."""
    stack = [node]
    while stack:
        item = stack.pop()
        yield item
        stack.extend(reversed(children(item)))

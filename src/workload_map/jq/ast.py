# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a jq expression.

Every node knows the half-open range of characters it was written in. Chains that a reader sees as flat
(pipes, commas, path suffixes, ``and``/``or``/``//``) are flat here too, so that depth means nesting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

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
    return _BELOW[type(node)](node)


def _of_path(node: Path) -> list[Node]:
    found = [node.base]
    for step in node.steps:
        if isinstance(step, Index):
            found.append(step.key)
        elif isinstance(step, Slice):
            found.extend(part for part in (step.start, step.end) if part is not None)
    return found


def _of_if(node: If) -> list[Node]:
    found = [part for branch in node.branches for part in branch]
    return found if node.otherwise is None else [*found, node.otherwise]


def _of_loop(node: Reduce | Foreach) -> list[Node]:
    found = [node.source, *pattern_children(node.pattern), node.init, node.update]
    extract = node.extract if isinstance(node, Foreach) else None
    return found if extract is None else [*found, extract]


def _of_bind(node: Bind) -> list[Node]:
    keys = [key for pattern in node.patterns for key in pattern_children(pattern)]
    return [node.source, *keys, node.body]


def _of_object(node: ObjectNode) -> list[Node]:
    return [part for entry in node.entries for part in (entry.key, entry.value) if part is not None]


def _none(node: Node) -> list[Node]:
    return []


#: By type: a tree is walked several times for each expression that is compiled, and a chain of tests is slow.
_BELOW: Final[dict[type[Node], Callable[[Any], list[Node]]]] = {
    Identity: _none,
    RecurseAll: _none,
    Literal: _none,
    Format: _none,
    Break: _none,
    Var: _none,
    Path: _of_path,
    Pipe: lambda node: list(node.stages),
    Comma: lambda node: list(node.items),
    Alternative: lambda node: list(node.items),
    Or: lambda node: list(node.items),
    And: lambda node: list(node.items),
    Call: lambda node: list(node.args),
    Binary: lambda node: [node.left, node.right],
    Update: lambda node: [node.target, node.value],
    Negate: lambda node: [node.operand],
    If: _of_if,
    Try: lambda node: [node.body] if node.handler is None else [node.body, node.handler],
    Reduce: _of_loop,
    Foreach: _of_loop,
    Bind: _of_bind,
    Label: lambda node: [node.body],
    Defs: lambda node: [*(one.body for one in node.defs), node.body],
    Array: lambda node: [] if node.body is None else [node.body],
    ObjectNode: _of_object,
    Text: lambda node: [part for part in node.parts if isinstance(part, Node)],
}


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, parents before children; needs no stack of its own for deep trees."""
    stack = [node]
    while stack:
        item = stack.pop()
        yield item
        stack.extend(reversed(children(item)))

# SPDX-License-Identifier: Apache-2.0
"""Makes jq programs and inputs at random, by a grammar with kinds: most of what it makes runs without an error.

A program is a tree of `Node`s, so that a program that shows a difference can be shrunk and stays a program.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.bench.jqgrammar import LEAVES, TEMPLATES

__all__ = ["Generator", "Node"]

_ATOM = re.compile(r'[\w.$]+|"[^"\\]*"|\[[^\[\]]*\]|\.\w*\[\d*\]')
_HOLE = re.compile(r"«(\w+)(\.?)»")
_SCALARS = (
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    1.5,
    10**20,
    "",
    "a",
    "b",
    "abc",
    "a,b",
    "é",
    3,
    0.1,
    "12",
    2**53 + 1,
)


class Node:
    """A piece of a program: text with nodes in it."""

    __slots__ = ("kind", "parts")

    def __init__(self, kind: str, *parts: str | Node) -> None:
        self.kind = kind
        self.parts = parts

    @property
    def text(self) -> str:
        """The program."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    def smaller(self) -> Iterator[Node]:
        """Programs with one node fewer or simpler, the smallest first."""
        if len(self.parts) == 1 and isinstance(self.parts[0], str):
            simple = {"num": "0", "int": "0", "str": '""', "arr": "[]", "obj": "{}", "any": ".", "path": "."}
            other = simple.get(self.kind)
            if other is not None and other != self.parts[0]:
                yield Node(self.kind, other)
            return
        children = [part for part in self.parts if isinstance(part, Node)]
        yield from children
        if self.kind not in _FIXED:
            yield from (Node(self.kind, leaf) for leaf in (".", "null", "1", "[]", '"a"'))
        for index, part in enumerate(self.parts):
            if isinstance(part, Node):
                for other_part in part.smaller():
                    parts = list(self.parts)
                    parts[index] = other_part
                    yield Node(self.kind, *parts)


# Kinds that stand where not every expression may.
_FIXED = {"key", "key1", "type", "format", "step", "many1"}


class Generator:
    """Programs and inputs from one seed; `leave_out` tells which templates and leaves not to use.

    With `plain`, inputs have their keys in order and only numbers that a float holds exactly.
    """

    def __init__(
        self,
        seed: int,
        *,
        size: int = 12,
        leave_out: Callable[[str], bool] = lambda _: False,
        plain: bool = False,
    ) -> None:
        self._plain = plain
        self._random = random.Random(seed)
        self._size = size
        self._left = 0
        self._variables: list[str] = []
        self._templates = {
            kind: [template for template in templates if not leave_out(template)]
            for kind, templates in TEMPLATES.items()
        }
        self._leaves = {
            kind: [leaf for leaf in leaves if not leave_out(leaf)] for kind, leaves in LEAVES.items()
        }

    def program(self) -> Node:
        """A program of up to about the generator's size in nodes."""
        self._left = self._random.randint(2, self._size)
        self._variables = []
        return self._node(
            self._random.choice(("any", "any", "any", "many", "arr", "obj", "str", "num", "bool"))
        )

    def path(self) -> Node:
        """A path expression."""
        self._left = self._random.randint(2, self._size)
        self._variables = []
        return self._node("path")

    def value(self, depth: int = 3) -> Any:
        """An input value."""
        chosen = self._random.random()
        if depth and chosen < 0.35:
            keys = self._random.sample(("a", "b", "c", "d", "x y"), self._random.randint(0, 3))
            if self._plain:
                keys.sort()
            return {key: self.value(depth - 1) for key in keys}
        if depth and chosen < 0.65:
            return [self.value(depth - 1) for _ in range(self._random.randint(0, 4))]
        value = self._random.choice(_SCALARS)
        return 7 if self._plain and isinstance(value, int) and abs(value) >= 2**53 else value

    def _node(self, kind: str) -> Node:
        self._left -= 1
        if self._variables and kind != "path" and self._random.random() < 0.1:
            return Node(kind, self._random.choice(self._variables))
        templates = self._templates.get(kind)
        if templates is None or self._left <= 0 or self._random.random() < 0.12:
            return self._leaf(kind)
        if kind in ("any", "many", "arr") and self._random.random() < 0.12:
            return self._binding(kind)
        return self._filled(kind, self._random.choice(templates))

    def _leaf(self, kind: str) -> Node:
        if kind == "any":
            if self._random.random() < 0.35:
                return Node(kind, ".")
            kind = self._random.choice(("num", "str", "bool", "arr", "obj", "path"))
        if kind == "date":
            kind = "stamp"
        if kind in ("bool", "type") and self._random.random() < 0.1:
            return Node(kind, "null") if kind == "bool" else Node(kind, '"number"')
        return Node(kind, self._random.choice(self._leaves[kind]))

    def _filled(self, kind: str, template: str) -> Node:
        parts: list[str | Node] = []
        end = 0
        for hole in _HOLE.finditer(template):
            parts.append(template[end : hole.start()])
            end = hole.end()
            node = self._node(hole.group(1))
            # Leaving parentheses out at times tries the parser's precedences.
            if hole.group(2) or _ATOM.fullmatch(node.text) or self._random.random() < 0.05:
                parts.append(node)
            else:
                parts.append(Node("group", "(", node, ")"))
        parts.append(template[end:])
        return Node(kind, *(part for part in parts if part != ""))

    def _binding(self, kind: str) -> Node:
        """An expression that binds a variable which its body may use."""
        name = self._random.choice(("$v", "$w"))
        source = Node("group", "(", self._node(self._random.choice(("any", "many", "num", "obj"))), ")")
        form = self._random.randrange(4)
        start = self._node("any")
        self._variables.append(name)
        body = self._node("any")
        if form == 0:
            made = Node(kind, "reduce ", source, f" as {name} (", start, "; ", body, ")")
        elif form == 1:
            made = Node(
                kind, "foreach ", source, f" as {name} (", start, "; ", body, "; ", self._node("any"), ")"
            )
        else:
            made = Node(kind, source, f" as {name} | ", body)
        self._variables.remove(name)
        return Node(kind, "[", made, "]") if kind == "arr" else made

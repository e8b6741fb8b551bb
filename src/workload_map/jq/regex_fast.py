# SPDX-License-Identifier: Apache-2.0
"""Which expressions may run on Python's `re`, in what form there, and what that costs at most.

`re` backtracks and cannot be stopped, so an expression runs on it only if its tree says that it cannot take
long on the text at hand: nothing with a choice stands inside a repeat, and a bound on the number of steps,
computed for the text's length, is small. The translation writes out every class, so no flag, locale or
Unicode version of Python's has a say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from workload_map.jq import regex_classes as classes
from workload_map.jq.regex_classes import CharSet
from workload_map.jq.regex_match import class_source
from workload_map.jq.regex_tree import Node, Op

__all__ = ["Fast", "translate"]

# The most steps that an expression may need at worst (`re` does some 100 million a second), and the most for
# one that needs few for each character, so that our own matcher would not do better.
_MAX_STEPS: Final = 200_000
_MAX_LINEAR_STEPS: Final = 10_000_000
_FEW: Final = 64
# One is charged for so many steps.
_STEPS_A_CHARGE: Final = 32

_MAX_NODES: Final = 200
_MAX_HEIGHT: Final = 12
_MAX_RANGES: Final = 40

# `$` and `^` stand inside groups that set their flags; \B differs on the empty text, so it is not here.
_ASSERTIONS: Final = {
    Op.BEGIN_TEXT: r"\A",
    Op.END_TEXT: r"\Z",
    Op.BEGIN_LINE: "(?m:^)",
    Op.END_LINE: "(?m:$)",
    Op.WORD_BOUNDARY: r"(?a:\b)",
}

# Given the text's length and the steps that the rest of the expression takes at most at one place, the
# steps that a part and that rest take.
Cost: TypeAlias = Callable[[int, int], int]


# What a try costs that fails at its first character.
_QUICK_FAILURE: Final = 3


class _NotHarmless(Exception):
    pass


class _Part(NamedTuple):
    """A part in the form of `re`, what it costs, and what it begins with where something follows it.

    `first` holds the characters with which the part and what follows it can begin; with any other one next,
    they fail at once (or, at the end of the expression, have matched).
    """

    source: str
    cost: Cost
    first: CharSet


class Fast:
    """An expression in the form of `re`, and its price."""

    def __init__(self, pattern: re.Pattern[str], anchored: bool, cost: Cost) -> None:
        self.pattern = pattern
        self._anchored = anchored
        self._cost = cost
        self._known: dict[int, int] = {}

    def _most(self, length: int) -> int:
        """At most how many steps a text of `length` takes, rounded up as if its length were a power of 2."""
        bits = length.bit_length()
        most = self._known.get(bits)
        if most is None:
            length = (1 << bits) - 1
            once = self._cost(length, 1)
            most = length + once if self._anchored else (length + 1) * once
            self._known[bits] = most
        return most

    def allows(self, length: int) -> bool:
        """Whether a text of `length` is short enough."""
        most = self._most(length)
        return most <= _MAX_STEPS or most <= min(_FEW * length, _MAX_LINEAR_STEPS)

    def steps(self, length: int) -> int:
        """What to charge for a text of `length`."""
        return 1 + self._most(length) // _STEPS_A_CHARGE


def translate(node: Node) -> Fast | None:
    """`node` for `re`, None if it is not harmless there whatever the text."""
    if node.size > _MAX_NODES or node.height > _MAX_HEIGHT:
        return None
    try:
        part = _part(node, (), 0)
        return Fast(re.compile(part.source), _anchored(node), part.cost)
    except (_NotHarmless, RecursionError):  # `re` compiles by recursion; near Python's limit ours has to do
        return None


def _anchored(node: Node) -> bool:
    """Whether the expression plainly begins with the start of the text."""
    while node.op in (Op.CONCAT, Op.GROUP):
        node = node.parts[0]
    return node.op is Op.BEGIN_TEXT


def _part(node: Node, follow: CharSet, depth: int) -> _Part:
    """Translate `node`, after which comes what begins with `follow`."""
    if depth > _MAX_HEIGHT:
        raise _NotHarmless
    match node.op:
        case Op.EMPTY:
            return _Part("", lambda length, rest: rest, follow)
        case Op.CHARS:
            if len(node.chars) > 2 * _MAX_RANGES:
                raise _NotHarmless
            return _Part(class_source(node.chars), lambda length, rest: 1 + rest, node.chars)
        case Op.GROUP:
            inner = _part(node.parts[0], follow, depth + 1)
            return inner._replace(source=f"({inner.source})")
        case Op.CONCAT:
            return _concat(node, follow, depth)
        case Op.ALTERNATE:
            return _choice([_part(part, follow, depth + 1) for part in node.parts])
        case Op.REPEAT if (node.low, node.high) == (0, 1):
            # Written as a choice, because that is how its groups behave in RE2.
            choices = [_part(node.parts[0], follow, depth + 1), _part(Node(Op.EMPTY), follow, depth + 1)]
            return _choice(choices if node.greedy else choices[::-1])
        case Op.REPEAT:
            return _repeat(node, follow)
    source = _ASSERTIONS.get(node.op)
    if source is None:
        raise _NotHarmless
    return _Part(source, lambda length, rest: 1 + rest, () if node.op is Op.END_TEXT else follow)


def _concat(node: Node, follow: CharSet, depth: int) -> _Part:
    parts: list[_Part] = []
    for each in reversed(node.parts):
        parts.append(_part(each, follow, depth + 1))
        follow = parts[-1].first
    costs = [part.cost for part in parts]

    def cost(length: int, rest: int) -> int:
        for each in costs:
            rest = each(length, rest)
        return rest

    return _Part("".join(part.source for part in reversed(parts)), cost, follow)


def _choice(parts: list[_Part]) -> _Part:
    costs = [part.cost for part in parts]
    return _Part(
        f"(?:{'|'.join(part.source for part in parts)})",
        lambda length, rest: sum(1 + each(length, rest) for each in costs),
        classes.union(part.first for part in parts),
    )


def _repeat(node: Node, follow: CharSet) -> _Part:
    part, low, high = node.parts[0], node.low, node.high
    body = part.parts if part.op is Op.CONCAT else (part,)
    if any(each.op is not Op.CHARS or len(each.chars) > 2 * _MAX_RANGES for each in body):
        raise _NotHarmless
    width = len(body)
    # After a run of one class, what begins with something else fails at every place but the run's end.
    distinct = width == 1 and not classes.intersects(body[0].chars, follow)

    def cost(length: int, rest: int) -> int:
        times = length // width if high is None else min(high, length // width)
        choices = max(times - low, 0) + 1
        tries = choices * _QUICK_FAILURE + rest if distinct else choices * rest
        return times * width + width + tries

    counts = f"{{{low},{'' if high is None else high}}}"
    source = "".join(class_source(each.chars) for each in body)
    if width > 1:
        source = f"(?:{source})"
    first = body[0].chars if low > 0 else classes.union([body[0].chars, follow])
    return _Part(source + counts + ("" if node.greedy else "?"), cost, first)

# SPDX-License-Identifier: Apache-2.0
"""The tree of a regular expression.

Every property that later passes need (height, size, whether a node can match the empty string) is computed
when a node is made, so no pass has to recurse over a whole tree, and what is too large is refused at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from workload_map.jq import regex_classes as classes
from workload_map.jq.regex_classes import CharSet

__all__ = ["Node", "Op", "RegexError", "alternated", "concatenated", "failure", "grouped", "repeated"]

MAX_HEIGHT: Final = 1000
MAX_INSTRUCTIONS: Final = 200_000


class RegexError(Exception):
    """A regular expression that cannot be compiled; the message says what is wrong and quotes the place."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Op(Enum):
    """What a node matches."""

    EMPTY = auto()
    CHARS = auto()  # one character of a set
    BEGIN_TEXT = auto()
    END_TEXT = auto()
    BEGIN_LINE = auto()
    END_LINE = auto()
    WORD_BOUNDARY = auto()
    NO_WORD_BOUNDARY = auto()
    GROUP = auto()  # a capturing group
    REPEAT = auto()
    CONCAT = auto()
    ALTERNATE = auto()


@dataclass(slots=True, frozen=True)
class Node:
    """A part of a regular expression.

    `height` counts levels as if directly nested concatenations and alternations were one. `size` is the
    number of instructions it becomes. `copies` is the largest number of copies of one part that its counted
    repeats make together.
    """

    op: Op
    chars: CharSet = ()
    parts: Sequence[Node] = ()
    group: int = 0
    low: int = 0
    high: int | None = None
    greedy: bool = True
    height: int = 1
    size: int = 1
    copies: int = 1
    nullable: bool = True


def _quoted(text: str) -> str:
    return "`" + (text if len(text) <= 60 else text[:57] + "...") + "`"


def failure(message: str, text: str) -> RegexError:
    """The error `message` about `text`, which is quoted in it."""
    return RegexError(f"{message}: {_quoted(text)}")


def _checked(node: Node) -> Node:
    if node.height > MAX_HEIGHT:
        raise RegexError(f"expression nests more than {MAX_HEIGHT} levels deep")
    if node.size > MAX_INSTRUCTIONS:
        raise RegexError(
            f"expression too large: more than {MAX_INSTRUCTIONS} steps when its repeats are written out"
        )
    return node


def _joined(op: Op, parts: list[Node]) -> Node:
    """The concatenation or alternation of `parts`, of which there is at least one."""
    if len(parts) == 1:
        return parts[0]
    size = sum(part.size for part in parts)
    return _checked(
        Node(
            op,
            parts=parts,
            height=1 + max(part.height - (part.op is op) for part in parts),
            size=size + (len(parts) if op is Op.ALTERNATE else 0),
            copies=max(part.copies for part in parts),
            nullable=(any if op is Op.ALTERNATE else all)(part.nullable for part in parts),
        )
    )


def concatenated(items: list[Node]) -> Node:
    """The concatenation of `items`."""
    return _joined(Op.CONCAT, items) if items else Node(Op.EMPTY)


def alternated(branches: list[Node]) -> Node:
    """The alternation of `branches`; neighbours that match one character each become one set."""
    merged: list[Node] = []
    run: list[CharSet] = []
    for branch in [*branches, None]:
        if branch is not None and branch.op is Op.CHARS:
            run.append(branch.chars)
            continue
        if run:
            chars = run[0] if len(run) == 1 else classes.union(run)
            merged.append(Node(Op.CHARS, chars=chars, nullable=False))
            run = []
        if branch is not None:
            merged.append(branch)
    return _joined(Op.ALTERNATE, merged)


def grouped(part: Node, number: int) -> Node:
    """The capturing group of this number around `part`."""
    return _checked(
        Node(
            Op.GROUP,
            parts=(part,),
            group=number,
            height=part.height + 1,
            size=part.size + 2,
            copies=part.copies,
            nullable=part.nullable,
        )
    )


def repeated(part: Node, low: int, high: int | None, greedy: bool) -> Node:
    """`part` from `low` to `high` times, any number of times when `high` is None."""
    if high is None:
        copies = max(low, 1) * part.copies
        size = max(low, 1) * part.size + 2
    else:
        copies = high * part.copies if high else 1
        size = high * part.size + (high - low) + 1
    return _checked(
        Node(
            Op.REPEAT,
            parts=(part,),
            low=low,
            high=high,
            greedy=greedy,
            height=part.height + 1,
            size=size,
            copies=copies,
            nullable=low == 0 or part.nullable,
        )
    )

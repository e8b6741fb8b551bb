# SPDX-License-Identifier: Apache-2.0
"""The matcher that takes linear time: a program of small instructions, run with a memory of what failed.

A tree is compiled to instructions in which each repeat is a loop or is written out. Running one is
depth-first in order of preference, so the first match found is the one that Perl, Go and RE2 call leftmost-
first. Where several instructions lead to one, that one is entered at most once at each position: what
failed there once fails again. So a search visits each instruction at each position at most once, whatever
the expression, and a loop that consumes nothing ends.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, Final

from workload_map.jq import regex_classes as classes
from workload_map.jq.regex_classes import CharSet
from workload_map.jq.regex_tree import Node, Op

__all__ = ["Matcher", "Program", "class_source"]

# Instructions. A character or class that fails, or an assertion that does not hold, ends its thread.
_CHAR, _SET, _RANGES, _ANY, _SPLIT, _SAVE, _ASSERT, _MATCH = range(8)

# Sets of no more characters than this are kept as a string of them.
_SMALL_SET: Final = 100

# No more instructions than this are looked at to find the characters that a match begins with.
_LOOK_AHEAD: Final = 100

# How much work is done between two calls of `charge`.
_CHUNK: Final = 500

_ASSERTIONS: Final = (
    Op.BEGIN_TEXT,
    Op.END_TEXT,
    Op.BEGIN_LINE,
    Op.END_LINE,
    Op.WORD_BOUNDARY,
    Op.NO_WORD_BOUNDARY,
)
_WORD: Final = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")


def class_source(chars: CharSet) -> str:
    """The class `chars` in the syntax of Python's `re`."""
    if chars == classes.ANY:
        return "(?s:.)"
    if not chars:
        return "(?!)"
    if chars == (chars[0], chars[0]):
        return re.escape(chr(chars[0]))
    ranges = "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in zip(chars[::2], chars[1::2], strict=True))
    return f"[{ranges}]"


class Program:
    """The instructions of one expression.

    Instruction `i` is ``ops[i]`` with ``args[i]``, and goes on to ``following[i]``; a split goes to
    ``following[i]`` first and then to the others in ``args[i]`` (last one first, as they are put on a stack).
    ``marks[i]`` is the ordinal of an instruction that several lead to, else -1.
    """

    def __init__(self, node: Node, groups: int) -> None:
        self.ops: list[int] = []
        self.args: list[Any] = []
        self.following: list[int] = []
        self.slots = 2 * groups
        self._chars: dict[int, CharSet] = {}
        self._sets: dict[CharSet, tuple[int, Any]] = {}
        self.start = self._compile(node)
        self.marks, self.joins = self._find_joins()
        self.anchored, self.first = self._first_chars()

    def _emit(self, op: int, arg: Any, following: int) -> int:
        self.ops.append(op)
        self.args.append(arg)
        self.following.append(following)
        return len(self.ops) - 1

    def _emit_split(self, preferred: int, other: int, greedy: bool) -> int:
        if not greedy:
            preferred, other = other, preferred
        return self._emit(_SPLIT, (other,), preferred)

    def _set(self, chars: CharSet) -> tuple[int, Any]:
        """The instruction for one character of `chars`."""
        found = self._sets.get(chars)
        if found is None:
            one = classes.single(chars)
            if one is not None:
                found = (_CHAR, chr(one))
            elif chars == classes.ANY:
                found = (_ANY, None)
            elif sum(high - low + 1 for low, high in zip(chars[::2], chars[1::2], strict=True)) <= _SMALL_SET:
                spans = zip(chars[::2], chars[1::2], strict=True)
                found = (_SET, "".join(chr(c) for low, high in spans for c in range(low, high + 1)))
            else:
                # With the ends made exclusive, a character is inside when an odd number of edges is passed.
                found = (_RANGES, [edge + position % 2 for position, edge in enumerate(chars)])
            self._sets[chars] = found
        return found

    def _compile(self, node: Node) -> int:
        """Write the instructions of `node`, last ones first, and return where they begin.

        `at` is the instruction to go to after the part at hand. What is still to do waits on a stack, as
        nodes and as functions from `at` to the new `at`: trees may be deeper than Python's own stack.
        """
        at = self._emit(_MATCH, None, -1)
        todo: list[Node | Callable[[int], int]] = [node]
        while todo:
            item = todo.pop()
            if not isinstance(item, Node):
                at = item(at)
                continue
            match item.op:
                case Op.EMPTY:
                    pass
                case Op.CHARS:
                    at = self._emit(*self._set(item.chars), at)
                    self._chars[at] = item.chars
                case Op.CONCAT:
                    todo.extend(item.parts)
                case Op.GROUP:
                    at = self._emit(_SAVE, 2 * item.group + 1, at)
                    todo += (self._opener(2 * item.group), item.parts[0])
                case Op.ALTERNATE:
                    self._alternate(item, at, todo)
                case Op.REPEAT:
                    at = self._repeat(item, at, todo)
                case _:
                    at = self._emit(_ASSERT, _ASSERTIONS.index(item.op), at)
        return at

    def _opener(self, slot: int) -> Callable[[int], int]:
        return lambda at: self._emit(_SAVE, slot, at)

    def _alternate(self, node: Node, after: int, todo: list[Node | Callable[[int], int]]) -> None:
        entries: list[int] = []

        def next_branch(at: int) -> int:
            entries.append(at)
            return after

        def split(at: int) -> int:
            # Branches are compiled last one first, which is also the order on the matcher's stack.
            return self._emit(_SPLIT, tuple(entries), at)

        todo.append(split)
        todo.append(node.parts[0])
        for part in node.parts[1:]:
            todo += (next_branch, part)

    def _repeat(self, node: Node, after: int, todo: list[Node | Callable[[int], int]]) -> int:
        part, low, high, greedy = node.parts[0], node.low, node.high, node.greedy
        if high == 0:
            return after
        if high is None:
            loop = self._emit_split(after, after, greedy)

            def close(at: int) -> int:
                if greedy:
                    self.following[loop] = at
                else:
                    self.args[loop] = (at,)
                if low > 0:
                    return at
                # Where the part may match nothing, x* is (x+)?: so an empty x is tried before leaving.
                return self._emit_split(at, after, greedy) if part.nullable else loop

            todo.extend([part] * (low - 1))
            todo += (close, part)
            return loop

        # x{2,4} is xx(x(x)?)?: the copies that may be left out come last, so they are written first.
        def option(at: int) -> int:
            return self._emit_split(at, after, greedy)

        todo.extend([part] * low)
        for _ in range(high - low):
            todo += (option, part)
        return after

    def _find_joins(self) -> tuple[list[int], int]:
        entries = [0] * len(self.ops)
        entries[self.start] = 1
        for op, arg, following in zip(self.ops, self.args, self.following, strict=True):
            if following >= 0:
                entries[following] += 1
            if op == _SPLIT:
                assert isinstance(arg, tuple)
                for other in arg:
                    entries[other] += 1
        marks = [-1] * len(entries)
        joins = 0
        for position, count in enumerate(entries):
            if count > 1:
                marks[position] = joins
                joins += 1
        return marks, joins

    def _first_chars(self) -> tuple[bool, re.Pattern[str] | None]:
        """Whether a match can begin at the start of the text alone; and a pattern of the characters one of
        which it must begin with, None when any will do or there are too many to say."""
        all_anchored = True
        sets: list[CharSet] = []
        matches_empty = False
        seen = set()
        todo = [(self.start, False)]
        while todo:
            state = at, anchored = todo.pop()
            if state in seen:
                continue
            seen.add(state)
            if len(seen) > _LOOK_AHEAD:
                return False, None
            op = self.ops[at]
            if op == _SPLIT:
                others = self.args[at]
                assert isinstance(others, tuple)
                todo += ((other, anchored) for other in (self.following[at], *others))
            elif op in (_SAVE, _ASSERT):
                begins = op == _ASSERT and self.args[at] == _ASSERTIONS.index(Op.BEGIN_TEXT)
                todo.append((self.following[at], anchored or begins))
            else:
                all_anchored = all_anchored and anchored
                if op == _MATCH:
                    matches_empty = True
                else:
                    sets.append(self._chars[at])
        chars = classes.union(sets)
        if all_anchored or matches_empty or len(chars) > _LOOK_AHEAD:
            return all_anchored, None
        try:
            return False, re.compile(class_source(chars))
        except RecursionError:  # `re` compiles by recursion; near Python's limit the search goes without
            return False, None


def _holds(kind: int, text: str, at: int) -> bool:
    """Whether the assertion `kind` (an index of _ASSERTIONS) is true of the place `at`."""
    if kind == 0:
        return at == 0
    if kind == 1:
        return at == len(text)
    if kind == 2:
        return at == 0 or text[at - 1] == "\n"
    if kind == 3:
        return at == len(text) or text[at] == "\n"
    before = at > 0 and text[at - 1] in _WORD
    after = at < len(text) and text[at] in _WORD
    return (before != after) == (kind == 4)


class Matcher:
    """One text searched with one program, from left to right.

    `charge` is called with the work done since the last call, in steps; it may raise to stop.
    """

    def __init__(self, program: Program, text: str, charge: Callable[[int], None]) -> None:
        self._program = program
        self._text = text
        self._charge = charge
        self._failed: set[int] = set()
        self._owed = 0

    def settle(self, more: int) -> None:
        """Charge what has been done and not charged yet, and `more`."""
        owed, self._owed = self._owed, 0
        self._charge(owed + more)

    def search(self, start: int) -> list[int] | None:
        """The first match at or after `start`: begin and end of each group, -1 where a group has no part in
        it. Successive calls must not go back: what failed beyond the last match is remembered."""
        program, text = self._program, self._text
        first = program.first
        # What was on the way to the last match did not fail; all of it that is still ahead lies here.
        here = start * program.joins
        self._failed.difference_update(range(here, here + program.joins))
        self._owed += program.joins // 16
        at = start
        while at <= len(text):
            if program.anchored and at > 0:
                return None
            if first is not None:
                found = first.search(text, at)
                self._owed += ((found.start() if found else len(text)) - at) // 16
                if found is None:
                    return None
                at = found.start()
            spans = self._run(at)
            if spans is not None:
                return spans
            at += 1
        return None

    def _run(self, at: int) -> list[int] | None:
        """The preferred match that begins at `at`."""
        program, text, failed = self._program, self._text, self._failed
        ops, args, following, marks, joins = (
            program.ops,
            program.args,
            program.following,
            program.marks,
            program.joins,
        )
        length = len(text)
        saved = [-1] * program.slots
        saved[0] = at
        owed = self._owed + program.slots // 8
        # Pairs to come back to: a place and an instruction there, or an old value of a slot and -1 - slot.
        stack: list[int] = []
        here = program.start
        while True:
            owed += 1
            if owed >= _CHUNK:
                self._owed = 0
                self._charge(owed)
                owed = 0
            mark = marks[here]
            if mark >= 0:
                key = at * joins + mark
                fresh = key not in failed
                if fresh:
                    failed.add(key)
            else:
                fresh = True
            if fresh:
                op = ops[here]
                if op == _SPLIT:
                    others: tuple[int, ...] = args[here]
                    for other in others:
                        stack += (at, other)
                    if len(others) > 1:
                        owed += len(others)
                    here = following[here]
                    continue
                if op <= _ANY:
                    if at < length:
                        if op == _CHAR:
                            passes = text[at] == args[here]
                        elif op == _SET:
                            passes = text[at] in args[here]
                        elif op == _RANGES:
                            passes = bisect_right(args[here], ord(text[at])) & 1 == 1
                        else:
                            passes = True
                        if passes:
                            at += 1
                            here = following[here]
                            continue
                elif op == _SAVE:
                    slot: int = args[here]
                    stack += (saved[slot], -1 - slot)
                    saved[slot] = at
                    here = following[here]
                    continue
                elif op == _ASSERT:
                    if _holds(args[here], text, at):
                        here = following[here]
                        continue
                else:
                    saved[1] = at
                    self._owed = owed
                    return saved
            while True:
                if not stack:
                    self._owed = owed
                    return None
                here = stack.pop()
                at = stack.pop()
                if here >= 0:
                    break
                saved[-1 - here] = at

# SPDX-License-Identifier: Apache-2.0
"""The parser of regular expressions: RE2's syntax, as Go's package regexp/syntax takes it with Perl flags.

No construct here needs backtracking: there are no back-references and no look-around. The parser keeps its
own stack of open groups, so that no depth is too much for Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from workload_map.jq import regex_classes as classes
from workload_map.jq.regex_classes import CharSet
from workload_map.jq.regex_tree import (
    Node,
    Op,
    RegexError,
    alternated,
    concatenated,
    failure,
    grouped,
    repeated,
)

__all__ = ["Parsed", "parse"]

MAX_REPEAT: Final = 1000
MAX_RANGES: Final = 2_000_000

_REPEAT = re.compile(r"\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}")
_NAME = re.compile(r"[0-9A-Za-z_]+")
_HEX_BRACES = re.compile(r"\{([0-9A-Fa-f]+)\}")
_HEX_PAIR = re.compile(r"[0-9A-Fa-f]{2}")
_OCTAL = re.compile(r"0[0-7]{0,2}|[1-7][0-7]{1,2}")
_ESCAPES: Final = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


class Parsed(NamedTuple):
    """A parsed expression: its tree, and the name of each group (group 0, the whole match, has none)."""

    node: Node
    names: tuple[str | None, ...]


@dataclass(slots=True, frozen=True)
class _Flags:
    fold: bool = False
    multiline: bool = False
    dot_all: bool = False
    lazy: bool = False


@dataclass(slots=True)
class _Open:
    """A group whose end has not come yet."""

    flags: _Flags
    group: int
    branches: list[Node] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)


def parse(
    pattern: str, charge: Callable[[int], None], *, fold: bool = False, dot_all: bool = False
) -> Parsed:
    """The tree of `pattern`, read with the flags ``(?i)`` and ``(?s)`` set as `fold` and `dot_all` say.

    `charge` is called with the work done, in steps; what it raises passes through. Raises RegexError for
    what RE2's syntax does not have, for more than 1000 levels, for repeat counts above 1000 (alone or
    multiplied by those around them), and for expressions too large to run.
    """
    charge(2 * len(pattern))
    return _Parser(pattern, _Flags(fold=fold, dot_all=dot_all), charge).run()


class _Parser:
    def __init__(self, pattern: str, flags: _Flags, charge: Callable[[int], None]) -> None:
        self.pattern = pattern
        self.charge = charge
        self.at = 0
        self.flags = flags
        self.names: list[str | None] = [None]
        self.stack = [_Open(flags, 0)]
        self.ranges = 0
        # Equal classes share one set: a pattern may repeat a large one many times.
        self.sets: dict[CharSet, CharSet] = {}

    def run(self) -> Parsed:
        pattern = self.pattern
        repeated_from = -1  # where the repeat operator that just ended began
        while self.at < len(pattern):
            start = self.at
            char = pattern[start]
            if char in "*+?" or (char == "{" and _REPEAT.match(pattern, start)):
                self.repeat(start, repeated_from)
                repeated_from = start if repeated_from < 0 else repeated_from
                continue
            repeated_from = -1
            self.at += 1
            match char:
                case "(":
                    self.open_group(start)
                case "|":
                    self.end_branch()
                case ")":
                    self.close_group()
                case "^":
                    self.add(Node(Op.BEGIN_LINE if self.flags.multiline else Op.BEGIN_TEXT))
                case "$":
                    self.add(Node(Op.END_LINE if self.flags.multiline else Op.END_TEXT))
                case ".":
                    self.add_chars(classes.ANY if self.flags.dot_all else classes.ANY_NOT_NEWLINE)
                case "[":
                    self.add_chars(self.bracket(start))
                case "\\":
                    self.escape(start)
                case _:
                    self.literal(ord(char))
        if len(self.stack) > 1:
            raise failure("missing closing )", pattern)
        self.end_branch()
        return Parsed(alternated(self.stack[0].branches), tuple(self.names))

    def add(self, node: Node) -> None:
        self.stack[-1].items.append(node)

    def add_chars(self, chars: CharSet) -> None:
        shared = self.sets.get(chars)
        if shared is None:
            self.ranges += len(chars) // 2
            if self.ranges > MAX_RANGES:
                raise RegexError(f"expression too large: its classes have more than {MAX_RANGES} ranges")
            shared = self.sets.setdefault(chars, chars)
        self.add(Node(Op.CHARS, chars=shared, nullable=False))

    def literal(self, char: int) -> None:
        self.add_chars(self.folded((char, char)))

    def folded(self, chars: CharSet) -> CharSet:
        """`chars`, with their other case forms if case is ignored."""
        if not self.flags.fold:
            return chars
        # A wide range is folded by going through all that have other forms, fewer than 3000.
        self.charge(min(sum(chars[1::2]) - sum(chars[::2]), 3000) // 8)
        return classes.fold(chars)

    def end_branch(self) -> None:
        top = self.stack[-1]
        top.branches.append(concatenated(top.items))
        top.items = []

    def close_group(self) -> None:
        if len(self.stack) == 1:
            raise failure("unexpected )", self.pattern)
        self.end_branch()
        group = self.stack.pop()
        self.flags = group.flags
        node = alternated(group.branches)
        if group.group:
            node = grouped(node, group.group)
        self.add(node)

    def open_group(self, start: int) -> None:
        pattern = self.pattern
        if not pattern.startswith("?", self.at):
            self.names.append(None)
            self.stack.append(_Open(self.flags, len(self.names) - 1))
            return
        for opening in ("(?P<", "(?<"):
            if pattern.startswith(opening, start) and len(pattern) > start + len(opening):
                end = pattern.find(">", start)
                if end < 0:
                    raise failure("invalid named capture", pattern[start:])
                name = pattern[start + len(opening) : end]
                if not _NAME.fullmatch(name):
                    raise failure("invalid named capture", pattern[start : end + 1])
                self.at = end + 1
                self.names.append(name)
                self.stack.append(_Open(self.flags, len(self.names) - 1))
                return
        self.set_flags(start)

    def set_flags(self, start: int) -> None:
        """Read ``(?flags)`` or the opening ``(?flags:`` of a group that captures nothing."""
        flags, setting, seen = self.flags, True, False
        self.at += 1
        while self.at < len(self.pattern):
            char = self.pattern[self.at]
            self.at += 1
            match char:
                case "i":
                    flags = replace(flags, fold=setting)
                case "m":
                    flags = replace(flags, multiline=setting)
                case "s":
                    flags = replace(flags, dot_all=setting)
                case "U":
                    flags = replace(flags, lazy=setting)
                case "-" if setting:
                    setting, seen = False, False
                    continue
                case ":" | ")" if setting or seen:
                    if char == ":":
                        self.stack.append(_Open(self.flags, 0))
                    self.flags = flags
                    return
                case _:
                    break
            seen = True
        raise failure("invalid or unsupported Perl syntax", self.pattern[start : self.at])

    def repeat(self, start: int, repeated_from: int) -> None:
        pattern = self.pattern
        match pattern[start]:
            case "*":
                low, high, end = 0, None, start + 1
            case "+":
                low, high, end = 1, None, start + 1
            case "?":
                low, high, end = 0, 1, start + 1
            case _:
                low, high, end = self.counts(start)
        greedy = not self.flags.lazy
        if pattern.startswith("?", end):
            end += 1
            greedy = not greedy
        self.at = end
        operator = pattern[start:end]
        if repeated_from >= 0:
            raise failure("invalid nested repetition operator", pattern[repeated_from:end])
        items = self.stack[-1].items
        if not items:
            raise failure("missing argument to repetition operator", operator)
        part = items[-1]
        times = max(low, high or 0)
        if pattern[start] == "{" and times >= 2 and times * part.copies > MAX_REPEAT:
            raise failure("invalid repeat count", operator)
        items[-1] = repeated(part, low, high, greedy)

    def counts(self, start: int) -> tuple[int, int | None, int]:
        """The bounds in braces at `start`, and where they end."""
        found = _REPEAT.match(self.pattern, start)
        assert found is not None
        first, comma, last = found.groups()
        # Longer numbers are never converted: int() is slow on them, and limited.
        if any(number is not None and len(number) > 4 for number in (first, last)):
            raise failure("invalid repeat count", found[0])
        low = int(first)
        high = int(last) if last is not None else None if comma else low
        if low > MAX_REPEAT or (high is not None and (high > MAX_REPEAT or low > high)):
            raise failure("invalid repeat count", found[0])
        return low, high, found.end()

    def escape(self, start: int) -> None:
        pattern = self.pattern
        char = pattern[self.at : self.at + 1]
        op = {
            "A": Op.BEGIN_TEXT,
            "z": Op.END_TEXT,
            "b": Op.WORD_BOUNDARY,
            "B": Op.NO_WORD_BOUNDARY,
        }.get(char)
        if op is not None:
            self.at += 1
            self.add(Node(op))
        elif char == "Q":
            end = pattern.find("\\E", self.at + 1)
            quoted = pattern[self.at + 1 : end if end >= 0 else None]
            self.at = end + 2 if end >= 0 else len(pattern)
            for each in quoted:
                self.literal(ord(each))
        elif (chars := self.class_escape(start)) is not None:
            self.add_chars(chars)
        else:
            self.literal(self.char_escape(start))

    def class_escape(self, start: int) -> CharSet | None:
        r"""The class that the escape at `start` stands for (``\d``, ``\pL``, ``\P{Greek}``), if it does."""
        pattern = self.pattern
        char = pattern[start + 1 : start + 2]
        if char and char in "dswDSW":
            self.at = start + 2
            chars = classes.PERL_CLASSES[char.lower()]
            chars = self.folded(chars)
            return chars if char.islower() else classes.negate(chars)
        if not char or char not in "pP":
            return None
        if pattern.startswith("{", start + 2):
            end = pattern.find("}", start)
            if end < 0:
                raise failure("invalid character class range", pattern[start:])
            name, self.at = pattern[start + 3 : end], end + 1
        else:
            name, self.at = pattern[start + 2 : start + 3], min(start + 3, len(pattern))
        negated = char == "P"
        if name.startswith("^"):
            name, negated = name[1:], not negated
        found = classes.unicode_class(name, self.flags.fold)
        if found is None:
            raise failure("unknown character class", pattern[start : self.at])
        return classes.negate(found) if negated else found

    def char_escape(self, start: int) -> int:
        """The character that the escape at `start` stands for."""
        pattern = self.pattern
        char = pattern[start + 1 : start + 2]
        if not char:
            raise RegexError("trailing backslash at the end of the expression")
        self.at = start + 2
        if found := _OCTAL.match(pattern, start + 1):
            self.at = found.end()
            return int(found[0], 8)
        if char == "x":
            if found := _HEX_BRACES.match(pattern, start + 2):
                digits = found[1].lstrip("0")
                if len(digits) <= 6 and (value := int(digits or "0", 16)) <= classes.MAX_CODE_POINT:
                    self.at = found.end()
                    return value
            elif found := _HEX_PAIR.match(pattern, start + 2):
                self.at = found.end()
                return int(found[0], 16)
        elif char in _ESCAPES:
            return _ESCAPES[char]
        elif char.isascii() and not char.isalnum():
            return ord(char)
        raise failure("invalid escape sequence", pattern[start : self.at])

    def bracket(self, start: int) -> CharSet:
        """The class in brackets that begins at `start`."""
        pattern = self.pattern
        negated = pattern.startswith("^", self.at)
        self.at += negated
        found: list[CharSet] = []
        first = True
        while first or not pattern.startswith("]", self.at):
            first = False
            at = self.at
            if pattern.startswith("[:", at) and (end := pattern.find(":]", at + 2)) >= 0:
                self.at = end + 2
                found.append(self.posix(pattern[at + 2 : end]))
                continue
            if pattern.startswith("\\", at) and (chars := self.class_escape(at)) is not None:
                found.append(chars)
                continue
            low = high = self.class_char(start)
            if pattern.startswith("-", self.at) and pattern[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                high = self.class_char(start)
                if high < low:
                    raise failure("invalid character class range", pattern[at : self.at])
            found.append(self.folded((low, high)))
        self.at += 1
        self.charge(sum(len(chars) for chars in found) // 2)
        chars = classes.union(found)
        return classes.negate(chars) if negated else chars

    def class_char(self, start: int) -> int:
        """The next character of the class that begins at `start`."""
        if self.at >= len(self.pattern):
            raise failure("missing closing ]", self.pattern[start:])
        if self.pattern[self.at] == "\\":
            return self.char_escape(self.at)
        self.at += 1
        return ord(self.pattern[self.at - 1])

    def posix(self, name: str) -> CharSet:
        negated = name.startswith("^")
        chars = classes.POSIX_CLASSES.get(name.removeprefix("^"))
        if chars is None:
            raise failure("unknown character class", f"[:{name}:]")
        chars = self.folded(chars)
        return classes.negate(chars) if negated else chars

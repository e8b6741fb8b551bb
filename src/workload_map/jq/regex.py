# SPDX-License-Identifier: Apache-2.0
"""Regular expressions with RE2's syntax and Go's meaning, in time linear in the text.

`compile` gives a `Regex`; its matches are the ones of gojq, which uses Go's package regexp: leftmost-first,
positions in code points, no empty match right after another match. Two matchers give equal results: Python's
`re` for expressions that are harmless there (module regex_fast), else our own (module regex_match).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from workload_map.jq.regex_fast import Fast, translate
from workload_map.jq.regex_match import Matcher, Program
from workload_map.jq.regex_parse import parse
from workload_map.jq.regex_tree import Node, RegexError

__all__ = ["Match", "Regex", "RegexError", "compile"]

# Expressions of no more characters, and instructions, than these are kept when compiled.
_MAX_KEPT_LENGTH: Final = 200
_MAX_KEPT_SIZE: Final = 1_000

# What one search costs beside its matching.
_SEARCH_STEPS: Final = 3


@dataclass(slots=True, frozen=True)
class Match:
    """One match: begin and end of the whole and of each group, in characters; (-1, -1) for a group that has
    no part in it."""

    spans: tuple[tuple[int, int], ...]


class Regex:
    """A compiled expression. `names` has a name or None for each group, group 0 (the whole) first."""

    def __init__(self, node: Node, names: tuple[str | None, ...], *, has_source: bool) -> None:
        self.names = names
        self._has_source = has_source
        self._node = node
        self._fast: Fast | None = translate(node)
        self._program: Program | None = None

    def without_re(self) -> Regex:
        """The same expression on our own matcher alone, whatever the text."""
        other = Regex(self._node, self.names, has_source=self._has_source)
        other._fast = None
        return other

    @property
    def size(self) -> int:
        """How many instructions the expression becomes, for our own matcher."""
        return self._node.size

    @property
    def may_use_re(self) -> bool:
        """Whether Python's `re` matches it in texts that are short enough."""
        return self._fast is not None

    def match_all(self, text: str, charge: Callable[[int], None], *, global_: bool) -> list[Match]:
        """The matches in `text`, left to right; without `global_` at most the first one.

        `charge` is called with the work done, in steps of about a microsecond at most, at least every 1000
        steps; what it raises passes through. The same text is always charged the same.
        """
        search = self._searcher(text, charge)
        matches: list[Match] = []
        at, previous_end = 0, -1
        while at <= len(text):
            found = search(at)
            if found is None:
                break
            begin, end = found.spans[0]
            # An empty match right after a match is not one; the search goes on one character later.
            if end != at:
                at = end
                matches.append(found)
            else:
                at += 1
                if begin != previous_end:
                    matches.append(found)
            if not global_ and matches:
                break
            previous_end = end
        return matches

    def split(self, text: str, charge: Callable[[int], None]) -> list[str]:
        """The parts of `text` between the matches, as Go's ``Regexp.Split`` gives them."""
        # Go splits the empty text by an empty expression into nothing; a flag is part of the expression.
        if self._has_source and not text:
            return [""]
        parts = []
        begin = end = 0
        for match in self.match_all(text, charge, global_=True):
            end = match.spans[0][0]
            if match.spans[0][1] != 0:
                parts.append(text[begin:end])
            begin = match.spans[0][1]
        if end != len(text):
            parts.append(text[begin:])
        return parts

    def _searcher(self, text: str, charge: Callable[[int], None]) -> Callable[[int], Match | None]:
        fast = self._fast
        if fast is not None and fast.allows(len(text)):
            charge(fast.steps(len(text)))
            pattern_search = fast.pattern.search
            groups = range(len(self.names))

            def search_fast(at: int) -> Match | None:
                found = pattern_search(text, at)
                if found is None:
                    return None
                charge(_SEARCH_STEPS + len(groups))
                return Match(tuple([found.span(group) for group in groups]))

            return search_fast
        if self._program is None:
            self._program = Program(self._node, len(self.names))
        matcher = Matcher(self._program, text, charge)

        def search(at: int) -> Match | None:
            slots = matcher.search(at)
            matcher.settle(_SEARCH_STEPS)
            return None if slots is None else Match(tuple(zip(slots[::2], slots[1::2], strict=True)))

        return search


def _free(steps: int) -> None:
    """Charge nothing."""


def compile(pattern: str, flags: str = "", charge: Callable[[int], None] = _free) -> Regex:
    """Compile `pattern`; `flags` are gojq's: ``i`` ignores case, ``m`` lets ``.`` match a newline, ``g`` is
    for the caller (all matches) and changes nothing here.

    `charge` is called with the work that compiling takes, in steps. Raises RegexError for other flags and
    for everything that RE2's syntax does not have (look-around, back-references), and for expressions that
    are too large or too deep.
    """
    unknown = flags.strip("gim")
    if unknown:
        raise RegexError(f"unsupported regular expression flag: {unknown[0]!r}")
    fold, dot_all = "i" in flags, "m" in flags
    if len(pattern) <= _MAX_KEPT_LENGTH:
        kept = _kept(pattern, fold, dot_all)
        if kept is not None:
            compiled, price = kept
            charge(price)
            return compiled
    return _compile(pattern, fold, dot_all, charge)


def _compile(pattern: str, fold: bool, dot_all: bool, charge: Callable[[int], None]) -> Regex:
    try:
        node, names = parse(pattern, charge, fold=fold, dot_all=dot_all)
    except RegexError as error:
        raise RegexError(f"invalid regular expression: {error.message}") from None
    # The program may be made later, or never; its price is part of this one, so that it is always the same.
    charge(node.size)
    return Regex(node, names, has_source=bool(pattern) or fold or dot_all)


@lru_cache(maxsize=128)
def _kept(pattern: str, fold: bool, dot_all: bool) -> tuple[Regex, int] | None:
    """A short expression and its price, kept for the next object that it is used on; None for one that takes
    too much memory to be kept."""
    prices: list[int] = []
    compiled = _compile(pattern, fold, dot_all, prices.append)
    return (compiled, sum(prices)) if compiled.size <= _MAX_KEPT_SIZE else None

# SPDX-License-Identifier: Apache-2.0
"""Sets of characters for regular expressions: ranges, case folding, Perl, POSIX and Unicode classes.

A set is a tuple of code points ``(first, last, first, last, …)``, sorted, with no two ranges touching, so
that equal sets are equal tuples and negation is exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final, TypeAlias

from workload_map.jq import regex_unicode as tables

__all__ = [
    "ANY",
    "ANY_NOT_NEWLINE",
    "MAX_CODE_POINT",
    "PERL_CLASSES",
    "POSIX_CLASSES",
    "CharSet",
    "fold",
    "intersects",
    "negate",
    "single",
    "unicode_class",
    "union",
]

CharSet: TypeAlias = tuple[int, ...]

MAX_CODE_POINT: Final = 0x10FFFF
ANY: Final[CharSet] = (0, MAX_CODE_POINT)
ANY_NOT_NEWLINE: Final[CharSet] = (0, 9, 11, MAX_CODE_POINT)


def union(sets: Iterable[CharSet]) -> CharSet:
    """All characters of all `sets`; each may be unsorted and overlapping inside."""
    flat = tuple(chain.from_iterable(sets))
    pairs = sorted(zip(flat[::2], flat[1::2], strict=True))
    out: list[int] = []
    for low, high in pairs:
        if out and low <= out[-1] + 1:
            if high > out[-1]:
                out[-1] = high
        else:
            out += (low, high)
    return tuple(out)


def negate(chars: CharSet) -> CharSet:
    """All code points that are not in `chars`."""
    edges = (-1, *chars, MAX_CODE_POINT + 1)
    gaps = zip(edges[::2], edges[1::2], strict=True)
    return tuple(chain.from_iterable((low + 1, high - 1) for low, high in gaps if low + 1 <= high - 1))


def single(chars: CharSet) -> int | None:
    """The one code point of a set of exactly one, else None."""
    return chars[0] if len(chars) == 2 and chars[0] == chars[1] else None


@lru_cache(maxsize=1)
def _orbits() -> tuple[tuple[int, ...], dict[int, tuple[int, ...]]]:
    """The code points that have other case forms, sorted, and each one's forms (itself among them)."""
    following: dict[int, int] = {}
    for run in tables.FOLDS.split():
        span, rest = run.split("/")
        first, last = (int(end, 16) for end in span.split("-"))
        for char in range(first, last + 1, int(rest[0])):
            following[char] = char + int(rest[1:])
    forms: dict[int, tuple[int, ...]] = {}
    for char in following:
        orbit = [char]
        while (after := following[orbit[-1]]) != char:
            orbit.append(after)
        forms[char] = tuple(orbit)
    return tuple(sorted(forms)), forms


@lru_cache(maxsize=256)
def fold(chars: CharSet) -> CharSet:
    """`chars` and every character that differs from one of them only in case (simple folding)."""
    ordered, forms = _orbits()
    if len(ordered) < sum(high - low for low, high in zip(chars[::2], chars[1::2], strict=True)):
        ranges = list(zip(chars[::2], chars[1::2], strict=True))
        position = 0
        found: list[int] = []
        for char in ordered:
            while position < len(ranges) and ranges[position][1] < char:
                position += 1
            if position < len(ranges) and ranges[position][0] <= char:
                found.append(char)
    else:
        found = [
            char
            for low, high in zip(chars[::2], chars[1::2], strict=True)
            for char in range(low, high + 1)
            if char in forms
        ]
    return union([chars, tuple(end for char in found for form in forms[char] for end in (form, form))])


def _written(text: str) -> CharSet:
    """The set that the tables write as ``41-5a 61``."""
    out: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        out += (int(first, 16), int(last or first, 16))
    return tuple(out)


def _chars(text: str) -> CharSet:
    return union([(ord(pair[0]), ord(pair[-1])) for pair in text.split()])


PERL_CLASSES: Final = {
    "d": _chars("0-9"),
    "s": (9, 10, 12, 13, 32, 32),
    "w": _chars("0-9 A-Z _ a-z"),
}

POSIX_CLASSES: Final = {
    "alnum": _chars("0-9 A-Z a-z"),
    "alpha": _chars("A-Z a-z"),
    "ascii": (0, 0x7F),
    "blank": (9, 9, 32, 32),
    "cntrl": (0, 0x1F, 0x7F, 0x7F),
    "digit": _chars("0-9"),
    "graph": _chars("!-~"),
    "lower": _chars("a-z"),
    "print": (0x20, 0x7E),
    "punct": _chars("!-/ :-@ [-` {-~"),
    "space": (9, 13, 32, 32),
    "upper": _chars("A-Z"),
    "word": PERL_CLASSES["w"],
    "xdigit": _chars("0-9 A-F a-f"),
}


def _canonical(name: str) -> str:
    """`name` as it is compared: first letter large, the others small, without ``_``, ``-`` and spaces.

    Only ASCII letters change: names are bytes to RE2.
    """
    out: list[str] = []
    for char in name:
        if char in "_- ":
            continue
        if char.isascii():
            char = char.lower() if out else char.upper()
        out.append(char)
    return "".join(out)


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """From the canonical form of every name to the key of its table."""
    names = {_canonical(name): short for name, short in tables.CATEGORY_ALIASES.items()}
    names.update((_canonical(name), name) for name in chain(tables.SCRIPTS, tables.CATEGORIES))
    return names


@lru_cache(maxsize=512)
def unicode_class(name: str, fold_case: bool) -> CharSet | None:
    r"""The set that ``\p{name}`` means, None when there is no such class.

    With `fold_case`, what differs from a member only in case belongs to it too.
    """
    name = _canonical(name)
    if name == "Any":
        return ANY
    if name == "Assigned":
        return negate(_written(tables.CATEGORIES["Cn"]))
    if name == "Ascii":
        return (0, 0x7F, 0x17F, 0x17F, 0x212A, 0x212A) if fold_case else (0, 0x7F)
    name = _names().get(name, name)
    if name in tables.CATEGORIES:
        written, folded = tables.CATEGORIES[name], tables.FOLD_CATEGORIES.get(name)
    elif name in tables.SCRIPTS:
        written, folded = tables.SCRIPTS[name], tables.FOLD_SCRIPTS.get(name)
    else:
        return None
    chars = _written(written)
    return union([chars, _written(folded)]) if fold_case and folded else chars


def intersects(one: CharSet, other: CharSet) -> bool:
    """Whether a character is in both sets."""
    merged = sorted([*zip(one[::2], one[1::2], strict=True), *zip(other[::2], other[1::2], strict=True)])
    return any(left[1] >= right[0] for left, right in pairwise(merged))

# SPDX-License-Identifier: Apache-2.0
"""Shapes of expectations: what may be written in a case, and how it is compared with what was read.

Of a mapping only the keys that are written are compared; lists and single values must be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from workload_map import errors, quantity
from workload_map.workload.patch import same

__all__ = [
    "ABSENT",
    "COUNT",
    "CPU",
    "FLAG",
    "MAPPING",
    "MEMORY",
    "OPERATIONS",
    "TEXT",
    "TEXTS",
    "WORD",
    "Difference",
    "Fields",
    "Keyed",
    "Leaf",
    "Path",
    "Shape",
    "one_of",
    "unknown_key",
]

Path = tuple[str | int, ...]


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


#: Stands for what is not there at all, which is not null.
ABSENT: Final = _Absent()


class Difference(msgspec.Struct, frozen=True):
    """One thing that was expected and is not so; `path` leads to it from ``expect``."""

    path: Path
    expected: Any
    actual: Any


class Leaf(msgspec.Struct, frozen=True):
    """A value that is compared as a whole. `accepts` tells whether one may be written, `meaning` makes equal what
    is written differently and means the same."""

    what: str
    accepts: Callable[[Any], bool]
    meaning: Callable[[Any], Any] = lambda value: value

    def faults(self, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
        """The value, where it is none of these."""
        if not self.accepts(value):
            yield path, f"must be {self.what}"

    def differences(self, wanted: Any, actual: Any, path: Path) -> Iterator[Difference]:
        """The value, where another was read."""
        if actual is ABSENT or not same(self.meaning(wanted), self.meaning(actual)):
            yield Difference(path, wanted, actual)


class Fields(msgspec.Struct, frozen=True):
    """A mapping with these keys, any of which may be left out; null where there is none."""

    fields: Mapping[str, Shape]
    what: str
    nullable: bool = False

    def faults(self, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
        """Every key that is not known, and what is wrong below the others."""
        if value is None and self.nullable:
            return
        if not isinstance(value, dict):
            yield path, f"must be a mapping with {', '.join(self.fields)}"
            return
        for key, inner in value.items():
            if key in self.fields:
                yield from self.fields[key].faults(inner, (*path, key))
            else:
                yield (*path, key), unknown_key(key, self.fields, self.what)

    def differences(self, wanted: Any, actual: Any, path: Path) -> Iterator[Difference]:
        """Those below the keys that are written."""
        if wanted is None or not isinstance(actual, dict):
            if wanted is not actual:
                yield Difference(path, wanted, actual)
            return
        for key, inner in wanted.items():
            yield from self.fields[key].differences(inner, actual.get(key, ABSENT), (*path, key))


class Keyed(msgspec.Struct, frozen=True):
    """A mapping whose keys are names in the workload."""

    inner: Shape
    what: str

    def faults(self, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
        """What is wrong below any key."""
        if not isinstance(value, dict):
            yield path, f"must be a mapping from {self.what}"
            return
        for key, item in value.items():
            yield from self.inner.faults(item, (*path, key))

    def differences(self, wanted: Any, actual: Any, path: Path) -> Iterator[Difference]:
        """Those below the keys that are written."""
        if not isinstance(actual, dict):
            yield Difference(path, wanted, actual)
            return
        for key, inner in wanted.items():
            yield from self.inner.differences(inner, actual.get(key, ABSENT), (*path, key))


Shape = Leaf | Fields | Keyed


def unknown_key(key: str, known: Mapping[str, Any], what: str) -> str:
    """What to say of a key that is not known, with a guess at the one that was meant."""
    close = get_close_matches(key, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else f"; there are: {', '.join(known)}"
    return f'unknown key "{key}" of {what}{hint}'


def one_of(words: tuple[str, ...]) -> Leaf:
    """One of these words, as written."""
    return Leaf(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def _is_count(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0)


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_quantity(value: Any) -> bool:
    if value is None:
        return True
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return False
    try:
        quantity.parse(value)
    except errors.QuantityError:
        return False
    return True


def _millis(value: Any) -> Any:
    return None if value is None else quantity.milli(quantity.parse(value))


def _bytes(value: Any) -> Any:
    return None if value is None else quantity.value(quantity.parse(value))


def _is_operations(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, dict)
        and item.get("op") in ("add", "replace", "remove")
        and isinstance(item.get("path"), str)
        and set(item) <= {"op", "path", "value"}
        for item in value
    )


COUNT: Final = Leaf("a number of 0 or more, or null for one that is not known", _is_count)
TEXT: Final = Leaf("a text, or null", _is_text)
WORD: Final = Leaf("a text", lambda value: isinstance(value, str) and value != "")
TEXTS: Final = Leaf("a list of texts", _is_texts)
FLAG: Final = Leaf("true or false", lambda value: isinstance(value, bool))
MAPPING: Final = Leaf("a mapping, compared as a whole", lambda value: isinstance(value, dict))
CPU: Final = Leaf("a quantity such as 8 or 250m, or null", _is_quantity, _millis)
MEMORY: Final = Leaf("a quantity such as 64Gi, or null", _is_quantity, _bytes)
OPERATIONS: Final = Leaf("a list of RFC 6902 operations (add, replace, remove)", _is_operations)

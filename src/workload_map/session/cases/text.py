# SPDX-License-Identifier: Apache-2.0
"""Differences as lines that a person reads: what was expected, what was read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workload_map import errors, yamlio
from workload_map.session.cases.model import DifferenceView

__all__ = ["difference_lines"]


def difference_lines(difference: DifferenceView) -> Iterator[str]:
    """The place, then the expected value with ``-`` and the actual one with ``+``. Of two long lists only the items
    that differ are shown, with a line for how many are equal."""
    where = difference.path.lstrip("/")
    yield f"{where} (line {difference.line})" if difference.line is not None else where
    expected, actual = difference.expected, difference.actual
    if isinstance(expected, list) and isinstance(actual, list) and _nested(expected + actual):
        both = [item for item in expected if item in actual]
        expected = [item for item in expected if item not in both]
        actual = [item for item in actual if item not in both]
        if both and (expected or actual):
            yield f"    {len(both)} equal"
        elif both:
            yield "    the same in another order"
            expected, actual = difference.expected, difference.actual
    yield from (f"  - {line}" for line in _lines(expected))
    yield from (f"  + {line}" for line in (["nothing"] if difference.absent else _lines(actual)))


def _nested(items: list[Any]) -> bool:
    return any(isinstance(item, dict | list) for item in items)


def _lines(value: Any) -> list[str]:
    if isinstance(value, list) and not _nested(value):
        return [f"[{', '.join(map(_word, value))}]"]
    if isinstance(value, dict | list) and value:
        return yamlio.dump(value).rstrip("\n").split("\n")
    return [_word(value)]


def _word(value: Any) -> str:
    """A value as YAML writes it: a text that looks like a number is told from one."""
    try:
        text = yamlio.dump(value).rstrip("\n")
    except errors.InputError:
        return repr(value)
    return text if "\n" not in text else yamlio.to_json(value, indent=0)

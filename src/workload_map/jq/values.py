# SPDX-License-Identifier: Apache-2.0
"""JSON values: their types, order, equality, elements. Nothing here recurses on a value's depth."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

from workload_map.jq import numbers
from workload_map.jq.runtime import Fail, Limit, Run

__all__ = [
    "clamp_index",
    "compare",
    "contains",
    "equal",
    "flatten",
    "index",
    "indices",
    "iterate",
    "order",
    "preview",
    "slice_bounds",
    "slice_of",
    "sort",
    "type_name",
]

_NAMES = {
    dict: "object",
    list: "array",
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
_RANKS = {type(None): 0, bool: 1, int: 3, float: 3, str: 4, list: 5, dict: 6}
_EXACT = 2**53


def type_name(value: Any) -> str:
    """One of null, boolean, number, string, array, object."""
    try:
        return _NAMES[type(value)]
    except KeyError:
        raise Fail(f"a Python {type(value).__name__} is not a JSON value") from None


def preview(value: Any) -> str:
    """A short description for messages; its size does not depend on the value's."""
    kind = type_name(value)
    if kind in ("null", "boolean"):
        return {None: "null", True: "true", False: "false"}[value]
    if kind == "number":
        shown = numbers.text(value) if type(value) is float or value.bit_length() < 256 else "a huge integer"
        return f"number ({shown})"
    if kind == "string":
        return f"string ({value[:24]!r}{'...' if len(value) > 24 else ''})"
    if kind == "array":
        return f"array (of {len(value)})"
    keys = ", ".join(sorted(value)[:3]) if len(value) < 1000 else "..."
    return f"object ({keys[:40]}{', ...' if len(value) > 3 else ''})"


def _scalars(left: Any, right: Any) -> int:
    """Order of two values that are not both arrays or both objects."""
    kind, other = type(left), type(right)
    if kind is other and (kind is str or kind is int):
        return int(left > right) - int(left < right)
    try:
        rank, other_rank = _RANKS[kind], _RANKS[other]
    except KeyError:
        type_name(left)
        type_name(right)
        raise
    if rank != other_rank:
        return -1 if rank < other_rank else 1
    if rank == 3:
        # As in gojq an integer is made a float to meet a float; NaN is below everything, itself included.
        left, right = numbers.to_float(left), numbers.to_float(right)
        if left < right or left != left:
            return -1
        return 0 if left == right else 1
    if rank == 1:
        return int(left) - int(right)
    return 0


def _pairs(left: Any, right: Any) -> tuple[Iterator[tuple[Any, Any]], int]:
    """What to compare, in order, of two arrays or two objects; and the result if all of that is equal."""
    if type(left) is list:
        return zip(left, right, strict=False), (len(left) > len(right)) - (len(left) < len(right))
    keys, others = sorted(left), sorted(right)
    if keys != others:
        return iter(()), -1 if keys < others else 1
    return ((left[key], right[key]) for key in keys), 0


def compare(left: Any, right: Any, run: Run) -> int:
    """-1, 0 or 1: jq's order of all values. A step for each pair of elements."""
    kind = type(left)
    if kind is not type(right) or (kind is not list and kind is not dict):
        if kind is str:
            run.length(left)
        return _scalars(left, right)
    stack = [_pairs(left, right)]
    depth = run.limits.depth
    left_over = run.left
    while stack:
        pairs, tail = stack[-1]
        for one, other in pairs:
            left_over -= 2
            if left_over < 0:
                raise run.over()
            kind = type(one)
            if kind is type(other) and (kind is list or kind is dict):
                if len(stack) >= depth:
                    raise Limit(f"a value is nested more than {depth} levels deep")
                if kind is dict:
                    left_over -= len(one) + len(other)
                stack.append(_pairs(one, other))
                break
            if kind is str and len(one) > 1024:
                left_over -= len(one) >> 6
            result = _scalars(one, other)
            if result:
                run.left = left_over
                return result
        else:
            if tail:
                run.left = left_over
                return tail
            stack.pop()
    run.left = left_over
    return 0


def equal(left: Any, right: Any, run: Run) -> bool:
    """Whether two values are equal as `==` sees it."""
    kind = type(left)
    if kind is type(right):
        if kind is int:
            return bool(left == right)
        if kind is str:
            run.length(left)
            return bool(left == right)
        if kind is dict or kind is list:
            return len(left) == len(right) and compare(left, right, run) == 0
    return _scalars(left, right) == 0


def order(keys: Sequence[Any], run: Run) -> list[int]:
    """The positions of `keys` in ascending order, equal ones as they came."""
    size = len(keys)
    run.charge(size + size * size.bit_length() // 8)
    positions = range(size)
    if _plain(keys, run):
        return sorted(positions, key=keys.__getitem__)
    by = functools.cmp_to_key(lambda one, other: _charged(one, other, run))
    return sorted(positions, key=lambda position: by(keys[position]))


def sort(items: Sequence[Any], run: Run) -> list[Any]:
    """The values in ascending order, equal ones as they came."""
    if _plain(items, run):
        run.charge(len(items) + len(items) * len(items).bit_length() // 8)
        return sorted(items)
    return [items[position] for position in order(items, run)]


def _charged(left: Any, right: Any, run: Run) -> int:
    run.left -= 2
    if run.left < 0:
        raise run.over()
    return compare(left, right, run)


def _plain(keys: Sequence[Any], run: Run) -> bool:
    """Whether Python's own order of these values is jq's. Charges for long texts, which are compared often."""
    kinds = set(map(type, keys))
    if kinds == {str}:
        run.charge((sum(map(len, keys)) >> 10) * len(keys).bit_length())
        return True
    if kinds == {int}:
        return True
    if kinds == {float}:
        return all(key == key for key in keys)
    if kinds == {int, float}:
        return all(-_EXACT < key < _EXACT for key in keys)
    return False


def iterate(value: Any) -> Sequence[Any]:
    """The elements of an array, or the values of an object by sorted key. Not to be changed."""
    kind = type(value)
    if kind is list:
        return value  # type: ignore[no-any-return]
    if kind is dict:
        if len(value) > 1:
            return [value[key] for key in sorted(value)]
        return list(value.values())
    raise Fail(f"cannot iterate over {preview(value)}")


def clamp_index(position: int, low: int, size: int) -> int:
    """An index counted from the end where negative, kept between `low` and `size`."""
    if position < 0:
        position += size
    return low if position < low else min(position, size)


def index(value: Any, key: Any, run: Run) -> Any:
    """``value[key]`` for every kind of key."""
    kind = type(key)
    if kind is str:
        if type(value) is dict:
            return value.get(key)
        if value is None:
            return None
        raise Fail(f"cannot take key {key[:40]!r} of {preview(value)}")
    if kind is int or kind is float:
        if type(value) is list or type(value) is str:
            position = clamp_index(numbers.clamp(key), -1, len(value))
            return value[position] if 0 <= position < len(value) else None
        if value is None:
            return None
        raise Fail(f"cannot take element {numbers.text(numbers.clamp(key))} of {preview(value)}")
    if kind is list:
        if value is None:
            return None
        if type(value) is list:
            return indices(value, key, run)
        raise Fail(f"cannot look for an array in {preview(value)}")
    if kind is dict:
        if value is None:
            return None
        if "start" not in key or "end" not in key:
            raise Fail(f"a slice needs start and end, not {preview(key)}")
        return slice_of(value, key["start"], key["end"], run)
    if type(value) is list or type(value) is str:
        raise Fail(f"{preview(key)} is not an index of {preview(value)}")
    raise Fail(f"{preview(key)} is not a key")


def slice_bounds(start: Any, end: Any, size: int) -> tuple[int, int]:
    """The two ends of a slice of something with `size` elements."""
    low, high = 0, size
    if start is not None:
        if type(start) is not int and type(start) is not float:
            raise Fail(f"a slice cannot start at {preview(start)}")
        low = clamp_index(numbers.clamp(start), 0, size)
    if end is not None:
        if type(end) is not int and type(end) is not float:
            raise Fail(f"a slice cannot end at {preview(end)}")
        high = clamp_index(numbers.clamp_ceil(end), low, size)
    return low, max(low, high)


def slice_of(value: Any, start: Any, end: Any, run: Run) -> Any:
    """``value[start:end]`` of an array or a string."""
    if value is None:
        return None
    if type(value) is not list and type(value) is not str:
        raise Fail(f"cannot slice {preview(value)}")
    low, high = slice_bounds(start, end, len(value))
    if low == 0 and high == len(value):
        # The same value, also as a place in paths.
        return value
    run.charge(1 + ((high - low) >> 3))
    return value[low:high]


def indices(items: list[Any], wanted: list[Any], run: Run) -> list[int]:
    """Where `wanted` begins in `items`, overlapping places included."""
    size = len(wanted)
    if not size:
        return []
    found: list[int] = []
    for start in range(len(items) - size + 1):
        run.charge(1)
        if all(compare(items[start + at], wanted[at], run) == 0 for at in range(size)):
            found.append(start)
    return found


def contains(value: Any, part: Any, run: Run) -> bool:
    """Whether `part` is in `value`, as jq's `contains` sees it. Any one level may be the deep one, so this
    walks with a stack of its own."""
    # Each generator yields (value, part) and is sent the answer.
    stack: list[Any] = [_contains(value, part, run)]
    reply: bool | None = None
    while stack:
        run.charge(2)
        if len(stack) > run.limits.depth:
            raise Limit(f"a value is nested more than {run.limits.depth} levels deep")
        try:
            item, wanted = stack[-1].send(reply)
            stack.append(_contains(item, wanted, run))
            reply = None
        except StopIteration as done:
            stack.pop()
            reply = bool(done.value)
    return bool(reply)


def _contains(value: Any, part: Any, run: Run) -> Any:
    kind, other = type(value), type(part)
    if kind is str and other is str:
        run.length(value)
        return part in value
    if kind is list and other is list:
        for wanted in part:
            for item in value:
                if _comparable(item, wanted) and (yield item, wanted):
                    break
            else:
                return False
        return True
    if kind is dict and other is dict:
        if len(value) < len(part):
            return False
        for key, wanted in part.items():
            if key not in value or not _comparable(value[key], wanted):
                return False
            if not (yield value[key], wanted):
                return False
        return True
    if _RANKS.get(kind) == 3 and _RANKS.get(other) == 3:
        if kind is int and other is int:
            return value == part
        return numbers.to_float(value) == numbers.to_float(part)
    if value is part:
        return True
    raise Fail(f"{preview(value)} cannot contain {preview(part)}")


def _comparable(value: Any, part: Any) -> bool:
    """Inside arrays and objects values of different kinds do not match; only at the top are they an error."""
    return value is part or (type_name(value) == type_name(part) and type(value) is not bool)


def flatten(items: Sequence[Any], levels: float, run: Run) -> list[Any]:
    """`items` with arrays inside replaced by their elements, down to `levels` (negative: all)."""
    result: list[Any] = []
    stack: list[tuple[Iterator[Any], float]] = [(iter(items), levels)]
    while stack:
        rest, level = stack[-1]
        for item in rest:
            run.charge(1)
            if type(item) is list and level != 0:
                if len(stack) > run.limits.depth:
                    raise Limit(f"a value is nested more than {run.limits.depth} levels deep")
                stack.append((iter(item), level - 1))
                break
            result.append(item)
        else:
            stack.pop()
    return result

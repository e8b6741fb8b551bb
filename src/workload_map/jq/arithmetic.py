# SPDX-License-Identifier: Apache-2.0
"""The arithmetic operators on all kinds of values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from workload_map.jq import numbers, values
from workload_map.jq.numbers import to_float
from workload_map.jq.runtime import Fail, Limit, Run
from workload_map.jq.values import preview

__all__ = ["OPERATORS", "add", "divide", "merge", "modulo", "multiply", "negate", "plus", "split", "subtract"]

_SMALL = 2**62


def _number(value: Any) -> bool:
    return type(value) is int or type(value) is float


def _sized(value: int, run: Run) -> int:
    bits = value.bit_length()
    if bits > run.limits.bits:
        raise Limit(f"an integer of {bits} bits is larger than {run.limits.bits}")
    return value


def _mismatch(verb: str, left: Any, right: Any) -> Fail:
    return Fail(f"cannot {verb} {preview(left)} and {preview(right)}")


def add(left: Any, right: Any, run: Run) -> Any:
    """``left + right``: numbers, strings, arrays, objects; null is neutral."""
    kind, other = type(left), type(right)
    if kind is int and other is int:
        total = left + right
        return total if -_SMALL < total < _SMALL else _sized(total, run)
    if kind is other:
        if kind is str:
            return run.string(left + right)
        if kind is list:
            if not left or not right:
                return left or right
            run.array(len(left) + len(right))
            return left + right
        if kind is dict:
            if not left or not right:
                return left or right
            run.charge(len(left) + len(right))
            return left | right
    if left is None:
        return right
    if right is None:
        return left
    if _number(left) and _number(right):
        return to_float(left) + to_float(right)
    raise _mismatch("add", left, right)


def subtract(left: Any, right: Any, run: Run) -> Any:
    """``left - right``: numbers, or the elements of an array that are not in another."""
    kind, other = type(left), type(right)
    if kind is int and other is int:
        total = left - right
        return total if -_SMALL < total < _SMALL else _sized(total, run)
    if kind is list and other is list:
        if all(type(item) is str for item in right):
            run.charge(len(left) + len(right))
            dropped = frozenset(right)
            return [item for item in left if type(item) is not str or item not in dropped]
        kept = []
        for item in left:
            for unwanted in right:
                run.charge(1)
                if values.compare(item, unwanted, run) == 0:
                    break
            else:
                kept.append(item)
        return kept
    if _number(left) and _number(right):
        return to_float(left) - to_float(right)
    raise _mismatch("subtract", left, right)


def multiply(left: Any, right: Any, run: Run) -> Any:
    """``left * right``: numbers, a string repeated, objects merged in depth."""
    kind, other = type(left), type(right)
    if kind is int and other is int:
        if not (-_SMALL < left < _SMALL and -_SMALL < right < _SMALL):
            bits = left.bit_length() + right.bit_length()
            if bits > run.limits.bits + 1:
                raise Limit(f"an integer of {bits} bits is larger than {run.limits.bits}")
            run.charge(1 + (bits * bits >> 21))
        return _sized(left * right, run)
    if kind is dict and other is dict:
        return merge(left, right, run)
    if _number(left) and _number(right):
        return to_float(left) * to_float(right)
    if kind is str and _number(right):
        return _repeat(left, to_float(right), run)
    if other is str and _number(left):
        return _repeat(right, to_float(left), run)
    raise _mismatch("multiply", left, right)


def _repeat(text: str, times: float, run: Run) -> str | None:
    if times < 0 or times != times:
        return None
    if not text:
        return ""
    size = len(text) * times
    if size >= 2**31 - len(text):
        raise Fail(f"a string of {len(text)} characters cannot be repeated {times:g} times")
    if size >= run.limits.string + len(text):
        raise Limit(f"a string repeated {times:g} times is longer than {run.limits.string}")
    return run.string(text * int(times))


def merge(left: dict[str, Any], right: dict[str, Any], run: Run) -> dict[str, Any]:
    """Both objects in one; where both have an object under a key, these are merged as well."""
    run.charge(1 + len(left) + len(right))
    result = dict(left)
    todo = [(result, right)]
    depth = 0
    while todo:
        depth += 1
        following = []
        for target, source in todo:
            for key, value in source.items():
                if type(value) is dict and type(target.get(key)) is dict:
                    run.charge(1 + len(target[key]) + len(value))
                    copy = dict(target[key])
                    target[key] = copy
                    following.append((copy, value))
                else:
                    target[key] = value
        todo = following
        # The innermost level that is merged is not itself nested in anything more.
        if depth > run.limits.depth + 1:
            raise Limit(f"a value is nested more than {run.limits.depth} levels deep")
    return result


def divide(left: Any, right: Any, run: Run) -> Any:
    """``left / right``: numbers (two integers give an integer where it divides), a string split by another."""
    kind, other = type(left), type(right)
    if _number(left) and _number(right):
        if right == 0:
            raise Fail(f"cannot divide {preview(left)} by zero")
        if kind is int and other is int:
            if not (-_SMALL < left < _SMALL and -_SMALL < right < _SMALL):
                run.charge(1 + (left.bit_length() * right.bit_length() >> 19))
            quotient, rest = divmod(left, right)
            if rest == 0:
                return quotient
        left, right = to_float(left), to_float(right)
        try:
            return left / right
        except OverflowError:
            return math.copysign(math.inf, left) * math.copysign(1.0, right)
    if kind is str and other is str:
        return split(left, right, run) if left else []
    raise _mismatch("divide", left, right)


def split(text: str, separator: str, run: Run) -> list[str]:
    """The pieces of a text between separators; an empty separator splits characters."""
    run.charge(1 + (len(text) >> 4))
    pieces = text.split(separator) if separator else list(text)
    run.charge(len(pieces))
    return pieces


def modulo(left: Any, right: Any, run: Run) -> Any:
    """``left % right`` of integers, with the sign of `left`; floats are cut to integers first."""
    if not _number(left) or not _number(right):
        raise _mismatch("take the remainder of", left, right)
    if type(left) is int and type(right) is int:
        if right == 0:
            raise Fail(f"cannot take the remainder of {preview(left)} by zero")
        if not (-_SMALL < left < _SMALL and -_SMALL < right < _SMALL):
            run.charge(1 + (left.bit_length() * right.bit_length() >> 19))
        rest = abs(left) % abs(right)
        return -rest if left < 0 else rest
    left, right = to_float(left), to_float(right)
    divisor = numbers.clamp(right)
    if divisor == 0:
        raise Fail(f"cannot take the remainder of {preview(left)} by zero")
    if left != left or right != right:
        return math.nan
    dividend = numbers.clamp(left)
    rest = abs(dividend) % abs(divisor)
    return -rest if dividend < 0 else rest


def negate(value: Any) -> Any:
    """``-value``"""
    if not _number(value):
        raise Fail(f"cannot negate {preview(value)}")
    return -value


def plus(value: Any) -> Any:
    """``+value``"""
    if not _number(value):
        raise Fail(f"{preview(value)} is not a number")
    return value


OPERATORS: dict[str, Callable[[Any, Any, Run], Any]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": modulo,
}

# SPDX-License-Identifier: Apache-2.0
"""Numbers as gojq reads, prints and converts them."""

from __future__ import annotations

import math
import re

__all__ = [
    "INT_MAX",
    "INT_MIN",
    "TooLarge",
    "clamp",
    "clamp_ceil",
    "parse",
    "parse_strict",
    "text",
    "to_float",
]

INT_MAX = 2**63 - 1
INT_MIN = -(2**63)

_DIGITS = 4_200
# int() and str() refuse more digits than a setting of the process that may be as low as 640.
_CHUNK = 600
_CHUNK_POWER = 10**_CHUNK
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_MAX_FLOAT = 1.7976931348623157e308


class TooLarge(ValueError):
    """An integer with more digits than any evaluation may hold."""


def parse(literal: str) -> int | float:
    """The number that a literal of jq or JSON means: an exact integer where it has neither point nor
    exponent; beyond the range of floats infinite."""
    if "." in literal or "e" in literal or "E" in literal:
        return float(literal)
    if len(literal) <= _CHUNK:
        return int(literal)
    if len(literal) > _DIGITS:
        raise TooLarge(f"an integer of {len(literal)} digits is over the limit")
    sign, digits = (-1, literal[1:]) if literal[0] == "-" else (1, literal.lstrip("+"))
    value = 0
    for start in range(0, len(digits), _CHUNK):
        piece = digits[start : start + _CHUNK]
        value = value * 10 ** len(piece) + int(piece)
    return sign * value


def parse_strict(literal: str) -> int | float | None:
    """As `parse`; None when the text is no number in jq's syntax (a sign is allowed, white space is not)."""
    return parse(literal) if _NUMBER.fullmatch(literal) else None


def text(value: int | float) -> str:
    """The number as gojq prints it: NaN is null, infinities are the largest float."""
    if type(value) is int:
        return _int_text(value)
    if value != value:
        return "null"
    value = max(-_MAX_FLOAT, min(_MAX_FLOAT, value))
    if value == int(value) and -1e15 < value < 1e15:
        whole = str(int(value))
        return "-0" if whole == "0" and math.copysign(1.0, value) < 0 else whole
    shown = repr(value)
    sign = ""
    if shown[0] == "-":
        sign, shown = "-", shown[1:]
    mantissa, _, power = shown.partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    if 1e-6 <= abs(value) < 1e21:
        return sign + _plain(whole, fraction, int(power or 0))
    digits = (whole + fraction).lstrip("0")
    leading = len(whole + fraction) - len(digits)
    exponent = int(power or 0) + len(whole) - 1 - leading
    digits = digits.rstrip("0") or "0"
    shown = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    # As Go does, a positive exponent has at least two digits; as jq does, a negative one may have one.
    return f"{sign}{shown}e{'-' if exponent < 0 else '+'}{abs(exponent)}"


def _plain(whole: str, fraction: str, power: int) -> str:
    digits = whole + fraction
    point = len(whole) + power
    if point <= 0:
        return "0." + "0" * -point + digits
    if point >= len(digits):
        return digits + "0" * (point - len(digits))
    return digits[:point] + "." + digits[point:]


def _int_text(value: int) -> str:
    if -_CHUNK_POWER < value < _CHUNK_POWER:
        return str(value)
    pieces: list[str] = []
    rest = abs(value)
    while rest >= _CHUNK_POWER:
        rest, piece = divmod(rest, _CHUNK_POWER)
        pieces.append(str(piece).zfill(_CHUNK))
    pieces.append(str(rest))
    return ("-" if value < 0 else "") + "".join(reversed(pieces))


def to_float(value: int | float) -> float:
    """The nearest float; beyond their range infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def clamp(value: int | float) -> int:
    """A 64-bit integer, as Go converts: towards zero, what is too large or NaN at the nearer end."""
    if type(value) is int:
        return min(max(value, INT_MIN), INT_MAX)
    if -9223372036854775808.0 <= value < 9223372036854775808.0:
        return int(value)
    # 2^63 is not above the largest integer once that is a float; the conversion wraps on amd64.
    if value == 9223372036854775808.0:
        return INT_MIN
    return INT_MAX if value > 0 else INT_MIN


def clamp_ceil(value: int | float) -> int:
    """As `clamp`, but a fraction counts upwards."""
    if type(value) is float and math.isfinite(value):
        return clamp(float(math.ceil(value)))
    return clamp(value)

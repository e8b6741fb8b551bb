# SPDX-License-Identifier: Apache-2.0
"""Kubernetes quantities (``500m``, ``64Gi``, ``1e3``), exact.

Parsing follows apimachinery's ``resource.Quantity``: what it takes is taken, with its rounding (anything finer
than a billionth goes away from zero) and its cap (a binary quantity ends at 2^63 - 1).
"""

from __future__ import annotations

import re
from fractions import Fraction

from workload_map import errors

__all__ = ["format_cpu", "format_memory", "milli", "parse", "value"]

_QUANTITY = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?[0-9]+))?")
_DECIMAL = {"n": -9, "u": -6, "m": -3, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_NANO = 10**9
_TOP = 2**63 - 1
# Far above all that a number of resources can be; below what costs noticeable time or memory.
_LONGEST = 1000
_LARGEST_EXPONENT = 1000


def parse(text: str | int | float) -> Fraction:
    """The exact value of a quantity as it stands in an object: a string, or a JSON number. Raises QuantityError."""
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        raise errors.QuantityError(f"{text!r} is not a quantity: expected a string or a number")
    if isinstance(text, int):
        return Fraction(text)
    shown = repr(text if isinstance(text, float) else text[:40])
    written = repr(text) if isinstance(text, float) else text
    match = _QUANTITY.fullmatch(written) if len(written) <= _LONGEST else None
    if not match or not text:
        raise errors.QuantityError(f"{shown} is not a quantity such as 2, 500m, 1.5 or 64Gi")
    sign, whole, part, suffix, exponent = match.groups()
    part = part or ""
    digits = int((whole + part) or "0")
    power = int(exponent) if exponent else _DECIMAL.get(suffix, 0)
    if abs(power) > _LARGEST_EXPONENT:
        raise errors.QuantityError(f"{shown} has an exponent beyond {_LARGEST_EXPONENT}")
    # In billionths, rounded away from zero.
    power += 9 - len(part)
    digits <<= _BINARY.get(suffix, 0)
    nano = digits * 10**power if power >= 0 else -(-digits // 10**-power)
    if suffix in _BINARY:
        nano = min(nano, _TOP * _NANO)
    return Fraction(-nano if sign == "-" else nano, _NANO)


def milli(quantity: Fraction) -> int:
    """The quantity in thousandths, a rest rounded away from zero (Kubernetes' ``MilliValue``)."""
    return _away_from_zero(quantity.numerator * 1000, quantity.denominator)


def value(quantity: Fraction) -> int:
    """The quantity as an integer, a rest rounded away from zero (Kubernetes' ``Value``)."""
    return _away_from_zero(quantity.numerator, quantity.denominator)


def _away_from_zero(numerator: int, denominator: int) -> int:
    return -(-numerator // denominator) if numerator >= 0 else numerator // denominator


def format_cpu(milli: int) -> str:
    """CPU from thousandths of a core: whole cores, else with ``m`` (``20``, ``250m``)."""
    return str(milli // 1000) if milli % 1000 == 0 else f"{milli}m"


def format_memory(size: int) -> str:
    """Memory from bytes, in the largest binary unit that divides it, else the largest decimal one, else in bytes
    (``64Gi``, ``70M``, ``1001``)."""
    if size == 0:
        return "0"
    for suffix, bits in reversed(_BINARY.items()):
        if size % (1 << bits) == 0:
            return f"{size >> bits}{suffix}"
    for suffix, power in reversed(_DECIMAL.items()):
        if power > 0 and size % 10**power == 0:
            return f"{size // 10**power}{suffix}"
    return str(size)

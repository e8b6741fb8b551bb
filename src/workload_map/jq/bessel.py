# SPDX-License-Identifier: Apache-2.0
"""Bessel functions of the first and second kind, by numerical integration of their integral forms.

Python has none. The results agree with a mathematical library's to about 12 digits, not to the last bit.
"""

from __future__ import annotations

import math

__all__ = ["first", "second"]

# Beyond these the integrals would need too many points; no expression about workloads comes near.
_LARGEST = 1_000.0
_STEPS = 4_000


def first(order: int, x: float) -> float:
    """J of integer `order` at `x`; NaN where it cannot be computed in a bounded time."""
    if x != x:
        return math.nan
    if math.isinf(x):
        return 0.0
    if abs(x) > _LARGEST or abs(order) > _LARGEST:
        return math.nan
    # The integrand is periodic and smooth: the trapezoidal rule converges faster than any power.
    terms = [0.5 * (1.0 + math.cos(order * math.pi))]
    for step in range(1, _STEPS):
        angle = math.pi * step / _STEPS
        terms.append(math.cos(order * angle - x * math.sin(angle)))
    if x == 0:
        return 1.0 if order == 0 else 0.0
    return math.fsum(terms) / _STEPS


def second(order: int, x: float) -> float:
    """Y of integer `order` at `x`; minus infinity at 0, NaN below and where it cannot be computed."""
    if x != x or x < 0:
        return math.nan
    if x == 0:
        return -math.inf if order >= 0 or order % 2 == 0 else math.inf
    if math.isinf(x):
        return 0.0
    if x > _LARGEST or abs(order) > _LARGEST:
        return math.nan
    if order < 0:
        return second(-order, x) * (-1.0 if order % 2 else 1.0)
    low, high = _second_of_0_or_1(0, x), _second_of_0_or_1(1, x)
    if order == 0:
        return low
    for degree in range(1, order):
        low, high = high, 2.0 * degree / x * high - low
    return high


def _second_of_0_or_1(order: int, x: float) -> float:
    steps = _STEPS
    wave = 0.0
    for step in range(steps + 1):
        angle = math.pi * step / steps
        weight = 1 if step in (0, steps) else (4 if step % 2 else 2)
        wave += weight * math.sin(x * math.sin(angle) - order * angle)
    wave *= math.pi / steps / 3
    # The tail falls off doubly exponentially; it is cut where it is below the precision of floats.
    end = math.asinh((45.0 + order * 5.0) / x) + 1.0
    tail = 0.0
    sign = -1.0 if order % 2 else 1.0
    for step in range(steps + 1):
        t = end * step / steps
        weight = 1 if step in (0, steps) else (4 if step % 2 else 2)
        exponent = -x * math.sinh(t)
        if exponent > -700:
            tail += weight * (math.exp(order * t) + sign * math.exp(-order * t)) * math.exp(exponent)
    tail *= end / steps / 3
    return (wave - tail) / math.pi

# SPDX-License-Identifier: Apache-2.0
"""The mathematical functions, with the results of Go's package math at the edges."""

from __future__ import annotations

import fractions
import math
import struct
from collections.abc import Callable
from typing import Any

from workload_map.jq import bessel, numbers
from workload_map.jq.runtime import Fail, Run
from workload_map.jq.values import preview

__all__ = ["MATH"]

Function = Callable[..., Any]


def _float(value: Any, name: str) -> float:
    if type(value) is int:
        return numbers.to_float(value)
    if type(value) is float:
        return value
    raise Fail(f"{name} needs a number, not {preview(value)}")


def _one(name: str, function: Callable[[float], float]) -> Function:
    def call(run: Run, value: Any) -> float:
        return function(_float(value, name))

    return call


def _two(name: str, function: Callable[[float, float], float]) -> Function:
    def call(run: Run, value: Any, left: Any, right: Any) -> float:
        return function(_float(left, name), _float(right, name))

    return call


def _guarded(
    function: Callable[[float], float], overflow: Callable[[float], float] = lambda x: math.inf
) -> Callable[[float], float]:
    """Python raises where Go gives NaN (outside the domain) or an infinity (too large)."""

    def call(x: float) -> float:
        try:
            return function(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return overflow(x)

    return call


def _signed_infinity(x: float) -> float:
    return math.copysign(math.inf, x)


def _whole(function: Callable[[float], int]) -> Callable[[float], float]:
    """Rounding that keeps infinities, NaN and the sign of zero."""

    def call(x: float) -> float:
        if not math.isfinite(x):
            return x
        return math.copysign(float(function(x)), x)

    return call


def _round(x: float) -> int:
    down = math.floor(abs(x))
    up = down + 1 if abs(x) - down >= 0.5 else down
    return -up if x < 0 else up


def _log(function: Callable[[float], float], zero: float) -> Callable[[float], float]:
    def call(x: float) -> float:
        if x == zero:
            return -math.inf
        return function(x) if x > zero or x != x else math.nan

    return call


_LN2 = 0.693147180559945309417232121458176568
_LN10 = 2.30258509299404568401799145468436421


def _log2(x: float) -> float:
    """By way of the exponent, as Go does, so that powers of two are exact."""
    if not math.isfinite(x):
        return x
    fraction, power = math.frexp(x)
    return float(power - 1) if fraction == 0.5 else math.log(fraction) * (1 / _LN2) + power


def _hypot(x: float, y: float) -> float:
    """By the formula of Go, for its last digit."""
    p, q = abs(x), abs(y)
    if math.isinf(p) or math.isinf(q):
        return math.inf
    if p != p or q != q:
        return math.nan
    if p < q:
        p, q = q, p
    if p == 0:
        return 0.0
    q /= p
    return p * math.sqrt(1 + q * q)


def _cbrt(x: float) -> float:
    """The nearest float: what the C library gives may be one off."""
    if not math.isfinite(x) or x == 0:
        return x
    root = math.cbrt(x)
    exact = fractions.Fraction(x)
    near = (root, math.nextafter(root, math.inf), math.nextafter(root, -math.inf))
    return min(near, key=lambda candidate: abs(fractions.Fraction(candidate) ** 3 - exact))


def _atanh(x: float) -> float:
    return math.copysign(math.inf, x) if abs(x) == 1 else math.atanh(x)


def _gamma(x: float) -> float:
    if x == 0:
        return math.copysign(math.inf, x)
    if x == -math.inf or (x < 0 and x == math.floor(x)):
        return math.nan
    try:
        return math.gamma(x)
    except OverflowError:
        return math.inf


def _lgamma(x: float) -> float:
    if x == -math.inf:
        return -math.inf
    if x <= 0 and x == math.floor(x):
        return math.inf
    try:
        return math.lgamma(x)
    except OverflowError:
        return math.inf


def _logb(x: float) -> float:
    if x == 0:
        return -math.inf
    if math.isinf(x):
        return math.inf
    return x if x != x else float(math.frexp(x)[1] - 1)


def _significand(x: float) -> float:
    if not math.isfinite(x) or x == 0:
        return x
    bits: int = struct.unpack("<Q", struct.pack("<d", x))[0]
    changed: float = struct.unpack("<d", struct.pack("<Q", bits & 0x800FFFFFFFFFFFFF | 0x3FF0000000000000))[0]
    return changed


def _power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except OverflowError:
        odd = y == math.floor(y) and math.fmod(y, 2) != 0
        return -math.inf if x < 0 and odd else math.inf
    except ValueError:
        if x == 0:
            odd = y == math.floor(y) and math.fmod(y, 2) != 0
            return math.copysign(math.inf, x) if odd else math.inf
        return math.nan


def _ldexp(x: float, y: float) -> float:
    power = max(-5000, min(5000, numbers.clamp(y)))
    try:
        return math.ldexp(x, power)
    except OverflowError:
        return math.copysign(math.inf, x)


def _remainder(x: float, y: float) -> float:
    try:
        return math.remainder(x, y)
    except ValueError:
        return math.nan


def _drem(x: float, y: float) -> float:
    rest = _remainder(x, y)
    return math.copysign(rest, x) if rest == 0 else rest


def _fmod(x: float, y: float) -> float:
    try:
        return math.fmod(x, y)
    except ValueError:
        return math.nan


def _fdim(x: float, y: float) -> float:
    difference = x - y
    return difference if difference > 0 or difference != difference else 0.0


def _fmax(x: float, y: float) -> float:
    if math.inf in (x, y):
        return math.inf
    if x != x or y != y:
        return math.nan
    if x == 0 and y == 0:
        return y if math.copysign(1, x) < 0 else x
    return max(x, y)


def _fmin(x: float, y: float) -> float:
    if -math.inf in (x, y):
        return -math.inf
    if x != x or y != y:
        return math.nan
    if x == 0 and y == 0:
        return x if math.copysign(1, x) < 0 else y
    return min(x, y)


def _fma(run: Run, value: Any, a: Any, b: Any, c: Any) -> float:
    x, y, z = _float(a, "fma"), _float(b, "fma"), _float(c, "fma")
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
        return x * y + z
    product = x * y
    if product == 0 and (x == 0 or y == 0):
        return product + z
    # One rounding: the exact result as a fraction of integers.
    (p, q), (r, s), (t, u) = x.as_integer_ratio(), y.as_integer_ratio(), z.as_integer_ratio()
    numerator, denominator = p * r * u + t * q * s, q * s * u
    if numerator == 0:
        return 0.0 if product >= 0 or z >= 0 else -0.0
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if numerator > 0 else -math.inf


def _frexp(run: Run, value: Any) -> list[Any]:
    x = _float(value, "frexp")
    mantissa, power = math.frexp(x)
    return [mantissa, power]


def _modf(run: Run, value: Any) -> list[Any]:
    x = _float(value, "modf")
    if math.isinf(x):
        return [math.nan, x]
    fraction, whole = math.modf(x)
    return [fraction, whole]


def _exp10(x: float) -> float:
    return _power(10.0, x)


def _ordered(function: Callable[[int, float], float]) -> Callable[[float, float], float]:
    return lambda order, x: function(numbers.clamp(order), x)


_ONE: dict[str, Callable[[float], float]] = {
    "sin": _guarded(math.sin),
    "cos": _guarded(math.cos),
    "tan": _guarded(math.tan),
    "asin": _guarded(math.asin),
    "acos": _guarded(math.acos),
    "atan": math.atan,
    "sinh": _guarded(math.sinh, _signed_infinity),
    "cosh": _guarded(math.cosh),
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": _guarded(math.acosh),
    "atanh": _guarded(_atanh),
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "round": _whole(_round),
    "trunc": _whole(math.trunc),
    "nearbyint": _whole(round),
    "rint": _whole(round),
    "significand": _significand,
    "fabs": abs,
    "sqrt": _guarded(math.sqrt),
    "cbrt": _cbrt,
    "exp": _guarded(math.exp),
    "exp10": _exp10,
    "exp2": lambda x: _power(2.0, x),
    "expm1": _guarded(math.expm1),
    "log": _log(math.log, 0.0),
    "log10": _log(lambda x: _log2(x) * (_LN2 / _LN10), 0.0),
    "log2": _log(lambda x: _log2(x), 0.0),
    "log1p": _log(math.log1p, -1.0),
    "logb": _logb,
    "gamma": _gamma,
    "tgamma": _gamma,
    "lgamma": _lgamma,
    "erf": math.erf,
    "erfc": math.erfc,
    "j0": lambda x: bessel.first(0, x),
    "j1": lambda x: bessel.first(1, x),
    "y0": lambda x: bessel.second(0, x),
    "y1": lambda x: bessel.second(1, x),
}

_TWO: dict[str, Callable[[float, float], float]] = {
    "atan2": math.atan2,
    "copysign": math.copysign,
    "drem": _drem,
    "remainder": _remainder,
    "fdim": _fdim,
    "fmax": _fmax,
    "fmin": _fmin,
    "fmod": _fmod,
    "hypot": _hypot,
    "nextafter": math.nextafter,
    "nexttoward": math.nextafter,
    "ldexp": _ldexp,
    "scalb": _ldexp,
    "scalbln": _ldexp,
    "pow": _power,
    "jn": _ordered(bessel.first),
    "yn": _ordered(bessel.second),
}

MATH: dict[tuple[str, int], Function] = {
    **{(name, 0): _one(name, function) for name, function in _ONE.items()},
    **{(name, 2): _two(name, function) for name, function in _TWO.items()},
    ("fma", 3): _fma,
    ("frexp", 0): _frexp,
    ("modf", 0): _modf,
}
"""Functions by name and number of arguments; each takes the run, the input and the arguments."""

# SPDX-License-Identifier: Apache-2.0
"""Numbers as text and back."""

from __future__ import annotations

import math

import pytest

from workload_map.jq import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1.0, "1"),
        (-0.0, "-0"),
        (0.1, "0.1"),
        (1e17, "100000000000000000"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (1e-6, "0.000001"),
        (1.5e-7, "1.5e-7"),
        (1e-10, "1e-10"),
        (123456789.125, "123456789.125"),
        (5e-324, "5e-324"),
        (math.inf, "1.7976931348623157e+308"),
        (-math.inf, "-1.7976931348623157e+308"),
        (math.nan, "null"),
        (2**64, "18446744073709551616"),
        (-(10**4000), "-1" + "0" * 4000),
    ],
)
def test_text(value: float, text: str) -> None:
    assert numbers.text(value) == text


@pytest.mark.parametrize(
    ("literal", "value"),
    [("1", 1), ("1.0", 1.0), ("1e1000", math.inf), ("-1e1000", -math.inf), ("9" * 4000, int("9" * 4000))],
)
def test_parse(literal: str, value: float) -> None:
    found = numbers.parse(literal)
    assert found == value
    assert type(found) is type(value)


def test_an_integer_that_is_too_long() -> None:
    with pytest.raises(numbers.TooLarge):
        numbers.parse("9" * 5000)


@pytest.mark.parametrize("text", ["", " 1", "1 ", "0x1", "nan", "1a", "--1", ".", "e1"])
def test_what_is_no_number(text: str) -> None:
    assert numbers.parse_strict(text) is None


def test_clamp() -> None:
    assert numbers.clamp(1.9) == 1
    assert numbers.clamp(-1.9) == -1
    assert numbers.clamp(10**30) == numbers.INT_MAX
    assert numbers.clamp(math.nan) == numbers.INT_MIN
    assert numbers.clamp_ceil(1.1) == 2

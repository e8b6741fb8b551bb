# SPDX-License-Identifier: Apache-2.0
"""Quantities against a table that apimachinery's resource.Quantity made (tests/bench/yamltable)."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from workload_map import errors, quantity

TABLE = json.loads((Path(__file__).parent / "quantity_table.json").read_text())

# Where apimachinery's own conversion goes wrong: negative numbers that it holds as big decimals.
NEGATIVE = {"-0.0000000001", "-1.1n", "-9223372036854775808", "-3Pi", "-3Ei"}
TOP = 2**63


def test_table_is_large() -> None:
    assert len(TABLE) >= 250
    assert sum("error" in cell for cell in TABLE) >= 50


@pytest.mark.parametrize("cell", TABLE, ids=lambda cell: repr(cell["text"]))
def test_each_cell_reads_as_apimachinery_reads_it(cell: dict[str, Any]) -> None:
    text = cell["text"]
    if "error" in cell:
        with pytest.raises(errors.QuantityError):
            quantity.parse(text)
        return
    number = quantity.parse(text)
    assert number == Fraction(Decimal(cell["nano"]))
    if text in NEGATIVE:
        return
    # Go's conversions overflow in silence; ours have no top.
    if abs(quantity.milli(number)) < TOP:
        assert quantity.milli(number) == cell["milli"]
    if abs(quantity.value(number)) < TOP:
        assert quantity.value(number) == cell["value"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, 2),
        (0.5, Fraction(1, 2)),
        (1e22, 10**22),
        (1e-7, Fraction(1, 10**7)),
        (10**30, 10**30),
        (-3, -3),
        (0.1, Fraction(1, 10)),
    ],
)
def test_json_numbers(value: float, expected: Fraction) -> None:
    assert quantity.parse(value) == expected


@pytest.mark.parametrize(
    "bad",
    [
        True,
        None,
        [],
        {},
        b"1",
        float("nan"),
        float("inf"),
        "1e1001",
        "1e999999999",
        "1e-999999999",
        "1" * 1001,
    ],
)
def test_refused(bad: Any) -> None:
    with pytest.raises(errors.QuantityError):
        quantity.parse(bad)


def test_message_names_the_text_and_cuts_it() -> None:
    with pytest.raises(errors.QuantityError, match=r"'12 GB' is not a quantity"):
        quantity.parse("12 GB")
    with pytest.raises(errors.QuantityError) as caught:
        quantity.parse("x" * 10_000)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("text", "milli"), [("1", 1000), ("0.0001", 1), ("-0.0001", -1), ("1.0005", 1001), ("1n", 1)]
)
def test_milli_rounds_away_from_zero(text: str, milli: int) -> None:
    assert quantity.milli(quantity.parse(text)) == milli


@pytest.mark.parametrize(
    ("milli", "text"), [(0, "0"), (20000, "20"), (250, "250m"), (-1500, "-1500m"), (-2000, "-2")]
)
def test_format_cpu(milli: int, text: str) -> None:
    assert quantity.format_cpu(milli) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0"),
        (64 * 2**30, "64Gi"),
        (2**60, "1Ei"),
        (2**70, "1024Ei"),
        (70_000_000, "70M"),
        (1500, "1500"),
        (1536, "1536"),
        (1024, "1Ki"),
        (3 * 2**29, "1536Mi"),
        (1_500_000, "1500k"),
        (1001, "1001"),
        (-(2**30), "-1Gi"),
        (-70_000_000, "-70M"),
    ],
)
def test_format_memory(size: int, text: str) -> None:
    assert quantity.format_memory(size) == text
    assert quantity.value(quantity.parse(text)) == size or size >= 2**63

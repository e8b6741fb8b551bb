# SPDX-License-Identifier: Apache-2.0
"""Dates: gojq's answers, any year, local zones, and values that are no time."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from workload_map.jq import dates

# Made by `python -m tests.bench.datesfuzz --count 300 --seed 3 --table …` with gojq 0.12.18.
TABLE = json.loads((Path(__file__).parent / "dates_table.json").read_text(encoding="utf-8"))


def test_gojq_table() -> None:
    wrong = []
    for name, value, argument, expected in TABLE:
        function = getattr(dates, name)
        try:
            found = function(value) if argument is None else function(value, argument)
        except dates.DateError:
            found = None
        if found != expected:
            wrong.append((name, value, argument, expected, found))
    assert not wrong


def test_round_trip_of_days() -> None:
    for day in range(-800_000, 800_000, 997):
        fields = dates.gmtime(day * 86_400)
        assert dates.mktime(fields) == day * 86_400
        assert fields[6] == (day + 4) % 7


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"),
        (253_402_300_800, "10000-01-01T00:00:00Z"),
        (-62_167_219_201, "-0001-12-31T23:59:59Z"),
        (10**15, "31690708-07-05T01:46:40Z"),
        (-(10**18), "-31688736537-03-10T22:13:20Z"),
    ],
)
def test_years_have_no_end(seconds: int, text: str) -> None:
    assert dates.todate(seconds) == text


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e300, 10**400, 2**64])
def test_no_such_time(value: float) -> None:
    for function in (dates.gmtime, dates.todate):
        with pytest.raises(dates.DateError, match="out of range"):
            function(value)
    with pytest.raises(dates.DateError, match="out of range"):
        dates.mktime([value, 0, 1, 0, 0, 0])


@pytest.mark.parametrize("value", [None, True, "2015", {}, ["2015"], [2015, None]])
def test_no_time_at_all(value: object) -> None:
    for function in (dates.gmtime, dates.mktime, dates.todate):
        with pytest.raises(dates.DateError):
            function(value)


def test_texts_and_formats_must_be_strings() -> None:
    with pytest.raises(dates.DateError, match="must be a string"):
        dates.strftime(0, 1)
    with pytest.raises(dates.DateError, match="must be a string"):
        dates.strptime("0", None)
    with pytest.raises(dates.DateError, match="needs a string"):
        dates.strptime(0, "%s")


def test_length_of_a_result_is_bounded() -> None:
    with pytest.raises(dates.DateError, match="longer than"):
        dates.strftime(0, "%1000Y" * 20, max_length=10_000)
    for call in (dates.strftime, dates.strptime):
        with pytest.raises(dates.DateError, match="has more than"):
            call(0 if call is dates.strftime else "0", "%Y" * 10_000)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2015-03-05T23:51:47Z", 1_425_599_507),
        ("2015-03-05T23:51:47+01:00", 1_425_595_907),
        ("2015-03-05T23:51:47-0130", 1_425_604_907),
    ],
)
def test_fromdate(text: str, seconds: int) -> None:
    assert dates.fromdate(text) == seconds


@pytest.mark.parametrize(
    "text", ["2015-03-05T23:51:47", "2015-03-05", "2015-13-05T23:51:47Z", "", "0001-01-01T00:00:00Z"]
)
def test_fromdate_refuses(text: str) -> None:
    with pytest.raises(dates.DateError):
        dates.fromdate(text)


def berlin(seconds: int) -> tuple[int, str]:
    """Berlin in 2024."""
    summer = 1_711_846_800 <= seconds < 1_729_990_800
    return (7200, "CEST") if summer else (3600, "CET")


def test_local_zone() -> None:
    assert dates.localtime(1_720_000_000, berlin) == [2024, 6, 3, 11, 46, 40, 3, 184]
    assert dates.strflocaltime(1_720_000_000, "%H:%M %Z %z %:z", berlin) == "11:46 CEST +0200 +02:00"
    assert dates.strflocaltime([2024, 0, 1, 12], "%H %Z %s", berlin) == "12 CET 1704106800"
    # 02:30 does not come on the last Sunday of March, and comes twice in October.
    assert dates.strflocaltime([2024, 2, 31, 2, 30], "%H:%M %Z", berlin) == "03:30 CEST"
    assert dates.strflocaltime([2024, 9, 27, 2, 30], "%H:%M %Z", berlin) == "02:30 CET"

# SPDX-License-Identifier: Apache-2.0
"""jq's dates: numbers of seconds, broken down times, and text, with gojq's meaning.

A broken down time is the list year, month (0-11), day, hours, minutes, seconds (with a fraction), day of the
week (0 is Sunday), day of the year (0-365). All is computed here, in whole seconds of the proleptic Gregorian
calendar without end: no locale, clock or time zone of the machine has a say. A `Zone` comes from the caller.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from workload_map.jq.dates_calendar import UTC, DateError, Moment, Zone, from_fields, moment
from workload_map.jq.dates_format import write
from workload_map.jq.dates_parse import read

__all__ = [
    "UTC",
    "DateError",
    "Zone",
    "fromdate",
    "gmtime",
    "localtime",
    "mktime",
    "strflocaltime",
    "strftime",
    "strptime",
    "todate",
]

ISO_OUT: Final = "%Y-%m-%dT%H:%M:%SZ"
ISO_IN: Final = "%Y-%m-%dT%H:%M:%S%z"

_MAX_INT: Final = 2**63 - 1
# A format is worked through in one go, which nothing can stop.
_MAX_TEMPLATE: Final = 10_000


def _number(value: object) -> float | None:
    """`value` as a float, infinite where it is too large for one; None when it is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _whole(value: float, *, what: str) -> int:
    if not math.isfinite(value) or abs(value) > _MAX_INT:
        raise DateError(f"{what} is out of range")
    return int(value)


def _nanoseconds(value: float) -> int:
    # The fraction is counted upwards while int() cuts towards zero: -1.5 is second -1 and half a second.
    return int((value - math.floor(value)) * 1e9)


def _from_epoch(value: float, zone: Zone) -> Moment:
    """The moment `value` seconds after 1970-01-01T00:00:00Z."""
    return moment(_whole(value, what="time"), _nanoseconds(value), zone)


def _broken_down(at: Moment) -> list[int | float]:
    second: int | float = at.second
    if at.nanoseconds:
        second += at.nanoseconds / 1e9
    return [at.year, at.month - 1, at.day, at.hour, at.minute, second, at.weekday, at.yearday - 1]


def _seconds_of(at: Moment) -> int | float:
    """Seconds since 1970; an int when there is no fraction."""
    return at.seconds + at.nanoseconds / 1e9 if at.nanoseconds else at.seconds


def _from_list(value: Sequence[object], zone: Zone) -> Moment:
    """The moment of a broken down time; what is missing at its end counts as 0, its last two are not used."""
    fields = [0] * 8
    nanoseconds = 0
    for position, item in enumerate(value[:8]):
        number = _number(item)
        if number is None:
            raise DateError("not a broken down time: its items must be numbers")
        if position == 5:
            nanoseconds = _nanoseconds(number) if math.isfinite(number) else 0
        # An int is taken as it is: a float cannot hold every one.
        fields[position] = _whole(number, what="broken down time")
        if isinstance(item, int):
            fields[position] = item
    year, month, day, hour, minute, second = fields[:6]
    return from_fields(year, month + 1, day, hour, minute, second, nanoseconds, zone)


def _moment_of(value: object, zone: Zone, name: str) -> Moment:
    """The moment that a number of seconds or a broken down time stands for."""
    number = _number(value)
    if number is not None:
        # By way of the list, whose seconds are a float again: gojq's result in the last digit.
        return _from_list(_broken_down(_from_epoch(number, zone)), zone)
    if not isinstance(value, list | tuple):
        raise DateError(f"{name} needs a number of seconds or a broken down time")
    return _from_list(value, zone)


def localtime(value: object, zone: Zone) -> list[int | float]:
    """The broken down time that `zone` shows `value` seconds after 1970."""
    number = _number(value)
    if number is None:
        raise DateError("a time in seconds must be a number")
    return _broken_down(_from_epoch(number, zone))


def gmtime(value: object) -> list[int | float]:
    """The broken down time, in UTC, `value` seconds after 1970."""
    return localtime(value, UTC)


def mktime(value: object) -> int | float:
    """Seconds since 1970 of a broken down time in UTC."""
    if not isinstance(value, list | tuple):
        raise DateError("mktime needs a broken down time")
    return _seconds_of(_from_list(value, UTC))


def _template(template: object, name: str) -> str:
    if not isinstance(template, str):
        raise DateError(f"the format of {name} must be a string")
    if len(template) > _MAX_TEMPLATE:
        raise DateError(f"the format of {name} has more than {_MAX_TEMPLATE} characters")
    return template


def strftime(value: object, template: object, *, max_length: int = 1_000_000) -> str:
    """`value`, seconds since 1970 or a broken down time in UTC, written by `template`."""
    return strflocaltime(value, template, UTC, max_length=max_length, name="strftime")


def strflocaltime(
    value: object, template: object, zone: Zone, *, max_length: int = 1_000_000, name: str = "strflocaltime"
) -> str:
    """`value`, seconds since 1970 or a broken down time in `zone`, written by `template`.

    Raises DateError for other values, for a format of more than 10,000 characters, and for a result longer
    than `max_length`.
    """
    at = _moment_of(value, zone, name)
    return write(at, _template(template, name), max_length)


def strptime(text: object, template: object) -> list[int | float]:
    """The broken down time, in UTC, that `text` says when read by `template`."""
    if not isinstance(text, str):
        raise DateError("strptime needs a string")
    return gmtime(_seconds_of(read(text, _template(template, "strptime"))))


def todate(value: object) -> str:
    """`value`, seconds since 1970 or a broken down time, as ``2015-03-05T23:51:47Z`` (todateiso8601)."""
    return strftime(value, ISO_OUT)


def fromdate(text: object) -> int | float:
    """Seconds since 1970 of text like ``2015-03-05T23:51:47Z`` or with an offset (fromdateiso8601)."""
    return mktime(strptime(text, ISO_IN))

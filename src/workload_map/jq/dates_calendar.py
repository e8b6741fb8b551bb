# SPDX-License-Identifier: Apache-2.0
"""The calendar: from seconds since 1970 to years, months and days in a zone, and back, for any year."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

__all__ = ["UTC", "DateError", "Moment", "Zone", "days_before", "from_fields", "moment"]

Zone: TypeAlias = Callable[[int], tuple[int, str]]
"""From seconds since 1970 (UTC) to the zone's offset then, in seconds east of UTC, and its short name."""

_DAY: Final = 86_400
_DAYS_400_YEARS: Final = 146_097


class DateError(Exception):
    """A value that is no time, or text that does not fit its format."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def UTC(seconds: int) -> tuple[int, str]:
    """The zone UTC."""
    return 0, "UTC"


class Moment(NamedTuple):
    """A point in time as one zone's calendar and clock show it; `month` and `yearday` count from 1."""

    seconds: int
    nanoseconds: int
    offset: int
    zone: str
    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    weekday: int
    yearday: int


def days_before(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a date; `month` is 1-12, `day` any number."""
    # Years that begin in March have their leap day at the end, so months have a simple formula.
    shifted = year - (month <= 2)
    era, in_era = divmod(shifted, 400)
    in_year = (153 * ((month - 3) % 12) + 2) // 5 + day - 1
    return era * _DAYS_400_YEARS + in_era * 365 + in_era // 4 - in_era // 100 + in_year - 719_468


def _date_of(days: int) -> tuple[int, int, int]:
    """Year, month and day of the date `days` after 1970-01-01."""
    era, in_era = divmod(days + 719_468, _DAYS_400_YEARS)
    of_era = (in_era - in_era // 1460 + in_era // 36_524 - in_era // 146_096) // 365
    in_year = in_era - (365 * of_era + of_era // 4 - of_era // 100)
    shifted = (5 * in_year + 2) // 153
    month = (shifted + 2) % 12 + 1
    return era * 400 + of_era + (month <= 2), month, in_year - (153 * shifted + 2) // 5 + 1


def moment(seconds: int, nanoseconds: int, zone: Zone) -> Moment:
    """What `zone` shows at `seconds` since 1970; `nanoseconds` may be any number and are carried."""
    seconds += nanoseconds // 10**9
    nanoseconds %= 10**9
    offset, name = zone(seconds)
    days, clock = divmod(seconds + offset, _DAY)
    year, month, day = _date_of(days)
    return Moment(
        seconds,
        nanoseconds,
        offset,
        name,
        year,
        month,
        day,
        clock // 3600,
        clock // 60 % 60,
        clock % 60,
        (days + 4) % 7,
        days - days_before(year, 1, 1) + 1,
    )


def from_fields(
    year: int, month: int, day: int, hour: int, minute: int, second: int, nanoseconds: int, zone: Zone
) -> Moment:
    """The moment at which `zone` shows these; `month` counts from 1, and every field may be out of its range
    and is carried into the next one.

    Of a local time that comes twice or never, the offset is taken as Go's ``time.Date`` takes it.
    """
    years, month = divmod(month - 1, 12)
    days = days_before(year + years, month + 1, day)
    local = days * _DAY + hour * 3600 + minute * 60 + second + nanoseconds // 10**9
    offset = zone(local)[0]
    offset = zone(local - offset)[0]
    return moment(local - offset, nanoseconds % 10**9, zone)

# SPDX-License-Identifier: Apache-2.0
"""strptime: text read by a template, with gojq's directives, in English."""

from __future__ import annotations

from typing import Final

from workload_map.jq.dates_calendar import UTC, DateError, Moment, from_fields, moment
from workload_map.jq.dates_format import COMPOSITIONS, MONTHS, WEEKDAYS

__all__ = ["read"]

_SHORT_MONTHS: Final = tuple(name[:3] for name in MONTHS)
_SHORT_WEEKDAYS: Final = tuple(name[:3] for name in WEEKDAYS)

# A directive that is a number alone: its most digits, its least and its greatest value.
_NUMBERS: Final = {
    "Y": (4, 0, 9999),
    "y": (2, 0, 99),
    "C": (2, 0, 99),
    "g": (2, 0, 99),
    "G": (4, 0, 9999),
    "m": (2, 1, 12),
    "w": (1, 0, 6),
    "u": (1, 1, 7),
    "V": (2, 1, 53),
    "U": (2, 0, 53),
    "W": (2, 0, 53),
    "e": (2, 1, 31),
    "d": (2, 1, 31),
    "j": (3, 1, 366),
    "k": (2, 0, 23),
    "H": (2, 0, 23),
    "l": (2, 1, 12),
    "I": (2, 1, 12),
    "M": (2, 0, 59),
    "S": (2, 0, 60),
    "s": (10, 0, 10**10),
    "f": (6, 0, 999_999),
}
_NAMES: Final = {
    "B": MONTHS,
    "b": _SHORT_MONTHS,
    "h": _SHORT_MONTHS,
    "A": WEEKDAYS,
    "a": _SHORT_WEEKDAYS,
    "p": ("AM", "PM"),
    "P": ("AM", "PM"),
}
_SPACES: Final = " \t\n\v\f\r"


def read(text: str, template: str) -> Moment:
    """The moment that `text` says, read by `template`; a field that it does not say is that of 1900-01-01.

    Raises DateError when the text does not fit, or the template has a directive that there is not.
    """
    return _Reader(text).run(template)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.year, self.month, self.day = 1900, 1, 0
        self.hour = self.minute = self.second = self.nanoseconds = 0
        self.century: int | None = None
        self.weekday: int | None = None  # 0 is Sunday
        self.yearday = 0
        self.week = 0
        self.week_letter = ""
        self.iso_year = False
        self.afternoon = False
        self.offset = 0
        # Whether the offset was given as a number, or the zone by a name that stands for no known offset.
        self.offset_given = False
        self.utc = True

    def fails(self, what: str) -> DateError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return DateError(f"{shown!r} does not fit the format: {what}")

    def run(self, template: str) -> Moment:
        position = 0
        while position < len(template):
            char = template[position]
            position += 1
            if char != "%":
                self.literal(char)
                continue
            char = template[position : position + 1]
            if not char:
                raise DateError('the format ends in a lone "%"')
            if char == ":":
                colons = 2 if template.startswith("::", position) else 1
                position += colons
                if not template.startswith("z", position):
                    raise DateError(f'expected "z" after "%{":" * colons}" in the format')
                self.zone_offset(colons)
            elif char in COMPOSITIONS:
                for part in COMPOSITIONS[char].split("%")[1:]:
                    self.directive(part[0])
                    for literal in part[1:]:
                        self.literal(literal)
            else:
                self.directive(char)
            position += 1
        if self.at < len(self.text):
            raise self.fails("there is more text than the format says")
        return self.result()

    def literal(self, char: str) -> None:
        if not self.text.startswith(char, self.at):
            raise self.fails(f"expected {char!r}")
        self.at += 1

    def digits(self, most: int) -> str:
        end = self.at
        while end < len(self.text) and end - self.at < most and "0" <= self.text[end] <= "9":
            end += 1
        found = self.text[self.at : end]
        self.at = end
        return found

    def directive(self, char: str) -> None:
        if char in _NUMBERS:
            if char in "ekl" and self.text.startswith(" ", self.at):
                self.at += 1
            most, least, greatest = _NUMBERS[char]
            digits = self.digits(most)
            if not digits or not least <= int(digits) <= greatest:
                raise self.fails(f'cannot read "%{char}"')
            self.number(char, int(digits), len(digits))
        elif char in _NAMES:
            self.name(char, self.which(_NAMES[char], char))
        elif char == "Z":
            self.zone_name()
        elif char == "z":
            self.zone_offset(0)
        elif char in ("t", "n"):
            start = self.at
            while self.at < len(self.text) and self.text[self.at] in _SPACES:
                self.at += 1
            if start == self.at:
                raise self.fails(f'expected a space for "%{char}"')
        elif char == "%":
            self.literal("%")
        else:
            raise DateError(f'unknown directive "%{char}" in the format')

    def which(self, names: tuple[str, ...], char: str) -> int:
        """The position of the first of `names` that comes next, in letters of any case."""
        for position, name in enumerate(names):
            found = self.text[self.at : self.at + len(name)]
            if found.isascii() and found.lower() == name.lower():
                self.at += len(name)
                return position
        raise self.fails(f'cannot read "%{char}"')

    def name(self, char: str, which: int) -> None:
        match char:
            case "B" | "b" | "h":
                self.month = which + 1
            case "A" | "a":
                self.weekday = which
            case _:
                self.afternoon = which == 1

    def number(self, char: str, value: int, digits: int) -> None:
        match char:
            case "Y":
                self.year = value
            case "y":
                self.year = value + (2000 if value < 69 else 1900)
            case "C":
                self.century = value
            case "g" | "G":
                self.year = value + (2000 if char == "g" else 0)
                self.iso_year = True
            case "m":
                self.month = value
            case "w" | "u":
                self.weekday = value % 7
            case "V" | "U" | "W":
                self.week, self.week_letter = value, char
                if self.weekday is None:
                    self.weekday = 0 if char == "U" else 1
            case "e" | "d":
                self.day = value
            case "j":
                self.yearday = value
            case "k" | "H":
                self.hour = value
            case "l" | "I":
                self.hour = value % 12
            case "M":
                self.minute = value
            case "S":
                self.second = value
            case "s":
                at = moment(value, 0, UTC)
                self.year, self.month, self.day = at.year, at.month, at.day
                self.hour, self.minute, self.second = at.hour, at.minute, at.second
            case _:
                self.nanoseconds = value * 10 ** (9 - digits)

    def zone_name(self) -> None:
        """Read a name such as UTC or CEST: only UTC's offset is known, and that of the others counts as 0."""
        start = self.at
        while self.at < len(self.text) and "A" <= self.text[self.at] <= "Z":
            self.at += 1
        name = self.text[start : self.at]
        if name.startswith(("UTC", "GMT")):
            known = len(name) == 3
        else:
            known = len(name) == 3 or name == "WITA" or (len(name) in (4, 5) and name.endswith("T"))
        if not known or (len(name) == 5 and not name.endswith("T")):
            raise self.fails(f'cannot read "%Z" from {name[:20]!r}')
        if not self.offset_given:
            self.offset = 0
        self.utc = name == "UTC" and not self.offset_given

    def two_digits(self, greatest: int) -> int | None:
        """The number of the next two digits; None, and nothing is read, when there is none up to `greatest`."""
        start = self.at
        digits = self.digits(2)
        if len(digits) == 2 and int(digits) <= greatest:
            return int(digits)
        self.at = start
        return None

    def zone_offset(self, colons: int) -> None:
        """Read an offset from UTC: ``Z``, or a sign, hours, and perhaps minutes and seconds.

        With `colons` they must be there, as many as the colons say, each after a colon.
        """
        sign = self.text[self.at : self.at + 1]
        cannot = self.fails(f'cannot read "%{":" * colons}z"')
        self.at += 1
        if sign == "Z":
            self.offset, self.offset_given, self.utc = 0, self.offset_given, True
            return
        if not sign or sign not in "+-":
            raise cannot
        hours = self.two_digits(23)
        if hours is None:
            raise cannot
        separated = self.text.startswith(":", self.at)
        self.at += separated
        if colons and not separated:
            raise cannot
        minutes = self.two_digits(59)
        seconds: int | None = None
        if minutes is None:
            if separated:
                raise cannot
        elif separated and colons != 1:
            before = self.at
            if self.text.startswith(":", self.at):
                self.at += 1
                seconds = self.two_digits(59)
            if seconds is None:
                if colons == 2:
                    raise cannot
                self.at = before
        offset = (hours * 60 + (minutes or 0)) * 60 + (seconds or 0)
        self.offset = -offset if sign == "-" else offset
        self.offset_given, self.utc = True, False

    def result(self) -> Moment:
        if self.century is not None:
            self.year = self.century * 100 + self.year % 100
        month, day = self.month, self.day
        if day == 0:
            month, day = self.day_without_date()
        hour = self.hour + 12 * self.afternoon
        at = from_fields(
            self.year, month, day, hour, self.minute, self.second - self.offset, self.nanoseconds, UTC
        )
        if self.utc and (at.seconds, at.nanoseconds) == (-62_135_596_800, 0):
            raise self.fails("the first moment of year 1 cannot be told from no time at all")
        return at

    def day_without_date(self) -> tuple[int, int]:
        """Month and day where the text gives the day of the year, or a week, or none of them."""
        if self.yearday:
            if self.iso_year:
                raise DateError('the format has "%j" with an ISO year: use "%Y"')
            return 1, self.yearday
        if not self.week_letter:
            return self.month, 1
        if (self.week_letter == "V") != self.iso_year:
            raise DateError('the format needs "%G" with "%V", and "%Y" with "%U" and "%W"')
        weekday = self.weekday or 0
        week = self.week + (self.week_letter != "U" and weekday == 0)
        # Weeks are counted from the Sunday on or before a day that is in none of them.
        first_day = {"V": -4, "U": 0, "W": -1}[self.week_letter]
        anchor = from_fields(self.year, 1, first_day, 0, 0, 0, 0, UTC)
        return 1, first_day + week * 7 - anchor.weekday + weekday

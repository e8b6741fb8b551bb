# SPDX-License-Identifier: Apache-2.0
"""strftime: a moment written by a template, with gojq's directives, flags and widths, in English."""

from __future__ import annotations

from typing import Final

from workload_map.jq.dates_calendar import DateError, Moment

__all__ = ["COMPOSITIONS", "MONTHS", "WEEKDAYS", "write"]

MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

COMPOSITIONS: Final = {
    "c": "%a %b %e %H:%M:%S %Y",
    "+": "%a %b %e %H:%M:%S %Z %Y",
    "F": "%Y-%m-%d",
    "D": "%m/%d/%y",
    "x": "%m/%d/%y",
    "v": "%e-%b-%Y",
    "T": "%H:%M:%S",
    "X": "%H:%M:%S",
    "r": "%I:%M:%S %p",
    "R": "%H:%M",
}
"""Directives that stand for several."""

_MAX_WIDTH: Final = 1024


def iso_week(at: Moment) -> tuple[int, int]:
    """Year and number of the ISO 8601 week."""
    # A week belongs to the year of its Thursday.
    thursday = at.yearday + 3 - (at.weekday - 1) % 7
    if thursday < 1:
        return at.year - 1, (thursday + _days_in(at.year - 1) - 1) // 7 + 1
    if thursday > _days_in(at.year):
        return at.year + 1, 1
    return at.year, (thursday - 1) // 7 + 1


def _days_in(year: int) -> int:
    return 366 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 365


class _Style:
    """The flags and the width of one directive. `pad` is None without a flag about it, "" for none."""

    __slots__ = ("pad", "swap", "upper", "width")

    def __init__(self) -> None:
        self.width = 0
        self.pad: str | None = None
        self.upper = False
        self.swap = False

    def number(self, value: int, least: int = 0, *, pad: str = "0") -> str:
        """`value` in at least `least` places, or in as many as the width says if that is more."""
        if self.pad is not None:
            pad = self.pad
        return _padded(str(value), max(self.width, least), pad)

    def year(self, value: int) -> str:
        """A year, in four places if no width is given; a sign stands before the padding."""
        digits = self.number(abs(value), 0 if self.width else 4)
        return "-" + digits if value < 0 else digits

    def text(self, value: str) -> str:
        """A name, in large or swapped letters as the flags say."""
        if self.swap and value[1:2] < "a":
            value = value.lower()
        elif self.swap or self.upper:
            value = value.upper()
        return self.plain(value)

    def plain(self, value: str) -> str:
        """Text as it is, padded with spaces."""
        return _padded(value, self.width, " " if self.pad is None else self.pad)


def _padded(text: str, width: int, pad: str) -> str:
    return text.rjust(width, pad) if pad else text


def _zone_offset(at: Moment, style: _Style, colons: int) -> str:
    """The offset from UTC: +hhmm, with one colon +hh:mm, with two +hh:mm:ss, with three as short as it can be."""
    sign = "-" if at.offset < 0 else "+"
    hours, rest = divmod(abs(at.offset), 3600)
    minutes, seconds = divmod(rest, 60)
    pad = "0" if style.pad is None else style.pad
    number = _padded(str(hours), 2, pad)
    # A space for a missing digit goes before the sign.
    text = " " + sign + number[1:] if number.startswith(" ") else sign + number
    if colons <= 2 or rest:
        text += (":" if colons else "") + f"{minutes:02}"
        if colons == 2 or (colons == 3 and seconds):
            text += f":{seconds:02}"
    if pad == "0" and len(text) < style.width:
        return text[0] + text[1:].rjust(style.width - 1, "0")
    return _padded(text, style.width, pad)


def _directive(at: Moment, char: str, style: _Style) -> str | None:
    """What one directive writes, None when there is none of this letter."""
    match char:
        case "Y":
            return style.year(at.year)
        case "G":
            return style.year(iso_week(at)[0])
        case "y":
            return style.number(abs(at.year) % 100, 2)
        case "g":
            return style.number(abs(iso_week(at)[0]) % 100, 2)
        case "C":
            return ("-" if at.year <= -100 else "") + style.number(abs(at.year) // 100, 2)
        case "m":
            return style.number(at.month, 2)
        case "B":
            return style.text(MONTHS[at.month - 1])
        case "b" | "h":
            return style.text(MONTHS[at.month - 1][:3])
        case "A":
            return style.text(WEEKDAYS[at.weekday])
        case "a":
            return style.text(WEEKDAYS[at.weekday][:3])
        case "w":
            return style.number(at.weekday)
        case "u":
            return style.number(at.weekday or 7)
        case "V":
            return style.number(iso_week(at)[1], 2)
        case "U":
            return style.number((at.yearday + 6 - at.weekday) // 7, 2)
        case "W":
            return style.number((at.yearday + 6 - (at.weekday - 1) % 7) // 7, 2)
        case "d":
            return style.number(at.day, 2)
        case "e":
            return style.number(at.day, 2, pad=" ")
        case "j":
            return style.number(at.yearday, 3)
        case "H":
            return style.number(at.hour, 2)
        case "k":
            return style.number(at.hour, 2, pad=" ")
        case "I":
            return style.number(at.hour % 12 or 12, 2)
        case "l":
            return style.number(at.hour % 12 or 12, 2, pad=" ")
        case "p" | "P":
            if char == "P":
                style.swap = not (style.upper or style.swap)
            return style.text("AM" if at.hour < 12 else "PM")
        case "M":
            return style.number(at.minute, 2)
        case "S":
            return style.number(at.second, 2)
        case "s":
            return style.number(at.seconds, pad=" ")
        case "f":
            return style.number(at.nanoseconds // 1000, 0 if style.width else 6)
        case "Z" if at.zone:
            return style.text(at.zone)
        case "z" | "Z":
            return _zone_offset(at, style, 0)
        case "t":
            return style.plain("\t")
        case "n":
            return style.plain("\n")
        case "%":
            return style.plain("%")
    return None


def write(at: Moment, template: str, max_length: int) -> str:
    """`at` as `template` says. Raises DateError when the result is longer than `max_length` characters.

    A directive is ``%``, flags (``-`` no padding, ``_`` spaces, ``0`` zeros, ``^`` large letters, ``#``
    swapped ones), a width, and a letter; one that there is not is written as it stands.
    """
    out: list[str] = []
    length = position = 0
    while position < len(template):
        percent = template.find("%", position)
        if percent < 0:
            percent = len(template)
        piece = template[position:percent]
        position = percent
        if percent < len(template):
            written, position = _write_one(at, template, percent)
            piece += written
        length += len(piece)
        if length > max_length:
            raise DateError(f"the result is longer than {max_length} characters")
        out.append(piece)
    return "".join(out)


def _write_one(at: Moment, template: str, start: int) -> tuple[str, int]:
    """What the directive at `start` writes, and where it ends."""
    style = _Style()
    position = start + 1
    while position < len(template):
        char = template[position]
        if char in "-_0":
            style.pad = {"-": "", "_": " ", "0": "0"}[char]
        elif char == "^":
            style.upper = True
        elif char == "#":
            style.swap = True
        elif "1" <= char <= "9":
            style.width = 0
            while position < len(template) and "0" <= template[position] <= "9":
                style.width = min(style.width * 10 + int(template[position]), _MAX_WIDTH)
                position += 1
            if style.pad == "":
                style.pad = " "
            continue
        else:
            break
        position += 1
    else:
        # No letter comes: what is there is written as it is.
        return (style.plain(template[start:]) if position > start + 1 else "%"), position
    if char == ":":
        end = position
        while end < len(template) and template[end] == ":":
            end += 1
        colons = end - position
        if colons <= 3 and template[end : end + 1] == "z":
            return _zone_offset(at, style, colons), end + 1
        end += template[end : end + 1] == "z"
        return style.plain(template[start:end]), end
    if char in COMPOSITIONS:
        written = []
        for part in COMPOSITIONS[char].split("%")[1:]:
            inner = _Style()
            inner.upper = style.upper
            written.append((_directive(at, part[0], inner) or "") + part[1:])
        return "".join(written), position + 1
    directive = _directive(at, char, style)
    if directive is None:
        style.width = max(style.width - 1, 0)
        return style.plain(template[start:position]) + char, position + 1
    return directive, position + 1

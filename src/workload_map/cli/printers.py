# SPDX-License-Identifier: Apache-2.0
"""Everything that reaches the terminal: streams, tables, machine documents, colours.

All text from objects passes `yamlio.escape` here, so that a name cannot move the cursor or end a line.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from workload_map.problems import Problem

__all__ = [
    "GAP",
    "align",
    "emit",
    "error",
    "finding",
    "findings",
    "machine",
    "note",
    "paint",
    "safe",
    "table",
    "to_json",
    "warn",
]

#: Between the columns of a table and the cells of a line.
GAP: Final = 3

_COLOURS: Final = {
    "Running": "32",
    "Completed": "32",
    "Failed": "31",
    "Degraded": "31",
    "Initializing": "33",
    "Suspending": "33",
    "Resuming": "33",
    "Suspended": "2",
    "Undefined": "2",
}

#: What JSON leaves as it is and a terminal may act on: it can only stand inside a string there.
_UNSAFE_IN_JSON: Final = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)


def safe(text: object, *, keep: str = "") -> str:
    """The text with control characters made visible, but for those to `keep`."""
    from workload_map import yamlio

    return yamlio.escape(str(text), keep=keep)


def emit(text: str) -> None:
    """Write a whole text to stdout, ending in one newline; nothing where it is empty."""
    if text:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")


def _say(prefix: str, lines: Sequence[str]) -> None:
    sys.stdout.flush()
    sys.stderr.write(prefix + "\n".join(map(_plain, lines)) + "\n")


def _plain(text: str) -> str:
    # The fast way out keeps yamlio from being imported for an ordinary usage error.
    return text if text.isascii() and text.isprintable() else safe(text)


def error(text: str, *more: str) -> None:
    """``error: …`` on stderr, and `more` lines below it; a line end inside of one is made visible."""
    _say("error: ", (text, *more))


def warn(text: str) -> None:
    """``warning: …`` on stderr, one line."""
    _say("warning: ", (text,))


def note(text: str) -> None:
    """A plain line on stderr."""
    _say("", (text,))


def finding(problem: Problem, label: str | None = None) -> str:
    """A problem on one line, its place first: file and line where that is known, else where in the object."""
    place = problem.source or ""
    if problem.line is not None:
        place += f":{problem.line}:{problem.column or 1}"
    where = f" ({problem.path})" if problem.path and problem.line is None else ""
    return ": ".join([*(part for part in (place, label) if part), problem.message + where])


def findings(problems: Iterable[Problem]) -> list[str]:
    """The section of a text that lists problems, each once; no line at all where there are none."""
    lines = []
    for problem in problems:
        place = problem.path or ""
        if problem.line is not None:
            place = f"{problem.source or ''}:{problem.line}:{problem.column or 1}"
        where = f" ({place})" if place else ""
        role = f"{problem.at}: " if problem.at else ""
        lines.append("  " + safe(f"{problem.severity}: {role}{problem.message}{where}"))
    return ["Problems:", *dict.fromkeys(lines)] if lines else []


def colourful() -> bool:
    """Whether stdout takes colours: a terminal, and not switched off by NO_COLOR or TERM=dumb."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, headline: str) -> str:
    """The text in the colour of a headline, where stdout takes colours."""
    colour = _COLOURS.get(headline)
    return f"\x1b[{colour}m{text}\x1b[0m" if colour and colourful() else text


def align(
    rows: Iterable[Sequence[str]], *, painter: Callable[[int, int, str], str] | None = None
) -> list[str]:
    """Lines of cells in columns as wide as their widest cell, `GAP` apart, without trailing blanks.

    `painter(row, column, padded text)` may add colours once the width is settled.
    """
    from workload_map.yamlio import escape

    cells = [[escape(cell) for cell in row] for row in rows]
    widths: dict[int, int] = {}
    for row in cells:
        # A row's last cell needs no room to its right; a lone one (a heading in a tree) widens nothing.
        for column, cell in enumerate(row[:-1]):
            widths[column] = max(widths.get(column, 0), len(cell))
    for row in cells:
        if len(row) - 1 in widths:
            widths[len(row) - 1] = max(widths[len(row) - 1], len(row[-1]) if len(row) > 1 else 0)
    lines = []
    for number, row in enumerate(cells):
        while row and not row[-1]:
            row.pop()
        out = []
        for column, cell in enumerate(row):
            last = column == len(row) - 1
            text = cell if last else cell.ljust(widths.get(column, 0))
            out.append(painter(number, column, text) if painter else text)
        lines.append((" " * GAP).join(out))
    return lines


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, headers: bool = True, phase: int | None = None
) -> str:
    """A table as kubectl prints one; column `phase` is coloured by the headline that it holds."""
    lines = [list(header), *map(list, rows)] if headers else list(map(list, rows))

    def painter(number: int, column: int, text: str) -> str:
        if column != phase or (headers and number == 0):
            return text
        word = text.split(" ", 1)[0].rstrip()
        return paint(text, word)

    return "\n".join(align(lines, painter=painter)) + "\n" if lines else ""


def to_json(value: Any, *, indent: int | None = 2) -> str:
    """One JSON document, indented by two or (None) on one line, of structs, dicts and plain values; integers of any
    size are exact."""
    import msgspec

    try:
        data = msgspec.json.encode(value)
        text = (data if indent is None else msgspec.json.format(data, indent=indent)).decode()
    except (OverflowError, UnicodeEncodeError):
        # Integers beyond 64 bits and lone surrogates are more than msgspec's encoder takes.
        separators = (",", ":") if indent is None else None
        builtins = msgspec.to_builtins(value)
        text = json.dumps(builtins, indent=indent, separators=separators, ensure_ascii=False)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def machine(value: Any, form: str) -> str:
    """A value as ``json`` or ``yaml``."""
    if form == "json":
        return to_json(value)
    import msgspec

    from workload_map import yamlio

    return yamlio.dump(msgspec.to_builtins(value))

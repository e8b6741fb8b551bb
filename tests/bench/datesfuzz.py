# SPDX-License-Identifier: Apache-2.0
"""Differential fuzzing of dates against gojq: `python -m tests.bench.datesfuzz [--count N] [--seed S]`.

gojq writes bytes that are no text for negative years and for `%-s` before 1970, and its integers overflow; such cases
are not made. With `--table FILE` it writes a table of gojq's answers instead: the fixture of the unit test.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.oracle import Oracle
from workload_map.jq import dates

_LETTERS = "YyCgGmBbhAawuVUWedjkHlIPpMSsfZz:tn%c+FDxvTXrRQEé"
_FLAGS = ("", "", "", "-", "_", "^", "#", "0", "5", "12", "3", ":", "::", ":::")
_READ = (
    *(
        "%Y-%m-%dT%H:%M:%S%z",
        "%Y-%m-%d",
        "%d %b %Y",
        "%c",
        "%F %T %Z",
        "%G-W%V-%u",
        "%Y %U %w",
        "%Y %W %a",
        "%Y %j",
    ),
    *(
        "%s",
        "%y%m%d",
        "%I:%M %p",
        "%e %B",
        "%C %y",
        "%H:%M:%S.%f",
        "%A %k",
        "%l%P",
        "%D %R",
        "%:z",
        "%::z",
        "%z %Z",
    ),
    *("%Z%z", "%n%t", "%%", "%v", "%g %V", "%+", "%x %X", "%r", "%h %d"),
)
_MORE = (" ", " %z", " %Z", " %a", " %p", " %S", " %j", "%f", " %C", " %:z", "%q", "%", "%:")
_ZONES = ("JST", "GMT", "CEST", "ABCD", "WITA", "AB", "YEKST", "Z", "UTCX", "ABCDEF")
_OFFSETS = ("Z", "+09:30", "-0730", "+05", "-11:22:33", "+5", "+1:30", "+09:3", "+0960", "+24", "+09:")

Case = tuple[str, Any, str | None]


class Generator:
    """Makes calls: the name of a function, its input, and its argument if it has one."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def seconds(self) -> int | float:
        choice = self.random
        return choice.choice(
            (
                choice.randrange(4 * 10**9),
                choice.uniform(0, 4e9),
                choice.randrange(10**15),
                choice.randrange(10**6),
                choice.randrange(200) / 4,
            )
        )

    def fields(self) -> list[Any]:
        """A broken down time with some of its fields out of range, missing, or wrong."""
        choice = self.random
        fields: list[Any] = [
            choice.choice((choice.randrange(1990, 2100), choice.randrange(1980, 9999))),
            choice.choice((choice.randrange(12), choice.randrange(-30, 40))),
            choice.choice((choice.randrange(1, 29), choice.randrange(-40, 400))),
            choice.randrange(-5, 30),
            choice.randrange(-5, 70),
            choice.choice((choice.randrange(60), choice.uniform(-5, 70))),
            choice.randrange(7),
            choice.randrange(366),
        ]
        if choice.random() < 0.2:
            fields = fields[: choice.randrange(1, 9)]
        if choice.random() < 0.05:
            fields[choice.randrange(1, 8) % len(fields)] = choice.choice((None, "x", True, [], 1999.9))
        return fields

    def template(self) -> str:
        choice = self.random
        parts = []
        for _ in range(choice.randrange(1, 5)):
            flags = "".join(choice.choice(_FLAGS) for _ in range(choice.randrange(3)))
            parts.append(choice.choice(("", " ", "-", "é", "T")) + "%" + flags + choice.choice(_LETTERS))
        if choice.random() < 0.05:
            parts.append(choice.choice(("%", "%-", "%5", "%:", "%::", "%^")))
        return "".join(parts)

    def reading(self) -> Case:
        choice = self.random
        template = choice.choice(_READ)
        if choice.random() < 0.3:
            template += choice.choice(_MORE)
        text = dates.strftime(
            choice.choice((choice.randrange(2 * 10**9), choice.randrange(10**9) / 8)), template
        )
        if choice.random() < 0.5:
            text = text.replace("UTC", choice.choice(_ZONES))
        if choice.random() < 0.6:
            offset = choice.choice(_OFFSETS)
            text = text.replace("+0000", offset).replace("+00:00", offset)
        if choice.random() < 0.3 and text:
            at = choice.randrange(len(text))
            text = text[:at] + choice.choice("09 x-:é1aA") + text[at + choice.randrange(2) :]
        if choice.random() < 0.1:
            text = text.upper()
        return ("strptime", text, template) if choice.random() < 0.9 else ("fromdate", text, None)

    def case(self) -> Case:
        choice = self.random
        kind = choice.randrange(7)
        value = choice.choice((self.seconds, self.fields))
        if kind == 0:
            return "gmtime", self.seconds(), None
        if kind == 1:
            return "mktime", self.fields(), None
        if kind in (2, 3):
            return "strftime", value(), self.template()
        if kind == 4:
            return "todate", value(), None
        return self.reading()


def ours(case: Case) -> Any:
    """Our answer, None for an error: no call answers null."""
    name, value, argument = case
    function = getattr(dates, name)
    try:
        return function(value) if argument is None else function(value, argument)
    except dates.DateError:
        return None


def theirs(cases: list[Case]) -> Iterator[Any]:
    """gojq's answers, None for an error."""
    with Oracle() as oracle:
        for name, value, argument in cases:
            program = name if argument is None else f"{name}({json.dumps(argument)})"
            answer = oracle.ask(program=program, input=value)
            yield None if answer.error is not None else answer.values[0]


def main(arguments: list[str] | None = None) -> int:
    """The command line; 1 when there is a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path, help="write a table of gojq's answers and compare nothing")
    options = parser.parse_args(arguments)
    generator = Generator(options.seed)
    cases = [generator.case() for _ in range(options.count)]
    answers = list(theirs(cases))
    if options.table:
        rows = [json.dumps([*case, answer]) for case, answer in zip(cases, answers, strict=True)]
        options.table.write_text("[\n" + ",\n".join(rows) + "\n]\n")
        return 0
    differences = 0
    for case, answer in zip(cases, answers, strict=True):
        found = ours(case)
        if found != answer:
            differences += 1
            print(case, "gojq:", answer, "ours:", found)
    print(f"{len(cases)} cases ({answers.count(None)} errors): {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""jq's and gojq's own test cases, run on the engine.

`cases` reads them, `run` judges one, `exceptions` are the ones that may fail, each with its reason.
"""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from tests.bench.oracle import same
from workload_map import jq
from workload_map.errors import JqError

__all__ = ["Case", "cases", "exceptions", "run"]

EXCEPTIONS = Path(__file__).parent.parent / "jq_exceptions.toml"
JQ_SUITES = ("jq", "man", "manonig", "onig", "base64", "uri", "optional")
CLI_SUITE = "gojq-cli"
_FLAGS = ("-c", "-n", "-r")
# `-` starts an option and, at times, a program.
_PROGRAMS_LIKE_OPTIONS = ("-.", "-j0")


@dataclass(frozen=True)
class Case:
    """One case of a suite.

    `wants` is ``values`` or ``error``; `passes_gojq` is False for the cases that gojq itself fails.
    """

    suite: str
    name: str
    program: str
    inputs: tuple[Any, ...]
    wants: str
    expected: tuple[Any, ...] = ()
    raw: str | None = None
    passes_gojq: bool = True
    unreadable: bool = False

    @property
    def key(self) -> str:
        """How the list of exceptions names the case."""
        return f"{self.suite}: {self.name}"


def exceptions() -> dict[str, str]:
    """Key of a case that may fail → why."""
    groups = tomllib.loads(EXCEPTIONS.read_text())["group"]
    return {case: group["reason"] for group in groups for case in group["cases"]}


def cases(folder: Path) -> list[Case]:
    """All cases of the folder of suites."""
    found: list[Case] = []
    for suite in JQ_SUITES:
        text = (folder / f"{suite}.test").read_text()
        fails = (folder / "gojq-fails" / f"{suite}.txt").read_text()
        failing = {int(number) for number in re.findall(r"^(\d+) ", fails, re.MULTILINE)}
        found += _three_line_cases(suite, text, failing)
    found += _cli_cases((folder / f"{CLI_SUITE}.yaml").read_text())
    return found


def _three_line_cases(suite: str, text: str, failing: set[int]) -> Iterator[Case]:
    """Groups of program, input and outputs, apart by blank lines; after ``%%FAIL`` a refused program."""
    group: list[str] = []
    start = 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if not group and (not line.strip() or line.lstrip().startswith("#")):
            continue
        if line.strip():
            if not group:
                start = number
            group.append(line)
            continue
        if group[0].startswith("%%FAIL"):
            start += 1
            given = [group[1], "null", "# refused"]
        else:
            given = group
        passes_gojq = start not in failing
        try:
            # A byte order mark may open the input; a comment stands where outputs would end with an error.
            value = json.loads(given[1].removeprefix("\ufeff"))
            wants = "error" if any(part.startswith("#") for part in given[2:]) else "values"
            expected = tuple(json.loads(part) for part in given[2:] if not part.startswith("#"))
            yield Case(suite, str(start), given[0], (value,), wants, expected, passes_gojq=passes_gojq)
        except json.JSONDecodeError:
            # jq's reader also takes `nan`.
            yield Case(suite, str(start), given[0], (), "values", unreadable=True, passes_gojq=passes_gojq)
        group = []


def _cli_cases(text: str) -> Iterator[Case]:
    """The cases that are one program with at most ``-c``, ``-n`` and ``-r``."""
    seen: dict[str, int] = {}
    for entry in yaml.safe_load(text):
        given = [argument for argument in map(str, entry.get("args", ())) if argument not in _FLAGS]
        if len(given) != 1 or (given[0].startswith("-") and given[0] not in _PROGRAMS_LIKE_OPTIONS):
            continue
        program = given[0]
        name = entry["name"]
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name += f" ({seen[name]})"
        flags = [argument for argument in map(str, entry["args"]) if argument in _FLAGS]
        # Without an input the command line runs nothing but compiles; one null does no harm there.
        text = entry.get("input") or ""
        try:
            inputs = (None,) if "-n" in flags else tuple(_json_stream(text))
            unreadable = False
        except json.JSONDecodeError:
            inputs, unreadable = (), True
        wants_error = bool(entry.get("error") or entry.get("exit_code"))
        expected = entry.get("expected") or ""
        yield Case(
            CLI_SUITE,
            name,
            program,
            inputs if inputs or not wants_error else (None,),
            "error" if wants_error else "values",
            () if wants_error or "-r" in flags else tuple(_json_stream(expected)),
            raw=expected if "-r" in flags and not wants_error else None,
            unreadable=unreadable,
        )


def _json_stream(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    position = 0
    text = text.strip()
    while position < len(text):
        value, position = decoder.raw_decode(text, position)
        yield value
        while position < len(text) and text[position].isspace():
            position += 1


def run(case: Case) -> str | None:
    """None when the engine does what the case wants, else what it did."""
    if case.unreadable:
        return "the input is not JSON"
    try:
        values = _values(case)
    except JqError as error:
        return None if case.wants == "error" else f"{error.code}: {error.message}"
    if case.wants == "error":
        return f"no error, but {values!r}"
    if case.raw is not None:
        lines = "".join(_raw(value) + "\n" for value in values)
        return None if lines == case.raw else f"gave {lines!r}, wanted {case.raw!r}"
    if same(values, [_shown(value) for value in case.expected]):
        return None
    return f"gave {values!r}, wanted {list(case.expected)!r}"


def _values(case: Case) -> list[Any]:
    program = jq.compile(case.program)
    try:
        return [_shown(value) for given in case.inputs for value in program.all(given, clock=time.time)]
    except JqError:
        if case.suite == CLI_SUITE or case.wants == "error" or not case.expected:
            raise
        # jq's own runner compares the outputs and is not interested in an error after them.
        count = len(case.expected)
        return [_shown(v) for v in jq.compile(f"limit({count}; {case.program}\n)").all(case.inputs[0])]


def _shown(value: Any) -> Any:
    """The value as its JSON says it: nan is null, an infinite number the largest finite one."""
    if isinstance(value, float):
        if value != value:
            return None
        largest = 1.7976931348623157e308
        value = max(-largest, min(largest, value))
        # Up to 1e21 a float is printed without an exponent, which a reader takes for an exact integer.
        return int(Decimal(repr(value))) if value.is_integer() and abs(value) < 1e21 else value
    if isinstance(value, list):
        return [_shown(item) for item in value]
    if isinstance(value, dict):
        return {key: _shown(item) for key, item in value.items()}
    return value


def _raw(value: Any) -> str:
    return (
        value if isinstance(value, str) else json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)
    )

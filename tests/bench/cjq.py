# SPDX-License-Identifier: Apache-2.0
"""Asks the C binding of jq, in a process of its own: a program may make it abort, and it cannot be bounded."""

from __future__ import annotations

import contextlib
import json
import re
import select
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from tests.bench.jqfuzz import Case, Explained
from tests.bench.oracle import Answer

__all__ = ["EXPLAINED", "CJq", "differs"]

# What the two jqs are known to differ in, as it stands in the generator's templates and leaves:
_DIFFERS = re.compile(
    "|".join(
        (
            # the environment; numbers that are no finite float or no exact one, and how they print
            r"ENV|\benv\b|infinite|\bnan\b|1e1000|1e308|e308|e-324|1e1[79]|100000000000000000000|\d{16,}|\b1e3\b|-0\b|1\.0",
            # mathematics that reaches infinities, frexp and friends on them
            r"gamma|log|exp|modf|significand|drem|ldexp|scalb|fma|remainder|fmod|nextafter|pow\(|%|fdim|hypot",
            # regular expressions: another engine, other flags, empty matches
            r"«re|«flags|scan|capture|splits|sub\(|match|test\(",
            # times, and texts of numbers
            r"date|stamp|mktime|strptime|strftime|gmtime|numtext|tonumber|tojson|tostring|@text|@json",
            # small points: errors by `?` on null and strings, paths of alternatives, nan, an empty update
            r"1e-7|foreach \(0, 1\)|; empty\)|«str» \| reverse|abs|\]\?|sqrt|atan2|cbrt|erf|«few|\$x, \$x\]|base64d",
            r"as \$k \(\{\}|delpaths|first, last|transpose|«str»\[:?«num|as \$x \(«many",
            # objects are walked by insertion there; only objects made in order are safe
            r"«key»[^.]*: |\(«str|\(«many1|\{\"b\"|\{\"c\"|: «any», b|«obj» [+*] «obj»",
            r"« ?key»\S* \+?= |\.key \|=|^«path» .?.?= |INDEX|pick|\$x, y|walk",
        )
    )
)


def _told(message: str) -> Callable[[Case], bool]:
    compiled = re.compile(message)
    return lambda case: case.theirs.error is not None and compiled.search(case.theirs.error) is not None


def _written(pattern: str) -> Callable[[Case], bool]:
    compiled = re.compile(pattern)
    return lambda case: compiled.search(case.program) is not None


# Differences of C jq and gojq that cannot be told from one template.
EXPLAINED: tuple[Explained, ...] = (
    Explained("gojq indexes strings by number", _told("Cannot index string with number")),
    Explained("gojq indexes strings by number", _written(r"\.\[-?\d\]|\.\[\d?:|first|last|nth")),
    Explained("C jq knows no path of this construct", _told("Invalid path expression")),
    Explained("floats print with 17 digits in C jq", _written(r"atan|sin|\\\(")),
    Explained("C jq ends a `?//` chain otherwise", _written(r"\?//")),
    Explained("objects are walked by insertion in C jq", _written(r"\.\w+ ?(=|\+=|\|=)|\{if|with_entries")),
    Explained(
        "a reduce whose update gives nothing is null in C jq",
        lambda case: "reduce" in case.program and "None" in repr(case.theirs.values),
    ),
    Explained("a number and a field make one token in gojq", _written(r"\d\.[a-d]")),
)


def differs(template: str) -> bool:
    """Whether a template or leaf of the generator is one that C jq and gojq are known to take differently."""
    return _DIFFERS.search(template) is not None


# The name of the C binding is that of our own package's engine; in this process it is the only one.
_SERVER = """
import json, resource, sys
import jq
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
for line in sys.stdin:
    program, value = json.loads(line)
    try:
        compiled = jq.compile(program)
    except ValueError as error:
        answer = {"values": [], "error": str(error), "compile": True}
    else:
        values = []
        answer = {"values": values}
        try:
            for item in compiled.input_value(value):
                values.append(item)
                if len(values) == 1000:
                    answer["truncated"] = True
                    break
        except ValueError as error:
            answer["error"] = str(error)
    print(json.dumps(answer), flush=True)
"""


class CJq:
    """A running C jq; use it as a context manager."""

    def __init__(self, *, patience: float = 0.5) -> None:
        self._patience = patience
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> CJq:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.kill()
            process.wait()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.stdout.close()

    def run(self, program: str, value: Any) -> Answer:
        """What `program` gives on `value`; `died` when it killed the process or took too long."""
        started = self._process is not None
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _SERVER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        line = ""
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(json.dumps([program, value]) + "\n")
            process.stdin.flush()
            # A new process first has to start.
            if select.select([process.stdout], [], [], self._patience if started else 30)[0]:
                line = process.stdout.readline()
        if not line:
            self.close()
            return Answer([], "C jq died", died=True)
        try:
            data = json.loads(line)
        except RecursionError:
            return Answer([], "the answer is too deep to read", truncated=True)
        return Answer(
            data["values"],
            data.get("error"),
            not data.get("compile", False),
            data.get("truncated", False),
        )

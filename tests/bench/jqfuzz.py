# SPDX-License-Identifier: Apache-2.0
"""Differential fuzzing of the jq engine against gojq: `python -m tests.bench.jqfuzz [--count N] [--seed S]`.

Prints each difference shrunk, and a table of the explained ones; exit 1 when one is not explained. Values must be
equal; of errors only that there is one.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.bench.jqgen import Generator, Node
from tests.bench.oracle import Answer, Oracle, same
from workload_map import jq
from workload_map.errors import JqError

__all__ = ["EXPLAINED", "Case", "Explained", "compare", "difference", "main", "ours"]

# Go has its own mathematical functions, which differ from the C library's in the last places. They are compared
# on their own, since a last place grows to anything in a program.
_MATHEMATICS = """
sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp10 exp2 expm1 log log10 log1p log2 logb gamma
lgamma tgamma erf erfc j0 j1 y0 y1 cbrt sqrt significand floor ceil round trunc rint nearbyint fabs frexp modf abs
length
"""
_MATHEMATICS_OF_TWO = """
atan2 copysign drem fdim fmax fmin fmod hypot nextafter nexttoward remainder pow
"""
# Of exponents and orders past any use gojq makes noise, or takes for ever.
_WITH_SMALL = "ldexp scalb scalbln jn yn"
_SMALL_NUMBERS = "0 1 -1 2 3 0.5 10 -7 -2.5 33.3"
_NUMBERS = """
0 -0 1 -1 2 3 0.5 -0.5 1.5 -2.5 2.5 10 100 -7 1e-7 1e7 1e17 -1e17 9007199254740993 1e-300 1e300 0.1 0.3 33.3 170.5
12345678901234567890123 171.7 -170.5 700.2 -700.2 nan infinite (-infinite)
"""


@dataclass(frozen=True)
class Case:
    """A program on an input, with what the two engines said."""

    program: str
    value: Any
    ours: Answer
    theirs: Answer
    again: Callable[[str, Any], Answer] | None = None
    """Asks the other engine something else."""


@dataclass(frozen=True)
class Explained:
    """A difference that is meant: `why`, and how to know it."""

    why: str
    holds: Callable[[Case], bool]


def _mentions(pattern: str) -> Callable[[Case], bool]:
    compiled = re.compile(pattern)
    return lambda case: compiled.search(case.program) is not None


def _null_for_empty(one: Any, other: Any) -> bool:
    """Whether the values are the same but for nulls of ours where gojq has {} or []."""
    if one is None and other in ({}, []) and other is not False:
        return True
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_null_for_empty, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_null_for_empty(one[key], other[key]) for key in one)
    return same(one, other)


# gojq's own deletion, kept from paths that lead through null.
_DELETES = """
def _delete($paths): delpaths($paths);
def delpaths($paths): . as $v | _delete([
  $paths[] | . as $p | select(all(range(length); try ($p[:.] as $q | $v | getpath($q) != null) catch true))
]);
def del(f): delpaths([path(f)]);
"""


def _deletes_from_null(case: Case) -> bool:
    if "|= " in case.program and (
        "None" in repr(case.ours.values) or _null_for_empty(case.ours.values, case.theirs.values)
    ):
        return True
    if "del" not in case.program or case.again is None:
        return False
    theirs = case.again(_DELETES + case.program, case.value)
    return not difference(Case(case.program, case.value, case.ours, theirs))


def _number_texts(case: Case) -> bool:
    """Whether the answers are the same but for how numbers are written in texts."""
    if "fromjson" not in case.program or case.ours.error is not None or case.theirs.error is not None:
        return False

    def plain(answer: Answer) -> str:
        return re.sub(
            r"-?\d+(\.\d*)?(e[+-]?\d+)?", lambda found: f"{float(found.group()) + 0.0}", repr(answer.values)
        )

    return plain(case.ours) == plain(case.theirs)


def _far_time(case: Case) -> bool:
    """gojq lets years overflow and takes nan for a time; ours are refused beyond some ten thousand years."""
    if re.search(r"date|mktime|gmtime|strftime|strptime", case.program) is None:
        return False
    said = repr((case.ours.values, case.theirs.values))
    return re.search(r"nan|infinite|e\d\d|\d{15}", case.program + said) is not None or bool(
        re.search(r"\ufffd|-\d{4}-|\d{5}", said)
    )


def _last_place_of_pow(case: Case) -> bool:
    return "pow" in case.program and same(case.ours.values, case.theirs.values, tolerance=1e-12)


_FIRST_ONLY = re.compile(
    r"map_values|\|=|first|limit|isempty|break|\bany\b|\ball\b|IN\(|nth|walk|with_entries"
)


# Every entry is as narrow as it can be told from the program and the answers; more than one percent of programs
# under one entry means that the generator should avoid the construct instead.
EXPLAINED: tuple[Explained, ...] = (
    Explained(
        "a limit of ours: gojq goes on until memory or time ends", lambda case: case.ours.error == "jq.limit"
    ),
    Explained("times beyond the years that print with four digits", _far_time),
    Explained(
        "`?//` also takes the `break` of a first result for a failure, until gojq 0.12.20",
        lambda case: "?//" in case.program and _FIRST_ONLY.search(case.program) is not None,
    ),
    Explained(
        "a variable of a later alternative of `?//` keeps what it had in the turn before, until gojq 0.12.20",
        _mentions(r"\?// (\$y|\{\$a)"),
    ),
    Explained(
        "(writes) no path is an error to us; gojq takes a value that equals the input for it, and foreach's states",
        lambda case: not case.ours.compiled and case.ours.error is None,
    ),
    Explained(
        "gojq 0.12.18 compiles a constant after a branch inside of an object wrongly",
        lambda case: case.ours.error is None and "string for object key" in (case.theirs.error or ""),
    ),
    Explained("the last place of Go's pow", _last_place_of_pow),
    Explained("strings are Unicode: bytes that are no UTF-8 become U+FFFD", _mentions(r"base64d|@urid")),
    Explained(
        "our Bessel functions are exact to 1e-9 of the unit, and no further than 1e6",
        _mentions(r"^[^|]*\b[jy][01n]\b|map\(try [jy][01n] "),
    ),
    Explained("deleting from null gives null, as in gojq since 0.12.19 and in jq", _deletes_from_null),
    Explained("gojq keeps the text of numbers that fromjson reads", _number_texts),
    Explained(
        "splitting at empty matches keeps the ends, as in gojq since 0.12.19 and in jq",
        _mentions(r'\bsplits\(|\bsplit\("[^"]*"; '),
    ),
)


def ours(program: str, value: Any) -> Answer:
    """What our engine says; anything but a JqError goes up."""
    try:
        return Answer(jq.compile(program).all(value))
    except JqError as error:
        return Answer([], error.code, error.code not in ("jq.syntax", "jq.check"))


def difference(case: Case) -> bool:
    """Whether the two answers differ in values."""
    if case.theirs.truncated or case.theirs.died:
        return False
    if case.ours.error is not None or case.theirs.error is not None:
        return (case.ours.error is None) != (case.theirs.error is None)
    return not same(case.ours.values, case.theirs.values)


def mathematics(oracle: Oracle) -> Iterator[Case]:
    """The mathematical functions on many numbers that differ by more than the last places."""
    numbers = ", ".join(_NUMBERS.split())
    for name in _MATHEMATICS.split():
        yield from _inexact(f'[{numbers}] | map(try {name} catch "E")', oracle)
    for name in _MATHEMATICS_OF_TWO.split():
        for number in _NUMBERS.split():
            yield from _inexact(f"[{name}({number}; {numbers})]", oracle)
    for name in _WITH_SMALL.split():
        for number in _SMALL_NUMBERS.split():
            yield from _inexact(f"[{name}({number}; {', '.join(_SMALL_NUMBERS.split())})]", oracle)


def _inexact(program: str, oracle: Oracle) -> Iterator[Case]:
    case = compare(program, None, oracle.run)
    if difference(case) and not same(case.ours.values, case.theirs.values, tolerance=1e-9):
        yield case


def compare_set(program: str, value: Any, oracle: Oracle) -> Case:
    """As `compare`, for a write: ``(program) = "new"``."""
    theirs = oracle.ask(op="set", program=program, input=value, value="new")
    try:
        mine = Answer([jq.compile(program).set(value, "new")])
    except JqError as error:
        # To gojq a path expression without a path is no error: nothing changes. What can never have one is an
        # error to it only when it comes to that, and to us before.
        mine = Answer([value], error.code) if error.code == "jq.no-path" else Answer([], error.code)
        if error.code == "jq.no-path" and theirs.error is None:
            mine = Answer([value], compiled=False)
    except Exception as error:
        mine = Answer([{"__crash__": repr(error)[:200]}])

    def again(other: str, given: Any) -> Answer:
        return oracle.ask(op="set", program=other, input=given, value="new")

    return Case(program, value, mine, theirs, again)


def compare(program: str, value: Any, other: Callable[[str, Any], Answer]) -> Case:
    """Run both engines; an exception of ours that is no JqError is told as a value that nothing equals."""
    theirs = other(program, value)
    try:
        mine = ours(program, value)
    except Exception as error:
        # The point of fuzzing: whatever comes out that is not a JqError is a fault.
        mine = Answer([{"__crash__": repr(error)[:200]}])
    return Case(program, value, mine, theirs, other)


def explanation(case: Case, explained: tuple[Explained, ...] = EXPLAINED) -> str | None:
    """Why the case differs, when that is known."""
    return next((entry.why for entry in explained if entry.holds(case)), None)


def shrink(node: Node, case: Case, run: Callable[[str, Any], Case], explained: tuple[Explained, ...]) -> Case:
    """The smallest program and input found that still differ without an explanation."""

    def differs(program: str, value: Any) -> Case | None:
        found = run(program, value)
        return found if difference(found) and explanation(found, explained) is None else None

    tries = 0
    shrinking = True
    while shrinking and tries < 400:
        shrinking = False
        for smaller in node.smaller():
            tries += 1
            if tries > 400:
                break
            if len(smaller.text) < len(node.text) and (found := differs(smaller.text, case.value)):
                node, case, shrinking = smaller, found, True
                break
        else:
            for value in _smaller_values(case.value):
                if found := differs(case.program, value):
                    case, shrinking = found, True
                    break
    return case


def _smaller_values(value: Any) -> Iterator[Any]:
    if value is not None:
        yield None
    if isinstance(value, list):
        yield from value
        for index, item in enumerate(value):
            yield value[:index] + value[index + 1 :]
            yield from ([*value[:index], other, *value[index + 1 :]] for other in _smaller_values(item))
    elif isinstance(value, dict):
        yield from value.values()
        for key, item in value.items():
            yield {k: v for k, v in value.items() if k != key}
            yield from ({**value, key: other} for other in _smaller_values(item))


def main(arguments: list[str] | None = None) -> int:
    """Fuzz; 0 when every difference is explained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=12, help="about how many nodes a program has at most")
    parser.add_argument("--set", action="store_true", help="write through path expressions instead")
    parser.add_argument("--show", type=int, default=25, help="stop after this many unexplained differences")
    options = parser.parse_args(arguments)
    outcomes: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    unexplained = 0
    seen: set[str] = set()
    started = time.monotonic()
    generator = Generator(options.seed, size=options.size)
    with Oracle() as oracle:

        def run(program: str, value: Any) -> Case:
            if options.set:
                return compare_set(program, value, oracle)
            return compare(program, value, oracle.run)

        for case in mathematics(oracle):
            if explanation(case) is not None:
                continue
            outcomes["unexplained"] += 1
            unexplained += 1
            print(_drawn(case), flush=True)
        for _ in range(options.count):
            node = generator.path() if options.set else generator.program()
            value = generator.value()
            case = run(node.text, value)
            if case.theirs.truncated or case.theirs.died:
                outcomes["gojq stopped"] += 1
            elif not difference(case):
                outcomes["both an error" if case.theirs.error else "same values"] += 1
            elif why := explanation(case):
                outcomes["explained"] += 1
                reasons[why] += 1
            else:
                outcomes["unexplained"] += 1
                unexplained += 1
                case = shrink(node, case, run, EXPLAINED)
                if case.program not in seen:
                    seen.add(case.program)
                    print(_drawn(case), flush=True)
                if len(seen) >= options.show:
                    break
    total = sum(outcomes.values())
    print(f"{total} programs, seed {options.seed}, {time.monotonic() - started:.0f} s")
    for table in (outcomes, reasons):
        for name, count in table.most_common():
            print(f"  {count:7}  {name}")
    return 1 if unexplained else 0


def _drawn(case: Case) -> str:
    def answer(said: Answer) -> str:
        return f"error {said.error}" if said.error is not None else repr(said.values)[:300]

    return f"{case.program}\n    input {case.value!r}\n    ours  {answer(case.ours)}\n    gojq  {answer(case.theirs)}"


if __name__ == "__main__":
    sys.exit(main())

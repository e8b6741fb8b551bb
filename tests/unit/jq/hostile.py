# SPDX-License-Identifier: Apache-2.0
"""Expressions that want all time or all memory, and a runner that measures them in this process.

Run as a program (``python -m tests.unit.jq.hostile main|thread|deep all|often|nested``)
it prints one JSON line for each:
name, code of the error or null, seconds of processor time, growth of the peak memory in bytes.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workload_map import jq
from workload_map.errors import JqError

__all__ = ["HOSTILE", "OFTEN", "Hostile", "Outcome", "run", "select"]

DEEP_FRAMES = 900


@dataclass(frozen=True)
class Hostile:
    """One expression with its input; `may_end` marks those that an engine may also finish quickly.

    `nested` marks those that a stack is in danger of, in a thread or below many frames.
    """

    program: str
    value: Any = None
    may_end: bool = False
    nested: bool = False

    @property
    def name(self) -> str:
        """The expression, shortened."""
        return (
            self.program if len(self.program) <= 120 else f"{self.program[:80]}… ({len(self.program)} chars)"
        )


@dataclass(frozen=True)
class Outcome:
    """What running one did."""

    name: str
    code: str | None
    seconds: float
    bytes: int


_BOMB = "reduce range(40) as $i (1; [., .])"
_OBJECTS = "reduce range(40) as $i (1; {a: ., b: .})"
_ACKERMANN = (
    "def a($m; $n): if $m == 0 then $n + 1 elif $n == 0 then a($m - 1; 1) else a($m - 1; a($m; $n - 1)) end;"
    " a(4; 2)"
)
_NEST = "reduce range(9000) as $i (1; [.])"


def _endless() -> Iterator[Hostile]:
    """Loops that never end, or as good as never."""
    for program in (
        "repeat(.)",
        "[repeat(1)]",
        "[limit(1000000000; repeat(1))]",
        "last(repeat(1))",
        "nth(1000000000; repeat(1))",
        "[skip(1000000000; repeat(1))]",
        "limit(1; repeat(empty))",
        "isempty(repeat(empty))",
        "any(repeat(false); .)",
        "all(repeat(true); .)",
        "add(repeat(1))",
        "until(false; .)",
        "0 | until(. < 0; . + 1)",
        "[] | until(false; . + [1])",
        '"" | until(false; . + "xxxxxxxxxx")',
        "[while(true; .)]",
        "while(true; [.])",
        "recurse(.)",
        "0 | [recurse(. + 1)]",
        "[recurse([.])]",
        "reduce repeat(1) as $x (0; . + 1)",
        "foreach repeat(1) as $x (0; . + 1; empty)",
        "def r: empty, r; r",
        "def r: 1, r; r",
        "label $out | repeat(1) | select(false) | break $out",
        "range(1000000000)",
        "[range(1000000000)]",
        "range(1000000000) | empty",
        "last(range(infinite))",
        "first(range(1000000000) | select(. < 0))",
        "reduce range(1000000000) as $x (0; .)",
        "add(range(1000000000))",
        '"\\(range(1000000000))"',
        "{a: range(1000000000), b: range(1000000000)}",
        "IN(range(1000000000); -1)",
        "fromstream(repeat([[0], 1]))",
        "[path(repeat(.a))]",
        "del(repeat(.a))",
        "(repeat(.a)) = 1",
        "try repeat(1) catch .",
        "(repeat(1))? // 1",
    ):
        yield Hostile(program)


def _calls() -> Iterator[Hostile]:
    """Functions that call themselves."""
    for program in (
        "def f: f; f",
        "def f: f | f; f",
        "def f: def g: f; g; f",
        "def f: [f]; f",
        "def f: f + 1; f",
        "def f: {a: f}; f",
        "def f: if true then f else . end; f",
        "def f: reduce f as $x (0; 1); f",
        "def f: path(f); f",
        "def f: . as [$x] | f; f",
        "def f: (try f catch .) | f; f",
        'def f: try f catch "caught"; f',
        "def f(g): f(g | g); f(.)",
        "def f(g): g | f(g); 0 | f(. + 1)",
        "def f($n): if $n == 0 then 0 else f($n - 1) + 1 end; f(100000)",
        _ACKERMANN,
        "def fib($n): if $n < 2 then $n else fib($n - 1) + fib($n - 2) end; fib(60)",
        "def f: walk(f); [1] | f",
        'def f: sub("a"; f); "a" | f',
        "def f: sort_by(f); [1, 2] | f",
    ):
        yield Hostile(program, nested=True)


def _large() -> Iterator[Hostile]:
    """Values that grow past any memory, or that look small and are not."""
    for program in (
        f"{_BOMB} | tojson",
        f"{_BOMB} | tostring",
        f'{_BOMB} | "\\(.)"',
        f"{_BOMB} | @json",
        f"{_BOMB} | [..] | length",
        f"{_BOMB} | [paths] | length",
        f"{_BOMB} | [tostream] | length",
        f"{_BOMB} | flatten",
        f"{_BOMB} | walk(.)",
        f"{_BOMB} | .. |= .",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | $a == $b",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | $a < $b",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | [$a, $b] | sort",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | [$a, $b] | unique",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | [$a, $b] | group_by(.)",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | [$a, $b] | max",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | $a | contains($b)",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | [$a] - [$b]",
        f"({_BOMB}) as $a | ({_BOMB}) as $b | [$a] | index([$b])",
        f"({_OBJECTS}) as $a | ({_OBJECTS}) as $b | $a * $b",
        f"{_OBJECTS} | tojson",
        f"{_OBJECTS} | map_values(tojson)",
        f"{_BOMB} | error",
        f"{_BOMB} | . + 1 | tojson",
        f"{_BOMB} | tojson | fromjson",
        'reduce range(60) as $i ("x"; . + .)',
        '[foreach range(60) as $i ("x"; . + .)]',
        'reduce range(60) as $i ("x"; "\\(.)\\(.)")',
        'reduce range(60) as $i ("\\""; tojson)',
        'reduce range(60) as $i ("%"; @uri + @uri)',
        'reduce range(60) as $i ("x"; @base64 + @base64)',
        'reduce range(60) as $i ("&"; @html "\\(.)\\(.)")',
        "reduce range(60) as $i ([1]; . + .)",
        'reduce range(60) as $i ("x"; gsub("x"; "xx"))',
        '"x" * 1000000000',
        '"x" * 1000000000 | length',
        '[limit(100000; repeat("x" * 1000000))] | add',
        '[limit(100000; repeat("x" * 1000000))] | join(",")',
        '"a" * 100000 | gsub(""; "x" * 10000)',
        '"a" * 1000000 | [splits("")] | map(. * 1000) | add',
        "reduce range(60) as $i (3; . * .)",
        "reduce range(100000) as $i (1; . * 9999999999999999999)",
        "def fact: if . < 2 then 1 else . * (. - 1 | fact) end; 190 | fact | . * . * . * . | . * . * . * .",
        '"9" * 1000000 | tonumber',
        '"9" * 1000000 | fromjson',
        '"[" * 1000000 | fromjson',
        '"{\\"a\\":" * 1000000 | fromjson',
        ".[1000000000] = 1",
        ".[500000000] = 1",
        "setpath([500000000]; 1)",
        "[] | .[500000000:] = [1] | .[400000000] = 1",
        "reduce range(1000000) as $i (1; [.])",
        "reduce range(1000000) as $i (1; {a: .})",
        'setpath([range(200000) | "a"]; 1)',
        "[range(100000)] as $a | $a[] as $x | $a[] as $y | $x + $y",
        "[range(1000)] | [.[] as $a | .[] as $b | .[] as $c | 1] | length",
        "[{a: range(10000), b: range(10000)}] | length",
        "[0, 1] | [combinations(40)] | length",
        "[range(10)] | [., ., ., ., ., ., ., ., ., .] | [combinations] | length",
        "[range(100000)] | map([range(1000)])",
        "[range(2000)] | [limit(2000; repeat(.))] | transpose | flatten | tojson | length",
        'error("x" * 9000000)',
        '"x" * 9000000 | error',
        "[range(900000)] | error",
    ):
        yield Hostile(program)


def _deep() -> Iterator[Hostile]:
    """Sources and values of great depth."""
    count = 200_000
    for program in (
        "[" * count,
        "[" * count + "]" * count,
        "(" * count + "1" + ")" * count,
        "{a:" * count + "1" + "}" * count,
        "-" * count + "1",
        "1" + "+1" * count,
        "1" + "|1" * count,
        "1" + ",1" * count,
        "1" + " // 1" * count,
        ".a" * count,
        "." + "[0]" * count,
        "." + "?" * count,
        "try " * count + "1",
        "if . then " * count,
        "if 1 then 1 " + "elif 1 then 1 " * count + "end",
        "def f: " * count,
        "def f: 1; " * count + "f",
        "reduce . as $x (" * count,
        ". as [" + "[" * count,
        "1 as $x | " * count + "$x",
        "label $x | " * count + "1",
        '"\\(' * count + "1" + ')"' * count,
        ".a?" * count,
        "1" * count,
        "[" * 90_000 + "]" * 9_000,
        "try " * 20_000 + "1",
        '"\\(' * 20_000 + "1" + ')"' * 20_000,
        "(" * 40_000 + "1" + ")" * 40_000,
        "." + "[0]" * 33_000 + "|error",
        "1" + "|1" * 49_000 + "|error",
        "null" + "//null" * 16_000 + "|error(1)",
    ):
        yield Hostile(program, nested=True)
    for program in (
        f"{_NEST} | [.] | tojson | fromjson | . == 1 | error",
        f"({_NEST}) as $a | ({_NEST}) as $b | $a == $b | error",
        f"({_NEST}) as $a | ({_NEST}) as $b | [$a, $b] | sort | length | error",
        f"({_NEST}) as $a | ({_NEST}) as $b | [$a, $b] | unique | length | error",
        f"({_NEST}) as $a | ({_NEST}) as $b | [$a, $b] | group_by(.) | length | error",
        f"{_NEST} | flatten | length | error",
        f"{_NEST} | [..] | length | error",
        f"{_NEST} | [paths] | length | error",
        f"{_NEST} | walk(.) | length | error",
        f"{_NEST} | getpath([range(9000) | 0]) | error",
        f"{_NEST} | setpath([range(9000) | 0]; 2) | length | error",
        f"{_NEST} | delpaths([[range(9000) | 0]]) | length | error",
        f"{_NEST} | @text | length | error",
        f"{_NEST} | tostream | length | error",
        f"{_NEST} | error",
        "reduce range(9000) as $i (1; {a: .}) | . * . | length | error",
        "reduce range(9000) as $i (1; {a: .}) | contains({a: 1}) | error",
        "reduce range(9000) as $i (1; {a: .}) | . as $x | $x | contains($x) | error",
        "reduce range(9000) as $i (1; {a: .}) | [.. | scalars] | length | error",
        "[range(9000) | 0] as $p | setpath($p; 1) | [.[] = 2] | tojson | length | error",
    ):
        yield Hostile(program, nested=True)


def _regular() -> Iterator[Hostile]:
    """Patterns that back-tracking engines never finish; a linear one may give a value."""
    for program in (
        '"a" * 26 + "!" | test("(a+)+$")',
        '"a" * 900 | test(".*x.*y.*z")',
        '"a" * 5000 | test("(a|aa)*b")',
        '"a" * 5000 | test("(a*)*b")',
        '"a" * 5000 | test("((a*)*)*b")',
        '"x" * 20000 | test("x*x*x*x*x*x*y")',
        '"a" * 1000 | [match("a*?"; "g")] | length',
        '"ab" * 5000 | test("(.*)(.*)(.*)(.*)(.*)c")',
        '"a" | test("(a?){100}(a){100}")',
        '"a" * 100000 | [match("(a|b|ab)*c"; "g")]',
        '"a" * 1000000 | [match("a+b|a"; "g")] | length',
        '"a" * 3000 | gsub("(?<x>a*?)b?"; "\\(.x)y") | length',
    ):
        yield Hostile(program, may_end=True)
    for program in (
        '"a" | test("(((a{1,1000}){1,1000}){1,1000}){1,1000}")',
        '"a" | test("a{100000}")',
        '"a" | test("(" * 200000)',
        '"a" | test("(" * 100000 + ")" * 100000)',
        '"a" | test("(?:" * 30000 + ")*" * 30000)',
        '"a" | test("a|" * 1000000 + "(")',
        '"a" | test("[" * 100000)',
        '"a" | test("(a" + "?" * 100000 + ")")',
    ):
        yield Hostile(program, nested=True)


def _slow() -> Iterator[Hostile]:
    """Things of quadratic cost in a simple engine, which a good one may finish."""
    for program in (
        "[range(900000)] - [range(900000)] | length",
        "[range(900000)] | contains([range(900000)])",
        "[range(900000)] | index([899998, 899999])",
        "[range(900000)] | sort_by(-.) | group_by(. % 7) | map(unique_by(. % 3)) | flatten | length",
        '"ab" * 900000 | indices("ab") | length',
        '"a" * 900000 | indices("a" * 450000) | length',
        '[limit(300000; repeat("ab"))] | add | length',
        '[range(300000) | tostring] | join(",") | split(",") | length',
        "reduce range(300000) as $i ([]; . + [$i]) | length",
        "reduce range(300000) as $i ([]; .[$i] = $i) | length",
        "reduce range(300000) as $i ({}; .[$i | tostring] = $i) | length",
        'reduce range(300000) as $i (""; . + "x") | length',
        "[range(900000)] | del(.[range(900000)]) | length",
        "[range(300000)] | (.[] | select(. % 2 == 0)) |= empty | length",
        "[range(900000)] | tojson | fromjson | length",
        "[range(300000)] | implode | explode | length",
        "[range(900000)] | @csv | length",
        '0 | strftime("%A" * 1000000) | length',
        'getpath([range(900000) | "a"])',
        "[range(300000) | {key: tostring, value: .}] | from_entries | to_entries | length",
        "[range(300)] | [.[] as $x | .[] as $y | [$x, $y]] | unique | length",
        ".. |= [.]",
        "[1, [2, [3]]] | .. |= [.]",
        '"x" * 9000000 | ascii_downcase | explode | length',
        '"x" * 9000000 | @base64 | @base64d | length',
        "[range(100000)] | map(tojson) | map(fromjson) | add",
        "[range(1000)] | combinations(2) | select(false)",
        "ldexp(1; 1000000000)",
        "pow(9999999999; 9999999999)",
        "1000000000 | todate",
        "[range(200000)] | bsearch(0, 1, 2) | select(false)",
    ):
        yield Hostile(program, may_end=True)


def _refused() -> Iterator[Hostile]:
    """Reaching out of the program."""
    for program in (
        "input",
        "[inputs]",
        "debug",
        "stderr",
        "input_filename",
        "halt",
        'halt_error("x")',
        'import "a" as a; 1',
        'include "a"; 1',
        'import "a" as $a; $a',
        "modulemeta",
        "get_search_list",
        "$__prog_args",
    ):
        yield Hostile(program)


# Each of these uses up a budget; the default run takes a share of them, the full one (marker `bench`) all.
_SHARED = {_endless: 2, _large: 3, _slow: 3}
_ALWAYS = (_calls, _deep, _regular, _refused)

HOSTILE: tuple[Hostile, ...] = tuple(hostile for group in (*_SHARED, *_ALWAYS) for hostile in group())
OFTEN: tuple[Hostile, ...] = (
    *(hostile for group, share in _SHARED.items() for hostile in tuple(group())[::share]),
    *(hostile for group in _ALWAYS for hostile in group()),
)


def run(hostile: Hostile) -> Outcome:
    """Compile and evaluate one, and measure it."""
    before = _memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    started = time.process_time()
    code = None
    try:
        jq.compile(hostile.program).all(hostile.value)
    except JqError as error:
        code = error.code
        # Drawing the error is part of it.
        str(error)
    seconds = time.process_time() - started
    return Outcome(hostile.name, code, seconds, _memory("VmHWM") - before)


#: CPU seconds that `_turns` takes on the machine of RESULTS.md when nothing else runs there.
_TURNS_SECONDS = 0.04


def _turns() -> float:
    started = time.process_time()
    count = 0
    for number in range(1_000_000):
        count += number & 1
    return time.process_time() - started


def measured(hostile: Hostile) -> Outcome:
    """`run`, where it seems slow again: a busy machine only ever adds to the time, to this and to everything else
    alike, so that the best of three counts, in seconds of a quiet machine."""
    outcome = run(hostile)
    for _ in range(2):
        if outcome.seconds < 0.8:
            break
        again = run(hostile)
        slowness = max(1.0, _turns() / _TURNS_SECONDS)
        seconds = min(outcome.seconds, again.seconds / slowness)
        outcome = Outcome(outcome.name, outcome.code, seconds, max(outcome.bytes, again.bytes))
    return outcome


def _memory(field: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise LookupError(field)


def _below(frames: int, action: Any) -> None:
    if frames:
        _below(frames - 1, action)
    else:
        action()


def _print_all(chosen: Sequence[Hostile]) -> None:
    for hostile in chosen:
        try:
            outcome = measured(hostile)
        except BaseException as error:
            # Whatever is no JqError is what the test looks for.
            outcome = Outcome(hostile.name, f"crash: {type(error).__name__}", 0.0, 0)
        print(json.dumps([outcome.name, outcome.code, outcome.seconds, outcome.bytes]), flush=True)


def select(choice: str) -> Sequence[Hostile]:
    """The expressions by name of choice: ``all``, ``often``, ``nested``."""
    if choice == "nested":
        return [hostile for hostile in HOSTILE if hostile.nested]
    return OFTEN if choice == "often" else HOSTILE


def _main() -> None:
    mode, choice = sys.argv[1:]
    chosen = select(choice)
    if mode == "thread":
        thread = threading.Thread(target=_print_all, args=(chosen,))
        thread.start()
        thread.join()
    elif mode == "deep":
        _below(DEEP_FRAMES, lambda: _print_all(chosen))
    else:
        _print_all(chosen)


if __name__ == "__main__":
    _main()

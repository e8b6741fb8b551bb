# SPDX-License-Identifier: Apache-2.0
"""Regular expressions: Go's answers, what is refused, and that nothing takes more than linear time."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from workload_map.jq import regex

# Made by `python -m tests.bench.regexfuzz --count 150 --texts 1 --seed 11 --table …` with Go 1.26.
TABLE = json.loads((Path(__file__).parent / "regex_table.json").read_text(encoding="utf-8"))
DEFAULT_BUDGET = 1_000_000


class OverBudget(Exception):
    pass


class Meter:
    """Adds up what is charged, and stops at the budget."""

    def __init__(self, budget: int = DEFAULT_BUDGET) -> None:
        self.left = budget
        self.used = 0

    def __call__(self, steps: int) -> None:
        assert steps >= 0
        self.used += steps
        if self.used > self.left:
            raise OverBudget


def spans(compiled: regex.Regex, text: str, *, global_: bool = True) -> list[list[int]]:
    matches = compiled.match_all(text, Meter(), global_=global_)
    return [[place for span in match.spans for place in span] for match in matches]


@pytest.mark.parametrize("own", [False, True], ids=["either matcher", "own matcher"])
def test_go_table(own: bool) -> None:
    wrong = []
    for pattern, flags, text, expected in TABLE:
        try:
            compiled = regex.compile(pattern, flags)
        except regex.RegexError:
            found: Any = "error"
        else:
            way = compiled.without_re() if own else compiled
            found = [[name or "" for name in way.names], spans(way, text)]
        if found != expected:
            wrong.append((pattern, flags, text, expected, found))
    assert not wrong
    assert len(TABLE) > 500


def test_table_uses_both_matchers() -> None:
    compiled = [regex.compile(row[0], row[1]) for row in TABLE if row[3] != "error"]
    on_re = sum(each.may_use_re for each in compiled)
    assert 100 < on_re < len(compiled) - 50


@pytest.mark.parametrize("flags", ["x", "n", "s", "l", "gx", "G"])
def test_other_flags_are_refused(flags: str) -> None:
    with pytest.raises(regex.RegexError, match="unsupported regular expression flag"):
        regex.compile("a", flags)


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(?=a)", "Perl syntax"),
        ("(?<!a)", "invalid named capture|Perl syntax"),
        (r"(a)\1", "invalid escape"),
        (r"\C", "invalid escape"),
        ("a{1001}", "invalid repeat count"),
        ("(a{100}){11}", "invalid repeat count"),
        ("((a{0,1000}){0,1000})", "invalid repeat count"),
        ("[b-a]", "range"),
        (r"\p{Klingon}", "unknown character class"),
        ("(", "missing closing"),
        ("a)", "unexpected"),
        ("a\\", "trailing backslash"),
        ("a**", "nested repetition"),
        ("*", "missing argument"),
        ("(" * 200_000, "missing closing"),
        ("(" * 1000 + ")" * 1000, "levels"),
        ("(" * 200_000 + ")" * 200_000, "levels"),
        ("(?:ab{500}){2}" * 300, "too large"),
    ],
)
def test_refused_with_a_reason(pattern: str, says: str) -> None:
    with pytest.raises(regex.RegexError, match=says) as caught:
        regex.compile(pattern)
    assert len(caught.value.message) < 200


def test_large_expressions_that_are_taken() -> None:
    assert spans(regex.compile("(" * 999 + "a" + ")" * 999), "a")[0][:2] == [0, 1]
    assert spans(regex.compile("(?:" * 20_000 + "a" + ")" * 20_000), "ba") == [[1, 2]]
    assert spans(regex.compile("(?:a" * 5_000 + ")" * 5_000), "a" * 5_000) == [[0, 5_000]]
    assert spans(regex.compile("(?:a{10}){100}"), "a" * 1_001) == [[0, 1_000]]
    assert spans(regex.compile("|".join(f"w{i}b" for i in range(2_000))), "w1999b w0b") == [[0, 6], [7, 10]]


def test_old_italic_is_a_script() -> None:
    # Go 1.26 loses script names with an underscore; RE2 and older Go have them.
    assert spans(regex.compile(r"\p{Old_Italic}"), "\U00010300") == [[0, 1]]


def test_first_match_alone() -> None:
    assert spans(regex.compile("a+"), "baaca", global_=False) == [[1, 3]]
    assert spans(regex.compile("x"), "baaca", global_=False) == []


@pytest.mark.parametrize(
    ("pattern", "flags", "text", "parts"),
    [
        (", *", "", "a, b,c", ["a", "b", "c"]),
        (",", "", "a,", ["a", ""]),
        (",", "", ",a", ["", "a"]),
        ("", "", "abc", ["a", "b", "c"]),
        ("", "", "", []),
        ("", "i", "", [""]),
        ("x*", "", "axbc", ["a", "b", "c"]),
        ("z", "", "abc", ["abc"]),
    ],
)
def test_split(pattern: str, flags: str, text: str, parts: list[str]) -> None:
    assert regex.compile(pattern, flags).split(text, Meter()) == parts


# Each takes exponential, cubic or quadratic time in a matcher that only backtracks.
CATASTROPHES = [
    ("(a+)+$", "a" * 10_000 + "b"),
    ("(a|aa)+$", "a" * 10_000 + "b"),
    ("(a*)*b", "a" * 10_000),
    ("(x+x+)+y", "x" * 10_000),
    (".*x.*y.*z", "a" * 900),
    (".*x.*y.*z", "xy" * 5_000),
    ("a.*b|a", "a" * 5_000),
    ("(.*)(.*)(.*)(.*)(.*)[0-9]", "a" * 5_000),
    ("a?" * 30 + "a" * 30 + "b", "a" * 30),
    ("(?:a|a)" * 30 + "b", "a" * 60),
    ("(|||||||||)" * 20 + "x", "a" * 200),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 5_000),
    ("(?:" + "(a)|" * 100 + "b)*x", "a" * 500),
]


@pytest.mark.parametrize(("pattern", "text"), CATASTROPHES)
def test_catastrophes_take_linear_time(pattern: str, text: str) -> None:
    compiled = regex.compile(pattern)
    for way in (compiled, compiled.without_re()):
        whole, half = Meter(10**9), Meter(10**9)
        way.match_all(text, whole, global_=True)
        way.match_all(text[len(text) // 2 :], half, global_=True)
        assert whole.used < 3 * half.used + 1_000
        assert whole.used < 60 * len(pattern) + 30 * len(text) * len(pattern)


def test_work_is_charged_in_small_pieces_and_can_be_stopped() -> None:
    pieces: list[int] = []
    regex.compile("(a|b)+c").match_all("ab" * 5_000, pieces.append, global_=True)
    assert max(pieces) <= 1_000
    assert sum(pieces) > 30_000
    with pytest.raises(OverBudget):
        regex.compile("(a|b)+c").match_all("ab" * 5_000, Meter(2_000), global_=True)
    with pytest.raises(OverBudget):
        regex.compile("(?i)" + r"[\pLx]" * 5_000, "", Meter())


def test_same_charge_each_time() -> None:
    for pattern in ("(a|b)+c", "^(.+)-([0-9]+)$"):
        compiled = regex.compile(pattern)
        charges = []
        for _ in range(3):
            meter = Meter()
            compiled.match_all("ab-12" * 10, meter, global_=True)
            charges.append(meter.used)
        assert len(set(charges)) == 1


def test_names_of_pods_are_cheap() -> None:
    meter = Meter()
    compiled = regex.compile("^(?P<job>.+)-(?P<index>[0-9]+)-[a-z0-9]{5}$")
    assert compiled.may_use_re
    assert compiled.names == (None, "job", "index")
    found = compiled.match_all("training-workers-0-12-x7k2p", meter, global_=False)
    assert found[0].spans == ((0, 27), (0, 18), (19, 21))
    assert meter.used < 200


def test_below_a_deep_stack_and_in_a_thread() -> None:
    results: list[object] = []

    def below(levels: int) -> None:
        if levels:
            below(levels - 1)
            return
        results.append(spans(regex.compile("(?:(?:(a)|(b)){1,3}-?)+|[[:digit:]]{3}"), "ab-b 123"))

    def run() -> None:
        below(sys.getrecursionlimit() - 120)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert results == [[[0, 4, 0, 1, 3, 4], [5, 8, -1, -1, -1, -1]]]


def test_compiling_again_costs_the_same_steps() -> None:
    for pattern in ("kept-(a|b)+", "(?:a{10}){50}(?:b{10}){60}", r"[\pLx]" * 50):
        charges = []
        for _ in range(2):
            meter = Meter()
            regex.compile(pattern, "i", meter)
            charges.append(meter.used)
        assert charges[0] == charges[1] >= len(pattern)

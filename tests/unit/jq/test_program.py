# SPDX-License-Identifier: Apache-2.0
"""What a compiled expression does: results, errors with a place, variables, writing."""

from __future__ import annotations

from typing import Any

import pytest

from workload_map import jq
from workload_map.errors import JqError


def error(text: str, value: Any = None, **options: Any) -> JqError:
    with pytest.raises(JqError) as caught:
        jq.compile(text).all(value, **options)
    return caught.value


@pytest.mark.parametrize(
    ("text", "value", "wanted"),
    [
        (".a.b.c.d", {"a": {"b": {"c": {"d": 1}}}}, [1]),
        (".a.b", {"a": None}, [None]),
        (".[]", {"b": 1, "a": 2}, [2, 1]),
        ("keys", {"b": 1, "a": 2}, [["a", "b"]]),
        ('[.a[]? | select(.k == "x") | .v]', {"a": [{"k": "x", "v": 1}, {"k": "y", "v": 2}]}, [[1]]),
        ('.a // "none"', {}, ["none"]),
        ("(.a, .b) // 3", {"a": False, "b": 2}, [2]),
        ("[1, 2] | (.[0], .[1]) + (10, 20)", None, [11, 12, 21, 22]),
        ("{a: (1, 2), b: (3, 4)} | .a * .b", None, [3, 4, 6, 8]),
        ("try error({a: 1}) catch .a", None, [1]),
        ("[.[] | try tonumber catch null]", ["1", "x", "2e1"], [[1, None, 20.0]]),
        ("[label $out | 1, 2, break $out, 3]", None, [[1, 2]]),
        ("reduce .[] as [$a, $b] (0; . + $a * $b)", [[1, 2], [3, 4]], [14]),
        ("[foreach .[] as $x (0; . + $x; [$x, .])]", [1, 2], [[[1, 1], [2, 3]]]),
        ("[.[] as [$a] ?// $a | $a]", [[1], 2], [[1, 2]]),
        ("def f(g; $x): g + $x; f(.a, .b; 1)", {"a": 1, "b": 2}, [2, 3]),
        ("def f: def g: 3; g; f", None, [3]),
        ("def f(x): x | x; 2 | f(. * .)", None, [16]),
        ('"a\\(1 + 1)b\\("c")"', None, ["a2bc"]),
        ('@base64 "x\\(.)"', "hi", ["xaGk="]),
        ("limit(3; repeat(1))", None, [1, 1, 1]),
        ("first(range(10; infinite))", None, [10]),
        ("[.[] | if . > 1 then . elif . == 1 then empty end]", [0, 1, 2], [[0, 2]]),
        ("[paths]", {"a": [1]}, [[["a"], ["a", 0]]]),
        ("map_values(select(. > 1))", {"b": 2, "a": 1}, [{"b": 2}]),
        ('walk(if type == "number" then . + 1 end)', [1, {"a": 2}], [[2, {"a": 3}]]),
        ("any(.[]; . > 1), all(.[]; . > 1)", [1, 2], [True, False]),
        ("[limit(2; .[] | ., 10)]", [1, 2], [[1, 10]]),
        ("$ENV, env", None, [{}, {}]),
        ("9007199254740993 + 0", None, [9007199254740993]),
        ("10 / 4, 10 / 5", None, [2.5, 2]),
        ("-7 % 3, 7 % -3", None, [-1, 1]),
        ("nan == nan, nan < nan, ([nan] | sort | .[0] | isnan)", None, [False, True, True]),
        ("[.[] | tojson]", [1.0, 1e21, 1e-7, -0.0], [["1", "1e+21", "1e-7", "-0"]]),
    ],
)
def test_results(text: str, value: Any, wanted: list[Any]) -> None:
    program = jq.compile(text)
    assert program.all(value) == wanted
    assert program.first(value) == wanted[0]


def test_first_does_not_look_further() -> None:
    assert jq.compile('1, error("late")').first(None) == 1
    assert jq.compile("empty").first(None, "default") == "default"


def test_an_update_keeps_the_order_of_keys_and_shares_the_rest() -> None:
    value = {"z": {"big": 2**70}, "a": 1, "m": None}
    changed = jq.compile(".a |= . + 1").first(value)
    assert list(changed) == ["z", "a", "m"]
    assert changed["z"] is value["z"]
    assert value["a"] == 1


def test_variables() -> None:
    program = jq.compile("$a + $b.c", variables=("a", "b"))
    assert program.all(None, variables={"a": 1, "b": {"c": 2}}) == [3]
    with pytest.raises(TypeError, match=r"\$b"):
        program.all(None, variables={"a": 1})
    with pytest.raises(TypeError, match=r"\$c"):
        program.all(None, variables={"a": 1, "b": {}, "c": 2})


def test_the_clock_is_the_callers() -> None:
    assert jq.compile("now").all(None, clock=lambda: 1.5) == [1.5]
    assert error("now").code == "jq.runtime"


@pytest.mark.parametrize(
    ("text", "value", "place"),
    [
        (".a.b.c", {"a": {"b": 1}}, ".c"),
        (".a | .[] | .x", {"a": 1}, "[]"),
        ("1 + (2 | tonumber | . + {})", None, ". + {}"),
        ('.a | test("[")', {"a": ""}, 'test("[")'),
        ("keys", 1, "keys"),
    ],
)
def test_a_runtime_error_says_where(text: str, value: Any, place: str) -> None:
    caught = error(text, value)
    assert caught.code == "jq.runtime"
    assert place in text[slice(*caught.span)]
    assert "^" in str(caught)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (".a | foo", "jq.check", "foo"),
        ("$x", "jq.check", "$x"),
        ("break $x", "jq.check", "break $x"),
        ("@nope", "jq.check", "@nope"),
        ("length(1)", "jq.check", "length(1)"),
        ("input", "jq.check", "input"),
        ("halt", "jq.check", "halt"),
        ('import "a" as a; 1', "jq.check", "import"),
        (".a | ", "jq.syntax", ""),
        ("1 == 2 == 3", "jq.syntax", "=="),
        ('"abc', "jq.syntax", '"abc'),
        ("(" * 200_000, "jq.limit", ""),
        ("(" * 20_000, "jq.syntax", "("),
        ("-" * 20_000 + ".", "jq.syntax", ""),
        ("", "jq.syntax", ""),
    ],
)
def test_what_does_not_compile(text: str, code: str, place: str) -> None:
    with pytest.raises(JqError) as caught:
        jq.compile(text)
    assert caught.value.code == code
    assert text[slice(*caught.value.span)].startswith(place)


@pytest.mark.parametrize(
    "text",
    [
        "repeat(.)",
        "def f: f; f",
        "try repeat(1) catch .",
        "reduce range(40) as $i (1; [., .])",
        '"x" * 1000000000',
        "reduce range(60) as $i (3; . * .)",
        "range(1001)",
        ".[1000000000]? = 1",
    ],
)
def test_limits_end_the_evaluation(text: str) -> None:
    assert error(text, None if "[" not in text else []).code in ("jq.limit", "jq.runtime")


def test_the_result_limit_is_inclusive() -> None:
    assert len(jq.compile("range(1000)").all(None)) == 1000
    assert error("range(1001)").code == "jq.limit"
    assert len(jq.compile("range(5)").all(None, limits=jq.Limits(results=5))) == 5
    assert error("range(6)", limits=jq.Limits(results=5)).code == "jq.limit"


def test_a_limit_is_not_caught() -> None:
    assert error("try (def f: f; f) catch 1").code == "jq.limit"
    assert error("(repeat(empty))?").code == "jq.limit"


def test_errors_behind_a_try_are_not_its_own() -> None:
    assert error('(try (1, 2) catch "inner") | error("outer")').code == "jq.runtime"
    assert jq.compile('try ((1, 2)? | error("outer")) catch .').all(None) == ["outer"]


# -- writing


@pytest.mark.parametrize(
    ("text", "value", "wanted"),
    [
        (".a.b", {}, {"a": {"b": 9}}),
        (".a[].b", {"a": [{"b": 1}, {"c": 2}]}, {"a": [{"b": 9}, {"c": 2, "b": 9}]}),
        (".a // .b", {"b": 1}, {"b": 9}),
        (".a // .b", {"a": 1, "b": 1}, {"a": 9, "b": 1}),
        (".a // 1", {}, {"a": 9}),
        (".a // .b // {}", {}, {"b": 9}),
        ("(.a // []) | .[0]", {}, {"a": [9]}),
        ('.items[] | select(.n == "x") | .v', {"items": [{"n": "x"}, {"n": "y"}]}, None),
        (".a[1:2]", {"a": [1, 2, 3]}, None),
        ("first(.a, .b)", {"a": 1, "b": 2}, {"a": 9, "b": 2}),
        ('getpath(["a", "b"])', None, {"a": {"b": 9}}),
        (". as $x | .a", {"a": 1}, {"a": 9}),
        ("if .a then .a else .b end", {"b": 1}, {"b": 9}),
        ("def f: .a; f.b", {}, {"a": {"b": 9}}),
    ],
)
def test_set(text: str, value: Any, wanted: Any) -> None:
    program = jq.compile(text)
    assert program.writable
    if wanted is not None:
        assert program.set(value, 9) == wanted
    new = [7] if "[1:2]" in text else 9
    assert program.first(program.set(value, new)) == new


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("{a: .b}", "{a: .b}"),
        (".a + 1", ".a + 1"),
        (".a | tostring", "tostring"),
        ('"x\\(.a)"', '"x\\(.a)"'),
        (".a | [.b]", "[.b]"),
        ("$ENV", "$ENV"),
        ("if .a then .a else 1 end", "1"),
        ("length", "length"),
    ],
)
def test_what_cannot_be_written(text: str, construct: str) -> None:
    program = jq.compile(text)
    assert not program.writable
    why = program.why_not_writable
    assert why is not None
    assert text[slice(*why.span)] == construct
    with pytest.raises(JqError) as caught:
        program.set({"a": 1}, 2)
    assert caught.value.code == "jq.no-path"
    assert text[slice(*caught.value.span)] == construct


def test_no_place_is_an_error() -> None:
    with pytest.raises(JqError) as caught:
        jq.compile(".a[]? | .b").set({}, 1)
    assert caught.value.code == "jq.no-path"


def test_set_each() -> None:
    program = jq.compile(".a[].n")
    value = {"a": [{"n": 1}, {"n": 2}]}
    assert program.set_each(value, [5, None]) == {"a": [{"n": 5}, {"n": None}]}
    assert value == {"a": [{"n": 1}, {"n": 2}]}
    with pytest.raises(JqError, match="3 values for 2 places") as caught:
        program.set_each(value, [1, 2, 3])
    assert caught.value.code == "jq.count"


def test_paths() -> None:
    value = {"a": [{"n": 1}, {"n": 2}]}
    assert jq.compile(".a[].n").paths(value) == [("a", 0, "n"), ("a", 1, "n")]
    assert jq.compile(".a[0:1]").paths(value) == [("a", {"start": 0, "end": 1})]
    assert jq.compile(".x // 3").paths(value) == [("x",)]


@pytest.mark.parametrize(
    "text",
    [
        "[" + ", ".join(["1"] * 2000) + "] | length",
        " or ".join(["(. == 2)"] * 1000),
        " and ".join(["(. == null)"] * 1000),
        " // ".join(["null"] * 1000),
        " | ".join(["."] * 2000),
        "if false then 1 " + "elif false then 2 " * 500 + "else 3 end",
        "." + "a." * 1000 + "b",
        "".join(f"def f{i}: {f'f{i - 1}' if i else '1'}; " for i in range(300)) + "f299",
        '"' + "\\(1)" * 1000 + '"',
    ],
    ids=lambda text: text[:24],
)
def test_long_is_not_deep(text: str) -> None:
    assert len(jq.compile(text).all(None)) == 1

# SPDX-License-Identifier: Apache-2.0
"""The static rules for expressions in definitions."""

from __future__ import annotations

import pytest

from workload_map import jq


def findings(text: str) -> list[tuple[str, str, str]]:
    return [
        (text[slice(*finding.span)], finding.code, finding.severity)
        for finding in jq.check.policy(jq.parse(text))
    ]


@pytest.mark.parametrize(
    "text",
    [
        ".spec.template",
        'any(.status.conditions[]?; .type == "A" and .status == "True")',
        ".a as $x | [$x, .b] | min",
        "def f: .a; f",
        "def f(g): g | g; f(.a)",
        "limit(2; .a[])",
        "[.a[] | select(.b)] | length",
        "first(.a, .b)",
        "reduce .a[] as $x (0; . + $x)",
        "def range: 1; range",
        '.a | IN("x", "y")',
        "to_entries[] | .key",
    ],
)
def test_what_is_allowed(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(.a = 1)", "(.a = 1)"),
        ("[.a |= 1]", ".a |= 1"),
        ("1, (.a //= 2)", "(.a //= 2)"),
        ("[del(.a)]", "del(.a)"),
        ('setpath(["a"]; 1)', 'setpath(["a"]; 1)'),
        ('.b | delpaths([["a"]])', 'delpaths([["a"]])'),
        ("[range(1e9)]", "range(1e9)"),
        ("(..)", "(..)"),
        ("[recurse]", "recurse"),
        ("walk(.)", "walk(.)"),
        ("first(repeat(1))", "repeat(1)"),
        ("until(.; .)", "until(.; .)"),
        ("[while(.; .)]", "while(.; .)"),
        ("[paths]", "paths"),
        ("def f: f; .a", "f"),
        ("def f: def g: f; g; 1", "f"),
        ("$ENV.HOME", "$ENV"),
        ("env | .a", "env"),
        ("{a: [.b | {c: range(3)}]}", "range(3)"),
        ('"x\\(range(2))"', "range(2)"),
    ],
)
def test_what_is_not(text: str, place: str) -> None:
    assert (place, "jq.policy", "error") in findings(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [("input", "input"), ("nope(.a)", "nope(.a)"), ("$x", "$x"), ("@x", "@x"), ("debug", "debug")],
)
def test_names_that_do_not_exist(text: str, place: str) -> None:
    assert findings(text) == [(place, "jq.check", "error")]


def test_the_clock_is_a_warning() -> None:
    assert findings("now | localtime") == [
        ("now", "jq.policy", "warning"),
        ("localtime", "jq.policy", "warning"),
    ]


def test_all_findings_come_in_order() -> None:
    assert [place for place, _, _ in findings("nope | range(3) | .a = 1 | $y")] == [
        "nope",
        "range(3)",
        ".a = 1",
        "$y",
    ]


def test_given_variables_are_known() -> None:
    assert jq.check.policy(jq.parse("$x.a"), ("x",)) == []

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from workload_map.problems import Problem
from workload_map.session.cases.junit import junit
from workload_map.session.cases.model import CaseResult, DifferenceView
from workload_map.session.cases.text import difference_lines

ADD = {"op": "add", "path": "/a", "value": 1}
DROP = {"op": "remove", "path": "/b"}


@pytest.mark.parametrize(
    ("expected", "actual", "lines"),
    [
        ("Running", "Failed", ["  - Running", "  + Failed"]),
        (2, "2", ["  - 2", '  + "2"']),
        (None, 0, ["  - null", "  + 0"]),
        (["a", "b"], ["a"], ["  - [a, b]", "  + [a]"]),
        ({"a": 1}, {}, ["  - a: 1", "  + {}"]),
        ([ADD, DROP], [ADD], ["    1 equal", "  - - op: remove", "  -   path: /b", "  + []"]),
        ([ADD], [], ["  - - op: add", "  -   path: /a", "  -   value: 1", "  + []"]),
        ("\ud800", 1, ["  - '\\ud800'", "  + 1"]),
        ("a\nb", 1, ['  - "a\\nb"', "  + 1"]),
    ],
)
def test_expected_and_actual(expected: Any, actual: Any, lines: list[str]) -> None:
    difference = DifferenceView(path="/a/b", expected=expected, actual=actual, line=7)
    assert list(difference_lines(difference)) == ["a/b (line 7)", *lines]


def test_items_in_another_order_are_shown_as_such() -> None:
    difference = DifferenceView(path="/patch", expected=[ADD, DROP], actual=[DROP, ADD])
    assert list(difference_lines(difference))[:2] == ["patch", "    the same in another order"]


def test_what_is_not_there() -> None:
    difference = DifferenceView(path="/roles/x", expected={}, actual=None, absent=True)
    assert list(difference_lines(difference)) == ["roles/x", "  - {}", "  + nothing"]


def result(name: str, outcome: Any, **more: Any) -> CaseResult:
    return CaseResult(source="a.yaml", line=3, name=name, definition="d", outcome=outcome, **more)


def test_junit_can_be_parsed_whatever_is_in_it() -> None:
    difference = DifferenceView(path="/headline", expected="<&>", actual="\x1b[31m")
    root = ElementTree.fromstring(
        junit(
            [
                result("fine", "passed"),
                result("bad \x00 <name>", "failed", differences=(difference,)),
                result("none", "error", message="no definition"),
                result("later", "skipped", message="nothing is expected"),
            ],
            [
                Problem(code="c", message="broken", source="b.yaml"),
                Problem(code="i", severity="info", message="n"),
            ],
        )
    )
    suite, files = root
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4",
        "failures": "1",
        "errors": "1",
        "skipped": "1",
    }
    tests = list(suite)
    assert [len(test) for test in tests] == [0, 1, 1, 1]
    assert "<&>" in (tests[1][0].text or "")
    assert files.get("errors") == "1"

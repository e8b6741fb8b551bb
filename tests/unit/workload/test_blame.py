# SPDX-License-Identifier: Apache-2.0
"""The place in the object that explains why an expression failed."""

from __future__ import annotations

from typing import Any

import pytest

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload import blame
from workload_map.workload.expr import Expr


def failed(text: str, obj: Any) -> Problem:
    expr = Expr(text, "/x", "replicasPath of worker")
    with pytest.raises(JqError) as caught:
        expr.all(obj)
    return blame.failed(expr, caught.value, obj, "scale.failed", "worker")


@pytest.mark.parametrize(
    ("text", "obj", "message", "path"),
    [
        (".spec.n", {"spec": []}, "/spec is a list of 0, not an object", "/spec"),
        (".spec.a[].n", {"spec": {"a": "x"}}, '/spec/a is the string "x", not a list', "/spec/a"),
        (".spec.a[].n", {"spec": {}}, "/spec/a is null, not a list", "/spec/a"),
        (".spec.a[].n", {"spec": {"a": [{}, 3]}}, "/spec/a/1 is 3, not an object", "/spec/a/1"),
        (".n", [], "the object is a list of 0, not an object", ""),
    ],
)
def test_the_field_of_the_wrong_type_is_named(text: str, obj: Any, message: str, path: str) -> None:
    problem = failed(text, obj)
    assert (problem.message, problem.path, problem.at) == (message, path, "worker")


def test_a_failure_that_no_field_explains_quotes_the_part_that_failed() -> None:
    problem = failed(".a | . * 2", {"a": None})
    assert problem.message.startswith("replicasPath of worker failed at . * 2: ")
    assert problem.path is None


def test_long_expressions_are_quoted_in_part() -> None:
    text = " + ".join(["null * 2"] + ["1"] * 100)
    assert len(failed(text, {}).message) < 300


def test_a_guarded_step_is_not_blamed() -> None:
    problem = failed("(.a[]?.b), (.c * 2)", {"a": "x", "c": None})
    assert problem.path is None


@pytest.mark.parametrize(
    ("text", "obj", "path"),
    [
        (".spec.n", {"spec": {"n": "x"}}, "/spec/n"),
        ("[.spec.n // 1] | min", {"spec": {"n": "x"}}, "/spec/n"),
        ("(.a, .b) + 0", {"a": -1, "b": -1}, None),
        ("-1", {}, None),
    ],
)
def test_the_field_that_gave_a_result(text: str, obj: Any, path: str | None) -> None:
    expr = Expr(text, "/x", "replicasPath of worker")
    assert blame.place_of_result(expr, obj, 0, expr.all(obj)[0]) == path

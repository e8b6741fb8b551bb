# SPDX-License-Identifier: Apache-2.0
"""Laws of the jq engine on values and texts that nobody thought of."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from workload_map import jq
from workload_map.errors import JqError
from workload_map.jq import jsontext, values
from workload_map.jq.runtime import Run

KEYS = st.sampled_from(["a", "b", "c", "é", "x y"])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
_WORDS = """. .a .b [.0] .[] ? | , // + - * / == < and or not ( ) [ ] { } : ; as $x $x reduce foreach if then
else end try catch def f: f label $l break @base64 1 2.5 null true "s" "\\( )" .. |= = += ?// select( map(
length keys path( first( limit( range( empty error tojson sort to_entries"""
PIECES = st.sampled_from(_WORDS.split())


def problem_of(text: str, value: Any) -> JqError | None:
    try:
        program = jq.compile(text, limits=jq.Limits(steps=20_000))
        program.path_reads()
        jq.check.policy(program.ast)
        program.all(value)
        program.set(value, 1)
    except JqError as error:
        return error
    return None


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map(" ".join)), VALUES)
def test_any_text_compiles_or_is_a_jq_error(text: str, value: Any) -> None:
    before = copy.deepcopy(value)
    problem = problem_of(text, value)
    assert value == before
    if problem is not None:
        assert 0 <= problem.span[0] <= problem.span[1]
        assert str(problem)


PATHS = st.lists(
    st.one_of(KEYS.map(lambda key: f'["{key}"]'), st.integers(0, 3).map(lambda place: f"[{place}]")),
    min_size=1,
    max_size=4,
).map(lambda steps: "." + "".join(steps))


@settings(max_examples=200, deadline=None)
@given(PATHS, VALUES, SCALARS)
def test_what_is_set_is_read(text: str, value: Any, new: Any) -> None:
    before = copy.deepcopy(value)
    program = jq.compile(text)
    try:
        changed = program.set(value, new)
    except JqError:
        assert value == before
        return
    assert program.first(changed) == new or (program.first(changed) is None and new is None)
    assert value == before
    # What the path does not go through is the same object.
    if isinstance(value, dict):
        top = program.paths(value)[0][0]
        assert all(changed[key] is value[key] for key in value if key != top)
        assert [key for key in changed if key in value] == list(value)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_json_text_there_and_back(value: Any) -> None:
    text = jsontext.encode(value, Run())
    assert values.compare(jsontext.decode(text, Run()), value, Run()) == 0
    assert values.compare(json.loads(text), value, Run()) == 0


@settings(max_examples=200, deadline=None)
@given(VALUES, VALUES, VALUES)
def test_the_order_is_total(a: Any, b: Any, c: Any) -> None:
    run = Run()
    assert values.compare(a, b, run) == -values.compare(b, a, run)
    assert values.compare(a, a, run) == 0
    if values.compare(a, b, run) <= 0 and values.compare(b, c, run) <= 0:
        assert values.compare(a, c, run) <= 0
    ordered = values.sort([a, b, c], run)
    assert values.compare(ordered[0], ordered[1], run) <= 0
    assert values.compare(ordered[1], ordered[2], run) <= 0


@settings(max_examples=150, deadline=None)
@given(VALUES)
def test_reads_are_enough(value: Any) -> None:
    """An expression gives the same on an object without the fields that it says it does not read."""
    for text in (
        ".a.b",
        ".a[]?.b",
        '[.a[]? | select(.b? == "x")] | length',
        ".a // .c",
        "any(.b[]?; .a? == 1)",
    ):
        program = jq.compile(text)
        pruned = prune(value, set(program.path_reads()))

        def result(given: Any, program: jq.Program = program) -> Any:
            try:
                return program.all(given)
            except JqError as error:
                return error.code

        assert result(pruned) == result(value)


def prune(value: Any, paths: set[tuple[str, ...]]) -> Any:
    if ("*",) in paths:
        return value
    if isinstance(value, dict):
        kept = {}
        for key, item in value.items():
            below = {path[1:] for path in paths if path[0] in (key, "[]")}
            if below:
                kept[key] = prune(item, below)
        return kept
    if isinstance(value, list):
        below = {path[1:] for path in paths if path[0] == "[]"}
        return [prune(item, below) for item in value] if below else value
    return value

# SPDX-License-Identifier: Apache-2.0
"""Any expression against any schema: an answer, never a fault of the check itself, and in bounded time."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bench.jqgen import Generator
from tests.unit.definition.crds import TRAIN, found
from workload_map import errors, jq
from workload_map.definition.roles import Gives

RELAXED = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=150)

NAMES = st.sampled_from(["spec", "status", "a", "b", "metadata", "workers", "name", ""])
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-2, 2), st.text(max_size=3))
TYPES = st.sampled_from(["object", "array", "string", "integer", "number", "boolean", "null", "odd"])


def _schema(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    any_schema = st.one_of(inner, SCALARS)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.one_of(TYPES, st.lists(TYPES, max_size=2), SCALARS),
            "properties": st.one_of(st.dictionaries(NAMES, any_schema, max_size=4), SCALARS),
            "additionalProperties": any_schema,
            "items": any_schema,
            "required": st.one_of(st.lists(NAMES), SCALARS),
            "enum": st.one_of(st.lists(SCALARS), SCALARS),
            "default": SCALARS,
            "nullable": SCALARS,
            "x-kubernetes-preserve-unknown-fields": st.booleans(),
            "x-kubernetes-int-or-string": st.booleans(),
            "x-kubernetes-embedded-resource": st.booleans(),
            "$ref": st.sampled_from(["#", "#/properties/spec", "#/properties/a", "#/x", "nothing", 3]),
            "allOf": st.lists(any_schema, max_size=2),
        },
    )


SCHEMAS = st.one_of(st.just(TRAIN), st.recursive(_schema(SCALARS), _schema, max_leaves=12))

STEPS = st.sampled_from(
    [
        ".spec",
        ".status",
        ".a",
        ".b",
        ".metadata.labels",
        "[]",
        "[]?",
        "[0]",
        "[1:]",
        '["b"]',
        ".workers",
        ".name?",
    ]
)
PATHS = st.lists(STEPS, min_size=1, max_size=5).map(lambda steps: "." + "".join(steps).removeprefix("."))


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two, three = st.tuples(inner, inner), st.tuples(inner, inner, inner)
    forms = [
        "{} | {}",
        "{}, {}",
        "{} // {}",
        "({}) + ({})",
        "({}) * ({})",
        "({}) == ({})",
        "({}) < ({})",
        "{} and {}",
        "def f: {}; {} | f",
        "def f(g): {} | g; f({})",
        "def f($x): $x, ({}); f({})",
        "({}) as $x | {} | $x",
        "({}) as [$x, {{a: $y}}] | {} | $x, $y",
        "({}) as {{a: $x}} ?// [$x] | {} | $x",
        "select({}) | {}",
        "any({}; {})",
        "[{}] | map({})",
        '{{a: ({}), ("b"): ({})}} | .a',
        "try ({}) catch ({})",
        "[{}] | group_by({}) | .[0]",
        '"\\({})\\({})"',
        "to_entries? | {} | with_entries({})",
        ".[({})] | ({})",
        "IN({}; {})",
        "limit(1; {}), first({})",
        "def f: if {} then f else {} end; f",
        "has({}), keys, ({})",
        "label $l | ({}), break $l, ({})",
        "getpath([({}), ({})])",
        "[{}] | add, min, flatten, sort_by({})",
        "{} | .. | {}",
        "recurse({}; {})",
        "({}) |= ({})",
        "path({}), del({})",
    ]
    loops = ["reduce ({}) as $x ({}; {})", "foreach ({}) as [$x] ({}; {}; .)", "if {} then {} else {} end"]
    return st.one_of(
        st.tuples(st.sampled_from(forms), two).map(lambda parts: parts[0].format(*parts[1])),
        st.tuples(st.sampled_from(loops), three).map(lambda parts: parts[0].format(*parts[1])),
    )


EXPRESSIONS = st.recursive(
    st.one_of(
        PATHS,
        st.sampled_from(
            [".", "..", "1", '"a"', "null", "[]", "{}", "empty", "$x", "keys", "length", "@json"]
        ),
    ),
    _larger,
    max_leaves=8,
)


@RELAXED
@given(EXPRESSIONS, SCHEMAS, st.sampled_from(get_args(Gives)))
def test_any_expression_on_any_schema(text: str, schema: Any, gives: Gives) -> None:
    try:
        jq.parse(text)
    except errors.JqError:
        return
    for one in found(text, gives, schema):
        start, end = one.span
        assert 0 <= start <= end <= len(text)
        assert one.message


@RELAXED
@given(st.integers(0, 2**32), st.sampled_from(get_args(Gives)))
def test_programs_that_use_all_of_jq(seed: int, gives: Gives) -> None:
    text = Generator(seed).program().text
    try:
        jq.parse(text)
    except errors.JqError:
        return
    found(text, gives, TRAIN)
    found(text, gives, {})

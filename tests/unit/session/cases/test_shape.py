# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest

from workload_map.session.cases.shape import (
    ABSENT,
    COUNT,
    CPU,
    FLAG,
    MEMORY,
    OPERATIONS,
    TEXT,
    TEXTS,
    WORD,
    Fields,
    Keyed,
    Leaf,
    one_of,
)


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (COUNT, [0, 7, None], [-1, True, 1.0, "1"]),
        (TEXT, ["", "a", None], [1, True]),
        (WORD, ["a"], ["", None, 1]),
        (TEXTS, [[], ["a"]], [None, "a", [1], {}]),
        (FLAG, [True, False], [None, 1, "true"]),
        (CPU, [None, 1, 0.5, "500m", "2"], [True, "much", []]),
        (MEMORY, [None, "64Gi", 1024], ["64 Gi", False]),
        (
            OPERATIONS,
            [[], [{"op": "add", "path": "/a", "value": 1}]],
            [None, [{}], [{"op": "move", "path": "/a"}]],
        ),
        (one_of(("A", "B")), ["A"], ["C", None, 1]),
    ],
)
def test_a_leaf_takes_what_it_says(shape: Leaf, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert list(shape.faults(value, ("a",))) == []
    for value in bad:
        assert list(shape.faults(value, ("a",))) == [(("a",), f"must be {shape.what}")]


def test_amounts_are_equal_however_they_are_written() -> None:
    for shape, one, other in (
        (CPU, "500m", 0.5),
        (CPU, 2, "2"),
        (MEMORY, "1Gi", 1 << 30),
        (MEMORY, None, None),
    ):
        assert list(shape.differences(one, other, ())) == []
    assert list(CPU.differences("500m", None, ())) != []
    assert list(COUNT.differences(0, None, ())) != []


def test_only_keys_that_are_written_are_compared() -> None:
    shape = Fields({"a": COUNT, "b": Keyed(COUNT, "name to number")}, "a thing")
    actual = {"a": 1, "b": {"x": 1, "y": 2}}
    assert list(shape.differences({}, actual, ())) == []
    assert list(shape.differences({"b": {"y": 2}}, actual, ())) == []
    (found,) = shape.differences({"a": 1, "b": {"x": 2}}, actual, ("top",))
    assert (found.path, found.expected, found.actual) == (("top", "b", "x"), 2, 1)
    (found,) = shape.differences({"b": {"z": 2}}, actual, ())
    assert found.actual is ABSENT
    assert repr(ABSENT) == "nothing"


def test_a_mapping_where_there_is_none_is_one_difference() -> None:
    shape = Fields({"a": COUNT}, "a thing", nullable=True)
    assert list(shape.differences(None, None, ())) == []
    assert len(list(shape.differences(None, {"a": 1}, ()))) == 1
    assert len(list(shape.differences({"a": 1}, None, ()))) == 1
    assert len(list(Keyed(COUNT, "x").differences({"a": 1}, None, ()))) == 1


def test_unknown_keys_are_told_with_a_guess() -> None:
    shape = Fields({"replicas": COUNT}, "a role", nullable=True)
    assert list(shape.faults(None, ())) == []
    assert list(shape.faults({"replica": 1}, ("r",))) == [
        (("r", "replica"), 'unknown key "replica" of a role; did you mean replicas?')
    ]
    assert list(shape.faults({"zzz": 1}, ())) == [
        (("zzz",), 'unknown key "zzz" of a role; there are: replicas')
    ]
    assert list(shape.faults([], ())) == [((), "must be a mapping with replicas")]
    assert list(Keyed(COUNT, "name to number").faults(1, ())) == [
        ((), "must be a mapping from name to number")
    ]

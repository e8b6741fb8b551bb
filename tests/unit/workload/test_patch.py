# SPDX-License-Identifier: Apache-2.0
"""Copy-on-write writes and RFC 6902 patches, also on values nested deeper than Python's stack."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.unit.workload.rfc6902 import apply
from workload_map import yamlio
from workload_map.workload.patch import clone, diff, drop, get, put, same


def deep(levels: int, leaf: Any) -> Any:
    value = leaf
    for level in range(levels):
        value = {"a": value, "b": 1} if level % 2 else [0, value]
    return value


def path_into(levels: int) -> tuple[str | int, ...]:
    return tuple("a" if level % 2 else 1 for level in reversed(range(levels)))


def test_put_shares_what_it_does_not_touch() -> None:
    value = {"a": {"x": 1, "y": [1, {"k": 2}]}, "b": {"c": 3}}
    before = copy.deepcopy(value)
    changed = put(value, ("a", "y", 1, "k"), 9)
    assert changed == {"a": {"x": 1, "y": [1, {"k": 9}]}, "b": {"c": 3}}
    assert value == before
    assert changed["b"] is value["b"]
    assert list(changed) == ["a", "b"]
    assert list(changed["a"]) == ["x", "y"]


def test_put_of_what_is_there_gives_the_value_itself() -> None:
    value = {"a": [{"k": {"x": 1}}], "n": None}
    assert put(value, ("a", 0, "k"), {"x": 1}) is value
    assert put(value, ("n",), None) is value
    assert put(value, (), {"n": None, "a": [{"k": {"x": 1}}]}) is value
    assert put(value, ("m",), None) == {**value, "m": None}
    assert put(value, ("a", 0, "k", "x"), 1.0) is not value


def test_put_makes_parents_of_what_is_absent_or_null() -> None:
    assert put({}, ("a", "b", "c"), 1) == {"a": {"b": {"c": 1}}}
    assert put({"a": None}, ("a", "b"), 1) == {"a": {"b": 1}}
    assert put(None, ("a",), 1) == {"a": 1}
    assert put([], (0,), 1) == [1]
    assert put({"a": [1]}, ("a", 1, "b"), 2) == {"a": [1, {"b": 2}]}


@pytest.mark.parametrize(
    ("value", "path", "message"),
    [
        ({"a": 1}, ("a", "b"), "1 holds no field b"),
        ({"a": [1]}, ("a", "b"), "a list of 1 holds no field b"),
        ({"a": "x"}, ("a", 0), 'the string "x" holds no item 0'),
        ({"a": [1]}, ("a", 2), "a list of 1 holds no item 2"),
        ({}, ("a", 0), "what is not there holds no item 0"),
        ({"a": None}, ("a", 0), "null holds no item 0"),
    ],
)
def test_put_where_it_cannot(value: Any, path: tuple[str | int, ...], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        put(value, path, 1)
    assert str(caught.value) == message


def test_drop() -> None:
    value = {"a": [{"k": 1, "l": 2}, 3], "b": {}}
    assert drop(value, ("a", 0, "k")) == {"a": [{"l": 2}, 3], "b": {}}
    assert drop(value, ("a", 0)) == {"a": [3], "b": {}}
    assert drop(value, ("b",)) == {"a": [{"k": 1, "l": 2}, 3]}
    for absent in (("c",), ("c", "d"), ("a", 5), ("a", "x"), ("a", 1, "k"), ("b", "x"), ("b", 0)):
        assert drop(value, absent) is value
    assert drop(value, ("a", 0, "k"))["b"] is value["b"]


def test_get() -> None:
    value = {"a": [{"k": 1}]}
    assert get(value, ("a", 0, "k")) == 1
    assert get(value, ()) is value
    for absent in (("b",), ("a", 1), ("a", "x"), ("a", 0, "k", "z")):
        assert get(value, absent) is None


def test_same_is_stricter_than_python() -> None:
    assert same({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]})
    assert same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    for a, b in (
        (1, 1.0),
        (1, True),
        (0, False),
        (None, 0),
        ("1", 1),
        ([1], [1, 2]),
        ({}, []),
        ({"a": None}, {}),
    ):
        assert not same(a, b)
        assert not same(b, a)


def test_clone_shares_nothing() -> None:
    value = {"a": [1, {"b": []}], "c": "x"}
    other = clone(value)
    assert other == value
    other["a"][1]["b"].append(1)
    assert value["a"][1] == {"b": []}
    assert clone("x") == "x"


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [{"op": "replace", "path": "/a", "value": 2}]),
        ({"a": 1}, {"a": None}, [{"op": "replace", "path": "/a", "value": None}]),
        ({"a": 1}, {}, [{"op": "remove", "path": "/a"}]),
        ({}, {"a~/b": 1}, [{"op": "add", "path": "/a~0~1b", "value": 1}]),
        ({"a": [1, 2]}, {"a": [1, 3]}, [{"op": "replace", "path": "/a/1", "value": 3}]),
        ([1, 2, 3], [1, 3], [{"op": "remove", "path": "/1"}]),
        ([1], [1, 2, 3], [{"op": "add", "path": "/1", "value": 2}, {"op": "add", "path": "/2", "value": 3}]),
        ([], [1], [{"op": "add", "path": "/0", "value": 1}]),
        ([1, 2], [], [{"op": "replace", "path": "", "value": []}]),
        ([1, 2], [5, 6, 7], [{"op": "replace", "path": "", "value": [5, 6, 7]}]),
        ({"a": {}}, {"a": []}, [{"op": "replace", "path": "/a", "value": []}]),
        (
            {"a": 1, "b": {"x": 1}, "c": 3},
            {"b": {"x": 2}, "c": 3, "d": 4},
            [
                {"op": "remove", "path": "/a"},
                {"op": "replace", "path": "/b/x", "value": 2},
                {"op": "add", "path": "/d", "value": 4},
            ],
        ),
    ],
)
def test_diff(old: Any, new: Any, patch: Any) -> None:
    assert diff(old, new) == patch
    assert same(apply(old, patch), new)


@pytest.mark.parametrize("levels", [yamlio.MAX_DEPTH, 20_000])
def test_depth_is_no_fault(levels: int) -> None:
    value, other = deep(levels, 1), deep(levels, 1)
    path = path_into(levels)
    assert same(value, other)
    changed = put(value, path, 2)
    assert get(changed, path) == 2
    assert not same(value, changed)
    (operation,) = diff(value, put(value, path[:40], 2))
    assert operation["op"] == "replace"
    assert put(clone(value), path, 1) is not value
    assert get(drop(value, path), path[:-1]) is not None

# SPDX-License-Identifier: Apache-2.0
"""Documents: several in one text, places, duplicate keys, encodings."""

from __future__ import annotations

from typing import Any

import pytest

from workload_map import errors, yamlio

TEXT = """\
# head
kind: Job
metadata:
  name: a
  labels: {x: "1", z: two}
spec:
- &one
  k: [1, [2, 3]]
- *one
- <<: *one
  z: 1
---
# nothing
---
second: true
...
---
{"third": {"é": [null]}}
"""


def test_empty_documents_are_left_out_and_the_rest_counted() -> None:
    found = yamlio.load_all(TEXT, source="f.yaml")
    assert [document.index for document in found] == [0, 1, 2]
    assert [list(document.value) for document in found] == [
        ["kind", "metadata", "spec"],
        ["second"],
        ["third"],
    ]
    assert {document.source for document in found} == {"f.yaml"}
    assert yamlio.load_all("") == yamlio.load_all("# c\n---\n---\n") == yamlio.load_all(" \n") == []


def test_a_written_null_is_a_document() -> None:
    assert [document.value for document in yamlio.load_all("null\n--- ~\n--- ''\n---\n")] == [None, None, ""]


@pytest.mark.parametrize(
    ("index", "path", "value", "key"),
    [
        (0, [], (2, 1), (2, 1)),
        (0, ["kind"], (2, 7), (2, 1)),
        (0, ["metadata"], (4, 3), (3, 1)),
        (0, ["metadata", "labels", "z"], (5, 23), (5, 20)),
        (0, ["spec", 0, "k", 1, 1], (8, 14), (8, 14)),
        (0, ["spec", 1], (9, 3), (9, 3)),
        (0, ["spec", 1, "k"], (8, 6), (8, 3)),
        (0, ["spec", 2, "k", 0], (8, 7), (8, 7)),
        (0, ["spec", 2, "z"], (11, 6), (11, 3)),
        (1, ["second"], (15, 9), (15, 1)),
        (2, ["third", "é", 0], (18, 18), (18, 18)),
        (2, ["third", "é"], (18, 17), (18, 12)),
    ],
)
def test_locate(index: int, path: list[str | int], value: tuple[int, int], key: tuple[int, int]) -> None:
    document = yamlio.load_all(TEXT)[index]
    assert document.locate(path) == value
    assert document.locate(path, key=True) == key


@pytest.mark.parametrize(
    "path", [["no"], ["kind", "x"], ["spec", 9], ["spec", -1], ["spec", "0"], ["metadata", 0]]
)
def test_locate_nothing(path: list[str | int]) -> None:
    assert yamlio.load_all(TEXT)[0].locate(path) is None


def test_locate_in_json_and_in_a_stream() -> None:
    text = '\n{"a": [1,\n  {"b" : "x:}\\"]"}]}\n[true]\n---\n{}\n'
    first, second, third = yamlio.load_all(text)
    assert (first.value, second.value, third.value) == ({"a": [1, {"b": 'x:}"]'}]}, [True], {})
    assert first.locate(["a", 1, "b"]) == (3, 10)
    assert first.locate(["a", 1, "b"], key=True) == (3, 4)
    assert first.locate(["a", 2]) is None
    assert second.locate([0]) == (4, 2)
    assert third.locate([]) == (6, 1)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("a: 1\nb: 2\na: 3\n", (1, 1), (3, 1)),
        ("- {a: 1, 'a': 2}\n", (1, 4), (1, 10)),
        ('{"a": 1,\n "a": 2}', (1, 2), (2, 2)),
        ('{"x": {"a": {"b": 1}, "\\u0061": 2}}', (1, 8), (1, 23)),
        ('{"items": [{"a": 1}, {"a": 1, "a":1}]}', (1, 23), (1, 31)),
        ("1: a\n'1': b\n", (1, 1), (2, 1)),
        ("yes: a\ntrue: b\n", (1, 1), (2, 1)),
        ("k: &k a\n*k : 1\na: 2\n", (2, 1), (3, 1)),
        ("b: &x {a: 1}\nd:\n  a: 2\n  <<: *x\n", (3, 3), (4, 3)),
    ],
)
def test_duplicate_keys(text: str, first: tuple[int, int], second: tuple[int, int]) -> None:
    document = yamlio.load(text, source="s")
    (problem,) = document.problems
    assert (problem.code, problem.severity, problem.source) == ("input.duplicate-key", "warning", "s")
    assert (problem.line, problem.column) == second
    assert f"line {first[0]}, column {first[1]}" in problem.message
    with pytest.raises(errors.InputError, match=f"line {first[0]}, column {first[1]}") as caught:
        yamlio.load(text, duplicates="error")
    assert (caught.value.line, caught.value.column, caught.value.code) == (*second, "input.duplicate-key")


def test_the_last_of_equal_keys_counts() -> None:
    for text in ("a: 1\na: 2\n", '{"a": 1, "a": 2}'):
        document = yamlio.load(text)
        assert document.value == {"a": 2}
        assert document.locate(["a"]) == ((2, 4) if "\n" in text else (1, 15))


def test_merged_keys_may_be_overwritten() -> None:
    document = yamlio.load("b: &x {a: 1, c: 3}\nd:\n  <<: *x\n  a: 2\n", duplicates="error")
    assert document.value["d"] == {"a": 2, "c": 3}


@pytest.mark.parametrize(
    "text", ['{"a": "x:\\":y", "b\\\\": 1}', '{"a" : 1}', '{":": ":"}', '{"a": "\\u003a"}']
)
def test_sound_json_has_no_duplicates(text: str) -> None:
    assert yamlio.load(text).problems == ()


def test_json_and_yaml_read_the_same_flow_text() -> None:
    assert yamlio.load("{a: 1, b: [x, z]}").value == {"a": 1, "b": ["x", "z"]}
    assert yamlio.load('{"a": tru, }').value == {"a": "tru"}
    assert yamlio.load('{"a": "\\ud83d\\ude00"}').value == {"a": "😀"}


@pytest.mark.parametrize(
    "data",
    [
        "a: é\n".encode(),
        b"\xef\xbb\xbfa: \xc3\xa9\n",
        "a: é\n".encode("utf-16"),
        b"\xfe\xff" + "a: é\n".encode("utf-16-be"),
        '{"a": "é"}'.encode("utf-16"),
        "\ufeffa: é\n",
    ],
)
def test_encodings(data: str | bytes) -> None:
    assert yamlio.load(data).value == {"a": "é"}


def test_line_breaks_of_windows() -> None:
    document = yamlio.load("a: 1\r\nb:\r\n  c: |\r\n    x\r\n    y\r\n")
    assert document.value == {"a": 1, "b": {"c": "x\ny\n"}}
    assert document.locate(["b", "c"]) == (3, 6)


@pytest.mark.parametrize(("text", "found"), [("", "no document"), ("a: 1\n---\nb: 1\n", "2 documents")])
def test_load_wants_exactly_one(text: str, found: str) -> None:
    with pytest.raises(errors.InputError, match=found) as caught:
        yamlio.load(text)
    assert caught.value.code == "input.documents"
    assert caught.value.line == (None if not text else 2)


def test_big_integers_are_exact_in_json_too() -> None:
    text = '{"a": 123456789012345678901234567890, "b": 9007199254740993, "c": -9223372036854775809}'
    value: Any = yamlio.load(text).value
    assert value == {"a": 123456789012345678901234567890, "b": 9007199254740993, "c": -9223372036854775809}

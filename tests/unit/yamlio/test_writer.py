# SPDX-License-Identifier: Apache-2.0
"""What is written: block YAML as kubectl prints it, JSON, and visible control characters."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from workload_map import errors, yamlio

VALUE = {
    "apiVersion": "v1",
    "metadata": {
        "annotations": {
            "a.b/c": "true",
            "note": "one\ntwo\n",
            "path": "C:\\x: y",
            "when": "2026-01-01T00:00:00Z",
        },
        "labels": {},
        "finalizers": [],
    },
    "spec": {
        "containers": [
            {"name": "main", "args": ["-c", "a: b", "--x=1", ""], "env": [{"name": "A", "value": "1e3"}]},
            {"name": "y", "command": [["nested", ["list"]], None]},
        ],
        "port": 8080,
        "ratio": 1e-7,
        "big": 123456789012345678901234567890,
        "on": False,
        "script": "#!/bin/sh\n\nexit 0",
        "kept": "x\n\n\n",
        "odd": " lead\ntrail",
        "bell": "a\x07\u202e",
    },
}

BLOCK = r"""apiVersion: v1
metadata:
  annotations:
    a.b/c: "true"
    note: |
      one
      two
    path: 'C:\x: y'
    when: "2026-01-01T00:00:00Z"
  labels: {}
  finalizers: []
spec:
  containers:
  - name: main
    args:
    - -c
    - 'a: b'
    - --x=1
    - ""
    env:
    - name: A
      value: "1e3"
  - name: "y"
    command:
    - - nested
      - - list
    - null
  port: 8080
  ratio: 1.0e-07
  big: 123456789012345678901234567890
  "on": false
  script: |-
    #!/bin/sh

    exit 0
  kept: |+
    x


  odd: " lead\ntrail"
  bell: "a\x07\u202e"
"""


def test_block_style() -> None:
    assert yamlio.dump(VALUE) == BLOCK
    assert yamlio.load(BLOCK).value == VALUE
    assert yaml.safe_load(BLOCK) == VALUE


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "{}\n"),
        ([], "[]\n"),
        (None, "null\n"),
        (-0.0, "-0.0\n"),
        (1.5, "1.5\n"),
        ("a\nb", "|-\n  a\n  b\n"),
        ([["a\nb"]], "- - |-\n    a\n    b\n"),
        ([{"a": ["x\ny\n"]}], "- a:\n  - |\n    x\n    y\n"),
        ({"a b": {"c: d": 1}}, "a b:\n  'c: d': 1\n"),
        ({"": {"": ""}}, '"":\n  "": ""\n'),
    ],
)
def test_small_documents(value: Any, text: str) -> None:
    assert yamlio.dump(value) == text


def test_long_keys_are_explicit() -> None:
    value = {"k" * 1020: {"a": [1]}, "x": {"l" * 2000: "v"}}
    text = yamlio.dump(value)
    assert text.startswith("? kkk")
    assert yamlio.load(text).value == yaml.safe_load(text) == value


def test_several_documents() -> None:
    assert yamlio.dump_all([{"a": 1}, [2]]) == "a: 1\n---\n- 2\n"
    assert yamlio.dump_all([]) == ""


def test_json() -> None:
    assert yamlio.to_json({"a": [1, {}], "é": "x"}) == '{\n  "a": [\n    1,\n    {}\n  ],\n  "é": "x"\n}'
    assert yamlio.to_json({"a": [1, {}], "b": "\x7f\u202e\x1b"}, indent=0) == (
        '{"a":[1,{}],"b":"\\u007f\\u202e\\u001b"}'
    )


@pytest.mark.parametrize("value", [float("nan"), float("-inf"), "\ud800"])
def test_what_no_reader_takes_is_not_written(value: Any) -> None:
    for write in (yamlio.dump, yamlio.to_json):
        with pytest.raises(errors.InputError) as caught:
            write({"a": [value]})
        assert caught.value.code == "input.value"


@pytest.mark.parametrize("value", [object(), {1, 2}, b"x"])
def test_what_json_cannot_hold_is_a_mistake_of_the_caller(value: Any) -> None:
    for write in (yamlio.dump, yamlio.to_json):
        with pytest.raises(TypeError):
            write({"a": value})
    with pytest.raises(TypeError):
        yamlio.dump({1: 2})


def test_any_depth_is_written_or_refused() -> None:
    value: Any = 1
    for _ in range(5000):
        value = [value]
    assert yamlio.dump(value).startswith("- - - ")
    value = {}
    for _ in range(100_000):
        value = {"a": value}
    with pytest.raises(errors.InputError) as caught:
        yamlio.to_json(value)
    assert caught.value.code == "input.depth"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 日本 😀 \\", "plain é 日本 😀 \\"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("a\nb\tc\rd\x00", "a\\nb\\tc\\rd\\x00"),
        ("\u202eevil\u2066\u200f\u061c", "\\u202eevil\\u2066\\u200f\\u061c"),
        ("\x85\x9b\u2028\ufeff\ud800", "\\x85\\x9b\\u2028\\ufeff\\ud800"),
    ],
)
def test_escape(text: str, shown: str) -> None:
    assert yamlio.escape(text) == shown


def test_escape_keeps_what_it_is_told_to() -> None:
    assert yamlio.escape("a\nb\tc\x1b", keep="\n\t") == "a\nb\tc\\x1b"

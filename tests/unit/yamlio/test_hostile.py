# SPDX-License-Identifier: Apache-2.0
"""Text that is broken, or made to hurt: an InputError with its place, soon."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from workload_map import errors, yamlio
from workload_map.yamlio import _events, _json

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGES = "a: &a {" + ", ".join(f"k{i}: 1" for i in range(1000)) + "}\nb:\n" + "- <<: *a\n" * 6000

BROKEN: list[tuple[str | bytes, str, int, int]] = [
    ("a: [1, 2\n", "input.syntax", 2, 1),
    ('{"a": [1, 2', "input.syntax", 1, 12),
    ('{"a": 1, "b" 2}', "input.syntax", 1, 14),
    ('{"a" 1}', "input.syntax", 1, 6),
    ('{"a": 1 "b": 2}', "input.syntax", 1, 9),
    ("a: b: c\n", "input.syntax", 1, 5),
    ("a: 1\n b: 2\n", "input.syntax", 2, 3),
    ("a:\n\tb: 1\n", "input.syntax", 2, 1),
    ('"abc', "input.syntax", 1, 5),
    ("a: *x\n", "input.alias", 1, 4),
    ("a: &a\n  b: *a\n", "input.alias", 2, 6),
    ("- &a [1, *a]\n", "input.alias", 1, 10),
    (LAUGHS, "input.alias", 7, 0),
    (MERGES, "input.alias", 0, 7),
    ("a: .nan\n", "input.scalar", 1, 4),
    ("a: -.inf\n", "input.scalar", 1, 4),
    ("a: !!int x\n", "input.scalar", 1, 4),
    ('{"a": NaN}', "input.scalar", 1, 7),
    ('{"a": -Infinity}', "input.scalar", 1, 7),
    ('{"a": 1e999}', "input.scalar", 1, 7),
    ('{"a": ' + "1" * 4301 + "}", "input.scalar", 1, 7),
    ("~: 1\n", "input.key", 1, 1),
    ("? [a]\n: 1\n", "input.key", 1, 3),
    ("a: &a [1]\n*a : 1\n", "input.key", 2, 1),
    ("<<: 1\n", "input.merge", 1, 1),
    ("a: &a [{}]\nb:\n  <<: *a\n", "input.merge", 3, 7),
    ("a: \x00\n", "input.encoding", 1, 4),
    ("\x7fELF\x02\x01", "input.encoding", 1, 1),
    ("ab: \ud800\n", "input.encoding", 1, 5),
    ('["\\ud800"]', "input.encoding", 1, 2),
    ('["\\udc00\\ud800"]', "input.encoding", 1, 2),
    (b"a: 1\nb: \xff\n", "input.encoding", 2, 4),
    ("é: ".encode() + b"\xc3", "input.encoding", 1, 4),
    (b"\xff\xfea\x00\x00\xd8", "input.encoding", 1, 2),
    (b"\x89PNG\r\n\x1a\n", "input.encoding", 1, 1),
    ("[" * 201 + "]" * 201, "input.depth", 1, 201),
    ("{a: " * 201 + "1" + "}" * 201, "input.depth", 1, 801),
    ('{"a": ' * 201 + "1" + "}" * 201, "input.depth", 1, 1201),
    ('{"items": [' + "[" * 199 + "]" * 199 + "]}", "input.depth", 1, 210),
    ("[" * 1_000_000, "input.depth", 1, 201),
    ("{a: " * 300_000, "input.depth", 1, 801),
    ("- " * 100_000, "input.depth", 1, 401),
    ("".join(f"{' ' * i}a:\n" for i in range(1000)), "input.depth", 201, 201),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), BROKEN, ids=lambda value: repr(value)[:30])
def test_refused_with_the_place(text: str | bytes, code: str, line: int, column: int) -> None:
    began = time.perf_counter()
    with pytest.raises(errors.InputError) as caught:
        yamlio.load_all(text, source="f")
    error = caught.value
    assert (error.code, error.source) == (code, "f")
    assert (line or error.line, column or error.column) == (error.line, error.column)
    assert error.line is not None
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("opener", ["[", '{"a":', "{a: "])
def test_the_deepest_allowed_is_read(opener: str) -> None:
    closer = "]" if opener == "[" else "}"
    inner = "1"
    text = opener * yamlio.MAX_DEPTH + inner + closer * yamlio.MAX_DEPTH
    value = yamlio.load(text).value
    for _ in range(yamlio.MAX_DEPTH):
        (value,) = value if isinstance(value, list) else value.values()
    assert value == 1


def deep(frames: int, call: Callable[[], Any]) -> Any:
    return call() if frames == 0 else deep(frames - 1, call)


@pytest.mark.parametrize("opener", ["[", '{"a":', "{a: "])
def test_a_deep_stack_of_the_caller_changes_nothing(opener: str) -> None:
    closer = "]" if opener == "[" else "}"
    text = opener * 190 + "1" + closer * 190
    room = sys.getrecursionlimit() - len(_frames()) - 120
    document = deep(room, lambda: yamlio.load(text))
    assert document.value == yamlio.load(text).value
    path: list[str | int] = [0 if opener == "[" else "a"] * 190
    assert deep(room, lambda: yamlio.load(text).locate(path)) == (1, len(opener) * 190 + 1)


def _frames() -> list[Any]:
    frame: Any = sys._getframe()
    found = []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found


def test_size_alone_is_no_fault() -> None:
    text = "items:\n" + "- a: 1\n" * 20_000 + "x: &x 1\ny: *x\n"
    assert len(yamlio.load(text).value["items"]) == 20_000


def test_few_aliases_are_fine() -> None:
    value = yamlio.load(LAUGHS[: LAUGHS.index("e: ")]).value
    assert value["d"][8][8][8][8] == "x"


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '[1, -2.5e3, "a\\n", true, false, null, {"a": {"b": []}}, []]',
        '{"a": 1, "a": [{}], "é": "\\u00e9"}',
    ],
)
def test_the_slow_reader_of_json_reads_the_same(text: str) -> None:
    decoded = _json._decode_tokens("  " + text, 2)
    assert decoded.value == yamlio.load(text).value
    assert (decoded.start, decoded.end) == (2, len(text) + 2)


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "[1",
        "[1,",
        "[1,]",
        '{"a"',
        '{"a":',
        '{"a":1',
        '{"a":1,',
        '{"a":1,}',
        "{1:2}",
        "[tru]",
        "[01]",
        "[1 2]",
        '["',
        "[-]",
        "[1}",
        "{]",
    ],
)
def test_the_slow_reader_of_json_refuses_the_same(text: str) -> None:
    with pytest.raises(_json.JsonFault) as caught:
        _json._decode_tokens(text, 0)
    assert 0 < caught.value.index <= len(text)


def test_the_parser_of_last_resort_has_places_too() -> None:
    with pytest.raises(errors.InputError) as caught:
        list(_events.read("a: 1\nb: [", "f", _events.PureParser))
    assert (caught.value.line, caught.value.source) == (2, "f")

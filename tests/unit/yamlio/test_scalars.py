# SPDX-License-Identifier: Apache-2.0
"""Scalars against a table that sigs.k8s.io/yaml made (tests/bench/yamltable)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workload_map import errors, yamlio
from workload_map.yamlio import _events

TABLE = json.loads((Path(__file__).parents[1] / "yaml_table.json").read_text())
BY_TEXT = {cell["yaml"]: cell for cell in TABLE}
ONES = "1" + "0" * 308

# Where ours differs on purpose: big integers stay exact, and are keys like any other integer.
BIG_INTEGERS: dict[str, Any] = {
    "v: -9223372036854775809\n": {"v": -9223372036854775809},
    "-9223372036854775809: v\n": {"-9223372036854775809": "v"},
    "9223372036854775808: v\n": {"9223372036854775808": "v"},
    "18446744073709551615: v\n": {"18446744073709551615": "v"},
    "v: 18446744073709551616\n": {"v": 18446744073709551616},
    "18446744073709551616: v\n": {"18446744073709551616": "v"},
    "v: +18446744073709551615\n": {"v": 18446744073709551615},
    "+18446744073709551615: v\n": {"18446744073709551615": "v"},
    "v: 123456789012345678901234567890\n": {"v": 123456789012345678901234567890},
    "123456789012345678901234567890: v\n": {"123456789012345678901234567890": "v"},
    "v: -123456789012345678901234567890\n": {"v": -123456789012345678901234567890},
    "-123456789012345678901234567890: v\n": {"-123456789012345678901234567890": "v"},
    "0xFFFFFFFFFFFFFFFF: v\n": {"18446744073709551615": "v"},
    "v: 0777777777777777777777777\n": {"v": 777777777777777777777777},
    "0777777777777777777777777: v\n": {"777777777777777777777777": "v"},
    "0o1777777777777777777777: v\n": {"18446744073709551615": "v"},
    f"v: {ONES}\n": {"v": 10**308},
    f"{ONES}: v\n": {ONES: "v"},
}
# What only ours takes: JSON's escaped slash, and the mark of YAML 1.2.
WIDER: dict[str, Any] = {
    'v: "\\/"\n': {"v": "/"},
    '"\\/": v\n': {"/": "v"},
    '["a\\/b"]': ["a/b"],
    "%YAML 1.2\n---\na: 1\n": {"a": 1},
}
# What ours refuses: data that is no text, what the reference silently drops, NaN in JSON.
STRICTER = {"v: !!binary /w==\n", "!!binary /w==: v\n", " a: 1\nb: 2\n", '{"a": NaN}'}
# The fast path reads JSON's floats as floats; the reference prints whole ones as integers. Equal as numbers.
# PyYAML's own scanner takes no tab between tokens, where libyaml does.
PURE_STRICTER = {"v: a\tb\n", "a\tb: v\n", "v: \ta\n", "a: \t1\n", "a:\t1\n"}
JSON_FLOATS = '{"a": 1.0, "b": 1e3, "c": 12345678901234567890}'
# These never come to a YAML parser.
JSON_ONLY = {JSON_FLOATS, '{"a": NaN}'}


def read(text: str, *, pure: bool) -> Any:
    if pure:
        found = list(_events.read(text.removeprefix("\ufeff"), "x", _events.PureParser))
    else:
        found = list(yamlio.load_all(text))
    return found[0].value if found else None


def test_table_is_large() -> None:
    assert len(TABLE) >= 700


def test_named_exceptions_are_in_the_table() -> None:
    assert (BIG_INTEGERS.keys() | WIDER.keys() | STRICTER) <= BY_TEXT.keys()


@pytest.mark.parametrize("pure", [False, True], ids=["default", "pure"])
def test_each_cell_reads_as_sigs_yaml_reads_it(pure: bool) -> None:
    wrong = []
    for text, cell in BY_TEXT.items():
        if pure and (text in PURE_STRICTER or text in JSON_ONLY):
            continue
        try:
            got: Any = read(text, pure=pure)
            refused = False
        except errors.InputError as error:
            got, refused = str(error), error.line is not None and error.column is not None
        if text in STRICTER:
            fine = refused
        elif text in BIG_INTEGERS:
            fine = got == BIG_INTEGERS[text]
        elif text in WIDER:
            fine = got == WIDER[text]
        elif "error" in cell:
            fine = refused
        else:
            fine = not refused and same(got, cell["json"], exact=text != JSON_FLOATS)
        if not fine:
            wrong.append((text, cell.get("json", cell.get("error")), got))
    assert not wrong, "\n".join(map(repr, wrong))


def same(left: Any, right: Any, *, exact: bool) -> bool:
    if not exact:
        return bool(left == right)
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


@pytest.mark.parametrize(
    ("text", "value"), [("0o14", 12), ("1e3", 1000), ("yes", True), ("12:30:45", "12:30:45")]
)
def test_examples(text: str, value: Any) -> None:
    assert yamlio.load(f"a: {text}").value == {"a": value}

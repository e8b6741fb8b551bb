# SPDX-License-Identifier: Apache-2.0
"""Which fields an expression reads."""

from __future__ import annotations

import pytest

from workload_map import jq


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (".", ["*"]),
        (".a.b", ["a.b.*"]),
        ('.metadata.labels["x"]', ["metadata.labels.x.*"]),
        (".a | .b", ["a.b.*"]),
        (".a // .b", ["a.*", "b.*"]),
        (".a[].b", ["a.[].b.*"]),
        (".a[0].b", ["a.[].b.*"]),
        ("[.a, .b.c]", ["a.*", "b.c.*"]),
        ("any(.c[]?; .t == 1 and .s == 2)", ["c.[].s.*", "c.[].t.*"]),
        (".c[] | select(.t == 1) | .v", ["c.[].t.*", "c.[].v.*"]),
        (".a as $x | .b | $x.c", ["a.c.*"]),
        ("if .a then .b else .c end", ["a.*", "b.*", "c.*"]),
        (".a[.b]", ["a.*", "b.*"]),
        (".a | keys", ["a.*"]),
        ("..", ["*"]),
        ("def f: .a; f | .b", ["a.b.*"]),
        ("def f(g): g; f(.a)", ["*"]),
        ('"x\\(.a.b)"', ["a.b.*"]),
        ("1", []),
        (".a | length", ["a.*"]),
        ("reduce .a[] as $x (0; . + $x.b)", ["a.[].*"]),
        ("with_entries(.value)", ["*"]),
        (".a.b, .a", ["a.*"]),
    ],
)
def test_reads(text: str, wanted: list[str]) -> None:
    assert [".".join(path) for path in jq.compile(text).path_reads()] == wanted

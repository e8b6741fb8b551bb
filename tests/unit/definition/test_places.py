# SPDX-License-Identifier: Apache-2.0
"""A place inside a scalar is exact or is the scalar's start; it is never guessed."""

from __future__ import annotations

import pytest

from workload_map import yamlio
from workload_map.definition.places import within_scalar


@pytest.mark.parametrize(
    ("text", "offset", "shown"),
    [
        ("a: .spec.replicas", 6, "replicas"),
        ("a: '.spec[\"x\"]'", 6, '"x"]\''),
        ('a: ".spec.x"', 6, 'x"'),
        ("a: '.x | \"it''s\"'", 3, "| \"it''s\"'"),
        # After an escape the columns no longer agree.
        ("a: '.x | \"it''s\" | .y'", 14, "'.x | \"it''s\" | .y'"),
        ('a: "\\u002ea.b"', 2, '"\\u002ea.b"'),
        ("a: |\n  .spec\n  | .x\n", 8, ".x"),
        ("a: |-\n    .spec |\n      .x\n", 10, ".x"),
        ("a: >\n  .spec\n  | .x\n", 8, ">"),
        ("a: .spec\n  | .x\n", 8, ".spec"),
        ("{a: .spec.x}", 6, "x}"),
        ("a: .spécial.x", 9, "x"),
        ("a: &anchor .spec.x", 6, "&anchor .spec.x"),
    ],
)
def test_within_scalar(text: str, offset: int, shown: str) -> None:
    document = yamlio.load(text)
    start = document.locate(["a"])
    assert start is not None
    line, column = within_scalar(text, start, document.value["a"], offset)
    assert text.split("\n")[line - 1][column - 1 :] == shown


def test_a_start_beyond_the_text() -> None:
    assert within_scalar("a", (9, 9), "a", 0) == (9, 9)

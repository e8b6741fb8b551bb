# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from workload_map.session.edit import Changed, diff


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028\n", "\x85\n", "\r"])
def test_a_diff_counts_lines_as_the_programs_that_apply_it_do(end: str) -> None:
    old = end.join(f"line {number}" for number in range(20)) + "\n"
    lines = list(diff(Changed("a", old, old.replace("line 12", "changed"))))
    at = min(9, old.count("\n") - 1) + 1
    assert lines[:3] == [
        "--- a",
        "+++ a (changed)",
        f"@@ -{at} +{at} @@" if end == "\r" else "@@ -10,7 +10,7 @@",
    ]
    assert [line[1:] for line in lines[3:] if line[0] != "+"] == old.split("\n")[at - 1 : at + 6][
        : len(lines) - 4
    ]


def test_a_last_line_without_an_end_is_said() -> None:
    assert list(diff(Changed("a", "x", "y"))) == [
        "--- a",
        "+++ a (changed)",
        "@@ -1 +1 @@",
        "-x",
        "\\ No newline at end of file",
        "+y",
        "\\ No newline at end of file",
    ]

# SPDX-License-Identifier: Apache-2.0
"""Names inside a scheduler's objects."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from workload_map.workload.gangs.targets.names import dns_label, is_label_value, relative_names

LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")


def test_a_legal_name_stays() -> None:
    assert dns_label("workers-0") == "workers-0"


def test_a_changed_name_says_which_it_was() -> None:
    assert re.fullmatch(r"gpu-a-[0-9a-f]{8}", dns_label("GPU_a"))
    assert dns_label("GPU_a") != dns_label("gpu.a")
    assert re.fullmatch(r"x[0-9a-f]{8}", dns_label("…"))


def test_paths_are_joined_and_copies_told_apart() -> None:
    assert relative_names([("job/Leader", None), ("job/w", "0"), ("job/w", "1.2")]) == [
        "job-leader",
        "job-w-0",
        "job-w-1-2",
    ]


def test_equal_names_get_digits() -> None:
    first, second = relative_names([("a/b", None), ("a-b", None)])
    assert first != second
    assert first.startswith("a-b-")


def test_label_values() -> None:
    assert is_label_value("")
    assert is_label_value("3f0c-A_b.c")
    assert not is_label_value("a" * 64)
    assert not is_label_value("a b")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.text(), st.none() | st.text()), unique=True, max_size=6))
def test_names_are_labels_and_unique(nodes: list[tuple[str, str | None]]) -> None:
    # A path with a copy and one that ends in it are the same text, which no tree has.
    found = relative_names((f"{index}/{path}", copy) for index, (path, copy) in enumerate(nodes))
    assert all(LABEL.fullmatch(name) for name in found)
    assert len(set(found)) == len(found)

# SPDX-License-Identifier: Apache-2.0
"""The outcome does not depend on how much of Python's stack the caller has used."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from workload_map import jq
from workload_map.errors import JqError

PROGRAMS = [
    "def f($n): if $n == 0 then 0 else f($n - 1) + 1 end; f(190)",
    "0 | [def r: if . > 150 then . else ., (. + 1 | r) end; r] | length",
    "0 | def f(g): if . > 100 then g else (. + 1 | f(g)) end; f(.)",
    "0 | def f(g): if . > 100 then g else (. + 1 | f(g | g)) end; f(.)",
    "[[1]] | " + " | ".join([".[]?"] * 2000),
    "[" * 90 + "1" + "]" * 90 + " | tojson | length",
    "reduce range(5000) as $i (1; [.]) | tojson | length",
    "path(" + " | ".join([".a"] * 500) + ") | length",
    "def f: f; f",
    "(" * 10_000,
    '"\\(' * 60 + "1" + ')"' * 60,
]


def outcome(text: str) -> Any:
    try:
        return jq.compile(text).all(None)
    except JqError as error:
        return error.code, error.message, error.span


def below(frames: int, function: Callable[[], Any]) -> Any:
    return function() if frames == 0 else below(frames - 1, function)


def used() -> int:
    frame, count = sys._getframe(), 0
    while frame is not None:
        count, frame = count + 1, frame.f_back  # type: ignore[assignment]
    return count


@pytest.mark.parametrize("text", PROGRAMS, ids=lambda text: text[:30])
def test_the_same_anywhere(text: str) -> None:
    wanted = outcome(text)
    for free in (120, 60, 30):
        depth = sys.getrecursionlimit() - used() - free
        assert below(depth, lambda: outcome(text)) == wanted

    found: list[Any] = []
    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.append(outcome(text)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert found == [wanted]


def test_the_recursion_limit_of_the_process_stays() -> None:
    before = sys.getrecursionlimit()
    for text in PROGRAMS:
        outcome(text)
    assert sys.getrecursionlimit() == before

# SPDX-License-Identifier: Apache-2.0
"""Evaluation to a depth that does not depend on the caller's.

CPython stops a thread at a number of frames that is set for the process and of which the caller may have used
nearly all. Raising that number would change the process for everyone, so an evaluation that needs more frames
goes on in another thread, which begins at none: the caller waits, nothing runs at the same time. How many
frames that takes is counted by the evaluation itself and bounded by `MOST_FRAMES`, so the outcome is the same
wherever a program is started.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar

from workload_map.jq.runtime import Limit, Run

__all__ = ["FRAMES_IN_THREAD", "MOST_FRAMES", "deeper", "elsewhere"]

T = TypeVar("T")

MOST_FRAMES: Final = 20_000
"""Python frames of one evaluation, over all its threads."""

FRAMES_IN_THREAD: Final = 600
"""Frames that are used of a thread of our own: fewer than every setting that a program can live with."""


def deeper(run: Run, call: Callable[[], Any]) -> Any:
    """Go on in a thread of its own; `run.frames` is already what the call may need."""
    if run.frames > MOST_FRAMES:
        raise Limit("the expression calls functions inside one another too deeply")
    before = run.hop
    run.hop = run.frames + min(FRAMES_IN_THREAD, max(100, sys.getrecursionlimit() - 300))
    try:
        return elsewhere(call)
    finally:
        run.hop = before


def elsewhere(call: Callable[[], T]) -> T:
    """What the call gives or raises, from a new thread."""
    # Few programs are that deep, and the module takes a while to load.
    import threading

    result: list[T] = []
    raised: list[BaseException] = []

    def work() -> None:
        try:
            result.append(call())
        except BaseException as error:  # handed over to the thread that waits, whatever it is
            raised.append(error)

    thread = threading.Thread(target=work, name="jq", daemon=True)
    try:
        thread.start()
    except RuntimeError as error:
        raise Limit(f"no thread for a deep evaluation: {error}") from None
    thread.join()
    if raised:
        raise raised[0]
    return result[0]

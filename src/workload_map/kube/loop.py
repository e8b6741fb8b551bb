# SPDX-License-Identifier: Apache-2.0
"""One event loop for one command, which ends at the first Ctrl-C whatever is being waited for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

__all__ = ["run"]

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, as `asyncio.run`; KeyboardInterrupt is raised at once.

    `asyncio.run` waits at its end for the threads that resolve host names, and a name server that does not answer
    takes half a minute. Here such a thread is left to itself.
    """

    results: list[T] = []

    async def held() -> None:
        asyncio.get_running_loop().set_default_executor(_Detached())
        # Not the task's own result: when asyncio takes its signal handler away, `signal` makes a text of it, and with
        # it of the task and all that it holds, which takes a second for ten thousand objects.
        results.append(await main)

    asyncio.run(held())
    return results[0]


class _Detached(ThreadPoolExecutor):
    """Each call in a thread of its own, which nobody waits for. (A loop takes no other class than this base.)"""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()

        def call() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=call, daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Waits for nothing."""

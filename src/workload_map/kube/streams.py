# SPDX-License-Identifier: Apache-2.0
"""Several streams read at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import TypeVar

__all__ = ["together"]

T = TypeVar("T")

#: How far a stream may be ahead of whoever reads.
_AHEAD = 100


async def together(*streams: AsyncIterator[T]) -> AsyncIterator[T]:
    """What the streams give, in the order in which it comes; ends when all have ended. The first error of one of
    them is raised. Close the iterator (`contextlib.aclosing`) to close all of them."""
    ready: asyncio.Queue[tuple[T] | BaseException | None] = asyncio.Queue(_AHEAD)

    async def pump(stream: AsyncIterator[T]) -> None:
        try:
            async with aclosing(stream):  # type: ignore[type-var]
                async for item in stream:
                    # In a tuple, so that no item is taken for an end.
                    await ready.put((item,))
        except Exception as error:
            await ready.put(error)
        else:
            await ready.put(None)

    tasks = [asyncio.create_task(pump(stream)) for stream in streams]
    try:
        running = len(tasks)
        while running:
            told = await ready.get()
            if isinstance(told, tuple):
                yield told[0]
            elif told is None:
                running -= 1
            else:
                raise told
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

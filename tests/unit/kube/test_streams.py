# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from workload_map.kube import streams


async def numbers(*values: int, log: list[str] | None = None, forever: bool = False) -> AsyncIterator[int]:
    try:
        for value in values:
            await asyncio.sleep(0)
            yield value
        while forever:
            await asyncio.sleep(3600)
    finally:
        if log is not None:
            log.append(f"closed after {values}")


async def broken() -> AsyncIterator[int]:
    yield 1
    raise ValueError("broken")


async def read(*sources: AsyncIterator[int]) -> list[int]:
    return [value async for value in streams.together(*sources)]


def test_all_that_comes_comes_through() -> None:
    assert sorted(asyncio.run(read(numbers(1, 2), numbers(), numbers(3)))) == [1, 2, 3]
    assert asyncio.run(read()) == []
    assert asyncio.run(read(numbers(*range(1000)))) == list(range(1000))


def test_an_error_of_one_ends_all() -> None:
    log: list[str] = []
    with pytest.raises(ValueError, match="broken"):
        asyncio.run(read(broken(), numbers(2, log=log, forever=True)))
    assert log == ["closed after (2,)"]


def test_closing_it_closes_the_streams() -> None:
    log: list[str] = []

    async def first() -> int:
        both = streams.together(numbers(1, log=log, forever=True), numbers(log=log, forever=True))
        async with aclosing(both) as values:  # type: ignore[type-var]
            async for value in values:
                return value
        raise AssertionError

    assert asyncio.run(first()) == 1
    assert sorted(log) == ["closed after ()", "closed after (1,)"]


def test_a_time_limit_reaches_through() -> None:
    log: list[str] = []

    async def limited() -> None:
        async with asyncio.timeout(0.01):
            async with aclosing(streams.together(numbers(log=log, forever=True))) as values:  # type: ignore[type-var]
                async for _ in values:
                    pass

    with pytest.raises(TimeoutError):
        asyncio.run(limited())
    assert log == ["closed after ()"]

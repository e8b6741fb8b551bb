# SPDX-License-Identifier: Apache-2.0
"""Watches of a recorded server: every change once, wherever the connection breaks and whatever is forgotten."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import Any

import httpx2
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import exchanges
from tests.live.record_http import JOBSETS, LEASES, SPACE
from workload_map.kube import watch
from workload_map.kube.errors import ApiError, BadAnswer, Forbidden, Gone, Unreachable

LIST, WATCHED, LIST_AFTER = exchanges.load("watch")
FORGOTTEN = exchanges.load("expired")[1]
LINES = WATCHED.body.splitlines(keepends=True)
SINCE = json.loads(LIST.body)["metadata"]["resourceVersion"]
BODY = len(WATCHED.body.encode())
TOLD = [
    ("ADDED", "lease-5"),
    ("MODIFIED", "lease-5"),
    ("MODIFIED", "lease-0"),
    ("DELETED", "lease-1"),
    ("DELETED", "lease-2"),
    ("ADDED", "lease-2"),
    ("ADDED", "lease-6"),
    ("DELETED", "lease-6"),
]
START = [("ADDED", f"lease-{number}") for number in range(5)]
MARK = ("BOOKMARK", "")


def version(line: str) -> int:
    return int(json.loads(line)["object"]["metadata"]["resourceVersion"])


class Resuming(exchanges.Replay):
    """Answers a watch with the recorded changes after the version that it starts from, as the server does.

    `forgets`: how often a watch is told that its version is too old; then the list is the one after all changes.
    `repeats`: how many of the changes before that version come again.
    """

    def __init__(self, *cuts: int, forgets: int = 0, repeats: int = 0) -> None:
        # The list and every watch but the cut ones arrive whole.
        super().__init__([LIST, LIST_AFTER], cut=self.next_cut)
        self.cuts = list(cuts)
        self.forgets = forgets
        self.repeats = repeats

    def next_cut(self, number: int) -> int | None:
        return self.cuts.pop(0) if self.cuts and "watch=true" in self.requests[number] else None

    def answer(self, request: httpx2.Request) -> exchanges.Exchange:
        since = request.url.params.get("resourceVersion")
        if since is None:
            return super().answer(request)
        if self.forgets:
            self.forgets -= 1
            return FORGOTTEN
        after = next((index for index, line in enumerate(LINES) if version(line) > int(since)), len(LINES))
        return msgspec.structs.replace(WATCHED, body="".join(LINES[max(0, after - self.repeats) :]))


class Waits:
    """A pace that waits no time and writes down how long it would have waited."""

    def __init__(self, *, shortest: float = 1.0) -> None:
        self.seconds: list[float] = []
        self.noticed: list[ApiError] = []
        self.pace = watch.Pace(sleep=self.sleep, clock=lambda: 0.0, chance=lambda: 0.0, shortest=shortest)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)


def followed(
    transport: httpx2.AsyncBaseTransport, waits: Waits | None = None, *, until: int = 1
) -> list[watch.Event]:
    """The events of a watch from the recorded list on, to the bookmark at the end of what was recorded."""
    return asyncio.run(collect(transport, waits or Waits(), until, reflected=False))


def reflected(
    transport: httpx2.AsyncBaseTransport, waits: Waits | None = None, *, until: int = 2
) -> list[watch.Event]:
    """The events of a list and its watch, to a bookmark."""
    return asyncio.run(collect(transport, waits or Waits(), until, reflected=True))


async def collect(
    transport: httpx2.AsyncBaseTransport, waits: Waits, until: int, *, reflected: bool
) -> list[watch.Event]:
    found: list[watch.Event] = []
    async with exchanges.client(transport) as client:
        how: dict[str, Any] = {"namespace": SPACE, "pace": waits.pace, "notice": waits.noticed.append}
        if reflected:
            events = watch.reflect(client, LEASES, **how)
        else:
            events = watch.follow(client, LEASES, since=SINCE, **how)
        async with aclosing(events):  # type: ignore[type-var]
            async for event in events:
                found.append(event)
                until -= event.type == "BOOKMARK"
                if not until:
                    break
    return found


def short(events: list[watch.Event]) -> list[tuple[str, str]]:
    return [(event.type, event.object.get("metadata", {}).get("name", "")) for event in events]


def test_every_change_is_told_with_its_kind_and_version() -> None:
    events = followed(Resuming())
    assert short(events) == [*TOLD, MARK]
    assert {event.object["kind"] for event in events[:-1]} == {"Lease"}
    assert [int(event.resource_version) for event in events] == [version(line) for line in LINES]


def test_a_watch_that_broke_goes_on_from_the_last_change_told() -> None:
    waits = Waits()
    transport = Resuming(len(LINES[0]) + 10)
    assert short(followed(transport, waits)) == [*TOLD, MARK]
    assert [
        f"resourceVersion={since}" in asked
        for asked, since in zip(transport.requests, (SINCE, version(LINES[0])), strict=True)
    ] == [True, True]
    assert waits.seconds == [0.8]
    assert waits.noticed == []


# Few, for each is two whole watches; the faults that matter have tests of their own.
@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, BODY), max_size=6), st.integers(0, 3))
def test_wherever_it_breaks_and_whatever_comes_again_each_change_is_told_once(
    cuts: list[int], repeats: int
) -> None:
    assert short(followed(Resuming(*cuts, repeats=repeats))) == [*TOLD, MARK]
    assert short(reflected(Resuming(*cuts, repeats=repeats))) == [*START, MARK, *TOLD, MARK]


def test_failures_in_a_row_are_waited_out_longer_each_time_and_told_once() -> None:
    waits = Waits()
    assert short(followed(Resuming(0, 0, 0, 0, 0, 0, 0), waits)) == [*TOLD, MARK]
    assert waits.seconds == [0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30.0]
    assert [type(error) for error in waits.noticed] == [Unreachable]


def test_failures_without_end_are_an_error() -> None:
    waits = Waits()
    with pytest.raises(Unreachable):
        followed(Resuming(*[0] * 10), waits)
    assert len(waits.seconds) == 9


def test_a_watch_that_ends_at_once_again_and_again_is_an_error() -> None:
    silent = msgspec.structs.replace(WATCHED, body="")
    waits = Waits()
    with pytest.raises(BadAnswer, match="ended at once"):
        followed(exchanges.Replay([silent]), waits)
    assert len(waits.seconds) == 9


def test_a_watch_that_the_server_ends_in_its_time_is_no_failure() -> None:
    waits = Waits(shortest=-1.0)
    silent = msgspec.structs.replace(WATCHED, body="")
    assert short(followed(exchanges.Replay([silent] * 20 + [WATCHED]), waits)) == [*TOLD, MARK]
    assert waits.seconds == []


def test_a_version_that_is_forgotten_ends_a_watch() -> None:
    async def run() -> None:
        async with exchanges.client(exchanges.Replay([FORGOTTEN])) as client:
            async for _ in watch.follow(client, JOBSETS, namespace=SPACE, since="1"):
                pass

    with pytest.raises(Gone, match="too old resource version"):
        asyncio.run(run())


def test_a_reflector_that_was_forgotten_lists_again_and_tells_the_difference() -> None:
    waits = Waits()
    events = reflected(Resuming(forgets=1), waits)
    assert short(events) == [
        *START,
        MARK,
        ("MODIFIED", "lease-0"),
        ("DELETED", "lease-2"),
        ("ADDED", "lease-2"),
        ("ADDED", "lease-5"),
        ("DELETED", "lease-1"),
        MARK,
    ]
    ended = next(event for event in events if event.type == "DELETED")
    first = next(event for event in events if event.object.get("metadata", {}).get("name") == "lease-2")
    assert ended.object["kind"] == "Lease"
    assert ended.object["metadata"]["uid"] == first.object["metadata"]["uid"]
    assert waits.seconds == [0.8]


def test_a_reflector_that_is_always_forgotten_is_an_error() -> None:
    waits = Waits()
    with pytest.raises(Gone):
        reflected(Resuming(forgets=100), waits, until=100)
    assert len(waits.seconds) == 9


class Interrupted(Resuming):
    """The list's token expires after the first page, and the list that starts again is the one after all changes."""

    def answer(self, request: httpx2.Request) -> exchanges.Exchange:
        asked = request.url.params
        if "continue" in asked:
            return exchanges.load("expired")[0]
        if "limit" in asked:
            first = next(each for each in exchanges.load("lists") if each.asked.endswith("?limit=2"))
            return first if len(self.requests) == 1 else LIST_AFTER
        return super().answer(request)


def test_what_is_gone_when_a_list_starts_again_is_told() -> None:
    assert short(reflected(Interrupted(), until=1)) == [
        ("ADDED", "lease-0"),
        ("ADDED", "lease-1"),
        ("MODIFIED", "lease-0"),
        *[("ADDED", f"lease-{number}") for number in (2, 3, 4, 5)],
        ("DELETED", "lease-1"),
        MARK,
    ]


def test_the_objects_after_any_faults_are_those_of_the_last_list() -> None:
    for transport in (Resuming(), Resuming(700, 20, 4000), Resuming(forgets=1), Resuming(repeats=5)):
        held: dict[str, str] = {}
        for event in reflected(transport):
            if event.type == "DELETED":
                del held[event.object["metadata"]["uid"]]
            elif event.type != "BOOKMARK":
                held[event.object["metadata"]["uid"]] = event.resource_version
        last = {item["metadata"]["uid"]: item["metadata"]["resourceVersion"] for item in items(LIST_AFTER)}
        assert held == last


def items(exchange: exchanges.Exchange) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(exchange.body)["items"]
    return found


def test_a_refusal_is_not_waited_out() -> None:
    waits = Waits()
    refused = msgspec.structs.replace(WATCHED, status=403, body='{"kind":"Status","message":"no","code":403}')
    with pytest.raises(Forbidden):
        followed(exchanges.Replay([refused]), waits)
    assert waits.seconds == []

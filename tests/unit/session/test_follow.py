# SPDX-License-Identifier: Apache-2.0
"""A watched list of a recorded server: what is told adds up to the list at the end, however the watches break."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import exchanges
from tests.live.record_http import SPACE
from workload_map import errors
from workload_map.kube import discovery, watch
from workload_map.kube.client import Client
from workload_map.kube.errors import Forbidden
from workload_map.problems import Problem
from workload_map.session import list as listing
from workload_map.session.cluster import Connected
from workload_map.session.follow import Follower
from workload_map.session.follow_rows import Beginning, Outlet
from workload_map.session.kinds import Selection
from workload_map.session.roots import Roots
from workload_map.session.row_changes import RowChange
from workload_map.workload.catalog import Catalog
from workload_map.workload.viewmodel import WorkloadRow

RECORDED = exchanges.load("follow")
FORGOTTEN = exchanges.load("expired")[1]
EVERYTHING = Selection(namespace=SPACE, pods=True, below=False)
KINDS = sorted({one.asked.partition("?")[0].rpartition("/")[2] for one in RECORDED if "limit=" in one.asked})
CATALOG = Catalog.builtin()
WAIT = 20.0


async def at_once(seconds: float) -> None:
    """Waits no time at all."""


PACE = watch.Pace(sleep=at_once, clock=lambda: 0.0, chance=lambda: 0.0)


def version(line: str) -> int:
    return int(json.loads(line)["object"]["metadata"]["resourceVersion"])


def is_watch(exchange: exchanges.Exchange) -> bool:
    return "watch=true" in exchange.asked


class Server(exchanges.Replay):
    """Answers watches as the server did, from whatever version they begin; one that has no more to tell stays open.

    `cuts`: after how many bytes a watch breaks, one after the other. `forgets`: how many watches are told that their
    version is too old. `refused`: ends of paths that may not be read. `away`: how many requests for ReplicaSets fail.
    """

    def __init__(
        self,
        recorded: Sequence[exchanges.Exchange] = RECORDED,
        *,
        cuts: Sequence[int] = (),
        forgets: int = 0,
        refused: Sequence[str] = (),
        away: int = 0,
    ) -> None:
        super().__init__([one for one in recorded if not is_watch(one)])
        self.watched: dict[str, list[str]] = {}
        for one in filter(is_watch, recorded):
            lines = self.watched.setdefault(one.asked.partition("?")[0] + one.accept, [])
            lines += one.body.splitlines(keepends=True)
        self.cuts = list(cuts)
        self.forgets = forgets
        self.refused = tuple(refused)
        self.away = away

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith(self.refused or "\0"):
            body = b'{"kind":"Status","code":403,"reason":"Forbidden","message":"it is forbidden"}'
            return httpx2.Response(403, content=body)
        if self.away and request.url.path.endswith("/replicasets"):
            self.away -= 1
            return httpx2.Response(503, content=b"")
        if "watch" not in request.url.params:
            return await super().handle_async_request(request)
        self.requests.append(exchanges.asked(request))
        if self.forgets:
            self.forgets -= 1
            return httpx2.Response(FORGOTTEN.status, stream=_Open(FORGOTTEN.body.encode()))
        key = exchanges.asked(request).partition("?")[0] + request.headers["Accept"]
        since = int(request.url.params["resourceVersion"])
        text = "".join(line for line in self.watched[key] if version(line) > since).encode()
        return httpx2.Response(200, stream=_Open(text, self.cuts.pop(0) if self.cuts and text else None))


class _Open(httpx2.AsyncByteStream):
    def __init__(self, text: bytes, cut: int | None = None) -> None:
        self.text = text
        self.cut = cut

    async def __aiter__(self) -> Any:
        for start in range(0, len(self.text), 1500):
            await asyncio.sleep(0)
            yield self.text[start : start + 1500][: None if self.cut is None else max(0, self.cut - start)]
            if self.cut is not None and start + 1500 >= self.cut:
                raise httpx2.ReadError("the connection was cut")
        await asyncio.Event().wait()


class Told:
    """What a watch told, and what that leaves."""

    def __init__(self, **how: Any) -> None:
        self.rows: dict[str, WorkloadRow] = {}
        self.changes: list[RowChange] = []
        self.problems: list[Problem] = []
        self.outlet = Outlet(begin=self.begin, tell=self.tell, warn=self.problems.append, **how)
        self.more = asyncio.Event()

    def begin(self, found: Beginning) -> None:
        self.rows = {row.name or "": row for row in found.rows}
        self.problems += found.problems
        self.more.set()

    def tell(self, changes: Sequence[RowChange]) -> None:
        for change in changes:
            name = change.row.name or ""
            assert (name in self.rows) is (change.type != "ADDED")
            if change.type == "DELETED":
                del self.rows[name]
            else:
                assert self.rows.get(name) != change.row, "the same again"
                self.rows[name] = change.row
        self.changes += changes
        self.more.set()


async def connect(client: Client) -> Connected:
    found = await discovery.discover(client, cache=None, now=0.0)
    return Connected(client, found, CATALOG)


async def follow(
    told: Told, server: Server, selection: Selection, until: Callable[[dict[str, WorkloadRow]], bool]
) -> None:
    async with exchanges.client(server) as client:
        follower = await Follower.begun(await connect(client), selection, told.outlet, pace=PACE, grace=0.3)
        running = asyncio.create_task(follower.run())
        try:
            async with asyncio.timeout(WAIT):
                while not until(told.rows):
                    waiting = asyncio.create_task(told.more.wait())
                    await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
                    if running.done():
                        running.result()
                    told.more.clear()
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running


async def last_rows(recorded: Sequence[exchanges.Exchange], selection: Selection) -> dict[str, WorkloadRow]:
    """The rows of the lists at the end."""
    last = {(one.asked, one.accept): one for one in recorded}
    async with exchanges.client(exchanges.Replay(last.values())) as client:
        loaded = await (await connect(client)).load(selection)
    result = listing.rows(Roots(loaded.gathered, loaded.catalog), loaded.selection)
    return {row.name or "": row for row in result.rows}


LAST = asyncio.run(last_rows(RECORDED, EVERYTHING))


def run(server: Server, selection: Selection = EVERYTHING, **how: Any) -> Told:
    """Follow to the rows of the end."""

    async def work() -> Told:
        told = Told(**how)
        await follow(told, server, selection, lambda rows: rows == LAST)
        return told

    return asyncio.run(work())


def test_what_is_told_adds_up_to_the_last_list() -> None:
    server = Server()
    told = run(server)
    assert set(LAST) == {"web", "train"}
    # Of nearly a hundred events at once.
    assert 1 <= len(told.changes) < 10
    lists = [asked for asked in server.requests if "limit=500" in asked]
    assert len(lists) == len(set(lists))
    assert told.problems == []


# Few, for each is a whole watch of every kind.
@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(0, 90_000), max_size=8), st.integers(0, 3))
def test_broken_and_forgotten_watches_lose_nothing(cuts: list[int], forgets: int) -> None:
    run(Server(cuts=cuts, forgets=forgets))


def test_a_row_that_fits_no_more_is_deleted_and_one_that_does_is_added() -> None:
    async def work() -> Told:
        told = Told(fits=lambda row: (row.replicas.desired or 0) >= 3)
        await follow(told, Server(), EVERYTHING, lambda rows: rows == LAST)
        return told

    changes = [(change.type, change.row.name) for change in asyncio.run(work()).changes]
    assert ("ADDED", "web") in changes


def test_a_kind_that_may_not_be_listed_is_left_out() -> None:
    async def work() -> Told:
        told = Told()
        server = Server(refused=["/replicasets"])
        await follow(
            told, server, EVERYTHING, lambda rows: "train" in rows and rows["train"] == LAST["train"]
        )
        return told

    told = asyncio.run(work())
    assert [problem.code for problem in told.problems][:1] == ["list.forbidden"]
    assert "ReplicaSet is left out" in told.problems[0].message
    # Its pods hang on what cannot be seen.
    assert told.rows["web"].replicas.ready is None


@pytest.mark.parametrize("refused", [["/pods"], KINDS])
def test_where_nothing_can_be_followed_the_error_is_raised(refused: list[str]) -> None:
    with pytest.raises(Forbidden, match="forbidden"):
        run(Server(refused=refused))


def test_a_type_that_the_server_has_not_is_not_found() -> None:
    absent = Selection(type="seldondeployment", namespace=SPACE)
    with pytest.raises(errors.WorkloadMapError):
        run(Server(), absent)


@pytest.mark.parametrize("away", [0, 12])
def test_what_lies_between_is_watched_as_metadata_when_it_is_first_seen(away: int) -> None:
    recorded = exchanges.load("follow-type")
    selection = Selection(type="deployment", namespace=SPACE, pods=True, below=False)
    last = asyncio.run(last_rows(recorded, selection))
    assert last["alone"].replicas.ready == 1

    async def work() -> Told:
        told = Told()
        await follow(told, Server(recorded, away=away), selection, lambda rows: rows == last)
        return told

    told = asyncio.run(work())
    assert {change.type for change in told.changes} <= {"ADDED", "MODIFIED"}
    assert [problem.code for problem in told.problems] in ([], ["watch.waits"])


def test_an_owner_that_may_not_be_read_is_no_reason_to_end() -> None:
    recorded = exchanges.load("follow-type")
    selection = Selection(type="deployment", namespace=SPACE, pods=True, below=False)

    async def work() -> Told:
        told = Told()
        server = Server(recorded, refused=["/replicasets"])
        await follow(
            told, server, selection, lambda rows: "alone" in rows and rows["alone"].headline == "Running"
        )
        return told

    told = asyncio.run(work())
    assert told.rows["alone"].replicas.desired == 1

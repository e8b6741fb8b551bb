# SPDX-License-Identifier: Apache-2.0
"""Lists of a recorded server: pages, selectors, metadata alone, tokens that expire, answers that break off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx2
import msgspec
import pytest

from tests import exchanges
from tests.live.record_http import LEASES, SPACE
from workload_map.kube import listing, partial
from workload_map.kube.client import Client
from workload_map.kube.errors import Absent, BadAnswer, Gone
from workload_map.kube.listing import Page

_T = TypeVar("_T")
NAMES = [f"lease-{number}" for number in range(5)]


def run(transport: httpx2.AsyncBaseTransport, ask: Callable[[Client], Awaitable[_T]]) -> _T:
    async def within() -> _T:
        async with exchanges.client(transport) as client:
            return await ask(client)

    return asyncio.run(within())


def everything(transport: exchanges.Replay, **how: Any) -> list[dict[str, Any]]:
    items, version = run(transport, lambda client: listing.everything(client, LEASES, namespace=SPACE, **how))
    assert version.isdecimal()
    return items


def pages(transport: exchanges.Replay, **how: Any) -> list[Page]:
    async def ask(client: Client) -> list[Page]:
        return [page async for page in listing.pages(client, LEASES, namespace=SPACE, **how)]

    return run(transport, ask)


def names(items: list[dict[str, Any]]) -> list[str]:
    return [item["metadata"]["name"] for item in items]


@pytest.fixture
def recorded() -> exchanges.Replay:
    return exchanges.Replay(exchanges.load("lists"))


@pytest.mark.parametrize("limit", [500, 2, 0])
def test_pages_of_any_size_give_the_same(recorded: exchanges.Replay, limit: int) -> None:
    items = everything(recorded, limit=limit)
    assert names(items) == NAMES
    assert {(item["apiVersion"], item["kind"]) for item in items} == {("coordination.k8s.io/v1", "Lease")}
    assert len(recorded.requests) == (3 if limit == 2 else 1)
    assert ("limit=" in recorded.requests[0]) == (limit > 0)


def test_metadata_alone_is_asked_for_and_keeps_the_kind(recorded: exchanges.Replay) -> None:
    items = everything(recorded, limit=2, metadata_only=True)
    whole = everything(recorded)
    assert names(items) == NAMES
    for item, full in zip(items, whole, strict=True):
        assert item == {
            "apiVersion": "coordination.k8s.io/v1",
            "kind": "Lease",
            "metadata": {key: value for key, value in full["metadata"].items() if key != "managedFields"},
        }


def test_partial_objects_have_what_was_asked_and_their_identity(recorded: exchanges.Replay) -> None:
    decode = partial.decoder([("spec", "holderIdentity", "*")])
    item = everything(recorded, decoder=decode)[0]
    assert item["spec"] == {"holderIdentity": "first"}
    assert set(item["metadata"]) == {"name", "namespace", "uid", "resourceVersion"}


def test_selectors_are_the_servers(recorded: exchanges.Replay) -> None:
    assert names(everything(recorded, label_selector="parity=odd")) == ["lease-1", "lease-3"]
    assert names(everything(recorded, field_selector="metadata.name=lease-1")) == ["lease-1"]


def test_one_object(recorded: exchanges.Replay) -> None:
    whole = run(recorded, lambda client: listing.get(client, LEASES, SPACE, "lease-1"))
    alone = run(recorded, lambda client: listing.get(client, LEASES, SPACE, "lease-1", metadata_only=True))
    assert whole["spec"] == {"holderIdentity": "first"}
    assert (alone["kind"], alone["metadata"]["uid"]) == ("Lease", whole["metadata"]["uid"])
    assert "spec" not in alone
    with pytest.raises(Absent):
        run(recorded, lambda client: listing.get(client, LEASES, SPACE, "nobody"))


class Expiring(exchanges.Replay):
    """The server forgets the list, a number of times, when its second or third page is asked for."""

    def __init__(self, times: int, *, page: int) -> None:
        super().__init__(exchanges.load("lists"))
        self.expired = exchanges.load("expired")[0]
        self.times = times
        self.page = page
        self.continued = 0

    def answer(self, request: httpx2.Request) -> exchanges.Exchange:
        key = (exchanges.asked(request), request.headers["Accept"])
        if "continue=" in key[0]:
            self.continued += 1
            if self.times and self.continued == self.page - 1:
                self.times -= 1
                self.continued = 0
                return self.expired
        return self.answers[key][0]


@pytest.mark.parametrize("page", [2, 3])
@pytest.mark.parametrize("times", [1, 2])
def test_a_list_whose_token_expires_starts_again(times: int, page: int) -> None:
    found = pages(Expiring(times, page=page), limit=2)
    assert [each.restart for each in found].count(True) == times
    last = max(index for index, each in enumerate(found) if each.restart)
    assert names([item for each in found[last:] for item in each.items]) == NAMES
    assert names(everything(Expiring(times, page=page), limit=2)) == NAMES


def test_a_list_that_always_expires_is_an_error() -> None:
    with pytest.raises(Gone):
        pages(Expiring(3, page=2), limit=2)


def test_a_page_that_is_cut_is_read_again() -> None:
    transport = exchanges.Replay(exchanges.load("lists"), cut=lambda number: 900 if number == 1 else None)
    assert names(everything(transport, limit=2)) == NAMES
    assert len(transport.requests) == 4


def halved(times: int) -> list[exchanges.Exchange]:
    """The list, and before it as many answers that break off although their length says nothing of it."""
    whole = exchanges.load("lists")[0]
    half = msgspec.structs.replace(whole, body=whole.body[: len(whole.body) // 2])
    return [half] * times + [whole]


def test_half_a_list_is_asked_for_once_more() -> None:
    assert names(everything(exchanges.Replay(halved(1)))) == NAMES
    with pytest.raises(BadAnswer, match=r"^https://recorded\.example:6443: /apis/coordination"):
        everything(exchanges.Replay(halved(2)))


def test_a_server_that_gives_the_same_page_again_and_again(recorded: exchanges.Replay) -> None:
    first = next(answers[0] for (asked, _), answers in recorded.answers.items() if asked.endswith("limit=2"))
    for (asked, _), answers in recorded.answers.items():
        if "continue=" in asked:
            answers[:] = [first]
    with pytest.raises(BadAnswer, match=r"/leases: the server gives the same page again$"):
        everything(recorded, limit=2)

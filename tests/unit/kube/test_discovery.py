# SPDX-License-Identifier: Apache-2.0
"""Discovery of a recorded server: in both forms of its answer, with a broken group, and from the cache."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests import exchanges
from workload_map.kube import discovery, discovery_cache
from workload_map.kube.discovery import Discovery
from workload_map.kube.errors import BadAnswer, Unreachable


def found(
    transport: exchanges.Replay, *, cache: Path | None = None, now: float = 0.0, fresh: bool = False
) -> Discovery:
    async def run() -> Discovery:
        async with exchanges.client(transport) as client:
            return await discovery.discover(client, cache=cache, now=now, fresh=fresh)

    return asyncio.run(run())


@pytest.fixture(scope="module")
def aggregated() -> Discovery:
    return found(exchanges.Replay(exchanges.load("discovery")))


def test_two_requests_are_enough() -> None:
    transport = exchanges.Replay(exchanges.load("discovery"))
    found(transport)
    assert sorted(transport.requests) == ["GET /api", "GET /apis"]


def test_a_server_that_cannot_aggregate_is_asked_group_by_group(aggregated: Discovery) -> None:
    by_group = found(exchanges.Replay(exchanges.load("discovery-by-group")))
    assert by_group.failed == ()
    # The server orders groups of equal priority differently in the two forms, the versions of each never.
    assert versions(by_group) == versions(aggregated)
    assert in_groups(by_group) == in_groups(aggregated)


def in_groups(found: Discovery) -> dict[str, list[str]]:
    every: dict[str, dict[str, None]] = {}
    for each in found.resources:
        every.setdefault(each.group, {})[each.version] = None
    return {group: list(found) for group, found in every.items()}


def versions(found: Discovery) -> dict[str, set[tuple[object, ...]]]:
    every: dict[str, set[tuple[object, ...]]] = {}
    for each in found.resources:
        values = (each.kind, each.plural, each.singular, each.namespaced, frozenset(each.verbs))
        names = (frozenset(each.short_names), frozenset(each.categories))
        every.setdefault(each.api_version, set()).add((*values, *names))
    return every


@pytest.mark.parametrize("name", ["discovery-broken", "discovery-broken-by-group"])
def test_a_broken_group_leaves_the_others_and_is_told(
    name: str, aggregated: Discovery, tmp_path: Path
) -> None:
    broken = found(exchanges.Replay(exchanges.load(name)), cache=tmp_path)
    assert [group_version for group_version, _ in broken.failed] == ["broken.example/v1"]
    assert broken.unread("broken.example") == broken.failed
    assert broken.unread("batch") == ()
    assert versions(broken) == versions(aggregated)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("token", "path"),
    [
        ("po", "/api/v1/pods"),
        ("Deployment", "/apis/apps/v1/deployments"),
        ("jobs", "/apis/batch/v1/jobs"),
        ("jobsets", "/apis/jobset.x-k8s.io/v1alpha2/jobsets"),
        ("vcjob", "/apis/batch.volcano.sh/v1alpha1/jobs"),
        ("job.batch.volcano", "/apis/batch.volcano.sh/v1alpha1/jobs"),
        ("rayclusters", "/apis/ray.io/v1/rayclusters"),
        ("services", "/api/v1/services"),
        ("ksvc", "/apis/serving.knative.dev/v1/services"),
        ("trainjob", "/apis/trainer.kubeflow.org/v1alpha1/trainjobs"),
    ],
)
def test_words_of_the_recorded_server(token: str, path: str, aggregated: Discovery) -> None:
    assert aggregated.find(token).path() == path


def test_what_is_cached_asks_nothing_for_ten_minutes(tmp_path: Path, aggregated: Discovery) -> None:
    transport = exchanges.Replay(exchanges.load("discovery"))
    first = found(transport, cache=tmp_path, now=100.0)
    second = found(transport, cache=tmp_path, now=699.0)
    assert (first.cached, second.cached) == (False, True)
    assert first.resources == second.resources == aggregated.resources
    assert len(transport.requests) == 2
    assert not found(transport, cache=tmp_path, now=101.0, fresh=True).cached
    assert not found(transport, cache=tmp_path, now=2000.0).cached
    assert len(transport.requests) == 6


def test_a_damaged_cache_costs_two_requests(tmp_path: Path) -> None:
    transport = exchanges.Replay(exchanges.load("discovery"))
    first = found(transport, cache=tmp_path, now=100.0)
    next(tmp_path.glob("discovery-*")).write_bytes(b'{"format":1,')
    assert found(transport, cache=tmp_path, now=100.0).resources == first.resources
    assert discovery_cache.load(tmp_path, "https://recorded.example:6443", 100.0) == first.resources


def test_a_connection_that_is_cut_once_is_no_fault(aggregated: Discovery) -> None:
    cut_once = exchanges.Replay(exchanges.load("discovery"), cut=lambda number: 100 if number < 2 else None)
    assert found(cut_once).resources == aggregated.resources


def test_a_connection_that_is_always_cut_is_an_error() -> None:
    with pytest.raises(Unreachable):
        found(exchanges.Replay(exchanges.load("discovery"), cut=lambda number: 100))


def test_half_an_answer_is_an_error_that_names_the_server() -> None:
    halves = [
        exchanges.Exchange(
            asked=each.asked, accept=each.accept, status=200, headers=each.headers, body=each.body[:500]
        )
        for each in exchanges.load("discovery")
    ]
    with pytest.raises(BadAnswer, match=r"^https://recorded\.example:6443: /api"):
        found(exchanges.Replay(halves))

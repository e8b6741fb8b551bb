# SPDX-License-Identifier: Apache-2.0
"""Discovery, lists and watches of a real API server, beside what kubectl says of the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.live.cluster.api import Api
from tests.live.conftest import Cluster, Kubectl
from workload_map.kube import config, discovery, listing, partial, watch
from workload_map.kube.client import Client
from workload_map.kube.discovery import Discovery
from workload_map.kube.errors import ApiError, Forbidden, Gone
from workload_map.workload import facts

pytestmark = pytest.mark.live

_T = TypeVar("_T")
WAIT = 30.0


def run(kubeconfig: str, ask: Callable[[Client], Awaitable[_T]]) -> _T:
    """What `ask` finds with a client of this kubeconfig; fails when it takes too long."""

    async def within() -> _T:
        options = config.Options(kubeconfig=kubeconfig)
        async with Client(config.load(options, environ={}, home=Path.home())) as client:
            return await asyncio.wait_for(ask(client), WAIT)

    return asyncio.run(within())


@pytest.fixture(scope="module")
def found(cluster: Cluster) -> Discovery:
    return run(cluster.kubeconfig, lambda client: discovery.discover(client, cache=None, now=0.0))


def lease(name: str, namespace: str) -> dict[str, Any]:
    metadata = {"name": name, "namespace": namespace, "labels": {"live": "reading"}}
    return {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": metadata, "spec": {}}


def test_every_resource_of_kubectl_is_discovered(found: Discovery, kubectl: Kubectl) -> None:
    listed = json.loads(kubectl("api-resources", "-o", "json"))["resources"]
    theirs = {
        (item.get("group", ""), item["version"], item["name"], item["kind"], item["namespaced"])
        for item in listed
    }
    # kubectl names the version that a server prefers; here is every version.
    ours = {(each.group, each.version, each.plural, each.kind, each.namespaced) for each in found.resources}
    assert theirs <= ours
    assert found.failed == ()


def test_every_word_means_what_it_means_to_kubectl(found: Discovery, kubectl: Kubectl) -> None:
    listed = json.loads(kubectl("api-resources", "-o", "json"))["resources"]
    for item in listed:
        group = item.get("group", "")
        for word in (item["name"], item["kind"], *item.get("shortNames", ())):
            token = f"{word}.{group}" if group else word
            resource = found.find(token)
            assert (resource.group, resource.kind) == (group, item["kind"]), token


@pytest.mark.parametrize("word", ["jobs", "services", "po", "svc", "events", "job.batch.volcano", "jobset"])
def test_a_bare_word_means_what_it_means_to_kubectl(word: str, found: Discovery, kubectl: Kubectl) -> None:
    resource = found.find(word)
    told = kubectl("get", word, "-A", "-v=6", check=False)
    assert f"{resource.path()}?" in told.replace("/namespaces/default", "")


def test_pages_are_what_kubectl_lists(
    cluster: Cluster, found: Discovery, api: Api, namespace: str, kubectl: Kubectl
) -> None:
    for number in range(7):
        api.create(lease(f"lease-{number}", namespace))
    theirs = json.loads(kubectl("get", "leases", "-n", namespace, "-o", "json"))["items"]
    resource = found.find("leases")
    for limit in (0, 1, 3, 500):
        items, _ = run(
            cluster.kubeconfig,
            lambda client, limit=limit: listing.everything(  # type: ignore[misc]
                client, resource, namespace=namespace, limit=limit
            ),
        )
        # kubectl leaves them out of what it shows.
        for item in items:
            del item["metadata"]["managedFields"]
        assert items == theirs
    alone, _ = run(
        cluster.kubeconfig,
        lambda client: listing.everything(client, resource, namespace=namespace, metadata_only=True, limit=3),
    )
    assert [item["metadata"]["uid"] for item in alone] == [item["metadata"]["uid"] for item in theirs]
    assert all("spec" not in item and item["kind"] == "Lease" for item in alone)


def test_pods_cut_down_say_what_whole_ones_say(cluster: Cluster, found: Discovery) -> None:
    pods = found.find("pods")
    decode = partial.decoder(facts.READS)

    async def both(client: Client) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        whole, _ = await listing.everything(client, pods)
        cut, _ = await listing.everything(client, pods, decoder=decode)
        return whole, cut

    whole, cut = run(cluster.kubeconfig, both)
    known = {item["metadata"]["uid"]: item for item in whole}
    for item in cut:
        full = known.get(item["metadata"]["uid"])
        # Others change pods meanwhile.
        if full is not None and full["metadata"]["resourceVersion"] == item["metadata"]["resourceVersion"]:
            assert facts.pod_facts(item) == facts.pod_facts(full)


def test_every_kind_can_be_listed_as_metadata(cluster: Cluster, found: Discovery) -> None:
    resources = [each for each in found.resources if "list" in each.verbs]

    async def ask(client: Client) -> list[str]:
        refused = []
        for each in resources:
            try:
                await listing.everything(client, each, metadata_only=True)
            except ApiError as error:
                refused.append(f"{each.token}: {error}")
        return refused

    assert run(cluster.kubeconfig, ask) == []


def test_a_watch_sees_each_change_once(cluster: Cluster, found: Discovery, api: Api, namespace: str) -> None:
    resource = found.find("leases")
    first = lease("first", namespace)
    api.create(first)

    def change() -> None:
        # In a thread of its own, so with a connection of its own.
        with closing(Api.of(cluster.kubeconfig)) as own:
            second = lease("second", namespace)
            own.create(second)
            own.patch(second, {"spec": {"holderIdentity": "me"}})
            own.call("DELETE", own.path(first))
            own.create(first)
            own.call("DELETE", own.path(second))

    async def ask(client: Client) -> list[tuple[str, str]]:
        seen: list[tuple[str, str]] = []
        changing: asyncio.Future[None] | None = None
        async with aclosing(reflected(client)) as events:
            async for event in events:
                if event.type == "BOOKMARK":
                    if changing is None:
                        changing = asyncio.ensure_future(asyncio.to_thread(change))
                    continue
                seen.append((event.type, event.object["metadata"]["name"]))
                if seen[-1] == ("DELETED", "second"):
                    break
        assert changing is not None
        await changing
        return seen

    def reflected(client: Client) -> AsyncIterator[watch.Event]:
        # The server ends each watch after a second: the changes are seen by several of them.
        pace = watch.Pace(ask=1.0, chance=lambda: 0.0)
        return watch.reflect(client, resource, namespace=namespace, pace=pace)

    assert run(cluster.kubeconfig, ask) == [
        ("ADDED", "first"),
        ("ADDED", "second"),
        ("MODIFIED", "second"),
        ("DELETED", "first"),
        ("ADDED", "first"),
        ("DELETED", "second"),
    ]


def test_a_version_of_long_ago_is_gone(cluster: Cluster, found: Discovery) -> None:
    async def ask(client: Client) -> None:
        # The kind came after the server's first versions.
        async with aclosing(watch.follow(client, found.find("jobsets"), since="1")) as events:  # type: ignore[type-var]
            async for _ in events:
                pass

    with pytest.raises(Gone):
        run(cluster.kubeconfig, ask)


def test_who_may_not_list_is_told_so(cluster: Cluster, found: Discovery) -> None:
    pods = found.find("pods")
    with pytest.raises(Forbidden):
        run(cluster.user("no-rights"), lambda client: listing.everything(client, pods))
    with pytest.raises(Forbidden):
        run(cluster.user("one-namespace"), lambda client: listing.everything(client, pods))
    run(
        cluster.user("one-namespace"),
        lambda client: listing.everything(client, pods, namespace="one-namespace"),
    )

# SPDX-License-Identifier: Apache-2.0
"""Records the HTTP exchanges that tests/unit/kube answers again, into tests/fixtures/http. Run as a script.

    python -m tests.live.record_http KUBECONFIG [STEP...]

STEP is one of lists, watches, discoveries, follows and follows_type; without one all are done. The cluster must have
been up for ten minutes, so that it has forgotten its first versions. Everything is made in a namespace of its own, and
an APIService that nobody serves; both are deleted at the end. Leases are what is listed and watched: small, and nothing
else touches them. What a list of workloads follows is a JobSet and Deployments.
"""

from __future__ import annotations

import asyncio
import base64
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.exchanges import Recorder, save
from workload_map.kube import config, discovery, listing, tls, watch
from workload_map.kube.client import Client
from workload_map.kube.errors import ApiError, Gone
from workload_map.kube.resources import Resource
from workload_map.session.cluster import Connected
from workload_map.session.follow import Follower
from workload_map.session.follow_rows import Outlet
from workload_map.session.kinds import Selection
from workload_map.workload.catalog import Catalog

SPACE = "recorded-http"
FOLLOWED = Selection(namespace=SPACE, pods=True, below=False)
FOLLOWED_TYPE = Selection(type="deployment", namespace=SPACE, pods=True, below=False)
#: Seconds that controllers take for what they do of a change.
PAUSE = 5.0
# Came after the server's first versions, so a watch from there is refused.
JOBSETS = Resource(
    group="jobset.x-k8s.io",
    version="v1alpha2",
    kind="JobSet",
    plural="jobsets",
    singular="jobset",
    namespaced=True,
)
LEASES = Resource(
    group="coordination.k8s.io",
    version="v1",
    kind="Lease",
    plural="leases",
    singular="lease",
    namespaced=True,
)
BROKEN = "v1.broken.example"


@asynccontextmanager
async def recording(kubeconfig: str, name: str, *, accept: str | None = None) -> AsyncIterator[Client]:
    """A client whose exchanges are written down under a name."""
    options = config.Options(kubeconfig=kubeconfig)
    access = config.load(options, environ={}, home=Path.home())
    inner = httpx2.AsyncHTTPTransport(verify=tls.context(access, access.pair), trust_env=False)
    recorder = Recorder(inner, accept=accept)
    async with Client(access, transport=recorder) as client:
        yield client
    save(name, recorder.exchanges)


def lease(name: str, holder: str) -> bytes:
    body = {
        "apiVersion": "coordination.k8s.io/v1",
        "kind": "Lease",
        "metadata": {"name": name, "labels": {"parity": "even" if name[-1] in "02468" else "odd"}},
        "spec": {"holderIdentity": holder},
    }
    return json.dumps(body).encode()


async def make(client: Client, name: str, holder: str = "first") -> None:
    await client.send("POST", LEASES.path(SPACE), body=lease(name, holder), content_type="application/json")


async def change(client: Client, name: str, holder: str) -> None:
    body = json.dumps({"spec": {"holderIdentity": holder}}).encode()
    await client.send(
        "PATCH", LEASES.path(SPACE, name), body=body, content_type="application/merge-patch+json"
    )


async def drop(client: Client, name: str) -> None:
    await client.send("DELETE", LEASES.path(SPACE, name), body=b"{}", content_type="application/json")


async def discoveries(plain: Client, kubeconfig: str) -> None:
    """What the server has, in both forms of the answer; and again while one group is broken."""
    service: dict[str, Any] = {
        "apiVersion": "apiregistration.k8s.io/v1",
        "kind": "APIService",
        "metadata": {"name": BROKEN},
        "spec": {
            "group": "broken.example",
            "version": "v1",
            "service": {"namespace": SPACE, "name": "nobody"},
            "insecureSkipTLSVerify": True,
            "groupPriorityMinimum": 1000,
            "versionPriority": 10,
        },
    }
    path = "/apis/apiregistration.k8s.io/v1/apiservices"
    async with recording(kubeconfig, "discovery") as client:
        await discovery.discover(client, cache=None, now=0.0)
    async with recording(kubeconfig, "discovery-by-group", accept="application/json") as client:
        await discovery.discover(client, cache=None, now=0.0)
    await plain.send("POST", path, body=json.dumps(service).encode(), content_type="application/json")
    try:
        for _ in range(50):
            found = await discovery.discover(plain, cache=None, now=0.0)
            if found.failed:
                break
            await asyncio.sleep(0.2)
        async with recording(kubeconfig, "discovery-broken") as client:
            print("broken:", (await discovery.discover(client, cache=None, now=0.0)).failed)
        async with recording(kubeconfig, "discovery-broken-by-group", accept="application/json") as client:
            print("broken, by group:", (await discovery.discover(client, cache=None, now=0.0)).failed)
    finally:
        await plain.send("DELETE", f"{path}/{BROKEN}", body=b"{}", content_type="application/json")


async def lists(plain: Client, kubeconfig: str) -> None:
    """Five objects: whole, in pages, as metadata, by selectors, one alone; and a token that has expired."""
    for number in range(5):
        await make(plain, f"lease-{number}")
    async with recording(kubeconfig, "lists") as client:
        await listing.everything(client, LEASES, namespace=SPACE)
        await listing.everything(client, LEASES, namespace=SPACE, limit=2)
        await listing.everything(client, LEASES, namespace=SPACE, limit=0)
        await listing.everything(client, LEASES, namespace=SPACE, limit=2, metadata_only=True)
        await listing.everything(client, LEASES, namespace=SPACE, label_selector="parity=odd")
        await listing.everything(client, LEASES, namespace=SPACE, field_selector="metadata.name=lease-1")
        await listing.get(client, LEASES, SPACE, "lease-1")
        await listing.get(client, LEASES, SPACE, "lease-1", metadata_only=True)
        try:
            await listing.get(client, LEASES, SPACE, "nobody")
        except ApiError as error:
            print("absent:", error.message)
    async with recording(kubeconfig, "expired") as client:
        token = {"v": "meta.k8s.io/v1", "rv": 1, "start": f"{SPACE}/lease-1\u0000"}
        text = base64.urlsafe_b64encode(json.dumps(token).encode()).decode().rstrip("=")
        try:
            await client.read(LEASES.path(SPACE), params={"limit": "2", "continue": text})
        except Gone as error:
            print("expired:", error.message)
        try:
            async with aclosing(watch.follow(client, JOBSETS, namespace=SPACE, since="1")) as events:
                async for _ in events:
                    break
        except Gone as error:
            print("forgotten:", error.message)


async def watches(plain: Client, kubeconfig: str) -> None:
    """A list, every kind of change after it, and the list at the end."""
    async with recording(kubeconfig, "watch") as client:
        _, since = await listing.everything(client, LEASES, namespace=SPACE)
        pace = watch.Pace(ask=6.0, chance=lambda: 0.0)
        changes = asyncio.create_task(changed(plain))
        async with aclosing(watch.follow(client, LEASES, namespace=SPACE, since=since, pace=pace)) as events:
            async for event in events:
                print("watch:", event.type, event.object.get("metadata", {}).get("name"))
                # The server sends a bookmark shortly before the time is over.
                if event.type == "BOOKMARK":
                    break
        await changes
        await listing.everything(client, LEASES, namespace=SPACE)


async def changed(client: Client) -> None:
    await asyncio.sleep(1)
    await make(client, "lease-5")
    await change(client, "lease-5", "second")
    await change(client, "lease-0", "second")
    await drop(client, "lease-1")
    await drop(client, "lease-2")
    await make(client, "lease-2", "again")
    await make(client, "lease-6")
    await drop(client, "lease-6")


def deployment(name: str, replicas: int) -> dict[str, Any]:
    labels = {"app": name}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "main", "image": "app:1"}]}}
    spec = {"replicas": replicas, "selector": {"matchLabels": labels}, "template": template}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": spec}


def jobset(name: str, pods: int) -> dict[str, Any]:
    pod = {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "train:1"}]}}
    job = {"spec": {"parallelism": pods, "completions": pods, "template": pod}}
    spec = {"replicatedJobs": [{"name": "workers", "replicas": 1, "template": job}]}
    return {"apiVersion": JOBSETS.api_version, "kind": "JobSet", "metadata": {"name": name}, "spec": spec}


async def follows(plain: Client, kubeconfig: str) -> None:
    """All that ``get --all --pods --watch`` asks for while workloads come and go, and the lists at the end."""
    deployments = f"/apis/apps/v1/namespaces/{SPACE}/deployments"

    async def post(path: str, obj: dict[str, Any]) -> None:
        await plain.send("POST", path, body=json.dumps(obj).encode(), content_type="application/json")

    async def patch(path: str, spec: dict[str, Any]) -> None:
        body = json.dumps({"spec": spec}).encode()
        await plain.send("PATCH", path, body=body, content_type="application/merge-patch+json")

    await post(deployments, deployment("web", 2))
    await asyncio.sleep(PAUSE)
    async with recording(kubeconfig, "follow") as client:
        connected = Connected(
            client, await discovery.discover(client, cache=None, now=0.0), Catalog.builtin()
        )
        outlet = Outlet(begin=print, tell=print, warn=print)
        follower = asyncio.create_task((await Follower.begun(connected, FOLLOWED, outlet, chunk=500)).run())
        await post(JOBSETS.path(SPACE), jobset("train", 3))
        await post(deployments, deployment("brief", 1))
        await asyncio.sleep(PAUSE)
        await patch(f"{deployments}/web", {"replicas": 3})
        await patch(JOBSETS.path(SPACE, "train"), {"suspend": True})
        await plain.send("DELETE", f"{deployments}/brief", body=b"{}", content_type="application/json")
        await asyncio.sleep(PAUSE)
        await patch(JOBSETS.path(SPACE, "train"), {"suspend": False})
        await asyncio.sleep(2 * PAUSE)
        follower.cancel()
        await asyncio.gather(follower, return_exceptions=True)
        await connected.load(FOLLOWED)


async def follows_type(plain: Client, kubeconfig: str) -> None:
    """The same for Deployments alone: of what lies between them and their pods the metadata is read."""
    deployments = f"/apis/apps/v1/namespaces/{SPACE}/deployments"
    body = json.dumps(deployment("alone", 1)).encode()
    async with recording(kubeconfig, "follow-type") as client:
        connected = Connected(
            client, await discovery.discover(client, cache=None, now=0.0), Catalog.builtin()
        )
        outlet = Outlet(begin=print, tell=print, warn=print)
        follower = asyncio.create_task((await Follower.begun(connected, FOLLOWED_TYPE, outlet)).run())
        await plain.send("POST", deployments, body=body, content_type="application/json")
        await asyncio.sleep(2 * PAUSE)
        follower.cancel()
        await asyncio.gather(follower, return_exceptions=True)
        await connected.load(FOLLOWED_TYPE)


async def main(kubeconfig: str, chosen: Sequence[str]) -> None:
    options = config.Options(kubeconfig=kubeconfig)
    async with Client(config.load(options, environ={}, home=Path.home())) as plain:
        space = json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": SPACE}}).encode()
        await plain.send("POST", "/api/v1/namespaces", body=space, content_type="application/json")
        steps: list[Callable[[Client, str], Awaitable[None]]] = [
            lists,
            watches,
            discoveries,
            follows,
            follows_type,
        ]
        try:
            for step in steps:
                if chosen and step.__name__ not in chosen:
                    continue
                start = time.monotonic()
                await step(plain, kubeconfig)
                print(f"{step.__name__}: {time.monotonic() - start:.1f} s")
        finally:
            path = f"/api/v1/namespaces/{SPACE}"
            await plain.send("DELETE", path, body=b"{}", content_type="application/json")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))

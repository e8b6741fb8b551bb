# SPDX-License-Identifier: Apache-2.0
"""A real API server with faults put in between: the right answer in the end, or a clear error; never half a table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from tests.cli_runs import NOW, Run
from tests.live import proxy as faults
from tests.live.cluster.api import Api
from tests.live.conftest import Cluster
from tests.live.proxy import Exchange, Fault, Proxy
from workload_map.cli import app
from workload_map.cli.options import Face
from workload_map.kube import config, discovery, loop, watch
from workload_map.kube.client import Client

pytestmark = pytest.mark.live

Wmap = Callable[..., Run]
Write = Callable[[Proxy], str]

JOBS = 5
#: Requests for a page that is not the first.
_LATER_JOBS = r"/jobs\?\S*continue="
_LATER_PODS = r"/pods\?\S*continue="
_GET = ("get", "jobs", "--pods", "--chunk-size", "2")


def server_of(cluster: Cluster) -> tuple[str, str, str]:
    """Address, file of the authority, token."""
    content = yaml.safe_load(Path(cluster.user("admin")).read_text("utf-8"))
    at = content["clusters"][0]["cluster"]
    return at["server"], at["certificate-authority"], content["users"][0]["user"]["token"]


def job(name: str) -> dict[str, Any]:
    template = {
        "metadata": {"annotations": {"live.workload-map/pod": "hold"}},
        "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "none"}]},
    }
    metadata = {"name": name, "labels": {"live": "faults"}}
    spec = {"parallelism": 2, "completions": 2, "template": template}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec}


@pytest.fixture(scope="module")
def place(cluster: Cluster) -> Iterator[str]:
    """A namespace with some Jobs, each with two pods that stay as they are."""
    api = Api.of(cluster.user("admin"))
    name = f"faults-{uuid.uuid4().hex[:8]}"
    api.call("POST", "/api/v1/namespaces", {"metadata": {"name": name}})
    for number in range(JOBS):
        made = job(f"job-{number}")
        made["metadata"]["namespace"] = name
        api.create(made)
    until(lambda: settled(api, name), 60)
    yield name
    api.call("DELETE", f"/api/v1/namespaces/{name}")
    api.close()


def settled(api: Api, namespace: str) -> bool:
    pods = api.call("GET", f"/api/v1/namespaces/{namespace}/pods")["items"]
    jobs = api.call("GET", f"/apis/batch/v1/namespaces/{namespace}/jobs")["items"]
    scheduled = sum(bool(pod["spec"].get("nodeName")) for pod in pods)
    return scheduled == 2 * JOBS and all(item.get("status", {}).get("active") == 2 for item in jobs)


def until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def between(cluster: Cluster) -> Iterator[Proxy]:
    server, authority, _ = server_of(cluster)
    with Proxy(server, authority) as proxy:
        yield proxy


@pytest.fixture
def proxy(between: Proxy) -> Proxy:
    """The module's proxy, with no fault yet."""
    between.clear()
    return between


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def write(cluster: Cluster, folder: Path) -> Write:
    """Writes the kubeconfig of a proxy, or of another address."""

    def written(to: Proxy) -> str:
        return kubeconfig(folder, to.url, to.certificates, server_of(cluster)[2])

    return written


def kubeconfig(folder: Path, server: str, authority: str, token: str) -> str:
    path = folder / f"{server.rpartition(':')[2]}.kubeconfig"
    pem = folder / f"{server.rpartition(':')[2]}.pem"
    pem.write_text(authority)
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "faults",
        "clusters": [{"name": "faults", "cluster": {"server": server, "certificate-authority": str(pem)}}],
        "users": [{"name": "admin", "user": {"token": token}}],
        "contexts": [{"name": "faults", "context": {"cluster": "faults", "user": "admin"}}],
    }
    path.write_text(yaml.safe_dump(content))
    return str(path)


@pytest.fixture
def wmap(between: Proxy, write: Write, folder: Path, place: str) -> Wmap:
    """Runs the command through the module's proxy."""

    def run(*args: str, to: str = "", cache: Path = folder, whole: bool = False) -> Run:
        environ = {"XDG_CACHE_HOME": str(cache), "KUBECONFIG": to or write(between), "WMAP_DEBUG": "1"}
        where = () if whole else ("-n", place)
        result = CliRunner(env=environ).invoke(
            app.wmap, [*args, *where], obj=Face(now=NOW, alone=False), prog_name="wmap"
        )
        assert "Traceback" not in result.stderr, result.stderr
        return Run(args, result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture(scope="module")
def right(cluster: Cluster, place: str, folder: Path) -> Callable[..., str]:
    """What a command prints with nothing in between; each is asked once."""
    known: dict[tuple[str, ...], str] = {}

    def printed(*args: str) -> str:
        if args not in known:
            environ = {"XDG_CACHE_HOME": str(folder), "KUBECONFIG": cluster.user("admin")}
            result = CliRunner(env=environ).invoke(
                app.wmap, [*args, "-n", place], obj=Face(now=NOW, alone=False), prog_name="wmap"
            )
            assert (result.exit_code, result.stderr) == (0, "")
            known[args] = result.stdout
        return known[args]

    return printed


def clear(run: Run, told: str) -> None:
    """One line that says what is wrong and where, exit 1, and no table."""
    assert (run.code, run.out) == (1, ""), run
    assert run.err.count("\n") == 1, run.err
    assert re.match(rf"error: https://127\.0\.0\.1:\d+ \(context faults\): .*(?:{told})", run.err), run.err


# --- faults that pass -------------------------------------------------------------------------------------


async def empty_page(exchange: Exchange) -> None:
    """Before the page that is asked for, one with nothing on it."""
    mark = b"continue=empty."
    if mark in exchange.head:
        exchange.head = exchange.head.replace(mark, b"continue=")
        await exchange.pass_on()
        return
    token = re.search(rb"continue=([^& ]+)", exchange.head)
    assert token is not None
    page = {"metadata": {"resourceVersion": "1", "continue": "empty." + token[1].decode()}, "items": []}
    body = json.dumps({"kind": "List", "apiVersion": "v1", **page}).encode()
    await exchange.reply(faults.Answer(200, {"content-type": "application/json"}, body))


async def page_before_too(exchange: Exchange) -> None:
    """A page that has once more what the first page had."""
    answer = await exchange.answer()
    page = json.loads(answer.body)
    exchange.head = re.sub(rb"&?continue=[^& ]+", b"", exchange.head)
    first = json.loads((await exchange.answer()).body)
    page["items"] = first["items"] + page["items"]
    await exchange.reply(faults.Answer(200, answer.headers, json.dumps(page).encode()))


PASSING: dict[str, tuple[str, Fault, dict[str, Any]]] = {
    "429 with Retry-After": (_LATER_PODS, faults.answered(429, retry_after="1"), {}),
    "500": (_LATER_JOBS, faults.answered(500), {}),
    "503 twice": (_LATER_PODS, faults.answered(503), {"times": 2}),
    "503 of a load balancer": (_LATER_PODS, faults.answered(503, b"<html>busy</html>"), {}),
    "reset before the answer": (_LATER_PODS, faults.broken_off(0, reset=True), {}),
    "reset in a page": (_LATER_PODS, faults.broken_off(0.5, reset=True), {}),
    "end in a page": (_LATER_JOBS, faults.broken_off(0.5), {}),
    "end in a chunk": (_LATER_PODS, faults.broken_off(0.5, chunked=True), {}),
    "half a JSON": (_LATER_JOBS, faults.cut_json(0.5), {}),
    "no JSON at all": (_LATER_PODS, faults.cut_json(0), {}),
    "late": (_LATER_PODS, faults.silent(seconds=0.5), {}),
    "in drops": (_LATER_PODS, faults.dripping(pieces=20, pause=0.02), {}),
    "a pause in a page": (_LATER_PODS, faults.silent(part=0.5, seconds=0.5), {}),
    "410 in a list": (_LATER_PODS, faults.answered(410), {}),
    "410 in a list, twice": (_LATER_JOBS, faults.answered(410), {"after": 1, "times": 2}),
    "an empty page": (_LATER_PODS, empty_page, {"times": None}),
    "a page's objects again": (_LATER_JOBS, page_before_too, {"times": None}),
    "closed while idle": (r"GET ", faults.idle_closed(), {"times": None}),
    "closed a little later": (r"GET ", faults.idle_closed(delay=0.01), {"times": None}),
}


@pytest.mark.parametrize("name", PASSING)
def test_a_fault_that_passes(name: str, proxy: Proxy, wmap: Wmap, right: Callable[..., str]) -> None:
    expected = right(*_GET)
    assert expected.count("\n") == JOBS + 1
    target, fault, how = PASSING[name]
    proxy.wrong(target, fault, **how)
    run = wmap(*_GET)
    assert (run.code, run.out, run.err) == (0, expected, "")
    assert proxy.rules[0].seen > 1


@pytest.mark.parametrize("name", ["503 twice", "half a JSON", "closed while idle", "end in a page"])
def test_describe_through_a_fault_that_passes(
    name: str, proxy: Proxy, wmap: Wmap, right: Callable[..., str]
) -> None:
    asked = ("describe", "job", "job-1")
    expected = right(*asked)
    _, fault, how = PASSING[name]
    proxy.wrong(r"/jobs/job-1", fault, **how)
    proxy.wrong(r"/pods\?", fault, **how)
    run = wmap(*asked)
    assert (run.code, run.out, run.err) == (0, expected, "")


def test_every_type_through_faults(proxy: Proxy, wmap: Wmap, place: str, right: Callable[..., str]) -> None:
    expected = right("get", "--all", "--pods")
    for target in (r"/jobsets\?", r"/pods\?", r"/deployments\?", r"/kartas\?", r"/rayclusters\?"):
        proxy.wrong(target, faults.answered(503))
    proxy.wrong(r"/statefulsets\?", faults.broken_off(0.5, reset=True))
    proxy.wrong(r"/jobs\?", faults.answered(429, retry_after="1"))
    run = wmap("get", "--all", "--pods")
    assert (run.code, run.out, run.err) == (0, expected, "")


def test_every_namespace_through_faults(
    proxy: Proxy, wmap: Wmap, place: str, right: Callable[..., str]
) -> None:
    proxy.wrong(r"/v1/pods\?", faults.broken_off(0.7, reset=True))
    proxy.wrong(r"/batch/v1/jobs\?", faults.cut_json(0.7))
    run = wmap("get", "--all", "--pods", "-A", whole=True)
    assert run.code == 0
    assert all(rule.seen > 1 for rule in proxy.rules)
    # Other tests may change what is in other namespaces.
    here = [line.split() for line in run.out.splitlines() if line.split()[1] == place]
    assert here == [line.split() for line in right("get", "--all", "--pods").splitlines()[1:]]


# --- faults that stay -------------------------------------------------------------------------------------

STAYING: dict[str, tuple[str, Fault, str]] = {
    "429": (_LATER_PODS, faults.answered(429, retry_after="1"), "told to be 429"),
    "429 for long": (_LATER_JOBS, faults.answered(429, retry_after="100"), "told to be 429"),
    "503 of a load balancer": (_LATER_PODS, faults.answered(503, b"<html>busy</html>"), "HTTP status 503"),
    "reset in a page": (_LATER_PODS, faults.broken_off(0.5, reset=True), "the connection broke: connection"),
    "end in a chunk": (_LATER_JOBS, faults.broken_off(0.5, chunked=True), "ended before the whole answer"),
    "half a JSON": (_LATER_JOBS, faults.cut_json(0.5), "/jobs: the server's answer is not a list"),
    "410 in a list": (_LATER_PODS, faults.answered(410), "told to be 410"),
    "a redirect": (
        _LATER_JOBS,
        faults.answered(302, b"moved", location="https://login.example/"),
        r"redirects.*login\.example",
    ),
    "HTML": (
        _LATER_JOBS,
        faults.answered(200, b"<html>log in</html>", content_type="text/html"),
        "/jobs: the server's answer is not a list",
    ),
    "401": (_LATER_PODS, faults.answered(401), r"not logged in \(401\)"),
}


@pytest.mark.parametrize("name", STAYING)
def test_a_fault_that_stays(name: str, proxy: Proxy, wmap: Wmap) -> None:
    target, fault, told = STAYING[name]
    proxy.wrong(target, fault, times=None)
    started = time.monotonic()
    clear(wmap(*_GET), told)
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("name", ["half a JSON", "401"])
def test_describe_through_a_fault_that_stays(name: str, proxy: Proxy, wmap: Wmap) -> None:
    _, fault, told = STAYING[name]
    proxy.wrong(r"/pods\?", fault, times=None)
    clear(wmap("describe", "job", "job-1"), told.replace("/jobs", "/pods"))


def test_the_same_page_without_end(proxy: Proxy, wmap: Wmap) -> None:
    async def first_again(exchange: Exchange) -> None:
        exchange.head = re.sub(rb"&?continue=[^& ]+", b"", exchange.head)
        await exchange.pass_on()

    proxy.wrong(_LATER_PODS, first_again, times=None)
    clear(wmap(*_GET), "the same page")


@pytest.mark.parametrize(
    "fault",
    [faults.silent(), faults.silent(part=0.5), faults.dripping(pieces=100, pause=0.1)],
    ids=["no first byte", "half a page", "in drops"],
)
@pytest.mark.parametrize("asked", [_GET, ("describe", "job", "job-1")], ids=["get", "describe"])
def test_a_request_takes_no_longer_than_allowed(
    fault: Fault, asked: tuple[str, ...], proxy: Proxy, wmap: Wmap
) -> None:
    proxy.wrong(r"/pods\?", fault, times=None)
    started = time.monotonic()
    clear(wmap(*asked, "--request-timeout", "1500ms"), r"no answer within 1\.5 s \(--request-timeout\)")
    assert time.monotonic() - started < 10


def test_no_server(wmap: Wmap, cluster: Cluster, folder: Path, proxy: Proxy) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    to = kubeconfig(folder, f"https://127.0.0.1:{port}", proxy.certificates, "none")
    clear(wmap(*_GET, to=to), "connection refused")


def test_a_certificate_that_has_expired(wmap: Wmap, cluster: Cluster, write: Write) -> None:
    server, authority, _ = server_of(cluster)
    with Proxy(server, authority, not_after=datetime.now(UTC) - timedelta(days=1)) as expired:
        clear(wmap(*_GET, to=write(expired)), "the server's certificate has expired")
        assert expired.asked == []


# --- discovery --------------------------------------------------------------------------------------------


def stale(group: str) -> Fault:
    """The aggregated form, where one group's server does not answer."""

    def edit(answer: dict[str, Any]) -> dict[str, Any]:
        for item in answer["items"]:
            if item["metadata"]["name"] == group:
                for version in item["versions"]:
                    version["freshness"] = "Stale"
                    version["resources"] = []
        return answer

    return faults.edited(edit)


async def as_of_old(exchange: Exchange) -> None:
    """A server that has no aggregated form."""
    exchange.head = re.sub(rb"(?im)^accept: .*?\r$", b"Accept: application/json\r", exchange.head)
    await exchange.pass_on()


def break_group(proxy: Proxy, form: str, group: str, version: str) -> None:
    if form == "aggregated":
        proxy.wrong("GET /apis$", stale(group), times=None)
    else:
        proxy.wrong("GET /apis?$", as_of_old, times=None)
        proxy.wrong(f"GET /apis/{group}/{version}$", faults.answered(503), times=None)


_FORMS = ["aggregated", "of old"]


@pytest.mark.parametrize("form", _FORMS)
def test_a_broken_group_of_a_type_that_is_asked_for(
    form: str, proxy: Proxy, wmap: Wmap, tmp_path: Path
) -> None:
    break_group(proxy, form, "batch", "v1")
    clear(wmap(*_GET, cache=tmp_path), r"API group of Job cannot be read: batch/v1: .*(?:stale|503)")


@pytest.mark.parametrize("form", _FORMS)
def test_a_broken_group_in_a_list_of_every_type(form: str, proxy: Proxy, wmap: Wmap, tmp_path: Path) -> None:
    break_group(proxy, form, "jobset.x-k8s.io", "v1alpha2")
    run = wmap("get", "--all", cache=tmp_path)
    assert run.code == 0
    assert run.out.count("\n") == JOBS + 1
    assert run.err.count("\n") == 1
    assert re.search(r"workloads of these are missing: jobset\.x-k8s\.io/v1alpha2: .*(?:stale|503)", run.err)
    # What was not whole is not kept.
    proxy.clear()
    assert wmap("get", "--all", cache=tmp_path).err == ""


def test_a_broken_group_that_has_no_workloads(
    proxy: Proxy, wmap: Wmap, tmp_path: Path, right: Callable[..., str]
) -> None:
    break_group(proxy, "aggregated", "coordination.k8s.io", "v1")
    run = wmap("get", "--all", "--pods", cache=tmp_path)
    assert (run.code, run.out, run.err) == (0, right("get", "--all", "--pods"), "")


def test_a_broken_group_of_what_lies_between(proxy: Proxy, wmap: Wmap, tmp_path: Path) -> None:
    break_group(proxy, "aggregated", "batch", "v1")
    run = wmap("get", "pods", cache=tmp_path)
    assert run.code == 0
    assert run.out.count("\n") == 2 * JOBS + 1
    assert re.search(r"owners of kind Job cannot be read: batch/v1: .*stale", run.err)
    assert re.search(r"owner Job/job-\d could not be read: .* \(and 9 more like this\)", run.err)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (faults.answered(200, b"<html>log in</html>", content_type="text/html"), "does not list API groups"),
        (faults.cut_json(0.5), "does not list API groups"),
        (faults.answered(401), "not logged in"),
        (faults.answered(302, b"", location="/login"), "redirects"),
    ],
    ids=["HTML", "half a JSON", "401", "a redirect"],
)
def test_discovery_that_fails(fault: Fault, told: str, proxy: Proxy, wmap: Wmap, tmp_path: Path) -> None:
    proxy.wrong("GET /apis$", fault, times=None)
    clear(wmap(*_GET, cache=tmp_path), told)


def test_discovery_that_fails_once(
    proxy: Proxy, wmap: Wmap, tmp_path: Path, right: Callable[..., str]
) -> None:
    proxy.wrong("GET /apis?$", faults.answered(503), times=2)
    run = wmap(*_GET, cache=tmp_path)
    assert (run.code, run.out, run.err) == (0, right(*_GET), "")


# --- watches ----------------------------------------------------------------------------------------------

_WATCH = r"/leases\?\S*watch=true"


class Leases:
    """Objects in a namespace that change as the test says, and what a reflector tells of them."""

    def __init__(self, api: Api, namespace: str) -> None:
        self.api = api
        self.path = f"/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases"

    def create(self, name: str) -> None:
        body = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": name}}
        self.api.call("POST", self.path, body)

    def change(self, name: str, value: str) -> None:
        change = {"metadata": {"annotations": {"value": value}}}
        self.api.call("PATCH", f"{self.path}/{name}", change, content_type="application/merge-patch+json")

    def delete(self, name: str) -> None:
        self.api.call("DELETE", f"{self.path}/{name}")

    def there(self) -> dict[str, str]:
        """Name and version of each that there is."""
        items = self.api.call("GET", self.path)["items"]
        return {item["metadata"]["name"]: item["metadata"]["resourceVersion"] for item in items}


@pytest.fixture
def leases(api: Api, namespace: str) -> Leases:
    return Leases(api, namespace)


def reflected(
    kubeconfig: str, namespace: str, steps: list[Callable[[], None]], there: Callable[[], dict[str, str]]
) -> list[str]:
    """What a reflector tells, from a list on, while the steps are made one after another, each when what the one
    before did is known; ends when the reflector knows what there is. Every event must fit what was told before."""

    async def ask() -> list[str]:
        known: dict[str, str] = {}
        told: list[str] = []
        left = list(steps)
        goal: dict[str, str] | None = None
        access = config.load(config.Options(kubeconfig=kubeconfig), environ={}, home=Path("/none"))
        resource = discovery.Resource(
            group="coordination.k8s.io",
            version="v1",
            kind="Lease",
            plural="leases",
            singular="lease",
            namespaced=True,
        )
        pace = watch.Pace(first=0.05, longest=0.2, shortest=0.0)
        async with asyncio.timeout(30), Client(access) as client:
            changes = watch.reflect(client, resource, namespace=namespace, limit=2, pace=pace)
            async with aclosing(changes):  # type: ignore[type-var]
                async for event in changes:
                    if event.type != "BOOKMARK":
                        name = event.object["metadata"]["name"]
                        told.append(f"{event.type} {name}")
                        assert (event.type == "ADDED") == (name not in known), told
                        if event.type == "DELETED":
                            del known[name]
                        else:
                            assert known.get(name) != event.resource_version, told
                            known[name] = event.resource_version
                    elif goal is None:
                        goal = known.copy()
                    if known == goal:
                        if not left:
                            return told
                        # The reflector waits for nothing while it is not asked; the proxy has its own thread.
                        left.pop(0)()
                        goal = there()
        raise AssertionError("a reflector never ends by itself")

    return loop.run(ask())


def first(count: int) -> Callable[[AsyncIterator[bytes], Exchange], AsyncIterator[bytes]]:
    """So many events, then the end."""

    async def edit(lines: AsyncIterator[bytes], exchange: Exchange) -> AsyncIterator[bytes]:
        left = count
        async for line in lines:
            if not left:
                return
            left -= 1
            yield line
            if not left:
                return

    return edit


async def half_an_event(lines: AsyncIterator[bytes], exchange: Exchange) -> AsyncIterator[bytes]:
    async for line in lines:
        yield line[: len(line) // 2] + b"\n" + line[len(line) // 2 :]


async def gone(lines: AsyncIterator[bytes], exchange: Exchange) -> AsyncIterator[bytes]:
    """An event that is lost, and then the server does not know any more."""
    async for _ in lines:
        told = {"kind": "Status", "code": 410, "reason": "Expired", "message": "too old resource version"}
        yield json.dumps({"type": "ERROR", "object": told}).encode()
        return


async def twice(lines: AsyncIterator[bytes], exchange: Exchange) -> AsyncIterator[bytes]:
    async for line in lines:
        yield line
        yield line


async def marked(lines: AsyncIterator[bytes], exchange: Exchange) -> AsyncIterator[bytes]:
    """Nothing but bookmarks that say again what is known, and the end."""
    version = re.search(r"resourceVersion=(\d+)", exchange.asked)
    assert version is not None
    for _ in range(3):
        yield bookmark(version[1])


def bookmark(version: str) -> bytes:
    metadata = {"resourceVersion": version, "creationTimestamp": None}
    told = {"kind": "Lease", "apiVersion": "coordination.k8s.io/v1", "metadata": metadata, "spec": {}}
    return json.dumps({"type": "BOOKMARK", "object": told}).encode()


WATCHES: dict[str, tuple[Fault, dict[str, Any]]] = {
    "ends after each event": (faults.watch_edited(first(1)), {"times": None}),
    "breaks after an event": (faults.watch_edited(first(1), reset=True), {"times": 3}),
    "ends at once": (faults.watch_edited(first(0)), {}),
    "half an event": (faults.watch_edited(half_an_event), {}),
    "a gap, then 410": (faults.watch_edited(gone), {"times": 2}),
    "410 on opening": (faults.answered(410), {"times": 2}),
    "503 on opening": (faults.answered(503), {"times": 2}),
    "429 on opening": (faults.answered(429, retry_after="1"), {}),
    "every event twice": (faults.watch_edited(twice), {"times": None}),
    "bookmarks only": (faults.watch_edited(marked), {}),
}


@pytest.mark.parametrize("name", WATCHES)
def test_a_watch_through_faults(
    name: str, proxy: Proxy, write: Write, leases: Leases, namespace: str
) -> None:
    fault, how = WATCHES[name]
    proxy.wrong(_WATCH, fault, **how)
    for made in ("a", "b", "c"):
        leases.create(made)
    steps: list[Callable[[], None]] = [
        lambda: leases.change("a", "1"),
        lambda: leases.delete("b"),
        lambda: leases.create("d"),
        lambda: leases.change("d", "2"),
    ]
    told = reflected(write(proxy), namespace, steps, leases.there)
    assert told == [
        *("ADDED a", "ADDED b", "ADDED c"),
        *("MODIFIED a", "DELETED b", "ADDED d", "MODIFIED d"),
    ]
    assert proxy.rules[0].seen > 0
    opened = proxy.count(_WATCH)
    assert opened > 1 or name == "every event twice"


def test_a_watch_resumes_from_a_bookmark(
    proxy: Proxy, write: Write, leases: Leases, namespace: str, api: Api
) -> None:
    versions: list[str] = []

    def elsewhere() -> None:
        """Something else changes: the server is further than what the reflector knows of."""
        body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "other"}}
        made = api.call("POST", f"/api/v1/namespaces/{namespace}/configmaps", body)
        versions.append(made["metadata"]["resourceVersion"])

    async def mark(lines: AsyncIterator[bytes], exchange: Exchange) -> AsyncIterator[bytes]:
        yield bookmark(versions[0])

    proxy.wrong(_WATCH, faults.watch_edited(mark))
    leases.create("a")
    told = reflected(write(proxy), namespace, [elsewhere, lambda: leases.change("a", "1")], leases.there)
    assert told == ["ADDED a", "MODIFIED a"]
    watches = [asked for asked in proxy.asked if re.search(_WATCH, asked)]
    assert f"resourceVersion={versions[0]}&" not in watches[0] + "&"
    assert f"resourceVersion={versions[0]}&" in watches[1] + "&"
    assert proxy.count(r"/leases\?(?!\S*watch)") == 1


_WMAP = [sys.executable, "-c", "from workload_map.cli import main; main()"]


class Following:
    """``get --watch -o json`` as a process: `rows` is what its lines add up to."""

    def __init__(self, kubeconfig: str, folder: Path, namespace: str) -> None:
        args = ["get", "jobs", "--pods", "--chunk-size", "1", "--watch", "-o", "json", "-n", namespace]
        self.rows: dict[str, Any] = {}
        self.wrong: list[str] = []
        self.process = started(kubeconfig, folder, args)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event = json.loads(line)
            name = event["object"]["name"]
            if (event["type"] == "ADDED") == (name in self.rows):
                self.wrong.append(line)
            if event["type"] == "DELETED":
                self.rows.pop(name, None)
            else:
                self.rows[name] = event["object"]

    def end(self) -> list[str]:
        """One Ctrl-C; the lines of what was said."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(20) == 130
        assert self.process.stderr is not None
        return self.process.stderr.read().splitlines()

    def close(self) -> None:
        self.process.kill()
        self._reader.join()
        with self.process:
            pass


def started(kubeconfig: str, folder: Path, args: list[str]) -> subprocess.Popen[str]:
    environ = {**os.environ, "XDG_CACHE_HOME": str(folder), "KUBECONFIG": kubeconfig}
    return subprocess.Popen(
        [*_WMAP, *args], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("name", ["ends after each event", "breaks after an event", "a gap, then 410"])
def test_a_watched_list_through_faults(
    name: str, proxy: Proxy, write: Write, namespace: str, api: Api, cluster: Cluster, folder: Path
) -> None:
    fault, how = WATCHES[name]
    proxy.wrong(r"/jobs\?\S*watch=true", fault, **how)
    proxy.wrong(r"/pods\?\S*watch=true", fault, **how)
    for number in range(3):
        made = job(f"job-{number}")
        made["metadata"]["namespace"] = namespace
        made["spec"]["suspend"] = True
        api.create(made)

    def there() -> dict[str, Any]:
        args = ["get", "jobs", "--pods", "-o", "json", "-n", namespace]
        environ = {"XDG_CACHE_HOME": str(folder), "KUBECONFIG": cluster.user("admin")}
        found = CliRunner(env=environ).invoke(app.wmap, args, obj=Face(now=NOW, alone=False))
        assert found.exit_code == 0, found.output
        return {row["name"]: row for row in json.loads(found.stdout)["items"]}

    followed = Following(write(proxy), folder, namespace)
    try:
        until(lambda: len(followed.rows) == 3, 30)
        jobs = f"/apis/batch/v1/namespaces/{namespace}/jobs"
        merge = "application/merge-patch+json"
        api.call("PATCH", f"{jobs}/job-0", {"spec": {"suspend": False}}, content_type=merge)
        api.call("DELETE", f"{jobs}/job-1", {"propagationPolicy": "Background"})
        until(lambda: followed.rows == there(), 40)
        assert set(followed.rows) == {"job-0", "job-2"}
        api.call("PATCH", f"{jobs}/job-2", {"spec": {"suspend": False}}, content_type=merge)
        until(lambda: there()["job-2"]["replicas"]["current"] == 2, 40)
        until(lambda: followed.rows == there(), 40)
        assert followed.process.poll() is None
        # That it waits is said where it may wait for long.
        assert all(line.endswith("; trying again") for line in followed.end())
        assert followed.wrong == []
    finally:
        followed.close()


# --- Ctrl-C -----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def killing(process: subprocess.Popen[str]) -> Iterator[None]:
    """A process that a test has lost does not outlive it."""
    try:
        yield
    finally:
        process.kill()


def interrupted(kubeconfig: str, folder: Path, args: list[str], ready: Callable[[], bool]) -> float:
    """One Ctrl-C when the process is where it is meant to be; the seconds until it has ended."""
    with started(kubeconfig, folder, args) as process, killing(process):
        until(lambda: ready() or process.poll() is not None, 30)
        # What was seen on the server's side is a little ahead of the process.
        time.sleep(0.1)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=20)
        took = time.monotonic() - began
    assert (process.returncode, out, said) == (130, "", "")
    return took


INTERRUPTED: dict[str, tuple[str, Fault]] = {
    "before the first byte": (r"/pods\?", faults.silent()),
    "in a page": (r"/pods\?", faults.silent(part=0.5)),
    "in discovery": (r"/apis$", faults.silent()),
    "before the next try": (r"/pods\?", faults.answered(429, retry_after="9")),
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_ctrl_c(name: str, proxy: Proxy, write: Write, place: str, folder: Path, tmp_path: Path) -> None:
    target, fault = INTERRUPTED[name]
    proxy.wrong(target, fault, times=None)
    waiting = proxy.at.is_set if "try" not in name else lambda: proxy.count(target) > 0
    cache = tmp_path if "discovery" in name else folder
    assert interrupted(write(proxy), cache, [*_GET, "-n", place], waiting) < 5


@pytest.mark.parametrize("name", ["before the first byte"])
def test_ctrl_c_of_describe(name: str, proxy: Proxy, write: Write, place: str, folder: Path) -> None:
    target, fault = INTERRUPTED[name]
    proxy.wrong(target, fault, times=None)
    waiting = proxy.at.is_set if "try" not in name else lambda: proxy.count(target) > 0
    assert interrupted(write(proxy), folder, ["describe", "job", "job-1", "-n", place], waiting) < 5


def test_ctrl_c_while_it_connects(folder: Path, proxy: Proxy) -> None:
    accepted: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(0.01)

        def connected() -> bool:
            try:
                accepted.append(silent.accept()[0])
            except TimeoutError:
                return False
            return True

        to = kubeconfig(folder, f"https://127.0.0.1:{silent.getsockname()[1]}", proxy.certificates, "none")
        assert interrupted(to, folder, list(_GET), connected) < 5
    for connection in accepted:
        connection.close()


def test_a_watched_list_whose_login_ends(proxy: Proxy, write: Write, place: str, folder: Path) -> None:
    proxy.wrong(r"/pods\?\S*watch=true", faults.answered(401), times=None)
    with started(write(proxy), folder, [*_GET, "-n", place, "--watch"]) as process, killing(process):
        out, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert out.count("\n") in (0, JOBS + 1)
    assert re.fullmatch(r"error: https://\S+ \(context faults\): not logged in \(401\): .*\n", said)


def test_a_watched_list_with_a_broken_group_in_between(
    proxy: Proxy, write: Write, place: str, tmp_path: Path
) -> None:
    break_group(proxy, "aggregated", "batch", "v1")
    with (
        started(write(proxy), tmp_path, ["get", "pods", "-n", place, "--watch"]) as process,
        killing(process),
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in range(2 * JOBS + 1):
            process.stdout.readline()
        # Each is said once.
        said = [process.stderr.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == ("", "")
    assert re.search(r"owners of kind Job cannot be read: batch/v1: .*stale", said[0])
    assert re.search(r"owner Job/job-\d could not be read: .* \(and 9 more like this\)", said[1])


def test_ctrl_c_while_it_watches(proxy: Proxy, write: Write, place: str, folder: Path) -> None:
    with started(write(proxy), folder, [*_GET, "-n", place, "--watch"]) as process, killing(process):
        until(lambda: proxy.count(r"/(jobs|pods)\?\S*watch=true") == 2 or process.poll() is not None, 30)
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(JOBS + 1)]
        assert lines[-1].startswith("job-")
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=20)
        assert (process.returncode, out, said) == (130, "", "")
        assert time.monotonic() - began < 5

# SPDX-License-Identifier: Apache-2.0
"""What ``wmap get --all -A --pods --watch`` costs: from the bytes of the server to the lines of the table.

    python tests/bench/bench_watch.py [--pods 50000] [--events 50000]

JobSets of 20 pods each; pods of 5.8 KB, listed in pages of 500 and then changed again and again. The server is a
transport in this process that reads what it sends from a file: its share, measured alone, is taken off. Budgets: less
than 1 ms of CPU an event, memory that stays where it is.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import httpx2
import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.bench import bench_kube  # noqa: E402
from tests.exchanges import client as client_of  # noqa: E402
from workload_map.cli.watching import Lines  # noqa: E402
from workload_map.kube.discovery import Discovery  # noqa: E402
from workload_map.kube.resources import Resource  # noqa: E402
from workload_map.session.cluster import Connected  # noqa: E402
from workload_map.session.follow import Follower  # noqa: E402
from workload_map.session.follow_rows import Beginning, Outlet  # noqa: E402
from workload_map.session.kinds import Selection  # noqa: E402
from workload_map.session.row_changes import RowChange  # noqa: E402
from workload_map.workload.catalog import Catalog  # noqa: E402

SHARE = 20
ALONE = 300
PAUSE = 0.06
MANAGED = bench_kube.pod(0)["metadata"]["managedFields"]


def resource(group: str, version: str, kind: str) -> Resource:
    plural, single = kind.lower() + "s", kind.lower()
    return Resource(group=group, version=version, kind=kind, plural=plural, singular=single, namespaced=True)


RESOURCES = (
    resource("", "v1", "Pod"),
    resource("batch", "v1", "Job"),
    resource("jobset.x-k8s.io", "v1alpha2", "JobSet"),
)


def pod(index: int, version: int, *, ready: bool = True) -> dict[str, Any]:
    made = bench_kube.pod(index, size=0)
    made["metadata"] |= {"managedFields": MANAGED, "resourceVersion": str(version)}
    made["status"]["conditions"][2]["status"] = str(ready)
    made["status"]["containerStatuses"][0]["ready"] = ready
    return made


def above(number: int, kind: str) -> dict[str, Any]:
    """The Job or JobSet of some pods."""
    name = f"train-{number}"
    meta: dict[str, Any] = {
        "name": name if kind == "JobSet" else f"{name}-worker-0",
        "namespace": f"team-{number % 20}",
        "uid": f"set-{number}" if kind == "JobSet" else f"5f0e9f57-7d3c-4f0e-9f57-{number:012x}",
        "resourceVersion": "1",
        "creationTimestamp": "2026-12-01T00:00:00Z",
    }
    container = {"name": "main", "resources": {"limits": {"nvidia.com/gpu": "8"}}}
    job = {"parallelism": SHARE, "completions": SHARE, "template": {"spec": {"containers": [container]}}}
    if kind == "JobSet":
        jobs = [{"name": "worker", "replicas": 1, "template": {"spec": job}}]
        return {"metadata": meta, "spec": {"replicatedJobs": jobs}, "status": {"conditions": []}}
    owner = {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "name": name, "uid": f"set-{number}"}
    return {"metadata": meta | {"ownerReferences": [owner | {"controller": True}]}, "spec": job, "status": {}}


class Mark(NamedTuple):
    """CPU time before and after memory was looked at, and the memory in bytes."""

    before: float
    after: float
    memory: int


class Server(httpx2.AsyncBaseTransport):
    """Answers lists from what is made here, and the watch of the pods from a file; `marks` has CPU time and memory
    each tenth of the way."""

    def __init__(self, pods: int, events: int, file: IO[bytes]) -> None:
        self.pods = pods
        self.events = events
        self.file = file
        self.marks: list[Mark] = []
        self.ended = asyncio.Event()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        kind = request.url.path.rpartition("/")[2]
        query = request.url.params
        if "watch" in query:
            return httpx2.Response(200, stream=_Watch(self, quiet=kind != "pods"))
        start = int(query.get("continue", "0"))
        total = self.pods if kind == "pods" else self.pods // SHARE
        numbers = range(start, min(start + int(query["limit"]), total))
        items = [
            pod(number, 1) if kind == "pods" else above(number, {"jobs": "Job", "jobsets": "JobSet"}[kind])
            for number in numbers
        ]
        more = {"continue": str(numbers.stop)} if numbers.stop < total else {}
        body = msgspec.json.encode({"metadata": {"resourceVersion": "1", **more}, "items": items})
        return httpx2.Response(200, content=body)

    async def sent(self) -> AsyncIterator[bytes]:
        """The events, as fast as they are taken, and then some one by one."""
        self.file.seek(0)
        lengths = msgspec.json.decode(self.file.readline(), type=list[int])
        for number in range(10):
            self.mark()
            for start in range(number * self.events // 10, (number + 1) * self.events // 10, 10):
                yield self.file.read(sum(lengths[start : min(start + 10, self.events)]))
                await asyncio.sleep(0)
        await asyncio.sleep(1)
        self.mark()
        for length in lengths[self.events :]:
            yield self.file.read(length)
            await asyncio.sleep(PAUSE)
        self.mark()
        self.ended.set()

    def mark(self) -> None:
        before = time.process_time()
        gc.collect()
        memory = bench_kube.resident()
        self.marks.append(Mark(before, time.process_time(), memory))

    def spent(self, start: int, end: int) -> float:
        """CPU time from one mark to another, marks apart."""
        return sum(
            after.before - before.after
            for before, after in zip(self.marks[start:end], self.marks[start + 1 : end + 1], strict=True)
        )


class _Watch(httpx2.AsyncByteStream):
    def __init__(self, server: Server, *, quiet: bool) -> None:
        self.server = server
        self.quiet = quiet

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if not self.quiet:
            async for part in self.server.sent():
                yield part
        await asyncio.Event().wait()


def write(file: IO[bytes], pods: int, events: int) -> None:
    """The events: a line with their lengths, and their lines."""
    chance = random.Random(1)
    # Each pod's next event has the other state.
    ready: dict[int, bool] = {}
    lengths = []
    with tempfile.TemporaryFile() as lines:
        for version in range(events + ALONE):
            index = chance.randrange(pods)
            ready[index] = not ready.get(index, True)
            changed = pod(index, version + 2, ready=ready[index])
            lengths.append(lines.write(msgspec.json.encode({"type": "MODIFIED", "object": changed}) + b"\n"))
        file.write(msgspec.json.encode(lengths) + b"\n")
        lines.seek(0)
        while part := lines.read(1 << 20):
            file.write(part)


async def measure(pods: int, events: int, file: IO[bytes]) -> None:
    lines = Lines("table")
    told: list[int] = []

    def begin(found: Beginning) -> None:
        assert len(found.rows) == pods // SHARE
        lines.first(found.rows, now=0.0)
        gc.freeze()
        gc.enable()

    def tell(changes: Sequence[RowChange]) -> None:
        lines.more(changes, now=0.0)
        told.append(len(changes))

    server = Server(pods, events, file)
    outlet = Outlet(begin=begin, tell=tell, warn=print, face=lines.face)
    gc.disable()
    started, start = bench_kube.resident(), time.process_time()
    async with client_of(server) as client:
        connected = Connected(client, Discovery(RESOURCES), Catalog.builtin())
        follower = await Follower.begun(connected, Selection(pods=True), outlet)
        running = asyncio.create_task(follower.run())
        ended = asyncio.create_task(server.ended.wait())
        await asyncio.wait((running, ended), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    alone = Server(pods, events, file)
    async for _ in alone.sent():
        pass
    work = server.spent(0, 10) - alone.spent(0, 10)
    single = server.spent(10, 11) - alone.spent(10, 11)
    first = server.marks[0]
    print(
        f"{pods} pods listed: {first.before - start:.1f} s of CPU with the server's, {first.memory / 1e6:.0f} MB"
    )
    print(
        f"{events} events at once: {work / events * 1e6:.0f} µs of CPU each, {sum(told)} lines (budget 1000)"
    )
    print(f"an event alone, with its row and its line: {single / ALONE * 1e6:.0f} µs of CPU (budget 1000)")
    memory = [mark.memory - started for mark in server.marks[:11]]
    print("memory over the start, MB, each tenth:", *(f"{size / 1e6:.0f}" for size in memory))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pods", type=int, default=50_000)
    parser.add_argument("--events", type=int, default=50_000)
    given = parser.parse_args()
    with tempfile.TemporaryFile() as file:
        write(file, given.pods, given.events)
        asyncio.run(measure(given.pods, given.events, file))


if __name__ == "__main__":
    main()

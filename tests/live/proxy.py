# SPDX-License-Identifier: Apache-2.0
"""A proxy on loopback in front of a real API server, which does wrong what a test tells it to.

What no rule is for passes through byte for byte. A rule has a fault: a coroutine that gets the exchange and answers it
in place of the server, with or without asking that.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import re
import socket
import ssl
import struct
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import trustme

__all__ = [
    "Answer",
    "Exchange",
    "Fault",
    "Proxy",
    "Rule",
    "answered",
    "broken_off",
    "cut_json",
    "dripping",
    "edited",
    "idle_closed",
    "silent",
    "watch_edited",
]

Fault = Callable[["Exchange"], Awaitable[None]]
Edit = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Answer:
    """A whole answer of the server; the body as it is meant, not as it was packed for the way."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Rule:
    """A fault for requests whose method and target (path and query) match `target`, a regular expression for
    ``GET /api/v1/pods?limit=2``: for those after the first `after` of them, `times` of them (None: all)."""

    target: str
    fault: Fault
    after: int = 0
    times: int | None = 1
    seen: int = 0

    def takes(self, asked: str) -> bool:
        if not re.search(self.target, asked):
            return False
        self.seen += 1
        number = self.seen - self.after
        return number > 0 and (self.times is None or number <= self.times)


@dataclass
class Exchange:
    """One request on its way. `asked` is method and target; `proxy` knows the server."""

    proxy: Proxy
    asked: str
    head: bytes
    body: bytes
    writer: asyncio.StreamWriter
    closed: bool = False
    """Whether the client's connection is not used again."""
    headers: dict[str, str] = field(default_factory=dict)

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def reply(self, answer: Answer, *, length: int | None = None) -> None:
        """Answer as HTTP has it; `length` is what is said of the body where that is not true."""
        kept = {
            name: value
            for name, value in answer.headers.items()
            if name not in ("content-length", "transfer-encoding", "content-encoding")
        }
        kept["content-length"] = str(len(answer.body) if length is None else length)
        lines = "".join(f"{name}: {value}\r\n" for name, value in kept.items())
        await self.write(f"HTTP/1.1 {answer.status} Told\r\n{lines}\r\n".encode() + answer.body)

    def reset(self) -> None:
        """End the connection as a server does that dies: with a reset, what was written may be lost."""
        self.closed = True
        plain = self.writer.get_extra_info("socket")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    async def answer(self) -> Answer:
        """The server's whole answer, unpacked."""
        async with self.proxy.asking(self.head, self.body) as (status, headers, _, parts):
            body = b"".join([part async for _, part in parts])
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return Answer(status, headers, body)

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines of an answer that lasts."""
        rest = b""
        async with self.proxy.asking(self.head, self.body) as (_, _, _, parts):
            async for _, part in parts:
                *lines, rest = (rest + part).split(b"\n")
                for line in lines:
                    yield line

    async def pass_on(self) -> None:
        """Hand the server's answer over as it comes."""
        async with self.proxy.asking(self.head, self.body) as (_, _, raw_head, parts):
            await self.write(raw_head)
            async for raw, _ in parts:
                await self.write(raw)


class Proxy:
    """Runs in a thread of its own until the `with` ends. `asked` has every request, in order; `at` is set when a
    fault that waits has begun to."""

    def __init__(self, server: str, ca: str, *, not_after: datetime | None = None) -> None:
        place = urlsplit(server)
        self._server = (place.hostname or "", place.port or 443)
        self._upstream = ssl.create_default_context(cafile=ca)
        authority = trustme.CA()
        self.certificates = authority.cert_pem.bytes().decode()
        """What a client has to trust."""
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("127.0.0.1", not_after=not_after).configure_cert(self._context)
        self.rules: list[Rule] = []
        self.asked: list[str] = []
        self.at = threading.Event()
        self.connections = 0
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()
        self._done: asyncio.Event | None = None

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def wrong(self, target: str, fault: Fault, *, after: int = 0, times: int | None = 1) -> None:
        """Add a rule; the first that takes a request answers it."""
        self.rules.append(Rule(target, fault, after, times))

    def clear(self) -> None:
        """Forget every rule and request."""
        self.rules.clear()
        self.asked.clear()
        self.at.clear()

    def count(self, target: str) -> int:
        """How many requests matched."""
        return sum(bool(re.search(target, asked)) for asked in self.asked)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        done = self._done
        assert done is not None
        self._loop.call_soon_threadsafe(done.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        with contextlib.closing(self._loop):
            self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        self._done = asyncio.Event()
        open_ones: set[asyncio.Task[None]] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(self._connection(reader, writer))
            open_ones.add(task)
            task.add_done_callback(open_ones.discard)

        server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=self._context)
        self.port = server.sockets[0].getsockname()[1]
        self._loop.set_exception_handler(lambda loop, context: None)
        self._ready.set()
        await self._done.wait()
        server.close()
        for task in open_ones:
            task.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                exchange = await self._request(reader, writer)
                if exchange is None:
                    return
                self.asked.append(exchange.asked)
                rule = next((rule for rule in self.rules if rule.takes(exchange.asked)), None)
                await (exchange.pass_on() if rule is None else rule.fault(exchange))
                if exchange.closed:
                    return
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Exchange | None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return None
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        headers = _headers(lines)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        return Exchange(
            proxy=self,
            asked=first.rpartition(" ")[0],
            head=head,
            body=body,
            writer=writer,
            headers=headers,
        )

    @contextlib.asynccontextmanager
    async def asking(
        self, head: bytes, body: bytes
    ) -> AsyncIterator[tuple[int, dict[str, str], bytes, AsyncIterator[tuple[bytes, bytes]]]]:
        """The server's answer to a request: status, headers, all of its head as it came, and the parts of the body,
        each as it came and as it is meant."""
        reader, writer = await asyncio.open_connection(*self._server, ssl=self._upstream)
        try:
            writer.write(head + body)
            await writer.drain()
            raw = await reader.readuntil(b"\r\n\r\n")
            first, *lines = raw.decode("latin-1").rstrip("\r\n").split("\r\n")
            headers = _headers(lines)
            yield int(first.split()[1]), headers, raw, _parts(reader, headers)
        finally:
            writer.transport.abort()


async def _parts(reader: asyncio.StreamReader, headers: dict[str, str]) -> AsyncIterator[tuple[bytes, bytes]]:
    if headers.get("transfer-encoding") == "chunked":
        while True:
            line = await reader.readline()
            size = int(line.split(b";")[0] or b"0", 16)
            data = await reader.readexactly(size + 2)
            yield line + data, data[:-2]
            if not size:
                return
    left = int(headers.get("content-length", "0"))
    while left:
        data = await reader.read(min(left, 65536))
        if not data:
            return
        left -= len(data)
        yield data, data


def _headers(lines: list[str]) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


# --- faults -----------------------------------------------------------------------------------------------


def answered(status: int, body: bytes = b"", **headers: str) -> Fault:
    """Another answer than the server's; without a body it is a Status."""
    told = {
        "kind": "Status",
        "apiVersion": "v1",
        "status": "Failure",
        "message": f"told to be {status}",
        "code": status,
    }
    told |= {"reason": "Expired"} if status == 410 else {}

    async def fault(exchange: Exchange) -> None:
        kept = {"content-type": "application/json"} | {
            name.replace("_", "-").lower(): value for name, value in headers.items()
        }
        await exchange.reply(Answer(status, kept, body or json.dumps(told).encode()))

    return fault


def broken_off(part: float, *, reset: bool = False, chunked: bool = False) -> Fault:
    """The connection ends after a part (0 to 1) of the body: with a reset, else with an end that TLS has closed well.
    0: before the first byte of the answer."""

    async def fault(exchange: Exchange) -> None:
        exchange.closed = True
        if part:
            answer = await exchange.answer()
            body = answer.body[: int(len(answer.body) * part)]
            if chunked:
                head = "HTTP/1.1 200 Told\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
                await exchange.write(f"{head}{len(body):x}\r\n".encode() + body + b"\r\n")
            else:
                cut = Answer(answer.status, answer.headers, body)
                await exchange.reply(cut, length=len(answer.body))
            # What was written is with the client before the end comes.
            await asyncio.sleep(0.05)
        if reset:
            exchange.reset()

    return fault


def cut_json(part: float) -> Fault:
    """Half a JSON, of which HTTP says that it is whole."""

    async def fault(exchange: Exchange) -> None:
        answer = await exchange.answer()
        await exchange.reply(
            Answer(answer.status, answer.headers, answer.body[: int(len(answer.body) * part)])
        )

    return fault


def edited(edit: Edit) -> Fault:
    """The server's answer, with its JSON changed."""

    async def fault(exchange: Exchange) -> None:
        answer = await exchange.answer()
        body = json.dumps(edit(json.loads(answer.body))).encode()
        await exchange.reply(Answer(answer.status, answer.headers, body))

    return fault


def silent(*, part: float = 0.0, seconds: float | None = None) -> Fault:
    """Nothing more comes after a part of the body, for some seconds or for ever; 0: before the answer's first byte."""

    async def fault(exchange: Exchange) -> None:
        answer = await exchange.answer()
        begun = int(len(answer.body) * part)
        if part:
            await exchange.reply(
                Answer(answer.status, answer.headers, answer.body[:begun]), length=len(answer.body)
            )
        exchange.proxy.at.set()
        await asyncio.sleep(3600 if seconds is None else seconds)
        if part:
            await exchange.write(answer.body[begun:])
        else:
            await exchange.reply(answer)

    return fault


def dripping(*, pieces: int, pause: float) -> Fault:
    """The answer comes in so many pieces, with a pause after each."""

    async def fault(exchange: Exchange) -> None:
        answer = await exchange.answer()
        await exchange.reply(Answer(answer.status, answer.headers, b""), length=len(answer.body))
        size = len(answer.body) // pieces + 1
        for start in range(0, len(answer.body), size):
            await exchange.write(answer.body[start : start + size])
            await asyncio.sleep(pause)

    return fault


def idle_closed(*, delay: float = 0.0) -> Fault:
    """The server's answer, and the end of a connection that the client may take for a kept one."""

    async def fault(exchange: Exchange) -> None:
        await exchange.reply(await exchange.answer())
        exchange.closed = True
        await asyncio.sleep(delay)

    return fault


def watch_edited(
    edit: Callable[[AsyncIterator[bytes], Exchange], AsyncIterator[bytes]], *, reset: bool = False
) -> Fault:
    """A watch whose lines are those that `edit` makes of the server's; it ends with them, as a watch ends or, with
    `reset`, as a connection breaks."""

    async def fault(exchange: Exchange) -> None:
        head = "HTTP/1.1 200 Told\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
        await exchange.write(head.encode())
        async with contextlib.aclosing(exchange.lines()) as lines:  # type: ignore[type-var]
            async for line in edit(lines, exchange):
                data = line + b"\n"
                await exchange.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        if reset:
            await asyncio.sleep(0.05)
            exchange.reset()
        else:
            await exchange.write(b"0\r\n\r\n")

    return fault

# SPDX-License-Identifier: Apache-2.0
"""HTTP exchanges with a real API server: taken down once, and answered again without it.

`Recorder` is a transport that passes requests on and keeps what was answered; `Replay` is one that gives these answers
again, byte for byte. A request is known by its method, path, query and Accept, without the time that a watch may take.
"""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import httpx2
import msgspec

from workload_map.kube.access import Access
from workload_map.kube.client import Client

__all__ = ["FOLDER", "Exchange", "Recorder", "Replay", "client", "load", "save"]

FOLDER = Path(__file__).resolve().parent / "fixtures" / "http"
_KEPT = ("content-type", "retry-after", "warning")


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """One request as it is known, and its answer."""

    asked: str
    accept: str
    status: int
    headers: dict[str, str]
    body: str


def load(name: str) -> list[Exchange]:
    """The exchanges of one recording, in order."""
    return msgspec.json.decode(
        gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()), type=list[Exchange]
    )


def save(name: str, exchanges: Iterable[Exchange]) -> None:
    """Write a recording; the same exchanges give the same bytes."""
    text = msgspec.json.format(msgspec.json.encode(list(exchanges)))
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.json.gz").write_bytes(gzip.compress(text, 9, mtime=0))


def asked(request: httpx2.Request) -> str:
    """A request as it is known: without the server, and with its query in order."""
    query = parse_qsl(request.url.query.decode(), keep_blank_values=True)
    kept = sorted((name, value) for name, value in query if name != "timeoutSeconds")
    return f"{request.method} {request.url.raw_path.decode().partition('?')[0]}" + (
        "?" + urlencode(kept) if kept else ""
    )


class Recorder(httpx2.AsyncBaseTransport):
    """Passes requests on to a real transport and keeps the exchanges; `accept` takes the place of theirs."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, *, accept: str | None = None) -> None:
        self.inner = inner
        self.accept = accept
        self.exchanges: list[Exchange] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        known = request.headers["Accept"]
        # Bodies are kept as they are read, not as they were packed for the way.
        request.headers["Accept-Encoding"] = "identity"
        if self.accept is not None:
            request.headers["Accept"] = self.accept
        response = await self.inner.handle_async_request(request)
        parts: list[bytes] = []

        async def kept() -> AsyncIterator[bytes]:
            try:
                async for part in response.stream:  # type: ignore[union-attr]
                    parts.append(part)
                    yield part
            finally:
                headers = {name: response.headers[name] for name in _KEPT if name in response.headers}
                exchange = Exchange(
                    asked=asked(request),
                    accept=known,
                    status=response.status_code,
                    headers=headers,
                    body=b"".join(parts).decode(),
                )
                self.exchanges.append(exchange)

        return httpx2.Response(
            response.status_code, headers=response.headers, stream=_Stream(kept(), response.aclose)
        )

    async def aclose(self) -> None:
        await self.inner.aclose()


class _Stream(httpx2.AsyncByteStream):
    def __init__(self, parts: AsyncIterator[bytes], close: Callable[[], object] | None = None) -> None:
        self.parts = parts
        self.close = close

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self.parts:
            yield part

    async def aclose(self) -> None:
        close = getattr(self.parts, "aclose", None)
        if close is not None:
            await close()
        if self.close is not None:
            await self.close()  # type: ignore[misc]


class Replay(httpx2.AsyncBaseTransport):
    """Answers with what was recorded: the same request the next time with the next answer, the last one again.

    A request that was never recorded fails the test. `requests` is what was asked. `cut`: for the nth request in all
    (from 0), after how many bytes of the answer's body the connection breaks; None: it does not.
    """

    def __init__(
        self, exchanges: Iterable[Exchange], *, cut: Callable[[int], int | None] = lambda number: None
    ) -> None:
        self.answers: dict[tuple[str, str], list[Exchange]] = {}
        for exchange in exchanges:
            self.answers.setdefault((exchange.asked, exchange.accept), []).append(exchange)
        self.requests: list[str] = []
        self.cut = cut

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(asked(request))
        exchange = self.answer(request)
        cut = self.cut(len(self.requests) - 1)

        async def parts() -> AsyncIterator[bytes]:
            body = exchange.body.encode()
            # In pieces that end anywhere, as the network gives them.
            end = len(body) if cut is None else min(cut, len(body))
            for start in range(0, end, 1500):
                yield body[start : min(start + 1500, end)]
            if cut is not None:
                raise httpx2.ReadError("the connection was cut")

        return httpx2.Response(exchange.status, headers=exchange.headers, stream=_Stream(parts()))

    def answer(self, request: httpx2.Request) -> Exchange:
        """The exchange that answers a request."""
        key = (asked(request), request.headers["Accept"])
        answers = self.answers.get(key)
        if not answers:
            raise AssertionError(f"was never recorded: {key}")
        return answers.pop(0) if len(answers) > 1 else answers[0]


async def _at_once(seconds: float) -> None:
    """Waits no time at all."""


def client(transport: httpx2.AsyncBaseTransport) -> Client:
    """A client of the recorded server."""
    access = Access(server="https://recorded.example:6443", token="recorded")
    return Client(access, transport=transport, sleep=_at_once)

# SPDX-License-Identifier: Apache-2.0
"""Requests to one API server: read, send, and follow a stream; retries, time-outs, and one error tree.

A read is tried again on 429, 500, 502, 503, 504 and where the connection broke or the answer was cut off; a write only
where the server said that it did nothing (429 with Retry-After) or nothing was sent. A server that cannot be reached
at all is not asked twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from types import TracebackType
from typing import Final, Self

import httpx2

from workload_map import _version
from workload_map.kube import auth, errors, faults, tls
from workload_map.kube.access import Access, KeyPair

__all__ = ["TRIES", "Client"]

TRIES: Final = 5
"""How often a read is tried before its last error is raised."""
_PATIENCE: Final = 10.0
"""Seconds of waiting between the tries of one request, in all."""
_AGAIN: Final = frozenset({429, 500, 502, 503, 504})
_CONNECT: Final = 10.0
"""Seconds for a connection, its TLS handshake included."""
_SILENCE: Final = 90.0
"""Seconds without a byte after which an answer is given up: a server ends each request itself after 60."""
_WATCH_GRACE: Final = 30.0
"""Seconds that a watch may stay silent beyond the time that it was asked to last."""
_POOL: Final = httpx2.Limits(max_connections=None, max_keepalive_connections=32, keepalive_expiry=60)
"""A watch holds a connection as long as it lasts, and there is one for each kind: with a bound on connections, one
watch too many would wait for ever. Who lists many kinds does so a few at a time."""
_FAULTS: Final = (httpx2.HTTPError, OSError)
"""What an exchange raises. A server that refuses the client certificate after the handshake, as TLS 1.3 has it, comes
through as a bare ssl.SSLError, which is an OSError."""
_WARNING: Final = re.compile(r'299 \S+ "((?:[^"\\]|\\.)*)"')


class Client:
    """An async context manager that holds the connections to one server.

    `transport` takes the place of the network in tests; `sleep` waits, `clock` gives seconds since 1970;
    `credentials` are the access's own where not given.
    """

    def __init__(
        self,
        access: Access,
        *,
        transport: httpx2.AsyncBaseTransport | None = None,
        credentials: auth.Credentials | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.access = access
        self.warnings: list[str] = []
        """What the server warned of (Warning headers), each text once."""
        self.requests = 0
        """How many requests were sent, tries counted."""
        self._credentials = credentials or auth.of(access, clock=clock)
        self._transport = transport
        self._sleep = sleep
        self._clock = clock
        self._http: dict[KeyPair | None, httpx2.AsyncClient] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for http in self._http.values():
            await http.aclose()
        self._http.clear()

    async def read(
        self,
        path: str,
        *,
        params: Mapping[str, str] | None = None,
        accept: str = "application/json",
        headers: Mapping[str, str] | None = None,
        tries: int = TRIES,
    ) -> bytes:
        """The body of a GET. `path` starts with a slash and has its own parts escaped. Raises ApiError."""
        return await self._tried(
            "GET", path, params=params, headers={"Accept": accept, **(headers or {})}, body=None, tries=tries
        )

    async def send(
        self,
        method: str,
        path: str,
        *,
        body: bytes,
        content_type: str,
        params: Mapping[str, str] | None = None,
        tries: int = TRIES,
    ) -> bytes:
        """The answer to a write. Raises ApiError; after Unreachable it is not known whether the write was done."""
        headers = {"Accept": "application/json", "Content-Type": content_type}
        return await self._tried(method, path, params=params, headers=headers, body=body, tries=tries)

    @contextlib.asynccontextmanager
    async def stream(
        self, path: str, *, params: Mapping[str, str], accept: str = "application/json"
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """The lines of a GET that lasts, as they come. Raises ApiError: on opening it after the tries of a read, on
        reading it at once (Unreachable where it broke, in the middle of a line too). A watch may be silent for as
        long as its ``timeoutSeconds`` says and a little more; without that, for ever."""
        asked = params.get("timeoutSeconds", "")
        silence = float(asked) + _WATCH_GRACE if asked.isdigit() else None
        timeout = httpx2.Timeout(None, connect=self._limit(_CONNECT), read=silence)
        # Compressed events would wait in the decompressor.
        headers = {"Accept": accept, "Accept-Encoding": "identity"}

        # A server says at once that it watches, also where there is nothing to tell yet.
        limit = self._limit(_SILENCE)

        async def opened() -> httpx2.Response:
            try:
                async with asyncio.timeout(limit):
                    return await self._answer(
                        "GET", path, params, headers, None, timeout=timeout, body_too=False
                    )
            except TimeoutError:
                raise errors.Unreachable(f"{self.access.label}: no answer within {limit:g} s") from None

        response = await self._with_patience(opened, writes=False, tries=TRIES)
        try:
            yield self._lines(response)
        finally:
            await response.aclose()

    async def _lines(self, response: httpx2.Response) -> AsyncIterator[bytes]:
        # An event may come in many parts: they are joined once.
        parts: list[bytes] = []
        try:
            async for chunk in response.aiter_raw():
                *lines, rest = chunk.split(b"\n")
                for line in lines:
                    parts.append(line)
                    whole = b"".join(parts)
                    parts.clear()
                    if whole:
                        yield whole
                if rest:
                    parts.append(rest)
        except _FAULTS as error:
            raise faults.of_exception(self.access, error) from error
        if parts:
            raise errors.Unreachable(f"{self.access.label}: the stream ended in the middle of an event")

    async def _tried(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str] | None,
        headers: Mapping[str, str],
        body: bytes | None,
        tries: int,
    ) -> bytes:
        limit = self.access.timeout
        total = limit or None
        timeout = httpx2.Timeout(
            self._limit(_SILENCE), connect=self._limit(_CONNECT), read=self._limit(_SILENCE), pool=None
        )

        async def once() -> httpx2.Response:
            try:
                async with asyncio.timeout(total):
                    return await self._answer(
                        method, path, params, headers, body, timeout=timeout, body_too=True
                    )
            except TimeoutError:
                raise errors.Unreachable(
                    f"{self.access.label}: no answer within {total:g} s (--request-timeout)"
                ) from None

        response = await self._with_patience(once, writes=body is not None, tries=tries)
        return response.content

    def _limit(self, usual: float) -> float | None:
        """Seconds for one step: none where the user wants no limit, no more than the whole request may take."""
        limit = self.access.timeout
        if limit is None:
            return usual
        return limit or None

    async def _with_patience(
        self, once: Callable[[], Awaitable[httpx2.Response]], *, writes: bool, tries: int
    ) -> httpx2.Response:
        waited, pause = 0.0, 0.25
        for attempt in range(1, tries + 1):
            try:
                return await once()
            except _Failed as failed:
                error, wait = failed.error, failed.wait(pause, writes=writes)
            if wait is None or attempt == tries or waited + wait > _PATIENCE:
                raise error
            await self._sleep(wait)
            waited += wait
            pause *= 2
        raise AssertionError("a request is tried at least once")

    async def _answer(
        self,
        method: str,
        path: str,
        params: Mapping[str, str] | None,
        headers: Mapping[str, str],
        body: bytes | None,
        *,
        timeout: httpx2.Timeout,
        body_too: bool,
    ) -> httpx2.Response:
        """One exchange: two where the server refuses a credential and there is another. Raises _Failed."""
        credential = await self._credentials.current()
        renewed = False
        while True:
            http = self._client(credential.pair)
            shown = [*headers.items(), *self.access.impersonate]
            if credential.authorization is not None:
                shown.append(("Authorization", credential.authorization))
            request = http.build_request(
                method,
                self.access.server + path,
                params=params or None,
                headers=shown,
                content=body,
                timeout=timeout,
                extensions=self._extensions(),
            )
            self.requests += 1
            try:
                response = await http.send(request, stream=True)
            except _FAULTS as error:
                raise _Failed(faults.of_exception(self.access, error), cause=error) from error
            try:
                self._note_warnings(response)
                good = response.is_success
                if body_too or not good:
                    await response.aread()
            except _FAULTS as error:
                await response.aclose()
                raise _Failed(faults.of_exception(self.access, error), cause=error) from error
            except BaseException:
                await response.aclose()
                raise
            if good:
                return response
            if response.status_code == 401 and not renewed:
                renewed = True
                other = await self._credentials.renewed(credential)
                if other is not None:
                    credential = other
                    continue
            raise _Failed(
                faults.of_answer(
                    self.access,
                    credential,
                    response.status_code,
                    response.content,
                    location=response.headers.get("Location"),
                    now=self._clock(),
                ),
                retry_after=response.headers.get("Retry-After"),
            )

    def _extensions(self) -> dict[str, str]:
        name = self.access.tls_server_name
        return {} if name is None else {"sni_hostname": name}

    def _client(self, pair: KeyPair | None) -> httpx2.AsyncClient:
        """The connections that show a certificate. Those of one that was replaced live on until their requests end."""
        http = self._http.get(pair)
        if http is None:
            transport = self._transport or self._network(pair)
            coding = "gzip" if self.access.compression else "identity"
            headers = {"User-Agent": f"workload-map/{_version.__version__}", "Accept-Encoding": coding}
            http = httpx2.AsyncClient(transport=transport, headers=headers, trust_env=False)
            self._http[pair] = http
        return http

    def _network(self, pair: KeyPair | None) -> httpx2.AsyncHTTPTransport:
        # A server without TLS needs no context; left to itself, httpx2 would read the system's store for one.
        verify = tls.context(self.access, pair) if self.access.server.startswith("https:") else False
        return httpx2.AsyncHTTPTransport(
            verify=verify, proxy=self.access.proxy, limits=_POOL, trust_env=False
        )

    def _note_warnings(self, response: httpx2.Response) -> None:
        for value in response.headers.get_list("Warning"):
            for found in _WARNING.finditer(value):
                text = re.sub(r"\\(.)", r"\1", found[1])
                if text not in self.warnings:
                    self.warnings.append(text)


class _Failed(Exception):
    """One failed exchange, before it is decided whether there is another."""

    def __init__(
        self, error: errors.ApiError, *, cause: Exception | None = None, retry_after: str | None = None
    ) -> None:
        super().__init__(str(error))
        self.error = error
        self._cause = cause
        self._retry_after = retry_after

    def wait(self, pause: float, *, writes: bool) -> float | None:
        """Seconds until the next try; None where there is none."""
        if self._cause is not None:
            # What could not be reached once is not there; what broke may hold at the next try.
            broke = httpx2.ReadError | httpx2.WriteError | httpx2.RemoteProtocolError | httpx2.DecodingError
            return None if writes or not isinstance(self._cause, broke) else _spread(pause)
        if self.error.status not in _AGAIN:
            return None
        asked = self._retry_after if (self._retry_after or "").isdigit() else None
        if writes:
            return float(asked) if asked is not None and self.error.status == 429 else None
        return max(float(asked or 0), _spread(pause))


def _spread(pause: float) -> float:
    """Not the same moment for all clients that a fault hit at once."""
    return pause * random.uniform(0.75, 1.25)

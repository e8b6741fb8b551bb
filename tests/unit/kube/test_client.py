# SPDX-License-Identifier: Apache-2.0
"""Requests to a real server on loopback: TLS, refusals, retries, time-outs, streams."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import socket
import struct
import threading
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import trustme

from tests.loopback import Answering, Exchange, Server, answer, server_context, status
from workload_map.kube import errors, loop
from workload_map.kube.access import Access, KeyPair
from workload_map.kube.client import Client


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def certificate(authority: trustme.CA) -> trustme.LeafCert:
    return authority.issue_cert("127.0.0.1", "localhost")


def pem(authority: trustme.CA) -> str:
    return authority.cert_pem.bytes().decode()


def pair_of(leaf: trustme.LeafCert) -> KeyPair:
    chain = b"".join(blob.bytes() for blob in leaf.cert_chain_pems)
    return KeyPair(chain, leaf.private_key_pem.bytes(), "client.pem")


class Waits:
    """Stands in for sleeping, and remembers for how long."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)


def read(access: Access, path: str = "/version", *, waits: Waits | None = None, **more: Any) -> bytes:
    async def main() -> bytes:
        async with Client(access, sleep=waits or Waits()) as client:
            return await client.read(path, **more)

    return loop.run(main())


def refused(kind: type[errors.ApiError], access: Access, **more: Any) -> str:
    with pytest.raises(kind) as raised:
        read(access, **more)
    assert type(raised.value) is kind
    assert "\n" not in str(raised.value)
    return str(raised.value).replace(access.server, "SERVER")


def test_a_server_of_a_known_authority(authority: trustme.CA, certificate: trustme.LeafCert) -> None:
    with Server(answer((200, b'{"a":1}')), server_context(certificate)) as server:
        access = Access(
            server=f"{server.url}/k8s/clusters/c-1",
            certificate_authority=pem(authority),
            token="secret",
            impersonate=(
                ("Impersonate-User", "jane"),
                ("Impersonate-Group", "a"),
                ("Impersonate-Group", "b"),
            ),
        )
        assert read(access, params={"limit": "5", "labelSelector": "a in (b,c)"}) == b'{"a":1}'
        seen = server.seen[0]
    assert seen.path == "/k8s/clusters/c-1/version?limit=5&labelSelector=a+in+%28b%2Cc%29"
    assert seen.headers["Authorization"] == "Bearer secret"
    assert seen.headers["Accept"] == "application/json"
    assert seen.headers["Accept-Encoding"] == "gzip"
    assert seen.headers["User-Agent"].startswith("workload-map/")
    assert seen.headers["Impersonate-User"] == "jane"
    assert ",".join(seen.headers.get_all("Impersonate-Group", [])).replace(" ", "") == "a,b"


def test_a_wrong_authority(certificate: trustme.LeafCert) -> None:
    with Server(answer((200, b"{}")), server_context(certificate)) as server:
        waits = Waits()
        told = refused(
            errors.Unreachable,
            Access(server=server.url, certificate_authority=pem(trustme.CA()), context="x"),
            waits=waits,
        )
        assert told.startswith(
            "SERVER (context x): the server's certificate is not signed by an authority that is trusted"
            " (the certificate authority given): "
        )
        assert waits.asked == []
        assert "(the system)" in refused(errors.Unreachable, Access(server=server.url))
        assert read(Access(server=server.url, insecure=True)) == b"{}"


def test_an_expired_certificate(authority: trustme.CA) -> None:
    now = datetime.now(UTC)
    expired = authority.issue_cert(
        "127.0.0.1", not_before=now - timedelta(days=2), not_after=now - timedelta(days=1)
    )
    early = authority.issue_cert(
        "127.0.0.1", not_before=now + timedelta(days=1), not_after=now + timedelta(days=2)
    )
    for leaf, message in ((expired, "has expired"), (early, "is not valid yet")):
        with Server(answer((200, b"{}")), server_context(leaf)) as server:
            told = refused(
                errors.Unreachable, Access(server=server.url, certificate_authority=pem(authority))
            )
            assert told == f"SERVER: the server's certificate {message}"


def test_the_name_in_the_certificate(authority: trustme.CA) -> None:
    with Server(answer((200, b"{}")), server_context(authority.issue_cert("api.example.org"))) as server:
        access = Access(server=server.url, certificate_authority=pem(authority))
        assert refused(errors.Unreachable, access).startswith(
            "SERVER: the server's certificate is for another name"
        )
        named = Access(
            server=server.url, certificate_authority=pem(authority), tls_server_name="api.example.org"
        )
        assert read(named) == b"{}"
        other = Access(
            server=server.url, certificate_authority=pem(authority), tls_server_name="other.example.org"
        )
        assert "is for another name (other.example.org)" in refused(errors.Unreachable, other)


def test_a_serving_certificate_can_be_trusted_by_itself(authority: trustme.CA) -> None:
    leaf = authority.issue_cert("127.0.0.1")
    with Server(answer((200, b"{}")), server_context(leaf)) as server:
        alone = leaf.cert_chain_pems[0].bytes().decode()
        assert read(Access(server=server.url, certificate_authority=alone)) == b"{}"


def test_a_client_certificate(authority: trustme.CA, certificate: trustme.LeafCert) -> None:
    shown: list[object] = []

    def answering(exchange: Exchange) -> None:
        shown.append(exchange.connection.getpeercert())  # type: ignore[attr-defined]
        exchange.reply(200)

    with Server(answering, server_context(certificate, authority)) as server:
        mine = pair_of(authority.issue_cert(common_name="jane"))
        access = Access(server=server.url, certificate_authority=pem(authority), pair=mine)
        read(access)
        assert "jane" in str(shown)
        other = trustme.CA().issue_cert(common_name="joe")
        told = refused(
            errors.Unreachable,
            Access(server=server.url, certificate_authority=pem(authority), pair=pair_of(other)),
        )
        # Where the server is quicker to close than this side to read, the alert is lost.
        assert told == "SERVER: the server refuses the client certificate: tlsv1 alert unknown ca" or (
            told.startswith("SERVER: the connection ")
        )


def test_a_client_certificate_that_has_expired(authority: trustme.CA, certificate: trustme.LeafCert) -> None:
    ends = datetime(2021, 2, 3, 4, 5, tzinfo=UTC)
    leaf = authority.issue_cert(common_name="jane", not_before=ends - timedelta(days=2), not_after=ends)
    # An API server takes the connection and refuses the request.
    with Server(
        answer((401, status(401, "Unauthorized", "Unauthorized"))), server_context(certificate)
    ) as server:
        access = Access(server=server.url, certificate_authority=pem(authority), pair=pair_of(leaf))
        assert refused(errors.Unauthorized, access) == (
            "SERVER: not logged in (401): the client certificate expired on 2021-02-03 04:05 UTC (client.pem)"
        )


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (lambda one, two: KeyPair(one.certificate, two.key, "x.pem"), "do not belong together"),
        (lambda one, two: KeyPair(b"nothing", two.key, "x.pem"), "is not in PEM form"),
        (lambda one, two: KeyPair(one.certificate, b"nothing", "x.pem"), "is not in PEM form"),
    ],
)
def test_client_certificates_that_cannot_be_used(
    authority: trustme.CA, pair: Callable[[KeyPair, KeyPair], KeyPair], message: str
) -> None:
    one, two = (pair_of(authority.issue_cert(common_name=name)) for name in ("one", "two"))
    access = Access(server="https://127.0.0.1:1", certificate_authority=pem(authority), pair=pair(one, two))
    told = refused(errors.ConfigError, access)
    assert told.startswith("x.pem: ")
    assert message in told


def test_a_server_that_is_not_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        access = Access(server=f"http://127.0.0.1:{taken.getsockname()[1]}", context="x")
        assert refused(errors.Unreachable, access) == "SERVER (context x): connection refused"


def test_a_name_that_is_not_there() -> None:
    access = Access(server="https://no-such-host.invalid")
    assert refused(errors.Unreachable, access) == "SERVER: the host name cannot be resolved"


def test_a_server_without_tls(authority: trustme.CA) -> None:
    with Server(answer((200, b"{}"))) as server:
        access = Access(server=server.url.replace("http:", "https:"), certificate_authority=pem(authority))
        assert refused(errors.Unreachable, access) == "SERVER: the server does not speak TLS at this port"


@pytest.mark.parametrize(
    ("code", "reason", "kind"),
    [
        (400, "BadRequest", errors.Invalid),
        (403, "Forbidden", errors.Forbidden),
        (404, "NotFound", errors.Absent),
        (409, "Conflict", errors.Conflict),
        (410, "Expired", errors.Gone),
        (422, "Invalid", errors.Invalid),
        (405, "MethodNotAllowed", errors.ServerFault),
        (302, "", errors.ServerFault),
    ],
)
def test_refusals(code: int, reason: str, kind: type[errors.ApiError]) -> None:
    with Server(answer((code, status(code, reason, "what the server\\nsays \\u001b[2J")))) as server:
        waits = Waits()
        with pytest.raises(kind) as raised:
            read(Access(server=server.url), waits=waits)
        assert (raised.value.status, raised.value.reason, waits.asked) == (code, reason, [])
        assert str(raised.value) == f"{server.url}: what the server says \\x1b[2J"


def test_a_redirect_is_not_followed() -> None:
    away = (302, b"moved", {"Location": "https://login.example/start?state=s3cret"})
    with Server(answer(away)) as server:
        with pytest.raises(errors.ServerFault) as raised:
            read(Access(server=server.url))
        assert str(raised.value) == (
            f"{server.url}: the server redirects to https://login.example/start, which is not followed"
            " (HTTP status 302)"
        )
        assert len(server.seen) == 1


def test_a_stream_that_does_not_begin() -> None:
    silence = threading.Event()

    async def main() -> None:
        async with (
            Client(Access(server=server.url, timeout=0.2)) as client,
            client.stream("/a", params={"timeoutSeconds": "300"}),
        ):
            pass

    with Server(lambda exchange: silence.wait(10) and None) as server:
        with pytest.raises(errors.Unreachable, match=r"no answer within 0\.2 s"):
            asyncio.run(main())
        silence.set()


def test_refusals_without_a_status_object() -> None:
    page = b"<html><body>" + b"x" * 5000
    with Server(answer((404, page))) as server:
        assert refused(errors.Absent, Access(server=server.url)) == (
            "SERVER: the server answers with HTTP status 404"
        )
    with Server(answer((400, b"Client sent an HTTP request to an HTTPS server.\n"))) as server:
        assert refused(errors.Invalid, Access(server=server.url)) == (
            "SERVER: Client sent an HTTP request to an HTTPS server."
        )
    with Server(answer((404, b"y" * 5000))) as server:
        assert len(refused(errors.Absent, Access(server=server.url))) < 600


def test_who_is_not_logged_in() -> None:
    with Server(answer((401, status(401, "Unauthorized", "Unauthorized")))) as server:
        for access, message in (
            (Access(server=server.url), "no credentials are sent to a server without TLS"),
            (
                Access(server=server.url, token="secret", user="u"),
                "the server does not accept the token of user u",
            ),
            (
                Access(server=server.url, basic=("n", "secret")),
                "the server does not accept the password",
            ),
        ):
            told = refused(errors.Unauthorized, access)
            assert told == f"SERVER: not logged in (401): {message}"
        assert server.seen[-1].headers["Authorization"] == "Basic bjpzZWNyZXQ="


def test_a_token_that_no_header_can_hold() -> None:
    access = Access(server="http://127.0.0.1:1", token="two\nlines")
    assert refused(errors.ConfigError, access) == "the token holds characters that a token cannot have"


@pytest.mark.parametrize("code", [429, 500, 502, 503, 504])
def test_a_read_is_tried_again(code: int) -> None:
    busy = (code, b"")
    with Server(answer(busy, busy, (200, b"{}"))) as server:
        waits = Waits()
        assert read(Access(server=server.url), waits=waits) == b"{}"
        assert len(waits.asked) == 2
        assert 0.1 < waits.asked[0] < waits.asked[1] < 1


def test_the_server_says_how_long_to_wait() -> None:
    with Server(answer((429, b"", {"Retry-After": "2"}), (200, b"{}"))) as server:
        waits = Waits()
        assert read(Access(server=server.url), waits=waits) == b"{}"
        assert waits.asked == [2.0]
    with Server(answer((429, b"", {"Retry-After": "60"}))) as server:
        waits = Waits()
        assert "429" in refused(errors.Throttled, Access(server=server.url), waits=waits)
        assert waits.asked == []


def test_tries_have_an_end() -> None:
    with Server(answer((503, status(503, "ServiceUnavailable", "not now")))) as server:
        waits = Waits()
        assert refused(errors.ServerFault, Access(server=server.url), waits=waits) == "SERVER: not now"
        assert len(server.seen) == 5
        assert sum(waits.asked) < 10
        refused(errors.ServerFault, Access(server=server.url), tries=1)
        assert len(server.seen) == 6


def cut(body: bytes, length: int) -> Answering:
    """The first answer ends before it is whole; the second is."""
    left = [True]

    def answering(exchange: Exchange) -> None:
        if not left:
            exchange.reply(200, body)
            return
        left.clear()
        exchange.send_response(200)
        exchange.send_header("Content-Length", str(length))
        exchange.end_headers()
        exchange.wfile.write(body[: len(body) // 2])
        exchange.hang_up()

    return answering


def reset(exchange: Exchange) -> None:
    """The connection breaks in the middle of a page."""
    exchange.send_response(200)
    exchange.send_header("Content-Length", "100")
    exchange.end_headers()
    exchange.wfile.write(b"half")
    exchange.wfile.flush()
    # Closing with a linger time of 0 sends a reset.
    exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    exchange.rfile.close()
    exchange.connection.close()
    exchange.hang_up()


def test_half_an_answer_is_asked_for_again() -> None:
    with Server(cut(b'{"items": []}', 13)) as server:
        waits = Waits()
        assert read(Access(server=server.url), waits=waits) == b'{"items": []}'
        assert len(waits.asked) == 1


def test_a_chunked_answer_that_is_cut() -> None:
    def answering(exchange: Exchange) -> None:
        exchange.send_response(200)
        exchange.send_header("Transfer-Encoding", "chunked")
        exchange.end_headers()
        exchange.wfile.write(b"4\r\nhalf\r\n")
        exchange.hang_up()

    with Server(answering) as server:
        assert refused(errors.Unreachable, Access(server=server.url)) == (
            "SERVER: the connection ended before the whole answer was there"
        )
        assert len(server.seen) == 5


def test_a_reset() -> None:
    with Server(reset) as server:
        told = refused(errors.Unreachable, Access(server=server.url))
        assert told.startswith("SERVER: the connection ")
        assert len(server.seen) == 5


def test_compressed_answers() -> None:
    body = gzip.compress(b'{"items": []}')
    with Server(answer((200, body, {"Content-Encoding": "gzip"}))) as server:
        assert read(Access(server=server.url)) == b'{"items": []}'
        read(Access(server=server.url, compression=False))
        assert server.seen[-1].headers["Accept-Encoding"] == "identity"
    with Server(answer((200, b"nothing", {"Content-Encoding": "gzip"}))) as server:
        assert refused(errors.BadAnswer, Access(server=server.url)) == (
            "SERVER: the answer's compression is broken"
        )


def slow(exchange: Exchange) -> None:
    time.sleep(0.4)
    with contextlib.suppress(OSError):
        exchange.reply(200)


def test_the_time_for_a_request() -> None:
    with Server(slow) as server:
        assert read(Access(server=server.url, timeout=0)) == b"{}"
        told = refused(errors.Unreachable, Access(server=server.url, timeout=0.1))
        assert told in (
            "SERVER: no answer within 0.1 s (--request-timeout)",
            "SERVER: no answer in time",
        )


def test_warnings_are_kept_once() -> None:
    warned = (200, b"{}", {"Warning": '299 - "v1beta1 goes \\"soon\\"", 299 kube "two"'})

    async def main(server: Server) -> list[str]:
        async with Client(Access(server=server.url)) as client:
            await client.read("/a")
            await client.read("/b")
            assert client.requests == 2
            return client.warnings

    with Server(answer(warned)) as server:
        assert loop.run(main(server)) == ['v1beta1 goes "soon"', "two"]


def test_connections_are_kept() -> None:
    async def main(server: Server) -> None:
        async with Client(Access(server=server.url)) as client:
            for _ in range(3):
                await client.read("/a")

    with Server(answer((200, b"{}"))) as server:
        loop.run(main(server))
        assert len({exchange.client_address for exchange in server.seen}) == 1


def test_through_a_proxy() -> None:
    with Server(answer((200, b"{}"))) as proxy:
        access = Access(server="http://api.invalid:8080", proxy=proxy.url.replace("//", "//me:secret@"))
        assert read(access) == b"{}"
        assert proxy.seen[0].path == "http://api.invalid:8080/version"
    told = refused(errors.Unreachable, access)
    assert "through the proxy http://127.0.0.1" in told
    assert "secret" not in told
    with Server(answer((403, b"no"))) as proxy:
        refusing = Access(server="https://api.invalid", insecure=True, proxy=proxy.url)
        assert "the proxy refuses (through the proxy http" in refused(errors.Unreachable, refusing)


def test_a_write_is_not_repeated_unless_nothing_was_done() -> None:
    async def send(server: Server, waits: Waits) -> bytes:
        async with Client(Access(server=server.url), sleep=waits) as client:
            return await client.send("PATCH", "/a", body=b"[]", content_type="application/json-patch+json")

    with Server(answer((503, b""), (200, b"{}"))) as server:
        with pytest.raises(errors.ServerFault):
            loop.run(send(server, Waits()))
        assert server.seen[0].body == b"[]"
        assert server.seen[0].headers["Content-Type"] == "application/json-patch+json"
    with Server(answer((429, b""), (200, b"{}"))) as server, pytest.raises(errors.Throttled):
        loop.run(send(server, Waits()))
    with Server(answer((429, b"", {"Retry-After": "1"}), (200, b"{}"))) as server:
        waits = Waits()
        assert loop.run(send(server, waits)) == b"{}"
        assert waits.asked == [1.0]
    with Server(reset) as server:
        with pytest.raises(errors.Unreachable):
            loop.run(send(server, Waits()))
        assert len(server.seen) == 1


def chunks(*parts: bytes, whole: bool = True) -> Answering:
    def answering(exchange: Exchange) -> None:
        exchange.send_response(200)
        exchange.send_header("Transfer-Encoding", "chunked")
        exchange.end_headers()
        for part in parts:
            exchange.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            exchange.wfile.flush()
        if whole:
            exchange.wfile.write(b"0\r\n\r\n")
        exchange.hang_up()

    return answering


async def lines(server: Server, found: list[bytes], **params: str) -> None:
    async with Client(Access(server=server.url), sleep=Waits()) as client:
        stream: AsyncIterator[bytes]
        async with client.stream("/a", params=params) as stream:
            async for line in stream:
                found.append(line)  # noqa: PERF401 - what came before a fault is kept


def test_the_lines_of_a_stream() -> None:
    with Server(chunks(b'{"a"', b":1}\n\n{", b'"b":2}\n{"c":3}\n')) as server:
        found: list[bytes] = []
        loop.run(lines(server, found, watch="true", timeoutSeconds="5"))
        assert found == [b'{"a":1}', b'{"b":2}', b'{"c":3}']
        assert server.seen[0].headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(
    ("parts", "whole", "message"),
    [
        ((b"one\ntw",), True, "the stream ended in the middle of an event"),
        ((b"one\n",), False, "the connection ended before the whole answer was there"),
    ],
)
def test_a_stream_that_breaks(parts: tuple[bytes, ...], whole: bool, message: str) -> None:
    with Server(chunks(*parts, whole=whole)) as server:
        found: list[bytes] = []
        with pytest.raises(errors.Unreachable, match=message):
            loop.run(lines(server, found))
        assert found == [b"one"]
        assert len(server.seen) == 1


def test_a_stream_is_opened_with_patience() -> None:
    with Server(answer((503, b""), (200, b"one\n"))) as server:
        found: list[bytes] = []
        loop.run(lines(server, found))
        assert found == [b"one"]
    with Server(answer((410, status(410, "Expired", "too old")))) as server, pytest.raises(errors.Gone):
        loop.run(lines(server, []))


def test_a_stream_that_is_left_early() -> None:
    async def main(server: Server) -> bytes:
        async with Client(Access(server=server.url)) as client, client.stream("/a", params={}) as stream:
            async for line in stream:
                return line
        raise AssertionError

    with Server(chunks(b"one\n" * 1000)) as server:
        assert loop.run(main(server)) == b"one"


def test_a_request_can_be_cancelled() -> None:
    asked, over = threading.Event(), threading.Event()

    def silent(exchange: Exchange) -> None:
        asked.set()
        over.wait(30)
        exchange.hang_up()

    async def main(server: Server) -> float:
        async with Client(Access(server=server.url)) as client:
            task = asyncio.create_task(client.read("/a"))
            await asyncio.to_thread(asked.wait)
            started = time.perf_counter()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return time.perf_counter() - started

    with Server(silent) as server:
        assert loop.run(main(server)) < 10
        over.set()

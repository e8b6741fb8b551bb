# SPDX-License-Identifier: Apache-2.0
"""Whatever a kubeconfig, a plugin or a server says: a result, or one error of ours in one line."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from workload_map import yamlio
from workload_map.kube import config, durations, errors, proxies, tls
from workload_map.kube.access import Access
from workload_map.kube.client import Client
from workload_map.kube.config import Options

_TEXT = st.sampled_from(
    ["", "a", "b", "https://one:6443", "http://[::1", "one:port", "a/b", "AAAA", "\u202e\n", "-----BEGIN "]
)
_ODD = st.one_of(_TEXT, st.none(), st.booleans(), st.integers(-1, 2), st.lists(_TEXT, max_size=2))
_KEYS = {
    "cluster": ("server", "certificate-authority", "certificate-authority-data", "proxy-url", "tls-server-name",
                "insecure-skip-tls-verify", "disable-compression", "extensions"),
    "user": ("token", "tokenFile", "username", "password", "client-certificate-data", "client-key-data", "as",
             "as-uid", "as-groups", "as-user-extra", "exec", "auth-provider"),
    "context": ("cluster", "user", "namespace"),
}  # fmt: skip
_EXEC = st.fixed_dictionaries(
    {},
    optional={
        "apiVersion": st.sampled_from(
            ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1", 1]
        ),
        "command": _ODD,
        "args": _ODD,
        "env": st.one_of(
            _ODD, st.lists(st.dictionaries(st.sampled_from(["name", "value"]), _ODD), max_size=2)
        ),
        "interactiveMode": st.sampled_from(["Never", "IfAvailable", "x", None]),
        "provideClusterInfo": _ODD,
    },
)


def _values(member: str) -> st.SearchStrategy[Any]:
    values = dict.fromkeys(_KEYS[member], _ODD)
    if member == "user":
        values["exec"] = st.one_of(_EXEC, _ODD)
    if member == "cluster":
        values["server"] = st.one_of(st.just("https://one:6443"), _ODD)
    return st.one_of(st.fixed_dictionaries({}, optional=values), _ODD)


def _entries(member: str) -> st.SearchStrategy[Any]:
    entry = st.fixed_dictionaries({"name": st.sampled_from(["a", "b"])}, optional={member: _values(member)})
    return st.one_of(st.lists(st.one_of(entry, entry, _ODD), max_size=2), _ODD)


_CONFIG = st.fixed_dictionaries(
    {
        "clusters": _entries("cluster"),
        "users": _entries("user"),
        "contexts": st.one_of(
            st.just([{"name": "a", "context": {"cluster": "a", "user": "a"}}]), _entries("context")
        ),
        "current-context": st.one_of(st.just("a"), _ODD),
    }
)
_FLAGS = st.fixed_dictionaries(
    {},
    optional={
        "context": _TEXT,
        "cluster": _TEXT,
        "user": _TEXT,
        "server": _TEXT,
        "token": _TEXT,
        "as_user": _TEXT,
        "insecure_skip_tls_verify": st.booleans(),
    },
)


@contextlib.contextmanager
def only_our_errors() -> Any:
    try:
        yield
    except errors.ApiError as error:
        _is_one_line(str(error))


def _is_one_line(message: str) -> None:
    assert yamlio.escape(message) == message


@given(content=st.one_of(_CONFIG, _ODD), flags=_FLAGS)
@settings(max_examples=60, deadline=None)
def test_any_kubeconfig(content: Any, flags: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config"
        path.write_text(yamlio.dump(content), encoding="utf-8")
        with only_our_errors():
            access = config.load(Options(kubeconfig=str(path), **flags), environ={}, home=Path(folder))
            assert access.server.startswith(("http://", "https://"))


@given(st.binary(max_size=60))
@settings(max_examples=30, deadline=None)
def test_any_bytes_as_kubeconfig(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "config").write_bytes(content)
        with only_our_errors():
            config.load(Options(kubeconfig=f"{folder}/config"), environ={}, home=Path(folder))


@given(st.text(alphabet="0123456789.hmsµnu+- ", max_size=12))
@settings(max_examples=60, deadline=None)
def test_any_duration(text: str) -> None:
    with only_our_errors():
        assert 0 <= durations.seconds(text) < 1e10


@given(server=st.sampled_from(["https://one", "http://10.0.0.1:8080", "https://[fd00::1]"]),
       values=st.lists(st.text(alphabet="ab.:/*[]@10,fd ", max_size=16), min_size=3, max_size=3))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_any_environment(server: str, values: list[str]) -> None:
    names = ("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY")
    with only_our_errors():
        proxy = proxies.of_environment(server, dict(zip(names, values, strict=True)))
        if proxy is not None:
            proxies.shown(proxy)


@given(st.binary(max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_certificate(der: bytes) -> None:
    import base64

    armoured = b"-----BEGIN CERTIFICATE-----\n" + base64.b64encode(der) + b"\n-----END CERTIFICATE-----\n"
    tls.expiry(armoured)
    tls.expiry(der)


async def _answered(said: bytes, ask: Callable[[Client], Awaitable[object]]) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        with contextlib.suppress(OSError):
            await writer.drain()
        writer.close()

    async def no_wait(seconds: float) -> None:
        pass

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        async with Client(Access(server=f"http://127.0.0.1:{port}"), sleep=no_wait) as client:
            await ask(client)


_HEAD = st.sampled_from(
    [
        b"",
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
        b"HTTP/1.1 404 Not Found\r\n\r\n",
        b"HTTP/1.1 429 Slow\r\nRetry-After: x\r\nWarning: 299 - \"a\r\n\r\n",
        b"HTTP/1.1 401 No\r\n\r\n{\"kind\":\"Status\",\"message\":1}",
        b"HTTP/1.1 301 Away\r\nLocation: http://[::1\r\n\r\n",
        b"HTTP/1.1 999 ?\r\n\r\n",
    ]
)  # fmt: skip


@given(head=_HEAD, rest=st.binary(max_size=12))
@settings(max_examples=40, deadline=None)
def test_any_answer(head: bytes, rest: bytes) -> None:
    async def ask(client: Client) -> object:
        return await client.read("/a", tries=2)

    with only_our_errors():
        asyncio.run(_answered(head + rest, ask))


@given(head=_HEAD, rest=st.binary(max_size=12))
@settings(max_examples=25, deadline=None)
def test_any_stream(head: bytes, rest: bytes) -> None:
    async def ask(client: Client) -> object:
        async with client.stream("/a", params={}) as lines:
            return [line async for line in lines]

    with only_our_errors():
        asyncio.run(_answered(head + rest, ask))

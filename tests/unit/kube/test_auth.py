# SPDX-License-Identifier: Apache-2.0
"""Credentials that change while a client lives."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import trustme

from tests.loopback import Exchange, Server, server_context
from workload_map.kube import auth, errors, loop
from workload_map.kube.access import Access, Plugin
from workload_map.kube.client import Client

_V1 = "client.authentication.k8s.io/v1"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def shown(credential: auth.Credential | None) -> str | None:
    return None if credential is None else credential.authorization


def test_a_token_file_is_read_again_after_a_minute(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("one\n")
    clock = Clock()

    async def main() -> None:
        credentials = auth.of(Access(server="https://one", token_file=path), clock=clock)
        assert shown(await credentials.current()) == "Bearer one"
        path.write_text("two")
        clock.now += 59
        assert shown(await credentials.current()) == "Bearer one"
        clock.now += 2
        assert shown(await credentials.current()) == "Bearer two"
        # One that is gone for a moment, as while it is being replaced.
        path.unlink()
        clock.now += 61
        assert shown(await credentials.current()) == "Bearer two"

    loop.run(main())


def test_a_token_file_is_read_again_when_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("one")

    async def main() -> None:
        credentials = auth.of(Access(server="https://one", token_file=path), clock=Clock())
        first = await credentials.current()
        assert await credentials.renewed(first) is None
        path.write_text("two")
        assert shown(await credentials.renewed(first)) == "Bearer two"

    loop.run(main())


def test_a_token_file_without_token(tmp_path: Path) -> None:
    path = tmp_path / "token"
    with pytest.raises(errors.ConfigError, match="token: no token: No such file or directory"):
        loop.run(auth.of(Access(server="https://one", token_file=path)).current())
    path.write_text(" \n")
    with pytest.raises(errors.ConfigError, match="token: no token: the file is empty"):
        loop.run(auth.of(Access(server="https://one", token_file=path)).current())
    beside = Access(server="https://one", token_file=path, token="beside")
    assert shown(loop.run(auth.of(beside).current())) == "Bearer beside"


def counting(folder: Path, *, expires: str | None = None, cert: trustme.LeafCert | None = None) -> Plugin:
    """A plugin that counts its runs: the token of the first is ``token-1``."""
    status = {"token": "token-COUNT"}
    if expires is not None:
        status["expirationTimestamp"] = expires
    if cert is not None:
        status["clientCertificateData"] = cert.cert_chain_pems[0].bytes().decode()
        status["clientKeyData"] = cert.private_key_pem.bytes().decode()
    (folder / "answer").write_text(
        json.dumps({"apiVersion": _V1, "kind": "ExecCredential", "status": status})
    )
    path = folder / "login"
    path.write_text(
        f'#!/bin/sh\ncd {folder}\necho x >> runs\nn=$(grep -c x runs)\nsed "s/COUNT/$n/" answer\n'
    )
    path.chmod(0o755)
    return Plugin(api_version=_V1, command=str(path), environ={"PATH": "/usr/bin:/bin"}, source="config")


def test_a_plugin_is_asked_once_for_all_that_wait(tmp_path: Path) -> None:
    async def main() -> None:
        credentials = auth.of(Access(server="https://one", plugin=counting(tmp_path)), terminal=False)
        found = await asyncio.gather(*(credentials.current() for _ in range(5)))
        assert {shown(credential) for credential in found} == {"Bearer token-1"}
        # All five are refused: one more run serves them all.
        found = await asyncio.gather(*(credentials.renewed(credential) for credential in found))
        assert {shown(credential) for credential in found} == {"Bearer token-2"}

    loop.run(main())


def test_a_plugin_is_asked_again_before_its_answer_ends(tmp_path: Path) -> None:
    clock = Clock()
    plugin = counting(tmp_path, expires="1970-01-12T13:47:40+00:00")  # 1 000 060

    async def main() -> None:
        credentials = auth.of(Access(server="https://one", plugin=plugin), clock=clock, terminal=False)
        assert shown(await credentials.current()) == "Bearer token-1"
        clock.now += 49
        assert shown(await credentials.current()) == "Bearer token-1"
        clock.now += 2
        assert shown(await credentials.current()) == "Bearer token-2"

    loop.run(main())


def test_the_client_asks_a_plugin_again_when_the_server_refuses(tmp_path: Path) -> None:
    def answering(exchange: Exchange) -> None:
        good = exchange.headers["Authorization"] == "Bearer token-2"
        exchange.reply(200 if good else 401)

    async def main(server: Server) -> bytes:
        async with Client(Access(server=server.url, plugin=counting(tmp_path))) as client:
            return await client.read("/a")

    with Server(answering) as server:
        assert loop.run(main(server)) == b"{}"
        assert len(server.seen) == 2
    with Server(lambda exchange: exchange.reply(401)) as server:
        with pytest.raises(
            errors.Unauthorized, match=r"does not accept what the credential plugin .*login gave"
        ):
            loop.run(main(server))
        assert len(server.seen) == 2


def test_a_certificate_from_a_plugin(tmp_path: Path) -> None:
    authority = trustme.CA()
    found: list[object] = []

    def answering(exchange: Exchange) -> None:
        found.append(exchange.connection.getpeercert())  # type: ignore[attr-defined]
        exchange.reply(200)

    plugin = counting(tmp_path, cert=authority.issue_cert(common_name="jane"))

    async def main(server: Server) -> None:
        access = Access(
            server=server.url,
            certificate_authority=authority.cert_pem.bytes().decode(),
            plugin=plugin,
        )
        async with Client(access) as client:
            await client.read("/a")
            await client.read("/a")

    with Server(answering, server_context(authority.issue_cert("127.0.0.1"), authority)) as server:
        loop.run(main(server))
    assert "jane" in str(found)
    assert (tmp_path / "runs").read_text() == "x\n"

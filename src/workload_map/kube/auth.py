# SPDX-License-Identifier: Apache-2.0
"""Who is asking: the credentials of an access, kept fresh while a client lives."""

from __future__ import annotations

import asyncio
import base64
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import msgspec

from workload_map.kube import errors, plugins
from workload_map.kube.access import Access, KeyPair, Plugin

__all__ = ["Credential", "Credentials", "of"]

_REREAD_AFTER: Final = 60.0
"""Seconds between two readings of a token file (client-go's period: the kubelet writes a new one in time)."""
_EARLY: Final = 10.0
"""Seconds before a plugin's credential ends at which it is asked again, so that none ends on the way."""


class Credential(msgspec.Struct, frozen=True):
    """What one request shows: the Authorization header and the client certificate, where there are such."""

    authorization: str | None = None
    pair: KeyPair | None = None
    what: str = "no credential"
    """For messages: where it comes from."""

    def __repr__(self) -> str:
        return f"<Credential {self.what}>"


class Credentials(Protocol):
    """Gives credentials, and a new one where the server refuses (401)."""

    async def current(self) -> Credential:
        """What to show now. Raises ConfigError."""

    async def renewed(self, refused: Credential) -> Credential | None:
        """Another credential than one that was refused; None where there is none. Raises ConfigError."""


def of(
    access: Access,
    *,
    clock: Callable[[], float] = time.time,
    terminal: bool | None = None,
    plugin_stderr: int | None = None,
) -> Credentials:
    """The credentials of an access. `clock` gives seconds since 1970; `terminal`: whether a plugin may ask the user
    (None: whether stdin is a terminal); `plugin_stderr`: where a plugin may write (None: this process's stderr)."""
    if access.plugin is not None:
        if terminal is None:
            terminal = sys.stdin is not None and sys.stdin.isatty()
        return _Asked(access.plugin, access.pair, clock, terminal, plugin_stderr)
    if access.token_file is not None:
        return _Reread(access.token_file, access.token, access.pair, clock)
    return _Fixed(_fixed(access))


def _fixed(access: Access) -> Credential:
    whose = "" if access.user is None else f" of user {access.user}"
    if access.token is not None:
        return _bearer(access.token, access.pair, f"the token{whose}")
    if access.basic is not None:
        name, password = access.basic
        encoded = base64.b64encode(f"{name}:{password}".encode()).decode()
        return Credential(f"Basic {encoded}", access.pair, f"the password{whose}")
    if access.pair is not None:
        return Credential(None, access.pair, f"the client certificate{whose}")
    return Credential()


def _bearer(token: str | None, pair: KeyPair | None, what: str) -> Credential:
    if token is not None and not (token.isascii() and token.isprintable()):
        raise errors.ConfigError(f"{what} holds characters that a token cannot have")
    return Credential(None if token is None else f"Bearer {token}", pair, what)


class _Fixed:
    def __init__(self, credential: Credential) -> None:
        self._credential = credential

    async def current(self) -> Credential:
        return self._credential

    async def renewed(self, refused: Credential) -> Credential | None:
        return None


class _Reread:
    """A token file, read again every minute and when its token is refused."""

    def __init__(
        self, path: Path, fallback: str | None, pair: KeyPair | None, clock: Callable[[], float]
    ) -> None:
        self._path = path
        self._fallback = fallback
        self._pair = pair
        self._clock = clock
        self._credential: Credential | None = None
        self._read_at = 0.0

    async def current(self) -> Credential:
        if self._credential is None or not 0 <= self._clock() - self._read_at < _REREAD_AFTER:
            return self._read()
        return self._credential

    async def renewed(self, refused: Credential) -> Credential | None:
        fresh = self._read()
        return None if fresh == refused else fresh

    def _read(self) -> Credential:
        try:
            token = self._path.read_text(encoding="utf-8").strip()
            fault = "the file is empty"
        except (OSError, UnicodeDecodeError) as error:
            token = ""
            fault = (error.strerror if isinstance(error, OSError) else None) or str(error)
        # The last token that could be read may still be good, and so may the one beside the file.
        if not token and self._credential is not None:
            return self._credential
        token = token or self._fallback or ""
        if not token:
            raise errors.ConfigError(f"{self._path}: no token: {fault}")
        self._read_at = self._clock()
        self._credential = _bearer(token, self._pair, f"the token in {self._path}")
        return self._credential


class _Asked:
    """A plugin, asked when its answer ends or is refused; once for all requests that wait for it."""

    def __init__(
        self,
        plugin: Plugin,
        pair: KeyPair | None,
        clock: Callable[[], float],
        terminal: bool,
        stderr: int | None,
    ) -> None:
        self._plugin = plugin
        self._pair = pair
        self._clock = clock
        self._terminal = terminal
        self._stderr = stderr
        self._lock = asyncio.Lock()
        self._credential: Credential | None = None
        self._expires: float | None = None

    async def current(self) -> Credential:
        async with self._lock:
            expires = self._expires
            if self._credential is not None and (expires is None or self._clock() < expires - _EARLY):
                return self._credential
            return await self._ask()

    async def renewed(self, refused: Credential) -> Credential | None:
        async with self._lock:
            # Another request may have met the same refusal and asked already.
            if self._credential is not None and self._credential != refused:
                return self._credential
            fresh = await self._ask()
            return None if fresh == refused else fresh

    async def _ask(self) -> Credential:
        answer = await plugins.run(self._plugin, terminal=self._terminal, stderr=self._stderr)
        self._expires = answer.expires
        self._credential = _bearer(
            answer.token,
            answer.pair or self._pair,
            f"what the credential plugin {self._plugin.command} gave",
        )
        return self._credential

# SPDX-License-Identifier: Apache-2.0
"""Everything needed to connect to one server as one user, as plain values: `config.load` makes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

__all__ = ["Access", "KeyPair", "Plugin"]


class KeyPair(msgspec.Struct, frozen=True):
    """A client certificate with its key, both PEM; `source` names the file or entry it came from."""

    certificate: bytes
    key: bytes
    source: str

    def __repr__(self) -> str:
        return f"<KeyPair of {self.source}>"


class Plugin(msgspec.Struct, frozen=True, kw_only=True):
    """A program that gives credentials: `exec` of a kubeconfig's user."""

    api_version: str
    command: str
    args: tuple[str, ...] = ()
    environ: Mapping[str, str]
    """The whole environment that the program gets, but for KUBERNETES_EXEC_INFO."""
    install_hint: str | None = None
    interactive_mode: str = "IfAvailable"
    """``Never``, ``IfAvailable`` or ``Always``: whether it may ask on the terminal."""
    cluster: dict[str, Any] | None = None
    """What KUBERNETES_EXEC_INFO tells it of the cluster; None without ``provideClusterInfo``."""
    source: str
    """The kubeconfig that names it, for messages."""

    def __repr__(self) -> str:
        return f"<Plugin {self.command}>"


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """One server as one user sees it. Its repr shows no secret."""

    server: str
    """URL, with a path prefix where there is one, without a slash at its end."""
    namespace: str = "default"
    context: str | None = None
    user: str | None = None
    """Name of the kubeconfig's user, for messages."""
    certificate_authority: str | None = None
    """PEM text; None: what the system trusts."""
    insecure: bool = False
    tls_server_name: str | None = None
    pair: KeyPair | None = None
    token: str | None = None
    token_file: Path | None = None
    """Read again every minute and when the server refuses; wins over `token`."""
    basic: tuple[str, str] | None = None
    plugin: Plugin | None = None
    impersonate: tuple[tuple[str, str], ...] = ()
    """Headers ``Impersonate-*``."""
    proxy: str | None = None
    compression: bool = True
    timeout: float | None = None
    """Seconds for a whole request; 0: no limit of any kind; None: only silence is limited."""

    @property
    def label(self) -> str:
        """The server as messages name it."""
        return self.server if self.context is None else f"{self.server} (context {self.context})"

    def __repr__(self) -> str:
        return f"<Access {self.label}>"

# SPDX-License-Identifier: Apache-2.0
"""Which proxy leads to a server: a kubeconfig's ``proxy-url``, else the environment, read as Go reads it.

HTTPS_PROXY is for https servers, HTTP_PROXY for others; upper case wins; NO_PROXY lists hosts, domains, addresses and
networks that need none; this machine never needs one (golang.org/x/net/http/httpproxy).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from workload_map.kube import errors

__all__ = ["check", "of_environment", "shown"]

_SCHEMES: Final = ("http", "https", "socks5", "socks5h")


def check(proxy: str, where: str) -> None:
    """Raises ConfigError for a URL that names no proxy."""
    try:
        parts = urlsplit(proxy)
        valid = parts.scheme in _SCHEMES and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise errors.ConfigError(
            f"{where}: the proxy is not a URL that starts with http://, https:// or socks5://"
        )


def shown(proxy: str) -> str:
    """The proxy's URL without name and password."""
    parts = urlsplit(proxy)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def of_environment(server: str, environ: Mapping[str, str]) -> str | None:
    """The proxy that the environment sets for a server's URL; None where there is none. Raises ConfigError."""
    parts = urlsplit(server)
    name = "HTTPS_PROXY" if parts.scheme == "https" else "HTTP_PROXY"
    proxy = environ.get(name) or environ.get(name.lower())
    host = (parts.hostname or "").rstrip(".")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    excepted = environ.get("NO_PROXY") or environ.get("no_proxy") or ""
    if not proxy or _is_excepted(host, port, excepted):
        return None
    if "://" not in proxy:
        proxy = f"http://{proxy}"
    check(proxy, name)
    return proxy


def _is_excepted(host: str, port: int, excepted: str) -> bool:
    address = _address(host)
    if host == "localhost" or (address is not None and address.is_loopback):
        return True
    return any(_matches(host, address, port, entry.strip().lower()) for entry in excepted.split(","))


def _matches(
    host: str, address: ipaddress.IPv4Address | ipaddress.IPv6Address | None, port: int, entry: str
) -> bool:
    if not entry:
        return False
    if entry == "*":
        return True
    if "/" in entry:
        try:
            network = ipaddress.ip_network(entry, strict=False)
        except ValueError:
            return False
        return address is not None and address.version == network.version and address in network
    name, wanted = _split_port(entry)
    if wanted is not None and wanted != str(port):
        return False
    listed = _address(name)
    if listed is not None:
        return listed == address
    # ``.example.org`` and ``*.example.org`` leave the domain itself out.
    if name.startswith("*."):
        name = name[1:]
    if name.startswith("."):
        return host.endswith(name)
    return host == name or host.endswith(f".{name}")


def _split_port(entry: str) -> tuple[str, str | None]:
    if entry.startswith("["):
        name, _, rest = entry[1:].partition("]")
        return name, rest.removeprefix(":") or None
    name, colon, port = entry.rpartition(":")
    if colon and ":" not in name:
        return name, port
    return entry, None


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None

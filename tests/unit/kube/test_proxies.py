# SPDX-License-Identifier: Apache-2.0
"""Proxies of the environment, as Go reads it."""

from __future__ import annotations

import pytest

from workload_map.kube import errors, proxies

_PROXY = "http://proxy:3128"


@pytest.mark.parametrize(
    ("server", "environ", "expected"),
    [
        ("https://api.example.org", {}, None),
        ("https://api.example.org", {"HTTPS_PROXY": _PROXY}, _PROXY),
        ("https://api.example.org", {"https_proxy": _PROXY}, _PROXY),
        ("https://api.example.org", {"HTTPS_PROXY": "proxy:3128"}, _PROXY),
        ("https://api.example.org", {"HTTP_PROXY": _PROXY}, None),
        ("http://api.example.org", {"HTTP_PROXY": _PROXY}, _PROXY),
        ("https://api.example.org", {"HTTPS_PROXY": "socks5://proxy:1080"}, "socks5://proxy:1080"),
        ("https://localhost:6443", {"HTTPS_PROXY": _PROXY}, None),
        ("https://127.0.0.1:6443", {"HTTPS_PROXY": _PROXY}, None),
        ("https://[::1]:6443", {"HTTPS_PROXY": _PROXY}, None),
    ],
)
def test_the_environment(server: str, environ: dict[str, str], expected: str | None) -> None:
    assert proxies.of_environment(server, environ) == expected


@pytest.mark.parametrize(
    ("server", "excepted", "used"),
    [
        ("https://api.example.org", "*", False),
        ("https://api.example.org", "example.org", False),
        ("https://api.example.org", "other.org, example.org", False),
        ("https://api.example.org", ".example.org", False),
        ("https://api.example.org", "*.example.org", False),
        ("https://example.org", ".example.org", True),
        ("https://example.org", "*.example.org", True),
        ("https://example.org", "EXAMPLE.org", False),
        ("https://badexample.org", "example.org", True),
        ("https://api.example.org", "example.org:443", False),
        ("https://api.example.org:6443", "example.org:443", True),
        ("https://10.1.2.3", "10.0.0.0/8", False),
        ("https://11.1.2.3", "10.0.0.0/8", True),
        ("https://10.1.2.3", "10.1.2.3", False),
        ("https://10.1.2.3:6443", "10.1.2.3:6443", False),
        ("https://[fd00::1]:6443", "fd00::/8", False),
        ("https://[fd00::1]:6443", "[fd00::1]:6443", False),
        ("https://[fd00::1]:6443", "fd00::1", False),
        ("https://10.1.2.3", "10.0.0.0/99", True),
        ("https://api.example.org", " , ", True),
    ],
)
def test_exceptions(server: str, excepted: str, used: bool) -> None:
    found = proxies.of_environment(server, {"HTTPS_PROXY": _PROXY, "NO_PROXY": excepted})
    assert found == (_PROXY if used else None)


@pytest.mark.parametrize("proxy", ["ftp://proxy", "http://", "http://proxy:port", "http://[::1"])
def test_what_is_no_proxy(proxy: str) -> None:
    with pytest.raises(errors.ConfigError, match="HTTPS_PROXY: the proxy is not a URL"):
        proxies.of_environment("https://api.example.org", {"HTTPS_PROXY": proxy})


def test_a_proxy_is_shown_without_its_password() -> None:
    assert proxies.shown("http://me:secret@proxy:3128") == "http://proxy:3128"

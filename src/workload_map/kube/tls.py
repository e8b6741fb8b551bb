# SPDX-License-Identifier: Apache-2.0
"""TLS contexts from certificates in hand, and when a certificate ends."""

from __future__ import annotations

import base64
import os
import re
import ssl
import tempfile
from datetime import UTC, datetime
from typing import Final

from workload_map.kube import errors
from workload_map.kube.access import Access, KeyPair

__all__ = ["context", "expiry"]

_BLOCK: Final = re.compile(rb"-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", re.DOTALL)


def context(access: Access, pair: KeyPair | None) -> ssl.SSLContext:
    """The TLS context for a server, with a client certificate. Reads the system's store only where the access names
    no authority of its own. Raises ConfigError."""
    made: ssl.SSLContext
    if access.insecure:
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    elif access.certificate_authority is not None:
        # Not ssl.create_default_context: from Python 3.13 its strict flag refuses authorities that Go accepts.
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # Each certificate given is trusted, whether it signed itself or not, as Go does.
        made.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        try:
            made.load_verify_locations(cadata=access.certificate_authority)
        except (ssl.SSLError, ValueError):
            raise errors.ConfigError(f"{access.label}: the certificate authority cannot be read") from None
    else:
        import httpx2

        made = httpx2.create_ssl_context()
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    if pair is not None:
        _load(made, pair)
    return made


def _load(made: ssl.SSLContext, pair: KeyPair) -> None:
    """Give the context a certificate. OpenSSL takes it from files only: two that exist for this moment."""

    def no_password() -> bytes:
        # Without it OpenSSL would ask on the terminal.
        raise errors.ConfigError(
            f"{pair.source}: the client key has a password, which kubectl does not read either"
        )

    with tempfile.TemporaryDirectory(prefix="wmap-") as folder:
        names = []
        for name, content in (("certificate", pair.certificate), ("key", pair.key)):
            path = os.path.join(folder, name)
            with open(path, "wb", opener=_private) as file:
                file.write(content)
            names.append(path)
        try:
            made.load_cert_chain(names[0], names[1], password=no_password)
        except (ssl.SSLError, OSError) as error:
            reason = getattr(error, "reason", None)
            if reason == "KEY_VALUES_MISMATCH":
                what = "the client certificate and its key do not belong together"
            else:
                what = "the client certificate or its key is not in PEM form"
            raise errors.ConfigError(f"{pair.source}: {what}") from None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def expiry(pem: bytes) -> datetime | None:
    """Until when the first certificate of a PEM text holds (UTC); None where it cannot be read.

    Walks the DER just as far as the validity: sequence, sequence, [0] version, serial, algorithm, issuer, validity.
    """
    block = _BLOCK.search(pem)
    if block is None:
        return None
    try:
        der = base64.b64decode(block[1])
        _, start, _ = _element(der, 0)
        _, at, _ = _element(der, start)
        tag, _, end = _element(der, at)
        if tag == 0xA0:
            at = end
        for _ in range(3):
            _, _, at = _element(der, at)
        _, start, _ = _element(der, at)
        _, _, second = _element(der, start)
        tag, start, end = _element(der, second)
        text = der[start:end].decode("ascii")
        # UTCTime has two digits of the year: 50 and above are of the last century (RFC 5280, 4.1.2.5).
        if tag == 0x17:
            text = ("19" if text[:2] >= "50" else "20") + text
        return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)
    except (ValueError, IndexError):
        return None


def _element(der: bytes, at: int) -> tuple[int, int, int]:
    """Tag, start and end of the content of a DER element."""
    tag, length, start = der[at], der[at + 1], at + 2
    if length & 0x80:
        count = length & 0x7F
        length = int.from_bytes(der[start : start + count], "big")
        start += count
    if start + length > len(der):
        raise ValueError("cut off")
    return tag, start, start + length

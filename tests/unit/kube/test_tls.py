# SPDX-License-Identifier: Apache-2.0
"""Trust, client certificates, and when a certificate ends."""

from __future__ import annotations

import ssl
import subprocess
import sys
import tempfile
from datetime import UTC, datetime

import pytest
import trustme

from workload_map.kube import errors, tls
from workload_map.kube.access import Access, KeyPair


@pytest.mark.parametrize("year", [2049, 2050])
def test_when_a_certificate_ends(year: int) -> None:
    # From 2050 on the date is written in another form.
    ends = datetime(year, 2, 3, 4, 5, 6, tzinfo=UTC)
    leaf = trustme.CA().issue_cert("a", not_after=ends)
    assert tls.expiry(leaf.cert_chain_pems[0].bytes()) == ends


@pytest.mark.parametrize(
    "pem",
    [
        b"",
        b"-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
        b"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        b"-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----",
    ],
)
def test_certificates_that_cannot_be_read(pem: bytes) -> None:
    assert tls.expiry(pem) is None


def test_an_authority_that_cannot_be_read() -> None:
    broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    with pytest.raises(errors.ConfigError, match="https://one: the certificate authority cannot be read"):
        tls.context(Access(server="https://one", certificate_authority=broken), None)


def test_nothing_is_checked_only_where_that_is_asked_for() -> None:
    checked = tls.context(Access(server="https://one"), None)
    assert (checked.verify_mode, checked.check_hostname) == (ssl.CERT_REQUIRED, True)
    loose = tls.context(Access(server="https://one", insecure=True), None)
    assert (loose.verify_mode, loose.check_hostname) == (ssl.CERT_NONE, False)


_ENCRYPTED = b"""-----BEGIN EC PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,00000000000000000000000000000000

AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
-----END EC PRIVATE KEY-----
"""


def test_a_key_with_a_password_is_refused_and_not_asked_for() -> None:
    leaf = trustme.CA().issue_cert("a")
    pair = KeyPair(leaf.cert_chain_pems[0].bytes(), _ENCRYPTED, "x.pem")
    with pytest.raises(errors.ConfigError, match=r"x\.pem: the client key has a password"):
        tls.context(Access(server="https://one", insecure=True), pair)


def test_no_key_stays_on_the_disk(tmp_path: object) -> None:
    leaf = trustme.CA().issue_cert("a")
    pair = KeyPair(leaf.cert_chain_pems[0].bytes(), leaf.private_key_pem.bytes(), "x.pem")
    before = tempfile.tempdir
    tempfile.tempdir = str(tmp_path)
    try:
        tls.context(Access(server="https://one", insecure=True), pair)
    finally:
        tempfile.tempdir = before
    assert list(tmp_path.iterdir()) == []  # type: ignore[attr-defined]


def test_an_authority_of_ones_own_leaves_the_system_store_alone() -> None:
    pem = trustme.CA().cert_pem.bytes().decode()
    code = (
        "import sys\nfrom workload_map.kube import tls\nfrom workload_map.kube.access import Access\n"
        f"tls.context(Access(server='https://one', certificate_authority={pem!r}), None)\n"
        "print('httpx2' in sys.modules, 'truststore' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]

# SPDX-License-Identifier: Apache-2.0
"""Keys, certificates, tokens and kubeconfigs of a test cluster, in its state folder.

One certificate authority signs the certificate of every server on 127.0.0.1 (API server and webhooks) and the
client certificate of a second administrator. The users are in `USERS`; what they may do is said in `users.py`.
"""

from __future__ import annotations

import datetime
import ipaddress
import secrets
from pathlib import Path

import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

#: Users with a token, and their group ("" for none).
USERS = {"admin": "system:masters", "no-rights": "", "one-namespace": "", "list-only": ""}

_DAYS = 30


def write(state: Path) -> None:
    """Lay down what is missing: ca.crt, server.crt/.key (also as tls.crt/.key in certs/), sa.key/.pub, tokens.csv,
    admin-cert.crt/.key."""
    if (state / "tokens.csv").exists():
        return
    state.mkdir(parents=True, exist_ok=True)
    ca_key = ec.generate_private_key(ec.SECP256R1())
    ca = _certificate("workload-map live", ca_key, "workload-map live", ca_key, authority=True)
    _save(state / "ca.crt", _pem(ca))
    server_key = ec.generate_private_key(ec.SECP256R1())
    server = _certificate("127.0.0.1", server_key, "workload-map live", ca_key, server=True)
    for key, crt in (("server.key", "server.crt"), ("certs/tls.key", "certs/tls.crt")):
        _save(state / key, _private(server_key))
        _save(state / crt, _pem(server))
    admin_key = ec.generate_private_key(ec.SECP256R1())
    admin = _certificate("admin-cert", admin_key, "workload-map live", ca_key, group="system:masters")
    _save(state / "admin-cert.key", _private(admin_key))
    _save(state / "admin-cert.crt", _pem(admin))
    accounts = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    _save(state / "sa.key", _private(accounts))
    public = accounts.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    _save(state / "sa.pub", public)
    rows = [f'{secrets.token_hex(16)},{name},{name},"{group}"' for name, group in USERS.items()]
    _save(state / "tokens.csv", ("\n".join(rows) + "\n").encode())


def tokens(state: Path) -> dict[str, str]:
    """Each user's token."""
    rows = (line.split(",") for line in (state / "tokens.csv").read_text().splitlines())
    return {name: token for token, name, *_ in rows}


def kubeconfigs(state: Path, server: str) -> dict[str, str]:
    """Write one kubeconfig a user, and one for the administrator with a client certificate; their paths by user."""
    found = {name: {"token": token} for name, token in tokens(state).items()}
    found["admin-cert"] = {
        "client-certificate": str(state / "admin-cert.crt"),
        "client-key": str(state / "admin-cert.key"),
    }
    paths = {}
    for name, user in found.items():
        config = {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "live",
            "clusters": [
                {
                    "name": "live",
                    "cluster": {"server": server, "certificate-authority": str(state / "ca.crt")},
                }
            ],
            "users": [{"name": name, "user": user}],
            "contexts": [{"name": "live", "context": {"cluster": "live", "user": name}}],
        }
        path = state / f"{name}.kubeconfig"
        _save(path, yaml.safe_dump(config, sort_keys=False).encode())
        paths[name] = str(path)
    return paths


def _certificate(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    signer: ec.EllipticCurvePrivateKey,
    *,
    authority: bool = False,
    server: bool = False,
    group: str = "",
) -> x509.Certificate:
    subject = [x509.NameAttribute(NameOID.COMMON_NAME, name)]
    if group:
        subject.append(x509.NameAttribute(NameOID.ORGANIZATION_NAME, group))
    now = datetime.datetime.now(datetime.UTC)
    usage = dict.fromkeys(
        ("content_commitment", "data_encipherment", "key_agreement", "encipher_only", "decipher_only"), False
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name(subject))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=_DAYS))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=not authority,
                key_encipherment=not authority,
                key_cert_sign=authority,
                crl_sign=authority,
                **usage,
            ),
            critical=True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
    )
    if not authority:
        purpose = ExtendedKeyUsageOID.SERVER_AUTH if server else ExtendedKeyUsageOID.CLIENT_AUTH
        builder = builder.add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
    if server:
        names = [x509.IPAddress(ipaddress.ip_address("127.0.0.1")), x509.DNSName("localhost")]
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(signer, hashes.SHA256())


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _private(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )


def _save(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o600)

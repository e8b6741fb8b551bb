# SPDX-License-Identifier: Apache-2.0
"""Ways to a real API server: who one is there, what is refused, and the same server and user that kubectl takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trustme

from tests.live.conftest import Cluster
from tests.loopback import Exchange, Server, answer, server_context
from workload_map import yamlio
from workload_map.kube import config, errors, loop
from workload_map.kube.access import Access
from workload_map.kube.client import Client
from workload_map.kube.config import Options

pytestmark = pytest.mark.live

_REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
_REVIEW = b'{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}'


def access(cluster: Cluster, user: str = "admin", **flags: Any) -> Access:
    path = cluster.kubeconfig if user == "admin" else cluster.user(user)
    return config.load(Options(kubeconfig=path, **flags), environ={}, home=Path("/none"))


def read(way: Access, path: str, **params: str) -> Any:
    async def main() -> bytes:
        async with Client(way) as client:
            return await client.read(path, params=params)

    return json.loads(loop.run(main()))


def refused(kind: type[errors.ApiError], way: Access, path: str, **params: str) -> str:
    with pytest.raises(kind) as raised:
        read(way, path, **params)
    assert type(raised.value) is kind
    return str(raised.value).removeprefix(f"{way.label}: ")


def who(way: Access) -> tuple[str, set[str]]:
    """Name and groups, as the server knows the one who asks."""

    async def main() -> bytes:
        async with Client(way) as client:
            return await client.send("POST", _REVIEWS, body=_REVIEW, content_type="application/json")

    info = json.loads(loop.run(main()))["status"]["userInfo"]
    return info["username"], set(info["groups"])


@pytest.mark.parametrize("user", ["admin", "admin-cert", "no-rights", "one-namespace", "list-only"])
def test_who_one_is(cluster: Cluster, user: str) -> None:
    assert who(access(cluster, user))[0] == user


def test_acting_as_another(cluster: Cluster) -> None:
    name, groups = who(access(cluster, as_user="jane", as_groups=("dev", "ops")))
    assert name == "jane"
    assert {"dev", "ops"} <= groups


def test_the_rights_of_users(cluster: Cluster) -> None:
    assert refused(errors.Forbidden, access(cluster, "no-rights"), "/api/v1/pods") == (
        'pods is forbidden: User "no-rights" cannot list resource "pods" in API group "" at the cluster scope'
    )
    assert read(access(cluster, "list-only"), "/api/v1/pods", limit="1")["kind"] == "PodList"
    told = refused(errors.Forbidden, access(cluster, "list-only"), "/api/v1/namespaces/default")
    assert 'cannot get resource "namespaces"' in told
    assert (
        read(access(cluster, "one-namespace"), "/api/v1/namespaces/one-namespace/pods")["kind"] == "PodList"
    )


def test_a_token_that_the_server_does_not_know(cluster: Cluster) -> None:
    assert refused(errors.Unauthorized, access(cluster, token="wrong"), "/api/v1/pods") == (
        "not logged in (401): the server does not accept the token"
    )


def test_no_credentials(cluster: Cluster) -> None:
    nobody = msgspec.structs.replace(access(cluster), token=None)
    assert 'User "system:anonymous" cannot list' in refused(errors.Forbidden, nobody, "/api/v1/pods")


def test_an_authority_of_another(cluster: Cluster) -> None:
    other = msgspec.structs.replace(access(cluster), certificate_authority=None)
    assert "not signed by an authority that is trusted (the system)" in refused(
        errors.Unreachable, other, "/version"
    )
    assert read(msgspec.structs.replace(other, insecure=True), "/version")["major"]


def test_the_name_in_the_certificate(cluster: Cluster) -> None:
    other = access(cluster, tls_server_name="another.example.org")
    assert "is for another name (another.example.org)" in refused(errors.Unreachable, other, "/version")


def test_a_server_that_is_asked_without_tls(cluster: Cluster) -> None:
    plain = msgspec.structs.replace(
        access(cluster), server=access(cluster).server.replace("https://", "http://")
    )
    assert refused(errors.Invalid, plain, "/version") == "Client sent an HTTP request to an HTTPS server."


@pytest.mark.parametrize(
    ("path", "params", "kind", "reason"),
    [
        ("/api/v1/namespaces/default/pods/none", {}, errors.Absent, "NotFound"),
        ("/apis/none.example.org/v1/things", {}, errors.Absent, None),
        ("/api/v1/pods", {"limit": "5", "continue": "junk"}, errors.Invalid, "BadRequest"),
        ("/api/v1/pods", {"labelSelector": "a==!!"}, errors.Invalid, "BadRequest"),
    ],
)
def test_what_is_refused(
    cluster: Cluster, path: str, params: dict[str, str], kind: type[errors.ApiError], reason: str | None
) -> None:
    with pytest.raises(kind) as raised:
        read(access(cluster), path, **params)
    assert raised.value.reason == reason


def test_a_watch_ends_when_it_was_asked_to(cluster: Cluster) -> None:
    async def main() -> list[dict[str, Any]]:
        async with (
            Client(access(cluster)) as client,
            client.stream("/api/v1/namespaces", params={"watch": "true", "timeoutSeconds": "1"}) as lines,
        ):
            return [json.loads(line) async for line in lines]

    events = loop.run(main())
    assert {event["type"] for event in events} == {"ADDED"}
    assert "default" in {event["object"]["metadata"]["name"] for event in events}


@pytest.mark.parametrize("version", ["v1", "v1beta1"])
def test_credential_plugins(cluster: Cluster, tmp_path: Path, version: str) -> None:
    pair = access(cluster, "admin-cert").pair
    token = access(cluster, "list-only").token
    assert pair is not None
    api = f"client.authentication.k8s.io/{version}"
    given = {
        "token": {"token": token},
        "certificate": {
            "clientCertificateData": pair.certificate.decode(),
            "clientKeyData": pair.key.decode(),
        },
    }
    main = yamlio.load(Path(cluster.kubeconfig).read_text()).value
    for name, expected in (("token", "list-only"), ("certificate", "admin-cert")):
        answer = tmp_path / f"{name}.json"
        answer.write_text(json.dumps({"apiVersion": api, "kind": "ExecCredential", "status": given[name]}))
        main["users"][0]["user"] = {
            "exec": {"apiVersion": api, "command": "cat", "args": [str(answer)], "interactiveMode": "Never"}
        }
        path = tmp_path / name
        path.write_text(yamlio.dump(main))
        options = Options(kubeconfig=str(path))
        assert who(config.load(options, environ=dict(os.environ), home=tmp_path))[0] == expected


_ONE = """
clusters:
- {name: c, cluster: {server: SERVER/c, certificate-authority: sub/ca.crt}}
users:
- {name: u, user: {token: of-one, as-groups: []}}
contexts:
- {name: x, context: {cluster: c, user: u}}
- {name: second, context: {cluster: d, user: v, namespace: team}}
"""
_TWO = """
current-context: x
clusters:
- {name: c, cluster: {server: https://127.0.0.1:1}}
- {name: d, cluster: {server: SERVER/d/, insecure-skip-tls-verify: true}}
- {name: e, cluster: {server: http://api.invalid, proxy-url: PLAIN}}
users:
- {name: u, user: {token: of-two, as: jane}}
- {name: v, user: {tokenFile: token, as: joe, as-uid: "7", as-groups: [a, b], as-user-extra: {k: [one, two]}}}
- {name: w, user: {username: me, password: secret}}
- name: plugin
  user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: ../login, interactiveMode: Never}}
- name: both
  user:
    token: first
    exec: {apiVersion: client.authentication.k8s.io/v1, command: none, interactiveMode: Never}
"""
_PLUGIN = """#!/bin/sh
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"of-plugin"}}'
"""


def _sent(exchange: Exchange) -> tuple[str, dict[str, list[str]]]:
    """What matters of a request: its URL, and the headers that say who asks."""
    names = {name.lower() for name in exchange.headers if name.startswith(("Impersonate-", "Authorization"))}
    return exchange.path, {name: exchange.headers.get_all(name, []) for name in names}


@pytest.mark.parametrize(
    ("arguments", "flags"),
    [
        ([], {}),
        (["--context=second"], {"context": "second"}),
        (["--cluster=d"], {"cluster": "d"}),
        (["--cluster=e"], {"cluster": "e"}),
        (["--user=v"], {"user": "v"}),
        (["--user=w"], {"user": "w"}),
        (["--user=plugin"], {"user": "plugin"}),
        (["--user=both"], {"user": "both"}),
        (["--context=x", "--token=mine"], {"context": "x", "token": "mine"}),
        (["--user=plugin", "--token=mine"], {"user": "plugin", "token": "mine"}),
        (["--user=v", "--as=jane", "--as-group=c"], {"user": "v", "as_user": "jane", "as_groups": ("c",)}),
        (["--as=jane", "--as-uid=8"], {"as_user": "jane", "as_uid": "8"}),
        (["--server=SERVER/flag"], {"server": "SERVER/flag"}),
        (["--server=PLAIN/flag", "--token=mine"], {"server": "PLAIN/flag", "token": "mine"}),
    ],
)
def test_the_same_request_as_kubectl(
    cluster: Cluster, tmp_path: Path, arguments: list[str], flags: dict[str, Any]
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "token").write_text("of-file\n")
    (tmp_path / "login").write_text(_PLUGIN)
    (tmp_path / "login").chmod(0o755)
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "sub" / "ca.crt"))
    context = server_context(authority.issue_cert("127.0.0.1"))
    with Server(answer((200, b"{}")), context) as server, Server(answer((200, b"{}"))) as plain:

        def filled(text: str) -> str:
            return text.replace("SERVER", server.url).replace("PLAIN", plain.url)

        for name, text in (("one", _ONE), ("sub/two", _TWO)):
            (tmp_path / name).write_text(filled(text))
        listed = os.pathsep.join(str(tmp_path / name) for name in ("one", "missing", "sub/two"))
        environ = {"KUBECONFIG": listed, "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
        subprocess.run(
            [cluster.kubectl, *map(filled, arguments), "get", "--raw=/a"],
            env=environ,
            check=True,
            capture_output=True,
            timeout=60,
        )
        chosen = {key: filled(value) if isinstance(value, str) else value for key, value in flags.items()}
        read(config.load(Options(**chosen), environ=environ, home=tmp_path), "/a")
        theirs, ours = map(_sent, server.seen or plain.seen)
    assert ours == theirs


_UNKNOWN = "not logged in (401): the server does not accept the token"


@pytest.mark.parametrize(
    ("command", "flag", "message"),
    [
        ("get jobs", "--token=wrong", _UNKNOWN),
        ("get --all -A --pods", "--token=wrong", _UNKNOWN),
        ("describe job x", "--token=wrong", _UNKNOWN),
        (
            "get jobs",
            "--server=https://127.0.0.1:1",
            "https://127.0.0.1:1 (context live): connection refused",
        ),
        ("get jobs", "--context=none", "--context: there is no context 'none' in"),
        ("get jobs", "--tls-server-name=other.example.org", "is for another name (other.example.org)"),
    ],
)
def test_one_line_says_what_and_where(cluster: Cluster, command: str, flag: str, message: str) -> None:
    cluster.user("admin")
    program = [sys.executable, "-c", "from workload_map.cli import main; main()"]
    done = subprocess.run(
        [*program, *command.split(), f"--kubeconfig={cluster.kubeconfig}", flag],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert message in line

# SPDX-License-Identifier: Apache-2.0
"""From flags and kubeconfig to one server and one user."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
import trustme

from workload_map import yamlio
from workload_map.kube import config, errors
from workload_map.kube.access import Access
from workload_map.kube.config import Options

_PEM = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"


def written(path: Path, **parts: Any) -> Path:
    """A kubeconfig: each part a mapping of names to values, `current` the current context."""
    content: dict[str, Any] = {"apiVersion": "v1", "kind": "Config"}
    for key, member in (("clusters", "cluster"), ("users", "user"), ("contexts", "context")):
        content[key] = [{"name": name, member: values} for name, values in parts.get(key, {}).items()]
    if "current" in parts:
        content["current-context"] = parts["current"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yamlio.dump(content))
    return path


def simple(path: Path, *, cluster: Any = None, user: Any = None, context: Any = None) -> Path:
    return written(
        path,
        clusters={"c": {"server": "https://one:6443", **(cluster or {})}},
        users={"u": user or {}},
        contexts={"x": {"cluster": "c", "user": "u", **(context or {})}},
        current="x",
    )


def load(path: Path | None, home: Path, environ: dict[str, str] | None = None, **flags: Any) -> Access:
    options = Options(kubeconfig=None if path is None else str(path), **flags)
    return config.load(options, environ=environ or {}, home=home, in_cluster=home / "account")


def refused(path: Path | None, home: Path, environ: dict[str, str] | None = None, **flags: Any) -> str:
    with pytest.raises(errors.ConfigError) as raised:
        load(path, home, environ, **flags)
    assert "\n" not in str(raised.value)
    return str(raised.value).replace(str(home), "~")


def test_the_current_context(tmp_path: Path) -> None:
    path = simple(tmp_path / "config", user={"token": "secret"}, context={"namespace": "team"})
    access = load(path, tmp_path)
    assert (access.server, access.namespace, access.context, access.user, access.token) == (
        "https://one:6443",
        "team",
        "x",
        "u",
        "secret",
    )
    assert access.label == "https://one:6443 (context x)"
    assert "secret" not in repr(access)


def test_flags_win(tmp_path: Path) -> None:
    path = written(
        tmp_path / "config",
        clusters={
            "c": {"server": "https://one", "tls-server-name": "name"},
            "d": {"server": "https://two/p/"},
        },
        users={"u": {"token": "t"}, "v": {"tokenFile": "token"}},
        contexts={"x": {"cluster": "c", "user": "u"}, "y": {"cluster": "d", "user": "v", "namespace": "n"}},
        current="x",
    )
    (tmp_path / "token").write_text("t")
    assert load(path, tmp_path).tls_server_name == "name"
    other = load(path, tmp_path, context="y")
    assert (other.server, other.namespace, other.token_file) == ("https://two/p", "n", tmp_path / "token")
    mixed = load(path, tmp_path, cluster="d", user="v", namespace="m")
    assert (mixed.server, mixed.namespace, mixed.token) == ("https://two/p", "m", None)
    given = load(path, tmp_path, server="https://three:1", token="mine", request_timeout=5.0)
    assert (given.server, given.token, given.timeout) == ("https://three:1", "mine", 5.0)
    # The name belongs to the kubeconfig's server.
    assert given.tls_server_name is None
    assert load(path, tmp_path, tls_server_name="n").tls_server_name == "n"
    # A flag's token wins over a file and over a plugin.
    assert load(path, tmp_path, context="y", token="mine").token_file is None


def test_a_context_without_user_and_a_server_without_config(tmp_path: Path) -> None:
    path = written(
        tmp_path / "config",
        clusters={"c": {"server": "one:8080"}},
        contexts={"x": {"cluster": "c"}},
        current="x",
    )
    access = load(path, tmp_path)
    assert (access.server, access.user, access.token) == ("http://one:8080", None, None)
    assert load(None, tmp_path, server="https://one").context is None


def test_nothing_secret_goes_to_a_server_without_tls(tmp_path: Path) -> None:
    path = simple(tmp_path / "config", cluster={"server": "http://one"}, user={"token": "t", "as": "jane"})
    access = load(path, tmp_path)
    assert (access.token, access.impersonate) == (None, (("Impersonate-User", "jane"),))
    given = load(path, tmp_path, token="mine", server="one:8080")
    assert (given.server, given.token) == ("http://one:8080", None)
    assert load(path, tmp_path, server="https://one").token == "t"


def test_several_files(tmp_path: Path) -> None:
    one = written(tmp_path / "one", contexts={"x": {"cluster": "c", "user": "u"}}, current="x")
    two = simple(tmp_path / "two", user={"token": "two"})
    access = load(None, tmp_path, {"KUBECONFIG": f"{one}:{two}"})
    assert (access.server, access.token) == ("https://one:6443", "two")


def test_certificates_inline_and_in_files(tmp_path: Path) -> None:
    inline = base64.b64encode(_PEM.encode()).decode()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "ca.pem").write_text(_PEM)
    (tmp_path / "sub" / "key.pem").write_text("key")
    path = simple(
        tmp_path / "sub" / "config",
        cluster={"certificate-authority": "ca.pem"},
        user={"client-certificate-data": inline, "client-key": "key.pem"},
    )
    access = load(path, tmp_path)
    assert access.certificate_authority == _PEM
    assert access.pair is not None
    assert (access.pair.certificate, access.pair.key) == (_PEM.encode(), b"key")
    assert "key" not in repr(access.pair).replace(str(tmp_path), "")


def test_flags_about_trust(tmp_path: Path) -> None:
    inline = base64.b64encode(_PEM.encode()).decode()
    path = simple(tmp_path / "config", cluster={"certificate-authority-data": inline})
    (tmp_path / "other.pem").write_text(_PEM + "# other")
    assert load(path, tmp_path, insecure_skip_tls_verify=True).certificate_authority is None
    assert load(path, tmp_path, insecure_skip_tls_verify=True).insecure
    other = load(path, tmp_path, certificate_authority=str(tmp_path / "other.pem"))
    assert other.certificate_authority == _PEM + "# other"
    loose = simple(tmp_path / "loose", cluster={"insecure-skip-tls-verify": True})
    assert load(loose, tmp_path).insecure
    assert not load(loose, tmp_path, insecure_skip_tls_verify=False).insecure
    assert "exclude each other" in refused(
        path, tmp_path, insecure_skip_tls_verify=True, certificate_authority="x"
    )


def test_impersonation(tmp_path: Path) -> None:
    path = simple(
        tmp_path / "config",
        user={"as": "jane", "as-uid": "1", "as-groups": ["a", "b"], "as-user-extra": {"Ex/y": ["z"]}},
    )
    assert load(path, tmp_path).impersonate == (
        ("Impersonate-User", "jane"),
        ("Impersonate-Uid", "1"),
        ("Impersonate-Group", "a"),
        ("Impersonate-Group", "b"),
        ("Impersonate-Extra-Ex%2Fy", "z"),
    )
    assert load(path, tmp_path, as_user="joe", as_groups=("c",)).impersonate[0] == ("Impersonate-User", "joe")
    assert "--as" in refused(None, tmp_path, server="https://one", as_groups=("c",))


def test_proxies(tmp_path: Path) -> None:
    environ = {"HTTPS_PROXY": "http://of-environment:1"}
    path = simple(tmp_path / "config", cluster={"proxy-url": "socks5://of-config:1"})
    assert load(path, tmp_path, environ).proxy == "socks5://of-config:1"
    assert load(simple(tmp_path / "plain"), tmp_path, environ).proxy == "http://of-environment:1"
    bad = simple(tmp_path / "bad", cluster={"proxy-url": "nothing"})
    assert refused(bad, tmp_path).startswith("~/bad: the proxy is not a URL")


def test_compression_can_be_switched_off(tmp_path: Path) -> None:
    assert load(simple(tmp_path / "config"), tmp_path).compression
    assert not load(simple(tmp_path / "config", cluster={"disable-compression": True}), tmp_path).compression


def test_a_plugin_and_what_it_is_told(tmp_path: Path) -> None:
    version = "client.authentication.k8s.io/v1"
    extension = {"name": "client.authentication.k8s.io/exec", "extension": {"audience": "a"}}
    path = simple(
        tmp_path / "config",
        cluster={
            "certificate-authority-data": base64.b64encode(_PEM.encode()).decode(),
            "tls-server-name": "name",
            "extensions": [extension],
        },
        user={
            "exec": {
                "apiVersion": version,
                "command": "./bin/login",
                "args": ["a"],
                "env": [{"name": "A", "value": "b"}],
                "interactiveMode": "Never",
                "provideClusterInfo": True,
                "installHint": "install it",
            }
        },
    )
    plugin = load(path, tmp_path, {"HOME": "/h"}).plugin
    assert plugin is not None
    assert Path(plugin.command) == tmp_path / "bin" / "login"
    assert plugin.environ == {"HOME": "/h", "A": "b"}
    assert plugin.cluster == {
        "server": "https://one:6443",
        "tls-server-name": "name",
        "certificate-authority-data": base64.b64encode(_PEM.encode()).decode(),
        "config": {"audience": "a"},
    }
    # A token given by hand needs no plugin.
    assert load(path, tmp_path, token="t").plugin is None


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "apiVersion is missing: known are"),
        ({"apiVersion": "client.authentication.k8s.io/v1alpha1"}, "v1alpha1: known are"),
        ({"apiVersion": "client.authentication.k8s.io/v1beta1"}, "command is missing"),
        ({"apiVersion": "client.authentication.k8s.io/v1", "command": "a"}, "interactiveMode is missing"),
        (
            {"apiVersion": "client.authentication.k8s.io/v1beta1", "command": "a", "interactiveMode": "x"},
            "interactiveMode is x",
        ),
        (
            {"apiVersion": "client.authentication.k8s.io/v1beta1", "command": "a", "env": [{"name": "A=B"}]},
            "env[0] needs a name and a text as value",
        ),
        (
            {"apiVersion": "client.authentication.k8s.io/v1beta1", "command": "a", "env": ["A"]},
            "env[0] is not a mapping",
        ),
    ],
)
def test_plugins_that_cannot_be_used(tmp_path: Path, values: dict[str, Any], message: str) -> None:
    told = refused(simple(tmp_path / "config", user={"exec": values}), tmp_path)
    assert told.startswith("~/config: u: exec: ")
    assert message in told


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"user": {"auth-provider": {"name": "gcp"}}}, "~/config: u: auth-provider is no longer part"),
        ({"user": {"token": "t", "username": "n"}}, "~/config: u: the user has a token and a password"),
        ({"user": {"token": 1}}, "~/config: u: token is not a text"),
        ({"user": {"tokenFile": "none"}}, "~/config: u: tokenFile: ~/none: No such file or directory"),
        ({"user": {"client-key": "none"}}, "~/config: u: client-key: ~/none: No such file or directory"),
        ({"user": {"client-key-data": "AAAA"}}, "~/config: u: client-certificate is missing"),
        ({"user": {"client-key-data": "A"}}, "~/config: u: client-key-data is not base64"),
        (
            {"cluster": {"certificate-authority-data": "AAAA"}},
            "c: certificate-authority-data: no certificate",
        ),
        (
            {"cluster": {"certificate-authority-data": "AAAA", "insecure-skip-tls-verify": True}},
            "~/config: c: certificate-authority and insecure-skip-tls-verify exclude each other",
        ),
        ({"cluster": {"server": "ftp://one"}}, "~/config: the server is not an http or https URL: ftp://one"),
        ({"cluster": {"server": "https://u:p@one"}}, "may hold no user"),
        ({"cluster": {"server": "https://one:port"}}, "is not an http or https URL"),
        ({"cluster": {"server": ""}}, "~/config: c: the cluster has no server"),
        ({"context": {"cluster": "none"}}, "~/config: context x: there is no cluster 'none' in ~/config"),
        ({"context": {"user": "none"}}, "~/config: context x: there is no user 'none' in ~/config"),
        ({"user": {"as-groups": ["a"]}}, "--as-group and --as-uid need --as"),
        ({"user": {"as": "a", "as-user-extra": {"b": "c"}}}, "as-user-extra is not a mapping of lists"),
        ({"user": {"exec": "a"}}, "~/config: u: exec is not a mapping"),
    ],
)
def test_what_cannot_be_used(tmp_path: Path, parts: dict[str, Any], message: str) -> None:
    assert message in refused(simple(tmp_path / "config", **parts), tmp_path)


def test_names_that_are_not_there(tmp_path: Path) -> None:
    path = simple(tmp_path / "config")
    assert refused(path, tmp_path, context="z") == (
        "--context: there is no context 'z' in ~/config (there are: x)"
    )
    assert refused(path, tmp_path, cluster="z").startswith("--cluster: there is no cluster 'z' in ~/config")
    assert refused(path, tmp_path, user="z").startswith("--user: there is no user 'z' in ~/config")
    none = written(tmp_path / "none", contexts={"x": {"cluster": "c"}})
    assert refused(none, tmp_path).startswith("~/none: no context is selected: give --context (there are: x)")
    wrong = written(tmp_path / "wrong", current="z")
    assert refused(wrong, tmp_path) == "current-context: there is no context 'z' in ~/wrong"


def test_nothing_is_configured(tmp_path: Path) -> None:
    assert refused(None, tmp_path) == (
        "no cluster is configured: there is no kubeconfig (~/.kube/config), and this is no pod"
    )


@pytest.fixture
def account(tmp_path: Path) -> Path:
    folder = tmp_path / "account"
    folder.mkdir()
    (folder / "token").write_text("of pod")
    trustme.CA().cert_pem.write_to_path(str(folder / "ca.crt"))
    (folder / "namespace").write_text("team\n")
    return folder


_IN_POD = {"KUBERNETES_SERVICE_HOST": "10.0.0.1", "KUBERNETES_SERVICE_PORT": "443"}


def test_in_a_pod(tmp_path: Path, account: Path) -> None:
    access = load(None, tmp_path, _IN_POD)
    assert (access.server, access.namespace, access.token_file) == (
        "https://10.0.0.1:443",
        "team",
        account / "token",
    )
    assert access.certificate_authority is not None
    six = load(None, tmp_path, {**_IN_POD, "KUBERNETES_SERVICE_HOST": "fd00::1"}, namespace="n")
    assert (six.server, six.namespace) == ("https://[fd00::1]:443", "n")
    assert load(None, tmp_path, {**_IN_POD, "POD_NAMESPACE": "p"}).namespace == "p"
    (account / "namespace").unlink()
    assert load(None, tmp_path, _IN_POD, token="t").namespace == "default"


def test_a_kubeconfig_wins_over_the_pod(tmp_path: Path, account: Path) -> None:
    path = simple(tmp_path / "config")
    assert load(None, tmp_path, {**_IN_POD, "KUBECONFIG": str(path)}).server == "https://one:6443"


def test_a_broken_account_is_said(tmp_path: Path, account: Path) -> None:
    (account / "ca.crt").unlink()
    assert refused(None, tmp_path, _IN_POD) == "service account: ~/account/ca.crt: No such file or directory"

# SPDX-License-Identifier: Apache-2.0
"""From flags, kubeconfig files and the pod's own service account to one server and one user.

The order is kubectl's (client-go, tools/clientcmd): flags over the kubeconfig's context, and the pod's service account
only where neither says anything.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit

import msgspec

from workload_map import yamlio
from workload_map.kube import errors, kubeconfig, plugins, proxies
from workload_map.kube.access import Access, KeyPair, Plugin
from workload_map.kube.kubeconfig import Entry, Kubeconfig

__all__ = ["Options", "load"]

_SERVICE_ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The command line's flags, each as kubectl's of the same name. Relative paths are the working directory's."""

    kubeconfig: str | None = None
    context: str | None = None
    cluster: str | None = None
    user: str | None = None
    namespace: str | None = None
    server: str | None = None
    token: str | None = None
    as_user: str | None = None
    as_uid: str | None = None
    as_groups: tuple[str, ...] = ()
    request_timeout: float | None = None
    """Seconds; 0: no limit."""
    insecure_skip_tls_verify: bool | None = None
    certificate_authority: str | None = None
    tls_server_name: str | None = None

    def __repr__(self) -> str:
        return f"<Options context={self.context!r} server={self.server!r}>"


def load(
    options: Options, *, environ: Mapping[str, str], home: Path, in_cluster: Path = _SERVICE_ACCOUNT
) -> Access:
    """What to connect to, and as whom; an http server gets no credentials, as with kubectl. Reads files, asks no
    server and runs no plugin. Raises ConfigError."""
    paths, must_exist = kubeconfig.files(options.kubeconfig, environ, home)
    merged = kubeconfig.read(paths, must_exist=must_exist)
    context = _context(merged, options)
    cluster = _named(merged, "cluster", options.cluster, context)
    user = _named(merged, "user", options.user, context)
    server = options.server or (cluster.text("server") if cluster is not None else None)
    if server is None:
        if cluster is not None:
            raise cluster.fault("the cluster has no server")
        if merged.is_empty and not options.kubeconfig and _is_in_pod(environ, in_cluster):
            return _in_pod(options, environ, in_cluster)
        raise errors.ConfigError(_nothing(merged, paths))
    server = _server(server, "--server" if options.server else str(cluster.file if cluster else ""))
    authority, insecure = _trust(options, cluster)
    if options.server or options.tls_server_name:
        # A certificate's name belongs to the server that the kubeconfig names, not to another.
        tls_server_name = options.tls_server_name
    else:
        tls_server_name = cluster.text("tls-server-name") if cluster is not None else None
    proxy = cluster.text("proxy-url") if cluster is not None else None
    if proxy is not None and cluster is not None:
        proxies.check(proxy, str(cluster.file))
    token, token_file, basic, plugin = _credentials(options, user, environ)
    pair = _key_pair(user) if user is not None else None
    if not server.startswith("https:"):
        # Nothing secret goes over a connection that anyone can read (as client-go, DirectClientConfig.ClientConfig).
        token, token_file, basic, plugin, pair = None, None, None, None, None
    if plugin is not None and plugin.cluster is not None:
        plugin = msgspec.structs.replace(
            plugin,
            cluster=plugins.cluster_info(
                cluster,
                server=server,
                authority=authority,
                insecure=insecure,
                tls_server_name=tls_server_name,
            ),
        )
    return Access(
        server=server,
        namespace=options.namespace
        or (context.text("namespace") if context is not None else None)
        or "default",
        context=context.name if context is not None else None,
        # Messages must not blame a user of the kubeconfig for a token given by hand.
        user=user.name if user is not None and not options.token else None,
        certificate_authority=authority,
        insecure=insecure,
        tls_server_name=tls_server_name,
        pair=pair,
        token=token,
        token_file=token_file,
        basic=basic,
        plugin=plugin,
        impersonate=_impersonation(options, user),
        proxy=proxy or proxies.of_environment(server, environ),
        compression=not (cluster is not None and cluster.flag("disable-compression")),
        timeout=options.request_timeout,
    )


def _context(merged: Kubeconfig, options: Options) -> Entry | None:
    name = options.context or merged.current_context
    if name is None:
        return None
    entry = merged.contexts.get(name)
    if entry is None:
        where = "--context" if options.context else "current-context"
        raise errors.ConfigError(
            f"{where}: there is no context {name!r} in {_files(merged.files)}{_known(merged.contexts)}"
        )
    return entry


def _named(merged: Kubeconfig, what: str, flag: str | None, context: Entry | None) -> Entry | None:
    name = flag or (context.text(what) if context is not None else None)
    if name is None:
        return None
    entries = merged.clusters if what == "cluster" else merged.users
    entry = entries.get(name)
    if entry is None:
        where = f"--{what}" if flag or context is None else f"{context.file}: context {context.name}"
        raise errors.ConfigError(
            f"{where}: there is no {what} {name!r} in {_files(merged.files)}{_known(entries)}"
        )
    return entry


def _files(paths: tuple[Path, ...]) -> str:
    return ", ".join(map(str, paths)) or "any kubeconfig"


def _known(entries: Mapping[str, Entry]) -> str:
    shown = ", ".join(yamlio.escape(name) for name in sorted(entries)[:10])
    return f" (there are: {shown}{', …' if len(entries) > 10 else ''})" if shown else ""


def _nothing(merged: Kubeconfig, paths: tuple[Path, ...]) -> str:
    if not merged.files:
        looked = ", ".join(map(str, paths)) or "KUBECONFIG"
        return f"no cluster is configured: there is no kubeconfig ({looked}), and this is no pod"
    if merged.current_context is None and merged.contexts:
        return (
            f"{_files(merged.files)}: no context is selected: give --context"
            f"{_known(merged.contexts)} or set current-context"
        )
    return f"{_files(merged.files)}: no cluster is selected: give --context, --cluster or --server"


def _server(server: str, where: str) -> str:
    """The URL as httpx2 takes it; kubectl reads a host alone as ``http://``."""
    text = server if "://" in server else f"http://{server}"
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise errors.ConfigError(f"{where}: the server is not an http or https URL: {yamlio.escape(server)}")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise errors.ConfigError(f"{where}: the server's URL may hold no user, query or fragment")
    return text.rstrip("/")


def _trust(options: Options, cluster: Entry | None) -> tuple[str | None, bool]:
    """Certificate authority as PEM text, and whether nothing is checked."""
    if options.certificate_authority or options.insecure_skip_tls_verify:
        if options.certificate_authority and options.insecure_skip_tls_verify:
            raise errors.ConfigError(
                "--certificate-authority and --insecure-skip-tls-verify exclude each other"
            )
        if options.insecure_skip_tls_verify:
            return None, True
        path = Path(str(options.certificate_authority))
        return _pem(_read(path, "--certificate-authority"), str(path)), False
    if cluster is None:
        return None, False
    insecure = cluster.flag("insecure-skip-tls-verify") and options.insecure_skip_tls_verify is None
    data = _data(cluster, "certificate-authority")
    if data is None:
        return None, insecure
    if insecure:
        raise cluster.fault("certificate-authority and insecure-skip-tls-verify exclude each other")
    content, where = data
    return _pem(content, where), False


def _pem(content: bytes, where: str) -> str:
    text = content.decode("ascii", "replace")
    if "-----BEGIN " not in text:
        raise errors.ConfigError(f"{where}: no certificate in PEM form")
    return text


def _data(entry: Entry, key: str) -> tuple[bytes, str] | None:
    """The content under ``KEY-data`` (base64), else of the file under KEY, and its name for messages."""
    inline = entry.text(f"{key}-data")
    if inline is not None:
        try:
            return base64.b64decode(inline, validate=False), f"{entry.file}: {entry.name}: {key}-data"
        except binascii.Error:
            raise entry.fault(f"{key}-data is not base64") from None
    path = entry.path(key)
    if path is None:
        return None
    return _read(path, f"{entry.file}: {entry.name}: {key}"), str(path)


def _read(path: Path, where: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise errors.ConfigError(f"{where}: {path}: {error.strerror or error}") from None


def _key_pair(user: Entry) -> KeyPair | None:
    certificate = _data(user, "client-certificate")
    key = _data(user, "client-key")
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        missing = "client-certificate" if certificate is None else "client-key"
        raise user.fault(f"{missing} is missing: a client certificate needs its key")
    return KeyPair(certificate[0], key[0], certificate[1])


def _credentials(
    options: Options, user: Entry | None, environ: Mapping[str, str]
) -> tuple[str | None, Path | None, tuple[str, str] | None, Plugin | None]:
    """Token, token file, name and password, plugin. A token wins over a plugin; one given by flag wins over a file
    too, where kubectl keeps to the file."""
    if options.token:
        return options.token, None, None, None
    if user is None:
        return None, None, None, None
    token, token_file = user.text("token"), user.path("tokenFile")
    name, password = user.text("username"), user.text("password")
    basic = None if name is None and password is None else (name or "", password or "")
    if (token or token_file) and basic:
        raise user.fault("the user has a token and a password: which is meant?")
    if user.values.get("auth-provider") and not (token or token_file or basic or user.values.get("exec")):
        raise user.fault(
            "auth-provider is no longer part of Kubernetes (since 1.26): use the provider's exec plugin"
        )
    plugin = None
    if not (token or token_file or basic):
        plugin = plugins.configured(user, environ)
    if token_file is not None:
        _read(token_file, f"{user.file}: {user.name}: tokenFile")
    return token, token_file, basic, plugin


def _impersonation(options: Options, user: Entry | None) -> tuple[tuple[str, str], ...]:
    name = options.as_user or (user.text("as") if user is not None else None)
    uid = options.as_uid or (user.text("as-uid") if user is not None else None)
    groups = options.as_groups or (user.texts("as-groups") if user is not None else ())
    extra = user.values.get("as-user-extra") if user is not None else None
    if not name:
        if uid or groups or extra:
            raise errors.ConfigError("--as-group and --as-uid need --as: whom to act as")
        return ()
    headers = [("Impersonate-User", name)]
    if uid:
        headers.append(("Impersonate-Uid", uid))
    headers += [("Impersonate-Group", group) for group in groups]
    if extra is not None and user is not None:
        if not isinstance(extra, dict) or not all(isinstance(listed, list) for listed in extra.values()):
            raise user.fault("as-user-extra is not a mapping of lists")
        for key, listed in extra.items():
            # client-go escapes what may not stand in a header's name.
            header = f"Impersonate-Extra-{quote(key, safe='')}"
            headers += [(header, str(value)) for value in listed]
    return tuple(headers)


def _is_in_pod(environ: Mapping[str, str], account: Path) -> bool:
    return bool(
        environ.get("KUBERNETES_SERVICE_HOST")
        and environ.get("KUBERNETES_SERVICE_PORT")
        and (account / "token").is_file()
    )


def _in_pod(options: Options, environ: Mapping[str, str], account: Path) -> Access:
    host, port = environ["KUBERNETES_SERVICE_HOST"], environ["KUBERNETES_SERVICE_PORT"]
    server = f"https://[{host}]:{port}" if ":" in host else f"https://{host}:{port}"
    authority, insecure = _trust(options, None)
    if authority is None and not insecure:
        path = account / "ca.crt"
        authority = _pem(_read(path, "service account"), str(path))
    namespace = options.namespace or environ.get("POD_NAMESPACE")
    if not namespace:
        try:
            namespace = (account / "namespace").read_text(encoding="utf-8").strip()
        except OSError:
            # client-go reads "default" here as well.
            namespace = ""
    return Access(
        server=server,
        namespace=namespace or "default",
        certificate_authority=authority,
        insecure=insecure,
        tls_server_name=options.tls_server_name,
        token=options.token,
        token_file=None if options.token else account / "token",
        impersonate=_impersonation(options, None),
        proxy=proxies.of_environment(server, environ),
        timeout=options.request_timeout,
    )

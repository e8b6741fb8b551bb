# SPDX-License-Identifier: Apache-2.0
"""Credential plugins: programs that a kubeconfig names under ``exec`` (client.authentication.k8s.io, v1 and v1beta1).

The protocol is that of client-go (plugin/pkg/client/auth/exec): the program learns through KUBERNETES_EXEC_INFO what
is asked, may talk to the user on stderr and the terminal, and prints one ExecCredential as JSON.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec

from workload_map import yamlio
from workload_map.kube import errors
from workload_map.kube.access import KeyPair, Plugin
from workload_map.kube.kubeconfig import Entry

__all__ = ["Answer", "cluster_info", "configured", "run"]

_GROUP: Final = "client.authentication.k8s.io"
_VERSIONS: Final = (f"{_GROUP}/v1", f"{_GROUP}/v1beta1")
#: The extension of a cluster whose content goes to the plugin as ``spec.cluster.config``.
_EXTENSION: Final = f"{_GROUP}/exec"


class Answer(msgspec.Struct, frozen=True):
    """What a plugin gave: a token, a client certificate or both, and until when (seconds since 1970)."""

    token: str | None
    pair: KeyPair | None
    expires: float | None

    def __repr__(self) -> str:
        return f"<Answer expires={self.expires}>"


def configured(user: Entry, environ: Mapping[str, str]) -> Plugin | None:
    """The plugin of a kubeconfig's user; its `cluster` is empty where it asks for one. Raises ConfigError."""
    values = user.values.get("exec")
    if values is None:
        return None
    if not isinstance(values, dict):
        raise user.fault("exec is not a mapping")
    entry = Entry(f"{user.name}: exec", values, user.file)
    version = entry.text("apiVersion")
    if version not in _VERSIONS:
        raise entry.fault(
            f"apiVersion is {yamlio.escape(version or 'missing')}: known are {' and '.join(_VERSIONS)}"
        )
    command = entry.text("command")
    if command is None:
        raise entry.fault("command is missing")
    mode = entry.text("interactiveMode")
    if mode is None:
        if version == _VERSIONS[0]:
            raise entry.fault("interactiveMode is missing, which v1 requires")
        mode = "IfAvailable"
    if mode not in ("Never", "IfAvailable", "Always"):
        raise entry.fault(f"interactiveMode is {yamlio.escape(mode)}: known are Never, IfAvailable, Always")
    if "/" in command or os.sep in command:
        # A path is relative to the kubeconfig; a bare name is looked up in PATH.
        command = str(user.file.absolute().parent / command)
    return Plugin(
        api_version=version,
        command=command,
        args=entry.texts("args"),
        environ={**environ, **_variables(entry)},
        install_hint=entry.text("installHint"),
        interactive_mode=mode,
        cluster={} if entry.flag("provideClusterInfo") else None,
        source=str(user.file),
    )


def _variables(entry: Entry) -> dict[str, str]:
    listed = entry.values.get("env")
    if listed is None:
        return {}
    if not isinstance(listed, list):
        raise entry.fault("env is not a list")
    found = {}
    for index, member in enumerate(listed):
        if not isinstance(member, dict):
            raise entry.fault(f"env[{index}] is not a mapping")
        name, value = member.get("name"), member.get("value", "")
        if not isinstance(name, str) or not isinstance(value, str) or not name or "=" in name:
            raise entry.fault(f"env[{index}] needs a name and a text as value")
        found[name] = value
    return found


def cluster_info(
    cluster: Entry | None,
    *,
    server: str,
    authority: str | None,
    insecure: bool,
    tls_server_name: str | None,
) -> dict[str, Any]:
    """``spec.cluster`` of an ExecCredential."""
    info: dict[str, Any] = {"server": server}
    if tls_server_name:
        info["tls-server-name"] = tls_server_name
    if insecure:
        info["insecure-skip-tls-verify"] = True
    if authority:
        info["certificate-authority-data"] = base64.b64encode(authority.encode()).decode()
    if cluster is None:
        return info
    if proxy := cluster.text("proxy-url"):
        info["proxy-url"] = proxy
    if cluster.flag("disable-compression"):
        info["disable-compression"] = True
    extensions = cluster.values.get("extensions")
    if isinstance(extensions, list):
        for member in extensions:
            if isinstance(member, dict) and member.get("name") == _EXTENSION:
                info["config"] = member.get("extension")
    return info


async def run(plugin: Plugin, *, terminal: bool, stderr: int | None = None) -> Answer:
    """Run a plugin and read its answer. With `terminal` it may ask the user; `stderr` is where it may write
    (None: where this process writes). Raises ConfigError that names it. A cancelled run ends the program."""
    if plugin.interactive_mode == "Always" and not terminal:
        raise _fault(plugin, "must ask on a terminal, and there is none")
    interactive = terminal and plugin.interactive_mode != "Never"
    spec: dict[str, Any] = {"interactive": interactive}
    if plugin.cluster is not None:
        spec["cluster"] = plugin.cluster
    asked = {"kind": "ExecCredential", "apiVersion": plugin.api_version, "spec": spec}
    environ = {**plugin.environ, "KUBERNETES_EXEC_INFO": json.dumps(asked)}
    try:
        process = await asyncio.create_subprocess_exec(
            plugin.command,
            *plugin.args,
            env=environ,
            stdin=None if interactive else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
        )
    except FileNotFoundError:
        raise _fault(plugin, "is not found", hint=True) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise _fault(plugin, f"cannot be run: {reason or error}", hint=True) from None
    try:
        output, _ = await process.communicate()
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        # A child of its own may hold the pipe open: the wait has an end.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 1)
        raise
    code = process.returncode or 0
    if code != 0:
        ended = f"was ended by signal {-code}" if code < 0 else f"failed with exit code {code}"
        raise _fault(plugin, ended, hint=code == 127)
    return _answer(plugin, output)


def _answer(plugin: Plugin, output: bytes) -> Answer:
    # What it printed may be a secret, so no message repeats it.
    try:
        answer = json.loads(output)
    except ValueError:
        printed = "something that is not JSON" if output.strip() else "nothing"
        raise _fault(plugin, f"printed {printed} instead of an ExecCredential") from None
    if not isinstance(answer, dict) or answer.get("kind") != "ExecCredential":
        raise _fault(plugin, "printed something other than an ExecCredential")
    version = answer.get("apiVersion")
    if version != plugin.api_version:
        shown = yamlio.escape(str(version))[:60]
        raise _fault(plugin, f"answers with apiVersion {shown}; the kubeconfig asks for {plugin.api_version}")
    status = answer.get("status")
    if not isinstance(status, dict):
        raise _fault(plugin, "printed an ExecCredential without status")
    texts = {}
    for key in ("token", "clientCertificateData", "clientKeyData", "expirationTimestamp"):
        value = status.get(key)
        if value is not None and not isinstance(value, str):
            raise _fault(plugin, f"gave a {key} that is not a text")
        texts[key] = value or None
    certificate, secret = texts["clientCertificateData"], texts["clientKeyData"]
    if (certificate is None) != (secret is None):
        raise _fault(plugin, "gave a client certificate without key, or a key without certificate")
    pair = None
    if certificate is not None and secret is not None:
        pair = KeyPair(certificate.encode(), secret.encode(), f"plugin {plugin.command}")
    if texts["token"] is None and pair is None:
        raise _fault(plugin, "gave neither a token nor a client certificate")
    return Answer(texts["token"], pair, _expiry(plugin, texts["expirationTimestamp"]))


def _expiry(plugin: Plugin, text: str | None) -> float | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise _fault(plugin, "gave an expirationTimestamp that is not a time (RFC 3339)")
    return moment.timestamp()


def _fault(plugin: Plugin, what: str, *, hint: bool = False) -> errors.ConfigError:
    message = f"{plugin.source}: credential plugin {yamlio.escape(plugin.command)} {what}"
    if hint and plugin.install_hint:
        message += ": " + yamlio.escape(" ".join(plugin.install_hint.split()))
    return errors.ConfigError(message)

# SPDX-License-Identifier: Apache-2.0
"""Credential plugins: real programs, what they are told and what their answers give."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from workload_map.kube import errors, loop, plugins
from workload_map.kube.access import Plugin
from workload_map.kube.plugins import Answer

_V1 = "client.authentication.k8s.io/v1"


def program(folder: Path, script: str, **more: Any) -> Plugin:
    path = folder / "login"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    values: dict[str, Any] = {
        "api_version": _V1,
        "command": str(path),
        "environ": {"PATH": "/usr/bin:/bin"},
        "interactive_mode": "IfAvailable",
        "source": "config",
        **more,
    }
    return Plugin(**values)


def printing(folder: Path, answer: Any, **more: Any) -> Plugin:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    (folder / "answer").write_text(text)
    return program(folder, f"cat {folder / 'answer'}", **more)


def credential(version: str = _V1, **status: Any) -> dict[str, Any]:
    return {"apiVersion": version, "kind": "ExecCredential", "status": status}


def run(plugin: Plugin, *, terminal: bool = False) -> Answer:
    return loop.run(plugins.run(plugin, terminal=terminal, stderr=asyncio.subprocess.DEVNULL))


def refused(plugin: Plugin, *, terminal: bool = False) -> str:
    with pytest.raises(errors.ConfigError) as raised:
        run(plugin, terminal=terminal)
    assert "\n" not in str(raised.value)
    return str(raised.value).replace(plugin.command, "LOGIN")


@pytest.mark.parametrize("version", [_V1, "client.authentication.k8s.io/v1beta1"])
def test_a_token(tmp_path: Path, version: str) -> None:
    answer = run(printing(tmp_path, credential(version, token="secret"), api_version=version))
    assert (answer.token, answer.pair, answer.expires) == ("secret", None, None)
    assert "secret" not in repr(answer)


def test_a_certificate_and_its_end(tmp_path: Path) -> None:
    status = {
        "clientCertificateData": "certificate",
        "clientKeyData": "key",
        "expirationTimestamp": "2021-02-03T04:05:06Z",
    }
    answer = run(printing(tmp_path, credential(**status)))
    assert answer.token is None
    assert answer.pair is not None
    assert (answer.pair.certificate, answer.pair.key) == (b"certificate", b"key")
    assert answer.expires == 1612325106.0


def test_what_a_plugin_is_told(tmp_path: Path) -> None:
    told = tmp_path / "told"
    answer = json.dumps(credential(token="t"))
    plugin = program(
        tmp_path,
        f"printf '%s' \"$KUBERNETES_EXEC_INFO\" > {told}\necho \"$1 $MINE\" >> {told}.args\nprintf '%s' '{answer}'",
        args=("one",),
        environ={"MINE": "two", "PATH": "/usr/bin:/bin"},
        cluster={"server": "https://one", "config": {"a": 1}},
    )
    run(plugin)
    assert json.loads(told.read_text()) == {
        "kind": "ExecCredential",
        "apiVersion": _V1,
        "spec": {"interactive": False, "cluster": {"server": "https://one", "config": {"a": 1}}},
    }
    assert Path(f"{told}.args").read_text() == "one two\n"


@pytest.mark.parametrize(
    ("mode", "terminal", "interactive"),
    [
        ("Never", True, False),
        ("IfAvailable", True, True),
        ("IfAvailable", False, False),
        ("Always", True, True),
    ],
)
def test_who_may_ask(tmp_path: Path, mode: str, terminal: bool, interactive: bool) -> None:
    told = tmp_path / "told"
    answer = json.dumps(credential(token="t"))
    plugin = program(
        tmp_path,
        f"printf '%s' \"$KUBERNETES_EXEC_INFO\" > {told}\nprintf '%s' '{answer}'",
        interactive_mode=mode,
    )
    run(plugin, terminal=terminal)
    assert json.loads(told.read_text())["spec"] == {"interactive": interactive}


def test_a_plugin_that_must_ask(tmp_path: Path) -> None:
    plugin = program(tmp_path, "exit 1", interactive_mode="Always")
    assert refused(plugin) == "config: credential plugin LOGIN must ask on a terminal, and there is none"


def test_a_plugin_that_is_not_there(tmp_path: Path) -> None:
    plugin = Plugin(
        api_version=_V1,
        command="no-such-login",
        environ={"PATH": str(tmp_path)},
        source="config",
        install_hint="Get it:\n  brew install \x1b[1mlogin",
    )
    assert refused(plugin) == (
        "config: credential plugin LOGIN is not found: Get it: brew install \\x1b[1mlogin"
    )


def test_a_plugin_is_looked_up_in_its_own_path(tmp_path: Path) -> None:
    printing(tmp_path, credential(token="t"))
    plugin = Plugin(
        api_version=_V1,
        command="login",
        environ={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        source="config",
    )
    assert run(plugin).token == "t"


def test_a_plugin_that_cannot_be_run(tmp_path: Path) -> None:
    plugin = program(tmp_path, "exit 0")
    Path(plugin.command).chmod(0o644)
    assert "LOGIN cannot be run: Permission denied" in refused(plugin)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 3", "failed with exit code 3"),
        ("kill -9 $$", "was ended by signal 9"),
        ("exit 0", "printed nothing instead of an ExecCredential"),
        ("echo hello", "printed something that is not JSON instead of an ExecCredential"),
        ("echo 1", "printed something other than an ExecCredential"),
        ("echo '{}'", "printed something other than an ExecCredential"),
    ],
)
def test_plugins_that_fail(tmp_path: Path, script: str, message: str) -> None:
    assert refused(program(tmp_path, script)) == f"config: credential plugin LOGIN {message}"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (credential("client.authentication.k8s.io/v1beta1", token="t"), "answers with apiVersion client"),
        ({"apiVersion": _V1, "kind": "ExecCredential"}, "printed an ExecCredential without status"),
        (credential(), "gave neither a token nor a client certificate"),
        (credential(token=""), "gave neither a token nor a client certificate"),
        (credential(token=1), "gave a token that is not a text"),
        (credential(clientCertificateData="c"), "gave a client certificate without key"),
        (credential(token="t", expirationTimestamp="soon"), "gave an expirationTimestamp that is not a time"),
        (
            credential(token="t", expirationTimestamp="2021-02-03T04:05:06"),
            "gave an expirationTimestamp that is not a time",
        ),
    ],
)
def test_answers_that_cannot_be_used(tmp_path: Path, answer: Any, message: str) -> None:
    assert message in refused(printing(tmp_path, answer))


def test_a_cancelled_plugin_is_ended(tmp_path: Path) -> None:
    started = tmp_path / "started"
    plugin = program(tmp_path, f"echo $$ > {started}\nexec sleep 60")

    async def main() -> float:
        task = asyncio.create_task(plugins.run(plugin, terminal=False))
        while not (started.exists() and started.read_text()):
            await asyncio.sleep(0.01)
        begun = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.perf_counter() - begun

    assert loop.run(main()) < 10
    assert not Path(f"/proc/{started.read_text().strip()}").exists()

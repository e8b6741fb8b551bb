# SPDX-License-Identifier: Apache-2.0
"""``wmap get --watch`` on a real API server: what is told, added up, is what a list says, whatever breaks meanwhile."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.live.cluster.api import Api
from tests.live.conftest import Cluster, Kubectl

pytestmark = pytest.mark.live

WMAP = [sys.executable, "-c", "from workload_map.cli import main; main()"]
WAIT = 40.0


class Watching:
    """A ``wmap get --watch`` that runs; its lines are read as they come."""

    def __init__(self, kubeconfig: str, home: Path, *args: str) -> None:
        env = {**os.environ, "KUBECONFIG": kubeconfig, "XDG_CACHE_HOME": str(home)}
        self.process = subprocess.Popen(
            [*WMAP, "get", *args, "--watch"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
        )
        self.lines: list[str] = []
        self.errors: list[str] = []
        self.threads = [
            threading.Thread(target=self._read, args=pair, daemon=True)
            for pair in ((self.process.stdout, self.lines), (self.process.stderr, self.errors))
        ]
        for thread in self.threads:
            thread.start()

    @staticmethod
    def _read(stream: Any, into: list[str]) -> None:
        into.extend(iter(stream.readline, ""))

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in list(self.lines)]

    def rows(self) -> dict[str, dict[str, Any]]:
        """What all lines of JSON leave, by name; each line must make sense after the ones before it."""
        found: dict[str, dict[str, Any]] = {}
        for event in self.events():
            name, row = event["object"]["name"], event["object"]
            assert (name in found) is (event["type"] != "ADDED"), event
            assert event["type"] == "DELETED" or found.get(name) != row, "the same again"
            if event["type"] == "DELETED":
                del found[name]
            else:
                found[name] = row
        return found

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for it."""
        end = time.monotonic() + WAIT
        while not holds():
            assert self.process.poll() is None, "".join(self.errors)
            assert time.monotonic() < end, f"{self.lines[-5:]} {self.errors}"
            time.sleep(0.05)

    def until_row(self, name: str, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Wait for a row to be so."""
        self.until(lambda: (row := self.rows().get(name)) is not None and holds(row))

    def stop(self) -> int:
        """The exit code after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)

    def close(self) -> None:
        """End it, however it is."""
        self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


Watch = Callable[..., Watching]


@pytest.fixture
def watch(cluster: Cluster, tmp_path: Path, namespace: str) -> Iterator[Watch]:
    """Starts a watch of the test's namespace."""
    begun: list[Watching] = []

    def start(*args: str, user: str = "admin") -> Watching:
        begun.append(Watching(cluster.user(user), tmp_path, "-n", namespace, *args))
        return begun[-1]

    yield start
    for each in begun:
        each.close()


@pytest.fixture
def listed(cluster: Cluster, tmp_path: Path, namespace: str) -> Callable[..., dict[str, dict[str, Any]]]:
    """What the same list without --watch says, by name."""

    def ask(*args: str) -> dict[str, dict[str, Any]]:
        env = {**os.environ, "KUBECONFIG": cluster.kubeconfig, "XDG_CACHE_HOME": str(tmp_path)}
        done = subprocess.run(
            [*WMAP, "get", "-n", namespace, *args], capture_output=True, text=True, env=env, check=True
        )
        return {row["name"]: row for row in json.loads(done.stdout)["items"]}

    return ask


@pytest.fixture
def tunnel(cluster: Cluster) -> Iterator[Tunnel]:
    """A way to the server that can be cut."""
    found = Tunnel(json.loads(_config(cluster.user("admin")))["server"])
    yield found
    found.close()


class Tunnel:
    """Passes the bytes of connections on, until they are cut."""

    def __init__(self, server: str) -> None:
        target = urlsplit(server)
        assert target.hostname is not None
        assert target.port is not None
        self.target = (target.hostname, target.port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self.listener.getsockname()[1]}"
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.ended = False
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.ended:
            sockets = [one for pair in self.pairs for one in pair]
            ready, _, _ = select.select([self.listener, *sockets], [], [], 0.1)
            for one in ready:
                if one is self.listener:
                    self.pairs.append((one.accept()[0], socket.create_connection(self.target)))
                else:
                    self._pass_on(one)
        for pair in list(self.pairs):
            self._drop(pair)

    def _pass_on(self, one: socket.socket) -> None:
        pair = next((pair for pair in self.pairs if one in pair), None)
        if pair is None:
            return
        try:
            data = one.recv(65536)
            if data:
                pair[pair[0] is one].sendall(data)
        except OSError:
            data = b""
        if not data:
            self._drop(pair)

    def _drop(self, pair: tuple[socket.socket, socket.socket]) -> None:
        for one in pair:
            one.close()
        self.pairs = [other for other in self.pairs if other is not pair]

    def cut(self) -> None:
        """End every connection, of which there are some."""
        end = time.monotonic() + WAIT
        while len(self.pairs) < 3:
            assert time.monotonic() < end
            time.sleep(0.05)
        for pair in list(self.pairs):
            for one in pair:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.ended = True
        self.thread.join()
        self.listener.close()


def _config(kubeconfig: str) -> str:
    from workload_map import yamlio

    text = Path(kubeconfig).read_bytes()
    found: Any = next(iter(yamlio.load_all(text, source=kubeconfig))).value
    return json.dumps({"server": found["clusters"][0]["cluster"]["server"]})


def deployment(name: str, namespace: str, replicas: int = 2) -> dict[str, Any]:
    container = {"name": "main", "image": "registry.example/app:1"}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": namespace, "labels": {"app": name}},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": {"app": name}},
            "template": {"metadata": {"labels": {"app": name}}, "spec": {"containers": [container]}},
        },
    }


def jobset(name: str, namespace: str, pods: int = 3) -> dict[str, Any]:
    container = {"name": "main", "image": "registry.example/train:1"}
    template = {"spec": {"restartPolicy": "Never", "containers": [container]}}
    job = {"parallelism": pods, "completions": pods, "template": template}
    return {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"replicatedJobs": [{"name": "workers", "replicas": 1, "template": {"spec": job}}]},
    }


def pods(ready: int, desired: int) -> Callable[[dict[str, Any]], bool]:
    def holds(row: dict[str, Any]) -> bool:
        return (row["replicas"]["ready"], row["replicas"]["desired"]) == (ready, desired)

    return holds


def test_rows_follow_what_is_done(
    cluster: Cluster, watch: Watch, listed: Any, api: Api, namespace: str
) -> None:
    cluster.needs("jobset")
    web, train = deployment("web", namespace), jobset("train", namespace)
    api.create(web)
    watching = watch("--all", "--pods", "-o", "json")
    watching.until_row("web", pods(2, 2))
    api.create(train)
    watching.until_row("train", lambda row: row["headline"] == "Running" and pods(3, 3)(row))
    api.patch(web, {"spec": {"replicas": 4}})
    watching.until_row("web", pods(4, 4))
    api.patch(train, {"spec": {"suspend": True}})
    watching.until_row("train", lambda row: row["headline"] == "Suspended")
    watching.until_row("train", lambda row: row["replicas"]["current"] == 0)
    api.patch(train, {"spec": {"suspend": False}})
    watching.until_row("train", lambda row: row["headline"] == "Running" and pods(3, 3)(row))
    now = listed("--all", "--pods", "-o", "json")
    watching.until(lambda: watching.rows() == now)
    api.call("DELETE", api.path(web), {"propagationPolicy": "Background"})
    watching.until(lambda: set(watching.rows()) == {"train"})
    assert watching.stop() == 130
    assert watching.errors == []


def test_a_cut_connection_loses_nothing(
    watch: Watch, listed: Any, api: Api, namespace: str, tunnel: Tunnel
) -> None:
    first = deployment("first", namespace)
    api.create(first)
    watching = watch("deployments", "--pods", "-o", "json", "--server", tunnel.url)
    watching.until_row("first", pods(2, 2))
    for number in range(3):
        # Cut in the middle of what happens.
        api.create(deployment(f"more-{number}", namespace, replicas=1))
        tunnel.cut()
        api.patch(first, {"spec": {"replicas": 3 + number}})
    api.call("DELETE", api.path(deployment("more-1", namespace)), {"propagationPolicy": "Background"})
    tunnel.cut()
    watching.until_row("first", pods(5, 5))
    watching.until_row("more-2", pods(1, 1))
    watching.until(lambda: watching.rows() == listed("deployments", "--pods", "-o", "json"))
    assert watching.stop() == 130


def test_selectors_and_conditions_let_rows_come_and_go(watch: Watch, api: Api, namespace: str) -> None:
    web = deployment("web", namespace)
    api.create(web)
    labelled = watch("deployments", "-l", "app=web", "-o", "json", "--pods")
    running = watch("--all", "--phase", "Running", "--where", ".replicas.desired > 1", "-o", "name")
    labelled.until_row("web", pods(2, 2))
    running.until(lambda: len(running.lines) == 1)
    api.patch(web, {"metadata": {"labels": {"app": "other"}}, "spec": {"replicas": 1}})
    labelled.until(lambda: not labelled.rows())
    running.until(lambda: len(running.lines) == 2)
    assert running.lines == ["deployment.apps/web\n"] * 2
    api.patch(web, {"metadata": {"labels": {"app": "web"}}, "spec": {"replicas": 3}})
    labelled.until_row("web", pods(3, 3))
    assert [event["type"] for event in labelled.events()].count("DELETED") == 1


def test_the_table_is_the_same_and_lines_fit_below_it(
    watch: Watch, kubectl: Kubectl, api: Api, namespace: str
) -> None:
    web = deployment("a-rather-long-name-of-a-deployment", namespace, replicas=0)
    api.create(web)
    watching = watch("deployments")
    watching.until(lambda: len(watching.lines) >= 2)
    api.create(deployment("b", namespace, replicas=0))
    watching.until(lambda: any(line.startswith("b ") for line in watching.lines))
    header, *rows = watching.lines
    assert header.split() == ["NAME", "NAMESPACE", "KIND", "PHASE", "PODS", "GPUS", "AGE"]
    assert {row.index(" Deployment") for row in rows} == {header.index(" KIND")}


def test_what_ends_a_watch(watch: Watch, api: Api, namespace: str) -> None:
    forbidden = watch("deployments", user="no-rights")
    assert forbidden.process.wait(WAIT) == 1
    everything = watch("--all", user="no-rights")
    assert everything.process.wait(WAIT) == 1
    absent = watch("deployment", "nobody")
    assert absent.process.wait(WAIT) == 3
    for each, said in ((forbidden, "forbidden"), (everything, "forbidden"), (absent, "nobody")):
        for thread in each.threads:
            thread.join()
        assert len(each.errors) == 1, each.errors
        assert said in each.errors[0]
    api.create(deployment("web", namespace, replicas=0))
    watching = watch("deployments", user="list-only")
    watching.until(lambda: len(watching.lines) >= 2)
    started = time.monotonic()
    assert watching.stop() == 130
    assert time.monotonic() - started < 2
    assert watching.errors == []


def test_a_closed_pipe_ends_it_quietly(cluster: Cluster, api: Api, namespace: str, tmp_path: Path) -> None:
    web = deployment("web", namespace, replicas=0)
    api.create(web)
    env = {**os.environ, "KUBECONFIG": cluster.kubeconfig, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*WMAP, "get", "deployments", "-n", namespace, "--watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        api.create(deployment("more", namespace, replicas=0))
        assert process.wait(WAIT) == 0
        assert process.stderr.read() == b""

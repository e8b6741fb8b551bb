# SPDX-License-Identifier: Apache-2.0
"""Start, look at and stop a test cluster. All that is known of it is in ``state.json`` of its state folder.

`up` is idempotent: on a cluster that runs it starts what does not run, such as a controller that was added.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import shutil
import ssl
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.live.cluster import (
    build,
    control,
    controllers,
    crds,
    credentials,
    gang_programs,
    objects,
    processes,
)
from tests.live.cluster.api import ApiFault
from tests.live.cluster.place import Controller, Place, Process
from tests.shared import SHARED

#: What `--with` may name, beyond the controllers that every cluster has.
EXTRAS: dict[str, Controller] = {item.name: item for item in gang_programs.ALL}

_FILE = "state.json"


class ClusterError(Exception):
    """A cluster could not be started or found; one message for the user."""


@dataclass(frozen=True)
class Wanted:
    """What `up` is asked for. `bare`: etcd, API server and CRDs only. `gates`: names of `control.GATES`; `extras`: of
    `EXTRAS`; `base`: which of `controllers.BASE` run, None for all. `built_only`: programs that are not built are left
    out, and said, where they would be built."""

    state: Path
    nodes: int = 8
    gpus: int = 8
    bare: bool = False
    shared_crds: bool = True
    gates: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    base: tuple[str, ...] | None = None
    audit: bool = False
    built_only: bool = False


@dataclass
class State:
    """What is written down of a cluster: how to reach it, and what was started."""

    server: str
    kubeconfig: str
    kubeconfigs: dict[str, str]
    kubectl: str
    ports: dict[str, int]
    gates: list[str] = field(default_factory=list)
    audit: bool = False
    bare: bool = False
    controllers: list[str] = field(default_factory=list)
    processes: list[dict[str, Any]] = field(default_factory=list)

    def started(self) -> list[processes.Started]:
        """The processes that were started, in that order."""
        return [processes.Started(**item) for item in self.processes]

    def running(self) -> dict[str, processes.Started]:
        """Those that run, by name."""
        return {process.name: process for process in self.started() if processes.alive(process)}


def load(folder: Path) -> State | None:
    """What is written down of the cluster in a folder; None when there is none."""
    try:
        return State(**json.loads((folder / _FILE).read_text()))
    except FileNotFoundError:
        return None


def up(wanted: Wanted, *, say: Callable[[str], None] = print) -> State:
    """Start a cluster, or what is missing of it. Raises ClusterError; what was started by then goes on running."""
    folder = wanted.state.resolve()
    for kind, names, known in (
        ("gates", wanted.gates, control.GATES),
        ("programs", wanted.extras, EXTRAS),
        ("controllers", wanted.base or (), {item.name: item for item in controllers.BASE}),
    ):
        for name in names:
            if name not in known:
                raise ClusterError(f"no {kind} are called {name}; there are {', '.join(known)}")
    base = [item for item in controllers.BASE if wanted.base is None or item.name in wanted.base]
    chosen = [] if wanted.bare else [*base, *(EXTRAS[name] for name in wanted.extras)]
    chosen = _built(wanted, chosen, say)
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        try:
            return _Start(wanted, folder, chosen, say).run()
        except (processes.ProcessError, ApiFault, TimeoutError, OSError) as fault:
            raise ClusterError(str(fault)) from fault


def down(folder: Path, *, keep: bool = False, say: Callable[[str], None] = print) -> bool:
    """Stop what was started and remove the folder (`keep` leaves it); False when there is no cluster there."""
    folder = folder.resolve()
    state = load(folder)
    if state is None:
        return False
    with _locked(folder):
        # Controllers first: without an API server they would only fill their logs.
        backwards = list(reversed(state.started()))
        for group in (backwards[:-2], backwards[-2:-1], backwards[-1:]):
            for name in processes.stop(group):
                say(f"{name} did not stop and was killed")
    if keep:
        (folder / _FILE).unlink()
    else:
        shutil.rmtree(folder)
    return True


def _built(wanted: Wanted, chosen: list[Controller], say: Callable[[str], None]) -> list[Controller]:
    """Build what is not built; those of `chosen` that are there to be started."""
    needed = ["kubernetes", "etcd", *([] if wanted.bare else ["kwok"])]
    table = build.programs()
    if not wanted.built_only:
        build.build([*needed, *(item.program for item in chosen)], say=say)
        return chosen
    for name in needed:
        if left := build.missing(table[name]):
            raise ClusterError(f"not built: {', '.join(left)} (scripts/live-cluster build)")
    there = [item for item in chosen if not build.missing(table[item.program])]
    for item in chosen:
        if item not in there:
            say(f"{item.name} is not built and is left out")
    return there


class _Start:
    """One run of `up`."""

    def __init__(
        self, wanted: Wanted, folder: Path, chosen: list[Controller], say: Callable[[str], None]
    ) -> None:
        self.wanted, self.folder, self.chosen, self.say = wanted, folder, chosen, say
        self.saving = threading.Lock()
        credentials.write(folder)
        known = load(folder)
        self.running = known.running() if known else {}
        gates = tuple(known.gates) if known and self.running else wanted.gates
        bare = known.bare if known and self.running else wanted.bare
        if self.running and (gates != wanted.gates or bare != wanted.bare):
            raise ClusterError(f"the cluster in {folder} runs with other settings; stop it first")
        main = [control.ETCD, control.APISERVER, *(() if bare else control.OTHERS)]
        self.ports = self._ports(known, main)
        self.place = Place(
            folder,
            self.ports,
            {gate: True for name in gates for gate in control.GATES[name][0]},
            [version for name in gates for version in control.GATES[name][1]],
            audit=known.audit if known and self.running else wanted.audit,
        )
        paths = credentials.kubeconfigs(folder, self.place.server)
        self.state = State(
            server=self.place.server,
            kubeconfig=paths["admin"],
            kubeconfigs=paths,
            kubectl=str(build.binary("kubectl")),
            ports=self.ports,
            gates=list(gates),
            audit=self.place.audit,
            bare=bare,
            controllers=[item.name for item in chosen],
            processes=[asdict(process) for process in self.running.values()],
        )

    def _ports(self, known: State | None, main: list[Process]) -> dict[str, int]:
        """Ports by name: those of a cluster that runs stay."""
        names = [port for process in main for port in process.ports]
        names += [port for item in self.chosen for process in item.processes for port in process.ports]
        ports = dict(known.ports) if known and self.running else {}
        new = [name for name in names if name not in ports]
        return {**ports, **dict(zip(new, processes.free_ports(len(new)), strict=True))}

    def run(self) -> State:
        self.save()
        own, shared = self.crd_files()
        planted = self.folder / "planted"
        fresh = not planted.exists()
        if fresh:
            self.plant(own, shared)
            planted.touch()
        self.launch_all((control.ETCD, control.APISERVER))
        if not self.state.bare:
            for process in control.OTHERS:
                self.launch(process)
        api = self.place.api()
        objects.add_namespaces(api)
        objects.add_rights(api)
        if not self.state.bare:
            objects.add_nodes(api, self.wanted.nodes, gpus=self.wanted.gpus)
        if not fresh:
            crds.apply(api, crds.merged(crds.read(own), crds.read(shared)), say=self.say)
        with ThreadPoolExecutor(max(len(self.chosen), 1)) as pool:
            list(pool.map(self.add, self.chosen))
        if not self.state.bare:
            for process in control.OTHERS:
                self.await_ready(process)
        api.close()
        self.state.processes.sort(key=lambda item: item["born"])
        self.save()
        return self.state

    def crd_files(self) -> tuple[list[Path], list[Path]]:
        """CRDs of the base controllers (without these running too) and of the extra programs; the shared ones."""
        own = []
        for item in {item.name: item for item in (*controllers.BASE, *self.chosen)}.values():
            if item.crds:
                own += crds.files(build.module_dir(item.program), item.crds)
            own += [file for file in item.more_crds() if file not in own]
        if SHARED is None:
            self.say("no shared material: only the controllers' own CRDs are there")
        elif self.wanted.shared_crds:
            return own, crds.files(SHARED / "crds", ("*.json",))
        return own, []

    def plant(self, own: list[Path], shared: list[Path]) -> None:
        """Give etcd its data with the CRDs in them.

        Creating fifty CRDs costs the API server five times the work of starting with them: it joins all schemas anew
        after each. So they are created once for each set of CRDs, and etcd's data are kept in the cache.
        """
        version = build.programs()["kubernetes"].version
        seed = build.cache() / "seeds" / crds.digest([*own, *shared], version)
        if not seed.exists():
            self.launch_all((control.ETCD, control.APISERVER))
            api = self.place.api()
            crds.apply(api, crds.merged(crds.read(own), crds.read(shared)), say=self.say)
            api.close()
            self.halt()
            seed.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=seed.parent) as part:
                shutil.copytree(self.folder / "etcd", Path(part) / "etcd")
                try:
                    (Path(part) / "etcd").rename(seed)
                except OSError:
                    if not seed.exists():  # else another cluster was first
                        raise
        else:
            self.halt()  # what an `up` that was broken off left
            shutil.rmtree(self.folder / "etcd", ignore_errors=True)
            shutil.copytree(seed, self.folder / "etcd")

    def halt(self) -> None:
        """Stop the API server and etcd, as far as they run."""
        for name in ("kube-apiserver", "etcd"):
            if name in self.running:
                processes.stop([self.running.pop(name)])
        self.state.processes.clear()

    def launch_all(self, several: Iterable[Process]) -> None:
        """Start processes one after the other, each when the one before it is ready."""
        for process in several:
            self.launch(process)
            self.await_ready(process)

    def add(self, item: Controller) -> None:
        """Start a controller's processes; its webhooks only once it can answer them."""
        if all(process.name in self.running for process in item.processes):
            return
        folder = build.module_dir(item.program)
        item.before(self.place, folder)
        for process in item.processes:
            self.launch(process)
        for process in item.processes:
            self.await_ready(process)
        item.after(self.place, folder)

    def launch(self, process: Process) -> None:
        if process.name in self.running:
            return
        binary = build.binary(process.binary or process.name)
        command = [str(binary), *process.command(self.place)]
        started = processes.start(
            process.name,
            command,
            log=self.folder / "logs" / f"{process.name}.log",
            environment=self.place.environment(process.environment(self.place)),
        )
        # Controllers are started by several threads, and what is written down must have all of them.
        with self.saving:
            self.running[process.name] = started
            self.state.processes.append(asdict(started))
            self.save()

    def await_ready(self, process: Process) -> None:
        url = process.ready(self.place) if process.ready else ""
        token = credentials.tokens(self.folder)["admin"]
        processes.wait(
            self.running[process.name],
            lambda: not url or _answers(url, token, self.place.authority),
            timeout=process.timeout,
        )

    def save(self) -> None:
        part = self.folder / f"{_FILE}.part"
        part.write_text(json.dumps(asdict(self.state), indent=1))
        part.replace(self.folder / _FILE)


def _answers(url: str, token: str, authority: str) -> bool:
    secure = url.startswith("https:")
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if secure else {})
    handlers: list[Any] = [urllib.request.ProxyHandler({})]
    if secure:
        handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authority)))
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=2) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as fault:
        fault.close()
        return False
    except OSError:
        return False


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One `up` or `down` of a folder at a time; a second one waits up to two minutes."""
    end = time.monotonic() + 120
    with open(folder / "lock", "w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    raise ClusterError(f"another command works on the cluster in {folder}") from None
                time.sleep(0.2)
        yield

# SPDX-License-Identifier: Apache-2.0
"""What every program of the test cluster is told: the state folder, its ports, the way to the API server."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.live.cluster.api import Api


@dataclass(frozen=True)
class Place:
    """One cluster's folder, ports (keyed ``PROGRAM.PURPOSE``), feature gates and the API versions served for these."""

    state: Path
    ports: Mapping[str, int]
    gates: Mapping[str, bool]
    versions: Sequence[str] = ()
    audit: bool = False

    @property
    def server(self) -> str:
        """The API server's URL."""
        return f"https://127.0.0.1:{self.ports['apiserver.https']}"

    @property
    def kubeconfig(self) -> str:
        """The administrator's kubeconfig."""
        return str(self.state / "admin.kubeconfig")

    @property
    def certificates(self) -> str:
        """The folder with tls.crt and tls.key for servers on 127.0.0.1."""
        return str(self.state / "certs")

    @property
    def authority(self) -> str:
        """The file with the certificate that signs every server's."""
        return str(self.state / "ca.crt")

    def api(self) -> Api:
        """The API server, as administrator."""
        return Api.of(self.kubeconfig)

    def address(self, port: str) -> str:
        """``127.0.0.1:PORT`` of a named port."""
        return f"127.0.0.1:{self.ports[port]}"

    def write(self, name: str, value: Any) -> str:
        """Write a program's configuration file as YAML; its path."""
        path = self.state / "config" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(value, sort_keys=False))
        return str(path)

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """A program's environment: no proxy of the machine's, a home and a temporary folder in the state folder."""
        (self.state / "tmp").mkdir(exist_ok=True)
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.state),
            "TMPDIR": str(self.state / "tmp"),
            **more,
        }


def _nothing(place: Place, folder: Path) -> None:
    """For programs that need no objects or files."""


@dataclass(frozen=True)
class Process:
    """How one process is run: `ready` is a URL that answers 200 when it is up (None: it runs, that is all). `binary` is
    the program's, where that is not called as the process is."""

    name: str
    command: Callable[[Place], list[str]]
    ready: Callable[[Place], str] | None = None
    ports: tuple[str, ...] = ()
    environment: Callable[[Place], dict[str, str]] = lambda place: {}
    timeout: float = 60
    binary: str = ""


@dataclass(frozen=True)
class Controller:
    """A program of `programs.toml` that is added to the control plane: its CRDs, what it needs, its processes.

    `crds` are patterns in the program's module, `more_crds` gives files from elsewhere; `before` is called when they
    are served, `after` when the processes are ready, both with the module's folder. `module` is the entry of
    `programs.toml`, where that has another name.
    """

    name: str
    crds: tuple[str, ...]
    processes: tuple[Process, ...]
    before: Callable[[Place, Path], None] = _nothing
    after: Callable[[Place, Path], None] = _nothing
    module: str = ""
    more_crds: Callable[[], list[Path]] = list

    @property
    def program(self) -> str:
        """The name of its entry in `programs.toml`."""
        return self.module or self.name

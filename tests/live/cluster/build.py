# SPDX-License-Identifier: Apache-2.0
"""Build the programs of the test cluster from Go modules, once for each version.

Each program gets a module of its own (they pin different `k8s.io` versions): a `go.mod` that requires the program's
module, with that module's own `replace` lines and its `go.sum`. Binaries lie in a cache folder outside the checkout,
`$WMAP_LIVE_CACHE` or `~/.cache/workload-map-live`, named by version, so that a second build takes no time.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).with_name("programs.toml")


class BuildError(Exception):
    """A program could not be built; the message ends with the last lines that Go printed."""


@dataclass(frozen=True)
class Program:
    """One Go module of `programs.toml` and the binaries made from it."""

    name: str
    module: str
    version: str
    packages: dict[str, str]
    set: str
    staging: str = ""
    ldflags: str = ""


def programs() -> dict[str, Program]:
    """Every program of `programs.toml` by name, in the order of that file."""
    table = tomllib.loads(PROGRAMS.read_text())
    return {name: Program(name, **entry) for name, entry in table.items()}


def cache() -> Path:
    """The folder that keeps binaries and module folders between runs."""
    return Path(os.environ.get("WMAP_LIVE_CACHE") or Path.home() / ".cache" / "workload-map-live")


def binary(name: str) -> Path:
    """Where the binary `name` lies once it is built."""
    for program in programs().values():
        if name in program.packages:
            return cache() / "bin" / f"{name}-{program.version}"
    raise BuildError(f"no program of {PROGRAMS} makes a binary {name}")


def module_dir(name: str) -> Path:
    """The folder with the module of the program `name` (its CRDs and manifests), downloaded when it is not there."""
    program = programs()[name]
    return Path(_download(program)["Dir"])


def build(names: Iterable[str], *, say: Callable[[str], None] = print) -> None:
    """Build what is missing of the programs `names`; a lock keeps two builds apart.

    Raises BuildError with what Go said.
    """
    wanted = [program for program in programs().values() if program.name in set(names) and missing(program)]
    if not wanted:
        return
    folder = cache()
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for program in wanted:
            _build(program, say)


def missing(program: Program) -> list[str]:
    """The binaries of a program that are not built yet."""
    return [name for name in program.packages if not binary(name).exists()]


def _build(program: Program, say: Callable[[str], None]) -> None:
    left = missing(program)  # another build may have made them while this one waited for the lock
    if not left:
        return
    work = cache() / "modules" / f"{program.name}-{program.version}"
    work.mkdir(parents=True, exist_ok=True)
    found = _download(program)
    _write_module(work, program, found)
    for name in left:
        say(f"building {name} {program.version}")
        target = binary(name)
        part = target.with_name(target.name + ".part")
        package = "/".join(p for p in (program.module, program.packages[name]) if p)
        _go(work, "build", "-o", str(part), "-ldflags", f"-s -w {program.ldflags}".strip(), package)
        part.rename(target)


def _download(program: Program) -> dict[str, str]:
    said = _go(Path("/"), "mod", "download", "-json", f"{program.module}@{program.version}")
    found: dict[str, str] = json.loads(said)
    return found


def _write_module(work: Path, program: Program, found: dict[str, str]) -> None:
    source = json.loads(_go(Path(found["Dir"]), "mod", "edit", "-json", found["GoMod"]))
    lines = ["module workload-map.example/live", "", f"go {source['Go']}", ""]
    lines += [f"godebug {setting['Key']}={setting['Value']}" for setting in source.get("Godebug") or ()]
    lines.append(f"require {program.module} {program.version}")
    for replace in source.get("Replace") or ():
        old, new = replace["Old"], replace["New"]
        if "Version" in new:  # a local folder is not part of a downloaded module
            left = " ".join(p for p in (old["Path"], old.get("Version", "")) if p)
            lines.append(f"replace {left} => {new['Path']} {new['Version']}")
    if program.staging:
        staged = [need["Path"] for need in source["Require"] if need["Version"] == "v0.0.0"]
        lines += [f"replace {path} => {path} {program.staging}" for path in staged]
    (work / "go.mod").write_text("\n".join(lines) + "\n")
    sums = Path(found["Dir"]) / "go.sum"
    if sums.exists():
        shutil.copy(sums, work / "go.sum")
        os.chmod(work / "go.sum", 0o644)
    _go(work, "mod", "download", program.module)


def _go(folder: Path, *arguments: str) -> str:
    environment = {
        **os.environ,
        "GOFLAGS": "-buildvcs=false -mod=mod",
        "GOTOOLCHAIN": "local",
        "CGO_ENABLED": "0",
    }
    try:
        done = subprocess.run(
            ["go", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise BuildError(
            "Go is needed to build the test cluster (1.26 or later): no `go` on the PATH"
        ) from None
    if done.returncode:
        tail = "\n".join(done.stderr.splitlines()[-15:])
        raise BuildError(f"go {' '.join(arguments[:2])} failed in {folder}:\n{tail}")
    return done.stdout

# SPDX-License-Identifier: Apache-2.0
"""Processes of the test cluster: free ports, start, wait until ready, stop exactly what was started.

A process is known by its pid *and* the moment at which it started, so that a pid which the system gave to another
program in the meantime is never signalled.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

#: Below the range from which Linux takes ports for outgoing connections, so that none of those is in the way.
_PORTS = range(20000, 32000)


class ProcessError(Exception):
    """A process ended or did not get ready; the message names it, its log and the log's last lines."""


@dataclass(frozen=True)
class Started:
    """A process that was started: `born` is its start time in clock ticks since boot."""

    name: str
    pid: int
    born: int
    log: str


def free_ports(count: int) -> list[int]:
    """`count` different TCP ports of 127.0.0.1 on which nothing listens now."""
    taken: list[socket.socket] = []
    try:
        for port in random.sample(_PORTS, len(_PORTS)):
            if len(taken) == count:
                break
            probe = socket.socket()
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                probe.close()
            else:
                taken.append(probe)
        return [probe.getsockname()[1] for probe in taken]
    finally:
        for probe in taken:
            probe.close()


def start(name: str, command: list[str], *, log: Path, environment: Mapping[str, str]) -> Started:
    """Start a program in a session of its own, its output added to `log`; it outlives this process."""
    log.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    pid = os.posix_spawn(
        command[0],
        command,
        dict(environment),
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log), flags, 0o644),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        setsid=True,
    )
    return Started(name, pid, _born(pid) or 0, str(log))


def alive(process: Started) -> bool:
    """Whether this very process still runs."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(
            process.pid, os.WNOHANG
        )  # an ended child of ours stays in the table until it is waited for
    return _born(process.pid) == process.born


def stop(processes: Iterable[Started], *, patience: float = 30) -> list[str]:
    """Stop processes in the order given, all at once killed after `patience` seconds; the names of those killed."""
    left = [process for process in processes if alive(process)]
    for process in left:
        _signal(process, signal.SIGTERM)
    end = time.monotonic() + patience
    while left and time.monotonic() < end:
        left = [process for process in left if alive(process)]
        time.sleep(0.05)
    for process in left:
        _signal(process, signal.SIGKILL)
    end = time.monotonic() + patience
    while any(alive(process) for process in left) and time.monotonic() < end:
        time.sleep(0.05)
    return [process.name for process in left]


def wait(process: Started, ready: Callable[[], bool], *, timeout: float, what: str = "ready") -> None:
    """Wait until `ready` says yes. Raises ProcessError when the process ends or `timeout` seconds are over."""
    end = time.monotonic() + timeout
    while True:
        if not alive(process):
            raise ProcessError(f"{process.name} ended; its log {process.log} ends:\n{tail(process.log)}")
        if ready():
            return
        if time.monotonic() > end:
            raise ProcessError(
                f"{process.name} is not {what} after {timeout:.0f} s; its log {process.log} ends:\n{tail(process.log)}"
            )
        time.sleep(0.1)


def tail(log: str, lines: int = 15) -> str:
    """The last lines of a log, each cut at 300 characters."""
    try:
        text = Path(log).read_text(errors="replace")
    except OSError:
        return "(no log)"
    return "\n".join(line[:300] for line in text.splitlines()[-lines:])


def _signal(process: Started, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, number)


def _born(pid: int) -> int | None:
    """Field 22 of /proc/PID/stat; None for a process that is gone or only waits to be reaped."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[19])

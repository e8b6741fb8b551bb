# SPDX-License-Identifier: Apache-2.0
"""``wmap`` as a process of its own: what it imports, pipes, signals, streams."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

import pytest

from tests.cli_runs import ROOT

_WMAP = "import sys; from workload_map.cli import main; sys.argv[0] = 'wmap'; main()"


def wmap(*args: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", _WMAP, *args],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
        timeout=60,
    )


def loaded(*args: str) -> set[str]:
    code = (
        "import sys\nfrom workload_map.cli import app\n"
        f"code = app.run({list(args)!r})\nassert code == 0, code\n"
        "print('\\n'.join(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, timeout=60, text=True
    )
    return set(done.stderr.split())


def test_version_loads_nothing_but_click() -> None:
    modules = loaded("--version")
    ours = {name for name in modules if name.startswith("workload_map")}
    assert ours == {
        "workload_map",
        "workload_map._version",
        "workload_map.cli",
        "workload_map.cli.app",
        "workload_map.cli.exits",
    }
    assert not modules & {"msgspec", "yaml", "asyncio"}


@pytest.mark.parametrize(
    "args",
    [
        ("describe", "-f", "examples/live.yaml"),
        ("get", "-f", "examples", "--sum-by", "queue"),
        ("gangs", "-f", "examples", "--for", "kai"),
    ],
)
def test_files_load_neither_a_cluster_nor_asyncio(args: tuple[str, ...]) -> None:
    modules = loaded(*args)
    assert not modules & {"asyncio", "ssl", "socket", "http.client", "logging"}
    assert not {name for name in modules if name.startswith("workload_map.kube")}


def test_the_live_tree_from_a_pipe() -> None:
    done = wmap("describe", "-f", "-", "jobset/training", stdin=(ROOT / "examples/live.yaml").read_bytes())
    assert done.returncode == 0
    assert b"training-workers-1-0-zt4lm" in done.stdout


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    text = (ROOT / "examples/jobset.yaml").read_text()
    file = tmp_path / "many.yaml"
    file.write_text("---\n".join(text.replace("name: training", f"name: training-{n}") for n in range(300)))
    command = f'"{sys.executable}" -c "{_WMAP}" describe -f {file} -o json | head -c 10'
    done = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, check=False, timeout=60)
    assert done.stdout == b'{\n  "items'
    assert done.stderr == b""


@pytest.mark.parametrize("args", ["get -f examples/live.yaml", "--help", "definitions -o yaml"])
def test_a_pipe_closed_before_anything_is_written(args: str) -> None:
    command = f'"{sys.executable}" -c "{_WMAP}" {args} | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, check=False, timeout=60)
    # Info of what is left out may still go to stderr.
    assert done.stdout == b"0\n"
    assert b"error" not in done.stderr


def test_closed_standard_input() -> None:
    command = f'"{sys.executable}" -c "{_WMAP}" get -f - <&-'
    done = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"error: -: standard input is closed\n")


def test_a_shell_completes() -> None:
    done = wmap(_WMAP_COMPLETE="bash_complete", COMP_WORDS="wmap des", COMP_CWORD="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"plain,describe\n", b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    command = f'"{sys.executable}" -c "{_WMAP}" describe -f examples/live.yaml jobset/training {closed}'
    done = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def _unread(pipe: IO[bytes]) -> int:
    """Bytes in a pipe that nobody has read yet."""
    return int(struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"    "))[0])


def test_interrupted() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _WMAP, "describe", "-f", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # A shell that runs this in the background has its children ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdin is not None
    process.stdin.write(b"#")
    process.stdin.flush()
    # Once the byte has left the pipe, the program is at work and waits for the rest.
    while _unread(process.stdin):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert (out, b"Traceback" in err) == (b"", False)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_terminal(encoding: str) -> None:
    text = (ROOT / "examples/jobset.yaml").read_text().replace("name: training", 'name: "größe-日本"')
    done = wmap("describe", "-f", "-", stdin=text.encode(), PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"JobSet/gr" in done.stdout


def test_an_empty_input_is_no_fault() -> None:
    done = wmap("get", "-f", "-", stdin=b"# nothing\n---\n---\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"No workloads found in the input.\n")


def test_kubectl_completes() -> None:
    code = "import sys; from workload_map.cli import complete; complete()"

    done = subprocess.run(
        [sys.executable, "-c", code, "describe", "-f", "examples/live.yaml", "jobset/"],
        capture_output=True,
        cwd=ROOT,
        check=True,
        timeout=60,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("jobset/training\n:4\n", "")

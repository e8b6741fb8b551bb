# SPDX-License-Identifier: Apache-2.0
"""One Ctrl-C ends a command, whatever it waits for."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from workload_map.kube import loop

_WAITING = """
import asyncio, socket, sys, time
from workload_map.kube import loop
from workload_map.kube.access import Access
from workload_map.kube.client import Client

async def main():
    silent = socket.create_server(("127.0.0.1", 0))
    thread = asyncio.get_running_loop().run_in_executor(None, time.sleep, 60)
    async with Client(Access(server=f"http://127.0.0.1:{silent.getsockname()[1]}")) as client:
        asyncio.get_running_loop().call_later(0.1, print, "waiting")
        await asyncio.gather(thread, client.read("/a"))

sys.stdout.reconfigure(line_buffering=True)
try:
    loop.run(main())
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_ctrl_c_while_a_server_is_silent_and_a_thread_is_busy() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waiting\n"
    started = time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=50)
    assert (process.returncode, said) == (130, "")
    assert time.perf_counter() - started < 20


def test_results_and_faults_of_threads_come_back() -> None:
    async def main() -> None:
        import asyncio

        assert await asyncio.to_thread(int, "5") == 5
        with pytest.raises(ValueError, match="invalid literal"):
            await asyncio.to_thread(int, "five")

    loop.run(main())

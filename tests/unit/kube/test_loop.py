# SPDX-License-Identifier: Apache-2.0
"""One Ctrl-C ends a command, whatever it waits for."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from workload_map.kube import loop

_WAITS = {
    "a thread": "await asyncio.get_running_loop().run_in_executor(None, time.sleep, 30)",
    "a server": (
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "    async with Client(Access(server=f'http://127.0.0.1:{server.getsockname()[1]}')) as client:\n"
        "        await client.read('/a')"
    ),
}


@pytest.mark.parametrize("waiting", sorted(_WAITS))
def test_ctrl_c(waiting: str) -> None:
    code = (
        "import asyncio, socket, sys, time\n"
        "from workload_map.kube import loop\n"
        "from workload_map.kube.access import Access\n"
        "from workload_map.kube.client import Client\n"
        "async def main():\n"
        "    print('ready', flush=True)\n"
        f"    {_WAITS[waiting]}\n"
        "try:\n    loop.run(main())\nexcept KeyboardInterrupt:\n    sys.exit(130)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.05)
    started = time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, "")
    assert time.perf_counter() - started < 5


def test_results_and_faults_of_threads_come_back() -> None:
    async def main() -> None:
        import asyncio

        assert await asyncio.to_thread(int, "5") == 5
        with pytest.raises(ValueError, match="invalid literal"):
            await asyncio.to_thread(int, "five")

    loop.run(main())

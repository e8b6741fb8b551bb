# SPDX-License-Identifier: Apache-2.0
"""``wmap`` beside ``kubectl`` on one API server filled for it: ``python -m tests.bench.bench_cluster [--pods N]``.

Starts a bare cluster of its own (etcd, API server, CRDs), writes 500 workloads of six kinds with their pods in 20
namespaces and one namespace with a workload of 1,000 pods among 10,000, and runs both programs in turns: wall time
and peak memory of each, the best of a few runs, as ratios. With --state an existing filled cluster is used and left.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.live.cluster import build, cluster, fill

_ROOT = Path(__file__).resolve().parent.parent.parent
_WMAP = "import sys; from workload_map.cli import main; sys.argv[0] = 'wmap'; main()"
#: With compiled modules kept, whatever the shell says: an installed package has them.
_ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
_BIG = "big-0"


class Run(NamedTuple):
    """Seconds of wall time and bytes of memory at its peak."""

    seconds: float
    peak: int


def measure(command: list[str], *, times: int) -> Run:
    """The best of several runs, each in a process that a small one starts (a child's peak begins at its parent's).

    Raises RuntimeError with what a run said when it failed.
    """
    runs = []
    for _ in range(times):
        with tempfile.NamedTemporaryFile("r") as said:
            done = subprocess.run(
                ["/usr/bin/time", "-o", said.name, "-f", "%e %M", *command],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=_ENVIRONMENT,
                cwd=_ROOT,
                check=False,
            )
            if done.returncode:
                raise RuntimeError(f"{command}: {done.stderr.decode()}")
            seconds, kilobytes = said.read().split()[-2:]
        runs.append(Run(float(seconds), int(kilobytes) * 1024))
    return Run(min(run.seconds for run in runs), min(run.peak for run in runs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pods", type=int, default=10_000)
    parser.add_argument("--workloads", type=int, default=500)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--no-big", action="store_true", help="without the namespace of 10,000 pods")
    parser.add_argument("--state", type=Path, help="an existing cluster, filled already")
    options = parser.parse_args()
    if options.state:
        _compare(str(options.state / "admin.kubeconfig"), options)
        return
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder) / "cluster"
        cluster.up(cluster.Wanted(state=state, bare=True), say=lambda text: print(text, file=sys.stderr))
        try:
            kubeconfig = str(state / "admin.kubeconfig")
            fill.fill(kubeconfig, pods=options.pods, workloads=options.workloads, namespaces=20)
            if not options.no_big:
                fill.fill(kubeconfig, pods=10_000, workloads=10, namespaces=1, prefix="big")
            _compare(kubeconfig, options)
        finally:
            cluster.down(state)


def _compare(kubeconfig: str, options: argparse.Namespace) -> None:
    kubectl = [str(build.binary("kubectl")), "--kubeconfig", kubeconfig]
    wmap = [sys.executable, "-c", _WMAP]
    connection = ["--kubeconfig", kubeconfig]
    measure([*wmap, "get", "--all", "-A", *connection], times=1)  # modules compiled, discovery kept
    table = [
        ("kubectl get pods -A", [*kubectl, "get", "pods", "-A"]),
        ("wmap get --all -A --pods", [*wmap, "get", "--all", "-A", "--pods", *connection]),
        ("wmap get --all -A", [*wmap, "get", "--all", "-A", *connection]),
    ]
    if not options.no_big:
        table += [
            (f"kubectl get pods -n {_BIG} -o json", [*kubectl, "get", "pods", "-n", _BIG, "-o", "json"]),
            (f"wmap describe -n {_BIG}", [*wmap, "describe", "jobset/w0", "-n", _BIG, *connection]),
        ]
    print(f"{'':44}{'seconds':>9}{'MB':>8}{'time':>8}{'memory':>8}")
    base = Run(1, 1)
    for name, command in table:
        run = measure(command, times=options.times)
        if name.startswith("kubectl"):
            base = run
        print(
            f"{name:44}{run.seconds:9.2f}{run.peak / 1e6:8.0f}"
            f"{run.seconds / base.seconds:8.2f}{run.peak / base.peak:8.2f}"
        )


if __name__ == "__main__":
    main()

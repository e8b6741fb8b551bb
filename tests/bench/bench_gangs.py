# SPDX-License-Identifier: Apache-2.0
"""How long gangs take: 10,000 pods of 500 workloads placed and counted. ``python -m tests.bench.bench_gangs``"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import workload_map as wm
from workload_map.workload.gangs.live import live

_WORKLOADS = 500
_ROUNDS = 6
_PREFIX = "leaderworkerset.sigs.k8s.io/"


def _lws(index: int) -> dict[str, Any]:
    """Four groups of five pods."""
    template = {"spec": {"containers": [{"name": "main", "image": "serve:1"}]}}
    return {
        "apiVersion": "leaderworkerset.x-k8s.io/v1",
        "kind": "LeaderWorkerSet",
        "metadata": {"name": f"lws-{index}", "namespace": "ml", "uid": f"uid-{index}"},
        "spec": {"replicas": 4, "leaderWorkerTemplate": {"size": 5, "workerTemplate": template}},
    }


def _pods(index: int) -> list[dict[str, Any]]:
    return [
        {
            "metadata": {
                "name": f"lws-{index}-{group}-{worker}",
                "namespace": "ml",
                "uid": f"pod-{index}-{group}-{worker}",
                "labels": {f"{_PREFIX}group-index": str(group), f"{_PREFIX}worker-index": str(worker)},
            },
            "spec": {"nodeName": "n", "containers": [{"name": "main", "image": "serve:1"}]},
            "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]},
        }
        for group in range(4)
        for worker in range(5)
    ]


def main() -> None:
    """Prints seconds of processor time, the best of some rounds: others may use the machine meanwhile."""
    plan = wm.Catalog.builtin().plan(_lws(0))
    objects = [_lws(index) for index in range(_WORKLOADS)]
    pods = [[(pod, wm.pod_facts(pod)) for pod in _pods(index)] for index in range(_WORKLOADS)]
    best: dict[str, float] = {}

    def timed(what: str, run: Callable[[], Any]) -> None:
        start = time.process_time()
        run()
        best[what] = min(best.get(what, float("inf")), time.process_time() - start)

    for _ in range(_ROUNDS):
        readings = [plan.read(obj) for obj in objects]
        both = list(zip(readings, pods, strict=True))
        timed("trees made", lambda readings=readings: [reading.gangs for reading in readings])
        timed(
            "pods placed in the workload",
            lambda both=both: [plan.place(pod, reading.ids) for reading, own in both for pod, _ in own],
        )
        timed(
            "pods placed in gangs and counted",
            lambda both=both: [live(reading, own) for reading, own in both],
        )
    for what, seconds in best.items():
        print(f"{what}: {seconds:.3f} s")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""How long gangs take: 10,000 pods of 500 workloads placed and counted. ``python -m tests.bench.bench_gangs``"""

from __future__ import annotations

import time
from typing import Any

import workload_map as wm
from workload_map.workload.gangs.live import live

_WORKLOADS = 500
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
    """Prints seconds: reading apart, pods' facts apart, gangs alone."""
    catalog = wm.Catalog.builtin()
    objects = [_lws(index) for index in range(_WORKLOADS)]
    plan = catalog.plan(objects[0])
    plan.read(objects[0]).gang_placer  # noqa: B018  # compiles
    start = time.process_time()
    readings = [plan.read(obj) for obj in objects]
    read = time.process_time()
    pods = [[(pod, wm.pod_facts(pod)) for pod in _pods(index)] for index in range(_WORKLOADS)]
    facts = time.process_time()
    trees = sum(len(reading.gangs) for reading in readings)
    made = time.process_time()
    counted = [live(reading, own) for reading, own in zip(readings, pods, strict=True)]
    end = time.process_time()
    assert all(gang.live is not None and gang.live.satisfied for one in counted for gang in one.gangs)
    print(
        f"read {_WORKLOADS} objects: {read - start:.3f} s; facts of {sum(map(len, pods))} pods: {facts - read:.3f} s"
    )
    print(f"{trees} trees made: {made - facts:.3f} s; pods placed and counted: {end - made:.3f} s")
    print(f"gangs together: {end - facts:.3f} s")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""What one change costs a live model, and what the model costs in memory. Run as a script; prints a table.

    python tests/bench/bench_live.py [--quick]

A JobSet of 10,000 pods among 50,000 pods of 400 JobSets; pods are decoded from JSON with the fields that a live list
keeps. Budgets: less than 1 ms a pod event, memory that stays where it is over 50,000 events.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import workload_map as wm  # noqa: E402
from tests.projected import cut  # noqa: E402
from workload_map.jq.reads import minimal  # noqa: E402
from workload_map.session.live import Model  # noqa: E402
from workload_map.workload import facts  # noqa: E402

QUICK = "--quick" in sys.argv
PODS = 5_000 if QUICK else 50_000
LARGE = 1_000 if QUICK else 10_000
SETS = 40 if QUICK else 400
EVENTS = 5_000 if QUICK else 50_000
EXAMPLE = ROOT / "examples/jobset.yaml"


def jobset(index: int) -> dict[str, Any]:
    template = {"spec": {"containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "8"}}}]}}
    return {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {
            "name": f"train-{index}",
            "namespace": "ml",
            "uid": f"set-{index}",
            "resourceVersion": "1",
            "creationTimestamp": "2026-01-01T00:00:00Z",
        },
        "spec": {
            "replicatedJobs": [
                {
                    "name": "workers",
                    "replicas": 1,
                    "template": {"spec": {"parallelism": LARGE, "completions": LARGE, "template": template}},
                }
            ]
        },
        "status": {"conditions": [], "replicatedJobsStatus": [{"name": "workers", "ready": 1, "active": 1}]},
    }


def owner(version: str, kind: str, name: str, uid: str) -> list[dict[str, Any]]:
    return [{"apiVersion": version, "kind": kind, "name": name, "uid": uid, "controller": True}]


def job(index: int) -> dict[str, Any]:
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {
            "name": f"train-{index}-workers-0",
            "namespace": "ml",
            "uid": f"job-{index}",
            "resourceVersion": "1",
            "ownerReferences": owner("jobset.x-k8s.io/v1alpha2", "JobSet", f"train-{index}", f"set-{index}"),
        },
    }


def pod(number: int, index: int, version: int, ready: bool) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": f"train-{index}-workers-0-{number}",
            "namespace": "ml",
            "uid": f"7d7a1c1e-0000-4000-8000-{number:012d}",
            "resourceVersion": str(version),
            "creationTimestamp": "2026-01-01T00:00:00Z",
            "labels": {
                "jobset.sigs.k8s.io/replicatedjob-name": "workers",
                "jobset.sigs.k8s.io/job-index": "0",
                "batch.kubernetes.io/job-completion-index": str(number),
                "app": "train",
            },
            "ownerReferences": owner("batch/v1", "Job", f"train-{index}-workers-0", f"job-{index}"),
        },
        "spec": {
            "nodeName": f"node-{number % 500}",
            "containers": [
                {
                    "name": "main",
                    "image": "train:1",
                    "resources": {"requests": {"cpu": "8"}, "limits": {"nvidia.com/gpu": "8"}},
                }
            ],
        },
        "status": {
            "phase": "Running",
            "conditions": [
                {"type": "PodScheduled", "status": "True"},
                {"type": "Ready", "status": str(ready), "reason": None if ready else "ContainersNotReady"},
            ],
            "containerStatuses": [{"name": "main", "restartCount": 0, "state": {"running": {}}}],
        },
    }


def owner_of(number: int) -> int:
    """The first JobSet has the first pods, the others share the rest."""
    return 0 if number < LARGE else 1 + number % (SETS - 1)


def decoded(obj: dict[str, Any], paths: Any) -> dict[str, Any]:
    """The object as a list gives it: every string its own, what is not read left out."""
    result: dict[str, Any] = cut(msgspec.json.decode(json.dumps(obj)), paths)
    return result


def changes(paths: Any, count: int, version: int, among: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(version)
    for step in range(count):
        number = chance.randrange(among)
        yield decoded(pod(number, owner_of(number), version + step, chance.random() < 0.5), paths)


def memory() -> int:
    """Bytes that the process holds in memory (Linux)."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def main() -> None:
    catalog = wm.Catalog.builtin()
    kinds = (("jobset.x-k8s.io", "v1alpha2", "JobSet"), ("batch", "v1", "Job"))
    plans = [catalog.plan_for(*kind) for kind in kinds]
    bare = catalog.plan_for("", "v1", "Pod").own_reads
    paths = minimal([*facts.READS, *bare, *(path for plan in plans for path in plan.pod_reads)])

    started = memory()
    model = Model(catalog)
    for number in range(PODS):
        model.apply("ADDED", decoded(pod(number, owner_of(number), 1, True), paths))
    filled = memory() - started
    for index in range(SETS):
        model.apply("ADDED", job(index), link=True)
        model.apply("ADDED", jobset(index))
    rows = [model.row(key, pods=True) for key in model.roots()]
    assert len(rows) == SETS
    held = memory() - started
    print(f"{PODS} pods in the model: {filled / 1e6:.0f} MB, {filled / PODS:.0f} B a pod")
    print(f"with their owners and all rows asked for: {held / 1e6:.0f} MB, {held / PODS:.0f} B a pod")
    for obj in changes(paths, EVENTS, 10, PODS):
        for key in model.apply("MODIFIED", obj):
            if model.shown(key):
                model.row(key, pods=True)
    after = memory() - started
    print(f"after {EVENTS} events: {after / 1e6:.0f} MB ({after / held:.3f} of before)")

    gc.collect()
    for label, among, asks in (
        (f"an event on the workload of {LARGE} pods, and its row", LARGE, True),
        ("the same without the row", LARGE, False),
        ("an event on any pod, and its row", PODS, True),
    ):
        events = list(changes(paths, 2_000, 10_000_000 + among + asks, among))
        worst, start = 0.0, time.process_time()
        for obj in events:
            one = time.process_time()
            changed = model.apply("MODIFIED", obj)
            if asks:
                for key in changed:
                    if model.shown(key):
                        model.row(key, pods=True)
            worst = max(worst, time.process_time() - one)
        mean = (time.process_time() - start) / len(events)
        print(f"{label}: {mean * 1e6:.0f} µs, worst {worst * 1e6:.0f} µs (budget 1000)")

    other = jobset(0)
    other["metadata"]["resourceVersion"] = "2"
    other["spec"]["replicatedJobs"][0]["name"] = "others"
    for label, obj in (
        ("status", {**jobset(0), "metadata": {**jobset(0)["metadata"], "resourceVersion": "3"}}),
        ("ids", other),
    ):
        start = time.process_time()
        model.apply("MODIFIED", obj)
        model.row("set-0", pods=True)
        spent = time.process_time() - start
        print(f"the workload of {LARGE} pods changes its {label}: {spent * 1e3:.1f} ms with its row")

    model = Model(catalog)
    texts = [decoded(pod(number, owner_of(number), 1, True), paths) for number in range(PODS)]
    start = time.process_time()
    for obj in texts:
        model.apply("ADDED", obj)
    pods = time.process_time() - start
    for index in range(SETS):
        model.apply("ADDED", job(index), link=True)
        model.apply("ADDED", jobset(index))
    owners = time.process_time() - start - pods
    for key in model.roots():
        model.row(key, pods=True)
    total = time.process_time() - start
    print(
        f"filling it: pods {pods:.2f} s, then their owners {owners:.2f} s, all rows {total - pods - owners:.2f} s"
    )


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Times of compiling, reading, placing and viewing, beside their budgets. Run as a script; prints a table.

    python tests/bench/bench_workload.py [--quick]

The recorded JobSet and the pods of the shared material are used where they are at hand, else the examples.
"""

from __future__ import annotations

import copy
import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import workload_map as wm  # noqa: E402
from tests.shared import SHARED  # noqa: E402
from workload_map import yamlio  # noqa: E402
from workload_map.workload.explain import explain_pod  # noqa: E402

QUICK = "--quick" in sys.argv


def best(run: Callable[[], Any], *, times: int, rounds: int = 5) -> float:
    """Seconds of processor time of one run, the best of several rounds: others may use the machine meanwhile."""
    found = float("inf")
    for _ in range(2 if QUICK else rounds):
        gc.collect()
        start = time.process_time()
        for _ in range(times):
            run()
        found = min(found, (time.process_time() - start) / times)
    return found


def jobset() -> dict[str, Any]:
    """A JobSet as a cluster gives it: recorded where the recordings are at hand, else the example."""
    if SHARED is not None:
        path = next((SHARED / "recordings").glob("jobset/*/running.yaml"), None)
        if path is not None:
            events = yamlio.load(path.read_text(encoding="utf-8")).value["events"]
            states = [event["object"] for event in events if event["kind"] == "STATE"]
            found: dict[str, Any] = states[-1]
            return found
    example: dict[str, Any] = yamlio.load((ROOT / "examples/jobset.yaml").read_text(encoding="utf-8")).value
    return example


def raycluster() -> dict[str, Any]:
    example: dict[str, Any] = yamlio.load(
        (ROOT / "examples/raycluster.yaml").read_text(encoding="utf-8")
    ).value
    return example


def pods_of(labels: dict[str, str], number: int, vary: dict[str, int]) -> list[dict[str, Any]]:
    """Distinct pods, decoded from JSON as they come from an API server."""
    texts = []
    for index in range(number):
        own = {key: str(index % count) for key, count in vary.items()}
        texts.append(
            {
                "metadata": {
                    "name": f"pod-{index}",
                    "namespace": "ml",
                    "uid": f"uid-{index}",
                    "labels": {**labels, **own, "batch.kubernetes.io/controller-uid": f"c-{index}"},
                    "ownerReferences": [{"kind": "Job", "name": "j", "uid": "u", "controller": True}],
                },
                "spec": {
                    "nodeName": f"node-{index % 100}",
                    "containers": [
                        {
                            "name": "main",
                            "image": "train:1",
                            "resources": {"requests": {"cpu": "8"}, "limits": {"nvidia.com/gpu": "4"}},
                        }
                    ],
                },
                "status": {
                    "phase": "Running",
                    "conditions": [{"type": "Ready", "status": "True"}],
                    "containerStatuses": [{"name": "main", "restartCount": 0, "state": {"running": {}}}],
                },
            }
        )
    decoder = msgspec.json.Decoder()
    return [decoder.decode(msgspec.json.encode(text)) for text in texts]


def main() -> None:
    rows: list[tuple[str, float, float | None]] = []
    catalog = wm.Catalog.builtin()
    entries = catalog.entries()

    def compile_one(entry: Any) -> Callable[[], None]:
        definition = entry.definition

        def run() -> None:
            plan = wm.Plan(definition)
            for component in plan.components:
                for name in ("ids", "replicas", "min", "max", "units", "pods_per_unit", "suspended"):
                    expr = getattr(component, name)
                    if expr is not None:
                        _ = expr.program
                if component.status is not None:
                    for matcher in component.status.matchers:
                        if matcher.by_expression is not None:
                            _ = matcher.by_expression.expr.program

        return run

    compiled = sorted((best(compile_one(entry), times=3), entry.name) for entry in entries)
    rows.append(("compile one definition, the median of the catalog", compiled[len(compiled) // 2][0], 5e-3))
    rows.append((f"compile {compiled[-1][1]}, the slowest", compiled[-1][0], 5e-3))

    job = jobset()
    plan = catalog.plan(job)
    rows.append(("plan.read, a recorded JobSet", best(lambda: plan.read(job), times=2000), 150e-6))
    ray = raycluster()
    ray_plan = catalog.plan(ray)
    rows.append(("plan.read, a RayCluster", best(lambda: ray_plan.read(ray), times=1000), None))

    number = 5_000 if QUICK else 50_000
    reading = plan.read(job)
    rj = next(iter(reading.components["replicatedjob"].instances))
    prefix = "jobset.sigs.k8s.io/"
    job_pods = pods_of({f"{prefix}replicatedjob-name": rj}, number, {f"{prefix}job-index": 64})
    ids = reading.ids

    def place_all(made: wm.Plan, pods: list[Any], known: Any) -> Callable[[], None]:
        def run() -> None:
            place = made.place
            for pod in pods:
                place(pod, known)

        return run

    def per_pod(run: Callable[[], None]) -> float:
        return best(run, times=1, rounds=3) / number

    rows.append((f"place, JobSet, {number} distinct pods", per_pod(place_all(plan, job_pods, ids)), 8e-6))
    ray_reading = ray_plan.read(ray)
    group = next(iter(ray_reading.components["worker"].instances))
    ray_pods = pods_of({"ray.io/node-type": "worker", "ray.io/group": group}, number, {})
    rows.append(
        (
            f"place, RayCluster, {number} distinct pods",
            per_pod(place_all(ray_plan, ray_pods, ray_reading.ids)),
            8e-6,
        )
    )
    lws = yamlio.load((ROOT / "examples/leaderworkerset.yaml").read_text(encoding="utf-8")).value
    lws_plan = catalog.plan(lws)
    lws_pods = pods_of(
        {},
        number,
        {"leaderworkerset.sigs.k8s.io/worker-index": 4, "leaderworkerset.sigs.k8s.io/group-index": 50},
    )
    lws_ids = lws_plan.read(lws).ids
    rows.append(
        (
            f"place, LeaderWorkerSet, {number} distinct pods",
            per_pod(place_all(lws_plan, lws_pods, lws_ids)),
            8e-6,
        )
    )

    placed = [(plan.place(pod, ids), wm.pod_facts(pod)) for pod in job_pods]

    def tally_all() -> None:
        tally = wm.Tally()
        for place, facts in placed:
            tally.add(place, facts)

    rows.append(("pod_facts, a pod", per_pod(lambda: [wm.pod_facts(pod) for pod in job_pods] and None), None))
    rows.append(("tally.add, a pod", per_pod(tally_all), None))
    rows.append(("row without pods", best(lambda: wm.row(reading), times=1000), None))
    rows.append(("view without pods", best(lambda: wm.view(reading), times=1000), None))
    few = copy.deepcopy(job_pods[:1000])
    rows.append(("view, 1,000 pods (a pod)", best(lambda: wm.view(reading, pods=few), times=1) / 1000, None))
    rows.append(("explain", best(lambda: plan.explain(job), times=50), None))
    rows.append(("explain a pod", best(lambda: explain_pod(plan, reading, few[0]), times=500), None))
    edit = best(lambda: plan.edit(job).set_label(None, "a", "b").patch, times=200)
    rows.append(("edit: one label on every role, and its patch", edit, None))

    width = max(len(name) for name, _, _ in rows)
    print(f"{'':{width}}  {'time':>10}  {'budget':>9}  ratio")
    missed = 0
    for name, seconds, budget in rows:
        ratio = "" if budget is None else f"{seconds / budget:.2f}"
        missed += budget is not None and seconds > budget
        shown = "" if budget is None else f"{budget * 1e6:.0f} µs"
        print(f"{name:{width}}  {seconds * 1e6:7.1f} µs  {shown:>9}  {ratio}")
    print(json.dumps({"missed": missed, "shared": SHARED is not None}))


if __name__ == "__main__":
    main()

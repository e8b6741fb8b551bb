# SPDX-License-Identifier: Apache-2.0
"""Times the jq engine against compiled gojq, in one run: `python -m tests.bench.bench_jq [--all]`.

The expressions are those of the shared facts on kinds, each on an object of its kind; then selectors on many
distinct pods. Nothing is compiled or converted inside of a timed loop, on either side.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import yaml

from tests.bench.oracle import Oracle
from tests.shared import SHARED
from workload_map import jq

__all__ = ["Timing", "expressions", "main", "objects", "pods"]

TARGET_EXPRESSIONS = 1.2
TARGET_PODS = 1.0
SELECTORS = (
    '.metadata.labels["jobset.sigs.k8s.io/replicatedjob-name"]',
    '.metadata.labels["leaderworkerset.sigs.k8s.io/group-index"] // ""',
    '.metadata.annotations["batch.kubernetes.io/job-completion-index"] // .metadata.labels["app"]',
)
# No recording and no sample has this kind.
_NODESET = {
    "apiVersion": "slinky.slurm.net/v1beta1",
    "kind": "NodeSet",
    "metadata": {"name": "slurm-worker", "namespace": "slurm", "generation": 2},
    "spec": {
        "replicas": 4,
        "scalingMode": "StatefulSet",
        "template": {"metadata": {"labels": {"app": "slurm"}}, "spec": {"priorityClassName": "batch"}},
        "slurmd": {"image": "slurmd:25", "resources": {"limits": {"nvidia.com/gpu": 8}}},
    },
    "status": {"observedGeneration": 2, "replicas": 4, "readyReplicas": 3, "unavailableReplicas": 1},
}
_ROUNDS = 9
_MILLIS = 4
# Pods are timed in chunks of a millisecond or two, each in rounds through all of them: caches stay cold, as they are
# where pods come in, and a busy machine spoils single chunks only.
_SWEEPS = 9
_CHUNK = 1_000


@dataclass(frozen=True)
class Timing:
    """Nanoseconds for one evaluation."""

    kind: str
    expression: str
    ours: float
    gojq: float

    @property
    def ratio(self) -> float:
        """Our time by gojq's."""
        return self.ours / self.gojq


def expressions(folder: Path) -> Iterator[tuple[str, str]]:
    """(``group/version/Kind``, expression) for every expression of the facts."""
    for kind, roles in json.loads((folder / "facts/roles.json").read_text()).items():
        for role in roles:
            yield from (
                (kind, role[field])
                for field in ("path", "replicas", "min", "max", "instance")
                if role[field] is not None
            )
    for kind, rules in json.loads((folder / "facts/status-rules.json").read_text()).items():
        yield from ((kind, rule) for rule in rules.values() if rule is not None)


def objects(folder: Path) -> dict[str, Any]:
    """An object for each kind: the largest that was recorded, else the largest sample."""
    found: dict[str, Any] = {"slinky.slurm.net/v1beta1/NodeSet": _NODESET}
    for source in (_recorded(folder), _recorded_live(folder), _samples(folder)):
        best: dict[str, tuple[int, Any]] = {}
        for item in source:
            if isinstance(item, dict) and isinstance(item.get("kind"), str):
                kind = f"{item.get('apiVersion')}/{item['kind']}"
                plain = json.dumps(item, default=str)
                if kind not in found and len(plain) > best.get(kind, (0,))[0]:
                    best[kind] = (len(plain), json.loads(plain))
        found.update({kind: value for kind, (_, value) in best.items()})
    return found


def _load_yaml(path: Path) -> Iterator[Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    yield from yaml.load_all(path.read_text(), Loader=loader)


def _recorded(folder: Path) -> Iterator[Any]:
    for path in sorted((folder / "recordings").rglob("*.yaml")):
        for document in _load_yaml(path):
            yield from (event.get("object") for event in document["events"])


def _recorded_live(folder: Path) -> Iterator[Any]:
    for path in sorted((folder / "recordings-live").rglob("*.json")):
        value = json.loads(path.read_text())
        yield from value if isinstance(value, list) else [value]


def _samples(folder: Path) -> Iterator[Any]:
    for path in sorted((folder / "samples").rglob("*.yaml")):
        try:
            yield from _load_yaml(path)
        except yaml.YAMLError as error:
            print(f"warning: {path}: {error}", file=sys.stderr)


def pods(count: int) -> Iterator[bytes]:
    """JSON of distinct pods, as an API server gives them."""
    for number in range(count):
        labels = {
            "app": f"train-{number % 700}",
            "batch.kubernetes.io/controller-uid": f"6a5ed0a1-0000-4000-8000-{number // 8:012d}",
            "jobset.sigs.k8s.io/jobset-name": f"train-{number % 700}",
            "jobset.sigs.k8s.io/replicatedjob-name": ("leader", "workers")[number % 8 > 0],
            "jobset.sigs.k8s.io/job-index": str(number % 8),
        }
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {
                "name": f"train-{number}",
                "namespace": f"team-{number % 40}",
                "uid": f"8f14e45f-0000-4000-8000-{number:012d}",
                "resourceVersion": str(number),
                "creationTimestamp": "2026-08-12T18:36:14Z",
                "labels": labels,
                "annotations": {"batch.kubernetes.io/job-completion-index": str(number % 8)}
                if number % 2
                else {},
                "ownerReferences": [
                    {
                        "apiVersion": "batch/v1",
                        "kind": "Job",
                        "name": f"train-{number // 8}",
                        "uid": f"6a5ed0a1-0000-4000-8000-{number // 8:012d}",
                        "controller": True,
                    }
                ],
            },
            "spec": {
                "nodeName": f"node-{number % 900}",
                "containers": [
                    {
                        "name": "main",
                        "image": "registry.example/train:1",
                        "resources": {"requests": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "4"}},
                    }
                ],
            },
            "status": {
                "phase": "Running",
                "conditions": [{"type": "Ready", "status": "True"}],
                "containerStatuses": [{"name": "main", "ready": True, "restartCount": 0}],
            },
        }
        yield json.dumps(pod).encode()


def _time(run: Callable[[], object]) -> float:
    """Nanoseconds for one call, the best of some rounds."""
    repeat = 1
    while True:
        started = time.perf_counter_ns()
        for _ in range(repeat):
            run()
        if time.perf_counter_ns() - started >= _MILLIS * 1_000_000:
            break
        repeat *= 2
    best = math.inf
    for _ in range(_ROUNDS):
        started = time.perf_counter_ns()
        for _ in range(repeat):
            run()
        best = min(best, (time.perf_counter_ns() - started) / repeat)
    return best


def _expression_timings(oracle: Oracle, folder: Path) -> list[Timing]:
    at_hand = objects(folder)
    timings = []
    for kind, expression in expressions(folder):
        value = at_hand.get(kind)
        if value is None:
            print(f"warning: no object of {kind}", file=sys.stderr)
            continue
        program = jq.compile(expression)
        theirs = oracle.bench(expression, [value], rounds=_ROUNDS, millis=_MILLIS)
        timings.append(Timing(kind, expression, _time(partial(program.all, value)), theirs))
    return timings


def _pod_timings(oracle: Oracle, count: int) -> list[Timing]:
    lines = list(pods(count))
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(b"\n".join(lines))
        file.flush()
        oracle.ask(op="load", name="pods", path=file.name)
    values = [msgspec.json.decode(line) for line in lines]
    gc.collect()
    timings = []
    for selector in SELECTORS:
        program = jq.compile(selector)
        theirs = oracle.sweep(selector, "pods", rounds=_SWEEPS, chunk=_CHUNK)
        timings.append(Timing("v1/Pod", selector, _sweep(program, values), theirs))
    return timings


def _sweep(program: jq.Program, values: list[Any]) -> float:
    """As the oracle's: nanoseconds for one value, of every chunk its best round."""
    chunks = [values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK)]
    best = [math.inf] * len(chunks)
    evaluate = program.all
    for _ in range(_SWEEPS):
        for place, chunk in enumerate(chunks):
            started = time.perf_counter_ns()
            for value in chunk:
                evaluate(value)
            best[place] = min(best[place], time.perf_counter_ns() - started)
    return sum(best) / len(values)


def _geometric(timings: list[Timing]) -> float:
    return statistics.geometric_mean(timing.ratio for timing in timings)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="print every expression, not the worst ten alone")
    parser.add_argument("--pods", type=int, default=50_000)
    options = parser.parse_args(arguments)
    with Oracle() as oracle:
        if SHARED is None:
            print("no shared material: set WORKLOAD_MAP_SHARED, or put it at ../shared", file=sys.stderr)
        else:
            timings = sorted(_expression_timings(oracle, SHARED), key=lambda timing: -timing.ratio)
            total = sum(timing.ours for timing in timings) / sum(timing.gojq for timing in timings)
            print(f"{len(timings)} expressions, each on an object of its kind")
            print(f"  geometric mean of ours / gojq: {_geometric(timings):.2f} (target {TARGET_EXPRESSIONS})")
            print(f"  ours / gojq of the summed times: {total:.2f}")
            print("    ratio      ours      gojq")
            for timing in timings if options.all else timings[:10]:
                print(f"  {_line(timing)}")
        timings = _pod_timings(oracle, options.pods)
        print(f"{options.pods} distinct pods x {len(timings)} selectors")
        print(f"  geometric mean of ours / gojq: {_geometric(timings):.2f} (target {TARGET_PODS})")
        for timing in timings:
            print(f"  {_line(timing)}")
    return 0


def _line(timing: Timing) -> str:
    return f"{timing.ratio:7.2f} {timing.ours:7.0f}ns {timing.gojq:7.0f}ns  {timing.kind}: {timing.expression[:160]}"


if __name__ == "__main__":
    sys.exit(main())

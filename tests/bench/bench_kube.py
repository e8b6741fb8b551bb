# SPDX-License-Identifier: Apache-2.0
"""Time and memory of decoding lists of pods: partial dicts beside full ones. Run as a script; prints a table.

    python tests/bench/bench_kube.py [--pods 10000]

The pods are made here, of 5.8 KB each as JSON, in pages of 500 as a server sends them. What is kept of a pod is what
every definition of the catalog and the facts of a pod read together. Each way of decoding has a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from workload_map.jq.reads import ReadPath  # noqa: E402
from workload_map.kube import partial  # noqa: E402

SIZE = 5800
PAGE = 500


def pod(index: int, *, size: int = SIZE) -> dict[str, Any]:
    """A running pod of a Job, with the managed fields, environment and statuses that a real one carries."""
    job, node = index // 20, index % 300
    name = f"train-{job}-worker-{index % 20}-{index:x}"
    environment = [{"name": f"SETTING_{number}", "value": f"value-{index}-{number}"} for number in range(12)]
    started = {"running": {"startedAt": "2026-12-01T00:00:07Z"}}
    conditions = ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"]
    made: dict[str, Any] = {
        "metadata": {
            "name": name,
            "generateName": f"train-{job}-worker-",
            "namespace": f"team-{job % 20}",
            "uid": f"8c1d5a52-7d3c-4f0e-9f57-{index:012x}",
            "resourceVersion": str(1000 + index),
            "creationTimestamp": "2026-12-01T00:00:00Z",
            "labels": {
                "batch.kubernetes.io/controller-uid": f"5f0e9f57-7d3c-4f0e-9f57-{job:012x}",
                "batch.kubernetes.io/job-completion-index": str(index % 20),
                "batch.kubernetes.io/job-name": f"train-{job}-worker",
                "jobset.sigs.k8s.io/jobset-name": f"train-{job}",
                "jobset.sigs.k8s.io/replicatedjob-name": "worker",
                "jobset.sigs.k8s.io/job-index": "0",
            },
            "annotations": {
                "batch.kubernetes.io/job-completion-index": str(index % 20),
                "jobset.sigs.k8s.io/jobset-name": f"train-{job}",
            },
            "ownerReferences": [
                {
                    "apiVersion": "batch/v1",
                    "kind": "Job",
                    "name": f"train-{job}-worker-0",
                    "uid": f"5f0e9f57-7d3c-4f0e-9f57-{job:012x}",
                    "controller": True,
                    "blockOwnerDeletion": True,
                }
            ],
            "managedFields": [],
        },
        "spec": {
            "containers": [
                {
                    "name": "main",
                    "image": f"registry.example/team/train:{job}",
                    "command": ["python", "-m", "train", f"--step={index}"],
                    "env": environment,
                    "resources": {
                        "requests": {"cpu": "4", "memory": "16Gi", "nvidia.com/gpu": "8"},
                        "limits": {"cpu": "8", "memory": "32Gi", "nvidia.com/gpu": "8"},
                    },
                    "volumeMounts": [{"name": "data", "mountPath": "/data"}],
                    "terminationMessagePath": "/dev/termination-log",
                    "imagePullPolicy": "IfNotPresent",
                }
            ],
            "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": f"data-{job}"}}],
            "nodeName": f"node-{node}",
            "restartPolicy": "Never",
            "schedulerName": "default-scheduler",
            "priority": 0,
            "tolerations": [
                {"key": f"node.kubernetes.io/{key}", "operator": "Exists", "tolerationSeconds": 300}
                for key in ("not-ready", "unreachable")
            ],
        },
        "status": {
            "phase": "Running",
            "conditions": [
                {"type": kind, "status": "True", "lastTransitionTime": "2026-12-01T00:00:08Z"}
                for kind in conditions
            ],
            "hostIP": f"10.1.{node // 250}.{node % 250}",
            "podIP": f"10.2.{index // 250 % 250}.{index % 250}",
            "startTime": "2026-12-01T00:00:01Z",
            "containerStatuses": [
                {
                    "name": "main",
                    "state": started,
                    "lastState": {},
                    "ready": True,
                    "restartCount": index % 3,
                    "image": f"registry.example/team/train:{job}",
                    "imageID": f"registry.example/team/train@sha256:{index:064x}",
                    "containerID": f"containerd://{index:064x}",
                    "started": True,
                }
            ],
            "qosClass": "Burstable",
        },
    }
    fields: dict[str, Any] = {}
    manager = {"manager": "kube-controller-manager", "operation": "Update", "fieldsV1": fields}
    made["metadata"]["managedFields"].append(manager)
    number = 0
    while len(json.dumps(made, separators=(",", ":"))) < size:
        for _ in range(10):
            fields[f'f:spec.k:{{"name":"SETTING_{number}"}}'] = {".": {}, "f:name": {}, "f:value": {}}
            number += 1
    return made


def paths() -> list[ReadPath]:
    """What the whole catalog and the facts of a pod read of a pod."""
    import workload_map as wm
    from workload_map.workload import facts

    catalog = wm.Catalog.builtin()
    found: set[ReadPath] = set(facts.READS)
    for entry in catalog.entries():
        plan = catalog.plan_for(entry.gvk.group, entry.gvk.version, entry.gvk.kind)
        found.update(plan.pod_reads)
    return sorted(path for path in found if path != ("*",))


def way(name: str, kept: list[ReadPath]) -> Callable[[bytes], list[Any]]:
    """The function that decodes one page in the way of this name."""
    if name == "json":
        return lambda body: list(json.loads(body)["items"])
    if name == "msgspec":
        full = msgspec.json.Decoder()
        return lambda body: list(full.decode(body)["items"])
    paths = {
        "partial": kept,
        # Argo's Workflow reads its template out of the environment of its pods' containers; no other kind does.
        "partial, no env": [path for path in kept if "env" not in path],
        "metadata": list(partial.METADATA),
        "whole, as a Page": None,
    }[name.removesuffix(NO_GC)]
    decode = partial.decoder(paths)
    return lambda body: decode(body).items


NO_GC = ", gc off"
WAYS = (
    "partial",
    "partial, no env",
    "partial, no env, gc off",
    "metadata",
    "whole, as a Page",
    "msgspec",
    "json",
)


def resident() -> int:
    """Bytes of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


def child(name: str, folder: Path) -> None:
    kept: list[ReadPath] = msgspec.json.decode((folder / "paths").read_bytes(), type=list[tuple[str, ...]])
    decode = way(name, kept)
    if name.endswith(NO_GC):
        gc.disable()
    bodies = sorted(folder.glob("page-*"))
    decode(bodies[0].read_bytes())
    before, spent, held = resident(), 0.0, []
    for path in bodies:
        body = path.read_bytes()
        start = time.process_time()
        held += decode(body)
        spent += time.process_time() - start
        del body
    print(json.dumps({"seconds": spent, "bytes": resident() - before, "pods": len(held)}))


def bodies(number: int) -> Iterator[bytes]:
    for start in range(0, number, PAGE):
        items = [pod(index) for index in range(start, min(start + PAGE, number))]
        yield msgspec.json.encode({"kind": "PodList", "metadata": {"resourceVersion": "1"}, "items": items})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pods", type=int, default=10_000)
    parser.add_argument("--child", nargs=2)
    given = parser.parse_args()
    if given.child:
        child(given.child[0], Path(given.child[1]))
        return
    with tempfile.TemporaryDirectory() as name:
        folder, total = Path(name), 0
        for number, body in enumerate(bodies(given.pods)):
            (folder / f"page-{number:05}").write_bytes(body)
            total += len(body)
        (folder / "paths").write_bytes(msgspec.json.encode(paths()))
        measured = {}
        for each in WAYS:
            command = [sys.executable, __file__, "--child", each, name]
            runs = [
                json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(3)
            ]
            measured[each] = min(runs, key=lambda run: run["seconds"])
    print(f"{given.pods} pods of {total // given.pods} bytes, {total / 1e6:.0f} MB of JSON")
    print(f"{'':24} {'time':>9} {'memory':>9}   time / msgspec, memory / msgspec, memory / JSON")
    full = measured["msgspec"]
    for each, run in measured.items():
        print(
            f"{each:24} {run['seconds'] * 1e3:6.0f} ms {run['bytes'] / 1e6:6.1f} MB   "
            f"{run['seconds'] / full['seconds']:.2f} {run['bytes'] / full['bytes']:.2f} {run['bytes'] / total:.2f}"
        )


if __name__ == "__main__":
    main()

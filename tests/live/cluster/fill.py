# SPDX-License-Identifier: Apache-2.0
"""Fill an API server with workloads and their pods, for measurements: ``fill(kubeconfig, pods=10_000, workloads=500)``.

For a cluster started ``--bare``: controllers would take the objects for theirs and change them. Each workload is of
one of six kinds in turn, with the owners between it and its pods that its controller makes:
JobSet → Job → pod, Deployment → ReplicaSet → pod, LeaderWorkerSet → StatefulSet → pod, RayCluster → pod,
PyTorchJob → pod, Job → pod. Pods run and are ready, and are as large as pods of real clusters.
"""

from __future__ import annotations

import json
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import Any

from tests.live.cluster import shapes
from tests.live.cluster.api import Api, ApiFault

#: Connections for each process that fills.
_THREADS = 8


def fill(
    kubeconfig: str,
    *,
    pods: int,
    workloads: int,
    namespaces: int = 20,
    size: int = 5800,
    prefix: str = "bench",
    workers: int = 2,
) -> dict[str, int]:
    """Write `workloads` workloads with `pods` pods between them in `namespaces` namespaces ``PREFIX-N``.

    `size` is about how many bytes of JSON a pod has. Returns how many objects of each kind were written. Raises
    ApiFault. It may be called again with another prefix.
    """
    api = Api.of(kubeconfig)
    for number in range(namespaces):
        api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": f"{prefix}-{number}"}})
    api.close()
    share, rest = divmod(pods, workloads)
    jobs = [
        (number, f"{prefix}-{number % namespaces}", share + (number < rest), size)
        for number in range(workloads)
    ]
    parts = [(kubeconfig, jobs[offset::workers]) for offset in range(workers)]
    total: dict[str, int] = {}
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for counts in pool.imap_unordered(_part, parts):
            for kind, count in counts.items():
                total[kind] = total.get(kind, 0) + count
    return total


def empty(kubeconfig: str, *, namespaces: int = 20, prefix: str = "bench") -> None:
    """Delete the pods and workloads that `fill` wrote; the namespaces stay (nothing would end their deletion)."""
    api = Api.of(kubeconfig)
    for number in range(namespaces):
        for api_version, plural in shapes.COLLECTIONS:
            path = f"{api.base(api_version)}/namespaces/{prefix}-{number}/{plural}"
            api.call("DELETE", path, {"gracePeriodSeconds": 0, "propagationPolicy": "Background"})
    api.close()


def _part(work: tuple[str, list[tuple[int, str, int, int]]]) -> dict[str, int]:
    kubeconfig, jobs = work
    api = Api.of(kubeconfig)
    counts: dict[str, int] = {}
    with ThreadPoolExecutor(_THREADS) as pool:
        for number, namespace, pods, size in jobs:
            workload = shapes.workload(number, namespace, pods, size)
            owners = [_write(api, workload.root, {})]
            for owner, obj in workload.between:
                owners.append(_write(api, obj, owners[owner]))  # each may own the next
            objects = [obj for _, obj in workload.pods]
            list(pool.map(_write, repeat(api), objects, [owners[place] for place, _ in workload.pods]))
            for obj in (workload.root, *(obj for _, obj in (*workload.between, *workload.pods))):
                counts[obj["kind"]] = counts.get(obj["kind"], 0) + 1
    return counts


def _write(api: Api, obj: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
    """Create an object and its status; the reference with which it is owned."""
    if owner:
        obj["metadata"]["ownerReferences"] = [owner]
    found = api.call("POST", api.path(obj, named=False), obj)
    if "status" in obj:
        _status(api, obj)
    return shapes.reference(found)


def _status(api: Api, obj: dict[str, Any]) -> None:
    try:
        api.patch(obj, {"status": obj["status"]}, subresource="status")
    except ApiFault as fault:
        raise ApiFault(f"{fault} ({json.dumps(obj['metadata'])[:200]})", fault.status) from fault

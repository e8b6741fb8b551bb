# SPDX-License-Identifier: Apache-2.0
"""Objects that a test cluster has from the start: fake GPU nodes, namespaces, and what each user may do."""

from __future__ import annotations

from typing import Any

from tests.live.cluster.api import Api

#: The namespaces that `shared/samples` use, and the one in which the user `one-namespace` has rights.
NAMESPACES = ("kubeflow", "nim-service", "team-a", "one-namespace")

#: How many nodes stand in one rack (label `live.workload-map/rack`).
RACK = 2

_LIST = ["list", "watch"]


def node(name: str, *, gpus: int, rack: str, pods: int = 110) -> dict[str, Any]:
    """A node that kwok plays, with nothing else on it."""
    room = {
        "cpu": "128",
        "memory": "1Ti",
        "ephemeral-storage": "1Ti",
        "pods": str(pods),
        "nvidia.com/gpu": str(gpus),
    }
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "annotations": {"kwok.x-k8s.io/node": "fake"},
            "labels": {
                "kubernetes.io/hostname": name,
                "kubernetes.io/os": "linux",
                "kubernetes.io/arch": "amd64",
                "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3",
                "live.workload-map/rack": rack,
            },
        },
        "status": {"allocatable": room, "capacity": room},
    }


def add_nodes(api: Api, count: int, *, gpus: int) -> None:
    """Nodes gpu-0, gpu-1, … up to `count`; those that are there stay as they are."""
    for number in range(count):
        api.create(node(f"gpu-{number}", gpus=gpus, rack=f"rack-{number // RACK}"))


def resize(api: Api, name: str, **room: str) -> None:
    """Change a node's capacity, for example ``resize(api, "gpu-0", **{"nvidia.com/gpu": "4"})``."""
    obj = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}}
    api.patch(obj, {"status": {"allocatable": room, "capacity": room}}, subresource="status")


def add_namespaces(api: Api) -> None:
    """Create `NAMESPACES`."""
    for name in NAMESPACES:
        api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})


def add_rights(api: Api) -> None:
    """`one-namespace` may do everything in the namespace of its name and nothing elsewhere; `list-only` may list and
    watch everything and get nothing; `no-rights` has what every user has, discovery."""
    rbac = "rbac.authorization.k8s.io"
    everything = {"apiGroups": ["*"], "resources": ["*"]}
    for kind, name, namespace, verbs in (
        ("Role", "one-namespace", "one-namespace", ["*"]),
        ("ClusterRole", "list-only", "", _LIST),
    ):
        meta = {"name": name, **({"namespace": namespace} if namespace else {})}
        rules = [{**everything, "verbs": verbs}]
        api.create({"apiVersion": f"{rbac}/v1", "kind": kind, "metadata": meta, "rules": rules})
        api.create(
            {
                "apiVersion": f"{rbac}/v1",
                "kind": f"{kind}Binding",
                "metadata": meta,
                "subjects": [{"kind": "User", "name": name, "apiGroup": rbac}],
                "roleRef": {"kind": kind, "name": name, "apiGroup": rbac},
            }
        )

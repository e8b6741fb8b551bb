# SPDX-License-Identifier: Apache-2.0
"""The control plane: etcd and kube-apiserver first, then controller-manager, scheduler and kwok beside each other.

kwok plays the kubelet of every node; what it does with pods is in `stages.yaml`.
"""

from __future__ import annotations

from pathlib import Path

from tests.live.cluster import build
from tests.live.cluster.place import Place, Process

#: Names for `--gates`, each a set of feature gates and the API versions that they need.
GATES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "gangs": (
        ("GenericWorkload", "TopologyAwareWorkloadScheduling", "CompositePodGroup"),
        ("scheduling.k8s.io/v1beta1", "scheduling.k8s.io/v1alpha3"),
    ),
    # Gangs without topology and without nesting: what a cluster erases whose other gates are off.
    "gangs-basic": (("GenericWorkload",), ("scheduling.k8s.io/v1beta1",)),
}

#: Gates that kube-controller-manager knows; it refuses to start with one that it does not know.
_MANAGER_GATES = ("GenericWorkload",)

_STAGES = Path(__file__).with_name("stages.yaml")


def gate_flags(place: Place, known: tuple[str, ...] | None = None) -> list[str]:
    """The `--feature-gates` flag, of all gates or of those in `known`."""
    wanted = [
        f"{name}={str(on).lower()}" for name, on in place.gates.items() if known is None or name in known
    ]
    return [f"--feature-gates={','.join(wanted)}"] if wanted else []


def _etcd(place: Place) -> list[str]:
    client, peer = (f"http://{place.address(f'etcd.{port}')}" for port in ("client", "peer"))
    return [
        "--data-dir", str(place.state / "etcd"),
        "--listen-client-urls", client, "--advertise-client-urls", client,
        "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
        "--unsafe-no-fsync", "--quota-backend-bytes", str(4 << 30), "--log-level", "warn",
    ]  # fmt: skip


def _apiserver(place: Place) -> list[str]:
    flags = [
        "--etcd-servers", f"http://{place.address('etcd.client')}",
        "--bind-address", "127.0.0.1", "--secure-port", str(place.ports["apiserver.https"]),
        "--cert-dir", str(place.state / "apiserver"),
        "--tls-cert-file", str(place.state / "server.crt"), "--tls-private-key-file", str(place.state / "server.key"),
        "--client-ca-file", place.authority, "--token-auth-file", str(place.state / "tokens.csv"),
        "--service-account-issuer", "https://local",
        "--service-account-key-file", str(place.state / "sa.pub"),
        "--service-account-signing-key-file", str(place.state / "sa.key"),
        "--authorization-mode", "RBAC", "--service-cluster-ip-range", "10.0.0.0/24",
        "--disable-admission-plugins", "ServiceAccount", "--allow-privileged=true",
        "--endpoint-reconciler-type", "none", "--profiling=false",
        *gate_flags(place),
    ]  # fmt: skip
    if place.versions:
        flags.append("--runtime-config=" + ",".join(f"{version}=true" for version in place.versions))
    if place.audit:
        policy = {
            "apiVersion": "audit.k8s.io/v1",
            "kind": "Policy",
            "omitStages": ["RequestReceived"],
            "rules": [{"level": "Metadata"}],
        }
        flags += ["--audit-policy-file", place.write("audit-policy.yaml", policy)]
        flags += ["--audit-log-path", str(place.state / "audit.log"), "--audit-log-mode", "blocking"]
    return flags


def _manager(place: Place) -> list[str]:
    return [
        "--kubeconfig", place.kubeconfig, "--leader-elect=false", "--secure-port=0",
        "--service-account-private-key-file", str(place.state / "sa.key"),
        "--root-ca-file", place.authority,
        # kwok's heartbeats are up to 45 s apart.
        "--node-monitor-grace-period", "120s",
        "--kube-api-qps", "200", "--kube-api-burst", "400",
        *gate_flags(place, _MANAGER_GATES),
    ]  # fmt: skip


def _scheduler(place: Place) -> list[str]:
    return ["--kubeconfig", place.kubeconfig, "--leader-elect=false", "--secure-port=0", *gate_flags(place)]


def _kwok(place: Place) -> list[str]:
    shipped = build.module_dir("kwok") / "kustomize" / "stage" / "node"
    stages = [
        shipped / "fast" / "node-initialize.yaml",
        shipped / "heartbeat" / "node-heartbeat.yaml",
        _STAGES,
    ]
    flags = ["--kubeconfig", place.kubeconfig, "--manage-all-nodes", "--node-ip", "127.0.0.1"]
    flags += ["--server-address", place.address("kwok.http")]
    for stage in stages:
        flags += ["-c", str(stage)]
    return flags


ETCD = Process(
    "etcd",
    _etcd,
    ready=lambda place: f"http://{place.address('etcd.client')}/health",
    ports=("etcd.client", "etcd.peer"),
)
APISERVER = Process(
    "kube-apiserver",
    _apiserver,
    ready=lambda place: f"{place.server}/readyz",
    ports=("apiserver.https",),
    timeout=120,
)
OTHERS = (
    Process("kube-controller-manager", _manager),
    Process("kube-scheduler", _scheduler),
    Process(
        "kwok",
        _kwok,
        ready=lambda place: f"http://{place.address('kwok.http')}/healthz",
        ports=("kwok.http",),
    ),
)

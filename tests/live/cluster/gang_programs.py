# SPDX-License-Identifier: Apache-2.0
"""Schedulers and queues that a cluster may have besides kube-scheduler, and operators that write groups for a scheduler
which need not run: names for ``up --with``."""

from __future__ import annotations

from pathlib import Path

import yaml

from tests.live.cluster import build, controllers, crds, webhooks
from tests.live.cluster.place import Controller, Place, Process
from tests.shared import SHARED

#: Where Kueue looks for its metrics' certificate, whatever it is told (kueue 0.17.0 cmd/kueue/main.go). Clusters
#: share it.
KUEUE_CERTS = Path("/etc/kueue/metrics/certs")

#: Integrations whose kinds the cluster serves and whose webhooks are sent to Kueue.
_KUEUE_KINDS = {
    "batch/job": "job",
    "jobset.x-k8s.io/jobset": "jobset",
    "ray.io/raycluster": "raycluster",
    "ray.io/rayjob": "rayjob",
    "kubeflow.org/pytorchjob": "pytorchjob",
}


def _kueue(place: Place) -> list[str]:
    value = {
        "apiVersion": "config.kueue.x-k8s.io/v1beta2",
        "kind": "Configuration",
        "leaderElection": {"leaderElect": False},
        "internalCertManagement": {"enable": False},
        "webhook": {"host": "127.0.0.1", "port": place.ports["kueue.webhook"], "certDir": place.certificates},
        "metrics": {"bindAddress": place.address("kueue.metrics")},
        "health": {"healthProbeBindAddress": place.address("kueue.health")},
        "integrations": {"frameworks": list(_KUEUE_KINDS)},
    }
    return ["--config", place.write("kueue.yaml", value), "--feature-gates=VisibilityOnDemand=false"]


def _before_kueue(place: Place, folder: Path) -> None:
    KUEUE_CERTS.mkdir(parents=True, exist_ok=True)
    for name in ("tls.crt", "tls.key"):
        if not (KUEUE_CERTS / name).exists():
            (KUEUE_CERTS / name).write_bytes((Path(place.certificates) / name).read_bytes())
    api = place.api()
    api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kueue-system"}})
    api.close()


KUEUE = Controller(
    "kueue",
    crds=("config/components/crd/bases/*.yaml",),
    processes=(
        Process(
            "kueue",
            _kueue,
            ready=lambda place: f"http://{place.address('kueue.health')}/readyz",
            ports=("kueue.webhook", "kueue.metrics", "kueue.health"),
            environment=lambda place: {"KUBECONFIG": place.kubeconfig},
            timeout=120,
        ),
    ),
    before=_before_kueue,
    after=lambda place, folder: webhooks.apply(
        place,
        folder / "config/components/webhook/manifests.yaml",
        prefix="kueue",
        port="kueue.webhook",
        keep=tuple(
            f"{letter}{kind}.kb.io"
            for letter in "mv"
            for kind in (*_KUEUE_KINDS.values(), "clusterqueue", "resourceflavor", "workload")
        ),
    ),
)


def _before_kai(place: Place, folder: Path) -> None:
    """The priority classes and the two queues that its documents start with."""
    api = place.api()
    files = [*sorted((folder / "deployments/kai-scheduler/templates/priorityclasses").glob("*.yaml"))]
    for file in [*files, folder / "docs/quickstart/default-queues.yaml"]:
        for obj in yaml.safe_load_all(file.read_text()):
            if obj:
                api.create(obj)
    api.close()


#: The podgrouper is not among its processes: it would replace the groups of every pod that has an owner.
KAI = Controller(
    "kai",
    crds=("deployments/kai-scheduler/crds/*.yaml",),
    processes=(
        Process(
            "kai-scheduler",
            lambda place: [
                "--listen-address", place.address("kai.scheduler"),
                "--plugin-server-port", str(place.ports["kai.plugins"]),
            ],
            ports=("kai.scheduler", "kai.plugins"),
            environment=lambda place: {"KUBECONFIG": place.kubeconfig},
        ),
        Process(
            "kai-binder",
            lambda place: [
                "--kubeconfig", place.kubeconfig, "--metrics-bind-address", "0",
                "--health-probe-bind-address", place.address("kai.binder"),
            ],
            ports=("kai.binder",),
        ),
    ),
    before=_before_kai,
)  # fmt: skip


def _coscheduling(place: Place) -> list[str]:
    value = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "leaderElection": {"leaderElect": False},
        "clientConnection": {"kubeconfig": place.kubeconfig},
        "profiles": [
            {
                "schedulerName": "scheduler-plugins-scheduler",
                "plugins": {
                    "queueSort": {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]},
                    "multiPoint": {"enabled": [{"name": "Coscheduling"}]},
                },
                "pluginConfig": [{"name": "Coscheduling", "args": {"permitWaitingTimeSeconds": 10}}],
            }
        ],
    }
    # The plugin is not woken by new capacity: what waits is tried again when this time is over.
    again = "--pod-max-in-unschedulable-pods-duration=10s"
    return ["--config", place.write("coscheduling.yaml", value), "--secure-port=0", again]


COSCHEDULING = Controller(
    "coscheduling",
    crds=("config/crd/bases/scheduling.x-k8s.io_*.yaml",),
    processes=(
        Process("coscheduling", _coscheduling),
        Process(
            "coscheduling-controller",
            lambda place: [
                "--kubeconfig", place.kubeconfig,
                "--metricsAddr", place.address("coscheduling.metrics"),
                "--probeAddr", place.address("coscheduling.health"),
            ],
            ready=lambda place: f"http://{place.address('coscheduling.health')}/readyz",
            ports=("coscheduling.metrics", "coscheduling.health"),
        ),
    ),
)  # fmt: skip


def mode_namespace(scheduler: str) -> str:
    """The one namespace in which the operators write groups for `scheduler`, ``volcano`` or ``coscheduling``."""
    return f"groups-{scheduler}"


def _group_crds(scheduler: str) -> list[Path]:
    """The CRD of the groups, which the operators look for when they start."""
    if scheduler == "coscheduling":
        return crds.files(build.module_dir("coscheduling"), COSCHEDULING.crds)
    if SHARED is None:
        raise FileNotFoundError("the CRD of Volcano's PodGroup is in the shared material, which is not there")
    return [SHARED / "crds" / "podgroups.scheduling.volcano.sh.json"]


def _add_namespace(place: Place, scheduler: str) -> None:
    api = place.api()
    api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": mode_namespace(scheduler)}})
    api.close()


def _kuberay(scheduler: str, value: str) -> Controller:
    name = f"kuberay-{scheduler}"
    return Controller(
        name,
        module="kuberay",
        crds=(),
        processes=(
            Process(
                name,
                lambda place: [
                    "--kubeconfig", place.kubeconfig, "--enable-leader-election=false",
                    "--metrics-addr", place.address(f"{name}.metrics"),
                    "--health-probe-bind-address", place.address(f"{name}.health"),
                    "--batch-scheduler", value, "--watch-namespace", mode_namespace(scheduler),
                ],
                ready=lambda place: f"http://{place.address(f'{name}.health')}/healthz",
                ports=(f"{name}.metrics", f"{name}.health"),
                binary="kuberay",
            ),
        ),
        more_crds=lambda: _group_crds(scheduler),
        before=lambda place, folder: _add_namespace(place, scheduler),
    )  # fmt: skip


def _training(scheduler: str, value: str) -> Controller:
    name = f"training-{scheduler}"

    def before(place: Place, folder: Path) -> None:
        controllers.TRAINING.before(place, folder)
        _add_namespace(place, scheduler)

    return Controller(
        name,
        module="training-operator",
        crds=(),
        processes=(
            Process(
                name,
                lambda place: [
                    "--kubeconfig", place.kubeconfig,
                    "--metrics-bind-address", place.address(f"{name}.metrics"),
                    "--health-probe-bind-address", place.address(f"{name}.health"),
                    "--webhook-server-port", str(place.ports[f"{name}.webhook"]),
                    "--gang-scheduler-name", value, "--namespace", mode_namespace(scheduler),
                ],
                ready=lambda place: f"http://{place.address(f'{name}.health')}/readyz",
                ports=(f"{name}.metrics", f"{name}.health", f"{name}.webhook"),
                timeout=120,
                binary="training-operator",
            ),
        ),
        more_crds=lambda: _group_crds(scheduler),
        before=before,
    )  # fmt: skip


#: How each operator calls the scheduler for which it shall write groups.
MODES: tuple[Controller, ...] = (
    _kuberay("volcano", "volcano"),
    _kuberay("coscheduling", "scheduler-plugins"),
    _training("volcano", "volcano"),
    _training("coscheduling", "scheduler-plugins"),
)

ALL: tuple[Controller, ...] = (KUEUE, KAI, COSCHEDULING, *MODES)

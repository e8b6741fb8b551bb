# SPDX-License-Identifier: Apache-2.0
"""The controllers of the test cluster, one entry a program of `programs.toml`.

What each needs to run as a plain process without a Service is in its functions here: `before` lays down objects and
files, `after` sends its webhooks to its port.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.live.cluster import webhooks
from tests.live.cluster.place import Controller, Place, Process


def _configuration(place: Place, group: str, name: str) -> str:
    value: dict[str, Any] = {
        "apiVersion": f"config.{group}/v1alpha1",
        "kind": "Configuration",
        "leaderElection": {"leaderElect": False},
        "internalCertManagement": {"enable": False},
        "webhook": {
            "host": "127.0.0.1",
            "port": place.ports[f"{name}.webhook"],
            "certDir": place.certificates,
        },
        "metrics": {"bindAddress": place.address(f"{name}.metrics")},
        "health": {"healthProbeBindAddress": place.address(f"{name}.health")},
    }
    if name == "jobset":
        value["metrics"]["certDir"] = place.certificates
    return place.write(f"{name}.yaml", value)


def _health(name: str, path: str = "readyz") -> Any:
    return lambda place: f"http://{place.address(f'{name}.health')}/{path}"


JOBSET = Controller(
    "jobset",
    crds=("config/components/crd/bases/*.yaml",),
    processes=(
        Process(
            "jobset",
            lambda place: ["--config", _configuration(place, "jobset.x-k8s.io", "jobset")],
            ready=_health("jobset"),
            ports=("jobset.webhook", "jobset.metrics", "jobset.health"),
            environment=lambda place: {"KUBECONFIG": place.kubeconfig},
        ),
    ),
    after=lambda place, folder: webhooks.apply(
        place,
        folder / "config/components/webhook/manifests.yaml",
        prefix="jobset",
        port="jobset.webhook",
        pod_label="jobset.sigs.k8s.io/jobset-name",
    ),
)

LWS = Controller(
    "lws",
    crds=("config/crd/bases/*.yaml",),
    processes=(
        Process(
            "lws",
            lambda place: ["--config", _configuration(place, "lws.x-k8s.io", "lws")],
            ready=_health("lws"),
            ports=("lws.webhook", "lws.metrics", "lws.health"),
            environment=lambda place: {"KUBECONFIG": place.kubeconfig},
        ),
    ),
    after=lambda place, folder: webhooks.apply(
        place,
        folder / "config/webhook/manifests.yaml",
        prefix="lws",
        port="lws.webhook",
        pod_label="leaderworkerset.sigs.k8s.io/name",
    ),
)

KUBERAY = Controller(
    "kuberay",
    crds=("config/crd/bases/*.yaml",),
    processes=(
        Process(
            "kuberay",
            lambda place: [
                "--kubeconfig", place.kubeconfig, "--enable-leader-election=false",
                "--metrics-addr", place.address("kuberay.metrics"),
                "--health-probe-bind-address", place.address("kuberay.health"),
                "--feature-gates=RayClusterStatusConditions=true,RayJobDeletionPolicy=true",
            ],
            ready=_health("kuberay", "healthz"),
            ports=("kuberay.metrics", "kuberay.health"),
        ),
    ),
)  # fmt: skip


def _before_training(place: Place, module: Path) -> None:
    # The webhook server wants a certificate though no webhook is registered, and takes it from the temporary folder
    # (controller-runtime pkg/webhook/server.go), which is the cluster's own.
    folder = place.state / "tmp" / "k8s-webhook-server" / "serving-certs"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("tls.crt", "tls.key"):
        (folder / name).write_bytes((Path(place.certificates) / name).read_bytes())
    api = place.api()
    api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kubeflow"}})
    meta = {"name": "training-operator-webhook-cert", "namespace": "kubeflow"}
    api.create({"apiVersion": "v1", "kind": "Secret", "metadata": meta})
    api.create(
        {
            "apiVersion": "admissionregistration.k8s.io/v1",
            "kind": "ValidatingWebhookConfiguration",
            "metadata": {"name": "validator.training-operator.kubeflow.org"},
            "webhooks": [],
        }
    )
    api.close()


TRAINING = Controller(
    "training-operator",
    crds=("manifests/base/crds/kubeflow.org_*.yaml",),
    processes=(
        Process(
            "training-operator",
            lambda place: [
                "--kubeconfig", place.kubeconfig,
                "--metrics-bind-address", place.address("training-operator.metrics"),
                "--health-probe-bind-address", place.address("training-operator.health"),
                "--webhook-server-port", str(place.ports["training-operator.webhook"]),
            ],
            ready=_health("training-operator"),
            ports=("training-operator.metrics", "training-operator.health", "training-operator.webhook"),
            timeout=120,
        ),
    ),
    before=_before_training,
)  # fmt: skip

#: What `up` adds to the control plane unless it is told otherwise.
BASE = (JOBSET, LWS, KUBERAY, TRAINING)

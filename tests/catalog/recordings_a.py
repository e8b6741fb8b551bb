# SPDX-License-Identifier: Apache-2.0
"""Where recorded objects of batch, Kubeflow, Ray and Kueue kinds read otherwise than recorded, and why."""

from __future__ import annotations

REFERENCE = "the reference has no rule here and says Undefined"
RESUMING = "the spec asks to go on, the status still says suspended"
ASKED = "asked to suspend, not suspended yet"
DELETING = "an object being deleted keeps its phase and is marked"
PODS = "only the pods show it"

KINDS = {
    "DaemonSet",
    "CronJob",
    "DisaggregatedSet",
    "TFJob",
    "XGBoostJob",
    "PaddleJob",
    "JAXJob",
    "MPIJob",
    "TrainJob",
    "RayJob",
    "RayService",
    "RayCronJob",
    "Workload",
}

#: (file, frame) of `recordings`: our headline and why it is not the recorded one.
REPLAY: dict[tuple[str, int], tuple[str, str]] = {
    ("kubeflow/kubeflow-org-mpijob-v2beta1/failed.yaml", 4): (
        "Degraded",
        "the launcher has failed and none runs: its Job tries again",
    ),
    ("kubeflow/kubeflow-org-mpijob-v2beta1/resumed.yaml", 2): ("Resuming", RESUMING),
    **{
        (f"kuberay/ray-io-rayjob-v1/{flow}.yaml", n): ("Initializing", REFERENCE)
        for flow, n in (
            ("completed", 0),
            ("completed", 5),
            ("failed", 0),
            ("failed", 5),
            ("resumed", 6),
            ("resumed", 11),
            ("running", 0),
            ("running", 6),
        )
    },
    **{
        (f"kuberay/ray-io-rayjob-v1/{flow}.yaml", n): ("Suspending", ASKED)
        for flow in ("resumed", "suspended")
        for n in (0, 1, 2)
    },
    ("kuberay/ray-io-rayjob-v1/resumed.yaml", 5): ("Resuming", RESUMING),
}

#: The same for `recordings-live`, by file.
LIVE: dict[str, tuple[str, str]] = {
    "jaxjob/jx-ok/05-resumed-just-now.json": ("Resuming", RESUMING),
    "rayjob/rj-http/01-head-lost.json": ("Running", PODS),
    "rayjob/rj-wk/00-worker-crash-loops.json": ("Running", PODS),
    "rayservice/rs2/01-deleting.json": ("Degraded", DELETING),
    "rayservice/rsv/06-worker-crash-loops.json": ("Running", PODS),
}

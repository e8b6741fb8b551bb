# SPDX-License-Identifier: Apache-2.0
"""Where recorded objects of serving kinds, Grove, Sandbox and Milvus read otherwise than recorded, and why."""

from __future__ import annotations

REFERENCE = "the reference has no rule here and says Undefined"
ASKED = "asked to stop, not stopped yet"
DELETING = "an object being deleted keeps its phase and is marked"

KINDS = {
    "InferenceService",
    "LLMInferenceService",
    "Service",
    "NIMService",
    "NIMCache",
    "NIMPipeline",
    "DynamoGraphDeployment",
    "PodCliqueSet",
    "Sandbox",
    "Milvus",
}

_STARTS = (
    *(("kserve/serving-kserve-io-inferenceservice-v1beta1/failed.yaml", n) for n in range(2)),
    *(("kserve/serving-kserve-io-inferenceservice-v1beta1/running.yaml", n) for n in range(6)),
    *(
        (f"kserve/serving-kserve-io-llminferenceservice-v1alpha2/{flow}.yaml", 0)
        for flow in ("failed", "missing-preset", "running", "stopped")
    ),
    *(
        (f"{kind}/{flow}.yaml", n)
        for kind in (
            "dynamo/nvidia-com-dynamographdeployment-v1alpha1",
            "milvus/milvus-io-milvus-v1beta1",
            "nim/apps-nvidia-com-nimservice-v1alpha1",
        )
        for flow in ("initializing", "running")
        for n in range(2)
    ),
)

#: (file, frame) of `recordings`: our headline and why it is not the recorded one.
REPLAY: dict[tuple[str, int], tuple[str, str]] = {
    **dict.fromkeys(_STARTS, ("Initializing", REFERENCE)),
    ("kserve/serving-kserve-io-llminferenceservice-v1alpha2/stopped.yaml", 5): ("Suspending", ASKED),
    ("grove/grove-io-podcliqueset-v1alpha1/scaled.yaml", 10): (
        "Degraded",
        "one of two copies is available; a scale-up looks like a loss",
    ),
    ("grove/grove-io-podcliqueset-v1alpha1/scaled.yaml", 13): (
        "Initializing",
        "the status was written for an older generation of the spec",
    ),
}

#: The same for `recordings-live`, by file.
LIVE: dict[str, tuple[str, str]] = {
    "inferenceservice/is-img/00-image-pull-backoff.json": (
        "Initializing",
        "it has never been ready; only the pod says why",
    ),
    "inferenceservice/is-life/08-deleting.json": ("Running", DELETING),
    "inferenceservice/is-stop/00-stop-annotation.json": (
        "Suspending",
        "asked to stop; this version of the controller does not know the annotation",
    ),
}

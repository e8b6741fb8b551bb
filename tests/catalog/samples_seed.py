# SPDX-License-Identifier: Apache-2.0
"""Pods by role of the samples of Pod, apps, Job, JobSet, LeaderWorkerSet, PyTorchJob and RayCluster, worked out from
what their operators do with the manifest."""

from __future__ import annotations

from typing import Any

#: File below the shared folder: role as users write it -> pods it wants; a list where a file has several objects.
SAMPLES: dict[str, Any] = {
    "samples/pod/kueue-pod.yaml": {"pod": 1},
    # A group of two pods, each an object.
    "samples/pod/kueue-pod-group.yaml": [{"pod": 1}, {"pod": 1}],
    "manifests/pod/running.yaml": {"pod": 1},
    "samples/deployment/kueue-sample-deployment.yaml": {"deployment": 3},
    "manifests/deployment/running.yaml": {"deployment": 1},
    "samples/statefulset/kueue-sample-statefulset.yaml": {"statefulset": 3},
    "manifests/statefulset/running.yaml": {"statefulset": 1},
    "samples/replicaset/frontend.yaml": {"replicaset": 3},
    # parallelism, never more than completions.
    "samples/batch-job/kueue-sample-job.yaml": {"job": 3},
    "samples/batch-job/kueue-sample-job-partial-admission.yaml": {"job": 20},
    "manifests/batch-job/completed.yaml": {"job": 1},
    # One Job each where replicas is not written; parallelism of it is 1 where that is not.
    "samples/jobset/multiple-depends-on.yaml": {
        "replicatedjob/dataset-initializer": 1,
        "replicatedjob/model-initializer": 1,
        "replicatedjob/worker": 4,
    },
    "samples/jobset/paralleljobs.yaml": {"replicatedjob/workers": 4, "replicatedjob/driver": 1},
    "samples/jobset/startup-driver-ready.yaml": {"replicatedjob/driver": 1, "replicatedjob/workers": 4},
    "manifests/jobset/completed.yaml": {"replicatedjob/workers": 1},
    # 3 groups of 4: one leader each, with a template of its own or without.
    "samples/leaderworkerset/lws-multi-template.yaml": {"leader": 3, "worker": 9},
    "samples/leaderworkerset/lws.yaml": {"leader": 3, "worker": 9},
    "samples/leaderworkerset/vllm-gpu-lws.yaml": {"leader": 2, "worker": 2},
    "manifests/lws/running.yaml": {"leader": 1, "worker": 1},
    # Elastic: no master is made where none is written.
    "samples/pytorchjob/elastic-echo.yaml": {"replica/Worker": 2},
    "samples/pytorchjob/elastic-imagenet.yaml": {"replica/Worker": 2},
    "samples/pytorchjob/simple.yaml": {"replica/Master": 1, "replica/Worker": 1},
    "manifests/pytorch/running.yaml": {"replica/Master": 1, "replica/Worker": 1},
    # replicas 0, minReplicas 0: the autoscaler brings up workers.
    "samples/raycluster/ray-cluster.autoscaler.yaml": {"head": 1, "worker/small-group": 0},
    "samples/raycluster/ray-cluster.sample.yaml": {"head": 1, "worker/workergroup": 1},
    # One replica of two hosts.
    "samples/raycluster/ray-cluster.tpu-v4-multihost.yaml": {"head": 1, "worker/tpu-group": 2},
    "samples/tekton-pipelinerun/pipelinerun-with-pipelinespec-and-taskspec.yaml": [
        {"task/echo-good-morning": 1},
        {"task/echo-message": 1},
        {"task/echo-greetings": 1},
    ],
}

# SPDX-License-Identifier: Apache-2.0
"""Pods by role of the samples of batch, Kubeflow, Ray, Volcano and Kueue kinds, worked out from what their
operators do with the manifest."""

from __future__ import annotations

#: File below the shared folder: role as users write it -> pods it wants; None is not known.
SAMPLES: dict[str, dict[str, int | None]] = {
    # One pod a node, and no controller has counted the nodes.
    "samples/daemonset/node-tuner-daemonset.yaml": {"daemonset": None},
    # parallelism 3, completions 3.
    "samples/cronjob/kueue-sample-cronjob.yaml": {"job": 3},
    "manifests/cronjob/running.yaml": {"job": 1},
    # prefill: 4 groups of 2; decode and encode: 2 groups of 1. One slice.
    "samples/disaggregatedset/disaggregatedset-3role.yaml": {
        "leader/prefill": 4,
        "leader/decode": 2,
        "leader/encode": 2,
        "worker/prefill": 4,
        "worker/decode": 0,
        "worker/encode": 0,
    },
    # Two slices of 2 groups of 1 for each of two roles.
    "samples/disaggregatedset/disaggregatedset.yaml": {
        "leader/prefill": 4,
        "leader/decode": 4,
        "worker/prefill": 0,
        "worker/decode": 0,
    },
    "samples/tfjob/dist-mnist.yaml": {"replica/Chief": 1, "replica/PS": 1, "replica/Worker": 2},
    "samples/tfjob/simple.yaml": {"replica/Worker": 2},
    "samples/xgboostjob/xgboostjob.yaml": {"replica/Master": 1, "replica/Worker": 2},
    "samples/paddlejob/simple-cpu.yaml": {"replica/Worker": 2},
    "samples/jaxjob/cpu-demo.yaml": {"replica/Worker": 2},
    "samples/mpijob/pi.yaml": {"launcher": 1, "worker": 2},
    "samples/mpijob/tensorflow-benchmarks.yaml": {"launcher": 1, "worker": 2},
    "samples/mpijob-v1/tensorflow-mnist.yaml": {"launcher": 1, "worker": 2},
    "manifests/mpijob/completed.yaml": {"launcher": 1, "worker": 1},
    "samples/trainjob/01-multi-node.yaml": {"trainer": 3},
    "samples/trainjob/02-runtime-patches.yaml": {"trainer": 2},
    "samples/trainjob/05-multi-step.yaml": {"initializer/dataset-initializer": 1, "trainer": 2},
    # The submitter is a pod of its own unless it is the user that submits.
    "samples/rayjob/ray-job.interactive-mode.yaml": {"head": 1, "worker/default-group": 1, "submitter": 0},
    "samples/rayjob/ray-job.kueue-toy-sample.yaml": {"head": 1, "worker/small-group": 1, "submitter": 1},
    "samples/rayjob/ray-job.sample.yaml": {"head": 1, "worker/small-group": 1, "submitter": 1},
    "manifests/rayjob/completed.yaml": {"head": 1, "worker/small": 0, "submitter": 1},
    # replicas 0: the autoscaler brings up workers.
    "samples/rayservice/ray-service.incremental-upgrade.yaml": {"head": 1, "worker/small-group": 0},
    "samples/rayservice/ray-service.sample.yaml": {"head": 1, "worker/small-group": 1},
    "samples/raycronjob/ray-cronjob.sample.yaml": {"head": 1, "worker/small-group": 1, "submitter": 1},
    "samples/volcano-job/job.yaml": {"task/default-nginx": 6},
    "samples/volcano-job/mpi-example.yaml": {"task/mpimaster": 1, "task/mpiworker": 2},
    "samples/volcano-job/tf-dist-mnist.yaml": {"task/ps": 1, "task/worker": 2},
    "samples/kueue-workload/sample-job.yaml": {"podset/main": 3},
}

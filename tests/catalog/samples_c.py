# SPDX-License-Identifier: Apache-2.0
"""Pods by role of the samples of Spark, Argo, AppWrapper, Flink and Tekton kinds, worked out from what their operators
do with the manifest. None of a Slinky NodeSet is there."""

from __future__ import annotations

#: File below the shared folder: role as users write it -> pods it wants; None is not known.
SAMPLES: dict[str, dict[str, int | None]] = {
    "samples/sparkapplication/spark-pi.yaml": {"driver": 1, "executor": 1},
    "samples/sparkapplication/spark-pi-pod-template.yaml": {"driver": 1, "executor": 1},
    # instances 1, initialExecutors 2, minExecutors 1: the largest is what it starts with.
    "samples/sparkapplication/spark-pi-dynamic-allocation.yaml": {"driver": 1, "executor": 2},
    "samples/scheduledsparkapplication/spark-pi-scheduled.yaml": {"driver": 1, "executor": 1},
    "samples/sparkconnect/spark-connect.yaml": {"server": 1, "executor": 2},
    # Of a workflow's templates it is decided on the way how often each is used.
    "samples/argo-workflow/hello-world.yaml": {"template/hello-world": None},
    "samples/argo-workflow/dag-diamond.yaml": {"template/echo": None},
    "samples/argo-workflow/suspend-template.yaml": {"template/hello-world": None},
    "samples/argo-cronworkflow/cron-workflow.yaml": {"template/hello-world-with-time": None},
    # No pod sets are declared, and no controller has worked them out.
    "samples/appwrapper/wrapped-job.yaml": {"podset/job/sample-job": None},
    "samples/appwrapper/wrapped-jobset.yaml": {"podset/jobset/sample-jobset": None},
    "samples/appwrapper/wrapped-pytorch-job.yaml": {"podset/pytorchjob/pytorch-simple": None},
    # Parallelism 2 on 2 slots each.
    "samples/flinkdeployment/basic.yaml": {"jobmanager": 1, "taskmanager": 1},
    "samples/flinkdeployment/basic-reactive.yaml": {"jobmanager": 1, "taskmanager": 1},
    # A native session makes task managers for the jobs that come.
    "samples/flinkdeployment/basic-session-deployment-only.yaml": {"jobmanager": 1, "taskmanager": None},
    # The tasks are those of a Pipeline beside it.
    "samples/tekton-pipelinerun/pipelinerun-with-final-tasks.yaml": {"task/clone-cleanup-workspace": None},
    "samples/tekton-pipelinerun/pipelinerun-with-parallel-tasks-using-pvc.yaml": {
        "task/parallel-pipeline": None
    },
}

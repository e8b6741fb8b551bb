# SPDX-License-Identifier: Apache-2.0
"""Recorded objects of batch, Kubeflow, Ray and Kueue kinds together with their pods."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import workload_map as wm
from tests.catalog.objects_a import (
    catalog,
    read,
    sizes,
)
from tests.shared import shared

#: Recorded states in which every pod is up, so that pods by role are what the object asks for.
ALL_UP = [
    "cronjob/cron-runs/02-run-runs.json",
    "jaxjob/jx-fail/01-running-again.json",
    "jaxjob/jx-ok/02-running.json",
    "jaxjob/jx-ok/06-running-again.json",
    "mpijob-v1/mpi1-ok/02-running.json",
    "mpijob-v1/mpi1-ok/04-running-again.json",
    "paddlejob/pd-ok/02-running.json",
    "rayjob/rj-http/00-job-running.json",
    "rayjob/rj-retry/01-second-attempt-runs.json",
    "rayservice/rs2/00-new-config-deploy-failed.json",
    "rayservice/rsv/03-running.json",
    "rayservice/rsv/08-ready-again.json",
    "tfjob/tf-fail/00-running.json",
    "tfjob/tf-fail/02-running-again.json",
    "trainjob/tj21-steps/03-trainer-running.json",
    "xgboostjob/xgb-ok/01-running.json",
    "kueue-workload/kwr-to/01-second-try.json",
]


def recorded(file: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    found = json.loads((shared("recordings-live") / file).read_text())
    return found["object"], found["pods"]


@pytest.mark.parametrize("file", ALL_UP)
def test_pods_by_role_are_what_is_asked_for(file: str) -> None:
    obj, pods = recorded(file)
    plan = catalog().plan(obj)
    ids = plan.read(obj).ids
    places = [plan.place(pod, ids) for pod in pods]
    found = Counter(f"{p.component}/{p.instance}" if p.instance else p.component for p in places)
    assert dict(found) == {name: size for name, size in sizes(obj).items() if size}


@pytest.mark.parametrize(
    ("file", "word"),
    [
        ("rayjob/rj-http/01-head-lost.json", "Degraded"),
        ("rayjob/rj-wk/00-worker-crash-loops.json", "Degraded"),
        ("rayservice/rsv/06-worker-crash-loops.json", "Degraded"),
        ("jaxjob/jx-ok/03-suspending.json", "Suspended"),
        ("xgboostjob/xgb-ok/02-suspending.json", "Suspended"),
        # What the object says stands where pods come and go.
        ("cronjob/cron-runs/01-run-started.json", "Running"),
        ("cronjob/cron-runs/06-run-retries.json", "Running"),
    ],
)
def test_what_pods_show(file: str, word: str) -> None:
    obj, pods = recorded(file)
    assert wm.view(read(obj), pods=pods).headline == word

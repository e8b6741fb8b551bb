# SPDX-License-Identifier: Apache-2.0
"""Gangs of which only the pods tell how many there are: the runs of a schedule."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import workload_map as wm
from tests.shared import shared
from workload_map.workload.gangs.live import live

Object = dict[str, Any]


@lru_cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def _pod(role: str, run: str) -> Object:
    labels = {"spark-role": role, "sparkoperator.k8s.io/app-name": run}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"{run}-{role}", "labels": labels},
        "spec": {"nodeName": "n"},
    }


def _scheduled() -> wm.Reading:
    obj = {
        "apiVersion": "sparkoperator.k8s.io/v1beta2",
        "kind": "ScheduledSparkApplication",
        "metadata": {"name": "nightly", "namespace": "ml", "uid": "5f0c"},
        "spec": {"template": {"driver": {}, "executor": {"instances": 2}}, "concurrencyPolicy": "Allow"},
    }
    return _catalog().plan(obj).read(obj)


def test_each_run_has_the_numbers_of_one() -> None:
    reading = _scheduled()
    pods = [_pod("driver", "a"), _pod("executor", "a"), _pod("driver", "b")]
    found = live(reading, [(pod, wm.pod_facts(pod)) for pod in pods])
    assert found.outside == 0
    said = [(gang.path, gang.copy, gang.min_pods, gang.live and gang.live.scheduled) for gang in found.gangs]
    assert said == [("driver", "a", 1, 1), ("driver", "b", 1, 1), ("executor", "a", 2, 1)]


def test_a_run_starts_after_its_own_driver() -> None:
    reading = _scheduled()
    pods = [_pod("driver", "a"), _pod("driver", "b"), _pod("executor", "b")]
    found = live(reading, [(pod, wm.pod_facts(pod)) for pod in pods]).gangs
    assert found[2].start_after == (found[1].name,)


def test_where_the_driver_is_not_seen_it_starts_after_all() -> None:
    reading = _scheduled()
    driver, executor = reading.gangs
    assert executor.start_after == (driver.name,)
    found = live(reading, [(pod, wm.pod_facts(pod)) for pod in [_pod("executor", "b")]]).gangs
    assert found[1].start_after == (driver.name,)
    found = live(
        reading, [(pod, wm.pod_facts(pod)) for pod in [_pod("driver", "a"), _pod("driver", "b")]]
    ).gangs
    assert found[2].start_after == (found[0].name, found[1].name)


def test_runs_of_a_recorded_schedule() -> None:
    text = shared("recordings-live/cronjob/cron-runs/02-run-runs.json").read_text(encoding="utf-8")
    state = json.loads(text)
    reading = _catalog().plan(state["object"]).read(state["object"])
    found = live(reading, [(pod, wm.pod_facts(pod)) for pod in state["pods"]])
    assert [(gang.copy, gang.min_pods, gang.desired_pods) for gang in found.gangs] == [
        ("cron-runs-29934505", 2, 2)
    ]
    ended = reading.plan.gang_of(state["pods"][0], reading)
    assert ended.copy == "cron-runs-29934505"
    assert [problem.code for problem in reading.gang_problems] == ["gang.groups-on-pods"]

# SPDX-License-Identifier: Apache-2.0
"""Coscheduling: one number, and no topology, queue or priority."""

from __future__ import annotations

from typing import Any

from tests.unit.workload.gangs.targets.examples import EXAMPLES, example, reading_of
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets import Capabilities, Translation, translate


def coscheduling(*trees: Gang, **can: Any) -> Translation:
    reading, _ = example("raycluster")
    return translate(reading, trees, "coscheduling", capabilities=Capabilities(**can))


def test_topology_and_queue_are_lost() -> None:
    tree = leaf("head", 2, topology=Topology(required="rack", preferred="zone"), queue="research")
    assert [loss.what for loss in coscheduling(tree).losses] == [
        "topology rack (required): this API has none",
        "topology zone (preferred): this API has none",
        "queue research: there are no queues",
    ]


def test_without_a_minimum_there_is_no_group() -> None:
    translation = coscheduling(leaf("head", 0, 3))
    assert translation.objects == translation.bindings == ()
    assert [problem.code for problem in translation.problems] == ["gang.nothing-needed"]


def test_the_profile_s_name_is_the_cluster_s() -> None:
    translation = coscheduling(leaf("head", 2), coscheduling_scheduler="mine")
    assert [b.scheduler_name for b in translation.bindings] == ["mine"]


def test_mixed_priorities_are_said() -> None:
    text, trees = EXAMPLES["raycluster"]
    text = text.replace(
        "headGroupSpec: {template: {spec: %(pod)s}}",
        "headGroupSpec: {template: {spec: {priorityClassName: high, containers: []}}}",
    )
    reading = reading_of(text, trees)
    translation = translate(reading, reading.gangs, "coscheduling")
    assert [(p.code, p.severity) for p in translation.problems] == [("gang.mixed-priority", "warning")]


def test_resources_are_left_out_where_the_choice_is_open() -> None:
    tree = parent("ray", 1, leaf("ray/head", 2), leaf("ray/gpu", 3, role=("worker", "gpu")))
    assert "minResources" not in coscheduling(tree).objects[0]["spec"]
    copies = [leaf("ray/g", 2, role=("head", ""), copy=str(n)) for n in range(3)]
    spec = coscheduling(parent("ray", 2, *copies)).objects[0]["spec"]
    assert spec["minResources"]["nvidia.com/gpu"] == "4"

# SPDX-License-Identifier: Apache-2.0
"""KAI Scheduler: subgroups, versions without a minimum of children, topology and queue."""

from __future__ import annotations

from typing import Any

from tests.unit.workload.gangs.targets.examples import EXAMPLES, example, reading_of
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets import Capabilities, Translation, translate

OLD = Capabilities(kai_min_sub_group=False)


def kai(*trees: Gang, **can: Any) -> Translation:
    reading, _ = example("raycluster")
    return translate(reading, trees, "kai", capabilities=Capabilities(**can))


def test_a_leaf_has_a_number() -> None:
    assert kai(leaf("head", 3)).objects[0]["spec"] == {"queue": "research", "minMember": 3}


def test_a_choice_in_the_middle() -> None:
    copies = [leaf("set/w/g", 5, role=("head", ""), copy=str(n)) for n in range(2)]
    spec = kai(parent("set", 1, parent("set/w", 1, *copies))).objects[0]["spec"]
    assert spec["minSubGroup"] == 1
    assert spec["subGroups"] == [
        {"name": "w", "minSubGroup": 1},
        {"name": "w-g-0", "parent": "w", "minMember": 5},
        {"name": "w-g-1", "parent": "w", "minMember": 5},
    ]


def test_before_0_15_all_children_are_needed_and_the_podgrouper_must_be_kept_off() -> None:
    reading, _ = example("raycluster")
    copies = [leaf("set/g", 5, role=("head", ""), copy=str(n)) for n in range(3)]
    translation = translate(reading, [parent("set", 2, *copies)], "kai", capabilities=OLD)
    spec = translation.objects[0]["spec"]
    assert spec["minMember"] == 10
    assert "minSubGroup" not in str(translation.objects)
    assert [loss.what for loss in translation.losses] == [
        "all 3 parts are needed together, though 2 would suffice"
    ]
    assert [problem.code for problem in translation.problems] == ["gang.podgrouper"]
    assert not any("skip-podgrouper" in key for b in translation.bindings for key in b.annotations)


def test_a_part_that_needs_no_pod_has_a_group_of_its_own() -> None:
    translation = kai(parent("ray", 1, leaf("ray/head", 1), leaf("ray/gpu", 0, 4, role=("worker", "gpu"))))
    specs = [found["spec"] for found in translation.objects]
    assert specs[0]["subGroups"] == [{"name": "head", "minMember": 1}]
    assert specs[1]["minMember"] == 1
    assert [loss.node for loss in translation.losses] == ["ray/gpu"]


TOPOLOGY = parent(
    "ray",
    1,
    leaf("ray/head", 2, topology=Topology(required="rack")),
    topology=Topology(required="zone", preferred="rack"),
)


def test_topology_needs_the_name_of_kai_s_object() -> None:
    assert len(kai(TOPOLOGY).losses) == 2
    spec = kai(TOPOLOGY, kai_topology="cluster").objects[0]["spec"]
    assert spec["topologyConstraint"] == {
        "topology": "cluster",
        "requiredTopologyLevel": "zone",
        "preferredTopologyLevel": "rack",
    }
    assert spec["subGroups"][0]["topologyConstraint"] == {
        "topology": "cluster",
        "requiredTopologyLevel": "rack",
    }


def test_the_workload_may_name_it() -> None:
    text, gangs = EXAMPLES["raycluster"]
    reading = reading_of(
        text.replace("uid: %(uid)s,", "uid: u, annotations: {kai.scheduler/topology: mine},"), gangs
    )
    spec = translate(reading, [TOPOLOGY], "kai").objects[0]["spec"]
    assert spec["topologyConstraint"]["topology"] == "mine"


def test_queues() -> None:
    reading, gangs = example("pytorchjob")
    translation = translate(reading, gangs, "kai", capabilities=Capabilities(kai_queue="spare"))
    assert translation.objects[0]["spec"]["queue"] == "spare"
    assert [problem.code for problem in translation.problems] == ["gang.queue-default"]
    text, trees = EXAMPLES["raycluster"]
    reading = reading_of(text.replace("kai.scheduler/queue", "kueue.x-k8s.io/queue-name"), trees)
    translation = translate(reading, reading.gangs, "kai")
    assert translation.objects[0]["spec"]["queue"] == "research"
    assert [problem.code for problem in translation.problems] == ["gang.queue"]


def test_mixed_priorities_are_one_and_it_is_said() -> None:
    text, trees = EXAMPLES["raycluster"]
    text = text.replace(
        "headGroupSpec: {template: {spec: %(pod)s}}",
        "headGroupSpec: {template: {spec: {priorityClassName: high, containers: []}}}",
    )
    reading = reading_of(text, trees)
    translation = translate(reading, reading.gangs, "kai")
    assert translation.objects[0]["spec"]["priorityClassName"] == "high"
    assert [loss.what for loss in translation.losses] == [
        "a group has one priority: high of head holds for no class of worker/gpu too"
    ]


def test_subgroups_of_copies_are_bound_pod_by_pod_and_the_rest_on_the_template() -> None:
    reading, gangs = example("jobset")
    bindings = translate(reading, gangs, "kai").bindings
    templates = [b for b in bindings if b.where == "template"]
    assert {b.annotations["pod-group-name"] for b in templates} == {gangs[0].name}
    assert {b.scheduler_name for b in templates} == {"kai-scheduler"}
    assert {(b.gang, b.labels["kai.scheduler/subgroup-name"]) for b in bindings if b.where == "pod"} == {
        (gangs[0].children[0].name, "leader-0"),
        (gangs[0].children[1].name, "workers-0"),
        (gangs[0].children[2].name, "workers-1"),
    }

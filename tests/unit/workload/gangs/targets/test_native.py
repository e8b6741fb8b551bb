# SPDX-License-Identifier: Apache-2.0
"""Kubernetes' own groups, one level: what is refused, lost and bound."""

from __future__ import annotations

from typing import Any

from tests.unit.workload.gangs.targets.examples import EXAMPLES, example, reading_of
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets import Capabilities, Target, Translation, translate

RACK = Topology(required="topology.kubernetes.io/rack")


def native(*trees: Gang, target: Target = "native", **can: Any) -> Translation:
    reading, _ = example("raycluster")
    return translate(reading, trees, target, capabilities=Capabilities(**can))


def refusals(translation: Translation) -> list[str]:
    return [problem.code for problem in translation.refused]


def test_all_pods_needed_loses_nothing_but_the_queue() -> None:
    translation = native(parent("ray", 2, leaf("ray/head", 1), leaf("ray/gpu", 4)))
    assert translation.losses == ()
    assert translation.objects[0]["spec"] == {"schedulingPolicy": {"gang": {"minCount": 5}}}


def test_required_topology_is_a_node_label() -> None:
    translation = native(leaf("head", 2, topology=RACK))
    assert translation.objects[0]["spec"]["schedulingConstraints"] == {
        "topology": [{"key": "topology.kubernetes.io/rack"}]
    }
    assert translation.losses == ()


def test_topology_is_lost_where_the_gate_is_off() -> None:
    translation = native(leaf("head", 2, topology=RACK), native_topology=False)
    assert "schedulingConstraints" not in translation.objects[0]["spec"]
    assert "TopologyAwareWorkloadScheduling is off" in translation.losses[0].what


def test_what_is_no_node_label_is_refused() -> None:
    translation = native(leaf("head", 2, topology=Topology(required="the rack")))
    assert refusals(translation) == ["gang.refused.topology-key"]


def test_topology_below_the_root_is_lost() -> None:
    tree = parent("ray", 2, leaf("ray/head", 1), leaf("ray/gpu", 4, topology=RACK))
    assert [loss.node for loss in native(tree).losses] == ["ray/gpu"]


def test_the_same_topology_below_the_root_is_not_lost() -> None:
    tree = parent("ray", 2, leaf("ray/head", 1), leaf("ray/gpu", 4, topology=RACK), topology=RACK)
    assert native(tree).losses == ()


def test_preferred_topology_is_refused() -> None:
    tree = leaf("head", 2, topology=Topology(preferred="rack"))
    for target in ("native", "composite"):
        assert refusals(native(tree, target=target)) == ["gang.refused.preferred-topology"]


def test_n_of_m_is_lost() -> None:
    copies = [leaf("set/g", 5, role=("head", ""), copy=str(n)) for n in range(3)]
    translation = native(parent("set", 2, *copies))
    assert translation.objects[0]["spec"]["schedulingPolicy"] == {"gang": {"minCount": 10}}
    (loss,) = translation.losses
    assert loss.what.startswith("2 of 3 parts suffice: only their sum of 10 pods is asked for")


def test_no_pod_needed_is_no_gang() -> None:
    translation = native(leaf("head", 0, 3))
    assert translation.objects[0]["spec"]["schedulingPolicy"] == {"basic": {}}


def mixed(field: str, head: str, worker: str) -> Translation:
    text, gangs = EXAMPLES["raycluster"]
    first, second = text.split("workerGroupSpecs", 1)
    text = (
        first.replace("{spec: %(pod)s}", f"{{spec: {{{field}: {head}, containers: []}}}}")
        + "workerGroupSpecs"
        + second.replace("{spec: %(pod)s}", f"{{spec: {{{field}: {worker}, containers: []}}}}")
    )
    reading = reading_of(text, gangs)
    return translate(reading, reading.gangs, "native")


def test_a_queue_of_kueue_is_not_lost() -> None:
    tree = leaf("head", 2, queue="research")
    assert [loss.what for loss in native(tree).losses] == ["queue research: there are no queues"]
    text, gangs = EXAMPLES["raycluster"]
    reading = reading_of(text.replace("kai.scheduler/queue", "kueue.x-k8s.io/queue-name"), gangs)
    assert translate(reading, [tree], "native").losses == ()


def test_mixed_priorities_are_refused() -> None:
    translation = mixed("priorityClassName", "high", "low")
    (problem,) = translation.refused
    assert problem.code == "gang.refused.mixed-priority"
    assert problem.message == (
        "raycluster: all pods of a tree need one priority class, they have high (head), low (worker/gpu)"
    )


def test_one_priority_is_the_group_s() -> None:
    translation = mixed("priorityClassName", "high", "high")
    assert translation.objects[0]["spec"]["priorityClassName"] == "high"


def test_mixed_schedulers_are_refused_and_the_default_has_a_name() -> None:
    assert refusals(mixed("schedulerName", "a", "default-scheduler")) == ["gang.refused.mixed-scheduler"]
    assert refusals(mixed("schedulerName", "default-scheduler", '""')) == []


def test_copies_are_bound_pod_by_pod() -> None:
    reading, gangs = example("leaderworkerset")
    bindings = translate(reading, gangs, "native").bindings
    assert {binding.where for binding in bindings} == {"pod"}
    assert {(b.component, b.copy, b.scheduling_group) for b in bindings} == {
        (role, gang.copy, gang.name) for gang in gangs for role in ("leader", "worker")
    }


def test_a_kind_that_drops_the_field_is_bound_pod_by_pod() -> None:
    reading, gangs = example("podcliqueset")
    translation = translate(reading, gangs, "native")
    assert {binding.where for binding in translation.bindings} == {"pod"}
    assert "gang.no-template-field" in [problem.code for problem in translation.problems]

# SPDX-License-Identifier: Apache-2.0
"""Volcano: tasks, policies for subgroups, tiers, and the schema of its PodGroup."""

from __future__ import annotations

from typing import Any

import pytest

from tests.shared import shared
from tests.unit.workload.gangs.targets.examples import EXAMPLES, example, reading_of
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map import yamlio
from workload_map.definition.crdcheck import KindSchema, crds_in
from workload_map.definition.crdcheck.fits import misfit
from workload_map.workload.gangs.model import Gang, Member, Topology
from workload_map.workload.gangs.targets import Capabilities, Translation, translate


def volcano(*trees: Gang, **can: Any) -> Translation:
    reading, _ = example("raycluster")
    return translate(reading, trees, "volcano", capabilities=Capabilities(**can))


def spec_of(translation: Translation) -> dict[str, Any]:
    spec = dict(translation.objects[0]["spec"])
    spec.pop("minResources", None)
    spec.pop("queue", None)
    return spec


def test_roles_are_tasks() -> None:
    translation = volcano(
        parent("ray", 2, leaf("ray/head", 1), leaf("ray/gpu", 2, 4, role=("worker", "gpu")))
    )
    assert spec_of(translation) == {"minMember": 3, "minTaskMember": {"head": 1, "gpu": 2}}
    assert [b.annotations["volcano.sh/task-spec"] for b in translation.bindings] == ["head", "gpu"]
    assert translation.losses == ()


def test_a_part_that_needs_no_pod_does_not_stand_in_for_another() -> None:
    translation = volcano(
        parent("ray", 1, leaf("ray/head", 1), leaf("ray/gpu", 0, 4, role=("worker", "gpu")))
    )
    assert spec_of(translation) == {"minMember": 1, "minTaskMember": {"head": 1}}


def test_roles_of_one_leaf_are_tasks_where_their_minimums_add_up() -> None:
    members = (Member(component="head", min=1, desired=1), Member(component="worker", min=2, desired=4))
    assert spec_of(volcano(leaf("all", 3, 5, members=members)))["minTaskMember"] == {"head": 1, "worker": 2}
    assert spec_of(volcano(leaf("all", 2, 5, members=members))) == {"minMember": 2}


def test_n_of_m_copies_are_subgroups_told_apart_by_a_label_of_their_pods() -> None:
    text, gangs = EXAMPLES["leaderworkerset"]
    tree = "- name: serve\n  minimum: '2'\n  groups:\n" + "\n".join(
        "  " + line for line in gangs.strip().splitlines()
    )
    reading = reading_of(text, tree)
    translation = translate(reading, reading.gangs, "volcano")
    assert not reading.gang_problems
    assert spec_of(translation) == {
        "minMember": 10,
        "subGroupPolicy": [
            {
                "name": "serve-group",
                "labelSelector": {"matchLabels": {"workloadmap.dev/part": "serve-group"}},
                "matchLabelKeys": ["leaderworkerset.sigs.k8s.io/group-index"],
                "subGroupSize": 5,
                "minSubGroups": 2,
            }
        ],
    }
    assert translation.losses == ()


def test_copies_that_no_label_tells_apart_are_lost() -> None:
    text, gangs = EXAMPLES["jobset"]
    reading = reading_of(text, gangs.replace('job-index"]', 'job-index"] | tonumber'))
    translation = translate(reading, reading.gangs, "volcano")
    assert "subGroupPolicy" not in spec_of(translation)
    assert {loss.node for loss in translation.losses} == {"jobset/leader[0]", "jobset/workers[0]"}


def test_before_1_14_there_are_no_subgroups() -> None:
    reading, gangs = example("jobset")
    can = Capabilities(volcano_sub_groups=False)
    assert spec_of(translate(reading, gangs, "volcano", capabilities=can)) == {"minMember": 9}


@pytest.mark.parametrize(
    ("topology", "network"),
    [
        (Topology(required="2"), {"mode": "hard", "highestTierAllowed": 2}),
        (Topology(preferred="rack"), {"mode": "soft", "highestTierName": "rack"}),
        (Topology(required="topology.kubernetes.io/rack"), None),
    ],
)
def test_tiers(topology: Topology, network: dict[str, Any] | None) -> None:
    translation = volcano(leaf("head", 2, topology=topology))
    assert spec_of(translation).get("networkTopology") == network
    assert len(translation.losses) == (network is None)


def test_a_subgroup_has_its_own_tier() -> None:
    tree = parent(
        "ray",
        2,
        leaf("ray/head", 1),
        leaf("ray/gpu", 2, role=("worker", "gpu"), topology=Topology(required="1")),
    )
    policies = spec_of(volcano(tree))["subGroupPolicy"]
    assert [policy.get("networkTopology") for policy in policies] == [
        None,
        {"mode": "hard", "highestTierAllowed": 1},
    ]


def test_resources_of_the_minimum_alone() -> None:
    reading, gangs = example("raycluster")
    spec = translate(reading, gangs, "volcano").objects[0]["spec"]
    assert spec["minResources"] == {"cpu": "6", "memory": "12Gi", "nvidia.com/gpu": "3"}


def schema_of(name: str, version: str) -> KindSchema:
    document = yamlio.load(shared(f"crds/{name}.json").read_bytes()).value
    found = [one for one in crds_in(document, source=name) if isinstance(one, KindSchema)]
    return next(one for one in found if one.gvk.version == version)


@pytest.mark.parametrize("name", EXAMPLES)
def test_objects_fit_the_schema(name: str) -> None:
    schema = schema_of("podgroups.scheduling.volcano.sh", "v1beta1").root()
    for found in translate(*example(name), "volcano").objects:
        assert misfit(schema, found) is None


@pytest.mark.parametrize("name", EXAMPLES)
def test_kueue_s_workloads_fit_their_schema(name: str) -> None:
    schema = schema_of("workloads.kueue.x-k8s.io", "v1beta2").root()
    for found in translate(*example(name), "kueue").objects:
        assert misfit(schema, found) is None

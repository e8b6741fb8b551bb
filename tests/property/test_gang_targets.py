# SPDX-License-Identifier: Apache-2.0
"""Any tree of gangs, in every scheduler's terms: names are legal and unique, references lead somewhere, and no pod
of a translated tree is left without its group."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.workload.gangs.targets.examples import example
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map import yamlio
from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets import (
    TARGETS,
    Capabilities,
    Target,
    Translation,
    as_json,
    as_yaml,
    bind,
    translate,
)
from workload_map.workload.gangs.targets.numbers import least, leaves

LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")


def _topologies(preferred: bool) -> st.SearchStrategy[Topology | None]:
    required = st.sampled_from([None, "rack", "zone"])
    wished = st.sampled_from([None, "rack"]) if preferred else st.none()
    return st.none() | st.builds(Topology, required=required, preferred=wished)


@st.composite
def trees(draw: st.DrawFn, *, preferred: bool = True) -> Gang:
    """A tree of up to three levels; some of its parts are copies, some need no pod."""
    counter = iter(range(1000))
    topologies = _topologies(preferred)

    def node(path: str, copy: str | None, depth: int) -> Gang:
        topology = draw(topologies)
        if depth == 0 or draw(st.booleans()):
            desired = draw(st.integers(0, 5))
            return leaf(
                path,
                draw(st.integers(0, desired)),
                desired,
                role=("worker", f"r{next(counter)}" if copy is None else path),
                copy=copy,
                topology=topology,
            )
        children: list[Gang] = []
        keys: list[str | None]
        for index in range(draw(st.integers(1, 3))):
            below = f"{path}/N{index}"
            if draw(st.booleans()):
                keys = [str(key) for key in range(draw(st.integers(1, 3)))]
            else:
                keys = [None]
            for key in keys:
                inner = copy if key is None else key if copy is None else f"{copy}.{key}"
                children.append(node(below, inner, depth - 1))
        needing = sum(child.needs_pods for child in children)
        return parent(path, draw(st.integers(0, needing)), *children, copy=copy, topology=topology)

    return node("tree", None, 2)


_CAN = st.builds(
    Capabilities,
    native_topology=st.booleans(),
    kai_min_sub_group=st.booleans(),
    kai_topology=st.sampled_from([None, "cluster"]),
    volcano_sub_groups=st.booleans(),
    kueue_pod_sets=st.just(18),
)


@settings(max_examples=30, deadline=None)
@given(trees(), st.sampled_from(TARGETS), _CAN)
def test_any_tree(tree: Gang, target: Target, can: Capabilities) -> None:
    reading, _ = example("raycluster")
    translation = translate(reading, [tree], target, capabilities=can)
    assert translation == translate(reading, [tree], target, capabilities=can)
    if translation.refused:
        assert translation.objects == translation.bindings == ()
        return
    keys = [(found["kind"], found["metadata"]["name"]) for found in translation.objects]
    assert len(set(keys)) == len(keys)
    assert all(LABEL.fullmatch(name) for _, name in keys)
    _CHECKS[target](tree, translation)
    documents = [document.value for document in yamlio.load_all(as_yaml(translation)) if document.value]
    assert tuple(documents) == translation.objects
    assert as_json(translation)["target"] == target
    bind(reading, translation)


def _named(translation: Translation, kind: str) -> dict[str, dict[str, Any]]:
    return {
        found["metadata"]["name"]: found["spec"] for found in translation.objects if found["kind"] == kind
    }


def _bound(tree: Gang, translation: Translation, group: Any) -> None:
    """Every role is led to a group that there is."""
    groups = set(_named(translation, "PodGroup"))
    led = {(b.component, b.instance) for b in translation.bindings if group(b)}
    assert led == {(m.component, m.instance) for one in leaves(tree) for m in one.members}
    assert {group(b) for b in translation.bindings if group(b)} <= groups


def _native(tree: Gang, translation: Translation) -> None:
    (spec,) = _named(translation, "PodGroup").values()
    policy = spec["schedulingPolicy"]
    assert policy == ({"gang": {"minCount": least(tree)}} if least(tree) else {"basic": {}})
    _bound(tree, translation, lambda b: b.scheduling_group)


def _composite(tree: Gang, translation: Translation) -> None:
    composites = _named(translation, "CompositePodGroup")
    groups = _named(translation, "PodGroup")
    assert set(groups) == {one.name for one in leaves(tree)}
    workloads = _named(translation, "Workload")
    for spec in (*composites.values(), *groups.values()):
        above = spec.get("parentCompositePodGroupName")
        assert above is None or above in composites
        if "workloadRef" in spec:
            (root,) = workloads[spec["workloadRef"]["workloadName"]]["compositePodGroupTemplates"]
            assert spec["workloadRef"]["templateName"] in _template_names(root)
    for workload in workloads.values():
        names = _template_names(workload["compositePodGroupTemplates"][0])
        assert len(set(names)) == len(names)
        assert all(LABEL.fullmatch(name) for name in names)
    _bound(tree, translation, lambda b: b.scheduling_group)


def _template_names(template: dict[str, Any]) -> list[str]:
    below = [*template.get("podGroupTemplates", ()), *template.get("compositePodGroupTemplates", ())]
    return [template["name"], *(name for child in below for name in _template_names(child))]


def _kai(tree: Gang, translation: Translation) -> None:
    for spec in _named(translation, "PodGroup").values():
        subgroups = spec.get("subGroups", [])
        names = [item["name"] for item in subgroups]
        assert len(set(names)) == len(names)
        assert all(LABEL.fullmatch(name) for name in names)
        parents = {item["parent"] for item in subgroups if "parent" in item}
        assert parents <= set(names)
        for item in subgroups:
            assert ("minMember" in item) == (item["name"] not in parents)
            assert item.get("minMember", 1) >= 1
            assert item.get("minSubGroup", 1) >= 1
    _bound(tree, translation, lambda b: b.annotations.get("pod-group-name"))


def _volcano(tree: Gang, translation: Translation) -> None:
    (spec,) = _named(translation, "PodGroup").values()
    assert spec["minMember"] == least(tree)
    assert sum(spec.get("minTaskMember", {}).values()) <= spec["minMember"]
    policies = spec.get("subGroupPolicy", [])
    assert sum(policy["subGroupSize"] * policy["minSubGroups"] for policy in policies) <= spec["minMember"]
    assert not (policies and "minTaskMember" in spec)
    _bound(tree, translation, lambda b: b.annotations.get("scheduling.k8s.io/group-name"))


def _coscheduling(tree: Gang, translation: Translation) -> None:
    if least(tree):
        assert [spec["minMember"] for spec in _named(translation, "PodGroup").values()] == [least(tree)]
        _bound(tree, translation, lambda b: b.labels.get("scheduling.x-k8s.io/pod-group"))
    else:
        assert translation.objects == ()


def _kueue(tree: Gang, translation: Translation) -> None:
    assert [found["kind"] for found in translation.objects] == ["Workload"]


_CHECKS = {
    "native": _native,
    "composite": _composite,
    "kai": _kai,
    "volcano": _volcano,
    "kueue": _kueue,
    "coscheduling": _coscheduling,
}

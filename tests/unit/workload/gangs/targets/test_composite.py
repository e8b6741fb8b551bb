# SPDX-License-Identifier: Apache-2.0
"""Kubernetes' own groups, nested: templates, limits, parts that need no pod."""

from __future__ import annotations

from tests.unit.workload.gangs.targets.examples import example
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets import Capabilities, Translation, translate

RACK = Topology(required="topology.kubernetes.io/rack")


def composite(*trees: Gang, on: bool = True) -> Translation:
    reading, _ = example("raycluster")
    return translate(reading, trees, "composite", capabilities=Capabilities(native_composite=on))


def kinds(translation: Translation) -> list[str]:
    return [found["kind"] for found in translation.objects]


def refusals(translation: Translation) -> list[str]:
    return [problem.code for problem in translation.refused]


def chain(levels: int, **more: object) -> Gang:
    """A tree of single children, all with a topology of their own unless `more` says otherwise."""
    fields = {"topology": RACK, **more}
    path = "/".join(f"l{n}" for n in range(levels))
    tree = leaf(path, 2, role=("head", ""))
    for _ in range(levels - 1):
        path = path.rpartition("/")[0]
        tree = parent(path, 1, tree, **fields)
    return tree


def test_a_leaf_is_a_group_alone() -> None:
    assert kinds(composite(leaf("head", 2))) == ["PodGroup"]


def test_four_levels_fit_and_five_do_not() -> None:
    assert kinds(composite(chain(4))) == ["Workload", *["CompositePodGroup"] * 3, "PodGroup"]
    translation = composite(chain(5))
    assert refusals(translation) == ["gang.refused.too-deep"]
    assert translation.objects == ()


def test_levels_that_say_nothing_do_not_count() -> None:
    assert refusals(composite(chain(6, topology=None))) == []


def test_eight_templates_fit_and_nine_do_not() -> None:
    def tree(count: int) -> Gang:
        return parent("all", count, *(leaf(f"all/r{n}", 1, role=("worker", f"r{n}")) for n in range(count)))

    assert refusals(composite(tree(8))) == []
    assert refusals(composite(tree(9))) == ["gang.refused.too-many-templates"]


def test_copies_share_a_template() -> None:
    copies = [leaf("set/g", 5, role=("head", ""), copy=str(n)) for n in range(20)]
    translation = composite(parent("set", 20, *copies))
    (root,) = translation.objects[0]["spec"]["compositePodGroupTemplates"]
    assert [item["name"] for item in root["podGroupTemplates"]] == ["set-g"]
    assert kinds(translation).count("PodGroup") == 20


def test_copies_that_differ_have_templates_of_their_own() -> None:
    copies = [leaf("set/g", 5 + n, role=("head", ""), copy=str(n)) for n in range(2)]
    translation = composite(parent("set", 2, *copies))
    (root,) = translation.objects[0]["spec"]["compositePodGroupTemplates"]
    assert [item["name"] for item in root["podGroupTemplates"]] == ["set-g-0", "set-g-1"]


def test_n_of_m_is_kept() -> None:
    copies = [leaf("set/g", 5, role=("head", ""), copy=str(n)) for n in range(3)]
    translation = composite(parent("set", 2, *copies))
    assert translation.losses == ()
    assert translation.objects[1]["spec"]["schedulingPolicy"] == {"gang": {"minGroupCount": 2}}


def test_a_part_that_needs_no_pod_has_a_group_of_its_own() -> None:
    translation = composite(
        parent("ray", 1, leaf("ray/head", 1), leaf("ray/gpu", 0, 4, role=("worker", "gpu")))
    )
    assert kinds(translation) == ["Workload", "CompositePodGroup", "PodGroup", "PodGroup"]
    assert translation.objects[-1]["spec"] == {"schedulingPolicy": {"basic": {}}}
    assert [loss.node for loss in translation.losses] == ["ray/gpu"]
    assert {b.scheduling_group for b in translation.bindings} == {"ray-head", "ray-gpu"}


def test_without_the_gate_nested_trees_are_refused() -> None:
    assert refusals(composite(chain(2), on=False)) == ["gang.refused.no-composite"]
    assert refusals(composite(leaf("head", 2), on=False)) == []


def test_an_elastic_part_tried_first_is_said() -> None:
    tree = parent("ray", 2, leaf("ray/gpu", 2, desired=4), leaf("ray/head", 1))
    (note,) = [one for one in composite(tree).problems if one.code == "gang.elastic-first"]
    assert "ray/gpu, which takes what is free above its minimum before ray/head gets any" in note.message


def test_an_elastic_part_tried_last_takes_nothing_from_others() -> None:
    tree = parent("ray", 2, leaf("ray/head", 1), leaf("ray/workers", 2, desired=4))
    assert not [one for one in composite(tree).problems if one.code == "gang.elastic-first"]


def test_an_elastic_part_deeper_down_is_said() -> None:
    inner = parent("ray/in", 2, leaf("ray/in/a", 2, desired=4), leaf("ray/in/b", 1, topology=RACK))
    tree = parent("ray", 2, inner, leaf("ray/x", 1))
    found = [one.message for one in composite(tree).problems if one.code == "gang.elastic-first"]
    assert len(found) == 1

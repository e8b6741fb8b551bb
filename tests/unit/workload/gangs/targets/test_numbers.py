# SPDX-License-Identifier: Apache-2.0
"""Arithmetic on trees: least pods, parts that may be left out, the same demands in fewer levels."""

from __future__ import annotations

from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map.workload.gangs.model import Member
from workload_map.workload.gangs.targets.numbers import (
    chains,
    fold,
    least,
    needs_all,
    parts,
    split_idle,
    starved,
)

RAY = parent("ray", 2, leaf("ray/head", 1), leaf("ray/gpu", 2, 4))


def names(count: int, *tree_parts: object) -> list[str]:
    return [part.name for part in starved(parts(RAY), count)]


def test_least_of_all_children_and_of_some() -> None:
    copies = [leaf("set/group", 5, copy=str(n)) for n in range(3)]
    assert least(RAY) == 3
    assert least(parent("set", 2, *copies)) == 10
    assert least(parent("set", 1, leaf("set/a", 5), leaf("set/b", 2))) == 2


def test_a_child_that_needs_no_pod_is_no_started_one() -> None:
    tree = parent("ray", 1, leaf("ray/head", 3), leaf("ray/gpu", 0, 4))
    assert needs_all(tree)
    assert least(tree) == 3


def test_who_may_be_left_out() -> None:
    assert names(3) == ["ray/head"]
    assert names(5) == []
    assert names(2) == ["ray/head", "ray/gpu"]


def test_an_unknown_number_of_others_may_be_enough() -> None:
    tree = parent("ray", 2, leaf("ray/head", 1), leaf("ray/gpu", 2, desired_pods=None))
    assert [part.name for part in starved(parts(tree), 3)] == ["ray/head"]


def test_a_leaf_of_several_roles_has_their_minimums() -> None:
    members = (
        Member(component="a", min=1, desired=1),
        Member(component="b", instance="x", min=2, desired=3),
    )
    assert [(p.name, p.min) for p in parts(leaf("all", 3, 4, members=members))] == [("a", 1), ("x", 2)]
    assert [p.name for p in parts(leaf("all", 2, 4, members=members))] == ["all"]


def test_idle_leaves_are_taken_out() -> None:
    tree = parent("ray", 1, leaf("ray/head", 1), leaf("ray/gpu", 0, 4))
    rest, alone = split_idle(tree)
    assert rest is not None
    assert [child.path for child in rest.children] == ["ray/head"]
    assert rest.min_children == 1
    assert [gang.path for gang in alone] == ["ray/gpu"]


def test_nothing_needed_leaves_each_by_itself() -> None:
    rest, alone = split_idle(parent("all", 0, leaf("all/a", 0, 2), leaf("all/b", 3)))
    assert rest is None
    assert [gang.path for gang in alone] == ["all/a", "all/b"]


def test_levels_that_say_nothing_are_folded() -> None:
    group = parent("set/sg", 2, leaf("set/sg/leader", 1), leaf("set/sg/worker", 4))
    tree = fold(parent("set", 2, leaf("set/fe", 1), group))
    assert [child.path for child in tree.children] == ["set/fe", "set/sg/leader", "set/sg/worker"]
    assert tree.min_children == 3


def test_a_choice_is_not_folded() -> None:
    copies = [leaf("set/w/g", 5, copy=str(n)) for n in range(3)]
    inner = parent("set/w", 2, *copies)
    assert fold(parent("set", 2, leaf("set/fe", 1), inner)).min_children == 2
    assert fold(parent("set", 1, inner)) == inner


def test_chains_lead_from_the_root_to_each_leaf() -> None:
    assert [[gang.path for gang in chain] for chain in chains(RAY)] == [
        ["ray", "ray/head"],
        ["ray", "ray/gpu"],
    ]

# SPDX-License-Identifier: Apache-2.0
"""A pod cut down to what is read of it stands in the same place, and says the same, as the whole pod."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workload_map as wm
from tests.projected import cut
from tests.property.test_pods import JUNK, POD, places, replaced
from tests.shared import shared
from workload_map import yamlio
from workload_map.jq.reads import minimal
from workload_map.workload import facts, owners, view
from workload_map.workload.plan import Plan

CATALOG = wm.Catalog.builtin()


@lru_cache(maxsize=1)
def plans() -> tuple[Plan, ...]:
    return tuple(
        CATALOG.plan_for(entry.gvk.group, entry.gvk.version, entry.gvk.kind) for entry in CATALOG.entries()
    )


@lru_cache(maxsize=1)
def recorded() -> tuple[tuple[dict[str, Any], list[dict[str, Any]]], ...]:
    """Objects with their pods as real controllers made them; of pods with equal field sets one will do."""
    found: dict[str, tuple[dict[str, Any], dict[Any, dict[str, Any]]]] = {}
    for path in sorted(shared("recordings-live").glob("*/*/*.json")):
        case = json.loads(path.read_bytes())
        obj = case["object"]
        if not CATALOG.describes(obj["apiVersion"].rpartition("/")[0], obj["kind"]):
            continue
        pods = found.setdefault(obj["kind"], (obj, {}))[1]
        for pod in case["pods"]:
            pods[tuple(place for place in places(pod) if len(place) < 6), pod["status"].get("phase")] = pod
    return tuple((obj, list(pods.values())) for obj, pods in found.values())


def pods_of_the_first_set() -> Iterator[dict[str, Any]]:
    for path in sorted(shared("recordings").glob("pod/*/*.yaml")):
        for event in yamlio.load(path.read_text(encoding="utf-8")).value["events"]:
            if event["kind"] == "STATE":
                yield event["object"]


def bare(pod: dict[str, Any]) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Pod", **pod}


def test_a_cut_pod_has_the_same_place_and_facts_in_every_definition() -> None:
    seen = 0
    for obj, pods in recorded():
        own = CATALOG.plan(obj).read(obj)
        for pod in pods:
            small = cut(pod, facts.READS)
            assert facts.pod_facts(small) == facts.pod_facts(pod)
            for plan in plans():
                ids = own.ids if plan is own.plan else {}
                small = cut(pod, plan.pod_reads)
                assert plan.place(small, ids) == plan.place(pod, ids), plan.name
            seen += 1
    assert seen > 20


def test_a_row_of_cut_pods_is_the_row_of_the_whole_ones() -> None:
    for obj, pods in recorded():
        plan = CATALOG.plan(obj)
        reading = plan.read(obj)
        paths = minimal((*plan.pod_reads, *facts.READS))
        small = [cut(pod, paths) for pod in pods]
        assert view.row(reading, pods=small) == view.row(reading, pods=pods)


def test_a_bare_pod_needs_no_more_than_its_own_reads_for_a_row() -> None:
    plan = CATALOG.plan_for("", "v1", "Pod")
    assert ("*",) not in plan.own_reads
    paths = minimal((*plan.own_reads, *plan.pod_reads, *facts.READS))
    pods = [bare(pod) for _, found in recorded() for pod in found] + list(pods_of_the_first_set())
    for pod in pods:
        small = cut(pod, paths)
        assert view.row(plan.read(small), pods=[small]) == view.row(plan.read(pod), pods=[pod])


@settings(max_examples=40)
@given(POD, st.data(), JUNK)
def test_facts_of_a_cut_pod_are_those_of_the_whole_one_whatever_is_in_it(
    pod: dict[str, Any], data: st.DataObject, junk: Any
) -> None:
    pod = replaced(pod, data.draw(st.sampled_from(places(pod))), junk)
    assert facts.pod_facts(cut(pod, facts.READS)) == facts.pod_facts(pod)
    if isinstance(pod, dict):
        assert owners.owners_of(cut(pod, owners.READS).get("metadata")) == owners.owners_of(
            pod.get("metadata")
        )


@pytest.mark.parametrize("plan", plans(), ids=lambda plan: plan.name)
def test_no_shipped_definition_reads_whole_pods(plan: Plan) -> None:
    assert ("*",) not in plan.pod_reads
    assert all(path[-1] == "*" for path in plan.pod_reads)

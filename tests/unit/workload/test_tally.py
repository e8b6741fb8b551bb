# SPDX-License-Identifier: Apache-2.0
"""Counts of pods for each node, with pods coming and going."""

from __future__ import annotations

from typing import Any

import workload_map as wm
from tests.unit.workload.definitions import pod, template
from workload_map.workload.reading import Place
from workload_map.workload.tally import Tally, merged


def facts(name: str = "p", **more: Any) -> wm.PodFacts:
    return wm.pod_facts(pod(name, **more))


def test_a_pod_counts_at_every_node_from_the_top_to_its_own() -> None:
    tally = Tally()
    tally.add(Place("worker", "a", (("group", "1"), ("worker", "0"))), facts(gpu=2))
    for key in ((), ("worker",), ("worker", "a"), ("worker", "a", "1.0")):
        count = tally.at(*key)
        assert (count.current, count.ready, count.pods) == (1, 1, 1)
        assert count.resources.value().gpus == 2
        assert dict(count.nodes) == {"node-a": 1}
    assert tally.at("worker", "b").current == 0


def test_an_unassigned_pod_counts_in_the_whole_alone() -> None:
    tally = Tally()
    tally.add(Place(None), facts())
    tally.add(Place("worker", None, (("worker", "0"),)), facts())
    assert tally.at().current == 2
    assert tally.at("worker").current == 1
    assert tally.copies("worker", "") == []


def test_the_states_of_pods() -> None:
    tally = Tally()
    for name, more in {
        "ready": {},
        "starting": {"phase": "Pending", "ready": False, "waiting": "ImagePullBackOff", "node": None},
        "done": {"phase": "Succeeded"},
        "failed": {"phase": "Failed"},
        "leaving": {"deleting": True},
    }.items():
        tally.add(Place("worker", ""), facts(name, gpu=1, **more))
    count = tally.at("worker", "")
    assert (count.current, count.ready, count.finished, count.succeeded, count.terminating) == (2, 1, 2, 1, 1)
    # Finished pods hold nothing; one on its way out still does.
    assert count.resources.value().gpus == 3
    assert dict(count.nodes) == {"node-a": 2}
    assert count.reason == "ImagePullBackOff"


def test_the_reason_is_the_most_common_then_the_first_by_name() -> None:
    tally = Tally()
    for index, reason in enumerate(["Zeta", "Beta", "Alpha", "Zeta"]):
        tally.add(Place("w", ""), facts(f"p{index}", ready=False, waiting=reason))
    assert tally.at().reason == "Zeta"
    tally.remove(Place("w", ""), facts("p0", ready=False, waiting="Zeta"))
    assert tally.at().reason == "Alpha"
    assert Tally().at().reason is None


def test_what_goes_leaves_no_trace() -> None:
    tally = Tally()
    place = Place("worker", "a", (("worker", "0"),))
    shared = pod("p", gpu=1)
    shared["spec"]["resourceClaims"] = [{"name": "x", "resourceClaimName": "y"}]
    broken = pod("q")
    broken["spec"] = template(gpu="much")["spec"]  # type: ignore[arg-type]
    counted = [facts(gpu=1), wm.pod_facts(shared), wm.pod_facts(broken), facts(phase="Succeeded")]
    for item in counted:
        tally.add(place, item)
    assert tally.at().resources.value().unknown == ("ResourceClaim y not read",)
    assert tally.at().resources.value().gpus is None
    for item in counted:
        tally.remove(place, item)
    assert vars(tally) == vars(Tally())
    assert tally.copies("worker", "a") == []


def test_copies_in_order_numbers_as_numbers() -> None:
    tally = Tally()
    for key in ("10", "9", "x", "0"):
        tally.add(Place("w", "", (("w", key),)), facts(key))
    assert tally.copies("w", "") == ["0", "9", "10", "x"]
    tally.remove(Place("w", "", (("w", "9"),)), facts("9"))
    assert tally.copies("w", "") == ["0", "10", "x"]


def test_merged_counts_leave_their_parts_alone() -> None:
    tally = Tally()
    tally.add(Place("a", ""), facts("p", gpu=1))
    tally.add(Place("b", ""), facts("q", gpu=2, ready=False, waiting="Slow", node="node-b"))
    both = merged(tally.at("a"), tally.at("b"))
    assert (both.current, both.ready, sorted(both.nodes), both.reason) == (2, 1, ["node-a", "node-b"], "Slow")
    assert both.resources.value().gpus == 3
    assert tally.at("a").current == 1
    assert tally.at("a").resources.value().gpus == 1

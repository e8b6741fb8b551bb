# SPDX-License-Identifier: Apache-2.0
"""Which component, instance and copy a pod belongs to."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.unit.workload.definitions import codes, component, plan, pod, role

IDS = {"worker": ("a", "b"), "7": ("7",)}


def typed(name: str, **more: Any) -> dict[str, Any]:
    return role(name, template=f".spec.{name}", **more)


def where(made: wm.Plan, labels: dict[str, Any], ids: Any = None) -> str | None:
    return made.place(pod("p", labels), IDS if ids is None else ids).component


def test_the_one_component_with_pods_takes_every_pod() -> None:
    made = plan(component("group", ownerRef="thing"), typed("worker", type_key=".metadata.labels.x"))
    place = made.place(pod("p"), {})
    assert (place.component, place.instance, place.problems) == ("worker", "", ())


def test_the_root_can_be_the_one() -> None:
    made = plan(root={"specDefinition": {"podTemplateSpecPath": ".spec.template"}})
    assert where(made, {}) == "thing"


def test_a_key_without_a_value_is_any_result_but_null() -> None:
    made = plan(typed("a", type_key=".metadata.labels.x"), typed("b", type_key=".metadata.labels.y"))
    assert where(made, {"x": ""}) == "a"
    assert where(made, {"y": "1"}) == "b"
    assert where(made, {"z": "1"}) is None


def test_any_of_several_results_may_match() -> None:
    made = plan(
        typed("a", type_key=".metadata.labels | .x, .y", type_value="1"),
        typed("b", type_key=".metadata.labels[]?"),
    )
    assert where(made, {"x": "0", "y": "1"}) == "a"
    assert where(made, {"x": "0", "y": "0"}) == "b"


def test_key_and_labels_must_both_hold() -> None:
    made = plan(
        typed("a", type_key=".metadata.labels.x", type_value="1", labels={"l": "m", "n": "o"}),
        typed("b", labels={"l": "m"}),
    )
    assert where(made, {"x": "1", "l": "m", "n": "o"}) == "a"
    assert where(made, {"x": "1", "l": "m"}) == "b"
    assert where(made, {"x": "1"}) is None


def test_the_root_first_then_the_children_in_order() -> None:
    root = {
        "specDefinition": {"podTemplateSpecPath": ".spec.template"},
        "podSelector": {"componentTypeSelector": {"keyPath": ".metadata.labels.x"}},
    }
    made = plan(
        typed("a", type_key=".metadata.labels.y"), typed("b", type_key=".metadata.labels.y"), root=root
    )
    assert where(made, {"x": "1", "y": "1"}) == "thing"
    assert where(made, {"y": "1"}) == "a"


def test_unassigned_says_so() -> None:
    made = plan(typed("a", type_key=".metadata.labels.x"), typed("b", type_key=".metadata.labels.y"))
    place = made.place(pod("p"), {})
    assert (place.component, place.instance, place.copies) == (None, None, ())
    assert [(p.code, p.severity) for p in place.problems] == [("pod.unassigned", "info")]


def test_the_instance_is_one_of_the_ids() -> None:
    made = plan(typed("worker", ids=".spec.ids[]"))
    place = made.place(pod("p", {"id": "b"}), IDS)
    assert (place.component, place.instance, place.problems) == ("worker", "b", ())


def test_an_instance_that_is_not_there() -> None:
    place = plan(typed("worker", ids=".spec.ids[]")).place(pod("p", {"id": "z"}), IDS)
    assert (place.component, place.instance) == ("worker", None)
    assert [(p.code, p.severity, p.at) for p in place.problems] == [
        ("pod.unknown-instance", "warning", "worker")
    ]
    assert '"z", which is no instance of worker (there are: a, b)' in place.problems[0].message


def test_no_key_at_all_places_on_the_component_with_one_note() -> None:
    made = plan(typed("worker", ids=".spec.ids[]"))
    places = [made.place(pod(name), IDS) for name in ("p", "q")]
    assert [(place.component, place.instance) for place in places] == [("worker", None)] * 2
    assert [(p.code, p.severity) for p in places[0].problems] == [("pod.no-instance", "info")]
    # Of all such pods it is one and the same.
    assert places[0].problems == places[1].problems


@pytest.mark.parametrize("value", [None, "", {"a": 1}, ["a"]])
def test_a_key_that_is_no_text_is_an_error(value: Any) -> None:
    made = plan(typed("worker", ids=".spec.ids[]", id_on_pod=".metadata.labels.id"))
    place = made.place(pod("p", {"id": value}), IDS)
    assert (place.component, place.instance) == ("worker", None)
    assert [(p.code, p.severity) for p in place.problems] == [("pod.bad-instance", "error")]


def test_more_than_one_key_is_an_error() -> None:
    made = plan(typed("worker", ids=".spec.ids[]", id_on_pod=".metadata.labels[]"))
    place = made.place(pod("p", {"x": "a", "y": "b"}), IDS)
    assert (place.instance, codes(place.problems)) == (None, ["pod.bad-instance"])
    assert "2 results" in place.problems[0].message


@pytest.mark.parametrize(
    ("value", "text"), [(7, "7"), (7.0, "7"), (10**20, str(10**20)), (True, "true"), (False, "false")]
)
def test_numbers_and_booleans_are_keys_as_text(value: Any, text: str) -> None:
    made = plan(typed("worker", ids=".spec.ids[]", id_on_pod=".metadata.labels.id"))
    assert made.place(pod("p", {"id": value}), {"worker": (text,)}).instance == text


def test_a_component_known_by_instance_alone_comes_after_all_types() -> None:
    made = plan(
        typed("early", ids=".spec.early[]", id_on_pod=".metadata.labels.id // empty"),
        typed("late", type_key=".metadata.labels.late"),
    )
    ids = {"early": ("a",)}
    assert where(made, {"id": "a"}, ids) == "early"
    assert where(made, {"id": "a", "late": "1"}, ids) == "late"
    assert where(made, {"id": "z"}, ids) is None


def test_ids_that_could_not_be_read() -> None:
    place = plan(typed("worker", ids=".spec.ids[]")).place(pod("p", {"id": "a"}), {})
    assert (place.component, place.instance) == ("worker", None)
    assert "there are: none" in place.problems[0].message


def test_copy_keys_are_inherited_outermost_first() -> None:
    made = plan(
        role("group", copy=".metadata.labels.group"),
        role("leader", owner="group", template=".spec.l", type_key=".metadata.labels.leader"),
        role(
            "worker",
            owner="group",
            template=".spec.w",
            type_key=".metadata.labels.worker",
            copy=".metadata.labels.index",
        ),
    )
    labels = {"group": "2", "index": "5"}
    assert made.place(pod("p", {**labels, "leader": ""}), {}).copies == (("group", "2"),)
    assert made.place(pod("p", {**labels, "worker": ""}), {}).copies == (("group", "2"), ("worker", "5"))


@pytest.mark.parametrize("value", [None, "", {}, []])
def test_a_copy_key_that_is_no_text(value: Any) -> None:
    made = plan(typed("worker", copy=".metadata.labels.index"))
    place = made.place(pod("p", {"index": value}), {})
    assert (place.component, place.copies, codes(place.problems)) == ("worker", (), ["pod.bad-copy"])


def test_no_copy_key_is_no_copy() -> None:
    made = plan(typed("worker", copy=".metadata.labels.index // empty"))
    place = made.place(pod("p"), {})
    assert (place.copies, place.problems) == ((), ())
    place = plan(typed("worker", copy=".metadata.labels[]")).place(pod("p", {"a": "1", "b": "2"}), {})
    assert (place.copies, codes(place.problems)) == ((), ["pod.bad-copy"])


def test_a_selector_that_fails_leaves_the_others() -> None:
    made = plan(typed("a", type_key=".metadata.name.x"), typed("b", type_key=".metadata.labels.y"))
    place = made.place(pod("p", {"y": "1"}), {})
    assert (place.component, codes(place.problems)) == ("b", ["pod.selector-failed"])
    assert place.problems[0].at == "a"
    assert codes(made.place(pod("p"), {}).problems) == ["pod.selector-failed"]


@pytest.mark.parametrize("broken", [{}, {"metadata": None}, {"metadata": []}, {"metadata": {"labels": "x"}}])
def test_pods_of_a_strange_shape(broken: dict[str, Any]) -> None:
    made = plan(typed("a", labels={"x": "1"}), typed("b", type_key=".metadata?.labels?.y?"))
    assert made.place(broken, {}).component is None

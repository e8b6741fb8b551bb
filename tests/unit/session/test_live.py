# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest

from tests.unit.session.world import Step, build, catalog, uid
from workload_map.session.live import Model


def step(
    name: str, variant: int = 0, *, owner: int = 0, life: int = 1, owner_life: int = 1
) -> dict[str, Any]:
    return build(Step("ADDED", name, life, owner, owner_life, variant))


def model_of(*objects: dict[str, Any]) -> Model:
    model = Model(catalog())
    for obj in objects:
        model.apply("ADDED", obj)
    return model


def codes(model: Model, key: str) -> list[str]:
    row = model.row(key, pods=True)
    assert row is not None
    return [problem.code for problem in row.problems]


def pods(model: Model, key: str) -> int | None:
    row = model.row(key, pods=True)
    assert row is not None
    return row.replicas.current


JOBSET = (step("js"), step("js-0"), step("js-0-a"))


def test_an_owner_that_comes_after_its_pods_takes_them() -> None:
    model = model_of(step("js-0-a"))
    assert list(model.roots(parts=True)) == [uid("js-0-a", 1)]
    assert model.apply("ADDED", step("js-0")) == {"js-0-a#1", "js-0#1"}
    assert model.apply("ADDED", step("js")) == {"js#1", "js-0#1", "js-0-a#1"}
    assert list(model.roots(parts=True)) == ["js#1"]
    assert pods(model, "js#1") == 1


def test_a_pod_event_names_the_workloads_above_it() -> None:
    model = model_of(*JOBSET)
    assert pods(model, "js#1") == 1
    assert model.apply("MODIFIED", step("js-0-a", 3)) == {"js#1", "js-0#1", "js-0-a#1"}
    assert pods(model, "js#1") == 0
    assert model.apply("DELETED", step("js-0-a")) == {"js#1", "js-0#1", "js-0-a#1"}
    assert model.pods("js#1") == []


def test_a_change_of_a_pod_that_does_not_count_changes_no_row_above_it() -> None:
    model = model_of(*JOBSET)
    model.row("js#1", pods=True)
    model.row("js-0#1", pods=True)
    pod = step("js-0-a")
    pod["metadata"]["annotations"] = {"seen": "yes"}
    assert model.apply("MODIFIED", pod) == {"js-0-a#1"}


def test_the_version_that_is_held_already_changes_nothing() -> None:
    pod = step("js-0-a")
    pod["metadata"]["resourceVersion"] = "7"
    model = model_of(pod)
    assert model.apply("ADDED", pod) == frozenset()
    assert model.apply("MODIFIED", pod) == frozenset()


def test_pods_are_placed_again_where_the_instances_are_others() -> None:
    model = model_of(step("js"), step("js-0"), step("js-0-b", 1))
    assert codes(model, "js#1") == ["pod.unknown-instance"]
    assert "js#1" in model.apply("MODIFIED", step("js", 1))
    assert codes(model, "js#1") == []


def test_a_new_object_of_the_same_name_is_the_successor() -> None:
    model = model_of(*JOBSET)
    changed = model.apply("ADDED", step("js-0", life=2))
    assert changed >= {"js-0#1", "js-0#2", "js-0-a#1", "js#1"}
    assert model.row("js-0#1", pods=True) is None
    # The pod still names the Job that was there before.
    assert codes(model, "js-0-a#1") == ["owner.stale"]
    assert model.apply("DELETED", step("js-0")) == frozenset()
    assert model.row("js-0#2", pods=True) is not None
    model.apply("MODIFIED", step("js-0-a", owner_life=2))
    assert pods(model, "js#1") == 1


def test_the_end_of_an_owner_frees_what_is_below_it() -> None:
    model = model_of(*JOBSET)
    assert model.apply("DELETED", step("js")) == {"js#1", "js-0#1", "js-0-a#1"}
    assert list(model.roots()) == ["js-0#1"]
    assert codes(model, "js-0#1") == ["owner.not-in-input"]
    assert model.ident("js#1") is None
    assert model.reading("js#1") is None


def test_a_link_leads_on_and_is_no_workload() -> None:
    model = Model(catalog())
    model.apply("ADDED", step("js-0-a"))
    model.apply("ADDED", step("js-0"), link=True)
    model.apply("ADDED", step("js"))
    assert list(model.roots(parts=True)) == ["js#1"]
    assert model.row("js-0#1", pods=True) is None
    assert pods(model, "js#1") == 1
    model.apply("MODIFIED", step("js-0"))
    assert pods(model, "js-0#1") == 1
    # What is known in full is not given up for less.
    model.apply("MODIFIED", step("js-0"), link=True)
    assert pods(model, "js-0#1") == 1


def test_pods_below_an_owner_that_is_not_there_are_not_counted_as_none() -> None:
    model = model_of(step("js"))
    assert pods(model, "js#1") == 0
    assert "js#1" in model.apply("ADDED", step("js-0-a"))
    assert pods(model, "js#1") is None
    assert codes(model, "js#1") == ["pods.owner-not-in-input"]
    assert "js#1" in model.apply("ADDED", step("js-0"))
    assert (pods(model, "js#1"), codes(model, "js#1")) == (1, [])


def test_owners_that_may_not_be_read_are_said() -> None:
    model = model_of(step("web-r-a"))
    assert model.mark_unreadable("apps", "ReplicaSet", "other") == frozenset()
    assert model.mark_unreadable("apps", "ReplicaSet") == {"web-r-a#1"}
    assert codes(model, "web-r-a#1") == ["owner.unreadable"]
    assert model.shown("web-r-a#1")


def test_ownerless_pods_join_by_the_rule_and_are_freed_again() -> None:
    model = model_of(step("stray", owner=2), step("loose"))
    assert codes(model, "loose#1") == ["owner.joined"]
    assert not model.shown("stray#1", parts=True)
    assert model.apply("ADDED", step("loose-2")) >= {"loose#1", "loose-2#1", "stray#1"}
    assert (pods(model, "loose#1"), pods(model, "loose-2#1")) == (0, 0)
    model.apply("MODIFIED", step("loose-2", 1))
    assert pods(model, "loose#1") == 1
    model.apply("MODIFIED", step("stray", 1, owner=2))
    assert (pods(model, "loose#1"), pods(model, "loose-2#1")) == (0, 1)
    model.apply("MODIFIED", step("stray", 0, owner=0))
    assert (pods(model, "loose#1"), pods(model, "loose-2#1")) == (0, 0)
    assert model.apply("DELETED", step("stray")) == {"stray#1"}


def test_parts_and_shadows_are_shown_only_where_asked_for() -> None:
    queued = {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "Workload",
        "metadata": {"name": "q", "uid": "q"},
    }
    model = model_of(step("web"), step("web-r"), step("web-r-a"), step("stray", owner=2), queued)
    assert list(model.roots()) == ["web#1"]
    assert list(model.roots(parts=True)) == ["web#1", "stray#1"]
    assert list(model.roots(type=("apps", "ReplicaSet"))) == ["web-r#1"]
    assert list(model.roots(type=("kueue.x-k8s.io", "Workload"))) == ["q"]


def test_a_row_without_pods_says_nothing_of_them() -> None:
    model = model_of(*JOBSET)
    row = model.row("js#1", pods=False)
    assert row is not None
    assert (row.replicas.current, row.replicas.desired) == (None, 2)


def test_a_leader_pod_has_itself_but_not_the_workers_that_its_set_has() -> None:
    model = model_of(step("lws"), step("lws-l"), step("lws-0"), step("lws-0-s"), step("lws-0-1"))
    assert list(model.roots(parts=True)) == ["lws#1"]
    assert [pod["metadata"]["name"] for pod in model.pods("lws-0#1")] == ["lws-0"]
    assert [pod["metadata"]["name"] for pod in model.pods("lws-l#1")] == ["lws-0"]
    assert (pods(model, "lws#1"), pods(model, "lws-l#1"), pods(model, "lws-0#1")) == (2, 1, 1)


@pytest.mark.parametrize("key", ["nobody", "widget#1"])
def test_what_is_no_workload_has_no_row(key: str) -> None:
    model = model_of(step("widget"))
    assert model.row(key, pods=True) is None
    assert not model.shown(key)

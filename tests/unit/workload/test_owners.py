# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest

from workload_map.workload.owners import (
    Ident,
    Index,
    Missing,
    Root,
    Stale,
    Unclear,
    Undescribed,
    Unreadable,
    owners_of,
    split_api_version,
)

RAY = ("ray.io", "RayCluster")
DESCRIBED = [RAY, ("ray.io", "RayJob"), ("batch", "Job"), ("jobset.x-k8s.io", "JobSet")]


def ref(kind: str, name: str, uid: str = "", *, api: str = "v1", controller: bool = True) -> dict[str, Any]:
    found: dict[str, Any] = {"apiVersion": api, "kind": kind, "name": name}
    if uid:
        found["uid"] = uid
    if controller:
        found["controller"] = True
    return found


def obj(
    kind: str, name: str, uid: str = "", *owners: dict[str, Any], api: str = "v1", namespace: str = "ns"
) -> dict[str, Any]:
    metadata: dict[str, Any] = {"name": name}
    if namespace:
        metadata["namespace"] = namespace
    if uid:
        metadata["uid"] = uid
    if owners:
        metadata["ownerReferences"] = list(owners)
    return {"apiVersion": api, "kind": kind, "metadata": metadata}


@pytest.fixture
def index() -> Index:
    return Index(DESCRIBED)


def test_c13_the_version_of_the_owner_does_not_matter(index: Index) -> None:
    root = index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1"))
    pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1alpha1")))
    outcome = index.root(pod)
    assert isinstance(outcome, Root)
    assert outcome.object == index.ident(root)


def test_c13_an_owner_made_anew_is_another_object(index: Index) -> None:
    index.upsert(obj("RayCluster", "r", "u2", api="ray.io/v1"))
    pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1")))
    outcome = index.root(pod)
    assert isinstance(outcome, Stale)
    assert (outcome.owner.uid, outcome.found.uid) == ("u1", "u2")


def test_c13_the_controller_reference_is_followed(index: Index) -> None:
    index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1"))
    index.upsert(obj("Job", "j", "u3", api="batch/v1"))
    pod = index.upsert(
        obj(
            "Pod",
            "p",
            "p1",
            ref("Job", "j", "u3", api="batch/v1", controller=False),
            ref("RayCluster", "r", "u1", api="ray.io/v1"),
        )
    )
    outcome = index.root(pod)
    assert isinstance(outcome, Root)
    assert outcome.object.kind == "RayCluster"


def test_the_only_reference_is_followed_without_controller(index: Index) -> None:
    index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1"))
    pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1", controller=False)))
    assert isinstance(index.root(pod), Root)


def test_several_references_without_controller_are_unclear(index: Index) -> None:
    pod = index.upsert(
        obj("Pod", "p", "p1", ref("A", "a", "u1", controller=False), ref("B", "b", "u2", controller=False))
    )
    outcome = index.root(pod)
    assert isinstance(outcome, Unclear)
    assert not outcome.cycle
    assert [owner.name for owner in outcome.owners] == ["a", "b"]


def test_the_topmost_described_object_is_the_root(index: Index) -> None:
    index.upsert(obj("Unknown", "x", "x1", api="example.com/v1"))
    index.upsert(obj("RayJob", "j", "j1", ref("Unknown", "x", "x1", api="example.com/v1"), api="ray.io/v1"))
    index.upsert(obj("RayCluster", "r", "r1", ref("RayJob", "j", "j1", api="ray.io/v1"), api="ray.io/v1"))
    pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "r1", api="ray.io/v1")))
    outcome = index.root(pod)
    assert isinstance(outcome, Root)
    assert outcome.object.name == "j"
    chain = index.chain(pod)
    assert [link.kind for link in chain.links] == ["Pod", "RayCluster", "RayJob", "Unknown"]
    assert chain.end == outcome


def test_workers_are_held_by_their_own_set_and_by_the_group_not_by_the_set_of_leaders() -> None:
    kinds = [("", "Pod"), ("apps", "StatefulSet"), ("leaderworkerset.x-k8s.io", "LeaderWorkerSet")]
    index = Index(kinds)
    lws, apps = "leaderworkerset.x-k8s.io/v1", "apps/v1"
    index.upsert(obj("LeaderWorkerSet", "l", "l1", api=lws))
    index.upsert(obj("StatefulSet", "l", "s1", ref("LeaderWorkerSet", "l", "l1", api=lws), api=apps))
    leader = index.upsert(obj("Pod", "l-0", "p0", ref("StatefulSet", "l", "s1", api=apps)))
    workers = index.upsert(obj("StatefulSet", "l-0", "s2", ref("Pod", "l-0", "p0"), api=apps))
    worker = index.upsert(obj("Pod", "l-0-1", "p1", ref("StatefulSet", "l-0", "s2", api=apps)))

    def holders(key: Any) -> list[str]:
        return [str(holder) for holder in index.holders(index.chain(key))]

    assert holders(worker) == ["StatefulSet/l-0", "LeaderWorkerSet/l"]
    assert holders(leader) == ["StatefulSet/l", "LeaderWorkerSet/l"]
    # Whose the set is, is another question.
    assert holders(workers) == ["Pod/l-0", "StatefulSet/l", "LeaderWorkerSet/l"]
    assert index.holders(index.chain("l1")) == ()


def test_a_pod_made_by_the_pod_of_a_workload_is_of_that_workload() -> None:
    index = Index([("", "Pod"), ("sparkoperator.k8s.io", "SparkApplication")])
    api = "sparkoperator.k8s.io/v1beta2"
    index.upsert(obj("SparkApplication", "s", "s1", api=api))
    index.upsert(obj("Pod", "driver", "p0", ref("SparkApplication", "s", "s1", api=api)))
    executor = index.upsert(obj("Pod", "executor", "p1", ref("Pod", "driver", "p0")))
    assert [str(holder) for holder in index.holders(index.chain(executor))] == ["SparkApplication/s"]


def test_a_bare_pod_holds_what_it_made() -> None:
    index = Index([("", "Pod")])
    index.upsert(obj("Pod", "driver", "p0"))
    executor = index.upsert(obj("Pod", "executor", "p1", ref("Pod", "driver", "p0")))
    assert [str(holder) for holder in index.holders(index.chain(executor))] == ["Pod/driver"]


def test_a_described_object_without_owner_is_its_own_root(index: Index) -> None:
    key = index.upsert(obj("Job", "j", "j1", api="batch/v1"))
    outcome = index.root(key)
    assert isinstance(outcome, Root)
    assert outcome.object == index.ident(key)


def test_a_chain_without_described_object(index: Index) -> None:
    index.upsert(obj("Thing", "t", "t1"))
    pod = index.upsert(obj("Pod", "p", "p1", ref("Thing", "t", "t1")))
    outcome = index.root(pod)
    assert isinstance(outcome, Undescribed)
    assert outcome.top.name == "t"


class TestMissing:
    def test_says_what_is_missing_and_what_is_below(self, index: Index) -> None:
        job = index.upsert(
            obj("Job", "j", "j1", ref("JobSet", "s", "s1", api="jobset.x-k8s.io/v1alpha2"), api="batch/v1")
        )
        pod = index.upsert(obj("Pod", "p", "p1", ref("Job", "j", "j1", api="batch/v1")))
        outcome = index.root(pod)
        assert isinstance(outcome, Missing)
        assert outcome.described
        assert outcome.owner == Ident("jobset.x-k8s.io", "JobSet", "ns", "s", "s1")
        assert outcome.below == index.ident(job)

    def test_is_answered_when_the_owner_comes(self, index: Index) -> None:
        pod = index.upsert(obj("Pod", "p", "p1", ref("ReplicaSet", "r", "r1", api="apps/v1")))
        outcome = index.root(pod)
        assert isinstance(outcome, Missing)
        assert not outcome.described
        index.upsert(obj("ReplicaSet", "r", "r1", api="apps/v1"))
        assert isinstance(index.root(pod), Undescribed)

    def test_a_kind_that_may_not_be_read(self, index: Index) -> None:
        pod = index.upsert(obj("Pod", "p", "p1", ref("ReplicaSet", "r", "r1", api="apps/v1")))
        index.mark_unreadable("apps", "ReplicaSet", "other")
        assert isinstance(index.root(pod), Missing)
        index.mark_unreadable("apps", "ReplicaSet", "ns")
        assert isinstance(index.root(pod), Unreadable)

    def test_the_same_uid_of_another_kind_is_no_owner(self, index: Index) -> None:
        index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1"))
        pod = index.upsert(obj("Pod", "p", "p1", ref("RayJob", "r", "u1", api="ray.io/v1")))
        assert isinstance(index.root(pod), Missing)

    def test_an_owner_of_another_namespace_is_no_owner(self, index: Index) -> None:
        index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1", namespace="other"))
        pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1")))
        assert isinstance(index.root(pod), Missing)


def test_a_cluster_scoped_owner(index: Index) -> None:
    index.upsert(obj("Job", "j", "u1", api="batch/v1", namespace=""))
    pod = index.upsert(obj("Pod", "p", "p1", ref("Job", "j", "u1", api="batch/v1")))
    assert isinstance(index.root(pod), Root)


class TestWithoutUid:
    def test_an_owner_in_a_file_is_found_by_name(self, index: Index) -> None:
        key = index.upsert(obj("RayCluster", "r", api="ray.io/v1"))
        assert key == ("ray.io", "RayCluster", "ns", "r")
        pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1")))
        nameless = index.upsert(obj("Pod", "q", "", ref("RayCluster", "r", api="ray.io/v1")))
        assert isinstance(index.root(pod), Root)
        assert isinstance(index.root(nameless), Root)
        assert set(index.owned(key)) == {pod, nameless}

    def test_a_manifest_without_namespace(self, index: Index) -> None:
        index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1", namespace=""))
        pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1"), namespace=""))
        assert isinstance(index.root(pod), Root)

    def test_a_reference_without_uid_finds_an_object_that_has_one(self, index: Index) -> None:
        key = index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1"))
        pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", api="ray.io/v1")))
        assert isinstance(index.root(pod), Root)
        assert index.owned(key) == (pod,)


def test_circles_end(index: Index) -> None:
    a = index.upsert(obj("Job", "a", "a", ref("Job", "b", "b", api="batch/v1"), api="batch/v1"))
    index.upsert(obj("Job", "b", "b", ref("Job", "a", "a", api="batch/v1"), api="batch/v1"))
    selfish = index.upsert(obj("Job", "s", "s", ref("Job", "s", "s", api="batch/v1"), api="batch/v1"))
    for key in (a, selfish):
        outcome = index.root(key)
        assert isinstance(outcome, Unclear)
        assert outcome.cycle
    assert list(index.descendants(a)) == ["b"]


def test_depth_has_no_limit(index: Index) -> None:
    depth = 5000
    top = index.upsert(obj("Job", "j", "0", api="batch/v1"))
    for n in range(1, depth):
        owner = ref("Job", "j", "0", api="batch/v1") if n == 1 else ref("Link", f"l{n - 1}", str(n - 1))
        index.upsert(obj("Link", f"l{n}", str(n), owner))
    outcome = index.root(str(depth - 1))
    assert isinstance(outcome, Root)
    assert outcome.object == index.ident(top)
    assert sum(1 for _ in index.descendants(top)) == depth - 1


class TestChanges:
    def test_a_deleted_owner_is_missing(self, index: Index) -> None:
        root = index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1"))
        pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1")))
        index.delete(root)
        index.delete("never there")
        assert isinstance(index.root(pod), Missing)
        assert root not in index
        assert len(index) == 1

    def test_made_anew_before_the_old_one_is_gone(self, index: Index) -> None:
        index.upsert(obj("RayCluster", "r", "u1", api="ray.io/v1"))
        pod = index.upsert(obj("Pod", "p", "p1", ref("RayCluster", "r", "u1", api="ray.io/v1")))
        new = index.upsert(obj("RayCluster", "r", "u2", api="ray.io/v1"))
        assert isinstance(index.root(pod), Root)
        index.delete("u1")
        assert isinstance(index.root(pod), Stale)
        assert index.owned(new) == ()

    def test_a_changed_owner(self, index: Index) -> None:
        first = index.upsert(obj("Job", "a", "a", api="batch/v1"))
        second = index.upsert(obj("Job", "b", "b", api="batch/v1"))
        pod = index.upsert(obj("Pod", "p", "p1", ref("Job", "a", "a", api="batch/v1")))
        assert index.owned(first) == (pod,)
        index.upsert(obj("Pod", "p", "p1", ref("Job", "b", "b", api="batch/v1")))
        assert index.owned(first) == ()
        assert index.owned(second) == (pod,)

    def test_items_of_a_list_carry_no_kind(self, index: Index) -> None:
        key = index.upsert({"metadata": {"name": "j", "uid": "1"}}, api_version="batch/v1", kind="Job")
        assert isinstance(index.root(key), Root)


@pytest.mark.parametrize(
    "metadata",
    [None, [], {}, {"ownerReferences": None}, {"ownerReferences": "x"}, {"ownerReferences": [1, None, {}]}],
)
def test_what_is_no_reference_is_passed_over(metadata: Any) -> None:
    assert owners_of(metadata) == ()


@pytest.mark.parametrize(
    "item", [None, 3, [], {}, {"metadata": 1}, {"apiVersion": 1, "kind": [], "metadata": {}}]
)
def test_malformed_objects_do_no_harm(index: Index, item: Any) -> None:
    assert isinstance(index.root(index.upsert(item)), Undescribed)


def test_split_api_version() -> None:
    assert split_api_version("apps/v1") == ("apps", "v1")
    assert split_api_version("v1") == ("", "v1")
    assert split_api_version(None) == ("", "")


def test_an_ident_is_written_as_kubectl_does() -> None:
    assert str(Ident("batch", "Job", "ns", "j", "")) == "Job/j"

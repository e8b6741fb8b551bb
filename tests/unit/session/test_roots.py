# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from typing import Any

import pytest

from workload_map import errors
from workload_map.session import describe, kinds
from workload_map.session import list as listing
from workload_map.session.files import FilesSource
from workload_map.session.kinds import Selection
from workload_map.session.roots import Roots
from workload_map.session.source import Gathered, Item
from workload_map.workload.catalog import Catalog

CATALOG = Catalog.builtin()
ANY = Selection()


def obj(kind: str, name: str, *, owner: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    versions = {
        "Job": "batch/v1",
        "JobSet": "jobset.x-k8s.io/v1alpha2",
        "ReplicaSet": "apps/v1",
        "Deployment": "apps/v1",
    }
    metadata: dict[str, Any] = {"name": name, "namespace": "ns", "uid": f"uid-{kind}-{name}"}
    if owner is not None:
        metadata["ownerReferences"] = [
            {
                "apiVersion": owner["apiVersion"],
                "kind": owner["kind"],
                "name": owner["metadata"]["name"],
                "uid": owner["metadata"]["uid"],
                "controller": True,
            }
        ]
    return {"apiVersion": versions.get(kind, "v1"), "kind": kind, "metadata": metadata, **more}


def roots_of(*objects: dict[str, Any], catalog: Catalog = CATALOG) -> Roots:
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": list(objects)}).encode()
    return Roots(FilesSource(["-"], stdin=lambda: text).gather(ANY), catalog)


def labels(roots: Roots, selection: Selection = ANY, *, across_types: bool = False) -> list[str]:
    return [root.label for root in roots.select(selection, across_types=across_types)]


JOBSET = obj("JobSet", "train")
JOB = obj("Job", "train-0", owner=JOBSET)
POD = obj("Pod", "train-0-0", owner=JOB)


def test_a_chain_of_owners_is_one_root_with_its_pods() -> None:
    roots = roots_of(POD, JOB, JOBSET)
    [root] = roots.select(ANY)
    assert root.label == "JobSet/train"
    assert [kinds.name_of(pod) for pod in root.pods or ()] == ["train-0-0"]
    [job] = roots.owned(root)
    assert job.label == "Job/train-0"
    assert [kinds.name_of(pod) for pod in job.pods or ()] == ["train-0-0"]


def test_a_missing_described_owner_is_said_and_an_undescribed_one_is_not() -> None:
    foreign = obj("Widget", "w")
    roots = roots_of(JOB, obj("Job", "other", owner=foreign))
    first, second = roots.select(ANY)
    assert [mark.message for mark in first.marks] == ["owner JobSet/train not in the input"]
    assert second.marks == ()


def test_an_undescribed_object_in_the_middle_of_a_chain_is_climbed() -> None:
    middle = obj("Widget", "w", owner=JOBSET)
    roots = roots_of(JOBSET, middle, obj("Job", "below", owner=middle))
    assert labels(roots) == ["JobSet/train"]
    assert dict(roots.undescribed) == {"Widget": 1}


def test_a_stale_owner_is_no_owner() -> None:
    stale = obj("Job", "train-0", owner={**JOBSET, "metadata": {**JOBSET["metadata"], "uid": "another"}})
    roots = roots_of(JOBSET, stale)
    assert labels(roots) == ["JobSet/train", "Job/train-0"]
    [mark] = roots.select(ANY)[1].marks
    assert mark.code == "owner.stale"


def test_pods_are_none_only_where_the_input_has_none() -> None:
    assert roots_of(JOBSET).select(ANY)[0].pods is None
    root = next(
        root for root in roots_of(JOBSET, obj("Pod", "stray")).select(ANY) if root.label == "JobSet/train"
    )
    assert root.pods == []


def test_pods_below_a_missing_link_are_not_counted_as_none() -> None:
    roots = roots_of(JOBSET, POD, obj("JobSet", "other"), obj("Deployment", "web"))
    by_name = {root.label: root for root in roots.select(Selection())}
    for label in ("JobSet/train", "JobSet/other"):
        assert by_name[label].pods is None
        assert [mark.code for mark in by_name[label].marks] == ["pods.owner-not-in-input"]
    assert by_name["Deployment/web"].pods == []
    assert [mark.message for mark in by_name["Pod/train-0-0"].marks] == ["owner Job/train-0 not in the input"]
    whole = roots_of(JOBSET, JOB, POD, obj("JobSet", "other")).select(Selection(name="other"))
    assert (whole[0].pods, whole[0].marks) == ([], ())


def test_pods_below_a_link_that_may_not_be_read_are_not_counted_as_none() -> None:
    items = [Item(found, "cluster") for found in (JOBSET, POD)]
    unreadable = (("batch", "Job", None),)
    roots = Roots(Gathered(items, False, unreadable=unreadable, pods=True), CATALOG)
    jobset, pod = roots.select(Selection())
    assert jobset.pods is None
    [mark] = jobset.marks
    assert mark.message.startswith(
        "1 pod in its namespace owned by a Job that is not in the cluster or may not"
    )
    assert [mark.code for mark in pod.marks] == ["owner.unreadable"]


def test_bare_parts_are_left_out_of_lists_across_types_unless_they_are_all() -> None:
    stray, replicas = obj("Pod", "stray"), obj("ReplicaSet", "old")
    roots = roots_of(JOBSET, stray, replicas)
    assert labels(roots, across_types=True) == ["JobSet/train"]
    assert [problem.code for problem in roots.problems] == ["list.parts"]
    assert labels(roots) == ["JobSet/train", "Pod/stray", "ReplicaSet/old"]
    assert labels(roots, Selection(type="pods"), across_types=True) == ["Pod/stray"]
    assert labels(roots_of(stray, replicas), across_types=True) == ["Pod/stray", "ReplicaSet/old"]


def test_a_named_type_lists_also_what_is_below_another() -> None:
    roots = roots_of(JOBSET, JOB, POD)
    assert labels(roots, Selection(type="jobs")) == ["Job/train-0"]
    assert labels(roots, Selection(type="job", name="train-0")) == ["Job/train-0"]
    assert labels(roots, Selection(type="pods", namespace="other")) == []


def test_names_that_are_not_there() -> None:
    roots = roots_of(JOBSET)
    with pytest.raises(errors.NotFound, match="jobset/other in namespace ns is not in the input"):
        roots.select(Selection(type="jobset", name="other", namespace="ns"))
    with pytest.raises(errors.NoDefinition, match="1 ConfigMap, 1 Secret"):
        roots_of(obj("ConfigMap", "a"), obj("Secret", "b")).select(ANY)


def test_an_object_given_twice_counts_once() -> None:
    roots = roots_of(JOBSET, JOB, POD, JOBSET, POD)
    [root] = roots.select(ANY)
    assert len(root.pods or ()) == 1
    assert [problem.code for problem in roots.problems] == ["input.repeated", "input.repeated"]


def test_manifests_without_uid_are_kept_apart() -> None:
    nameless = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"generateName": "run-"}}
    assert len(roots_of(nameless, nameless, nameless).select(ANY)) == 3


def test_rows_and_views_are_sorted_and_kept() -> None:
    old = obj("JobSet", "old")
    old["metadata"]["creationTimestamp"] = "2025-01-01T00:00:00Z"
    new = obj("JobSet", "new")
    new["metadata"]["creationTimestamp"] = "2026-01-01T00:00:00Z"
    roots = roots_of(obj("JobSet", "never"), old, new)
    assert [row.name for row in listing.rows(roots, ANY).rows] == ["new", "old", "never"]
    assert [view.name for view in describe.views(roots, ANY).rows] == ["never", "old", "new"]


def test_owners_in_a_circle_end() -> None:
    a, b = obj("Job", "a"), obj("Job", "b")
    a["metadata"]["ownerReferences"] = obj("Job", "x", owner=b)["metadata"]["ownerReferences"]
    b["metadata"]["ownerReferences"] = obj("Job", "x", owner=a)["metadata"]["ownerReferences"]
    roots = roots_of(a, b)
    shown = labels(roots)
    assert shown
    assert all(root.marks[0].code == "owner.unclear" for root in roots.select(ANY))

# SPDX-License-Identifier: Apache-2.0
"""The plan itself: what it takes from a definition, and what it tells of an object besides its roles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.workload.definitions import codes, obj, plan, role, template
from workload_map.workload.queues import queue_of

WORKER = role("worker", template=".spec.template", replicas=".spec.n // 1")


def test_the_identity_of_an_object() -> None:
    reading = plan(WORKER).read(obj({}, uid="u", creationTimestamp="2026-01-02T03:04:05Z"))
    assert (reading.kind, reading.api_version, reading.namespace, reading.name) == (
        "Thing",
        "example.com/v1",
        "ns",
        "one",
    )
    assert (reading.uid, reading.created_at) == ("u", "2026-01-02T03:04:05Z")
    assert (reading.definition, reading.origin) == ("example-com-thing-v1", "file")


@pytest.mark.parametrize("metadata", ["text", [], 3, {"name": 7, "namespace": [], "uid": {}, "labels": 1}])
def test_metadata_of_a_strange_shape(metadata: Any) -> None:
    reading = plan(WORKER).read({"kind": "Thing", "metadata": metadata})
    assert (reading.name, reading.namespace, reading.uid) == (None, None, None)
    # One for metadata that is none, else one for each of name, namespace and uid.
    assert codes(reading.problems) == ["object.bad-metadata"] * (3 if isinstance(metadata, dict) else 1)


def test_an_object_without_anything() -> None:
    reading = plan(WORKER).read({})
    assert (reading.name, reading.kind, reading.api_version, reading.created_at) == (None, "", "", None)
    assert reading.problems == ()
    assert plan(WORKER).needs({}) == ()


def test_expressions_know_their_place_in_the_definition() -> None:
    made = plan(
        role("other", template=".spec.other", type_key=".metadata.labels.x"),
        role("worker", ids=".spec.ids[]", template=".spec.t[]", replicas=".spec.n[]", copy=".metadata.name"),
        extensions={
            "components": [
                {"name": "other", "suspended": "false"},
                {
                    "name": "worker",
                    "suspended": ".spec.held[]",
                    "units": {"path": ".spec.n[]", "noun": "job"},
                },
            ],
            "status": {"reason": ".status.reason"},
            "owners": {"join": {"pod": ".metadata.labels.j", "object": ".metadata.name"}},
        },
    )
    worker = made.by_name["worker"]
    child = "/spec/structureDefinition/childComponents/1"
    assert worker.ids is not None
    assert worker.ids.pointer == f"{child}/instanceIdPath"
    assert worker.spec is not None
    assert worker.spec.template is not None
    assert worker.spec.template.pointer == f"{child}/specDefinition/podTemplateSpecPath"
    assert worker.replicas is not None
    assert worker.replicas.pointer == f"{child}/scaleDefinition/replicasPath"
    assert worker.suspended is not None
    assert worker.suspended.pointer == "/spec/extensions/components/1/suspended"
    assert worker.units is not None
    assert worker.units.pointer == "/spec/extensions/components/1/units/path"
    assert (
        made.place_plan.candidates[2].copies[0].expr.pointer == f"{child}/podSelector/replicaSelector/keyPath"
    )
    assert made.join_pod is not None
    assert made.join_object is not None
    assert made.join_object.pointer == "/spec/extensions/owners/join/object"
    assert made.root.status is not None
    assert made.root.status.reason is not None
    assert made.root.status.reason.pointer == "/spec/extensions/status/reason"
    assert repr(made) == "Plan('example-com-thing-v1')"
    assert repr(worker.ids) == "Expr('.spec.ids[]')"


def test_the_tree_of_components() -> None:
    made = plan(role("group"), role("a", owner="group"), role("b", owner="group"), role("c"))
    assert [c.name for c in made.children_of("thing")] == ["group", "c"]
    assert [c.name for c in made.children_of("group")] == ["a", "b"]
    assert made.children_of("nobody") == ()


def test_a_shadow_is_marked() -> None:
    assert plan(WORKER, extensions={"shadow": True}).read(obj({})).shadow
    assert not plan(WORKER).read(obj({})).shadow


KUEUE, KAI = "kueue.x-k8s.io/queue-name", "kai.scheduler/queue"
VOLCANO = "scheduling.volcano.sh/queue-name"


@pytest.mark.parametrize(
    ("thing", "queue"),
    [
        ({}, None),
        ({"metadata": {"labels": {KAI: "k", KUEUE: "q"}}}, "q"),
        ({"metadata": {"labels": {KAI: "k"}, "annotations": {VOLCANO: "v"}}}, "k"),
        ({"metadata": {"annotations": {VOLCANO: "v"}}}, "v"),
        ({"apiVersion": "batch.volcano.sh/v1alpha1", "spec": {"queue": "s"}}, "s"),
        ({"apiVersion": "batch/v1", "spec": {"queue": "s"}}, None),
        ({"metadata": {"labels": {KUEUE: ""}}}, None),
        ({"metadata": {"labels": {KUEUE: 3}}}, None),
        ({"metadata": []}, None),
    ],
)
def test_the_queue_of_an_object(thing: dict[str, Any], queue: str | None) -> None:
    assert queue_of(thing) == queue


def test_the_queue_of_a_template_where_the_object_has_none() -> None:
    queued = template()
    queued["metadata"] = {"labels": {KAI: "team"}}
    assert plan(WORKER).read(obj({"template": queued})).queue == "team"
    assert plan(WORKER).read(obj({"template": queued}, labels={KUEUE: "own"})).queue == "own"
    queued["metadata"] = {"annotations": {VOLCANO: "v"}}
    assert plan(WORKER).read(obj({"template": queued})).queue == "v"
    assert plan(WORKER).read(obj({"template": {"metadata": "x"}})).queue is None


def test_a_name_that_yaml_makes_a_number_is_said() -> None:
    reading = plan(WORKER).read({**obj({}), "metadata": {"name": 1000, "uid": "u", "namespace": None}})
    assert (reading.name, reading.uid, reading.namespace) == (None, "u", None)
    (problem,) = [problem for problem in reading.problems if problem.code == "object.bad-metadata"]
    assert (problem.message, problem.path) == ("metadata.name is 1000, not a string", "/metadata/name")

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from workload_map.definition import codec
from workload_map.session.cases.expect import EXPECTATIONS, full_reading
from workload_map.session.cases.model import Case
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.recordings import Differences
from workload_map.session.cases.running import differences
from workload_map.workload.plan import Plan

JOBSET: dict[str, Any] = {
    "apiVersion": "jobset.x-k8s.io/v1alpha2",
    "kind": "JobSet",
    "metadata": {"name": "train"},
    "spec": {
        "replicatedJobs": [
            {
                "name": "workers",
                "replicas": 2,
                "template": {
                    "spec": {
                        "template": {
                            "metadata": {"labels": {"part": "w"}},
                            "spec": {"containers": [{"name": "main", "image": "a:1"}]},
                        }
                    }
                },
            }
        ]
    },
}
KEY = "jobset.sigs.k8s.io/"
PODS = [
    {
        "metadata": {"name": "a", "labels": {KEY + "replicatedjob-name": "workers", KEY + "job-index": "1"}},
        "spec": {"containers": [{"name": "main"}]},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]},
    },
    {"metadata": {"name": "b"}},
]


def outcome(pods: list[Any] | None = None, obj: dict[str, Any] = JOBSET) -> Outcome:
    plan = wm.Catalog.builtin().plan(obj)
    return Outcome(plan, Case(name="x", source="x.yaml", object=obj, pods=pods))


def actual(key: str, wanted: Any, pods: list[Any] | None = None) -> Any:
    return EXPECTATIONS[key].actual(outcome(pods), wanted)


def test_the_keys_are_those_of_the_reference() -> None:
    assert list(EXPECTATIONS) == [
        "phases",
        "headline",
        "objectHeadline",
        "reason",
        "deleting",
        "roles",
        "totals",
        "placement",
        "joins",
        "gangs",
        "gangOf",
        "suspend",
        "resume",
        "scale",
        "problems",
    ]


def test_what_a_role_is() -> None:
    wanted = {
        "replicatedjob/workers": {"desired": 0, "current": 0, "ready": 0, "unit": "", "template": {}},
        "no": {},
    }
    found = actual("roles", wanted, PODS)
    assert list(found) == ["replicatedjob/workers"]
    role = found["replicatedjob/workers"]
    assert (role["desired"], role["current"], role["ready"], role["unit"]) == (2, 1, 1, "job")
    assert role["template"]["images"] == ["a:1"]
    assert role["template"]["labels"] == {"part": "w"}
    assert actual("roles", {"replicatedjob/workers": {"ready": 0}})["replicatedjob/workers"] == {
        "ready": None
    }


def test_where_pods_are() -> None:
    assert actual("placement", {}, PODS) == {"a": "replicatedjob/workers#1", "b": "replicatedjob/?"}
    assert actual("placement", {}) == {}
    assert actual("joins", [], PODS) == []


def test_what_a_change_makes() -> None:
    patch = [{"op": "add", "path": "/spec/suspend", "value": True}]
    assert actual("suspend", {}) == {"patch": patch, "headline": "Suspending"}
    scaled = actual("scale", {"replicatedjob/workers": {"to": 3}, "nobody": {"to": 1}})
    assert scaled["replicatedjob/workers"]["replicas"] == 3
    assert scaled["nobody"] == {"to": 1, "error": "not-found"}


def test_a_full_reading_passes_on_the_same_object() -> None:
    for pods in (None, PODS):
        made = outcome(pods)
        expect = full_reading(made)
        case = Case(name="x", source="x.yaml", object=JOBSET, pods=pods, expect=expect)
        assert list(differences(case, made.plan, Differences())) == []
        for key, value in expect.items():
            assert list(EXPECTATIONS[key].shape.faults(value, ())) == [], key


def test_pods_that_join_by_a_rule() -> None:
    text = """
apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: own}
spec:
  structureDefinition:
    rootComponent:
      name: root
      kind: {group: own.io, version: v1, kind: Own}
      specDefinition: {podSpecPath: .spec.pod}
      statusDefinition:
        statusMappings:
          running: [{byExpression: {expression: "true", expectedResult: "true"}}]
  extensions:
    owners: {join: {pod: .metadata.labels.own, object: .metadata.name}}
"""
    (definition,) = codec.load_definitions(text.encode(), source="own.yaml")
    obj = {"apiVersion": "own.io/v1", "kind": "Own", "metadata": {"name": "x"}}
    pods = [
        {"metadata": {"name": n, "labels": {"own": own}}} for n, own in (("b", "x"), ("a", "x"), ("c", "y"))
    ]
    made = Outcome(Plan(definition), Case(name="x", source="x", object=obj, pods=pods))
    assert EXPECTATIONS["joins"].actual(made, []) == ["a", "b"]
    nameless = Outcome(
        Plan(definition), Case(name="x", source="x", object={**obj, "metadata": {}}, pods=pods)
    )
    assert EXPECTATIONS["joins"].actual(nameless, []) == []


@pytest.mark.parametrize("key", list(EXPECTATIONS))
def test_every_key_takes_no_nonsense(key: str) -> None:
    assert list(EXPECTATIONS[key].shape.faults({"%": 1} if key != "deleting" else 7, (key,)))


LWS: dict[str, Any] = {
    "apiVersion": "leaderworkerset.x-k8s.io/v1",
    "kind": "LeaderWorkerSet",
    "metadata": {"name": "serve"},
    "spec": {
        "replicas": 2,
        "leaderWorkerTemplate": {
            "size": 3,
            "workerTemplate": {"spec": {"containers": [{"name": "main", "image": "a:1"}]}},
        },
    },
}
LWS_KEY = "leaderworkerset.sigs.k8s.io/"
LWS_PODS: list[Any] = [
    {"metadata": {"name": "l", "labels": {LWS_KEY + "group-index": "1", LWS_KEY + "worker-index": "0"}}},
    {"metadata": {"name": "stray"}},
]


def test_what_a_gang_is() -> None:
    wanted = {
        "group": {"copies": 0, "minChildren": 0, "existing": 0},
        "group/worker#1": {"minPods": 0, "members": {}, "topology": {}, "startAfter": [], "writtenBy": ""},
        "group/worker#7": {},
        "no": {},
    }
    found = EXPECTATIONS["gangs"].actual(outcome(LWS_PODS, LWS), wanted)
    assert found == {
        # The copies differ in what exists of them.
        "group": {"copies": 2, "minChildren": 2, "existing": [0, 1]},
        "group/worker#1": {
            "minPods": 2,
            "members": {"worker": {"min": 2, "desired": 2}},
            "topology": None,
            "startAfter": [],
            "writtenBy": None,
        },
    }


def test_pods_of_a_case_may_be_none() -> None:
    wanted = {"group": {"existing": 0}}
    assert EXPECTATIONS["gangs"].actual(outcome([], LWS), wanted) == {"group": {"existing": 0}}
    assert EXPECTATIONS["gangs"].actual(outcome(None, LWS), wanted) == {"group": {"existing": None}}


def test_the_gangs_that_are_written_are_those_that_are_read() -> None:
    read = EXPECTATIONS["gangs"].reading
    assert read is not None
    for pods in (None, LWS_PODS):
        case = outcome(pods, LWS)
        written = read(case)
        shape = EXPECTATIONS["gangs"].shape
        assert list(shape.faults(written, ("gangs",))) == []
        assert list(shape.differences(written, EXPECTATIONS["gangs"].actual(case, written), ("gangs",))) == []
    assert list(read(outcome(None, LWS))) == ["group", "group/leader", "group/worker"]
    assert "group#1" in read(outcome(LWS_PODS, LWS))


def test_the_gang_of_each_pod() -> None:
    found = EXPECTATIONS["gangOf"].actual(outcome(LWS_PODS, LWS), {})
    assert found == {"l": "group/leader#1", "stray": None}

# SPDX-License-Identifier: Apache-2.0
"""Coverage and kill score of one small definition."""

from __future__ import annotations

import time
from typing import Any

from workload_map.definition import codec
from workload_map.session.cases.coverage import areas, coverage
from workload_map.session.cases.model import Case, Recorded
from workload_map.session.cases.mutation import faults, kill_score
from workload_map.workload.plan import Plan

TEXT = """
apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: own}
spec:
  structureDefinition:
    rootComponent:
      name: root
      kind: {group: own.io, version: v1, kind: Own}
      statusDefinition:
        conditionsDefinition: {path: .status.conditions}
        statusMappings:
          initializing: [{byExpression: {expression: .status == null, expectedResult: "true"}}]
          running: [{byConditions: [{type: Ready, status: "True"}]}]
      suspendDefinition:
        suspendActions: [{path: .spec.paused, value: "true"}]
        resumeActions: [{path: .spec.paused, value: "null"}]
    childComponents:
      - name: head
        ownerRef: root
        specDefinition: {podSpecPath: .spec.head}
        podSelector: {componentTypeSelector: {matchLabels: {part: head}}}
      - name: worker
        ownerRef: root
        instanceIdPath: .spec.groups[].name
        specDefinition: {podTemplateSpecPath: ".spec.groups[].template"}
        scaleDefinition: {replicasPath: ".spec.groups[].replicas"}
        podSelector:
          componentTypeSelector: {keyPath: .metadata.labels.part, value: worker}
          componentInstanceSelector: {idPath: .metadata.labels.group}
          replicaSelector: {keyPath: .metadata.labels.copy // empty}
"""
PLAN = Plan(codec.load_definitions(TEXT.encode(), source="own.yaml")[0])

OBJECT: dict[str, Any] = {
    "apiVersion": "own.io/v1",
    "kind": "Own",
    "metadata": {"name": "x"},
    "spec": {
        "head": {"containers": [{"name": "h"}]},
        "groups": [
            {"name": "a", "replicas": 2, "template": {"spec": {"containers": [{"name": "w"}]}}},
            {"name": "b", "replicas": 5, "template": {"spec": {"containers": [{"name": "v"}]}}},
        ],
    },
}
READY = {**OBJECT, "status": {"conditions": [{"type": "Ready", "status": "True"}]}}
LOST = {**OBJECT, "status": {"conditions": [{"type": "Ready", "status": "False"}]}}
PAUSED = {**OBJECT, "spec": {**OBJECT["spec"], "paused": True}}


def pod(name: str, **labels: str) -> dict[str, Any]:
    return {"metadata": {"name": name, "labels": labels}}


PODS = [pod("h", part="head"), pod("w", part="worker", group="a", copy="0")]


def case(obj: dict[str, Any], pods: list[Any] | None = None, **expect: Any) -> Case:
    return Case(name="x", source="x", object=obj, pods=pods, expect=expect)


CASES = [
    case(OBJECT, phases=["Initializing"]),
    case(READY, phases=["Running"]),
    case(LOST, phases=["Undefined"]),
    case(
        OBJECT,
        roles={
            "head": {"desired": 1, "template": {"containers": ["h"]}},
            "worker/a": {"desired": 2, "template": {"containers": ["w"]}},
            "worker/b": {"desired": 5},
        },
    ),
    case(OBJECT, PODS, placement={"h": "head", "w": "worker/a#0"}),
    case(OBJECT, suspend={"patch": [{"op": "add", "path": "/spec/paused", "value": True}]}),
    case(PAUSED, resume={"patch": [{"op": "replace", "path": "/spec/paused", "value": None}]}),
]


def gaps(cases: list[Case]) -> set[str]:
    return {gap.what for gap in coverage(PLAN, cases).gaps}


def test_all_of_it_is_exercised() -> None:
    found = coverage(PLAN, CASES)
    assert (found.definition, found.cases, found.gaps) == ("own", 7, ())
    assert found.parts == 17


def test_every_part_is_missed_without_any_case() -> None:
    assert len(gaps([])) == 17


def test_what_each_case_adds() -> None:
    assert gaps(CASES[1:]) == {"Initializing rule 0 matches"}
    assert gaps([CASES[0], *CASES[2:]]) == {"Running rule 0 matches"}
    assert gaps([*CASES[:3], *CASES[4:]]) == {
        "pod spec of head gives a value",
        "ids of worker gives a value",
        "template of worker gives a value",
        "replicas of worker gives a value",
    }
    assert gaps([*CASES[:4], *CASES[5:]]) == {
        "the selector of head takes a pod",
        "the selector of head leaves a pod to others",
        "the selector of worker takes a pod",
        "the selector of worker leaves a pod to others",
        "a pod has an instance of worker",
        "a pod has a copy of worker",
    }
    assert gaps(CASES[:6]) == {"resume changes this field"}


def test_a_part_counts_where_something_that_it_decides_is_expected() -> None:
    assert areas(CASES[0]) == {"status"}
    assert areas(CASES[3]) == {"roles"}
    assert areas(Case(name="x", source="x", object={}, recorded=Recorded(state="Running"))) == {"status"}
    assert "template of worker gives a value" in gaps([case(OBJECT, PODS, phases=["Initializing"])])


def test_a_stale_status_and_a_reason_are_parts() -> None:
    text = TEXT + "  extensions: {status: {observedGeneration: .status.seen, reason: .status.why}}\n"
    plan = Plan(codec.load_definitions(text.encode(), source="own.yaml")[0])
    old = {**READY, "metadata": {"generation": 2}, "status": {**READY["status"], "seen": 1, "why": "Slow"}}
    new = {**old, "status": {**old["status"], "seen": 2}}
    missing = {gap.what for gap in coverage(plan, CASES).gaps}
    assert missing == {
        "the status is for an older generation",
        "the status is for this generation",
        "status.reason gives a word",
    }
    more = [
        case(old, phases=["Initializing"], reason="StaleStatus"),
        case(new, phases=["Running"], reason="Slow"),
    ]
    assert coverage(plan, [*CASES, *more]).gaps == ()


def test_faults_of_every_kind_are_made_and_noticed() -> None:
    kinds = {fault.kind for fault in faults(PLAN.definition, CASES)}
    assert kinds == {"letter", "sibling", "level", "list", "condition", "value", "status"}
    score = kill_score(PLAN, CASES)
    assert score.not_run == 0
    assert score.percent > 95, score.survivors


def test_faults_survive_weak_cases() -> None:
    score = kill_score(PLAN, CASES[:1])
    assert 0 < score.percent < 40
    assert {survivor.kind for survivor in score.survivors} >= {"letter", "value"}
    assert all(survivor.path.startswith("/spec/") for survivor in score.survivors)


def test_time_and_numbers_are_bounded() -> None:
    whole = kill_score(PLAN, CASES)
    some = kill_score(PLAN, CASES, every=7)
    assert some.run == -(-whole.run // 7)
    none = kill_score(PLAN, CASES, until=time.monotonic() - 1)
    assert (none.run, none.not_run, none.percent) == (0, whole.run, 100.0)
    told: list[int] = []
    kill_score(PLAN, CASES, every=50, progress=told.append)
    assert told == list(range(1, len(told) + 1))


def test_what_is_not_read_is_no_fault() -> None:
    gang = """\
  optimizationInstructions:
    gangScheduling:
      podGroups: [{name: g, members: [{componentName: worker, groupByKeyPaths: [.metadata.labels.g]}]}]
"""
    (definition,) = codec.load_definitions((TEXT + gang).encode(), source="own.yaml")
    assert not any("optimizationInstructions" in fault.path for fault in faults(definition, CASES))

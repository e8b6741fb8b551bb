# SPDX-License-Identifier: Apache-2.0
"""The gang of one pod, and gangs of small definitions: claims, missing keys, the interchange form, its questions."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.gang_text import gang_text
from workload_map.errors import NotFound
from workload_map.workload.gangs import names
from workload_map.workload.gangs.live import live
from workload_map.workload.gangs.reference import pod_group_of, subtree_minimum
from workload_map.workload.plan import Plan

Object = dict[str, Any]

_DEFINITION = """\
apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: trains}
spec:
  structureDefinition:
    rootComponent:
      name: train
      kind: {group: example.org, version: v1, kind: Train}
      statusDefinition:
        phaseDefinition: {path: .status.phase}
        statusMappings: {running: [{byPhase: Running}]}
    childComponents:
      - name: head
        ownerRef: train
        specDefinition: {podTemplateSpecPath: .spec.head.template}
        scaleDefinition: {replicasPath: .spec.head.replicas // 1}
        podSelector: {componentTypeSelector: {keyPath: .metadata.labels.role, value: head}}
      - name: worker
        ownerRef: train
        instanceIdPath: .spec.workers[].name
        specDefinition: {podTemplateSpecPath: ".spec.workers[].template"}
        scaleDefinition: {replicasPath: ".spec.workers[].replicas", minReplicasPath: ".spec.workers[].least"}
        podSelector:
          componentTypeSelector: {keyPath: .metadata.labels.role, value: worker}
          componentInstanceSelector: {idPath: .metadata.labels.group // empty}
"""


def _plan(rest: str) -> Plan:
    lines = "".join(f"  {line}\n" for line in rest.strip("\n").splitlines())
    (definition,) = wm.load_definitions(_DEFINITION + lines)
    return Plan(definition)


def _train(*workers: Object, **spec: Any) -> Object:
    return {
        "apiVersion": "example.org/v1",
        "kind": "Train",
        "metadata": {"name": "t", "namespace": "ml", "uid": "7"},
        "spec": {"workers": [{"name": "w", "replicas": 4, **worker} for worker in workers], **spec},
    }


def _pod(**labels: str) -> Object:
    return {"metadata": {"name": "p", "labels": labels}}


def _codes(problems: tuple[wm.Problem, ...]) -> list[str]:
    return [problem.code for problem in problems]


_COPIES = """
extensions:
  gangs:
    - name: all
      groups:
        - component: head
        - each: worker
          groups:
            - name: half
              component: worker
              copies: {count: "2", key: .metadata.labels.half}
"""


def test_a_pod_of_a_copy() -> None:
    plan = _plan(_COPIES)
    reading = plan.read(_train({"name": "a"}))
    (tree,) = reading.gangs
    half = tree.children[1].children[1]
    place = plan.gang_of(_pod(role="worker", group="a", half="1"), reading)
    assert (place.name, place.path, place.copy) == (half.name, "all/a/half", "1")
    assert place.chain == (tree.name, tree.children[1].name, half.name)
    assert (half.min_pods, half.desired_pods) == (2, 2)


@pytest.mark.parametrize(
    ("labels", "codes"),
    [
        ({"role": "worker", "group": "a"}, ["gang.no-key"]),
        ({"role": "worker", "group": "a", "half": "2"}, ["gang.unknown-copy"]),
        ({"role": "worker", "group": "a", "half": "01"}, ["gang.unknown-copy"]),
        ({"role": "worker", "group": "a", "half": "-1"}, ["gang.unknown-copy"]),
        ({"role": "worker"}, ["pod.no-instance"]),
        ({"role": "worker", "group": "b"}, ["pod.unknown-instance"]),
        ({"role": "other"}, ["pod.unassigned"]),
        ({}, ["pod.unassigned"]),
    ],
)
def test_a_pod_in_no_gang(labels: dict[str, str], codes: list[str]) -> None:
    plan = _plan(_COPIES)
    place = plan.gang_of(_pod(**labels), plan.read(_train({"name": "a"})))
    assert (place.name, place.path, place.chain) == (None, None, ())
    assert _codes(place.problems) == codes


def test_pods_that_cannot_be_divided() -> None:
    reading = _plan(_COPIES).read(_train({"name": "a", "replicas": 5}))
    assert _codes(reading.gang_problems) == ["gang.not-equal"]
    (tree,) = reading.gangs
    assert [half.min_pods for half in tree.children[1].children] == [None, None]
    assert tree.desired_pods is None


def test_the_instance_does_not_matter_where_one_leaf_has_all() -> None:
    plan = _plan("extensions:\n  gangs:\n    - component: worker")
    reading = plan.read(_train({"name": "a"}, {"name": "b"}))
    place = plan.gang_of(_pod(role="worker"), reading)
    assert place.name == reading.gangs[0].name
    assert reading.gangs[0].min_pods == 8
    assert _codes(plan.gang_of(_pod(role="head"), reading).problems) == ["gang.none"]


def test_two_leaves_that_claim_one_role() -> None:
    plan = _plan("extensions:\n  gangs:\n    - {name: a, component: head}\n    - {name: b, component: head}")
    reading = plan.read(_train())
    assert _codes(reading.gang_problems) == ["gang.two-claims"]
    assert plan.gang_of(_pod(role="head"), reading).path == "a"


def test_scaled_it_keeps_its_names() -> None:
    plan = _plan(_COPIES)
    first = plan.read(_train({"name": "a"}))
    second = plan.read(_train({"name": "a", "replicas": 2}))
    assert [node.name for node in first.gangs[0].walk()] == [node.name for node in second.gangs[0].walk()]
    assert second.gangs[0].desired_pods == 3


def test_names() -> None:
    plan = _plan(_COPIES)
    reading = plan.read(_train({"name": "A_b.c" + "x" * 80}))
    found = [node.name for node in reading.gangs[0].walk()]
    assert len(set(found)) == len(found)
    for name in found:
        assert len(name) <= 49
        assert name.strip("abcdefghijklmnopqrstuvwxyz0123456789-") == ""
        assert name[0] != "-"
    other = _train({"name": "A_b.c" + "x" * 80})
    other["metadata"]["uid"] = "8"
    assert not set(found) & {node.name for node in plan.read(other).gangs[0].walk()}
    del other["metadata"]["uid"]
    problem = names.without_uid(plan.read(other))
    assert problem is not None
    assert problem.code == "gang.no-uid"
    assert names.without_uid(reading) is None


def test_more_copies_than_can_be_written_out() -> None:
    gang = "{component: worker, copies: {count: .spec.many, key: .metadata.labels.half}}"
    plan = _plan(f"extensions:\n  gangs:\n    - {gang}")
    reading = plan.read(_train({"name": "a"}, many=10**12))
    (one,) = reading.gangs
    assert (one.copy, one.min_pods, one.desired_pods) == (None, None, None)
    assert _codes(reading.gang_problems) == ["gang.too-many"]
    assert plan.gang_of(_pod(role="worker", group="a", half="99999"), reading).copy == "99999"


_POD_GROUP = """
optimizationInstructions:
  gangScheduling:
    podGroup:
      name: whole
      topology: {topologyName: t, requiredTopologyLevel: "", preferredTopologyLevel: rack}
      subGroups:
        - {componentName: head}
        - componentName: worker
          topology: {topologyName: t, requiredTopologyLevel: host, preferredTopologyLevel: ""}
"""

_ONE = """
optimizationInstructions:
  gangScheduling: {podGroup: {name: whole}}
"""

_OLDER = """
optimizationInstructions:
  gangScheduling:
    podGroups:
      - name: some
        members:
          - componentName: train
          - componentName: worker
            groupByKeyPaths: [.metadata.labels.group]
            filters: [.metadata.labels.alone != "yes"]
"""


def test_the_interchange_form_alone_is_read() -> None:
    reading = _plan(_POD_GROUP).read(_train({"name": "a", "least": 2}))
    assert gang_text(reading) == (
        f"whole: 2 of 2 children, 5 pods; name {reading.gangs[0].name}; preferred rack\n"
        f"  head: 1 of 1 pods; name {reading.gangs[0].children[0].name}\n"
        "    - head 1 of 1\n"
        f"  worker: 2 of 4 pods; name {reading.gangs[0].children[1].name}; required host\n"
        "    - worker/a 2 of 4\n"
    )


def test_a_pod_group_without_parts_is_one_gang() -> None:
    plan = _plan(_ONE)
    reading = plan.read(_train({"name": "a", "least": 2}))
    (gang,) = reading.gangs
    assert (gang.is_leaf, gang.min_pods, gang.desired_pods) == (True, 3, 5)
    assert plan.gang_of(_pod(role="head"), reading).name == gang.name


def test_the_older_form_tells_its_gangs_by_pods() -> None:
    plan = _plan(_OLDER)
    reading = plan.read(_train({"name": "a"}, {"name": "b"}))
    assert _codes(reading.gang_problems) == ["gang.groups-on-pods"]
    pods = [_pod(role="worker", group=group) for group in ("a", "a", "b")]
    found = live(reading, [(pod, wm.pod_facts(pod)) for pod in pods])
    assert [(gang.copy, gang.min_pods, gang.live and gang.live.existing) for gang in found.gangs] == [
        ("a", None, 2),
        ("b", None, 1),
    ]
    assert plan.gang_of(_pod(role="worker", group="a", alone="yes"), reading).name is None


def test_a_kind_without_gangs() -> None:
    plan = _plan("")
    reading = plan.read(_train())
    assert reading.gangs == ()
    assert gang_text(reading) == "no gangs\n"


def test_the_extension_wins_over_the_interchange_form() -> None:
    reading = _plan(_ONE + "extensions:\n  gangs:\n    - component: head").read(_train({"name": "a"}))
    assert [gang.path for gang in reading.gangs] == ["head"]


def test_the_interchange_forms_own_questions() -> None:
    reading = _plan(_POD_GROUP).read(_train({"name": "a", "least": 2}, {"name": "b", "least": 0}))
    assert subtree_minimum(reading, "head") == 1
    assert subtree_minimum(reading, "worker") == 6
    assert subtree_minimum(reading, "worker", "b") == 4
    assert subtree_minimum(reading, "train") == 7
    for component, instance in (("nobody", None), ("worker", ""), ("worker", "c")):
        with pytest.raises(NotFound):
            subtree_minimum(reading, component, instance)
    found = pod_group_of(_pod(role="worker", group="a"), reading)
    assert (found.component, found.group, found.member, found.keys) == ("worker", "whole", "worker", ())


def test_the_older_forms_own_questions() -> None:
    reading = _plan(_OLDER).read(_train({"name": "a"}))
    mine = pod_group_of(_pod(role="worker", group="a"), reading)
    assert (mine.component, mine.group, mine.member, mine.keys) == ("worker", "some", "worker", ("a",))
    above = pod_group_of(_pod(role="worker", group="a", alone="yes"), reading)
    assert (above.component, above.group, above.member, above.keys) == ("worker", "some", "train", ())
    nowhere = pod_group_of(_pod(role="guard"), reading)
    assert (nowhere.component, nowhere.group) == (None, None)
    assert _codes(nowhere.problems) == ["pod.unassigned"]


def test_roles_are_counted_where_there_is_no_scale() -> None:
    text = "".join(line for line in _DEFINITION.splitlines(True) if "scaleDefinition" not in line)
    (definition,) = wm.load_definitions(text)
    reading = Plan(definition).read(_train({"name": "a"}, {"name": "b"}))
    assert subtree_minimum(reading, "train") == 3
    assert subtree_minimum(reading, "worker", "a") == 1


@pytest.mark.parametrize(
    ("gang", "code"),
    [
        ("{component: worker, minimum: .spec.least}", "gang.not-integer"),
        ("{component: worker, minimum: '.spec.two[]'}", "gang.count"),
        ("{component: worker, minimum: .spec.least + 1}", "gang.failed"),
        ("{component: worker, when: .spec.least}", "gang.not-boolean"),
        ("{component: worker, topology: {required: .spec.two}}", "gang.not-text"),
        ("{component: worker, copies: {count: .spec.none, key: .metadata.labels.half}}", "gang.no-count"),
        ("{each: worker, instancesAfter: .spec.least}", "gang.not-names"),
    ],
)
def test_wrong_values(gang: str, code: str) -> None:
    reading = _plan(f"extensions:\n  gangs:\n    - {gang}").read(
        _train({"name": "a"}, {"name": "b"}, {"name": "c"}, least="x", two=[1, 2])
    )
    assert _codes(reading.gang_problems) == [code]

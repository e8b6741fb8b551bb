# SPDX-License-Identifier: Apache-2.0
"""Kueue: pod sets as it makes them itself, prebuilt Workloads, pod groups, topology."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.workload.gangs.targets.examples import EXAMPLES, example, reading_of
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.targets import Capabilities, Translation, pod_sets, translate
from workload_map.workload.reading import Reading

JOB = """
apiVersion: batch/v1
kind: Job
metadata: {name: fit, uid: u, annotations: {%(notes)s}}
spec: {parallelism: 4, completions: 3, template: {spec: {containers: []}}}
"""
JOB_GANGS = "- {component: job}"


def job(notes: str = "") -> Reading:
    return reading_of(JOB.replace("%(notes)s", notes), JOB_GANGS)


def sets_of(reading: Reading) -> list[tuple[str, int | None]]:
    return [(one.name, one.count) for one in pod_sets(reading)]


@pytest.mark.parametrize(
    ("name", "sets"),
    [
        ("jobset", [("leader", 1), ("workers", 8)]),
        ("raycluster", [("head", 1), ("gpu", 4)]),
        ("pytorchjob", [("master", 1), ("worker", 3)]),
    ],
)
def test_pod_sets(name: str, sets: list[tuple[str, int]]) -> None:
    assert sets_of(example(name)[0]) == sets


def test_a_job_has_one_pod_set_called_main() -> None:
    (one,) = pod_sets(job())
    assert (one.name, one.count, one.min_count) == ("main", 3, None)
    assert one.topology_request == {"podIndexLabel": "batch.kubernetes.io/job-completion-index"}


def test_a_job_may_be_admitted_in_part() -> None:
    reading = job("kueue.x-k8s.io/job-min-parallelism: '2'")
    assert pod_sets(reading)[0].as_field()["minCount"] == 2
    translation = translate(reading, [leaf("job", 2, 3)], "kueue")
    assert len(translation.losses) == 1  # that it is quota alone


def test_a_suspended_workload_waits_for_quota() -> None:
    text, gangs = EXAMPLES["raycluster"]
    reading = reading_of(
        text.replace("spec:", "status: {state: suspended}\nspec:\n  suspend: true", 1), gangs
    )
    assert not any(gang.active for gang in reading.gangs)
    assert len(translate(reading, reading.gangs, "kueue").objects) == 1
    assert translate(reading, reading.gangs, "kai").objects == ()


def test_a_worker_group_that_is_held_back_counts() -> None:
    text, gangs = EXAMPLES["raycluster"]
    reading = reading_of(text.replace("numOfHosts: 1", "numOfHosts: 2, suspend: true"), gangs)
    assert sets_of(reading) == [("head", 1), ("gpu", 8)]


def test_a_group_without_a_number_has_one_replica() -> None:
    text, gangs = EXAMPLES["raycluster"]
    assert sets_of(reading_of(text.replace("replicas: 4, ", ""), gangs)) == [("head", 1), ("gpu", 1)]


RAYJOB = """
apiVersion: ray.io/v1
kind: RayJob
metadata: {name: ray, uid: u}
spec:
  submissionMode: %(mode)s
  rayClusterSpec:
    headGroupSpec: {template: {spec: {containers: [{name: head, image: 'ray:2'}]}}}
    workerGroupSpecs: [{groupName: GPU, replicas: 2, template: {spec: {containers: []}}}]
"""


def test_the_pod_that_submits_a_ray_job() -> None:
    reading = reading_of(RAYJOB.replace("%(mode)s", "K8sJobMode"), "[]")
    assert sets_of(reading) == [("head", 1), ("gpu", 2), ("submitter", 1)]
    assert pod_sets(reading)[2].template["spec"]["containers"][0]["image"] == "ray:2"
    assert sets_of(reading_of(RAYJOB.replace("%(mode)s", "HTTPMode"), "[]")) == [("head", 1), ("gpu", 2)]


def test_roles_of_kubeflow_have_an_order() -> None:
    roles = ", ".join(
        f"{role}: {{replicas: 1, template: {{spec: {{containers: []}}}}}}"
        for role in ("Evaluator", "Worker", "PS", "Chief")
    )
    text = f"{{apiVersion: kubeflow.org/v1, kind: TFJob, metadata: {{name: t}}, spec: {{tfReplicaSpecs: {{{roles}}}}}}}"
    assert [name for name, _ in sets_of(reading_of(text, "[]"))] == ["chief", "ps", "worker", "evaluator"]


def test_labels_of_the_job_controller_are_left_out() -> None:
    text = JOB.replace("%(notes)s", "").replace(
        "template: {spec", "template: {metadata: {labels: {job-name: fit, app: a}}, spec"
    )
    assert pod_sets(reading_of(text, JOB_GANGS))[0].template["metadata"]["labels"] == {"app": "a"}


def test_a_workload_of_no_integration_is_pod_groups() -> None:
    reading, gangs = example("podcliqueset")
    translation = translate(reading, gangs, "kueue")
    assert translation.objects == ()
    assert {
        (b.labels["kueue.x-k8s.io/pod-group-name"], *b.annotations.values()) for b in translation.bindings
    } == {
        ("p-base", "12"),
        ("p-sg-2", "5"),
    }


def test_a_kind_whose_workloads_kueue_makes_gets_the_label_alone() -> None:
    translation = translate(*example("leaderworkerset"), "kueue")
    assert translation.objects == ()
    assert [(b.where, b.labels) for b in translation.bindings] == [
        ("object", {"kueue.x-k8s.io/queue-name": "default"})
    ]


def wide(count: int) -> Reading:
    text, gangs = EXAMPLES["raycluster"]
    line = next(line for line in text.splitlines() if "groupName" in line)
    more = "\n".join(line.replace("groupName: gpu", f"groupName: g{n}") for n in range(count - 1))
    return reading_of(text.replace(line, more), gangs)


@pytest.mark.parametrize(
    ("count", "limit", "fits"), [(8, 8, True), (9, 8, False), (18, 18, True), (19, 18, False)]
)
def test_the_limit_of_pod_sets(count: int, limit: int, fits: bool) -> None:
    reading = wide(count)
    assert len(pod_sets(reading)) == count
    can = Capabilities(kueue_pod_sets=limit)
    translation = translate(reading, reading.gangs, "kueue", capabilities=can)
    assert [problem.code for problem in translation.refused] == (
        [] if fits else ["gang.refused.too-many-pod-sets"]
    )


def test_a_pod_group_needs_the_number_of_its_pods() -> None:
    reading, _ = example("podcliqueset")
    tree = leaf("fe", 1, role=("clique", "fe"), desired_pods=None)
    translation = translate(reading, [tree], "kueue")
    assert [problem.code for problem in translation.refused] == ["gang.refused.unknown-count"]


def ray(*children: Gang, **more: Any) -> Translation:
    reading, _ = example("raycluster")
    return translate(reading, [parent("ray", len(children), *children, **more)], "kueue")


HEAD = leaf("ray/head", 1)
GPU = leaf("ray/gpu", 4, role=("worker", "gpu"))
RACK = Topology(required="rack")


def annotations(translation: Translation) -> dict[str, dict[str, str]]:
    prefix = "kueue.x-k8s.io/podset-"
    return {
        b.component: {key.removeprefix(prefix): value for key, value in b.annotations.items()}
        for b in translation.bindings
        if b.component is not None
    }


def test_one_pod_and_others_share_a_domain() -> None:
    translation = ray(HEAD, GPU, topology=RACK)
    assert annotations(translation) == {
        "head": {"required-topology": "rack", "group-name": "ray"},
        "worker": {"required-topology": "rack", "group-name": "ray"},
    }
    requests = [one["topologyRequest"] for one in translation.objects[0]["spec"]["podSets"]]
    assert requests == [{"required": "rack", "podSetGroupName": "ray"}] * 2


def test_a_part_has_its_own_topology() -> None:
    gpu = leaf("ray/gpu", 4, role=("worker", "gpu"), topology=Topology(required="rack", preferred="zone"))
    translation = ray(HEAD, gpu)
    assert annotations(translation) == {"worker": {"required-topology": "rack"}}
    assert "topology zone (preferred): a pod set has one topology" in [
        loss.what for loss in translation.losses
    ]


def test_copies_are_slices() -> None:
    reading, _ = example("jobset")
    role = ("replicatedjob", "workers")
    copies = [leaf("jobset/workers", 4, role=role, copy=str(n), topology=RACK) for n in range(2)]
    translation = translate(reading, [parent("jobset", 2, *copies)], "kueue")
    assert annotations(translation) == {
        "replicatedjob": {"slice-required-topology": "rack", "slice-size": "4"}
    }
    request = translation.objects[0]["spec"]["podSets"][1]["topologyRequest"]
    assert (request["podSetSliceRequiredTopology"], request["podSetSliceSize"]) == ("rack", 4)


def test_what_a_template_asks_of_kueue_stays() -> None:
    reading = reading_of(
        JOB.replace("%(notes)s", "").replace(
            "template: {spec",
            "template: {metadata: {annotations: {kueue.x-k8s.io/podset-preferred-topology: rack}}, spec",
        ),
        JOB_GANGS,
    )
    translation = translate(reading, [leaf("job", 3, topology=Topology(preferred="zone"))], "kueue")
    assert translation.objects[0]["spec"]["podSets"][0]["topologyRequest"]["preferred"] == "rack"
    assert annotations(translation) == {}


def test_priority_needs_a_number() -> None:
    reading, _ = example("raycluster")
    tree = leaf("ray", 1, role=("gone", ""), priority="high")
    losses = [loss.what for loss in translate(reading, [tree], "kueue").losses]
    assert "priority high: a Workload needs its number too, which the object does not hold" in losses


def test_trees_of_one_workload_are_admitted_together() -> None:
    reading, _ = example("raycluster")
    losses = translate(reading, [HEAD, GPU], "kueue").losses
    assert any("admitted together with the 1 other" in loss.what for loss in losses)

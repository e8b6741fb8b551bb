# SPDX-License-Identifier: Apache-2.0
"""Faults that definitions of these kinds are known to have had elsewhere, as far as a definition alone shows them.

Those that only an object shows (a wrong number, two states at once) are tested on objects, beside this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import workload_map as wm
from workload_map import jq
from workload_map.definition.catalog import CatalogIndex, Entry
from workload_map.definition.model import Definition
from workload_map.jq import ast

ENTRIES = CatalogIndex.builtin().entries()
each = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)

#: Every kind that is to be described.
KINDS = frozenset(
    {
        "v1/Pod",
        "apps/v1/Deployment",
        "apps/v1/StatefulSet",
        "apps/v1/ReplicaSet",
        "apps/v1/DaemonSet",
        "batch/v1/Job",
        "batch/v1/CronJob",
        "jobset.x-k8s.io/v1alpha2/JobSet",
        "leaderworkerset.x-k8s.io/v1/LeaderWorkerSet",
        "disaggregatedset.x-k8s.io/v1/DisaggregatedSet",
        "kubeflow.org/v1/PyTorchJob",
        "kubeflow.org/v1/TFJob",
        "kubeflow.org/v1/XGBoostJob",
        "kubeflow.org/v1/PaddleJob",
        "kubeflow.org/v1/JAXJob",
        "kubeflow.org/v1/MPIJob",
        "kubeflow.org/v2beta1/MPIJob",
        "trainer.kubeflow.org/v1alpha1/TrainJob",
        "ray.io/v1/RayCluster",
        "ray.io/v1/RayJob",
        "ray.io/v1/RayService",
        "ray.io/v1/RayCronJob",
        "serving.kserve.io/v1beta1/InferenceService",
        "serving.kserve.io/v1alpha1/LLMInferenceService",
        "serving.kserve.io/v1alpha2/LLMInferenceService",
        "serving.knative.dev/v1/Service",
        "apps.nvidia.com/v1alpha1/NIMService",
        "apps.nvidia.com/v1alpha1/NIMCache",
        "apps.nvidia.com/v1alpha1/NIMPipeline",
        "nvidia.com/v1alpha1/DynamoGraphDeployment",
        "nvidia.com/v1beta1/DynamoGraphDeployment",
        "grove.io/v1alpha1/PodCliqueSet",
        "milvus.io/v1beta1/Milvus",
        "agents.x-k8s.io/v1beta1/Sandbox",
        "sparkoperator.k8s.io/v1beta2/SparkApplication",
        "sparkoperator.k8s.io/v1beta2/ScheduledSparkApplication",
        "sparkoperator.k8s.io/v1alpha1/SparkConnect",
        "argoproj.io/v1alpha1/Workflow",
        "argoproj.io/v1alpha1/CronWorkflow",
        "batch.volcano.sh/v1alpha1/Job",
        "workload.codeflare.dev/v1beta2/AppWrapper",
        "flink.apache.org/v1beta1/FlinkDeployment",
        "kueue.x-k8s.io/v1beta1/Workload",
        "kueue.x-k8s.io/v1beta2/Workload",
        "tekton.dev/v1/PipelineRun",
        "slinky.slurm.net/v1beta1/NodeSet",
    }
)

#: Kinds with a native switch: a field or an annotation that their operator obeys.
SWITCH = frozenset(
    {
        "batch/v1/Job",
        "batch/v1/CronJob",
        "jobset.x-k8s.io/v1alpha2/JobSet",
        "kubeflow.org/v1/PyTorchJob",
        "kubeflow.org/v1/TFJob",
        "kubeflow.org/v1/XGBoostJob",
        "kubeflow.org/v1/PaddleJob",
        "kubeflow.org/v1/JAXJob",
        "kubeflow.org/v1/MPIJob",
        "kubeflow.org/v2beta1/MPIJob",
        "trainer.kubeflow.org/v1alpha1/TrainJob",
        "ray.io/v1/RayCluster",
        "ray.io/v1/RayJob",
        "ray.io/v1/RayService",
        "ray.io/v1/RayCronJob",
        "serving.kserve.io/v1beta1/InferenceService",
        "serving.kserve.io/v1alpha1/LLMInferenceService",
        "serving.kserve.io/v1alpha2/LLMInferenceService",
        "agents.x-k8s.io/v1beta1/Sandbox",
        "sparkoperator.k8s.io/v1beta2/SparkApplication",
        "sparkoperator.k8s.io/v1beta2/ScheduledSparkApplication",
        "argoproj.io/v1alpha1/Workflow",
        "argoproj.io/v1alpha1/CronWorkflow",
        "workload.codeflare.dev/v1beta2/AppWrapper",
        "flink.apache.org/v1beta1/FlinkDeployment",
        "kueue.x-k8s.io/v1beta1/Workload",
        "kueue.x-k8s.io/v1beta2/Workload",
        "tekton.dev/v1/PipelineRun",
    }
)

#: Those that cannot be seen on the way to a stop, or back.
ONLY_SUSPENDED = {
    "batch-cronjob-v1": "a schedule is stopped at once, and its runs go on",
    "argoproj-io-cronworkflow-v1alpha1": "a schedule is stopped at once, and its runs go on",
    "ray-io-raycronjob-v1": "a schedule is stopped at once, and its runs go on",
    "sparkoperator-k8s-io-scheduledsparkapplication-v1beta2": "a schedule is stopped at once, and its runs go on",
}
NO_RESUMING = {
    "argoproj-io-workflow-v1alpha1": "it goes on where it stood: nothing in its status remembers the stop",
    "tekton-dev-pipelinerun-v1": "it waits before its start alone: nothing in its status remembers the stop",
    **ONLY_SUSPENDED,
}

#: Conditions that record an event and stay True for the whole life of the object.
EVENTS = {"Created", "NIM_CACHE_JOB_CREATED", "NIM_CACHE_PVC_CREATED", "NIM_CACHE_RECONCILE_STARTED"}

#: What the spec of an object cannot do without, whatever its CRD says.
SPECS: dict[str, Any] = {
    "jobset-x-k8s-io-jobset-v1alpha2": {
        "replicatedJobs": [{"name": "a", "template": {"spec": {"template": {}}}}]
    },
    "kubeflow-org-pytorchjob-v1": {"pytorchReplicaSpecs": {"Worker": {"template": {}}}},
}

#: Kinds that make several equal gangs, and what tells them apart: names of objects that no other workload makes.
SEVERAL_GANGS = {
    "batch-cronjob-v1": "the Job of a run",
    "ray-io-raycronjob-v1": "the cluster of a run",
    "ray-io-rayservice-v1": "the active cluster, and the pending one during an upgrade",
}

#: Objects between a workload and its pods: without them among its kinds they cannot be climbed over.
BETWEEN = {
    "kubeflow-org-mpijob-v2beta1": {"Job"},
    "apps-nvidia-com-nimservice-v1alpha1": {"Deployment", "LeaderWorkerSet", "InferenceService"},
    "apps-nvidia-com-nimcache-v1alpha1": {"Job"},
    "serving-knative-dev-service-v1": {"Configuration", "Route", "PodAutoscaler"},
    "serving-kserve-io-inferenceservice-v1beta1": {"HorizontalPodAutoscaler"},
    "nvidia-com-dynamographdeployment-v1alpha1": {"Deployment", "DisaggregatedSet"},
    "nvidia-com-dynamographdeployment-v1beta1": {"Deployment", "DisaggregatedSet"},
    "ray-io-rayjob-v1": {"RayCluster"},
    "ray-io-rayservice-v1": {"RayCluster"},
}


def name(entry: Entry) -> str:
    return f"{entry.gvk.api_version}/{entry.gvk.kind}"


def made(definition: Definition) -> set[str]:
    """All kinds that a workload makes, whether a component names them or not."""
    kinds = {kind.kind for kind in definition.spec.structure_definition.additional_child_kinds}
    return kinds | {child.kind.kind for child in definition.children if child.kind}


def test_every_kind_is_there() -> None:
    assert sorted(map(name, ENTRIES)) == sorted(KINDS)


@each
def test_kinds_that_are_made_are_unique_by_kind(entry: Entry) -> None:
    """Other readers key them by the kind alone."""
    kinds = entry.definition.spec.structure_definition.additional_child_kinds
    assert [kind for kind, count in Counter(item.kind for item in kinds).items() if count > 1] == []


def test_objects_between_a_workload_and_its_pods_are_named() -> None:
    for definition, kinds in BETWEEN.items():
        assert kinds <= made(CatalogIndex.builtin().by_name(definition).definition), definition


@each
def test_pods_are_counted_once(entry: Entry) -> None:
    """Other readers multiply the numbers of a component with those of its parts."""
    definition = entry.definition
    for component in definition.components:
        if component.scale_definition is not None:
            assert component.spec_definition is not None
            assert not any(below.scale_definition for below in definition.children_of(component.name)), (
                component.name
            )


def test_gangs_are_not_keyed_by_labels_of_pods() -> None:
    """A key that is no name of an object merges two workloads, or is no legal part of a name."""
    several = set()
    for entry in ENTRIES:
        scheduling = entry.definition.gang_scheduling
        for group in scheduling.pod_groups if scheduling else ():
            several.add(entry.name)
            for member in group.members:
                (key,) = member.group_by_key_paths
                assert any(label in key for label in ("job-name", "ray.io/cluster")), (entry.name, key)
    assert several == set(SEVERAL_GANGS)


def test_a_native_switch_is_used() -> None:
    assert {name(entry) for entry in ENTRIES if entry.definition.root.suspend_definition} == SWITCH


def test_what_can_be_suspended_is_seen_to_be() -> None:
    halves, never_back = set(), set()
    for entry in ENTRIES:
        if entry.definition.root.suspend_definition is None:
            continue
        assert entry.definition.root.status_definition is not None
        mappings = entry.definition.root.status_definition.status_mappings
        assert mappings.suspended, entry.name
        if not mappings.suspending:
            halves.add(entry.name)
        if not mappings.resuming:
            never_back.add(entry.name)
    assert halves == set(ONLY_SUSPENDED)
    assert never_back == set(NO_RESUMING)


@each
def test_an_event_is_no_state(entry: Entry) -> None:
    status = entry.definition.root.status_definition
    assert status is not None
    for field in status.status_mappings.__struct_fields__:
        for matcher in getattr(status.status_mappings, field):
            types = {condition.type for condition in matcher.by_conditions}
            alone = matcher.by_phase is None and matcher.by_expression is None
            assert not (types and types <= EVENTS and alone), (entry.name, field)


@each
def test_nothing_reported_is_a_state(entry: Entry) -> None:
    """Right after it is made an object has no status: a list of positive matches alone calls that undefined."""
    obj = {"apiVersion": entry.gvk.api_version, "kind": entry.gvk.kind, "metadata": {"name": "x"}}
    plan = wm.Catalog.builtin().plan(obj)
    for status in ({}, {"status": None}, {"status": {}}):
        reading = plan.read({**obj, "spec": SPECS.get(entry.name, {}), **status})
        assert "Undefined" not in reading.phases
        assert len(reading.phases) == 1


@each
def test_a_default_is_given_to_each_item(entry: Entry) -> None:
    """``.a[].x // 1`` gives one 1 where all items lack the field: lists then no longer line up."""
    several = {item.name for item in entry.definition.components if item.instance_id_path is not None}
    for expression in entry.definition.expressions():
        if expression.component in several and expression.role.on == "object":
            for alternative in alternatives(jq.parse(expression.text)):
                assert not any(map(streams, alternative.items[:-1])), (expression.path, expression.text)


def alternatives(value: Any) -> Iterator[ast.Alternative]:
    """Every ``//`` outside arrays and arguments, where a stream stays a stream."""
    if isinstance(value, ast.Array | ast.Call | ast.Bind | ast.Defs):
        return
    if isinstance(value, ast.Alternative):
        yield value
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from alternatives(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:
            yield from alternatives(item)


def streams(node: Any) -> bool:
    """Whether the expression gives one result for each item of something."""
    match node:
        case ast.Path(base=base, steps=steps):
            return streams(base) or any(isinstance(step, ast.Iterate) for step in steps)
        case ast.Pipe(stages=stages):
            return any(map(streams, stages))
        case _:
            return False


def test_the_check_for_defaults_works() -> None:
    for text, fault in (
        (".a[].x // 1", True),
        (".a[] | .x // 1", False),
        ("(.a // [])[].x", False),
        ("[.a[].x] // 1", False),
        (".b | .a[].x // 1", True),
    ):
        found = list(alternatives(jq.parse(text)))
        assert any(streams(item) for node in found for item in node.items[:-1]) is fault, text


@pytest.mark.parametrize(
    "definition",
    [
        "apps-deployment-v1",
        "apps-statefulset-v1",
        "leaderworkerset-x-k8s-io-leaderworkerset-v1",
        "apps-nvidia-com-nimservice-v1alpha1",
        "nvidia-com-dynamographdeployment-v1alpha1",
        "nvidia-com-dynamographdeployment-v1beta1",
        "grove-io-podcliqueset-v1alpha1",
        "kubeflow-org-pytorchjob-v1",
        "kubeflow-org-mpijob-v2beta1",
        "ray-io-raycluster-v1",
        "ray-io-rayjob-v1",
    ],
)
def test_less_than_was_asked_for_is_seen(definition: str) -> None:
    status = CatalogIndex.builtin().by_name(definition).definition.root.status_definition
    assert status is not None
    assert status.status_mappings.degraded


def test_sandboxes_end() -> None:
    status = (
        CatalogIndex.builtin().by_name("agents-x-k8s-io-sandbox-v1beta1").definition.root.status_definition
    )
    assert status is not None
    assert status.status_mappings.completed
    assert status.status_mappings.failed

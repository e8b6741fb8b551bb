# SPDX-License-Identifier: Apache-2.0
"""Recorded objects with the reference's own full extraction: the same definition gives the same values here.

The definitions below are written to be equal to the reference's for these five kinds, faults included; the
comments name the faults, which our catalog does not have. The comparison is of component, instance, template
and scale values. On purpose different here, and so taken out before comparing:

* an empty ``metadata`` of a template, which the reference's typed copy drops and we keep as it stands;
* the single fields of a fragmented definition, which we put together to one template: they are taken out of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import workload_map as wm
from tests.shared import shared
from workload_map import yamlio
from workload_map.workload.reading import Reading

JOBSET = """
rootComponent:
  name: jobset
  kind: {group: jobset.x-k8s.io, version: v1alpha2, kind: JobSet}
  statusDefinition:
    conditionsDefinition: {path: .status.conditions}
    statusMappings:
      # Both match while a Job is active and none is ready.
      initializing:
      - byExpression:
          expression: .status.replicatedJobsStatus // [] | any(.active > 0) and all(.ready == 0)
          expectedResult: "true"
      running:
      - byExpression:
          expression: .status.replicatedJobsStatus // [] | any(.active > 0)
          expectedResult: "true"
      completed:
      - byConditions: [{type: Completed, status: "True"}]
      failed:
      - byConditions: [{type: Failed, status: "True"}]
      suspended:
      - byConditions: [{type: Suspended, status: "True"}]
childComponents:
- name: replicatedjob
  kind: {group: batch, version: v1, kind: Job}
  ownerRef: jobset
  instanceIdPath: .spec.replicatedJobs[].name
  specDefinition: {podTemplateSpecPath: ".spec.replicatedJobs[].template.spec.template"}
  scaleDefinition:
    # An error where parallelism is not written; completions are not looked at.
    replicasPath: .spec.replicatedJobs[] | .replicas * .template.spec.parallelism
  podSelector:
    componentInstanceSelector: {idPath: '.metadata.labels["jobset.sigs.k8s.io/replicatedjob-name"]'}
"""

LEADERWORKERSET = """
rootComponent:
  name: leaderworkerset
  kind: {group: leaderworkerset.x-k8s.io, version: v1, kind: LeaderWorkerSet}
  statusDefinition:
    conditionsDefinition: {path: .status.conditions}
    statusMappings:
      running:
      - byConditions: [{type: Available, status: "True"}, {type: Progressing, status: "False"}]
      initializing:
      - byConditions: [{type: Progressing, status: "True"}]
childComponents:
- name: group
  ownerRef: leaderworkerset
  # The size of a group, over children that have counted all their pods.
  scaleDefinition: {replicasPath: .spec.leaderWorkerTemplate.size}
  podSelector:
    replicaSelector: {keyPath: '.metadata.labels["leaderworkerset.sigs.k8s.io/group-index"]'}
- name: leader
  ownerRef: group
  kind: {group: apps, version: v1, kind: StatefulSet}
  # Null where there is no leaderTemplate.
  specDefinition: {podTemplateSpecPath: .spec.leaderWorkerTemplate.leaderTemplate}
  scaleDefinition: {replicasPath: .spec.replicas}
  podSelector:
    componentTypeSelector:
      keyPath: .metadata.labels["leaderworkerset.sigs.k8s.io/worker-index"]
      value: "0"
- name: worker
  ownerRef: group
  kind: {group: apps, version: v1, kind: StatefulSet}
  specDefinition: {podTemplateSpecPath: .spec.leaderWorkerTemplate.workerTemplate}
  scaleDefinition: {replicasPath: .spec.replicas * (.spec.leaderWorkerTemplate.size - 1)}
  podSelector:
    componentTypeSelector: {keyPath: '.metadata.labels["leaderworkerset.sigs.k8s.io/worker-index"]'}
"""

RAYCLUSTER = """
rootComponent:
  name: raycluster
  kind: {group: ray.io, version: v1, kind: RayCluster}
  statusDefinition:
    # Sticky, and never failed any more; there is no initializing at all.
    phaseDefinition: {path: .status.state}
    statusMappings:
      running: [{byPhase: ready}]
      suspended: [{byPhase: suspended}]
      failed: [{byPhase: failed}]
childComponents:
- name: head
  kind: {group: "", version: v1, kind: Pod}
  ownerRef: raycluster
  specDefinition: {podTemplateSpecPath: .spec.headGroupSpec.template}
  scaleDefinition: {replicasPath: "1"}
  podSelector:
    componentTypeSelector: {keyPath: '.metadata.labels["ray.io/node-type"]', value: head}
- name: worker
  kind: {group: "", version: v1, kind: Pod}
  ownerRef: raycluster
  instanceIdPath: .spec.workerGroupSpecs[].groupName
  specDefinition: {podTemplateSpecPath: ".spec.workerGroupSpecs[].template"}
  # Neither hosts nor limits nor a group's own suspend are looked at.
  scaleDefinition:
    replicasPath: .spec.workerGroupSpecs[].replicas
    minReplicasPath: .spec.workerGroupSpecs[].minReplicas
    maxReplicasPath: .spec.workerGroupSpecs[].maxReplicas
  podSelector:
    componentTypeSelector: {keyPath: '.metadata.labels["ray.io/node-type"]', value: worker}
    componentInstanceSelector: {idPath: '.metadata.labels["ray.io/group"]'}
"""

PYTORCHJOB = """
rootComponent:
  name: pytorchjob
  kind: {group: kubeflow.org, version: v1, kind: PyTorchJob}
  statusDefinition:
    conditionsDefinition: {path: .status.conditions}
    statusMappings:
      # Created stays True for ever.
      initializing: [{byConditions: [{type: Created, status: "True"}]}]
      running: [{byConditions: [{type: Running, status: "True"}]}]
      completed: [{byConditions: [{type: Succeeded, status: "True"}]}]
      failed: [{byConditions: [{type: Failed, status: "True"}]}]
      suspended: [{byConditions: [{type: Suspended, status: "True"}]}]
childComponents:
- name: master
  kind: {group: "", version: v1, kind: Pod}
  ownerRef: pytorchjob
  specDefinition: {podTemplateSpecPath: .spec.pytorchReplicaSpecs.Master.template}
  # An absent role counts as one pod.
  scaleDefinition: {replicasPath: .spec.pytorchReplicaSpecs.Master.replicas // 1}
  podSelector:
    componentTypeSelector: {keyPath: '.metadata.labels["training.kubeflow.org/replica-type"]', value: master}
- name: worker
  kind: {group: "", version: v1, kind: Pod}
  ownerRef: pytorchjob
  specDefinition: {podTemplateSpecPath: .spec.pytorchReplicaSpecs.Worker.template}
  scaleDefinition:
    replicasPath: .spec.pytorchReplicaSpecs.Worker.replicas // 1
    minReplicasPath: .spec.elasticPolicy.minReplicas
    maxReplicasPath: .spec.elasticPolicy.maxReplicas
  podSelector:
    componentTypeSelector: {keyPath: '.metadata.labels["training.kubeflow.org/replica-type"]', value: worker}
"""

PODCLIQUESET = """
rootComponent:
  name: podcliqueset
  kind: {group: grove.io, version: v1alpha1, kind: PodCliqueSet}
  statusDefinition:
    statusMappings:
      running:
      - byExpression:
          expression: (.status.availableReplicas // 0) >= (.spec.replicas // 1)
          expectedResult: "true"
      initializing:
      - byExpression:
          expression: (.status.availableReplicas // 0) < (.spec.replicas // 1)
          expectedResult: "true"
childComponents:
- name: clique
  kind: {group: grove.io, version: v1alpha1, kind: PodClique}
  ownerRef: podcliqueset
  instanceIdPath: .spec.template.cliques[].name
  specDefinition:
    fragmentedPodSpecDefinition:
      containersPath: .spec.template.cliques[].spec.podSpec.containers
      priorityClassNamePath: .spec.template.cliques[].spec.podSpec.priorityClassName
  # The group's own replicas are not looked at; the default of the set is 1 here and 0 in the CRD.
  scaleDefinition:
    replicasPath: (.spec.replicas // 1) as $sets | .spec.template.cliques[].spec.replicas * $sets
  podSelector:
    # The label holds a generated name, which never equals the clique's.
    componentInstanceSelector: {idPath: '.metadata.labels["grove.io/podclique"]'}
"""

EQUAL = {
    "jobset/jobset-x-k8s-io-jobset-v1alpha2/running/01-Running": JOBSET,
    "lws/leaderworkerset-x-k8s-io-leaderworkerset-v1/running/00-Running": LEADERWORKERSET,
    "kuberay/ray-io-raycluster-v1/running/00-Running": RAYCLUSTER,
    "kubeflow/kubeflow-org-pytorchjob-v1/running/00-Running": PYTORCHJOB,
    "grove/grove-io-podcliqueset-v1alpha1/running/00-Running": PODCLIQUESET,
}

#: The pairs of the kinds in our catalog.
OURS = (
    "batch-job/batch-job-v1/running/01-Running",
    "deployment/apps-deployment-v1/happy/00-Running",
    "jobset/jobset-x-k8s-io-jobset-v1alpha2/running/01-Running",
    "kubeflow/kubeflow-org-pytorchjob-v1/running/00-Running",
    "kuberay/ray-io-raycluster-v1/running/00-Running",
    "lws/leaderworkerset-x-k8s-io-leaderworkerset-v1/running/00-Running",
    "pod/core-pod-v1/happy/04-Running",
    "statefulset/apps-statefulset-v1/happy/00-Running",
)


def definition(structure: str, name: str) -> wm.Definition:
    head = f"apiVersion: run.ai/v1alpha1\nkind: Karta\nmetadata: {{name: {name}}}\nspec:\n"
    body = "".join(f"    {line}\n" for line in structure.strip().splitlines())
    return wm.load_definitions(f"{head}  structureDefinition:\n{body}")[0]


def pair(folder: str) -> tuple[dict[str, Any], dict[str, Any]]:
    place: Path = shared(f"readings/{folder}")
    obj, expected = (yamlio.load((place / f"{name}.yaml").read_text()).value for name in ("cr", "expected"))
    return obj, expected


def flat(expected: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The recorded components, each with its values by instance; two layouts were recorded."""
    found: dict[str, dict[str, Any]] = {}
    for name, component in expected["components"].items():
        instances = component["instances"]
        if isinstance(instances, list):
            instances = {
                id_: {"scale": component.get("scale", {}).get(id_)} if component.get("scale") else {}
                for id_ in instances
            }
        found[name] = instances
    return found


def extracted(reading: Reading, *, fields: dict[str, tuple[str, ...]] | None = None) -> dict[str, Any]:
    """Our reading in the layout of the recorded ones."""
    found: dict[str, Any] = {}
    for name, component in reading.components.items():
        found[name] = {}
        for id_, instance in component.instances.items():
            values: dict[str, Any] = {}
            if instance.template is not None:
                if fields and name in fields:
                    pod_spec = instance.template["spec"]
                    values["fragmentedPodSpec"] = {
                        key: pod_spec[key] for key in fields[name] if key in pod_spec
                    }
                else:
                    values["podTemplateSpec"] = {key: item for key, item in instance.template.items() if item}
            numbers = {
                "replicas": instance.replicas,
                "minReplicas": instance.min,
                "maxReplicas": instance.max,
            }
            scale = {key: number for key, number in numbers.items() if number is not None}
            if scale:
                values["scale"] = scale
            found[name][id_] = values
    return found


@pytest.mark.parametrize("folder", EQUAL)
def test_an_equal_definition_gives_the_same_values(folder: str) -> None:
    obj, expected = pair(folder)
    reading = wm.Plan(definition(EQUAL[folder], folder.split("/")[1])).read(obj, strict=True)
    found = extracted(reading, fields={"clique": ("containers", "priorityClassName")})
    assert found == flat(expected)
    assert list(reading.phases) == expected["matchedStatuses"]


@pytest.mark.parametrize("folder", OURS)
def test_our_definition_gives_the_same_pods(folder: str) -> None:
    obj, expected = pair(folder)
    reading = wm.Catalog.builtin().plan(obj).read(obj, strict=True)
    recorded = {
        (name, id_): values
        for name, instances in flat(expected).items()
        for id_, values in instances.items()
        if "podTemplateSpec" in values or values.get("scale")
    }
    for name, component in reading.components.items():
        for id_, instance in component.instances.items() if component.has_pods else ():
            # Ours has one component for the keys of a map of roles, where the reference has one for each key.
            wanted = recorded[(id_.lower(), "") if name == "replica" else (name, id_)]
            if wanted.get("scale"):
                assert instance.replicas == wanted["scale"]["replicas"]
            if "podTemplateSpec" in wanted:
                assert instance.template is not None
                ours = {key: item for key, item in instance.template["spec"].items() if item != {}}
                assert ours == wanted["podTemplateSpec"]["spec"]
    if obj["kind"] == "PyTorchJob":
        # The operator says Running with the first pod; we count them, and the pair's status has no counts.
        # That it was once Created is no phase to us.
        assert reading.phases == ("Running", "Degraded")
    else:
        assert list(reading.phases) == expected["matchedStatuses"] == ["Running"]


def test_a_fault_of_the_reference_is_one_here_too() -> None:
    obj, _ = pair("jobset/jobset-x-k8s-io-jobset-v1alpha2/running/01-Running")
    del obj["spec"]["replicatedJobs"][0]["template"]["spec"]["parallelism"]
    reading = wm.Plan(definition(JOBSET, "jobset")).read(obj)
    assert [problem.code for problem in reading.problems] == ["scale.failed"]
    ours = wm.Catalog.builtin().plan(obj).read(obj, strict=True)
    assert ours.components["replicatedjob"].instances["workers"].replicas == 1

# SPDX-License-Identifier: Apache-2.0
"""A definition of a made-up kind, for tests to read and to spoil."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from workload_map import yamlio

__all__ = ["TEXT", "sample", "spoiled"]

TEXT = """\
apiVersion: run.ai/v1alpha1
kind: Karta
metadata:
  name: example-com-train-v1
spec:
  structureDefinition:
    rootComponent:
      name: train
      kind: {group: example.com, version: v1, kind: Train}
      statusDefinition:
        phaseDefinition:
          path: .status.phase
        conditionsDefinition:
          path: .status.conditions
        statusMappings:
          running:
          - byPhase: Running
          completed:
          - byConditions:
            - type: Complete
              status: "True"
          failed:
          - byExpression:
              expression: .status.failed // 0
              expectedResult: "1"
      suspendDefinition:
        suspendActions:
        - path: .spec.suspend
          value: "true"
        resumeActions:
        - path: .spec.suspend
          value: "false"
    childComponents:
    - name: master
      ownerRef: train
      specDefinition:
        podTemplateSpecPath: .spec.master
      scaleDefinition:
        replicasPath: .spec.masters
      podSelector:
        componentTypeSelector:
          matchLabels:
            role: master
    - name: worker
      ownerRef: train
      kind: {group: batch, version: v1, kind: Job}
      specDefinition:
        podSpecPath: .spec.workers[].spec
        metadataPath: .spec.workers[].metadata
      scaleDefinition:
        replicasPath: .spec.workers[].replicas
      instanceIdPath: .spec.workers[].name
      podSelector:
        componentTypeSelector:
          keyPath: .metadata.labels["role"]
          value: worker
        componentInstanceSelector:
          idPath: .metadata.labels["group"]
        replicaSelector:
          keyPath: .metadata.labels["index"]
    additionalChildKinds:
    - {group: "", version: v1, kind: Service}
  optimizationInstructions:
    gangScheduling:
      podGroup:
        name: all
        subGroups:
        - componentName: worker
      podGroups:
      - name: workers
        members:
        - componentName: worker
          groupByKeyPaths: ['.metadata.labels["group"]']
          filters: ['.metadata.labels["role"] == "worker"']
  extensions:
    components:
    - name: worker
      units: {path: '.spec.workers[].groups', noun: group}
      podsPerUnit: .spec.workers[].size
      suspended: .spec.workers[] | (.suspend // false)
    status:
      observedGeneration: .status.observedGeneration
      reason: .status.reason
      podsMayIdle: true
    owners:
      join: {pod: '.metadata.labels["train"]', object: .metadata.name}
    shadow: true
"""


def sample() -> Any:
    """The definition as builtins, for a test to change."""
    return copy.deepcopy(yamlio.load(TEXT).value)


def spoiled(path: Sequence[str | int], value: Any) -> Any:
    """The definition with another value at `path`; an Ellipsis removes what is there."""
    document = sample()
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return document

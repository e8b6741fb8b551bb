# SPDX-License-Identifier: Apache-2.0
"""Rules about ``spec.extensions.gangs``, each broken once."""

from __future__ import annotations

import pytest

from workload_map.definition import codec

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
        specDefinition: {podTemplateSpecPath: .spec.head}
        podSelector: {componentTypeSelector: {keyPath: .metadata.labels.role, value: head}}
      - name: worker
        ownerRef: train
        instanceIdPath: .spec.workers[].name
        specDefinition: {podTemplateSpecPath: ".spec.workers[].template"}
        scaleDefinition: {replicasPath: ".spec.workers[].replicas"}
        podSelector:
          componentTypeSelector: {keyPath: .metadata.labels.role, value: worker}
          componentInstanceSelector: {idPath: .metadata.labels.group}
  extensions:
    gangs:
"""


def _faults(gangs: str) -> list[str]:
    indented = "".join(f"      {line}\n" for line in gangs.strip().splitlines())
    return [
        f"{problem.path}: {problem.message}"
        for problem in codec.validate(_DEFINITION + indented, source="trains.yaml")
        if problem.severity == "error"
    ]


GOOD = {
    "nodes of all forms": """
- name: train
  groups:
    - component: head
    - each: worker
      minimum: .spec.workers[].least
""",
    "one name under two conditions": """
- {component: head, when: .spec.early}
- {component: head, when: .spec.early | not}
""",
    "copies that the pods tell": """
- {component: head, copies: {key: .metadata.labels.run}}
- {name: train, copies: {key: .metadata.labels.run}, groups: [{component: head}]}
""",
    "an order": """
- component: head
- {each: worker, startAfter: [head], instancesAfter: ".spec.workers[].after"}
""",
}

BAD = {
    "two contents": (
        "- {name: train, component: head, members: [{component: worker}]}",
        ["0/members: a node has one of component, members and groups: component is there already"],
    ),
    "no content": ("- {name: train}", ["0: a node needs one of component, members and groups, or each"]),
    "no name": (
        "- members: [{component: head}]",
        ['0: "name" is missing: the node has no component'],
    ),
    "alone with a minimum": (
        "- {component: head, alone: true, minimum: '1'}",
        ["0/alone: alone is for nodes without a minimum of their own"],
    ),
    "alone with children": (
        "- {name: train, alone: true, groups: [{component: head}]}",
        ["0/alone: alone is for a leaf"],
    ),
    "done of several": (
        "- {name: train, done: '1', members: [{component: head}]}",
        ["0/done: done is for a leaf of one component; members and copies have their own"],
    ),
    "unknown component": (
        "- {component: haed}",
        ['0/component: no component is called "haed"; did you mean "head"?'],
    ),
    "unknown member": (
        "- {name: train, members: [{component: wroker}]}",
        ['0/members/0/component: no component is called "wroker"; did you mean "worker"?'],
    ),
    "no pods": (
        "- {component: train}",
        ['0/component: the component "train" has no pods (no specDefinition)'],
    ),
    "no instances": (
        "- {each: head}",
        ['0/each: the component "head" has no instances (no instanceIdPath)'],
    ),
    "in a group": (
        "- {name: train, groups: [{component: head}, {component: head}]}",
        ['0/groups/1: name "head" is already at groups[0]; both need a condition (when)'],
    ),
    "order without instances": (
        "- {component: head, instancesAfter: .spec.after}",
        ["0/instancesAfter: instancesAfter says nothing without each"],
    ),
    "by nothing": ("- {component: head, by: .spec.by}", ["0/by: by says nothing without each"]),
    "copies of a part without a count": (
        "- {name: train, groups: [{component: head, copies: {key: .metadata.name}}]}",
        ['0/groups/0/copies: "count" is missing: only copies of a whole tree do without'],
    ),
    "numbers without a count": (
        "- {component: head, copies: {key: .metadata.name, first: '1', done: '1'}}",
        [
            "0/copies/first: first says nothing without a count",
            "0/copies/done: done says nothing without a count",
        ],
    ),
    "after nobody": (
        "- {component: head, startAfter: [wroker]}\n- {each: worker}",
        ['0/startAfter/0: no tree is called "wroker"; did you mean "worker"?'],
    ),
    "in a circle": (
        "- {component: head, startAfter: [worker]}\n- {each: worker, startAfter: [head]}",
        ['1/startAfter/0: "worker" starts after itself'],
    ),
    "a copy without a key": (
        "- {component: head, copies: {count: '2'}}",
        [
            (
                '0/copies/key: "key" is missing (which copy a pod is of: a whole number, counted from first; without'
                " a count any text)"
            ),
        ],
    ),
    "too deep": (
        "- {name: a, groups: [{name: b, groups: [{name: c, groups: [{name: d, groups: []}]}]}]}",
        [
            '0/groups/0/groups/0/groups/0/groups: unknown field "groups"',
            "0/groups/0/groups/0/groups/0: a node needs one of component, members and groups, or each",
        ],
    ),
}


@pytest.mark.parametrize("case", GOOD)
def test_good(case: str) -> None:
    assert _faults(GOOD[case]) == []


@pytest.mark.parametrize("case", BAD)
def test_bad(case: str) -> None:
    gangs, wanted = BAD[case]
    assert sorted(_faults(gangs)) == sorted(f"/spec/extensions/gangs/{text}" for text in wanted)

# SPDX-License-Identifier: Apache-2.0
"""What a definition knows of its kind, part by part."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.unit.definition.sample import sample
from workload_map.definition import codec
from workload_map.definition.abilities import STATUSES, Abilities, RoleAbilities, abilities, can_be_written
from workload_map.definition.catalog import CatalogIndex


def of(root: dict[str, Any], *children: dict[str, Any], **spec: Any) -> Abilities:
    kind = {"group": "example.com", "version": "v1", "kind": "Train"}
    rules = {"running": [{"byPhase": "On"}]}
    value = {
        "apiVersion": "run.ai/v1alpha1",
        "kind": "Karta",
        "metadata": {"name": "train"},
        "spec": {
            "structureDefinition": {
                "rootComponent": {
                    "name": "train",
                    "kind": kind,
                    "statusDefinition": {"statusMappings": rules},
                    **root,
                },
                "childComponents": list(children),
            },
            **spec,
        },
    }
    definition, problems = codec.decode(value)
    assert definition is not None, problems
    return abilities(definition)


def child(name: str, parent: str = "train", **fields: Any) -> dict[str, Any]:
    return {"name": name, "ownerRef": parent, **fields}


def role(found: Abilities, name: str) -> RoleAbilities:
    return next(item for item in found.roles if item.name == name)


def test_the_least_that_a_definition_can_say() -> None:
    found = of({})
    assert msgspec.json.decode(msgspec.json.encode(found)) == {
        "name": "train",
        "group": "example.com",
        "version": "v1",
        "kind": "Train",
        "shadow": False,
        "roles": [],
        "statuses": ["running"],
        "partStatuses": [],
        "reason": False,
        "stale": False,
        "podsMayIdle": False,
        "suspend": False,
        "join": False,
        "gangs": [],
        "childKinds": 0,
    }


def test_a_role_without_scale_is_one_pod_and_cannot_be_scaled() -> None:
    (found,) = of({"specDefinition": {"podTemplateSpecPath": ".spec.template"}}).roles
    assert (found.replicas, found.minimum, found.maximum, found.scalable) == (True, False, False, False)
    assert (found.template, found.template_writable, found.parent, found.copies) == (
        "template",
        True,
        None,
        (),
    )


@pytest.mark.parametrize(
    ("scale", "known"),
    [
        ({"replicasPath": ".spec.n // 1"}, (True, False, False, True)),
        ({"replicasPath": ".spec.n * 2"}, (True, False, False, False)),
        ({"minReplicasPath": ".spec.min", "maxReplicasPath": ".spec.max"}, (False, True, True, False)),
        ({"replicasPath": "null", "minReplicasPath": ".spec.parts[] | null"}, (False, False, False, False)),
        ({}, (False, False, False, False)),
    ],
)
def test_scale(scale: dict[str, str], known: tuple[bool, ...]) -> None:
    root = {"specDefinition": {"podSpecPath": ".spec.pod"}, "scaleDefinition": scale}
    (found,) = of(root).roles
    assert (found.replicas, found.minimum, found.maximum, found.scalable) == known
    assert found.template == "spec"


def test_units_are_the_knob() -> None:
    part = {"name": "train", "units": {"path": ".spec.groups", "noun": "group"}, "podsPerUnit": "4"}
    found = of(
        {"specDefinition": {"podSpecPath": "."}, "scaleDefinition": {"replicasPath": ".spec.groups * 4"}},
        extensions={"components": [part]},
    ).roles[0]
    assert (found.scalable, found.units, found.pods_per_unit, found.suspended) == (True, "group", True, False)


def test_fields_of_a_pod_are_writable_when_all_of_them_are() -> None:
    good = {"fragmentedPodSpecDefinition": {"imagePath": ".spec.image", "labelsPath": ".spec.labels"}}
    bad = {"fragmentedPodSpecDefinition": {"imagePath": '.spec.image + ":1"', "labelsPath": ".spec.labels"}}
    for spec, writable in ((good, True), (bad, False)):
        (found,) = of({"specDefinition": spec}).roles
        assert (found.template, found.template_writable) == ("fields", writable)


def test_how_pods_are_told_apart() -> None:
    spec = {"podTemplateSpecPath": ".spec.template"}
    found = of(
        {},
        child("group", podSelector={"replicaSelector": {"keyPath": ".metadata.labels.group"}}),
        child(
            "worker",
            "group",
            specDefinition=spec,
            instanceIdPath=".spec.names[]",
            podSelector={
                "componentTypeSelector": {"matchLabels": {"role": "worker"}},
                "componentInstanceSelector": {"idPath": ".metadata.labels.name"},
                "replicaSelector": {"keyPath": ".metadata.labels.index"},
            },
        ),
        child("leader", "group", specDefinition=spec),
    )
    worker, leader = role(found, "worker"), role(found, "leader")
    assert (worker.parent, worker.instances, worker.by_type, worker.by_instance) == (
        "group",
        True,
        True,
        True,
    )
    assert worker.copies == ("group", "worker")
    assert (leader.instances, leader.by_type, leader.by_instance, leader.copies) == (
        False,
        False,
        False,
        ("group",),
    )


def test_gangs_of_the_newer_form_win() -> None:
    newer = {"name": "all", "subGroups": [{"componentName": "train"}]}
    older = [{"name": "old", "members": [{"componentName": "train"}]}]
    spec = {"specDefinition": {"podSpecPath": "."}}
    both = of(spec, optimizationInstructions={"gangScheduling": {"podGroup": newer, "podGroups": older}})
    assert [(gang.name, gang.components) for gang in both.gangs] == [("all", ("train",))]
    one = of(spec, optimizationInstructions={"gangScheduling": {"podGroups": older}})
    assert [(gang.name, gang.components) for gang in one.gangs] == [("old", ("train",))]


def test_gangs_of_the_extension() -> None:
    spec = {"specDefinition": {"podSpecPath": "."}}
    gangs = [
        {"component": "train", "alone": True},
        {"name": "all", "members": [{"component": "train"}], "startAfter": ["train"]},
    ]
    found = of(spec, extensions={"gangs": gangs}).gangs
    assert [(gang.name, gang.components, gang.alone, gang.after) for gang in found] == [
        ("train", ("train",), True, ()),
        ("all", ("train",), False, ("train",)),
    ]
    assert not any(gang.copied or gang.conditional or gang.each for gang in found)


def test_trees_that_some_objects_have_several_times() -> None:
    spec = {"specDefinition": {"podSpecPath": "."}}
    copies = {"count": "2", "key": ".metadata.labels.copy"}
    gangs = [{"component": "train", "when": ".spec.gang == true", "copies": copies}]
    (found,) = of(spec, extensions={"gangs": gangs}).gangs
    assert (found.copied, found.conditional, found.each) == (True, True, None)


def test_the_full_sample_has_everything() -> None:
    definition, problems = codec.decode(sample())
    assert definition is not None, problems
    found = abilities(definition)
    flags = (found.reason, found.stale, found.suspend, found.join)
    extensions = definition.extensions
    assert extensions is not None
    assert extensions.status is not None
    assert flags == (
        extensions.status.reason is not None,
        extensions.status.observed_generation is not None,
        definition.root.suspend_definition is not None,
        extensions.owners is not None,
    )


@pytest.mark.parametrize(
    ("text", "writable"),
    [(".a.b", True), (".a // 1", True), (".a[] | select(.x)", True), (".a + 1", False), (".a |", False)],
)
def test_what_can_be_written(text: str, writable: bool) -> None:
    assert can_be_written(text) is writable


def test_every_definition_of_the_catalog() -> None:
    for entry in CatalogIndex.builtin().entries():
        found = abilities(entry.definition)
        assert found.roles
        assert set(found.statuses) <= set(STATUSES)
        assert {"initializing", "running"} <= set(found.statuses)

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import msgspec

import workload_map as wm
from tests.unit.workload.definitions import plan, role
from workload_map.definition import model
from workload_map.jq.reads import minimal
from workload_map.workload.gangs import bindings


def test_reads_are_those_of_every_expression_on_pods() -> None:
    made = plan(
        role(
            "worker",
            template=".spec.template",
            ids=".spec.ids[]",
            id_on_pod='.metadata.labels["id"]',
            type_key=".metadata.annotations.type",
            labels={"app": "x"},
            copy=".spec.hostname",
        ),
    )
    assert made.pod_reads == (
        ("metadata", "annotations", "type", "*"),
        ("metadata", "labels", "app", "*"),
        ("metadata", "labels", "id", "*"),
        ("spec", "hostname", "*"),
    )


def test_one_expression_that_reads_the_whole_pod_is_all_there_is_to_say() -> None:
    made = plan(
        role(
            "worker",
            template=".spec.template",
            type_key="tojson",
            labels={"app": "x"},
        ),
    )
    assert made.pod_reads == (("*",),)


def test_an_expression_that_does_not_compile_reads_nothing() -> None:
    made = plan(root={"podSelector": {"componentTypeSelector": {"keyPath": ".metadata.name"}}})
    structure = made.definition.spec.structure_definition
    selector = model.PodSelector(component_type_selector=model.ComponentTypeSelector(key_path=".metadata |"))
    broken = msgspec.structs.replace(
        made.definition,
        spec=msgspec.structs.replace(
            made.definition.spec,
            structure_definition=msgspec.structs.replace(
                structure,
                root_component=msgspec.structs.replace(structure.root_component, pod_selector=selector),
            ),
        ),
    )
    assert made.pod_reads == (("metadata", "name", "*"),)
    assert wm.Plan(broken).pod_reads == ()


def test_a_subtree_that_is_read_whole_is_kept_whole() -> None:
    made = plan(
        role("worker", template=".t", type_key=".metadata.labels | keys[0]", labels={"app": "x"}),
    )
    assert made.pod_reads == (("metadata", "labels", "*"),)


def test_keys_of_gangs_count() -> None:
    made = wm.Catalog.builtin().plan_for("jobset.x-k8s.io", "v1alpha2", "JobSet")
    assert ("metadata", "labels", "jobset.sigs.k8s.io/job-index", "*") in made.pod_reads
    assert set(bindings.READS) <= set(made.pod_reads)
    assert all(path[:2] == ("metadata", "labels") for path in {*made.pod_reads} - {*bindings.READS})


def test_an_object_that_is_its_own_template_is_read_as_a_pod() -> None:
    reads = wm.Catalog.builtin().plan_for("", "v1", "Pod").own_reads
    assert ("spec", "containers", "[]", "resources", "*") in reads
    assert ("metadata", "creationTimestamp", "*") in reads
    of_deployment: Any = wm.Catalog.builtin().plan_for("apps", "v1", "Deployment").own_reads
    assert ("spec", "template", "*") in of_deployment


def test_minimal_leaves_out_what_another_path_covers() -> None:
    assert minimal([("a", "b", "*"), ("a", "*"), ("c", "d", "*"), ("a", "*")]) == (
        ("a", "*"),
        ("c", "d", "*"),
    )
    assert minimal([("*",), ("a", "*")]) == (("*",),)
    assert minimal([]) == ()

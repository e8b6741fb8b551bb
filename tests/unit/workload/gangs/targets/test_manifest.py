# SPDX-License-Identifier: Apache-2.0
"""Manifests with their templates bound."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from tests.golden_files import check_golden
from tests.unit.workload.gangs.targets.examples import EXAMPLES, example, reading_of
from workload_map import yamlio
from workload_map.workload.gangs.targets import TARGETS, Target, bind, translate


def templates(obj: dict[str, Any]) -> list[dict[str, Any]]:
    spec = obj["spec"]
    return [spec["headGroupSpec"]["template"], *(group["template"] for group in spec["workerGroupSpecs"])]


@pytest.mark.parametrize("target", TARGETS)
def test_bound_manifest(target: Target) -> None:
    reading, gangs = example("raycluster")
    before = copy.deepcopy(reading.object)
    bound = bind(reading, translate(reading, gangs, target))
    assert reading.object == before
    assert bound.by_pod == bound.problems == ()
    check_golden(f"gangs/bound/raycluster-{target}.yaml", yamlio.dump(bound.object))


def test_the_group_is_in_the_pod_spec() -> None:
    reading, gangs = example("raycluster")
    bound = bind(reading, translate(reading, gangs, "native"))
    assert [template["spec"]["schedulingGroup"] for template in templates(bound.object)] == [
        {"podGroupName": gangs[0].name}
    ] * 2
    assert [operation["path"] for operation in bound.patch] == [
        "/spec/headGroupSpec/template/spec/schedulingGroup",
        "/spec/workerGroupSpecs/0/template/spec/schedulingGroup",
    ]


def test_binding_twice_changes_nothing_more() -> None:
    reading, gangs = example("raycluster")
    translation = translate(reading, gangs, "kai")
    once = bind(reading, translation)
    again = bind(reading.plan.read(once.object), translation)
    assert again.object == once.object
    assert again.patch == []


def test_what_differs_by_pod_is_listed() -> None:
    reading, gangs = example("leaderworkerset")
    bound = bind(reading, translate(reading, gangs, "kai"))
    assert len(bound.by_pod) == 6
    template = bound.object["spec"]["leaderWorkerTemplate"]["workerTemplate"]
    assert template["spec"]["schedulerName"] == "kai-scheduler"
    assert "labels" not in template["metadata"]


def test_a_role_without_a_template_is_bound_pod_by_pod() -> None:
    reading, gangs = example("raycluster")
    obj = copy.deepcopy(reading.object)
    del obj["spec"]["headGroupSpec"]["template"]
    bound = bind(reading.plan.read(obj), translate(reading, gangs, "native"))
    assert [binding.component for binding in bound.by_pod] == ["head"]
    assert [problem.code for problem in bound.problems] == ["gang.template-not-bound"]


def test_a_role_that_is_gone_is_bound_pod_by_pod() -> None:
    reading, gangs = example("raycluster")
    translation = translate(reading, gangs, "native")
    gone = msgspec.structs.replace(translation.bindings[1], instance="gone")
    changed = msgspec.structs.replace(translation, bindings=(gone,))
    bound = bind(reading, changed)
    assert bound.by_pod == (gone,)
    assert bound.object == reading.object


def test_roles_of_one_template_have_on_it_only_what_is_the_same_for_all() -> None:
    text, gangs = EXAMPLES["leaderworkerset"]
    reading = reading_of(text.replace("    leaderTemplate: {spec: %(pod)s}\n", ""), gangs)
    translation = translate(reading, reading.gangs, "volcano")
    templates_of = [b for b in translation.bindings if b.where == "template"]
    assert {(b.component, b.scheduler_name, *b.annotations.values()) for b in templates_of} == {
        ("leader", "volcano"),
        ("worker", "volcano"),
    }
    by_pod = [b for b in translation.bindings if b.where == "pod"]
    assert {(b.component, b.annotations["volcano.sh/task-spec"]) for b in by_pod} == {
        ("leader", "leader"),
        ("worker", "worker"),
    }
    bound = bind(reading, translation)
    assert bound.problems == ()
    assert len(bound.by_pod) == 6


def test_a_refusal_binds_nothing() -> None:
    reading, gangs = example("raycluster")
    written = [msgspec.structs.replace(gang, written_by="operator") for gang in gangs]
    bound = bind(reading, translate(reading, written, "native"))
    assert bound.object is reading.object
    assert bound.patch == []

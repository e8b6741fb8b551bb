# SPDX-License-Identifier: Apache-2.0
"""The plan for an object."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.unit.workload.definitions import codes, obj, plan

CATALOG = wm.Catalog.builtin()


def of(api_version: Any, kind: Any) -> wm.Plan:
    return CATALOG.plan({"apiVersion": api_version, "kind": kind})


def test_the_plan_for_a_kind_is_made_once() -> None:
    assert of("batch/v1", "Job") is of("batch/v1", "Job")
    assert of("batch/v1", "Job").origin == "catalog"
    assert of("v1", "Pod").name == "core-pod-v1"


def test_another_version_is_used_with_a_warning() -> None:
    made = of("ray.io/v1alpha1", "RayCluster")
    assert made.name == "ray-io-raycluster-v1"
    assert [(p.code, p.severity) for p in made.problems] == [("definition.other-version", "warning")]
    assert "ray.io/v1alpha1" in made.problems[0].message
    assert codes(made.read({}).problems)[0] == "definition.other-version"


@pytest.mark.parametrize(
    ("api_version", "kind"),
    [("batch/v1", "CronTab"), ("v1", None), (None, "Job"), ({}, []), ("example.com/v1", "Job"), ("", "Job")],
)
def test_no_definition(api_version: Any, kind: Any) -> None:
    with pytest.raises(wm.NoDefinition):
        of(api_version, kind)


def test_definitions_laid_over_the_built_in_ones() -> None:
    own = plan().definition
    more = CATALOG.with_definitions([own])
    assert more.plan(obj({})).origin == "file"
    assert more.describes("example.com", "Thing")
    assert not CATALOG.describes("example.com", "Thing")
    assert ("example.com", "Thing") in more.kinds()
    assert len(more.entries()) == len(CATALOG.entries()) + 1
    assert more.replaced == ()
    with pytest.raises(wm.AmbiguousDefinition):
        more.with_definitions([own])

# SPDX-License-Identifier: Apache-2.0
"""Replica counts: numbers of pods, with null, 0 and faults kept apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.workload.definitions import codes, obj, plan, role, template
from workload_map.workload.reading import Instance
from workload_map.workload.scale import FAULTY, count_of

WORKER = role("worker", template=".spec.template", replicas=".spec.n", min=".spec.min", max=".spec.max")


def read(**spec: Any) -> tuple[Instance, list[str]]:
    reading = plan(WORKER).read(obj({"template": template(), **spec}))
    return reading.components["worker"].instances[""], codes(reading.problems)


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (0, 0), ("2", 2), ("0", 0), (4.0, 4), (2**53 + 1, 2**53 + 1), (10**30, 10**30), (None, None)],
)
def test_numbers_and_null(value: Any, number: int | None) -> None:
    instance, problems = read(n=value)
    assert (instance.replicas, problems) == (number, [])


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("two", 'the string "two"'),
        ("", 'the string ""'),
        ("1.5", 'the string "1.5"'),
        ("٣", 'the string "٣"'),
        (1.5, "1.5"),
        (True, "true"),
        ([1], "a list of 1"),
        ({}, "an object"),
    ],
)
def test_other_values_are_errors_naming_value_and_index(value: Any, shown: str) -> None:
    reading = plan(WORKER).read(obj({"template": template(), "n": value, "min": 1}))
    (problem,) = reading.problems
    assert (problem.code, problem.at) == ("scale.not-integer", "worker")
    assert f"the value at 0 is {shown}, not an integer" in problem.message
    # A wrong number is not known, and the minimum does not stand in for it.
    instance = reading.components["worker"].instances[""]
    assert (instance.replicas, instance.min, instance.desired) == (None, 1, None)


@pytest.mark.parametrize("value", [-1, "-1", -2.0])
def test_negative_is_an_error(value: Any) -> None:
    reading = plan(WORKER).read(obj({"template": template(), "n": value}))
    assert codes(reading.problems) == ["scale.negative"]
    assert "below 0" in reading.problems[0].message
    assert reading.components["worker"].instances[""].desired is None


def test_desired_is_replicas_else_min_else_not_known() -> None:
    assert read(n=3, min=1)[0].desired == 3
    assert read(n=0, min=1)[0].desired == 0
    assert read(min=2, max=9)[0].desired == 2
    assert read(max=9)[0].desired is None
    assert read()[0].desired is None


def test_without_any_scale_definition_a_role_is_one_pod() -> None:
    reading = plan(role("worker", template=".spec.template")).read(obj({"template": template()}))
    instance = reading.components["worker"].instances[""]
    assert (instance.replicas, instance.desired) == (None, 1)


def test_a_grouping_wants_no_pods_of_its_own() -> None:
    reading = plan(role("group", replicas=".spec.n"), role("bare")).read(obj({"n": 4}))
    assert reading.components["group"].instances[""].replicas == 4
    assert reading.components["bare"].instances[""].desired is None
    assert not reading.components["group"].has_pods


def test_an_expression_that_fails_leaves_the_number_not_known() -> None:
    worker = role("worker", template=".spec.template", replicas=".spec.n * .spec.each")
    reading = plan(worker).read(obj({"template": template(), "n": 2}))
    assert codes(reading.problems) == ["scale.failed"]
    assert "replicasPath of worker failed" in reading.problems[0].message
    assert reading.components["worker"].instances[""].desired is None


def test_count_of_keeps_faults_apart_from_absence() -> None:
    assert count_of(None) is None
    assert count_of("") is FAULTY
    assert repr(count_of("x")) == "FAULTY"
    assert count_of(float("nan")) is FAULTY
    assert count_of(float("inf")) is FAULTY
    assert count_of("+3") == 3

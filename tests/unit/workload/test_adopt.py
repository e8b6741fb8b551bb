# SPDX-License-Identifier: Apache-2.0
"""Plans of almost the same definition share what is compiled."""

from __future__ import annotations

import msgspec

import workload_map as wm
from workload_map.workload.plan import Plan


def test_equal_expressions_in_the_same_place_are_shared() -> None:
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "a"},
        "spec": {"containers": [{"name": "c"}]},
    }
    first = wm.Catalog.builtin().plan(pod)
    reading = first.read(pod)
    text = msgspec.json.encode(first.definition)
    assert b'".status.phase"' in text
    changed = msgspec.json.decode(
        text.replace(b'".status.phase"', b'".status.phas"'), type=type(first.definition)
    )
    second = Plan(changed)
    second.adopt(first)
    shared = {one.pointer: one for one in first.expressions()}
    compiled = [expr for expr in second.expressions() if expr._program is not None]
    assert compiled
    for expr in compiled:
        assert expr.program is shared[expr.pointer].program
    (phase,) = {expr for expr in second.expressions() if expr.text == ".status.phas"}
    assert phase._program is None
    assert second.read(pod).phases == reading.phases


def test_nothing_is_shared_that_is_not_compiled() -> None:
    deployment = wm.Catalog.builtin().plan_for("apps", "v1", "Deployment")
    again = Plan(deployment.definition)
    again.adopt(deployment)
    assert all(expr._program is None for expr in again.expressions())

# SPDX-License-Identifier: Apache-2.0
"""``totals``: what the whole workload wants."""

from __future__ import annotations

from typing import Any, Final

from workload_map.session.cases.expect.base import Expectation
from workload_map.session.cases.expect.roles import resources
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import COUNT, CPU, MEMORY, Fields

__all__ = ["EXPECTATIONS"]


def _actual(outcome: Outcome, wanted: Any = None) -> dict[str, Any]:
    view = outcome.view
    return {"replicas": view.replicas.desired, **resources(view.resources)}


EXPECTATIONS: Final = (
    Expectation(
        key="totals",
        shape=Fields({"replicas": COUNT, "gpus": COUNT, "cpu": CPU, "memory": MEMORY}, "totals"),
        actual=_actual,
        reading=_actual,
        proves=frozenset({"roles"}),
    ),
)

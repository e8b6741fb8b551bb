# SPDX-License-Identifier: Apache-2.0
"""What a case may expect: one small plug-in for each key, found by name in `EXPECTATIONS`."""

from __future__ import annotations

from typing import Any, Final

from workload_map.session.cases.expect import edits, gangs, placement, problems, roles, status, totals
from workload_map.session.cases.expect.base import Area, Expectation
from workload_map.session.cases.outcome import Outcome

__all__ = ["EXPECTATIONS", "Area", "Expectation", "full_reading"]

EXPECTATIONS: Final[dict[str, Expectation]] = {
    expectation.key: expectation
    for module in (status, roles, totals, placement, gangs, edits, problems)
    for expectation in module.EXPECTATIONS
}


def full_reading(outcome: Outcome) -> dict[str, Any]:
    """Everything that is read of a case, as expectations: for review by a person who knows the workload."""
    found: dict[str, Any] = {}
    for key, expectation in EXPECTATIONS.items():
        value = expectation.reading(outcome) if expectation.reading is not None else None
        if value is not None:
            found[key] = value
    return found

# SPDX-License-Identifier: Apache-2.0
"""``problems``: the codes of all that is wrong with the object, its pods or the reading."""

from __future__ import annotations

from typing import Any, Final

from workload_map.session.cases.expect.base import Expectation
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import TEXTS, Leaf

__all__ = ["EXPECTATIONS"]


def _codes(outcome: Outcome, wanted: Any = None) -> list[str]:
    return sorted({problem.code for problem in outcome.view.problems})


EXPECTATIONS: Final = (
    Expectation(
        key="problems",
        shape=Leaf("a list of problem codes", TEXTS.accepts, lambda value: sorted(set(value))),
        actual=_codes,
        reading=lambda outcome: _codes(outcome) or None,
    ),
)

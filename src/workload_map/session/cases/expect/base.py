# SPDX-License-Identifier: Apache-2.0
"""What a plug-in is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import Shape

__all__ = ["Area", "Expectation"]

#: The parts of a definition that an expectation can prove.
Area = Literal["status", "reason", "roles", "pods", "joins", "suspend", "resume"]


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """One key of ``expect``: what may be written there and how the actual value is found."""

    key: str
    shape: Shape
    actual: Callable[[Outcome, Any], Any]
    """The value to compare with the one that is expected, which is the second argument."""
    reading: Callable[[Outcome], Any] | None = None
    """The value for a case that expects nothing yet, None where this case has none."""
    proves: frozenset[Area] = frozenset()

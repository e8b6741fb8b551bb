# SPDX-License-Identifier: Apache-2.0
"""Status: ``phases``, ``headline``, ``objectHeadline``, ``reason``, ``deleting``."""

from __future__ import annotations

from typing import Final, get_args

from workload_map.session.cases.expect.base import Area, Expectation
from workload_map.session.cases.shape import FLAG, TEXT, Leaf, one_of
from workload_map.workload.reading import Phase

__all__ = ["EXPECTATIONS"]

_WORDS: Final = get_args(Phase)
_PHASES: Final = Leaf(
    f"a list of {', '.join(_WORDS)}",
    lambda value: isinstance(value, list) and all(isinstance(word, str) and word in _WORDS for word in value),
    lambda value: sorted(value),
)
_STATUS: Final[frozenset[Area]] = frozenset({"status"})

EXPECTATIONS: Final = (
    Expectation(
        key="phases",
        shape=_PHASES,
        actual=lambda outcome, _: list(outcome.reading.phases),
        reading=lambda outcome: list(outcome.reading.phases),
        proves=_STATUS,
    ),
    Expectation(
        key="headline",
        shape=one_of(_WORDS),
        actual=lambda outcome, _: outcome.view.headline,
        reading=lambda outcome: outcome.view.headline,
        proves=_STATUS,
    ),
    Expectation(
        key="objectHeadline",
        shape=one_of(_WORDS),
        actual=lambda outcome, _: outcome.reading.headline,
        reading=lambda outcome: (
            None if outcome.view.headline == outcome.reading.headline else outcome.reading.headline
        ),
        proves=_STATUS,
    ),
    Expectation(
        key="reason",
        shape=TEXT,
        actual=lambda outcome, _: outcome.view.reason,
        reading=lambda outcome: outcome.view.reason,
        proves=frozenset({"reason"}),
    ),
    Expectation(
        key="deleting",
        shape=FLAG,
        actual=lambda outcome, _: outcome.reading.deleting,
        reading=lambda outcome: outcome.reading.deleting or None,
    ),
)

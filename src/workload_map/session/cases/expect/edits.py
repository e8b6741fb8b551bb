# SPDX-License-Identifier: Apache-2.0
"""``suspend``, ``resume`` and ``scale``: the patch that a change makes, and what the object then says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from workload_map.errors import EditError, NotFound
from workload_map.session.cases.expect.base import Expectation
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import COUNT, OPERATIONS, WORD, Fields, Keyed, Leaf, one_of
from workload_map.workload.edit import Edit
from workload_map.workload.reading import HEADLINE_ORDER

__all__ = ["EXPECTATIONS"]

_NUMBER: Final = Leaf(
    "a number of 0 or more", lambda value: isinstance(value, int) and value is not True and value >= 0
)
_CHANGE: Final = {"patch": OPERATIONS, "headline": one_of(HEADLINE_ORDER), "error": WORD}


def _changed(outcome: Outcome, change: Callable[[], Edit]) -> dict[str, Any]:
    """The patch and the headline after it; or the code of the error."""
    try:
        edit = change()
    except (EditError, NotFound) as error:
        return {"error": error.code}
    return {"patch": edit.patch, "headline": outcome.headline_after(edit)}


def _suspend(outcome: Outcome, wanted: Any = None) -> dict[str, Any]:
    return _changed(outcome, outcome.edit.suspend)


def _resume(outcome: Outcome, wanted: Any = None) -> dict[str, Any]:
    return _changed(outcome, outcome.edit.resume)


def _scale(outcome: Outcome, wanted: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for role, fields in wanted.items():
        number = fields.get("to", 0)
        try:
            edit = outcome.edit.scale(role, number)
        except (EditError, NotFound) as error:
            found[role] = {"to": number, "error": error.code}
            continue
        changed = msgspec.structs.replace(outcome.case, object=edit.object)
        view = Outcome(outcome.plan, changed).view
        found[role] = {"to": number, "patch": edit.patch, "replicas": view.replicas.desired}
    return found


def _switch(outcome: Outcome) -> bool:
    return bool(outcome.plan.root.suspend)


EXPECTATIONS: Final = (
    Expectation(
        key="suspend",
        shape=Fields(_CHANGE, "suspend"),
        actual=_suspend,
        reading=lambda outcome: _suspend(outcome) if _switch(outcome) else None,
        proves=frozenset({"suspend"}),
    ),
    Expectation(
        key="resume",
        shape=Fields(_CHANGE, "resume"),
        actual=_resume,
        reading=lambda outcome: _resume(outcome) if _switch(outcome) else None,
        proves=frozenset({"resume"}),
    ),
    Expectation(
        key="scale",
        shape=Keyed(
            Fields({"to": _NUMBER, "patch": OPERATIONS, "replicas": COUNT, "error": WORD}, "scale"),
            "role to what scaling it gives",
        ),
        actual=_scale,
        proves=frozenset({"roles"}),
    ),
)

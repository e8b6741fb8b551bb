# SPDX-License-Identifier: Apache-2.0
"""What could have been meant by a field that is not there."""

from __future__ import annotations

import difflib
from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from workload_map.definition.crdcheck import kinds
from workload_map.definition.crdcheck.schema import Node

__all__ = ["Suggestion", "close_name", "field_suggestion"]

# Places that are looked at below the one where the field was looked for.
_LOOKED_AT: Final = 200


class Suggestion(NamedTuple):
    """`value` is what to write, `text` ends the sentence of a message."""

    value: str
    text: str


def close_name(name: str, known: Sequence[str]) -> Suggestion | None:
    """The one of `known` that is most like `name`, if any is."""
    folded = {item.lower(): item for item in known}
    close = folded.get(name.lower()) or next(
        iter(difflib.get_close_matches(name, known[:2000], n=1, cutoff=0.7)), None
    )
    return Suggestion(close, f'; did you mean "{close}"?') if close else None


def field_suggestion(node: Node, name: str) -> Suggestion | None:
    """For field `name`, which `node` does not have: a name like it, else the same name near by."""
    close = close_name(name, node.names())
    if close is not None:
        return close
    below = _below(node, name)
    if below is not None:
        return Suggestion(str(below), f"; there is {below}")
    parent = node.above
    while parent is not None:
        if name in parent.names():
            found = parent.field(name)
            return Suggestion(str(found), f"; there is {found}")
        parent = parent.above
    return None


def _below(node: Node, name: str) -> Node | None:
    waiting = deque([node])
    looked = 0
    while waiting and looked < _LOOKED_AT:
        here = waiting.popleft()
        looked += 1
        if here.kinds & kinds.ARRAY and not here.unknown:
            waiting.append(here.items())
        if here is not node and name in here.names():
            return here.field(name)
        if len(here.place) - len(node.place) < 3:
            for inner in here.names():
                found = here.field(inner)
                if found is not None and not found.unknown:
                    waiting.append(found)
    return None

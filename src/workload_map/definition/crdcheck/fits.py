# SPDX-License-Identifier: Apache-2.0
"""Whether a value that a definition writes fits the schema of the place that it is written to."""

from __future__ import annotations

from typing import Any

from workload_map.definition.crdcheck import kinds
from workload_map.definition.crdcheck.schema import Node
from workload_map.definition.crdcheck.suggest import field_suggestion

__all__ = ["misfit"]

# Values in actions are written by hand; what is deeper than this is left to the API server.
_DEEP = 20


def misfit(node: Node, value: Any, depth: int = 0) -> str | None:
    """What is wrong with `value` at `node`, None for nothing. Null takes a field away and fits anywhere."""
    if value is None or depth > _DEEP:
        return None
    kind = kinds.kind_of(value)
    if not node.kinds & kind:
        return f"{node} is {kinds.words(node.kinds)}, not {kinds.words(kind)}"
    if node.enum is not None and value not in node.enum:
        return f"{node} is one of {', '.join(map(str, node.enum))}"
    if kind == kinds.NUMBER:
        return _bounds(node, value)
    if kind == kinds.ARRAY:
        for item in value:
            found = misfit(node.items(), item, depth + 1)
            if found is not None:
                return found
    if kind == kinds.OBJECT and not node.unknown:
        for name, item in value.items():
            inner = node.field(name)
            if inner is None:
                suggestion = field_suggestion(node, name)
                return f'{node} has no field "{name}"{suggestion.text if suggestion else ""}'
            found = misfit(inner, item, depth + 1)
            if found is not None:
                return found
    return None


def _bounds(node: Node, value: int | float) -> str | None:
    if node.raw.get("type") == "integer" and value % 1 != 0:
        return f"{node} is an integer"
    least, most = _number(node.raw.get("minimum")), _number(node.raw.get("maximum"))
    if least is not None and value < least:
        return f"{node} is at least {least}"
    if most is not None and value > most:
        return f"{node} is at most {most}"
    return None


def _number(value: Any) -> int | float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None

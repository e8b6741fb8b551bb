# SPDX-License-Identifier: Apache-2.0
"""A pod cut down to what is read of it, as a partial decoder would give it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workload_map.jq.reads import ANY, ELEMENT, ReadPath

__all__ = ["cut"]

_Tree = dict[str, Any]


def cut(value: Any, paths: Iterable[ReadPath]) -> Any:
    """The parts of `value` that some path leads to. A value of another type than a path expects stays as it is."""
    tree: _Tree = {}
    for path in paths:
        at = tree
        for step in path:
            at = at.setdefault(step, {})
    return _cut(value, tree)


def _cut(value: Any, tree: _Tree) -> Any:
    if ANY in tree:
        return value
    if isinstance(value, dict):
        every = tree.get(ELEMENT)
        return {
            key: _cut(inner, every if every is not None else tree[key])
            for key, inner in value.items()
            if every is not None or key in tree
        }
    if isinstance(value, list):
        return [_cut(inner, tree.get(ELEMENT, {})) for inner in value]
    return value

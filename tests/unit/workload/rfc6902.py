# SPDX-License-Identifier: Apache-2.0
"""A reader of RFC 6902 patches: an independent check of those that edits give."""

from __future__ import annotations

import copy
from typing import Any

__all__ = ["apply"]


def apply(value: Any, patch: list[dict[str, Any]]) -> Any:
    """The patched copy of `value`; fails where the RFC says that an operation is an error."""
    root = [copy.deepcopy(value)]
    for operation in patch:
        steps = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
        if operation["path"] == "":
            assert operation["op"] in ("add", "replace")
            root[0] = copy.deepcopy(operation["value"])
            continue
        parent: Any = root[0]
        for step in steps[:-1]:
            parent = parent[_index(step, len(parent) - 1)] if isinstance(parent, list) else parent[step]
        _at(parent, steps[-1], operation)
    return root[0]


def _at(parent: Any, step: str, operation: dict[str, Any]) -> None:
    op = operation["op"]
    value = copy.deepcopy(operation.get("value"))
    if isinstance(parent, list):
        if op == "add":
            parent.insert(_index(step, len(parent)), value)
            return
        index = _index(step, len(parent) - 1)
        if op == "replace":
            parent[index] = value
        else:
            assert op == "remove"
            del parent[index]
        return
    assert isinstance(parent, dict)
    if op == "add":
        parent[step] = value
        return
    assert step in parent
    if op == "replace":
        parent[step] = value
    else:
        assert op == "remove"
        del parent[step]


def _index(step: str, last: int) -> int:
    assert step.isdigit()
    assert step == str(int(step))
    assert int(step) <= last
    return int(step)

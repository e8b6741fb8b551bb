# SPDX-License-Identifier: Apache-2.0
"""Changes to plain JSON values: copy-on-write writes, and the RFC 6902 patch between two values."""

from __future__ import annotations

from typing import Any

from workload_map.problems import pointer

__all__ = ["Operation", "Path", "diff", "drop", "get", "put", "same"]

Path = tuple[str | int, ...]
#: One step of an RFC 6902 patch: op, path and (but for remove) value.
Operation = dict[str, Any]

ABSENT: Any = object()


def get(value: Any, path: Path) -> Any:
    """What stands at `path`, None where nothing does."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    """A copy of `value` with `new` at `path`; untouched parts are shared, missing parents made.

    Gives `value` itself where the same stands there already. Raises TypeError where a parent on the way is
    neither absent, nor null, nor a container of the right kind.
    """
    if not path:
        return value if same(value, new) else new
    step, rest = path[0], path[1:]
    if isinstance(step, str):
        if value is not None and value is not ABSENT and not isinstance(value, dict):
            raise TypeError(f"{pointer((step,))[1:]} cannot be set in {type(value).__name__}")
        old = value.get(step, ABSENT) if isinstance(value, dict) else ABSENT
        changed = put(old, rest, new)
        if changed is old:
            return value
        copy = dict(value) if isinstance(value, dict) else {}
        copy[step] = changed
        return copy
    if not isinstance(value, list) or not 0 <= step <= len(value):
        raise TypeError(f"item {step} cannot be set in {type(value).__name__}")
    old = value[step] if step < len(value) else ABSENT
    changed = put(old, rest, new)
    if changed is old:
        return value
    items = list(value)
    items[step : step + 1] = [changed]
    return items


def drop(value: Any, path: Path) -> Any:
    """A copy of `value` without what stands at `path`; `value` itself where nothing does."""
    step = path[0]
    if isinstance(value, dict):
        if step not in value:
            return value
    elif not isinstance(value, list) or not isinstance(step, int) or step >= len(value):
        return value
    if len(path) > 1:
        old = value[step]
        changed = drop(old, path[1:])
        return value if changed is old else put(value, (step,), changed)
    if isinstance(value, dict):
        return {key: item for key, item in value.items() if key != step}
    return [item for index, item in enumerate(value) if index != step]


def same(a: Any, b: Any) -> bool:
    """Whether two JSON values are the same to every reader: 1, 1.0 and true are not."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(item, b[key]) for key, item in a.items())
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def diff(old: Any, new: Any, path: Path = ()) -> list[Operation]:
    """The RFC 6902 patch that makes `new` of `old`: add, replace and remove."""
    if same(old, new):
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        operations: list[Operation] = [
            {"op": "remove", "path": pointer((*path, key))} for key in old if key not in new
        ]
        for key, item in new.items():
            if key not in old:
                operations.append({"op": "add", "path": pointer((*path, key)), "value": item})
            else:
                operations += diff(old[key], item, (*path, key))
        return operations
    if isinstance(old, list) and isinstance(new, list):
        return _diff_lists(old, new, path)
    return [{"op": "replace", "path": pointer(path), "value": new}]


def _diff_lists(old: list[Any], new: list[Any], path: Path) -> list[Operation]:
    if len(old) == len(new):
        return [op for i, (a, b) in enumerate(zip(old, new, strict=True)) for op in diff(a, b, (*path, i))]
    # Items that left, then items at the end: what edits of lists do. Anything else replaces the list.
    kept = 0
    removed: list[int] = []
    for index, item in enumerate(old):
        if kept < len(new) and same(item, new[kept]):
            kept += 1
        else:
            removed.append(index)
    if not kept and old:
        return [{"op": "replace", "path": pointer(path), "value": new}]
    operations: list[Operation] = [{"op": "remove", "path": pointer((*path, i))} for i in reversed(removed)]
    operations += [
        {"op": "add", "path": pointer((*path, kept + i)), "value": item} for i, item in enumerate(new[kept:])
    ]
    return operations

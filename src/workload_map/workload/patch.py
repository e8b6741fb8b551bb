# SPDX-License-Identifier: Apache-2.0
"""Changes to plain JSON values: copy-on-write writes, and the RFC 6902 patch between two values.

Nothing here calls itself: a value may be nested deeper than Python's stack.
"""

from __future__ import annotations

from typing import Any

from workload_map.problems import pointer
from workload_map.workload.expr import describe_value

__all__ = ["Operation", "Path", "clone", "diff", "drop", "get", "put", "same"]

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
    parents: list[Any] = []
    at = value
    for step in path:
        parents.append(at)
        if isinstance(step, str):
            if isinstance(at, dict):
                at = at.get(step, ABSENT)
            elif at is None or at is ABSENT:
                at = ABSENT
            else:
                raise TypeError(f"{describe_value(at)} holds no field {step}")
        elif isinstance(at, list) and 0 <= step <= len(at):
            at = at[step] if step < len(at) else ABSENT
        else:
            what = "what is not there" if at is ABSENT else describe_value(at)
            raise TypeError(f"{what} holds no item {step}")
    if at is not ABSENT and same(at, new):
        return value
    for step, parent in zip(reversed(path), reversed(parents), strict=True):
        if isinstance(step, str):
            new = {**parent, step: new} if isinstance(parent, dict) else {step: new}
        else:
            new = [*parent[:step], new, *parent[step + 1 :]]
    return new


def drop(value: Any, path: Path) -> Any:
    """A copy of `value` without what stands at `path`; `value` itself where nothing does."""
    parent = get(value, path[:-1])
    step = path[-1]
    if isinstance(parent, dict) and isinstance(step, str):
        if step not in parent:
            return value
        return put(value, path[:-1], {key: item for key, item in parent.items() if key != step})
    if isinstance(parent, list) and isinstance(step, int) and 0 <= step < len(parent):
        return put(value, path[:-1], [*parent[:step], *parent[step + 1 :]])
    return value


def clone(value: Any) -> Any:
    """A copy that shares no container with `value`."""
    result: list[Any] = [value]
    open_: list[tuple[Any, Any]] = [(result, 0)]
    while open_:
        holder, key = open_.pop()
        item = holder[key]
        if isinstance(item, dict):
            holder[key] = item = dict(item)
            open_ += [(item, inner) for inner in item]
        elif isinstance(item, list):
            holder[key] = item = list(item)
            open_ += [(item, inner) for inner in range(len(item))]
    return result[0]


def same(a: Any, b: Any) -> bool:
    """Whether two JSON values are the same to every reader: 1, 1.0 and true are not."""
    pairs = [(a, b)]
    while pairs:
        a, b = pairs.pop()
        if a is b:
            continue
        if type(a) is not type(b):
            return False
        if isinstance(a, dict):
            if a.keys() != b.keys():
                return False
            pairs += [(item, b[key]) for key, item in a.items()]
        elif isinstance(a, list):
            if len(a) != len(b):
                return False
            pairs += zip(a, b, strict=True)
        elif a != b:
            return False
    return True


def diff(old: Any, new: Any) -> list[Operation]:
    """The RFC 6902 patch that makes `new` of `old`: add, replace and remove."""
    operations: list[Operation] = []
    # Pairs still to be compared, the next one last; operations that come after them wait among them.
    waiting: list[tuple[Any, Any, Path] | Operation] = [(old, new, ())]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            operations.append(item)
            continue
        old, new, path = item
        if same(old, new):
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            operations += [{"op": "remove", "path": pointer((*path, key))} for key in old if key not in new]
            waiting += [
                (old[key], inner, (*path, key))
                if key in old
                else {"op": "add", "path": pointer((*path, key)), "value": inner}
                for key, inner in reversed(new.items())
            ]
        elif isinstance(old, list) and isinstance(new, list):
            if len(old) == len(new):
                pairs = zip(old, new, strict=True)
                waiting += reversed([(a, b, (*path, index)) for index, (a, b) in enumerate(pairs)])
            else:
                operations += _other_length(old, new, path)
        else:
            operations.append({"op": "replace", "path": pointer(path), "value": new})
    return operations


def _other_length(old: list[Any], new: list[Any], path: Path) -> list[Operation]:
    """Items that left, then items at the end: what edits of lists do. Anything else replaces the list."""
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

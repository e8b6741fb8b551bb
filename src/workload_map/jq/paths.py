# SPDX-License-Identifier: Apache-2.0
"""Reading, setting and deleting at a path. What is not on the path is shared with the value before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workload_map.jq import numbers, values
from workload_map.jq.runtime import EMPTY, Fail, Limit, Run
from workload_map.jq.values import preview

__all__ = ["Owned", "delete_paths", "get_path", "set_path"]


class Owned:
    """Containers that one operation made itself and may therefore change in place."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        # The containers are kept, so that no other object can get the id of one.
        self.made: dict[int, Any] = {}

    def dict(self, value: dict[str, Any] | None, run: Run) -> dict[str, Any]:
        """The object itself if it is ours, else a copy that is."""
        if value is None:
            value = {}
        elif id(value) in self.made:
            return value
        else:
            run.charge(1 + (len(value) >> 1))
            value = dict(value)
        self.made[id(value)] = value
        return value

    def list(self, value: list[Any] | None, run: Run) -> list[Any]:
        """The array itself if it is ours, else a copy that is."""
        if value is None:
            value = []
        elif id(value) in self.made:
            return value
        else:
            run.charge(1 + (len(value) >> 3))
            value = value[:]
        self.made[id(value)] = value
        return value


def get_path(value: Any, path: Any, run: Run) -> Any:
    """The value at a path; null where it leads nowhere."""
    if type(path) is not list:
        raise Fail(f"a path is an array, not {preview(path)}")
    run.charge(len(path))
    for key in path:
        if value is not None and type(value) is not list and type(value) is not dict:
            raise Fail(f"a path cannot go into {preview(value)}")
        value = values.index(value, key, run)
    return value


def set_path(root: Any, path: Any, new: Any, run: Run, owned: Owned | None = None) -> Any:
    """A copy of `root` with `new` at `path`, missing parents made; with `new` = EMPTY the place is only
    marked, for `delete_paths`."""
    if type(path) is not list:
        raise Fail(f"a path is an array, not {preview(path)}")
    if owned is None:
        owned = Owned()
    if len(path) > run.limits.depth:
        raise Limit(f"a path of {len(path)} steps is longer than {run.limits.depth}")
    run.charge(1 + len(path))
    # What the path goes through: (container or None, key of an object | index | ends of a slice).
    trail: list[tuple[Any, Any]] = []
    value = root
    for key in path:
        if value is EMPTY:
            return root
        kind = type(key)
        if kind is str:
            if value is not None and type(value) is not dict:
                raise Fail(f"cannot set key {key[:40]!r} of {preview(value)}")
            if new is EMPTY and (value is None or key not in value):
                return root
            trail.append((value, key))
            value = None if value is None else value.get(key)
        elif kind is int or kind is float:
            if value is not None and type(value) is not list:
                raise Fail(f"cannot set an element of {preview(value)}")
            place = _place(value, numbers.clamp(key), new is EMPTY, run)
            if place is None:
                return root
            trail.append((value, place))
            value = value[place] if value is not None and place < len(value) else None
        elif kind is dict:
            if value is not None and type(value) is not list:
                raise Fail(f"cannot set a slice of {preview(value)}")
            if "start" not in key or "end" not in key:
                raise Fail(f"a slice needs start and end, not {preview(key)}")
            size = 0 if value is None else len(value)
            low, high = values.slice_bounds(key["start"], key["end"], size)
            if low == high and new is EMPTY:
                return root
            trail.append((value, (low, high)))
            value = [] if value is None else value[low:high]
            run.charge(len(value) >> 3)
        elif type(value) is list:
            raise Fail(f"{preview(key)} is not an index of an array")
        else:
            raise Fail(f"{preview(key)} is not a key")
    for container, key in reversed(trail):
        new = _put(container, key, new, owned, run)
    return new


def _place(items: list[Any] | None, position: int, deleting: bool, run: Run) -> int | None:
    """Where an element is set; None where there is nothing to delete."""
    size = 0 if items is None else len(items)
    place = values.clamp_index(position, -1, size)
    if place < 0:
        if deleting:
            return None
        raise Fail(f"index {position} is before the start of an array of {size}")
    if place < size:
        return place
    if deleting:
        return None
    if position >= 0x20000000:
        raise Fail(f"index {position} is too large")
    if position >= run.limits.array:
        raise Limit(f"an array of {position + 1} elements is longer than {run.limits.array}")
    return position


def _put(container: Any, key: Any, new: Any, owned: Owned, run: Run) -> Any:
    if type(key) is str:
        changed = owned.dict(container, run)
        changed[key] = new
        return changed
    if type(key) is int:
        items = owned.list(container, run)
        missing = key + 1 - len(items)
        if missing > 0:
            run.charge(missing)
            items.extend([None] * missing)
        items[key] = new
        return items
    low, high = key
    if new is EMPTY:
        items = owned.list(container, run)
        items[low:high] = [EMPTY] * (high - low)
        return items
    if type(new) is not list:
        raise Fail(f"a slice can only be set to an array, not to {preview(new)}")
    items = owned.list(container, run)
    size = len(items) + len(new) - (high - low)
    if size > run.limits.array:
        raise Limit(f"an array of {size} elements is longer than {run.limits.array}")
    run.charge(1 + (len(new) >> 3) + (0 if len(new) == high - low else len(items) >> 6))
    items[low:high] = new
    return items


def delete_paths(root: Any, paths: Any, run: Run) -> Any:
    """A copy of `root` without what is at the paths, all of them read on the value as it was."""
    if type(paths) is not list:
        raise Fail(f"paths are an array, not {preview(paths)}")
    return delete_marked(root, paths, run)


def delete_marked(root: Any, paths: Sequence[Any], run: Run, owned: Owned | None = None) -> Any:
    """As `delete_paths`, for an operation that has changed `root` before."""
    if not paths:
        return root
    if owned is None:
        owned = Owned()
    # Marked first and taken out afterwards, because indices must not move meanwhile.
    for path in paths:
        root = set_path(root, path, EMPTY, run, owned)
    if root is EMPTY:
        return None
    # A marked place is always directly inside a container that this operation made.
    for made in owned.made.values():
        run.charge(1 + (len(made) >> 3))
        if type(made) is dict:
            for key in [key for key, value in made.items() if value is EMPTY]:
                del made[key]
        elif EMPTY in made:
            made[:] = [value for value in made if value is not EMPTY]
    return root

# SPDX-License-Identifier: Apache-2.0
"""RFC 6902 patches on values, and what of a list stayed the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from workload_map import errors
from workload_map.yamlio._json import depth
from workload_map.yamlio._text import MAX_DEPTH

__all__ = ["align", "apply", "same"]


def apply(value: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """The value after add, replace, remove and test operations; parts that no operation touches are shared with
    the given value, which stays as it is. Raises InputError ``input.patch``."""
    for operation in patch:
        name, path = operation.get("op"), operation.get("path")
        if name not in ("add", "replace", "remove", "test") or not isinstance(path, str):
            raise _fault(f"operation {name!r} is not supported", str(path))
        if name != "remove" and "value" not in operation:
            raise _fault(f"operation {name!r} has no value", path)
        if depth(operation.get("value")) > MAX_DEPTH:
            raise errors.InputError(
                f"the patch has a value nested more than {MAX_DEPTH} levels deep",
                code="input.depth",
                path=path,
            )
        steps = [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]
        if path and not path.startswith("/"):
            raise _fault("a path starts with '/'", path)
        value = _one(value, name, steps, operation.get("value"), path)
    return value


def _one(value: Any, name: str, steps: list[str], new: Any, path: str) -> Any:
    """Copy the containers along the path, change the last of them."""
    if not steps:
        if name == "remove":
            raise _fault("the whole document cannot be removed", path)
        if name == "test" and not same(value, new):
            raise _fault("the value is another than the patch expects", path)
        return value if name == "test" else new
    root = current = _copy(value, path)
    for step in steps[:-1]:
        place = _place(current, step, path, end=False)
        if place is None:
            raise _fault("there is nothing at this path", path)
        current[place] = _copy(current[place], path)
        current = current[place]
    place = _place(current, steps[-1], path, end=name == "add")
    if place is None and not (name == "add" and isinstance(current, dict)):
        raise _fault("there is nothing at this path", path)
    if name == "test":
        if not same(current[place], new):
            raise _fault("the value is another than the patch expects", path)
        return value
    if name == "remove":
        del current[place]
    elif name == "add" and isinstance(current, list):
        current.insert(place, new)
    else:
        current[steps[-1] if place is None else place] = new
    return root


def _copy(value: Any, path: str) -> Any:
    if isinstance(value, dict | list):
        return value.copy()
    raise _fault("the path leads into a value that holds no others", path)


def _place(container: Any, step: str, path: str, *, end: bool) -> Any:
    """The key or index that a step of a path means, None where nothing is; `end` allows the place behind a list."""
    if isinstance(container, dict):
        return step if step in container else None
    if step == "-" and end:
        return len(container)
    if not (step.isascii() and step.isdigit()) or (len(step) > 1 and step[0] == "0"):
        raise _fault(f"{step!r} is not an index of a list", path)
    if len(step) > 9:
        return None
    index = int(step)
    return index if index < len(container) + end else None


def _fault(message: str, path: str) -> errors.InputError:
    return errors.InputError(f"the patch does not apply: {message}: {path!r}", code="input.patch", path=path)


def same(left: Any, right: Any) -> bool:
    """Whether two values are the same JSON: numbers by value, true apart from 1, the order of keys free."""
    if left is right:
        return True
    if isinstance(left, dict):
        return (
            isinstance(right, dict)
            and len(left) == len(right)
            and all(key in right and same(item, right[key]) for key, item in left.items())
        )
    if isinstance(left, list):
        return isinstance(right, list) and len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return False  # the two booleans are one object each
    return bool(left == right)


def align(old: list[Any], new: list[Any]) -> list[tuple[int | None, int | None]]:
    """Pairs of indices (old, new) in order: an item that stayed or changed in place, one that went (new None), one
    that came (old None). An item is known by being the same object, else by its ``name`` where all have one of
    their own, else by its value."""
    start = 0
    while start < min(len(old), len(new)) and same(old[start], new[start]):
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and same(old[-1 - end], new[-1 - end]):
        end += 1
    pairs: list[tuple[int | None, int | None]] = [(index, index) for index in range(start)]
    pairs += _align_middle(old[start : len(old) - end], new[start : len(new) - end], start)
    pairs += [(len(old) - back, len(new) - back) for back in range(end, 0, -1)]
    return pairs


def _align_middle(old: list[Any], new: list[Any], shift: int) -> list[tuple[int | None, int | None]]:
    import difflib  # not needed to read, and reading is what must start fast

    # An item that no operation touched is still the same object; others go by name, or by value.
    shared = {id(item) for item in old} & {id(item) for item in new}
    by_name = _named(old) and _named(new)

    def known_by(item: Any) -> object:
        if id(item) in shared:
            return id(item)
        return item["name"] if by_name else _canonical(item)

    left, right = list(map(known_by, old)), list(map(known_by, new))
    pairs: list[tuple[int | None, int | None]] = []
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    for _, i, end_i, j, end_j in matcher.get_opcodes():
        while i < end_i and j < end_j:
            pairs.append((shift + i, shift + j))
            i, j = i + 1, j + 1
        pairs.extend((shift + index, None) for index in range(i, end_i))
        pairs.extend((None, shift + index) for index in range(j, end_j))
    return pairs


def _named(items: list[Any]) -> bool:
    names = [item.get("name") if isinstance(item, dict) else None for item in items]
    return all(isinstance(name, str) for name in names) and len(set(names)) == len(names)


def _canonical(item: Any) -> str:
    return json.dumps(item, sort_keys=True)

# SPDX-License-Identifier: Apache-2.0
"""Where in an object the fault lies that an expression failed on: a person mends a field, not an expression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from workload_map.errors import JqError
from workload_map.jq import reads
from workload_map.problems import Problem, pointer
from workload_map.workload.expr import Expr, describe_value

__all__ = ["failed", "place_of_result"]

_Place = tuple[str | int, ...]

#: No more places than this are looked at: they are for a message.
_MANY: Final = 200
#: A failing expression is quoted no longer than this.
_QUOTED: Final = 80


def failed(expr: Expr, error: JqError, obj: Any, code: str, at: str | None = None) -> Problem:
    """The problem that a failed expression leaves: the field of the wrong type where one explains the failure,
    else the part of the expression that failed."""
    found = _misfit(expr, error, obj)
    if found is not None:
        place, value, wanted = found
        name = pointer(place) or "the object"
        return Problem(
            code=code,
            message=f"{name} is {describe_value(value)}, not {wanted}",
            path=pointer(place),
            at=at,
        )
    start, end = error.span
    part = " ".join(error.expression[start:end].split())
    if len(part) > _QUOTED:
        part = part[: _QUOTED - 1] + "…"
    return Problem(code=code, message=f"{expr.label} failed at {part}: {error.message}", at=at)


def place_of_result(expr: Expr, obj: Any, index: int, value: Any) -> str | None:
    """The pointer of the field that gave the result at `index`: where the expression denotes one, else the only
    field it reads that holds the same value."""
    try:
        program = expr.program
        if program.writable:
            path = program.paths(obj)[index]
            return pointer(path) if all(isinstance(step, (str, int)) for step in path) else None
    except (JqError, IndexError):
        return None
    same = {
        pointer(place)
        for path in reads.reads(program.ast)
        for place, found, _ in _walk(obj, path)
        if type(found) is type(value) and found == value
    }
    return same.pop() if len(same) == 1 else None


def _misfit(expr: Expr, error: JqError, obj: Any) -> tuple[_Place, Any, str] | None:
    """The outermost field that is of the wrong type for a step that the expression takes and the error names."""
    misfits: list[tuple[_Place, Any, str]] = []
    for path in reads.reads(expr.program.ast):
        for place, value, step in _walk(obj, path):
            if step is None:
                continue
            if step == reads.ELEMENT:
                if "iterate" in error.message:
                    misfits.append((place, value, "a list"))
            elif value is not None and f"'{step}'" in error.message:
                misfits.append((place, value, "an object"))
    return min(misfits, key=lambda item: len(item[0]), default=None)


def _walk(value: Any, path: reads.ReadPath) -> Iterator[tuple[_Place, Any, str | None]]:
    """Every place that a path leads to, with what is there; where it breaks off, with the step that broke it."""
    found: list[tuple[_Place, Any]] = [((), value)]
    for step in path:
        if step == reads.ANY:
            break
        following: list[tuple[_Place, Any]] = []
        for place, item in found:
            if step == reads.ELEMENT and isinstance(item, list):
                following += [((*place, index), part) for index, part in enumerate(item[:_MANY])]
            elif step == reads.ELEMENT and isinstance(item, dict):
                following += [((*place, key), item[key]) for key in sorted(item)[:_MANY]]
            elif step != reads.ELEMENT and (item is None or isinstance(item, dict)):
                following.append(((*place, step), None if item is None else item.get(step)))
            else:
                yield place, item, step
        found = following[:_MANY]
    for place, item in found:
        yield place, item, None

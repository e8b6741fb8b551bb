# SPDX-License-Identifier: Apache-2.0
"""Builtin functions that take values and give one value. What takes closures or gives several results is
in module special."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from workload_map.jq import arithmetic, numbers, paths, values
from workload_map.jq.builtins_text import TEXT
from workload_map.jq.runtime import Fail, Limit, Run
from workload_map.jq.values import preview

__all__ = ["MATH_NAMES", "NATIVE", "extreme", "groups"]


def _array(value: Any, name: str) -> list[Any]:
    if type(value) is not list:
        raise Fail(f"{name} needs an array, not {preview(value)}")
    return value


def _number(value: Any, name: str) -> int | float:
    if type(value) is not int and type(value) is not float:
        raise Fail(f"{name} needs a number, not {preview(value)}")
    return value


def _length(run: Run, value: Any) -> Any:
    kind = type(value)
    if kind is list or kind is dict or kind is str:
        return len(value)
    if value is None:
        return 0
    if kind is int or kind is float:
        return abs(value)
    raise Fail(f"{preview(value)} has no length")


def _abs(run: Run, value: Any) -> Any:
    return abs(_number(value, "abs"))


def _keys(run: Run, value: Any) -> list[Any]:
    if type(value) is dict:
        run.charge(1 + len(value))
        return sorted(value)
    if type(value) is list:
        run.charge(1 + len(value))
        return list(range(len(value)))
    raise Fail(f"{preview(value)} has no keys")


def _has(run: Run, value: Any, key: Any) -> bool:
    if value is None:
        return False
    if type(value) is dict and type(key) is str:
        return key in value
    if type(value) is list and type(key) in (int, float):
        return 0 <= numbers.clamp(key) < len(value)
    raise Fail(f"has: {preview(key)} is no key of {preview(value)}")


def _to_entries(run: Run, value: Any) -> list[Any]:
    if type(value) is dict:
        run.charge(1 + 3 * len(value))
        return [{"key": key, "value": value[key]} for key in sorted(value)]
    if type(value) is list:
        run.charge(1 + 3 * len(value))
        return [{"key": place, "value": item} for place, item in enumerate(value)]
    raise Fail(f"{preview(value)} has no entries")


def _from_entries(run: Run, value: Any) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for entry in _array(value, "from_entries"):
        run.charge(1)
        if type(entry) is not dict:
            raise Fail(f"from_entries needs objects, not {preview(entry)}")
        for name in ("key", "Key", "name", "Name"):
            key = entry.get(name)
            if key is not None and key is not False:
                break
        if type(key) is not str:
            raise Fail(f"from_entries needs strings as keys, not {preview(key)}")
        result[key] = entry["value"] if "value" in entry else entry.get("Value")
    return result


def _add(run: Run, value: Any) -> Any:
    items = values.iterate(value)
    run.charge(1 + len(items))
    kinds = set(map(type, items))
    kinds.discard(type(None))
    if kinds == {str}:
        size = sum([len(item) for item in items if item is not None])
        if size > run.limits.string:
            raise Limit(f"a string of {size} characters is longer than {run.limits.string}")
        return run.string("".join([item for item in items if item is not None]))
    if kinds == {list}:
        run.array(sum([len(item) for item in items if item is not None]))
        return [part for item in items if item is not None for part in item]
    if kinds == {dict}:
        merged: dict[str, Any] = {}
        for item in items:
            if item is not None:
                run.charge(len(item))
                merged.update(item)
        return merged
    total: Any = None
    for item in items:
        total = arithmetic.add(total, item, run)
    return total


def _reverse(run: Run, value: Any) -> list[Any]:
    items = _array(value, "reverse")
    run.array(len(items))
    return items[::-1]


def _contains(run: Run, value: Any, part: Any) -> bool:
    return values.contains(value, part, run)


def _places(value: Any, part: Any, name: str, run: Run, *, last: bool = False, all_: bool = False) -> Any:
    if value is None:
        return None
    if type(value) is str and type(part) is str:
        run.charge(1 + (len(value) >> 4))
        if not part:
            return [] if all_ else None
        if not all_:
            place = value.rfind(part) if last else value.find(part)
            return None if place < 0 else place
        found: list[int] = []
        place = value.find(part)
        while place >= 0:
            run.charge(1 + (len(part) >> 6))
            found.append(place)
            place = value.find(part, place + 1)
        return found
    if type(value) is list:
        found = values.indices(value, part if type(part) is list else [part], run)
        if all_:
            return found
        return None if not found else found[-1 if last else 0]
    raise Fail(f"{name}: {preview(part)} cannot be looked for in {preview(value)}")


def _indices(run: Run, value: Any, part: Any) -> Any:
    return _places(value, part, "indices", run, all_=True)


def _index(run: Run, value: Any, part: Any) -> Any:
    return _places(value, part, "index", run)


def _rindex(run: Run, value: Any, part: Any) -> Any:
    return _places(value, part, "rindex", run, last=True)


def _flatten(run: Run, value: Any) -> list[Any]:
    return values.flatten(values.iterate(value), -1.0, run)


def _flatten_to(run: Run, value: Any, levels: Any) -> list[Any]:
    items = values.iterate(value)
    depth = numbers.to_float(_number(levels, "flatten"))
    if not depth >= 0:
        raise Fail("flatten needs a depth that is not negative")
    return values.flatten(items, depth, run)


def _sort(run: Run, value: Any) -> list[Any]:
    return values.sort(_array(value, "sort"), run)


def _unique(run: Run, value: Any) -> list[Any]:
    return [group[0] for group in groups(_array(value, "unique"), value, run)]


def groups(items: list[Any], keys: list[Any], run: Run) -> list[list[Any]]:
    """The items in groups of equal keys, groups in the order of the keys."""
    result: list[list[Any]] = []
    last: Any = None
    for place in values.order(keys, run):
        if result and values.compare(last, keys[place], run) == 0:
            result[-1].append(items[place])
        else:
            run.charge(1)
            result.append([items[place]])
            last = keys[place]
    return result


def extreme(items: list[Any], keys: list[Any], run: Run, *, largest: bool) -> Any:
    """The item with the smallest key (the first of equal ones) or the largest (the last of equal ones)."""
    if not items:
        return None
    best = 0
    for place in range(1, len(items)):
        run.left -= 1
        if run.left < 0:
            raise run.over()
        if (values.compare(keys[best], keys[place], run) > 0) is not largest:
            best = place
    return items[best]


def _min(run: Run, value: Any) -> Any:
    items = _array(value, "min")
    return extreme(items, items, run, largest=False)


def _max(run: Run, value: Any) -> Any:
    items = _array(value, "max")
    return extreme(items, items, run, largest=True)


def _transpose(run: Run, value: Any) -> list[Any]:
    rows = _array(value, "transpose")
    for row in rows:
        _array(row, "transpose")
    width = max((len(row) for row in rows), default=0)
    run.charge(1 + width * len(rows))
    return [[row[column] if column < len(row) else None for row in rows] for column in range(width)]


def _bsearch(run: Run, value: Any, wanted: Any) -> int:
    items = _array(value, "bsearch")
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if values.compare(items[middle], wanted, run) >= 0:
            high = middle
        else:
            low = middle + 1
    if low < len(items) and values.compare(items[low], wanted, run) == 0:
        return low
    return -low - 1


def _setpath(run: Run, value: Any, path: Any, new: Any) -> Any:
    return paths.set_path(value, path, new, run)


def _isnan(run: Run, value: Any) -> bool:
    if value is None:
        return False
    return bool(_number(value, "isnan") != value)


def _isfinite(run: Run, value: Any) -> bool:
    return type(value) in (int, float) and not math.isinf(numbers.to_float(value))


def _isinfinite(run: Run, value: Any) -> bool:
    return type(value) in (int, float) and math.isinf(numbers.to_float(value))


def _isnormal(run: Run, value: Any) -> bool:
    if type(value) not in (int, float):
        return False
    x = abs(numbers.to_float(value))
    return 2.2250738585072014e-308 <= x < math.inf


def _error(run: Run, value: Any) -> Any:
    raise Fail(value)


def _error_with(run: Run, value: Any, message: Any) -> Any:
    raise Fail(message)


# -- time


def _dated(name: str, *args: Any) -> Any:
    # Loaded with the first expression that has a date: most have none.
    from workload_map.jq import dates

    try:
        return getattr(dates, name)(*args)
    except dates.DateError as error:
        raise Fail(str(error)) from None


def _zone(run: Run) -> Any:
    from workload_map.jq import dates

    return dates.UTC if run.zone is None else run.zone


def _now(run: Run, value: Any) -> float:
    if run.clock is None:
        raise Fail("now: no clock was given")
    return run.clock()


def _names(arity: int, names: str) -> set[tuple[str, int]]:
    return {(name, arity) for name in names.split()}


MATH_NAMES: frozenset[tuple[str, int]] = frozenset(
    _names(
        0,
        "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh floor ceil round trunc nearbyint rint "
        "significand fabs sqrt cbrt exp exp10 exp2 expm1 log log10 log2 log1p logb gamma tgamma lgamma erf "
        "erfc j0 j1 y0 y1 frexp modf",
    )
    | _names(
        2,
        "atan2 copysign drem remainder fdim fmax fmin fmod hypot nextafter nexttoward ldexp scalb scalbln "
        "pow jn yn",
    )
    | _names(3, "fma")
)
"""What module builtins_math has; it is loaded when one of these is first called."""


def _mathematical(name: str, arity: int) -> Callable[..., Any]:
    def call(run: Run, value: Any, *args: Any) -> Any:
        from workload_map.jq.builtins_math import MATH

        return MATH[name, arity](run, value, *args)

    return call


NATIVE: dict[tuple[str, int], Callable[..., Any]] = {
    **{key: _mathematical(*key) for key in MATH_NAMES},
    **TEXT,
    ("length", 0): _length,
    ("abs", 0): _abs,
    ("not", 0): lambda run, value: value is None or value is False,
    ("keys", 0): _keys,
    ("has", 1): _has,
    ("to_entries", 0): _to_entries,
    ("from_entries", 0): _from_entries,
    ("add", 0): _add,
    ("type", 0): lambda run, value: values.type_name(value),
    ("reverse", 0): _reverse,
    ("contains", 1): _contains,
    ("indices", 1): _indices,
    ("index", 1): _index,
    ("rindex", 1): _rindex,
    ("flatten", 0): _flatten,
    ("flatten", 1): _flatten_to,
    ("sort", 0): _sort,
    ("unique", 0): _unique,
    ("min", 0): _min,
    ("max", 0): _max,
    ("transpose", 0): _transpose,
    ("bsearch", 1): _bsearch,
    ("setpath", 2): _setpath,
    ("delpaths", 1): lambda run, value, which: paths.delete_paths(value, which, run),
    ("getpath", 1): lambda run, value, path: paths.get_path(value, path, run),
    ("infinite", 0): lambda run, value: math.inf,
    ("nan", 0): lambda run, value: math.nan,
    ("isnan", 0): _isnan,
    ("isfinite", 0): _isfinite,
    ("isinfinite", 0): _isinfinite,
    ("isnormal", 0): _isnormal,
    ("error", 0): _error,
    ("error", 1): _error_with,
    ("env", 0): lambda run, value: {},
    ("now", 0): _now,
    ("gmtime", 0): lambda run, value: _dated("gmtime", value),
    ("localtime", 0): lambda run, value: _dated("localtime", value, _zone(run)),
    ("mktime", 0): lambda run, value: _dated("mktime", value),
    ("strftime", 1): lambda run, value, form: run.string(_dated("strftime", value, form)),
    ("strflocaltime", 1): lambda run, value, form: run.string(
        _dated("strflocaltime", value, form, _zone(run))
    ),
    ("strptime", 1): lambda run, value, form: _dated("strptime", value, form),
    ("todate", 0): lambda run, value: _dated("todate", value),
    ("todateiso8601", 0): lambda run, value: _dated("todate", value),
    ("fromdate", 0): lambda run, value: _dated("fromdate", value),
    ("fromdateiso8601", 0): lambda run, value: _dated("fromdate", value),
}
"""Functions by name and number of arguments; each takes the run, the input and the arguments."""

# SPDX-License-Identifier: Apache-2.0
"""jq's own functions, as far as what they give can be told from what they get."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from workload_map.definition.crdcheck import kinds, operators, steps, values
from workload_map.definition.crdcheck.kinds import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING
from workload_map.definition.crdcheck.values import Array, At, Const, Missing, Object, Value
from workload_map.jq import ast

if TYPE_CHECKING:
    from workload_map.definition.crdcheck.interpret import Env, Interpreter

__all__ = ["call"]


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


_RESULTS: Final = {
    STRING: (
        "ascii_downcase ascii_upcase ltrimstr rtrimstr trimstr trim ltrim rtrim join tostring tojson type sub gsub "
        "todate todateiso8601 strftime strflocaltime implode format"
    ),
    NUMBER: (
        "length utf8bytelength tonumber abs floor ceil round trunc sqrt pow log now range mktime fromdate "
        "fromdateiso8601 infinite nan index rindex bsearch"
    ),
    BOOLEAN: (
        "not any all has in inside contains startswith endswith test isempty isfinite isinfinite isnan isnormal "
        "toboolean"
    ),
}
_GIVES: Final = {name: mask for mask, names in _RESULTS.items() for name in names.split()}
_MAYBE_NULL: Final = frozenset(("index", "rindex"))

# What a function must get; null apart, which is what a field gives that is not there.
_NEEDS: Final = {
    **dict.fromkeys(
        _set(
            "ascii_downcase ascii_upcase startswith endswith test match capture scan split splits sub gsub explode "
            "fromjson trim ltrim rtrim fromdate fromdateiso8601 strptime utf8bytelength"
        ),
        STRING,
    ),
    **dict.fromkeys(_set("tonumber"), STRING | NUMBER),
    **dict.fromkeys(_set("floor ceil round trunc sqrt abs todate"), NUMBER),
    **dict.fromkeys(
        _set(
            "sort sort_by group_by unique unique_by min max min_by max_by first last reverse flatten join "
            "from_entries implode transpose"
        ),
        ARRAY,
    ),
    **dict.fromkeys(_set("keys map add any all map_values to_entries with_entries"), ARRAY | OBJECT),
    "reverse": ARRAY | STRING,
}
# With these numbers of arguments a function works on what an argument gives, not on its input.
_ELSEWHERE: Final = frozenset({("any", 2), ("all", 2), ("first", 1), ("last", 1), ("add", 1)})

_KINDS: Final = {
    "nulls": NULL,
    "booleans": BOOLEAN,
    "numbers": NUMBER,
    "strings": STRING,
    "arrays": ARRAY,
    "objects": OBJECT,
    "iterables": ARRAY | OBJECT,
    "scalars": NULL | BOOLEAN | NUMBER | STRING,
    "values": kinds.ALL & ~NULL,
}
_SORTED: Final = frozenset(("sort", "unique", "reverse"))
_BY: Final = frozenset(("sort_by", "unique_by"))
_EXTREMES: Final = frozenset(("min", "max"))
# Their arguments run on the function's input, each giving a value.
_PLAIN_ARGS: Final = _set(
    "startswith endswith ltrimstr rtrimstr trimstr test match capture scan split splits sub gsub join index rindex "
    "indices has in inside contains range pow log getpath format strftime strptime strflocaltime flatten bsearch "
    "setpath delpaths error"
)

_Special = Callable[["Interpreter", ast.Call, Value, "Env"], Value]


def call(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    """What a call of a builtin gives for the input `at`."""
    name, args = node.name, node.args
    if name == "empty" or name in ("error", "halt", "halt_error"):
        for arg in args:
            interpreter.visit(arg, at, env)
        return values.EMPTY
    if name in ("true", "false", "null") and not args:
        return values.const({"true": True, "false": False, "null": None}[name])
    at = _needed(interpreter, node, at)
    if name in _KINDS and not args:
        return at.without(kinds.ALL & ~_KINDS[name])
    special = _SPECIAL.get((name, len(args)))
    if special is not None:
        return special(interpreter, node, at, env)
    if name in _PLAIN_ARGS:
        for arg in args:
            interpreter.visit(arg, at, env)
    else:
        # What these arguments run on is not followed; what they read through variables still is.
        for arg in args:
            interpreter.visit(arg, values.ANY, env)
    if name in _GIVES:
        return values.some(_GIVES[name] | (NULL if name in _MAYBE_NULL else 0))
    if name in ("split", "explode", "indices"):
        item = values.STRINGS if name == "split" else values.NUMBERS
        return values.array(item)
    if name == "splits":
        return values.STRINGS
    return values.ANY


def _needed(interpreter: Interpreter, node: ast.Call, at: Value) -> Value:
    """The input, or nothing known after it was reported that no such input can be used."""
    needs = _NEEDS.get(node.name)
    if needs is None or (node.name, len(node.args)) in _ELSEWHERE or not at.atoms:
        return at
    if at.mask & needs or at.mask == NULL or at.has_missing:
        return at
    places = [atom for atom in at.atoms if isinstance(atom, At)]
    what = f"{interpreter.report.title} {places[0].node} is " if places else "this is "
    interpreter.report.add(
        "crd.input",
        f"{what}{kinds.words(at.mask)}, and {node.name} needs {kinds.words(needs)}",
        node.span,
        node=places[0].node if places else None,
    )
    return values.ANY


def _items(interpreter: Interpreter, at: Value, node: ast.Node) -> Value:
    """The items of the input, for functions that go through it."""
    return steps.each(interpreter.report, at, node.span)


def _select(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    interpreter.test(node.args[0], at, env)
    return at


def _map(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    return values.array(interpreter.visit(node.args[0], _items(interpreter, at, node), env))


def _map_values(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    inner = interpreter.visit(node.args[0], _items(interpreter, at, node), env)
    found = []
    if at.mask & ARRAY:
        found.append(values.array(inner))
    if at.mask & OBJECT:
        found.append(Value((Object({}, inner),)))
    return values.union(found)


def _any_all(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    if len(node.args) == 2:
        source = interpreter.visit(node.args[0], at, env)
    else:
        source = _items(interpreter, at, node)
    if node.args:
        interpreter.test(node.args[-1], source, env)
    return values.BOOLEANS


def _to_entries(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    del env
    return values.array(_entries(interpreter, node, at))


def _entries(interpreter: Interpreter, node: ast.Call, at: Value) -> Value:
    found = []
    for atom in at.atoms:
        here = Value((atom,))
        if isinstance(atom, Missing):
            found.append(here)
        elif isinstance(atom, At) and not atom.node.unknown:
            names = atom.node.names()
            keys = [*map(values.const, names), *([values.STRINGS] if atom.node.values() else [])]
            if atom.node.kinds & ARRAY:
                keys = [values.NUMBERS]
            found.append(_entry(values.union(keys), _items(interpreter, here, node)))
        elif isinstance(atom, Object):
            keys = [*map(values.const, atom.fields), *([values.STRINGS] if atom.rest is not None else [])]
            found.append(_entry(values.union(keys), _items(interpreter, here, node)))
        elif isinstance(atom, Array):
            found.append(_entry(values.NUMBERS, atom.items))
        elif not (isinstance(atom, Const) and atom.value is None):
            found.append(_entry(values.some(STRING | NUMBER), values.ANY))
    return values.union(found)


def _entry(key: Value, value: Value) -> Value:
    return Value((Object({"key": key, "value": value}),))


def _from_entries(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    del env
    return _collected(interpreter, node, _items(interpreter, at, node))


def _collected(interpreter: Interpreter, node: ast.Call, entries: Value) -> Value:
    found = []
    for atom in entries.atoms:
        if isinstance(atom, Object):
            keys = [
                atom.fields[name] for name in ("key", "Key", "k", "K", "name", "Name") if name in atom.fields
            ]
            wrong = values.union(keys).mask & ~NULL
            if wrong and not wrong & ~(OBJECT | ARRAY):
                message = f"the key of an entry is {kinds.words(wrong)}, which {node.name} does not take"
                interpreter.report.add("crd.input", message, node.span)
            # jq takes several spellings of both.
            found += [atom.fields[name] for name in ("value", "Value", "v", "V") if name in atom.fields]
        elif isinstance(atom, At):
            for name in ("value", "v"):
                inner = atom.node.field(name)
                if inner is not None:
                    found.append(Value((At(inner, True),)))
        elif not isinstance(atom, Const):
            found.append(values.ANY)
    return Value((Object({}, values.union(found)),))


def _with_entries(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    entries = interpreter.visit(node.args[0], _entries(interpreter, node, at), env)
    return _collected(interpreter, node, entries)


def _keys(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    del env
    found = []
    for atom in at.atoms:
        if isinstance(atom, At) and atom.node.kinds == OBJECT and atom.node.values() is None:
            steps.all_fields(interpreter.report, atom.node, "keys", node.span)
            found += [values.const(name) for name in atom.node.names()]
        elif isinstance(atom, Object) and atom.rest is None:
            found += [values.const(name) for name in atom.fields]
        else:
            mask = Value((atom,)).mask
            found += [values.STRINGS] if mask & OBJECT else []
            found += [values.NUMBERS] if mask & ARRAY else []
    return values.array(values.union(found))


def _has(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    key = interpreter.test(node.args[0], at, env)
    before = interpreter.report.begin_test()
    for atom in key.atoms:
        if isinstance(atom, Const) and isinstance(atom.value, str):
            steps.field(interpreter.report, at.without(NULL), atom.value, node.span)
    interpreter.report.end_test(before)
    return values.BOOLEANS


def _same_items(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    if node.name == "reverse" and at.mask & STRING:
        return at
    items = _items(interpreter, at, node)
    for arg in node.args:
        interpreter.visit(arg, items, env)
    return values.array(items)


def _group_by(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    items = _items(interpreter, at, node)
    interpreter.visit(node.args[0], items, env)
    return values.array(values.array(items))


def _one_item(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    items = _items(interpreter, at, node)
    if node.name in _EXTREMES:
        _comparable(interpreter, node, items)
    for arg in node.args:
        interpreter.visit(arg, items, env)
    return items


def _comparable(interpreter: Interpreter, node: ast.Call, items: Value) -> None:
    """``min`` of a number and an object is the number, whatever it is; ``add`` of the two is an error."""
    masks = [Value((atom,)).mask & ~NULL for atom in items.atoms]
    common = kinds.ALL
    for mask in masks:
        common &= mask or kinds.ALL
    if common:
        return
    words = " and ".join(sorted({kinds.words(mask) for mask in masks if mask}))
    adds = node.name == "add"
    interpreter.report.add(
        "crd.arithmetic" if adds else "crd.never-equal",
        f"{node.name} of {words}" + (" is an error" if adds else ": the kinds decide, not the values"),
        node.span,
        severity="warning",
    )


def _first(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    del env
    return steps.item(interpreter.report, at, node.span)


def _same_results(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    """``first(f)`` and the like: some of what the last argument gives."""
    for arg in node.args[:-1]:
        interpreter.visit(arg, at, env)
    return interpreter.visit(node.args[-1], at, env)


def _nth(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    return steps.at_key(interpreter.report, at, interpreter.visit(node.args[0], at, env), node.span)


def _add(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    items = interpreter.visit(node.args[0], at, env) if node.args else _items(interpreter, at, node)
    _comparable(interpreter, node, items)
    mask = items.mask & ~NULL
    if mask in (NUMBER, STRING):
        return values.some(mask)
    if mask == ARRAY:
        return items.without(NULL)
    built = [atom for atom in items.atoms if isinstance(atom, Object)]
    if mask == OBJECT and len(built) == len(items.atoms):
        inner = [value for atom in built for value in atom.fields.values()]
        inner += [atom.rest for atom in built if atom.rest is not None]
        return Value((Object({}, values.union(inner)),))
    return values.ANY


def _flatten(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    for arg in node.args:
        interpreter.visit(arg, at, env)
    items = _items(interpreter, at, node)
    for _ in range(4):
        lists = items.without(kinds.ALL & ~ARRAY)
        if not lists.atoms or lists.mask == kinds.ALL:
            break
        items = values.union([items.without(ARRAY), _items(interpreter, lists, node)])
    return values.array(items)


def _in(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    """``IN(f)`` and ``IN(source; f)``: an equality with each result."""
    source = interpreter.test(node.args[0], at, env) if len(node.args) == 2 else at
    wanted = interpreter.test(node.args[-1], at, env)
    return operators.compare(interpreter.report, "==", source, wanted, node.span)


def _path(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    interpreter.visit(node.args[0], at, env)
    return values.array(values.some(STRING | NUMBER))


def _changed(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    """``del(f)``, ``pick(f)``: parts of the input."""
    interpreter.visit(node.args[0], at, env)
    return at


def _getpath(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    """``getpath(["a", 0])`` with a path that is written out is followed as ``.a[0]``."""
    arg = node.args[0]
    if not isinstance(arg, ast.Array):
        interpreter.visit(arg, at, env)
        return values.ANY
    inner = arg.body
    parts = () if inner is None else inner.items if isinstance(inner, ast.Comma) else (inner,)
    value = at
    for part in parts:
        if not isinstance(part, ast.Literal):
            interpreter.visit(arg, at, env)
            return values.ANY
        value = steps.at_key(interpreter.report, value, values.const(part.value), part.span)
    return value


def _index(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    """``INDEX(rows; key)`` and ``INDEX(key)``: the rows by their key."""
    rows = interpreter.visit(node.args[0], at, env) if len(node.args) == 2 else _items(interpreter, at, node)
    interpreter.visit(node.args[-1], rows, env)
    return Value((Object({}, rows),))


def _recurse(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    for arg in node.args:
        interpreter.visit(arg, values.ANY, env)
    return values.union([at, values.ANY])


def _is_empty(interpreter: Interpreter, node: ast.Call, at: Value, env: Env) -> Value:
    interpreter.test(node.args[0], at, env)
    return values.BOOLEANS


_SPECIAL: Final[dict[tuple[str, int], _Special]] = {
    ("select", 1): _select,
    ("map", 1): _map,
    ("map_values", 1): _map_values,
    ("any", 0): _any_all,
    ("all", 0): _any_all,
    ("any", 1): _any_all,
    ("all", 1): _any_all,
    ("any", 2): _any_all,
    ("all", 2): _any_all,
    ("to_entries", 0): _to_entries,
    ("from_entries", 0): _from_entries,
    ("with_entries", 1): _with_entries,
    ("keys", 0): _keys,
    ("has", 1): _has,
    **{(name, 0): _same_items for name in _SORTED},
    **{(name, 1): _same_items for name in _BY},
    ("group_by", 1): _group_by,
    **{(name, 0): _one_item for name in _EXTREMES},
    ("min_by", 1): _one_item,
    ("max_by", 1): _one_item,
    ("first", 0): _first,
    ("last", 0): _first,
    ("first", 1): _same_results,
    ("last", 1): _same_results,
    ("limit", 2): _same_results,
    ("skip", 2): _same_results,
    ("nth", 2): _same_results,
    ("nth", 1): _nth,
    ("add", 0): _add,
    ("add", 1): _add,
    ("flatten", 0): _flatten,
    ("flatten", 1): _flatten,
    ("IN", 1): _in,
    ("IN", 2): _in,
    ("path", 1): _path,
    ("del", 1): _changed,
    ("pick", 1): _changed,
    ("getpath", 1): _getpath,
    ("INDEX", 1): _index,
    ("INDEX", 2): _index,
    ("recurse", 1): _recurse,
    ("recurse", 2): _recurse,
    ("isempty", 1): _is_empty,
}

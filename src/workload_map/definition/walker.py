# SPDX-License-Identifier: Apache-2.0
"""All structural faults of a definition at once, each with its path; driven by the model's own shapes.

The walker also gives a *repaired* value: what was wrong is replaced by a stand-in of the right type, so that
msgspec can always convert it and the semantic rules can say what they find elsewhere in the same run.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from workload_map.definition.model import API_VERSION, KIND, Definition
from workload_map.definition.shapes import Field, Path, Shape, shape_of
from workload_map.problems import Severity

__all__ = ["MISSING", "Finding", "is_missing", "quoted", "suggestion", "walk", "walk_definition"]

#: Stands for a text that is missing or of a wrong type. No YAML text can hold it; rules pass over it.
MISSING: Final = "\0"

#: Fields of a Kubernetes object's metadata that say nothing about the definition: known, and not kept.
_SERVER_METADATA: Final = frozenset(
    {
        "creationTimestamp",
        "deletionGracePeriodSeconds",
        "deletionTimestamp",
        "finalizers",
        "generateName",
        "generation",
        "managedFields",
        "namespace",
        "ownerReferences",
        "resourceVersion",
        "selfLink",
        "uid",
    }
)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A fault before it has a line and a column: `path` leads to it inside the definition; with `key` it is
    about the field's name, with `inside` about this character of this text, which is the value there."""

    code: str
    message: str
    path: Path
    severity: Severity = "error"
    key: bool = False
    inside: tuple[str, int] | None = None


def is_missing(text: str | None) -> bool:
    """Whether `text` is the stand-in for something already reported."""
    return text == MISSING


def suggestion(name: str, known: Iterable[str]) -> str:
    """``; did you mean "x"?`` where one of `known` is close to `name`, else nothing."""
    names = list(known)
    if len(name) > 100 or len(names) > 500:
        # Nobody mistyped this, and comparing takes as long as the texts are.
        return ""
    folded = {item.lower(): item for item in names}
    close = folded.get(name.lower()) or next(
        iter(difflib.get_close_matches(name, names, n=1, cutoff=0.7)), None
    )
    return f'; did you mean "{close}"?' if close else ""


def quoted(text: str) -> str:
    """A text from a document as a message shows it: short, and without control characters."""
    short = text if len(text) <= 60 else text[:59] + "…"
    return '"' + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in short) + '"'


def walk_definition(value: Any, *, unknown: Severity = "error") -> tuple[dict[str, Any], list[Finding]]:
    """The repaired builtins of one definition object, and everything that is wrong with its structure.

    `unknown` is how severe an unknown field is.
    """
    walker = _Walker(unknown)
    shape = shape_of(Definition)
    if not isinstance(value, Mapping):
        walker.wrong_type((), "an object", value)
        return _stand_in(shape), walker.findings
    constants = {"apiVersion": API_VERSION, "kind": KIND}
    for name, wanted in constants.items():
        found = value.get(name)
        if found is None:
            walker.add("definition.required", f'"{name}" is missing: it must be {wanted}', (name,))
        elif found != wanted:
            walker.add(
                "definition.not-a-definition", f"{name} must be {wanted}, not {_shown(found)}", (name,)
            )
    inner = {key: item for key, item in value.items() if key not in constants}
    return walker.struct(inner, shape, ()), walker.findings


def walk(
    value: Any, struct: type[msgspec.Struct], *, unknown: Severity = "error"
) -> tuple[dict[str, Any], list[Finding]]:
    """The same for any struct of the model."""
    walker = _Walker(unknown)
    return walker.value(value, shape_of(struct), ()), walker.findings


class _Walker:
    def __init__(self, unknown: Severity) -> None:
        self.unknown: Severity = unknown
        self.findings: list[Finding] = []

    def add(
        self, code: str, message: str, path: Path, *, severity: Severity = "error", key: bool = False
    ) -> None:
        self.findings.append(Finding(code=code, message=message, path=path, severity=severity, key=key))

    def wrong_type(self, path: Path, wanted: str, value: Any) -> None:
        hint = ""
        if wanted == "a text" and isinstance(value, bool | int | float):
            hint = "; put it in quotes"
        self.add("definition.type", f"expected {wanted}, not {_shown(value)}{hint}", path)

    def value(self, value: Any, shape: Shape, path: Path) -> Any:
        """`value` made to fit `shape`; what did not fit is a finding."""
        match shape.kind:
            case "struct":
                if isinstance(value, Mapping):
                    return self.struct(value, shape, path)
                self.wrong_type(path, "an object", value)
            case "list":
                if isinstance(value, list | tuple):
                    return self.items(value, shape, path)
                self.wrong_type(path, "a list", value)
            case "map":
                if isinstance(value, Mapping):
                    return self.map(value, shape, path)
                self.wrong_type(path, "an object", value)
            case "string":
                if isinstance(value, str):
                    return self.text(value, shape, path)
                self.wrong_type(path, "a text", value)
            case "integer":
                if isinstance(value, int) and not isinstance(value, bool):
                    if shape.minimum is None or value >= shape.minimum:
                        return value
                    self.add("definition.range", f"{value} is less than {shape.minimum}", path)
                else:
                    self.wrong_type(path, "an integer", value)
            case "boolean":
                if isinstance(value, bool):
                    return value
                self.wrong_type(path, "true or false", value)
        return _stand_in(shape)

    def struct(self, value: Mapping[Any, Any], shape: Shape, path: Path) -> dict[str, Any]:
        known = {field.name: field for field in shape.fields}
        kept: dict[str, Any] = {}
        for name, item in value.items():
            if not isinstance(name, str) or name not in known:
                self.unknown_field(str(name), known, shape, path)
            elif item is not None:
                # null is "not given", as the API server reads it.
                kept[name] = self.value(item, known[name].shape, (*path, name))
        for field in shape.fields:
            if field.required and field.name not in kept:
                self.add(
                    "definition.required", f'"{field.name}" is missing{_why(field)}', (*path, field.name)
                )
                kept[field.name] = _stand_in(field.shape)
        return kept

    def unknown_field(self, name: str, known: Iterable[str], shape: Shape, path: Path) -> None:
        if path == ("metadata",) and name in _SERVER_METADATA:
            return
        near = suggestion(name, known)
        self.add(
            "definition.unknown-field",
            f"unknown field {quoted(name)}{near}",
            (*path, name),
            severity=self.unknown,
            key=True,
        )

    def items(self, value: list[Any] | tuple[Any, ...], shape: Shape, path: Path) -> list[Any]:
        assert shape.item is not None
        if shape.min_length is not None and len(value) < shape.min_length:
            self.add("definition.too-few", f"at least {shape.min_length} is needed, not {len(value)}", path)
            return _stand_in(shape)  # type: ignore[no-any-return]  # of a list, a list
        kept = [self.value(item, shape.item, (*path, index)) for index, item in enumerate(value)]
        if shape.keys is not None:
            self.distinct(kept, shape, path)
        return kept

    def distinct(self, items: list[Any], shape: Shape, path: Path) -> None:
        """The list types of the CRD: no two items with equal keys."""
        seen: dict[tuple[Any, ...], int] = {}
        for index, item in enumerate(items):
            key = tuple(item.get(name) for name in shape.keys) if shape.keys else (item,)
            if MISSING in key or any(part is None for part in key):
                continue
            first = seen.setdefault(key, index)
            if first != index:
                what = " and ".join(
                    f"{name} {quoted(part)}" for name, part in zip(shape.keys or (), key, strict=False)
                )
                self.add(
                    "definition.duplicate-name" if shape.keys == ("name",) else "definition.duplicate-entry",
                    f"{what or 'this'} is already at {_position(path, first)}",
                    (*path, index, shape.keys[-1]) if shape.keys else (*path, index),
                )

    def map(self, value: Mapping[Any, Any], shape: Shape, path: Path) -> dict[str, Any]:
        assert shape.item is not None
        if shape.min_length is not None and len(value) < shape.min_length:
            self.add("definition.too-few", "it must not be empty", path)
            return _stand_in(shape)  # type: ignore[no-any-return]  # of a map, a dict
        kept = {}
        for key, item in value.items():
            name = str(key)
            if item is None:
                self.wrong_type((*path, name), "a text", item)
                kept[name] = MISSING
            else:
                kept[name] = self.value(item, shape.item, (*path, name))
        return kept

    def text(self, value: str, shape: Shape, path: Path) -> str:
        if shape.enum and value not in shape.enum:
            near = suggestion(value, shape.enum)
            self.add("definition.enum", f"{quoted(value)} is none of {', '.join(shape.enum)}{near}", path)
            return shape.enum[0]
        if shape.min_length is not None and len(value) < shape.min_length:
            self.add("definition.empty", "it must not be empty", path)
            return MISSING
        if shape.max_length is not None and len(value) > shape.max_length:
            self.add("definition.too-long", f"{len(value)} characters are more than {shape.max_length}", path)
            return _stand_in(shape)  # type: ignore[no-any-return]  # of a string, a str
        # Python's "$" also matches before a last newline; RE2's, which the CRD speaks, does not.
        if shape.pattern is not None and (value[-1:] == "\n" or re.search(shape.pattern, value) is None):
            self.add("definition.pattern", f"{quoted(value)} is not legal here: {shape.description}", path)
            return _stand_in(shape)  # type: ignore[no-any-return]  # of a string, a str
        return value


def _stand_in(shape: Shape) -> Any:
    """A value that converts, in the place of one that was wrong."""
    match shape.kind:
        case "struct":
            return {field.name: _stand_in(field.shape) for field in shape.fields if field.required}
        case "list":
            # One nameless item: what refers to an item by name cannot be told to be wrong.
            return [_stand_in(shape.item)] if shape.item else []
        case "map":
            return {MISSING: MISSING} if shape.min_length else {}
        case "string":
            # Patterns of the model take "x"; only names and conditions have one.
            return shape.enum[0] if shape.enum else "x" if shape.pattern else MISSING
        case "integer":
            return shape.minimum or 0
        case "boolean":
            return False


def _why(field: Field) -> str:
    text = field.shape.description
    return f" ({text[0].lower()}{text[1:].rstrip('.')})" if text else ""


def _position(path: Path, index: int) -> str:
    return f"{path[-1]}[{index}]" if path else f"[{index}]"


def _shown(value: Any) -> str:
    """A value in a message: its type, and itself where it is short."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            text = str(value) if not isinstance(value, int) or value.bit_length() < 128 else "…"
            return f"the number {text}"
        case str():
            return quoted(value)
        case Mapping():
            return "an object"
        case list() | tuple():
            return "a list"
    return f"a value of type {type(value).__name__}"

# SPDX-License-Identifier: Apache-2.0
"""``docs/reference/definition.md``: the format field by field, from the model."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Final

import msgspec

from scripts.docs.text import code, table
from workload_map.definition import rules
from workload_map.definition.model import API_VERSION, EXTENSIONS_ANNOTATION, KIND, Definition
from workload_map.definition.roles import Role
from workload_map.definition.shapes import Shape, shape_of

__all__ = ["GIVES", "page"]

_TOP: Final = f"""# The format of a definition

A definition is a Kubernetes object, `apiVersion: {API_VERSION}`, `kind: {KIND}`, cluster-scoped. It describes one kind
in one version. This page lists every field; [describe your own kind](../guide-own-kind.md) shows how one is written,
`wmap validate` checks it, and `wmap definitions NAME -o yaml` prints one that is in use. The CRD of the format is
[crd.yaml](../../src/workload_map/definition/crd.yaml).

A field whose type is *jq* holds an expression. It runs on the **object** (the workload itself, also for the components
inside it) or on one **pod**, and each of its results must be what the table says; `null` means "not known" everywhere
but for ids. Through an expression that is marked *written* a value may also be set: it should denote a path
(`.spec.workers[].template`), which a computed value does not. Expressions only read: assignments, deletions,
endless recursion, input and environment are refused.

Of a component with several instances, `instanceIdPath` gives one id for each, and each expression for its templates and
numbers gives one result for each, in the same order. Note that `.a[].x // 1` gives *one* 1 where all are missing: write
`.a[] | (.x // 1)`.

What stands under `spec.extensions` goes beyond what other readers of the format know. It may also stand, as JSON, in
the annotation `{EXTENSIONS_ANNOTATION}`, which every cluster keeps; `--portable` output has that form.

## What an expression gives

"""

#: What each word for a result means.
GIVES: Final = {
    "id": "a name, not empty; an integer counts as text",
    "template": "a PodTemplateSpec (metadata and spec), or null: this instance has none",
    "pod-spec": "a PodSpec, or null",
    "metadata": "labels and annotations of the pods",
    "string": "a string",
    "string-map": "a map of strings",
    "resources": "ResourceRequirements: requests and limits",
    "resource-claims": "a list of a pod's resource claims",
    "pod-affinity": "a pod affinity",
    "node-affinity": "a node affinity",
    "containers": "a list of containers",
    "container": "one container",
    "integer": "a whole number of 0 or more; a string of digits counts",
    "boolean": "true or false",
    "key": "a string, an integer or a boolean; null and nothing: the pod has none",
    "phase": "a string",
    "conditions": "a list of conditions",
    "any": "anything",
}


def page() -> str:
    """The text of the page."""
    lines = [_TOP + table(["Word", "Each result is"], [[word, text] for word, text in GIVES.items()])]
    for path, shape in _structs(shape_of(Definition)):
        lines.append(_section(path, shape))
    return "\n".join(lines)


def _structs(top: Shape) -> Iterator[tuple[str, Shape]]:
    """Every struct once, with the first place where it stands, in document order, each before what is in it."""
    seen: set[type[msgspec.Struct]] = set()
    waiting = [("", top)]
    while waiting:
        path, shape = waiting.pop(0)
        assert shape.struct is not None
        if shape.struct in seen:
            continue
        seen.add(shape.struct)
        yield path, shape
        inner = []
        for field in shape.fields:
            below = field.shape.item if field.shape.kind == "list" else field.shape
            if below is not None and below.kind == "struct":
                step = f"{field.name}[]" if field.shape.kind == "list" else field.name
                inner.append((f"{path}.{step}" if path else step, below))
        waiting[:0] = inner


def _section(path: str, shape: Shape) -> str:
    assert shape.struct is not None
    text = f"## {_title(shape)}\n\n"
    if path:
        text += f"First at `{path}`. "
    text += f"{_meaning(shape)}\n\n"
    rows = []
    if shape.struct is Definition:
        rows.append(["`apiVersion`", "string", "yes", f"Always `{API_VERSION}`."])
        rows.append(["`kind`", "string", "yes", f"Always `{KIND}`."])
    rows += [
        [
            code(field.name),
            _type(field.shape),
            "yes" if field.required else "no",
            _description(field.shape, field.default),
        ]
        for field in shape.fields
    ]
    text += table(["Field", "Type", "Required", "Meaning"], rows)
    for rule in rules.rules_for(shape.struct):
        text += f"\n* {code(rule.code)}: {rule.message}."
    return text.rstrip("\n") + "\n"


def _title(shape: Shape) -> str:
    assert shape.struct is not None
    return shape.struct.__name__


def _anchor(shape: Shape) -> str:
    return f"[{_title(shape)}](#{_title(shape).lower()})"


def _meaning(shape: Shape) -> str:
    text = inspect.getdoc(shape.struct) or ""
    # Names of Python attributes are those of the fields here.
    names = {f"`{field.attribute}`": f"`{field.name}`" for field in shape.fields}
    for attribute, name in names.items():
        text = text.replace(attribute, name)
    return " ".join(text.split("\n\n")[0].replace("``", "`").split())


def _type(shape: Shape) -> str:
    if shape.role is not None:
        return _jq(shape.role)
    match shape.kind:
        case "struct":
            return _anchor(shape)
        case "list":
            assert shape.item is not None
            of = f"list of {_type(shape.item)}"
            if shape.keys:
                of += f", unique by {' and '.join(map(code, shape.keys))}"
            elif shape.keys == ():
                of += ", each once"
            return of
        case "map":
            assert shape.item is not None
            return f"map of {_type(shape.item)}"
        case "string" if shape.enum:
            return " or ".join(map(code, shape.enum))
        case _:
            return shape.kind if shape.format is None else f"{shape.kind} ({shape.format})"


def _jq(role: Role) -> str:
    return f"jq on the {role.on}: {role.gives}{', written' if role.written else ''}"


def _description(shape: Shape, default: object) -> str:
    text = shape.description or (_meaning(shape) if shape.struct is not None else _OWN.get(shape.kind, ""))
    bounds = []
    if shape.min_length:
        bounds.append("not empty" if shape.min_length == 1 else f"at least {shape.min_length}")
    if shape.max_length is not None:
        bounds.append(f"at most {shape.max_length} characters")
    if shape.minimum is not None:
        bounds.append(f"{shape.minimum} or more")
    if text and text[-1] not in ".!":
        text += "."
    if bounds:
        text += f" {', '.join(bounds).capitalize()}."
    if isinstance(default, str):
        text += f" Default {code(default)}."
    return text.strip()


#: Fields that every Kubernetes object has are not described in the model.
_OWN: Final = {"map": "As of every Kubernetes object."}

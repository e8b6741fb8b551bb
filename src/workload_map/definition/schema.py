# SPDX-License-Identifier: Apache-2.0
"""The CustomResourceDefinition of the format, made from the model.

It takes every object that the reference's CRD and validator take together, and ``spec.extensions`` besides.
``python -m workload_map.definition.schema`` prints it; ``crd.yaml`` beside this module is that text, and a
test compares the two.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any, Final

from workload_map import yamlio
from workload_map.definition import rules
from workload_map.definition.model import API_VERSION, KIND, Definition
from workload_map.definition.shapes import Shape, shape_of

__all__ = ["crd", "crd_text", "open_api"]

_GROUP, _VERSION = API_VERSION.split("/")

#: What ``kubectl get`` shows beside the name (the reference's columns).
_COLUMNS: Final = (
    ("Framework", "string", ".spec.structureDefinition.rootComponent.kind.kind"),
    ("Root Component", "string", ".spec.structureDefinition.rootComponent.name"),
    ("Age", "date", ".metadata.creationTimestamp"),
)

#: Fields of every Kubernetes object.
_OBJECT_FIELDS: Final[dict[str, dict[str, Any]]] = {
    "apiVersion": {"type": "string", "description": "Group and version of this format."},
    "kind": {"type": "string", "description": f"Always {KIND}."},
    "metadata": {"type": "object"},
}


def crd() -> dict[str, Any]:
    """The CustomResourceDefinition as builtins."""
    plural = f"{KIND.lower()}s"
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{_GROUP}"},
        "spec": {
            "group": _GROUP,
            "names": {
                "kind": KIND,
                "listKind": f"{KIND}List",
                "plural": plural,
                "shortNames": ["krt"],
                "singular": KIND.lower(),
            },
            "scope": "Cluster",
            "versions": [
                {
                    "name": _VERSION,
                    "served": True,
                    "storage": True,
                    "additionalPrinterColumns": [
                        {"name": name, "type": kind, "jsonPath": path} for name, kind, path in _COLUMNS
                    ],
                    "schema": {"openAPIV3Schema": open_api()},
                    "subresources": {"status": {}},
                }
            ],
        },
    }


def open_api() -> dict[str, Any]:
    """The structural schema of a definition object (OpenAPI v3)."""
    schema = _schema(shape_of(Definition))
    # The reference's CRD takes an object without spec, and an operator's status is written apart; that the
    # name is legal is checked by the API server itself.
    del schema["required"]
    schema["properties"] = {
        **_OBJECT_FIELDS,
        "spec": schema["properties"]["spec"],
        "status": schema["properties"]["status"],
    }
    return schema


def crd_text() -> str:
    """The CustomResourceDefinition as YAML."""
    return "# SPDX-License-Identifier: Apache-2.0\n" + yamlio.dump(crd())


def _schema(shape: Shape) -> dict[str, Any]:
    out: dict[str, Any] = {}
    description = shape.description or _first_sentence(shape)
    if description:
        out["description"] = description
    match shape.kind:
        case "struct":
            out["type"] = "object"
            out["properties"] = {field.name: _field(field.shape, field.default) for field in shape.fields}
            required = [field.name for field in shape.fields if field.required]
            if required:
                out["required"] = required
            _rules(out, shape)
        case "list":
            assert shape.item is not None
            out["type"] = "array"
            out["items"] = _schema(shape.item)
            _bounds(out, shape, "minItems", "maxItems")
            if shape.keys is None:
                out["x-kubernetes-list-type"] = "atomic"
            elif shape.keys:
                out["x-kubernetes-list-map-keys"] = list(shape.keys)
                out["x-kubernetes-list-type"] = "map"
            else:
                out["x-kubernetes-list-type"] = "set"
        case "map":
            assert shape.item is not None
            out["type"] = "object"
            out["additionalProperties"] = _schema(shape.item)
            _bounds(out, shape, "minProperties", "maxProperties")
        case "string":
            out["type"] = "string"
            _bounds(out, shape, "minLength", "maxLength")
            if shape.pattern is not None:
                out["pattern"] = shape.pattern
            if shape.enum:
                out["enum"] = list(shape.enum)
        case "integer":
            out["type"] = "integer"
            out["format"] = "int64"
            if shape.minimum is not None:
                out["minimum"] = shape.minimum
        case "boolean":
            out["type"] = "boolean"
    if shape.format is not None:
        out["format"] = shape.format
    return out


def _rules(out: dict[str, Any], shape: Shape) -> None:
    assert shape.struct is not None
    found = rules.rules_for(shape.struct)
    for rule in found:
        out.update(rule.schema or {})
    validations = [{"rule": rule.cel, "message": rule.message} for rule in found if rule.cel is not None]
    if validations:
        out["x-kubernetes-validations"] = validations


def _field(shape: Shape, default: Any) -> dict[str, Any]:
    out = _schema(shape)
    if isinstance(default, str):
        out["default"] = default
    return out


def _bounds(out: dict[str, Any], shape: Shape, least: str, most: str) -> None:
    if shape.min_length is not None:
        out[least] = shape.min_length
    if shape.max_length is not None:
        out[most] = shape.max_length


def _first_sentence(shape: Shape) -> str | None:
    """What a struct's docstring says first: the description of an item or of the whole."""
    text = inspect.getdoc(shape.struct) if shape.struct is not None else None
    if text is None:
        return None
    return " ".join(text.split("\n\n")[0].replace("`", "").split())


if __name__ == "__main__":
    sys.stdout.write(crd_text())

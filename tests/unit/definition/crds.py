# SPDX-License-Identifier: Apache-2.0
"""A CRD of the made-up kind of `tests.unit.definition.sample`, and what an expression gives for it."""

from __future__ import annotations

import copy
from typing import Any

from workload_map.definition import Expression, Role
from workload_map.definition.crdcheck import KindSchema, Schemas, crds_in
from workload_map.definition.crdcheck.check import check_expression
from workload_map.definition.crdcheck.report import Found
from workload_map.definition.crdcheck.schema import Node
from workload_map.definition.model import GVK
from workload_map.definition.roles import Gives

__all__ = ["TRAIN", "crd", "found", "said", "schemas", "version"]

_STRING: dict[str, Any] = {"type": "string"}
_INTEGER: dict[str, Any] = {"type": "integer"}
_STRINGS: dict[str, Any] = {"type": "object", "additionalProperties": _STRING}
_CONTAINER = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": _STRING,
        "image": _STRING,
        "resources": {
            "type": "object",
            "properties": {
                "limits": {"type": "object", "additionalProperties": {"x-kubernetes-int-or-string": True}},
                "requests": {"type": "object", "additionalProperties": {"x-kubernetes-int-or-string": True}},
            },
        },
    },
}
_POD_SPEC = {
    "type": "object",
    "required": ["containers"],
    "properties": {
        "containers": {"type": "array", "items": _CONTAINER},
        "schedulerName": _STRING,
        "nodeSelector": _STRINGS,
    },
}
_TEMPLATE = {"type": "object", "properties": {"metadata": {"type": "object"}, "spec": _POD_SPEC}}
_CONDITION = {
    "type": "object",
    "required": ["type", "status"],
    "properties": {
        "type": _STRING,
        "status": {"type": "string", "enum": ["True", "False", "Unknown"]},
        "message": _STRING,
    },
}

#: The schema of version v1.
TRAIN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "apiVersion": _STRING,
        "kind": _STRING,
        "metadata": {"type": "object"},
        "spec": {
            "type": "object",
            "required": ["masters", "workers"],
            "properties": {
                "suspend": {"type": "boolean"},
                "mode": {"type": "string", "enum": ["Fast", "Slow"]},
                "masters": {"type": "integer", "minimum": 0},
                "master": _TEMPLATE,
                "optional": _INTEGER,
                "defaulted": {"type": "integer", "default": 1},
                "share": {"type": "number"},
                "port": {"x-kubernetes-int-or-string": True},
                "count": _STRING,
                "annotations": _STRINGS,
                "roles": {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "properties": {"replicas": _INTEGER, "template": _TEMPLATE},
                    },
                },
                "raw": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
                "half": {
                    "type": "object",
                    "x-kubernetes-preserve-unknown-fields": True,
                    "properties": {"a": _INTEGER},
                },
                "bare": {"type": "object"},
                "anything": {},
                "embedded": {
                    "type": "object",
                    "x-kubernetes-embedded-resource": True,
                    "properties": {"spec": _POD_SPEC},
                },
                "workers": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["name", "replicas"],
                        "properties": {
                            "name": _STRING,
                            "replicas": _INTEGER,
                            "groups": _INTEGER,
                            "size": _INTEGER,
                            "suspend": {"type": "boolean"},
                            "metadata": {"type": "object"},
                            "spec": _POD_SPEC,
                        },
                    },
                },
            },
        },
        "status": {
            "type": "object",
            "properties": {
                "phase": {"type": "string", "enum": ["Pending", "Running", "Done"]},
                "failed": _INTEGER,
                "observedGeneration": _INTEGER,
                "reason": _STRING,
                "conditions": {"type": "array", "items": _CONDITION},
            },
        },
    },
}


def version(name: str, schema: Any = TRAIN, **more: Any) -> dict[str, Any]:
    """One version of a CRD."""
    return {"name": name, "served": True, "storage": False, "schema": {"openAPIV3Schema": schema}, **more}


def crd(*versions: dict[str, Any]) -> dict[str, Any]:
    """A CRD with these versions, v1 alone without any."""
    return copy.deepcopy(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "trains.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Train", "plural": "trains"},
                "scope": "Namespaced",
                "versions": list(versions) or [version("v1")],
            },
        }
    )


def schemas(*documents: Any) -> Schemas:
    """The schemas of these CRDs."""
    known = Schemas()
    for document in documents or (crd(),):
        for one in crds_in(document, source="crd.yaml"):
            assert isinstance(one, KindSchema), one
            known.add(one)
    return known


def root(schema: Any = TRAIN) -> Node:
    """The top of an object of a made-up kind with this schema."""
    return KindSchema(
        gvk=GVK("example.com", "v1", "Train"), raw=schema, document=schema, source="crd.yaml"
    ).root()


def found(text: str, gives: Gives = "any", schema: Any = TRAIN) -> list[Found]:
    """What is found about an expression."""
    expression = Expression(steps=("spec",), text=text, role=Role("object", gives))
    checked = check_expression(expression, root(schema), "Train")
    assert checked is not None, text
    return checked[1]


def said(text: str, gives: Gives = "any", schema: Any = TRAIN) -> list[str]:
    """``SEVERITY CODE AT`` of each finding about an expression, AT being the text that it is about."""
    return [f"{one.severity} {one.code} {text[slice(*one.span)]}" for one in found(text, gives, schema)]

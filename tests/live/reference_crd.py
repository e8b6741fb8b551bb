# SPDX-License-Identifier: Apache-2.0
"""The CustomResourceDefinition of the reference, rebuilt from what is known of it.

It has no ``spec.extensions``, so that what the product writes for other readers can be tried on a server that
knows only the interchange format.
"""

from __future__ import annotations

from typing import Any

__all__ = ["reference_crd"]

Schema = dict[str, Any]

_STRING: Schema = {"type": "string"}


def _object(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    schema: Schema = {"type": "object", "properties": properties}
    return {**schema, "required": list(required)} if required else schema


def _texts(*names: str) -> dict[str, Schema]:
    return dict.fromkeys(names, _STRING)


def _list_map(items: Schema, *keys: str, **more: Any) -> Schema:
    return {
        "type": "array",
        "items": items,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": list(keys),
        **more,
    }


def _atomic(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, "x-kubernetes-list-type": "atomic", **more}


_KIND = _object(("group", "version", "kind"), **_texts("group", "version", "kind"))

_FRAGMENTED = _object(
    **_texts(
        "schedulerNamePath",
        "labelsPath",
        "annotationsPath",
        "resourcesPath",
        "resourceClaimsPath",
        "podAffinityPath",
        "nodeAffinityPath",
        "containersPath",
        "containerPath",
        "priorityClassNamePath",
        "imagePath",
    )
)

_TYPE_SELECTOR = {
    **_object(
        keyPath={**_STRING, "minLength": 1},
        value=_STRING,
        matchLabels={"type": "object", "additionalProperties": _STRING, "minProperties": 1},
    ),
    "x-kubernetes-validations": [
        {"rule": "has(self.keyPath) || has(self.matchLabels)", "message": "keyPath or matchLabels is needed"},
        {"rule": "!has(self.value) || has(self.keyPath)", "message": "value needs keyPath"},
    ],
}

_POD_SELECTOR = _object(
    componentTypeSelector=_TYPE_SELECTOR,
    componentInstanceSelector=_object(("idPath",), idPath=_STRING),
    replicaSelector=_object(("keyPath",), keyPath=_STRING),
)

_MATCHER = _object(
    byPhase=_STRING,
    byConditions=_atomic(_object(("type",), **_texts("type", "status", "reason"))),
    byExpression=_object(("expression", "expectedResult"), **_texts("expression", "expectedResult")),
)

_STATUSES = (
    "initializing",
    "running",
    "completed",
    "failed",
    "degraded",
    "suspended",
    "suspending",
    "resuming",
)

_CONDITION_FIELDS = {f"{name}FieldName": name for name in ("type", "status", "reason", "message")}

_STATUS_DEFINITION = _object(
    ("statusMappings",),
    phaseDefinition=_object(("path",), path=_STRING),
    conditionsDefinition=_object(
        ("path",),
        path=_STRING,
        **{field: {**_STRING, "default": default} for field, default in _CONDITION_FIELDS.items()},
    ),
    statusMappings=_object(**dict.fromkeys(_STATUSES, _atomic(_MATCHER))),
)

_ACTIONS = _atomic(_object(("path", "value"), **_texts("path", "value")), minItems=1)

_COMPONENT = _object(
    ("name",),
    name=_STRING,
    kind=_KIND,
    ownerRef=_STRING,
    specDefinition=_object(
        **_texts("podTemplateSpecPath", "podSpecPath", "metadataPath"),
        fragmentedPodSpecDefinition=_FRAGMENTED,
    ),
    scaleDefinition=_object(**_texts("replicasPath", "minReplicasPath", "maxReplicasPath")),
    instanceIdPath=_STRING,
    podSelector=_POD_SELECTOR,
    statusDefinition=_STATUS_DEFINITION,
    suspendDefinition=_object(
        ("suspendActions", "resumeActions"), suspendActions=_ACTIONS, resumeActions=_ACTIONS
    ),
)

_TOPOLOGY = _object(
    ("topologyName", "preferredTopologyLevel", "requiredTopologyLevel"),
    **_texts("topologyName", "preferredTopologyLevel", "requiredTopologyLevel"),
)

_STRING_SET = {"type": "array", "items": _STRING, "x-kubernetes-list-type": "set"}

_GANGS = _object(
    podGroup=_object(
        ("name",),
        name=_STRING,
        subGroups=_list_map(
            _object(("componentName",), componentName=_STRING, topology=_TOPOLOGY), "componentName"
        ),
        topology=_TOPOLOGY,
    ),
    podGroups=_list_map(
        _object(
            ("name", "members"),
            name=_STRING,
            members=_list_map(
                _object(
                    ("componentName",),
                    componentName=_STRING,
                    groupByKeyPaths=_STRING_SET,
                    filters=_STRING_SET,
                ),
                "componentName",
            ),
        ),
        "name",
    ),
)

_SPEC = _object(
    ("structureDefinition",),
    structureDefinition=_object(
        ("rootComponent",),
        rootComponent=_COMPONENT,
        childComponents=_list_map(_COMPONENT, "name"),
        additionalChildKinds=_list_map(_KIND, "kind"),
    ),
    optimizationInstructions=_object(gangScheduling=_GANGS),
)

_STATUS = _object(
    conditions=_list_map(
        _object(
            ("type", "status", "lastTransitionTime", "reason", "message"),
            type={**_STRING, "maxLength": 316},
            status={**_STRING, "enum": ["True", "False", "Unknown"]},
            observedGeneration={"type": "integer", "format": "int64", "minimum": 0},
            lastTransitionTime={**_STRING, "format": "date-time"},
            reason={**_STRING, "minLength": 1, "maxLength": 1024},
            message={**_STRING, "maxLength": 32768},
        ),
        "type",
    )
)


def reference_crd() -> dict[str, Any]:
    """The CustomResourceDefinition as builtins."""
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "kartas.run.ai"},
        "spec": {
            "group": "run.ai",
            "names": {
                "kind": "Karta",
                "listKind": "KartaList",
                "plural": "kartas",
                "shortNames": ["krt"],
                "singular": "karta",
            },
            "scope": "Cluster",
            "versions": [
                {
                    "name": "v1alpha1",
                    "served": True,
                    "storage": True,
                    "schema": {
                        "openAPIV3Schema": _object(
                            **_texts("apiVersion", "kind"),
                            metadata={"type": "object"},
                            spec=_SPEC,
                            status=_STATUS,
                        )
                    },
                    "subresources": {"status": {}},
                }
            ],
        },
    }

# SPDX-License-Identifier: Apache-2.0
"""Small definitions of a made-up kind, for tests of one rule each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import workload_map as wm

__all__ = ["codes", "component", "obj", "plan", "pod", "role", "status", "template"]


def status(**phases: Any) -> dict[str, Any]:
    """A statusDefinition; a phase is given as the text of an expression that is true, or as matchers."""
    mappings = {
        phase: [{"byExpression": {"expression": rule, "expectedResult": "true"}}]
        if isinstance(rule, str)
        else rule
        for phase, rule in phases.items()
    }
    return {
        "phaseDefinition": {"path": ".status.phase"},
        "conditionsDefinition": {"path": ".status.conditions"},
        "statusMappings": mappings,
    }


def component(name: str, **fields: Any) -> dict[str, Any]:
    """A component as it stands in a definition."""
    return {"name": name, **fields}


def role(
    name: str,
    *,
    owner: str | None = "thing",
    template: str | None = None,
    spec: dict[str, Any] | None = None,
    replicas: str | None = None,
    min: str | None = None,
    max: str | None = None,
    ids: str | None = None,
    id_on_pod: str = '.metadata.labels["id"] // empty',
    type_key: str | None = None,
    type_value: str | None = None,
    labels: dict[str, str] | None = None,
    copy: str | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A child component with pods."""
    found: dict[str, Any] = {"name": name, **more}
    if owner is not None:
        found["ownerRef"] = owner
    if template is not None:
        spec = {"podTemplateSpecPath": template}
    if spec is not None:
        found["specDefinition"] = spec
    scale = {"replicasPath": replicas, "minReplicasPath": min, "maxReplicasPath": max}
    scale = {key: value for key, value in scale.items() if value is not None}
    if scale:
        found["scaleDefinition"] = scale
    selector: dict[str, Any] = {}
    type_selector = {"keyPath": type_key, "value": type_value, "matchLabels": labels}
    type_selector = {key: value for key, value in type_selector.items() if value is not None}
    if type_selector:
        selector["componentTypeSelector"] = type_selector
    if ids is not None:
        found["instanceIdPath"] = ids
        selector["componentInstanceSelector"] = {"idPath": id_on_pod}
    if copy is not None:
        selector["replicaSelector"] = {"keyPath": copy}
    if selector:
        found["podSelector"] = selector
    return found


def plan(
    *children: dict[str, Any],
    root: dict[str, Any] | None = None,
    statuses: dict[str, Any] | None = None,
    extensions: dict[str, Any] | None = None,
) -> wm.Plan:
    """The plan of a definition with these children."""
    text = json.dumps(
        {
            "apiVersion": "run.ai/v1alpha1",
            "kind": "Karta",
            "metadata": {"name": "example-com-thing-v1"},
            "spec": {
                "structureDefinition": {
                    "rootComponent": {
                        "name": "thing",
                        "kind": {"group": "example.com", "version": "v1", "kind": "Thing"},
                        "statusDefinition": statuses or status(running='.status.phase == "Running"'),
                        **(root or {}),
                    },
                    "childComponents": list(children),
                },
                **({"extensions": extensions} if extensions else {}),
            },
        }
    )
    return wm.Plan(wm.load_definitions(text)[0])


def obj(spec: Any = None, status: Any = None, **metadata: Any) -> dict[str, Any]:
    """An object of that kind."""
    return {
        "apiVersion": "example.com/v1",
        "kind": "Thing",
        "metadata": {"name": "one", "namespace": "ns", **metadata},
        "spec": {} if spec is None else spec,
        **({} if status is None else {"status": status}),
    }


def template(name: str = "main", gpu: int | None = None, **more: Any) -> dict[str, Any]:
    """A PodTemplateSpec with one container."""
    container: dict[str, Any] = {"name": name, "image": f"{name}:1"}
    if gpu is not None:
        container["resources"] = {"limits": {"nvidia.com/gpu": gpu}}
    return {"metadata": {"labels": {"app": name}}, "spec": {"containers": [container], **more}}


def pod(
    name: str,
    labels: dict[str, str] | None = None,
    *,
    phase: str = "Running",
    ready: bool = True,
    waiting: str | None = None,
    gpu: int | None = None,
    node: str | None = "node-a",
    deleting: bool = False,
) -> dict[str, Any]:
    """A live pod."""
    metadata: dict[str, Any] = {"name": name, "namespace": "ns", "uid": f"uid-{name}", "labels": labels or {}}
    if deleting:
        metadata["deletionTimestamp"] = "2026-01-01T00:00:00Z"
    status: dict[str, Any] = {
        "phase": phase,
        "conditions": [{"type": "Ready", "status": "True" if ready else "False"}],
    }
    if waiting is not None:
        status["containerStatuses"] = [
            {"name": "main", "restartCount": 3, "state": {"waiting": {"reason": waiting}}}
        ]
    spec = template(gpu=gpu)["spec"]
    if node is not None:
        spec["nodeName"] = node
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec, "status": status}


def codes(problems: Sequence[wm.Problem]) -> list[str]:
    """The codes of problems, in order."""
    return [problem.code for problem in problems]

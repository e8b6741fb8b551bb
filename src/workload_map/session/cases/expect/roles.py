# SPDX-License-Identifier: Apache-2.0
"""``roles``: the numbers and the pod template of each role."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from workload_map import quantity
from workload_map.session.cases.expect.base import Expectation
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import (
    COUNT,
    CPU,
    FLAG,
    MAPPING,
    MEMORY,
    TEXT,
    TEXTS,
    WORD,
    Fields,
    Keyed,
    Leaf,
    one_of,
)
from workload_map.workload.reading import HEADLINE_ORDER, Instance
from workload_map.workload.resources import pod_resources

__all__ = ["EXPECTATIONS", "resources"]

_IMAGES: Final = Leaf(
    "a list of images, null for one that is not known",
    lambda value: isinstance(value, list) and all(item is None or isinstance(item, str) for item in value),
)

_TEMPLATE: Final = Fields(
    {
        "containers": TEXTS,
        "images": _IMAGES,
        "resources": Fields({"gpus": COUNT, "cpu": CPU, "memory": MEMORY}, "resources"),
        "labels": Keyed(WORD, "label to value"),
        "annotations": Keyed(WORD, "annotation to value"),
        "nodeSelector": Keyed(WORD, "label to value"),
        "affinity": MAPPING,
        "schedulerName": TEXT,
        "priorityClassName": TEXT,
        "resourceClaims": TEXTS,
    },
    "a template",
    nullable=True,
)

_FIELDS: Final[dict[str, Callable[[Outcome, str, Instance], Any]]] = {
    "desired": lambda outcome, component, instance: instance.desired,
    "replicas": lambda outcome, component, instance: instance.replicas,
    "min": lambda outcome, component, instance: instance.min,
    "max": lambda outcome, component, instance: instance.max,
    "units": lambda outcome, component, instance: instance.units.desired if instance.units else None,
    "unit": lambda outcome, component, instance: instance.units.noun if instance.units else None,
    "podsPerUnit": lambda outcome, component, instance: instance.units.per_unit if instance.units else None,
    "suspended": lambda outcome, component, instance: instance.suspended,
    "parent": lambda outcome, component, instance: instance.parent,
    "headline": lambda outcome, component, instance: outcome.reading.components[component].headline,
    "current": lambda outcome, component, instance: _count(outcome, component, instance, "current"),
    "ready": lambda outcome, component, instance: _count(outcome, component, instance, "ready"),
    "template": lambda outcome, component, instance: _template(instance),
}

_ROLE: Final = Fields(
    {
        "desired": COUNT,
        "replicas": COUNT,
        "min": COUNT,
        "max": COUNT,
        "units": COUNT,
        "unit": TEXT,
        "podsPerUnit": COUNT,
        "suspended": FLAG,
        "parent": TEXT,
        "headline": one_of(HEADLINE_ORDER),
        "current": COUNT,
        "ready": COUNT,
        "template": _TEMPLATE,
    },
    "a role",
)


def _actual(outcome: Outcome, wanted: Any) -> dict[str, Any]:
    """The roles of the object with the fields that are asked for."""
    found: dict[str, Any] = {}
    for role, fields in wanted.items():
        if role in outcome.roles:
            component, instance = outcome.roles[role]
            found[role] = {field: _FIELDS[field](outcome, component, instance) for field in fields}
    return found


def _reading(outcome: Outcome) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for role, (component, instance) in outcome.roles.items():
        fields = {field: read(outcome, component, instance) for field, read in _FIELDS.items()}
        if fields["replicas"] == fields["desired"]:
            del fields["replicas"]
        found[role] = {
            field: value
            for field, value in fields.items()
            if field in ("desired", "template") or value not in (None, False)
        }
    return found or None


def _count(outcome: Outcome, component: str, instance: Instance, what: str) -> int | None:
    if outcome.tally is None:
        return None
    count = outcome.tally.at(component, instance.id)
    return count.current if what == "current" else count.ready


def _template(instance: Instance) -> dict[str, Any] | None:
    template = instance.template
    if template is None:
        return None
    metadata, spec = _map(template.get("metadata")), _map(template.get("spec"))
    listed = spec.get("containers")
    containers = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    found: dict[str, Any] = {
        "containers": [item.get("name") for item in containers],
        "images": [item.get("image") for item in containers],
        "resources": resources(pod_resources(template)[0]),
    }
    more = {
        "labels": metadata.get("labels"),
        "annotations": metadata.get("annotations"),
        "nodeSelector": spec.get("nodeSelector"),
        "affinity": spec.get("affinity"),
        "schedulerName": spec.get("schedulerName"),
        "priorityClassName": spec.get("priorityClassName"),
        "resourceClaims": _claims(spec.get("resourceClaims")),
    }
    return found | {key: value for key, value in more.items() if value is not None}


def _claims(listed: Any) -> list[Any] | None:
    """Which claim, or template of one, each refers to."""
    if not isinstance(listed, list):
        return None
    claims = map(_map, listed)
    return [claim.get("resourceClaimName") or claim.get("resourceClaimTemplateName") for claim in claims]


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def resources(asked: Any) -> dict[str, Any]:
    """Resources as a case writes them; anything with gpus, cpu_millis and memory_bytes."""
    return {
        "gpus": asked.gpus,
        "cpu": None if asked.cpu_millis is None else quantity.format_cpu(asked.cpu_millis),
        "memory": None if asked.memory_bytes is None else quantity.format_memory(asked.memory_bytes),
    }


EXPECTATIONS: Final = (
    Expectation(
        key="roles",
        shape=Keyed(_ROLE, "role (component or component/instance) to what is expected of it"),
        actual=_actual,
        reading=_reading,
        proves=frozenset({"roles"}),
    ),
)

# SPDX-License-Identifier: Apache-2.0
"""What pod templates and the object itself say of scheduling: priority, scheduler, topology."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from workload_map.workload.gangs.model import Topology

__all__ = ["Settings", "common", "settings_of", "topology_of_object"]

#: Annotations of a pod template: how near all pods of its role must be. Source: Kueue's topology-aware scheduling.
_TEMPLATE: Final = ("kueue.x-k8s.io/podset-required-topology", "kueue.x-k8s.io/podset-preferred-topology")

#: Annotations of the workload's object: how near all pods of a gang must be. Source: KAI Scheduler's podgrouper.
_OBJECT: Final = ("kai.scheduler/topology-required-placement", "kai.scheduler/topology-preferred-placement")


class Settings(msgspec.Struct, frozen=True):
    """What one pod template says."""

    priority: str | None = None
    scheduler_name: str | None = None
    topology: Topology | None = None


def settings_of(template: Mapping[str, Any] | None) -> Settings:
    """What a PodTemplateSpec says; nothing where there is none."""
    spec = (template or {}).get("spec")
    if not isinstance(spec, dict):
        spec = {}
    return Settings(
        priority=_text(spec.get("priorityClassName")),
        scheduler_name=_text(spec.get("schedulerName")),
        topology=_topology(template, _TEMPLATE),
    )


def topology_of_object(obj: Mapping[str, Any]) -> Topology | None:
    """What the object's annotations ask of each of its gangs."""
    return _topology(obj, _OBJECT)


def common(settings: Mapping[Any, Settings], value: Callable[[Settings], str | None]) -> str | None:
    """The value that all have in common; None where they differ."""
    found = {value(item) for item in settings.values()}
    return found.pop() if len(found) == 1 else None


def _topology(holder: Any, keys: tuple[str, str]) -> Topology | None:
    metadata = holder.get("metadata") if isinstance(holder, dict) else None
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    if not isinstance(annotations, dict):
        return None
    required, preferred = (_text(annotations.get(key)) for key in keys)
    return Topology(required=required, preferred=preferred) if required or preferred else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None

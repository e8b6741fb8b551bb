# SPDX-License-Identifier: Apache-2.0
"""Which group of a scheduler a pod carries already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from workload_map.jq.reads import ANY, ReadPath

__all__ = ["READS", "bound_group"]

#: How pods name the group that they are bound to, as (field of the metadata, key).
#: Source: KAI Scheduler, Volcano (and its older key), scheduler-plugins, Grove.
_BINDINGS: Final = (
    ("annotations", "pod-group-name"),
    ("annotations", "scheduling.k8s.io/group-name"),
    ("annotations", "scheduling.volcano.sh/group-name"),
    ("labels", "scheduling.x-k8s.io/pod-group"),
    ("labels", "grove.io/podgang"),
)

#: What `bound_group` reads of a pod.
READS: Final[tuple[ReadPath, ...]] = (
    ("spec", "schedulingGroup", "podGroupName", ANY),
    *(("metadata", field, key, ANY) for field, key in _BINDINGS),
)


def bound_group(pod: Mapping[str, Any]) -> str | None:
    """Name of the scheduler's group that the pod is bound to; None where it is to none."""
    spec, metadata = pod.get("spec"), pod.get("metadata")
    group = spec.get("schedulingGroup") if isinstance(spec, dict) else None
    name = group.get("podGroupName") if isinstance(group, dict) else None
    if isinstance(name, str) and name:
        return name
    if isinstance(metadata, dict):
        for field, key in _BINDINGS:
            values = metadata.get(field)
            name = values.get(key) if isinstance(values, dict) else None
            if isinstance(name, str) and name:
                return name
    return None

# SPDX-License-Identifier: Apache-2.0
"""The pod sets that Kueue itself makes of an object.

Source: the ``PodSets`` functions of kueue 0.17 ``pkg/controller/jobs/*``, topology-aware scheduling on, as it is by
default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from workload_map.workload.reading import Instance, Reading
from workload_map.workload.scale import count_of

__all__ = ["PodSet", "pod_sets"]

_PREFIX: Final = "kueue.x-k8s.io/podset-"
_MIN_PARALLELISM: Final = "kueue.x-k8s.io/job-min-parallelism"
_JOB_INDEX: Final = "batch.kubernetes.io/job-completion-index"
_KUBEFLOW_INDEX: Final = "training.kubeflow.org/replica-index"
_JOBSET_INDEX: Final = "jobset.sigs.k8s.io/job-index"
#: Fields of a request that ask for a topology.
_LEVELS: Final = frozenset({"required", "preferred", "unconstrained", "podSetSliceRequiredTopology"})

Roles = tuple[str, str]


class PodSet(Struct, frozen=True, kw_only=True):
    """One set of equal pods. `count` None: not known."""

    name: str
    count: int | None
    min_count: int | None
    template: dict[str, Any]
    topology_request: dict[str, Any] | None
    component: str
    instance: str

    @property
    def asks_topology(self) -> bool:
        """Whether its template asks for a topology itself, not only for the order of its pods."""
        return not _LEVELS.isdisjoint(self.topology_request or ())

    def as_field(self) -> dict[str, Any]:
        """As it stands in a Workload's ``podSets``."""
        found: dict[str, Any] = {"name": self.name, "count": self.count}
        if self.min_count is not None:
            found["minCount"] = self.min_count
        if self.topology_request is not None:
            found["topologyRequest"] = self.topology_request
        return {**found, "template": self.template}


def pod_sets(
    reading: Reading, *, annotations: Mapping[Roles, Mapping[str, str]] | None = None
) -> tuple[PodSet, ...]:
    """One pod set for each role with a template, in the order of the object.

    `annotations` are put on the templates first, by (component, instance): they may ask for a topology.
    """
    found: list[PodSet] = []
    for name, component in reading.components.items():
        for id_, instance in component.instances.items():
            if instance.template is None:
                continue
            template = _annotated(instance.template, (annotations or {}).get((name, id_), {}))
            found.append(
                PodSet(
                    name=_name(reading, name, id_),
                    count=_count(instance),
                    min_count=_min_count(reading),
                    template=template,
                    topology_request=_topology(reading, instance, template),
                    component=name,
                    instance=id_,
                )
            )
    return tuple(found)


def _name(reading: Reading, component: str, instance: str) -> str:
    return "main" if reading.kind == "Job" else (instance or component).lower()


def _count(instance: Instance) -> int | None:
    """What the object asks for; of a group that is held back as well, as Kueue does not look at that."""
    units = instance.units
    if instance.suspended and units is not None and units.desired is not None:
        return units.desired * (units.per_unit or 1)
    return instance.desired


def _min_count(reading: Reading) -> int | None:
    """Of a Job, by annotation; of no other kind."""
    if reading.kind != "Job":
        return None
    metadata = reading.object.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    value = annotations.get(_MIN_PARALLELISM) if isinstance(annotations, dict) else None
    number = count_of(value)
    return number if isinstance(number, int) else None


def _topology(reading: Reading, instance: Instance, template: dict[str, Any]) -> dict[str, Any] | None:
    """The annotations of the template as a request, and the labels by which pods are counted."""
    found: dict[str, Any] = {}
    metadata = template.get("metadata")
    given = metadata.get("annotations") if isinstance(metadata, dict) else None
    said = given if isinstance(given, dict) else {}
    for kind in ("required", "preferred"):
        value = said.get(f"{_PREFIX}{kind}-topology")
        if value is not None and not found:
            found[kind] = value
    if not found and said.get(f"{_PREFIX}unconstrained-topology") == "true":
        found["unconstrained"] = True
    size = count_of(said.get(f"{_PREFIX}slice-size"))
    slices = said.get(f"{_PREFIX}slice-required-topology")
    if slices is not None and isinstance(size, int):
        found |= {"podSetSliceRequiredTopology": slices, "podSetSliceSize": size}
    group = said.get(f"{_PREFIX}group-name")
    if group is not None and ("required" in found or "preferred" in found):
        found["podSetGroupName"] = group
    if reading.kind in ("Job", "JobSet"):
        found["podIndexLabel"] = _JOB_INDEX
    elif reading.api_version.startswith("kubeflow.org/"):
        found["podIndexLabel"] = _KUBEFLOW_INDEX
    if reading.kind == "JobSet":
        found["subGroupIndexLabel"] = _JOBSET_INDEX
        if instance.units is not None and instance.units.desired is not None:
            found["subGroupCount"] = instance.units.desired
    return found or None


def _annotated(template: dict[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    if not values:
        return template
    metadata = template.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    old = metadata.get("annotations")
    return {
        **template,
        "metadata": {**metadata, "annotations": {**(old if isinstance(old, dict) else {}), **values}},
    }

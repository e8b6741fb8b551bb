# SPDX-License-Identifier: Apache-2.0
"""The values of a view: object and pods together, with every number that a face shows.

The structs are the JSON of `wmap describe -o json` (camelCase there); keys are only ever added.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from workload_map.problems import Problem
from workload_map.workload.gangs import Gang
from workload_map.workload.reading import INACTIVE

__all__ = [
    "AcceleratorsView",
    "ConditionView",
    "EventView",
    "NodeView",
    "OwnedView",
    "PartialView",
    "PodView",
    "ReplicasView",
    "ResourcesView",
    "UnitsView",
    "WorkloadRow",
    "WorkloadView",
]


class _View(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    pass


class ResourcesView(_View, frozen=True, kw_only=True):
    """Sums of resources. None: not known (a problem names the node and gives the known part)."""

    gpus: int | None
    """Whole devices of every vendor."""
    cpu_millis: int | None
    memory_bytes: int | None


class AcceleratorsView(_View, frozen=True, kw_only=True):
    """Accelerators by the way they are asked for. `unknown` names what was asked for and could not be counted."""

    devices: dict[str, int | None]
    """By resource name; None for a number that is not known."""
    mig: dict[str, int | None]
    fractions: int | float | None
    """Sum of the parts of devices: 0.5 is half of one."""
    memory_mi_b: int | None = msgspec.field(name="memoryMiB")
    claims: dict[str, int]
    """By device class."""
    unknown: tuple[str, ...]


class PartialView(_View, frozen=True, kw_only=True):
    """The sums of what is known, where a total is not: at least this much. Text shows ``12+?``."""

    replicas: int
    gpus: int
    cpu_millis: int
    memory_bytes: int


class ReplicasView(_View, frozen=True, kw_only=True):
    """Numbers of pods. `current` and `ready` are None when no pods were given."""

    desired: int | None
    min: int | None
    max: int | None
    current: int | None
    ready: int | None


class UnitsView(_View, frozen=True, kw_only=True):
    """What a person scales, where that is not the pod count."""

    noun: str
    desired: int | None


class PodView(_View, frozen=True, kw_only=True):
    """One pod."""

    name: str
    phase: str
    ready: bool
    node: str | None
    reason: str | None
    restarts: int | None
    owner: str | None
    """KIND/NAME of its controller."""
    resources: ResourcesView


class NodeView(_View, frozen=True, kw_only=True):
    """One node of the tree: a component, an instance of one, or a copy."""

    id: str
    """``component``, ``component/instance``, ``component/instance#copy``: stable, unique in the workload."""
    name: str
    """The name to show: of the instance or copy where it is one, else of the component."""
    component: str
    instance: str | None
    copy: str | None
    kind: str | None
    headline: str | None
    """Of a child with a status definition of its own."""
    suspended: bool
    units: UnitsView | None
    replicas: ReplicasView
    per_pod: ResourcesView | None
    """Of one pod of this role; None for groupings and roles without a template."""
    resources: ResourcesView
    """Desired x per pod, plus the children's."""
    partial: PartialView | None
    """None where every number of `replicas.desired` and `resources` is known."""
    accelerators: AcceleratorsView
    pod_resources: ResourcesView | None
    """Sum over the current and terminating pods; None when no pods were given."""
    nodes: tuple[str, ...]
    """Names of the cluster's nodes that its pods are on, sorted."""
    pods: tuple[PodView, ...]
    children: tuple[NodeView, ...]
    problems: tuple[Problem, ...]


class ConditionView(_View, frozen=True, kw_only=True):
    """One condition of the object, by the names that its definition gives them."""

    type: str
    status: str
    reason: str | None
    message: str | None
    last_transition_time: str | None


class EventView(_View, frozen=True, kw_only=True):
    """One event about the workload, its pods or what lies between."""

    last_seen: str | None
    type: str
    """Normal or Warning."""
    reason: str
    object: str
    """KIND/NAME of what it is about."""
    count: int
    message: str


class OwnedView(_View, frozen=True, kw_only=True):
    """A described object below this one."""

    kind: str
    name: str
    headline: str
    replicas: ReplicasView


class WorkloadRow(_View, frozen=True, kw_only=True):
    """One workload as a line of a list: all of `WorkloadView` but its parts."""

    name: str | None
    namespace: str | None
    kind: str
    api_version: str
    uid: str | None
    created_at: str | None
    definition: str
    origin: Literal["catalog", "cluster", "file"]
    file_mode: bool
    headline: str
    object_headline: str
    """What the object says by itself, before its pods corrected it."""
    phases: tuple[str, ...]
    reason: str | None
    message: str | None
    queue: str | None
    suspended: bool
    deleting: bool
    replicas: ReplicasView
    resources: ResourcesView
    partial: PartialView | None
    pod_resources: ResourcesView | None
    accelerators: AcceleratorsView
    problems: tuple[Problem, ...]

    @property
    def active(self) -> bool:
        """Whether it counts in totals over workloads: not Suspended, Completed or Failed."""
        return self.headline not in INACTIVE


class WorkloadView(WorkloadRow, frozen=True, kw_only=True, rename="camel"):
    """One workload, as every face shows it."""

    components: tuple[NodeView, ...]
    owned: tuple[OwnedView, ...]
    unassigned_pods: tuple[PodView, ...]
    finished_pods: tuple[PodView, ...]
    terminating_pods: tuple[PodView, ...]
    conditions: tuple[ConditionView, ...] = ()
    events: tuple[EventView, ...] | None = None
    """The last seen is last; None where events were not read."""
    gangs: tuple[Gang, ...] | None = None
    """Which pods must start together; None where nobody asked."""

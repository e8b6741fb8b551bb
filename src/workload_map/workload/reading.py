# SPDX-License-Identifier: Apache-2.0
"""What one object says: the values that `plan.read` gives."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from workload_map.problems import Problem

if TYPE_CHECKING:
    from workload_map.workload.gangs import Gang
    from workload_map.workload.gangs.place import Placer
    from workload_map.workload.plan import Plan

__all__ = [
    "HEADLINE_ORDER",
    "INACTIVE",
    "PHASE_ORDER",
    "ComponentReading",
    "Instance",
    "Phase",
    "Place",
    "Reading",
    "Units",
    "role_id",
]

Phase = Literal[
    "Initializing",
    "Running",
    "Completed",
    "Failed",
    "Degraded",
    "Suspended",
    "Suspending",
    "Resuming",
    "Undefined",
]

#: The order in which matched phases are listed (the reference's).
PHASE_ORDER: Final[tuple[Phase, ...]] = (
    "Resuming",
    "Suspending",
    "Suspended",
    "Running",
    "Failed",
    "Completed",
    "Initializing",
    "Degraded",
)

#: The first of these that matched is the one to show.
HEADLINE_ORDER: Final[tuple[Phase, ...]] = (
    "Failed",
    "Completed",
    "Resuming",
    "Suspending",
    "Suspended",
    "Degraded",
    "Running",
    "Initializing",
    "Undefined",
)

#: A workload with one of these headlines asks for nothing now: totals over workloads leave it out.
INACTIVE: Final[frozenset[str]] = frozenset({"Suspended", "Completed", "Failed"})


def role_id(component: str, instance: str = "") -> str:
    """The written name of a role: ``component`` or ``component/instance``."""
    return f"{component}/{instance}" if instance else component


class Units(msgspec.Struct, frozen=True, kw_only=True):
    """What a person scales where that is not the pod count: a number (None: not known) of `noun`."""

    noun: str
    desired: int | None
    per_unit: int | None = None
    """Pods a unit, where the definition says it."""


class Instance(msgspec.Struct, frozen=True, kw_only=True):
    """One role: one pod template and how many pods it wants. Numbers are pods; None is not known, never 0."""

    id: str
    template: dict[str, Any] | None
    """A PodTemplateSpec whatever shape the object keeps it in; None where this role has none."""
    replicas: int | None
    min: int | None
    max: int | None
    desired: int | None
    """replicas, else min, else 1 where the definition has no scale at all; else None."""
    units: Units | None
    suspended: bool
    """This part is held by itself (a Ray worker group); the whole workload's is `Reading.suspended`."""
    parent: str | None
    """The id of the parent component's instance that this one lies in, where the definition says it."""


class ComponentReading(msgspec.Struct, frozen=True, kw_only=True):
    """One component of the definition as the object fills it."""

    name: str
    kind: str | None
    parent: str | None
    """The parent component's name; None for the root."""
    has_pods: bool
    """False for a pure grouping (and a root without a template)."""
    instances: dict[str, Instance]
    """By instance id, in the object's order; one with id "" where the definition has no instances.
    Empty for a component that could not be read (its problem says why) or that has no pods."""
    phases: tuple[Phase, ...] = ()
    """Of a child's own status definition; empty where it has none."""
    headline: Phase | None = None


# dict=True: what is worked out when it is asked for is kept beside the fields.
class Reading(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What one object says. Cached by (uid, resourceVersion); values only, but for `plan` and `object`."""

    name: str | None
    namespace: str | None
    kind: str
    api_version: str
    uid: str | None
    created_at: str | None
    definition: str
    origin: str
    """catalog, cluster or file."""
    phases: tuple[Phase, ...]
    headline: Phase
    reason: str | None
    message: str | None
    queue: str | None
    suspended: bool
    deleting: bool
    shadow: bool
    pods_may_idle: bool
    components: dict[str, ComponentReading]
    ids: dict[str, tuple[str, ...]]
    """Instance ids by component: all that `plan.place` needs of the object."""
    problems: tuple[Problem, ...]
    plan: Plan
    object: dict[str, Any]

    @property
    def active(self) -> bool:
        """Whether it counts in totals over workloads: not Suspended, Completed or Failed."""
        return self.headline not in INACTIVE

    @property
    def gangs(self) -> tuple[Gang, ...]:
        """Which pods must start together, as trees, equal copies written out; worked out at first use."""
        return self.gang_placer.forest.gangs

    @property
    def gang_problems(self) -> tuple[Problem, ...]:
        """What is wrong with the numbers and names of the gangs."""
        return self.gang_placer.forest.problems

    @cached_property
    def gang_placer(self) -> Placer:
        """What finds the gang of each of the workload's pods."""
        from workload_map.workload.gangs import place, trees

        return place.Placer(trees.forest_of(self))


class Place(msgspec.Struct, frozen=True):
    """Which part of a workload a pod belongs to. `component` None: no selector takes it (it is shown as
    unassigned); `instance` None: the component is known, the instance is not."""

    component: str | None
    instance: str | None = None
    copies: tuple[tuple[str, str], ...] = ()
    """(component, key) of each copy level, outermost component first."""
    problems: tuple[Problem, ...] = ()

# SPDX-License-Identifier: Apache-2.0
"""What a translation of gangs holds: objects, bindings, and what the scheduler's API cannot say."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from msgspec import Struct

from workload_map.problems import Problem

__all__ = ["TARGETS", "Binding", "Capabilities", "Loss", "Target", "Translation"]

Target = Literal["native", "composite", "kai", "volcano", "kueue", "coscheduling"]

#: Every scheduler API that gangs can be translated into.
TARGETS: Final[tuple[Target, ...]] = get_args(Target)


class Capabilities(Struct, frozen=True, kw_only=True):
    """What the cluster's scheduler can do, and the names that only the cluster knows.

    The defaults are those of the newest versions, with every gate on, but for Kueue's limit.
    """

    native_topology: bool = True
    """Gate TopologyAwareWorkloadScheduling: without it the server erases topology from groups."""
    native_composite: bool = True
    """Gate CompositePodGroup, with ``scheduling.k8s.io/v1alpha3`` served."""
    kai_min_sub_group: bool = True
    """KAI 0.15 and later: ``minSubGroup``, a minimum of 0, the annotation that keeps its podgrouper away."""
    kai_topology: str | None = None
    """Name of the Topology object that KAI's constraints refer to."""
    kai_queue: str = "default-queue"
    """Used where neither the workload nor its pods name a queue."""
    volcano_sub_groups: bool = True
    """Volcano 1.14 and later: ``subGroupPolicy``."""
    volcano_queue: str = "default"
    kueue_pod_sets: int = 8
    """Pod sets a Workload may hold: 8 up to Kueue 0.17, 10 in 0.18, 18 from 0.19 on."""
    kueue_queue: str = "default"
    coscheduling_scheduler: str = "scheduler-plugins-scheduler"
    """The ``schedulerName`` of the profile that has the Coscheduling plugin."""


class Loss(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something that the gangs say and the target's API cannot."""

    node: str
    """Path of the gang, with its copy in brackets; without it where several copies lose the same."""
    what: str
    copies: int = 1
    """How many equal copies it concerns."""


class Binding(Struct, frozen=True, kw_only=True, rename="camel"):
    """What pods must carry to belong to a group. It is set when a pod is created."""

    component: str | None = None
    """The role whose pods are meant; None where the workload object itself is bound."""
    instance: str = ""
    where: Literal["template", "pod", "object"]
    """On the role's pod template, on each pod of the gang (by whoever creates or admits the pods), or on the
    workload object."""
    gang: str | None = None
    """Name of the gang whose pods are meant, as `Plan.gang_of` gives it in its chain; None for all pods of a role."""
    path: str | None = None
    copy: str | None = None
    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}
    scheduling_group: str | None = None
    """Value of ``spec.schedulingGroup.podGroupName``."""
    scheduler_name: str | None = None


class Translation(Struct, frozen=True, kw_only=True, rename="camel"):
    """The gangs of one workload in the terms of one scheduler."""

    target: Target
    objects: tuple[dict[str, Any], ...] = ()
    """To be created in this order, before the pods."""
    bindings: tuple[Binding, ...] = ()
    losses: tuple[Loss, ...] = ()
    refused: tuple[Problem, ...] = ()
    """Why there is no translation: then there are no objects and no bindings."""
    problems: tuple[Problem, ...] = ()
    """What else is to be known: warnings and information, nothing of which is lost."""

# SPDX-License-Identifier: Apache-2.0
"""Which pods must start together: the model of ``optimizationInstructions``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from workload_map.definition.roles import jq_role, keyed

__all__ = [
    "GangScheduling",
    "OptimizationInstructions",
    "PodGroup",
    "PodGroupAlpha",
    "PodGroupMember",
    "SubGroup",
    "Topology",
]

_PodKey = Annotated[str, jq_role("pod", "key")]
_PodFilter = Annotated[str, jq_role("pod", "boolean")]


class Topology(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How close together pods must be."""

    topology_name: Annotated[str, Meta(description="Name of the cluster's topology object.")]
    preferred_topology_level: Annotated[str, Meta(description='Level wished for; may be "".')]
    required_topology_level: Annotated[str, Meta(description='Level that must hold; may be "".')]


class SubGroup(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The part of the gang that is one component."""

    component_name: Annotated[str, Meta(description="Name of the component.")]
    topology: Annotated[Topology, Meta(description="For the pods of this part.")] | None = None


class PodGroup(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One gang for the whole workload, with a part for each named component."""

    name: Annotated[str, Meta(description="Name of the gang.")]
    sub_groups: Annotated[
        tuple[SubGroup, ...], keyed("componentName", description="One part a component.")
    ] = ()
    topology: Annotated[Topology, Meta(description="For all pods of the gang.")] | None = None


class PodGroupMember(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Pods of one component that form gangs by equal keys."""

    component_name: Annotated[str, Meta(description="Name of the component.")]
    group_by_key_paths: Annotated[
        tuple[_PodKey, ...], keyed(description="On the pod; pods with equal keys are one gang.")
    ] = ()
    filters: Annotated[tuple[_PodFilter, ...], keyed(description="On the pod; all must be true.")] = ()


class PodGroupAlpha(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The older form: gangs made of members."""

    name: Annotated[str, Meta(description="Name of the group.")]
    members: Annotated[
        tuple[PodGroupMember, ...], keyed("componentName", description="What the gangs are made of.")
    ]


class GangScheduling(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Which pods must start together; with both forms `pod_group` wins."""

    pod_group: Annotated[PodGroup, Meta(description="The newer form.")] | None = None
    pod_groups: Annotated[tuple[PodGroupAlpha, ...], keyed("name", description="The older form.")] = ()


class OptimizationInstructions(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How the workload's pods are scheduled."""

    gang_scheduling: Annotated[GangScheduling, Meta(description="Which pods must start together.")] | None = (
        None
    )

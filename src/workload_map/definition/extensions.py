# SPDX-License-Identifier: Apache-2.0
"""``spec.extensions``: what the interchange format cannot say."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from workload_map.definition.extension_gangs import GangTree
from workload_map.definition.roles import jq_role, keyed

__all__ = [
    "ComponentExtension",
    "Extensions",
    "OwnerJoin",
    "Owners",
    "StatusExtension",
    "Units",
]


class Units(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The number that a person turns where it is not the number of pods."""

    path: Annotated[
        str,
        jq_role("object", "integer", written=True),
        Meta(
            description="One writable path for each instance, or one for all, to the number of units.",
            min_length=1,
        ),
    ]
    noun: Annotated[
        str,
        Meta(description="What one unit is called: replica, group, job, node.", min_length=1, max_length=63),
    ]


class ComponentExtension(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What one component has beyond the interchange format."""

    name: Annotated[str, Meta(description="Name of the component.", min_length=1)]
    units: (
        Annotated[Units, Meta(description="What is scaled, where it is not the number of pods.")] | None
    ) = None
    pods_per_unit: (
        Annotated[
            str,
            jq_role("object", "integer"),
            Meta(description="Pods of one unit: one integer for each instance.", min_length=1),
        ]
        | None
    ) = None
    suspended: (
        Annotated[
            str,
            jq_role("object", "boolean"),
            Meta(description="Whether this part alone is held: one boolean for each instance.", min_length=1),
        ]
        | None
    ) = None
    parent_instance: (
        Annotated[
            str,
            jq_role("object", "id"),
            Meta(
                description="For each instance the id of the parent component's instance that it lies in.",
                min_length=1,
            ),
        ]
        | None
    ) = None


class StatusExtension(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What is known about the object's status beyond the interchange format."""

    observed_generation: (
        Annotated[
            str,
            jq_role("object", "integer"),
            Meta(
                description="The generation that the status is about; an older one than the object's makes it stale.",
                min_length=1,
            ),
        ]
        | None
    ) = None
    reason: (
        Annotated[
            str,
            jq_role("object", "string"),
            Meta(description="The one word beside the headline.", min_length=1),
        ]
        | None
    ) = None
    pods_may_idle: Annotated[
        bool,
        Meta(description="Pods that are not ready are normal for this kind and do not make it Degraded."),
    ] = False


class OwnerJoin(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A pod without owner belongs to the object of its namespace where both expressions give one equal text."""

    pod: Annotated[str, jq_role("pod", "key"), Meta(description="The text on the pod.", min_length=1)]
    object: Annotated[
        str, jq_role("object", "key"), Meta(description="The text on the object.", min_length=1)
    ]


class Owners(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How pods are found that no owner reference leads to."""

    join: Annotated[OwnerJoin, Meta(description="The rule for pods without any owner.")]


class Extensions(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What the interchange format cannot say about this kind, in one block."""

    components: Annotated[tuple[ComponentExtension, ...], keyed("name", description="By component.")] = ()
    status: Annotated[StatusExtension, Meta(description="About the status.")] | None = None
    owners: Annotated[Owners, Meta(description="About pods without owner.")] | None = None
    gangs: Annotated[tuple[GangTree, ...], Meta(description="Which pods must start together.")] = ()
    shadow: Annotated[
        bool,
        Meta(description="The object mirrors another workload: lists across types and totals leave it out."),
    ] = False

    def component(self, name: str) -> ComponentExtension | None:
        """The extension of the component `name`."""
        return next((item for item in self.components if item.name == name), None)

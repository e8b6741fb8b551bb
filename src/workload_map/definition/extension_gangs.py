# SPDX-License-Identifier: Apache-2.0
"""``spec.extensions.gangs``: which pods must start together, as trees.

A tree has up to four levels: a schema of Kubernetes cannot refer to itself, and no scheduler takes more.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from workload_map.definition.roles import jq_role, keyed

__all__ = [
    "MAX_DEPTH",
    "GangCopies",
    "GangGroup",
    "GangLeaf",
    "GangMember",
    "GangNode",
    "GangOuterCopies",
    "GangSubGroup",
    "GangTopology",
    "GangTree",
]

#: Levels of a tree, the leaf counted.
MAX_DEPTH = 4

_Count = Annotated[str, jq_role("object", "integer"), Meta(min_length=1)]
_Text = Annotated[str, jq_role("object", "string"), Meta(min_length=1)]
_Name = Annotated[str, Meta(min_length=1, max_length=63)]


class GangOuterCopies(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Copies that other copies lie in."""

    count: Annotated[_Count, Meta(description="How many copies the object asks for.")]
    key: Annotated[
        str,
        jq_role("pod", "key"),
        Meta(description="Which copy a pod is of: a whole number, counted from 0.", min_length=1),
    ]


class GangCopies(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Equal copies of a node. A number is one for all, or one for each instance of the nearest `each`."""

    count: (
        Annotated[
            _Count,
            Meta(
                description="How many copies the object asks for. Of a whole tree it may be missing: then the pods"
                " tell which there are, as the runs of a schedule, and the numbers are those of each."
            ),
        ]
        | None
    ) = None
    key: Annotated[
        str,
        jq_role("pod", "key"),
        Meta(
            description="Which copy a pod is of: a whole number, counted from first; without a count any text.",
            min_length=1,
        ),
    ]
    first: (
        Annotated[_Count, Meta(description="Number of the first copy; 0 where it is not given.")] | None
    ) = None
    done: (
        Annotated[_Count, Meta(description="Copies that have ended well and do not start again.")] | None
    ) = None
    within: (
        Annotated[GangOuterCopies, Meta(description="Copies of something larger, each with all of these.")]
        | None
    ) = None


class GangMember(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The pods of one component in a leaf. Numbers are pods of one copy of the leaf, as for copies."""

    component: Annotated[str, Meta(description="Name of the component.", min_length=1)]
    minimum: (
        Annotated[_Count, Meta(description="Fewest to start with; else its elastic minimum, else all.")]
        | None
    ) = None
    desired: (
        Annotated[_Count, Meta(description="Pods wanted; else the component's, divided by the copies.")]
        | None
    ) = None
    done: Annotated[_Count, Meta(description="Pods that have ended well and do not start again.")] | None = (
        None
    )


class GangTopology(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How close together the pods must run: keys of node labels, null where the object asks for nothing."""

    required: Annotated[_Text, Meta(description="Label whose value must be the same for all.")] | None = None
    preferred: Annotated[_Text, Meta(description="Label whose value should be the same for all.")] | None = (
        None
    )


class GangNode(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What nodes of every level have."""

    name: (
        Annotated[_Name, Meta(description="Name among its siblings; else that of its component.")] | None
    ) = None
    component: (
        Annotated[str, Meta(description="A leaf with the pods of this component.", min_length=1)] | None
    ) = None
    each: (
        Annotated[
            str,
            Meta(
                description="A node for each instance of this component, called like it; without groups a leaf"
                " with its pods.",
                min_length=1,
            ),
        ]
        | None
    ) = None
    by: (
        Annotated[
            str,
            jq_role("object", "key"),
            Meta(
                description="With each: for each instance the name of the node that it is in together with others;"
                " null leaves it out.",
                min_length=1,
            ),
        ]
        | None
    ) = None
    when: (
        Annotated[
            str,
            jq_role("object", "boolean"),
            Meta(
                description="Whether the node is there: one for all, or one for each instance of the nearest each.",
                min_length=1,
            ),
        ]
        | None
    ) = None
    members: Annotated[
        tuple[GangMember, ...], keyed("component", description="A leaf with the pods of several components.")
    ] = ()
    minimum: (
        Annotated[
            _Count,
            Meta(
                description="Fewest to start with: pods of a leaf (else the members' minimums together), children"
                " of a parent (else all that need anything)."
            ),
        ]
        | None
    ) = None
    done: (
        Annotated[_Count, Meta(description="Pods of a leaf of one component that have ended well.")] | None
    ) = None
    alone: Annotated[bool, Meta(description="Each pod of the leaf starts by itself: its minimum is 1.")] = (
        False
    )
    copies: Annotated[GangCopies, Meta(description="Several equal ones of this node.")] | None = None
    topology: Annotated[GangTopology, Meta(description="For all pods of the node.")] | None = None


class GangLeaf(GangNode, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A node of the last level."""


class GangSubGroup(GangNode, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A node of the third level."""

    groups: Annotated[tuple[GangLeaf, ...], Meta(description="The node's children.")] = ()


class GangGroup(GangNode, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A node of the second level."""

    groups: Annotated[tuple[GangSubGroup, ...], Meta(description="The node's children.")] = ()


class GangTree(GangNode, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A tree, independent of the others but for the order in which they start."""

    groups: Annotated[tuple[GangGroup, ...], Meta(description="The node's children.")] = ()
    start_after: Annotated[
        tuple[str, ...],
        keyed(
            description="Trees, by name or by the component of each, whose pods run before these are created; of a"
            " tree with the same copies, the same copy."
        ),
    ] = ()
    instances_after: (
        Annotated[
            str,
            jq_role("object", "any"),
            Meta(
                description="With each: for each instance the list of instances that run before it is created.",
                min_length=1,
            ),
        ]
        | None
    ) = None
    written_by_operator: (
        Annotated[
            str,
            jq_role("object", "boolean"),
            Meta(description="Whether the controller makes the scheduler's groups itself.", min_length=1),
        ]
        | None
    ) = None

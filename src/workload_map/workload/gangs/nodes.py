# SPDX-License-Identifier: Apache-2.0
"""What a definition says of its gangs, compiled: the same for the extension and for the interchange form."""

from __future__ import annotations

import msgspec

from workload_map.workload.expr import Expr

__all__ = ["CopiesPlan", "KeysPlan", "MemberPlan", "NodePlan", "TreePlan"]


class CopiesPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Equal copies of a node: how many (None: only the pods tell which there are), from which number on, and how a
    pod says which is its own."""

    count: Expr | None
    key: Expr
    first: Expr | None = None
    done: Expr | None = None


class KeysPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Groups that only the pods know (the older interchange form): pods with equal keys are one group, and a
    pod belongs to it where all filters are true."""

    keys: tuple[Expr, ...]
    filters: tuple[Expr, ...]


class MemberPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The pods of one component in a leaf."""

    component: str
    minimum: Expr | None = None
    desired: Expr | None = None
    done: Expr | None = None
    from_pods: KeysPlan | None = None
    zero_is_none: bool = False
    """Whether an elastic minimum of 0 counts as none (the interchange form)."""


class NodePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A node before it meets an object: `each` makes one of it for each instance, `copies` several equal ones."""

    label: str
    members: tuple[MemberPlan, ...] = ()
    children: tuple[NodePlan, ...] = ()
    each: str | None = None
    by: Expr | None = None
    when: Expr | None = None
    minimum: Expr | None = None
    alone: bool = False
    copies: tuple[CopiesPlan, ...] = ()
    """Outermost first."""
    required: Expr | None = None
    preferred: Expr | None = None
    fixed_required: str | None = None
    """Level that the definition itself names."""
    fixed_preferred: str | None = None


class TreePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A tree, with what only a tree has."""

    node: NodePlan
    start_after: tuple[str, ...] = ()
    instances_after: Expr | None = None
    written_by_operator: Expr | None = None

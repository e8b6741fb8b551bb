# SPDX-License-Identifier: Apache-2.0
"""The values that say which pods start together: trees of gangs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from workload_map.problems import Problem

__all__ = ["Gang", "GangPlace", "Live", "Member", "Topology"]


# gc=False: values only, no reference cycle can be made of them.
class Topology(Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """How close together the pods must run: node label keys, or names of levels, as the object says them."""

    required: str | None = None
    preferred: str | None = None


class Member(Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The pods of one role in a gang. Numbers are pods of this gang; None is not known."""

    component: str
    instance: str = ""
    min: int | None = None
    desired: int | None = None


class Live(Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What the pods that exist say of a gang. Numbers are pods, of the whole subtree."""

    existing: int = 0
    scheduled: int = 0
    ready: int = 0
    satisfied: bool = False
    """Whether the minimum of the gang is scheduled, in each part that is needed."""
    reason: str | None = None
    """One sentence saying what is missing; None where nothing is."""
    group: str | None = None
    """Name of the scheduler's group that its pods carry already."""


class Gang(Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A group of pods that must start together (a leaf), or of such groups.

    Source: section 7 of the design; several trees of one workload are independent of one another.
    """

    name: str
    """A DNS label of at most 49 characters, the same whenever this object is read."""
    path: str
    """Names of the nodes from the tree's root, joined with "/"; equal for equal copies."""
    copy: str | None = None
    """Key of this copy as its pods carry it, nested ones joined with "."; None where nothing is copied."""
    active: bool = True
    """Whether its pods are wanted now; the numbers of a gang that is not active are kept."""
    min_pods: int | None = None
    """Of a leaf: pods that must start together; None is not known. Of a parent always None."""
    min_children: int | None = None
    """Of a parent: children that must start together, of those that need pods. Of a leaf always None."""
    desired_pods: int | None = None
    """Pods of the whole subtree; None is not known."""
    members: tuple[Member, ...] = ()
    """Of a leaf."""
    topology: Topology | None = None
    priority: str | None = None
    queue: str | None = None
    scheduler_name: str | None = None
    written_by: Literal["operator"] | None = None
    """`operator` where the workload's own controller makes the scheduler's groups."""
    start_after: tuple[str, ...] = ()
    """Names of the trees that run before this one is created."""
    children: tuple[Gang, ...] = ()
    live: Live | None = None

    @property
    def is_leaf(self) -> bool:
        """Whether it holds pods itself."""
        return self.min_children is None

    @property
    def needs_pods(self) -> bool:
        """Whether anything must start for it; a role scaled to 0 needs nothing and is never waited for."""
        return self.min_pods != 0 if self.min_children is None else self.min_children != 0

    def walk(self) -> Iterator[Gang]:
        """This node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


class GangPlace(Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The gang that one pod belongs to; without a name where none takes the pod or it cannot be told which
    does, and then the problems say why."""

    name: str | None = None
    """Name of the leaf."""
    path: str | None = None
    copy: str | None = None
    chain: tuple[str, ...] = ()
    """Names of the nodes from the tree's root to the leaf; the last is `name`."""
    problems: tuple[Problem, ...] = ()

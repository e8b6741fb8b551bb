# SPDX-License-Identifier: Apache-2.0
"""What is to be said of a workload's owners, and of pods that cannot be given to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workload_map.problems import Problem
from workload_map.workload import owners

if TYPE_CHECKING:
    from workload_map.definition.model import Definition

__all__ = ["made_kinds", "of_joined", "of_lost_pods", "of_owners"]


def of_owners(end: owners.Outcome, *, place: str = "input") -> tuple[Problem, ...]:
    """What the end of a chain says of a root; `place` is what the input is called."""
    if isinstance(end, owners.Missing):
        if not end.described:
            return ()
        text = f"owner {end.owner} not in the {place}"
        return (Problem(code="owner.not-in-input", severity="warning", message=text),)
    if isinstance(end, owners.Unreadable):
        text = f"owner {end.owner} could not be read: this may be part of another workload"
        return (Problem(code="owner.unreadable", severity="warning", message=text),)
    if isinstance(end, owners.Stale):
        text = (
            f"owner {end.owner} not in the {place}: the object of that name there has another uid"
            f" ({end.found.uid or 'none'}, not {end.owner.uid})"
        )
        return (Problem(code="owner.stale", severity="warning", message=text),)
    if isinstance(end, owners.Unclear):
        names = ", ".join(map(str, end.owners))
        text = f"owners in a circle: {names}" if end.cycle else f"several owners, none a controller: {names}"
        return (Problem(code="owner.unclear", severity="warning", message=text),)
    return ()


def of_joined(pod: str | None) -> Problem:
    """What is to be said of a workload that a pod of this name joined."""
    return Problem(
        code="owner.joined",
        severity="info",
        message=f"pod {pod} has no owner: it joined by the definition's rule",
    )


def made_kinds(definition: Definition) -> frozenset[tuple[str, str]]:
    """Group and kind of the objects that the workloads of a definition make."""
    structure = definition.spec.structure_definition
    made = [*structure.additional_child_kinds, *(child.kind for child in structure.child_components)]
    return frozenset((kind.group, kind.kind) for kind in made if kind is not None)


def of_lost_pods(
    definition: Definition,
    lost: Mapping[tuple[str, str, str], int],
    namespace: str,
    *,
    place: str = "input",
) -> Problem | None:
    """What is to be said where pods hang on objects that a workload makes and that are not in the input.

    `lost` counts pods by namespace and by group and kind of the owner that is missing or may not be read.
    """
    pairs = made_kinds(definition)
    found = {pair[1]: count for pair in sorted(pairs) if (count := lost.get((namespace, *pair), 0))}
    if not found:
        return None
    count = sum(found.values())
    absent = f"not in the {place}" + (" or may not be read" if place == "cluster" else "")
    return Problem(
        code="pods.owner-not-in-input",
        severity="warning",
        message=f"{count} {'pod' if count == 1 else 'pods'} in its namespace owned by a {' or '.join(found)}"
        f" that is {absent}: which of them belong to it is not known",
    )

# SPDX-License-Identifier: Apache-2.0
"""What the pods of a tree say for their group: priority, scheduler and queue."""

from __future__ import annotations

from typing import Any

from workload_map.workload.gangs.model import Gang, Member
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.numbers import leaves
from workload_map.workload.reading import Instance, Reading, role_id

__all__ = ["one_priority", "priorities", "queue", "role_template", "scheduler_names"]


def role_template(reading: Reading, member: Member) -> Instance | None:
    """The role that a member names, where the object has it."""
    component = reading.components.get(member.component)
    return None if component is None else component.instances.get(member.instance)


def priorities(reading: Reading, tree: Gang) -> dict[str | None, str]:
    """The priority classes of the tree's pods, each with a role that has it: what the pod template says, else the
    gang."""
    return _of_pods(reading, tree, "priorityClassName", lambda leaf: leaf.priority)


def scheduler_names(reading: Reading, tree: Gang) -> dict[str | None, str]:
    """The scheduler names of the tree's pods, each with a role that has it; None is the default scheduler."""
    found = _of_pods(reading, tree, "schedulerName", lambda leaf: leaf.scheduler_name)
    return {None if name == "default-scheduler" else name: role for name, role in found.items()}


def _of_pods(reading: Reading, tree: Gang, field: str, else_of: Any) -> dict[str | None, str]:
    found: dict[str | None, str] = {}
    for leaf in leaves(tree):
        for member in leaf.members:
            instance = role_template(reading, member)
            value = else_of(leaf)
            if instance is not None and instance.template is not None:
                spec = instance.template.get("spec")
                said = spec.get(field) if isinstance(spec, dict) else None
                value = said if isinstance(said, str) and said else None
            found.setdefault(value, role_id(member.component, member.instance))
    return found


def one_priority(draft: Draft, tree: Gang) -> str | None:
    """The priority class for the group of a tree: the one of its pods; where they differ, the first, which is said."""
    found = list(priorities(draft.reading, tree).items()) or [(tree.priority, tree.path)]
    name, role = found[0]
    if len(found) > 1:
        others = ", ".join(f"{other or 'no class'} of {role_of}" for other, role_of in found[1:])
        draft.lose(tree, f"a group has one priority: {name or 'no class'} of {role} holds for {others} too")
    return name


def queue(draft: Draft, tree: Gang, keys: tuple[str, ...], default: str, owner: str) -> str:
    """The queue for the group of a tree.

    What the scheduler's own label or annotation (one of `keys`) says on the object or on a pod template wins,
    else what the gang or the workload names in any other way, else `default`; the last two are said.
    """
    metadata = draft.reading.object.get("metadata")
    places: list[Any] = [metadata]
    for leaf in leaves(tree):
        for member in leaf.members:
            instance = role_template(draft.reading, member)
            if instance is not None and instance.template is not None:
                places.append(instance.template.get("metadata"))
    for key in keys:
        for place in places:
            for field in ("labels", "annotations"):
                values = place.get(field) if isinstance(place, dict) else None
                value = values.get(key) if isinstance(values, dict) else None
                if isinstance(value, str) and value:
                    return value
    named = tree.queue or draft.reading.queue
    if named is not None:
        draft.note(
            "queue", f'the queue "{named}" must exist as a {owner}: it is not named for this scheduler alone'
        )
        return named
    draft.note(
        "queue-default", f'the workload names no queue: "{default}" is used, which must exist as a {owner}'
    )
    return default

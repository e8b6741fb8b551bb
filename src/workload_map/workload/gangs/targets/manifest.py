# SPDX-License-Identifier: Apache-2.0
"""A manifest with its pod templates bound to their groups, and what only the pods themselves can carry."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from workload_map.errors import EditError, NotFound
from workload_map.problems import Problem
from workload_map.workload import patch as patches
from workload_map.workload.edit import Edit
from workload_map.workload.gangs.targets.model import Binding, Translation
from workload_map.workload.reading import Reading, role_id

__all__ = ["Bound", "bind"]


class Bound(Struct, frozen=True, kw_only=True):
    """The outcome of `bind`."""

    object: dict[str, Any]
    """The workload with what could be bound; parts that did not change are shared with the one that was read."""
    patch: list[dict[str, Any]]
    """The RFC 6902 patch that leads to it."""
    by_pod: tuple[Binding, ...]
    """What each pod must be given when it is created, by a controller or an admission webhook."""
    problems: tuple[Problem, ...]
    """A template that could not be written (its binding is in `by_pod`), and what else is to be known."""


def bind(reading: Reading, translation: Translation) -> Bound:
    """The object that was read, with the bindings of the translation on its pod templates and itself."""
    edit = reading.plan.edit(reading.object)
    on_object: dict[str, str] = {}
    by_pod: list[Binding] = []
    problems: list[Problem] = []
    for binding in translation.bindings:
        if binding.where == "object":
            on_object |= binding.labels
        elif binding.where == "pod":
            by_pod.append(binding)
        else:
            try:
                edit = _on_template(edit, binding)
            except (EditError, NotFound) as error:
                by_pod.append(binding)
                problems.append(
                    Problem(
                        code="gang.template-not-bound",
                        severity="warning",
                        message=f"{error}: its pods must be bound one by one",
                        at=role_id(binding.component or "", binding.instance),
                    )
                )
    changed = edit.object
    for key, value in on_object.items():
        changed = patches.put(changed, ("metadata", "labels", key), value)
    # Roles of one template are bound to it alike.
    bound = {
        role_id(one.component, one.instance)
        for one in translation.bindings
        if one.where == "template" and one.component is not None
    }
    problems += (one for one in edit.problems if one.code != "edit.shared-template" or one.at not in bound)
    return Bound(
        object=changed,
        patch=patches.diff(reading.object, changed),
        by_pod=tuple(by_pod),
        problems=tuple(problems),
    )


def _on_template(edit: Edit, binding: Binding) -> Edit:
    """All of the binding or nothing of it: each step gives a new `Edit`."""
    role = role_id(binding.component or "", binding.instance)
    if binding.scheduling_group is not None:
        edit = edit.set_scheduling_group(role, binding.scheduling_group)
    if binding.labels:
        edit = edit.set_labels(role, dict(binding.labels))
    if binding.annotations:
        edit = edit.set_annotations(role, dict(binding.annotations))
    if binding.scheduler_name is not None:
        edit = edit.set_scheduler(role, binding.scheduler_name)
    return edit

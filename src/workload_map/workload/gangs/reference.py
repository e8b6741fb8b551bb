# SPDX-License-Identifier: Apache-2.0
"""The questions that schedulers ask of the interchange form, with its answers: for readers that know only that.

Our own gangs are `Reading.gangs`; where a kind needs more than the interchange form can say, the two differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from workload_map.definition import gangs
from workload_map.errors import NotFound
from workload_map.problems import Problem
from workload_map.workload.expr import Expr
from workload_map.workload.gangs import keys as pod_keys
from workload_map.workload.gangs.nodes import KeysPlan
from workload_map.workload.reading import Instance, Place, Reading

__all__ = ["PodGroupOf", "pod_group_of", "subtree_minimum"]


class PodGroupOf(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Where the interchange form puts a pod; `group` None: in no group."""

    component: str | None
    """Component of the pod itself."""
    group: str | None = None
    member: str | None = None
    """Component of the subgroup or member that takes it; None where the group has none, or none takes it."""
    keys: tuple[str, ...] = ()
    """Pods of one group with equal keys are one gang (the older form)."""
    problems: tuple[Problem, ...] = ()


def subtree_minimum(reading: Reading, component: str, instance: str | None = None) -> int:
    """The fewest pods of a component and all below it, of all its instances or of the one named.

    Its own number is the sum of its instances' minimums (else of their replicas); the numbers of its children are
    added up; where both are there they are multiplied. Where the definition has no scale at all, roles are
    counted. Source: section 5 of the format. Raises `NotFound` for a component or instance that there is not.
    """
    if component not in reading.components:
        raise NotFound(f'there is no component "{component}"')
    found = reading.components[component].instances
    if instance is not None and (not instance or instance not in found):
        raise NotFound(f'{component} has no instance "{instance}"')
    scaled = any(plan.has_scale for plan in reading.plan.components)
    return (_scaled if scaled else _counted)(reading, component, instance)


def _scaled(reading: Reading, component: str, instance: str | None) -> int:
    own = sum(_effective(item) for item in _instances(reading, component, instance))
    children = reading.plan.children_of(component)
    if not children:
        return own
    below = sum(_scaled(reading, child.name, None) for child in children)
    return own * below if own and below else own or below


def _counted(reading: Reading, component: str, instance: str | None) -> int:
    children = reading.plan.children_of(component)
    if children:
        return sum(_counted(reading, child.name, None) for child in children)
    if not reading.components[component].has_pods:
        return 0
    return len(_instances(reading, component, instance))


def _instances(reading: Reading, component: str, instance: str | None) -> list[Instance]:
    found = reading.components[component].instances
    return list(found.values()) if instance is None else [found[instance]]


def _effective(instance: Instance) -> int:
    return instance.min or instance.replicas or 0


def pod_group_of(pod: Mapping[str, Any], reading: Reading) -> PodGroupOf:
    """The component of a pod, and its place in the interchange form. Source: section 5 of the format."""
    place = reading.plan.place(pod, reading.ids)
    scheduling = reading.plan.definition.gang_scheduling
    if scheduling is None:
        return PodGroupOf(component=place.component, problems=place.problems)
    lineage = _lineage(reading, place)
    if scheduling.pod_group is not None:
        parts = [part.component_name for part in scheduling.pod_group.sub_groups]
        member = next((part for part in parts if part in lineage), None)
        return PodGroupOf(
            component=place.component,
            group=scheduling.pod_group.name,
            member=member,
            problems=place.problems,
        )
    return _older(pod, place, lineage, scheduling.pod_groups)


def _lineage(reading: Reading, place: Place) -> list[str]:
    """The pod's component and those above it, its own first."""
    found: list[str] = []
    at = place.component
    while at is not None and at not in found:
        found.append(at)
        at = reading.components[at].parent
    return found


def _older(
    pod: Mapping[str, Any], place: Place, lineage: list[str], groups: tuple[gangs.PodGroupAlpha, ...]
) -> PodGroupOf:
    """Its own component first, then those above it; of one component in the order of the definition."""
    problems: list[Problem] = []
    for name in lineage:
        for index, group in enumerate(groups):
            for number, member in enumerate(group.members):
                if member.component_name != name:
                    continue
                base = f"/spec/optimizationInstructions/gangScheduling/podGroups/{index}/members/{number}"
                plan = KeysPlan(
                    keys=_exprs(member.group_by_key_paths, base, "groupByKeyPaths"),
                    filters=_exprs(member.filters, base, "filters"),
                )
                if not pod_keys.passes(plan, pod, name, problems):
                    continue
                found = pod_keys.keys_of(plan, pod, name, problems)
                if found is None:
                    return PodGroupOf(component=place.component, problems=tuple(problems))
                return PodGroupOf(
                    component=place.component,
                    group=group.name,
                    member=name,
                    keys=found,
                    problems=tuple(problems),
                )
    return PodGroupOf(component=place.component, problems=(*place.problems, *problems))


def _exprs(texts: tuple[str, ...], base: str, field: str) -> tuple[Expr, ...]:
    return tuple(
        Expr(text, f"{base}/{field}/{index}", f"{field} {index}") for index, text in enumerate(texts)
    )

# SPDX-License-Identifier: Apache-2.0
"""Gangs of a definition that has only the interchange form (``optimizationInstructions.gangScheduling``)."""

from __future__ import annotations

from workload_map.definition import gangs, model
from workload_map.workload.expr import Expr
from workload_map.workload.gangs.nodes import KeysPlan, MemberPlan, NodePlan, TreePlan

__all__ = ["trees"]

_POINTER = "/spec/optimizationInstructions/gangScheduling"


def trees(definition: model.Definition) -> tuple[TreePlan, ...]:
    """The trees that the interchange form speaks of. Source: section 5 of the format; ``podGroup`` wins."""
    scheduling = definition.gang_scheduling
    if scheduling is None:
        return ()
    if scheduling.pod_group is not None:
        return (TreePlan(node=_pod_group(definition, scheduling.pod_group)),)
    return tuple(
        TreePlan(node=_alpha(definition, group, f"{_POINTER}/podGroups/{index}"))
        for index, group in enumerate(scheduling.pod_groups)
    )


def _pod_group(definition: model.Definition, group: gangs.PodGroup) -> NodePlan:
    required, preferred = _levels(group.topology)
    if not group.sub_groups:
        members = tuple(
            MemberPlan(component=name, zero_is_none=True) for name in _below(definition, definition.root.name)
        )
        return NodePlan(label=group.name, members=members, fixed_required=required, fixed_preferred=preferred)
    children = []
    taken: set[str] = set()
    for part in group.sub_groups:
        # A pod that fits several parts goes to the one listed first.
        names = [name for name in _below(definition, part.component_name) if name not in taken]
        taken.update(names)
        part_required, part_preferred = _levels(part.topology)
        children.append(
            NodePlan(
                label=part.component_name,
                members=tuple(MemberPlan(component=name, zero_is_none=True) for name in names),
                fixed_required=part_required,
                fixed_preferred=part_preferred,
            )
        )
    return NodePlan(
        label=group.name,
        children=tuple(children),
        fixed_required=required,
        fixed_preferred=preferred,
    )


def _alpha(definition: model.Definition, group: gangs.PodGroupAlpha, pointer: str) -> NodePlan:
    """A pod belongs with its own component first, then with those above it."""
    members = []
    own = [member.component_name for member in group.members]
    for index, member in enumerate(group.members):
        at = f"{pointer}/members/{index}"
        keys = KeysPlan(
            keys=_exprs(member.group_by_key_paths, f"{at}/groupByKeyPaths", member.component_name),
            filters=_exprs(member.filters, f"{at}/filters", member.component_name),
        )
        members += [
            MemberPlan(component=name, from_pods=keys, zero_is_none=True)
            for name in _below(definition, member.component_name)
            if name == member.component_name or name not in own
        ]
    return NodePlan(label=group.name, members=tuple(members))


def _exprs(texts: tuple[str, ...], pointer: str, component: str) -> tuple[Expr, ...]:
    field = pointer.rsplit("/", 1)[-1]
    return tuple(
        Expr(text, f"{pointer}/{index}", f"{field} {index} of {component}")
        for index, text in enumerate(texts)
    )


def _levels(topology: gangs.Topology | None) -> tuple[str | None, str | None]:
    if topology is None:
        return None, None
    return topology.required_topology_level or None, topology.preferred_topology_level or None


def _below(definition: model.Definition, name: str) -> list[str]:
    """The components with pods at and below `name`, in the definition's order."""
    found = {name}
    for _ in definition.children:
        found |= {child.name for child in definition.children if child.owner_ref in found}
    return [item.name for item in definition.components if item.name in found and item.spec_definition]

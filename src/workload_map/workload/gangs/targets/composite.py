# SPDX-License-Identifier: Apache-2.0
"""Kubernetes' own groups, nested: Workload, CompositePodGroup (``scheduling.k8s.io/v1alpha3`` alone) and PodGroup.

A Workload holds the templates, and a group for each node of a tree refers to one of them. Limits: eight templates
in a list, three composite levels over a PodGroup (kubernetes 1.37 ``pkg/apis/scheduling/validation``).
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets import native
from workload_map.workload.gangs.targets.draft import Draft, lose_alone
from workload_map.workload.gangs.targets.names import relative_names
from workload_map.workload.gangs.targets.numbers import fold, least, leaves, node_id, split_idle

__all__ = ["build"]

_COMPOSITE: Final = "scheduling.k8s.io/v1alpha3"
_TEMPLATES: Final = 8
_HEIGHT: Final = 4


def build(draft: Draft) -> None:
    """A Workload for each tree that differs from the others, and its groups from the root down."""
    placed: list[tuple[Gang, Gang]] = []
    workloads: dict[str, str] = {}
    for tree in draft.trees:
        native.check(draft, tree)
        needed, alone = split_idle(tree)
        lose_alone(draft, tree, alone)
        priority = native.one_of_pods(draft, tree)
        for root in map(_within_height, alone if needed is None else [needed, *alone]):
            placed += ((leaf, leaf) for leaf in leaves(root))
            if root.is_leaf:
                _pod_group(draft, root, priority)
            else:
                _nested(draft, root, priority, workloads)
    native.bind(draft, placed)


def _within_height(tree: Gang) -> Gang:
    """The tree as it is if that is not too high, else in as few levels as say the same."""
    return tree if _height(tree) <= _HEIGHT else fold(tree)


def _height(gang: Gang) -> int:
    return 1 + max(map(_height, gang.children), default=0)


def _nested(draft: Draft, tree: Gang, priority: str | None, workloads: dict[str, str]) -> None:
    if not draft.can.native_composite:
        draft.refuse(
            "no-composite", "the cluster has no CompositePodGroup: its gate or its version is off", tree
        )
    if _height(tree) > _HEIGHT:
        draft.refuse(
            "too-deep",
            f"the tree has {_height(tree)} levels, and at most {_HEIGHT} are allowed, its pods' groups included",
            tree,
        )
    names = _template_names(tree)
    root = _template(draft, tree, priority, names)
    _warn_of_order(draft, tree)
    shape = repr(root)
    if shape not in workloads:
        workloads[shape] = tree.name
        reading = draft.reading
        group = reading.api_version.rpartition("/")[0]
        controller = {"kind": reading.kind, "name": reading.name}
        if group:
            controller = {"apiGroup": group, **controller}
        draft.add(
            native.API,
            "Workload",
            tree,
            {
                "controllerRef": controller if reading.name is not None else None,
                "compositePodGroupTemplates": [root],
            },
        )
    _groups(draft, tree, None, workloads[shape], priority, names)


def _warn_of_order(draft: Draft, tree: Gang) -> None:
    """Say which part may take, above its minimum, what a later part needs: then the tree waits though all its minimums
    would fit. Children are tried by their age in seconds, then by name, and nothing is given back
    (kubernetes 1.37 ``pkg/scheduler/framework/types.go``, ``schedule_one_podgroup.go``)."""
    found = _elastic_before(tree)
    if found is None:
        return
    first, later = found
    draft.note(
        "elastic-first",
        f"of groups made in the same second the scheduler tries the first by name, {node_id(first)}, which takes what "
        f"is free above its minimum before {node_id(later)} gets any: create the group of {later.path} a second "
        "earlier, or it waits for room for all of both",
        warning=True,
        at=tree.path,
    )


def _elastic_before(parent: Gang) -> tuple[Gang, Gang] | None:
    """The first two children, in the order in which they are tried, of which one is elastic and the next is needed."""
    needed = sorted((child for child in parent.children if least(child)), key=lambda child: child.name)
    for first, later in itertools.pairwise(needed):
        if least(first) != first.desired_pods:
            return first, later
    return next(filter(None, map(_elastic_before, needed)), None)


def _template_names(tree: Gang) -> dict[str, str]:
    """The template of each node, by the node's name. Equal copies beside one another share a template."""
    first: dict[tuple[str, str], Gang] = {}
    shared: dict[str, str] = {}

    def visit(node: Gang, above: str) -> None:
        # Copies of one parent's child are equal if all that a template says of them is.
        found = first.setdefault((above, _signature(node)), node)
        shared[node.name] = found.name
        for child in node.children:
            visit(child, found.name)

    visit(tree, "")
    kept = [node for node in tree.walk() if shared[node.name] == node.name]
    once = {node.path for node in kept if sum(other.path == node.path for other in kept) == 1}
    names = relative_names((node.path, None if node.path in once else node.copy) for node in kept)
    by_name = {node.name: name for node, name in zip(kept, names, strict=True)}
    return {name: by_name[of] for name, of in shared.items()}


def _signature(gang: Gang) -> str:
    inner = [_signature(child) for child in gang.children]
    return repr((gang.path, gang.min_pods, gang.min_children, gang.topology, inner))


def _spec(draft: Draft, gang: Gang, priority: str | None) -> dict[str, Any]:
    minimum = (
        native.policy("minCount", gang.min_pods or 0)
        if gang.is_leaf
        else native.policy("minGroupCount", gang.min_children or 0)
    )
    spec = {
        "schedulingPolicy": minimum,
        "schedulingConstraints": native.constraints(draft, gang, gang.topology),
        "priorityClassName": priority,
    }
    return {key: value for key, value in spec.items() if value is not None}


def _template(draft: Draft, gang: Gang, priority: str | None, names: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {"name": names[gang.name], **_spec(draft, gang, priority)}
    for field, is_leaf in (("podGroupTemplates", True), ("compositePodGroupTemplates", False)):
        children = {names[child.name]: child for child in gang.children if child.is_leaf == is_leaf}
        if len(children) > _TEMPLATES:
            draft.refuse(
                "too-many-templates",
                f"{len(children)} different parts, and a list holds at most {_TEMPLATES} templates",
                gang,
            )
        if children:
            found[field] = [_template(draft, child, priority, names) for child in children.values()]
    return found


def _groups(
    draft: Draft, gang: Gang, parent: str | None, workload: str, priority: str | None, names: dict[str, str]
) -> None:
    spec = {
        "parentCompositePodGroupName": parent,
        "workloadRef": {"workloadName": workload, "templateName": names[gang.name]},
        **_spec(draft, gang, priority),
    }
    if gang.is_leaf:
        draft.add(native.API, "PodGroup", gang, spec)
    else:
        draft.add(_COMPOSITE, "CompositePodGroup", gang, spec)
    for child in gang.children:
        _groups(draft, child, gang.name, workload, priority, names)


def _pod_group(draft: Draft, leaf: Gang, priority: str | None) -> None:
    draft.add(native.API, "PodGroup", leaf, _spec(draft, leaf, priority))

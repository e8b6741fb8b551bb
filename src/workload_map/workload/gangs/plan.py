# SPDX-License-Identifier: Apache-2.0
"""A definition's gangs made ready to read objects: every expression with its place in the definition."""

from __future__ import annotations

from collections.abc import Iterator

from workload_map.definition import extension_gangs as spec
from workload_map.definition import model
from workload_map.workload.expr import Expr
from workload_map.workload.gangs import interchange
from workload_map.workload.gangs.nodes import CopiesPlan, MemberPlan, NodePlan, TreePlan

__all__ = ["gang_plan"]

_POINTER = "/spec/extensions/gangs"


def gang_plan(definition: model.Definition) -> tuple[TreePlan, ...]:
    """The trees of a definition: of its extension, else of the interchange form, else none."""
    trees = definition.extensions.gangs if definition.extensions is not None else ()
    if not trees:
        return interchange.trees(definition)
    return tuple(_tree(tree, f"{_POINTER}/{index}") for index, tree in enumerate(trees))


def _tree(tree: spec.GangTree, pointer: str) -> TreePlan:
    node = _node(tree, pointer)
    return TreePlan(
        node=node,
        start_after=tree.start_after,
        instances_after=_expr(tree.instances_after, pointer, "instancesAfter", node.label),
        written_by_operator=_expr(tree.written_by_operator, pointer, "writtenByOperator", node.label),
    )


def _node(node: spec.GangNode, pointer: str) -> NodePlan:
    label = node.name or node.component or node.each or ""
    children: tuple[spec.GangNode, ...] = getattr(node, "groups", ())
    topology = node.topology
    copies = node.copies
    members = () if children else tuple(_members(node, pointer, label))
    return NodePlan(
        label=label,
        each=node.each,
        by=_expr(node.by, pointer, "by", label),
        when=_expr(node.when, pointer, "when", label),
        members=members,
        minimum=_expr(node.minimum, pointer, "minimum", label),
        alone=node.alone,
        copies=tuple(_copies(copies, f"{pointer}/copies", label)) if copies is not None else (),
        required=_expr(topology.required, pointer, "topology/required", label) if topology else None,
        preferred=_expr(topology.preferred, pointer, "topology/preferred", label) if topology else None,
        children=tuple(_node(child, f"{pointer}/groups/{index}") for index, child in enumerate(children)),
    )


def _members(node: spec.GangNode, pointer: str, label: str) -> Iterator[MemberPlan]:
    component = node.component or (None if node.members else node.each)
    if component is not None:
        yield MemberPlan(component=component, done=_expr(node.done, pointer, "done", label))
    for index, member in enumerate(node.members):
        at = f"{pointer}/members/{index}"
        name = f"{member.component} in {label}"
        yield MemberPlan(
            component=member.component,
            minimum=_expr(member.minimum, at, "minimum", name),
            desired=_expr(member.desired, at, "desired", name),
            done=_expr(member.done, at, "done", name),
        )


def _copies(copies: spec.GangCopies, pointer: str, label: str) -> Iterator[CopiesPlan]:
    outer = copies.within
    if outer is not None:
        yield CopiesPlan(
            count=_needed(outer.count, pointer, "within/count", f"copies of {label}"),
            key=_needed(outer.key, pointer, "within/key", f"copies of {label}"),
        )
    yield CopiesPlan(
        count=_expr(copies.count, pointer, "count", f"copies of {label}"),
        key=_needed(copies.key, pointer, "key", f"copies of {label}"),
        first=_expr(copies.first, pointer, "first", f"copies of {label}"),
        done=_expr(copies.done, pointer, "done", f"copies of {label}"),
    )


def _needed(text: str, pointer: str, field: str, of: str) -> Expr:
    return Expr(text, f"{pointer}/{field}", f"{field} of the gang {of}")


def _expr(text: str | None, pointer: str, field: str, of: str) -> Expr | None:
    return None if text is None else _needed(text, pointer, field, of)

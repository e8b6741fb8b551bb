# SPDX-License-Identifier: Apache-2.0
"""Rules about ``spec.extensions.gangs``: what a node is made of, what it refers to, the order of the trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workload_map.definition.extension_gangs import GangNode, GangTree
from workload_map.definition.model import Definition
from workload_map.definition.places import EXTENSIONS_PATH
from workload_map.definition.shapes import Path
from workload_map.definition.walker import MISSING, Finding, is_missing, quoted, suggestion

__all__ = ["findings"]

_GANGS: Final[Path] = (*EXTENSIONS_PATH, "gangs")


def findings(definition: Definition) -> Iterator[Finding]:
    """Everything that is wrong with the gangs of the extensions beyond their structure."""
    trees = definition.extensions.gangs if definition.extensions is not None else ()
    for index, tree in enumerate(trees):
        path = (*_GANGS, index)
        yield from _node(definition, tree, path)
        yield from _uncounted(tree, path)
        if tree.instances_after is not None and tree.each is None:
            yield Finding(
                code="definition.gang",
                message="instancesAfter says nothing without each",
                path=(*path, "instancesAfter"),
            )
    yield from _siblings(trees, _GANGS)
    yield from _order(trees)


def _label(node: GangNode) -> str | None:
    return node.name or node.component or node.each


def _children(node: GangNode) -> tuple[GangNode, ...]:
    found: tuple[GangNode, ...] = getattr(node, "groups", ())
    return found


def _node(definition: Definition, node: GangNode, path: Path) -> Iterator[Finding]:
    children = _children(node)
    contents = {"component": node.component, "members": node.members, "groups": children}
    given = [name for name, value in contents.items() if value]
    for name in given[1:]:
        yield Finding(
            code="definition.gang",
            message=f"a node has one of component, members and groups: {given[0]} is there already",
            path=(*path, name),
        )
    if not given and node.each is None:
        yield Finding(
            code="definition.gang",
            message="a node needs one of component, members and groups, or each",
            path=path,
        )
    if _label(node) is None and given:
        yield Finding(
            code="definition.gang", message='"name" is missing: the node has no component', path=path
        )
    if node.alone and (children or node.minimum is not None):
        what = "a leaf" if children else "nodes without a minimum of their own"
        yield Finding(code="definition.gang", message=f"alone is for {what}", path=(*path, "alone"))
    if node.done is not None and (node.members or children):
        yield Finding(
            code="definition.gang",
            message="done is for a leaf of one component; members and copies have their own",
            path=(*path, "done"),
        )
    for name in ("component", "each"):
        value = getattr(node, name)
        if value is not None:
            yield from _component(definition, value, (*path, name), pods=name == "component" or not given)
    for index, member in enumerate(node.members):
        yield from _component(definition, member.component, (*path, "members", index, "component"), pods=True)
    if node.by is not None and node.each is None:
        yield Finding(code="definition.gang", message="by says nothing without each", path=(*path, "by"))
    each = definition.component(node.each or "")
    if each is not None and each.instance_id_path is None:
        yield Finding(
            code="definition.gang",
            message=f"the component {quoted(each.name)} has no instances (no instanceIdPath)",
            path=(*path, "each"),
        )
    for index, child in enumerate(children):
        yield from _node(definition, child, (*path, "groups", index))
    yield from _siblings(children, (*path, "groups"))


def _uncounted(node: GangNode, path: Path, *, tree: bool = True) -> Iterator[Finding]:
    """Copies that only the pods tell: there is nothing to number or to lie in."""
    children, copies = _children(node), node.copies
    if copies is not None and copies.count is None:
        if not tree:
            yield Finding(
                code="definition.gang",
                message='"count" is missing: only copies of a whole tree do without',
                path=(*path, "copies"),
            )
        for name in ("first", "done", "within"):
            if getattr(copies, name) is not None:
                yield Finding(
                    code="definition.gang",
                    message=f"{name} says nothing without a count",
                    path=(*path, "copies", name),
                )
    for index, child in enumerate(children):
        yield from _uncounted(child, (*path, "groups", index), tree=False)


def _component(definition: Definition, name: str, path: Path, *, pods: bool) -> Iterator[Finding]:
    if is_missing(name):
        return
    names = [component.name for component in definition.components]
    component = definition.component(name)
    if component is None:
        # A name that was lost to another fault may be the one that is meant.
        if MISSING not in names:
            yield Finding(
                code="definition.unknown-component",
                message=f"no component is called {quoted(name)}{suggestion(name, names)}",
                path=path,
            )
    elif pods and component.spec_definition is None:
        yield Finding(
            code="definition.gang",
            message=f"the component {quoted(name)} has no pods (no specDefinition)",
            path=path,
        )


def _siblings(nodes: tuple[GangNode, ...], path: Path) -> Iterator[Finding]:
    """Two nodes of one name are there only if each depends on a condition."""
    seen: dict[str, tuple[int, bool]] = {}
    for index, node in enumerate(nodes):
        label = _label(node)
        if label is None or is_missing(label) or (node.each is not None and node.name is None):
            continue
        first = seen.setdefault(label, (index, node.when is not None))
        if first[0] != index and not (first[1] and node.when is not None):
            yield Finding(
                code="definition.duplicate-name",
                message=f"name {quoted(label)} is already at {path[-1]}[{first[0]}]; both need a condition (when)",
                path=(*path, index),
            )


def _order(trees: tuple[GangTree, ...]) -> Iterator[Finding]:
    labels = [label for tree in trees if (label := _label(tree)) is not None]
    after: dict[str, set[str]] = {}
    for index, tree in enumerate(trees):
        own = _label(tree)
        for position, name in enumerate(tree.start_after):
            path = (*_GANGS, index, "startAfter", position)
            if is_missing(name):
                continue
            if name not in labels:
                yield Finding(
                    code="definition.gang",
                    message=f"no tree is called {quoted(name)}{suggestion(name, labels)}",
                    path=path,
                )
            elif own is not None:
                if own == name or own in _reached(after, name):
                    yield Finding(
                        code="definition.cycle",
                        message=f"{quoted(own)} starts after itself",
                        path=path,
                    )
                else:
                    after.setdefault(own, set()).add(name)


def _reached(after: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += after.get(name, ())
    return found

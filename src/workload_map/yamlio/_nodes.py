# SPDX-License-Identifier: Apache-2.0
"""The tree of a document with the place of every node, made when somebody asks for places.

YAML and JSON give the same shape: a `Node` whose members are nodes. JSON is opened one container at a time, so a
question about one item of a large List does not cost a tree of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from workload_map.yamlio import _events, _json

__all__ = ["Member", "Node", "compose", "find", "json_node"]


class Node:
    """A node of a document: its kind, the half-open range of its characters (anchor and tag included), and what it
    holds. `style` is ``"`` ``'`` ``|`` ``>`` or empty for scalars."""

    __slots__ = ("_members", "anchor", "end", "flow", "kind", "start", "style", "tag", "target", "text")

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind  # scalar, map, list, alias
        self.start = start
        self.end = end
        self.flow = False
        self.style = ""
        self.anchor: str | None = None
        self.tag: str | None = None
        self.target: Node | None = None  # of an alias
        self.text: str | None = None  # the JSON text that members are still to be read from
        self._members: list[Member] = []

    @property
    def members(self) -> list[Member]:
        """Members of a mapping or list, in the order of the text."""
        if self.text is not None:
            text, self.text = self.text, None
            found, self.end = _json.members(text, self.start)
            for part in found:
                key = None
                if part.key is not None:
                    key = Node("scalar", part.key_start, part.key_end)
                    key.style = '"'
                self._members.append(Member(part.key, key, json_node(text, part.start, part.end)))
        return self._members


class Member:
    """A member of a mapping (key not None), a merge (key None, key node not None), or of a list."""

    __slots__ = ("key", "key_node", "value")

    def __init__(self, key: str | None, key_node: Node | None, value: Node) -> None:
        self.key = key
        self.key_node = key_node
        self.value = value


def json_node(text: str, start: int, end: int) -> Node:
    """The node of sound JSON text in this range."""
    first = text[start]
    node = Node({"{": "map", "[": "list"}.get(first, "scalar"), start, end)
    if node.kind == "scalar":
        node.style = '"' if first == '"' else ""
    else:
        node.flow = True
        node.text = text
    return node


def compose(text: str, start: int, end: int) -> Node:
    """The tree of the one YAML document in this range of the text, which was read without fault before."""
    line_start = text.rfind("\n", 0, start) + 1
    # The line is kept whole: indentation counts from its start.
    stream = _events.PARSER(text[line_start:end])
    root = Node("list", start, end)
    stack = [root]
    pending: list[Any] = [None]  # for each open mapping, the member whose value is awaited
    anchors: dict[str, Node] = {}
    named: dict[str, Any] = {}  # the events of the anchors
    while (event := stream.get_event()) is not None:
        kind = type(event)
        if kind is yaml.DocumentEndEvent:
            break
        if kind is yaml.StreamStartEvent or kind is yaml.DocumentStartEvent:
            continue
        if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            node = stack.pop()
            pending.pop()
            node.end = event.end_mark.index + line_start
            continue
        node = Node("scalar", event.start_mark.index + line_start, event.end_mark.index + line_start)
        if kind is yaml.AliasEvent:
            node.kind = "alias"
            node.target = anchors[event.anchor]
        else:
            node.tag = event.tag
            node.anchor = event.anchor
            if event.anchor is not None:
                anchors[event.anchor] = node
                named[event.anchor] = event
        parent = stack[-1]
        if parent.kind == "map" and pending[-1] is None:
            pending[-1] = (_events.key_of(named[event.anchor] if node.kind == "alias" else event), node)
        elif parent.kind == "map":
            key, key_node = pending[-1]
            pending[-1] = None
            parent.members.append(Member(key, key_node, node))
        else:
            parent.members.append(Member(None, None, node))
        if kind is yaml.ScalarEvent:
            node.style = event.style or ""
        elif kind is not yaml.AliasEvent:
            node.kind = "map" if kind is yaml.MappingStartEvent else "list"
            node.flow = bool(event.flow_style)
            stack.append(node)
            pending.append(None)
    return root.members[0].value


def find(root: Node, path: Sequence[str | int]) -> Member | None:
    """The member at a path, as reading sees it: the last of equal keys, through aliases and merges. None when
    nothing is there; for the empty path, a member that holds the root."""
    member = Member(None, None, root)
    for step in path:
        node = member.value
        if node.kind == "alias" and node.target is not None:
            node = node.target
        found: Member | None = None
        if node.kind == "map" and isinstance(step, str):
            found = _lookup(node, step)
        elif node.kind == "list" and isinstance(step, int) and 0 <= step < len(node.members):
            found = node.members[step]
        if found is None:
            return None
        member = found
    return member


def _lookup(node: Node, key: str) -> Member | None:
    for member in reversed(node.members):
        if member.key == key:
            return member
        if member.key is None:
            merged = member.value.target if member.value.kind == "alias" else member.value
            if merged is None:
                continue
            parts = [merged] if merged.kind == "map" else [part.value for part in merged.members]
            for part in parts:
                target = part.target if part.kind == "alias" else part
                if target is not None and (found := _lookup(target, key)):
                    return found
    return None

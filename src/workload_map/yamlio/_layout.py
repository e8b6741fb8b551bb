# SPDX-License-Identifier: Apache-2.0
"""How the text of a document is laid out: where members begin and end, how far things are indented."""

from __future__ import annotations

import re
from typing import Any

from workload_map.yamlio._document import Document
from workload_map.yamlio._nodes import Member, Node
from workload_map.yamlio._writer import flow_text, quoted, scalar_text, to_json

__all__ = ["Layout"]

_SKIP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*|[&!][^ \t\r\n]*(?=[ \t\r\n]))*")
_COLON = re.compile(r"[^\S\n]*:")


class Layout:
    """Answers about one document's text; places are indices of characters."""

    def __init__(self, document: Document) -> None:
        self.is_json = document.is_json
        self.newline = "\r\n" if "\r\n" in document.text else "\n"
        self.text = document.text
        if not self.is_json and not self.text.endswith("\n"):
            self.text += self.newline  # so that lines can be put behind the last one
        self.step = 2
        self.dash = 0
        self.aliased: set[str] = set()
        self.flow_parents: set[int] = set()
        self.root = document.root()
        if not document.is_json:
            self._survey()

    def _survey(self) -> None:
        """Find what aliases stand for, which nodes lie inside brackets, and the indentation of the document."""
        names = {}
        step = dash = None
        work: list[tuple[Node, bool]] = [(self.root, False)]
        while work:
            node, inside = work.pop()
            if inside:
                self.flow_parents.add(id(node))
            if node.anchor is not None:
                names[id(node)] = node.anchor
            if node.kind == "alias" and node.target is not None and node.target.anchor is not None:
                self.aliased.add(node.target.anchor)
            for member in node.members:
                child = member.value
                work.append((child, inside or node.flow))
                if member.key_node is None or node.flow or child.flow or not child.members:
                    continue
                by = self.column(child) - self.column(node)
                if child.kind == "list":
                    dash = by if dash is None else dash
                elif by > 0:
                    step = by if step is None else step
        self.step = step or 2
        self.dash = max(0, dash or 0)

    # Lines

    def line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def next_line(self, index: int) -> int:
        """The start of the line after this one, or the end of the text."""
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end + 1

    def rest_of_line(self, index: int) -> str:
        """What stands between here and the line break."""
        end = self.text.find("\n", index)
        return self.text[index : len(self.text) if end < 0 else end].removesuffix("\r")

    def spaces(self, index: int) -> int:
        """How many spaces stand here."""
        return len(self.text) - index - len(self.text[index:].lstrip(" "))

    # Block style

    def first(self, node: Node) -> int:
        """Where the first member of a block mapping or list begins: its key (or ``?``) or its dash."""
        return self.member_start(node, 0)

    def member_start(self, node: Node, index: int) -> int:
        member = node.members[index]
        if member.key_node is not None:
            return self.begin(member)
        start = node.start if index == 0 else self.end_of_lines(node.members[index - 1])
        return _SKIP.match(self.text, start).end()  # type: ignore[union-attr]

    def begin(self, member: Member) -> int:
        """Where a member begins: at its key (or the ``?`` before it); in a flow list, at its value."""
        if member.key_node is None:
            return member.value.start
        start = before = member.key_node.start
        while before > 0 and self.text[before - 1] in " \t\r\n":
            before -= 1
        mark = before - 1
        if 0 <= mark < start - 1 and self.text[mark] == "?" and self.text[max(0, mark - 1)] in " \t\n,[{?":
            return mark
        return start

    def column(self, node: Node) -> int:
        """The column (from 0) of the members of a block mapping or list."""
        first = self.first(node)
        return first - self.line_start(first)

    def starts_line(self, node: Node) -> bool:
        """Whether nothing stands before the first member on its line."""
        first = self.first(node)
        return not self.text[self.line_start(first) : first].strip()

    def end(self, member: Member) -> int:
        """Where the text of a member ends; trailing comments and blank lines are not part of it."""
        node = member.value
        while not node.flow and node.kind in ("map", "list") and node.members:
            member = node.members[-1]
            node = member.value
        if node.style in ("|", ">"):
            return self._end_of_block_scalar(node)
        return max(node.end, member.key_node.end if member.key_node else 0)

    def _end_of_block_scalar(self, node: Node) -> int:
        text = self.text[node.start : node.end]
        header = text.split("\n", 1)[0]
        if "+" in header.split("#")[0]:
            return node.start + len(text.removesuffix("\n").removesuffix("\r"))
        lines = text.split("\n")
        while len(lines) > 1 and not lines[-1].strip():
            lines.pop()
        return node.start + len("\n".join(lines).removesuffix("\r"))

    def end_of_lines(self, member: Member) -> int:
        """The start of the line after a member's last one."""
        return self.next_line(self.end(member))

    def behind_colon(self, owner: Member | None) -> int | None:
        """The place behind the colon of a member of a block mapping; None for other nodes."""
        colon = _COLON.match(self.text, owner.key_node.end) if owner and owner.key_node else None
        return colon.end() if colon else None

    def key_column(self, owner: Member | None) -> int:
        """The column of a member's key."""
        start = owner.key_node.start if owner and owner.key_node else 0
        return start - self.line_start(start)

    # Flow style

    def in_flow(self, node: Node) -> bool:
        """Whether a node lies inside brackets."""
        return self.is_json or id(node) in self.flow_parents

    def gap(self, node: Node) -> str:
        """What stands between two members: the comma and the space or line break and indentation behind it."""
        members = node.members
        if len(members) > 1:
            gap = self.text[members[-2].value.end : self.begin(members[-1])]
            if not gap.strip(" \t\r\n,") and gap.count(",") == 1:
                return gap
        before = self.text[node.start + 1 : self.begin(members[0])]
        if "\n" in before and not before.strip():
            return "," + before
        return "," if self._compact(node) else ", "

    def _compact(self, node: Node) -> bool:
        for member in node.members:
            if member.key_node is not None:
                return self._colon(member) == ":"
        return self.is_json and self._colon_of_root() == ":"

    def _colon(self, member: Member) -> str:
        key = member.key_node
        text = self.text[key.end : member.value.start] if key is not None else ""
        return text if text.strip() == ":" and "\n" not in text else ": "

    def _colon_of_root(self) -> str:
        for member in self.root.members:
            if member.key_node is not None:
                return self._colon(member)
        return ": "

    def _json_style(self, node: Node | None) -> bool:
        if self.is_json:
            return True
        if node is None or not node.members:
            return False
        first = node.members[0]
        return (first.key_node or first.value).style == '"'

    def flow_member(self, node: Node, key: str, value: Any) -> str:
        """A member to add to a flow mapping."""
        colon = self._colon(node.members[-1])
        text = to_json(key) if self.is_json else quoted(key)
        if not self._json_style(node) and colon != ":":
            text = scalar_text(key, flow=True)
        return text + colon + self.flow_value(node, value, inside=node)

    def flow_value(self, node: Node, value: Any, *, inside: Node | None) -> str:
        """A value in flow style, in the manner of the document. `inside`: the container that it becomes a member
        of; None when it takes the place of `node`."""
        if not self.is_json:
            if self._json_style(inside):
                return flow_json(value)
            if isinstance(value, str) and inside is None and node.style == '"':
                return quoted(value)
            return flow_text(value)
        if not (isinstance(value, dict | list) and value):
            return to_json(value, indent=0)
        unit = self._unit()
        if unit is None:
            text = to_json(value, indent=0)
            return text if self._colon_of_root() == ":" else flow_json(value)
        anchor = self.begin(inside.members[0]) if inside is not None else node.start
        line = self.text[self.line_start(anchor) : anchor]
        base = line[: len(line) - len(line.lstrip(" \t"))]
        lines = to_json(value, indent=2).split("\n")
        out = [lines[0]]
        for part in lines[1:]:
            bare = part.lstrip(" ")
            out.append(base + unit * ((len(part) - len(bare)) // 2) + bare)
        return self.newline.join(out)

    def _unit(self) -> str | None:
        """The indentation of one level of pretty JSON, None when the document is written on one line."""
        members = self.root.members
        if not members:
            return None
        before = self.text[self.root.start + 1 : self.begin(members[0])]
        if "\n" not in before:
            return None
        inner = before.rpartition("\n")[2]
        line = self.text[self.line_start(self.root.start) : self.root.start]
        return inner.removeprefix(line) or "  "


def flow_json(value: Any) -> str:
    """JSON on one line, with a space behind each comma and colon."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{to_json(key)}: {flow_json(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow_json, value)) + "]"
    return to_json(value, indent=0)

# SPDX-License-Identifier: Apache-2.0
"""Changing a document in its text: only the text of the nodes that change is written anew.

The patch is applied to the value; the tree of the text is then walked beside the old and the new value, and where
they differ, pieces of text are replaced. Comments, quoting, order and indentation of everything else stay byte for
byte. The result is read again and compared with the value that was wanted, so no change is ever made wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workload_map import errors
from workload_map.yamlio import _patch
from workload_map.yamlio._document import Document, load_all
from workload_map.yamlio._layout import Layout
from workload_map.yamlio._nodes import Member, Node
from workload_map.yamlio._text import place
from workload_map.yamlio._writer import block_lines, quoted, scalar_text

__all__ = ["edit_text"]

_SINGLE = re.compile("[ -~]*")


def edit_text(document_text: str, document: Document, patch: Sequence[Mapping[str, Any]]) -> str:
    """The text of a file with an RFC 6902 patch (add, replace, remove, test) applied to one of its documents.

    `document_text` is the text that `document` was loaded from. Works on block and flow style and on JSON, in files
    of several documents. Raises InputError: ``input.patch`` when the patch does not apply, ``input.edit`` when the
    text cannot be changed there without touching more (inside an alias or what an alias stands for, in a merge).
    """
    text = document_text.removeprefix("\ufeff")
    mark = document_text[: len(document_text) - len(text)]
    if text != document.text:
        raise ValueError("the document was not loaded from this text")
    wanted = _patch.apply(document.value, patch)
    if _patch.same(wanted, document.value):
        return document_text
    # Text of several lines reads well as a literal block, but what follows in the file can become a part of it.
    for literals in (True, False):
        editor = _Editor(document, literals)
        editor.node(document.root(), document.value, wanted, None)
        for new in editor.results():
            if _reads_as(new, document, wanted):
                return mark + new
    raise editor.fault(document.root(), "the new text would not read as it should")


def _reads_as(text: str, document: Document, wanted: Any) -> bool:
    try:
        again = load_all(text, source=document.source)
    except errors.InputError:
        return False
    return len(again) > document.index and _patch.same(again[document.index].value, wanted)


class _Editor:
    """Walks the tree beside two values and collects splices: (start, end, text) in the old text."""

    def __init__(self, document: Document, literals: bool) -> None:
        self.document = document
        self.layout = Layout(document)
        self.text = self.layout.text
        self.literals = literals
        self.splices: list[tuple[int, int, str]] = []

    def fault(self, node: Node, why: str) -> errors.InputError:
        line, column = place(self.text, node.start)
        return errors.InputError(
            f"cannot be changed in the text without touching the rest of it: {why}",
            code="input.edit",
            source=self.document.source,
            line=line,
            column=column,
        )

    def splice(self, start: int, end: int, text: str) -> None:
        self.splices.append((start, end, text))

    def results(self) -> Iterator[str]:
        """The text with all splices in it; first without a line break at the end where there was none before."""
        pieces = []
        position = 0
        for start, end, text in sorted(self.splices, key=lambda splice: splice[:2]):
            if start < position:
                raise self.fault(self.document.root(), "two changes meet in one place")
            pieces += [self.text[position:start], text]
            position = end
        pieces.append(self.text[position:])
        new = "".join(pieces)
        if self.text != self.document.text:
            yield new.removesuffix(self.layout.newline)
        yield new

    def lines(self, value: Any, column: int) -> list[str]:
        """The lines of a value in block style, in the manner of the document."""
        layout = self.layout
        return block_lines(value, column=column, step=layout.step, dash=layout.dash, literals=self.literals)

    def node(self, node: Node, old: Any, new: Any, owner: Member | None) -> None:
        """Turn a node, the value of `owner` (None: the root), from one value into another."""
        if _patch.same(old, new):
            return
        if node.kind == "alias":
            raise self.fault(node, "it is written as an alias")
        if node.anchor is not None and node.anchor in self.layout.aliased:
            raise self.fault(node, f"aliases elsewhere stand for the same text (anchor {node.anchor!r})")
        if node.kind == "map" and isinstance(new, dict) and new and node.members:
            self.mapping(node, old, new, owner)
        elif node.kind == "list" and isinstance(new, list) and new and node.members:
            self.sequence(node, old, new, owner)
        else:
            self.replace(node, new, owner)

    def mapping(self, node: Node, old: dict[str, Any], new: dict[str, Any], owner: Member | None) -> None:
        written = {member.key: member for member in node.members if member.key is not None}
        gone = {key for key in old if key not in new}
        for key in old:
            if key not in written and (key in gone or not _patch.same(old[key], new[key])):
                raise self.fault(node, f"{key!r} comes from a merge (<<)")
        kept = [member for member in node.members if member.key not in gone]
        if not kept:
            self.replace(node, new, owner)
            return
        for key, member in written.items():
            if key in new:
                self.node(member.value, old[key], new[key], member)
        added = {key: value for key, value in new.items() if key not in old}
        removed = [member.key in gone for member in node.members]
        if node.flow:
            self.flow_remove(node, removed)
            self.flow_add(node, kept[-1], added)
        else:
            self.block_remove(node, removed)
            if added:
                self.add_lines(self.layout.end_of_lines(kept[-1]), self.layout.column(node), added)

    def sequence(self, node: Node, old: list[Any], new: list[Any], owner: Member | None) -> None:
        pairs = _patch.align(old, new)
        removed = [True] * len(old)
        for i, j in pairs:
            if i is not None and j is not None:
                removed[i] = False
        if all(removed) or not (node.flow or (not removed[0] or self.layout.starts_line(node))):
            self.replace(node, new, owner)
            return
        for i, j in pairs:
            if i is not None and j is not None:
                member = node.members[i]
                self.node(member.value, old[i], new[j], member)
        if node.flow:
            self.flow_remove(node, removed)
        else:
            self.block_remove(node, removed)
        # What came is put behind the old item before it, whether that one stays or goes.
        behind = -1
        for i, j in pairs:
            if i is not None:
                behind = i
            elif j is not None and node.flow:
                self.flow_insert(node, behind, removed, new[j])
            elif j is not None:
                self.block_insert(node, behind, new[j])

    # Block style

    def add_lines(self, position: int, column: int, value: Any) -> None:
        """Put the members of a value in, as lines of their own, at the start of a line."""
        layout = self.layout
        lines = self.lines(value, column)
        text = layout.newline.join([" " * column + lines[0], *lines[1:]])
        self.splice(position, position, text + layout.newline)

    def block_insert(self, node: Node, behind: int, value: Any) -> None:
        layout = self.layout
        column = layout.column(node)
        if behind >= 0:
            self.add_lines(layout.end_of_lines(node.members[behind]), column, [value])
        elif layout.starts_line(node):
            self.add_lines(layout.line_start(layout.first(node)), column, [value])
        else:
            lines = self.lines([value], column)
            text = layout.newline.join([*lines, " " * column])
            self.splice(layout.first(node), layout.first(node), text)

    def block_remove(self, node: Node, removed: Sequence[bool]) -> None:
        layout = self.layout
        index = 0
        if removed[0] and not layout.starts_line(node):
            # The first member stands behind a dash: the next one takes its place there.
            while removed[index]:
                index += 1
            end = layout.end_of_lines(node.members[index - 1])
            self.splice(layout.first(node), end + layout.spaces(end), "")
        for position in range(index, len(removed)):
            if removed[position]:
                start = layout.line_start(layout.member_start(node, position))
                self.splice(start, layout.end_of_lines(node.members[position]), "")

    # Flow style and JSON

    def flow_remove(self, node: Node, removed: Sequence[bool]) -> None:
        if not any(removed):
            return
        members = node.members
        first_kept = removed.index(False)
        if first_kept:
            self.splice(self.layout.begin(members[0]), self.layout.begin(members[first_kept]), "")
        for index in range(first_kept + 1, len(removed)):
            if removed[index]:
                self.splice(members[index - 1].value.end, members[index].value.end, "")

    def flow_add(self, node: Node, last: Member, added: dict[str, Any]) -> None:
        layout = self.layout
        gap = layout.gap(node)
        for key, value in added.items():
            self.splice(last.value.end, last.value.end, gap + layout.flow_member(node, key, value))

    def flow_insert(self, node: Node, behind: int, removed: Sequence[bool], value: Any) -> None:
        layout = self.layout
        text = layout.flow_value(node, value, inside=node)
        while behind >= 0 and removed[behind]:
            behind -= 1
        if behind >= 0:
            end = node.members[behind].value.end
            self.splice(end, end, layout.gap(node) + text)
        else:
            start = self.layout.begin(node.members[removed.index(False)])
            self.splice(start, start, text + layout.gap(node))

    # A node as a whole

    def replace(self, node: Node, new: Any, owner: Member | None) -> None:
        layout = self.layout
        if layout.in_flow(node):
            text = layout.flow_value(node, new, inside=None)
            self.splice(node.start, node.end, self.gap_before(node) + text)
            return
        end = layout.end(owner or Member(None, None, node))
        colon = layout.behind_colon(owner)
        nested = isinstance(new, dict | list) and bool(new)
        if colon is None:
            self.replace_in_place(node, new, end, nested)
            return
        column = layout.key_column(owner)
        lines = self.lines({"": new}, column)[1:] if nested else []
        if "\n" in self.text[colon : node.start]:
            # The old value begins below its key; a comment beside the key stays there.
            beside = layout.rest_of_line(colon)
            if not nested:
                self.splice(colon, colon, " " + self.scalar(node, new, column, alone=not beside.strip()))
            self.splice(colon + len(beside), end, layout.newline.join(["", *lines]) if nested else "")
            return
        rest = layout.rest_of_line(end)
        if not nested:
            text = self.scalar(node, new, column, alone=not rest.strip())
            self.splice(node.start, end, self.gap_before(node) + text)
        elif rest.strip():
            # The comment behind the old value stays on the line of the key.
            self.splice(colon, end, "")
            position = layout.next_line(end)
            self.splice(position, position, "".join(line + layout.newline for line in lines))
        else:
            self.splice(colon, end + len(rest), layout.newline.join(["", *lines]))

    def replace_in_place(self, node: Node, new: Any, end: int, nested: bool) -> None:
        """Replace a member of a block list, or the root."""
        layout = self.layout
        gap = self.gap_before(node)
        column = node.start - layout.line_start(node.start) + len(gap)
        if nested and node is layout.root and self.text[layout.line_start(node.start) : node.start].strip():
            gap, column = layout.newline, 0  # behind ``---``
        if nested:
            lines = self.lines(new, column)
            text = layout.newline.join(lines)
        else:
            alone = not layout.rest_of_line(end).strip()
            text = self.scalar(node, new, max(0, column - layout.step), alone=alone)
        self.splice(node.start, end, gap + text)

    def gap_before(self, node: Node) -> str:
        """A space where an empty node is to become one with text and none stands before it."""
        empty = node.start == node.end and node.start > 0
        return " " if empty and self.text[node.start - 1] not in " \n" else ""

    def scalar(self, node: Node, new: Any, column: int, *, alone: bool) -> str:
        """A scalar (or an empty container) in the place of another, in the same quotes where it can be. `column` is
        that of its key; `alone`: nothing follows on its line, so that it may take several."""
        if isinstance(new, dict | list):
            return "{}" if isinstance(new, dict) else "[]"
        if not isinstance(new, str):
            return scalar_text(new)
        if "\n" in new and alone and self.literals and node.style in ("", "|", ">"):
            first, *others = self.lines({"": new}, column)
            return self.layout.newline.join([first.partition(" ")[2], *others])
        if node.style == '"':
            return quoted(new)
        if node.style == "'" and _SINGLE.fullmatch(new):
            return "'" + new.replace("'", "''") + "'"
        return scalar_text(new)

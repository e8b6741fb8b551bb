# SPDX-License-Identifier: Apache-2.0
"""Documents: what was read from one YAML or JSON document, and where its parts stand in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from workload_map import errors, problems
from workload_map.yamlio import _events, _json, _nodes
from workload_map.yamlio._text import decode, place

__all__ = ["Document", "load", "load_all"]

Duplicates = Literal["error", "warning"]

_MEANT_AS_JSON = re.compile(r'\s*\[?\s*\{\s*"')


class Document:
    """One document: its `value`, `index` (which document of the input it is, from 0, empty ones not counted), its
    `source`, and `problems` (a warning ``input.duplicate-key`` for each key that is there twice)."""

    __slots__ = ("_root", "end", "index", "is_json", "problems", "source", "start", "text", "value")

    def __init__(
        self,
        value: Any,
        *,
        index: int,
        source: str,
        problems: tuple[problems.Problem, ...],
        text: str,
        start: int,
        end: int,
        is_json: bool,
    ) -> None:
        self.value = value
        self.index = index
        self.source = source
        self.problems = problems
        self.text = text
        """The whole input that this document is a part of, without byte order mark."""
        self.start = start
        self.end = end
        self.is_json = is_json
        self._root: _nodes.Node | None = None

    def __repr__(self) -> str:
        return f"<Document {self.index} of {self.source}>"

    def root(self) -> _nodes.Node:
        """The tree of nodes with their places, made at the first call."""
        if self._root is None:
            if self.is_json:
                self._root = _nodes.json_node(self.text, self.start, self.end)
            else:
                self._root = _nodes.compose(self.text, self.start, self.end)
        return self._root

    def locate(self, path: Sequence[str | int], *, key: bool = False) -> tuple[int, int] | None:
        """Line and column (from 1) of the value at a path of keys and indices, or with `key` of the key it stands
        under (for a list's member and the root, the value). None when the path leads nowhere."""
        member = _nodes.find(self.root(), path)
        if member is None:
            return None
        node = member.key_node if key and member.key_node is not None else member.value
        return place(self.text, node.start)


def load_all(
    text: str | bytes, *, source: str = "<input>", duplicates: Duplicates = "warning"
) -> list[Document]:
    """Read all documents of a YAML or JSON text; those that are empty or hold only comments are left out.

    JSON is read as JSON (several values may follow one another), anything else as YAML with the scalars of
    sigs.k8s.io/yaml v1.6. Duplicate keys are problems of the document, or with ``duplicates="error"`` an error.
    Raises InputError with line and column.
    """
    text = decode(text, source)
    if text[:1].isspace() or text[:1] in ("{", "["):
        start = len(text) - len(text.lstrip(" \t\r\n"))
        if text.startswith(("{", "["), start):
            return _load_json(text, source, duplicates)
    return _load_yaml(text, source, duplicates)


def load(text: str | bytes, *, source: str = "<input>", duplicates: Duplicates = "warning") -> Document:
    """Read exactly one document; as `load_all`. Raises InputError ``input.documents`` for none or several."""
    documents = load_all(text, source=source, duplicates=duplicates)
    if len(documents) != 1:
        found = "no document" if not documents else f"{len(documents)} documents"
        second = place(documents[1].text, documents[1].start) if documents else (None, None)
        raise errors.InputError(
            f"expected one document, found {found}",
            code="input.documents",
            source=source,
            line=second[0],
            column=second[1],
        )
    return documents[0]


def _load_json(text: str, source: str, duplicates: Duplicates) -> list[Document]:
    try:
        decoded = _json.decode_stream(text)
    except _json.JsonFault as fault:
        line, column = place(text, fault.index)
        ended = fault.index >= len(text.rstrip())
        message = f"the text ends too early: {fault.message}" if ended else fault.message
        refusal = errors.InputError(message, code=fault.code, source=source, line=line, column=column)
        if fault.code != "input.syntax":
            raise refusal from None
        # A flow mapping of YAML starts like JSON. Where neither reading works, a key in double quotes says that JSON
        # was meant; else the reading that came further tells more.
        try:
            return _load_yaml(text, source, duplicates)
        except errors.InputError as error:
            if not (ended or _MEANT_AS_JSON.match(text)) and (error.line or 0, error.column or 0) > (
                line,
                column,
            ):
                raise
            raise refusal from None
    found = []
    for index, part in enumerate(decoded):
        repeats = [
            _events.Duplicate(key, place(text, first), place(text, second), False)
            for key, first, second in part.duplicates
        ]
        found.append(
            Document(
                part.value,
                index=index,
                source=source,
                problems=_duplicates(repeats, source, duplicates),
                text=text,
                start=part.start,
                end=part.end,
                is_json=True,
            )
        )
    return found


def _load_yaml(text: str, source: str, duplicates: Duplicates) -> list[Document]:
    return [
        Document(
            part.value,
            index=index,
            source=source,
            problems=_duplicates(part.duplicates, source, duplicates),
            text=text,
            start=part.start,
            end=part.end,
            is_json=False,
        )
        for index, part in enumerate(_events.read(text, source))
    ]


def _duplicates(
    found: list[_events.Duplicate], source: str, duplicates: Duplicates
) -> tuple[problems.Problem, ...]:
    collected = []
    for repeat in found:
        line, column = repeat.first
        if repeat.merged:
            message = (
                f"key {repeat.key!r} (line {line}, column {column}) is overwritten by the merge (<<) below it"
            )
        else:
            message = f"duplicate key {repeat.key!r}: it is already at line {line}, column {column}"
        if duplicates == "error":
            raise errors.InputError(
                message,
                code="input.duplicate-key",
                source=source,
                line=repeat.second[0],
                column=repeat.second[1],
            )
        collected.append(
            problems.Problem(
                code="input.duplicate-key",
                severity="warning",
                message=message + "; the last one counts",
                source=source,
                line=repeat.second[0],
                column=repeat.second[1],
            )
        )
    return tuple(collected)

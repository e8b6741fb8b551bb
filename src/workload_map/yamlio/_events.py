# SPDX-License-Identifier: Apache-2.0
"""YAML text to values, from the parser's events, without recursion.

PyYAML scans and parses (with libyaml where it was built with it: the same events, about ten times as fast); its
composer and constructors are not used, because they recurse and read other scalars than Kubernetes does.
Before anything is built, depth, aliases and the size after expansion are checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

import yaml
import yaml.parser
import yaml.reader
import yaml.scanner

from workload_map import errors
from workload_map.yamlio import _scalars
from workload_map.yamlio._text import MAX_DEPTH, place

__all__ = [
    "MAX_EXPANDED",
    "PARSER",
    "Duplicate",
    "PureParser",
    "Read",
    "check_characters",
    "key_of",
    "read",
    "scalar_of",
]

MAX_EXPANDED = 5_000_000
"""Most nodes that a document with aliases may have when each alias is replaced by what it stands for."""


_SURROGATE = re.compile("[\ud800-\udfff]")


class PureParser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """PyYAML's own parser, for where libyaml is missing."""

    def __init__(self, stream: str) -> None:
        yaml.reader.Reader.__init__(self, stream)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)

    def get_event(self) -> Any:
        """The next event. An escaped half of a surrogate pair is a fault, as it is for libyaml."""
        event: Any = super().get_event()  # type: ignore[no-untyped-call]
        if type(event) is yaml.ScalarEvent and _SURROGATE.search(event.value):
            mark: Any = event.start_mark
            raise yaml.scanner.ScannerError(None, None, "found invalid Unicode character escape code", mark)
        return event


PARSER: Any
try:
    from yaml._yaml import CParser as PARSER
except ImportError:
    PARSER = PureParser


class Duplicate(NamedTuple):
    """A key that a mapping has twice: line and column (from 1) of both places."""

    key: str
    first: tuple[int, int]
    second: tuple[int, int]
    merged: bool
    """Whether the second is a merge (``<<``) that overwrites a key written above it."""


class Read(NamedTuple):
    """One document: its value, the half-open range of its characters, its duplicate keys."""

    value: Any
    start: int
    end: int
    duplicates: list[Duplicate]


# What YAML allows, as its readers do: no control character but tab and line breaks, no halves of surrogate pairs.
# The pattern for all of Unicode takes milliseconds to compile, so most files are read without it.
_NOT_YAML_ASCII = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_YAML = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"


def check_characters(text: str, source: str) -> None:
    """Raise InputError at the first character that YAML forbids."""
    match = _NOT_YAML_ASCII.search(text) if text.isascii() else re.search(_NOT_YAML, text)
    if match:
        line, column = place(text, match.start())
        code = ord(match[0])
        hint = ": this is not a text file" if code == 0 else ""
        raise errors.InputError(
            f"character U+{code:04X} is not allowed in YAML{hint}",
            code="input.encoding",
            source=source,
            line=line,
            column=column,
        )


_OPEN = object()  # the value of an anchor inside the very node that it names
_NO_KEY: Any = object()
_MERGE: Any = object()


class _Frame:
    """An open list or mapping."""

    __slots__ = ("anchor", "container", "count_before", "is_map", "key", "key_mark", "seen")

    def __init__(self, container: Any, anchor: str | None, count_before: int) -> None:
        self.container = container
        self.is_map = type(container) is dict
        self.anchor = anchor
        self.count_before = count_before
        self.key: Any = _NO_KEY
        self.key_mark: Any = None
        self.seen: dict[str, Any] = {}


def scalar_of(event: Any) -> _scalars.Scalar:
    """The value of a scalar event; a float is still a float. Raises ValueError."""
    tag = event.tag
    if tag is None:
        return _scalars.resolve_plain(event.value) if event.implicit[0] else event.value
    if tag == "!":
        return event.value  # type: ignore[no-any-return]
    return _scalars.resolve_tagged(tag, event.value)


def key_of(event: Any) -> str | None:
    """The key that a scalar event is; None for the merge key. Raises ValueError."""
    if event.value == "<<" and (event.implicit[0] or event.tag == "tag:yaml.org,2002:merge"):
        return None
    return _scalars.key_text(scalar_of(event))


def read(text: str, source: str, parser: Any = PARSER) -> Iterator[Read]:
    """Read all documents that are not empty. Raises InputError with the place."""
    check_characters(text, source)
    try:
        stream = parser(text)
        yield from _Reader(stream, source).documents()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = error.problem or error.context or "not YAML"
        if error.context and error.problem:
            message = f"{error.problem} ({error.context})"
        if mark and text.startswith("\t", mark.index):
            message = "a tab is not allowed here: YAML is indented with spaces"
        raise errors.InputError(
            message,
            source=source,
            line=mark.line + 1 if mark else None,
            column=mark.column + 1 if mark else None,
        ) from None
    except yaml.YAMLError as error:
        raise errors.InputError(" ".join(str(error).split()), source=source) from None


class _Reader:
    def __init__(self, stream: Any, source: str) -> None:
        self.next_event = stream.get_event
        self.source = source
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.duplicates: list[Duplicate] = []
        self.count = 0  # nodes so far, aliases expanded

    def fail(self, message: str, mark: Any, code: str = "input.syntax") -> NoReturn:
        raise errors.InputError(
            message, code=code, source=self.source, line=mark.line + 1, column=mark.column + 1
        )

    def documents(self) -> Iterator[Read]:
        while (event := self.next_event()) is not None and type(event) is not yaml.StreamEndEvent:
            if isinstance(event, yaml.DocumentStartEvent) and event.start_mark is not None:
                found = self.document(event.start_mark.index)
                if found is not None:
                    yield found

    def document(self, start: int) -> Read | None:
        """The document whose start event was just seen; None when it holds nothing."""
        self.anchors, self.duplicates, self.count = {}, [], 0
        aliased = None
        root = _Frame([], None, 0)
        stack = [root]
        frame = root
        empty = False
        next_event = self.next_event
        while True:
            event = next_event()
            kind = type(event)
            self.count += 1
            value: Any
            if kind is yaml.ScalarEvent:
                if frame.is_map and frame.key is _NO_KEY:
                    self.key(frame, event)
                    continue
                try:
                    value = scalar_of(event)
                    if type(value) is float:
                        key_form, value = value, _scalars.json_value(value)
                    else:
                        key_form = value
                except ValueError as error:
                    self.fail(str(error), event.start_mark, "input.scalar")
                if event.anchor is not None:
                    self.anchors[event.anchor] = (key_form, 1)
                if frame is root:
                    empty = not event.value and event.implicit[0] and event.tag is None and not event.anchor
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                if frame.is_map and frame.key is _NO_KEY:
                    self.fail(
                        "a key must be a scalar, not a mapping or a list", event.start_mark, "input.key"
                    )
                if len(stack) > MAX_DEPTH:
                    self.fail(f"nested more than {MAX_DEPTH} levels deep", event.start_mark, "input.depth")
                frame = _Frame({} if kind is yaml.MappingStartEvent else [], event.anchor, self.count - 1)
                stack.append(frame)
                if event.anchor is not None:
                    self.anchors[event.anchor] = (_OPEN, 0)
                    frame.key_mark = event.start_mark
                continue
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                value = frame.container
                if frame.anchor is not None:
                    self.anchors[frame.anchor] = (value, self.count - frame.count_before)
                stack.pop()
                frame = stack[-1]
            elif kind is yaml.AliasEvent:
                aliased = event.start_mark
                found = self.anchors.get(event.anchor)
                if found is None:
                    self.fail(f"unknown anchor {event.anchor!r}", aliased, "input.alias")
                value, nodes = found
                if value is _OPEN:
                    self.fail(f"the value of anchor {event.anchor!r} contains itself", aliased, "input.alias")
                self.count += nodes - 1
                if self.count > MAX_EXPANDED:
                    self.too_large(aliased)
                if frame.is_map and frame.key is _NO_KEY:
                    self.alias_key(frame, event, value)
                    continue
                if frame.key is _MERGE and type(value) is list:
                    self.fail("a merge (<<) takes a mapping or a list of mappings", aliased, "input.merge")
                if type(value) is float:
                    value = _scalars.json_value(value)
            else:  # the end of the document
                if aliased is not None and self.count > MAX_EXPANDED:
                    self.too_large(aliased)
                end = event.end_mark.index
                return None if empty else Read(root.container[0], start, end, self.duplicates)
            if not frame.is_map:
                frame.container.append(value)
            else:
                if frame.key is _MERGE:
                    self.merge(frame, value)
                else:
                    frame.container[frame.key] = value
                frame.key = _NO_KEY

    def too_large(self, mark: Any) -> NoReturn:
        self.fail(
            f"with its aliases expanded, this has more than {MAX_EXPANDED:,} nodes", mark, "input.alias"
        )

    def key(self, frame: _Frame, event: Any) -> None:
        try:
            key = key_of(event)
        except ValueError as error:
            self.fail(str(error), event.start_mark, "input.key")
        if event.anchor is not None:
            self.anchors[event.anchor] = ("<<" if key is None else scalar_of(event), 1)
        self.set_key(frame, key, event.start_mark)

    def alias_key(self, frame: _Frame, event: Any, value: Any) -> None:
        if isinstance(value, dict | list):
            self.fail("a key must be a scalar, not a mapping or a list", event.start_mark, "input.key")
        try:
            key = _scalars.key_text(value)
        except ValueError as error:
            self.fail(str(error), event.start_mark, "input.key")
        self.set_key(frame, key, event.start_mark)

    def set_key(self, frame: _Frame, key: str | None, mark: Any) -> None:
        frame.key_mark = mark
        if key is None:
            frame.key = _MERGE
            return
        frame.key = key
        first = frame.seen.setdefault(key, mark)
        if first is not mark:
            self.duplicates.append(Duplicate(key, _place(first), _place(mark), False))

    def merge(self, frame: _Frame, value: Any) -> None:
        """Put the members in, over what is there, as the reference does: its last word wins, written or merged."""
        parts = value if type(value) is list else [value]
        for part in reversed(parts):
            if type(part) is not dict:
                self.fail("a merge (<<) takes a mapping or a list of mappings", frame.key_mark, "input.merge")
            for key in part.keys() & frame.seen.keys():
                self.duplicates.append(Duplicate(key, _place(frame.seen[key]), _place(frame.key_mark), True))
            frame.container.update(part)


def _place(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1

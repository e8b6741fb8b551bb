# SPDX-License-Identifier: Apache-2.0
"""Decoding of lists, objects and watch events into dicts that hold no more than what will be read.

A decoder is made once from the paths that expressions read and used for every answer. Each object is decoded
straight into its partial dict: what nobody reads is skipped in the text and never becomes a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, TypedDict

import msgspec

from workload_map.jq.reads import ANY, ELEMENT, ReadPath
from workload_map.kube.errors import BadAnswer

__all__ = ["IDENTITY", "METADATA", "Decoder", "Page", "RawEvent", "Status", "decoder"]

IDENTITY: Final[tuple[ReadPath, ...]] = (
    ("metadata", "name", ANY),
    ("metadata", "namespace", ANY),
    ("metadata", "resourceVersion", ANY),
    ("metadata", "uid", ANY),
)
"""Paths that every partial object keeps: without them no object can be told from another."""

METADATA: Final[tuple[ReadPath, ...]] = (
    ("metadata", "creationTimestamp", ANY),
    ("metadata", "deletionTimestamp", ANY),
    ("metadata", "annotations", ANY),
    ("metadata", "labels", ANY),
    ("metadata", "ownerReferences", ANY),
)
"""What else of an object's metadata is of use; the rest (managedFields) is most of its bytes."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to a list: the objects, the list's resourceVersion, and the token for what follows.

    `more` is empty at the end. `restart`: the list had to start again, and whatever was given before is void.
    """

    items: list[dict[str, Any]]
    resource_version: str
    more: str = ""
    restart: bool = False


class RawEvent(msgspec.Struct, frozen=True):
    """One line of a watch, of which only the type is decoded."""

    type: str
    object: msgspec.Raw


class Status(msgspec.Struct, frozen=True):
    """What a server says of a fault in the middle of a watch."""

    code: int = 0
    reason: str = ""
    message: str = ""


class _ListMeta(msgspec.Struct, rename="camel"):
    resource_version: str = ""
    continue_: str | None = msgspec.field(default=None, name="continue")


_EVENT = msgspec.json.Decoder(RawEvent)
_STATUS = msgspec.json.Decoder(Status)


class Decoder:
    """Decodes answers of one kind of object, each once. `whole` says that objects are kept in full."""

    def __init__(self, shape: Any, *, whole: bool) -> None:
        self.whole = whole
        envelope = msgspec.defstruct("List", [("metadata", _ListMeta), ("items", list[shape] | None)])
        self._list: msgspec.json.Decoder[Any] = msgspec.json.Decoder(envelope)
        self._object: msgspec.json.Decoder[Any] = msgspec.json.Decoder(shape)

    def __call__(self, body: bytes) -> Page:
        """The page that a list's answer holds; raises `BadAnswer` where it is no list."""
        try:
            found = self._list.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadAnswer(f"the server's answer is not a list of objects: {error}") from None
        # A server written in Go gives null for a list that it never filled.
        return Page(
            items=found.items or [],
            resource_version=found.metadata.resource_version,
            more=found.metadata.continue_ or "",
        )

    def object(self, body: bytes | msgspec.Raw) -> dict[str, Any]:
        """One object; raises `BadAnswer` where it is none."""
        try:
            found: dict[str, Any] = self._object.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadAnswer(f"the server's answer is not an object: {error}") from None
        return found

    @staticmethod
    def event(line: bytes) -> RawEvent:
        """One line of a watch; raises `BadAnswer` where it is half a line or none."""
        try:
            return _EVENT.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadAnswer(f"the server's watch gave a line that is no event: {error}") from None

    @staticmethod
    def status(event: RawEvent) -> Status:
        """The object of an event of type ERROR."""
        try:
            return _STATUS.decode(event.object)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadAnswer(f"the server's watch failed, and its reason cannot be read: {error}") from None


def decoder(paths: Iterable[ReadPath] | None) -> Decoder:
    """A decoder that keeps what these paths read and `IDENTITY`; None, or a path to the whole, keeps everything.

    Every path reads the same in the partial object as in the full one, whatever types its values have: where
    a path wants an object and the value is something else, that value is kept in full.
    """
    tree = _Tree()
    for path in (*IDENTITY, *(paths if paths is not None else [(ANY,)])):
        tree.add(path)
    if tree.whole:
        return Decoder(dict[str, Any], whole=True)
    return Decoder(tree.typed(), whole=False)


class _Tree:
    """What is read below one place: everything, or some fields, or something of each element."""

    def __init__(self) -> None:
        self.whole = False
        self.fields: dict[str, _Tree] = {}
        self.elements: _Tree | None = None

    def add(self, path: ReadPath) -> None:
        place = self
        for step in path:
            if place.whole or step == ANY:
                break
            if step == ELEMENT:
                if place.elements is None:
                    place.elements = _Tree()
                below = place.elements
            else:
                below = place.fields.setdefault(step, _Tree())
            if place.fields and place.elements is not None:
                # Fields by name and each element of one value: seldom, and then all of it is as good.
                break
            place = below
        place.whole = True

    def shape(self) -> Any:
        """The type of a value here. Kinds of values that no path asks for are taken as they are, so that no
        type in an answer can make its decoding fail."""
        if self.whole:
            return Any
        if self.elements is not None:
            inner = self.elements.shape()
            return list[inner] | dict[str, inner] | str | int | float | bool | None  # type: ignore[valid-type]
        return self.typed() | list[Any] | str | int | float | bool | None

    def typed(self) -> Any:
        """The type of an object here that has the fields, of which each may be missing."""
        return _fields(tuple((name, tree.shape()) for name, tree in sorted(self.fields.items())))


# Making a type costs as much as decoding some pods with it, and kinds have most of theirs in common.
@lru_cache(maxsize=4096)
def _fields(shapes: tuple[tuple[str, Any], ...]) -> Any:
    # The functional form, because a field may have any name.
    return TypedDict("Fields", dict(shapes), total=False)  # type: ignore[operator]

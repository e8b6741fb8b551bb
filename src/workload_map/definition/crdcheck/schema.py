# SPDX-License-Identifier: Apache-2.0
"""A schema, seen as the tree of fields that objects of a kind have.

A structural schema (OpenAPI v3 as CRDs have it) is opened only as far as it is asked for, so that large schemas
cost nothing and ones that contain themselves do no harm.
"""

from __future__ import annotations

from typing import Any, Final

from workload_map.definition.crdcheck import kinds

__all__ = ["ELEMENT", "VALUE", "Node", "display"]

ELEMENT: Final = "[]"
"""The step of a place to the items of a list."""

VALUE: Final = "{}"
"""The step of a place to the values of a map."""

_TYPES: Final = {
    "object": kinds.OBJECT,
    "array": kinds.ARRAY,
    "string": kinds.STRING,
    "integer": kinds.NUMBER,
    "number": kinds.NUMBER,
    "boolean": kinds.BOOLEAN,
    "null": kinds.NULL,
}
# References that lead to references; more than a few is a circle.
_HOPS: Final = 32
_FIELDS: Final = ("properties", "additionalProperties", "x-kubernetes-preserve-unknown-fields")


def display(place: tuple[str, ...]) -> str:
    """A place as one writes it in jq: ``.spec.groups[].name``; the whole object is ``.``"""
    text = "".join(
        step if step == ELEMENT else ".*" if step == VALUE else f".{step}" if _plain(step) else f'["{step}"]'
        for step in place
    )
    return text if text.startswith(".") else "." + text


def _plain(step: str) -> bool:
    return step.isascii() and step.isidentifier()


class Node:
    """One place of a schema: `place` are the steps to it, `missing` whether an object need not have it."""

    __slots__ = ("_cache", "_document", "_metadata", "above", "inner", "missing", "place", "raw")

    def __init__(
        self,
        raw: Any,
        *,
        document: Any = None,
        place: tuple[str, ...] = (),
        missing: bool = False,
        metadata: Node | None = None,
        inner: tuple[str, ...] = (),
        above: Node | None = None,
    ) -> None:
        self._document = raw if document is None else document
        self.raw: dict[str, Any] = self._resolved(raw)
        self.place = place
        self.missing = missing or self.raw.get("nullable") is True
        self._metadata = metadata
        self._cache: dict[str, Node | None] = {}
        self.above = above
        """The place that this one was reached from."""
        self.inner = inner
        """Names of fields that are there whatever the schema says: an object in an object has a type."""
        if self.raw.get("x-kubernetes-embedded-resource") is True:
            self.inner = ("apiVersion", "kind", "metadata")

    def _resolved(self, raw: Any) -> dict[str, Any]:
        for _ in range(_HOPS):
            if not isinstance(raw, dict):
                return {}
            reference = raw.get("$ref")
            if reference is None:
                members = raw.get("allOf")
                # Published schemas wrap a reference that has a description of its own.
                if isinstance(members, list) and len(members) == 1 and "properties" not in raw:
                    member = members[0]
                    if isinstance(member, dict) and "$ref" in member:
                        raw = member
                        continue
                return raw
            raw = self._target(reference)
        return {}

    def _target(self, reference: Any) -> Any:
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        value = self._document
        for part in reference[1:].split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            value = value.get(key) if isinstance(value, dict) else None
        return value

    @property
    def kinds(self) -> int:
        """Kinds of the values that may stand here, as bits; null apart (see `missing`)."""
        if self.raw.get("x-kubernetes-int-or-string") is True:
            return kinds.NUMBER | kinds.STRING
        given = self.raw.get("type")
        mask = 0
        for name in given if isinstance(given, list) else [given]:
            mask |= _TYPES.get(name, 0) if isinstance(name, str) else 0
        if mask:
            return mask
        if any(key in self.raw for key in ("properties", "additionalProperties")):
            return kinds.OBJECT
        return kinds.ARRAY if "items" in self.raw else kinds.ALL

    @property
    def unknown(self) -> bool:
        """Whether nothing at all is known about what stands here."""
        return self.kinds == kinds.ALL or (self.kinds == kinds.OBJECT and self.open and not self.names())

    @property
    def open(self) -> bool:
        """Whether an object here may have fields that the schema does not name."""
        if self.raw.get("x-kubernetes-preserve-unknown-fields") is True:
            return True
        if self.raw.get("additionalProperties") is True:
            return True
        # A bare object holds nothing according to the letter; authors mean that they do not say.
        return not any(key in self.raw for key in _FIELDS)

    @property
    def enum(self) -> tuple[Any, ...] | None:
        """The values that may stand here, None when they are not listed."""
        given = self.raw.get("enum")
        return tuple(given) if isinstance(given, list) and given else None

    @property
    def whole(self) -> bool:
        """Whether a number here is an integer."""
        return self.raw.get("type") != "number"

    def names(self) -> list[str]:
        """Fields that the schema names."""
        given = self.raw.get("properties")
        names = [name for name in given if isinstance(name, str)] if isinstance(given, dict) else []
        return [*names, *(name for name in self.inner if name not in names)]

    @property
    def is_map(self) -> bool:
        """Whether an object here is a map of keys that the schema does not name."""
        return isinstance(self.raw.get("additionalProperties"), dict) and not self.names()

    def field(self, name: str) -> Node | None:
        """The field of an object here; None when there is no such field. `unknown` when it cannot be known."""
        if name not in self._cache:
            self._cache[name] = self._field(name)
        return self._cache[name]

    def _field(self, name: str) -> Node | None:
        given = self.raw.get("properties")
        found = given.get(name) if isinstance(given, dict) else None
        if name == "metadata" and self._is_metadata(found):
            return self._object_meta()
        if isinstance(given, dict) and name in given:
            required = self.raw.get("required")
            absent = not (isinstance(required, list) and name in required)
            # Schemas seldom require it, and an object without it would say nothing.
            if not self.place and name == "spec":
                absent = False
            if isinstance(found, dict) and found.get("default") is not None:
                absent = False
            return self._below(found, name, missing=absent)
        values = self.raw.get("additionalProperties")
        if isinstance(values, dict):
            return self._below(values, name, missing=True)
        if self.open or name in self.inner:
            return self._below({}, name, missing=True)
        return None

    def _is_metadata(self, found: Any) -> bool:
        """Whether `metadata` here is an object's, which CRDs do not spell out."""
        if not isinstance(found, dict):
            return found is None and "metadata" in self.inner
        return found.get("type", "object") == "object" and not any(
            key in found for key in ("properties", "additionalProperties", "$ref")
        )

    def _object_meta(self) -> Node:
        place = (*self.place, "metadata")
        if self._metadata is None:
            return Node({}, place=place, above=self)
        known = self._metadata
        return Node(
            known.raw,
            document=known._document,
            place=place,
            missing=bool(self.place),
            metadata=self._metadata,
            above=self,
        )

    def items(self) -> Node:
        """What stands in a list here."""
        if ELEMENT not in self._cache:
            self._cache[ELEMENT] = self._below(self.raw.get("items", {}), ELEMENT)
        found = self._cache[ELEMENT]
        assert found is not None
        return found

    def values(self) -> Node | None:
        """What stands in a map here beside its named fields; None when there is nothing else."""
        if VALUE not in self._cache:
            given = self.raw.get("additionalProperties")
            found = None
            if isinstance(given, dict):
                found = self._below(given, VALUE)
            elif self.open:
                found = self._below({}, VALUE)
            self._cache[VALUE] = found
        return self._cache[VALUE]

    def _below(self, raw: Any, step: str, *, missing: bool = False) -> Node:
        return Node(
            raw,
            document=self._document,
            place=(*self.place, step),
            missing=missing,
            metadata=self._metadata,
            above=self,
        )

    def __str__(self) -> str:
        return display(self.place)

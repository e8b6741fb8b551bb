# SPDX-License-Identifier: Apache-2.0
"""The schemas at hand: of CRDs that were read, and of Kubernetes' own kinds."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from workload_map import errors
from workload_map.definition.crdcheck.schema import Node
from workload_map.definition.model import GVK
from workload_map.problems import Problem

__all__ = ["KindSchema", "Schemas", "builtin", "builtin_kinds", "crds_in", "is_crd", "object_meta"]

_GROUP: Final = "apiextensions.k8s.io/"
_KIND: Final = "CustomResourceDefinition"
_TOP: Final = ("apiVersion", "kind", "metadata")


class KindSchema(msgspec.Struct, frozen=True, kw_only=True):
    """The schema of one version of a kind. `source` names the file that it is from."""

    gvk: GVK
    raw: Any
    document: Any
    source: str
    served: bool = True

    def root(self) -> Node:
        """The top of an object of this kind."""
        return Node(self.raw, document=self.document, metadata=object_meta(), inner=_TOP)


class Schemas:
    """Schemas by kind; versions keep the order in which they were found."""

    def __init__(self, found: Iterable[KindSchema] = ()) -> None:
        self._kinds: dict[tuple[str, str], dict[str, KindSchema]] = {}
        for one in found:
            self.add(one)

    def add(self, one: KindSchema) -> KindSchema | None:
        """Add a version of a kind. One that is there already stays, and is the result."""
        versions = self._kinds.setdefault((one.gvk.group, one.gvk.kind), {})
        first = versions.setdefault(one.gvk.version, one)
        return first if first is not one and first.raw != one.raw else None

    def versions(self, gvk: GVK) -> dict[str, KindSchema]:
        """The versions of the kind; Kubernetes' own kinds are always there. Empty: nothing is known of it."""
        found = self._kinds.get((gvk.group, gvk.kind))
        return found if found is not None else builtin_kinds().get((gvk.group, gvk.kind), {})

    def __len__(self) -> int:
        return sum(map(len, self._kinds.values()))


def crds_in(value: Any, *, source: str) -> Iterator[KindSchema | Problem]:
    """The versions that the CRDs in a document describe, lists opened; a problem for each that is no CRD."""
    for place, one in _objects(value):
        try:
            yield from _versions(one, source, place)
        except errors.InputError as error:
            yield Problem(code=error.code, message=error.message, source=source, path=error.path)


def _objects(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    members = value if isinstance(value, list) else None
    if isinstance(value, Mapping) and str(value.get("kind", "")).endswith("List") and depth < 8:
        members, place = value.get("items"), f"{place}/items"
    if isinstance(members, list) and depth < 8:
        for index, member in enumerate(members):
            yield from _objects(member, f"{place}/{index}", depth + 1)
    else:
        yield place, value


def is_crd(value: Any) -> bool:
    """Whether an object says that it is a CRD."""
    return (
        isinstance(value, Mapping)
        and value.get("kind") == _KIND
        and str(value.get("apiVersion", "")).startswith(_GROUP)
    )


def _versions(value: Any, source: str, place: str) -> Iterator[KindSchema]:
    if not is_crd(value):
        what = value.get("kind") if isinstance(value, Mapping) else None
        raise errors.InputError(
            f"no CustomResourceDefinition: kind {what}" if what else "no CustomResourceDefinition",
            code="crd.no-crd",
            path=place,
        )
    spec = _part(value, "spec", dict, place)
    place += "/spec"
    group = _part(spec, "group", str, place)
    kind = _part(_part(spec, "names", dict, place), "kind", str, f"{place}/names")
    # Older CRDs have one schema for all versions, or one version alone.
    common = spec.get("validation")
    versions = spec.get("versions")
    if versions is None and isinstance(spec.get("version"), str):
        versions = [{"name": spec["version"], "served": True}]
        spec = {**spec, "versions": versions}
    for index, version in enumerate(_part(spec, "versions", list, place)):
        here = f"{place}/versions/{index}"
        if not isinstance(version, dict):
            raise errors.InputError("a version must be an object", code="crd.no-crd", path=here)
        name = _part(version, "name", str, here)
        schema = version.get("schema", common)
        raw = _part(schema, "openAPIV3Schema", dict, f"{here}/schema") if isinstance(schema, dict) else {}
        yield KindSchema(
            gvk=GVK(group, name, kind),
            raw=raw,
            document=raw,
            source=source,
            served=version.get("served") is not False,
        )


def _part(value: Any, key: str, kind: type, place: str) -> Any:
    found = value.get(key) if isinstance(value, Mapping) else None
    if not isinstance(found, kind) or (kind is str and not found):
        word = "an object" if kind is dict else "a list" if kind is list else "a string"
        raise errors.InputError(
            f"no usable CustomResourceDefinition: {key} must be {word}",
            code="crd.no-crd",
            path=f"{place}/{key}",
        )
    return found


@functools.cache
def _document() -> dict[str, Any]:
    file = importlib.resources.files("workload_map.definition.crdcheck") / "builtin.json"
    found: dict[str, Any] = msgspec.json.decode(file.read_bytes())
    return found


@functools.cache
def builtin_kinds() -> dict[tuple[str, str], dict[str, KindSchema]]:
    """Kubernetes' own kinds that are known, by group and kind and version."""
    document = _document()
    found: dict[tuple[str, str], dict[str, KindSchema]] = {}
    for key, name in document["kinds"].items():
        group, version, kind = key.split("/")
        found.setdefault((group, kind), {})[version] = KindSchema(
            gvk=GVK(group, version, kind),
            raw={"$ref": f"#/schemas/{name}"},
            document=document,
            source=f"Kubernetes {document['version']}",
        )
    return found


def builtin(gvk: GVK) -> KindSchema:
    """The schema of one of Kubernetes' own kinds. Raises KeyError for one that is not known."""
    return builtin_kinds()[gvk.group, gvk.kind][gvk.version]


def object_meta() -> Node:
    """What `metadata` of any object holds."""
    return Node({"$ref": "#/schemas/ObjectMeta"}, document=_document())

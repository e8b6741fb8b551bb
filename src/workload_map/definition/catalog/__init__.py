# SPDX-License-Identifier: Apache-2.0
"""Which definition describes a kind: the built-in definitions, and others laid over them.

The built-in ones are YAML files in this folder. ``index.json``, made from them by
`workload_map.definition.catalog.generate`, holds each of them ready to be decoded, so that reading one
manifest neither parses YAML nor decodes more than one definition.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

import msgspec

from workload_map import errors
from workload_map.definition.model import GVK, Definition

__all__ = ["INDEX", "CatalogIndex", "Entry", "IndexRow", "Origin", "Replacement"]

Origin = Literal["catalog", "cluster", "file"]

#: Later ones lie over earlier ones.
_LAYERS: Final[tuple[Origin, ...]] = ("catalog", "cluster", "file")
_CATALOG_OVER_CLUSTER: Final[tuple[Origin, ...]] = ("cluster", "catalog", "file")

#: Name of the generated file.
INDEX: Final = "index.json"


class IndexRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the generated index: the kind, and the whole definition, decoded when it is asked for."""

    group: str
    version: str
    kind: str
    name: str
    file: str
    definition: msgspec.Raw


class _Lazy:
    """A definition that is decoded once, on first use."""

    __slots__ = ("raw", "value")

    def __init__(self, value: Definition | None, raw: msgspec.Raw | None = None) -> None:
        self.value = value
        self.raw = raw

    def get(self) -> Definition:
        if self.value is None:
            assert self.raw is not None
            self.value = msgspec.json.decode(self.raw, type=Definition)
        return self.value


class Entry:
    """A definition in the catalog: `name`, the kind `gvk`, its `origin`, and the `source` for problems.

    `version_differs` is set by `CatalogIndex.find` when another version of the kind was asked for.
    """

    __slots__ = ("_lazy", "gvk", "name", "origin", "source", "version_differs")

    def __init__(
        self,
        *,
        name: str,
        gvk: GVK,
        origin: Origin,
        source: str,
        lazy: _Lazy,
        version_differs: bool = False,
    ) -> None:
        self.name = name
        self.gvk = gvk
        self.origin: Origin = origin
        self.source = source
        self.version_differs = version_differs
        self._lazy = lazy

    @property
    def definition(self) -> Definition:
        """The definition itself."""
        return self._lazy.get()

    def __repr__(self) -> str:
        return f"<Entry {self.name} ({self.gvk}, {self.origin})>"

    def _in_another_version(self) -> Entry:
        return Entry(
            name=self.name,
            gvk=self.gvk,
            origin=self.origin,
            source=self.source,
            lazy=self._lazy,
            version_differs=True,
        )


class Replacement(NamedTuple):
    """Says that `by` took the place of `replaced` for one kind."""

    gvk: GVK
    by: tuple[Entry, ...]
    replaced: tuple[Entry, ...]

    @property
    def hides_extensions(self) -> bool:
        """Whether what was replaced has extensions and what took its place has none."""
        return any(entry.definition.extensions is not None for entry in self.replaced) and all(
            entry.definition.extensions is None for entry in self.by
        )

    def __str__(self) -> str:
        return (
            f"{self.gvk}: {_names(self.by)} ({self.by[0].origin}) in place of"
            f" {_names(self.replaced)} ({self.replaced[0].origin})"
        )


class CatalogIndex:
    """Definitions by kind, in three layers: catalog, cluster, file. A value: nothing changes it.

    For one kind (group, version and kind) all definitions of a layer replace all of the layers below. With
    `catalog_first` the catalog lies over the cluster. A definition whose root names no kind is in no layer, see
    `unmapped`.
    """

    def __init__(
        self,
        entries: Iterable[Entry] = (),
        *,
        catalog_first: bool = False,
        versions: Iterable[tuple[Entry, str]] = (),
    ) -> None:
        self._all = tuple(entries)
        self._layers = _CATALOG_OVER_CLUSTER if catalog_first else _LAYERS
        self._versions = tuple(versions)
        mapped = [entry for entry in self._all if _is_mapped(entry)]
        self._found: dict[GVK, tuple[Entry, ...]] = {}
        replaced: list[Replacement] = []
        for layer in self._layers:
            claims: dict[GVK, list[Entry]] = {}
            for entry in mapped:
                if entry.origin == layer:
                    claims.setdefault(entry.gvk, []).append(entry)
            for gvk, claimants in claims.items():
                now = tuple(sorted(claimants, key=lambda entry: entry.name))
                if gvk in self._found:
                    replaced.append(Replacement(gvk, now, self._found[gvk]))
                self._found[gvk] = now
        self.replaced: tuple[Replacement, ...] = tuple(sorted(replaced, key=lambda item: item.gvk))
        """What took the place of what, for faces to tell."""
        self.unmapped: tuple[Entry, ...] = tuple(
            sorted((entry for entry in self._all if not _is_mapped(entry)), key=lambda entry: entry.name)
        )
        """Definitions whose root names no kind or no version of it: they describe nothing. By name."""
        self._read_as = {
            entry.gvk._replace(version=version): entry._in_another_version()
            for entry, version in self._versions
        }

    @classmethod
    def builtin(cls) -> CatalogIndex:
        """The definitions that come with this package."""
        # The same as importlib.resources, whose import alone takes ten times as long as all of this.
        data = pkgutil.get_data(__name__, INDEX)
        assert data is not None
        rows = msgspec.json.decode(data, type=list[IndexRow])
        return cls(
            Entry(
                name=row.name,
                gvk=GVK(row.group, row.version, row.kind),
                origin="catalog",
                source=f"catalog:{row.name}",
                lazy=_Lazy(None, row.definition),
            )
            for row in rows
        )

    def with_definitions(
        self, definitions: Iterable[Definition], *, origin: Origin = "file", source: str | None = None
    ) -> CatalogIndex:
        """A catalog with these added to the layer `origin`; `source` names them in problems.

        Raises AmbiguousDefinition when two of the layer "file" describe one kind: their author can mend that.
        Two of a cluster are kept, see `collisions`.
        """
        added = [
            Entry(
                name=definition.name,
                gvk=definition.gvk,
                origin=origin,
                source=source or ("<input>" if origin == "file" else f"{origin}:{definition.name}"),
                lazy=_Lazy(definition),
            )
            for definition in definitions
        ]
        index = self._with((*self._all, *added))
        if origin == "file":
            for claimants in index.collisions:
                if claimants[0].origin == "file":
                    raise errors.AmbiguousDefinition(_ambiguous(claimants))
        return index

    def with_catalog_first(self) -> CatalogIndex:
        """The same definitions, those of the catalog over those of the cluster."""
        return CatalogIndex(self._all, catalog_first=True, versions=self._versions)

    def with_versions(self, versions: Iterable[tuple[Entry, str]]) -> CatalogIndex:
        """A catalog in which objects of another version of the entry's kind are read with that entry, where no
        definition describes that version."""
        return self._with(self._all, versions)

    def _with(self, entries: Iterable[Entry], versions: Iterable[tuple[Entry, str]] = ()) -> CatalogIndex:
        return CatalogIndex(
            entries,
            catalog_first=self._layers is _CATALOG_OVER_CLUSTER,
            versions=(*self._versions, *versions),
        )

    @property
    def collisions(self) -> tuple[tuple[Entry, ...], ...]:
        """Kinds that several definitions of one layer describe; `find` refuses to choose."""
        return tuple(claimants for claimants in self._found.values() if len(claimants) > 1)

    def find(self, group: str, version: str, kind: str) -> Entry:
        """The definition of this kind; else with `version_differs` the one that `with_versions` named for it, or
        the only one of the same group and kind, whatever their case, in another version.

        Raises NoDefinition, or AmbiguousDefinition naming the candidates.
        """
        gvk = GVK(group, version, kind)
        exact = self._found.get(gvk)
        if exact is not None:
            return self._only(exact)
        read_as = self._read_as.get(gvk)
        if read_as is not None:
            return read_as
        same_kind = [found for found in self._found.values() if found[0].gvk.kind.lower() == kind.lower()]
        near = [found for found in same_kind if found[0].gvk.group.lower() == group.lower()]
        if not near:
            elsewhere = sorted({str(found[0].gvk) for found in same_kind})
            hint = f" (there is one for {', '.join(elsewhere)})" if elsewhere else ""
            raise errors.NoDefinition(f"no definition describes {gvk}{hint}")
        if len(near) > 1:
            versions = sorted(f"{item.gvk} ({_names(found)})" for found in near for item in found[:1])
            raise errors.AmbiguousDefinition(
                f"no definition describes {gvk}, and several describe other versions: {', '.join(versions)}"
            )
        entry = self._only(near[0])
        return entry if entry.gvk.version == version else entry._in_another_version()

    def by_name(self, name: str) -> Entry:
        """The definition with this name, of the topmost layer that has one.

        Raises NotFound, or AmbiguousDefinition when a layer has several.
        """
        for layer in reversed(self._layers):
            named = [entry for entry in self.entries() if entry.origin == layer and entry.name == name]
            if len(named) > 1:
                kinds = ", ".join(str(entry.gvk) for entry in named)
                raise errors.AmbiguousDefinition(f'several definitions are called "{name}": for {kinds}')
            if named:
                return named[0]
        raise errors.NotFound(f'no definition is called "{name}"')

    def entries(self) -> tuple[Entry, ...]:
        """Every definition that is not replaced by another, by kind and then by name."""
        found = (entry for claimants in self._found.values() for entry in claimants)
        return tuple(sorted(found, key=lambda entry: (entry.gvk, entry.name)))

    def of(self, group: str, kind: str) -> tuple[Entry, ...]:
        """Every definition in use for some version of this kind, by version and then by name."""
        return tuple(entry for entry in self.entries() if (entry.gvk.group, entry.gvk.kind) == (group, kind))

    def __len__(self) -> int:
        return sum(len(claimants) for claimants in self._found.values())

    def _only(self, claimants: tuple[Entry, ...]) -> Entry:
        if len(claimants) > 1:
            raise errors.AmbiguousDefinition(_ambiguous(claimants))
        return claimants[0]


def _is_mapped(entry: Entry) -> bool:
    return bool(entry.gvk.kind and entry.gvk.version)


def _names(entries: tuple[Entry, ...]) -> str:
    return ", ".join(entry.name for entry in entries)


def _ambiguous(claimants: tuple[Entry, ...]) -> str:
    named = " and ".join(f'"{entry.name}" ({entry.source})' for entry in claimants)
    return f"{len(claimants)} definitions describe {claimants[0].gvk}: {named}; remove all but one"

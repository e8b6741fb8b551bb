# SPDX-License-Identifier: Apache-2.0
"""The definitions at hand, and the plan for an object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from workload_map.definition.catalog import CatalogIndex, Entry, Origin, Replacement
from workload_map.errors import NoDefinition
from workload_map.problems import Problem
from workload_map.workload.owners import split_api_version
from workload_map.workload.plan import Plan

if TYPE_CHECKING:
    from workload_map.definition.model import Definition

__all__ = ["Catalog", "other_version"]


def other_version(entry: Entry, version: str) -> Problem:
    """Says that objects of `version` are read with a definition of another version of their kind."""
    group, kind = entry.gvk.group, entry.gvk.kind
    return Problem(
        code="definition.other-version",
        message=f"no definition describes {kind} in {f'{group}/{version}' if group else version}: "
        f"{entry.name} is used, which describes {entry.gvk.api_version}",
        severity="warning",
    )


class Catalog:
    """Definitions by kind, and the plans made from them: a value, plans are made when first asked for."""

    def __init__(self, index: CatalogIndex) -> None:
        self.index = index
        self._plans: dict[tuple[str, str, str], Plan] = {}
        self._kinds = frozenset((entry.gvk.group, entry.gvk.kind) for entry in index.entries())

    @classmethod
    def builtin(cls) -> Catalog:
        """The definitions that come with this package."""
        return cls(CatalogIndex.builtin())

    def with_definitions(
        self, definitions: Iterable[Definition], *, origin: Origin = "file", source: str | None = None
    ) -> Catalog:
        """A catalog with these laid over what is there: for one kind they replace it.

        Raises `AmbiguousDefinition` where two of them describe one kind.
        """
        return Catalog(self.index.with_definitions(definitions, origin=origin, source=source))

    def with_catalog_first(self) -> Catalog:
        """The same definitions, the built-in ones over those of a cluster."""
        return Catalog(self.index.with_catalog_first())

    def with_versions(self, versions: Iterable[tuple[Entry, str]]) -> Catalog:
        """A catalog in which objects of another version of the entry's kind are read with that entry, with a
        problem on the plan, where no definition describes that version."""
        return Catalog(self.index.with_versions(versions))

    def plan(self, obj: Mapping[str, Any]) -> Plan:
        """The plan for an object, by its apiVersion and kind.

        A definition of the same group and kind in another version is used where it is the only one, with a
        problem on the plan. Raises `NoDefinition` or `AmbiguousDefinition`.
        """
        api_version, kind = obj.get("apiVersion"), obj.get("kind")
        if not isinstance(kind, str) or not isinstance(api_version, str):
            raise NoDefinition("an object without apiVersion and kind has no definition")
        group, version = split_api_version(api_version)
        return self.plan_for(group, version, kind)

    def plan_for(self, group: str, version: str, kind: str) -> Plan:
        """The plan for a kind. Raises `NoDefinition` or `AmbiguousDefinition`."""
        key = (group, version, kind)
        plan = self._plans.get(key)
        if plan is None:
            entry = self.index.find(group, version, kind)
            problems: tuple[Problem, ...] = ()
            if entry.version_differs:
                problems = (other_version(entry, version),)
            plan = self._plans[key] = Plan(entry.definition, origin=entry.origin, problems=problems)
        return plan

    def describes(self, group: str, kind: str) -> bool:
        """Whether some version of this kind is described."""
        return (group, kind) in self._kinds

    def kinds(self) -> frozenset[tuple[str, str]]:
        """(group, kind) of everything that is described."""
        return self._kinds

    def entries(self) -> tuple[Entry, ...]:
        """Every definition in use, sorted by kind."""
        return self.index.entries()

    @property
    def unmapped(self) -> tuple[Entry, ...]:
        """Definitions that name no kind, by name: they describe nothing and are listed alone."""
        return self.index.unmapped

    @property
    def replaced(self) -> tuple[Replacement, ...]:
        """Which definitions took the place of which."""
        return self.index.replaced

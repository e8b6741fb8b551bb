# SPDX-License-Identifier: Apache-2.0
"""Which version of a kind is read from a cluster, and with which definition.

Source: section 6 of the design: another version than a definition names is read only if the definition fits its
schema, and it is said. Pure: what the cluster serves is handed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from workload_map import errors
from workload_map.definition import crdcheck
from workload_map.definition.catalog import Entry
from workload_map.definition.model import GVK, Definition
from workload_map.problems import Problem
from workload_map.workload.catalog import other_version

__all__ = ["Choice", "choose_version", "fits", "needs_schema"]


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The version to read objects of a kind in, and the definition to read them with.

    Both None: no definition can read what the cluster serves, and `problem` says why; without a problem the
    cluster does not serve the kind at all. With both, a `problem` says that the definition is of another version:
    it is the one that the plan of a catalog made by `Catalog.with_versions` has.
    """

    entry: Entry | None = None
    version: str | None = None
    problem: Problem | None = None


def fits(definition: Definition, crd: Mapping[str, Any] | None, version: str) -> tuple[bool, str]:
    """Whether `definition` can read objects of `version` of its kind, and why or why not, as a phrase.

    `crd` is the CustomResourceDefinition of the kind, None where the cluster has none or it cannot be read:
    then only Kubernetes' own kinds, whose schemas are built in, can fit.
    """
    schemas = crdcheck.Schemas()
    for found in crdcheck.crds_in(crd, source="cluster") if crd is not None else ():
        if isinstance(found, Problem):
            return False, found.message
        schemas.add(found)
    schema = schemas.versions(definition.gvk).get(version)
    if schema is None:
        return False, f"may not fit {version} (its schema is not known)"
    return crdcheck.fitting(definition, schema)


def needs_schema(entries: Sequence[Entry], served: Sequence[str]) -> bool:
    """Whether `choose_version` looks at the kind's schema: no definition describes a version that is served."""
    return bool(entries and served) and all(entry.gvk.version not in served for entry in entries)


def choose_version(entries: Sequence[Entry], served: Sequence[str], crd: Mapping[str, Any] | None) -> Choice:
    """The version in which objects of one group and kind are read.

    `entries` are the definitions of that group and kind, in use (`CatalogIndex.of`); `served` the versions of it,
    the server's preferred one first. The first served version that a definition describes is chosen, else the
    first that a definition fits. Raises AmbiguousDefinition where several definitions describe the chosen version.
    """
    for version in served:
        exact = [entry for entry in entries if entry.gvk.version == version]
        if len(exact) > 1:
            named = " and ".join(f'"{entry.name}" ({entry.source})' for entry in exact)
            raise errors.AmbiguousDefinition(
                f"{len(exact)} definitions describe {exact[0].gvk}: {named}; remove all but one"
            )
        if exact:
            return Choice(entry=exact[0], version=version)
    if not entries or not served:
        return Choice()
    reasons: list[str] = []
    for version in served:
        for entry in entries:
            fit, why = fits(entry.definition, crd, version)
            if fit:
                return Choice(entry=entry, version=version, problem=other_version(entry, version))
            reasons.append(f"{entry.name}, which describes {entry.gvk.version}, {why}")
    return Choice(problem=_none(entries[0].gvk, served, reasons))


def _none(gvk: GVK, served: Sequence[str], reasons: Sequence[str]) -> Problem:
    kind = f"{gvk.kind} of {gvk.group}" if gvk.group else gvk.kind
    return Problem(
        code="definition.version-not-served",
        severity="warning",
        message=f"no definition can read {kind}: the cluster serves {', '.join(served)}; {'; '.join(reasons)}",
        source="cluster",
    )

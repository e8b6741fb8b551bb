# SPDX-License-Identifier: Apache-2.0
"""Definitions that are stored in a cluster, laid over the built-in ones.

Source of the rules and of what is said: the reference's command line, which lists the definition objects of the
cluster, skips what it cannot decode and prints a warning for each fault. Pure: the objects, or the error that came
in their place, are handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from workload_map import errors
from workload_map.definition import check, codec
from workload_map.definition.catalog import Entry, Replacement
from workload_map.definition.model import API_VERSION, KIND, Definition
from workload_map.definition.walker import quoted
from workload_map.problems import Problem, Severity
from workload_map.workload.catalog import Catalog

__all__ = ["RESOURCE", "Order", "Stored", "merge", "source_of"]

#: Which definitions win for one kind, the first; with "catalog" those of the cluster are not asked for at all.
Order = Literal["cluster,catalog", "catalog,cluster", "catalog"]

#: The objects of the API server as its list gives them, or why there are none.
Stored = Sequence[Mapping[str, Any]] | errors.WorkloadMapError

#: What the objects are called in messages and access rules.
RESOURCE: Final = f"{KIND.lower()}s.{API_VERSION.partition('/')[0]}"

#: Names in one message.
_NAMED: Final = 3


def merge(
    base: Catalog, stored: Stored, *, order: Order = "cluster,catalog"
) -> tuple[Catalog, tuple[Problem, ...]]:
    """The definitions of `base` with those of the cluster, and what is to be said of them.

    For one group, version and kind the definitions of the cluster replace those of the catalog (with
    "catalog,cluster" the other way round), and files lie over both. Definitions with an error are left out, the
    others kept. Two of a cluster for one kind are kept: `Catalog.plan_for` refuses to choose. Every problem is a
    warning.
    """
    if order == "catalog":
        return base, ()
    if order == "catalog,cluster":
        base = base.with_catalog_first()
    if isinstance(stored, errors.WorkloadMapError):
        return base, (_unread(stored),)
    problems: list[Problem] = []
    definitions: list[Definition] = []
    unknown: dict[str, Problem] = {}
    for item in stored:
        parsed = codec.parse(item, source=source_of(item), unknown="warning")
        fault = _fault(parsed, base)
        if fault is not None:
            problems.append(fault)
        else:
            definitions.append(parsed.definition)
            unknown.update((parsed.definition.name, problem) for problem in parsed.problems[:1])
    catalog = base.with_definitions(definitions, origin="cluster")
    problems += _unmapped(catalog)
    problems += _unknown_fields(unknown)
    problems += _collisions(catalog)
    problems += _hidden(catalog)
    return catalog, tuple(problems)


def source_of(item: Any) -> str:
    """What problems of a stored definition call it: ``cluster:NAME``."""
    metadata = item.get("metadata") if isinstance(item, Mapping) else None
    name = metadata.get("name") if isinstance(metadata, Mapping) else None
    return f"cluster:{name if isinstance(name, str) else '<none>'}"


def _warning(code: str, message: str, source: str = "cluster", path: str | None = None) -> Problem:
    severity: Severity = "warning"
    return Problem(code=f"definitions.{code}", severity=severity, message=message, source=source, path=path)


def _unread(error: errors.WorkloadMapError) -> Problem:
    instead = "none of the cluster is used"
    match error.code:
        case "api.absent":
            return _warning("no-crd", f"the CRD {RESOURCE} is not installed in the cluster: {instead}")
        case "api.forbidden":
            return _warning(
                "forbidden",
                f'not allowed to list definitions: {instead}; ask for the verb "list" on {RESOURCE}',
            )
        case _:
            why = " ".join((getattr(error, "message", None) or str(error)).split())
            return _warning("unreachable", f"the cluster's definitions could not be read: {instead}: {why}")


def _fault(parsed: codec.Parsed, base: Catalog) -> Problem | None:
    """Why a definition cannot be used, None where it can."""
    definition = parsed.definition
    found = [problem for problem in parsed.problems if problem.severity == "error"]
    if not found and _is_mapped(definition) and not _is_builtin(definition, base):
        # Checking takes much longer than decoding; copies of built-in definitions need none.
        checked = check.check(definition, places=parsed.places)
        found = [problem for problem in checked if problem.severity == "error"]
    if not found:
        return None
    first = found[0]
    name = (parsed.places.source or "").partition(":")[2]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    where = f"{first.path}: " if first.path else ""
    return _warning(
        "invalid",
        f"skipping definition {quoted(name)} of the cluster: {where}{first.message}{more};"
        " see 'wmap validate --cluster'",
        parsed.places.source or "cluster",
        first.path,
    )


def _is_mapped(definition: Definition) -> bool:
    return bool(definition.gvk.kind and definition.gvk.version)


def _is_builtin(definition: Definition, base: Catalog) -> bool:
    gvk = definition.gvk
    return any(
        entry.origin == "catalog" and entry.gvk == gvk and entry.definition.spec == definition.spec
        for entry in base.index.of(gvk.group, gvk.kind)
    )


def _unmapped(catalog: Catalog) -> Iterator[Problem]:
    named = [entry.name for entry in catalog.unmapped if entry.origin == "cluster"]
    if named:
        yield _warning(
            "unmapped",
            f"{_listed(named)} of the cluster: the root component names no kind and version, so that nothing is"
            " described",
        )


def _unknown_fields(first: Mapping[str, Problem]) -> Iterator[Problem]:
    if first:
        named = [f"{name} ({problem.path})" for name, problem in first.items()]
        yield _warning(
            "unknown-fields",
            f"fields that are not known here are ignored in definitions of the cluster: {_some(named)};"
            " see 'wmap validate --cluster'",
        )


def _collisions(catalog: Catalog) -> Iterator[Problem]:
    for claimants in catalog.index.collisions:
        if claimants[0].origin == "cluster":
            names = ", ".join(quoted(entry.name) for entry in claimants)
            yield _warning(
                "collision",
                f"{len(claimants)} definitions of the cluster claim {claimants[0].gvk}: {names};"
                " none is used until all but one are removed",
            )


def _hidden(catalog: Catalog) -> Iterator[Problem]:
    kinds = [str(item.gvk) for item in catalog.replaced if item.hides_extensions and _is_used(item, catalog)]
    if kinds:
        yield _warning(
            "hidden",
            f"the cluster's definitions without extensions hide built-in ones that have them, for {_some(kinds)}:"
            " less is known of these kinds; --definitions-from catalog,cluster uses the built-in ones",
        )


def _is_used(replacement: Replacement, catalog: Catalog) -> bool:
    by: tuple[Entry, ...] = replacement.by
    return by[0].origin == "cluster" and by[0] in catalog.entries()


def _listed(names: Sequence[str]) -> str:
    word = "definition" if len(names) == 1 else "definitions"
    return f"{word} {_some([quoted(name) for name in names])}"


def _some(words: Iterable[str]) -> str:
    """The first of them, and how many more there are."""
    listed = list(words)
    more = len(listed) - _NAMED
    return ", ".join(listed[:_NAMED]) + (f" and {more} more" if more > 0 else "")

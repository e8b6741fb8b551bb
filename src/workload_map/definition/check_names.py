# SPDX-License-Identifier: Apache-2.0
"""Rules about names: the component tree, and what refers to its components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workload_map.definition.extensions import ComponentExtension
from workload_map.definition.model import Definition
from workload_map.definition.places import EXTENSIONS_PATH
from workload_map.definition.shapes import Path
from workload_map.definition.walker import MISSING, Finding, is_missing, quoted, suggestion

__all__ = ["CORE_KINDS", "findings"]

#: The kinds of the core group (``apiVersion: v1``).
CORE_KINDS: Final = frozenset(
    {
        "Binding",
        "ConfigMap",
        "Endpoints",
        "Event",
        "LimitRange",
        "Namespace",
        "Node",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "Pod",
        "PodTemplate",
        "ReplicationController",
        "ResourceQuota",
        "Secret",
        "Service",
        "ServiceAccount",
    }
)

_STRUCTURE: Final[Path] = ("spec", "structureDefinition")
_CHILDREN: Final[Path] = (*_STRUCTURE, "childComponents")
_GANGS: Final[Path] = ("spec", "optimizationInstructions", "gangScheduling")


def findings(definition: Definition) -> Iterator[Finding]:
    """Faults in the component tree and in references to its components."""
    kind = definition.root.kind
    # An empty kind is a fault of its own.
    if kind is not None and kind.group == "" and kind.kind not in {"", MISSING, *CORE_KINDS}:
        yield Finding(
            code="definition.root-group",
            message=f"{kind.kind} is no kind of the core group; give its API group"
            f"{suggestion(kind.kind, CORE_KINDS)}",
            path=(*_STRUCTURE, "rootComponent", "kind", "group"),
        )
    yield from _tree(definition)
    for path, name in _references(definition):
        yield from _known(definition, path, name)
    for index, extension in enumerate(definition.extensions.components if definition.extensions else ()):
        yield from _extension(definition, extension, (*EXTENSIONS_PATH, "components", index))


def _known(
    definition: Definition, path: Path, name: str, code: str = "definition.unknown-component"
) -> Iterator[Finding]:
    names = [component.name for component in definition.components]
    # A name that was lost to another fault may be the one that is meant.
    if name not in names and not is_missing(name) and MISSING not in names:
        yield Finding(
            code=code, message=f"no component is called {quoted(name)}{suggestion(name, names)}", path=path
        )


def _tree(definition: Definition) -> Iterator[Finding]:
    for index, child in enumerate(definition.children):
        path = (*_CHILDREN, index)
        if child.name == definition.root.name and not is_missing(child.name):
            yield Finding(
                code="definition.duplicate-name",
                message=f"{quoted(child.name)} is already the name of the root component",
                path=(*path, "name"),
            )
        if child.owner_ref is not None:
            yield from _known(definition, (*path, "ownerRef"), child.owner_ref, "definition.unknown-owner")
    yield from _cycles(definition)


def _cycles(definition: Definition) -> Iterator[Finding]:
    """Each cycle once, at the first of its components."""
    owners: dict[str, str] = {}
    places: dict[str, int] = {}
    for index, child in enumerate(definition.children):
        # Of two with one name the first counts: the other is a fault of its own.
        if child.owner_ref is not None and child.name not in owners and not is_missing(child.name):
            owners[child.name] = child.owner_ref
            places[child.name] = index
    owners.pop(definition.root.name, None)
    done: set[str] = set()
    for start in owners:
        chain: dict[str, None] = {}
        name = start
        while name in owners and name not in done and name not in chain:
            chain[name] = None
            name = owners[name]
        if name in chain:
            cycle = list(chain)[list(chain).index(name) :]
            shown = cycle if len(cycle) <= 6 else [*cycle[:3], "…", *cycle[-2:]]
            yield Finding(
                code="definition.cycle",
                message="the component is its own ancestor: " + " → ".join(map(_short, [*shown, name])),
                path=(*_CHILDREN, places[name], "ownerRef"),
            )
        done.update(chain)


def _short(name: str) -> str:
    return quoted(name)[1:-1]


def _references(definition: Definition) -> Iterator[tuple[Path, str]]:
    gangs = definition.gang_scheduling
    if gangs is None:
        return
    if gangs.pod_group is not None:
        for index, group in enumerate(gangs.pod_group.sub_groups):
            yield (*_GANGS, "podGroup", "subGroups", index, "componentName"), group.component_name
    for index, older in enumerate(gangs.pod_groups):
        for number, member in enumerate(older.members):
            path = (*_GANGS, "podGroups", index, "members", number, "componentName")
            yield path, member.component_name


def _extension(definition: Definition, extension: ComponentExtension, path: Path) -> Iterator[Finding]:
    yield from _known(definition, (*path, "name"), extension.name)
    if extension.pods_per_unit is not None and extension.units is None:
        yield Finding(
            code="definition.pods-per-unit",
            message="podsPerUnit says nothing without units",
            path=(*path, "podsPerUnit"),
        )
    component = definition.component(extension.name)
    if extension.parent_instance is None or component is None:
        return
    parent = definition.component(component.owner_ref) if component.owner_ref is not None else None
    if component is definition.root:
        message = "the root component has no parent"
    elif parent is not None and parent.instance_id_path is None:
        message = f"the parent component {quoted(parent.name)} has no instances (no instanceIdPath)"
    else:
        return
    yield Finding(code="definition.parent-instance", message=message, path=(*path, "parentInstance"))

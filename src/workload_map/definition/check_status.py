# SPDX-License-Identifier: Apache-2.0
"""Rules about status matchers, suspend values, and the selectors that tell components apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import msgspec

from workload_map.definition.model import Action, Component, ComponentTypeSelector, Definition, SpecDefinition
from workload_map.definition.shapes import Path, shape_of, structs_in
from workload_map.definition.status import Matcher, StatusDefinition, StatusMappings
from workload_map.definition.walker import Finding, is_missing, quoted

__all__ = ["findings"]

_ROOT: Final[Path] = ("spec", "structureDefinition", "rootComponent")
_CHILDREN: Final[Path] = ("spec", "structureDefinition", "childComponents")


def findings(definition: Definition) -> Iterator[Finding]:
    """Matchers and selectors that cannot do what they seem to, and values that are no JSON."""
    for path, value in structs_in(definition.spec, ("spec",)):
        match value:
            case StatusDefinition():
                yield from _matchers(value, (*path, "statusMappings"))
            case Action():
                yield from _action(value, path)
            case SpecDefinition(metadata_path=str(), pod_spec_path=None):
                yield Finding(
                    code="definition.metadata-path",
                    severity="warning",
                    message="metadataPath says nothing without podSpecPath",
                    path=(*path, "metadataPath"),
                )
    yield from _selectors(definition)


def _action(value: Action, path: Path) -> Iterator[Finding]:
    if is_missing(value.value):
        return
    try:
        msgspec.json.decode(value.value)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        yield Finding(
            code="definition.suspend-value",
            message="this is no JSON text; a string needs its quotes inside the text",
            path=(*path, "value"),
        )


def _matchers(status: StatusDefinition, path: Path) -> Iterator[Finding]:
    seen: dict[Matcher, tuple[str, int]] = {}
    for field in shape_of(StatusMappings).fields:
        for index, matcher in enumerate(getattr(status.status_mappings, field.attribute)):
            place = (*path, field.name, index)
            if matcher.by_phase is not None and status.phase_definition is None:
                yield _never(place, "byPhase", "phaseDefinition")
            if matcher.by_conditions and status.conditions_definition is None:
                yield _never(place, "byConditions", "conditionsDefinition")
            if matcher == Matcher() or _has_stand_in(matcher):
                continue
            name, number = seen.setdefault(matcher, (field.name, index))
            if name != field.name:
                yield Finding(
                    code="definition.same-matcher",
                    severity="warning",
                    message=f"the same rule is already at {name}[{number}]: both statuses match together",
                    path=place,
                )


def _never(path: Path, criterion: str, needed: str) -> Finding:
    return Finding(
        code="definition.never-matches",
        severity="warning",
        message=f"{criterion} never matches without a {needed}",
        path=(*path, criterion),
    )


def _has_stand_in(matcher: Matcher) -> bool:
    texts = [matcher.by_phase, *(condition.type for condition in matcher.by_conditions)]
    if matcher.by_expression is not None:
        texts += [matcher.by_expression.expression, matcher.by_expression.expected_result]
    return any(is_missing(text) for text in texts)


class _Takers:
    """Components with one selector, in definition order: the first of them takes the pods of the others."""

    def __init__(self) -> None:
        self.bearing: str | None = None
        self.by_owner: dict[str, str] = {}

    def first(self, component: Component) -> str | None:
        """The name of the one that a later `component` competes with for pods."""
        if component.spec_definition is not None and self.bearing is not None:
            return self.bearing
        # A grouping and its own parts may well select alike; siblings may not.
        return self.by_owner.get(component.owner_ref) if component.owner_ref is not None else None

    def add(self, component: Component) -> None:
        if component.spec_definition is not None:
            self.bearing = self.bearing or component.name
        if component.owner_ref is not None:
            self.by_owner.setdefault(component.owner_ref, component.name)


def _selectors(definition: Definition) -> Iterator[Finding]:
    """Selectors are tried in definition order, so an earlier one may take all pods of a later one."""
    placed: list[tuple[Path, Component]] = [(_ROOT, definition.root)]
    placed += [((*_CHILDREN, index), child) for index, child in enumerate(definition.children)]
    bearing = sum(component.spec_definition is not None for _, component in placed)
    same: defaultdict[object, _Takers] = defaultdict(_Takers)
    any_value: defaultdict[str | None, _Takers] = defaultdict(_Takers)
    for path, component in placed:
        selector = component.type_selector
        place = (*path, "podSelector")
        if selector is not None:
            yield from _shadowed(component, selector, (*place, "componentTypeSelector"), same, any_value)
        elif bearing > 1 and component.spec_definition is not None and component.instance_selector is None:
            yield Finding(
                code="definition.no-selector",
                severity="warning",
                message=f"no pod is ever placed on {quoted(component.name)}: it has no selector and is not the only"
                " component with pods",
                path=place,
            )


def _shadowed(
    component: Component,
    selector: ComponentTypeSelector,
    path: Path,
    same: defaultdict[object, _Takers],
    any_value: defaultdict[str | None, _Takers],
) -> Iterator[Finding]:
    labels = selector.match_labels or {}
    if any(map(is_missing, (selector.key_path, selector.value, *labels.values()))):
        return
    alike = same[selector.key_path, selector.value, frozenset(labels.items())]
    wider = any_value[selector.key_path]
    if (name := alike.first(component)) is not None:
        yield Finding(
            code="definition.same-selector",
            severity="warning",
            message=f"{quoted(name)} has the same selector and comes first: it takes all these pods",
            path=path,
        )
    elif (name := wider.first(component)) is not None:
        yield Finding(
            code="definition.shadowed-selector",
            severity="warning",
            message=f"{quoted(name)} comes first and takes every pod that has this key, whatever its value",
            path=(*path, "keyPath"),
        )
    alike.add(component)
    if selector.key_path is not None and selector.value is None and not labels:
        wider.add(component)

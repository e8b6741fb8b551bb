# SPDX-License-Identifier: Apache-2.0
"""Rules about one struct of the model, each said twice: for the CRD, and by its twin in Python.

The API server estimates what a CEL rule may cost, and refuses a CRD whose rules could become expensive. So a
rule inside a list inside another list is a plain constraint of the schema, and what compares names across
lists is in `definition.check` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from workload_map.definition import model, status
from workload_map.definition.shapes import Path

__all__ = ["RULES", "Rule", "rules_for"]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """`cel`, or the constraint `schema`, holds on the JSON of a `struct` exactly when `faults` gives nothing
    for the value itself; `faults` gives the path, from the struct, of each place that breaks it."""

    code: str
    struct: type[msgspec.Struct]
    cel: str | None = None
    schema: dict[str, Any] | None = None
    message: str
    faults: Callable[[Any], Iterable[Path]]


def _selector_empty(value: model.ComponentTypeSelector) -> Iterator[Path]:
    if value.key_path is None and value.match_labels is None:
        yield ()


def _selector_value(value: model.ComponentTypeSelector) -> Iterator[Path]:
    if value.value is not None and value.key_path is None:
        yield ("value",)


def _one_shape(value: model.SpecDefinition) -> Iterator[Path]:
    shapes = {
        "podTemplateSpecPath": value.pod_template_spec_path,
        "podSpecPath": value.pod_spec_path,
        "fragmentedPodSpecDefinition": value.fragmented_pod_spec_definition,
    }
    given = [name for name, shape in shapes.items() if shape is not None]
    if not given:
        yield ()
    for name in given[1:]:
        yield (name,)


def _instance_pair(value: model.Component) -> Iterator[Path]:
    if value.instance_id_path is not None and value.instance_selector is None:
        yield ("instanceIdPath",)
    elif value.instance_id_path is None and value.instance_selector is not None:
        yield ("podSelector", "componentInstanceSelector")


def _matcher_empty(value: status.Matcher) -> Iterator[Path]:
    if value.by_phase is None and not value.by_conditions and value.by_expression is None:
        yield ()


def _root_kind(value: model.StructureDefinition) -> Iterator[Path]:
    kind = value.root_component.kind
    if kind is None:
        yield ("rootComponent", "kind")
    else:
        if not kind.version:
            yield ("rootComponent", "kind", "version")
        if not kind.kind:
            yield ("rootComponent", "kind", "kind")


def _root_owner(value: model.StructureDefinition) -> Iterator[Path]:
    if value.root_component.owner_ref is not None:
        yield ("rootComponent", "ownerRef")


def _root_status(value: model.StructureDefinition) -> Iterator[Path]:
    if value.root_component.status_definition is None:
        yield ("rootComponent", "statusDefinition")


def _child_owner(value: model.StructureDefinition) -> Iterator[Path]:
    for index, child in enumerate(value.child_components):
        if child.owner_ref is None:
            yield ("childComponents", index, "ownerRef")


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        code="definition.selector-empty",
        struct=model.ComponentTypeSelector,
        cel="has(self.keyPath) || has(self.matchLabels)",
        message="a componentTypeSelector needs keyPath or matchLabels",
        faults=_selector_empty,
    ),
    Rule(
        code="definition.selector-value",
        struct=model.ComponentTypeSelector,
        cel="!has(self.value) || has(self.keyPath)",
        message="value needs keyPath beside it",
        faults=_selector_value,
    ),
    Rule(
        code="definition.spec-shape",
        struct=model.SpecDefinition,
        # Not a list with exists_one(): its estimated cost is over the API server's limit.
        cel="has(self.podTemplateSpecPath)"
        " ? !has(self.podSpecPath) && !has(self.fragmentedPodSpecDefinition)"
        " : has(self.podSpecPath) != has(self.fragmentedPodSpecDefinition)",
        message="exactly one of podTemplateSpecPath, podSpecPath and fragmentedPodSpecDefinition is needed",
        faults=_one_shape,
    ),
    Rule(
        code="definition.instance-pair",
        struct=model.Component,
        cel="has(self.instanceIdPath) =="
        " (has(self.podSelector) && has(self.podSelector.componentInstanceSelector))",
        message="instanceIdPath and podSelector.componentInstanceSelector come together",
        faults=_instance_pair,
    ),
    Rule(
        code="definition.matcher-empty",
        struct=status.Matcher,
        schema={
            "anyOf": [
                {"required": ["byPhase"]},
                {"required": ["byConditions"], "properties": {"byConditions": {"minItems": 1}}},
                {"required": ["byExpression"]},
            ]
        },
        message="a matcher needs byPhase, byConditions or byExpression: without any it would always match",
        faults=_matcher_empty,
    ),
    Rule(
        code="definition.root-kind",
        struct=model.StructureDefinition,
        cel="has(self.rootComponent.kind) && size(self.rootComponent.kind.version) > 0"
        " && size(self.rootComponent.kind.kind) > 0",
        message="the root component needs a kind with version and kind",
        faults=_root_kind,
    ),
    Rule(
        code="definition.root-owner",
        struct=model.StructureDefinition,
        cel="!has(self.rootComponent.ownerRef)",
        message="the root component has no parent, so it cannot have an ownerRef",
        faults=_root_owner,
    ),
    Rule(
        code="definition.root-status",
        struct=model.StructureDefinition,
        cel="has(self.rootComponent.statusDefinition)",
        message="the root component needs a statusDefinition",
        faults=_root_status,
    ),
    Rule(
        code="definition.no-owner",
        struct=model.StructureDefinition,
        cel="!has(self.childComponents) || self.childComponents.all(child, has(child.ownerRef))",
        message="a child component needs an ownerRef: the name of its parent",
        faults=_child_owner,
    ),
)


def rules_for(struct: type[msgspec.Struct]) -> tuple[Rule, ...]:
    """The rules about this struct."""
    return tuple(rule for rule in RULES if rule.struct is struct)

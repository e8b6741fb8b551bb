# SPDX-License-Identifier: Apache-2.0
"""What a definition lets its readers do with a kind: which roles, numbers, states and switches it knows.

Seen from the definition alone. What one object really has (a missing number, an absent role) its reading tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from workload_map import errors, jq
from workload_map.definition.extension_gangs import GangNode
from workload_map.definition.model import Component, Definition, SpecDefinition
from workload_map.definition.shapes import shape_of
from workload_map.definition.status import StatusMappings

__all__ = ["STATUSES", "Abilities", "GangAbility", "RoleAbilities", "abilities", "can_be_written"]

#: The words that a definition can give a rule for, in the order of the format.
STATUSES: Final = tuple(field.name for field in shape_of(StatusMappings).fields)

#: How the pods of a role are described: a whole template, a pod spec, or single fields of one.
Template = Literal["template", "spec", "fields"]

_SHAPES: Final[tuple[tuple[str, Template], ...]] = (
    ("pod_template_spec_path", "template"),
    ("pod_spec_path", "spec"),
    ("fragmented_pod_spec_definition", "fields"),
)


class RoleAbilities(Struct, frozen=True, kw_only=True, rename="camel"):
    """What is known of one component with pods."""

    name: str
    parent: str | None
    """Component that it is a part of; None for the root."""
    template: Template
    template_writable: bool
    """Whether all of it can be changed through the definition."""
    instances: bool
    """Whether an object holds several of them, each with a name."""
    replicas: bool
    """Whether the number of wanted pods is told: by an expression, or one pod where there is no scale at all."""
    minimum: bool
    maximum: bool
    scalable: bool
    """Whether a person can set the number."""
    units: str | None
    """What is counted when scaling, where that is not pods."""
    pods_per_unit: bool
    suspended: bool
    """Whether it can be held while the rest runs."""
    by_type: bool
    """Whether its pods are told by their own labels or fields from those of other roles."""
    by_instance: bool
    """Whether a pod's instance is told."""
    copies: tuple[str, ...]
    """Components, outermost first, of which a pod's copy is told."""


class GangAbility(Struct, frozen=True, kw_only=True, rename="camel"):
    """One tree of pods that start together: of the extension, else in the interchange form."""

    name: str
    components: tuple[str, ...]
    alone: bool = False
    """Whether each of its pods starts by itself."""
    after: tuple[str, ...] = ()
    """Trees that run before it starts."""
    each: str | None = None
    """The component of which each instance has a tree of its own."""
    copied: bool = False
    """Whether there are equal copies of it."""
    conditional: bool = False
    """Whether only some objects have it."""


class Abilities(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a definition knows of its kind."""

    name: str
    """Name of the definition."""
    group: str
    version: str
    kind: str
    shadow: bool
    """Whether the object mirrors another workload."""
    roles: tuple[RoleAbilities, ...]
    statuses: tuple[str, ...]
    """Statuses of the workload that some rule gives, of `STATUSES`, in that order."""
    part_statuses: tuple[str, ...]
    """Further components whose own status is read."""
    reason: bool
    """Whether one word beside the status is read."""
    stale: bool
    """Whether a status that is about an older generation is noticed."""
    pods_may_idle: bool
    """Whether pods that are not ready are normal."""
    suspend: bool
    """Whether the workload can be suspended and resumed."""
    join: bool
    """Whether pods without an owner are found."""
    gangs: tuple[GangAbility, ...]
    child_kinds: int
    """Number of further kinds that it makes."""


def abilities(definition: Definition) -> Abilities:
    """The abilities of `definition`. An expression that does not parse counts as one that cannot be written."""
    extensions = definition.extensions
    about_status = extensions.status if extensions else None
    rules = definition.root.status_definition
    return Abilities(
        name=definition.name,
        **definition.gvk._asdict(),
        shadow=bool(extensions and extensions.shadow),
        roles=tuple(_roles(definition)),
        statuses=tuple(word for word in STATUSES if rules and getattr(rules.status_mappings, word)),
        part_statuses=tuple(child.name for child in definition.children if child.status_definition),
        reason=bool(about_status and about_status.reason is not None),
        stale=bool(about_status and about_status.observed_generation is not None),
        pods_may_idle=bool(about_status and about_status.pods_may_idle),
        suspend=definition.root.suspend_definition is not None,
        join=bool(extensions and extensions.owners),
        gangs=tuple(_gangs(definition)),
        child_kinds=len(definition.spec.structure_definition.additional_child_kinds),
    )


def can_be_written(expression: str) -> bool:
    """Whether the expression denotes places to which a value can be assigned."""
    try:
        return jq.compile(expression).why_not_writable is None
    except errors.JqError:
        return False


def _tells(expression: str | None) -> bool:
    """Whether the expression can give anything: one that ends in a plain null keeps a list in step, no more."""
    if expression is None:
        return False
    try:
        tree = jq.parse(expression)
    except errors.JqError:
        return False
    last = tree.stages[-1] if isinstance(tree, jq.ast.Pipe) else tree
    return not (isinstance(last, jq.ast.Literal) and last.value is None)


def _roles(definition: Definition) -> Iterator[RoleAbilities]:
    with_pods = [component for component in definition.components if component.spec_definition]
    for component in with_pods:
        assert component.spec_definition is not None
        scale = component.scale_definition
        extension = definition.extension(component.name)
        units = extension.units if extension else None
        knob = units.path if units else scale.replicas_path if scale else None
        yield RoleAbilities(
            name=component.name,
            parent=component.owner_ref,
            template=_template(component.spec_definition),
            template_writable=_template_writable(component.spec_definition),
            instances=component.instance_id_path is not None,
            replicas=scale is None or _tells(scale.replicas_path),
            minimum=scale is not None and _tells(scale.min_replicas_path),
            maximum=scale is not None and _tells(scale.max_replicas_path),
            scalable=knob is not None and can_be_written(knob),
            units=units.noun if units else None,
            pods_per_unit=bool(extension and extension.pods_per_unit is not None),
            suspended=bool(extension and extension.suspended is not None),
            by_type=component.type_selector is not None,
            by_instance=component.instance_selector is not None,
            copies=tuple(item.name for item in _lineage(definition, component) if item.replica_selector),
        )


def _template(spec: SpecDefinition) -> Template:
    return next(word for attribute, word in _SHAPES if getattr(spec, attribute) is not None)


def _template_writable(spec: SpecDefinition) -> bool:
    fragments = spec.fragmented_pod_spec_definition
    if fragments is not None:
        paths = [getattr(fragments, field.attribute) for field in shape_of(type(fragments)).fields]
    else:
        paths = [spec.pod_template_spec_path, spec.pod_spec_path, spec.metadata_path]
    return all(can_be_written(path) for path in paths if path is not None)


def _lineage(definition: Definition, component: Component) -> list[Component]:
    """The component and those above it, the root first."""
    found = [component]
    while (parent := definition.component(found[0].owner_ref or "")) is not None and parent not in found:
        found.insert(0, parent)
    return found


def _gangs(definition: Definition) -> Iterator[GangAbility]:
    trees = definition.extensions.gangs if definition.extensions is not None else ()
    for tree in trees:
        label = tree.name or tree.component or tree.each or ""
        yield GangAbility(
            name=label,
            components=tuple(dict.fromkeys(_in_tree(tree))),
            alone=tree.alone,
            after=tree.start_after,
            each=tree.each,
            copied=tree.copies is not None,
            conditional=tree.when is not None,
        )
    scheduling = definition.gang_scheduling
    if trees or scheduling is None:
        return
    group = scheduling.pod_group
    if group is not None:
        parts = tuple(part.component_name for part in group.sub_groups)
        yield GangAbility(name=group.name, components=parts)
        return
    for older in scheduling.pod_groups:
        members = tuple(member.component_name for member in older.members)
        yield GangAbility(name=older.name, components=members)


def _in_tree(node: GangNode) -> Iterator[str]:
    """The components whose pods a node has, some more than once."""
    groups: tuple[GangNode, ...] = getattr(node, "groups", ())
    own = (node.component, *(member.component for member in node.members))
    yield from (name for name in own if name is not None)
    if node.each is not None and not groups and not any(own):
        yield node.each
    for child in groups:
        yield from _in_tree(child)

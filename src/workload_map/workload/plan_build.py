# SPDX-License-Identifier: Apache-2.0
"""From a definition to the parts of a plan: every expression with its place in the definition and its label."""

from __future__ import annotations

import msgspec

from workload_map.definition import extensions, model
from workload_map.workload import place as placing
from workload_map.workload import status, template
from workload_map.workload.component import ActionPlan, ComponentPlan
from workload_map.workload.expr import Expr
from workload_map.workload.reading import PHASE_ORDER

__all__ = ["component_plans", "join_rule", "place_plan"]

_ROOT = "/spec/structureDefinition/rootComponent"
_CHILDREN = "/spec/structureDefinition/childComponents"


def component_plans(definition: model.Definition) -> tuple[ComponentPlan, ...]:
    """The plans of all components, the root first, then the children in the definition's order."""
    positions = {}
    if definition.extensions is not None:
        positions = {item.name: index for index, item in enumerate(definition.extensions.components)}
    return tuple(
        _component(
            component,
            pointer,
            definition.extension(component.name),
            f"/spec/extensions/components/{positions.get(component.name)}",
            definition if component is definition.root else None,
        )
        for component, pointer in _with_pointers(definition)
    )


def _with_pointers(definition: model.Definition) -> list[tuple[model.Component, str]]:
    children = [(child, f"{_CHILDREN}/{index}") for index, child in enumerate(definition.children)]
    return [(definition.root, _ROOT), *children]


def _component(
    component: model.Component,
    pointer: str,
    extension: extensions.ComponentExtension | None,
    extension_pointer: str,
    root_of: model.Definition | None,
) -> ComponentPlan:
    name = component.name

    def expr(text: str | None, at: str) -> Expr | None:
        return None if text is None else Expr(text, f"{pointer}/{at}", f"{at.rsplit('/', 1)[-1]} of {name}")

    def extra(text: str | None, at: str) -> Expr | None:
        return None if text is None else Expr(text, f"{extension_pointer}/{at}", f"{at} of {name}")

    scale = component.scale_definition
    suspend = component.suspend_definition
    units = extension.units if extension is not None else None
    return ComponentPlan(
        name=name,
        kind=component.kind.kind if component.kind is not None else None,
        parent=component.owner_ref if root_of is None else None,
        ids=expr(component.instance_id_path, "instanceIdPath"),
        spec=_spec(component, pointer),
        replicas=expr(scale.replicas_path, "scaleDefinition/replicasPath") if scale else None,
        min=expr(scale.min_replicas_path, "scaleDefinition/minReplicasPath") if scale else None,
        max=expr(scale.max_replicas_path, "scaleDefinition/maxReplicasPath") if scale else None,
        has_scale=scale is not None,
        units=extra(units.path, "units/path") if units else None,
        units_noun=units.noun if units else None,
        pods_per_unit=extra(extension.pods_per_unit, "podsPerUnit") if extension else None,
        suspended=extra(extension.suspended, "suspended") if extension else None,
        parent_instance=extra(extension.parent_instance, "parentInstance") if extension else None,
        status=_status(component, pointer, root_of),
        suspend=_actions(suspend.suspend_actions, pointer, "suspendActions", name) if suspend else (),
        resume=_actions(suspend.resume_actions, pointer, "resumeActions", name) if suspend else (),
    )


def _actions(
    actions: tuple[model.Action, ...], pointer: str, field: str, name: str
) -> tuple[ActionPlan, ...]:
    return tuple(
        ActionPlan(
            Expr(action.path, f"{pointer}/suspendDefinition/{field}/{i}/path", f"{field} {i} of {name}"),
            msgspec.json.decode(action.value.encode()),
        )
        for i, action in enumerate(actions)
    )


def _spec(component: model.Component, pointer: str) -> template.SpecPlan | None:
    spec = component.spec_definition
    if spec is None:
        return None
    name = component.name

    def expr(text: str | None, at: str) -> Expr | None:
        if text is None:
            return None
        return Expr(text, f"{pointer}/specDefinition/{at}", f"{at.rsplit('/', 1)[-1]} of {name}")

    fragments: dict[str, Expr] | None = None
    if spec.fragmented_pod_spec_definition is not None:
        fragments = {}
        for field, text in msgspec.to_builtins(spec.fragmented_pod_spec_definition).items():
            found = expr(text, f"fragmentedPodSpecDefinition/{field}")
            if found is not None:
                fragments[field.removesuffix("Path")] = found
    return template.SpecPlan(
        template=expr(spec.pod_template_spec_path, "podTemplateSpecPath"),
        pod_spec=expr(spec.pod_spec_path, "podSpecPath"),
        metadata=expr(spec.metadata_path, "metadataPath"),
        fragments=fragments,
    )


def _status(
    component: model.Component, pointer: str, root_of: model.Definition | None
) -> status.StatusPlan | None:
    definition = component.status_definition
    if definition is None:
        return None
    name = component.name
    base = f"{pointer}/statusDefinition"
    matchers: list[status.Matcher] = []
    for phase in PHASE_ORDER:
        field = phase.lower()
        for index, item in enumerate(getattr(definition.status_mappings, field) or ()):
            by_expression = None
            if item.by_expression is not None:
                by_expression = status.ExpressionTest(
                    Expr(
                        item.by_expression.expression,
                        f"{base}/statusMappings/{field}/{index}/byExpression/expression",
                        f"the {field} rule {index} of {name}",
                    ),
                    item.by_expression.expected_result,
                )
            matchers.append(
                status.Matcher(
                    phase,
                    index,
                    item.by_phase,
                    tuple(
                        status.ConditionTest(c.type, c.status or None, c.reason or None)
                        for c in item.by_conditions or ()
                    ),
                    by_expression,
                )
            )
    conditions = definition.conditions_definition
    extension = root_of.extensions.status if root_of is not None and root_of.extensions is not None else None
    return status.StatusPlan(
        phase=Expr(definition.phase_definition.path, f"{base}/phaseDefinition/path", f"the phase of {name}")
        if definition.phase_definition is not None
        else None,
        conditions=Expr(conditions.path, f"{base}/conditionsDefinition/path", f"the conditions of {name}")
        if conditions is not None
        else None,
        fields=(
            conditions.type_field_name,
            conditions.status_field_name,
            conditions.reason_field_name,
            conditions.message_field_name,
        )
        if conditions is not None
        else ("type", "status", "reason", "message"),
        matchers=tuple(matchers),
        observed_generation=_status_extension(extension, "observed_generation", "observedGeneration"),
        reason=_status_extension(extension, "reason", "reason"),
    )


def _status_extension(
    extension: extensions.StatusExtension | None, attribute: str, field: str
) -> Expr | None:
    text = getattr(extension, attribute) if extension is not None else None
    return None if text is None else Expr(text, f"/spec/extensions/status/{field}", f"status.{field}")


def place_plan(definition: model.Definition, plans: tuple[ComponentPlan, ...]) -> placing.PlacePlan:
    """How pods are placed: every component's selectors, in the order in which they are tried."""
    models = {c.name: c for c in definition.components}
    pointers = {component.name: pointer for component, pointer in _with_pointers(definition)}

    def selector_expr(name: str, text: str, at: str) -> Expr:
        return Expr(text, f"{pointers[name]}/podSelector/{at}", f"{at.split('/')[-1]} of {name}")

    own_copy: dict[str, placing.CopyKey] = {}
    for name, component in models.items():
        selector = component.pod_selector
        if selector is not None and selector.replica_selector is not None:
            own_copy[name] = placing.CopyKey(
                name, selector_expr(name, selector.replica_selector.key_path, "replicaSelector/keyPath")
            )

    def copies(name: str) -> tuple[placing.CopyKey, ...]:
        chain: list[placing.CopyKey] = []
        at: str | None = name
        seen: set[str] = set()
        while at is not None and at in models and at not in seen:
            seen.add(at)
            if at in own_copy:
                chain.append(own_copy[at])
            at = models[at].owner_ref
        return tuple(reversed(chain))

    candidates: list[placing.Candidate] = []
    for plan in plans:
        selector = models[plan.name].pod_selector
        type_selector = selector.component_type_selector if selector is not None else None
        instance = selector.component_instance_selector if selector is not None else None
        candidates.append(
            placing.Candidate(
                component=plan.name,
                type_selector=None
                if type_selector is None
                else placing.TypeSelector(
                    selector_expr(plan.name, type_selector.key_path, "componentTypeSelector/keyPath")
                    if type_selector.key_path is not None
                    else None,
                    type_selector.value,
                    tuple((type_selector.match_labels or {}).items()),
                ),
                instance=selector_expr(plan.name, instance.id_path, "componentInstanceSelector/idPath")
                if instance is not None
                else None,
                has_instances=plan.ids is not None,
                copies=copies(plan.name),
            )
        )
    with_pods = [c for c, plan in zip(candidates, plans, strict=True) if plan.spec is not None]
    return placing.PlacePlan(tuple(candidates), with_pods[0] if len(with_pods) == 1 else None)


def join_rule(definition: model.Definition) -> tuple[Expr | None, Expr | None]:
    """The two expressions by which a pod without owner joins an object: on the pod, on the object."""
    owners = definition.extensions.owners if definition.extensions is not None else None
    join = owners.join if owners is not None else None
    if join is None:
        return None, None
    base = "/spec/extensions/owners/join"
    return Expr(join.pod, f"{base}/pod", "owners.join.pod"), Expr(
        join.object, f"{base}/object", "owners.join.object"
    )

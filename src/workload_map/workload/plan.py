# SPDX-License-Identifier: Apache-2.0
"""A plan: one definition made ready to read objects, place pods and make changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workload_map.definition import extensions, model
from workload_map.errors import JqError, ReadError
from workload_map.problems import Problem
from workload_map.workload import place as placing
from workload_map.workload import scale, status, template
from workload_map.workload.expr import Expr
from workload_map.workload.instances import aligned, instance_ids
from workload_map.workload.reading import (
    PHASE_ORDER,
    ComponentReading,
    Instance,
    Phase,
    Place,
    Reading,
    Units,
)

if TYPE_CHECKING:
    from workload_map.workload.edit import Edit
    from workload_map.workload.explain import Explanation

__all__ = ["ActionPlan", "ComponentPlan", "Plan"]

#: Where the queue's name stands on an object or on a pod template, in the order in which they count:
#: Kueue, KAI Scheduler, Volcano.
_QUEUE_LABELS: Final = ("kueue.x-k8s.io/queue-name", "kai.scheduler/queue")
_QUEUE_ANNOTATION: Final = "scheduling.volcano.sh/queue-name"


class ActionPlan(msgspec.Struct, frozen=True):
    """One step of suspending or resuming: write `value` where `expr` points."""

    expr: Expr
    value: Any


class ComponentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One component of a definition, its expressions ready to run."""

    name: str
    kind: str | None
    parent: str | None
    ids: Expr | None
    spec: template.SpecPlan | None
    replicas: Expr | None
    min: Expr | None
    max: Expr | None
    has_scale: bool
    units: Expr | None
    units_noun: str | None
    pods_per_unit: Expr | None
    suspended: Expr | None
    parent_instance: Expr | None
    status: status.StatusPlan | None
    suspend: tuple[ActionPlan, ...]
    resume: tuple[ActionPlan, ...]

    @property
    def has_pods(self) -> bool:
        """Whether it holds pod templates: a role, not a grouping."""
        return self.spec is not None


class Plan:
    """One definition, ready to use: immutable, safe to share between threads."""

    def __init__(
        self, definition: model.Definition, *, origin: str = "file", problems: tuple[Problem, ...] = ()
    ) -> None:
        self.definition = definition
        self.name = definition.name
        self.origin = origin
        """catalog, cluster or file."""
        self.problems = problems
        """What is to be said of the choice of this definition (another version than the object's)."""
        extended = definition.extension
        root = definition.root
        base = "/spec/structureDefinition"
        self.components: tuple[ComponentPlan, ...] = (
            _component(root, f"{base}/rootComponent", extended(root.name), definition),
            *(
                _component(child, f"{base}/childComponents/{index}", extended(child.name), None)
                for index, child in enumerate(definition.children)
            ),
        )
        self.by_name: dict[str, ComponentPlan] = {c.name: c for c in self.components}
        self.root = self.components[0]
        self.place_plan = _place_plan(definition, self.components)
        self.join_pod, self.join_object = _join(definition)

    def __repr__(self) -> str:
        return f"Plan({self.name!r})"

    def children_of(self, component: str) -> tuple[ComponentPlan, ...]:
        """The components whose parent is `component`, in the definition's order."""
        return tuple(c for c in self.components if c.parent == component)

    def needs(self, obj: Mapping[str, Any]) -> tuple[()]:
        """Other objects that reading `obj` needs; none, as long as no definition refers to another object."""
        return ()

    def read(
        self, obj: dict[str, Any], related: Mapping[str, Any] | None = None, *, strict: bool = False
    ) -> Reading:
        """What the object says. All faults are `Reading.problems`; with `strict` any error among them raises
        `ReadError` with all of them."""
        problems: list[Problem] = list(self.problems)
        metadata = obj.get("metadata")
        if not isinstance(metadata, dict):
            if metadata is not None or "metadata" in obj:
                problems.append(
                    Problem(code="object.bad-metadata", message="metadata is not an object", path="/metadata")
                )
            metadata = {}
        components: dict[str, ComponentReading] = {}
        ids: dict[str, tuple[str, ...]] = {}
        root_status: status.Status | None = None
        wants_nothing: bool | None = None
        queue = _queue_of(metadata, obj)
        for plan in self.components:
            found = instance_ids(plan.ids, obj, plan.name, problems)
            instances: dict[str, Instance] = {}
            if found is not None:
                ids[plan.name] = found
                instances = _instances(plan, obj, found, problems)
                if plan.spec is not None:
                    for instance in instances.values():
                        if instance.replicas != 0:
                            wants_nothing = False
                        elif wants_nothing is None:
                            wants_nothing = True
                        if queue is None and instance.template is not None:
                            queue = _queue_of_template(instance.template)
            elif plan.spec is not None:
                wants_nothing = False
            phases: tuple[Phase, ...] = ()
            headline: Phase | None = None
            if plan.status is not None:
                outcome = status.read_status(plan.status, obj, plan.name, problems)
                if plan.parent is None:
                    root_status = outcome
                else:
                    phases, headline = outcome.phases, outcome.headline
            components[plan.name] = ComponentReading(
                name=plan.name,
                kind=plan.kind,
                parent=plan.parent,
                has_pods=plan.spec is not None,
                instances=instances,
                phases=phases,
                headline=headline,
            )
        assert root_status is not None  # a definition without one does not pass validation
        headline, phases = root_status.headline, root_status.phases
        reason, message = root_status.reason, root_status.message
        if wants_nothing and headline == "Initializing" and not root_status.stale:
            # Scaled to zero it will never have a ready pod to leave Initializing with.
            headline = "Running"
            phases = tuple("Running" if phase == "Initializing" else phase for phase in phases)
            reason, message = "NothingWanted", "every role asks for 0 pods"
        extended = self.definition.extensions
        reading = Reading(
            name=_text(metadata.get("name")),
            namespace=_text(metadata.get("namespace")),
            kind=_text(obj.get("kind")) or "",
            api_version=_text(obj.get("apiVersion")) or "",
            uid=_text(metadata.get("uid")),
            created_at=_text(metadata.get("creationTimestamp")),
            definition=self.name,
            origin=self.origin,
            phases=phases,
            headline=headline,
            reason=reason,
            message=message,
            queue=queue,
            suspended="Suspended" in phases,
            deleting=metadata.get("deletionTimestamp") is not None,
            shadow=bool(extended and extended.shadow),
            pods_may_idle=bool(extended and extended.status and extended.status.pods_may_idle),
            components=components,
            ids=ids,
            problems=tuple(problems),
            plan=self,
            object=obj,
        )
        if strict and any(problem.severity == "error" for problem in problems):
            raise ReadError(f"{reading.kind} {reading.name or '?'} cannot be read without problems", problems)
        return reading

    def place(self, pod: Mapping[str, Any], ids: Mapping[str, tuple[str, ...]]) -> Place:
        """Where a pod of the workload belongs; `ids` is `Reading.ids` of the workload's object."""
        return placing.place(self.place_plan, pod, ids)

    def edit(self, obj: dict[str, Any]) -> Edit:
        """An `Edit` that starts from `obj`; the object itself is never changed."""
        from workload_map.workload import edit

        return edit.Edit(self, obj)

    def explain(self, obj: dict[str, Any]) -> Explanation:
        """Every status rule with what it saw, and where each role's numbers and template come from."""
        from workload_map.workload import explain

        return explain.explain(self, obj)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _instances(
    plan: ComponentPlan, obj: dict[str, Any], ids: tuple[str, ...], problems: list[Problem]
) -> dict[str, Instance]:
    name, count = plan.name, len(ids)
    replicas = scale.counts(plan.replicas, obj, ids, name, problems)
    nothing: list[Any] = [None] * count
    minimum = nothing if plan.min is None else scale.counts(plan.min, obj, ids, name, problems)
    maximum = nothing if plan.max is None else scale.counts(plan.max, obj, ids, name, problems)
    templates = nothing if plan.spec is None else template.templates(plan.spec, obj, ids, name, problems)
    suspended = nothing
    if plan.suspended is not None:
        suspended = aligned(plan.suspended, obj, count, "suspended", name, problems) or nothing
    parents = nothing
    if plan.parent_instance is not None:
        parents = aligned(plan.parent_instance, obj, count, "parent-instance", name, problems) or nothing
    desired = [_desired(plan, r, m) for r, m in zip(replicas, minimum, strict=True)]
    units = nothing if plan.units_noun is None else _units(plan, obj, ids, desired, problems)
    return {
        id_: Instance(
            id=id_,
            template=templates[i],
            replicas=_known(replicas[i]),
            min=_known(minimum[i]),
            max=_known(maximum[i]),
            desired=desired[i],
            units=units[i],
            suspended=suspended[i] is True,
            parent=parents[i] if isinstance(parents[i], str) else None,
        )
        for i, id_ in enumerate(ids)
    }


def _known(number: scale.Number) -> int | None:
    return number if isinstance(number, int) else None


def _desired(plan: ComponentPlan, replicas: scale.Number, minimum: scale.Number) -> int | None:
    if not plan.has_scale:
        return 1 if plan.spec is not None else None
    if isinstance(replicas, int):
        return replicas
    # A wrong number is not an absent one: the minimum does not stand in for it.
    return minimum if replicas is None and isinstance(minimum, int) else None


def _units(
    plan: ComponentPlan,
    obj: dict[str, Any],
    ids: tuple[str, ...],
    desired: list[int | None],
    problems: list[Problem],
) -> list[Units | None]:
    noun = plan.units_noun
    assert noun is not None
    count = len(ids)
    per_unit: list[Any] = [None] * count
    if plan.pods_per_unit is not None:
        per_unit = scale.counts(plan.pods_per_unit, obj, ids, plan.name, problems, code="units")
    at_path: list[Any] | None = None
    units: list[Units | None] = []
    for i in range(count):
        each, pods = per_unit[i], desired[i]
        size = each if isinstance(each, int) and each > 0 else None
        if size is not None and pods is not None:
            units.append(Units(noun=noun, desired=pods // size, per_unit=size))
            continue
        if at_path is None:
            at_path = _units_at_path(plan, obj, ids, problems)
        units.append(Units(noun=noun, desired=_known(at_path[i]), per_unit=size))
    return units


def _units_at_path(
    plan: ComponentPlan, obj: dict[str, Any], ids: tuple[str, ...], problems: list[Problem]
) -> list[scale.Number]:
    """What stands at the knob itself: one for each instance, or one for all of them."""
    expr = plan.units
    if expr is None:
        return [None] * len(ids)
    if len(ids) > 1:
        try:
            results = expr.all(obj)
        except JqError:
            results = []
        if len(results) == 1:
            return [scale.count_of(results[0])] * len(ids)
    return scale.counts(expr, obj, ids, plan.name, problems, code="units")


def _queue_of(metadata: dict[str, Any], obj: dict[str, Any]) -> str | None:
    queue = _labelled(metadata.get("labels"), _QUEUE_LABELS)
    if queue is not None:
        return queue
    api_version = obj.get("apiVersion")
    spec = obj.get("spec")
    if (
        isinstance(api_version, str)
        and api_version.startswith("batch.volcano.sh/")
        and isinstance(spec, dict)
    ):
        queue = _text(spec.get("queue"))
        if queue:
            return queue
    return _labelled(metadata.get("annotations"), (_QUEUE_ANNOTATION,))


def _queue_of_template(pod_template: dict[str, Any]) -> str | None:
    metadata = pod_template.get("metadata")
    if not isinstance(metadata, dict):
        return None
    return _labelled(metadata.get("labels"), _QUEUE_LABELS) or _labelled(
        metadata.get("annotations"), (_QUEUE_ANNOTATION,)
    )


def _labelled(labels: Any, keys: tuple[str, ...]) -> str | None:
    if isinstance(labels, dict):
        for key in keys:
            value = labels.get(key)
            if isinstance(value, str) and value:
                return value
    return None


# --- from the definition -------------------------------------------------------------------------------


def _component(
    component: model.Component,
    pointer: str,
    extension: extensions.ComponentExtension | None,
    root_of: model.Definition | None,
) -> ComponentPlan:
    name = component.name

    def expr(text: str | None, at: str) -> Expr | None:
        return None if text is None else Expr(text, f"{pointer}/{at}", f"{at.rsplit('/', 1)[-1]} of {name}")

    def extra(text: str | None, at: str) -> Expr | None:
        return None if text is None else Expr(text, f"/spec/extensions/components/{at}", f"{at} of {name}")

    scale_definition = component.scale_definition
    suspend = component.suspend_definition
    units = extension.units if extension is not None else None
    return ComponentPlan(
        name=name,
        kind=component.kind.kind if component.kind is not None else None,
        parent=component.owner_ref if root_of is None else None,
        ids=expr(component.instance_id_path, "instanceIdPath"),
        spec=_spec(component, pointer),
        replicas=expr(scale_definition.replicas_path, "scaleDefinition/replicasPath")
        if scale_definition
        else None,
        min=expr(scale_definition.min_replicas_path, "scaleDefinition/minReplicasPath")
        if scale_definition
        else None,
        max=expr(scale_definition.max_replicas_path, "scaleDefinition/maxReplicasPath")
        if scale_definition
        else None,
        has_scale=scale_definition is not None,
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


def _place_plan(definition: model.Definition, plans: tuple[ComponentPlan, ...]) -> placing.PlacePlan:
    models = {c.name: c for c in (definition.root, *definition.children)}
    base = "/spec/structureDefinition"
    pointers = {definition.root.name: f"{base}/rootComponent"} | {
        c.name: f"{base}/childComponents/{i}" for i, c in enumerate(definition.children)
    }

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


def _join(definition: model.Definition) -> tuple[Expr | None, Expr | None]:
    owners = definition.extensions.owners if definition.extensions is not None else None
    join = owners.join if owners is not None else None
    if join is None:
        return None, None
    base = "/spec/extensions/owners/join"
    return Expr(join.pod, f"{base}/pod", "owners.join.pod"), Expr(
        join.object, f"{base}/object", "owners.join.object"
    )

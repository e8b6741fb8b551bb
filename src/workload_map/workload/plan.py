# SPDX-License-Identifier: Apache-2.0
"""A plan: one definition made ready to read objects, place pods and make changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workload_map.definition import model
from workload_map.errors import ReadError
from workload_map.problems import Problem
from workload_map.workload import place as placing
from workload_map.workload import plan_build, status
from workload_map.workload.component import ComponentPlan, read_instances
from workload_map.workload.expr import Expr, describe_value
from workload_map.workload.instances import instance_ids
from workload_map.workload.queues import queue_of, queue_of_template
from workload_map.workload.reading import ComponentReading, Instance, Phase, Place, Reading

if TYPE_CHECKING:
    from workload_map.jq.reads import ReadPath
    from workload_map.workload.edit import Edit
    from workload_map.workload.explain import Explanation
    from workload_map.workload.gangs.model import GangPlace
    from workload_map.workload.gangs.nodes import TreePlan

__all__ = ["Plan"]

_IDENTITY: Final = ("name", "namespace", "uid", "creationTimestamp")


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
        self.components: tuple[ComponentPlan, ...] = plan_build.component_plans(definition)
        self.by_name: dict[str, ComponentPlan] = {c.name: c for c in self.components}
        self.root = self.components[0]
        self.place_plan = plan_build.place_plan(definition, self.components)
        self.join_pod, self.join_object = plan_build.join_rule(definition)
        self._children: dict[str, tuple[ComponentPlan, ...]] = {
            parent.name: tuple(c for c in self.components if c.parent == parent.name)
            for parent in self.components
        }

    def __repr__(self) -> str:
        return f"Plan({self.name!r})"

    def expressions(self) -> Iterator[Expr]:
        """Every expression of the plan, some of them more than once."""
        parts = (self.components, self.place_plan, self.join_pod, self.join_object, self.gang_plan)
        yield from _expressions(parts)

    @cached_property
    def pod_reads(self) -> tuple[ReadPath, ...]:
        """What the definition's expressions read of a pod, see `pod_reads.pod_reads`; what every pod is read for is
        `facts.READS`."""
        from workload_map.workload import pod_reads

        return pod_reads.pod_reads(self)

    @cached_property
    def own_reads(self) -> tuple[ReadPath, ...]:
        """What reading one of the plan's own objects and showing it in a list needs, see `pod_reads.own_reads`."""
        from workload_map.workload import pod_reads

        return pod_reads.own_reads(self)

    @cached_property
    def gang_plan(self) -> tuple[TreePlan, ...]:
        """What the definition says of gangs, compiled; only few commands ask for it."""
        from workload_map.workload.gangs import plan

        return plan.gang_plan(self.definition)

    def adopt(self, other: Plan) -> None:
        """Take over what a plan of almost the same definition has compiled, where the same text stands in the same
        place."""
        known = {expr.pointer: expr for expr in other.expressions()}
        for expr in self.expressions():
            if expr.pointer in known:
                expr.adopt(known[expr.pointer])

    def children_of(self, component: str) -> tuple[ComponentPlan, ...]:
        """The components whose parent is `component`, in the definition's order."""
        return self._children.get(component, ())

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
            if metadata is not None:
                problems.append(
                    Problem(code="object.bad-metadata", message="metadata is not an object", path="/metadata")
                )
            metadata = {}
        name, namespace, uid, created_at = (_text(metadata, key, problems) for key in _IDENTITY)
        components: dict[str, ComponentReading] = {}
        ids: dict[str, tuple[str, ...]] = {}
        root_status: status.Status | None = None
        wants_nothing: bool | None = None
        queue = queue_of(obj)
        for plan in self.components:
            found = instance_ids(plan.ids, obj, plan.name, problems)
            instances: dict[str, Instance] = {}
            if found is not None:
                ids[plan.name] = found
                instances = read_instances(plan, obj, found, problems)
                if plan.spec is not None:
                    for instance in instances.values():
                        if instance.replicas != 0:
                            wants_nothing = False
                        elif wants_nothing is None:
                            wants_nothing = True
                        if queue is None and instance.template is not None:
                            queue = queue_of_template(instance.template)
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
            name=name,
            namespace=namespace,
            kind=kind if isinstance(kind := obj.get("kind"), str) else "",
            api_version=version if isinstance(version := obj.get("apiVersion"), str) else "",
            uid=uid,
            created_at=created_at,
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
            # Several expressions may trip over one field.
            problems=tuple(dict.fromkeys(problems)),
            plan=self,
            object=obj,
        )
        if strict and any(problem.severity == "error" for problem in problems):
            what = f"{reading.kind} {reading.name or '?'}"
            raise ReadError(f"{what} cannot be read without problems", reading.problems)
        return reading

    def place(self, pod: Mapping[str, Any], ids: Mapping[str, tuple[str, ...]]) -> Place:
        """Where a pod of the workload belongs; `ids` is `Reading.ids` of the workload's object."""
        return placing.place(self.place_plan, pod, ids)

    def gang_of(self, pod: Mapping[str, Any], reading: Reading) -> GangPlace:
        """The gang that a pod of the workload belongs to; `reading` is of the workload's object, and nothing
        else is needed: not the pod's name or uid, nor any other pod."""
        return reading.gang_placer.gang_of(pod, self.place(pod, reading.ids))

    def edit(self, obj: dict[str, Any]) -> Edit:
        """An `Edit` that starts from `obj`; the object itself is never changed."""
        from workload_map.workload import edit

        return edit.Edit(self, obj)

    def explain(self, obj: dict[str, Any]) -> Explanation:
        """Every status rule with what it saw, and where each role's numbers and template come from."""
        from workload_map.workload import explain

        return explain.explain(self, obj)


def _expressions(value: Any) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _expressions(getattr(value, field))
    elif isinstance(value, tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _expressions(item)


def _text(metadata: dict[str, Any], key: str, problems: list[Problem]) -> str | None:
    value = metadata.get(key)
    if value is None or isinstance(value, str):
        return value
    problems.append(
        Problem(
            code="object.bad-metadata",
            message=f"metadata.{key} is {describe_value(value)}, not a string",
            path=f"/metadata/{key}",
        )
    )
    return None

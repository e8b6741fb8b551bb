# SPDX-License-Identifier: Apache-2.0
"""The tree of a view: a node for each component, instance and copy, with its numbers and pods."""

from __future__ import annotations

from collections.abc import Sequence

from workload_map.workload import resources
from workload_map.workload.component import ComponentPlan
from workload_map.workload.facts import PodFacts
from workload_map.workload.reading import Instance, Place, Reading, role_id
from workload_map.workload.resources import Resources
from workload_map.workload.tally import Count, Tally, copy_key, merged
from workload_map.workload.view_roles import EMPTY, Findings, Role, Sum, add_up, partial_of, with_unknown
from workload_map.workload.viewmodel import (
    AcceleratorsView,
    NodeView,
    PodView,
    ReplicasView,
    ResourcesView,
    UnitsView,
)

__all__ = ["Tree", "accelerators_view", "pod_view", "replicas_view", "resources_view"]


class Part:
    """A finished node with what it adds to its parent."""

    __slots__ = ("count", "node", "sum")

    def __init__(self, node: NodeView, total: Sum, count: Count | None) -> None:
        self.node = node
        self.sum = total
        self.count = count


class Tree:
    """Builds the nodes of one view."""

    def __init__(
        self, reading: Reading, roles: dict[str, list[Role]], tally: Tally | None, findings: Findings
    ) -> None:
        self._reading = reading
        self._plan = reading.plan
        self._tally = tally
        self._findings = findings
        self._roles = {name: {role.instance.id: role for role in found} for name, found in roles.items()}
        self._pods: dict[str, list[PodView]] = {}

    def list_pod(self, place: Place, facts: PodFacts) -> None:
        """Take a current pod, to be listed under its node."""
        if place.component is None or facts.state != "current":
            return
        node = place.component
        if place.instance is not None:
            node = role_id(node, place.instance)
            if place.copies:
                node = f"{node}#{copy_key(place)}"
        self._pods.setdefault(node, []).append(pod_view(facts))

    def nodes(self) -> tuple[NodeView, ...]:
        """The top nodes: the root where it has pods itself, then its children."""
        root = self._plan.root
        parts: list[Part] = []
        if root.has_pods or self._pods.get(root.name):
            parts.append(self._component(root, ()))
        parts += [self._component(child) for child in self._plan.children_of(root.name)]
        return tuple(part.node for part in parts)

    def _component(self, component: ComponentPlan, below: Sequence[ComponentPlan] | None = None) -> Part:
        """The node of a component, over its instances and the components below it."""
        name = component.name
        reading = self._reading.components[name]
        children = list(self._plan.children_of(name) if below is None else below)
        nested = [
            child for child in children if component.ids is not None and child.parent_instance is not None
        ]
        beside = [child for child in children if child not in nested]
        role: Role | None = None
        parts: list[Part] = []
        pods = list(self._pods.get(name, ()))
        count = self._count_at(name)
        if component.ids is None:
            role = self._roles.get(name, {}).get("")
            if role is not None:
                parts += self._copies(component, role)
        else:
            parts += [self._instance(component, item, nested) for item in reading.instances.values()]
            for child in nested:
                parts += self._strays(child, reading.instances)
                beside += self._unnested(child)
                # Pods of which no instance is known have no other node to stand under.
                pods += self._unplaced(child)
                count = self._with_inner(count, child)
        for child in beside:
            part = self._component(child)
            parts.append(part)
            count = _both(count, part.count)
        total = add_up([role.sum if role is not None else EMPTY, *(part.sum for part in parts)])
        if component.has_pods and name not in self._reading.ids:
            total = with_unknown(total)
        node = self._node(
            id=name,
            name=name,
            component=component,
            headline=reading.headline,
            role=role,
            total=total,
            count=count,
            pods=pods,
            children=parts,
        )
        return Part(node, total, count)

    def _instance(
        self, component: ComponentPlan, instance: Instance, nested: Sequence[ComponentPlan]
    ) -> Part:
        """The node of an instance, over the instances of other components that lie in it."""
        role = self._roles.get(component.name, {}).get(instance.id)
        parts = [] if role is None else self._copies(component, role)
        count = self._count_at(component.name, instance.id)
        for child in nested:
            deeper = [
                inner for inner in self._plan.children_of(child.name) if inner.parent_instance is not None
            ]
            for inner in self._reading.components[child.name].instances.values():
                if inner.parent == instance.id:
                    part = self._instance(child, inner, deeper)
                    parts.append(part)
                    count = _both(count, part.count)
        total = add_up([role.sum if role is not None else EMPTY, *(part.sum for part in parts)])
        node_id = role_id(component.name, instance.id)
        node = self._node(
            id=node_id,
            name=instance.id or component.name,
            component=component,
            instance=instance,
            role=role,
            total=total,
            count=count,
            pods=self._pods.get(node_id, []),
            children=parts,
        )
        return Part(node, total, count)

    def _strays(self, child: ComponentPlan, parents: dict[str, Instance]) -> list[Part]:
        """Instances that lie in no instance of their parent: shown beside these, with a problem."""
        found: list[Part] = []
        for inner in self._reading.components[child.name].instances.values():
            if inner.parent not in parents:
                node = role_id(child.name, inner.id)
                named = "none" if inner.parent is None else f'"{inner.parent}", which is not there'
                self._findings.say(
                    "parent-instance.unknown", f"the instance that this lies in: {named}", node, "warning"
                )
                deeper = [c for c in self._plan.children_of(child.name) if c.parent_instance is not None]
                found.append(self._instance(child, inner, deeper))
        return found

    def _unnested(self, child: ComponentPlan) -> list[ComponentPlan]:
        """The components below a nested one that do not say in which of its instances they lie."""
        found: list[ComponentPlan] = []
        for inner in self._plan.children_of(child.name):
            if inner.parent_instance is None:
                found.append(inner)
            else:
                found += self._unnested(inner)
        return found

    def _unplaced(self, child: ComponentPlan) -> list[PodView]:
        found = list(self._pods.get(child.name, ()))
        for inner in self._plan.children_of(child.name):
            if inner.parent_instance is not None:
                found += self._unplaced(inner)
        return found

    def _with_inner(self, count: Count | None, child: ComponentPlan) -> Count | None:
        """The count with the pods of a nested component and of those nested in it."""
        count = _both(count, self._count_at(child.name))
        for inner in self._plan.children_of(child.name):
            if inner.parent_instance is not None:
                count = self._with_inner(count, inner)
        return count

    def _copies(self, component: ComponentPlan, role: Role) -> list[Part]:
        """One node for each copy that pods were seen of. A copy wants the pods of one unit; where a role makes
        copies itself and nothing but pods is scaled, it is one pod."""
        if self._tally is None:
            return []
        instance = role.instance
        each = instance.units.per_unit if instance.units is not None else None
        if instance.units is None or instance.units.noun == "pod":
            each = 1 if self._plan.place_plan.makes_copies(component.name) else None
        keys = self._tally.copies(component.name, instance.id)
        if keys and each is None:
            self._findings.say(
                "copy.desired-unknown", "the definition does not say how many pods a copy wants", role.id
            )
        asked = resources.NOTHING if role.per_pod is None else role.per_pod.scale(each)
        known = resources.NOTHING if each is None else asked.known()
        parts: list[Part] = []
        for key in keys:
            node_id = f"{role.id}#{key}"
            total = Sum(each, None, None, each or 0, asked, known)
            count = self._count_at(component.name, instance.id, key)
            node = self._node(
                id=node_id,
                name=f"{role.name}[{key}]",
                component=component,
                instance=instance if component.ids is not None else None,
                copy=key,
                role=role,
                total=total,
                count=count,
                pods=self._pods.get(node_id, []),
            )
            # The role has counted them all already.
            parts.append(Part(node, EMPTY, count))
        return parts

    def _count_at(self, *key: str) -> Count | None:
        return None if self._tally is None else self._tally.at(*key)

    def _node(
        self,
        *,
        id: str,
        name: str,
        component: ComponentPlan,
        total: Sum,
        count: Count | None,
        pods: list[PodView],
        instance: Instance | None = None,
        copy: str | None = None,
        headline: str | None = None,
        role: Role | None = None,
        children: Sequence[Part] = (),
    ) -> NodeView:
        own = instance if instance is not None else None if role is None else role.instance
        whole = own if copy is None else None
        return NodeView(
            id=id,
            name=name,
            component=component.name,
            instance=None if instance is None else instance.id,
            copy=copy,
            kind=component.kind,
            headline=headline,
            suspended=whole is not None and whole.suspended,
            units=None if whole is None else _units_view(whole),
            replicas=replicas_view(total, count),
            per_pod=None if role is None or role.per_pod is None else resources_view(role.per_pod),
            resources=resources_view(total.asked),
            partial=partial_of(total),
            accelerators=accelerators_view(total.asked),
            pod_resources=None if count is None else resources_view(count.resources.value()),
            nodes=() if count is None else tuple(sorted(count.nodes)),
            pods=tuple(pods),
            children=tuple(part.node for part in children),
            problems=self._findings.at(id),
        )


def _both(a: Count | None, b: Count | None) -> Count | None:
    return a if b is None else b if a is None else merged(a, b)


def _units_view(instance: Instance) -> UnitsView | None:
    units = instance.units
    return None if units is None else UnitsView(noun=units.noun, desired=units.desired)


def replicas_view(total: Sum, count: Count | None) -> ReplicasView:
    """The numbers of pods; without a count of pods `current` and `ready` are None."""
    return ReplicasView(
        desired=total.desired,
        min=total.min,
        max=total.max,
        current=None if count is None else count.current,
        ready=None if count is None else count.ready,
    )


def pod_view(facts: PodFacts) -> PodView:
    """One pod as it is shown."""
    return PodView(
        name=facts.name,
        phase=facts.phase,
        ready=facts.ready,
        node=facts.node,
        reason=facts.reason,
        restarts=facts.restarts,
        owner=None if facts.owner is None else str(facts.owner),
        resources=resources_view(facts.resources),
    )


def resources_view(asked: Resources) -> ResourcesView:
    """The three sums that every face shows."""
    return ResourcesView(gpus=asked.gpus, cpu_millis=asked.cpu_millis, memory_bytes=asked.memory_bytes)


def accelerators_view(asked: Resources) -> AcceleratorsView:
    """Accelerators by the way they are asked for."""
    found = asked.accelerators_json()
    return AcceleratorsView(
        devices=found["devices"],
        mig=found["mig"],
        fractions=found["fractions"],
        memory_mi_b=found["memoryMiB"],
        claims=found["claims"],
        unknown=tuple(found["unknown"]),
    )

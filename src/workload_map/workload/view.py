# SPDX-License-Identifier: Apache-2.0
"""From a reading and its pods to a view: the one place where numbers are added up and pods correct the headline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from workload_map.problems import Problem, pointer
from workload_map.workload import facts as pod_facts
from workload_map.workload import resources
from workload_map.workload.facts import PodFacts
from workload_map.workload.plan import ComponentPlan
from workload_map.workload.reading import Instance, Place, Reading, role_id
from workload_map.workload.resources import Resources
from workload_map.workload.tally import Count, Tally, copy_key
from workload_map.workload.viewmodel import (
    AcceleratorsView,
    NodeView,
    OwnedView,
    PartialView,
    PodView,
    ReplicasView,
    ResourcesView,
    UnitsView,
    WorkloadRow,
    WorkloadView,
)

__all__ = ["place_pods", "row", "view"]


class Placed(msgspec.Struct, frozen=True):
    """A pod of the workload: where it belongs and what is known of it."""

    place: Place
    facts: PodFacts


class Sum(msgspec.Struct, frozen=True):
    """What a part of the tree wants: pods, their limits and what they ask for."""

    desired: int | None
    min: int | None
    max: int | None
    known_desired: int
    asked: Resources
    known_asked: Resources


class Role(msgspec.Struct, frozen=True):
    """One instance of a component with pods, and what it asks for."""

    component: str
    instance: Instance
    per_pod: Resources | None
    sum: Sum

    @property
    def id(self) -> str:
        """As users write it."""
        return role_id(self.component, self.instance.id)


_EMPTY = Sum(0, 0, 0, 0, resources.NOTHING, resources.NOTHING)


def place_pods(reading: Reading, pods: Iterable[dict[str, Any]]) -> list[Placed]:
    """Each pod with its place in the workload and its facts, sorted by name."""
    place = reading.plan.place
    placed = [Placed(place(pod, reading.ids), pod_facts.pod_facts(pod)) for pod in pods]
    placed.sort(key=lambda p: (p.facts.name or "", p.facts.uid or ""))
    return placed


def row(
    reading: Reading,
    *,
    pods: Iterable[dict[str, Any]] | None = None,
    tally: Tally | None = None,
    file_mode: bool = True,
) -> WorkloadRow:
    """The workload as a line of a list. `pods` are the workload's own; None: pods are not known.
    A `tally` that counted them already takes their place."""
    if pods is not None and tally is None:
        tally = _count(place_pods(reading, pods))
    builder = _Builder(reading, tally)
    return WorkloadRow(**builder.head(file_mode))


def view(
    reading: Reading,
    *,
    pods: Iterable[dict[str, Any]] | None = None,
    owned: Sequence[OwnedView] = (),
    file_mode: bool = True,
) -> WorkloadView:
    """The workload in full. `pods` are the workload's own, to be placed and counted here; None: pods are not
    known, and `current` and `ready` are None. `owned` are described objects below this one."""
    placed = place_pods(reading, pods) if pods is not None else []
    builder = _Builder(reading, _count(placed) if pods is not None else None)
    builder.listed(placed)
    components = builder.tree()
    return WorkloadView(
        **builder.head(file_mode),
        components=components,
        owned=tuple(owned),
        unassigned_pods=tuple(_pod_view(p.facts) for p in placed if p.place.component is None),
        finished_pods=tuple(
            _pod_view(p.facts)
            for p in placed
            if p.facts.state == "finished" and p.place.component is not None
        ),
        terminating_pods=tuple(
            _pod_view(p.facts)
            for p in placed
            if p.facts.state == "terminating" and p.place.component is not None
        ),
    )


def _count(placed: Iterable[Placed]) -> Tally:
    tally = Tally()
    for pod in placed:
        tally.add(pod.place, pod.facts)
    return tally


def _pod_view(facts: PodFacts) -> PodView:
    return PodView(
        name=facts.name or "",
        phase=facts.phase,
        ready=facts.ready,
        node=facts.node,
        reason=facts.reason,
        restarts=facts.restarts,
        owner=None if facts.owner is None else str(facts.owner),
        resources=_resources_view(facts.resources),
    )


def _resources_view(asked: Resources) -> ResourcesView:
    return ResourcesView(gpus=asked.gpus, cpu_millis=asked.cpu_millis, memory_bytes=asked.memory_bytes)


def _accelerators_view(asked: Resources) -> AcceleratorsView:
    found = asked.accelerators_json()
    return AcceleratorsView(
        devices=found["devices"],
        mig=found["mig"],
        fractions=found["fractions"],
        memory_mi_b=found["memoryMiB"],
        claims=found["claims"],
        unknown=tuple(found["unknown"]),
    )


class _Builder:
    """Works out the roles once; the row and the tree are made from them."""

    def __init__(self, reading: Reading, tally: Tally | None) -> None:
        self.reading = reading
        self.plan = reading.plan
        self.tally = tally
        self.problems: list[Problem] = list(reading.problems)
        self.roles: dict[str, list[Role]] = {}
        # Instances are often made from one template object: what it asks for is worked out once.
        self._per_pod: dict[int, tuple[Resources, tuple[Problem, ...]]] = {}
        for component in self.plan.components:
            if component.has_pods:
                self.roles[component.name] = self._roles(component)
        self.pods: dict[str, list[PodView]] = {}

    def _roles(self, component: ComponentPlan) -> list[Role]:
        found = self.reading.components[component.name].instances
        roles: list[Role] = []
        for index, instance in enumerate(found.values()):
            node = role_id(component.name, instance.id)
            desired = instance.desired
            per_pod: Resources | None = None
            if instance.template is not None:
                per_pod = self._asked_by_one(component, instance.template, index, node)
                asked = per_pod.scale(desired)
                known = asked.known() if desired is not None else resources.NOTHING
            elif desired == 0:
                asked = known = resources.NOTHING
            else:
                # Pods are wanted, and what they ask for stands somewhere else.
                asked, known = _UNREADABLE, resources.NOTHING
            if desired is None and not any(p.at in (node, component.name) for p in self.problems):
                self._say("scale.unknown", "the object does not say how many pods this role wants", node)
            if instance.template is None and desired != 0 and not self._has_problem(node, "template."):
                self._say("template.none", "the object holds no pod template for this role", node)
            roles.append(
                Role(
                    component.name,
                    instance,
                    per_pod,
                    Sum(desired, instance.min, instance.max, desired or 0, asked, known),
                )
            )
        if not found and component.name not in self.reading.ids:
            roles = []
        return roles

    def _has_problem(self, node: str, prefix: str) -> bool:
        component = node.partition("/")[0]
        return any(p.at in (node, component) and p.code.startswith(prefix) for p in self.problems)

    def _say(self, code: str, message: str, node: str | None, severity: Any = "info") -> None:
        self.problems.append(Problem(code=code, message=message, severity=severity, at=node))

    def _asked_by_one(
        self, component: ComponentPlan, template: dict[str, Any], index: int, node: str
    ) -> Resources:
        found = self._per_pod.get(id(template))
        if found is None:
            found = self._per_pod[id(template)] = resources.pod_resources(template)
        asked, problems = found
        if problems:
            base = _template_path(component, self.reading.object, index)
            for problem in problems:
                path = problem.path or ""
                if base is None:
                    path = None  # type: ignore[assignment]
                elif not path.startswith("/metadata"):
                    path = f"{base}/spec{path}"
                else:
                    path = base + path
                self.problems.append(msgspec.structs.replace(problem, path=path, at=node))
        return asked

    # --- the whole workload ---------------------------------------------------------------------------

    def head(self, file_mode: bool) -> dict[str, Any]:
        """The fields of a row."""
        reading = self.reading
        total = _add([role.sum for roles in self.roles.values() for role in roles])
        if self._unread():
            total = _with_unknown(total)
        count = self.tally.at() if self.tally is not None else None
        partial = _partial(total)
        if partial is not None:
            known = f"{partial.replicas} pods, {partial.gpus} GPUs, {partial.cpu_millis}m CPU, "
            self._say(
                "total.incomplete",
                f"the total is not fully known; known so far: {known}{partial.memory_bytes} bytes of memory",
                None,
                "warning",
            )
        headline, reason, message = self._headline()
        return {
            "name": reading.name,
            "namespace": reading.namespace,
            "kind": reading.kind,
            "api_version": reading.api_version,
            "uid": reading.uid,
            "created_at": reading.created_at,
            "definition": reading.definition,
            "origin": reading.origin,
            "file_mode": file_mode,
            "headline": headline,
            "object_headline": reading.headline,
            "phases": reading.phases,
            "reason": reason,
            "message": message,
            "queue": reading.queue,
            "suspended": reading.suspended,
            "deleting": reading.deleting,
            "replicas": self._replicas(total, count),
            "resources": _resources_view(total.asked),
            "partial": partial,
            "pod_resources": None if count is None else _resources_view(count.resources.value()),
            "accelerators": _accelerators_view(total.asked),
            "problems": tuple(dict.fromkeys(self.problems)),
        }

    def _unread(self) -> bool:
        """Whether some component with pods could not be read at all."""
        return any(c.has_pods and c.name not in self.reading.ids for c in self.plan.components)

    def _headline(self) -> tuple[str, str | None, str | None]:
        reading, tally = self.reading, self.tally
        if tally is None or reading.headline != "Running" or reading.pods_may_idle:
            return reading.headline, reading.reason, reading.message
        for name, roles in self.roles.items():
            whole = tally.at(name)
            # Where some pods' instance is not known, an instance's own count proves nothing.
            placed = sum(tally.at(name, role.instance.id).current for role in roles)
            parts: list[tuple[str, int | None, Count]]
            if placed == whole.current:
                parts = [(_short(role), role.sum.desired, tally.at(name, role.instance.id)) for role in roles]
            else:
                parts = [(name, _add([role.sum for role in roles]).desired, whole)]
            for label, desired, count in parts:
                done = count.ready + count.succeeded
                if desired is not None and done < desired:
                    why = f": {count.reasons.most_common(1)[0][0]}" if count.reasons else ""
                    return "Degraded", "PodsNotReady", f"{label}: {done} of {desired} pods ready or done{why}"
        return reading.headline, reading.reason, reading.message

    def _replicas(self, total: Sum, count: Count | None) -> ReplicasView:
        return ReplicasView(
            desired=total.desired,
            min=total.min,
            max=total.max,
            current=None if count is None else count.current,
            ready=None if count is None else count.ready,
        )

    # --- the tree -------------------------------------------------------------------------------------

    def listed(self, placed: list[Placed]) -> None:
        """Take the current pods to be listed under their nodes."""
        for pod in placed:
            place = pod.place
            if place.component is None or pod.facts.state != "current":
                continue
            node = place.component
            if place.instance is not None:
                node = role_id(node, place.instance)
                if place.copies:
                    node = f"{node}#{copy_key(place)}"
            self.pods.setdefault(node, []).append(_pod_view(pod.facts))
            self.problems.extend(
                p if p.at is not None else msgspec.structs.replace(p, at=node) for p in place.problems
            )
        for pod in placed:
            found = list(pod.facts.problems)
            if pod.place.component is None:
                found += pod.place.problems
            self.problems += [
                msgspec.structs.replace(
                    p, message=f"pod {pod.facts.name or '?'}: {p.message}", at=p.at or pod.place.component
                )
                for p in found
            ]

    def tree(self) -> tuple[NodeView, ...]:
        """The top nodes: the root where it has pods itself, then its children."""
        root = self.plan.root
        nodes: list[NodeView] = []
        if root.has_pods:
            nodes.append(self._component(root, below=False)[0])
        nodes += [
            node
            for child in self.plan.children_of(root.name)
            if (node := self._component(child)[0]) is not None
        ]
        return tuple(nodes)

    def _component(self, component: ComponentPlan, *, below: bool = True) -> tuple[NodeView, Sum]:
        name = component.name
        reading = self.reading.components[name]
        parts: list[tuple[NodeView, Sum]] = []
        own = _EMPTY
        per_pod: ResourcesView | None = None
        units: UnitsView | None = None
        suspended = False
        roles = self.roles.get(name, [])
        unread = component.has_pods and name not in self.reading.ids
        children = self.plan.children_of(name) if below else ()
        nested = [
            child for child in children if child.parent_instance is not None and component.ids is not None
        ]
        if component.ids is None:
            if roles:
                role = roles[0]
                own = role.sum
                per_pod = None if role.per_pod is None else _resources_view(role.per_pod)
                units = _units_view(role.instance)
                suspended = role.instance.suspended
                parts += [(node, _EMPTY) for node in self._copies(component, role)]
        else:
            by_id = {role.instance.id: role for role in roles}
            for instance in reading.instances.values():
                parts.append(self._instance(component, instance, by_id.get(instance.id), nested))
        for child in children:
            if child not in nested:
                parts.append(self._component(child))
        total = _add([own, *(part for _, part in parts)])
        if unread:
            total = _with_unknown(total)
        count = self._count_below(component) if below else self._count_at(name)
        return (
            self._node(
                id=name,
                name=name,
                component=name,
                instance=None,
                copy=None,
                kind=component.kind,
                headline=reading.headline,
                suspended=suspended,
                units=units,
                total=total,
                per_pod=per_pod,
                count=count,
                children=tuple(node for node, _ in parts),
            ),
            total,
        )

    def _instance(
        self,
        component: ComponentPlan,
        instance: Instance,
        role: Role | None,
        nested: Sequence[ComponentPlan],
    ) -> tuple[NodeView, Sum]:
        parts: list[tuple[NodeView, Sum]] = []
        if role is not None:
            parts += [(node, _EMPTY) for node in self._copies(component, role)]
        count = self._count_at(component.name, instance.id)
        for child in nested:
            by_id = {r.instance.id: r for r in self.roles.get(child.name, [])}
            deeper = [c for c in self.plan.children_of(child.name) if c.parent_instance is not None]
            for inner in self.reading.components[child.name].instances.values():
                if inner.parent == instance.id:
                    parts.append(self._instance(child, inner, by_id.get(inner.id), deeper))
                    if count is not None:
                        count = _merged(count, self._count_at(child.name, inner.id))
        own = role.sum if role is not None else _EMPTY
        total = _add([own, *(part for _, part in parts)])
        return (
            self._node(
                id=role_id(component.name, instance.id),
                name=instance.id or component.name,
                component=component.name,
                instance=instance.id,
                copy=None,
                kind=component.kind,
                headline=None,
                suspended=instance.suspended,
                units=_units_view(instance),
                total=total,
                per_pod=None if role is None or role.per_pod is None else _resources_view(role.per_pod),
                count=count,
                children=tuple(node for node, _ in parts),
            ),
            total,
        )

    def _copies(self, component: ComponentPlan, role: Role) -> list[NodeView]:
        """One node for each copy that pods were seen of. A copy wants the pods of one unit."""
        if self.tally is None:
            return []
        nodes: list[NodeView] = []
        instance = role.instance
        each = instance.units.per_unit if instance.units is not None else None
        keys = self.tally.copies(component.name, instance.id)
        if keys and each is None:
            self._say(
                "copy.desired-unknown", "the definition does not say how many pods a copy wants", role.id
            )
        for key in keys:
            asked = resources.NOTHING if role.per_pod is None else role.per_pod.scale(each)
            known = resources.NOTHING if each is None else asked.known()
            count = self._count_at(component.name, instance.id, key)
            nodes.append(
                self._node(
                    id=f"{role.id}#{key}",
                    name=f"{_short(role)}[{key}]",
                    component=component.name,
                    instance=instance.id if component.ids is not None else None,
                    copy=key,
                    kind=component.kind,
                    headline=None,
                    suspended=False,
                    units=None,
                    total=Sum(each, None, None, each or 0, asked, known),
                    per_pod=None if role.per_pod is None else _resources_view(role.per_pod),
                    count=count,
                    children=(),
                )
            )
        return nodes

    def _count_at(self, *key: str) -> Count | None:
        return None if self.tally is None else self.tally.at(*key)

    def _count_below(self, component: ComponentPlan) -> Count | None:
        """The pods of a component and of all that lie under it."""
        count = self._count_at(component.name)
        if count is None:
            return None
        for child in self.plan.children_of(component.name):
            count = _merged(count, self._count_below(child))
        return count

    def _node(
        self,
        *,
        id: str,
        name: str,
        component: str,
        instance: str | None,
        copy: str | None,
        kind: str | None,
        headline: str | None,
        suspended: bool,
        units: UnitsView | None,
        total: Sum,
        per_pod: ResourcesView | None,
        count: Count | None,
        children: tuple[NodeView, ...],
    ) -> NodeView:
        return NodeView(
            id=id,
            name=name,
            component=component,
            instance=instance,
            copy=copy,
            kind=kind,
            headline=headline,
            suspended=suspended,
            units=units,
            replicas=self._replicas(total, count),
            per_pod=per_pod,
            resources=_resources_view(total.asked),
            partial=_partial(total),
            accelerators=_accelerators_view(total.asked),
            pod_resources=None if count is None else _resources_view(count.resources.value()),
            nodes=() if count is None else tuple(sorted(count.nodes)),
            pods=tuple(self.pods.get(id, ())),
            children=children,
            problems=tuple(dict.fromkeys(p for p in self.problems if p.at == id)),
        )


#: Stands for pods of which nothing is known: no amount of theirs is.
_UNREADABLE = resources.pod_resources(None)[0]


def _units_view(instance: Instance) -> UnitsView | None:
    units = instance.units
    return None if units is None else UnitsView(noun=units.noun, desired=units.desired)


def _short(role: Role) -> str:
    return role.instance.id or role.component


def _add(sums: Iterable[Sum]) -> Sum:
    desired: int | None = 0
    minimum: int | None = 0
    maximum: int | None = 0
    known = 0
    asked: list[Resources] = []
    known_asked: list[Resources] = []
    for part in sums:
        if part is _EMPTY:
            continue
        desired = None if desired is None or part.desired is None else desired + part.desired
        minimum = None if minimum is None or part.min is None else minimum + part.min
        maximum = None if maximum is None or part.max is None else maximum + part.max
        known += part.known_desired
        asked.append(part.asked)
        known_asked.append(part.known_asked)
    if not asked:
        return Sum(0, None, None, 0, resources.NOTHING, resources.NOTHING)
    if len(asked) == 1:
        return Sum(desired, minimum, maximum, known, asked[0], known_asked[0])
    return Sum(desired, minimum, maximum, known, resources.total(asked), resources.total(known_asked))


def _with_unknown(total: Sum) -> Sum:
    return Sum(None, None, None, total.known_desired, total.asked.add(_UNREADABLE), total.known_asked)


def _partial(total: Sum) -> PartialView | None:
    asked = total.asked
    if total.desired is not None and None not in (asked.gpus, asked.cpu_millis, asked.memory_bytes):
        return None
    known = total.known_asked
    return PartialView(
        replicas=total.known_desired,
        gpus=known.gpus or 0,
        cpu_millis=known.cpu_millis or 0,
        memory_bytes=known.memory_bytes or 0,
    )


def _merged(a: Count, b: Count | None) -> Count:
    if b is None:
        return a
    merged = Count()
    for part in (a, b):
        merged.current += part.current
        merged.ready += part.ready
        merged.finished += part.finished
        merged.succeeded += part.succeeded
        merged.terminating += part.terminating
        merged.nodes.update(part.nodes)
        merged.reasons.update(part.reasons)
        merged.resources.add(part.resources.value(), 1)
    return merged


def _template_path(component: ComponentPlan, obj: dict[str, Any], index: int) -> str | None:
    """Where in the object the template of the instance at `index` stands, where that is one place."""
    spec = component.spec
    expr = None if spec is None else spec.template
    if expr is None or not expr.program.writable:
        return None
    paths = expr.program.paths(obj)
    if index >= len(paths) or not all(isinstance(step, (str, int)) for step in paths[index]):
        return None
    return pointer(paths[index])

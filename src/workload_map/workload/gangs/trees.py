# SPDX-License-Identifier: Apache-2.0
"""From a reading to its gangs: every node and copy written out, with its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from workload_map.problems import Problem
from workload_map.workload.expr import Expr
from workload_map.workload.gangs import order
from workload_map.workload.gangs.leaves import Role, leaf_numbers, limited, roles_of, total
from workload_map.workload.gangs.model import Gang, Topology
from workload_map.workload.gangs.names import Names, identity_of
from workload_map.workload.gangs.nodes import CopiesPlan, KeysPlan, NodePlan, TreePlan
from workload_map.workload.gangs.numbers import Context, Values
from workload_map.workload.gangs.settings import Settings, common, settings_of, topology_of_object
from workload_map.workload.reading import Instance, Reading, role_id

__all__ = ["MAX_COPIES", "Forest", "Level", "Node", "Slot", "forest_of"]

#: Copies of one object that are written out.
MAX_COPIES: Final = 20_000


class Level(msgspec.Struct, frozen=True):
    """A level of copies: its key stands after the first `depth` names of the path; its copies are numbered from
    `first` up to `end` (None: not known how many, any key is one)."""

    depth: int
    plan: CopiesPlan
    first: int
    end: int | None


class Slot(msgspec.Struct, frozen=True):
    """A leaf as a pod meets it: where it stands, and the copies on the way."""

    path: tuple[str, ...]
    levels: tuple[Level, ...]
    keys: KeysPlan | None
    whole: bool
    """Whether it takes all instances of the pod's component, so that it need not be known which one it is."""


class Node(msgspec.Struct, frozen=True):
    """The names on the way to a node, and the keys of its copy: one of them may hold what joins them in a gang."""

    path: tuple[str, ...]
    keys: tuple[str, ...]


class Forest(msgspec.Struct, frozen=True):
    """The gangs of one object, and what is needed to find the one of a pod."""

    gangs: tuple[Gang, ...]
    problems: tuple[Problem, ...]
    names: Names
    slots: dict[tuple[str, str], tuple[Slot, ...]]
    """By component and instance, in the order in which they are tried."""
    nodes: dict[str, Node]
    """Where each node stands, by its name."""


class _Made(msgspec.Struct, frozen=True):
    """What one node of the definition gave: its copies, and how many of them must start; what its roles say."""

    gangs: tuple[Gang, ...]
    asked: int
    settings: dict[tuple[str, str], Settings]


class _Place(msgspec.Struct, frozen=True):
    """Where the builder stands: names and keys so far, and the number of copies that share the pods."""

    path: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ()
    copies: int | None = 1
    context: Context | None = None

    @property
    def at(self) -> str | None:
        """The role that problems are about."""
        return role_id(self.context.component, self.context.ids[0]) if self.context is not None else None


def forest_of(reading: Reading) -> Forest:
    """The gangs that the object asks for. All faults are problems; what cannot be read is not known."""
    builder = _Builder(reading)
    taken: set[str] = set()
    made = [(tree, builder.tree(tree, taken)) for tree in reading.plan.gang_plan]
    gangs = order.ordered(made, builder.values)
    builder.check_claims()
    return Forest(
        gangs=gangs,
        problems=tuple(dict.fromkeys(builder.problems)),
        names=builder.names,
        slots={key: tuple(slots) for key, slots in builder.slots.items()},
        nodes=builder.known,
    )


class _Builder:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.problems: list[Problem] = []
        self.values = Values(reading.object, self.problems)
        self.names = Names(identity_of(reading))
        self.known: dict[str, Node] = {}
        self.written = 0
        self.annotated = topology_of_object(reading.object)
        self.slots: dict[tuple[str, str], list[Slot]] = {}
        self.operator = False
        self.templates: dict[tuple[str, str], Settings] = {}

    def tree(self, tree: TreePlan, taken: set[str]) -> list[order.Root]:
        """The trees that `tree` gives: one for each instance and copy."""
        self.operator = (
            tree.written_by_operator is not None
            and self.values.boolean(tree.written_by_operator, None) is True
        )
        return [
            order.Root(gang, context)
            for context, made in self.nodes(tree.node, _Place(), taken)
            for gang in made.gangs
        ]

    def nodes(self, node: NodePlan, place: _Place, taken: set[str]) -> Iterator[tuple[Context | None, _Made]]:
        """What the node gives for each instance of its `each`, or once; nothing where its condition fails."""
        for context in self.contexts(node, place.context):
            if node.when is not None and self.values.boolean(node.when, context) is not True:
                continue
            name = context.id if node.each is not None and context is not None else node.label
            if name in taken:
                # An instance may be called like a node beside it.
                name = f"{node.label}-{name}"
            taken.add(name)
            here = msgspec.structs.replace(place, path=(*place.path, name), context=context)
            yield context, self.copies(node, here)

    def contexts(self, node: NodePlan, outer: Context | None) -> list[Context | None]:
        """The instances that the node is made for."""
        if node.each is None:
            return [outer]
        component = self.reading.components[node.each]
        found = component.instances
        names: list[str | None] = list(found)
        if node.by is not None:
            names = self.values.keys(node.by, len(found))
        nodes: dict[str, list[tuple[int, str]]] = {}
        for index, (name, instance) in enumerate(zip(names, found.values(), strict=True)):
            if name is not None and _inside(instance, node.each, component.parent, outer):
                nodes.setdefault(name, []).append((index, instance.id))
        return [
            Context(node.each, name, tuple(id_ for _, id_ in inside), inside[0][0], len(found))
            for name, inside in nodes.items()
        ]

    def copies(self, node: NodePlan, place: _Place) -> _Made:
        """The equal copies of a node, or the node itself."""
        levels: list[Level] = []
        shared = place.copies
        for plan in node.copies:
            level = self.level(plan, place, shared or 1)
            levels.append(level)
            # Of copies that only the pods tell, the object's numbers are those of each.
            if plan.count is not None:
                shared = None if shared is None or level.end is None else shared * (level.end - level.first)
        here = msgspec.structs.replace(place, levels=(*place.levels, *levels), copies=shared)
        self.claim(node, here)
        if any(plan.count is None for plan in node.copies) or any(
            member.from_pods is not None and member.from_pods.keys for member in node.members
        ):
            self.problems.append(
                Problem(
                    code="gang.groups-on-pods",
                    severity="info",
                    message=f"how many gangs {node.label} makes is known from its pods alone",
                    at=place.at,
                )
            )
        made, settings = self.spread(node, here, levels)
        asked = sum(item.asked for item in made)
        done = node.copies[-1].done if node.copies else None
        if done is not None:
            number = self.values.number(done, place.context)
            asked = max(0, asked - number) if isinstance(number, int) else asked
        return _Made(tuple(gang for item in made for gang in item.gangs), asked, settings)

    def level(self, plan: CopiesPlan, place: _Place, around: int) -> Level:
        """A level of copies, in each of `around` copies of what is around it."""
        if plan.count is None:
            return Level(len(place.path), plan, 0, None)
        first = 0 if plan.first is None else self.values.number(plan.first, place.context)
        count = self.values.number(plan.count, place.context)
        if isinstance(first, int) and isinstance(count, int):
            self.written += around * count
            if self.written <= MAX_COPIES:
                return Level(len(place.path), plan, first, first + count)
            self.problems.append(
                Problem(
                    code="gang.too-many",
                    message=f"{plan.count.label}: with {count} there are more than {MAX_COPIES} copies; one stands"
                    " for all of them",
                    at=place.at,
                )
            )
            return Level(len(place.path), plan, first, None)
        if count is None:
            self.problems.append(
                Problem(code="gang.no-count", message=f"{plan.count.label} is not known", at=place.at)
            )
        return Level(len(place.path), plan, 0, None)

    def spread(
        self, node: NodePlan, place: _Place, levels: list[Level]
    ) -> tuple[list[_Made], dict[tuple[str, str], Settings]]:
        """A node for each combination of copy keys; of a level with an unknown count one node stands for all."""
        keys: list[tuple[str, ...]] = [place.keys]
        for level in levels:
            if level.end is not None:
                numbers = range(level.first, level.end)
                keys = [(*start, str(number)) for start in keys for number in numbers]
        if not keys:
            return [], {}
        first = self.one(node, msgspec.structs.replace(place, keys=keys[0]))
        made = [first]
        for one in keys[1:]:
            gangs = tuple(self.copied(gang, one) for gang in first.gangs)
            made.append(_Made(gangs, first.asked, first.settings))
        return made, first.settings

    def copied(self, gang: Gang, keys: tuple[str, ...]) -> Gang:
        """An equal copy of a node: the keys of its own place are changed, further ones stay."""
        node = self.known[gang.name]
        keys = (*keys, *node.keys[len(keys) :])
        name = self.names.of(node.path, keys)
        self.known[name] = Node(node.path, keys)
        return msgspec.structs.replace(
            gang,
            name=name,
            copy=".".join(keys),
            children=tuple(self.copied(child, keys) for child in gang.children),
        )

    def claim(self, node: NodePlan, place: _Place) -> None:
        """Enter a leaf's roles, once for all copies, whether or not there are any now."""
        for member in node.members if not node.children else ():
            for role in roles_of(self.reading, member, place.context):
                slots = self.slots.setdefault(role.key, [])
                whole = place.context is None or place.context.component != member.component
                slot = Slot(place.path, place.levels, member.from_pods, whole)
                # The copies of a node above come here once each.
                if slot not in slots:
                    slots.append(slot)

    def check_claims(self) -> None:
        """Of a role in two leaves with no copies to tell them apart only the first gets pods."""
        for key, slots in self.slots.items():
            plain = ["/".join(slot.path) for slot in slots if not slot.levels and slot.keys is None]
            if len(plain) > 1:
                self.problems.append(
                    Problem(
                        code="gang.two-claims",
                        message=f"the pods of {role_id(*key)} are in {' and in '.join(plain)};"
                        " they are read as pods of the first",
                        at=role_id(*key),
                    )
                )

    def one(self, node: NodePlan, place: _Place) -> _Made:
        return self.parent(node, place) if node.children else self.leaf(node, place)

    def parent(self, node: NodePlan, place: _Place) -> _Made:
        taken: set[str] = set()
        made = [item for child in node.children for _, item in self.nodes(child, place, taken)]
        children = tuple(gang for item in made for gang in item.gangs)
        minimum = sum(item.asked for item in made)
        if node.minimum is not None:
            number = self.values.number(node.minimum, place.context)
            needed = sum(child.needs_pods for child in children)
            given = limited(number, needed, "/".join(place.path), self.problems)
            minimum = minimum if given is None else given
        settings = {key: value for item in made for key, value in item.settings.items()}
        gang = self.gang(
            node,
            place,
            settings,
            active=any(child.active for child in children) if children else not self.held(place.context),
            min_children=minimum,
            desired_pods=total(child.desired_pods for child in children),
            children=children,
        )
        return _Made((gang,), 1 if gang.needs_pods else 0, settings)

    def leaf(self, node: NodePlan, place: _Place) -> _Made:
        roles = [role for member in node.members for role in roles_of(self.reading, member, place.context)]
        numbers = leaf_numbers(
            node,
            roles,
            # Of copies that only the pods tell, an elastic minimum is of each too.
            copied=any(level.plan.count is not None for level in place.levels),
            copies=place.copies,
            context=place.context,
            values=self.values,
            at="/".join(place.path),
        )
        settings = {role.key: self.settings(role) for role in roles}
        gang = self.gang(
            node,
            place,
            settings,
            active=not roles or not all(role.instance.suspended for role in roles),
            min_pods=numbers.minimum,
            desired_pods=numbers.desired,
            members=numbers.members,
        )
        return _Made((gang,), 1 if gang.needs_pods else 0, settings)

    def held(self, context: Context | None) -> bool:
        """Whether the instance that `each` stands at is held by itself."""
        return (
            context is not None and self.reading.components[context.component].instances[context.id].suspended
        )

    def settings(self, role: Role) -> Settings:
        found = self.templates.get(role.key)
        if found is None:
            found = self.templates[role.key] = settings_of(role.instance.template)
        return found

    def gang(
        self,
        node: NodePlan,
        place: _Place,
        settings: dict[tuple[str, str], Settings],
        *,
        active: bool,
        children: tuple[Gang, ...] = (),
        **numbers: Any,
    ) -> Gang:
        topology = self.topology(node, place)
        if topology is None and len(settings) == 1:
            (one,) = settings.values()
            topology = one.topology
            # It is about all pods of the role together: parts of them say nothing of their own.
            children = tuple(
                msgspec.structs.replace(child, topology=None) if child.topology == topology else child
                for child in children
            )
        name = self.names.of(place.path, place.keys)
        self.known[name] = Node(place.path, place.keys)
        return Gang(
            name=name,
            path="/".join(place.path),
            copy=".".join(place.keys) or None,
            active=self.reading.active and active,
            topology=topology,
            priority=common(settings, lambda item: item.priority),
            queue=self.reading.queue,
            scheduler_name=common(settings, lambda item: item.scheduler_name),
            written_by="operator" if self.operator else None,
            children=children,
            **numbers,
        )

    def topology(self, node: NodePlan, place: _Place) -> Topology | None:
        """What the definition finds in the object, or names itself; of a whole tree also what its annotations say."""
        required = self.text(node.required, place) or node.fixed_required
        preferred = self.text(node.preferred, place) or node.fixed_preferred
        if required or preferred:
            return Topology(required=required, preferred=preferred)
        return self.annotated if len(place.path) == 1 else None

    def text(self, expr: Expr | None, place: _Place) -> str | None:
        return None if expr is None else self.values.text(expr, place.context)


def _inside(instance: Instance, component: str, parent: str | None, outer: Context | None) -> bool:
    """Whether an instance lies in the node above: one of those that it holds, or in the instance that it is."""
    if outer is None:
        return True
    if outer.component == component:
        return instance.id in outer.ids
    return outer.component != parent or instance.parent in (None, *outer.ids)

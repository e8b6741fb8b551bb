# SPDX-License-Identifier: Apache-2.0
"""A translation under construction: what every target does in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from workload_map.problems import Problems
from workload_map.workload.gangs.model import Gang, Member
from workload_map.workload.gangs.targets.model import Binding, Capabilities, Loss, Target, Translation
from workload_map.workload.gangs.targets.names import is_label_value
from workload_map.workload.gangs.targets.numbers import leaves, node_id
from workload_map.workload.reading import Instance, Reading, role_id

__all__ = [
    "MANAGED_BY",
    "NOTHING",
    "Carried",
    "Draft",
    "lose_alone",
    "one_priority",
    "priorities",
    "queue",
    "role_template",
    "scheduler_names",
]

#: The label and its value on every object that a translation makes.
MANAGED_BY: Final = ("app.kubernetes.io/managed-by", "workload-map")

_WORKLOAD_UID: Final = "workloadmap.dev/workload-uid"
_WORKLOAD: Final = "workloadmap.dev/workload"
_GANG: Final = "workloadmap.dev/gang"
_COPY: Final = "workloadmap.dev/copy"


class Carried(Struct, frozen=True, kw_only=True):
    """What pods carry."""

    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}
    scheduling_group: str | None = None
    scheduler_name: str | None = None

    def plus(self, other: Carried) -> Carried:
        """Both together."""
        return Carried(
            labels={**self.labels, **other.labels},
            annotations={**self.annotations, **other.annotations},
            scheduling_group=other.scheduling_group or self.scheduling_group,
            scheduler_name=other.scheduler_name or self.scheduler_name,
        )

    def named(self, name: str) -> Carried:
        """With `name` for each ``{name}``."""
        group = self.scheduling_group
        return Carried(
            labels={key: value.format(name=name) for key, value in self.labels.items()},
            annotations={key: value.format(name=name) for key, value in self.annotations.items()},
            scheduling_group=None if group is None else group.format(name=name),
            scheduler_name=self.scheduler_name,
        )


#: Nothing to carry.
NOTHING: Final = Carried()


class Draft:
    """Collects objects, bindings, losses and problems of one translation."""

    def __init__(self, reading: Reading, trees: Iterable[Gang], target: Target, can: Capabilities) -> None:
        self.reading = reading
        self.trees = tuple(trees)
        """Active, with minimums that are known."""
        self.target = target
        self.can = can
        self.objects: list[dict[str, Any]] = []
        self.bindings: list[Binding] = []
        self._losses: list[tuple[Gang, str]] = []
        self.refused = Problems()
        """Why there is no translation."""
        self.problems = Problems()
        """What else is to be known."""

    def lose(self, gang: Gang, what: str) -> None:
        """Record what the target cannot say of this gang: one sentence without its full stop."""
        self._losses.append((gang, what))

    def refuse(self, code: str, message: str, gang: Gang) -> None:
        """Record why there can be no translation; `code` comes after ``gang.refused.``."""
        self.refused.add(f"gang.refused.{code}", f"{node_id(gang)}: {message}", at=gang.path)

    def note(self, code: str, message: str, *, warning: bool = False, at: str | None = None) -> None:
        """Record what is to be known though nothing is lost; `code` comes after ``gang.``."""
        self.problems.add(f"gang.{code}", message, severity="warning" if warning else "info", at=at)

    def metadata(self, gang: Gang, name: str | None = None) -> dict[str, Any]:
        """The metadata of an object for this gang: it names the workload that it is for, and is owned by it."""
        reading = self.reading
        labels = dict([MANAGED_BY])
        annotations = {}
        if reading.uid and is_label_value(reading.uid):
            labels[_WORKLOAD_UID] = reading.uid
        if reading.name is not None:
            group = reading.api_version.rpartition("/")[0]
            annotations[_WORKLOAD] = f"{reading.kind}{'.' + group if group else ''}/{reading.name}"
        annotations[_GANG] = gang.path
        if gang.copy is not None:
            annotations[_COPY] = gang.copy
        found: dict[str, Any] = {"name": name or gang.name}
        if reading.namespace is not None:
            found["namespace"] = reading.namespace
        found |= {"labels": labels, "annotations": annotations}
        if reading.uid and reading.name is not None:
            found["ownerReferences"] = [
                {
                    "apiVersion": reading.api_version,
                    "kind": reading.kind,
                    "name": reading.name,
                    "uid": reading.uid,
                }
            ]
        return found

    def add(self, api_version: str, kind: str, gang: Gang, spec: dict[str, Any]) -> None:
        """Add one object for a gang; fields of the spec that are None are left out."""
        self.objects.append(
            {
                "apiVersion": api_version,
                "kind": kind,
                "metadata": self.metadata(gang),
                "spec": {key: value for key, value in spec.items() if value is not None},
            }
        )

    def bind(
        self,
        placed: Iterable[tuple[Gang, Gang]],
        *,
        group: Carried,
        always: Carried = NOTHING,
        own: Mapping[tuple[str, str, str], Carried] | None = None,
        copies_differ: bool = False,
        templates: bool = True,
    ) -> None:
        """Bind the roles of each (leaf, gang whose object its pods belong to).

        `group` leads to that object: ``{name}`` in a value of it is the gang's name. `always` is the same for all
        pods. `own` is for the pods of one role in one leaf, by (leaf's name, component, instance), and another one
        for each copy if `copies_differ`. What is the same for all pods of a role goes on its template (`group`
        only if `templates` allows it), the rest on each pod.
        """
        roles: dict[tuple[str, str], list[tuple[Gang, Gang]]] = {}
        for leaf, home in placed:
            for member in leaf.members:
                roles.setdefault((member.component, member.instance), []).append((leaf, home))
        for role, pairs in roles.items():
            homes = {home.name: home for _, home in pairs}
            extras = [(own or {}).get((leaf.name, *role), NOTHING) for leaf, _ in pairs]
            shared_home = len(homes) == 1 and pairs[0][1].copy is None and templates
            shared_own = all(extra == extras[0] for extra in extras) and not (
                copies_differ and any(leaf.copy is not None for leaf, _ in pairs)
            )
            on_template = always
            if shared_home:
                on_template = on_template.plus(group.named(pairs[0][1].name))
            if shared_own:
                on_template = on_template.plus(extras[0])
            if on_template != NOTHING:
                self._binding("template", role, None, on_template)
            if not shared_own:
                for (leaf, home), extra in zip(pairs, extras, strict=True):
                    named = NOTHING if shared_home else group.named(home.name)
                    if named.plus(extra) != NOTHING:
                        self._binding("pod", role, leaf, named.plus(extra))
            elif not shared_home:
                for home in homes.values():
                    self._binding("pod", role, home, group.named(home.name))

    def _binding(
        self, where: Literal["template", "pod"], role: tuple[str, str], gang: Gang | None, carried: Carried
    ) -> None:
        self.bindings.append(
            Binding(
                component=role[0],
                instance=role[1],
                where=where,
                gang=None if gang is None else gang.name,
                path=None if gang is None else gang.path,
                copy=None if gang is None else gang.copy,
                labels=carried.labels,
                annotations=carried.annotations,
                scheduling_group=carried.scheduling_group,
                scheduler_name=carried.scheduler_name,
            )
        )

    def finish(self) -> Translation:
        """The translation; nothing but the reasons where something was refused."""
        refused = tuple(self.refused)
        return Translation(
            target=self.target,
            objects=() if refused else tuple(self.objects),
            bindings=() if refused else tuple(self.bindings),
            losses=_merged(self._losses),
            refused=refused,
            problems=tuple(self.problems),
        )


def _merged(losses: Iterable[tuple[Gang, str]]) -> tuple[Loss, ...]:
    """Equal losses of equal copies are said once."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for gang, what in losses:
        found.setdefault((gang.path, what), {})[node_id(gang)] = None
    return tuple(
        Loss(node=next(iter(nodes)) if len(nodes) == 1 else path, what=what, copies=len(nodes))
        for (path, what), nodes in found.items()
    )


def role_template(reading: Reading, member: Member) -> Instance | None:
    """The role that a member names, where the object has it."""
    component = reading.components.get(member.component)
    return None if component is None else component.instances.get(member.instance)


def priorities(reading: Reading, tree: Gang) -> dict[str | None, str]:
    """The priority classes of the tree's pods, each with a role that has it: what the pod template says, else the
    gang."""
    return _of_pods(reading, tree, "priorityClassName", lambda leaf: leaf.priority)


def scheduler_names(reading: Reading, tree: Gang) -> dict[str | None, str]:
    """The scheduler names of the tree's pods, each with a role that has it; None is the default scheduler."""
    found = _of_pods(reading, tree, "schedulerName", lambda leaf: leaf.scheduler_name)
    return {None if name == "default-scheduler" else name: role for name, role in found.items()}


def _of_pods(reading: Reading, tree: Gang, field: str, else_of: Any) -> dict[str | None, str]:
    found: dict[str | None, str] = {}
    for leaf in leaves(tree):
        for member in leaf.members:
            instance = role_template(reading, member)
            value = else_of(leaf)
            if instance is not None and instance.template is not None:
                spec = instance.template.get("spec")
                said = spec.get(field) if isinstance(spec, dict) else None
                value = said if isinstance(said, str) and said else None
            found.setdefault(value, role_id(member.component, member.instance))
    return found


def lose_alone(draft: Draft, tree: Gang, alone: Iterable[Gang]) -> None:
    """Say of the parts that need no pod, and so have a group of their own, that they no longer wait for the rest."""
    for gang in alone:
        if gang is not tree:
            draft.lose(
                gang, "its pods may start before the rest: a part that needs none has a group of its own"
            )


def one_priority(draft: Draft, tree: Gang) -> str | None:
    """The priority class for the group of a tree: the one of its pods; where they differ, the first, which is said."""
    found = list(priorities(draft.reading, tree).items()) or [(tree.priority, tree.path)]
    name, role = found[0]
    if len(found) > 1:
        others = ", ".join(f"{other or 'no class'} of {role_of}" for other, role_of in found[1:])
        draft.lose(tree, f"a group has one priority: {name or 'no class'} of {role} holds for {others} too")
    return name


def queue(draft: Draft, tree: Gang, keys: tuple[str, ...], default: str, owner: str) -> str:
    """The queue for the group of a tree.

    What the scheduler's own label or annotation (one of `keys`) says on the object or on a pod template wins,
    else what the gang or the workload names in any other way, else `default`; the last two are said.
    """
    metadata = draft.reading.object.get("metadata")
    places: list[Any] = [metadata]
    for leaf in leaves(tree):
        for member in leaf.members:
            instance = role_template(draft.reading, member)
            if instance is not None and instance.template is not None:
                places.append(instance.template.get("metadata"))
    for key in keys:
        for place in places:
            for field in ("labels", "annotations"):
                values = place.get(field) if isinstance(place, dict) else None
                value = values.get(key) if isinstance(values, dict) else None
                if isinstance(value, str) and value:
                    return value
    named = tree.queue or draft.reading.queue
    if named is not None:
        draft.note(
            "queue", f'the queue "{named}" must exist as a {owner}: it is not named for this scheduler alone'
        )
        return named
    draft.note(
        "queue-default", f'the workload names no queue: "{default}" is used, which must exist as a {owner}'
    )
    return default

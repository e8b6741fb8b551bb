# SPDX-License-Identifier: Apache-2.0
"""Who carries what: on the pod templates of roles where that is the same for all their pods, else on each pod."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from workload_map.errors import EditError
from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets.model import Binding
from workload_map.workload.patch import Path
from workload_map.workload.reading import Reading
from workload_map.workload.roles import field_path, find_roles

__all__ = ["NOTHING", "Carried", "assign"]

#: Component and instance.
_Role: TypeAlias = tuple[str, str]


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

    def common(self, other: Carried) -> Carried:
        """What both carry."""
        return Carried(
            labels={key: value for key, value in self.labels.items() if other.labels.get(key) == value},
            annotations={
                k: value for k, value in self.annotations.items() if other.annotations.get(k) == value
            },
            scheduling_group=self.scheduling_group
            if self.scheduling_group == other.scheduling_group
            else None,
            scheduler_name=self.scheduler_name if self.scheduler_name == other.scheduler_name else None,
        )

    def minus(self, other: Carried) -> Carried:
        """What this carries and `other`, a part of it, does not."""
        return Carried(
            labels={key: value for key, value in self.labels.items() if key not in other.labels},
            annotations={
                key: value for key, value in self.annotations.items() if key not in other.annotations
            },
            scheduling_group=None if other.scheduling_group else self.scheduling_group,
            scheduler_name=None if other.scheduler_name else self.scheduler_name,
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


def assign(
    reading: Reading,
    placed: Iterable[tuple[Gang, Gang]],
    *,
    group: Carried,
    always: Carried = NOTHING,
    own: Mapping[tuple[str, str, str], Carried] | None = None,
    copies_differ: bool = False,
    templates: bool = True,
) -> list[Binding]:
    """The bindings of the roles of each (leaf, gang whose object its pods belong to).

    `group` leads to that object: ``{name}`` in a value of it is the gang's name. `always` is the same for all pods.
    `own` is for the pods of one role in one leaf, by (leaf's name, component, instance), and another one for each
    copy if `copies_differ`. What is the same for all pods of a role goes on its template (`group` only if
    `templates` allows it), the rest on each pod.
    """
    roles: dict[_Role, list[tuple[Gang, Gang]]] = {}
    for leaf, home in placed:
        for member in leaf.members:
            roles.setdefault((member.component, member.instance), []).append((leaf, home))
    on_template: dict[_Role, Carried] = {}
    on_pods: dict[_Role, list[tuple[Gang, Carried]]] = {}
    for role, pairs in roles.items():
        extras = [(own or {}).get((leaf.name, *role), NOTHING) for leaf, _ in pairs]
        of_home = [group.named(home.name) for _, home in pairs]
        homes = {home.name: home for _, home in pairs}
        one_home = templates and len(homes) == 1 and pairs[0][1].copy is None
        one_extra = all(extra == extras[0] for extra in extras) and not (
            copies_differ and any(leaf.copy is not None for leaf, _ in pairs)
        )
        whole = always.plus(of_home[0]) if one_home else always
        on_template[role] = whole.plus(extras[0]) if one_extra else whole
        if one_home:
            of_home = [NOTHING] * len(pairs)
        if one_extra:
            # What is left is the same for all pods of a home.
            on_pods[role] = list(
                {home.name: (home, c) for (_, home), c in zip(pairs, of_home, strict=True)}.values()
            )
        else:
            on_pods[role] = [
                (leaf, carried.plus(extra))
                for (leaf, _), carried, extra in zip(pairs, of_home, extras, strict=True)
            ]
    shared = _one_template(reading)
    found: list[Binding] = []
    for role, whole in on_template.items():
        # Roles may be made from one template: only what all of them carry can stand there.
        kept = whole
        for other in shared.get(role, ()):
            kept = kept.common(on_template.get(other, NOTHING))
        if kept != NOTHING:
            found.append(_binding("template", role, None, kept))
        rest = whole.minus(kept)
        for gang, carried in on_pods[role]:
            if carried.plus(rest) != NOTHING:
                found.append(_binding("pod", role, gang, carried.plus(rest)))
    return found


def _binding(where: Literal["template", "pod"], role: _Role, gang: Gang | None, carried: Carried) -> Binding:
    return Binding(
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


def _one_template(reading: Reading) -> dict[_Role, list[_Role]]:
    """The other roles that are made from the same template, for each role that shares one."""
    places: dict[Path, list[_Role]] = {}
    for ref in find_roles(reading.plan, reading, None):
        try:
            place = field_path(reading.object, ref, "spec", ("schedulerName",))
        except EditError:
            # Nothing can be written there, so it is shared with nobody.
            continue
        places.setdefault(place, []).append((ref.component.name, ref.instance.id))
    return {
        role: [other for other in roles if other != role]
        for roles in places.values()
        if len(roles) > 1
        for role in roles
    }

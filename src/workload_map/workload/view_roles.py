# SPDX-License-Identifier: Apache-2.0
"""What each role of a reading asks for, and how such sums are added up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from workload_map.errors import JqError
from workload_map.problems import Problem, pointer
from workload_map.workload import resources
from workload_map.workload.component import ComponentPlan
from workload_map.workload.reading import Instance, Reading, role_id
from workload_map.workload.resources import Resources
from workload_map.workload.viewmodel import PartialView

__all__ = ["EMPTY", "Findings", "Role", "Sum", "add_up", "partial_of", "read_roles", "with_unknown"]


class Findings:
    """The problems of a view, each once, in the order they came; and by the node that they are about."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self._all: dict[Problem, None] = {}
        self._at: dict[str, dict[Problem, None]] = {}
        self.extend(problems)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Take more of them."""
        for problem in problems:
            self._all[problem] = None
            if problem.at is not None:
                self._at.setdefault(problem.at, {})[problem] = None

    def say(self, code: str, message: str, node: str | None, severity: Any = "info") -> None:
        """Take one."""
        self.extend([Problem(code=code, message=message, severity=severity, at=node)])

    def at(self, node: str) -> tuple[Problem, ...]:
        """Those about one node."""
        return tuple(self._at.get(node, ()))

    def all(self) -> tuple[Problem, ...]:
        """Every one."""
        return tuple(self._all)

    def told(self, node: str, component: str, prefixes: tuple[str, ...]) -> bool:
        """Whether a problem of this kind is known of a role or of its whole component."""
        return any(
            problem.code.startswith(prefixes)
            for place in (node, component)
            for problem in self._at.get(place, ())
        )


class Sum(msgspec.Struct, frozen=True):
    """What a part of the tree wants: pods, their limits and what they ask for; and as much of it as is known."""

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

    @property
    def name(self) -> str:
        """The name that tables show."""
        return self.instance.id or self.component


EMPTY = Sum(0, 0, 0, 0, resources.NOTHING, resources.NOTHING)

#: Stands for pods of which nothing is known: no amount of theirs is.
_UNREADABLE = resources.pod_resources(None)[0]


def add_up(sums: Iterable[Sum]) -> Sum:
    """All together: what is not known in one is not known in the total."""
    parts = [part for part in sums if part is not EMPTY]
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return Sum(0, None, None, 0, resources.NOTHING, resources.NOTHING)
    return Sum(
        _plus(part.desired for part in parts),
        _plus(part.min for part in parts),
        _plus(part.max for part in parts),
        sum(part.known_desired for part in parts),
        resources.total(part.asked for part in parts),
        resources.total(part.known_asked for part in parts),
    )


def _plus(numbers: Iterable[int | None]) -> int | None:
    result = 0
    for number in numbers:
        if number is None:
            return None
        result += number
    return result


def with_unknown(total: Sum) -> Sum:
    """The total with a part beside it of which nothing is known."""
    return Sum(None, None, None, total.known_desired, total.asked.add(_UNREADABLE), total.known_asked)


def partial_of(total: Sum) -> PartialView | None:
    """The known part of a total that is not known in full; None where it is."""
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


def read_roles(reading: Reading, findings: Findings) -> dict[str, list[Role]]:
    """The roles of each component with pods; what cannot be told is said in `findings`.

    A component whose instances cannot be read has none.
    """
    # Instances are often made from one template object: what it asks for is worked out once.
    seen: dict[int, tuple[Resources, tuple[Problem, ...]]] = {}
    found: dict[str, list[Role]] = {}
    for component in reading.plan.components:
        if component.has_pods:
            instances = reading.components[component.name].instances
            found[component.name] = [
                _role(reading, component, instance, index, seen, findings)
                for index, instance in enumerate(instances.values())
            ]
    return found


def _role(
    reading: Reading,
    component: ComponentPlan,
    instance: Instance,
    index: int,
    seen: dict[int, tuple[Resources, tuple[Problem, ...]]],
    findings: Findings,
) -> Role:
    node = role_id(component.name, instance.id)
    desired = instance.desired
    if desired is None and not findings.told(node, component.name, ("scale.",)):
        findings.say("scale.unknown", "the object does not say how many pods this role wants", node)
    per_pod: Resources | None = None
    if instance.template is not None and _says_what_it_asks(component, instance.template):
        per_pod = _asked_by_one(reading, component, instance.template, index, node, seen, findings)
    elif desired != 0 and not findings.told(node, component.name, ("template.",)):
        findings.say("template.none", "the object holds no pod template for this role", node)
    if per_pod is not None:
        asked = per_pod.scale(desired)
        known = asked.known() if desired is not None else resources.NOTHING
    elif desired == 0:
        asked = known = resources.NOTHING
    else:
        # Pods are wanted, and what they ask for stands somewhere else.
        asked, known = _UNREADABLE, resources.NOTHING
    return Role(
        component.name,
        instance,
        per_pod,
        Sum(desired, instance.min, instance.max, desired or 0, asked, known),
    )


def _says_what_it_asks(component: ComponentPlan, template: dict[str, Any]) -> bool:
    """False where an object that has single fields in place of a template gives labels and the like alone: its
    containers are made elsewhere."""
    spec = component.spec
    return (
        spec is None
        or spec.fragments is None
        or not spec.shows_resources
        or template["spec"]["containers"] != []
    )


def _asked_by_one(
    reading: Reading,
    component: ComponentPlan,
    template: dict[str, Any],
    index: int,
    node: str,
    seen: dict[int, tuple[Resources, tuple[Problem, ...]]],
    findings: Findings,
) -> Resources:
    if component.spec is not None and not component.spec.shows_resources:
        findings.say("resources.not-described", "the definition does not say what these pods ask for", node)
        return _UNREADABLE
    found = seen.get(id(template))
    if found is None:
        found = seen[id(template)] = resources.pod_resources(template)
    asked, problems = found
    for problem in problems:
        path = _object_path(reading, component, index, problem.path or "")
        findings.extend([msgspec.structs.replace(problem, path=path, at=node)])
    return asked


def _object_path(reading: Reading, component: ComponentPlan, index: int, path: str) -> str | None:
    """Where in the object something stands of which `path` is known in the pod spec or, from /metadata, in the
    template; None where it is not one place."""
    spec = component.spec
    in_metadata = path.startswith("/metadata/")
    if spec is None or spec.fragments is not None:
        return None
    if spec.template is not None:
        expr = spec.template
        path = path if in_metadata else "/spec" + path
    else:
        found = spec.metadata if in_metadata else spec.pod_spec
        if found is None:
            return None
        expr = found
        path = path.removeprefix("/metadata")
    try:
        paths = expr.program.paths(reading.object)
    except JqError:
        return None
    if index >= len(paths) or not all(isinstance(step, (str, int)) for step in paths[index]):
        return None
    return pointer(paths[index]) + path

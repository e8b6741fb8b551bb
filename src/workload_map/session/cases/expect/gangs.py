# SPDX-License-Identifier: Apache-2.0
"""``gangs`` and ``gangOf``: which pods must start together, and the gang of each pod."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from workload_map.session.cases.expect.base import Expectation
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import COUNT, FLAG, TEXT, TEXTS, Fields, Keyed
from workload_map.workload.facts import pod_facts
from workload_map.workload.gangs import Gang
from workload_map.workload.patch import same
from workload_map.workload.reading import role_id

__all__ = ["EXPECTATIONS"]


def _live(field: str) -> Callable[[Gang, dict[str, str]], Any]:
    return lambda gang, paths: None if gang.live is None else getattr(gang.live, field)


#: What may be said of a gang; the second argument has the paths of the trees by their names.
_FIELDS: Final[dict[str, Callable[[Gang, dict[str, str]], Any]]] = {
    "active": lambda gang, paths: gang.active,
    "minPods": lambda gang, paths: gang.min_pods,
    "minChildren": lambda gang, paths: gang.min_children,
    "desiredPods": lambda gang, paths: gang.desired_pods,
    "members": lambda gang, paths: {
        role_id(member.component, member.instance): {"min": member.min, "desired": member.desired}
        for member in gang.members
    },
    "topology": lambda gang, paths: (
        None
        if gang.topology is None
        else {"required": gang.topology.required, "preferred": gang.topology.preferred}
    ),
    "priority": lambda gang, paths: gang.priority,
    "queue": lambda gang, paths: gang.queue,
    "schedulerName": lambda gang, paths: gang.scheduler_name,
    "writtenBy": lambda gang, paths: gang.written_by,
    "startAfter": lambda gang, paths: list(dict.fromkeys(paths.get(name, name) for name in gang.start_after)),
    "existing": _live("existing"),
    "scheduled": _live("scheduled"),
    "ready": _live("ready"),
    "satisfied": _live("satisfied"),
    "reason": _live("reason"),
}

_GANG: Final = Fields(
    {
        "copies": COUNT,
        "active": FLAG,
        "minPods": COUNT,
        "minChildren": COUNT,
        "desiredPods": COUNT,
        "members": Keyed(Fields({"min": COUNT, "desired": COUNT}, "a member"), "role to its pods"),
        "topology": Fields({"required": TEXT, "preferred": TEXT}, "topology", nullable=True),
        "priority": TEXT,
        "queue": TEXT,
        "schedulerName": TEXT,
        "writtenBy": TEXT,
        "startAfter": TEXTS,
        "existing": COUNT,
        "scheduled": COUNT,
        "ready": COUNT,
        "satisfied": FLAG,
        "reason": TEXT,
    },
    "a gang",
)


def _key(path: str, copy: str | None) -> str:
    return path if copy is None else f"{path}#{copy}"


def _nodes(outcome: Outcome) -> Iterator[Gang]:
    for gang in outcome.gangs:
        yield from gang.walk()


def _actual(outcome: Outcome, wanted: Any) -> dict[str, Any]:
    """The gangs with the fields that are asked for. One that is named without its copy stands for all of them: a field
    in which they differ has the list of its values."""
    paths = _paths(outcome)
    named: dict[str, list[Gang]] = {}
    for gang in _nodes(outcome):
        for key in dict.fromkeys((gang.path, _key(gang.path, gang.copy))):
            if key in wanted:
                named.setdefault(key, []).append(gang)
    found: dict[str, Any] = {}
    for key, gangs in named.items():
        fields = wanted[key] if isinstance(wanted[key], dict) else {}
        found[key] = {
            field: len(gangs)
            if field == "copies"
            else _common([_FIELDS[field](gang, paths) for gang in gangs])
            for field in fields
        }
    return found


def _common(values: list[Any]) -> Any:
    differing = [values[0]]
    for value in values[1:]:
        if not any(same(value, other) for other in differing):
            differing.append(value)
    return differing[0] if len(differing) == 1 else differing


def _paths(outcome: Outcome) -> dict[str, str]:
    return {gang.name: gang.path for gang in outcome.gangs}


def _reading(outcome: Outcome) -> dict[str, Any] | None:
    """Equal copies as one, others each by itself."""
    paths = _paths(outcome)
    copies: dict[str, list[tuple[Gang, dict[str, Any]]]] = {}
    for gang in _nodes(outcome):
        said = {field: read(gang, paths) for field, read in _FIELDS.items()}
        kept = {
            field: value
            for field, value in said.items()
            if (field == "active" and not value) or field == "satisfied" or value not in (None, [], {}, True)
        }
        copies.setdefault(gang.path, []).append(
            (gang, {field: value for field, value in kept.items() if value is not None})
        )
    found: dict[str, Any] = {}
    for path, nodes in copies.items():
        if len(nodes) > 1 and all(same(said, nodes[0][1]) for _, said in nodes):
            found[path] = {"copies": len(nodes), **nodes[0][1]}
        else:
            found |= {_key(gang.path, gang.copy): said for gang, said in nodes}
    return found or None


def _gang_of(outcome: Outcome, wanted: Any = None) -> dict[str, Any] | None:
    """The leaf of each pod; None for one that is in no gang."""
    found: dict[str, Any] = {}
    for pod in outcome.case.pods or ():
        place = outcome.plan.gang_of(pod, outcome.reading)
        found[pod_facts(pod).name] = None if place.path is None else _key(place.path, place.copy)
    if wanted is None and not any(found.values()):
        # Of a kind that says nothing of gangs there is nothing to write down.
        return None
    return found


EXPECTATIONS: Final = (
    Expectation(
        key="gangs",
        shape=Keyed(_GANG, "gang (its path, with #copy or for all copies) to what is expected of it"),
        actual=_actual,
        reading=_reading,
    ),
    Expectation(
        key="gangOf",
        shape=Keyed(TEXT, "pod to gang, gang#copy or null"),
        actual=_gang_of,
        reading=_gang_of,
    ),
)

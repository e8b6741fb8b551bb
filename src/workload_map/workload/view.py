# SPDX-License-Identifier: Apache-2.0
"""From a reading and its pods to a view: the one place where numbers are added up and pods correct the headline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from workload_map import quantity
from workload_map.problems import Problem
from workload_map.workload import facts as pod_facts
from workload_map.workload import status
from workload_map.workload.events import recent
from workload_map.workload.facts import PodFacts
from workload_map.workload.reading import Place, Reading
from workload_map.workload.resources import Resources, pod_resources
from workload_map.workload.tally import Count, Tally
from workload_map.workload.view_roles import (
    Findings,
    Role,
    Sum,
    add_up,
    partial_of,
    read_roles,
    with_unknown,
)
from workload_map.workload.view_tree import (
    Tree,
    accelerators_view,
    pod_view,
    replicas_view,
    resources_view,
)
from workload_map.workload.viewmodel import (
    ConditionView,
    OwnedView,
    PartialView,
    WorkloadRow,
    WorkloadView,
)

__all__ = ["Placed", "place_pods", "row", "told", "view"]


class Placed(msgspec.Struct, frozen=True):
    """A pod of the workload: where it belongs and what is known of it."""

    place: Place
    facts: PodFacts


def place_pods(reading: Reading, pods: Iterable[dict[str, Any]]) -> list[Placed]:
    """Each pod with its place in the workload and its facts, sorted by name."""
    place = reading.plan.place
    asked: dict[Any, Any] = {}
    placed = []
    for pod in pods:
        # A source may hold equal parts of pods once: what those ask for is worked out once, too.
        key = _parts(pod)
        resources = asked.get(key)
        if resources is None:
            resources = asked[key] = pod_resources(pod)
        placed.append(Placed(place(pod, reading.ids), pod_facts.pod_facts(pod, resources=resources)))
    placed.sort(key=lambda p: (p.facts.name, p.facts.uid))
    return placed


def _parts(pod: Any) -> Any:
    """Equal for pods whose specs, but for their node, and annotations are the same objects."""
    spec = pod.get("spec") if isinstance(pod, dict) else None
    metadata = pod.get("metadata") if isinstance(pod, dict) else None
    if not isinstance(spec, dict) or not isinstance(metadata, dict):
        return id(pod)
    parts = [(name, id(part)) for name, part in spec.items() if name != "nodeName"]
    return (id(metadata.get("annotations")), *parts)


def row(
    reading: Reading,
    *,
    pods: Iterable[dict[str, Any]] | None = None,
    tally: Tally | None = None,
    said: Iterable[Problem] = (),
    file_mode: bool = True,
) -> WorkloadRow:
    """The workload as a line of a list. `pods` are the workload's own; None: pods are not known.
    A `tally` that counted them already takes their place, with what is `said` of them, see `told`."""
    findings = Findings(reading.problems)
    roles = read_roles(reading, findings)
    if pods is not None and tally is None:
        placed = place_pods(reading, pods)
        said = told(placed)
        tally = _count(placed)
    findings.extend(said)
    return WorkloadRow(**_head(reading, roles, tally, findings, file_mode))


def view(
    reading: Reading,
    *,
    pods: Iterable[dict[str, Any]] | None = None,
    owned: Sequence[OwnedView] = (),
    events: Iterable[dict[str, Any]] | None = None,
    file_mode: bool = True,
) -> WorkloadView:
    """The workload in full. `pods` are the workload's own, to be placed and counted here; None: pods are not
    known, and `current` and `ready` are None. `owned` are described objects below this one, `events` what was
    said of it and its pods (None: not known)."""
    findings = Findings(reading.problems)
    placed = place_pods(reading, pods) if pods is not None else []
    tally = _count(placed) if pods is not None else None
    roles = read_roles(reading, findings)
    findings.extend(told(placed))
    tree = Tree(reading, roles, tally, findings)
    for pod in placed:
        tree.list_pod(pod.place, pod.facts)
    components = tree.nodes()
    return WorkloadView(
        **_head(reading, roles, tally, findings, file_mode),
        components=components,
        owned=tuple(owned),
        unassigned_pods=tuple(pod_view(p.facts) for p in placed if p.place.component is None),
        finished_pods=_in_state("finished", placed),
        terminating_pods=_in_state("terminating", placed),
        conditions=_conditions(reading),
        events=None if events is None else recent(list(events)),
    )


def _conditions(reading: Reading) -> tuple[ConditionView, ...]:
    """The object's own conditions, in its order."""
    plan = next((plan for plan in reading.plan.components if plan.parent is None), None)
    if plan is None or plan.status is None:
        return ()
    # What is wrong with them was told when the object was read.
    found = status.read_conditions(plan.status, reading.object, plan.name, [])
    return tuple(
        ConditionView(
            type=name,
            status=condition.status if isinstance(condition.status, str) else str(condition.status),
            reason=condition.reason if isinstance(condition.reason, str) else None,
            message=condition.message if isinstance(condition.message, str) else None,
            last_transition_time=condition.changed if isinstance(condition.changed, str) else None,
        )
        for name, condition in found.items()
    )


def _in_state(state: str, placed: list[Placed]) -> tuple[Any, ...]:
    return tuple(
        pod_view(p.facts) for p in placed if p.facts.state == state and p.place.component is not None
    )


def _count(placed: Iterable[Placed]) -> Tally:
    tally = Tally()
    for pod in placed:
        tally.add(pod.place, pod.facts)
    return tally


def told(placed: Iterable[Placed]) -> Iterator[Problem]:
    """What is to be said of pods, sorted by name: of those that no component takes all at once, of the others by
    role. Of pods that have no problem and a component there is nothing."""
    placed = list(placed)
    homeless = [pod.facts.name or "?" for pod in placed if pod.place.component is None]
    if homeless:
        names = ", ".join(homeless[:5]) + (", …" if len(homeless) > 5 else "")
        yield Problem(
            code="pod.unassigned",
            severity="info",
            message=f"no component's selector takes {len(homeless)} of the workload's pods: {names}",
        )
    for pod in placed:
        # What lies in a field of one pod is said with its name, and has no path: a view's are into its object.
        for problem in pod.place.problems:
            if problem.code != "pod.unassigned":
                yield problem if problem.path is None else _of_pod(pod, problem)
        for problem in pod.facts.problems:
            yield _of_pod(pod, problem)


def _of_pod(pod: Placed, problem: Problem) -> Problem:
    return msgspec.structs.replace(
        problem,
        message=f"pod {pod.facts.name or '?'}: {problem.message}",
        path=None,
        at=pod.place.component or problem.at,
    )


def _head(
    reading: Reading,
    roles: dict[str, list[Role]],
    tally: Tally | None,
    findings: Findings,
    file_mode: bool,
) -> dict[str, Any]:
    """The fields of a row."""
    total = add_up(role.sum for found in roles.values() for role in found)
    if any(name not in reading.ids for name in roles):
        # Of a component that could not be read nothing is known, so of the whole not all.
        total = with_unknown(total)
    partial = partial_of(total)
    if not total.asked.complete or partial is not None:
        findings.say("total.incomplete", _known_so_far(total, partial), None, "warning")
    count = tally.at() if tally is not None else None
    headline, reason, message = _headline(reading, roles, tally)
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
        "replicas": replicas_view(total, count),
        "resources": resources_view(total.asked),
        "partial": partial,
        "pod_resources": None if count is None else resources_view(count.resources.value()),
        "accelerators": accelerators_view(total.asked),
        "problems": findings.all(),
    }


def _known_so_far(total: Sum, partial: PartialView | None) -> str:
    if partial is None:
        return f"not every accelerator can be counted: {'; '.join(_uncounted(total.asked))}"
    pods, gpus = partial.replicas, partial.gpus
    return (
        f"the total is not fully known; known so far: {pods} {'pod' if pods == 1 else 'pods'}, "
        f"{gpus} {'GPU' if gpus == 1 else 'GPUs'}, {quantity.format_cpu(partial.cpu_millis)} CPU, "
        f"{quantity.format_memory(partial.memory_bytes)} memory"
    )


def _uncounted(asked: Resources) -> list[str]:
    return [*asked.unknown, *sorted(asked.missing)]


def _headline(
    reading: Reading, roles: dict[str, list[Role]], tally: Tally | None
) -> tuple[str, str | None, str | None]:
    """Headline, reason and message, after the pods had their say: one that is Running by its object, with
    fewer pods ready or done than a role wants, is Degraded."""
    if tally is None or reading.headline != "Running" or reading.pods_may_idle:
        return reading.headline, reading.reason, reading.message
    for component, found in roles.items():
        for label, desired, count in _shares(component, found, tally):
            done = count.ready + count.succeeded
            if desired is not None and done < desired:
                why = f": {count.reason}" if count.reason else ""
                return "Degraded", "PodsNotReady", f"{label}: {done} of {desired} pods ready or done{why}"
    return reading.headline, reading.reason, reading.message


def _shares(component: str, roles: list[Role], tally: Tally) -> list[tuple[str, int | None, Count]]:
    """(name, desired pods, pods) of each role; of all of them together where the instance of some pods is not
    known: then the count of one role proves nothing."""
    counts = [tally.at(component, role.instance.id) for role in roles]
    whole = tally.at(component)
    if sum(count.pods for count in counts) == whole.pods:
        return [(role.name, role.sum.desired, count) for role, count in zip(roles, counts, strict=True)]
    return [(component, add_up(role.sum for role in roles).desired, whole)]

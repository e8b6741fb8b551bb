# SPDX-License-Identifier: Apache-2.0
"""``gangs``: which pods of each workload must start together, and which of them there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from workload_map import errors
from workload_map.problems import Problem
from workload_map.session.kinds import Selection
from workload_map.session.result import Result
from workload_map.session.roots import Root, Roots
from workload_map.workload.facts import pod_facts
from workload_map.workload.gangs import Gang
from workload_map.workload.gangs.live import live
from workload_map.workload.reading import Reading

__all__ = ["GangsView", "each_root", "gangs_of", "head", "placed", "pods_of", "views"]


class GangsView(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The gangs of one workload."""

    name: str | None
    namespace: str | None
    kind: str
    api_version: str
    uid: str | None
    gangs: tuple[Gang, ...]
    """Trees, independent of one another; `live` is null where it is not known which pods there are."""
    problems: tuple[Problem, ...]


def views(roots: Roots, selection: Selection) -> Result[GangsView]:
    """The gangs of each selected workload. Raises NotFound and NoDefinition as `Roots.select`."""
    return each_root(roots, selection, _view)


def _view(root: Root, reading: Reading) -> GangsView:
    gangs, problems = gangs_of(reading, pods_of(root, reading))
    return GangsView(
        gangs=gangs, **head(reading), problems=placed(root, (*reading.problems, *problems, *root.marks))
    )


def gangs_of(
    reading: Reading, pods: Sequence[dict[str, Any]] | None
) -> tuple[tuple[Gang, ...], tuple[Problem, ...]]:
    """The gangs with what the workload's pods say of them (None: they are not known), and what is wrong with them."""
    if pods is None:
        return reading.gangs, reading.gang_problems
    found = live(reading, ((pod, pod_facts(pod)) for pod in pods))
    if not found.gangs:
        return (), reading.gang_problems
    problems = [*reading.gang_problems, *found.problems]
    if found.outside:
        count = "1 pod is" if found.outside == 1 else f"{found.outside} pods are"
        problems.append(
            Problem(code="gang.outside", severity="warning", message=f"{count} in no gang and not counted")
        )
    return found.gangs, tuple(dict.fromkeys(problems))


def pods_of(root: Root, reading: Reading) -> Sequence[dict[str, Any]] | None:
    """The pods whose gangs are told. A manifest beside the objects of a cluster is none of them: its pods are not
    known, rather than missing."""
    return root.pods if root.pods or reading.uid is not None else None


def each_root(roots: Roots, selection: Selection, make: Callable[[Root, Reading], Any]) -> Result[Any]:
    """What `make` gives for each selected workload. Raises NotFound and NoDefinition as `Roots.select`."""
    result: Result[Any] = Result([])
    for root in roots.select(selection):
        try:
            result.rows.append(make(root, roots.plan(root.item.object).read(root.item.object)))
        except errors.WorkloadMapError as error:
            result.failed(root, error)
    result.problems[:0] = roots.problems
    return result


def head(reading: Reading) -> dict[str, Any]:
    """The fields of a view that say which workload it is of."""
    return {
        "name": reading.name,
        "namespace": reading.namespace,
        "kind": reading.kind,
        "api_version": reading.api_version,
        "uid": reading.uid,
    }


def placed(root: Root, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems with their place in the source, each once."""
    return tuple(map(root.item.problem, dict.fromkeys(problems)))

# SPDX-License-Identifier: Apache-2.0
"""How much of a pod is kept while a cluster is followed: what any workload that may still come looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workload_map import errors
from workload_map.jq.reads import ANY, minimal
from workload_map.kube import partial
from workload_map.session import marks
from workload_map.session.cluster_kinds import POD
from workload_map.workload import facts

if TYPE_CHECKING:
    from workload_map.jq.reads import ReadPath
    from workload_map.kube.discovery import Resource
    from workload_map.session.cluster_kinds import Served
    from workload_map.workload.plan import Plan

__all__ = ["decoder"]


def decoder(
    served: Served, targets: Sequence[Resource], *, labels: bool = False
) -> tuple[partial.Decoder, list[str]]:
    """A decoder of pods for lists of these resources, and what is worth telling of it.

    It keeps what the definitions of the resources read of a pod, and those of the described objects that they make;
    where pods themselves are among the resources, also what shows one as a workload. `labels`: all of a pod's labels.
    """
    plans = {plan.name: plan for resource in targets for plan in _plans(served, resource)}
    made = {pair for plan in plans.values() for pair in marks.made_kinds(plan.definition)}
    for pair in sorted(made & served.catalog.kinds() - {POD}):
        for resource in served.discovery.of(*pair)[:1]:
            plans.update((plan.name, plan) for plan in _plans(served, resource))
    paths: set[ReadPath] = set(facts.READS)
    if labels:
        paths.add(("metadata", "labels", ANY))
    notes = []
    for plan in plans.values():
        paths.update(plan.pod_reads)
        if (ANY,) in plan.pod_reads:
            notes.append(f"pods are read in full: {plan.name} looks at all of a pod")
    for resource in targets:
        if (resource.group, resource.kind) == POD:
            paths.update(path for plan in _plans(served, resource) for path in plan.own_reads)
    return partial.decoder(minimal(paths)), notes


def _plans(served: Served, resource: Resource) -> list[Plan]:
    try:
        return [served.catalog.plan({"apiVersion": resource.api_version, "kind": resource.kind})]
    except errors.WorkloadMapError:
        # Told where the object itself is read.
        return []

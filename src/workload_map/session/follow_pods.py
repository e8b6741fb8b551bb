# SPDX-License-Identifier: Apache-2.0
"""How much of a pod is kept while a cluster is followed: what any workload that may still come looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workload_map.jq.reads import ANY, minimal
from workload_map.kube import partial
from workload_map.session import marks
from workload_map.session.cluster_kinds import POD, pod_paths

if TYPE_CHECKING:
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
    plans = {plan.name: plan for resource in targets if (plan := _plan(served, resource)) is not None}
    made = {pair for plan in plans.values() for pair in marks.made_kinds(plan.definition)}
    for pair in sorted(made & served.catalog.kinds() - {POD}):
        for resource in served.discovery.of(*pair)[:1]:
            plan = _plan(served, resource)
            if plan is not None:
                plans[plan.name] = plan
    paths, notes = pod_paths(plans.values())
    if labels:
        paths.add(("metadata", "labels", ANY))
    for resource in targets:
        plan = _plan(served, resource) if (resource.group, resource.kind) == POD else None
        if plan is not None:
            paths.update(plan.own_reads)
    return partial.decoder(minimal(paths)), notes


def _plan(served: Served, resource: Resource) -> Plan | None:
    return served.plan(resource.api_version, resource.kind)

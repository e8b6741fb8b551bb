# SPDX-License-Identifier: Apache-2.0
"""The coscheduling plugin of scheduler-plugins: ``scheduling.x-k8s.io/v1alpha1`` PodGroup, one number for a group.

Source: scheduler-plugins ``apis/scheduling/v1alpha1/types.go``.
"""

from __future__ import annotations

from typing import Final

from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets import flat
from workload_map.workload.gangs.targets.bindings import Carried, assign
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.minimum import min_resources
from workload_map.workload.gangs.targets.numbers import least, leaves
from workload_map.workload.gangs.targets.pods import priorities

__all__ = ["build"]

_API: Final = "scheduling.x-k8s.io/v1alpha1"
_LABEL: Final = "scheduling.x-k8s.io/pod-group"


def build(draft: Draft) -> None:
    """One PodGroup for each tree that needs a pod; without one the pods need no group."""
    placed: list[tuple[Gang, Gang]] = []
    for tree in draft.trees:
        flat.lose_topology(draft, tree, "this API has none")
        flat.lose_queue(draft, tree)
        count = least(tree)
        if not count:
            draft.note(
                "nothing-needed", "no pod is needed: its pods start one by one without a group", at=tree.path
            )
            continue
        flat.lose_structure(draft, tree)
        found = priorities(draft.reading, tree)
        if len(found) > 1:
            listed = ", ".join(f"{name or 'none'} ({role})" for name, role in found.items())
            draft.note(
                "mixed-priority",
                f"pods of one group should share a priority, they have {listed}",
                warning=True,
                at=tree.path,
            )
        draft.add(
            _API, "PodGroup", tree, {"minMember": count, "minResources": min_resources(draft.reading, tree)}
        )
        placed += ((leaf, tree) for leaf in leaves(tree))
    always = Carried(scheduler_name=draft.can.coscheduling_scheduler)
    draft.bindings += assign(
        draft.reading,
        placed,
        group=Carried(labels={_LABEL: "{name}"}),
        always=always,
    )

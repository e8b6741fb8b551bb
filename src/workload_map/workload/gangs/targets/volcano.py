# SPDX-License-Identifier: Apache-2.0
"""Volcano: ``scheduling.volcano.sh/v1beta1`` PodGroup, with minimums of tasks or, from 1.14 on, of subgroups.

Source: volcano ``staging/src/volcano.sh/apis/pkg/apis/scheduling/v1beta1/types.go`` and ``pkg/scheduler/api``. Two
levels at most: a subgroup is the pods whose values of some labels are equal, and has one size.
"""

from __future__ import annotations

from typing import Any, Final

from workload_map.workload.gangs.model import Gang, Member, Topology
from workload_map.workload.gangs.targets import flat
from workload_map.workload.gangs.targets.bindings import Carried, assign
from workload_map.workload.gangs.targets.draft import Draft
from workload_map.workload.gangs.targets.labels import copy_labels
from workload_map.workload.gangs.targets.minimum import min_resources
from workload_map.workload.gangs.targets.names import relative_names
from workload_map.workload.gangs.targets.numbers import fold, least, leaves, needs_all, split_idle
from workload_map.workload.gangs.targets.pods import one_priority, queue

__all__ = ["SCHEDULER", "build"]

SCHEDULER: Final = "volcano"
_API: Final = "scheduling.volcano.sh/v1beta1"
_QUEUE: Final = "scheduling.volcano.sh/queue-name"
_GROUP: Final = "scheduling.k8s.io/group-name"
_TASK: Final = "volcano.sh/task-spec"
#: Ours, on the pods of one policy: a policy without a label that they carry would match no pod.
_PART: Final = "workloadmap.dev/part"


def build(draft: Draft) -> None:
    """One PodGroup for each tree."""
    placed: list[tuple[Gang, Gang]] = []
    own: dict[tuple[str, str, str], Carried] = {}
    for tree in draft.trees:
        parts = _Parts(draft, tree)
        spec: dict[str, Any] = {
            "minMember": least(tree),
            "minTaskMember": parts.tasks or None,
            "minResources": min_resources(draft.reading, tree),
            "queue": queue(draft, tree, (_QUEUE,), draft.can.volcano_queue, "Queue of scheduling.volcano.sh"),
            "priorityClassName": one_priority(draft, tree),
            "networkTopology": _network(draft, parts.top, parts.top.topology),
            "subGroupPolicy": parts.policies or None,
        }
        draft.add(_API, "PodGroup", tree, spec)
        placed += ((leaf, tree) for leaf in leaves(tree))
        own |= parts.own
    draft.bindings += assign(
        draft.reading,
        placed,
        group=Carried(annotations={_GROUP: "{name}"}),
        always=Carried(scheduler_name=SCHEDULER),
        own=own,
    )


class _Parts:
    """The second level of one tree: minimums of tasks, or policies for subgroups."""

    def __init__(self, draft: Draft, tree: Gang) -> None:
        self.draft = draft
        self.tree = tree
        roles = list(dict.fromkeys((m.component, m.instance) for leaf in leaves(tree) for m in leaf.members))
        short = relative_names((instance or component, None) for component, instance in roles)
        self.names = dict(zip(roles, short, strict=True))
        """How tasks are called, by role."""
        self.tasks: dict[str, int] = {}
        self.policies: list[dict[str, Any]] = []
        self.own: dict[tuple[str, str, str], Carried] = {}
        """For the pods of one role in one leaf."""
        self.top = tree
        """The gang whose topology the whole group has."""
        needed, alone = split_idle(tree)
        for other in alone:
            if other is not tree:
                flat.lose_topology(draft, other, "only parts that need pods are subgroups")
        if needed is None:
            return
        needed = fold(needed)
        if not alone:
            # Of a tree that is one part alone.
            self.top = needed if tree.topology is None else tree
        elif needed.topology is not None and needed.topology != tree.topology:
            flat.lose_topology(draft, needed, "the group holds other pods as well")
        if needed.is_leaf and len(needed.members) == 1 and alone:
            # The others count as well, but must not stand in for it.
            self._task(needed, needed.members[0], least(needed))
        elif needed.is_leaf:
            self._roles(needed)
        elif self._simple(needed):
            for child in needed.children:
                self._task(child, child.members[0], least(child))
        elif not draft.can.volcano_sub_groups:
            flat.lose_structure(draft, needed)
            flat.lose_inner_topology(draft, needed)
        else:
            self._subgroups(needed)

    def _simple(self, tree: Gang) -> bool:
        """Whether minimums of tasks say it all: each child is the pods of roles of its own, all are needed."""
        roles = [(m.component, m.instance) for child in tree.children for m in child.members]
        return (
            needs_all(tree)
            and all(child.is_leaf and child.topology is None for child in tree.children)
            and len(set(roles)) == len(roles)
            and all(len(child.members) == 1 for child in tree.children)
        )

    def _roles(self, leaf: Gang) -> None:
        """A leaf of several roles: each with its minimum, where these are known and add up."""
        mins = [member.min for member in leaf.members]
        if len(mins) > 1 and None not in mins and sum(n or 0 for n in mins) == leaf.min_pods:
            for member in leaf.members:
                self._task(leaf, member, member.min or 0)

    def _task(self, leaf: Gang, member: Member, minimum: int) -> None:
        name = self.names[member.component, member.instance]
        if minimum:
            self.tasks[name] = minimum
        self.own[leaf.name, member.component, member.instance] = Carried(annotations={_TASK: name})

    def _subgroups(self, tree: Gang) -> None:
        beside: dict[str, list[Gang]] = {}
        for child in tree.children:
            if least(child):
                beside.setdefault(child.path, []).append(child)
        if not needs_all(tree) and len(beside) > 1:
            # "N of M" among different parts: no policy counts across policies.
            flat.lose_structure(self.draft, tree)
            flat.lose_inner_topology(self.draft, tree)
            return
        for children in beside.values():
            first = children[0]
            inner = {grandchild.path for grandchild in first.children}
            if len(children) == 1 and not first.is_leaf and first.topology is None and len(inner) == 1:
                # The child only says how many of its own equal copies are needed: these are the subgroups.
                self._policy(list(first.children), first.min_children or 0)
            else:
                count = len(children) if needs_all(tree) else tree.min_children or 0
                self._policy(children, count)

    def _policy(self, subgroups: list[Gang], count: int) -> None:
        first = subgroups[0]
        sizes = {least(subgroup) for subgroup in subgroups if least(subgroup)}
        keys: tuple[str, ...] | None = (_PART,)
        if first.copy != self.tree.copy:
            keys = copy_labels(self.draft.reading, first)
        if keys is None:
            self.draft.lose(
                first, "its copies are not told apart by labels of their pods: only the total is asked for"
            )
            return
        if len(sizes) > 1:
            self.draft.lose(first, f"subgroups have one size, {min(sizes)} pods, and its copies differ")
        name = relative_names([(first.path, None)])[0]
        policy: dict[str, Any] = {
            "name": name,
            "labelSelector": {"matchLabels": {_PART: name}},
            "matchLabelKeys": list(keys),
            "subGroupSize": min(sizes),
            "minSubGroups": count,
        }
        network = _network(self.draft, first, first.topology)
        if network is not None:
            policy["networkTopology"] = network
        self.policies.append(policy)
        for subgroup in subgroups:
            flat.lose_structure(self.draft, subgroup)
            flat.lose_inner_topology(self.draft, subgroup)
            for leaf in leaves(subgroup):
                for member in leaf.members:
                    self.own[leaf.name, member.component, member.instance] = Carried(labels={_PART: name})


def _network(draft: Draft, gang: Gang, topology: Topology | None) -> dict[str, Any] | None:
    """Volcano places by tiers of HyperNodes, numbered or named; the key of a node label is neither."""
    if topology is None:
        return None
    level, mode = topology.required or topology.preferred, "hard" if topology.required else "soft"
    if topology.required and topology.preferred:
        draft.lose(gang, f"topology {topology.preferred} (preferred): a group has one topology")
    if not level:
        return None
    if level.isascii() and level.isdigit() and len(level) < 10:
        return {"mode": mode, "highestTierAllowed": int(level)}
    if "/" in level:
        draft.lose(gang, f"topology {level}: it is a node label, and Volcano counts tiers of HyperNodes")
        return None
    return {"mode": mode, "highestTierName": level}

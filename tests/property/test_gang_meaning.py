# SPDX-License-Identifier: Apache-2.0
"""What a translation asks for is what the gangs ask for, wherever no loss says otherwise.

Each target's own rule of when a group may start is written down here, from the sources that the translators name,
and run on pods that carry what the bindings give them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.test_gang_targets import trees
from tests.unit.workload.gangs.targets.examples import example
from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets import Capabilities, Target, Translation, translate
from workload_map.workload.gangs.targets.numbers import chains, least

#: Losses that say nothing about how many pods of which part start together.
_NOT_NUMBERS = ("topology ", "the topology of ", "its pods may start before the rest")

Pods = list[tuple[dict[str, str], str | None, int]]
"""What pods carry (labels and annotations), the name of their scheduling group, and how many there are."""


def _starts(gang: Gang, counts: Mapping[str, int]) -> bool:
    """Whether the gang's own rule holds. A part that needs no pod is neither waited for nor counted."""
    if gang.is_leaf:
        return counts[gang.name] >= (gang.min_pods or 0)
    started = sum(_starts(child, counts) for child in gang.children if least(child))
    return started >= (gang.min_children or 0)


def _pods(tree: Gang, translation: Translation, counts: Mapping[str, int]) -> Pods:
    found: Pods = []
    for chain in chains(tree):
        names = {gang.name for gang in chain}
        member = chain[-1].members[0]
        values: dict[str, str] = {}
        group = None
        for binding in translation.bindings:
            if (binding.component, binding.instance) == (member.component, member.instance) and (
                binding.where == "template" or binding.gang in names
            ):
                values |= binding.labels | binding.annotations
                group = binding.scheduling_group or group
        found.append((values, group, counts[chain[-1].name]))
    return found


def _specs(translation: Translation, *kinds: str) -> dict[str, dict[str, Any]]:
    return {f["metadata"]["name"]: f["spec"] for f in translation.objects if f["kind"] in kinds}


def _native(root: str, translation: Translation, pods: Pods) -> bool:
    policy = _specs(translation, "PodGroup")[root]["schedulingPolicy"]
    running = sum(count for _, group, count in pods if group == root)
    return running >= policy.get("gang", {}).get("minCount", 0)


def _composite(root: str, translation: Translation, pods: Pods) -> bool:
    specs = _specs(translation, "PodGroup", "CompositePodGroup")

    def starts(name: str) -> bool:
        gang = specs[name]["schedulingPolicy"]["gang"]
        if "minCount" in gang:
            return bool(sum(count for _, group, count in pods if group == name) >= gang["minCount"])
        below = [other for other, spec in specs.items() if spec.get("parentCompositePodGroupName") == name]
        return bool(sum(map(starts, below)) >= gang["minGroupCount"])

    # A tree of one part may stand without its root.
    return starts(root if root in specs else next(iter(specs)))


def _kai(root: str, translation: Translation, pods: Pods) -> bool:
    specs = _specs(translation, "PodGroup")
    root = root if root in specs else next(iter(specs))
    spec = specs[root]
    mine = [pod for pod in pods if pod[0].get("pod-group-name") == root]
    items = spec.get("subGroups", [])

    def starts(item: dict[str, Any]) -> bool:
        if "minMember" in item:
            label = "kai.scheduler/subgroup-name"
            running = sum(count for values, _, count in mine if values.get(label) == item["name"])
            return bool(running >= item["minMember"])
        return enough(item.get("minSubGroup"), [i for i in items if i.get("parent") == item["name"]])

    def enough(needed: int | None, below: list[dict[str, Any]]) -> bool:
        return sum(map(starts, below)) >= (len(below) if needed is None else needed)

    if not items:
        return bool(sum(count for _, _, count in mine) >= spec["minMember"])
    return enough(spec.get("minSubGroup"), [item for item in items if "parent" not in item])


def _volcano(root: str, translation: Translation, pods: Pods) -> bool:
    spec = _specs(translation, "PodGroup")[root]
    mine = [pod for pod in pods if pod[0].get("scheduling.k8s.io/group-name") == root]
    tasks: Counter[str | None] = Counter()
    for values, _, count in mine:
        tasks[values.get("volcano.sh/task-spec")] += count
    enough = sum(count for _, _, count in mine) >= spec["minMember"]
    for task, number in spec.get("minTaskMember", {}).items():
        enough = enough and tasks[task] >= number
    for policy in spec.get("subGroupPolicy", []):
        chosen = policy["labelSelector"]["matchLabels"].items()
        sizes: Counter[tuple[str, ...]] = Counter()
        for values, _, count in mine:
            if chosen <= values.items():
                sizes[tuple(values[key] for key in policy["matchLabelKeys"])] += count
        whole = sum(size >= policy["subGroupSize"] for size in sizes.values())
        enough = enough and whole >= policy["minSubGroups"]
    return bool(enough)


def _coscheduling(root: str, translation: Translation, pods: Pods) -> bool:
    specs = _specs(translation, "PodGroup")
    running = sum(count for values, _, count in pods if values.get("scheduling.x-k8s.io/pod-group") == root)
    return bool(root not in specs or running >= specs[root]["minMember"])


_RULES: dict[Target, Callable[[str, Translation, Pods], bool]] = {
    "native": _native,
    "composite": _composite,
    "kai": _kai,
    "volcano": _volcano,
    "coscheduling": _coscheduling,
}


@settings(max_examples=30, deadline=None)
@given(trees(preferred=False), st.sampled_from(sorted(_RULES)), st.booleans(), st.data())
def test_groups_start_when_gangs_do(tree: Gang, target: Target, newer: bool, data: st.DataObject) -> None:
    reading, _ = example("raycluster")
    can = Capabilities(kai_min_sub_group=newer)
    translation = translate(reading, [tree], target, capabilities=can)
    exact = all(loss.what.startswith(_NOT_NUMBERS) for loss in translation.losses)
    if translation.refused or not least(tree):
        return
    all_leaves = [chain[-1] for chain in chains(tree)]
    for _ in range(5):
        counts = {one.name: data.draw(st.integers(0, one.desired_pods or 0)) for one in all_leaves}
        starts = _RULES[target](tree.name, translation, _pods(tree, translation, counts))
        wanted = _starts(tree, counts)
        if exact:
            assert starts == wanted
        elif wanted and target != "kai":
            # What is lost makes a group start too early; of KAI's older versions, too late.
            assert starts

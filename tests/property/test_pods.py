# SPDX-License-Identifier: Apache-2.0
"""Whatever a pod looks like, reading it gives an answer, and what is not known is never 0."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from workload_map.workload.amounts import total
from workload_map.workload.facts import pod_facts
from workload_map.workload.owners import Index
from workload_map.workload.resources import pod_resources

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
QUANTITY = st.sampled_from(["1", "500m", "2Gi", "0", 3, 0.5, "4k"])
NAMES = st.sampled_from(
    ["cpu", "memory", "nvidia.com/gpu", "nvidia.com/gpumem", "nvidia.com/mig-1g.5gb", "amd.com/gpu"]
)
AMOUNTS = st.dictionaries(NAMES, QUANTITY, max_size=3)
CONTAINER = st.fixed_dictionaries(
    {
        "name": st.just("c"),
        "resources": st.fixed_dictionaries({}, optional={"requests": AMOUNTS, "limits": AMOUNTS}),
    },
    optional={"restartPolicy": st.just("Always")},
)
POD = st.fixed_dictionaries(
    {
        "metadata": st.fixed_dictionaries(
            {"name": st.just("p"), "uid": st.just("u")},
            optional={
                "annotations": st.just({"gpu-fraction": "0.5"}),
                "ownerReferences": st.just(
                    [{"kind": "Job", "apiVersion": "batch/v1", "name": "j", "uid": "x"}]
                ),
            },
        ),
        "spec": st.fixed_dictionaries(
            {"containers": st.lists(CONTAINER, min_size=1, max_size=3)},
            optional={
                "initContainers": st.lists(CONTAINER, max_size=3),
                "overhead": AMOUNTS,
                "resources": st.fixed_dictionaries({}, optional={"requests": AMOUNTS, "limits": AMOUNTS}),
                "resourceClaims": st.just([{"name": "a", "resourceClaimName": "b"}]),
            },
        ),
        "status": st.fixed_dictionaries(
            {"phase": st.sampled_from(["Pending", "Running", "Succeeded"])},
            optional={
                "conditions": st.just([{"type": "Ready", "status": "False", "reason": "R"}]),
                "containerStatuses": st.just([{"restartCount": 1, "state": {"waiting": {"reason": "W"}}}]),
            },
        ),
    }
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    changed = copy.copy(value)
    changed[path[0]] = replaced(value[path[0]], path[1:], new)
    return changed


@given(POD, st.data())
def test_a_pod_with_a_wrong_type_anywhere_is_read(pod: Any, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(places(pod)))
    broken = replaced(pod, path, data.draw(JUNK))
    before = copy.deepcopy(broken)
    facts = pod_facts(broken)
    facts.resources.resources_json()
    facts.resources.scale(3).accelerators_json()
    index = Index([("", "Pod")])
    index.root(index.upsert(broken))
    assert repr(broken) == repr(before)
    # A fault makes an amount not known, unless the pod's own resources stand in for those of its containers.
    spec = broken.get("spec") if isinstance(broken, dict) else None
    replaced_above = isinstance(spec, dict) and "resources" in spec
    if not replaced_above and any(problem.severity == "error" for problem in facts.problems):
        assert not facts.resources.complete


@given(POD)
def test_a_whole_pod_is_known(pod: Any) -> None:
    found, problems = pod_resources(pod)
    assert all(problem.severity == "info" or problem.code == "resources.quantity" for problem in problems)
    if not any(problem.severity == "error" for problem in problems):
        assert found.cpu_millis is not None
        assert found.gpus is not None


@given(POD, st.integers(1, 5))
def test_scaling_is_adding(pod: Any, times: int) -> None:
    found, _ = pod_resources(pod)
    scaled, added = found.scale(times), total([found] * times)
    assert scaled.resources_json() == added.resources_json()
    assert scaled.accelerators_json() == added.accelerators_json()


@given(POD)
def test_more_containers_never_ask_for_less(pod: Any) -> None:
    found, _ = pod_resources(pod)
    more = {**pod, "spec": {**pod["spec"], "containers": [*pod["spec"]["containers"], {"name": "extra"}]}}
    after, _ = pod_resources(more)
    assert after.resources_json() == found.resources_json()

# SPDX-License-Identifier: Apache-2.0
"""kube-scheduler itself holds and releases the gangs that are translated into Kubernetes' own groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from tests.live.gangs.trials import Case, Step, Trial, Trials
from workload_map.session.gang_targets import Offer

pytestmark = pytest.mark.live

CASES = (
    Case("job", "native", shapes.job, (Step((2,), {}), Step((3,), {"job": 3})), controller=True),
    Case(
        "racked",
        "native",
        shapes.racked_job,
        # Four GPUs, and in no rack the three that are needed.
        (Step((2, 2), {}), Step((3, 2), {"job": 3})),
        controller=True,
    ),
    Case(
        "jobset",
        "native",
        shapes.jobset,
        (
            Step((4,), {}),
            Step((5,), {"replicatedjob/leader": 1, "replicatedjob/workers": 4}),
        ),
    ),
    Case(
        "jobset-tree",
        "composite",
        shapes.jobset,
        (
            Step((4,), {}),
            Step((5,), {"replicatedjob/leader": 1, "replicatedjob/workers": 4}),
        ),
    ),
    Case(
        # Its groups are independent: five GPUs are one whole group, and not a pod of the other.
        "lws-tree",
        "composite",
        shapes.leaderworkerset,
        (
            Step((2,), {}),
            Step((5,), {"leader": 1, "worker": 2}),
            Step((6,), {"leader": 2, "worker": 4}),
        ),
    ),
    Case(
        # Elastic: the head and two workers are the minimum, the others come when there is room.
        "ray-tree",
        "composite",
        shapes.raycluster,
        (
            Step((2,), {}),
            Step((3,), {"head": 1, "worker/gpu": 2}),
            Step((5,), {"head": 1, "worker/gpu": 4}),
        ),
    ),
)


@pytest.fixture(scope="module")
def trials(gang_api: Api, catalog: wm.Catalog, offered: Offer) -> Iterator[dict[str, Trial]]:
    made = Trials(gang_api, catalog, offered.capabilities)
    yield made.run(CASES, judged)
    made.clear()


def judged(api: Api, trial: Trial, pods: Sequence[dict[str, Any]]) -> bool:
    """Whether every group has had its turn."""
    path = f"/apis/scheduling.k8s.io/v1beta1/namespaces/{trial.namespace}/podgroups"
    groups = api.call("GET", path)["items"]
    return all(
        any(
            one["type"] == "PodGroupInitiallyScheduled"
            for one in group.get("status", {}).get("conditions", ())
        )
        for group in groups
    )


def test_the_cluster_has_all_of_it(offered: Offer) -> None:
    assert {"native", "composite"} <= set(offered.found)
    assert offered.capabilities.native_topology
    assert offered.capabilities.native_composite


@pytest.mark.parametrize("name", [case.name for case in CASES])
def test_a_gang_is_held_until_its_minimum_fits(name: str, trials: dict[str, Trial]) -> None:
    trial = trials[name]
    assert [one.placed for one in trial.outcomes] == [step.placed for step in trial.case.steps]

# SPDX-License-Identifier: Apache-2.0
"""KAI Scheduler 0.12 itself holds and releases the gangs that are translated into its groups. Its podgrouper does not
run: it would replace the groups of pods that have an owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster import cluster as clusters
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from tests.live.gangs.conftest import ask
from tests.live.gangs.trials import Case, Step, Trial, Trials, check
from workload_map.session.gang_targets import Offer

pytestmark = pytest.mark.live

TOPOLOGY = {
    "apiVersion": "kai.scheduler/v1alpha1",
    "kind": "Topology",
    "metadata": {"name": "racks"},
    "spec": {"levels": [{"nodeLabel": shapes.RACK}, {"nodeLabel": "kubernetes.io/hostname"}]},
}

WHY = ("didn't have enough resources: GPUs",)
CASES = (
    Case("job", "kai", shapes.job, (Step((2,), {}), Step((3,), {"job": 3})), why=WHY, controller=True),
    Case(
        "racked",
        "kai",
        shapes.racked_job,
        (Step((2, 2), {}), Step((3, 2), {"job": 3})),
        # What it says changes from one cycle to the next.
        why=("can allocate only 2 of 3 required pods", "didn't match Pod's node affinity"),
        controller=True,
    ),
    Case(
        "jobset",
        "kai",
        shapes.jobset,
        (Step((4,), {}), Step((5,), {"replicatedjob/leader": 1, "replicatedjob/workers": 4})),
        why=WHY,
    ),
    Case(
        "lws",
        "kai",
        shapes.leaderworkerset,
        (
            Step((2,), {}),
            Step((5,), {"leader": 1, "worker": 2}),
            Step((6,), {"leader": 2, "worker": 4}),
        ),
        why=WHY,
    ),
    Case(
        # Its head is in each minimum, whatever the workers could take.
        "ray",
        "kai",
        shapes.raycluster,
        (
            Step((2,), {}),
            Step((3,), {"head": 1, "worker/gpu": 2}),
            Step((5,), {"head": 1, "worker/gpu": 4}),
        ),
        why=WHY,
    ),
)


@pytest.fixture(scope="module")
def offered(gang_cluster: clusters.State, gang_api: Api, needs: Callable[[str], None]) -> Iterator[Offer]:
    needs("kai-scheduler")
    needs("kai-binder")
    gang_api.create(TOPOLOGY)
    yield ask(gang_cluster.kubeconfig)
    gang_api.call("DELETE", gang_api.path(TOPOLOGY))


@pytest.fixture(scope="module")
def trials(gang_api: Api, catalog: wm.Catalog, offered: Offer) -> Iterator[dict[str, Trial]]:
    made = Trials(gang_api, catalog, offered.capabilities)
    yield made.run(CASES, judged)
    made.clear()


def judged(api: Api, trial: Trial, pods: Sequence[dict[str, Any]]) -> bool:
    """Whether a group was found not to fit."""
    path = f"/apis/scheduling.run.ai/v2alpha2/namespaces/{trial.namespace}/podgroups"
    groups = api.call("GET", path)["items"]
    return any(group.get("status", {}).get("schedulingConditions") for group in groups)


def test_what_the_cluster_has_is_found(offered: Offer) -> None:
    assert "kai" in offered.found
    assert offered.capabilities.kai_topology == "racks"
    assert not offered.capabilities.kai_min_sub_group


@pytest.mark.parametrize("name", [case.name for case in CASES])
def test_a_gang_is_held_until_its_minimum_fits(name: str, trials: dict[str, Trial]) -> None:
    check(trials[name])


def test_a_required_topology_is_kept(trials: dict[str, Trial]) -> None:
    assert len(trials["racked"].outcomes[-1].nodes) == 1

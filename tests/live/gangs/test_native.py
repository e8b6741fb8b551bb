# SPDX-License-Identifier: Apache-2.0
"""kube-scheduler itself holds and releases the gangs that are translated into Kubernetes' own groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from tests.live.gangs.trials import Case, Step, Trial, Trials, check
from workload_map.session.gang_targets import Offer

pytestmark = pytest.mark.live


#: Groups of a LeaderWorkerSet of which one is enough.
SOME = """
- name: serve
  minimum: "1"
  groups:
  - name: group
    copies:
      count: .spec.replicas
      key: .metadata.labels["leaderworkerset.sigs.k8s.io/group-index"] // empty
    groups:
    - component: leader
    - component: worker
"""


def _ray(group: str, least: int) -> tuple[Step, ...]:
    """Two, three and five GPUs for a cluster that starts with `least`."""
    small = {"head": 1, f"worker/{group}": 2} if least == 3 else {}
    return Step((2,), {}), Step((3,), small), Step((5,), {"head": 1, f"worker/{group}": 4})


CASES = (
    Case("job", "native", shapes.job, (Step((2,), {}), Step((3,), {"job": 3})), controller=True),
    Case(
        "racked",
        "native",
        shapes.racked_job,
        # Four GPUs, and in no rack the three that are needed.
        (Step((2, 2), {}), Step((3, 2), {"job": 3})),
        # What is said of the last pod depends on the rack that was tried last.
        why=(
            "Insufficient nvidia.com/gpu",
            "no room for its whole group",
            "didn't match Pod's node affinity",
        ),
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
        # One of the two groups suffices, and it is a whole one.
        "lws-some",
        "composite",
        shapes.leaderworkerset,
        (
            Step((2,), {}),
            Step((5,), {"leader": 1, "worker": 2}),
            Step((6,), {"leader": 2, "worker": 4}),
        ),
        gangs=SOME,
    ),
    # Elastic: the head and two workers are the minimum, the others come when there is room.
    Case("ray-tree", "composite", partial(shapes.raycluster, group="workers"), _ray("workers", 3)),
    Case(
        # Here the group of the workers would be tried before the head's by its name, so the head's is made earlier.
        "ray-paused",
        "composite",
        shapes.raycluster,
        _ray("gpu", 3),
        notes=("gang.elastic-first",),
        pause=1.1,
    ),
    Case(
        # What the note warns of: the workers' group is older and takes all, until there is room for all of both.
        "ray-backwards",
        "composite",
        shapes.raycluster,
        _ray("gpu", 5),
        notes=("gang.elastic-first",),
        pause=1.1,
        backwards=True,
    ),
    Case(
        # One number cannot say that the head is among the three, which the translation says.
        "ray",
        "native",
        shapes.raycluster,
        (Step((2,), {}), Step((3,), 3), Step((5,), 5)),
        losses=1,
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
    check(trials[name])


def test_a_required_topology_is_kept(trials: dict[str, Trial]) -> None:
    assert len(trials["racked"].outcomes[-1].nodes) == 1

# SPDX-License-Identifier: Apache-2.0
"""The coscheduling plugin of scheduler-plugins itself holds and releases the gangs translated into its groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from tests.live.gangs.trials import Case, Step, Trial, Trials, check
from workload_map.session.gang_targets import Offer

pytestmark = pytest.mark.live

#: The plugin says of a pod that it holds back either why it did not fit, or that another of its gang did not.
_WHY = ("Insufficient nvidia.com/gpu", "optimistic rejection in PostFilter")

CASES = (
    Case(
        "job", "coscheduling", shapes.job, (Step((2,), {}), Step((3,), {"job": 3})), controller=True, why=_WHY
    ),
    Case(
        "jobset",
        "coscheduling",
        shapes.jobset,
        (Step((4,), {}), Step((5,), {"replicatedjob/leader": 1, "replicatedjob/workers": 4})),
        why=_WHY,
    ),
    Case(
        "lws",
        "coscheduling",
        shapes.leaderworkerset,
        (Step((2,), {}), Step((6,), {"leader": 2, "worker": 4})),
        why=_WHY,
    ),
    Case(
        # One number cannot say that the head is among the three, which the translation says.
        "ray",
        "coscheduling",
        shapes.raycluster,
        (Step((2,), {}), Step((3,), 3)),
        losses=1,
        why=_WHY,
    ),
)


@pytest.fixture(scope="module")
def trials(
    gang_api: Api, catalog: wm.Catalog, offered: Offer, needs: Callable[[str], None]
) -> Iterator[dict[str, Trial]]:
    needs("coscheduling")
    made = Trials(gang_api, catalog, offered.capabilities)
    yield made.run(CASES, judged)
    made.clear()


def judged(api: Api, trial: Trial, pods: Sequence[dict[str, Any]]) -> bool:
    """Whether each pod without a node was found not to fit."""
    return all(
        any(one["type"] == "PodScheduled" for one in pod.get("status", {}).get("conditions", ()))
        for pod in pods
    )


@pytest.mark.parametrize("name", [case.name for case in CASES])
def test_a_gang_is_held_until_its_minimum_fits(name: str, trials: dict[str, Trial]) -> None:
    check(trials[name])

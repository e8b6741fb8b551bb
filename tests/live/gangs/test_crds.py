# SPDX-License-Identifier: Apache-2.0
"""Groups for every scheduler whose objects are of a CRD: the server takes each of them, and keeps all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import workload_map as wm
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from workload_map.session.gang_targets import Offer
from workload_map.workload.gangs.targets import Target, translate

pytestmark = pytest.mark.live

#: With the program that comes with the CRD.
PROGRAMS: dict[Target, str] = {
    "volcano": "kuberay-volcano",
    "coscheduling": "kuberay-coscheduling",
    "kai": "kai-scheduler",
    "kueue": "kueue",
}
SHAPES = (
    shapes.job,
    shapes.jobset,
    shapes.leaderworkerset,
    shapes.raycluster,
    shapes.rayjob,
    shapes.pytorchjob,
)


@pytest.mark.parametrize("target", PROGRAMS)
@pytest.mark.parametrize("make", SHAPES)
def test_every_group_is_kept_whole(
    make: Callable[[str], dict[str, Any]],
    target: Target,
    needs: Callable[[str], None],
    gang_api: Api,
    catalog: wm.Catalog,
    offered: Offer,
) -> None:
    needs(PROGRAMS[target])
    obj = make("default")
    reading = catalog.plan(obj).read(obj)
    translation = translate(reading, reading.gangs, target, capabilities=offered.capabilities)
    assert not translation.refused
    for group in translation.objects:
        kept = gang_api.call(
            "POST",
            gang_api.path(group, named=False),
            group,
            query={"dryRun": "All", "fieldValidation": "Strict"},
        )
        assert kept["spec"].items() >= group["spec"].items()

# SPDX-License-Identifier: Apache-2.0
"""Which resource a TYPE means on a server of which not every API group could be read."""

from __future__ import annotations

import asyncio

import pytest

from tests import exchanges
from workload_map import errors
from workload_map.kube.discovery import Discovery, Resource
from workload_map.kube.errors import ServerFault
from workload_map.session.cluster_kinds import Served
from workload_map.session.kinds import Selection
from workload_map.workload.catalog import Catalog

CATALOG = Catalog.builtin()


def resource(group: str, version: str, kind: str) -> Resource:
    plural = kind.lower() + "s"
    return Resource(group=group, version=version, kind=kind, plural=plural, singular="", namespaced=True)


BATCH = resource("batch", "v1", "Job")
VOLCANO = resource("batch.volcano.sh", "v1alpha1", "Job")
JOB_SET = resource("jobset.x-k8s.io", "v1alpha2", "JobSet")


def chosen(word: str | None, found: Discovery) -> tuple[list[Resource], list[str]]:
    """The resources of a TYPE, and the codes and texts of what is said."""

    async def ask() -> tuple[list[Resource], list[str]]:
        async with exchanges.client(exchanges.Replay([])) as client:
            served = Served(client, found, CATALOG)
            resources, _ = await served.choose(Selection(type=word))
            return resources, [f"{problem.code}: {problem.message}" for problem in served.problems]

    return asyncio.run(ask())


@pytest.mark.parametrize("word", ["jobs", "job", "Job", "jobs.batch", "job.v1.batch", "cronjobs", "cj"])
def test_a_type_of_a_group_that_cannot_be_read_is_no_other_type(word: str) -> None:
    found = Discovery([VOLCANO, JOB_SET], [("batch/v1", "it does not answer")])
    with pytest.raises(
        ServerFault, match=r"API group of \w+ cannot be read: batch/v1: it does not answer$"
    ) as raised:
        chosen(word, found)
    assert str(raised.value).startswith("https://recorded.example:6443: ")


@pytest.mark.parametrize(
    ("word", "failed", "meant"),
    [
        ("jobs.batch.volcano.sh", "batch/v1", VOLCANO),
        ("jobsets", "batch/v1", JOB_SET),
        ("jobs", "batch.volcano.sh/v1alpha1", BATCH),
        ("jobs", "metrics.k8s.io/v1beta1", BATCH),
        ("jobs", "batch/v2", BATCH),
    ],
)
def test_a_type_that_a_broken_group_has_nothing_to_do_with(word: str, failed: str, meant: Resource) -> None:
    there = [each for each in (BATCH, VOLCANO, JOB_SET) if each.api_version != failed]
    assert chosen(word, Discovery(there, [(failed, "why")])) == ([meant], [])


def test_a_list_of_every_type_tells_of_groups_that_may_have_workloads() -> None:
    failed = [("metrics.k8s.io/v1beta1", "why"), ("ray.io/v1", "it is stale")]
    resources, said = chosen(None, Discovery([BATCH, JOB_SET], failed))
    assert resources == [BATCH, JOB_SET]
    (told,) = said
    assert told == (
        "discovery.incomplete: not every API group could be read, workloads of these are missing:"
        " ray.io/v1: it is stale"
    )


def test_a_type_that_is_in_no_group_at_all() -> None:
    with pytest.raises(errors.NoDefinition):
        chosen("nothings", Discovery([BATCH], [("ray.io/v1", "why")]))

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from workload_map import errors
from workload_map.session import kinds

KINDS = {
    ("", "Pod"),
    ("apps", "Deployment"),
    ("batch", "Job"),
    ("batch.volcano.sh", "Job"),
    ("jobset.x-k8s.io", "JobSet"),
    ("example.com", "Proxy"),
    ("example.com", "Mesh"),
}


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("JobSet", ("jobset.x-k8s.io", "JobSet")),
        ("jobset", ("jobset.x-k8s.io", "JobSet")),
        ("jobsets", ("jobset.x-k8s.io", "JobSet")),
        ("JobSets.JobSet.x-k8s.io", ("jobset.x-k8s.io", "JobSet")),
        ("jobset.v1alpha2.jobset.x-k8s.io", ("jobset.x-k8s.io", "JobSet")),
        ("po", ("", "Pod")),
        ("deploy", ("apps", "Deployment")),
        ("deployments.apps", ("apps", "Deployment")),
        ("job.batch", ("batch", "Job")),
        ("jobs.v1alpha1.batch.volcano.sh", ("batch.volcano.sh", "Job")),
        ("proxies", ("example.com", "Proxy")),
        ("meshes", ("example.com", "Mesh")),
    ],
)
def test_type_tokens(token: str, expected: tuple[str, str]) -> None:
    assert kinds.resolve(token, KINDS, present=set()) == expected


def test_a_kind_of_several_groups_is_the_one_that_is_present() -> None:
    assert kinds.resolve("jobs", KINDS, present={("batch", "Job")}) == ("batch", "Job")
    with pytest.raises(errors.AmbiguousDefinition, match=r"job\.batch, job\.batch\.volcano\.sh"):
        kinds.resolve("jobs", KINDS, present={("batch", "Job"), ("batch.volcano.sh", "Job")})


@pytest.mark.parametrize("token", ["", "nothing", "jobset.example.com", "pods.apps", "."])
def test_unknown_types(token: str) -> None:
    with pytest.raises(errors.NoDefinition):
        kinds.resolve(token, KINDS, present=set())


def test_what_an_object_says_of_itself_may_be_of_any_type() -> None:
    for odd in (
        {},
        {"metadata": []},
        {"metadata": {"name": 3, "namespace": {}}, "kind": 1, "apiVersion": None},
    ):
        assert kinds.name_of(odd) is None
        assert kinds.namespace_of(odd) is None
        assert kinds.group_kind(odd) == ("", "")

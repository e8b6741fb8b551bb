# SPDX-License-Identifier: Apache-2.0
"""Which resource a word means, and where resources are."""

from __future__ import annotations

import pytest

from workload_map import errors
from workload_map.kube.resources import Discovery, Resource


def made(plural: str, version: str, group: str, kind: str, *short: str, namespaced: bool = True) -> Resource:
    return Resource(
        group=group,
        version=version,
        kind=kind,
        plural=plural,
        singular=kind.lower(),
        short_names=short,
        namespaced=namespaced,
    )


PODS = made("pods", "v1", "", "Pod", "po")
NODES = made("nodes", "v1", "", "Node", "no", namespaced=False)
SERVICES = made("services", "v1", "", "Service", "svc")
JOBS = made("jobs", "v1", "batch", "Job")
VOLCANO = made("jobs", "v1alpha1", "batch.volcano.sh", "Job", "vcjob", "vj")
KNATIVE = made("services", "v1", "serving.knative.dev", "Service", "kservice", "ksvc")
RAY = made("rayclusters", "v1", "ray.io", "RayCluster")
RAY_OLD = made("rayclusters", "v1alpha1", "ray.io", "RayCluster")
MPI = made("mpijobs", "v2beta1", "kubeflow.org", "MPIJob")
FOUND = Discovery([PODS, NODES, SERVICES, JOBS, VOLCANO, KNATIVE, RAY, RAY_OLD, MPI])


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("pods", PODS),
        ("Pod", PODS),
        ("po", PODS),
        ("services", SERVICES),
        ("ksvc", KNATIVE),
        ("jobs", JOBS),
        ("jobs.batch", JOBS),
        ("JOB.v1.batch", JOBS),
        ("jobs.batch.volcano.sh", VOLCANO),
        ("jobs.batch.volcano", VOLCANO),
        ("vj", VOLCANO),
        ("job.v1alpha1.batch.volcano.sh", VOLCANO),
        ("raycluster", RAY),
        ("rayclusters.ray", RAY),
        ("rayclusters.v1alpha1.ray.io", RAY_OLD),
        ("service.serving.knative.dev", KNATIVE),
        ("mpijob", MPI),
    ],
)
def test_a_word_means_what_it_means_to_kubectl(token: str, expected: Resource) -> None:
    assert FOUND.find(token) is expected


@pytest.mark.parametrize(
    "resource", [*FOUND.resources], ids=lambda resource: f"{resource.plural}.{resource.api_version}"
)
def test_the_full_word_of_a_resource_means_it(resource: Resource) -> None:
    assert FOUND.find(resource.token) is resource


def test_a_plural_wins_over_a_short_name_and_that_over_a_kind() -> None:
    first = made("aa", "v1", "one", "Word")
    second = made("bb", "v1", "two", "Other", "word", "aa")
    found = Discovery([first, second])
    assert found.find("aa") is first
    assert found.find("word") is second


def test_an_unknown_word_names_words_like_it_and_what_could_not_be_read() -> None:
    with pytest.raises(errors.NotFound) as caught:
        FOUND.find("rayclustr")
    assert str(caught.value) == (
        'the server has no resource type "rayclustr"; did you mean raycluster or rayclusters?'
    )
    broken = Discovery(FOUND.resources, [("metrics.k8s.io/v1beta1", "no answer")])
    with pytest.raises(errors.NotFound, match=r"could not be read: metrics\.k8s\.io/v1beta1: no answer"):
        broken.find("zzz")


@pytest.mark.parametrize("token", ["", ".", "..", ".batch", "a/b", "pods.apps", "jobs.v2.batch", "nodes.v1."])
def test_a_word_that_is_none_is_not_found(token: str) -> None:
    with pytest.raises(errors.NotFound):
        FOUND.find(token)


def test_a_resource_without_a_singular_is_found_by_its_kind() -> None:
    bare = Resource(group="", version="v1", kind="Binding", plural="bindings", singular="", namespaced=True)
    assert Discovery([bare]).find("binding") is bare
    with pytest.raises(errors.NotFound):
        Discovery([bare]).find("")


def test_all_versions_of_a_kind_in_the_servers_order() -> None:
    assert FOUND.of("ray.io", "RayCluster") == (RAY, RAY_OLD)
    assert FOUND.of("ray.io", "raycluster") == ()


def test_paths() -> None:
    assert PODS.path() == "/api/v1/pods"
    assert PODS.path("ml") == "/api/v1/namespaces/ml/pods"
    assert JOBS.path("ml", "a") == "/apis/batch/v1/namespaces/ml/jobs/a"
    assert JOBS.path("ml", "a", "status") == "/apis/batch/v1/namespaces/ml/jobs/a/status"
    assert NODES.path("ml", "n") == "/api/v1/nodes/n"
    assert PODS.path("ml", "../x y") == "/api/v1/namespaces/ml/pods/..%2Fx%20y"

# SPDX-License-Identifier: Apache-2.0
"""What users see who may read little, and whose owners are gone, foreign, or not to be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.live.conftest import Cluster
from tests.live.workloads import Here, in_namespace, until

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def here(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    """A namespace for the whole module."""
    yield from in_namespace(cluster, "rights", tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def web(here: Here) -> dict[str, Any]:
    """A Deployment whose pods run."""
    obj = here.create("deployment/kueue-sample-deployment.yaml", name="web")
    here.settled(obj, 3)
    return obj


def reader(here: Here, name: str, *rules: tuple[str, str]) -> tuple[str, str]:
    """Options to act as a new user who may list and get these (group, plural) of the namespace."""
    user = f"{name}-{here.namespace}"
    metadata = {"name": user, "namespace": here.namespace}
    rbac = "rbac.authorization.k8s.io"
    verbs = ["get", "list", "watch"]
    listed = [{"apiGroups": [group], "resources": [plural], "verbs": verbs} for group, plural in rules]
    here.apply({"apiVersion": f"{rbac}/v1", "kind": "Role", "metadata": metadata, "rules": listed})
    here.apply(
        {
            "apiVersion": f"{rbac}/v1",
            "kind": "RoleBinding",
            "metadata": metadata,
            "roleRef": {"apiGroup": rbac, "kind": "Role", "name": user},
            "subjects": [{"kind": "User", "name": user, "apiGroup": rbac}],
        }
    )
    return "--as", user


def owned(by: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    """An owner reference to an object."""
    reference = {"apiVersion": by["apiVersion"], "kind": by["kind"]}
    return [{**reference, "name": by["metadata"]["name"], "uid": by["metadata"]["uid"], **more}]


def pod(name: str, *owners: dict[str, Any]) -> dict[str, Any]:
    """A pod."""
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "ownerReferences": list(owners)},
        "spec": {"containers": [{"name": "main", "image": "registry.local/x:1"}]},
    }


def test_no_rights_at_all(here: Here, web: dict[str, Any]) -> None:
    for words in (("get", "deploy"), ("get", "--all"), ("get", "deploy/web"), ("describe", "deploy/web")):
        done = here.wmap(*words, user="no-rights")
        assert (done.code, done.out) == (1, ""), words
        (line,) = [line for line in done.err.splitlines() if line.startswith("error: ")]
        assert 'is forbidden: User "no-rights" cannot' in line


def test_lists_work_without_get(here: Here, web: dict[str, Any]) -> None:
    (row,) = here.rows("deploy", "--pods", "--field-selector", "metadata.name=web", user="list-only")
    assert (row["replicas"]["ready"], row["headline"]) == (3, "Running")
    assert "web" in {row["name"] for row in here.rows("--all", "--pods", user="list-only")}
    for words in (("get", "deploy/web"), ("describe", "deploy/web"), ("explain", "pod", "x")):
        done = here.wmap(*words, user="list-only")
        assert (done.code, done.out) == (1, ""), words
        assert 'User "list-only" cannot get resource' in done.err


def test_one_namespace(here: Here, web: dict[str, Any]) -> None:
    done = here.wmap("get", "deploy", user="one-namespace")
    assert (done.code, done.out) == (1, "")
    done = here.wmap("get", "deploy", "-A", user="one-namespace", everywhere=True)
    assert (done.code, done.out) == (1, "")
    assert "at the cluster scope" in done.err
    done = here.wmap("get", "--all", "--pods", "-n", "one-namespace", user="one-namespace", everywhere=True)
    assert done.code == 0


def test_a_list_leaves_out_what_may_not_be_read_and_says_so(here: Here, web: dict[str, Any]) -> None:
    rules = (("apps", "deployments"), ("apps", "replicasets"), ("", "pods"))
    done = here.wmap("get", "--all", "--pods", "-o", "json", *reader(here, "some", *rules))
    assert done.code == 0
    rows = {row["name"]: row for row in json.loads(done.out)["items"]}
    assert rows["web"]["replicas"]["ready"] == 3
    assert "Job is left out" in done.out


def test_an_owner_between_that_may_not_be_read(here: Here, web: dict[str, Any]) -> None:
    as_user = reader(here, "between", ("apps", "deployments"), ("", "pods"))
    (row,) = json.loads(here.wmap("get", "deploy", "--pods", "-o", "json", *as_user).out)["items"]
    # The pods cannot be told to be its own: that is not the same as none.
    assert row["replicas"]["ready"] is None
    assert any("ReplicaSet" in problem["message"] for problem in row["problems"]), row["problems"]
    shown = json.loads(here.wmap("get", "pods", "-o", "json", *as_user).out)["items"]
    mine = [row for row in shown if row["name"].startswith("web-")]
    assert len(mine) == 3
    assert all(row["problems"][0]["code"].startswith("owner.") for row in mine)


def test_a_workload_whose_owner_may_not_be_read(here: Here, cluster: Cluster) -> None:
    cluster.needs("kuberay")
    job = here.create("rayjob/ray-job.sample.yaml", name="rayjob")
    until(lambda: len(here.pods(job)) == 3, what="three pods")
    rules = (("ray.io", "rayclusters"), ("", "pods"))
    done = here.wmap("get", "--all", "--pods", "-o", "json", *reader(here, "ray", *rules))
    assert done.code == 0, done.err
    (row,) = [row for row in json.loads(done.out)["items"] if row["kind"] == "RayCluster"]
    assert row["replicas"]["ready"] == 2
    (problem,) = [problem for problem in row["problems"] if problem["code"].startswith("owner.")]
    assert "RayJob/rayjob" in problem["message"]
    # Who may read both sees one workload.
    kinds = [row["kind"] for row in here.rows("--all", "--pods") if row["name"].startswith("rayjob")]
    assert kinds == ["RayJob"]


def test_an_owner_that_was_made_anew(here: Here) -> None:
    owner = here.create("deployment/kueue-sample-deployment.yaml", name="anew")
    (child,) = here.settled(owner, 3)[:1]
    labels = {"app": "left"}
    # Its owner is gone, so the garbage collector deletes it; a finalizer keeps it from being gone at once.
    left = {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "metadata": {
            "name": "left",
            "finalizers": ["live.workload-map/hold"],
            "ownerReferences": owned(owner, uid="00000000-0000-4000-8000-000000000000", controller=True),
        },
        "spec": {
            "replicas": 1,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod("x")["spec"]},
        },
    }
    made = here.apply(left)
    try:
        row = here.row(made)
        assert [problem["code"] for problem in row["problems"]] == ["owner.stale"]
        assert "owner Deployment/anew not in the cluster" in row["problems"][0]["message"]
        # It stays in a list of all, where a ReplicaSet that is part of something is not shown.
        names = {row["name"] for row in here.rows("--all", "--pods")}
        assert {"anew", "left"} <= names
        assert here.row(owner)["replicas"]["ready"] == 3
        told = json.loads(here.wmap("explain", "pod", child["metadata"]["name"], "-o", "json").out)
        assert told["workload"] == "Deployment/anew"
    finally:
        here.api.patch(made, {"metadata": {"finalizers": None}})


def test_a_flink_deployment_owns_without_controller(here: Here) -> None:
    flink = here.create("flinkdeployment/basic.yaml", name="flink")
    manager = here.create(
        "deployment/kueue-sample-deployment.yaml",
        name="flink",
        change=lambda obj: (
            obj["metadata"].update(ownerReferences=owned(flink, controller=False)),
            obj["spec"].update(replicas=1),
            obj["spec"]["template"]["metadata"].update(labels={"app": "nginx", "component": "jobmanager"}),
        )[0],
    )
    (only,) = here.settled(manager, 1)
    assert here.pods(flink) == [only]
    rows = [row for row in here.rows("--all", "--pods") if row["name"] == "flink"]
    assert [row["kind"] for row in rows] == ["FlinkDeployment"]
    view = here.view(flink)
    assert [item["kind"] for item in view["owned"]] == ["Deployment", "ReplicaSet"]
    placed = [pod["name"] for node in view["components"] for pod in node["pods"]]
    assert placed == [only["metadata"]["name"]]


def test_a_pod_with_several_owners(here: Here, web: dict[str, Any]) -> None:
    other = here.create("deployment/kueue-sample-deployment.yaml", name="other")
    here.apply(pod("shared", *owned(web), *owned(other)))
    row = here.row({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "shared"}})
    assert [problem["code"] for problem in row["problems"]] == ["owner.unclear"]
    told = json.loads(here.wmap("explain", "pod", "shared", "-o", "json").out)
    assert told["ended"] == "several owners and no controller: Deployment/web, Deployment/other"


def test_a_pod_of_its_own(here: Here) -> None:
    here.apply(pod("alone"))
    done = here.wmap("explain", "pod", "alone")
    assert "Role: pod of Pod/alone" in done.out
    assert "\nStatus rules:\n" in done.out
    assert "alone" in {row["name"] for row in here.rows("--all", "--pods")}
    assert "alone" not in {row["name"] for row in here.rows("--all")}
    done = here.wmap("explain", "pod", "nobody")
    assert (done.code, done.out) == (3, "")


def test_every_namespace(here: Here, web: dict[str, Any]) -> None:
    done = here.wmap("get", "deploy", "-A", "-o", "json", everywhere=True)
    rows = json.loads(done.out)["items"]
    assert (here.namespace, "web") in {(row["namespace"], row["name"]) for row in rows}
    assert {row["name"] for row in here.rows("deploy")} >= {"web"}
    assert {row["namespace"] for row in here.rows("deploy")} == {here.namespace}

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from typing import Any

from tests.cli_runs import wmap


def _spec(gpus: int) -> dict[str, Any]:
    return {"containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": gpus}}}]}


def _obj(
    api: str, kind: str, name: str, owner: tuple[str, str, str] | None = None, **more: Any
) -> dict[str, Any]:
    metadata: dict[str, Any] = {"name": name, "namespace": "n", "uid": f"{kind}-{name}"}
    if owner is not None:
        version, of, called = owner
        reference = {"apiVersion": version, "kind": of, "name": called, "uid": f"{of}-{called}"}
        metadata["ownerReferences"] = [{**reference, "controller": True}]
    return {"apiVersion": api, "kind": kind, "metadata": metadata, **more}


def _pod(name: str, owner: tuple[str, str, str], gpus: int) -> dict[str, Any]:
    ready = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
    return _obj("v1", "Pod", name, owner, spec={"nodeName": "node", **_spec(gpus)}, status=ready)


def _sums(by: str, *objects: dict[str, Any]) -> dict[str, Any]:
    run = wmap("get", "-f", "-", "--sum-by", by, "-o", "json", stdin=json.dumps(objects))
    assert run.code == 0
    document: dict[str, Any] = json.loads(run.out)
    return document


STATEFULSET = _obj("apps/v1", "StatefulSet", "a", spec={"replicas": 2, "template": {"spec": _spec(1)}})
DEPLOYMENT = _obj("apps/v1", "Deployment", "b", spec={"replicas": 1, "template": {"spec": _spec(1)}})
OWN = _pod("a-0", ("apps/v1", "StatefulSet", "a"), 1)
LOST = _pod("b-x-y", ("apps/v1", "ReplicaSet", "b-x"), 1)


def test_pods_are_added_up_where_all_are_known() -> None:
    document = _sums("namespace", STATEFULSET, OWN)
    (line,) = document["items"]
    assert (line["desired"], line["current"], line["ready"], line["gpusCurrent"]) == (2, 1, 1, 1)
    assert (line["currentKnown"], line["readyKnown"], line["gpusCurrentKnown"]) == (1, 1, 1)
    assert not line["incomplete"]
    assert document["problems"] == []


def test_a_sum_of_which_only_a_part_is_known_is_null_and_says_so() -> None:
    document = _sums("namespace", STATEFULSET, OWN, DEPLOYMENT, LOST)
    (line,) = [line for line in document["items"] if line["key"] == "n"]
    assert (line["current"], line["ready"], line["gpusCurrent"], line["gpusReady"]) == (None,) * 4
    known = (line["currentKnown"], line["readyKnown"], line["gpusCurrentKnown"], line["gpusReadyKnown"])
    assert known == (2, 2, 2, 2)
    assert line["incomplete"]
    said = {problem["code"]: problem["message"] for problem in document["problems"]}
    assert said["total.incomplete"].startswith("the sum of namespace n is not complete")
    assert said["pods.owner-not-in-input"].startswith(
        "Deployment/b: 1 pod in its namespace owned by a ReplicaSet"
    )
    run = wmap(
        "get", "-f", "-", "--sum-by", "namespace", stdin=json.dumps([STATEFULSET, OWN, DEPLOYMENT, LOST])
    )
    assert run.out.splitlines()[1].split()[3:5] == ["2+?", "2+?"]


def test_without_pods_nothing_is_said_of_them() -> None:
    (line,) = _sums("kind", STATEFULSET)["items"]
    assert (line["current"], line["currentKnown"], line["incomplete"]) == (None, 0, False)


def test_by_node_pods_that_exist_count() -> None:
    (line,) = _sums("node", STATEFULSET, OWN)["items"]
    assert (line["key"], line["desired"], line["current"], line["gpusCurrent"]) == ("node", None, 1, 1)

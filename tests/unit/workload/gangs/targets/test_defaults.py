# SPDX-License-Identifier: Apache-2.0
"""A Job's containers as the server stores them."""

from __future__ import annotations

from typing import Any

import pytest

from workload_map.workload.gangs.targets.defaults import with_defaults


def container(**given: Any) -> dict[str, Any]:
    found = with_defaults({"spec": {"containers": [{"image": "a:1", **given}]}})["spec"]["containers"][0]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("image", "policy"),
    [
        ("train:1", "IfNotPresent"),
        ("train", "Always"),
        ("train:latest", "Always"),
        ("registry:5000/train", "Always"),
        ("registry:5000/train:2", "IfNotPresent"),
        ("train@sha256:ab", "IfNotPresent"),
        ("train:latest@sha256:ab", "Always"),
        (None, "IfNotPresent"),
    ],
)
def test_the_pull_policy_depends_on_the_tag(image: str | None, policy: str) -> None:
    assert container(image=image)["imagePullPolicy"] == policy
    assert container(image=image, imagePullPolicy="Never")["imagePullPolicy"] == "Never"


def test_a_bare_container() -> None:
    assert container() == {
        "image": "a:1",
        "imagePullPolicy": "IfNotPresent",
        "terminationMessagePath": "/dev/termination-log",
        "terminationMessagePolicy": "File",
    }


def test_what_is_inside() -> None:
    found = container(
        ports=[{"containerPort": 1}, {"containerPort": 2, "protocol": "UDP"}, "odd"],
        env=[
            {"name": "A", "value": "1"},
            {"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "x"}}},
            {"name": "C", "valueFrom": {"fileKeyRef": {"key": "k"}}},
        ],
        livenessProbe={"httpGet": {"port": 80}, "periodSeconds": 0},
        startupProbe={"grpc": {"port": 80}, "failureThreshold": 9},
        lifecycle={"preStop": {"httpGet": {"port": 80, "path": "/bye"}}, "postStart": {"exec": {}}},
    )
    assert found["ports"] == [
        {"containerPort": 1, "protocol": "TCP"},
        {"containerPort": 2, "protocol": "UDP"},
        "odd",
    ]
    assert [variable.get("valueFrom") for variable in found["env"]] == [
        None,
        {"fieldRef": {"fieldPath": "x", "apiVersion": "v1"}},
        {"fileKeyRef": {"key": "k", "optional": False}},
    ]
    probe = {"timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3}
    assert found["livenessProbe"] == {"httpGet": {"port": 80, "path": "/", "scheme": "HTTP"}, **probe}
    assert found["startupProbe"] == {"grpc": {"port": 80, "service": ""}, **probe, "failureThreshold": 9}
    assert found["lifecycle"] == {
        "preStop": {"httpGet": {"port": 80, "path": "/bye", "scheme": "HTTP"}},
        "postStart": {"exec": {}},
    }


def test_init_containers_too_and_nothing_else() -> None:
    given = {
        "metadata": {"name": "x"},
        "spec": {"initContainers": [{"image": "b"}], "restartPolicy": "Never"},
    }
    found = with_defaults(given)
    assert found["spec"]["initContainers"][0]["imagePullPolicy"] == "Always"
    assert found["spec"].keys() == given["spec"].keys()
    assert with_defaults(found) == found


@pytest.mark.parametrize(
    "template", [{}, {"spec": None}, {"spec": {"containers": 1}}, {"spec": {"containers": [1]}}]
)
def test_what_is_no_container_stays(template: dict[str, Any]) -> None:
    assert with_defaults(template) == template

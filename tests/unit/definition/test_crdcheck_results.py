# SPDX-License-Identifier: Apache-2.0
"""Results of jq expressions against what their role in the definition asks for, and values against a schema."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.definition.crds import found, root, said
from workload_map.definition.crdcheck.fits import misfit
from workload_map.definition.roles import Gives

GOOD: list[tuple[Gives, str]] = [
    ("integer", ".spec.masters"),
    ("integer", ".spec.optional // 1"),
    ("integer", "1"),
    ("integer", '"2"'),
    ("integer", "null"),
    ("integer", ".spec.port"),
    ("integer", '.metadata.annotations["count"]'),
    ("integer", '.metadata.labels["count"] // 1'),
    ("integer", ".spec.annotations.count"),
    ("integer", ".spec.workers[] | .replicas * (.size // 1)"),
    ("integer", ".spec.workers | length"),
    ("integer", ".spec.count | tonumber"),
    ("integer", ".spec.anything"),
    ("template", ".spec.master"),
    ("template", ".spec.roles[].template"),
    ("template", ".spec.raw"),
    ("template", "{metadata: .spec.master.metadata, spec: .spec.master.spec}"),
    ("template", ".spec.master // null"),
    ("pod-spec", ".spec.master.spec"),
    ("pod-spec", ".spec.raw"),
    ("pod-spec", "{containers: .spec.master.spec.containers}"),
    ("metadata", ".spec.master.metadata"),
    ("metadata", ".metadata"),
    ("metadata", "{labels: .metadata.labels}"),
    ("string", ".spec.mode"),
    ("string", '.spec.mode // "none"'),
    ("string-map", ".metadata.labels"),
    ("string-map", ".spec.master.spec.nodeSelector"),
    ("string-map", '{a: "b"}'),
    ("resources", ".spec.master.spec.containers[0].resources"),
    ("containers", ".spec.master.spec.containers"),
    ("containers", "[.spec.master.spec.containers[] | {name, image}]"),
    ("container", ".spec.master.spec.containers[0]"),
    ("id", ".spec.workers[].name"),
    ("id", ".spec.roles | keys[]"),
    ("id", ".spec.workers[].replicas"),
    ("boolean", ".spec.workers[] | .suspend == true"),
    ("boolean", ".spec.workers[] | .suspend // false"),
    ("phase", ".status.phase"),
    ("conditions", ".status.conditions"),
    ("conditions", "[.status.conditions[]? | {type, status}]"),
    ("key", ".metadata.labels.x // empty"),
    ("any", ".spec"),
]

BAD: list[tuple[Gives, str, str]] = [
    ("integer", ".spec.count", "warning"),
    ("integer", ".spec.share", "error"),
    ("integer", ".spec.suspend", "error"),
    ("integer", ".spec.workers", "error"),
    ("integer", ".spec", "error"),
    ("integer", "1.5", "error"),
    ("integer", "true", "error"),
    ("integer", "[.spec.masters]", "error"),
    ("integer", ".spec.masters, .spec.suspend", "warning"),
    ("template", ".spec.master.spec", "error"),
    ("template", ".spec.roles", "error"),
    ("template", ".spec.mode", "error"),
    ("template", "{spec: .spec.mode}", "error"),
    ("template", ".spec.master // .spec.workers[0].metadata", "warning"),
    ("pod-spec", ".spec.master", "error"),
    ("pod-spec", ".spec.workers", "error"),
    ("metadata", ".spec.master", "error"),
    ("string", ".spec.masters", "error"),
    ("string", ".spec.master", "error"),
    ("string-map", ".spec.master", "error"),
    ("string-map", ".spec.mode", "error"),
    ("string-map", ".spec.roles", "error"),
    ("resources", ".spec.master", "error"),
    ("containers", ".spec.master.spec.containers[]", "error"),
    ("containers", ".spec.workers[].name", "error"),
    ("containers", "[.spec.mode]", "error"),
    ("container", ".spec.master.spec.containers", "error"),
    ("container", ".spec.master.metadata", "error"),
    ("id", ".spec.workers[]", "error"),
    ("boolean", ".spec.mode", "error"),
    ("phase", ".status", "error"),
    ("conditions", ".status.conditions[]", "error"),
    ("conditions", ".status", "error"),
    ("conditions", "[.status.phase]", "error"),
    ("key", ".metadata.labels", "error"),
]


@pytest.mark.parametrize(("gives", "text"), GOOD)
def test_right_results(gives: Gives, text: str) -> None:
    assert [line for line in said(text, gives) if not line.startswith("info")] == []


@pytest.mark.parametrize(("gives", "text", "severity"), BAD)
def test_wrong_results(gives: Gives, text: str, severity: str) -> None:
    assert [(one.code, one.severity) for one in found(text, gives)] == [("crd.result", severity)]


def test_a_worker_is_a_template_by_its_looks() -> None:
    assert said(".spec.workers[]", "template") == []


def test_the_message_says_what_stands_there() -> None:
    (one,) = found(".spec.master", "pod-spec")
    assert one.message == (
        "Train .spec.master is an object with the fields metadata, spec, a pod spec (an object with containers) is"
        " wanted"
    )


def test_a_path_that_leads_nowhere_is_one_fault() -> None:
    assert said(".spec.replicas", "integer") == ["error crd.no-field .replicas"]


VALUES: list[tuple[str, Any, str | None]] = [
    ("suspend", True, None),
    ("suspend", None, None),
    ("suspend", "true", "Train .spec.suspend is a boolean, not a string"),
    ("masters", 0, None),
    ("masters", 2.0, None),
    ("masters", -1, "Train .spec.masters is at least 0"),
    ("masters", 1.5, "Train .spec.masters is an integer"),
    ("mode", "Fast", None),
    ("mode", "Off", "Train .spec.mode is one of Fast, Slow"),
    ("port", "http", None),
    ("port", True, "Train .spec.port is a string or a number, not a boolean"),
    ("raw", {"a": {"b": 1}}, None),
    ("master", {"spec": {"containers": [{"name": "c"}]}}, None),
    (
        "master",
        {"spec": {"containers": [{"nam": "c"}]}},
        'Train .spec.master.spec.containers[] has no field "nam"; did you mean "name"?',
    ),
    (
        "master",
        {"metadata": {"labels": {"a": 1}}},
        "Train .spec.master.metadata.labels.a is a string, not a number",
    ),
    ("annotations", {"a": "b"}, None),
]


@pytest.mark.parametrize(("name", "value", "wrong"), VALUES)
def test_values(name: str, value: Any, wrong: str | None) -> None:
    spec = root().field("spec")
    node = spec.field(name) if spec is not None else None
    assert node is not None
    answer = misfit(node, value)
    assert (f"Train {answer}" if answer else None) == wrong

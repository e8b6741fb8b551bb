# SPDX-License-Identifier: Apache-2.0
"""Every JSON output fits the schema that ``wmap schema`` prints for it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli_runs import ROOT, wmap

_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
_UNDERSTOOD = {
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "properties",
    "required",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "anyOf",
    "enum",
    "const",
    "default",
    "additionalProperties",
}


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str = "$") -> Iterator[str]:
    """What of `value` does not fit; a keyword that this does not know fails the test."""
    assert set(schema) <= _UNDERSTOOD, set(schema) - _UNDERSTOOD
    if "$ref" in schema:
        name = re.fullmatch(r"#/\$defs/(.+)", schema["$ref"])
        assert name is not None
        yield from faults(value, root["$defs"][name[1]], root, path)
    if "anyOf" in schema:
        found = [list(faults(value, part, root, path)) for part in schema["anyOf"]]
        if all(found):
            yield min(found, key=len)[0]
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    if "type" in schema:
        kind = schema["type"]
        fits = isinstance(value, _TYPES[kind]) and (
            kind in ("boolean", "object") or not isinstance(value, bool)
        )
        if not fits:
            yield f"{path}: {value!r} is not {kind}"
            return
    if isinstance(value, dict) and "properties" in schema:
        missing = set(schema.get("required", ())) - set(value)
        unknown = set(value) - set(schema["properties"])
        if missing or unknown:
            yield f"{path}: missing {sorted(missing)}, unknown {sorted(unknown)}"
        for key, part in schema["properties"].items():
            if key in value:
                yield from faults(value[key], part, root, f"{path}.{key}")
    elif isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
        for key, part in value.items():
            yield from faults(part, schema["additionalProperties"], root, f"{path}.{key}")
    if isinstance(value, list):
        fixed = schema.get("prefixItems", [])
        for index, part in enumerate(value):
            rule = fixed[index] if index < len(fixed) else schema.get("items", {})
            if isinstance(rule, dict):
                yield from faults(part, rule, root, f"{path}[{index}]")
            elif rule is False:
                yield f"{path}[{index}]: too many"


BAD = "tests/golden/cli/input"

OUTPUTS = [
    ("describe", "describe -f examples/jobset.yaml"),
    ("describe", "describe -f examples/live.yaml"),
    ("describe", "describe -f examples"),
    ("describe", f"describe -f {BAD}/odd.yaml"),
    ("describe", f"describe -f {BAD}/truncated.yaml"),
    ("describe", f"describe -f {BAD}/undescribed.yaml"),
    ("get", "get -f examples"),
    ("get", "get jobset/training -f examples/live.yaml"),
    ("get", f"get -f {BAD}/odd.yaml"),
    ("get", "get jobset/none -f examples"),
    ("get", "get -f examples --sum-by queue"),
    ("get", "get -f examples --sum-by node"),
    ("explain", "explain -f examples/jobset.yaml"),
    ("explain", "explain -f examples"),
    ("explain", f"explain -f {BAD}/odd.yaml"),
    ("explain", "explain pod training-workers-1-0-zt4lm -f examples/live.yaml"),
    ("explain", "explain pod none -f examples/live.yaml"),
    ("gangs", "gangs -f examples/jobset.yaml"),
    ("gangs", "gangs -f examples"),
    ("gangs", f"gangs -f {BAD}/gangs-live.yaml"),
    ("gangs", f"gangs -f {BAD}/odd.yaml"),
    ("gangs", f"gangs -f {BAD}/truncated.yaml"),
    ("gangs", "gangs -f examples/raycluster.yaml --for native"),
    ("gangs", "gangs -f examples/pytorchjob.yaml --for volcano --bind"),
    ("gangs", f"gangs -f {BAD}/gangs-live.yaml --for kai"),
    ("describe", f"describe -f {BAD}/gangs-live.yaml"),
    ("validate", "validate src/workload_map/definition/catalog"),
    ("validate", "validate tests/golden/definition/bad.yaml examples"),
    ("validate", "validate nothing.yaml"),
    ("test", "test docs/reference/cases"),
    ("test", "test docs/reference/cases/good.yaml --coverage --mutate"),
    ("definitions", "definitions --abilities"),
    ("definitions", "definitions jobset-x-k8s-io-jobset-v1alpha2 --abilities"),
]


@pytest.mark.parametrize(("name", "command"), OUTPUTS, ids=[command for _, command in OUTPUTS])
def test_output_fits_its_schema(name: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    schema = json.loads(wmap("schema", name).out)
    document = json.loads(wmap(*command.split(), "-o", "json").out)
    assert list(faults(document, schema, schema)) == []


@pytest.mark.parametrize("name", ["describe", "get", "explain", "gangs", "validate", "test", "definitions"])
def test_every_key_is_always_there(name: str) -> None:
    schema = json.loads(wmap("schema", name).out)
    for part in schema["$defs"].values():
        if "properties" in part:
            assert part["required"] == list(part["properties"])


def test_the_keys_of_a_workload() -> None:
    schema = json.loads(wmap("schema", "describe").out)
    workload = list(schema["$defs"]["WorkloadView"]["properties"])
    promised = (
        "name namespace kind apiVersion uid createdAt definition origin fileMode headline objectHeadline phases"
        " reason message queue suspended deleting replicas resources podResources accelerators components owned"
        " unassignedPods finishedPods terminatingPods problems gangs"
    )
    assert set(promised.split()) <= set(workload)
    node = schema["$defs"]["NodeView"]["properties"]
    promised = (
        "id name component instance copy kind headline suspended units replicas perPod resources podResources"
        " nodes pods children problems"
    )
    assert set(promised.split()) <= set(node)


def test_the_keys_of_a_gang() -> None:
    gangs = json.loads(wmap("schema", "gangs").out)["$defs"]
    assert list(gangs["GangsView"]["properties"]) == [
        "name",
        "namespace",
        "kind",
        "apiVersion",
        "uid",
        "gangs",
        "problems",
    ]
    promised = (
        "name path copy active minPods minChildren desiredPods members topology priority queue schedulerName"
        " writtenBy startAfter children live"
    )
    assert list(gangs["Gang"]["properties"]) == promised.split()
    assert list(gangs["Member"]["properties"]) == ["component", "instance", "min", "desired"]
    assert list(gangs["Topology"]["properties"]) == ["required", "preferred"]
    promised = "existing scheduled ready satisfied reason"
    assert list(gangs["Live"]["properties"]) == [*promised.split(), "group"]

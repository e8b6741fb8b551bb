# SPDX-License-Identifier: Apache-2.0
"""The catalog and the facts it was made from, against the CRDs of the real operators."""

from __future__ import annotations

import functools
import importlib.util
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tests.shared import shared
from workload_map.definition import CatalogIndex, Definition, Expression, Role, codec
from workload_map.definition.crdcheck import KindSchema, Schemas, check_schemas, crds_in
from workload_map.definition.crdcheck.check import check_expression
from workload_map.definition.model import GVK
from workload_map.definition.roles import Gives
from workload_map.problems import Problem

CATALOG = Path(codec.__file__).parent / "catalog"
ROOT = Path(__file__).resolve().parents[3]

#: Expressions among the facts that read a field which the version does not have: they serve an older one too.
OLDER = {
    ("agents.x-k8s.io/v1beta1/Sandbox", ".spec", "replicas"),
    ("milvus.io/v1beta1/Milvus", ".spec.components.standalone", "groups"),
    ("milvus.io/v1beta1/Milvus", ".spec.components.mixCoord", "groups"),
}


#: Definitions of versions that the saved CRDs lack.
NOT_SAVED = {"nvidia-com-dynamographdeployment-v1beta1"}


@functools.cache
def known() -> Schemas:
    found = Schemas()
    for path in sorted(shared("crds").rglob("*.json")):
        for one in crds_in(msgspec.json.decode(path.read_bytes()), source=path.name):
            assert isinstance(one, KindSchema), one
            found.add(one)
    return found


def definitions() -> Iterator[Definition]:
    for entry in CatalogIndex.builtin().entries():
        yield entry.definition


def test_nothing_false_on_the_catalog() -> None:
    start = time.process_time()
    schemas = known()
    wrong: list[Problem] = []
    count = 0
    for definition in definitions():
        count += 1
        found = [one for one in check_schemas(definition, schemas) if one.severity != "info"]
        if definition.name in NOT_SAVED:
            assert [one.code for one in found] == ["crd.no-version"]
        else:
            wrong += found
    took = time.process_time() - start
    assert [str(problem) for problem in wrong] == []
    assert count >= 9
    assert took < 5, f"{count} definitions took {took:.1f} s"


def test_a_field_of_a_worker_group_that_is_not_there() -> None:
    text = (CATALOG / "ray-io-raycluster-v1.yaml").read_text(encoding="utf-8")
    assert ".suspend == true" in text
    (definition,) = codec.load_definitions(text.replace("if .suspend == true", "if .suspended == true"))
    found = [one for one in check_schemas(definition, known()) if one.severity == "error"]
    assert found
    for problem in found:
        assert problem.message == (
            'RayCluster .spec.workerGroupSpecs[] has no field "suspended"; did you mean "suspend"?'
        )
        assert getattr(problem, "suggestion", None) == "suspend"


def rules() -> Iterator[tuple[str, str, Gives]]:
    """Kind, expression and what it gives, of every rule and role among the facts."""
    for kind, statuses in json.loads(shared("facts/status-rules.json").read_text()).items():
        for text in statuses.values():
            if isinstance(text, str):
                yield kind, text, "any"
    shapes: dict[str, Gives] = {"T": "template", "P": "pod-spec", "S": "pod-spec"}
    for kind, roles in json.loads(shared("facts/roles.json").read_text()).items():
        for role in roles:
            if role["path"]:
                yield kind, role["path"], shapes.get(role["shape"], "any")
            yield from ((kind, role[key], "integer") for key in ("replicas", "min", "max") if role[key])
            if role["instance"]:
                yield kind, role["instance"], "id"


def test_nothing_false_on_the_rules_and_roles_of_the_facts() -> None:
    schemas = known()
    seen = 0
    for kind, text, gives in rules():
        group, version, name = kind.split("/") if kind.count("/") == 2 else ("", *kind.split("/"))
        schema = schemas.versions(GVK(group, version, name)).get(version)
        if schema is None:
            continue
        expression = Expression(steps=("spec",), text=text, role=Role("object", gives))
        checked = check_expression(expression, schema.root(), name)
        assert checked is not None, text
        seen += 1
        for found in checked[1]:
            if found.severity != "info":
                assert (kind, *_place(found)) in OLDER, f"{kind}: {found.message} in {text}"
    assert seen > 300


def _place(found: Any) -> tuple[str, str]:
    return "." + ".".join(found.place or ()), found.message.split('"')[1] if '"' in found.message else ""


def test_every_role_has_a_rule_or_needs_none() -> None:
    from workload_map.definition.crdcheck import results

    assert set(get_args(Gives)) - set(results._RULES) == {"any"}


def _script() -> Any:
    spec = importlib.util.spec_from_file_location("builtin_schemas", ROOT / "scripts/builtin_schemas.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_builtin_schemas_are_what_the_script_makes() -> None:
    script = _script()
    folder = script.module_folder()
    if folder is None:
        pytest.skip(f"the Go module k8s.io/kubernetes {script.VERSION} has not been downloaded here")
    assert script.TARGET.read_text() == script.make(folder), "run scripts/builtin_schemas.py"

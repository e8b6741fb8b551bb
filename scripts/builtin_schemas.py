# SPDX-License-Identifier: Apache-2.0
"""Makes src/workload_map/definition/crdcheck/builtin.json from the OpenAPI v3 files of Kubernetes.

    go mod download k8s.io/kubernetes@v1.37.2
    python scripts/builtin_schemas.py [--check] [FOLDER OF THE MODULE]

Kept are the kinds that definitions describe or read, and what they are made of; of each schema what the check
needs: types, fields, what is required, enumerations. With --check nothing is written: exit code 1 on a difference.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

VERSION = "v1.37.2"
TARGET = Path(__file__).resolve().parent.parent / "src/workload_map/definition/crdcheck/builtin.json"

#: Kinds by the file that they are in, as GROUP/VERSION/KIND (the core group is empty).
KINDS = {
    "api__v1_openapi.json": ["/v1/Pod", "/v1/PodTemplate", "/v1/ReplicationController", "/v1/Service"],
    "apis__apps__v1_openapi.json": [
        "apps/v1/DaemonSet",
        "apps/v1/Deployment",
        "apps/v1/ReplicaSet",
        "apps/v1/StatefulSet",
    ],
    "apis__batch__v1_openapi.json": ["batch/v1/CronJob", "batch/v1/Job"],
}
PREFIX = "#/components/schemas/"
KEPT = ("type", "format", "required", "nullable", "enum", "x-kubernetes-preserve-unknown-fields")

#: The published files leave out the enumerations that the Go types have (PodPhase, ConditionStatus).
ENUMS = {
    ("PodStatus", "phase"): ["Pending", "Running", "Succeeded", "Failed", "Unknown"],
    **{
        (name, "status"): ["True", "False", "Unknown"]
        for name in (
            "PodCondition",
            "DeploymentCondition",
            "ReplicaSetCondition",
            "StatefulSetCondition",
            "DaemonSetCondition",
            "JobCondition",
        )
    },
}


def module_folder() -> Path | None:
    """Where the module is on this machine, None when it has not been downloaded."""
    try:
        answer = subprocess.run(["go", "env", "GOMODCACHE"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    folder = Path(answer.stdout.strip()) / f"k8s.io/kubernetes@{VERSION}"
    return folder if folder.is_dir() else None


def make(folder: Path) -> str:
    """The text of the file."""
    kinds: dict[str, str] = {}
    schemas: dict[str, Any] = {}
    for file, names in KINDS.items():
        source = json.loads((folder / "api/openapi-spec/v3" / file).read_text())["components"]["schemas"]
        for name in names:
            kinds[name] = _add(schemas, source, _full_name(source, name))
    _drop_unreached(kinds, schemas)
    document = {"version": VERSION, "kinds": kinds, "schemas": dict(sorted(schemas.items()))}
    return json.dumps(document, separators=(",", ":")) + "\n"


def _full_name(source: dict[str, Any], kind: str) -> str:
    group, version, name = kind.split("/")
    for full, schema in source.items():
        for known in schema.get("x-kubernetes-group-version-kind", ()):
            if (known["group"], known["version"], known["kind"]) == (group, version, name):
                return full
    raise SystemExit(f"no schema of {kind}")


def _add(schemas: dict[str, Any], source: dict[str, Any], full: str) -> str:
    # Short names are unique among the few groups that are read here.
    short = full.rsplit(".", 1)[-1]
    if short not in schemas:
        schemas[short] = {}
        schemas[short] = _slim(schemas, source, source[full], short)
    return short


def _slim(schemas: dict[str, Any], source: dict[str, Any], schema: dict[str, Any], owner: str) -> Any:
    reference = schema.get("$ref")
    # A reference that carries a description of its own is wrapped in an allOf of one.
    if reference is None and len(schema.get("allOf", ())) == 1:
        reference = schema["allOf"][0]["$ref"]
    if reference is not None:
        full = reference.removeprefix(PREFIX)
        return {"$ref": f"#/schemas/{_add(schemas, source, full)}"}
    if "oneOf" in schema:
        return {"x-kubernetes-int-or-string": True}
    slim = {key: schema[key] for key in KEPT if key in schema}
    if "properties" in schema:
        slim["properties"] = {
            name: _slim(schemas, source, inner, owner) for name, inner in schema["properties"].items()
        }
        for name, inner in slim["properties"].items():
            if (owner, name) in ENUMS:
                inner["enum"] = ENUMS[owner, name]
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            slim[key] = _slim(schemas, source, schema[key], owner)
    return slim


def _drop_unreached(kinds: dict[str, str], schemas: dict[str, Any]) -> None:
    reached: set[str] = set()
    waiting = [*kinds.values(), "PodTemplateSpec", "ObjectMeta", "Container"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            text = json.dumps(schemas[name])
            waiting += [part.split('"')[0] for part in text.split('"#/schemas/')[1:]]
    for name in set(schemas) - reached:
        del schemas[name]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    folder = options.folder or module_folder()
    if folder is None:
        print(f"the module is not here: go mod download k8s.io/kubernetes@{VERSION}", file=sys.stderr)
        return 2
    text = make(folder)
    if options.check:
        return int(not TARGET.is_file() or TARGET.read_text() != text)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

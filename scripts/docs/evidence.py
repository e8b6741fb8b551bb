# SPDX-License-Identifier: Apache-2.0
"""On what reference material each definition was tried: counted from that material, kept in ``evidence.json``.

The material itself is not part of the repository, so the counts are; where it is there, a test compares.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import yaml

from workload_map.definition.catalog import CatalogIndex

__all__ = ["FILE", "Evidence", "collect", "read", "text"]

FILE = Path(__file__).with_name("evidence.json")

_BUILT_IN = ("", "apps", "batch")


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of objects of one kind and version, and how its schema is known."""

    recorded: int
    """States recorded from clusters, the object alone."""
    live: int
    """States recorded from clusters together with all pods."""
    samples: int
    """Manifests of the operator's own documentation and tests."""
    schema: str
    """built-in, whole, trimmed or none."""


def read() -> dict[str, Evidence]:
    """The counts, by name of the definition."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Evidence])


def text(found: dict[str, Evidence]) -> str:
    """The text of the file."""
    return json.dumps(msgspec.to_builtins(found), indent=1, sort_keys=True) + "\n"


def collect(folder: Path) -> dict[str, Evidence]:
    """Count it."""
    recorded: Counter[str] = Counter()
    with (folder / "recordings/INDEX.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            recorded[row["path"].split("/")[1]] += int(row["states"])
    live: Counter[tuple[str, str]] = Counter()
    for path in (folder / "recordings-live").glob("*/*/*.json"):
        live[_key(json.loads(path.read_text(encoding="utf-8"))["object"])] += 1
    samples: Counter[tuple[str, str]] = Counter()
    for top in ("samples", "manifests"):
        for path in (folder / top).rglob("*.yaml"):
            for document in yaml.load_all(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader):
                if isinstance(document, dict):
                    samples[_key(document)] += 1
    schemas = _schemas(folder / "crds")
    return {
        entry.name: Evidence(
            recorded=recorded[entry.name],
            live=live[entry.gvk.api_version, entry.gvk.kind],
            samples=samples[entry.gvk.api_version, entry.gvk.kind],
            schema="built-in"
            if entry.gvk.group in _BUILT_IN
            else schemas.get((entry.gvk.api_version, entry.gvk.kind), "none"),
        )
        for entry in CatalogIndex.builtin().entries()
    }


def _key(value: dict[str, Any]) -> tuple[str, str]:
    return str(value.get("apiVersion")), str(value.get("kind"))


def _schemas(folder: Path) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for path in sorted(folder.rglob("*.json")):
        spec = json.loads(path.read_text(encoding="utf-8"))["spec"]
        word = "trimmed" if path.parent.name == "trimmed" else "whole"
        for version in spec["versions"]:
            found.setdefault((f"{spec['group']}/{version['name']}", spec["names"]["kind"]), word)
    return found

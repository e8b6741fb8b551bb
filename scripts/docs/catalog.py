# SPDX-License-Identifier: Apache-2.0
"""``docs/catalog.md`` and a page for each kind, from the definitions in the catalog."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import yaml

from scripts.docs import ROOT, evidence, kind
from scripts.docs.text import table
from workload_map.cli import abilities_text
from workload_map.definition.abilities import STATUSES
from workload_map.definition.catalog import INDEX, CatalogIndex, IndexRow
from workload_map.session import abilities

__all__ = ["NOTES", "pages"]

FOLDER = ROOT / "src/workload_map/definition/catalog"
NOTES = Path(__file__).with_name("notes.yaml")

_INTRODUCTION = """# The catalog

The {count} definitions that come with Workload Map, and what each knows of its kind: what `wmap definitions -o wide`
prints. `wmap definitions --abilities -o json` says the same role by role. A page for each kind tells where its numbers
come from, how its states are recognised, and what is not known.

"""

_LEGEND = """
* **Roles**: the parts that have pods. Where only some of them have an ability, it is said how many: `1 of 2`.
* **Replicas**: the number of wanted pods is told. **Scale**: `wmap scale` can set it. **Units**: what is counted when
  scaling, where that is not pods. **Min**, **max**: bounds are told. What a single object does not say is shown as `?`,
  never as 0.
* **Suspend**: `wmap suspend` and `wmap resume` work.
* **Type**, **instance**, **copy**: pods are told apart by their role, by the instance of it, by the copy (a group, an
  ordinal). `only`: the one role takes every pod.
* **Gang**: the definition says which pods start together; `alone`: each pod by itself.

## States

"""

_LIMITS = """
## What one object does not say

Templates and numbers that stand in another object, or are decided while the workload runs, read as not known. The page
of a kind has its limits in full, those of its states too.

"""

_EVIDENCE = """
## On what they were tried

Numbers of objects in the reference material, which is not part of this repository: states recorded from clusters (the
object alone), states recorded together with all pods, and manifests of the operators. Against the schema of its kind
each definition is checked path by path; those of Kubernetes' own kinds come with the program.

"""

_LACKING = """
Nothing that a controller wrote was there for {unseen}.
No manifest either: {nothing}.
"""


def pages() -> dict[str, str]:
    """The pages, by their path from the root of the repository."""
    catalog = CatalogIndex.builtin()
    counts = evidence.read()
    notes = _notes({entry.name for entry in catalog.entries()})
    files = _files()
    sources = {name: (FOLDER / file).read_text(encoding="utf-8") for name, file in files.items()}
    found = {}
    for entry in catalog.entries():
        found[f"docs/catalog/{entry.name}.md"] = kind.page(
            entry.definition,
            abilities.rows([entry])[0],
            file=f"../../src/workload_map/definition/catalog/{files[entry.name]}",
            source=sources[entry.name],
            notes=notes.get(entry.name, []),
            evidence=counts[entry.name],
        )
    rows = sorted(abilities.rows(catalog.entries()), key=lambda row: row.name)
    limits = {name: " ".join(kind.header(source)[1]) for name, source in sources.items()}
    found["docs/catalog.md"] = _overview(rows, counts, limits)
    return found


def _overview(
    rows: list[abilities.AbilitiesRow], counts: dict[str, evidence.Evidence], limits: dict[str, str]
) -> str:
    columns = [name.capitalize() for name in abilities_text.HEADER]
    shown = [index for index, name in enumerate(columns) if name not in ("Name", "Origin", "Statuses")]
    lines = []
    for row in rows:
        cells = abilities_text.cells(row)
        cells[1] = f"[{row.kind}](catalog/{row.name}.md)<br>{cells[1].rpartition(' ')[0]}"
        cells = [cell.replace(",", ", ") for cell in cells]
        lines.append([cells[index] for index in shown])
    text = _INTRODUCTION.format(count=len(rows)) + table([columns[index] for index in shown], lines) + _LEGEND
    text += table(["Kind", *map(str.capitalize, STATUSES)], [_states(row) for row in rows])
    text += _LIMITS + "".join(f"* {_title(row)}: {limits[row.name]}\n" for row in rows if limits[row.name])
    text += _EVIDENCE + table(
        ["Kind", "Recorded", "With pods", "Manifests", "Schema"],
        [
            [
                _title(row),
                str(counts[row.name].recorded),
                str(counts[row.name].live),
                str(counts[row.name].samples),
                counts[row.name].schema,
            ]
            for row in rows
        ],
    )
    unseen = [row for row in rows if not (counts[row.name].recorded or counts[row.name].live)]
    nothing = [row for row in unseen if not counts[row.name].samples]
    return text + _LACKING.format(
        unseen=", ".join(map(_title, unseen)) or "none of them",
        nothing=", ".join(map(_title, nothing)) or "all have some",
    )


def _states(row: abilities.AbilitiesRow) -> list[str]:
    return [_title(row), *("yes" if word in row.statuses else "-" for word in STATUSES)]


def _title(row: abilities.AbilitiesRow) -> str:
    """The kind; with its version, as several kinds are described in two."""
    return f"{row.kind} ({row.group}/{row.version})" if row.group else f"{row.kind} ({row.version})"


def _files() -> dict[str, str]:
    rows = msgspec.json.decode((FOLDER / INDEX).read_bytes(), type=list[IndexRow])
    return {row.name: row.file for row in rows}


def _notes(names: set[str]) -> dict[str, list[str]]:
    """The limits in ``notes.yaml`` by name of the definition; one that is not there is a mistake in that file."""
    found: dict[str, list[str]] = {}
    entries: list[dict[str, Any]] = yaml.safe_load(NOTES.read_text(encoding="utf-8"))
    for entry in entries:
        for name in entry["kinds"]:
            if name not in names:
                raise ValueError(f"{NOTES.name}: there is no definition {name}")
            found.setdefault(name, []).append(entry["text"])
    return found

# SPDX-License-Identifier: Apache-2.0
"""Makes ``index.json`` from the YAML files of the catalog.

After a change to one of them: ``python -m workload_map.definition.catalog.generate > NEW`` and put NEW in the
place of ``index.json`` in this folder. A test compares the two.
"""

from __future__ import annotations

import sys
from importlib import resources

import msgspec

from workload_map.definition.catalog import IndexRow
from workload_map.definition.codec import load_definitions

__all__ = ["index"]


def index() -> str:
    """The text of the index: JSON with one definition a line, ordered by kind.

    Raises DefinitionError for a file that does not hold.
    """
    folder = resources.files("workload_map.definition.catalog")
    rows = [
        IndexRow(
            **definition.gvk._asdict(),
            name=definition.name,
            file=file.name,
            definition=msgspec.Raw(msgspec.json.encode(definition)),
        )
        for file in folder.iterdir()
        if file.name.endswith(".yaml")
        for definition in load_definitions(file.read_bytes(), source=file.name)
    ]
    rows.sort(key=lambda row: (row.group, row.kind, row.version, row.name))
    return "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in rows) + "\n]\n"


if __name__ == "__main__":
    sys.stdout.write(index())

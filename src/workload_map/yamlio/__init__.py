# SPDX-License-Identifier: Apache-2.0
"""YAML and JSON as Kubernetes reads and writes them, strictly, with the place of everything that is read."""

from __future__ import annotations

from workload_map.yamlio._document import Document, load, load_all
from workload_map.yamlio._edit import edit_text
from workload_map.yamlio._events import MAX_EXPANDED
from workload_map.yamlio._text import MAX_DEPTH, escape
from workload_map.yamlio._writer import dump, dump_all, to_json

__all__ = [
    "MAX_DEPTH",
    "MAX_EXPANDED",
    "Document",
    "dump",
    "dump_all",
    "edit_text",
    "escape",
    "load",
    "load_all",
    "to_json",
]

# SPDX-License-Identifier: Apache-2.0
"""Markdown, and expressions in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workload_map import errors, jq
from workload_map.jq import reads

__all__ = ["code", "fields_read", "joined", "table"]


def code(text: str) -> str:
    """Text as code inside a line, whatever backticks it holds."""
    if "`" not in text:
        return f"`{text}`"
    return f"`` {text} ``"


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with these cells."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(map(cell, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def joined(parts: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def fields_read(expression: str) -> list[str]:
    """The fields that an expression may read, as jq writes them; none where it does not parse."""
    try:
        found = reads.reads(jq.parse(expression))
    except errors.JqError:
        return []
    return [_written(path) for path in found]


def _written(path: reads.ReadPath) -> str:
    steps = path[:-1] if path[-1:] == (reads.ANY,) else path
    text = ""
    for step in steps:
        if step == reads.ELEMENT:
            text += "[]"
        elif step.isidentifier():
            text += f".{step}"
        else:
            text += f'["{step}"]' if text else f'.["{step}"]'
    return text or "."

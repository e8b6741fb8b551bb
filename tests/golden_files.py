# SPDX-License-Identifier: Apache-2.0
"""Golden files: texts that a person reads, kept under ``tests/golden``. ``UPDATE_GOLDEN=1`` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["GOLDEN", "check_golden"]

GOLDEN = Path(__file__).resolve().parent / "golden"


def check_golden(name: str, text: str) -> None:
    """The text is that of the golden file `name`."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path} is missing: run once with UPDATE_GOLDEN=1 and look at it"
    assert text == path.read_text(encoding="utf-8"), f"differs from {path}; UPDATE_GOLDEN=1 accepts it"

# SPDX-License-Identifier: Apache-2.0
"""Finds the material that tests read in place and that is not part of this repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["SHARED", "shared"]

_REPOSITORY = Path(__file__).resolve().parent.parent


def _find() -> Path | None:
    named = os.environ.get("WORKLOAD_MAP_SHARED")
    path = Path(named) if named else _REPOSITORY.parent / "shared"
    return path if path.is_dir() else None


SHARED: Path | None = _find()
"""The shared material: env ``WORKLOAD_MAP_SHARED``, else ``../shared`` beside the checkout, else None."""


def shared(path: str) -> Path:
    """The file or folder `path` of the shared material; skips the calling test when it is not there."""
    if SHARED is None:
        pytest.skip("no shared material: set WORKLOAD_MAP_SHARED, or put it at ../shared beside the checkout")
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"the shared material at {SHARED} has no {path}")
    return found

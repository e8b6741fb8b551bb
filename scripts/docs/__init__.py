# SPDX-License-Identifier: Apache-2.0
"""Pages of the documentation that are made from the product itself: ``python -m scripts.docs`` writes them.

``docs/catalog.md`` and ``docs/catalog/`` come from the definitions, ``docs/reference/definition.md`` from the model
of the format. Tests compare the files with what is made here.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["ROOT", "pages"]

ROOT = Path(__file__).resolve().parent.parent.parent


def pages() -> dict[str, str]:
    """Every generated page: its path from the root of the repository, and its text."""
    from scripts.docs import catalog, definition

    return {"docs/reference/definition.md": definition.page(), **catalog.pages()}

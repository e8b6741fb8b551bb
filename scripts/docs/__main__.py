# SPDX-License-Identifier: Apache-2.0
"""Writes the generated pages; with ``--evidence FOLDER`` counts anew what reference material there is.

python -m scripts.docs
python -m scripts.docs --evidence ../shared
"""

from __future__ import annotations

import argparse
from pathlib import Path

from scripts.docs import ROOT, evidence, pages


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description="Writes the generated pages of the documentation.")
    parser.add_argument("--evidence", type=Path, help="folder with the reference material to count first")
    folder = parser.parse_args().evidence
    if folder is not None:
        evidence.FILE.write_text(evidence.text(evidence.collect(folder)), encoding="utf-8")
    written = pages()
    for old in (ROOT / "docs/catalog").glob("*.md"):
        if str(old.relative_to(ROOT)) not in written:
            old.unlink()
    for name, text in written.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


main()

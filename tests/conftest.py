# SPDX-License-Identifier: Apache-2.0
"""Makes `tests.…` importable: pytest's importlib mode leaves sys.path alone."""

from __future__ import annotations

import sys
from pathlib import Path

_ROOT = str(Path(__file__).resolve().parent.parent)
if _ROOT not in sys.path:
    sys.path.insert(0, _ROOT)

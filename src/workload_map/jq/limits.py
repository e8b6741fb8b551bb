# SPDX-License-Identifier: Apache-2.0
"""How much one compilation or evaluation may use."""

from __future__ import annotations

import msgspec

__all__ = ["DEFAULT_LIMITS", "Limits"]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds of one compilation and one evaluation; going over one is a `JqError` with code ``jq.limit``."""

    steps: int = 1_000_000
    """Work of one evaluation: turns of loops, calls, and a share of each value that is copied or walked."""
    results: int = 1_000
    """Results that `Program.all` may give, this number included."""
    string: int = 10_000_000
    """Characters of one string."""
    array: int = 1_000_000
    """Elements of one array."""
    bits: int = 14_000
    """Bits of one integer: below the 4,300 digits at which CPython refuses to print or read one."""
    calls: int = 200
    """Calls of functions written in jq that may be in progress at once."""
    depth: int = 10_000
    """Levels of one value."""
    source: int = 30_000
    """Characters of an expression."""
    nesting: int = 200
    """Levels of an expression's syntax tree."""


DEFAULT_LIMITS = Limits()

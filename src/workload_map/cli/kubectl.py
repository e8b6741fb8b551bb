# SPDX-License-Identifier: Apache-2.0
"""Completion of ``kubectl wmap``: kubectl runs ``kubectl_complete-wmap`` with the words of the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from workload_map.cli import printers

__all__ = ["complete"]

#: What kubectl (cobra) is told after the last completion.
_DEFAULT: Final = 0
_NO_FILES: Final = 4


def complete(command: click.Command, words: Sequence[str]) -> int:
    """Print what may stand in place of the last of `words`, one a line, then the directive; always 0."""
    from click.shell_completion import ShellComplete

    given, incomplete = list(words[:-1]), words[-1] if words else ""
    try:
        found = ShellComplete(command, {}, "wmap", "_WMAP_COMPLETE").get_completions(given, incomplete)
    except Exception:
        # A shell in the middle of a line is no place for messages.
        found = []
    directive = _NO_FILES
    for item in found:
        if item.type == "plain":
            text = f"{item.value}\t{item.help}" if item.help else str(item.value)
            printers.emit("\t".join(map(printers.safe, text.split("\t", 1))))
        else:
            directive = _DEFAULT
    printers.emit(f":{directive}")
    return 0

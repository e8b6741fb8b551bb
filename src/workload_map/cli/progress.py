# SPDX-License-Identifier: Apache-2.0
"""Lines of progress on stderr: on a terminal each takes the place of the one before."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from workload_map.cli import printers

__all__ = ["Progress"]


class Progress:
    """Shows one line after another. `stream` and `in_place` are stderr and whether that is a terminal."""

    def __init__(self, stream: TextIO | None = None, *, in_place: bool | None = None) -> None:
        self._stream = stream or sys.stderr
        terminal = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._in_place = terminal if in_place is None else in_place
        self._open = False

    def show(self, text: str) -> None:
        """Show a line; a terminal's width is not exceeded, for a line that wraps could not be taken back."""
        text = printers.safe(text)
        sys.stdout.flush()
        if self._in_place:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r{text[:width]}\x1b[K")
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()
        self._open = self._in_place

    def warn(self, text: str) -> None:
        """Say something that stays, below the line that is shown."""
        self.end()
        printers.warn(text)

    def end(self) -> None:
        """Leave the line that is shown, and go on below it."""
        if self._open:
            self._stream.write("\n")
            self._stream.flush()
            self._open = False

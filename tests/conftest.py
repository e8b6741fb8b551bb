# SPDX-License-Identifier: Apache-2.0
"""Makes `tests.…` importable (pytest's importlib mode leaves sys.path alone), and Ctrl-C heard by what tests start."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path

_ROOT = str(Path(__file__).resolve().parent.parent)
if _ROOT not in sys.path:
    sys.path.insert(0, _ROOT)

# A shell that runs this in the background has it, and all that it starts, ignore the signal. A handler is forgotten by
# what is started: that has the default again. (Only the main thread may set one.)
with contextlib.suppress(ValueError):
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)

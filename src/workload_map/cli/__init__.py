# SPDX-License-Identifier: Apache-2.0
"""The command line: `main` is ``wmap``, `complete` answers kubectl when it completes ``kubectl wmap``."""

from __future__ import annotations

import gc
import sys

__all__ = ["complete", "main"]


def main() -> None:
    """Run ``wmap`` with the arguments of the process and end it with an exit code of `exits`."""
    # Most of a short run is imports, whose objects all stay: looking for garbage among them is wasted.
    gc.set_threshold(50_000, 20, 20)
    try:
        from workload_map.cli import app
    except KeyboardInterrupt:
        sys.exit(130)

    sys.exit(app.run(sys.argv[1:]))


def complete() -> None:
    """Print completions of ``kubectl wmap …`` as kubectl's plugin protocol asks: one a line, then a directive."""
    from workload_map.cli import app, kubectl

    sys.exit(kubectl.complete(app.wmap, sys.argv[1:]))

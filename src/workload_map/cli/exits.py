# SPDX-License-Identifier: Apache-2.0
"""Exit codes, and the one place where an error becomes a message and a code."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from workload_map import errors

__all__ = ["ABSENT", "FAILURE", "INTERRUPTED", "NO_DEFINITION", "OK", "USAGE", "code_of", "report"]

OK: Final = 0
FAILURE: Final = 1
USAGE: Final = 2
"""Wrong arguments, or input that is malformed."""
ABSENT: Final = 3
"""What was asked for by name is not there."""
NO_DEFINITION: Final = 4
"""Nothing in the input is of a kind that a definition describes."""
INTERRUPTED: Final = 130

#: By the first part of an error's code, longest match first.
_CODES: Final = {
    "input": USAGE,
    "quantity": USAGE,
    "definition": USAGE,
    "jq": USAGE,
    "ambiguous-definition": USAGE,
    "not-found": ABSENT,
    "no-definition": NO_DEFINITION,
}


def code_of(error_code: str) -> int:
    """The exit code for an error's stable code (``input.syntax``, ``not-found``…)."""
    head = error_code.partition(".")[0]
    return _CODES.get(head, FAILURE)


def report(error: BaseException) -> int:
    """Say an error on stderr, in one form for all, and give its exit code. Shows a traceback for none of
    them, unless the environment asks for it with WMAP_DEBUG."""
    import click

    from workload_map import errors
    from workload_map.cli import printers

    if isinstance(error, click.exceptions.Abort | KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        _hush()
        return OK
    if isinstance(error, SystemExit):
        # A command of another package that ends by itself.
        return _code_of_exit(error)
    if isinstance(error, click.ClickException):
        # Arguments are the user's own, and click writes its lists with tabs.
        printers.error(*error.format_message().expandtabs(2).split("\n"))
        context = getattr(error, "ctx", None)
        if isinstance(context, click.Context):
            printers.note(f"Try '{context.command_path} --help'.")
        return error.exit_code
    if isinstance(error, errors.WorkloadMapError):
        printers.error(*_lines(error))
        return code_of(error.code)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        printers.error(f"{where}{error.strerror or error}")
        return FAILURE
    if isinstance(error, MemoryError):
        printers.error("not enough memory for this input")
        return FAILURE
    if os.environ.get("WMAP_DEBUG"):
        import traceback

        traceback.print_exception(error)
    printers.error(
        f"internal fault, please report it: {type(error).__name__}: {error} (WMAP_DEBUG=1 says where)"
    )
    return FAILURE


def _lines(error: errors.WorkloadMapError) -> list[str]:
    """The message, and the lines that belong below it; what stands in an object makes no line of its own."""
    from workload_map import errors

    if isinstance(error, errors.JqError):
        return [error.message, *error.drawn().split("\n")]
    if isinstance(error, errors.DefinitionError | errors.ReadError):
        return [error.message, *(f"  {problem}" for problem in error.problems)]
    return [str(error)]


def _code_of_exit(error: SystemExit) -> int:
    if error.code is None or isinstance(error.code, int):
        return error.code or OK
    from workload_map.cli import printers

    printers.error(str(error.code))
    return FAILURE


def _hush() -> None:
    """Let the interpreter's last flush of a closed pipe go nowhere."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass

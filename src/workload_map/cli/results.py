# SPDX-License-Identifier: Apache-2.0
"""How every reading command ends: its document on stdout, then warnings, then errors, then the exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from workload_map import errors
from workload_map.cli import exits, printers
from workload_map.problems import Problem
from workload_map.session import kinds
from workload_map.session.result import Result, failure

if TYPE_CHECKING:
    from workload_map.cli.output import Output

__all__ = ["NOTHING", "Answer", "labelled", "resource", "show", "warn"]

T = TypeVar("T")

#: Said where an input holds no workload.
NOTHING: Final = "No workloads found in the input."


class Answer(msgspec.Struct, Generic[T], frozen=True):
    """What a command found. `bare`: the one row is the whole document."""

    result: Result[T]
    bare: bool = False


def show(
    make: Callable[[], Answer[Any]],
    output: Output,
    *,
    draw: Callable[[Sequence[Any]], str],
    strict: bool,
    headers: bool = True,
    problems_drawn: bool = False,
    nothing: str = NOTHING,
) -> int:
    """Make the answer and write it in the chosen form; the exit code.

    An error still leaves one document on stdout in a machine form: an empty list whose problems say why.
    `problems_drawn`: the table form shows each row's problems itself. `nothing` is said where there is no row
    to draw.
    """
    try:
        answer = make()
    except (errors.WorkloadMapError, OSError) as error:
        if output.is_machine:
            empty: Result[Any] = Result([])
            empty.problems.append(
                failure(error)
                if isinstance(error, errors.WorkloadMapError)
                else Problem(
                    code="input.unreadable", message=f"{error.filename or 'input'}: {error.strerror}"
                )
            )
            printers.emit(output.document(empty.listing()) or "")
        raise
    result = answer.result
    document = result.rows[0] if answer.bare else result.listing()
    text = output.document(document)
    if text is None and output.form == "custom-columns":
        text = output.custom(result.rows, headers=headers)
    if text is None and output.form == "name":
        text = "".join(f"{resource(row)}\n" for row in result.rows)
    if text is None and (result.rows or result.failures):
        text = draw(result.rows) if result.rows else ""
    elif text is None:
        printers.note(nothing)
    printers.emit(text or "")
    listed = [] if problems_drawn and output.form == "table" else labelled(result.rows)
    warnings = [*((problem, None) for problem in result.problems), *listed]
    failed = {failure(error).code for error in result.failures}
    warn((problem, label) for problem, label in warnings if problem.code not in failed)
    for problem in result.problems:
        if problem.code in failed:
            printers.error(printers.finding(problem))
    if result.failures:
        return max(_code(error) for error in result.failures)
    if strict and any(problem.severity == "error" for problem, _ in [*warnings, *labelled(result.rows)]):
        return exits.FAILURE
    return exits.OK


def _code(error: errors.WorkloadMapError) -> int:
    code = exits.code_of(error.code)
    return code if isinstance(error, errors.AmbiguousDefinition) else exits.FAILURE


def labelled(rows: Iterable[Any]) -> list[tuple[Problem, str | None]]:
    """The problems of rows, each with KIND/NAME of its row."""
    return [
        (problem, f"{row.kind}/{row.name or '<none>'}")
        for row in rows
        for problem in getattr(row, "problems", ())
    ]


def warn(problems: Iterable[tuple[Problem, str | None]]) -> None:
    """Each kind of problem once on stderr, with the first place and the number of others like it."""
    seen: dict[str, list[tuple[Problem, str | None]]] = {}
    for problem, label in problems:
        if problem.severity != "info" or label is None:
            seen.setdefault(problem.code, []).append((problem, label))
    said: set[str] = set()
    for group in seen.values():
        problem, label = group[0]
        text = printers.finding(problem, label)
        if text in said:
            # One field may be in the way of several readers, each with a code of its own.
            continue
        said.add(text)
        if len(group) > 1:
            text += f" (and {len(group) - 1} more like this)"
        # What could be shown was shown, so even an error in one value is a warning to the command.
        printers.note(text) if problem.severity == "info" else printers.warn(text)


def resource(row: Any) -> str:
    """A row as -o name has it: ``jobset.jobset.x-k8s.io/training``."""
    group, kind = kinds.group_kind({"apiVersion": row.api_version, "kind": row.kind})
    resource = f"{kind.lower()}.{group}" if group else kind.lower()
    return printers.safe(f"{resource}/{row.name or '<none>'}")

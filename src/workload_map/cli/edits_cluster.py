# SPDX-License-Identifier: Apache-2.0
"""A change to a workload of a cluster: what was done, what was waited for, and how both are said."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from workload_map import errors
from workload_map.cli import edits, exits, options, printers
from workload_map.cli.progress import Progress
from workload_map.session import apply, wait

if TYPE_CHECKING:
    from workload_map.session.cluster import Reach
    from workload_map.session.kinds import Selection
    from workload_map.workload.edit import Edit

__all__ = ["change"]

_DONE: Final[dict[wait.Verb, str]] = {
    "suspend": "suspended",
    "resume": "resumed",
    "scale": "scaled",
    "set": "changed",
}
_TRIED: Final[dict[apply.DryRun, str]] = {
    "none": "",
    "client": " (dry run)",
    "server": " (server dry run)",
}
_TIMEOUT: Final = "5m"


def change(
    verb: wait.Verb,
    make: Callable[[Edit], Edit],
    selection: Selection,
    inputs: options.Inputs,
    how: edits.Way,
) -> int:
    """Make the change and print what the server made of it; then wait, where that is asked for."""
    dry_run: apply.DryRun = how.dry_run or "none"
    if how.wait and (how.as_diff or dry_run != "none"):
        other = "--diff" if how.as_diff else "--dry-run"
        raise click.UsageError(f"--wait and {other} contradict each other: nothing is changed")
    within = _seconds(how.timeout or _TIMEOUT)
    reach = options.reach(inputs=inputs)
    written = apply.change(
        reach,
        selection,
        make,
        base=options.load_catalog(inputs.definition_paths),
        order=inputs.order,
        dry_run="server" if how.as_diff and dry_run == "none" else dry_run,
        or_client=how.as_diff and dry_run == "none",
    )
    if how.as_diff:
        printers.emit("".join(map(edits.diff_line, apply.diff(written))))
    elif how.output is not None:
        shown = apply.shown(written.after)
        printers.emit(edits.document(how.output.form, shown, written.patch, written.label))
    elif written.patch:
        printers.emit(printers.safe(f"{written.label} {_DONE[verb]}{_TRIED[dry_run]}"))
    if inputs.verbose:
        for replaced in written.target.catalog.replaced:
            printers.note(f"note: {replaced}")
    for text in written.warnings:
        printers.warn(f"server: {text}")
    edits.say(written.edit, written.target.title)
    for problem in written.problems:
        printers.warn(printers.finding(problem))
    if how.wait:
        _wait(reach, written, verb, within)
    return exits.OK


def _seconds(text: str) -> float | None:
    try:
        return wait.seconds(text)
    except errors.WorkloadMapError as error:
        raise click.UsageError(str(error)) from error


def _wait(reach: Reach, written: apply.Written, verb: wait.Verb, within: float | None) -> None:
    """Show each state until the last one, which stays."""
    title = written.target.title
    goal = wait.goal(verb, suspended=written.suspended)
    progress = Progress()
    try:
        wait.until(
            reach,
            written.target,
            goal,
            within=within,
            tell=lambda state: progress.show(f"{title}: {state.text}"),
            warn=progress.warn,
        )
    finally:
        progress.end()

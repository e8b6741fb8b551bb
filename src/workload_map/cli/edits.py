# SPDX-License-Identifier: Apache-2.0
"""What ``suspend``, ``resume``, ``scale`` and ``set`` share: which workload, and how its change is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workload_map.cli import exits, options, printers

if TYPE_CHECKING:
    from workload_map.cli.output import Output
    from workload_map.session.kinds import Selection
    from workload_map.workload.edit import Edit

__all__ = ["change", "split_target", "with_options"]

F = TypeVar("F", bound=Callable[..., Any])


def with_options(command: F) -> F:
    """``-f``, ``--definitions``, ``-n``, ``-o``, ``--diff`` and ``--in-place``."""
    for option in (
        click.option("--in-place", is_flag=True, help="Write the change into the file."),
        click.option("--diff", "as_diff", is_flag=True, help="Print the change as a unified diff."),
        options.output("yaml", "json", "patch", default="yaml", expressions=False),
        options.inputs(),
    ):
        command = option(command)
    return command


def is_target(word: str) -> bool:
    """Whether an argument among KEY=VALUE, KEY- and the like is TYPE/NAME."""
    return (
        word.count("/") == 1
        and not any(char in word for char in "=:{")
        and word[0] != "@"
        and word[-1] != "-"
    )


def split_target(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """TYPE/NAME and the other arguments, in their order."""
    targets = [word for word in words if word and is_target(word)]
    if len(targets) > 1:
        raise click.UsageError(f"one workload at a time: {' and '.join(targets)} were given")
    return targets, [word for word in words if word not in targets]


def change(
    make: Callable[[Edit], Edit],
    target: Sequence[str],
    *,
    inputs: options.Inputs,
    output: Output,
    as_diff: bool,
    in_place: bool,
) -> int:
    """Make the change and print the manifest, the diff or the patch, or write the file."""
    selection: Selection = options.parse_target(target, inputs, one=True)
    given = click.get_current_context().get_parameter_source("output")
    if as_diff and given is not click.core.ParameterSource.DEFAULT:
        raise click.UsageError("--diff and -o are two forms of the same output: give one")
    from workload_map.session import edit as editing

    roots, chosen = options.load_roots(inputs, selection)
    root = editing.one(roots, chosen)
    if in_place and root.item.source == "<stdin>":
        raise click.UsageError("--in-place needs a file: standard input cannot be written to")
    edit = make(editing.start(roots, root))
    label = f"{root.item.source}: {root.label}"
    if as_diff or in_place:
        changed = editing.changed_text(root, edit)
        if as_diff:
            printers.emit("".join(map(_diff_line, editing.diff(changed))))
        if in_place and edit.patch:
            editing.write(changed)
            printers.note(f"{label} changed")
    elif output.form == "patch":
        printers.emit(printers.to_json(edit.patch))
    else:
        printers.emit(printers.machine(edit.object, output.form))
    for text in edit.notes:
        printers.note(text)
    if not edit.patch:
        printers.note(f"{label}: nothing to change")
    for problem in edit.problems:
        printers.warn(f"{label}: {problem.message}")
    return exits.OK


def _diff_line(line: str) -> str:
    """A line of a diff as it stands, so that the diff can be applied, but for other control characters."""
    body = line.removesuffix("\r")
    return printers.safe(body, keep="\t") + line[len(body) :] + "\n"

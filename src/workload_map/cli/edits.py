# SPDX-License-Identifier: Apache-2.0
"""What ``suspend``, ``resume``, ``scale`` and ``set`` share: which workload, and how its change is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from workload_map.cli import exits, options, printers
from workload_map.cli.output import Output, OutputType

if TYPE_CHECKING:
    from workload_map.session.apply import DryRun
    from workload_map.session.kinds import Selection
    from workload_map.session.wait import Verb
    from workload_map.workload.edit import Edit

__all__ = ["TARGET", "Way", "change", "diff_line", "split_target", "with_options"]

F = TypeVar("F", bound=Callable[..., Any])

#: Stands before the other arguments of a command that has some.
TARGET: Final = "[TYPE/NAME | TYPE NAME]"


class Way(NamedTuple):
    """What is to be done with a change, as the command line says."""

    output: Output | None
    as_diff: bool = False
    in_place: bool = False
    dry_run: DryRun | None = None
    wait: bool = False
    timeout: str | None = None


def with_options(command: F) -> F:
    """The input's options, ``-o``, ``--diff``, ``--in-place``, ``--dry-run``, ``--wait`` and ``--timeout``."""
    for option in (
        click.option(
            "--timeout", metavar="TIME", help="How long to wait (30s, 5m; 0: no limit).  [default: 5m]"
        ),
        click.option("--wait", is_flag=True, help="Wait until the workload is as it was asked to be."),
        click.option(
            "--dry-run",
            type=click.Choice(("none", "client", "server")),
            help="Change nothing: work it out here, or let the server try it.",
        ),
        click.option("--in-place", is_flag=True, help="Write the change into the file."),
        click.option(
            "--diff", "as_diff", is_flag=True, help="Print the change as a unified diff; change nothing."
        ),
        click.option(
            "-o",
            "--output",
            type=OutputType(("yaml", "json", "name", "patch"), expressions=False),
            help="Form of the output.  [default: of a file yaml, of a cluster a line that says what was done]",
        ),
        options.inputs(),
    ):
        command = option(command)
    return command


def is_target(word: str) -> bool:
    """Whether an argument among KEY=VALUE, KEY- and the like is TYPE/NAME."""
    return word.count("/") == 1 and _is_plain(word)


def _is_plain(word: str) -> bool:
    return bool(word) and not any(char in word for char in "=:{") and word[0] != "@" and word[-1] != "-"


def split_target(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """TYPE/NAME, or TYPE NAME before all others, and the other arguments in their order."""
    targets = [word for word in words if word and is_target(word)]
    if len(targets) > 1:
        raise click.UsageError(f"one workload at a time: {' and '.join(targets)} were given")
    if not targets and all(map(_is_plain, words[:2])) and len(words) > 1:
        return list(words[:2]), list(words[2:])
    return targets, [word for word in words if word not in targets]


def change(
    verb: Verb,
    make: Callable[[Edit], Edit],
    target: Sequence[str],
    *,
    inputs: options.Inputs,
    **way: Any,
) -> int:
    """Make the change of a workload, in a file or in the cluster, and show it."""
    selection: Selection = options.parse_target(target, inputs, one=True)
    how = Way(**way)
    if how.as_diff and how.output is not None:
        raise click.UsageError("--diff and -o are two forms of the same output: give one")
    if how.timeout is not None and not how.wait:
        raise click.UsageError("--timeout is for --wait: give both")
    if inputs.paths:
        return _in_files(make, selection, inputs, how)
    if how.in_place:
        raise click.UsageError("--in-place is for a file: name it with -f")
    from workload_map.cli import edits_cluster

    return edits_cluster.change(verb, make, selection, inputs, how)


def _in_files(make: Callable[[Edit], Edit], selection: Selection, inputs: options.Inputs, how: Way) -> int:
    """Print the manifest, the diff or the patch, or write the file."""
    if how.wait:
        raise click.UsageError("--wait is for a cluster: nothing happens to a file")
    if how.dry_run == "server":
        raise click.UsageError("--dry-run=server is for a cluster: no server sees a file")
    if how.dry_run == "client" and how.in_place:
        raise click.UsageError("--dry-run and --in-place contradict each other: give one")
    from workload_map.session import edit as editing

    roots, chosen = options.load_roots(inputs, selection)
    root = editing.one(roots, chosen)
    if how.in_place and root.item.source == "<stdin>":
        raise click.UsageError("--in-place needs a file: standard input cannot be written to")
    edit = make(editing.start(roots, root))
    label = f"{root.item.source}: {root.label}"
    if how.as_diff or how.in_place:
        changed = editing.changed_text(root, edit)
        if how.as_diff:
            printers.emit("".join(map(diff_line, editing.diff(changed))))
        if how.in_place and edit.patch:
            editing.write(changed)
            printers.note(f"{label} changed")
    else:
        form = how.output.form if how.output is not None else "yaml"
        printers.emit(document(form, edit.object, edit.patch, editing.resource_name(edit.object)))
    say(edit, label)
    return exits.OK


def document(form: str, obj: Mapping[str, Any], patch: Sequence[Any], name: str) -> str:
    """The output in one of the forms that `with_options` takes."""
    if form == "patch":
        return printers.to_json(patch)
    return printers.safe(name) if form == "name" else printers.machine(obj, form)


def say(edit: Edit, label: str) -> None:
    """What a person should know of a change, on stderr."""
    for text in edit.notes:
        printers.note(text)
    if not edit.patch:
        printers.note(f"{label}: nothing to change")
    for problem in edit.problems:
        printers.warn(f"{label}: {problem.message}")


def diff_line(line: str) -> str:
    """A line of a diff as it stands, so that the diff can be applied, but for other control characters."""
    body = line.removesuffix("\r")
    return printers.safe(body, keep="\t") + line[len(body) :] + "\n"

# SPDX-License-Identifier: Apache-2.0
"""``wmap set WHAT``: fields of the pods that a workload's roles make."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import completing, edits, printers

if TYPE_CHECKING:
    from workload_map.workload.edit import Edit

__all__ = ["command"]

#: One change of one role (None: every role with pods).
Step = Callable[["Edit", "str | None"], "Edit"]

#: What the API server takes as the name of a label and as its value, and the domain before the name.
_NAME = re.compile(r"[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?")
_DOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_NAME_RULE = "at most 63 letters, digits, '-', '_' and '.', a letter or digit first and last"

_HELP = """Set labels, image, resources and more on the pods of a workload's roles, in the cluster or in a file.

Every role that has pods is changed, or those named with --role (component, component/instance, or an instance's
own name). In a cluster the change is made only to the version of the object that was read. Of a file the changed
manifest goes to stdout; the file is written only with --in-place, and then only the text of what changed.

\b
Examples:
  wmap set labels deployment web team=vision
  wmap set image leaderworkerset/serving '*=server:2' --wait
  wmap set image -f jobset.yaml --role workers main=trainer:2 --diff
  wmap set labels -f jobset.yaml team=vision owner-
  wmap set resources -f jobset.yaml requests.cpu=2 limits.nvidia.com/gpu=8 --in-place
  wmap set scheduler -f all.yaml jobset/training kai-scheduler
"""


@click.group(
    "set",
    help=_HELP,
    short_help="Set labels, image, resources and more on roles.",
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The commands below it do the work; without one: the help."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _what(
    name: str, words: str, text: str, examples: str, *, container: bool = False
) -> Callable[[Callable[[list[str], str | None], Step]], click.Command]:
    """Make ``set NAME`` of a function that turns its arguments into a step."""

    def make(parse: Callable[[list[str], str | None], Step]) -> click.Command:
        @click.argument(
            "words",
            nargs=-1,
            required=True,
            metavar=f"{edits.TARGET} {words}",
            shell_complete=completing.target,
        )
        @click.option(
            "--role",
            "roles",
            metavar="ROLE",
            multiple=True,
            shell_complete=completing.roles,
            help="Role to change; repeatable (default: all).",
        )
        @edits.with_options
        def run(
            words: Sequence[str], roles: Sequence[str], container: str | None = None, **given: Any
        ) -> int:
            target, rest = edits.split_target(words)
            if not rest:
                taken = ""
                if target:
                    form = "TYPE NAME" if len(target) > 1 else "TYPE/NAME"
                    taken = f": {' '.join(target)!r} is taken as {form}"
                raise click.UsageError(f"nothing to set{taken}")
            step = parse(rest, container)

            def change(edit: Edit) -> Edit:
                for role in roles or (None,):
                    edit = step(edit, role)
                return edit

            return edits.change("set", change, target, **given)

        if container:
            run = click.option("--container", metavar="NAME", help="Only this container (default: all).")(run)
        shown = "\n".join(f"  {line}" for line in examples.splitlines())
        help_text = f"{text}\n\n\b\nExamples:\n{shown}\n"
        return command.command(name, help=help_text, short_help=text.splitlines()[0])(run)

    return make


def _pairs(words: Sequence[str]) -> dict[str, str | None]:
    """KEY=VALUE and KEY- as a map; None removes."""
    pairs: dict[str, str | None] = {}
    for word in words:
        key, equals, value = word.partition("=")
        removes = not equals and word.endswith("-") and len(word) > 1
        if removes:
            key = word[:-1]
        elif not equals or not key:
            raise click.UsageError(f"{word!r} is neither KEY=VALUE nor KEY-")
        if key in pairs:
            raise click.UsageError(f"{key!r} is given twice")
        pairs[key] = None if removes else value
    return pairs


def _labelled(words: Sequence[str]) -> dict[str, str | None]:
    """The same for labels, whose values the API server checks as well as their keys."""
    pairs = _keyed(words)
    for key, value in pairs.items():
        if value and (len(value) > 63 or not _NAME.fullmatch(value)):
            raise click.UsageError(f"{key}: {value!r} is not a label value: {_NAME_RULE}")
    return pairs


def _keyed(words: Sequence[str]) -> dict[str, str | None]:
    """KEY=VALUE and KEY- with the keys that Kubernetes takes: NAME or DOMAIN/NAME."""
    pairs = _pairs(words)
    for key, value in pairs.items():
        domain, slash, name = key.rpartition("/")
        bad_domain = slash and (len(domain) > 253 or not _DOMAIN.fullmatch(domain))
        # What is wrong may be taken away.
        if value is not None and (bad_domain or len(name) > 63 or not _NAME.fullmatch(name)):
            raise click.UsageError(f"{key!r} is neither NAME nor DOMAIN/NAME: {_NAME_RULE}")
    return pairs


def _one(words: Sequence[str], what: str) -> str:
    if len(words) != 1 or not words[0]:
        raise click.UsageError(f"give one {what}, or - to remove it")
    return words[0]


@_what(
    "labels",
    "KEY=VALUE|KEY-...",
    "Set labels of the roles' pods.",
    "wmap set labels -f jobset.yaml team=vision owner-",
)
def _labels(words: list[str], container: str | None) -> Step:
    """KEY=VALUE and KEY-."""
    pairs = _labelled(words)
    return lambda edit, role: edit.set_labels(role, pairs)


@_what(
    "annotations",
    "KEY=VALUE|KEY-...",
    "Set annotations of the roles' pods.",
    "wmap set annotations -f jobset.yaml gpu-fraction=0.5",
)
def _annotations(words: list[str], container: str | None) -> Step:
    """KEY=VALUE and KEY-."""
    pairs = _keyed(words)
    return lambda edit, role: edit.set_annotations(role, pairs)


@_what(
    "image",
    "CONTAINER=IMAGE...",
    "Set images of the roles' containers; *=IMAGE sets all of them.",
    "wmap set image -f jobset.yaml --role workers main=trainer:2\nwmap set image -f jobset.yaml '*=trainer:2'",
)
def _image(words: list[str], container: str | None) -> Step:
    """CONTAINER=IMAGE."""
    images = {}
    for name, value in _pairs(words).items():
        if not value:
            raise click.UsageError("an image cannot be removed: give CONTAINER=IMAGE")
        images[name] = value

    def step(edit: Edit, role: str | None) -> Edit:
        for name, value in images.items():
            edit = edit.set_image(role, name, value)
        return edit

    return step


@_what(
    "resources",
    "requests.NAME=AMOUNT|limits.NAME=AMOUNT|...-",
    "Set requests and limits of the roles' containers.",
    "wmap set resources -f jobset.yaml requests.cpu=2 limits.nvidia.com/gpu=8\n"
    "wmap set resources -f jobset.yaml --container main limits.memory-",
    container=True,
)
def _resources(words: list[str], container: str | None) -> Step:
    """requests.NAME=AMOUNT, limits.NAME=AMOUNT; a - at the end removes."""
    from workload_map import errors, quantity

    amounts: dict[str, dict[str, str | None]] = {}
    for key, value in _pairs(words).items():
        kind, _, name = key.partition(".")
        if kind not in ("requests", "limits") or not name:
            raise click.UsageError(f"{key!r} begins with neither requests. nor limits.")
        if value is not None:
            try:
                negative = quantity.parse(value) < 0
            except errors.QuantityError as error:
                raise click.UsageError(f"{key}: {error}") from error
            if negative:
                raise click.UsageError(f"{key}: {value!r} is below 0")
        amounts.setdefault(kind, {})[name] = value
    return lambda edit, role: edit.set_resources(role, amounts, container=container)


@_what(
    "node-selector",
    "KEY=VALUE|KEY-...",
    "Set the node selector of the roles' pods.",
    "wmap set node-selector -f jobset.yaml --role workers gpu=h100 zone-",
)
def _node_selector(words: list[str], container: str | None) -> Step:
    """KEY=VALUE and KEY-."""
    pairs = _labelled(words)
    return lambda edit, role: edit.set_node_selector(role, pairs)


@_what(
    "tolerations",
    "KEY[=VALUE]:EFFECT|KEY-...",
    "Add tolerations to the roles' pods; KEY- removes those of a key.",
    "wmap set tolerations -f jobset.yaml nvidia.com/gpu:NoSchedule spot=yes:NoExecute\n"
    "wmap set tolerations -f jobset.yaml nvidia.com/gpu-",
)
def _tolerations(words: list[str], container: str | None) -> Step:
    """KEY[=VALUE]:EFFECT and KEY-."""
    effects = ("NoSchedule", "PreferNoSchedule", "NoExecute")
    add: list[dict[str, str]] = []
    remove: list[str] = []
    for word in words:
        taint, colon, effect = word.rpartition(":")
        if not colon and word.endswith("-") and len(word) > 1:
            remove.append(word[:-1])
            continue
        key, equals, value = taint.partition("=")
        if not colon or not key or effect not in effects:
            raise click.UsageError(
                f"{word!r} is neither KEY[=VALUE]:EFFECT, EFFECT one of {', '.join(effects)}, nor KEY-"
            )
        toleration = {"key": key, "operator": "Equal" if equals else "Exists"}
        if equals:
            toleration["value"] = value
        add.append({**toleration, "effect": effect})
    return lambda edit, role: edit.set_tolerations(role, add=add, remove=remove)


@_what(
    "affinity",
    "JSON|@FILE|-",
    "Set the whole affinity of the roles' pods: JSON text, @FILE with JSON or YAML, or - to remove it.",
    "wmap set affinity -f jobset.yaml @affinity.json\nwmap set affinity -f jobset.yaml -",
)
def _affinity(words: list[str], container: str | None) -> Step:
    """JSON text, @FILE, or - to remove it."""
    from workload_map import yamlio

    text = _one(words, "JSON object or @FILE")
    value: Any = None
    if text != "-":
        data, source = text.encode(errors="surrogateescape"), "the affinity"
        if text.startswith("@"):
            source = text[1:]
            data = Path(source).read_bytes()
        document = yamlio.load(data, source=source)
        for problem in document.problems:
            printers.warn(f"{source}:{problem.line}:{problem.column}: {problem.message}")
        value = document.value
        if not isinstance(value, dict):
            raise click.UsageError("the affinity must be a JSON object")
    return lambda edit, role: edit.set_affinity(role, value)


@_what(
    "scheduler",
    "NAME|-",
    "Set the scheduler of the roles' pods, or - for the default one.",
    "wmap set scheduler -f jobset.yaml kai-scheduler",
)
def _scheduler(words: list[str], container: str | None) -> Step:
    """NAME, or - to remove it."""
    name = _one(words, "scheduler name")
    return lambda edit, role: edit.set_scheduler(role, None if name == "-" else name)


@_what(
    "priority",
    "NAME|-",
    "Set the priority class of the roles' pods, or - for none.",
    "wmap set priority -f jobset.yaml batch-high",
)
def _priority(words: list[str], container: str | None) -> Step:
    """NAME, or - to remove it."""
    name = _one(words, "priority class name")
    return lambda edit, role: edit.set_priority(role, None if name == "-" else name)

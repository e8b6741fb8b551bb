# SPDX-License-Identifier: Apache-2.0
"""``wmap gangs``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import click

from workload_map import errors
from workload_map.cli import exits, options, printers, results

if TYPE_CHECKING:
    from workload_map.cli.output import Output
    from workload_map.problems import Problem
    from workload_map.session.cluster import Reach
    from workload_map.session.gang_targets import Offer, TranslationView
    from workload_map.session.kinds import Selection
    from workload_map.session.result import Result
    from workload_map.workload.gangs.targets import Target

__all__ = ["command"]

AUTO: Final = "auto"

#: As `targets.TARGETS`, which a usage error need not import.
_TARGETS: Final = ("native", "composite", "kai", "volcano", "kueue", "coscheduling")

_HELP = """Show which pods must start together: the minimum of each gang, and which of its pods there are.

With --for, the gangs become the objects of one scheduler, as YAML to apply. What the pods must carry to belong to
them stands above the objects, as comments, and what the scheduler's API cannot say too; --bind writes the former
into the workload's pod templates, where they can hold it, and prints the workload as well.

\b
  native         PodGroup of Kubernetes itself (scheduling.k8s.io)
  composite      nested groups of Kubernetes itself
  kai            KAI Scheduler
  volcano        Volcano
  coscheduling   PodGroup of scheduler-plugins
  kueue          Workload of Kueue: quota, no placement
  auto           what the templates' schedulerName says, else the first that the cluster has of
                 composite, native, kai, volcano, coscheduling, kueue

auto, and whatever is asked of a cluster, takes into account what that cluster has: its APIs, and the fields that it
keeps of a PodGroup in a dry run. Nothing is created.

\b
Examples:
  wmap gangs jobset training
  wmap gangs -f jobset.yaml -o json
  wmap gangs -f jobset.yaml --for kai
  wmap gangs -f jobset.yaml --for volcano --bind | kubectl apply -f -
  wmap gangs jobset training --for auto --strict
"""


@click.command(
    "gangs", help=_HELP, short_help="Show which pods must start together, and that in a scheduler's terms."
)
@options.target
@options.inputs()
@click.option(
    "--for",
    "wanted",
    type=click.Choice((*_TARGETS, AUTO)),
    help="Print the gangs as objects of this scheduler.",
)
@click.option("--bind", "bound", is_flag=True, help="Print the workload too, its pod templates bound.")
@click.option(
    "--strict",
    is_flag=True,
    help="Exit 1 when any problem is an error, and with --for when anything is lost.",
)
@options.output("table", "json", "yaml", "name")
@click.pass_context
def command(
    ctx: click.Context,
    target: Sequence[str],
    inputs: options.Inputs,
    wanted: str | None,
    bound: bool,
    strict: bool,
    output: Output,
) -> int:
    """Read, select, show or translate."""
    selection = options.parse_target(target, inputs, one=True)
    if wanted is None:
        if bound:
            raise click.UsageError("--bind goes with --for")
        return _show(inputs, selection, output, strict=strict)
    if output.form in ("name", "custom-columns"):
        raise click.UsageError(f"-o {output.form} is a form of gangs, not of what --for prints")
    return _translate(inputs, selection, output, wanted, bound=bound, strict=strict)


def _show(inputs: options.Inputs, selection: Selection, output: Output, *, strict: bool) -> int:
    def make() -> results.Answer[Any]:
        from workload_map.session import gangs

        roots, chosen = options.load_roots(inputs, selection)
        result = gangs.views(roots, chosen)
        return results.Answer(result, bare=len(result.rows) == 1 and not result.failures)

    def draw(rows: Sequence[Any]) -> str:
        from workload_map.cli import gangs_text

        return "\n".join(map(gangs_text.workload, rows))

    return results.show(make, output, draw=draw, strict=strict, problems_drawn=True)


def _translate(
    inputs: options.Inputs,
    selection: Selection,
    output: Output,
    wanted: str,
    *,
    bound: bool,
    strict: bool,
) -> int:
    from workload_map.cli.output import Output as Form

    rows: list[TranslationView] = []
    target = None if wanted == AUTO else cast("Target", wanted)

    def make() -> results.Answer[Any]:
        from workload_map.session import gang_targets

        reach = _cluster(inputs, wanted)
        offer = None if reach is None else _offer(reach, selection)
        roots, chosen = options.load_roots(inputs, selection)
        result = gang_targets.translations(roots, chosen, target, offer=offer, bound=bound)
        if reach is not None and offer is not None:
            _say_tried(result, _tried(reach, offer, result.rows))
        rows.extend(result.rows)
        return results.Answer(result, bare=len(result.rows) == 1 and not result.failures)

    def draw(found: Sequence[Any]) -> str:
        from workload_map.cli import gangs_yaml

        # Whoever applies what is printed would have a part of it only.
        return "" if any(row.refused for row in found) else "".join(map(gangs_yaml.document, found))

    # The objects are YAML in any case: the form of people is that of kubectl.
    form = Form("table") if output.form == "yaml" else output
    code = results.show(make, form, draw=draw, strict=strict)
    return max(code, _say(rows, auto=target is None, strict=strict))


def _cluster(inputs: options.Inputs, wanted: str) -> Reach | None:
    """The cluster that what is printed is for; of saved files only --for auto means one."""
    if inputs.paths and wanted != AUTO:
        return None
    reach = options.reach(inputs=inputs)
    if inputs.paths:
        try:
            _ = reach.access
        except errors.WorkloadMapError as error:
            raise click.UsageError(
                f"--for auto asks a cluster what it has: name a scheduler instead, of {', '.join(_TARGETS)}"
                f" ({error})"
            ) from error
    return reach


def _offer(reach: Reach, selection: Selection) -> Offer:
    from workload_map.session import gang_offer

    return gang_offer.ask(reach, namespace=selection.namespace)


def _say_tried(result: Result[TranslationView], problems: Sequence[Problem]) -> None:
    """Where one workload is the whole document, what is said of its objects stands with it."""
    import msgspec

    if len(result.rows) == 1:
        row = result.rows[0]
        result.rows[0] = msgspec.structs.replace(row, problems=(*row.problems, *problems))
    else:
        result.problems += problems


def _tried(reach: Reach, offer: Offer, rows: Sequence[TranslationView]) -> Sequence[Problem]:
    """What the cluster would not keep of the objects. Those of a target that it has not are not tried."""
    objects = [obj for row in rows if row.target in offer.found for obj in row.objects]
    if not objects:
        return ()
    from workload_map.session import gang_check

    return gang_check.check(reach, objects)


def _say(rows: Sequence[TranslationView], *, auto: bool, strict: bool) -> int:
    """What was taken, what is lost and what was refused, each on its line on stderr; the exit code."""
    from workload_map.cli import gangs_yaml

    for row in rows:
        label = gangs_yaml.label(row)
        for problem in row.problems if auto else ():
            if problem.code == "gang.target":
                printers.note(f"note: {label}: {problem.message}")
        for line in () if row.refused else gangs_yaml.losses(row):
            printers.warn(f"{label}: lost in {row.target}: {line}")
    for row in rows:
        for problem in row.refused:
            printers.error(printers.finding(problem, gangs_yaml.label(row)))
    if any(row.refused for row in rows) or (strict and any(row.losses for row in rows)):
        return exits.FAILURE
    return exits.OK

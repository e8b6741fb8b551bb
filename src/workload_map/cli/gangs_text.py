# SPDX-License-Identifier: Apache-2.0
"""Gangs as text: a tree with the minimum of each, and with what is missing of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from workload_map.cli import cells, printers
from workload_map.workload.reading import role_id

if TYPE_CHECKING:
    from workload_map.session.gangs import GangsView
    from workload_map.workload.gangs import Gang

__all__ = ["below_minimum", "workload"]

_PARTS: Final = ("parts", "part")
#: Equal copies that are shown.
_COPIES: Final = 3


def workload(view: GangsView) -> str:
    """Who it is, the trees as a table, and what is wrong with them."""
    name = f"{view.kind}/{view.name or '<none>'}"
    head = (" " * printers.GAP).join((name, f"namespace: {view.namespace or '<none>'}"))
    sections = [[printers.safe(head), *_table(view.gangs)], printers.findings(view.problems)]
    return "\n".join("\n".join(lines) + "\n" for lines in sections if lines)


def below_minimum(gangs: Iterable[Gang]) -> list[str]:
    """The section that names the trees of which less than the minimum runs; no line where there are none, or where
    the pods are not known."""
    short = [gang for gang in gangs if gang.active and gang.live is not None and not gang.live.satisfied]
    rows = []
    for gang, more in _folded(short):
        assert gang.live is not None
        words = f" (and {len(more)} more like this)" if more else ""
        rows.append([f"  {_called(gang, gang.path)}", f"{gang.live.reason or 'not all of it'}{words}"])
    return ["Gangs below their minimum:", *printers.align(rows)] if rows else []


def _table(gangs: Sequence[Gang]) -> list[str]:
    if not gangs:
        return ["No pods of this workload must start together."]
    trees = _Trees(gangs)
    trees.grow(gangs, None, "", top=True)
    header = ["GANG", "MINIMUM", "DESIRED"]
    header += ["EXISTING", "SCHEDULED", "READY"] if trees.live else []
    header += ["SETTINGS", "STATE"]
    # A column that says nothing is left out.
    rows = [header, *trees.rows]
    kept = [
        column
        for column in range(len(header))
        if column < len(header) - 2 or any(row[column] for row in trees.rows)
    ]
    return printers.align([row[column] for column in kept] for row in rows)


class _Trees:
    """The rows of the table, one a gang, and below a gang of several roles one a role."""

    def __init__(self, gangs: Sequence[Gang]) -> None:
        self.rows: list[list[str]] = []
        self._names = {gang.name: gang.path for gang in gangs}
        self.live = any(gang.live is not None for gang in gangs)

    def grow(self, gangs: Sequence[Gang], above: Gang | None, indent: str, *, top: bool) -> None:
        """Add the rows of these gangs and of all below them."""
        shown = list(_folded(gangs, _COPIES))
        for number, (gang, more) in enumerate(shown):
            last = number == len(shown) - 1 and not more
            self._gang(gang, above, *(("", "") if top else _branch(indent, last)))
            if more:
                first = "" if top else _branch(indent, number == len(shown) - 1)[0]
                self._add(f"{first}... {len(more)} more like this", "", "", None, "", _state_of(more))

    def _gang(self, gang: Gang, above: Gang | None, first: str, below: str) -> None:
        called = _called(gang, gang.path.rsplit("/", 1)[-1])
        if gang.is_leaf:
            minimum = _pods(gang.min_pods)
        else:
            minimum = (
                f"{cells.known(gang.min_children)} of {len(gang.children)} {_PARTS[len(gang.children) == 1]}"
            )
        settings = "; ".join(self._settings(gang, above))
        self._add(first + called, minimum, cells.known(gang.desired_pods), gang, settings, _state(gang))
        if len(gang.members) > 1:
            for number, member in enumerate(gang.members):
                name = role_id(member.component, member.instance)
                branch = _branch(below, number == len(gang.members) - 1)[0]
                self._add(branch + name, _pods(member.min), cells.known(member.desired), None, "", "")
        self.grow(gang.children, gang, below, top=False)

    def _add(
        self, name: str, minimum: str, desired: str, gang: Gang | None, settings: str, state: str
    ) -> None:
        live = gang.live if gang is not None else None
        numbers = ["", "", ""] if live is None else [str(live.existing), str(live.scheduled), str(live.ready)]
        self.rows.append([name, minimum, desired, *(numbers if self.live else []), settings, state])

    def _settings(self, gang: Gang, above: Gang | None) -> Iterator[str]:
        """What its pods ask of a scheduler, where the gang above does not say the same."""
        topology = gang.topology
        if topology is not None and topology.required is not None:
            yield f"within one {topology.required}"
        if topology is not None and topology.preferred is not None:
            yield f"preferably within one {topology.preferred}"
        for word, value, known in (
            ("priority", gang.priority, above and above.priority),
            ("queue", gang.queue, above and above.queue),
            ("scheduler", gang.scheduler_name, above and above.scheduler_name),
            ("groups written by", gang.written_by, above and above.written_by),
        ):
            if value is not None and value != known:
                yield f"{word} {value}"
        group = gang.live.group if gang.live is not None else None
        if group is not None and (above is None or above.live is None or above.live.group != group):
            yield f"bound to {group}"
        if gang.start_after:
            yield "after " + ", ".join(
                dict.fromkeys(self._names.get(name, name) for name in gang.start_after)
            )


def _branch(indent: str, last: bool) -> tuple[str, str]:
    """What stands before a row and before those below it."""
    return indent + ("`-- " if last else "|-- "), indent + ("    " if last else "|   ")


def _folded(gangs: Sequence[Gang], most: int = 1) -> Iterator[tuple[Gang, list[Gang]]]:
    """The gangs to show: of equal copies the first few, the last of these with all the others."""
    copies: dict[str, list[Gang]] = {}
    for gang in gangs:
        copies.setdefault(gang.path, []).append(gang)
    for equal in copies.values():
        # A line that stands for one gang would be no shorter than the gang.
        shown = equal if len(equal) <= most + 1 and most > 1 else equal[:most]
        for number, gang in enumerate(shown):
            yield gang, equal[len(shown) :] if number == len(shown) - 1 else []


def _called(gang: Gang, name: str) -> str:
    return name if gang.copy is None else f"{name} [{gang.copy}]"


def _pods(number: int | None) -> str:
    return f"{cells.known(number)} pod{'' if number == 1 else 's'}"


def _state(gang: Gang) -> str:
    if not gang.active:
        return "not active"
    if gang.live is None:
        return ""
    if gang.live.satisfied:
        return "satisfied"
    if gang.is_leaf:
        return gang.live.reason or "below its minimum"
    # What they lack stands at the parts themselves.
    enough = sum(
        child.needs_pods and child.live is not None and child.live.satisfied for child in gang.children
    )
    return f"{enough} of {cells.known(gang.min_children)} parts have their minimum"


def _state_of(gangs: Sequence[Gang]) -> str:
    """Of copies that are not shown: how many lack something, and what the first of them lacks."""
    short = [gang for gang in gangs if gang.active and gang.live is not None and not gang.live.satisfied]
    if not short:
        return _state(gangs[0]) if len({_state(gang) for gang in gangs}) == 1 else ""
    return f"{len(short)} below their minimum: {_state(short[0])}"

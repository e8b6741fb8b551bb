# SPDX-License-Identifier: Apache-2.0
"""A workload in full as text: header, phase, tree of roles and pods, table of what the roles ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from workload_map.cli import cells, limits, printers

if TYPE_CHECKING:
    from workload_map.workload.viewmodel import NodeView, PodView, WorkloadView

__all__ = ["workload"]

_GAP = " " * printers.GAP
_EVENTS = 20
_WIDTH = 120


def workload(view: WorkloadView, *, now: float, pods: int = 0, parts: int = 0) -> str:
    """All sections, a blank line between them; at most `pods` pods a role and `parts` parts below one part are
    shown in the tree (0: all)."""
    sections = [_header(view, now), _tree(view, pods, parts), _resources(view), _owned(view)]
    sections += [
        _gangs(view),
        _conditions(view, now),
        _pods("Unassigned pods:", view.unassigned_pods),
        _pods("Terminating pods:", view.terminating_pods),
        _pods("Finished pods:", view.finished_pods),
        _events(view, now),
        printers.findings(view.problems),
    ]
    return "\n".join("\n".join(lines) + "\n" for lines in sections if lines)


def _header(view: WorkloadView, now: float) -> list[str]:
    first = [
        f"{view.kind}/{view.name or '<none>'}",
        f"namespace: {view.namespace or '<none>'}",
        f"definition: {view.definition} ({view.origin})",
    ]
    if view.queue is not None:
        first.append(f"queue: {view.queue}")
    if view.created_at is not None:
        first.append(f"age: {cells.age(view.created_at, now)}")
    first += [problem.message for problem in view.problems if problem.code == "owner.not-in-input"]
    word = view.headline
    more = []
    if view.deleting:
        more.append("deleting")
    if view.file_mode and view.uid is None:
        more.append("manifest, not from a cluster")
    phase = printers.paint(printers.safe(word), word) + (f" ({', '.join(more)})" if more else "")
    second = [f"Phase: {phase}"]
    if view.reason is not None:
        second.append(f"reason: {printers.safe(view.reason)}")
    also = [other for other in view.phases if other != view.headline]
    if also:
        second.append(f"also: {', '.join(also)}")
    lines = [_GAP.join(map(printers.safe, first)), _GAP.join(second)]
    if view.message is not None:
        lines.append(f"Message: {printers.safe(view.message)}")
    return lines


# --- the tree ---------------------------------------------------------------------------------------------


def _tree(view: WorkloadView, pods: int, parts: int) -> list[str]:
    if not view.components:
        return []
    tree = _Tree(_Names(view), brief=_brief(view), pods=pods, parts=parts)
    tree.grow(_shown(view.components), "")
    return [printers.safe(view.name or "<none>"), *printers.align(tree.rows)]


def _brief(view: WorkloadView) -> bool:
    """Whether replicas are shown as desired alone: a manifest has no pods that could be ready."""
    return view.uid is None


def _shown(nodes: Iterable[NodeView]) -> list[NodeView]:
    """The nodes with each parent of instances replaced by them: people know the instances by name.

    A parent that holds something itself (pods whose instance is not known) stays.
    """
    shown: list[NodeView] = []
    for node in nodes:
        instances = [child for child in node.children if child.component == node.component]
        only_instances = len(instances) == len(node.children)
        if (
            node.instance is None
            and instances
            and only_instances
            and instances[0].copy is None
            and not node.pods
        ):
            shown += instances
        else:
            shown.append(node)
    return shown


class _Tree:
    """The rows of a tree, one a part or pod."""

    def __init__(self, names: _Names, *, brief: bool, pods: int, parts: int) -> None:
        self.rows: list[list[str]] = []
        self._names = names
        self._brief = brief
        self._pods = pods
        self._parts = parts

    def grow(self, nodes: Sequence[NodeView], indent: str) -> None:
        """Add the rows of these parts and of all below them."""
        shown, more = limits.parts(nodes, self._parts)
        for index, node in enumerate(shown):
            last = index == len(shown) - 1 and more is None
            self._row(indent, last, self._names.of(node), *_node_cells(node, self._brief))
            self._below(node, indent + ("    " if last else "|   "))
        if more is not None:
            self._row(indent, True, "...", more)

    def _below(self, node: NodeView, indent: str) -> None:
        children = _shown(node.children)
        pods = node.pods
        copies = [child for child in children if child.copy is not None]
        if all(child.replicas.desired == 1 and len(child.pods) <= 1 for child in copies):
            # Where each copy is one pod, the pod tells all there is.
            children = [child for child in children if child.copy is None]
            pods = (*pods, *(pod for child in copies for pod in child.pods))
        shown, more = limits.pods(pods, self._pods)
        for number, pod in enumerate(shown):
            last = number == len(shown) - 1 and more is None and not children
            self._row(indent, last, pod.name, *_pod_cells(pod))
        if more is not None:
            self._row(indent, not children, "...", more)
        self.grow(children, indent)

    def _row(self, indent: str, last: bool, name: str, *cells: str) -> None:
        self.rows.append([f"{indent}{'`-- ' if last else '|-- '}{name}", *cells])


def _node_cells(node: NodeView, brief: bool) -> list[str]:
    partial = node.partial
    text = cells.pods_with_limits(node.replicas, at_least=partial.replicas if partial else None, brief=brief)
    if node.units is not None and node.units.desired != node.replicas.desired:
        count = node.units.desired
        text += f" in {cells.known(count)} {node.units.noun}{'' if count == 1 else 's'}"
    if node.suspended:
        text += " (suspended)"
    gpus = ", ".join(
        f"{kind}: {number}"
        for kind, number in cells.accelerators(
            node.accelerators, node.resources, at_least=partial.gpus if partial else None
        )
    )
    return [f"replicas: {text}", gpus, node.headline or "", ", ".join(node.nodes)]


def _pod_cells(pod: PodView) -> list[str]:
    phase = pod.phase if pod.reason is None else f"{pod.phase} ({pod.reason})"
    restarts = "" if not pod.restarts else f"restarts: {pod.restarts}"
    gpus = f"gpu: {cells.known(pod.resources.gpus)}" if pod.resources.gpus != 0 else ""
    return [phase, gpus, restarts, pod.node or "<none>"]


class _Names:
    """Role names as tables show them: an instance's own name where no other role has it."""

    def __init__(self, view: WorkloadView) -> None:
        self._count: Counter[str] = Counter()
        stack = list(view.components)
        while stack:
            node = stack.pop()
            if node.copy is None:
                self._count[self._short(node)] += 1
            stack += node.children

    @staticmethod
    def _short(node: NodeView) -> str:
        return node.instance or node.component

    def of(self, node: NodeView) -> str:
        """The name to show in the tree."""
        return node.name if node.copy is not None else self.role(node)

    def role(self, node: NodeView) -> str:
        """The name of a role, unique in the workload."""
        short = self._short(node)
        if self._count[short] > 1 and node.instance is not None:
            return f"{node.component}/{node.instance}"
        return short


# --- tables -----------------------------------------------------------------------------------------------


def _resources(view: WorkloadView) -> list[str]:
    names = _Names(view)
    brief = _brief(view)
    roles: list[NodeView] = []
    stack = list(reversed(view.components))
    while stack:
        node = stack.pop()
        inner = [child for child in node.children if child.copy is None]
        # A parent's numbers are its children's, unless it has pods of its own.
        if node.copy is None and (node.per_pod is not None or not inner):
            roles.append(node)
        stack += reversed(inner)
    if not roles:
        return []
    rows = [["ROLE", "REPLICAS", "GPU", "CPU", "MEMORY"]]
    for node in roles:
        partial = node.partial
        rows.append(
            [
                names.role(node),
                cells.pods(node.replicas, at_least=partial.replicas if partial else None, brief=brief),
                cells.gpus(
                    node.accelerators, node.resources.gpus, at_least=partial.gpus if partial else None
                ),
                cells.cpu(node.resources.cpu_millis, partial.cpu_millis if partial else None),
                cells.memory(node.resources.memory_bytes, partial.memory_bytes if partial else None),
            ]
        )
    partial = view.partial
    rows.append(
        [
            "TOTAL",
            cells.pods(view.replicas, at_least=partial.replicas if partial else None, brief=brief),
            cells.gpus(view.accelerators, view.resources.gpus, at_least=partial.gpus if partial else None),
            cells.cpu(view.resources.cpu_millis, partial.cpu_millis if partial else None),
            cells.memory(view.resources.memory_bytes, partial.memory_bytes if partial else None),
        ]
    )
    return printers.align(rows)


def _gangs(view: WorkloadView) -> list[str]:
    if not view.gangs:
        return []
    from workload_map.cli import gangs_text

    return gangs_text.below_minimum(view.gangs)


def _owned(view: WorkloadView) -> list[str]:
    if not view.owned:
        return []
    rows = [
        ["  " + f"{owned.kind}/{owned.name}", owned.headline, f"replicas: {cells.pods(owned.replicas)}"]
        for owned in view.owned
    ]
    return ["Owned:", *printers.align(rows)]


def _pods(title: str, pods: Sequence[PodView]) -> list[str]:
    if not pods:
        return []
    return [title, *printers.align(["  " + pod.name, *_pod_cells(pod)] for pod in pods)]


def _conditions(view: WorkloadView, now: float) -> list[str]:
    if not view.conditions:
        return []
    rows = [["  TYPE", "STATUS", "REASON", "AGE", "MESSAGE"]]
    rows += [
        [
            f"  {condition.type}",
            condition.status,
            condition.reason or "",
            cells.age(condition.last_transition_time, now) if condition.last_transition_time else "",
            _cut(condition.message or ""),
        ]
        for condition in view.conditions
    ]
    return ["Conditions:", *printers.align(rows)]


def _events(view: WorkloadView, now: float) -> list[str]:
    """The latest events; those of a thousand pods would hide the rest."""
    if not view.events:
        return []
    rows = [["  LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"]]
    for event in view.events[-_EVENTS:]:
        times = f" (x{event.count})" if event.count > 1 else ""
        age = cells.age(event.last_seen, now)
        rows.append([f"  {age}{times}", event.type, event.reason, event.object, _cut(event.message)])
    left = len(view.events) - _EVENTS
    title = f"Events: (the last {_EVENTS} of {len(view.events)})" if left > 0 else "Events:"
    return [title, *printers.align(rows)]


def _cut(message: str) -> str:
    """A message of one line and no more than a terminal's width of it."""
    line = " ".join(message.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"

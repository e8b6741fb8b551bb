# SPDX-License-Identifier: Apache-2.0
"""``explain``: why a workload is in its phase, where its numbers come from, why a pod is in its role."""

from __future__ import annotations

import msgspec

from workload_map import errors
from workload_map.problems import Problem
from workload_map.session.kinds import Selection
from workload_map.session.result import Result
from workload_map.session.roots import Root, Roots
from workload_map.workload import explain as explaining
from workload_map.workload import owners, view

__all__ = ["Link", "PodReason", "pod", "workloads"]


class _Struct(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    pass


class Link(_Struct, frozen=True, kw_only=True):
    """One object of a chain of owners, the pod first."""

    kind: str
    name: str
    group: str
    uid: str | None
    described: bool
    """Whether a definition describes its kind."""


class PodReason(_Struct, frozen=True, kw_only=True):
    """Why a pod belongs where it does."""

    pod: str
    namespace: str | None
    chain: tuple[Link, ...]
    ended: str
    """Why the climb ended where it did."""
    workload: str | None
    """KIND/NAME of the workload that it belongs to."""
    definition: str | None
    """The definition that was used; None where it belongs to no workload, or to one that could not be read."""
    role: str | None
    """component or component/instance; None where no role takes it."""
    placing: explaining.PodExplanation | None
    """The selectors that were tried; None where it belongs to no workload."""
    itself: explaining.Explanation | None
    """Why the pod is in its phase, where it is a workload itself."""
    problems: tuple[Problem, ...]

    @property
    def kind(self) -> str:
        """As of any other row."""
        return "Pod"

    @property
    def name(self) -> str:
        """Likewise."""
        return self.pod


def workloads(roots: Roots, selection: Selection) -> Result[explaining.Explanation]:
    """The explanation of each selected workload. Raises NotFound and NoDefinition as `Roots.select`."""
    result: Result[explaining.Explanation] = Result([])
    for root in roots.select(selection):
        try:
            result.rows.append(_workload(roots, root))
        except errors.WorkloadMapError as error:
            result.failed(root, error)
    result.problems[:0] = roots.problems
    return result


def _workload(roots: Roots, root: Root) -> explaining.Explanation:
    obj = root.item.object
    plan = roots.plan(obj)
    found = explaining.explain(plan, obj)
    if root.pods is not None:
        row = view.row(plan.read(obj), pods=root.pods)
        found = msgspec.structs.replace(found, headline=row.headline, reason=row.reason, message=row.message)
    problems = tuple(map(root.item.problem, (*found.problems, *root.marks)))
    return msgspec.structs.replace(found, problems=problems)


def pod(roots: Roots, name: str, namespace: str | None) -> Result[PodReason]:
    """Why the pod of that name is where it is. Raises NotFound."""
    root = roots.pod(name, namespace)
    chain = roots.chain(root)
    below = chain.end.below
    joined = roots.joined(root)
    top = joined or (roots.by_ident(below) if below is not None else None)
    placing = itself = None
    role = definition = None
    problems = list(root.marks)
    if top is not None:
        plan = roots.plan(top.item.object)
        definition = plan.name
        placing = explaining.explain_pod(plan, plan.read(top.item.object), root.item.object)
        problems += placing.problems
        if placing.component is not None:
            role = placing.component + (f"/{placing.instance}" if placing.instance else "")
        if top.key == root.key:
            itself = _workload(roots, root)
    reason = PodReason(
        pod=name,
        namespace=root.namespace,
        chain=tuple(
            Link(
                kind=link.kind,
                name=link.name,
                group=link.group,
                uid=link.uid or None,
                described=roots.describes(link.group_kind),
            )
            for link in chain.links
        ),
        ended="joined by the definition's rule for pods without an owner" if joined else _ended(chain.end),
        workload=top.label if top is not None else str(below) if below is not None else None,
        definition=definition,
        role=role,
        placing=placing,
        itself=itself,
        problems=tuple(
            dict.fromkeys((*map(root.item.problem, problems), *(itself.problems if itself else ())))
        ),
    )
    return Result([reason], problems=list(roots.problems) if top is None else [])


def _ended(end: owners.Outcome) -> str:
    if isinstance(end, owners.Missing):
        return f"owner {end.owner} is not in the input"
    if isinstance(end, owners.Unreadable):
        return f"owner {end.owner} could not be read"
    if isinstance(end, owners.Stale):
        return f"owner {end.owner} is gone: the object of that name has another uid"
    if isinstance(end, owners.Unclear):
        names = ", ".join(map(str, end.owners))
        return f"owners in a circle: {names}" if end.cycle else f"several owners and no controller: {names}"
    return "the last has no owner"

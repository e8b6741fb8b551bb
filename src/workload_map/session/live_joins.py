# SPDX-License-Identifier: Apache-2.0
"""Pods without an owner that belong to a workload by its definition's rule, kept up while objects come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workload_map.session.roots import one_text
from workload_map.workload.owners import Key

if TYPE_CHECKING:
    from workload_map.workload.plan import Plan

__all__ = ["Joins"]

#: A definition's name, a namespace, and the value that object and pod must have in common.
_Meeting = tuple[str, str, str]


class Joins:
    """Which workload each ownerless pod joins: the only one in its namespace that gives the same value."""

    def __init__(self) -> None:
        self._rules: dict[str, Plan] = {}
        self._targets: dict[_Meeting, dict[Key, None]] = {}
        self._meetings: dict[Key, _Meeting] = {}
        self._orphans: dict[str, dict[Key, None]] = {}

    def put_orphan(self, key: Key, namespace: str) -> None:
        """A pod has no owner."""
        self._orphans.setdefault(namespace, {})[key] = None

    def drop_orphan(self, key: Key, namespace: str) -> None:
        """A pod is gone, or has an owner; one that was never without is no error."""
        orphans = self._orphans.get(namespace)
        if orphans is not None:
            orphans.pop(key, None)
            if not orphans:
                del self._orphans[namespace]

    def put_workload(
        self, key: Key, namespace: str, plan: Plan | None, obj: dict[str, Any]
    ) -> tuple[Key, ...]:
        """A workload is as `obj` says; the answer is the pods that may join others now. Without a plan, or a rule
        in it, none joins it."""
        meeting: _Meeting | None = None
        if plan is not None and plan.join_object is not None:
            value = one_text(plan.join_object, obj)
            if value is not None:
                meeting = (plan.name, namespace, value)
                self._rules[plan.name] = plan
        if meeting == self._meetings.get(key):
            return ()
        freed = self.drop_workload(key)
        if meeting is None:
            return freed
        self._meetings[key] = meeting
        self._targets.setdefault(meeting, {})[key] = None
        return tuple(dict.fromkeys((*freed, *self._orphans.get(namespace, ()))))

    def drop_workload(self, key: Key) -> tuple[Key, ...]:
        """A workload is gone; the answer is the pods that may join others now."""
        meeting = self._meetings.pop(key, None)
        if meeting is None:
            return ()
        targets = self._targets[meeting]
        del targets[key]
        if not targets:
            del self._targets[meeting]
        return tuple(self._orphans.get(meeting[1], ()))

    def target(self, pod: dict[str, Any], namespace: str) -> Key | None:
        """The workload that an ownerless pod joins."""
        for name, plan in sorted(self._rules.items()) if self._targets else ():
            value = one_text(plan.join_pod, pod)
            found = self._targets.get((name, namespace, value)) if value is not None else None
            if found is not None and len(found) == 1:
                return next(iter(found))
        return None

# SPDX-License-Identifier: Apache-2.0
"""A translation under construction: what every target does in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from workload_map.problems import Problems
from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets.model import Binding, Capabilities, Loss, Target, Translation
from workload_map.workload.gangs.targets.names import is_label_value
from workload_map.workload.gangs.targets.numbers import node_id
from workload_map.workload.reading import Reading

__all__ = ["MANAGED_BY", "Draft", "lose_alone"]

#: The label and its value on every object that a translation makes.
MANAGED_BY: Final = ("app.kubernetes.io/managed-by", "workload-map")

_WORKLOAD_UID: Final = "workloadmap.dev/workload-uid"
_WORKLOAD: Final = "workloadmap.dev/workload"
_GANG: Final = "workloadmap.dev/gang"
_COPY: Final = "workloadmap.dev/copy"


class Draft:
    """Collects objects, bindings, losses and problems of one translation."""

    def __init__(self, reading: Reading, trees: Iterable[Gang], target: Target, can: Capabilities) -> None:
        self.reading = reading
        self.trees = tuple(trees)
        """Active, with minimums that are known."""
        self.target = target
        self.can = can
        self.objects: list[dict[str, Any]] = []
        self.bindings: list[Binding] = []
        self._losses: list[tuple[Gang, str]] = []
        self.refused = Problems()
        """Why there is no translation."""
        self.problems = Problems()
        """What else is to be known."""

    def lose(self, gang: Gang, what: str) -> None:
        """Record what the target cannot say of this gang: one sentence without its full stop."""
        self._losses.append((gang, what))

    def refuse(self, code: str, message: str, gang: Gang) -> None:
        """Record why there can be no translation; `code` comes after ``gang.refused.``."""
        self.refused.add(f"gang.refused.{code}", f"{node_id(gang)}: {message}", at=gang.path)

    def note(self, code: str, message: str, *, warning: bool = False, at: str | None = None) -> None:
        """Record what is to be known though nothing is lost; `code` comes after ``gang.``."""
        self.problems.add(f"gang.{code}", message, severity="warning" if warning else "info", at=at)

    def metadata(self, gang: Gang, name: str | None = None) -> dict[str, Any]:
        """The metadata of an object for this gang: it names the workload that it is for, and is owned by it."""
        reading = self.reading
        labels = dict([MANAGED_BY])
        annotations = {}
        if reading.uid and is_label_value(reading.uid):
            labels[_WORKLOAD_UID] = reading.uid
        if reading.name is not None:
            group = reading.api_version.rpartition("/")[0]
            annotations[_WORKLOAD] = f"{reading.kind}{'.' + group if group else ''}/{reading.name}"
        annotations[_GANG] = gang.path
        if gang.copy is not None:
            annotations[_COPY] = gang.copy
        found: dict[str, Any] = {"name": name or gang.name}
        if reading.namespace is not None:
            found["namespace"] = reading.namespace
        found |= {"labels": labels, "annotations": annotations}
        if reading.uid and reading.name is not None:
            found["ownerReferences"] = [
                {
                    "apiVersion": reading.api_version,
                    "kind": reading.kind,
                    "name": reading.name,
                    "uid": reading.uid,
                }
            ]
        return found

    def add(self, api_version: str, kind: str, gang: Gang, spec: dict[str, Any]) -> None:
        """Add one object for a gang; fields of the spec that are None are left out."""
        self.objects.append(
            {
                "apiVersion": api_version,
                "kind": kind,
                "metadata": self.metadata(gang),
                "spec": {key: value for key, value in spec.items() if value is not None},
            }
        )

    def finish(self) -> Translation:
        """The translation; nothing but the reasons where something was refused."""
        refused = tuple(self.refused)
        return Translation(
            target=self.target,
            objects=() if refused else tuple(self.objects),
            bindings=() if refused else tuple(self.bindings),
            losses=_merged(self._losses),
            refused=refused,
            problems=tuple(self.problems),
        )


def lose_alone(draft: Draft, tree: Gang, alone: Iterable[Gang]) -> None:
    """Say of the parts that need no pod, and so have a group of their own, that they no longer wait for the rest."""
    for gang in alone:
        if gang is not tree:
            draft.lose(
                gang, "its pods may start before the rest: a part that needs none has a group of its own"
            )


def _merged(losses: Iterable[tuple[Gang, str]]) -> tuple[Loss, ...]:
    """Equal losses of equal copies are said once."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for gang, what in losses:
        found.setdefault((gang.path, what), {})[node_id(gang)] = None
    return tuple(
        Loss(node=next(iter(nodes)) if len(nodes) == 1 else path, what=what, copies=len(nodes))
        for (path, what), nodes in found.items()
    )

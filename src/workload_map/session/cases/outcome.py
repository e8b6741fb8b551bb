# SPDX-License-Identifier: Apache-2.0
"""What a definition makes of a case's object: read, viewed and edited as far as somebody asks."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from workload_map.session.cases.model import Case
from workload_map.session.gangs import gangs_of
from workload_map.workload import view as views
from workload_map.workload.edit import Edit
from workload_map.workload.gangs import Gang
from workload_map.workload.plan import Plan
from workload_map.workload.reading import Instance, Reading, role_id
from workload_map.workload.tally import Tally
from workload_map.workload.view import Placed
from workload_map.workload.viewmodel import WorkloadView

__all__ = ["Outcome"]


class Outcome:
    """One case under one plan. Everything is made at its first use."""

    def __init__(self, plan: Plan, case: Case) -> None:
        self.plan = plan
        self.case = case

    @property
    def object(self) -> dict[str, Any]:
        """The object of the case."""
        return self.case.object

    @cached_property
    def reading(self) -> Reading:
        """What the object says."""
        return self.plan.read(self.object)

    @cached_property
    def view(self) -> WorkloadView:
        """Object and pods together."""
        return views.view(self.reading, pods=self.case.pods)

    @cached_property
    def roles(self) -> dict[str, tuple[str, Instance]]:
        """Component and instance by role id."""
        return {
            role_id(name, instance.id): (name, instance)
            for name, component in self.reading.components.items()
            if component.has_pods
            for instance in component.instances.values()
        }

    @cached_property
    def placed(self) -> list[Placed]:
        """The pods with their places, by name."""
        return views.place_pods(self.reading, self.case.pods or ())

    @cached_property
    def tally(self) -> Tally | None:
        """The pods counted; None where they are not known."""
        if self.case.pods is None:
            return None
        tally = Tally()
        for pod in self.placed:
            tally.add(pod.place, pod.facts)
        return tally

    @cached_property
    def gangs(self) -> tuple[Gang, ...]:
        """The gangs with what the pods say of them, where they are known."""
        return gangs_of(self.reading, self.case.pods)[0]

    @cached_property
    def edit(self) -> Edit:
        """The start of a change to the object."""
        return self.plan.edit(self.object)

    def headline_after(self, edit: Edit) -> str:
        """The headline of the changed object, its status still that of before."""
        return self.plan.read(edit.object).headline

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import workload_map as wm
from tests.unit.session.world import Step, build, catalog
from workload_map.problems import Problem
from workload_map.session.follow_rows import GRACE, Outlet, Rows, Scope
from workload_map.session.live import Model
from workload_map.session.row_changes import RowChange


class Followed:
    """A model of the small world, and what is told of it. Objects are named as there, in their first life."""

    def __init__(self, *, known: wm.Catalog | None = None, **how: Any) -> None:
        self.model = Model(known or catalog())
        self.warned: list[Problem] = []
        outlet = Outlet(begin=print, tell=print, warn=self.warned.append, **how)
        self.rows = Rows(self.model, Scope(type=None, pods=True, parts=True), outlet)

    def change(self, *steps: tuple[str, str, int], now: float = 0.0) -> list[tuple[str, str]]:
        """What is told after some changes: (change, name, variant)."""
        keys: dict[Any, None] = {}
        for change, name, variant in steps:
            obj = build(Step(change, name, 1, 0, 1, variant))
            keys.update(dict.fromkeys(sorted(map(str, self.model.apply(change, obj)))))  # type: ignore[arg-type]
        return short(self.rows.changed(keys, now=now))


def short(changes: Sequence[RowChange]) -> list[tuple[str, str]]:
    return [(change.type, change.row.name or "") for change in changes]


def test_rows_of_the_beginning_are_not_told_again() -> None:
    followed = Followed()
    followed.model.apply("ADDED", build(Step("ADDED", "js", 1, 0, 1, 0)))
    rows, problems = followed.rows.begin()
    assert ([row.name for row in rows], problems, followed.rows.any()) == (["js"], [], True)
    assert followed.change(("MODIFIED", "js", 0)) == []
    assert followed.change(("MODIFIED", "js", 1)) == [("MODIFIED", "js")]
    assert followed.change(("DELETED", "js", 1)) == [("DELETED", "js")]
    assert not followed.rows.any()


def test_several_changes_of_one_workload_are_told_once() -> None:
    followed = Followed()
    steps = [("ADDED", "web", 1), ("ADDED", "web-r", 1), ("ADDED", "web-r-a", 1), ("MODIFIED", "web", 2)]
    assert followed.change(*steps) == [("ADDED", "web")]
    assert followed.change(("ADDED", "js", 1), ("DELETED", "js", 1)) == []


def test_a_row_that_fits_no_more_is_gone() -> None:
    followed = Followed(fits=lambda row: row.replicas.desired == 2)
    assert followed.change(("ADDED", "web", 1)) == []
    assert followed.change(("MODIFIED", "web", 2)) == [("ADDED", "web")]
    assert followed.change(("MODIFIED", "web", 3)) == [("DELETED", "web")]
    assert followed.rows.any()


def test_a_pod_that_comes_before_its_owner_is_never_a_workload() -> None:
    followed = Followed()
    assert followed.change(("ADDED", "web-r-a", 0), now=10.0) == []
    assert followed.rows.next_due == 10.0 + GRACE
    assert followed.change(("ADDED", "web-r", 1), ("ADDED", "web", 1), now=11.0) == [("ADDED", "web")]
    assert followed.rows.next_due is None
    assert followed.change(now=10.0 + GRACE) == []


def test_what_stays_without_its_owner_is_told_in_the_end() -> None:
    followed = Followed()
    followed.change(("ADDED", "web-r", 1), ("ADDED", "web", 1))
    assert followed.change(("DELETED", "web", 1), now=10.0) == [("DELETED", "web")]
    assert followed.change(("MODIFIED", "web-r", 2), now=10.0 + GRACE - 1) == []
    assert followed.change(now=10.0 + GRACE) == [("ADDED", "web-r")]
    # Once it stands there, its doubt is nothing new.
    assert followed.change(("MODIFIED", "web-r", 3), now=11.0 + GRACE) == [("MODIFIED", "web-r")]
    assert followed.change(("DELETED", "web-r", 3), now=11.0 + GRACE) == [("DELETED", "web-r")]


def test_a_workload_is_not_in_doubt_while_the_owner_of_a_pod_is_late() -> None:
    followed = Followed()
    assert followed.change(("ADDED", "js", 1)) == [("ADDED", "js")]
    assert followed.change(("ADDED", "js-0-a", 0)) == []
    assert followed.change(("ADDED", "js-0", 1), now=1.0) == [("MODIFIED", "js")]


def test_why_a_workload_cannot_be_read_is_said_once() -> None:
    twice = wm.Catalog.builtin().with_definitions(wm.load_definitions(TWICE), origin="cluster")
    followed = Followed(known=twice)
    assert followed.change(("ADDED", "loose", 1)) == []
    assert followed.change(("MODIFIED", "loose", 2)) == []
    assert [(problem.code, problem.severity) for problem in followed.warned] == [
        ("ambiguous-definition", "warning")
    ]
    assert followed.warned[0].message.startswith("Loose/loose: ")


ONE = """
apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: %s}
spec:
  structureDefinition:
    rootComponent:
      name: loose
      kind: {group: example.com, version: v1, kind: Loose}
      specDefinition: {podTemplateSpecPath: .spec.template}
      scaleDefinition: {replicasPath: .spec.replicas}
      statusDefinition:
        phaseDefinition: {path: .status.phase}
        statusMappings: {running: [{byPhase: Running}]}
"""
TWICE = "---".join(ONE % name for name in ("first", "second"))

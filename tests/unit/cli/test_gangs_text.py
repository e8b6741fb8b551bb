# SPDX-License-Identifier: Apache-2.0
"""Gangs as text: many copies, settings that are said once, and what is missing."""

from __future__ import annotations

from typing import Any

from workload_map.cli import gangs_text
from workload_map.session.gangs import GangsView
from workload_map.workload.gangs import Gang, Live, Member, Topology


def leaf(name: str, copy: str | None = None, *, live: Live | None = None, **given: Any) -> Gang:
    path = given.pop("path", name)
    return Gang(
        name=f"{name}-{copy}",
        path=path,
        copy=copy,
        min_pods=2,
        desired_pods=2,
        members=(Member(component="worker", min=2, desired=2),),
        live=live,
        **given,
    )


def text(*gangs: Gang) -> list[str]:
    view = GangsView(
        name="a", namespace=None, kind="Job", api_version="v1", uid=None, gangs=gangs, problems=()
    )
    return gangs_text.workload(view).splitlines()


FULL = Live(existing=2, scheduled=2, ready=2, satisfied=True)
SHORT = Live(existing=2, scheduled=1, ready=1, reason="worker 1 of 2 scheduled")


def test_no_gangs() -> None:
    assert text()[1] == "No pods of this workload must start together."


def test_as_many_copies_as_fit_are_shown() -> None:
    lines = text(*(leaf("group", str(n)) for n in range(4)))
    assert [line.split("   ")[0] for line in lines[2:]] == [f"group [{n}]" for n in range(4)]


def test_of_more_copies_the_rest_is_counted() -> None:
    lines = text(*(leaf("group", str(n), live=FULL) for n in range(100)))
    assert len(lines) == 6
    assert lines[5].startswith("... 97 more like this")
    assert lines[5].endswith("satisfied")


def test_what_lacks_pods_among_copies_that_are_not_shown_is_told() -> None:
    lives = [FULL] * 50 + [SHORT, SHORT]
    lines = text(*(leaf("group", str(n), live=live) for n, live in enumerate(lives)))
    assert lines[5].startswith("... 49 more like this")
    assert lines[5].endswith("2 below their minimum: worker 1 of 2 scheduled")


def test_children_fold_too() -> None:
    children = tuple(leaf("part", str(n), path="all/part") for n in range(9))
    lines = text(Gang(name="all", path="all", min_children=9, desired_pods=18, children=children))
    assert [line.split("   ")[0] for line in lines[2:]] == [
        "all",
        "|-- part [0]",
        "|-- part [1]",
        "|-- part [2]",
        "`-- ... 6 more like this",
    ]


def test_settings_are_said_where_they_begin() -> None:
    told: dict[str, Any] = {"queue": "q", "priority": "high"}
    child = leaf("part", path="all/part", topology=Topology(required="rack", preferred="host"), **told)
    first = leaf("first")
    tree = Gang(name="all", path="all", min_children=1, children=(child,), start_after=(first.name,), **told)
    lines = text(first, tree)
    assert lines[3].endswith("priority high; queue q; after first")
    assert lines[4].endswith("within one rack; preferably within one host")


def test_roles_of_one_gang_have_rows() -> None:
    members = (Member(component="a", min=1, desired=1), Member(component="b", instance="c", desired=None))
    lines = text(Gang(name="x", path="x", desired_pods=None, members=members))
    assert [line.split() for line in lines[2:]] == [
        ["x", "?", "pods", "?"],
        ["|--", "a", "1", "pod", "1"],
        ["`--", "b/c", "?", "pods", "?"],
    ]


def test_below_the_minimum() -> None:
    assert (
        gangs_text.below_minimum([leaf("a", live=FULL), leaf("b"), leaf("c", live=SHORT, active=False)]) == []
    )
    lines = gangs_text.below_minimum([leaf("a", str(n), live=SHORT) for n in range(5)])
    assert lines == [
        "Gangs below their minimum:",
        "  a [0]   worker 1 of 2 scheduled (and 4 more like this)",
    ]


def test_names_of_objects_cannot_move_the_cursor() -> None:
    assert "\x1b" not in "\n".join(text(leaf("a\x1b[2J", live=SHORT)))

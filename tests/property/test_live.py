# SPDX-License-Identifier: Apache-2.0
"""Objects that come, change and go in any order end in the rows that the same objects give at once, and every row
that becomes another was announced."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.session.world import NAMESPACE, WORLD, Step, build, catalog, uid
from workload_map.session import list as listing
from workload_map.session.kinds import Selection
from workload_map.session.live import Model
from workload_map.session.roots import Roots
from workload_map.session.source import Gathered, Item
from workload_map.workload.owners import Key
from workload_map.workload.viewmodel import WorkloadRow

STEPS = st.builds(
    Step,
    st.sampled_from(["ADDED", "ADDED", "MODIFIED", "MODIFIED", "DELETED"]),
    st.sampled_from(sorted(WORLD)),
    st.sampled_from([1, 1, 1, 2]),
    st.sampled_from([0, 0, 0, 1, 2]),
    st.sampled_from([1, 1, 1, 2]),
    st.integers(0, 3),
)
#: Mostly there: most of what can go wrong needs whole chains.
START = st.permutations([Step("ADDED", name, 1, 0, 1, index % 2) for index, name in enumerate(WORLD)])


Row = tuple[WorkloadRow, bool]


def rows_of(model: Model) -> dict[Key, Row]:
    """Every row of a model, and whether it is one of a list across types."""
    found: dict[Key, Row] = {}
    for name in WORLD:
        for life in (1, 2):
            key = uid(name, life)
            row = model.row(key, pods=True)
            if row is not None:
                found[key] = row, model.shown(key, parts=True)
    return found


def rows_at_once(objects: dict[str, dict[str, Any]], unreadable: tuple[Any, ...]) -> dict[Key, Row]:
    items = [Item(objects[name], "cluster") for name in sorted(objects)]
    roots = Roots(Gathered(items, file_mode=False, pods=True, unreadable=unreadable), catalog())
    if not any(roots.describes((WORLD[name].group, WORLD[name].kind)) for name in objects):
        return {}
    top = {root.key for root in roots.select(Selection())}
    found: dict[Key, Row] = {}
    for pair in sorted({(WORLD[name].group, WORLD[name].kind) for name in objects}):
        if roots.describes(pair):
            token = ".".join(filter(None, (pair[1], pair[0])))
            for root, row in listing.with_roots(roots, Selection(type=token)).rows:
                found[root.key] = row, root.key in top
    return found


@settings(max_examples=30, deadline=None)
@given(
    START,
    st.integers(0, len(WORLD)),
    st.lists(STEPS, min_size=5, max_size=15),
    st.sampled_from([None, 0, 12]),
)
def test_rows_are_those_of_the_objects_at_once_and_no_change_is_left_out(
    start: list[Step], there: int, then: list[Step], forbidden_at: int | None
) -> None:
    steps = start[:there] + then
    model = Model(catalog())
    objects: dict[str, dict[str, Any]] = {}
    unreadable: tuple[Any, ...] = ()
    before: dict[Key, Row] = {}
    for index, step in enumerate(steps):
        obj = build(step)
        announced = model.apply(step.change, obj)  # type: ignore[arg-type]
        held = objects.get(step.name)
        if step.change != "DELETED":
            objects[step.name] = obj
        elif held is not None and held["metadata"]["uid"] == obj["metadata"]["uid"]:
            del objects[step.name]
        if index == forbidden_at:
            announced |= model.mark_unreadable("batch", "Job", NAMESPACE)
            unreadable = (("batch", "Job", NAMESPACE),)
        if index < there - 1:
            continue
        after = rows_of(model)
        if index == there - 1:
            before = after
        others = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        assert others <= announced
        before = after
    assert rows_of(model) == rows_at_once(objects, unreadable)
    assert len(model) == len(objects)


@settings(max_examples=10, deadline=None)
@given(START)
def test_the_order_in_which_objects_come_makes_no_difference(steps: list[Step]) -> None:
    model = Model(catalog())
    for step in steps:
        model.apply("ADDED", build(step))
    assert rows_of(model) == rows_at_once({step.name: build(step) for step in steps}, ())
    for step in steps:
        model.apply("DELETED", build(step))
    assert len(model) == 0
    assert rows_of(model) == {}

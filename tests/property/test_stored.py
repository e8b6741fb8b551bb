# SPDX-License-Identifier: Apache-2.0
"""Whatever a cluster stores as a definition, it is used or left out with one line, and nothing raises."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import settings as options
from hypothesis import strategies as st

from tests.property.test_definition import PATHS, RELAXED, change
from tests.unit.definition.sample import sample
from tests.unit.definition.strategies import anything
from workload_map import errors
from workload_map.definition.catalog import CatalogIndex
from workload_map.session import stored
from workload_map.session.check_stored import check_stored
from workload_map.workload.catalog import Catalog

_NONE = Catalog(CatalogIndex())
_CHANGES = st.lists(
    st.tuples(st.sampled_from(PATHS), st.sampled_from(["set", "remove", "rename", "repeat"]), anything),
    max_size=3,
)


def made(changes: list[tuple[tuple[Any, ...], str, Any]]) -> Any:
    document = sample()
    for path, action, value in changes:
        change(document, path, action, value)
    return document


@options(RELAXED, max_examples=25)
@given(st.lists(_CHANGES.map(made) | anything, max_size=2))
def test_what_is_stored(items: list[Any]) -> None:
    catalog, problems = stored.merge(_NONE, items)
    for problem in problems:
        assert problem.severity == "warning"
        assert "\n" not in problem.message
    skipped = sum(problem.code == "definitions.invalid" for problem in problems)
    assert skipped + len(catalog.entries()) + len(catalog.unmapped) == len(items)
    for entry in catalog.entries():
        try:
            plan = catalog.plan_for(*entry.gvk)
        except errors.AmbiguousDefinition:
            continue
        assert plan.read({"metadata": {"name": "x"}, "spec": {}}).definition == entry.name
    # The check of the cluster finds an error in exactly what is left out, collisions and versions aside.
    rows = check_stored(items, []).rows
    wrong = sum(
        any(one.severity == "error" and one.code != "definition.collision" for one in row.problems)
        for row in rows
    )
    assert wrong - len(catalog.unmapped) == skipped

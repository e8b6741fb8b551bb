# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import msgspec

from tests.unit.session.world import Step, build, catalog
from workload_map.session.live import Model
from workload_map.session.row_changes import Printed, RowChange
from workload_map.workload.viewmodel import WorkloadRow


def row_of(variant: int) -> WorkloadRow:
    model = Model(catalog())
    model.apply("ADDED", build(Step("ADDED", "js", 1, 0, 1, variant)))
    row = model.row("js#1", pods=True)
    assert row is not None
    return row


def test_a_row_is_added_once_changed_where_it_differs_and_ended_once() -> None:
    printed = Printed()
    first, second = row_of(0), row_of(1)
    assert printed.update("a", first) == RowChange("ADDED", first)
    assert printed.update("a", row_of(0)) is None
    assert printed.update("a", second) == RowChange("MODIFIED", second)
    assert printed.update("a", None) == RowChange("DELETED", second)
    assert printed.update("a", None) is None
    assert printed.update("a", second) == RowChange("ADDED", second)
    assert len(printed) == 1


def test_what_is_not_shown_is_not_printed_again() -> None:
    def face(row: WorkloadRow) -> Any:
        return row.name, row.headline

    printed = Printed(face=face)
    row = row_of(0)
    printed.update("a", row)
    assert printed.update("a", msgspec.structs.replace(row, message="new")) is None
    changed = printed.update("a", msgspec.structs.replace(row, headline="Failed"))
    assert changed is not None
    assert changed.type == "MODIFIED"


def test_rows_that_a_new_list_does_not_have_end() -> None:
    printed = Printed()
    first, second = row_of(0), row_of(1)
    printed.update("a", first)
    printed.update("b", second)
    assert list(printed.only(["b", "c"])) == [RowChange("DELETED", first)]
    assert list(printed.only(["b"])) == []
    assert len(printed) == 1

# SPDX-License-Identifier: Apache-2.0
"""Preconditions of a patch, on plain objects; what a server makes of them is tested on one."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli_runs import ROOT
from workload_map import yamlio
from workload_map.session.apply import guarded, shown
from workload_map.workload import patch as patches
from workload_map.workload.catalog import Catalog


def jobset() -> dict[str, Any]:
    obj: dict[str, Any] = yamlio.load((ROOT / "examples/jobset.yaml").read_text()).value
    obj["metadata"]["resourceVersion"] = "7"
    return obj


VERSION = {"op": "replace", "path": "/metadata/resourceVersion", "value": "7"}


def test_nothing_to_change_is_nothing_to_send() -> None:
    assert guarded(jobset(), []) == []


def test_the_version_comes_first_then_the_old_value() -> None:
    obj = jobset()
    edit = Catalog.builtin().plan(obj).edit(obj).scale("workers", 5)
    place = "/spec/replicatedJobs/1"
    assert guarded(obj, edit.patch) == [
        VERSION,
        {"op": "test", "path": f"{place}/name", "value": "workers"},
        {"op": "test", "path": f"{place}/replicas", "value": 2},
        {"op": "replace", "path": f"{place}/replicas", "value": 5},
    ]


def test_what_is_new_has_no_old_value_but_named_places() -> None:
    obj = jobset()
    edit = Catalog.builtin().plan(obj).edit(obj).set_label("leader", "team/a~b", "x")
    *tests, last = guarded(obj, edit.patch)
    assert last["op"] == "add"
    assert tests == [VERSION, {"op": "test", "path": "/spec/replicatedJobs/0/name", "value": "leader"}]


def test_a_list_that_gets_longer_is_tested_whole() -> None:
    old = {"metadata": {"resourceVersion": "7"}, "spec": {"tolerations": [{"key": "a"}]}}
    new = {**old, "spec": {"tolerations": [{"key": "a"}, {"key": "b"}]}}
    assert guarded(old, patches.diff(old, new)) == [
        VERSION,
        {"op": "test", "path": "/spec/tolerations", "value": [{"key": "a"}]},
        {"op": "add", "path": "/spec/tolerations/1", "value": {"key": "b"}},
    ]


def test_numbers_as_keys_of_a_map_are_keys() -> None:
    old = {"metadata": {"resourceVersion": "7"}, "data": {"0": {"name": "x", "1": "a"}}}
    new = {**old, "data": {"0": {"name": "x", "1": "b"}}}
    assert guarded(old, patches.diff(old, new))[1:] == [
        {"op": "test", "path": "/data/0/1", "value": "a"},
        {"op": "replace", "path": "/data/0/1", "value": "b"},
    ]


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b/c", "~", "0", "name"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=40, deadline=None)
@given(old=_VALUES, new=_VALUES)
def test_every_test_holds_for_the_object_that_was_read(old: Any, new: Any) -> None:
    before = {"metadata": {"resourceVersion": "7"}, "spec": old}
    found = guarded(before, patches.diff(before, {**before, "spec": new}))
    assert [item for item in found if item["op"] != "test"][1:] == patches.diff(
        before, {**before, "spec": new}
    )
    for item in found:
        if item["op"] == "test":
            assert patches.same(_at(before, item["path"]), item["value"])


def _at(value: Any, path: str) -> Any:
    """What an RFC 6901 pointer means; it must be there."""
    for part in path.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def test_managed_fields_are_not_shown_and_not_lost() -> None:
    obj = {"kind": "Job", "metadata": {"name": "a", "managedFields": [{}]}, "spec": {}}
    assert shown(obj) == {"kind": "Job", "metadata": {"name": "a"}, "spec": {}}
    assert obj["metadata"] == {"name": "a", "managedFields": [{}]}

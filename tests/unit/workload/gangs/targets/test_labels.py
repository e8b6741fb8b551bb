# SPDX-License-Identifier: Apache-2.0
"""Which label of its pods an expression reads."""

from __future__ import annotations

import pytest

from tests.unit.workload.gangs.targets.examples import example
from tests.unit.workload.gangs.targets.trees import leaf
from workload_map.workload.expr import Expr
from workload_map.workload.gangs.targets.labels import copy_labels, label_read


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ('.metadata.labels["a/b"]', "a/b"),
        ('.metadata.labels["a/b"] // empty', "a/b"),
        (".metadata.labels.index", "index"),
        ('.metadata.labels["a/b"] // "0"', None),
        ('.metadata.labels["a/b"] | tonumber', None),
        ('.metadata.annotations["a/b"]', None),
        (".metadata.labels[.spec.x]", None),
        (".metadata.labels[0]", None),
        (".metadata.labels[]", None),
        (".metadata.labels", None),
        ("$__loc__", None),
    ],
)
def test_label_read(text: str, label: str | None) -> None:
    assert label_read(Expr(text, "", "key")) == label


def test_copies_of_a_whole_tree_and_of_its_parts_have_its_label() -> None:
    reading, gangs = example("leaderworkerset")
    wanted = ("leaderworkerset.sigs.k8s.io/group-index",)
    assert copy_labels(reading, gangs[0]) == wanted
    assert copy_labels(reading, gangs[0].children[1]) == wanted


def test_a_gang_that_the_definition_does_not_have_has_none() -> None:
    reading, _ = example("leaderworkerset")
    assert copy_labels(reading, leaf("other", 1, role=("worker", ""), copy="0")) is None
    assert copy_labels(reading, leaf("other", 1, members=())) is None

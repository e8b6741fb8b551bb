# SPDX-License-Identifier: Apache-2.0
"""Selectors as kubectl writes them, on objects in hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workload_map import errors
from workload_map.session import selectors

OBJECT: dict[str, Any] = {
    "metadata": {"name": "a", "labels": {"app": "web", "tier": "1", "k8s.io/part": "x", "empty": ""}},
    "spec": {"replicas": 3, "paused": False},
}


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("", True),
        ("app=web", True),
        ("app==web", True),
        ("app = web , tier=1", True),
        ("app=other", False),
        ("app!=other", True),
        ("none!=other", True),
        ("app!=web", False),
        ("app", True),
        ("none", False),
        ("!none", True),
        ("! app", False),
        ("app in (db, web)", True),
        ("app in (db)", False),
        ("none in (db)", False),
        ("app notin (db)", True),
        ("none notin (db)", True),
        ("empty=", True),
        ("app in (web),tier in (1,2),!none", True),
        ("k8s.io/part=x", True),
        ("tier>0", True),
        ("tier<1", False),
        ("app>0", False),
    ],
)
def test_labels(text: str, fits: bool) -> None:
    assert selectors.labels(text)(OBJECT) is fits


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("app=web,", 9),
        ("app in web", 1),
        ("=x", 1),
        ("a=b c", 1),
        ("a in (x", 1),
        ("a=b,,c", 5),
        ("tier>x", 6),
    ],
)
def test_a_bad_label_selector_says_where(text: str, column: int) -> None:
    with pytest.raises(errors.InputError) as caught:
        selectors.labels(text)
    assert (caught.value.column, caught.value.source, caught.value.code) == (column, "-l", "input.selector")


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("metadata.name=a", True),
        ("metadata.name==a,spec.replicas=3", True),
        ("metadata.name!=a", False),
        ("spec.paused=false", True),
        ("spec.none=", True),
        ("spec.none!=x", True),
        ("", True),
    ],
)
def test_fields(text: str, fits: bool) -> None:
    assert selectors.fields(text)(OBJECT) is fits


def test_a_bad_field_selector() -> None:
    with pytest.raises(errors.InputError, match="PATH=VALUE"):
        selectors.fields("metadata.name")


def test_objects_of_any_shape() -> None:
    for obj in ({}, {"metadata": None}, {"metadata": {"labels": []}}, {"spec": 1}):
        assert selectors.labels("a=b")(obj) is False
        assert selectors.fields("spec.a.b=")(obj) is True


@given(st.text(alphabet="ab=!,() in><", max_size=20))
def test_any_text_is_a_selector_or_an_input_error(text: str) -> None:
    for parse in (selectors.labels, selectors.fields):
        try:
            parse(text)({})
        except errors.InputError as error:
            fault: errors.InputError | None = error
        else:
            fault = None
        assert fault is None or fault.column is not None

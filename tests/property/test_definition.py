# SPDX-License-Identifier: Apache-2.0
"""Whatever is done to a definition, the answer is a list of problems; what is sound survives a round trip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.definition.sample import TEXT, sample
from tests.unit.definition.strategies import anything, values
from workload_map import yamlio
from workload_map.definition import codec
from workload_map.definition.model import EXTENSIONS_ANNOTATION, Definition, Spec
from workload_map.definition.shapes import shape_of
from workload_map.errors import DefinitionError, InputError
from workload_map.problems import Problem

RELAXED = settings(deadline=None, suppress_health_check=list(HealthCheck))


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


PATHS = list(paths(sample()))
PORTABLE = codec.encode(codec.decode(sample())[0] or pytest.fail("the sample is broken"), portable=True)


def change(document: Any, path: tuple[Any, ...], action: str, value: Any) -> None:
    inner = document
    for step in path[:-1]:
        if not isinstance(inner, dict | list):
            return
        try:
            inner = inner[step]
        except (KeyError, IndexError, TypeError):
            return
    key = path[-1]
    if isinstance(inner, dict):
        if action == "rename":
            inner[f"{key}x"] = inner.pop(key, None)
        elif action == "remove":
            inner.pop(key, None)
        else:
            inner[key] = value
    elif isinstance(inner, list) and isinstance(key, int) and key < len(inner):
        if action == "remove":
            del inner[key]
        elif action == "repeat":
            inner.append(inner[key])
        else:
            inner[key] = value


def consistent(text: str, problems: tuple[Problem, ...]) -> None:
    """Loading says the same as validating, and every place is in the text."""
    rows = text.split("\n")
    for problem in problems:
        assert problem.line is None or 1 <= problem.line <= len(rows) + 1
    broken = any(problem.severity == "error" for problem in problems)
    try:
        codec.load_definitions(text)
    except (DefinitionError, InputError):
        assert broken
    else:
        assert not broken


@settings(RELAXED, max_examples=80)
@given(
    st.lists(
        st.tuples(st.sampled_from(PATHS), st.sampled_from(["set", "remove", "rename", "repeat"]), anything),
        min_size=1,
        max_size=4,
    )
)
def test_changed_definitions(changes: list[tuple[tuple[Any, ...], str, Any]]) -> None:
    document = sample()
    for path, action, value in changes:
        change(document, path, action, value)
    text = yamlio.dump(document)
    problems = codec.validate(text, portable=True)
    assert list(problems) == sorted(problems, key=Problem.sort_key)
    consistent(text, codec.validate(text))


@settings(RELAXED, max_examples=80)
@given(st.integers(0, len(TEXT) - 1), st.integers(0, 12), st.text(max_size=4))
def test_changed_text(start: int, length: int, inserted: str) -> None:
    text = TEXT[:start] + inserted + TEXT[start + length :]
    consistent(text, codec.validate(text))


@settings(RELAXED, max_examples=80)
@given(st.data())
def test_changed_annotation(data: st.DataObject) -> None:
    document = msgspec.json.decode(msgspec.json.encode(PORTABLE))
    annotation = PORTABLE["metadata"]["annotations"][EXTENSIONS_ANNOTATION]
    start = data.draw(st.integers(0, len(annotation) - 1))
    length = data.draw(st.integers(0, 8))
    changed = annotation[:start] + data.draw(st.text(max_size=3)) + annotation[start + length :]
    document["metadata"]["annotations"][EXTENSIONS_ANNOTATION] = changed
    text = yamlio.dump(document)
    consistent(text, codec.validate(text))


@settings(RELAXED, max_examples=80)
@given(anything)
def test_anything_is_no_traceback(value: Any) -> None:
    definition, problems = codec.decode(value)
    assert definition is None
    assert problems


@settings(RELAXED, max_examples=80)
@given(values(shape_of(Spec), depth=7), st.booleans())
def test_round_trip(spec: Any, portable: bool) -> None:
    document = {
        "apiVersion": "run.ai/v1alpha1",
        "kind": "Karta",
        "metadata": {"name": "x", "labels": {"team": "a"}},
        "spec": spec,
    }
    definition, problems = codec.decode(document)
    assert definition is not None, problems
    text = yamlio.dump(codec.encode(definition, portable=portable))
    again, problems = codec.decode(yamlio.load(text).value)
    assert again is not None, problems
    assert again.spec == definition.spec
    assert again.labels.items() >= definition.labels.items()
    # The form of the catalog's index.
    assert msgspec.json.decode(msgspec.json.encode(definition), type=Definition) == definition

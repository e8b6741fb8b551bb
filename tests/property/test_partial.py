# SPDX-License-Identifier: Apache-2.0
"""A partial object reads like the full one, whatever is in it and whatever is read."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from workload_map.jq.reads import ANY, ELEMENT, ReadPath
from workload_map.kube import partial

NAMES = st.sampled_from(["a", "b", "metadata", "name", "def"])
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=5)
STEPS = NAMES | st.just(ELEMENT)
PATHS = st.lists(
    st.lists(STEPS, max_size=4).map(lambda steps: tuple(steps))
    | st.lists(STEPS, max_size=4).map(lambda s: (*s, ANY)),
    max_size=5,
)

ABSENT = object()


def read(value: Any, path: ReadPath) -> Any:
    """What somebody sees who walks the path: the value at its end, and what stands in the way before it."""
    if not path or path[0] == ANY:
        return value
    step, rest = path[0], path[1:]
    if step == ELEMENT:
        if isinstance(value, list):
            return ["list", *(read(item, rest) for item in value)]
        if isinstance(value, dict):
            return ["object", *((key, read(item, rest)) for key, item in value.items())]
        return value
    if isinstance(value, dict):
        return read(value[step], rest) if step in value else ABSENT
    return value


# Each example makes types of its own, which costs more than decoding.
@settings(max_examples=50, deadline=None)
@given(OBJECTS, PATHS)
def test_every_path_reads_the_same(value: Any, paths: list[ReadPath]) -> None:
    body = json.dumps(value).encode()
    decode = partial.decoder(paths)
    found = decode.object(body)
    for path in (*paths, *partial.IDENTITY):
        assert read(found, path) == read(value, path)
    listed = decode(b'{"metadata": {}, "items": [%s, %s]}' % (body, body))
    assert listed.items == [found, found]
    assert within(found, value)


def within(part: Any, whole: Any) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and within(item, whole[key]) for key, item in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(within, part, whole))
    return type(part) is type(whole) and part == whole

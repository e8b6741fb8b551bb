# SPDX-License-Identifier: Apache-2.0
"""Hypothesis strategies made from the model's own shapes."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from workload_map.definition.shapes import Shape

__all__ = ["anything", "values"]


def values(shape: Shape, *, depth: int = 99) -> st.SearchStrategy[Any]:
    """Builtins that fit `shape`, with every optional field now there and now not; below `depth` levels only
    what is required."""
    match shape.kind:
        case "struct":
            return st.fixed_dictionaries(
                {f.name: values(f.shape, depth=depth - 1) for f in shape.fields if f.required},
                optional={
                    f.name: values(f.shape, depth=depth - 1)
                    for f in shape.fields
                    if not f.required and depth > 0
                },
            )
        case "list":
            assert shape.item is not None
            keys = shape.keys

            def identity(item: Any) -> Any:
                return tuple(item[key] for key in keys) if keys else item

            return st.lists(
                values(shape.item, depth=depth - 1),
                min_size=shape.min_length or 0,
                max_size=2,
                unique_by=identity if keys is not None else None,
            )
        case "map":
            keys_of_map = st.sampled_from(["a", "b"])
            return st.dictionaries(keys_of_map, st.just("x"), min_size=shape.min_length or 0, max_size=2)
        case "string":
            if shape.enum:
                return st.sampled_from(shape.enum)
            return st.sampled_from(["x", "y"] if shape.min_length or shape.pattern else ["", "x", "y"])
        case "integer":
            return st.integers(0, 3)
        case "boolean":
            return st.booleans()


#: Whatever a document may hold.
anything: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)

# SPDX-License-Identifier: Apache-2.0
"""What is written reads back, by any reader; what is edited changes nothing else; bad input is an InputError."""

from __future__ import annotations

import json
from typing import Any

import yaml
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from workload_map import errors, yamlio
from workload_map.yamlio import _events, _json, _nodes

# Words and shapes that readers of YAML take for something else than text, besides arbitrary text.
WORDS = """
    y n yes No on OFF true null ~ .inf -.NaN 0x1F 0o14 014 1e3 1_000 12:30:45 2001-01-01 1.0 .5 - -- --- ... ? : =
    << *a &a !a @a `a %a |a >a [a {a ]a }a ,a #a ' # - \\ it's 😀 1,2 0b1 1:1 0. +1 -1 nan Infinity " "a" 'a'
"""
SHAPES = (
    (
        "",
        " ",
        "a: b",
        "a #b",
        "a:",
        ": a",
        "- a",
        "? a",
        "--- a",
        "a, b: c",
        "\n",
        "a\n",
        "a\nb",
        "a\n\n",
        "\na",
    ),
    (" a\nb", "a\n b", "a\n ", "a\n#b", "a\n\n\nb\n", "x\n  - y\n", "a\n---\nb", "\ta", "a\tb", "a\r\nb"),
    ("a\u2028b", "\x07", "\x1b[31m", "\u202e", "é\n日本", "\x85", "\ufeff", "\x7f", "\xa0"),
)
TRICKY = st.sampled_from([*WORDS.split(), *(shape for line in SHAPES for shape in line)])
TEXT = st.one_of(
    TRICKY,
    st.builds("".join, st.lists(TRICKY, max_size=3)),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text(alphabet=" \n\t:#-'\"ab0.", max_size=10),
)
SCALAR = st.one_of(
    TEXT,
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.just(10**40),
)
VALUE = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
QUICK = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(VALUE)
def test_yaml_reads_back_the_same(value: Any) -> None:
    text = yamlio.dump(value)
    if value is not None:
        assert yamlio.load(text).value == value
        (pure,) = _events.read(text, "x", _events.PureParser)
        assert pure.value == value
    assert yaml.safe_load(text) == value
    assert not any(ord(char) < 0x20 and char != "\n" and char != "\t" for char in text)


@QUICK
@given(st.lists(VALUE.filter(lambda value: value is not None), max_size=4))
def test_several_documents_read_back(values: list[Any]) -> None:
    assert [document.value for document in yamlio.load_all(yamlio.dump_all(values))] == values


@QUICK
@given(VALUE, st.sampled_from([0, 1, 2, 4]))
def test_json_reads_back_the_same(value: Any, indent: int) -> None:
    text = yamlio.to_json(value, indent=indent)
    assert json.loads(text) == value
    assert yamlio.load("[" + text + "]").value == [value]


@QUICK
@given(TEXT)
def test_escaped_text_moves_no_cursor(text: str) -> None:
    shown = yamlio.escape(text)
    assert yamlio.escape(shown) == shown
    assert not set(shown) & set("\n\r\t\x1b\x07\x7f\x85\u202e\u2028")


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    found = [(path, value)]
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, child in members:
        found += paths(child, (*path, step))
    return found


@QUICK
@given(st.dictionaries(TEXT, VALUE, max_size=4))
def test_every_place_is_where_its_value_starts(value: Any) -> None:
    for text in (yamlio.to_json(value), yamlio.to_json(value, indent=0)):
        document = yamlio.load(text)
        lines = text.split("\n")
        for path, part in paths(value):
            line, column = document.locate(path) or (0, 0)
            here = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
            assert json.JSONDecoder().raw_decode(here)[0] == part
            line, column = document.locate(path, key=True) or (0, 0)
            if path and isinstance(path[-1], str):
                assert json.JSONDecoder().raw_decode(lines[line - 1][column - 1 :])[0] == path[-1]
        # The parser of YAML puts everything in the same places.
        assert "\\u" in text or _places(_nodes.compose(text, 0, len(text))) == _places(document.root())


def _places(node: _nodes.Node) -> list[tuple[int, int]]:
    found = []
    for member in node.members:
        if member.key_node is not None:
            found.append((member.key_node.start, member.key_node.end))
        found += _places(member.value)
    return [(node.start, node.end), *found]


@QUICK
@given(VALUE)
def test_both_readers_of_json_agree(value: Any) -> None:
    text = json.dumps([value])
    assert _json._decode_tokens(text, 0).value == yamlio.load(text).value == [value]


def edits(old: Any, new: Any, path: str = "") -> list[dict[str, Any]]:
    """A patch from one value to another, as fine as can be."""
    if isinstance(old, dict) and isinstance(new, dict):
        out = []
        for key in old:
            below = path + "/" + key.replace("~", "~0").replace("/", "~1")
            out += edits(old[key], new[key], below) if key in new else [{"op": "remove", "path": below}]
        for key in new:
            if key not in old:
                below = path + "/" + key.replace("~", "~0").replace("/", "~1")
                out.append({"op": "add", "path": below, "value": new[key]})
        return out
    return [] if old == new and type(old) is type(new) else [{"op": "replace", "path": path, "value": new}]


def writers(value: Any) -> list[str]:
    texts = [yamlio.dump(value), "# above\n---\n" + yamlio.dump(value) + "# below\n---\nother: 1\n"]
    texts.append(yamlio.dump(value).replace("\n", "\r\n"))
    texts.append(yaml.safe_dump(value, indent=4, allow_unicode=True, sort_keys=False))
    texts.append(yaml.safe_dump(value, default_flow_style=True))
    return [text for text in texts if yamlio.load_all(text)[0].value == value]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(TEXT, VALUE, min_size=1, max_size=4),
    st.dictionaries(TEXT, VALUE, min_size=1, max_size=4),
    st.data(),
)
def test_edited_text_reads_as_the_patched_value(old: Any, new: Any, data: st.DataObject) -> None:
    mixed = {**{key: value for key, value in old.items() if data.draw(st.booleans())}, **new}
    patch = edits(old, mixed)
    for text in [*writers(old), yamlio.to_json(old), yamlio.to_json(old, indent=0)]:
        note(text)
        document = yamlio.load_all(text)[0]
        changed = yamlio.edit_text(text, document, patch)
        assert yamlio.load_all(changed)[0].value == mixed


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(VALUE, st.data())
def test_damaged_text_is_read_or_refused_with_a_place(value: Any, data: st.DataObject) -> None:
    text = data.draw(
        st.sampled_from([yamlio.dump, yamlio.to_json, lambda v: yaml.safe_dump(v, default_flow_style=True)])
    )(value)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = (
            text[:at]
            + data.draw(
                st.sampled_from(
                    ["", "{", "]", "\t", '"', "&a ", "*a", "<<: ", "\0", "- ", ": ", "\ud800", "\n"]
                )
            )
            + text[at + cut :]
        )
    try:
        yamlio.load_all(text)
    except errors.InputError as error:
        placed = bool(error.line and error.column)
    else:
        placed = True
    assert placed

# SPDX-License-Identifier: Apache-2.0
"""Edits in the text: what is touched, and that nothing else is."""

from __future__ import annotations

import difflib
from typing import Any

import pytest

from workload_map import errors, yamlio

TEXT = """\
# head
apiVersion: v1   # one
kind: "X"
metadata:
    name: 'abc'  # the name
    labels: {a: b}
    annotations:
    # about x
        x: "1"
        y: two # two
spec:
    # list
    containers:
      - name: a
        image: img:1 # image
        args: ["--x", "--y"]
        script: |
          one
          two

      # second
      - image: img:2
        name: b
    empty: {}
    nul:
    tail: x
---
second: doc   # kept
"""

PRETTY = """\
{
    "a": {
        "b": 1
    },
    "l": [],
    "m": [1, 2]
}
"""

PRETTY_CHANGED = """\
{
    "a": {
        "b": "z",
        "c": {
            "x": [
                1
            ]
        }
    },
    "l": [
        {
            "q": 1
        }
    ],
    "m": [2]
}
"""


def replace(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def remove(path: str) -> dict[str, Any]:
    return {"op": "remove", "path": path}


def edit(text: str, *patch: dict[str, Any], index: int = 0) -> str:
    return yamlio.edit_text(text, yamlio.load_all(text)[index], list(patch))


def changes(text: str, *patch: dict[str, Any], index: int = 0) -> list[str]:
    new = edit(text, *patch, index=index)
    lines = difflib.unified_diff(text.split("\n"), new.split("\n"), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        (
            [replace("/spec/containers/0/image", "img:9")],
            ["-        image: img:1 # image", "+        image: img:9 # image"],
        ),
        (
            [replace("/metadata/name", "it's")],
            ["-    name: 'abc'  # the name", "+    name: 'it''s'  # the name"],
        ),
        ([replace("/kind", "Y: z")], ['-kind: "X"', '+kind: "Y: z"']),
        ([replace("/apiVersion", 2)], ["-apiVersion: v1   # one", "+apiVersion: 2   # one"]),
        ([replace("/apiVersion", "yes")], ["-apiVersion: v1   # one", '+apiVersion: "yes"   # one']),
        ([replace("/spec/nul", 5)], ["-    nul:", "+    nul: 5"]),
        ([replace("/spec/nul", {"a": [1]})], ["+        a:", "+          - 1"]),
        ([replace("/spec/tail", "a\nb")], ["-    tail: x", "+    tail: |-", "+        a", "+        b"]),
        (
            [replace("/apiVersion", {"a": "b"})],
            ["-apiVersion: v1   # one", "+apiVersion:   # one", "+    a: b"],
        ),
        ([add("/metadata/labels/c", "no")], ["-    labels: {a: b}", '+    labels: {a: b, c: "no"}']),
        ([remove("/metadata/labels/a")], ["-    labels: {a: b}", "+    labels: {}"]),
        ([add("/metadata/annotations/z", "3")], ['+        z: "3"']),
        ([remove("/metadata/annotations/x")], ['-        x: "1"']),
        (
            [remove("/metadata/annotations")],
            ["-    annotations:", "-    # about x", '-        x: "1"', "-        y: two # two"],
        ),
        ([add("/spec/empty/k", 1)], ["-    empty: {}", "+    empty:", "+        k: 1"]),
        ([add("/spec/containers/-", {"name": "c"})], ["+      - name: c"]),
        (
            [add("/spec/containers/0", {"name": "c", "args": ["x"]})],
            ["+      - name: c", "+        args:", "+          - x"],
        ),
        (
            [add("/spec/containers/0/args/1", "--m"), remove("/spec/containers/0/args/0")],
            ['-        args: ["--x", "--y"]', '+        args: ["--m", "--y"]'],
        ),
        (
            [remove("/spec/containers/1/image"), add("/spec/containers/1/stdin", True)],
            ["-      - image: img:2", "-        name: b", "+      - name: b", "+        stdin: true"],
        ),
        ([remove("/spec/containers/1")], ["-      - image: img:2", "-        name: b"]),
        (
            [replace("/spec/containers/0/script", "a\n")],
            ["-          one", "-          two", "+            a"],
        ),
        ([{"op": "test", "path": "/kind", "value": "X"}, replace("/kind", "X")], []),
    ],
)
def test_only_the_touched_lines_change(patch: list[dict[str, Any]], expected: list[str]) -> None:
    assert changes(TEXT, *patch) == expected


def test_every_other_byte_stays() -> None:
    new = edit(TEXT, replace("/spec/tail", "z"))
    assert new == TEXT.replace("tail: x", "tail: z")
    assert edit(TEXT, replace("/second", "z"), index=1) == TEXT.replace("second: doc", "second: z")
    assert edit("\ufeffa: 1\r\nb: 2", replace("/a", 3)) == "\ufeffa: 3\r\nb: 2"
    assert edit("a: 1\r\n", add("/b", {"c": "x\ny\n"})) == "a: 1\r\nb:\r\n  c: |\r\n    x\r\n    y\r\n"
    assert edit("a: 1", add("/b", 2)) == "a: 1\nb: 2"
    assert edit("a: 1\nb: 2", remove("/b")) == "a: 1"


@pytest.mark.parametrize(
    ("text", "patch", "expected"),
    [
        (
            PRETTY,
            [add("/a/c", {"x": [1]}), add("/l/-", {"q": 1}), remove("/m/0"), replace("/a/b", "z")],
            PRETTY_CHANGED,
        ),
        ('{"a":1}', [add("/b", [1])], '{"a":1,"b":[1]}'),
        ('{"a": 1}', [add("/b", {"c": 1})], '{"a": 1, "b": {"c": 1}}'),
        ('{"a": 1, "b": 2}', [remove("/a")], '{"b": 2}'),
        ('{"a": 1, "b": 2}', [remove("/b")], '{"a": 1}'),
        ('{"a": 1, "b": 2}', [remove("/b"), remove("/a"), add("/c", 3)], '{"c": 3}'),
        ('{"a": 1}', [remove("/a")], "{}"),
        ('{"a": 1}\n{"b": 2}\n', [replace("/a", None)], '{"a": null}\n{"b": 2}\n'),
        ("[1,2,3]", [add("/1", 9), remove("/0")], "[9,2,3]"),
        ('{"a": "\\u00e9", "n": 1e2}', [add("/z", "é")], '{"a": "\\u00e9", "n": 1e2, "z": "é"}'),
    ],
)
def test_json(text: str, patch: list[dict[str, Any]], expected: str) -> None:
    assert edit(text, *patch) == expected


@pytest.mark.parametrize(
    ("text", "patch", "expected"),
    [
        ("- - a\n  - b\n- c\n", [add("/0/0", "x")], "- - x\n  - a\n  - b\n- c\n"),
        ("- - a\n  - b\n- c\n", [remove("/0/0")], "- - b\n- c\n"),
        ("- a\n# about b\n- b\n- c\n", [remove("/0")], "# about b\n- b\n- c\n"),
        ("- a\n- b\n", [remove("/0"), remove("/0")], "[]\n"),
        ("a:\n- x\nb: 1\n", [remove("/a/0")], "a: []\nb: 1\n"),
        ("a: # why\n- x\nb: 1\n", [replace("/a", {})], "a: {} # why\nb: 1\n"),
        ("-\n  a: 1\n", [add("/0/b", 2)], "-\n  a: 1\n  b: 2\n"),
        ("a: {b: {c: 1}}\n", [add("/a/b/d", [1, "x"])], "a: {b: {c: 1, d: [1, x]}}\n"),
        ("? a\n: 1\n? b\n: 2\n", [remove("/a"), add("/c", 3)], "? b\n: 2\nc: 3\n"),
        ("a: 1\n...\n---\nb: 2\n", [add("/c", 3)], "a: 1\nc: 3\n...\n---\nb: 2\n"),
        ("a: |+\n  x\n\n\nb: 1\n", [add("/c", 3)], "a: |+\n  x\n\n\nb: 1\nc: 3\n"),
        ("b: 1\na: |\n  x\n\n\n# end\n", [add("/c", 3)], "b: 1\na: |\n  x\nc: 3\n\n\n# end\n"),
        ("b: 1\na: |+\n  x\n\n", [add("/c", 3)], "b: 1\na: |+\n  x\n\nc: 3\n"),
        ("a: 1\n  # deep\n", [add("/b", "x\ny\n")], 'a: 1\nb: "x\\ny\\n"\n  # deep\n'),
        ("a: &x 1\nb: 2\nc: *x\n", [replace("/b", 3)], "a: &x 1\nb: 3\nc: *x\n"),
        ("a: &x 1\nb: 2\n", [replace("/a", 3)], "a: 3\nb: 2\n"),
        ("b: &x {a: 1}\nc:\n  <<: *x\n", [add("/c/z", 2)], "b: &x {a: 1}\nc:\n  <<: *x\n  z: 2\n"),
        (
            "%TAG ! tag:x,2000:\n---\na: !foo 1\nb: 2\n",
            [replace("/b", 3)],
            "%TAG ! tag:x,2000:\n---\na: !foo 1\nb: 3\n",
        ),
        ("a: 1\na: 2\nb: 3\n", [remove("/a")], "b: 3\n"),
        ("--- x\n", [replace("", {"a": 1})], "--- \na: 1\n"),
    ],
)
def test_yaml_in_many_shapes(text: str, patch: list[dict[str, Any]], expected: str) -> None:
    assert edit(text, *patch) == expected


@pytest.mark.parametrize(
    ("text", "patch", "line", "why"),
    [
        ("a: &x 1\nc: *x\n", replace("/a", 2), 1, "anchor 'x'"),
        ("a: &x {q: 1}\nc: *x\n", replace("/a/q", 2), 1, "anchor 'x'"),
        ("a: &x {q: 1}\nc: *x\n", replace("/c/q", 2), 2, "alias"),
        ("b: &x {a: 1}\nc:\n  <<: *x\n  z: 1\n", replace("/c/a", 2), 3, "merge"),
        ("b: &x {a: 1}\nc:\n  <<: *x\n  z: 1\n", remove("/c/a"), 3, "merge"),
        ("b: &x {a: 1}\nc:\n  <<: *x\n", remove("/b"), 1, "would not read"),
    ],
)
def test_what_cannot_be_edited_says_so(text: str, patch: dict[str, Any], line: int, why: str) -> None:
    with pytest.raises(errors.InputError, match=why) as caught:
        edit(text, patch)
    assert (caught.value.code, caught.value.line) == ("input.edit", line)


@pytest.mark.parametrize(
    "patch",
    [
        remove("/x"),
        replace("/x", 1),
        add("/x/y", 1),
        add("/l/3", 1),
        add("/l/01", 1),
        add("/l/-1", 1),
        add("/l/" + "9" * 5000, 1),
        replace("/l/-", 1),
        remove("/l/0/x"),
        remove(""),
        {"op": "test", "path": "/a", "value": True},
        {"op": "move", "path": "/a", "from": "/l"},
        {"op": "add", "path": "/a"},
        {"op": "add", "path": "a", "value": 1},
        {"op": "add", "value": 1},
    ],
)
def test_a_patch_that_does_not_apply(patch: dict[str, Any]) -> None:
    with pytest.raises(errors.InputError, match="the patch does not apply") as caught:
        edit("a: 1\nl: [1, 2]\n", patch)
    assert caught.value.code == "input.patch"


@pytest.mark.parametrize("levels", [150, 250, 50_000])
def test_a_patch_that_makes_the_document_too_deep(levels: int) -> None:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    with pytest.raises(errors.InputError) as caught:
        edit("a: " + "[" * 100 + "1" + "]" * 100 + "\n", replace("/a" + "/0" * 100, value))
    assert caught.value.code == ("input.depth" if levels > 200 else "input.edit")


def test_the_text_must_be_that_of_the_document() -> None:
    with pytest.raises(ValueError, match="not loaded from this text"):
        yamlio.edit_text("a: 2\n", yamlio.load("a: 1\n"), [replace("/a", 3)])


def test_the_value_of_the_document_is_not_modified() -> None:
    document = yamlio.load(TEXT.split("---")[0])
    before = yamlio.to_json(document.value)
    yamlio.edit_text(
        document.text, document, [remove("/spec/containers/0/args"), add("/metadata/labels/z", "1")]
    )
    assert yamlio.to_json(document.value) == before


def test_one_item_of_a_large_list() -> None:
    items = [{"kind": "Pod", "labels": {}, "spec": {"n": 1}} for _ in range(500)]
    text = yamlio.to_json({"kind": "List", "items": items})
    pieces = text.replace('"labels": {}', '"labels": {\n        "a": "b"\n      }', 1).split('"n": 1')
    expected = '"n": 1'.join(pieces[:401]) + '"n": 2' + '"n": 1'.join(pieces[401:])
    assert edit(text, replace("/items/400/spec/n", 2), add("/items/0/labels/a", "b")) == expected

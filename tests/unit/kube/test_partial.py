# SPDX-License-Identifier: Apache-2.0
"""Partial objects: what is kept, what is left out, and that no type in an answer breaks them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workload_map.jq.reads import ReadPath
from workload_map.kube import partial
from workload_map.kube.errors import BadAnswer

POD: dict[str, Any] = {
    "metadata": {
        "name": "a",
        "namespace": "ml",
        "uid": "u",
        "resourceVersion": "7",
        "labels": {"x": "1", "y": "2"},
        "managedFields": [{"manager": "kubectl"}],
    },
    "spec": {
        "containers": [{"name": "c", "image": "i", "resources": {"limits": {"cpu": "1"}}}, {"name": "d"}],
        "nodeName": "n",
    },
    "status": {"phase": "Running"},
}
IDENTITY = {"name": "a", "namespace": "ml", "uid": "u", "resourceVersion": "7"}


def kept(value: Any, *paths: ReadPath) -> Any:
    return partial.decoder(paths).object(json.dumps(value).encode())


def test_only_what_is_read_is_kept() -> None:
    found = kept(
        POD,
        ("metadata", "labels", "x", "*"),
        ("spec", "containers", "[]", "resources", "*"),
        ("status", "conditions", "[]", "type", "*"),
    )
    assert found == {
        "metadata": {**IDENTITY, "labels": {"x": "1"}},
        "spec": {"containers": [{"resources": {"limits": {"cpu": "1"}}}, {}]},
        "status": {},
    }


def test_with_no_path_only_the_identity_is_kept() -> None:
    assert kept(POD) == {"metadata": IDENTITY}


@pytest.mark.parametrize("paths", [None, [("*",)], [()], [("spec", "*"), ("*",)], [("[]", "name", "*")]])
def test_a_path_to_the_whole_keeps_everything(paths: list[ReadPath] | None) -> None:
    decode = partial.decoder(paths)
    assert decode.whole
    assert decode.object(json.dumps(POD).encode()) == POD


def test_a_whole_value_wins_over_its_parts_in_either_order() -> None:
    parts: ReadPath = ("metadata", "labels", "x", "*")
    whole: ReadPath = ("metadata", "labels", "*")
    both = [kept(POD, parts, whole), kept(POD, whole, parts)]
    assert both[0] == both[1] == {"metadata": {**IDENTITY, "labels": {"x": "1", "y": "2"}}}


def test_fields_and_elements_of_one_value_keep_all_of_it() -> None:
    assert kept(POD, ("status", "phase", "*"), ("status", "[]", "z", "*"))["status"] == POD["status"]


def test_elements_may_be_those_of_an_object() -> None:
    spec = {"groups": {"b": {"n": 1, "m": 2}, "a": {"n": 3}, "c": "text"}}
    found = kept({**POD, "spec": spec}, ("spec", "groups", "[]", "n", "*"))
    assert found["spec"] == {"groups": {"b": {"n": 1}, "a": {"n": 3}, "c": "text"}}


@pytest.mark.parametrize("value", [None, True, 1, 1.5, 10**30, "text", [], [{"a": 1}]])
def test_a_value_of_another_type_is_kept_as_it_is(value: Any) -> None:
    assert kept({**POD, "status": value}, ("status", "phase", "*"))["status"] == value
    assert kept({**POD, "status": value}, ("status", "[]", "*"))["status"] == value


def test_names_that_are_words_of_python_are_fields() -> None:
    assert kept({**POD, "class": {"def": 1, "x-y": 2}}, ("class", "def", "*"))["class"] == {"def": 1}


def test_a_page_has_its_version_and_the_token_of_the_next() -> None:
    decode = partial.decoder([("status", "phase", "*")])
    page = decode(
        json.dumps({"metadata": {"resourceVersion": "9", "continue": "t"}, "items": [POD]}).encode()
    )
    assert page == partial.Page(
        items=[{"metadata": IDENTITY, "status": {"phase": "Running"}}], resource_version="9", more="t"
    )
    assert decode(b'{"metadata": {"resourceVersion": "9"}, "items": null}').items == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"metadata": {}, "items": [1]}', b'{"kind": "Status", "metadata": {}}']
)
def test_what_is_no_list_is_a_bad_answer(body: bytes) -> None:
    with pytest.raises(BadAnswer):
        partial.decoder(None)(body)


def test_half_an_event_is_a_bad_answer() -> None:
    line = json.dumps({"type": "ADDED", "object": POD}).encode()
    decode = partial.decoder(None)
    event = decode.event(line)
    assert (event.type, decode.object(event.object)) == ("ADDED", POD)
    with pytest.raises(BadAnswer):
        decode.event(line[: len(line) // 2])

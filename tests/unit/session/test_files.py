# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from workload_map import errors
from workload_map.problems import Problem
from workload_map.session.files import FilesSource, replace_file
from workload_map.session.kinds import Selection, typed_name
from workload_map.session.source import Gathered


def gather(*paths: str, stdin: bytes = b"") -> Gathered:
    return FilesSource(paths, stdin=lambda: stdin).gather(Selection())


def names(gathered: Gathered) -> list[str]:
    return [typed_name(item.object) for item in gathered.items]


def obj(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name}, **more}


def test_documents_and_lists_of_any_depth_in_order() -> None:
    inner = {"apiVersion": "v1", "kind": "List", "items": [obj("Pod", "b"), obj("Pod", "c")]}
    outer = {"apiVersion": "v1", "kind": "List", "items": [obj("Pod", "a"), inner, obj("Pod", "d")]}
    text = json.dumps(outer) + "\n" + json.dumps(obj("Pod", "e"))
    found = gather("-", stdin=text.encode())
    assert names(found) == ["Pod/a", "Pod/b", "Pod/c", "Pod/d", "Pod/e"]
    assert found.items[2].path == ("items", 1, "items", 1)
    assert found.items[4].path == ()
    assert {item.source for item in found.items} == {"<stdin>"}


def test_members_of_a_typed_list_get_its_type() -> None:
    text = json.dumps({"apiVersion": "batch/v1", "kind": "JobList", "items": [{"metadata": {"name": "a"}}]})
    [item] = gather("-", stdin=text.encode()).items
    assert item.object == {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "a"}}


@pytest.mark.parametrize("items", ["null", "[]"])
def test_an_empty_list_holds_nothing(items: str) -> None:
    assert gather("-", stdin=f'{{"apiVersion":"v1","kind":"List","items":{items}}}'.encode()).items == []


def test_a_list_may_have_no_items_at_all() -> None:
    assert gather("-", stdin=b"apiVersion: v1\nkind: List\n").items == []


def test_a_problem_is_placed_in_its_source() -> None:
    text = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  spec: {a: [1]}\n"
    source = FilesSource(["-"], stdin=lambda: text.encode())
    found = Problem(code="x", message="x", path="/spec/a/0")
    [item] = source.gather(Selection()).items
    placed = item.problem(found)
    assert (placed.source, placed.path, placed.line, placed.column) == ("<stdin>", "/items/0/spec/a/0", 6, 14)
    absent = item.problem(Problem(code="x", message="x", path="/spec/b/c"))
    assert (absent.path, absent.line, absent.column) == ("/items/0/spec/b/c", 6, 9)
    assert item.problem(Problem(code="x", message="x")).line is None
    [without] = source.gather(Selection(), places=False).items
    placed = without.problem(found)
    assert (placed.source, placed.path, placed.line) == ("<stdin>", "/items/0/spec/a/0", None)


def test_a_kind_that_merely_ends_in_list_is_an_object() -> None:
    text = json.dumps(obj("AllowList", "a", spec={}, items=[1]))
    assert names(gather("-", stdin=text.encode())) == ["AllowList/a"]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a: 1", "no apiVersion", 1),
        ("apiVersion: v1\nkind: List\nitems: {a: 1}", "the items of a List must be a list, not an object", 1),
        ("\n\napiVersion: v1\nmetadata: {}\n", "no kind", 3),
        ("apiVersion: v1\nkind: [Pod]\n", "kind must be a string", 1),
        ("apiVersion: ''\nkind: Pod\n", "apiVersion must be a string", 1),
        ("just text", "not a Kubernetes object: a string", 1),
        ("---\n3", "not a Kubernetes object: a number", 2),
        ("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n- null\n", "null", 6),
    ],
)
def test_what_is_no_object_is_an_error_with_its_place(text: str, message: str, line: int) -> None:
    with pytest.raises(errors.InputError, match=message) as caught:
        gather("-", stdin=text.encode())
    assert (caught.value.source, caught.value.line) == ("<stdin>", line)


def test_a_folder_gives_its_manifests_and_says_what_it_left_out(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("apiVersion: v1\nkind: Pod\nmetadata: {name: b}\n")
    (tmp_path / "a.json").write_text(json.dumps(obj("Pod", "a")))
    (tmp_path / "values.yml").write_text("replicas: 3\n")
    (tmp_path / "README.md").write_text("no: manifest")
    (tmp_path / ".hidden.yaml").write_text("{{ broken")
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "deep" / "deeper" / "c.yaml").write_text("apiVersion: v1\nkind: Pod\nmetadata: {name: c}\n")
    found = gather(str(tmp_path))
    assert names(found) == ["Pod/a", "Pod/b", "Pod/c"]
    [problem] = found.problems
    assert (problem.code, problem.severity, problem.line) == ("input.object", "warning", 1)
    assert problem.source == str(tmp_path / "values.yml")


def test_a_folder_without_manifests_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no \.yaml"):
        gather(str(tmp_path))


def test_duplicate_keys_are_warnings() -> None:
    found = gather("-", stdin=b"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nmetadata: {name: b}\n")
    assert names(found) == ["Pod/b"]
    assert [problem.code for problem in found.problems] == ["input.duplicate-key"]


def test_a_replaced_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    file = tmp_path / "real" / "a.yaml"
    file.parent.mkdir()
    file.write_bytes(b"old")
    file.chmod(0o640)
    link = tmp_path / "a.yaml"
    link.symlink_to(file)
    replace_file(str(link), old=b"old", new=b"new")
    assert file.read_bytes() == b"new"
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(file.parent) == ["a.yaml"]


def test_a_file_that_someone_else_changed_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"theirs")
    with pytest.raises(errors.InputError, match="someone else"):
        replace_file(str(file), old=b"old", new=b"new")
    assert file.read_bytes() == b"theirs"

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

import workload_map as wm
from workload_map.errors import InputError
from workload_map.session.cases import Plans, casefiles
from workload_map.session.cases.report import Runner
from workload_map.session.cases.update import updated

HEAD = """\
# A comment.
bases:
  job: {apiVersion: batch/v1, kind: Job, spec: {template: {spec: {containers: [{name: main, image: "a"}]}}}}
"""


def update(folder: Path, text: str) -> tuple[str, int]:
    path = folder / "cases.yaml"
    path.write_text(text)
    (file,) = casefiles.load([str(path)], stdin=bytes)
    assert file.problems == ()
    return updated(file, Plans(wm.Catalog.builtin()))


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    text = (
        HEAD
        + """\
cases:
- name: one
  set: {status: {active: 1, ready: 1}}   # two numbers
  expect:
    headline: Failed   # wrong
    roles: {job: {desired: 1, units: 4}}
"""
    )
    found, changes = update(tmp_path, text)
    assert changes == 2
    assert found == text.replace("Failed", "Running").replace("units: 4", "units: 1")
    assert update(tmp_path, found) == (found, 0)


def test_what_is_not_there_is_taken_out(tmp_path: Path) -> None:
    found, changes = update(tmp_path, HEAD + "cases:\n- expect:\n    roles: {job: {}, nobody: {}}\n")
    assert (changes, found) == (1, HEAD + "cases:\n- expect:\n    roles: {job: {}}\n")


def test_a_case_that_expects_nothing_gets_all_that_is_read(tmp_path: Path) -> None:
    found, _ = update(tmp_path, HEAD + "cases:\n- name: one\n- name: two\n")
    assert found.startswith(HEAD + "cases:\n- name: one\n  expect:\n    phases:\n    - Initializing\n")
    assert found.count("expect:") == 2
    assert update(tmp_path, found) == (found, 0)


def test_defaults_of_the_file_are_not_changed_for_one_case(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        update(tmp_path, HEAD + "expect: {headline: Failed}\ncases: [{name: one}]\n")
    assert 'case "one": headline is expected by the whole file' in str(error.value)


def test_files_are_replaced_and_broken_ones_left(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.yaml", tmp_path / "b.yaml"
    good.write_bytes(b"\xef\xbb\xbf" + (HEAD + "cases: [{expect: {headline: Failed}}]\n").encode())
    bad.write_text("cases: 1\n")
    runner = Runner(wm.Catalog.builtin(), [str(tmp_path)], stdin=bytes)
    first, second = runner.update()
    assert first == (str(good), 1, None)
    assert second[2] is not None
    assert "must be a list of cases" in second[2]
    assert (
        good.read_bytes()
        == b"\xef\xbb\xbf" + (HEAD + "cases: [{expect: {headline: Initializing}}]\n").encode()
    )

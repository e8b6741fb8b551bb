# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from workload_map.session.cases.casefiles import load, merge_patch
from workload_map.session.cases.model import Case, CaseFile

JOB = "{apiVersion: batch/v1, kind: Job}"


def read(folder: Path, text: str, name: str = "cases.yaml") -> CaseFile:
    path = folder / name
    path.write_text(text)
    (file,) = load([str(path)], stdin=bytes)
    return file


def one(folder: Path, text: str) -> Case:
    file = read(folder, text)
    assert file.problems == ()
    (case,) = file.cases
    return case


def faults(folder: Path, text: str) -> list[str]:
    return [f"{p.line}:{p.column}: {p.message}" for p in read(folder, text).problems]


def test_a_list_of_cases_with_bases(tmp_path: Path) -> None:
    file = read(
        tmp_path,
        """\
definition: some-name
bases:
  a: {apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: "1"}}}
  b: {apiVersion: v1, kind: Pod}
pods: [{metadata: {name: p}}]
expect: {problems: []}
cases:
- {name: one, base: a, set: {metadata: {labels: {x: null, z: "2"}}}, expect: {headline: Running}}
- {base: b, definition: other, pods: []}
""",
    )
    assert file.problems == ()
    first, second = file.cases
    assert first.object["metadata"] == {"name": "a", "labels": {"z": "2"}}
    assert (first.definition, first.pods) == ("some-name", [{"metadata": {"name": "p"}}])
    assert first.expect == {"problems": [], "headline": "Running"}
    assert first.own == {"headline"}
    assert first.line == 8
    assert first.place(("headline",)) == (8, 79)
    assert first.place(("problems",)) == (8, None)
    assert (second.name, second.definition, second.pods) == ("case 2", "other", [])
    assert second.expect == {"problems": []}


def test_the_only_base_need_not_be_named(tmp_path: Path) -> None:
    case = one(tmp_path, f"bases: {{a: {JOB}}}\ncases: [{{set: {{spec: {{x: 1}}}}}}]\n")
    assert case.object["spec"] == {"x": 1}
    assert case.expect is None
    assert case.pods is None


def test_documents_are_cases_too(tmp_path: Path) -> None:
    file = read(tmp_path, f"object: {JOB}\n---\nname: two\nobject: {JOB}\nexpect: {{headline: Running}}\n")
    assert [case.name for case in file.cases] == ["case 1", "two"]
    assert file.cases[1].place(("headline",)) == (5, 10)


def test_objects_and_pods_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "job.yaml").write_text("apiVersion: batch/v1\nkind: Job\nspec: {x: 1}\n")
    (tmp_path / "pods.json").write_text(
        '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod"}]}'
    )
    case = one(tmp_path, "objectFile: job.yaml\npodsFile: pods.json\nset: {spec: {z: 2}}\n")
    assert case.object["spec"] == {"x": 1, "z": 2}
    assert case.pods == [{"apiVersion": "v1", "kind": "Pod"}]


def test_json_is_read_as_well(tmp_path: Path) -> None:
    file = read(tmp_path, '{"cases": [{"object": {"apiVersion": "v1", "kind": "Pod"}}]}', "cases.json")
    assert len(file.cases) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- 1\n", ["1:1: not a case: there must be a mapping"]),
        ("a: 1\n", ["1:1: not a case: it has neither cases, nor object or objectFile, nor recorded events"]),
        ("cases: []\n", ["1:8: must be a list of cases"]),
        ("cases: [1]\n", ["1:9: not a case: there must be a mapping"]),
        (
            f"cases:\n- object: {JOB}\n  sett: {{}}\n",
            ['3:3: unknown key "sett" of a case; did you mean set?'],
        ),
        (
            f"case: 1\ncases: [{{object: {JOB}}}]\n",
            ['1:1: unknown key "case" of a file of cases; did you mean cases?'],
        ),
        (
            "bases: []\ncases: [{}]\n",
            [
                "1:8: must be a mapping from name to object",
                "2:9: a case needs one of object, objectFile and base: none of them is there",
            ],
        ),
        (f"expect: {{a: 1}}\ncases: [{{object: {JOB}}}]\n", ['1:10: unknown key "a" of expect']),
        ("bases: {a: 1}\ncases: [{}]\n", ["1:12: must be an object"]),
        ("cases: [{}]\n", ["1:9: a case needs one of object, objectFile and base: none of them is there"]),
        (
            f"cases: [{{object: {JOB}, base: a}}]\n",
            ["1:9: a case needs one of object, objectFile and base: object and base"],
        ),
        (f"bases: {{a: {JOB}}}\ncases: [{{base: b}}]\n", ['2:16: no base is called "b"; there are: a']),
        ("cases: [{object: {kind: Job}}]\n", ["1:18: not a Kubernetes object: no apiVersion"]),
        ("cases: [{object: {apiVersion: v1, kind: ''}}]\n", ["1:18: not a Kubernetes object: no kind"]),
        ("cases: [{object: 1}]\n", ["1:18: must be an object"]),
        (
            f"cases: [{{object: {JOB}, set: 1}}]\n",
            ["1:58: set must be a mapping: a merge patch on the object"],
        ),
        (f"cases: [{{object: {JOB}, pods: 1}}]\n", ["1:59: pods must be a list of pods"]),
        (
            f"cases: [{{object: {JOB}, pods: [], podsFile: a}}]\n",
            ["1:9: a case has pods or podsFile, not both"],
        ),
        (f"cases: [{{object: {JOB}, name: 1}}]\n", ["1:59: name must be a text"]),
        (
            f"cases:\n- {{name: a, object: {JOB}}}\n- {{name: a, object: {JOB}}}\n",
            ['3:10: the name "a" is taken by the case at line 2'],
        ),
        (f"object: {JOB}\nexpect: {{}}\n", ["2:9: must be a mapping with any of phases, headline"]),
        (
            f"object: {JOB}\nexpect: {{gangs: []}}\n",
            ["2:10: gangs: must be a mapping from gang"],
        ),
        (
            f"object: {JOB}\nexpect: {{headlin: x}}\n",
            ['2:10: unknown key "headlin" of expect; did you mean headline?'],
        ),
        (
            f"object: {JOB}\nexpect:\n  roles: {{a: {{desired: x}}}}\n",
            ["3:15: roles/a/desired: must be a number of 0 or more, or null for one that is not known"],
        ),
        ("objectFile: nothing.yaml\n", ["1:13: nothing.yaml cannot be read: No such file or directory"]),
        ("objectFile: 1\n", ["1:13: objectFile must be a text"]),
        ("a: 1\na: 2\n", ["2:1: duplicate key 'a': it is already at line 1, column 1"]),
        ("a: [\n", None),
        ("# nothing\n", ["None:None: there is no case in it"]),
        ("events: 1\n", ["1:9: events must be a list"]),
        ("events: [{kind: STATE, object: {}}]\n", ["1:10: a STATE must have its object and its state"]),
    ],
)
def test_faults_have_their_place(tmp_path: Path, text: str, found: list[str] | None) -> None:
    said = faults(tmp_path, text)
    if found is None:
        assert len(said) == 1
    else:
        assert [line[: len(start)] for line, start in zip(said, found, strict=True)] == found


def test_a_broken_case_leaves_the_others(tmp_path: Path) -> None:
    file = read(tmp_path, f"cases:\n- {{name: a, object: 1}}\n- {{name: b, object: {JOB}}}\n")
    assert [case.name for case in file.cases] == ["b"]
    assert len(file.problems) == 1


def test_a_folder_holds_other_files_too(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("kind: Other\n")
    (tmp_path / "b.yaml").write_text(f"object: {JOB}\n")
    other, cases = load([str(tmp_path)], stdin=bytes)
    assert [problem.severity for problem in other.problems] == ["info"]
    assert len(cases.cases) == 1


def test_an_object_file_with_several_objects(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text("apiVersion: v1\nkind: Pod\n---\napiVersion: v1\nkind: Pod\n")
    (tmp_path / "bad.yaml").write_text("a: [\n")
    assert faults(tmp_path, "objectFile: two.yaml\n") == ["1:13: two.yaml holds 2 objects, and one is needed"]
    assert "bad.yaml cannot be read" in faults(tmp_path, "objectFile: bad.yaml\n")[0]


def test_a_merge_patch_is_as_the_rfc_says() -> None:
    # The examples of RFC 7386, appendix A, that tell its rules apart.
    for value, patch, result in (
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ([1], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ):
        before = repr(value)
        assert merge_patch(value, patch) == result
        assert repr(value) == before

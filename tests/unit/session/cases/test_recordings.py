# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workload_map as wm
from workload_map.errors import InputError
from workload_map.session.cases.model import CaseResult
from workload_map.session.cases.recordings import Differences
from workload_map.session.cases.report import Report, Runner

RUNNING = {"active": 1, "ready": 1}


def job(status: Any = None, **spec: Any) -> dict[str, Any]:
    template = {"spec": {"containers": [{"name": "main", "image": "a"}]}}
    obj = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j"}}
    return {**obj, "spec": {"template": template, **spec}, **({"status": status} if status else {})}


def run(folder: Path, differences: str | None = None) -> Report:
    files = []
    if differences is not None:
        path = folder.parent / "differences.yaml"
        path.write_text(differences)
        files.append(str(path))
    return Runner(wm.Catalog.builtin(), [str(folder)], differences=files, stdin=bytes).run()


def flow(folder: Path, *states: tuple[str, Any]) -> Path:
    folder.mkdir(exist_ok=True)
    events: list[Any] = [{"kind": "STATE", "state": state, "object": obj} for state, obj in states]
    events.insert(1, {"kind": "ACTION", "action": "Suspend"})
    (folder / "flow.json").write_text(json.dumps({"events": events}))
    return folder


def outcomes(report: Report) -> list[tuple[str, str]]:
    return [(item.name, item.outcome) for item in report.items]


def said(item: CaseResult) -> list[tuple[str, Any, Any]]:
    return [(d.path, d.expected, d.actual) for d in item.differences]


def test_a_flow_is_judged_frame_by_frame(tmp_path: Path) -> None:
    report = run(flow(tmp_path / "set", ("Initializing", job()), ("Failed", job(RUNNING))))
    assert outcomes(report) == [("frame 0: Initializing", "passed"), ("frame 2: Failed", "failed")]
    assert said(report.items[1]) == [("/headline", "Failed", "Running")]


def test_a_listed_difference_passes_and_must_be_one(tmp_path: Path) -> None:
    folder = flow(tmp_path / "set", ("Initializing", job()), ("Failed", job(RUNNING)))
    (folder / "INDEX.tsv").write_text("path\tstates\nflow.json\t2\n")
    entry = "{file: flow.json, frame: 2, headline: Running, reason: ours}"
    items = run(folder, f"differences: [{entry}]").items
    assert [(item.outcome, item.message) for item in items] == [
        ("passed", None),
        ("passed", "read as Running: ours"),
    ]
    wrong = "{file: flow.json, frame: 2, headline: Suspended, reason: ours}"
    assert said(run(folder, f"differences: [{wrong}]").items[1]) == [
        ("/headline", "Suspended (listed: ours)", "Running")
    ]
    stale = "{file: flow.json, headline: Initializing, reason: ours}"
    assert said(run(folder, f"differences: [{entry}, {stale}]").items[0]) == [
        ("/headline", "not Initializing: it is listed as different", "Initializing")
    ]
    gone = "{file: flow.json, frames: [2, 9], headline: Running, reason: ours}"
    report = run(folder, f"differences: [{gone}]")
    assert [problem.message for problem in report.problems] == [
        "frame 9 of flow.json is listed as different and was not tested"
    ]
    others = "{file: other.json, frames: [1, 2], headline: Running, reason: ours}"
    (problem,) = run(folder, f"differences: [{entry}, {others}]").problems
    assert (problem.severity, problem.message) == (
        "info",
        "of the listed differences 2 are about recordings that were not run",
    )


def test_a_state_is_a_word_of_the_format(tmp_path: Path) -> None:
    (problem,) = run(flow(tmp_path / "set", ("running", job()))).problems
    assert problem.message.startswith("state must be one of Failed, Completed")
    assert (problem.line, problem.severity) == (1, "error")


def test_a_frame_has_one_phase(tmp_path: Path) -> None:
    definition = """
apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: own}
spec:
  structureDefinition:
    rootComponent:
      name: root
      kind: {group: own.io, version: v1, kind: Own}
      statusDefinition:
        phaseDefinition: {path: .status}
        statusMappings:
          running: [{byPhase: A}, {byPhase: B}]
          completed: [{byPhase: A}]
          degraded: [{byPhase: B}]
"""
    from workload_map.definition import codec

    catalog = wm.Catalog.builtin().with_definitions(codec.load_definitions(definition.encode(), source="x"))
    own = {"apiVersion": "own.io/v1", "kind": "Own", "metadata": {}}
    folder = flow(
        tmp_path / "set",
        ("Completed", {**own, "status": "A"}),
        ("Degraded", {**own, "status": "B"}),
        ("Undefined", {**own, "status": "C"}),
        ("Running", {"apiVersion": "unknown.io/v1", "kind": "Other"}),
    )
    report = Runner(catalog, [str(folder)], stdin=bytes).run()
    assert [item.outcome for item in report.items] == ["failed", "passed", "failed", "skipped"]
    assert [d.path for d in report.items[0].differences] == ["/phases"]
    assert said(report.items[2]) == [("/phases", "a phase", ["Undefined"])]


@pytest.mark.parametrize(
    ("state", "from_object", "obj", "pods", "outcome"),
    [
        ("Running", "yes", job(RUNNING), [], "passed"),
        ("Running", "no", job(RUNNING), [], "failed"),
        ("Degraded", "no", job(RUNNING), [], "passed"),
        ("Degraded", "open", job(RUNNING), [], "passed"),
        ("Suspended", "yes", job(suspend=True), [], "passed"),
        ("Initializing", "yes", job({"conditions": [{"type": "Suspended", "status": "True"}]}), [], "passed"),
        ("Running", "yes", job({"conditions": [{"type": "Suspended", "status": "True"}]}), [], "failed"),
    ],
)
def test_a_state_is_judged_by_what_shows_it(
    tmp_path: Path, state: str, from_object: str, obj: Any, pods: list[Any], outcome: str
) -> None:
    folder = tmp_path / "live"
    (folder / "kind").mkdir(parents=True)
    (folder / "kind" / "a.json").write_text(json.dumps({"object": obj, "pods": pods}))
    (folder / "INDEX.tsv").write_text(f"file\tstate\tfrom_object\nkind/a.json\t{state}\t{from_object}\n")
    (item,) = run(folder).items
    assert item.outcome == outcome, item


def test_a_state_without_an_index_expects_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps({"object": job(), "pods": []}))
    (item,) = run(folder).items
    assert item.outcome == "skipped"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1", "must hold a list called differences, and nothing else"),
        ("differences: 1", "must hold a list called differences, and nothing else"),
        ("differences: [1]", "must be a mapping with file, frame, frames, headline, reason"),
        ("differences: [{file: a}]", "a difference needs headline"),
        ("differences: [{file: a, headline: Runs, reason: b}]", "headline: must be one of Failed, Completed"),
        ("differences: [{fil: a}]", 'fil: unknown key "fil" of a difference; did you mean file?'),
        (
            "differences: [{file: a, headline: Failed, reason: b}, {file: a, headline: Failed, reason: b}]",
            "frame 0 of a is listed twice",
        ),
    ],
)
def test_a_broken_list_of_differences(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        Differences.load([("d.yaml", text.encode())])
    assert message in str(error.value)
    assert error.value.line == 1

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import click
import pytest

from tests.cli_runs import ROOT, wmap
from workload_map import definition as definitions
from workload_map import yamlio
from workload_map.cli import app, exits

JOBSET = str(ROOT / "examples" / "jobset.yaml")


@pytest.mark.parametrize("name", app.COMMANDS)
def test_the_table_says_what_the_command_says(name: str) -> None:
    module, text = app.COMMANDS[name]
    command = import_module(f"workload_map.cli.{module}").command
    assert isinstance(command, click.Command)
    assert (command.name, command.short_help) == (name, text)
    assert "Examples:" in (command.help or "")


def test_each_help_of_set_has_examples() -> None:
    group = import_module("workload_map.cli.set").command
    assert sorted(group.commands) == [
        "affinity",
        "annotations",
        "image",
        "labels",
        "node-selector",
        "priority",
        "resources",
        "scheduler",
        "tolerations",
    ]
    for command in group.commands.values():
        assert "Examples:" in (command.help or "")


def test_commands_of_other_packages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "face_of_another.py").write_text(
        "import click\n@click.command('hello', short_help='Say hello.')\ndef hello():\n    click.echo('hello')\n"
        "@click.command('end')\ndef end():\n    raise SystemExit(7)\n"
    )
    info = tmp_path / "face_of_another-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: face-of-another\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[workload_map.commands]\nhello = face_of_another:hello\nbroken = face_of_another:nothing\n"
        "odd = face_of_another:click\nend = face_of_another:end\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert wmap("hello").out == "hello\n"
    broken = wmap("broken")
    assert (broken.code, "could not be loaded" in broken.err) == (1, True)
    assert wmap("odd").code == 1
    assert wmap("end").code == 7
    helped = wmap("--help")
    assert helped.code == 0
    assert "  hello        Say hello." in helped.out
    assert "  broken       the command 'broken' could not be loaded" in helped.out


def test_version_and_help() -> None:
    assert wmap("--version").out == "0.1.0\n"
    assert wmap().out == wmap("--help").out
    assert wmap("-h").code == 0


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("input.syntax", 2),
        ("quantity", 2),
        ("definition", 2),
        ("jq.runtime", 2),
        ("ambiguous-definition", 2),
        ("not-found", 3),
        ("no-definition", 4),
        ("edit.no-path", 1),
        ("read", 1),
        ("error", 1),
    ],
)
def test_exit_codes(code: str, expected: int) -> None:
    assert exits.code_of(code) == expected


# --- definitions and validate -----------------------------------------------------------------------------


def test_a_definition_goes_through_a_pipe() -> None:
    for portable in ((), ("--portable",)):
        text = wmap("definitions", "jobset-x-k8s-io-jobset-v1alpha2", "-o", "yaml", *portable).out
        value = yamlio.load(text).value
        assert value["metadata"]["labels"]["run.ai/karta-kind"] == "JobSet"
        assert ("extensions" in value["spec"]) is not bool(portable)
        assert wmap("validate", "-", *portable, stdin=text).code == 0
        [loaded] = definitions.load_definitions(text)
        assert json.loads(json.dumps(definitions.encode(loaded, portable=bool(portable)))) == value


def test_definitions_as_documents() -> None:
    documents = yamlio.load_all(wmap("definitions", "-o", "yaml").out)
    listed = json.loads(wmap("definitions", "-o", "json").out)
    assert [document.value for document in documents] == listed["items"]
    assert listed["count"] == len(documents) >= 9
    table = wmap("definitions", "--no-headers").out.splitlines()
    names = [item["metadata"]["name"] for item in listed["items"]]
    assert [line.split()[0] for line in table] == sorted(names)
    assert wmap("definitions", "-o", "name").out.splitlines() == [f"karta.run.ai/{name}" for name in names]
    assert wmap("definitions", "nothing").code == 3


@pytest.fixture
def own(tmp_path: Path) -> Path:
    text = wmap("definitions", "jobset-x-k8s-io-jobset-v1alpha2", "-o", "yaml").out
    file = tmp_path / "own.yaml"
    file.write_text(text.replace("name: jobset-x-k8s-io-jobset-v1alpha2", "name: my-jobset"))
    return file


def test_added_definitions_replace_built_in_ones(own: Path) -> None:
    run = wmap("describe", "-f", JOBSET, "--definitions", str(own), "-v")
    assert run.code == 0
    assert "definition: my-jobset (file)" in run.out
    assert "my-jobset (file) in place of jobset-x-k8s-io-jobset-v1alpha2 (catalog)" in run.err
    assert wmap("describe", "-f", JOBSET, "--definitions", str(own)).err == ""
    folder = wmap("describe", "-f", JOBSET, "--definitions", str(own.parent))
    assert "definition: my-jobset (file)" in folder.out


def test_two_added_definitions_for_one_kind_are_an_error(own: Path) -> None:
    second = own.parent / "second.yaml"
    second.write_text(own.read_text().replace("name: my-jobset", "name: other-jobset"))
    run = wmap("describe", "-f", JOBSET, "--definitions", str(own), "--definitions", str(second))
    assert (run.code, run.out) == (2, "")
    assert "my-jobset" in run.err
    assert "other-jobset" in run.err


def test_bad_added_definitions_are_all_told(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(
        "apiVersion: run.ai/v1alpha1\nkind: Karta\nmetadata: {name: x}\nspec: {structureDefinition: 1}\n"
    )
    run = wmap("get", "-f", JOBSET, "--definitions", str(file))
    assert (run.code, run.out) == (2, "")
    assert f"{file}:4:" in run.err


def test_a_definition_of_another_version_is_used_with_a_warning() -> None:
    text = Path(JOBSET).read_text().replace("jobset.x-k8s.io/v1alpha2", "jobset.x-k8s.io/v1")
    run = wmap("get", "-f", "-", stdin=text)
    assert run.code == 0
    assert (
        "warning: <stdin>: JobSet/training: no definition describes JobSet in jobset.x-k8s.io/v1" in run.err
    )


def test_several_definitions_of_other_versions_are_ambiguous(own: Path) -> None:
    second = own.parent / "second.yaml"
    second.write_text(
        own.read_text()
        .replace("name: my-jobset", "name: other-jobset")
        .replace("version: v1alpha2", "version: v1beta1")
        .replace("karta-version: v1alpha2", "karta-version: v1beta1")
    )
    text = Path(JOBSET).read_text().replace("jobset.x-k8s.io/v1alpha2", "jobset.x-k8s.io/v1")
    run = wmap("describe", "-f", "-", "--definitions", str(own.parent), "-o", "json", stdin=text)
    assert run.code == 2
    assert json.loads(run.out)["items"] == []
    assert "my-jobset" in run.err
    assert "other-jobset" in run.err


def test_validate_in_its_forms(own: Path) -> None:
    bad = str(ROOT / "tests/golden/definition/bad.yaml")
    good = wmap("validate", str(own))
    assert (good.code, good.out.startswith("OK: ")) == (0, True)
    text = wmap("validate", str(own), bad)
    assert text.code == 1
    document = json.loads(wmap("validate", str(own), bad, "-o", "json").out)
    assert [item["valid"] for item in document["items"]] == [True, False]
    sarif = json.loads(wmap("validate", str(own), bad, "-o", "sarif").out)
    [run] = sarif["runs"]
    assert len(run["results"]) == len(document["items"][1]["problems"]) > 5
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {r["ruleId"] for r in run["results"]}
    assert all(
        result["locations"][0]["physicalLocation"]["region"]["startLine"] > 0 for result in run["results"]
    )


def test_validate_files_that_cannot_be_read(own: Path) -> None:
    (own.parent / "notes.yaml").write_text("just: notes\n")
    (own.parent / "broken.yaml").write_text("a: [")
    run = wmap("validate", str(own.parent), "nothing.yaml", "-o", "json")
    assert run.code == 2
    document = json.loads(run.out)
    assert [(Path(item["file"]).name, item["readable"]) for item in document["items"]] == [
        ("broken.yaml", False),
        ("own.yaml", True),
    ]
    assert {problem["code"] for problem in document["problems"]} == {"validate.other", "input.unreadable"}


def test_completion_scripts() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_WMAP_COMPLETE" in wmap("completion", shell).out


def test_explain_of_a_pod_whose_owners_are_unclear() -> None:
    owners = [{"apiVersion": "v1", "kind": "Widget", "name": name, "uid": name} for name in ("a", "b")]
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p", "uid": "p", "ownerReferences": owners},
    }
    done = wmap("explain", "pod", "p", "-f", "-", "-o", "json", stdin=json.dumps(pod))
    assert done.code == 0
    assert json.loads(done.out)["ended"] == "several owners and no controller: Widget/a, Widget/b"
    assert done.err == "warning: <stdin>: Pod/p: several owners, none a controller: Widget/a, Widget/b\n"


def test_explain_says_the_phase_that_describe_says() -> None:
    args = ("-f", "examples/live.yaml", "jobset/training", "-o", "jq=[.headline, .objectHeadline, .reason]")
    said = '["Degraded","Running","PodsNotReady"]\n'
    assert (wmap("describe", *args).out, wmap("explain", *args).out) == (said, said)
    assert "The object alone says Running; its pods correct that." in wmap("explain", *args[:3]).out

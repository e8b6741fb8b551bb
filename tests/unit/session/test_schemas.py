# SPDX-License-Identifier: Apache-2.0
"""``validate --crd`` and ``--sample``: what is read, what is said, in every form of output."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli_runs import ROOT, wmap
from tests.golden_files import check_golden
from tests.unit.definition.crds import crd, version
from tests.unit.definition.sample import TEXT
from workload_map import yamlio
from workload_map._version import __version__

INPUT = "tests/golden/crdcheck/input"

SCENES = {
    "faults": f"validate {INPUT}/train.yaml --crd {INPUT}/crd.yaml",
    "good": f"validate {INPUT}/train-good.yaml --crd {INPUT}/crd.yaml",
    "c15": f"validate {INPUT}/c15.yaml --crd {INPUT}/c15-crd.yaml",
    "c15-right": f"validate {INPUT}/c15-right.yaml --crd {INPUT}/c15-crd.yaml",
    "sample": f"validate {INPUT}/train-good.yaml --sample {INPUT}/sample.yaml",
    "sarif": f"validate {INPUT}/train.yaml --crd {INPUT}/crd.yaml -o sarif",
    "no-crd": f"validate {INPUT}/train.yaml --crd {INPUT}/sample.yaml",
}


@pytest.mark.parametrize("name", SCENES)
def test_scene(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = wmap(*shlex.split(SCENES[name])).text()
    check_golden(f"crdcheck/{name}.txt", text.replace(f'"version": "{__version__}"', '"version": "VERSION"'))


def test_c15_says_what_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """In words beside the golden file, so that writing it anew cannot hide a fault."""
    monkeypatch.chdir(ROOT)
    code, wrong = problems(f"{INPUT}/c15.yaml", "--crd", f"{INPUT}/c15-crd.yaml")
    assert (code, [(one["severity"], one["code"], one.get("suggestion")) for one in wrong]) == (
        1,
        [
            ("info", "crd.version", None),
            ("info", "crd.version", None),
            ("info", "crd.no-field", None),
            ("error", "crd.no-field", None),
            ("error", "crd.no-field", None),
            ("error", "crd.no-field", "suspend"),
            ("info", "crd.unknown", None),
        ],
    )
    code, right = problems(f"{INPUT}/c15-right.yaml", "--crd", f"{INPUT}/c15-crd.yaml")
    assert (code, {one["severity"] for one in right}) == (0, {"info"})
    assert [one["message"] for one in right if one["code"] == "crd.version"] == [
        "also fits v1alpha2",
        'does not fit v1alpha1 (1 path, first: Cluster .spec.workerGroupSpecs[] has no field "suspend")',
    ]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "train.yaml").write_text(TEXT.replace(".spec.suspend\n", ".spec.suspended\n", 1))
    (tmp_path / "crds").mkdir()
    (tmp_path / "crds/train.yaml").write_text(yamlio.dump(crd()))
    (tmp_path / "crds/other.json").write_text(json.dumps({"kind": "ConfigMap", "apiVersion": "v1"}))
    return tmp_path


def problems(*args: str | Path) -> tuple[int, list[dict[str, Any]]]:
    run = wmap("validate", *map(str, args), "-o", "json")
    return run.code, [problem for row in json.loads(run.out)["items"] for problem in row["problems"]]


def test_json_has_all_there_is_to_say(files: Path) -> None:
    code, (problem,) = problems(files / "train.yaml", "--crd", files / "crds")
    assert code == 1
    assert problem["code"] == "crd.no-field"
    assert (
        problem["path"] == "/spec/structureDefinition/rootComponent/suspendDefinition/suspendActions/0/path"
    )
    assert problem["expression"] == ".spec.suspended"
    assert problem["span"] == [5, 15]
    assert problem["schema"] == "example.com/v1 Train .spec"
    assert problem["suggestion"] == "suspend"


def test_lists_and_several_files(files: Path) -> None:
    other = crd()
    other["spec"]["names"]["kind"] = "Tram"
    listed = files / "list.json"
    listed.write_text(json.dumps({"kind": "List", "apiVersion": "v1", "items": [other, crd()]}))
    code, found = problems(files / "train.yaml", "--crd", listed, "--crd", files / "crds")
    assert (code, [one["code"] for one in found]) == (1, ["crd.no-field"])


def test_two_schemas_of_one_version(files: Path) -> None:
    (files / "crds/train2.yaml").write_text(yamlio.dump(crd(version("v1", {"type": "object"}))))
    run = wmap("validate", str(files / "train.yaml"), "--crd", str(files / "crds"))
    assert "example.com/v1 Train has another schema in" in run.err


@pytest.mark.parametrize(
    ("text", "message", "code"),
    [
        ("kind: Karta\n", "1:1: no CustomResourceDefinition: kind Karta", 2),
        ("a: [", "bad.yaml:2:1: did not find", 2),
        ("", "there is no CustomResourceDefinition in it", 2),
        (yamlio.dump({**crd(), "spec": {"group": "g"}}), "names must be an object", 2),
    ],
)
def test_what_is_no_crd(files: Path, text: str, message: str, code: int) -> None:
    (files / "bad.yaml").write_text(text)
    run = wmap("validate", str(files / "train.yaml"), "--crd", str(files / "bad.yaml"))
    assert (run.code, run.out) == (code, "")
    assert message in run.err
    assert "Traceback" not in run.err


def test_a_broken_crd_in_a_folder_is_an_error(files: Path) -> None:
    (files / "crds/bad.yaml").write_text(yamlio.dump({**crd(), "spec": {"group": "g"}}))
    run = wmap("validate", str(files / "train.yaml"), "--crd", str(files / "crds"))
    assert run.code == 2
    assert "names must be an object" in run.err


def test_no_file(files: Path) -> None:
    run = wmap("validate", str(files / "train.yaml"), "--crd", str(files / "none.yaml"))
    assert run.code != 0
    assert "none.yaml" in run.err


def test_a_definition_with_errors_is_not_checked_further(files: Path) -> None:
    (files / "train.yaml").write_text(TEXT.replace("name: train\n", "nam: train\n", 1))
    _, found = problems(files / "train.yaml", "--crd", files / "crds")
    assert "crd.skipped" in [one["code"] for one in found]


def test_strict_is_about_warnings(files: Path) -> None:
    good = files / "train.yaml"
    good.write_text(TEXT)
    (files / "crds/train.yaml").write_text(yamlio.dump(crd(version("v1"), version("v2"))))
    assert wmap("validate", str(good), "--crd", str(files / "crds"), "--strict").code == 0
    good.write_text(TEXT.replace(".spec.masters", ".spec.count"))
    assert wmap("validate", str(good), "--crd", str(files / "crds"), "--strict").code == 1
    assert wmap("validate", str(good), "--crd", str(files / "crds")).code == 0


def sample(**spec: Any) -> dict[str, Any]:
    return {"apiVersion": "example.com/v1", "kind": "Train", "metadata": {"name": "a"}, "spec": spec}


def messages(files: Path, *objects: dict[str, Any], code: str) -> list[str]:
    (files / "sample.yaml").write_text(yamlio.dump_all(list(objects)))
    _, found = problems(files / "train.yaml", "--sample", files / "sample.yaml")
    return [one["message"].replace(str(files / "sample.yaml"), "S") for one in found if one["code"] == code]


def test_paths_that_find_nothing_in_a_sample(files: Path) -> None:
    worker = {"name": "w", "replicas": 1, "spec": {"containers": []}}
    found = messages(files, sample(masters=1, workers=[worker]), code="sample.nothing")
    assert "found nothing in S: .status" in found
    assert "found nothing in S: .spec.suspended" in found
    assert "found nothing in S: .spec.workers[].groups" in found
    assert not [one for one in found if ".spec.masters" in one or "replicas" in one]


def test_a_path_that_one_of_several_samples_has(files: Path) -> None:
    first, second = sample(masters=1), sample(suspended=True)
    found = messages(files, first, second, code="sample.nothing")
    assert "found nothing in 2 samples: .status" in found
    assert not [one for one in found if "suspended" in one or "masters" in one]


def test_what_goes_wrong_in_a_sample(files: Path) -> None:
    found = messages(files, sample(masters="many", workers=[]), code="sample.scale.not-integer")
    assert len(found) == 1
    assert found[0].startswith("read with S:")


def test_no_sample_of_the_kind(files: Path) -> None:
    other = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}
    assert messages(files, other, code="sample.none") == ["no sample is of the kind Train of example.com/v1"]

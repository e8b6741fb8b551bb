# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli_runs import ROOT, wmap
from workload_map import yamlio

JOBSET = ROOT / "examples" / "jobset.yaml"
LEADERWORKERSET = ROOT / "examples" / "leaderworkerset.yaml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "all.yaml"
    path.write_text(JOBSET.read_text() + "---\n" + LEADERWORKERSET.read_text())
    return path


def pod_specs(text: str) -> list[dict[str, Any]]:
    value = yamlio.load(text).value
    return [job["template"]["spec"]["template"]["spec"] for job in value["spec"]["replicatedJobs"]]


def set_(*args: str) -> list[dict[str, Any]]:
    run = wmap("set", *args, "-f", str(JOBSET))
    assert run.code == 0, run.err
    return pod_specs(run.out)


def test_scheduler_and_priority() -> None:
    assert [spec["schedulerName"] for spec in set_("scheduler", "kai-scheduler")] == ["kai-scheduler"] * 2
    assert [spec.get("priorityClassName") for spec in set_("priority", "high", "--role", "leader")] == [
        "high",
        None,
    ]
    assert all("schedulerName" not in spec for spec in set_("scheduler", "-"))


def test_node_selector_and_tolerations() -> None:
    assert set_("node-selector", "gpu=h100", "zone=a")[0]["nodeSelector"] == {"gpu": "h100", "zone": "a"}
    specs = set_("tolerations", "nvidia.com/gpu:NoSchedule", "spot=yes:NoExecute")
    assert specs[1]["tolerations"] == [
        {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"},
        {"key": "spot", "operator": "Equal", "value": "yes", "effect": "NoExecute"},
    ]


def test_resources() -> None:
    spec = set_(
        "resources", "requests.cpu=2", "limits.nvidia.com/gpu=8", "requests.memory-", "--role", "workers"
    )[1]
    resources = spec["containers"][0]["resources"]
    assert resources["requests"]["cpu"] == "2"
    assert "memory" not in resources["requests"]
    assert str(resources["limits"]["nvidia.com/gpu"]) == "8"


def test_affinity_from_text_and_file(tmp_path: Path) -> None:
    value = {"nodeAffinity": {}}
    assert set_("affinity", json.dumps(value))[0]["affinity"] == value
    file = tmp_path / "affinity.yaml"
    file.write_text("nodeAffinity: {}\n")
    assert set_("affinity", f"@{file}")[1]["affinity"] == value


@pytest.mark.parametrize(
    "args",
    [
        ("set", "labels", "novalue"),
        ("set", "labels", "a=1", "a=2"),
        ("set", "labels", "=1"),
        ("set", "labels"),
        ("set", "image", "main-"),
        ("set", "resources", "cpu=2"),
        ("set", "resources", "requests.cpu=many"),
        ("set", "tolerations", "key:Never"),
        ("set", "tolerations", "key"),
        ("set", "affinity", "{"),
        ("set", "affinity", "[]"),
        ("set", "scheduler", "a", "b"),
        ("set", "nothing", "a"),
        ("scale", "workers"),
        ("scale", "workers=two"),
        ("scale", "workers=-1"),
        ("scale", "workers=1", "jobset/a", "jobset/b"),
        ("suspend", "--diff", "-o", "patch"),
        ("suspend", "--timeout", "1m"),
        ("suspend", "--wait"),
        ("suspend", "--dry-run=server"),
        ("suspend", "--dry-run=client", "--in-place"),
        ("scale", "jobset", "training", "workers"),
        ("set", "scheduler", "jobset", "training"),
    ],
)
def test_usage_errors(args: tuple[str, ...]) -> None:
    run = wmap(*args, "-f", str(JOBSET))
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: ")


def test_several_workloads_need_a_name(file: Path) -> None:
    run = wmap("suspend", "-f", str(file))
    assert run.code == 2
    assert "jobset/training (default), leaderworkerset/serving (default)" in run.err
    run = wmap("suspend", "jobset/training", "-f", str(file))
    assert run.code == 0
    assert yamlio.load(run.out).value["spec"]["suspend"] is True


@pytest.mark.parametrize(
    "args", [("scale", "lws/serving", "leader=3"), ("set", "labels", "lws/serving", "a=b")]
)
def test_the_workload_stands_among_the_other_arguments(file: Path, args: tuple[str, ...]) -> None:
    run = wmap(*args, "-f", str(file))
    assert run.code == 0, run.err
    assert yamlio.load(run.out).value["kind"] == "LeaderWorkerSet"


def test_in_place_touches_one_line_and_nothing_else(file: Path) -> None:
    file.chmod(0o600)
    before = file.read_text()
    run = wmap("scale", "lws/serving", "leader=5", "--in-place", "-f", str(file))
    assert (run.code, run.out) == (0, "")
    assert "LeaderWorkerSet/serving changed" in run.err
    after = file.read_text()
    changed = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert changed == [("  replicas: 2 # groups", "  replicas: 5 # groups")]
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["all.yaml"]


def test_in_place_keeps_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "jobset.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + JOBSET.read_bytes().replace(b"\n", b"\r\n"))
    before = file.read_bytes()
    run = wmap("scale", "workers=7", "--in-place", "-f", str(file))
    assert run.code == 0, run.err
    assert file.read_bytes() == before.replace(b"replicas: 2 # jobs", b"replicas: 7 # jobs")


def test_in_place_of_a_member_of_a_json_list(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    jobset = yamlio.load(JOBSET.read_text()).value
    other = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {"big": 2**70}}
    file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": [other, jobset]}, indent=4))
    before = file.read_text()
    run = wmap("set", "image", "--role", "workers", "main=new:1", "--in-place", "-f", str(file))
    assert run.code == 0, run.err
    head, _, tail = before.rpartition("registry.example/trainer:1.0")
    assert file.read_text() == f"{head}new:1{tail}"


def test_nothing_to_change_writes_nothing(file: Path) -> None:
    stamp = file.stat().st_mtime_ns
    run = wmap("scale", "jobset/training", "workers=2", "--in-place", "-f", str(file))
    assert run.code == 0
    assert "nothing to change" in run.err
    assert file.stat().st_mtime_ns == stamp
    assert wmap("scale", "jobset/training", "workers=2", "--diff", "-f", str(file)).out == ""


def test_standard_input_is_not_written_to() -> None:
    run = wmap("suspend", "-f", "-", "--in-place", stdin=JOBSET.read_text())
    assert (run.code, run.out) == (2, "")
    assert "standard input" in run.err


def test_a_diff_of_a_file_with_control_characters_shows_them(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(JOBSET.read_text().replace("  replicas: 2 # jobs", "  replicas: 2 # \u202ejobs"))
    run = wmap("scale", "workers=3", "--diff", "-f", str(file))
    assert "\\u202e" in run.out
    assert "\u202e" not in run.out


def test_a_change_in_an_alias_is_refused(tmp_path: Path) -> None:
    text = JOBSET.read_text()
    assert text.count("command: [") == 2
    file = tmp_path / "a.yaml"
    file.write_text(
        "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: a}\nspec:\n  replicatedJobs:\n"
        "  - name: one\n    template: &t\n      spec: {template: {spec: {containers: [{name: main, image: a:1}]}}}\n"
        "  - name: two\n    template: *t\n"
    )
    before = file.read_text()
    run = wmap("set", "image", "main=b:2", "--role", "two", "--in-place", "-f", str(file))
    assert run.code == 2
    assert file.read_text() == before
    assert wmap("set", "image", "main=b:2", "--role", "two", "-f", str(file)).code == 0


def test_an_affinity_that_is_not_one() -> None:
    for text, said in (
        ('{"a": NaN}', "error: the affinity:1:7: JSON has no NaN and no infinity\n"),
        ("[1]", "error: the affinity must be a JSON object\n"),
    ):
        run = wmap("set", "affinity", "-f", str(ROOT / "examples/jobset.yaml"), text)
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith(said)
    twice = '{"podAffinity": {"a": 1, "a": 2}}'
    run = wmap("set", "affinity", "-f", str(ROOT / "examples/jobset.yaml"), twice)
    assert run.code == 0
    assert run.err.startswith("warning: the affinity:1:26: duplicate key")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("suspend",), "which workload? give TYPE/NAME or TYPE NAME, or a file with -f"),
        (("suspend", "jobset"), "which jobset? give TYPE/NAME or TYPE NAME"),
        (("suspend", "jobset", "a", "-A"), "a NAME is of one namespace: give -n in place of -A"),
        (("suspend", "jobset", "a", "--in-place"), "--in-place is for a file: name it with -f"),
        (("suspend", "jobset", "a", "--wait", "--diff"), "--wait and --diff contradict each other"),
        (("suspend", "jobset", "a", "--wait", "--dry-run=server"), "--wait and --dry-run contradict"),
        (("suspend", "jobset", "a", "--wait", "--timeout", "soon"), "--timeout: 'soon' is not a time"),
        (("scale", "workers=1"), "which workload?"),
        (("set", "labels", "jobset", "a"), "nothing to set: 'jobset a' is taken as TYPE NAME"),
    ],
)
def test_usage_errors_of_a_cluster(args: tuple[str, ...], said: str) -> None:
    run = wmap(*args)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"error: {said}")


@pytest.mark.parametrize("target", [("jobset/training",), ("jobset", "training")])
def test_both_forms_of_the_workload(file: Path, target: tuple[str, ...]) -> None:
    for args in (
        ("suspend", *target),
        ("scale", *target, "workers=3"),
        ("set", "labels", *target, "a=b"),
        ("set", "scheduler", *target, "kai-scheduler"),
        ("set", "affinity", *target, "-"),
    ):
        run = wmap(*args, "-f", str(file), "-o", "name")
        assert (run.code, run.out) == (0, "jobset.jobset.x-k8s.io/training\n"), run.err


def test_a_client_dry_run_is_what_a_file_has_anyway(file: Path) -> None:
    run = wmap("suspend", "jobset/training", "-f", str(file), "--dry-run=client")
    assert run.out == wmap("suspend", "jobset/training", "-f", str(file)).out
    assert run.code == 0


def test_set_alone_shows_what_can_be_set() -> None:
    run = wmap("set")
    assert (run.code, run.err) == (0, "")
    assert "node-selector" in run.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("labels", "a b=c"), "'a b' is neither NAME nor DOMAIN/NAME"),
        (("labels", "Example.com/a=c"), "'Example.com/a' is neither"),
        (("labels", "a=c d"), "a: 'c d' is not a label value"),
        (("labels", "a=" + "x" * 64), "is not a label value"),
        (("node-selector", "a=c d"), "a: 'c d' is not a label value"),
        (("annotations", "a/b/c=d"), "'a/b/c' is neither"),
        (("labels", "example.com/team"), "nothing to set: 'example.com/team' is taken as TYPE/NAME"),
        (("scheduler", ""), "give one scheduler name"),
        (("resources", "requests.cpu=-1"), "requests.cpu: '-1' is below 0"),
    ],
)
def test_what_the_api_server_would_refuse_is_refused(args: tuple[str, ...], said: str) -> None:
    run = wmap("set", *args, "-f", str(JOBSET))
    assert (run.code, run.out) == (2, "")
    assert said in run.err


def test_what_it_takes_is_taken() -> None:
    run = wmap("set", "annotations", "-f", str(JOBSET), "example.com/note=a b: c", "A_b.c-1=")
    assert run.code == 0
    assert wmap("set", "labels", "-f", str(JOBSET), "a=", "example.com/b-").code == 0

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import pytest

from tests.cli_runs import wmap
from workload_map.cli import cells, printers
from workload_map.cli.output import split_columns
from workload_map.workload.viewmodel import ReplicasView

JOBSET = "examples/jobset.yaml"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli_runs import ROOT

    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("A:.a", ["A:.a"]),
        ("A:.a,B:.b", ["A:.a", "B:.b"]),
        ("A:.a,.b,C:.c", ["A:.a,.b", "C:.c"]),
        ("A:[.a,.b],B:{x:1,y:2}", ["A:[.a,.b]", "B:{x:1,y:2}"]),
        ('A:"x,B:y",B:.b', ['A:"x,B:y"', "B:.b"]),
        ('A:"\\",B:",B:.b', ['A:"\\",B:"', "B:.b"]),
        ("MY NAME:.a,OTHER-NAME:.b", ["MY NAME:.a", "OTHER-NAME:.b"]),
    ],
)
def test_custom_columns_are_cut_between_columns(text: str, parts: list[str]) -> None:
    assert split_columns(text) == parts


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0s"),
        (119, "119s"),
        (120, "2m"),
        (125, "2m5s"),
        (599, "9m59s"),
        (600, "10m"),
        (10_799, "179m"),
        (10_800, "3h"),
        (14_460, "4h1m"),
        (28_800, "8h"),
        (172_799, "47h"),
        (172_800, "2d"),
        (176_400, "2d1h"),
        (691_200, "8d"),
        (62_985_600, "729d"),
        (63_072_000, "2y"),
        (63_158_400, "2y1d"),
        (252_288_000, "8y"),
    ],
)
def test_ages_are_kubectls(seconds: int, text: str) -> None:
    assert cells.duration(seconds) == text


@pytest.mark.parametrize(
    ("created", "text"),
    [
        (None, "<unknown>"),
        ("2026-10-01T11:59:00Z", "60s"),
        ("yesterday", "<invalid>"),
        ("", "<invalid>"),
        ("2026-10-01T12:00:01Z", "0s"),
        ("2027-10-01T12:00:00Z", "<invalid>"),
        ("9999-99-99T00:00:00Z", "<invalid>"),
    ],
)
def test_ages_of_any_text(created: str | None, text: str) -> None:
    assert cells.age(created, 1790856000.0) == text


def test_pods_with_what_is_not_known() -> None:
    def replicas(
        desired: int | None, ready: int | None, low: int | None = None, high: int | None = None
    ) -> ReplicasView:
        return ReplicasView(desired=desired, min=low, max=high, current=ready, ready=ready)

    assert cells.pods(replicas(3, 2)) == "2/3"
    assert cells.pods(replicas(3, None)) == "?/3"
    assert cells.pods(replicas(3, None), brief=True) == "3"
    assert cells.pods(replicas(None, 2), at_least=5) == "2/5+?"
    assert cells.pods(replicas(None, 0)) == "0/?"
    assert cells.pods_with_limits(replicas(3, 2, 1, 5)) == "2/3 (1-5)"
    assert cells.pods_with_limits(replicas(3, 2, 1)) == "2/3 (1-?)"


def test_json_keeps_every_integer_and_shows_no_control_character() -> None:
    text = printers.to_json({"big": 2**70, "name": "a\x1b[31m\x85\u202eb", "half": "\ud800"})
    assert all(char.isprintable() or char == "\n" for char in text)
    assert json.loads(text) == {"big": 2**70, "name": "a\x1b[31m\x85\u202eb", "half": "\ud800"}


def test_machine_forms_say_the_same() -> None:
    from workload_map import yamlio

    as_json = json.loads(wmap("describe", "-f", JOBSET, "-o", "json").out)
    as_yaml = yamlio.load(wmap("describe", "-f", JOBSET, "-o", "yaml").out).value
    as_jq = json.loads(wmap("describe", "-f", JOBSET, "-o", "jq=.").out)
    assert as_json == as_yaml == as_jq
    assert as_json["name"] == "training"


def test_get_gives_the_bare_object_only_for_a_name() -> None:
    listed = json.loads(wmap("get", "-f", JOBSET, "-o", "json").out)
    assert (listed["count"], len(listed["items"]), listed["problems"]) == (1, 1, [])
    named = json.loads(wmap("get", "jobset/training", "-f", JOBSET, "-o", "json").out)
    assert named == listed["items"][0]
    described = json.loads(wmap("describe", "-f", JOBSET, "-o", "json").out)
    parts = {"components", "owned", "unassignedPods", "finishedPods", "terminatingPods"}
    parts |= {"conditions", "events", "gangs"}
    assert set(described) - set(named) == parts
    assert {key: described[key] for key in named} == named


@pytest.mark.parametrize("command", ["get", "describe", "explain"])
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("jobset/other", "-f", JOBSET), 3),
        (("-f", "tests/golden/cli/input/undescribed.yaml"), 4),
        (("-f", "tests/golden/cli/input/truncated.yaml"), 2),
        (("-f", "nothing.yaml"), 1),
        (("nothing", "-f", JOBSET), 4),
    ],
)
def test_failures_leave_one_document_with_the_reason(command: str, args: tuple[str, ...], code: int) -> None:
    run = wmap(command, *args, "-o", "json")
    document = json.loads(run.out)
    assert (run.code, document["items"], document["count"]) == (code, [], 0)
    assert document["problems"][0]["severity"] == "error"
    assert run.err.startswith("error: ")
    assert wmap(command, *args).out == ""


def test_jq_output_is_raw_and_one_result_a_line() -> None:
    run = wmap("describe", "-f", JOBSET, "-o", 'jq=.name, .replicas.desired, [1], null, "a\\nb\\u001b"')
    assert run.out == "training\n3\n[1]\nnull\na\\nb\\x1b\n"


@pytest.mark.parametrize(
    "args",
    [
        ("get", "-f", JOBSET, "-o", "nonsense"),
        ("get", "-f", JOBSET, "-o", "jq=.["),
        ("get", "-f", JOBSET, "-o", "custom-columns=NAME"),
        ("get", "-f", JOBSET, "-o", "custom-columns=A:.[["),
        ("get", "-f", JOBSET, "--where", "nofunction"),
        ("get", "-f", JOBSET, "--sum-by", "queue", "-o", "name"),
        ("describe", "-f", JOBSET, "-o", "wide"),
        ("get", "a/b", "c", "-f", JOBSET),
        ("get", "a/", "-f", JOBSET),
        ("get", "/b", "-f", JOBSET),
        ("get", "a/b/c", "-f", JOBSET),
        ("get", "a", "b/c", "-f", JOBSET),
        ("get", "a", "", "-f", JOBSET),
        ("get", "a", "b", "c", "-f", JOBSET),
        ("get",),
        ("get", "-f", "-", "-f", "-"),
        ("get", "-f", "-", "--definitions", "-"),
        ("describe", "--no-such-option"),
    ],
)
def test_usage_errors(args: tuple[str, ...]) -> None:
    run = wmap(*args)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: ")


def test_a_jq_fault_in_a_row_is_an_error() -> None:
    run = wmap("get", "-f", JOBSET, "--where", ".name | keys")
    assert run.code == 2
    assert run.out == ""
    assert ".name | keys" in run.err


def test_strict_turns_errors_into_exit_1() -> None:
    odd = "tests/golden/cli/input/odd.yaml"
    assert wmap("get", "-f", odd).code == 0
    run = wmap("get", "-f", odd, "--strict", "-o", "json")
    assert run.code == 1
    assert json.loads(run.out)["count"] == 1


def test_no_colours_but_on_a_terminal() -> None:
    assert "\x1b" not in wmap("get", "-f", JOBSET).out


def test_expressions_have_room_for_large_inputs_and_a_clock() -> None:
    job = (
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, creationTimestamp: '2026-10-01T11:00:00Z'}\n"
        "spec: {template: {spec: {containers: [{name: c}]}}}\n"
    )
    run = wmap("get", "-f", "-", "-o", "jq=.items[].name", stdin="---\n".join([job] * 1001))
    assert (run.code, run.out) == (0, "j\n" * 1001)
    for output in (
        "jq=.items[] | now - (.createdAt | fromdate)",
        "custom-columns=AGE:now - (.createdAt | fromdate)",
    ):
        assert wmap("get", "-f", "-", "-o", output, stdin=job).out.split()[-1] == "3600"
    for seconds, count in ((3599, 1), (3601, 0)):
        condition = f"now - (.createdAt | fromdate) > {seconds}"
        assert wmap("get", "-f", "-", "--where", condition, "-o", "jq=.count", stdin=job).out == f"{count}\n"

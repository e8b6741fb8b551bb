# SPDX-License-Identifier: Apache-2.0
"""Malformed input: a message with its place, exit code 2, nothing on stdout."""

from __future__ import annotations

import pytest

from tests.cli_runs import wmap

_LAUGHS = b"\n".join(
    [b"a0: &a0 [x, x]"]
    + [b"a%d: &a%d [*a%d, *a%d, *a%d]" % (n, n, n - 1, n - 1, n - 1) for n in range(1, 40)]
)

MALFORMED = {
    "binary": b"\x00\x01\x02\xff",
    "cut UTF-16": b"\xff\xfe{\x00",
    "zip": b"PK\x03\x04" + bytes(range(256)),
    "open brackets": b"[" * 100_000,
    "open objects": b'{"a":' * 100_000,
    "deep list": b"- " * 50_000,
    "cycle": b"a: &a [*a, *a]",
    "billion laughs": _LAUGHS,
    "Helm template": b"{{ .Values.name }}: x\n  y: {{",
    "tabs": b"\t\tkind: Pod",
    "truncated": b"apiVersion: v1\nkind: Pod\nmetadata: {name: a",
    "not a number": b'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": NaN}}',
    "unknown YAML": b"%YAML 9.9\n---\na: 1",
    "complex key": b"? [complex, key]\n: value",
}


@pytest.mark.parametrize("name", MALFORMED)
def test_describe_says_where(name: str) -> None:
    run = wmap("describe", "-f", "-", stdin=MALFORMED[name])
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: <stdin>:")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("name", MALFORMED)
def test_validate_makes_it_a_finding(name: str) -> None:
    run = wmap("validate", "-", stdin=MALFORMED[name])
    assert run.code == 2
    assert run.out.startswith("<stdin>:")
    assert "error: <stdin>: this is not YAML or JSON" in run.err


@pytest.mark.parametrize(
    "text", ["", "# nothing\n---\n---\n", '{"apiVersion":"v1","kind":"List","items":[]}']
)
def test_an_empty_input_is_no_fault(text: str) -> None:
    run = wmap("get", "-f", "-", stdin=text)
    assert (run.code, run.out, run.err) == (0, "", "No workloads found in the input.\n")
    run = wmap("describe", "-f", "-", stdin=text)
    assert (run.code, run.out, run.err) == (0, "", "No workloads found in the input.\n")


def test_wrong_types_in_an_object_are_problems_with_their_place() -> None:
    text = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: [a], annotations: 3}
spec: [not, a, map]
status: yes
"""
    run = wmap("describe", "-f", "-", stdin=text)
    assert run.code == 0
    assert "Deployment/web" in run.out
    assert "Problems:" in run.out
    assert wmap("describe", "-f", "-", "--strict", stdin=text).code == 1


def test_a_fault_is_said_once_with_its_place_by_every_command() -> None:
    text = "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: a}\nspec: [1]\n"
    said = "/spec is a list of 1, not an object"
    run = wmap("describe", "-f", "-", stdin=text)
    assert run.out.count(f"jobset: {said} (<stdin>:4:7)") == 1
    assert wmap("explain", "-f", "-", stdin=text).out.count(f"jobset: {said} (<stdin>:4:7)") == 1
    run = wmap("get", "-f", "-", stdin=text)
    assert run.err.count(f"warning: <stdin>: JobSet/a: {said} (/spec)\n") == 1
    for command in ("get", "describe"):
        run = wmap(
            command,
            "-f",
            "-",
            "-o",
            "jq=.. | .problems? // empty | .[] | select(.path) | .source",
            stdin=text,
        )
        assert set(run.out.split()) == {"<stdin>"}


def test_what_is_left_out_is_in_the_document_too() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Node\nmetadata: {name: n}\n"
    run = wmap("get", "-f", "-", "-o", "jq=.problems[].message", stdin=text)
    assert run.out == "1 object of a kind without a definition left out: 1 Node\n"
    assert run.err.startswith(f"warning: {run.out}")


def test_an_object_that_cannot_be_read_is_no_empty_input() -> None:
    text = "apiVersion: nvidia.com/v9\nkind: DynamoGraphDeployment\nmetadata: {name: a}\n"
    run = wmap("get", "-f", "-", stdin=text)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: <stdin>: DynamoGraphDeployment/a: no definition describes")
    assert run.err.count("\n") == 1

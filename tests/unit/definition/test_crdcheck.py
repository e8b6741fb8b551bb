# SPDX-License-Identifier: Apache-2.0
"""Paths of jq expressions against a schema: what exists, what does not, what cannot be known."""

from __future__ import annotations

import pytest

from tests.unit.definition.crds import found, said

GOOD = [
    ".spec.suspend",
    '.metadata.labels["a.b/c"] // "none"',
    ".metadata.annotations.x, .metadata.uid, .metadata.ownerReferences[].uid",
    ".spec.workers[].spec.containers[0].image",
    ".spec.workers[0:2][].name",
    ".spec.roles.Master.replicas, .spec.roles[].template.spec.containers",
    ".spec.roles | to_entries[] | .value.template.metadata.labels.app",
    ".spec.roles | with_entries(.value |= .replicas) | .x",
    ".spec.roles | with_entries({key: .key, value: .value.replicas}) | .x",
    ".spec.roles as $r | $r | keys[] | $r[.].replicas",
    ".spec.roles | keys[] as $key | .[$key].replicas",
    ".spec.roles | map_values(.replicas) | add",
    ".spec.bare.a.b.c",
    ".spec.half.a, .spec.half.b.c",
    ".spec.embedded.kind, .spec.embedded.metadata.labels.x, .spec.embedded.spec.containers",
    ".spec.masters // .spec.optional",
    ".spec.workers[] | select(.suspend != true) | .name",
    ".spec.workers | map(.replicas) | add",
    "[.spec.workers[] | .replicas] | min, max, length, first, last",
    ".spec.workers | group_by(.name)[] | .[0].name, length",
    ".spec.workers | sort_by(.name) | reverse | first | .name",
    ".spec.workers | min_by(.replicas).name",
    ".spec.workers as [$first] | $first.name",
    ".spec.workers[] as {name: $n, replicas: $r} | $n",
    ".spec.workers[] as {$name, $replicas} | [$name, $replicas]",
    ".spec as {workers: [{name: $x}]} ?// {mode: $x} | $x",
    "def name: .name; .spec.workers[] | name",
    "def pick(f): .spec.workers[] | f; pick(.name), pick(.spec.containers)",
    'def of($field; f): [.spec.workers[] | f | .[$field]]; of("image"; .spec.containers[])',
    "def f(f): f; def g: .spec; f(g).mode",
    'def deep: if type == "object" then .spec | deep else . end; deep',
    "reduce .spec.workers[] as $w (0; . + $w.replicas)",
    "reduce .spec.workers[] as $w ({}; .[$w.name] = $w.replicas) | .x",
    "foreach .spec.workers[] as {$name, $replicas} (0; . + $replicas; [$name, .])",
    "if .spec.suspend then .spec.mode else .status.phase end",
    "if .spec.suspend then .spec.mode elif .spec.optional then 1 end | .. | numbers",
    "try .spec.workers[].name catch .",
    "label $out | .spec.workers[] | if .suspend then ., break $out else . end | .name",
    '"\\(.spec.mode)-\\(.spec.masters)" | ascii_downcase',
    '@json "\\(.spec.mode)", (.spec | @json)',
    '{mode: .spec.mode, (.spec.count): 1, "a": .spec.masters} | .mode, .a, .other',
    "[.spec.workers[] | {key: .name, value: .}] | from_entries | .x.replicas",
    "[.spec.workers[] | {name, value: .replicas}] | from_entries | .a",
    "INDEX(.spec.workers[]; .name) | .a.replicas",
    '[.spec.workers[].name] | IN(["a"], ["b"])',
    '.status.phase | IN("Pending", "Done", "")',
    'any(.status.conditions[]?; .type == "Complete" and .status == "True")',
    "all(.spec.workers[]; .replicas > 0), (.spec.workers | any(.suspend))",
    "[.spec.workers[].spec.containers] | flatten | .[0].image",
    '.spec.workers | has(0), (.[0] | has("suspend"))',
    'getpath(["spec", "workers", 0, "name"])',
    "first(.spec.workers[]), limit(2; .spec.workers[]) | .name",
    "[limit(3; .spec.workers[])] | last.name",
    ".. | .image? // empty",
    "[paths] | length",
    ".spec | tojson | fromjson | .anything.at.all",
    "$unbound.x",
    "(.spec.suspend, .spec.masters) == null",
    ".spec.masters * .spec.defaulted",
    ".spec.masters * (.spec.optional // 1)",
    "if .spec.optional then .spec.masters * .spec.optional else 0 end",
    "(.spec.optional | values) * 2",
    ".spec.optional + 1",
    '.spec.port // 80, (.spec.port // "http")',
    '.spec.mode == "Fast", .spec.mode != null, "Slow" == .spec.mode',
    "-.spec.masters",
    ".spec.mode // false",
]

BAD = {
    ".spec.suspended": ["error crd.no-field .suspended"],
    ".spec.workers[].replica": ["error crd.no-field .replica"],
    ".spec.workers.name": ["error crd.type .name"],
    ".spec.mode.name": ["error crd.type .name"],
    ".spec.mode[]": ["error crd.type []"],
    ".spec.masters[0]": ["error crd.type [0]"],
    ".spec.masters[1:]": ["error crd.type [1:]"],
    ".spec.workers[0].names": ["error crd.no-field .names"],
    ".spec.roles.Master.replica": ["error crd.no-field .replica"],
    ".spec.roles[].templates": ["error crd.no-field .templates"],
    ".spec.roles | to_entries[] | .values": ["warning crd.no-field .values"],
    ".spec.roles | to_entries[] | .value.replica": ["error crd.no-field .replica"],
    ".metadata.label.x": ["error crd.no-field .label"],
    ".spec.master.metadata.label": ["error crd.no-field .label"],
    ".spec[]": ["warning crd.all-fields []"],
    ".spec | keys": ["warning crd.all-fields keys"],
    ".spec.suspended.x.y // 1": ["error crd.no-field .suspended"],
    ".spec.suspended?": ["error crd.no-field .suspended"],
    ".spec.stop // .spec.suspend": ["info crd.no-field .stop"],
    ".spec.stop // .spec.halt": ["error crd.no-field .stop", "error crd.no-field .halt"],
    "(.spec.stop, .spec.suspend) | . // false": ["error crd.no-field .stop"],
    '.spec.masters // ""': ["warning crd.default .spec.masters"],
    ".spec.masters // .spec.mode": ["warning crd.default .spec.masters"],
    "def name: .nam; .spec.workers[] | name": ["error crd.no-field .nam"],
    "def each(f): .spec.workers[] | f; each(.nam)": ["error crd.no-field .nam"],
    ".spec.workers[] as {nam: $n} | $n": ["error crd.no-field nam"],
    ".spec.workers as [{$nam}] | $nam": ["error crd.no-field $nam"],
    "reduce .spec.workers[] as $w (0; . + $w.replica)": ["error crd.no-field .replica"],
    "foreach .spec.workers[] as $w (0; 1; $w.replica)": ["error crd.no-field .replica"],
    "if .spec.stop then 1 else 2 end": ["error crd.no-field .stop"],
    "if .spec.suspend then .spec.a else .spec.b end": ["error crd.no-field .a", "error crd.no-field .b"],
    "try .spec.a catch .b": ["error crd.no-field .a"],
    "{a: .spec.a, (.spec.b): 1}": ["error crd.no-field .a", "error crd.no-field .b"],
    '{"mode"}': ['error crd.no-field "mode"'],
    "{a: 1} | .b": ["warning crd.no-field .b"],
    '"\\(.spec.a)"': ["error crd.no-field .a"],
    "[.spec.workers[] | {key: .name, value: .}] | from_entries | .x.foo": ["error crd.no-field .foo"],
    "[.spec.workers[] | {key: .spec, value: .}] | from_entries": ["error crd.input from_entries"],
    ".spec.workers | map(.foo)": ["error crd.no-field .foo"],
    ".spec.workers | sort_by(.foo)": ["error crd.no-field .foo"],
    ".spec.workers | any(.foo)": ["error crd.no-field .foo"],
    "any(.spec.workers[]; .foo)": ["error crd.no-field .foo"],
    '.spec | has("foo")': ['error crd.no-field has("foo")'],
    'getpath(["spec", "foo"])': ['error crd.no-field "foo"'],
    "INDEX(.spec.workers[]; .foo)": ["error crd.no-field .foo"],
    ".spec.workers | ascii_downcase": ["error crd.input ascii_downcase"],
    ".spec.mode | map(.)": ["error crd.input map(.)"],
    ".spec * 2": ["error crd.arithmetic .spec * 2"],
    ".spec.mode - 1": ["error crd.arithmetic .spec.mode - 1"],
    ".spec.mode * 2": ["warning crd.arithmetic .spec.mode * 2"],
    "-.spec.mode": ["error crd.arithmetic -.spec.mode"],
    "[.spec.masters, .spec.workers] | add": ["warning crd.arithmetic add"],
    "[.spec.masters, .spec.workers] | min": ["warning crd.never-equal min"],
    ".spec.masters * .spec.optional": ["warning crd.null .spec.masters * .spec.optional"],
    ".status.failed - 1": ["warning crd.null .status.failed - 1"],
    '.spec.masters == "1"': ['warning crd.never-equal .spec.masters == "1"'],
    ".spec.workers > 1": ["warning crd.never-equal .spec.workers > 1"],
    '.spec.mode == "fast"': ['warning crd.enum .spec.mode == "fast"'],
    '.status.phase | IN("Done", "Runing")': ['warning crd.enum IN("Done", "Runing")'],
    ".spec.anything.x": ["info crd.unknown .anything"],
    ".spec.raw.x": ["info crd.unknown .x"],
    "(.spec.master, .spec.workers[]) | .replicas": ["warning crd.no-field .replicas"],
    ".[.spec.mode]": [],
    ".spec.masters[.spec.mode]": ["error crd.type [.spec.mode]"],
    '.["spec", "foo"]': ['error crd.no-field ["spec", "foo"]'],
}


@pytest.mark.parametrize("text", GOOD)
def test_right_paths(text: str) -> None:
    assert [line for line in said(text) if not line.startswith("info")] == []


@pytest.mark.parametrize("text", BAD)
def test_wrong_paths(text: str) -> None:
    assert said(text) == BAD[text]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        (".spec.workers[].suspended", "suspend"),
        (".spec.Suspend", "suspend"),
        (".spec.replicas", ".spec.workers[].replicas"),
        (".spec.workers[].mode", ".spec.mode"),
        (".spec.nonsense", None),
        ('.status.phase == "running"', "Running"),
    ],
)
def test_suggestions(text: str, suggestion: str | None) -> None:
    (one,) = found(text)
    assert one.suggestion == suggestion


def test_the_message_names_the_place() -> None:
    (one,) = found(".spec.workers[].suspended")
    assert one.message == 'Train .spec.workers[] has no field "suspended"; did you mean "suspend"?'
    assert one.place == ("spec", "workers", "[]")
    (top,) = found(".specs")
    assert top.message == 'Train has no field "specs"; did you mean "spec"?'


def test_a_fault_is_said_once_however_often_its_function_is_called() -> None:
    assert said("def f: .spec.foo; f, f, f") == ["error crd.no-field .foo"]


def test_what_cannot_be_followed_to_its_end() -> None:
    doubling = "".join(f"def f{n}: f{n - 1} | f{n - 1};" for n in range(1, 30))
    assert said(f"def f0: .; {doubling} f29") == [f"info crd.too-large def f0: .; {doubling} f29"]

# SPDX-License-Identifier: Apache-2.0
"""Whatever is in an object, a definition or the text of a file: an exit code, a message, one document, no traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli_runs import ROOT, Run, wmap
from tests.shared import SHARED
from workload_map import yamlio

_EXAMPLES = ("jobset", "leaderworkerset", "raycluster", "pytorchjob", "live")
_RECORDED = (
    "batch-job",
    "deployment",
    "jobset",
    "leaderworkerset",
    "pod",
    "pytorchjob",
    "raycluster",
    "statefulset",
)


def _objects() -> list[Any]:
    found = [yamlio.load((ROOT / "examples" / f"{name}.yaml").read_text()).value for name in _EXAMPLES]
    for kind in _RECORDED if SHARED is not None else ():
        paths = sorted((SHARED / "recordings-live" / kind).glob("*/*.json"))[:4]
        found += [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return found


OBJECTS = _objects()
DEFINITIONS = [
    yamlio.load(path.read_text(encoding="utf-8")).value
    for path in sorted((ROOT / "src/workload_map/definition/catalog").glob("*.yaml"))
]

#: What a terminal acts on: controls but newline and tab, lone surrogates, bidi controls.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_text = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["\x1b[2J", "\u202e", "\ud800", "\n", "0", "1e999", "9" * 400, "None"]),
)
_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([2**70, -(2**70), 10**400]),
    st.floats(allow_nan=False, allow_infinity=False),
    _text,
)
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3),
    max_leaves=6,
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, child in children:
        found += _places(child, (*path, step))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A real object or list with one to three of its parts replaced, removed or repeated."""
    value = json.loads(json.dumps(draw(st.sampled_from(OBJECTS))))
    if set(value) >= {"object"} and "kind" not in value:
        value = value["object"]
    for _ in range(draw(st.integers(1, 3))):
        places = _places(value)
        if not places:
            break
        *path, last = draw(st.sampled_from(places))
        parent = value
        for step in path:
            parent = parent[step]
        how = draw(st.sampled_from(["replace", "replace", "replace", "remove", "repeat"]))
        if how == "remove":
            del parent[last]
        elif how == "repeat" and isinstance(parent, list):
            parent.append(parent[last])
        else:
            parent[last] = draw(_values)
    return value


def _check(run: Run, *, machine: bool) -> None:
    assert run.code in (0, 1, 2, 3, 4), run.text()
    assert "Traceback" not in run.err
    assert "internal fault" not in run.err
    for stream in (run.out, run.err):
        assert not _UNSAFE.search(stream), repr(stream)
    if machine:
        json.loads(run.out)
    if run.code in (2, 3, 4):
        assert "error: " in run.err


_COMMANDS = (
    ("describe",),
    ("describe", "-o", "json"),
    ("gangs",),
    ("gangs", "-o", "json"),
    ("gangs", "--for", "composite", "--bind"),
    ("gangs", "--for", "kai", "-o", "json"),
    ("gangs", "--for", "volcano", "--bind"),
    ("gangs", "--for", "kueue", "--bind", "-o", "json"),
    ("get",),
    ("get", "-o", "json"),
    ("get", "-o", "wide"),
    ("get", "--sum-by", "queue", "-o", "json"),
    ("get", "--sum-by", "node"),
    ("explain",),
    ("explain", "-o", "json"),
    ("explain", "pod", "training-workers-1-0-zt4lm", "-o", "json"),
)
_EDITS = (
    ("suspend",),
    ("scale", "workers=3", "--diff"),
    ("set", "labels", "a=b", "-o", "patch"),
    ("set", "image", "*=b:2", "--diff"),
    ("set", "resources", "limits.cpu=2", "--diff"),
    ("set", "tolerations", "a:NoSchedule"),
)
_SETTINGS = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@_SETTINGS
@given(mutated(), st.sampled_from(_COMMANDS))
def test_mutated_objects(value: Any, command: tuple[str, ...]) -> None:
    text = json.dumps(value)
    _check(wmap(*command, "-f", "-", stdin=text), machine="json" in command)


@_SETTINGS
@given(mutated(), st.sampled_from(_EDITS))
def test_mutated_objects_edited(value: Any, command: tuple[str, ...]) -> None:
    _check(wmap(*command, "-f", "-", stdin=json.dumps(value, indent=1)), machine=False)


@_SETTINGS
@given(st.data())
def test_mutated_text(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(_EXAMPLES))
    raw = (ROOT / "examples" / f"{name}.yaml").read_bytes()
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, min(len(raw), start + 40)))
    raw = (
        raw[:start]
        + data.draw(st.binary(max_size=6) | _text.map(lambda t: t.encode("utf-8", "replace")))
        + raw[end:]
    )
    _check(wmap("describe", "-f", "-", "-o", "json", stdin=raw), machine=True)


@_SETTINGS
@given(st.data())
def test_mutated_definitions(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    value = json.loads(json.dumps(data.draw(st.sampled_from(DEFINITIONS))))
    for _ in range(data.draw(st.integers(1, 2))):
        *steps, last = data.draw(st.sampled_from(_places(value)))
        parent = value
        for step in steps:
            parent = parent[step]
        expressions = st.sampled_from(
            [".", "null", ".a", "error", ".[", "[.[]?]", "1", '"x"', "{}", "..", ".spec.x[]"]
        )
        parent[last] = data.draw(_values | expressions)
    file = Path(tmp_path_factory.getbasetemp()) / "definition.json"
    file.write_text(json.dumps(value))
    _check(wmap("validate", str(file), "-o", "json"), machine=True)
    _check(
        wmap("describe", "-f", str(ROOT / "examples"), "--definitions", str(file), "-o", "json"), machine=True
    )

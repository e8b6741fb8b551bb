# SPDX-License-Identifier: Apache-2.0
"""Case files under mutation: problems with their places or results, never a traceback."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import workload_map as wm
from tests.cli_runs import ROOT
from workload_map import yamlio
from workload_map.session.cases.report import Runner

FILES = [
    yamlio.load((ROOT / "tests/catalog/cases" / f"{name}.yaml").read_text(encoding="utf-8")).value
    for name in ("core-pod-v1", "leaderworkerset-x-k8s-io-leaderworkerset-v1")
]
CATALOG = wm.Catalog.builtin()

odd = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.just([]), st.just({}), st.just([None])
)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_case_file_with_one_value_changed(data: st.DataObject) -> None:
    value = copy.deepcopy(data.draw(st.sampled_from(FILES)))
    cases = data.draw(st.lists(st.sampled_from(value["cases"]), min_size=1, max_size=3))
    value["cases"] = copy.deepcopy(cases)
    at: Any = value
    for _ in range(data.draw(st.integers(0, 6))):
        steps = list(at) if isinstance(at, dict) else list(range(len(at)))
        step = data.draw(st.sampled_from(steps))
        if not isinstance(at[step], dict | list) or not at[step]:
            break
        at = at[step]
    steps = list(at) if isinstance(at, dict) else list(range(len(at)))
    at[data.draw(st.sampled_from(steps))] = data.draw(odd)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cases.json")
        path.write_text(json.dumps(value))
        report = Runner(CATALOG, [str(path)], stdin=bytes).run(coverage=True)
    assert all(problem.line is not None for problem in report.problems), report.problems
    assert report.items or report.problems

# SPDX-License-Identifier: Apache-2.0
"""Every kind with a switch, on every object that its cases have: suspended it does not run, resumed it is as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

import workload_map as wm
from workload_map.session.cases import casefiles

CATALOG = wm.Catalog.builtin()
FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
SWITCH = [
    path for path in FILES if CATALOG.index.by_name(path.stem).definition.root.suspend_definition is not None
]

#: The outcome of a Job is decided and its last pods go: a switch changes nothing about that.
DECIDED = {"SuccessCriteriaMet", "FailureTarget"}


@pytest.mark.parametrize("path", SWITCH, ids=lambda path: path.stem)
def test_suspended_it_does_not_run_and_resumed_it_is_as_it_was(path: Path) -> None:
    (file,) = casefiles.load([str(path)], stdin=bytes)
    ran = 0
    for case in file.cases:
        plan = CATALOG.plan(case.object)
        try:
            # A switch that is not written at all stands at rest afterwards.
            resting = plan.edit(case.object).resume().object
            held = plan.edit(resting).suspend().object
        except wm.EditError:
            continue  # no job in it, say
        before, after = plan.read(resting), plan.read(held)
        ran += before.headline == "Running"
        assert after.headline != "Running" or after.reason in DECIDED, case.name
        assert plan.edit(held).resume().object == resting, case.name
    assert ran, "no case shows it running"

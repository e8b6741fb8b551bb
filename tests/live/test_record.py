# SPDX-License-Identifier: Apache-2.0
"""A recorded flow is what `wmap test` reads: the states that a person named, and those seen on the way as open."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.cli_runs import wmap
from tests.live.cluster import record
from tests.live.conftest import Cluster

pytestmark = pytest.mark.live

FLOWS = Path(__file__).with_name("flows")


@pytest.mark.parametrize("flow", sorted(FLOWS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_flow_gives_cases(cluster: Cluster, flow: Path, tmp_path: Path) -> None:
    script = record.load(flow)
    named = [step["keep"] for step in script["steps"] if "keep" in step]
    written = record.record(cluster.user("admin"), script, tmp_path, say=lambda text: None)
    with open(tmp_path / "INDEX.tsv", encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    assert [row["file"] for row in rows] == [path.relative_to(tmp_path).as_posix() for path in written]
    assert [row["state"] for row in rows if row["from_object"] == "yes"] == named
    assert {row["state"] for row in rows if row["from_object"] == "open"} <= {"?"}
    result = wmap("test", str(tmp_path))
    assert result.code == 0, result.text()

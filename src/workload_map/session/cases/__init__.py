# SPDX-License-Identifier: Apache-2.0
"""Cases for definitions: objects, and what a reading of them must say."""

from __future__ import annotations

from workload_map.session.cases.casefiles import load
from workload_map.session.cases.model import Case, CaseFile, CaseResult, DifferenceView
from workload_map.session.cases.recordings import Differences
from workload_map.session.cases.running import Plans, run

__all__ = ["Case", "CaseFile", "CaseResult", "DifferenceView", "Differences", "Plans", "load", "run"]

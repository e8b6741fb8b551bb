# SPDX-License-Identifier: Apache-2.0
"""Running cases: which definition reads the object, and what differs from what is expected."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from typing import Literal

from workload_map import errors
from workload_map.definition import codec
from workload_map.definition.catalog import CatalogIndex
from workload_map.session.cases import recordings
from workload_map.session.cases.expect import EXPECTATIONS
from workload_map.session.cases.model import Case, CaseResult, DifferenceView
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.recordings import Differences
from workload_map.session.cases.shape import Difference
from workload_map.session.files import SUFFIXES
from workload_map.workload.catalog import Catalog
from workload_map.workload.plan import Plan

__all__ = ["Plans", "differences", "run", "run_case"]


class Plans:
    """The plan for each case. A definition that a case names by file is read once."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._files: dict[str, Catalog] = {}
        self._named: dict[str, Plan] = {}

    def find(self, case: Case) -> Plan:
        """The plan. Raises NoDefinition, AmbiguousDefinition, NotFound, DefinitionError, InputError, OSError."""
        name = case.definition
        if name is None:
            return self._catalog.plan(case.object)
        if "/" in name or name.endswith(SUFFIXES):
            file = os.path.normpath(os.path.join(os.path.dirname(case.source), name))
            catalog = self._files.get(file)
            if catalog is None:
                with open(file, "rb") as opened:
                    found = codec.load_definitions(opened.read(), source=file)
                # By themselves: what else describes the kind does not matter here.
                alone = Catalog(CatalogIndex()).with_definitions(found, source=file)
                catalog = self._files[file] = alone
            return catalog.plan(case.object)
        plan = self._named.get(name)
        if plan is None:
            entry = self._catalog.index.by_name(name)
            plan = self._named[name] = Plan(entry.definition, origin=entry.origin)
        return plan


def run(cases: Iterable[Case], plans: Plans, listed: Differences) -> Iterator[CaseResult]:
    """The result of each case, in order."""
    for case in cases:
        yield run_case(case, plans, listed)


def run_case(case: Case, plans: Plans, listed: Differences) -> CaseResult:
    """Run one case; what cannot be run is a result too."""
    start = time.perf_counter()
    outcome: Literal["passed", "failed", "error", "skipped"] = "passed"
    message: str | None = None
    found: tuple[DifferenceView, ...] = ()
    definition: str | None = case.definition
    try:
        plan = plans.find(case)
    except errors.NoDefinition as error:
        outcome, message = ("skipped" if case.recorded else "error"), str(error)
    except OSError as error:
        outcome, message = "error", f"{error.filename}: {error.strerror}"
    except errors.WorkloadMapError as error:
        outcome, message = "error", str(error)
    else:
        definition = plan.name
        if case.expect is None and case.recorded is None:
            outcome, message = "skipped", "nothing is expected; --update writes what is read"
        else:
            found = tuple(
                DifferenceView.of(difference, case) for difference in differences(case, plan, listed)
            )
            outcome = "failed" if found else "passed"
            if case.recorded and case.recorded.judged != "nothing" and not found:
                other = listed.find(case.recorded)
                if other is not None:
                    message = f"read as {other.headline}: {other.reason}"
    return CaseResult(
        source=case.source,
        line=case.line,
        name=case.name,
        definition=definition,
        outcome=outcome,
        differences=found,
        message=message,
        seconds=round(time.perf_counter() - start, 6),
    )


def differences(case: Case, plan: Plan, listed: Differences) -> Iterator[Difference]:
    """Everything that is not as expected, lazily: whoever needs to know only whether asks for the first."""
    outcome = Outcome(plan, case)
    if case.recorded is not None:
        yield from recordings.judge(outcome, case.recorded, listed)
    for key, wanted in (case.expect or {}).items():
        expectation = EXPECTATIONS[key]
        yield from expectation.shape.differences(wanted, expectation.actual(outcome, wanted), (key,))

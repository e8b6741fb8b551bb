# SPDX-License-Identifier: Apache-2.0
"""A whole run of ``wmap test``: every case of every file, then coverage and kill scores by definition."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec

from workload_map import errors
from workload_map.problems import Problem
from workload_map.session.cases import casefiles
from workload_map.session.cases.coverage import Coverage, areas, coverage
from workload_map.session.cases.model import Case, CaseResult
from workload_map.session.cases.mutation import KillScore, kill_score
from workload_map.session.cases.recordings import Differences
from workload_map.session.cases.running import Plans, run_case
from workload_map.session.cases.update import updated
from workload_map.session.files import read_paths, replace_file
from workload_map.workload.catalog import Catalog
from workload_map.workload.plan import Plan

__all__ = ["Report", "Runner"]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one run found; what was not asked for is None."""

    items: tuple[CaseResult, ...]
    count: int
    problems: tuple[Problem, ...]
    coverage: tuple[Coverage, ...] | None = None
    mutation: tuple[KillScore, ...] | None = None


class Runner:
    """Runs the cases of these paths. `differences` are files of reasoned differences from recorded states."""

    def __init__(
        self,
        catalog: Catalog,
        paths: Sequence[str],
        *,
        differences: Iterable[str] = (),
        stdin: Callable[[], bytes],
    ) -> None:
        self._plans = Plans(catalog)
        self._paths = paths
        self._stdin = stdin
        self._listed = Differences.load(
            (name, read()) for name, read, _ in read_paths(differences, stdin=stdin)
        )

    def run(
        self,
        shown: Callable[[CaseResult], None] | None = None,
        *,
        coverage: bool = False,
        mutate: bool = False,
        time_limit: float | None = None,
        progress: Callable[[str, int], None] | None = None,
    ) -> Report:
        """Run every case; `shown` gets each result at once, `progress` the definition and how many of its faults
        were tried. Raises OSError for a path that cannot be read."""
        results: list[CaseResult] = []
        problems: list[Problem] = []
        passed: dict[str, tuple[Plan, list[Case]]] = {}
        for file in casefiles.load(self._paths, stdin=self._stdin):
            problems += file.problems
            for case in file.cases:
                result = run_case(case, self._plans, self._listed)
                results.append(result)
                if shown is not None:
                    shown(result)
                if (coverage or mutate) and result.outcome == "passed" and areas(case):
                    plan = self._plans.find(case)
                    passed.setdefault(plan.name, (plan, []))[1].append(case)
        problems += self._listed.unmet()
        return Report(
            items=tuple(results),
            count=len(results),
            problems=tuple(problems),
            coverage=tuple(_coverage(passed)) if coverage else None,
            mutation=tuple(_mutation(passed, time_limit, progress)) if mutate else None,
        )

    def update(self) -> Iterator[tuple[str, int, str | None]]:
        """Write what is read into the case files: for each file how many values changed, or why it could not be."""
        for file in casefiles.load(self._paths, stdin=self._stdin):
            faults = [problem for problem in file.problems if problem.severity == "error"]
            if faults:
                yield file.source, 0, str(faults[0])
                continue
            try:
                text, changes = updated(file, self._plans)
                if changes:
                    replace_file(file.source, old=file.data, new=text.encode())
            except errors.WorkloadMapError as error:
                yield file.source, 0, str(error)
            else:
                yield file.source, changes, None


def _coverage(passed: dict[str, tuple[Plan, list[Case]]]) -> Iterator[Coverage]:
    for _, (plan, cases) in sorted(passed.items()):
        yield coverage(plan, cases)


def _mutation(
    passed: dict[str, tuple[Plan, list[Case]]],
    time_limit: float | None,
    progress: Callable[[str, int], None] | None,
) -> Iterator[KillScore]:
    until = None if time_limit is None else time.monotonic() + time_limit
    for name, (plan, cases) in sorted(passed.items()):
        told = partial(progress, name) if progress is not None else None
        yield kill_score(plan, cases, until=until, progress=told)
        if told is not None:
            told(0)

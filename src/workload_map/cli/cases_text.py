# SPDX-License-Identifier: Apache-2.0
"""The text of ``wmap test``: a line a case, what differs below it, and the sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from workload_map.cli import printers
from workload_map.session.cases.coverage import Coverage
from workload_map.session.cases.model import CaseResult
from workload_map.session.cases.mutation import KillScore, Survivor
from workload_map.session.cases.report import Report
from workload_map.session.cases.text import difference_lines

__all__ = ["report", "result"]

_WORDS: Final = {"passed": "ok", "failed": "FAILED", "error": "ERROR", "skipped": "skipped"}
#: The colour of a headline says the same of an outcome.
_AS: Final = {"passed": "Running", "failed": "Failed", "error": "Failed", "skipped": "Suspended"}

#: How much of an expression is shown around a fault in it.
_AROUND: Final = 24


def result(case: CaseResult) -> str:
    """One line, and below it what differs."""
    place = case.source if case.line is None else f"{case.source}:{case.line}"
    word = printers.paint(_WORDS[case.outcome].ljust(8), _AS[case.outcome])
    lines = [f"{word}{printers.safe(f'{place}: {case.name}')}"]
    if case.message is not None:
        lines += [f"        {printers.safe(line)}" for line in case.message.split("\n")]
    for difference in case.differences:
        lines += [f"        {printers.safe(line)}" for line in difference_lines(difference)]
    return "\n".join(lines) + "\n"


def report(found: Report) -> str:
    """The sums, coverage and kill scores."""
    outcomes: Counter[str] = Counter(case.outcome for case in found.items)
    parts = [f"{outcomes[word]} {name}" for word, name in _NAMES.items() if outcomes[word]]
    lines = [f"{_count(len(found.items), 'case')}: {', '.join(parts)}" if parts else "no cases"]
    lines += _covered(found.coverage or ())
    lines += _mutated(found.mutation or ())
    return "\n".join(lines) + "\n"


_NAMES: Final = {"passed": "passed", "failed": "failed", "error": "not run", "skipped": "skipped"}


def _covered(found: Iterable[Coverage]) -> Iterable[str]:
    for item in found:
        done = item.parts - len(item.gaps)
        yield printers.safe(
            f"coverage of {item.definition}: {done} of {item.parts} parts by {_count(item.cases, 'case')}"
        )
        for gap in item.gaps:
            yield printers.safe(f"    in no case: {gap.what}: {gap.path}")


def _mutated(found: Iterable[KillScore]) -> Iterable[str]:
    for score in found:
        rest = f", {score.not_run} not tried for lack of time" if score.not_run else ""
        yield printers.safe(
            f"faults in {score.definition}: {score.killed} of {score.run} noticed ({score.percent:.1f} %){rest}"
        )
        for survivor in score.survivors:
            before, after = _window(survivor)
            yield printers.safe(f"    not noticed: {survivor.kind}: {before} -> {after}: {survivor.path}")


def _window(survivor: Survivor) -> tuple[str, str]:
    """Before and after, cut to what changed and a little around it, on one line."""
    before, after = survivor.before, survivor.after
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    start = max(0, start - _AROUND)
    end = max(0, end - _AROUND)
    return _cut(before, start, end), _cut(after, start, end)


def _cut(text: str, start: int, end: int) -> str:
    shown = " ".join(text[start : len(text) - end].split())
    return f"{'…' if start else ''}{shown}{'…' if end else ''}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

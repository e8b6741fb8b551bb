# SPDX-License-Identifier: Apache-2.0
"""Results in the XML that continuous integration reads as JUnit's."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree as xml

from workload_map.problems import Problem
from workload_map.session.cases.model import CaseResult
from workload_map.session.cases.text import difference_lines
from workload_map.yamlio import escape

__all__ = ["junit"]

_ELEMENTS = {"failed": "failure", "error": "error", "skipped": "skipped"}


def junit(results: Iterable[CaseResult], problems: Iterable[Problem]) -> str:
    """One suite a file, one test a case; a file that is broken is an error of its own."""
    root = xml.Element("testsuites", name="wmap test")
    for source, group in groupby(results, key=lambda result: result.source):
        found = list(group)
        suite = xml.SubElement(
            root,
            "testsuite",
            name=_clean(source),
            tests=str(len(found)),
            failures=str(sum(result.outcome == "failed" for result in found)),
            errors=str(sum(result.outcome == "error" for result in found)),
            skipped=str(sum(result.outcome == "skipped" for result in found)),
            time=f"{sum(result.seconds for result in found):.3f}",
        )
        for result in found:
            _test(suite, result)
    broken = [problem for problem in problems if problem.severity == "error"]
    if broken:
        suite = xml.SubElement(
            root, "testsuite", name="case files", tests=str(len(broken)), errors=str(len(broken))
        )
        for problem in broken:
            test = xml.SubElement(
                suite,
                "testcase",
                classname=_clean(problem.source or ""),
                name=_clean(problem.path or problem.code),
            )
            xml.SubElement(test, "error", message=_clean(str(problem)))
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def _test(suite: xml.Element, result: CaseResult) -> None:
    test = xml.SubElement(
        suite,
        "testcase",
        classname=_clean(result.definition or ""),
        name=_clean(result.name),
        time=f"{result.seconds:.3f}",
    )
    if result.line is not None:
        test.set("line", str(result.line))
    element = _ELEMENTS.get(result.outcome)
    if element is not None:
        lines = [line for difference in result.differences for line in difference_lines(difference)]
        why = result.message or ", ".join(difference.path for difference in result.differences)
        inner = xml.SubElement(test, element, message=_clean(why))
        if lines:
            inner.text = _clean("\n".join(lines))


def _clean(text: str) -> str:
    # XML has no way at all to write most control characters.
    return escape(text, keep="\n")

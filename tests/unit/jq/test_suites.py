# SPDX-License-Identifier: Apache-2.0
"""jq's own and gojq's own test suites: exactly the named exceptions fail."""

from __future__ import annotations

from tests.bench import suites
from tests.shared import shared

# gojq passes 754 of jq's cases; of these at most so many may fail here.
MOST_EXCEPTIONS = 6


def test_suites() -> None:
    cases = suites.cases(shared("jq-tests"))
    failed = {
        case.key: f"{case.program!r}: {outcome}"
        for case in cases
        if case.passes_gojq and (outcome := suites.run(case)) is not None
    }
    excepted = suites.exceptions()
    assert {key: failed[key] for key in failed.keys() - excepted.keys()} == {}
    assert excepted.keys() - failed.keys() == set(), "these pass now: take them off the list"
    of_jq = [case for case in cases if case.suite != suites.CLI_SUITE and case.passes_gojq]
    assert len(of_jq) == 754
    assert sum(case.key in excepted for case in of_jq) <= MOST_EXCEPTIONS

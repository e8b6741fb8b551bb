# SPDX-License-Identifier: Apache-2.0
"""Prints how the jq engine does on jq's and gojq's own suites: `python scripts/jq_suites.py [-v]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.bench import suites
from tests.shared import SHARED


def main() -> int:
    """Print one line a group of cases, then each failing case; exit 1 when one fails that is not excepted."""
    if SHARED is None:
        print("no shared material: set WORKLOAD_MAP_SHARED, or put it at ../shared", file=sys.stderr)
        return 2
    excepted = suites.exceptions()
    groups: dict[str, list[int]] = {}
    failed: list[tuple[str, str, bool]] = []
    for case in suites.cases(SHARED / "jq-tests"):
        if case.suite == suites.CLI_SUITE:
            group = f"gojq's cases that expect {'a value' if case.wants == 'values' else 'an error'}"
        else:
            group = f"jq's cases that gojq {'passes' if case.passes_gojq else 'fails'}"
        outcome = suites.run(case)
        counts = groups.setdefault(group, [0, 0, 0])
        counts[0] += 1
        if outcome is None:
            counts[1] += 1
        else:
            counts[2] += case.key in excepted
            failed.append((case.key, f"{case.program!r}: {outcome}", case.passes_gojq))
    print(f"{'':40} {'cases':>6} {'pass':>6} {'fail, excepted':>15} {'fail':>6}")
    for group, (total, passed, named) in sorted(groups.items()):
        print(f"{group:40} {total:6} {passed:6} {named:15} {total - passed - named:6}")
    bad = 0
    for key, outcome, passes_gojq in failed:
        if key in excepted:
            print(
                f"\n{key}: excepted: {excepted[key]}\n    {outcome[:300]}" if "-v" in sys.argv else "", end=""
            )
        elif passes_gojq:
            bad += 1
            print(f"\n{key}\n    {outcome[:600]}", end="")
        elif "-v" in sys.argv:
            print(f"\n{key} (gojq fails too)\n    {outcome[:300]}", end="")
    print()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""``--update``: what is read, written into the case files for a person to review.

Only the values that differ are written; where a case expects nothing yet, everything that is read. All else in the
file stays byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workload_map import errors, yamlio
from workload_map.problems import pointer
from workload_map.session.cases.expect import full_reading
from workload_map.session.cases.model import Case, CaseFile
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.recordings import Differences
from workload_map.session.cases.running import Plans, differences
from workload_map.session.cases.shape import ABSENT

__all__ = ["updated"]


def updated(file: CaseFile, plans: Plans) -> tuple[str, int]:
    """The text of the file with what is read now, and how many values changed in it.

    Raises InputError where a value cannot be written without touching more (one that an alias stands for, a
    default of the whole file), and what `Plans.find` raises.
    """
    text = file.data.decode("utf-8-sig")
    mark = "\ufeff" if file.data.startswith(b"\xef\xbb\xbf") else ""
    changes = 0
    for case in file.cases:
        operations = _operations(case, plans)
        if operations:
            assert case.document is not None
            document = yamlio.load_all(text, source=file.source)[case.document.index]
            text = yamlio.edit_text(text, document, operations)
            changes += len(operations)
    return mark + text, changes


def _operations(case: Case, plans: Plans) -> Sequence[dict[str, Any]]:
    if case.recorded is not None:
        return []
    plan = plans.find(case)
    base = (*case.path, "expect")
    if case.expect is None:
        return [{"op": "add", "path": pointer(base), "value": full_reading(Outcome(plan, case))}]
    operations = []
    for difference in differences(case, plan, Differences()):
        key = difference.path[0]
        if key not in case.own:
            raise errors.InputError(
                f'case "{case.name}": {key} is expected by the whole file, and this case differs: give it its own',
                code="input.edit",
                source=case.source,
                line=case.line,
            )
        path = pointer((*base, *difference.path))
        if difference.actual is ABSENT:
            operations.append({"op": "remove", "path": path})
        else:
            operations.append({"op": "replace", "path": path, "value": difference.actual})
    return operations

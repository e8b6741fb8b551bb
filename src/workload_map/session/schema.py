# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of each command's JSON output, made from the structs that it is made from."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from workload_map.session.abilities import AbilitiesRow
from workload_map.session.cases.report import Report
from workload_map.session.check import Checked
from workload_map.session.explain import PodReason
from workload_map.session.gang_targets import TranslationView
from workload_map.session.gangs import GangsView
from workload_map.session.result import Listing
from workload_map.session.totals import SumRow
from workload_map.workload.explain import Explanation
from workload_map.workload.viewmodel import WorkloadRow, WorkloadView

__all__ = ["COMMANDS", "schema"]

_FORMS: Final[dict[str, tuple[Any, ...]]] = {
    "describe": (WorkloadView, Listing[WorkloadView]),
    "get": (WorkloadRow, Listing[WorkloadRow], Listing[SumRow]),
    "explain": (Explanation, Listing[Explanation], PodReason),
    "gangs": (
        GangsView,
        Listing[GangsView],
        TranslationView,
        Listing[TranslationView],
    ),
    "validate": (Listing[Checked],),
    "test": (Report,),
    "definitions": (AbilitiesRow, Listing[AbilitiesRow]),
}

#: Options that the output of a command needs to fit its schema, beside ``-o json``.
_WITH: Final = {"definitions": "--abilities "}

#: Commands whose output has a schema.
COMMANDS: Final = tuple(_FORMS)


def schema(command: str) -> dict[str, Any]:
    """The schema (draft 2020-12) of what `command` prints with ``-o json``."""
    forms, definitions = msgspec.json.schema_components(_FORMS[command], ref_template="#/$defs/{name}")
    for part in definitions.values():
        # Every key is always there, also those that have a default where the structs are made.
        if "properties" in part:
            part["required"] = list(part["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"wmap {command} {_WITH.get(command, '')}-o json",
        **({"anyOf": list(forms)} if len(forms) > 1 else forms[0]),
        "$defs": definitions,
    }

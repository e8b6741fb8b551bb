# SPDX-License-Identifier: Apache-2.0
"""Which builtins there are."""

from __future__ import annotations

from workload_map.jq.builtins import NATIVE
from workload_map.jq.prelude import TEXTS
from workload_map.jq.special import FORMS

__all__ = ["BUILTINS", "UNAVAILABLE"]

BUILTINS: frozenset[tuple[str, int]] = frozenset({*NATIVE, *TEXTS, *FORMS})
"""Name and number of arguments of every builtin."""

UNAVAILABLE = {
    "input": "there is one input only",
    "inputs": "there is one input only",
    "debug": "there is nowhere to write to",
    "stderr": "there is nowhere to write to",
    "input_filename": "there is no input file",
    "input_line_number": "there is no input file",
    "modulemeta": "there are no modules",
    "get_search_list": "there are no modules",
    "halt": "an expression cannot end the program",
    "halt_error": "an expression cannot end the program",
    "keys_unsorted": "objects have no order here; use keys",
}
"""Functions of jq that an expression cannot have here, and why."""

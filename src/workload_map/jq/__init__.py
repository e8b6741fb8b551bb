# SPDX-License-Identifier: Apache-2.0
"""jq on plain Python values: gojq's semantics, bounded in time and memory, without dependencies.

``compile(text).all(value)`` gives results; ``set`` and ``set_each`` write through an expression that denotes
places. Errors are `workload_map.errors.JqError`.
"""

from __future__ import annotations

from workload_map.jq import ast, check
from workload_map.jq.limits import DEFAULT_LIMITS, Limits
from workload_map.jq.parser import parse
from workload_map.jq.program import Program, compile

__all__ = ["DEFAULT_LIMITS", "Limits", "Program", "ast", "check", "compile", "parse"]

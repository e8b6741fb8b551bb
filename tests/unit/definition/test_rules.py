# SPDX-License-Identifier: Apache-2.0
"""Each rule of the CRD and its Python twin say the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cel
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from tests.unit.definition.strategies import values
from workload_map.definition.rules import RULES, Rule
from workload_map.definition.shapes import shape_of


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """The few words of JSON Schema that rules use."""
    assert schema.keys() <= {"anyOf", "required", "properties", "minItems"}
    return (
        (any(fits(value, inner) for inner in schema["anyOf"]) if "anyOf" in schema else True)
        and all(name in value for name in schema.get("required", ()))
        and all(
            fits(value[name], inner) for name, inner in schema.get("properties", {}).items() if name in value
        )
        and len(value) >= schema.get("minItems", 0)
    )


def in_crd(rule: Rule) -> Callable[[Any], bool]:
    """The rule as the API server has it: by a CEL library, or as a constraint of the schema."""
    if rule.schema is not None:
        assert rule.cel is None
        schema = rule.schema
        return lambda value: fits(value, schema)
    assert rule.cel is not None
    program = cel.compile(rule.cel)
    return lambda value: bool(program.execute({"self": value}))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_twins_agree(rule: Rule) -> None:
    holds = in_crd(rule)
    seen: set[bool] = set()

    @settings(max_examples=120, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(values(shape_of(rule.struct), depth=3))
    def agree(value: Any) -> None:
        twin = not list(rule.faults(msgspec.convert(value, rule.struct)))
        assert holds(value) is twin
        seen.add(twin)

    agree()
    # A rule that always holds, or never, would agree with anything.
    assert seen == {True, False}


def test_codes_are_distinct() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)

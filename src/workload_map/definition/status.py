# SPDX-License-Identifier: Apache-2.0
"""How the status of a workload is read: the model of ``statusDefinition``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from workload_map.definition.roles import jq_role

__all__ = [
    "ByCondition",
    "ByExpression",
    "ConditionsDefinition",
    "Matcher",
    "PhaseDefinition",
    "StatusDefinition",
    "StatusMappings",
]


class PhaseDefinition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where the phase of the object is."""

    path: Annotated[
        str, jq_role("object", "phase"), Meta(description="Its first result is the phase, a string or null.")
    ]


class ConditionsDefinition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where the conditions of the object are, and how their fields are called."""

    path: Annotated[str, jq_role("object", "conditions"), Meta(description="Gives the list of conditions.")]
    type_field_name: Annotated[str, Meta(description="Field with the type.")] = "type"
    status_field_name: Annotated[str, Meta(description="Field with the status.")] = "status"
    reason_field_name: Annotated[str, Meta(description="Field with the reason.")] = "reason"
    message_field_name: Annotated[str, Meta(description="Field with the message.")] = "message"


class ByCondition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Matches when a condition of this type is there; `status` and `reason`, where not empty, must be equal."""

    type: Annotated[str, Meta(description="Type that must be present.")]
    status: Annotated[str, Meta(description="Status that it must have.")] | None = None
    reason: Annotated[str, Meta(description="Reason that it must have.")] | None = None


class ByExpression(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Matches when the first result, put through jq's ``tostring``, equals the text."""

    expression: Annotated[str, jq_role("object", "any"), Meta(description="Evaluated on the object.")]
    expected_result: Annotated[str, Meta(description="Text that the first result must equal.")]


class Matcher(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One rule for a status: all that it holds must be true, and it holds at least one criterion."""

    by_phase: Annotated[str, Meta(description="The phase equals this text.")] | None = None
    by_conditions: Annotated[
        tuple[ByCondition, ...], Meta(description="Each of these conditions is there.")
    ] = ()
    by_expression: Annotated[ByExpression, Meta(description="An expression gives this text.")] | None = None


_Matchers = tuple[Matcher, ...]


class StatusMappings(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """For each status its rules; a status matches when any of its rules does."""

    initializing: Annotated[_Matchers, Meta(description="Being set up: pods are not all running yet.")] = ()
    running: Annotated[_Matchers, Meta(description="Doing its work.")] = ()
    completed: Annotated[_Matchers, Meta(description="Ended well.")] = ()
    failed: Annotated[_Matchers, Meta(description="Ended badly.")] = ()
    degraded: Annotated[_Matchers, Meta(description="Working with less than was asked for.")] = ()
    suspended: Annotated[_Matchers, Meta(description="Held, without pods.")] = ()
    suspending: Annotated[_Matchers, Meta(description="On the way to being held.")] = ()
    resuming: Annotated[_Matchers, Meta(description="On the way back from being held.")] = ()


class StatusDefinition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How the status of a workload is read from its object."""

    phase_definition: Annotated[PhaseDefinition, Meta(description="Where the phase is.")] | None = None
    conditions_definition: (
        Annotated[ConditionsDefinition, Meta(description="Where the conditions are.")] | None
    ) = None
    status_mappings: Annotated[StatusMappings, Meta(description="Which rules give which status.")]

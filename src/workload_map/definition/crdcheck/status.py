# SPDX-License-Identifier: Apache-2.0
"""The parts of a status definition that no expression says: phases, and fields of conditions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from workload_map.definition.crdcheck import kinds, operators, results
from workload_map.definition.crdcheck.report import Report
from workload_map.definition.crdcheck.suggest import Suggestion, close_name
from workload_map.definition.crdcheck.values import At, Value
from workload_map.definition.shapes import Path
from workload_map.definition.status import ConditionsDefinition, StatusDefinition
from workload_map.problems import Severity

__all__ = ["Remark", "check_status"]

_FIELDS = ("type", "status", "reason", "message")


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """A finding about a text of the definition that is no expression."""

    path: Path
    code: str
    message: str
    severity: Severity = "error"
    place: tuple[str, ...] | None = None
    suggestion: str | None = None


def check_status(
    definition: StatusDefinition, path: Path, phase: Value | None, conditions: Value | None, report: Report
) -> Iterator[Remark]:
    """Phases that the phase's schema does not list, fields that conditions do not have, and texts that a
    condition's fields cannot hold. `phase` and `conditions` are what their expressions give."""
    fields: dict[str, Value] = {}
    if conditions is not None and definition.conditions_definition is not None:
        where = (*path, "conditionsDefinition")
        yield from _fields(definition, definition.conditions_definition, where, conditions, report, fields)
    for name in msgspec.structs.fields(definition.status_mappings):
        matchers = getattr(definition.status_mappings, name.name)
        for index, matcher in enumerate(matchers):
            here = (*path, "statusMappings", name.encode_name, index)
            if matcher.by_phase is not None and phase is not None:
                yield from _text((*here, "byPhase"), matcher.by_phase, phase, report)
            for number, condition in enumerate(matcher.by_conditions):
                for field in ("type", "status", "reason"):
                    text = getattr(condition, field)
                    if text and field in fields:
                        yield from _text((*here, "byConditions", number, field), text, fields[field], report)


def _text(path: Path, text: str, value: Value, report: Report) -> Iterator[Remark]:
    known = operators.listed(value)
    if known is None or text in known[0]:
        return
    allowed, place = known
    words = [item for item in allowed if isinstance(item, str)]
    close = close_name(text, words)
    yield Remark(
        path=path,
        code="crd.enum",
        message=f'{report.title} {place.node} is never "{text}"; it is one of {", ".join(words)}'
        + (close.text if close else ""),
        place=place.node.place,
        suggestion=close.value if close else None,
    )


def _fields(
    definition: StatusDefinition,
    names: ConditionsDefinition,
    path: Path,
    conditions: Value,
    report: Report,
    fields: dict[str, Value],
) -> Iterator[Remark]:
    """Finds each field of the conditions; what is used, or was named, and is not there is an error."""
    used = _used(definition)
    items = [item for atom in conditions.atoms for item in results.item_atoms(atom) or ()]
    for field in _FIELDS:
        name = getattr(names, f"{field}_field_name")
        there = [results.has_field(item, name) for item in items]
        found = [
            At(inner)
            for item in items
            if isinstance(item, At) and item.node.kinds & kinds.OBJECT
            for inner in [item.node.field(name)]
            if inner is not None
        ]
        if found and len(found) == len(items):
            fields[field] = Value(tuple(found))
        if not there or any(one is not False for one in there):
            continue
        given = name != field
        if field in used or given:
            places = [item.node for item in items if isinstance(item, At)]
            close: Suggestion | None = close_name(name, places[0].names()) if places else None
            yield Remark(
                path=(*path, f"{field}FieldName") if given else (*path, "path"),
                code="crd.no-field",
                message=f"{report.title} {places[0] if places else 'what stands in the list'} has no field "
                f'"{name}"' + (close.text if close else ""),
                place=places[0].place if places else None,
                suggestion=close.value if close else None,
            )


def _used(definition: StatusDefinition) -> set[str]:
    used = {"type", "status"}
    for name in msgspec.structs.fields(definition.status_mappings):
        for matcher in getattr(definition.status_mappings, name.name):
            if any(condition.reason for condition in matcher.by_conditions):
                used.add("reason")
    return used

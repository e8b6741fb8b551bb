# SPDX-License-Identifier: Apache-2.0
"""The rules that a definition must keep beyond its structure, all at once, each fault with its place.

Source: section "Validation of a definition" of the format. The reference's own rules and the ones that this
project adds have the same standing; what only matters to other readers is behind `portable`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from workload_map.definition import check_gangs, check_jq, check_names, check_status, rules
from workload_map.definition.model import LABELS, Definition
from workload_map.definition.places import EXTENSIONS_PATH, Places
from workload_map.definition.shapes import Path, structs_in
from workload_map.definition.walker import Finding, is_missing, quoted
from workload_map.problems import Problem, Problems

__all__ = ["check", "findings"]


def check(
    definition: Definition,
    *,
    places: Places | None = None,
    portable: bool = False,
    known: Collection[Path] = (),
) -> tuple[Problem, ...]:
    """Everything that is wrong with `definition` beyond its structure, sorted by place.

    `places` gives problems their source, line and column; `portable` adds what other readers need; what is at
    or below the paths `known` has been reported, and is left alone.
    """
    where = places or Places()
    found = list(findings(definition))
    if portable:
        in_spec = definition.extensions is not None and where.annotation is None
        found += _portable(definition, in_spec)
    return Problems(
        where.problem(finding) for finding in found if not _is_below(finding.path, known)
    ).sorted()


def _is_below(path: Path, known: Collection[Path]) -> bool:
    return any(path[:length] in known for length in range(len(path) + 1))


def findings(definition: Definition) -> Iterator[Finding]:
    """The same before it has lines and columns."""
    for path, value in structs_in(definition.spec, ("spec",)):
        for rule in rules.rules_for(type(value)):
            for fault in rule.faults(value):
                yield Finding(code=rule.code, message=rule.message, path=(*path, *fault))
    yield from check_names.findings(definition)
    yield from check_gangs.findings(definition)
    yield from check_status.findings(definition)
    yield from check_jq.findings(definition)
    yield from _labels(definition)


def _labels(definition: Definition) -> Iterator[Finding]:
    kind = definition.root.kind
    for label, part in LABELS.items():
        given = definition.labels.get(label)
        wanted = getattr(kind, part) if kind is not None else None
        if given is not None and wanted is not None and given != wanted and not is_missing(wanted):
            yield Finding(
                code="definition.label",
                severity="warning",
                message=f"the root's kind makes this {quoted(wanted)}; others find the definition by it",
                path=("metadata", "labels", label),
            )


def _portable(definition: Definition, extensions_in_spec: bool) -> Iterator[Finding]:
    structure = ("spec", "structureDefinition")
    kind = definition.root.kind
    if kind is not None and not kind.group and kind.kind != "Pod":
        yield Finding(
            code="definition.portable",
            message="other readers take a root of the core group only if it is Pod",
            path=(*structure, "rootComponent", "kind", "group"),
        )
    seen: dict[str, int] = {}
    for index, child in enumerate(definition.spec.structure_definition.additional_child_kinds):
        first = seen.setdefault(child.kind, index)
        if first != index and not is_missing(child.kind):
            yield Finding(
                code="definition.portable",
                message=f"other readers take each kind once, whatever its group: {quoted(child.kind)} is already"
                f" at additionalChildKinds[{first}]",
                path=(*structure, "additionalChildKinds", index, "kind"),
            )
    if extensions_in_spec:
        # A warning: in this form the block is easy to write, and the portable form of the file has it moved.
        yield Finding(
            code="definition.portable",
            severity="warning",
            message="other readers refuse or lose spec.extensions: give them the portable form of this definition,"
            " which carries it in the annotation",
            path=EXTENSIONS_PATH,
            key=True,
        )

# SPDX-License-Identifier: Apache-2.0
"""Explanations as text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from workload_map.cli import printers

if TYPE_CHECKING:
    from workload_map.session.explain import PodReason
    from workload_map.workload.explain import (
        CriterionExplanation,
        Explanation,
        RoleExplanation,
        RuleExplanation,
        Seen,
    )

__all__ = ["pod", "workload"]

#: A value longer than this is cut: the whole of it is in -o json.
_WIDTH: Final = 100


def workload(found: Explanation) -> str:
    """Header, every status rule with what it saw, every role with where its values come from."""
    first = [
        f"{found.kind}/{found.name or '<none>'}",
        f"namespace: {found.namespace or '<none>'}",
        f"definition: {found.definition} ({found.origin})",
    ]
    second = [f"Phase: {printers.paint(found.headline, found.headline)}"]
    if found.reason:
        second.append(f"reason: {printers.safe(found.reason)}")
    also = [phase for phase in found.phases if phase != found.headline]
    if also:
        second.append(f"also: {', '.join(also)}")
    gap = " " * printers.GAP
    sections = [[gap.join(map(printers.safe, first)), gap.join(second)]]
    if found.message:
        sections[0].append(f"Message: {printers.safe(found.message)}")
    if found.headline != found.object_headline:
        sections[0].append(f"The object alone says {found.object_headline}; its pods correct that.")
    sections.append(["Status rules:", *_rules(found.rules)])
    sections += [_role(role) for role in found.roles]
    sections.append(printers.findings(found.problems))
    return "\n".join("\n".join(lines) + "\n" for lines in sections if lines)


def _rules(rules: Iterable[RuleExplanation]) -> list[str]:
    lines = []
    components = {rule.component for rule in rules}
    for rule in rules:
        of = f" of {rule.component}" if len(components) > 1 else ""
        mark = "matched" if rule.matched else "no"
        lines.append(printers.safe(f"  {rule.status}[{rule.index}]{of}: {mark}"))
        for criterion in rule.criteria:
            lines += [f"    {line}" for line in _criterion(criterion)]
    return lines or ["  none"]


def _criterion(criterion: CriterionExplanation) -> list[str]:
    holds = "holds" if criterion.holds else "does not hold"
    word = {"byPhase": "phase is", "byCondition": "condition", "byExpression": "expression"}[criterion.kind]
    lines = [printers.safe(f"{word} {_expression(criterion.wanted)}: {holds}, saw {_value(criterion.saw)}")]
    if criterion.error:
        lines.append(printers.safe(f"  failed: {criterion.error}"))
    return lines + _seen(criterion.seen)


def _seen(seen: Iterable[Seen]) -> list[str]:
    return [printers.safe(f"  {part.path} is {_value(part.value)}") for part in seen]


def _role(role: RoleExplanation) -> list[str]:
    desired = "?" if role.desired is None else role.desired
    lines = [printers.safe(f"Role {role.id}: {desired} {'pod' if desired == 1 else 'pods'}")]
    for source in role.sources:
        place = (
            f" from {source.path or 'the object itself'}"
            if source.path is not None
            else f", computed by {_expression(source.expression or '')}"
        )
        lines.append(printers.safe(f"  {source.field}: {_value(source.value)}{place}"))
        if source.error:
            lines.append(printers.safe(f"    failed: {source.error}"))
        lines += [f"  {line}" for line in _seen(source.seen)]
    return lines


def pod(found: PodReason) -> str:
    """The owners climbed, the selectors tried, and what came of it."""
    lines = [printers.safe(f"Pod/{found.pod}   namespace: {found.namespace or '<none>'}")]
    if found.workload is None:
        lines.append("Role: none, for it belongs to no workload")
    elif found.definition is None:
        lines.append(printers.safe(f"Role: not known, for {found.workload} could not be read"))
    elif found.role is None:
        lines.append(printers.safe(f"Role: none of {found.workload} takes it ({found.definition})"))
    else:
        copies = "".join(
            f"   copy of {name}: {key}" for name, key in (found.placing.copies if found.placing else ())
        )
        lines.append(printers.safe(f"Role: {found.role} of {found.workload} ({found.definition}){copies}"))
    chain = ["Owners:"]
    for link in found.chain:
        group = f".{link.group}" if link.group else ""
        note = "" if link.described else "   (no definition)"
        chain.append(printers.safe(f"  {link.kind}{group}/{link.name}{note}"))
    chain.append(printers.safe(f"  end: {found.ended}"))
    sections = [lines, chain]
    if found.placing is not None:
        tried = ["Selectors:"]
        for selector in found.placing.selectors:
            result = "matched" if selector.matched else "no"
            tried.append(
                printers.safe(
                    f"  {selector.component} ({selector.kind}): {selector.wanted}: {result}"
                    + (f", saw {_value(selector.saw)}" if selector.kind != "only" else "")
                )
            )
            if selector.error:
                tried.append(printers.safe(f"    failed: {selector.error}"))
        if len(tried) == 1:
            tried.append("  none")
        sections.append(tried)
    if found.itself is not None:
        sections.append([f"Phase: {printers.paint(found.itself.headline, found.itself.headline)}"])
        sections[-1] += [printers.safe(f"Message: {found.itself.message}")] if found.itself.message else []
        sections.append(["Status rules:", *_rules(found.itself.rules)])
        sections += [_role(role) for role in found.itself.roles]
    sections.append(printers.findings(found.problems))
    return "\n".join("\n".join(part) + "\n" for part in sections if part)


def _expression(text: str) -> str:
    """An expression on one line, cut to its end: definitions of functions come first."""
    text = " ".join(text.split())
    return text if len(text) <= _WIDTH else "…" + text[1 - _WIDTH :]


def _value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"

# SPDX-License-Identifier: Apache-2.0
"""The page of one kind: its roles and where their numbers come from, its states, its limits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.docs.evidence import Evidence
from scripts.docs.text import code, fields_read, joined
from workload_map.definition.abilities import (
    STATUSES,
    Abilities,
    GangAbility,
    RoleAbilities,
    can_be_written,
)
from workload_map.definition.model import (
    Action,
    Component,
    ComponentTypeSelector,
    Definition,
    SpecDefinition,
)
from workload_map.definition.shapes import shape_of
from workload_map.definition.status import Matcher

__all__ = ["header", "page"]

_SHAPES = {"template": "pod template", "spec": "pod spec", "fields": "single fields of a pod"}


def header(source: str) -> tuple[str, list[str]]:
    """What the comment at the top of a definition file says: where its rules were read, and its limits."""
    lines = []
    for line in source.splitlines():
        if not line.startswith("#"):
            break
        if "SPDX-License-Identifier" not in line:
            lines.append(line.removeprefix("#").strip())
    rules, limits = "", []
    # What stands before the rules is a title.
    for sentence in re.split(r"(?<=[.:]) (?=[A-Z])", " ".join(lines).replace("Rules: ", "Rules:: ")):
        if sentence.startswith("Rules::"):
            rules = sentence.removeprefix("Rules::").strip().removesuffix(".")
        elif rules:
            limits.append(sentence)
    return rules, limits


def page(
    definition: Definition, found: Abilities, *, file: str, source: str, notes: list[str], evidence: Evidence
) -> str:
    """The text of the page."""
    rules, limits = header(source)
    lines = [
        f"# {found.kind}",
        "",
        f"{code(definition.api_version)}, described by [{definition.name}]({file}).",
        "",
    ]
    if rules:
        lines += [f"Its rules were read from: {rules}.", ""]
    lines += ["## Roles", "", *_tree(definition)]
    for component in definition.components:
        role = next((role for role in found.roles if role.name == component.name), None)
        if role is not None:
            lines += _role(definition, component, role, len(found.roles) == 1)
    lines += _states(definition, found)
    lines += _suspend(definition)
    lines += _pods(definition, found)
    lines += _limits(" ".join(limits), notes, evidence)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _tree(definition: Definition) -> Iterator[str]:
    """The components below one another; groupings have no pods of their own."""

    def walk(component: Component, depth: int) -> Iterator[str]:
        grouping = "" if component.spec_definition else "  (no pods of its own)"
        yield f"{'  ' * depth}{component.name}{grouping}"
        for child in definition.children_of(component.name):
            yield from walk(child, depth + 1)

    yield "```"
    yield from walk(definition.root, 0)
    yield "```"
    yield ""


def _role(definition: Definition, component: Component, role: RoleAbilities, only: bool) -> Iterator[str]:
    yield f"### {component.name}"
    yield ""
    if component.instance_id_path is not None:
        yield from _source("Several, named by", component.instance_id_path)
    assert component.spec_definition is not None
    yield from _template(component.spec_definition, role)
    scale, extension = component.scale_definition, definition.extension(component.name)
    if scale is None:
        yield "* Pods wanted: one."
    else:
        if scale.replicas_path is None:
            stands_in = scale.min_replicas_path is not None
            yield "* Pods wanted: not told" + ("; the least number stands in for it." if stands_in else ".")
        for label, path, told in (
            ("Pods wanted", scale.replicas_path, role.replicas),
            ("At least", scale.min_replicas_path, role.minimum),
            ("At most", scale.max_replicas_path, role.maximum),
        ):
            if path is not None:
                if told:
                    yield from _source(label, path)
                else:
                    yield f"* {label}: not known from the object."
    if extension is not None:
        if extension.units is not None:
            yield from _source(f"Scaled in units of one {extension.units.noun}, at", extension.units.path)
        if extension.pods_per_unit is not None:
            yield from _source("Pods of one unit", extension.pods_per_unit)
        if extension.suspended is not None:
            yield from _source("Held by itself where", extension.suspended)
        if extension.parent_instance is not None:
            yield from _source("Lies in", extension.parent_instance)
    if not role.scalable:
        yield "* Cannot be scaled by `wmap scale`."
    yield from _placement(definition, component, role, only)
    yield ""


def _template(spec: SpecDefinition, role: RoleAbilities) -> Iterator[str]:
    fragments = spec.fragmented_pod_spec_definition
    if fragments is None:
        path = spec.pod_template_spec_path or spec.pod_spec_path or ""
        yield from _source(_SHAPES[role.template].capitalize(), path, writes=True)
        if spec.metadata_path is not None:
            yield from _source("Metadata of the pods", spec.metadata_path, writes=True)
        return
    yield f"* {_SHAPES['fields'].capitalize()}:"
    for field in shape_of(type(fragments)).fields:
        path = getattr(fragments, field.attribute)
        if path is not None:
            name = field.name.removesuffix("Path")
            for line in _source(name, path, writes=True):
                yield f"  {line}" if line else line


def _source(label: str, expression: str, *, writes: bool = False) -> Iterator[str]:
    """One value and the expression that gives it; a computed one with the fields that it is computed from."""
    writable = can_be_written(expression)
    remark = " (cannot be changed through it)" if writes and not writable else ""
    if "\n" in expression:
        yield f"* {label}{remark}:"
        yield ""
        yield "  ```jq"
        for line in expression.splitlines():
            yield f"  {line}"
        yield "  ```"
        yield ""
    else:
        yield f"* {label}{remark}: {code(expression)}"
    read = fields_read(expression)
    if not writable and read:
        yield f"  from {joined([code(field) for field in read])}"


def _placement(
    definition: Definition, component: Component, role: RoleAbilities, only: bool
) -> Iterator[str]:
    if only:
        yield "* Takes every pod of the workload."
    elif component.type_selector is not None:
        yield f"* Takes pods with {_selector(component.type_selector)}."
    elif component.instance_selector is None:
        yield "* Takes no pod: none can be told to be of it."
    if component.instance_selector is not None:
        yield f"* A pod's instance: {code(component.instance_selector.id_path)}"
    for name in role.copies:
        above = definition.component(name)
        assert above is not None
        assert above.replica_selector is not None
        yield f"* A pod's copy of {name}: {code(above.replica_selector.key_path)}"


def _selector(selector: ComponentTypeSelector) -> str:
    parts = []
    if selector.key_path is not None:
        wanted = "of any value" if selector.value is None else f"equal to {code(selector.value)}"
        parts.append(f"{code(selector.key_path)} {wanted}")
    parts += [f"the label {code(f'{key}={value}')}" for key, value in (selector.match_labels or {}).items()]
    return joined(parts)


def _states(definition: Definition, found: Abilities) -> Iterator[str]:
    yield "## States"
    yield ""
    for component in definition.components:
        status = component.status_definition
        if status is None:
            continue
        if component is not definition.root:
            yield f"Of its part {component.name}:"
            yield ""
        for word in STATUSES:
            matchers = getattr(status.status_mappings, word)
            if matchers:
                yield f"### {word.capitalize()}{'' if component is definition.root else f' ({component.name})'}"
                yield ""
                if len(matchers) > 1:
                    yield "Any of:"
                    yield ""
                for matcher in matchers:
                    yield from _matcher(component, matcher)
                yield ""
    missing = [word.capitalize() for word in STATUSES if word not in found.statuses]
    if missing:
        yield f"It has no {joined(missing, 'or')}."
        yield ""
    about = definition.extensions.status if definition.extensions else None
    if about is not None and about.reason is not None:
        yield from _source("The reason beside the state", about.reason)
    if about is not None and about.observed_generation is not None:
        yield (
            "* A status that is about an older generation than the object's is not believed:"
            f" {code(about.observed_generation)}"
        )
    if about is not None and about.pods_may_idle:
        yield "* Pods that are not ready are normal and do not make it Degraded."
    if about is not None:
        yield ""


def _matcher(component: Component, matcher: Matcher) -> Iterator[str]:
    status = component.status_definition
    assert status is not None
    parts = []
    if matcher.by_phase is not None:
        phase = status.phase_definition
        where = code(phase.path) if phase is not None else "the phase"
        parts.append(f"{where} is {code(matcher.by_phase)}")
    for condition in matcher.by_conditions:
        text = f"condition {code(condition.type)}"
        text += f" is {code(condition.status)}" if condition.status else " is there"
        parts.append(text + (f" with reason {code(condition.reason)}" if condition.reason else ""))
    expression = matcher.by_expression
    if expression is None:
        yield f"* {joined(parts)}"
        return
    wanted = f"gives {code(expression.expected_result)}"
    if "\n" not in expression.expression:
        yield f"* {joined([*parts, f'{code(expression.expression)} {wanted}'])}"
        return
    yield f"* {joined([*parts, f'this {wanted}'])}:"
    yield ""
    yield "  ```jq"
    for line in expression.expression.splitlines():
        yield f"  {line}"
    yield "  ```"
    yield ""


def _suspend(definition: Definition) -> Iterator[str]:
    switch = definition.root.suspend_definition
    yield "## Suspend and resume"
    yield ""
    if switch is None:
        yield "There is no switch in the object that suspends it."
    else:
        yield f"* Suspend: {_actions(switch.suspend_actions)}"
        yield f"* Resume: {_actions(switch.resume_actions)}"
    yield ""


def _actions(actions: tuple[Action, ...]) -> str:
    return joined([f"{code(action.path)} becomes {code(action.value)}" for action in actions])


def _pods(definition: Definition, found: Abilities) -> Iterator[str]:
    lines = []
    extensions = definition.extensions
    if found.shadow:
        lines.append("* It mirrors another workload: lists of all types and sums leave it out.")
    if extensions is not None and extensions.owners is not None:
        join = extensions.owners.join
        lines.append(
            f"* A pod without an owner is its own where {code(join.pod)} of the pod equals {code(join.object)}."
        )
    kinds = definition.spec.structure_definition.additional_child_kinds
    if kinds:
        names = joined([f"{kind.kind} ({kind.gvk.api_version})" for kind in kinds])
        lines.append(f"* Besides its components it makes objects of these kinds: {names}.")
    # Trees of one name and the same components differ in what the page does not say.
    lines += dict.fromkeys(map(_gang, found.gangs))
    if lines:
        yield from ("## Around it", "", *lines, "")


def _gang(gang: GangAbility) -> str:
    whose = f"of {joined(gang.components)}" if gang.components else "of all components"
    after = f", once {joined(gang.after)} {'run' if len(gang.after) > 1 else 'runs'}" if gang.after else ""
    if gang.alone:
        which = "In some objects each" if gang.conditional else "Each"
        return f"* {which} pod {whose} starts by itself{after}."
    which = "In some objects the" if gang.conditional else "The"
    if gang.each is not None:
        how = f"in a gang for each of {gang.each}" + (" and each of its copies" if gang.copied else "")
    elif gang.copied:
        how = f"in gangs called {code(gang.name)}, one for each copy"
    else:
        how = f"as the gang {code(gang.name)}"
    return f"* {which} pods {whose} start together {how}{after}."


def _limits(limits: str, notes: list[str], evidence: Evidence) -> Iterator[str]:
    yield "## Known limits"
    yield ""
    if limits:
        yield limits
        yield ""
    for note in notes:
        yield f"* {note}"
    lacking = []
    if not evidence.recorded and not evidence.live:
        lacking.append("no object that a cluster's controller wrote")
    if not evidence.samples:
        lacking.append("no manifest of its operator")
    if lacking:
        yield f"* The reference material has {joined(lacking)}: what is said here follows the operator's code."
    if evidence.schema == "trimmed":
        yield "* Its paths were checked against a shortened copy of the CRD."
    if evidence.schema == "none":
        yield "* There was no CRD of this version to check its paths against."
    if not (limits or notes or lacking or evidence.schema in ("trimmed", "none")):
        yield "None are known."

# SPDX-License-Identifier: Apache-2.0
"""A whole definition against the schemas of its kind and of pods.

Errors are against the version that the root kind names; every other served version gives one line. Source of the
rules: section 6 of the design, "Checking a definition against a CRD".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from workload_map import errors, jq
from workload_map.definition.crdcheck import fits, interpret, kinds, operators, results, status
from workload_map.definition.crdcheck.kindschema import KindSchema, Schemas, builtin
from workload_map.definition.crdcheck.report import Found, Report
from workload_map.definition.crdcheck.schema import Node, display
from workload_map.definition.crdcheck.suggest import close_name
from workload_map.definition.crdcheck.values import At, Value
from workload_map.definition.expressions import Expression
from workload_map.definition.model import GVK, Definition
from workload_map.definition.places import Places
from workload_map.definition.shapes import Path
from workload_map.definition.status import StatusDefinition
from workload_map.definition.walker import Finding, is_missing
from workload_map.jq.ast import Node as Tree
from workload_map.jq.ast import Path as PathTree
from workload_map.jq.ast import Pipe, Span
from workload_map.problems import Problem, Problems, Severity

__all__ = ["Memory", "SchemaProblem", "check_expression", "check_schemas", "fitting", "steps_of"]

#: What was found about expressions, by schema, text and role: definitions say the same thing in many places.
Memory: TypeAlias = dict[Any, "tuple[Value, list[Found]] | None"]

_POD = GVK("", "v1", "Pod")
_STRUCTURE: Path = ("spec", "structureDefinition")


class SchemaProblem(Problem, frozen=True, kw_only=True):
    """A finding of the check against a schema. `expression` and `span` (half-open, in characters) say where in
    the jq text it is, `schema` is the place in the schema that it is about, `suggestion` a name or a path to write
    instead; each None where there is none."""

    expression: str | None = None
    span: Span | None = None
    schema: str | None = None
    suggestion: str | None = None

    def drawn(self) -> str | None:
        """The line of the expression with a caret under the place, None where it is about no expression."""
        if self.expression is None or self.span is None:
            return None
        return errors.JqError("", expression=self.expression, span=self.span).drawn()


def check_schemas(
    definition: Definition,
    schemas: Schemas,
    *,
    places: Places | None = None,
    memory: Memory | None = None,
) -> tuple[Problem, ...]:
    """What in `definition` does not agree with the schema of its kind, and of the pods that its selectors read.

    `places` gives problems their source, line and column; `memory` is filled and used, by several calls on the
    same schemas. Without a schema of the kind: one warning, and the
    expressions on pods are checked alone.
    """
    where = places or Places()
    known: Memory = {} if memory is None else memory
    found = Problems()
    version_path = (*_STRUCTURE, "rootComponent", "kind", "version")
    versions = schemas.versions(definition.gvk)
    own = versions.get(definition.gvk.version)
    if own is not None:
        found.extend(_Checker(definition, own, known).problems(where))
        if not own.served:
            found.extend([_remark(where, version_path, "crd.not-served", _not_served(own), "warning")])
    elif versions:
        message = f"{own_names(versions)} of {definition.gvk.kind} {'is' if len(versions) == 1 else 'are'} in the CRD"
        close = close_name(definition.gvk.version, list(versions))
        found.extend(
            [_remark(where, version_path, "crd.no-version", message + (close.text if close else ""), "error")]
        )
    else:
        message = f"not checked: no CRD of {definition.gvk} is at hand"
        found.extend([_remark(where, (*version_path[:-1], "kind"), "crd.none", message, "warning")])
    found.extend(_pod_problems(definition, where, known))
    for name, other in versions.items():
        if other.served and name != definition.gvk.version and own is not None:
            message = fitting(definition, other, places=where, memory=known)[1]
            found.extend([_remark(where, version_path, "crd.version", message, "info")])
    return found.sorted()


def own_names(versions: dict[str, KindSchema]) -> str:
    """The names of versions as a phrase."""
    return f"only {', '.join(versions)}"


def _not_served(own: KindSchema) -> str:
    return f"{own.gvk.version} is in the CRD but not served"


def fitting(
    definition: Definition,
    other: KindSchema,
    *,
    places: Places | None = None,
    memory: Memory | None = None,
) -> tuple[bool, str]:
    """Whether `definition` can read objects of another version of its kind, and a phrase that says so or why not."""
    known: Memory = {} if memory is None else memory
    found = _Checker(definition, other, known).problems(places or Places())
    wrong = [item for item in found if item.severity == "error"]
    if not wrong:
        return True, f"also fits {other.gvk.version}"
    paths = "1 path" if len(wrong) == 1 else f"{len(wrong)} paths"
    return False, f"does not fit {other.gvk.version} ({paths}, first: {wrong[0].message})"


def _remark(where: Places, path: Path, code: str, message: str, severity: Severity) -> Problem:
    return where.problem(Finding(code=code, message=message, path=path, severity=severity))


def _pod_problems(definition: Definition, where: Places, known: Memory) -> Iterator[Problem]:
    schema = builtin(_POD)
    root = schema.root()
    for expression in definition.expressions():
        if expression.role.on == "pod":
            found = _remembered(expression, schema, root, known)
            if found is not None:
                yield from _as_problems(expression, found[1], where, _POD)


def _remembered(
    expression: Expression, schema: KindSchema, root: Node, known: Memory
) -> tuple[Value, list[Found]] | None:
    key = (id(schema), expression.text, expression.role.gives)
    if key not in known:
        known[key] = check_expression(expression, root, schema.gvk.kind)
    return known[key]


def check_expression(expression: Expression, root: Node, title: str) -> tuple[Value, list[Found]] | None:
    """What an expression gives for an object whose schema is `root`, and what is wrong with it; None for one that
    does not parse, which other rules report."""
    tree = _parsed(expression.text)
    if tree is None:
        return None
    report = Report(title)
    value = interpret.follow(tree, root, report)
    results.check_result(report, value, expression.role.gives, _last(tree))
    return value, report.findings()


def steps_of(expression: Expression, root: Node) -> dict[Span, list[tuple[Node, Node]]]:
    """By the span of each path step of an expression: the places of the schema that it is taken from, and those
    that it leads to. Steps that cannot be followed are left out."""
    tree = _parsed(expression.text)
    if tree is None:
        return {}
    report = Report("")
    interpret.follow(tree, root, report)
    return report.taken


def _parsed(text: str) -> Tree | None:
    if is_missing(text):
        return None
    try:
        return jq.parse(text)
    except errors.JqError:
        return None


def _last(tree: Tree) -> Span:
    """The last step of an expression, which is what its result is named after."""
    while isinstance(tree, Pipe):
        tree = tree.stages[-1]
    return tree.steps[-1].span if isinstance(tree, PathTree) else tree.span


def _as_problems(expression: Expression, findings: list[Found], where: Places, gvk: GVK) -> Iterator[Problem]:
    for found in findings:
        yield _problem(
            where,
            Finding(
                code=found.code,
                severity=found.severity,
                message=found.message,
                path=expression.steps,
                inside=(expression.text, found.span[0]),
            ),
            gvk,
            expression=expression.text,
            span=found.span,
            place=found.place,
            suggestion=found.suggestion,
        )


def _problem(
    where: Places,
    finding: Finding,
    gvk: GVK,
    *,
    expression: str | None = None,
    span: Span | None = None,
    place: tuple[str, ...] | None = None,
    suggestion: str | None = None,
) -> SchemaProblem:
    plain = where.problem(finding)
    return SchemaProblem(
        **{name: getattr(plain, name) for name in plain.__struct_fields__},
        expression=expression,
        span=span,
        schema=f"{gvk} {display(place)}" if place is not None else None,
        suggestion=suggestion,
    )


class _Checker:
    """The check of the expressions on the object against one version of its kind."""

    def __init__(self, definition: Definition, schema: KindSchema, known: Memory) -> None:
        self.definition = definition
        self.schema = schema
        self.known = known
        self.gvk = schema.gvk
        self.root = schema.root()
        self.values: dict[Path, Value] = {}

    def problems(self, where: Places) -> list[Problem]:
        """All of them, in document order."""
        found: list[Problem] = []
        for expression in self.definition.expressions():
            if expression.role.on == "object":
                checked = _remembered(expression, self.schema, self.root, self.known)
                if checked is not None:
                    self.values[expression.steps] = checked[0]
                    found += _as_problems(expression, checked[1], where, self.gvk)
        for path, component in self._components():
            if component.status_definition is not None:
                found += self._status(component.status_definition, (*path, "statusDefinition"), where)
            if component.suspend_definition is not None:
                for name in ("suspendActions", "resumeActions"):
                    actions = getattr(
                        component.suspend_definition,
                        {"suspendActions": "suspend_actions"}.get(name, "resume_actions"),
                    )
                    for index, action in enumerate(actions):
                        here = (*path, "suspendDefinition", name, index)
                        found += self._action(action.value, here, where)
        return found

    def _components(self) -> Iterator[tuple[Path, Any]]:
        yield (*_STRUCTURE, "rootComponent"), self.definition.root
        for index, child in enumerate(self.definition.children):
            yield (*_STRUCTURE, "childComponents", index), child

    def _status(self, given: StatusDefinition, path: Path, where: Places) -> Iterator[Problem]:
        phase = self.values.get((*path, "phaseDefinition", "path"))
        conditions = self.values.get((*path, "conditionsDefinition", "path"))
        remarks = status.check_status(given, path, phase, conditions, Report(self.gvk.kind))
        for remark in [*remarks, *self._expected(given, path)]:
            yield _problem(
                where,
                Finding(code=remark.code, message=remark.message, path=remark.path, severity=remark.severity),
                self.gvk,
                place=remark.place,
                suggestion=remark.suggestion,
            )

    def _expected(self, given: StatusDefinition, path: Path) -> Iterator[status.Remark]:
        """Expressions whose result can never be the text that is expected."""
        for name in msgspec.structs.fields(given.status_mappings):
            for index, matcher in enumerate(getattr(given.status_mappings, name.name)):
                here = (*path, "statusMappings", name.encode_name, index, "byExpression")
                value = self.values.get((*here, "expression"))
                if matcher.by_expression is None or value is None:
                    continue
                wrong = _never(value, matcher.by_expression.expected_result)
                if wrong is not None:
                    yield status.Remark(
                        path=(*here, "expectedResult"),
                        code="crd.never-equal",
                        message=wrong,
                        severity="warning",
                    )

    def _action(self, text: str, path: Path, where: Places) -> Iterator[Problem]:
        target = self.values.get((*path, "path"))
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return
        if target is None:
            return
        for atom in target.atoms:
            wrong = fits.misfit(atom.node, value) if isinstance(atom, At) else None
            if wrong is not None and isinstance(atom, At):
                yield _problem(
                    where,
                    Finding(code="crd.value", message=f"{self.gvk.kind} {wrong}", path=(*path, "value")),
                    self.gvk,
                    place=atom.node.place,
                )


def _never(value: Value, expected: str) -> str | None:
    """Why a result is never the expected text."""
    if not value.atoms or value.has_missing:
        return None
    known = operators.listed(value)
    if known is not None:
        texts = [item if isinstance(item, str) else json.dumps(item) for item in known[0]]
        null = any(isinstance(atom, At) and atom.null for atom in value.atoms)
        if expected in texts or (null and expected == "null"):
            return None
        return f'the expression is never "{expected}"; it is one of {", ".join(texts)}'
    mask = value.mask
    if mask == kinds.ALL:
        return None
    words = {
        kinds.NULL: expected == "null",
        kinds.BOOLEAN: expected in ("true", "false"),
        kinds.NUMBER: _is_number(expected),
        kinds.STRING: True,
        kinds.ARRAY: expected.startswith("["),
        kinds.OBJECT: expected.startswith("{"),
    }
    if any(mask & kind and possible for kind, possible in words.items()):
        return None
    return f'the expression gives {kinds.words(mask)}, which is never "{expected}"'


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

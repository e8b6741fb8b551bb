# SPDX-License-Identifier: Apache-2.0
"""Definitions from builtins and text, and back. Both carriers of the extensions are read, either is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from workload_map import errors
from workload_map.definition.extensions import Extensions
from workload_map.definition.model import API_VERSION, EXTENSIONS_ANNOTATION, KIND, LABELS, Definition
from workload_map.definition.places import EXTENSIONS_PATH, Places
from workload_map.definition.shapes import Path
from workload_map.definition.walker import Finding, is_missing, walk, walk_definition
from workload_map.problems import Problem, Problems, Severity

__all__ = [
    "Parsed",
    "decode",
    "encode",
    "load_definitions",
    "parse",
    "parse_text",
    "validate",
]

_LISTS: Final = ("List", f"{KIND}List")


class Parsed:
    """One definition as far as it could be understood.

    `definition` always exists: where something was wrong, a stand-in takes its place and `problems` says so.
    """

    def __init__(
        self, definition: Definition, places: Places, problems: list[Problem], reported: frozenset[Path]
    ) -> None:
        self.definition = definition
        self.places = places
        self.problems = problems
        self.reported = reported
        """Paths in the definition that the errors among the problems are about."""

    @property
    def usable(self) -> bool:
        """Whether the definition is what was written, without stand-ins."""
        return not any(problem.severity == "error" for problem in self.problems)


def parse(
    value: Any,
    *,
    source: str | None = None,
    unknown: Severity = "error",
    text: str | None = None,
    locate: Any = None,
    base: Path = (),
) -> Parsed:
    """Read one definition object; structural faults only, the rules of `definition.check` come after.

    `text` and `locate` give problems a line and a column; `base` leads to the object inside its document.
    """
    repaired, findings = walk_definition(value, unknown=unknown)
    annotations = repaired["metadata"].get("annotations", {})
    annotation = annotations.pop(EXTENSIONS_ANNOTATION, None)
    if is_missing(annotation):
        annotation = None
    places = Places(source=source, base=base, text=text, locate=locate)
    inner: list[Finding] = []
    in_annotation: list[Problem] = []
    if annotation is not None:
        beside = Places(source=source, base=base, text=text, locate=locate, annotation=annotation)
        block, inner, in_annotation = _read_annotation(annotation, beside, unknown)
        own = repaired["spec"].get("extensions")
        if own is None:
            places = beside
            repaired["spec"]["extensions"] = block
        elif block is not None and not in_annotation and _extensions(own) != _extensions(block):
            findings.append(
                Finding(
                    code="definition.two-extensions",
                    message=f"spec.extensions and the annotation {EXTENSIONS_ANNOTATION} differ;"
                    " keep one of them",
                    path=EXTENSIONS_PATH,
                    key=True,
                )
            )
        if repaired["spec"].get("extensions") is None:
            repaired["spec"].pop("extensions", None)
    if any(finding.path[:1] == ("status",) for finding in findings):
        repaired.pop("status", None)
    problems = [places.problem(finding) for finding in findings] + in_annotation
    reported = frozenset(finding.path for finding in findings + inner if finding.severity == "error")
    return Parsed(msgspec.convert(repaired, Definition), places, problems, reported)


def _extensions(block: Any) -> Extensions:
    return msgspec.convert(block, Extensions)


def _read_annotation(
    annotation: str, places: Places, unknown: Severity
) -> tuple[dict[str, Any] | None, list[Finding], list[Problem]]:
    """The repaired extensions of the annotation's text (None: it is no JSON), what is wrong with their
    structure, and that with all that is wrong with the text itself as problems."""
    # Only definitions from outside the catalog have text to be read here.
    from workload_map import yamlio

    try:
        document = yamlio.load(annotation, duplicates="warning")
        # YAML takes more than JSON does, and other readers of the annotation expect JSON.
        msgspec.json.decode(annotation)
    except errors.InputError as error:
        place = (error.line, error.column or 1) if error.line is not None else None
        return None, [], [places.in_annotation("definition.annotation", error.message, place)]
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        message = f"the annotation must hold JSON: {error}"
        return None, [], [places.in_annotation("definition.annotation", message, None)]
    places.locate_annotation = document.locate
    repeated = [
        places.in_annotation(problem.code, problem.message, (problem.line, problem.column or 1))
        if problem.line is not None
        else places.in_annotation(problem.code, problem.message, None)
        for problem in document.problems
    ]
    repaired, findings = walk(document.value, Extensions, unknown=unknown)
    moved = [msgspec.structs.replace(finding, path=(*EXTENSIONS_PATH, *finding.path)) for finding in findings]
    return (
        repaired,
        moved,
        [
            *(msgspec.structs.replace(problem, severity="error") for problem in repeated),
            *(places.problem(finding) for finding in moved),
        ],
    )


def decode(
    value: Any, *, source: str | None = None, unknown: Severity = "error"
) -> tuple[Definition | None, tuple[Problem, ...]]:
    """A definition from the builtins of its object, None when its structure has an error; and all problems.

    `unknown` is how severe an unknown field is: "warning" for an object of a cluster, whose CRD may know more.
    """
    parsed = parse(value, source=source, unknown=unknown)
    problems = Problems(parsed.problems).sorted()
    return (parsed.definition if parsed.usable else None), problems


def encode(definition: Definition, *, portable: bool = False) -> dict[str, Any]:
    """The builtins of the definition's object, with the labels that other readers find it by.

    With `portable` the extensions are JSON in an annotation, which survives a CRD that does not know them.
    What an operator wrote into the status is left out.
    """
    spec = msgspec.to_builtins(definition.spec)
    kind = definition.root.kind
    labels = {**definition.labels}
    if kind is not None:
        labels.update({label: getattr(kind, part) for label, part in LABELS.items()})
    annotations = {**definition.annotations}
    extensions = spec.get("extensions")
    if portable and extensions is not None:
        del spec["extensions"]
        annotations[EXTENSIONS_ANNOTATION] = msgspec.json.encode(extensions).decode()
    metadata: dict[str, Any] = {"name": definition.name}
    if labels:
        metadata["labels"] = labels
    if annotations:
        metadata["annotations"] = annotations
    return {"apiVersion": API_VERSION, "kind": KIND, "metadata": metadata, "spec": spec}


def parse_text(text: str | bytes, *, source: str) -> tuple[list[Parsed], list[Problem]]:
    """Every definition in YAML or JSON text (also the items of lists), and the problems of the text itself.

    Raises InputError when the text cannot be read at all.
    """
    from workload_map import yamlio

    readable = text if isinstance(text, str) else text.decode("utf-8", errors="replace")
    found: list[Parsed] = []
    outside: list[Problem] = []
    for document in yamlio.load_all(text, source=source, duplicates="warning"):
        # In an object a repeated key is a warning; a definition must say one thing.
        outside += [msgspec.structs.replace(problem, severity="error") for problem in document.problems]
        for base, value in _objects(document.value):
            found.append(parse(value, source=source, text=readable, locate=document.locate, base=base))
    if not found and not outside:
        outside.append(
            Problem(code="definition.none", message="there is no definition in this text", source=source)
        )
    return found, outside


def _objects(value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, Mapping) and value.get("kind") in _LISTS and isinstance(value.get("items"), list):
        for index, item in enumerate(value["items"]):
            yield ("items", index), item
    else:
        yield (), value


def load_definitions(text: str | bytes, *, source: str = "<input>") -> list[Definition]:
    """The definitions in YAML or JSON text: one or more documents, or a list of them.

    Raises DefinitionError with every problem, sorted by place, when any of them is an error, and InputError
    when the text cannot be read at all.
    """
    parsed, problems = _checked(text, source=source, portable=False)
    faults = [problem for problem in problems if problem.severity == "error"]
    if faults:
        count = "1 problem" if len(faults) == 1 else f"{len(faults)} problems"
        raise errors.DefinitionError(f"{source}: {count}", problems)
    return [item.definition for item in parsed]


def validate(text: str | bytes, *, source: str = "<input>", portable: bool = False) -> tuple[Problem, ...]:
    """Everything that is wrong with the definitions in this text, sorted by place; empty when nothing is.

    With `portable` also what other readers of the format would not take. Text that cannot be read at all is
    one problem.
    """
    try:
        return _checked(text, source=source, portable=portable)[1]
    except errors.InputError as error:
        return (
            Problem(
                code=error.code,
                message=error.message,
                source=source,
                path=error.path,
                line=error.line,
                column=error.column,
            ),
        )


def _checked(text: str | bytes, *, source: str, portable: bool) -> tuple[list[Parsed], tuple[Problem, ...]]:
    from workload_map.definition import check

    parsed, outside = parse_text(text, source=source)
    problems = Problems(outside)
    for item in parsed:
        problems.extend(item.problems)
        problems.extend(
            check.check(item.definition, places=item.places, portable=portable, known=item.reported)
        )
    return parsed, problems.sorted()

# SPDX-License-Identifier: Apache-2.0
"""``validate``: the findings in files of definitions, and their SARIF form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from workload_map import errors, yamlio
from workload_map._version import __version__
from workload_map.definition import codec
from workload_map.definition.crdcheck import SchemaProblem, Schemas
from workload_map.problems import Problem, Problems
from workload_map.session.definitions import is_definition
from workload_map.session.files import read_paths
from workload_map.session.result import Result, failure
from workload_map.session.schemas import against_samples, against_schemas, detailed
from workload_map.session.source import Item

__all__ = ["Checked", "check", "sarif"]

_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


class Checked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One file: what it defines and every finding in it, by place."""

    file: str
    readable: bool
    """Whether it is YAML or JSON at all."""
    valid: bool
    """Whether no finding is an error."""
    kinds: tuple[str, ...]
    """NAME (GROUP/VERSION/KIND) of each definition in it."""
    problems: tuple[SchemaProblem, ...]


def check(
    paths: Iterable[str],
    *,
    stdin: Callable[[], bytes],
    portable: bool = False,
    schemas: Schemas | None = None,
    samples: list[Item] | None = None,
) -> tuple[Result[Checked], list[OSError]]:
    """Every file of these paths, folders opened, and the files that could not be read at all.

    In a folder, files that hold no definition are left out, with a note. With `schemas` the expressions are
    checked against the schema of their kind, with `samples` it is said what they find there.
    """
    result: Result[Checked] = Result([])
    unreadable: list[OSError] = []
    for path in paths:
        try:
            for name, read, in_folder in read_paths([path], stdin=stdin):
                row = _one(name, read(), in_folder, portable, schemas, samples)
                if row is None:
                    result.problems.append(
                        Problem(
                            code="validate.other",
                            severity="info",
                            message=f"left out: {name} holds no definition",
                            source=name,
                        )
                    )
                else:
                    result.rows.append(row)
        except OSError as error:
            unreadable.append(error)
            result.problems.append(
                Problem(
                    code="input.unreadable",
                    message=error.strerror or str(error),
                    source=error.filename or path,
                )
            )
    return result, unreadable


def _one(
    name: str,
    data: bytes,
    in_folder: bool,
    portable: bool,
    schemas: Schemas | None,
    samples: list[Item] | None,
) -> Checked | None:
    try:
        documents = yamlio.load_all(data, source=name)
    except errors.InputError as error:
        return Checked(file=name, readable=False, valid=False, kinds=(), problems=(detailed(failure(error)),))
    if in_folder and not any(map(is_definition, documents)):
        return None
    problems = Problems(codec.validate(data, source=name, portable=portable))
    sound = not problems.has_errors()
    if schemas is not None:
        problems.extend(against_schemas(data, name, schemas))
    if samples is not None:
        problems.extend(against_samples(data, name, samples))
    return Checked(
        file=name,
        readable=True,
        valid=not problems.has_errors(),
        kinds=tuple(_titles(data, name)) if sound else (),
        problems=tuple(map(detailed, problems.sorted())),
    )


def _titles(data: bytes, name: str) -> Iterable[str]:
    for definition in codec.load_definitions(data, source=name):
        yield f"{definition.name} ({definition.gvk})"


def sarif(result: Result[Checked]) -> dict[str, Any]:
    """The findings as a SARIF 2.1.0 log, for code scanning."""
    found: list[Problem] = [problem for row in result.rows for problem in row.problems]
    found += [problem for problem in result.problems if problem.severity != "info"]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "wmap validate",
                        "version": __version__,
                        "rules": [{"id": code} for code in sorted({problem.code for problem in found})],
                    }
                },
                "results": [_sarif_result(problem) for problem in found],
            }
        ],
    }


def _sarif_result(problem: Problem) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": (problem.source or "").replace("\\", "/")}}
    if problem.line is not None:
        physical["region"] = {"startLine": problem.line, "startColumn": problem.column or 1}
        if isinstance(problem, SchemaProblem) and problem.expression is not None and problem.span is not None:
            start, end = problem.span
            physical["region"]["snippet"] = {"text": problem.expression[start:end]}
    location: dict[str, Any] = {"physicalLocation": physical}
    if problem.path:
        location["logicalLocations"] = [{"fullyQualifiedName": problem.path}]
    found: dict[str, Any] = {
        "ruleId": problem.code,
        "level": _LEVELS[problem.severity],
        "message": {"text": problem.message},
        "locations": [location],
    }
    if isinstance(problem, SchemaProblem):
        details = {"schema": problem.schema, "suggestion": problem.suggestion}
        properties = {key: value for key, value in details.items() if value is not None}
        if properties:
            found["properties"] = properties
    return found

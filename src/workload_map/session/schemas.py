# SPDX-License-Identifier: Apache-2.0
"""``validate --crd`` and ``--sample``: definitions against the schemas of CRDs, and against objects that exist."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from workload_map import errors, jq, yamlio
from workload_map.definition import codec, crdcheck
from workload_map.definition.expressions import Expression
from workload_map.definition.places import Places
from workload_map.definition.walker import Finding
from workload_map.jq import reads
from workload_map.problems import Problem
from workload_map.session.files import FilesSource, read_paths
from workload_map.session.kinds import Selection, group_kind
from workload_map.session.source import Item

__all__ = ["against_samples", "against_schemas", "detailed", "load_samples", "load_schemas"]


def load_schemas(
    paths: Iterable[str], *, stdin: Callable[[], bytes]
) -> tuple[crdcheck.Schemas, tuple[Problem, ...]]:
    """The schemas of all CRDs in these files and folders, and what is to be said of them.

    In a folder, what is no CRD is left out. Raises InputError for a file that is named and holds none, or holds
    one that cannot be used, and OSError.
    """
    schemas = crdcheck.Schemas()
    problems: list[Problem] = []
    for path in paths:
        seen = False
        for name, read, in_folder in read_paths([path], stdin=stdin):
            for document in yamlio.load_all(read(), source=name):
                for found in crdcheck.crds_in(document.value, source=name):
                    if isinstance(found, crdcheck.KindSchema):
                        problems += _added(schemas, found)
                        seen = True
                    elif not in_folder or found.message.startswith("no usable"):
                        raise _unusable(found, document)
        if not seen:
            raise errors.InputError("there is no CustomResourceDefinition in it", source=path)
    return schemas, tuple(problems)


def _added(schemas: crdcheck.Schemas, found: crdcheck.KindSchema) -> Iterator[Problem]:
    first = schemas.add(found)
    if first is not None:
        yield Problem(
            code="crd.twice",
            severity="warning",
            message=f"{found.gvk} has another schema in {first.source}, which is used",
            source=found.source,
        )


def _unusable(found: Problem, document: yamlio.Document) -> errors.InputError:
    line, column = document.locate(_steps(found.path or "", document.value)) or (None, None)
    return errors.InputError(
        found.message, code="input.crd", source=found.source, path=found.path, line=line, column=column
    )


def _steps(path: str, value: Any) -> list[str | int]:
    """The steps of a pointer as far as they lead somewhere."""
    steps: list[str | int] = []
    for part in path.split("/")[1:]:
        if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            steps.append(int(part))
            value = value[int(part)]
        elif isinstance(value, Mapping) and part in value:
            steps.append(part)
            value = value[part]
        else:
            break
    return steps


def load_samples(paths: Iterable[str], *, stdin: Callable[[], bytes]) -> list[Item]:
    """The objects of these files and folders. Raises InputError and OSError."""
    return FilesSource(paths, stdin=stdin).gather(Selection()).items


def against_schemas(data: bytes, name: str, schemas: crdcheck.Schemas) -> Iterator[Problem]:
    """What in the definitions of a file does not agree with the schemas of their kinds."""
    for parsed in codec.parse_text(data, source=name)[0]:
        if parsed.usable:
            yield from crdcheck.check_schemas(parsed.definition, schemas, places=parsed.places)
        else:
            yield _left_out(
                parsed.places, "crd.skipped", "not checked against a schema: mend the errors first"
            )


def against_samples(data: bytes, name: str, samples: list[Item]) -> Iterator[Problem]:
    """What the definitions of a file do not find in the samples of their kinds, and what goes wrong there."""
    for parsed in codec.parse_text(data, source=name)[0]:
        if not parsed.usable:
            yield _left_out(parsed.places, "sample.skipped", "no sample was read: mend the errors first")
            continue
        kind = parsed.definition.gvk
        fitting = [item for item in samples if group_kind(item.object) == (kind.group, kind.kind)]
        if not fitting:
            yield _left_out(
                parsed.places, "sample.none", f"no sample is of the kind {kind.kind} of {kind.api_version}"
            )
        for item in fitting:
            yield from _faults(parsed, item)
        # A path that one sample has is right, whatever the others lack.
        if fitting:
            for expression in parsed.definition.expressions():
                if expression.role.on == "object":
                    yield from _nothing(parsed.places, expression, fitting)


def _left_out(places: Places, code: str, message: str) -> Problem:
    return places.problem(
        Finding(
            code=code,
            severity="warning",
            message=message,
            path=("spec", "structureDefinition", "rootComponent", "kind"),
        )
    )


def _faults(parsed: codec.Parsed, item: Item) -> Iterator[Problem]:
    from workload_map.workload.plan import Plan

    for problem in Plan(parsed.definition).read(item.object).problems:
        placed = item.problem(problem)
        where = f"{placed.source}{f':{placed.line}' if placed.line is not None else ''}"
        yield parsed.places.problem(
            Finding(
                code=f"sample.{problem.code}",
                severity=problem.severity,
                message=f"read with {where}: {problem.message}",
                path=("spec", "structureDefinition", "rootComponent", "kind"),
            )
        )


def _nothing(places: Places, expression: Expression, samples: list[Item]) -> Iterator[Problem]:
    try:
        tree = jq.parse(expression.text)
    except errors.JqError:
        return
    missing: dict[str, None] = {}
    for path in reads.reads(tree):
        if path[:1] != (reads.ANY,) and not _any_finds(samples, path):
            # Named is the first step that leads nowhere, not all that would have come below it.
            first = next(path[:end] for end in range(1, len(path) + 1) if not _any_finds(samples, path[:end]))
            missing[_written(first)] = None
    if missing:
        shown = ", ".join(missing)
        plain = places.problem(
            Finding(
                code="sample.nothing",
                severity="info",
                message=f"found nothing in {_names(samples)}: {shown}",
                path=expression.steps,
            )
        )
        yield crdcheck.SchemaProblem(
            **{name: getattr(plain, name) for name in plain.__struct_fields__}, expression=expression.text
        )


def _any_finds(samples: list[Item], path: reads.ReadPath) -> bool:
    return any(_finds(item.object, path) for item in samples)


def _finds(value: Any, path: reads.ReadPath) -> bool:
    """Whether there is anything but null at the path."""
    for index, step in enumerate(path):
        if step == reads.ANY:
            break
        if step == reads.ELEMENT:
            inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            # An empty list is there; whether its items have what is asked for is not known.
            if isinstance(value, list | dict) and not value:
                return True
            return any(_finds(item, path[index + 1 :]) for item in inner)
        value = value.get(step) if isinstance(value, dict) else None
    return value is not None


def _written(path: reads.ReadPath) -> str:
    steps = path[:-1] if path[-1:] == (reads.ANY,) else path
    return "".join(
        step if step == reads.ELEMENT else f".{step}" if step.isidentifier() else f'["{step}"]'
        for step in steps
    )


def _names(samples: list[Item]) -> str:
    if len(samples) == 1:
        return samples[0].source
    return f"{len(samples)} samples"


def detailed(problem: Problem) -> crdcheck.SchemaProblem:
    """Any problem in the form that has all keys."""
    if isinstance(problem, crdcheck.SchemaProblem):
        return problem
    return crdcheck.SchemaProblem(**msgspec.structs.asdict(problem))

# SPDX-License-Identifier: Apache-2.0
"""``validate --cluster``: the definitions that a cluster stores, against the CRDs that it serves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from workload_map import errors
from workload_map.definition import check as rules
from workload_map.definition import codec, crdcheck
from workload_map.definition.crdcheck import Schemas
from workload_map.definition.model import GVK
from workload_map.definition.walker import Finding
from workload_map.problems import Problem, Problems
from workload_map.session.check import Checked
from workload_map.session.result import Result, failure
from workload_map.session.schemas import detailed
from workload_map.session.stored import RESOURCE, Stored, source_of

__all__ = ["check_stored"]

_KIND = ("spec", "structureDefinition", "rootComponent", "kind")


def check_stored(
    stored: Stored, crds: Sequence[Mapping[str, Any]] | errors.WorkloadMapError, *, portable: bool = False
) -> Result[Checked]:
    """Every stored definition with its findings, by name; `file` of a row is ``cluster:NAME``.

    `crds` are the CustomResourceDefinitions of the cluster. A kind without one is a warning, a version that is
    not there or that is not served a finding, and so are two definitions of one kind. CRDs that cannot be read are
    an error beside the rows; then only Kubernetes' own kinds are checked against their schemas. Raises the error
    that came in place of the definitions, unless it says that the cluster keeps none.
    """
    result: Result[Checked] = Result([])
    if isinstance(stored, errors.WorkloadMapError):
        if stored.code != "api.absent":
            raise stored
        result.problems.append(
            _note(
                "no-crd", f"the CRD {RESOURCE} is not installed in the cluster: no definition is stored there"
            )
        )
        return result
    if not stored:
        result.problems.append(_note("none", "the cluster stores no definition"))
        return result
    schemas, remarks = _schemas(crds)
    result.problems.extend(remarks)
    complete = not isinstance(crds, errors.WorkloadMapError)
    parsed = [codec.parse(item, source=source_of(item), unknown="warning") for item in stored]
    claims = Counter(one.definition.gvk for one in parsed if one.usable)
    memory: dict[Any, Any] = {}
    for one in sorted(parsed, key=lambda one: one.places.source or ""):
        found = Problems(one.problems)
        found.extend(rules.check(one.definition, places=one.places, portable=portable, known=one.reported))
        sound = not found.has_errors()
        if sound:
            found.extend(_claimed(one, claims))
            against = crdcheck.check_schemas(one.definition, schemas, places=one.places, memory=memory)
            found.extend(_said_of_the_cluster(against, one.definition.gvk) if complete else against)
        result.rows.append(
            Checked(
                file=one.places.source or "cluster",
                readable=True,
                valid=not found.has_errors(),
                kinds=(f"{one.definition.name} ({one.definition.gvk})",) if sound else (),
                problems=tuple(map(detailed, found.sorted())),
            )
        )
    return result


def _note(code: str, message: str) -> Problem:
    return Problem(code=f"definitions.{code}", severity="info", message=message, source="cluster")


def _schemas(
    crds: Sequence[Mapping[str, Any]] | errors.WorkloadMapError,
) -> tuple[Schemas, list[Problem]]:
    schemas = Schemas()
    if isinstance(crds, errors.WorkloadMapError):
        why = failure(crds).message
        message = f"the CRDs of the cluster could not be read, so that custom kinds are not checked: {why}"
        return schemas, [Problem(code="crd.unread", message=message, source="cluster")]
    problems: list[Problem] = []
    for crd in crds:
        for found in crdcheck.crds_in(crd, source="cluster"):
            if isinstance(found, Problem):
                problems.append(msgspec.structs.replace(found, severity="warning"))
            else:
                schemas.add(found)
    return schemas, problems


def _claimed(parsed: codec.Parsed, claims: Mapping[GVK, int]) -> Iterator[Problem]:
    gvk = parsed.definition.gvk
    if claims[gvk] > 1:
        yield parsed.places.problem(
            Finding(
                code="definition.collision",
                message=f"{claims[gvk]} definitions of the cluster claim {gvk}: none is used until all but one"
                " are removed",
                path=_KIND,
            )
        )


def _said_of_the_cluster(problems: Sequence[Problem], gvk: GVK) -> Iterator[Problem]:
    for problem in problems:
        if problem.code == "crd.none":
            message = f"not checked: the cluster has no CRD of {gvk}"
            yield msgspec.structs.replace(problem, message=message)
        else:
            yield problem

# SPDX-License-Identifier: Apache-2.0
"""One pod template from the three shapes in which objects keep it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload.expr import Expr, describe_value, problem_of
from workload_map.workload.instances import aligned
from workload_map.workload.reading import role_id

__all__ = ["FRAGMENT_FIELDS", "SpecPlan", "templates"]

Template = dict[str, Any]

#: The fields of a fragmented definition and the type that each must have.
FRAGMENT_FIELDS: Final[dict[str, type]] = {
    "schedulerName": str,
    "labels": dict,
    "annotations": dict,
    "resources": dict,
    "resourceClaims": list,
    "podAffinity": dict,
    "nodeAffinity": dict,
    "containers": list,
    "container": dict,
    "priorityClassName": str,
    "image": str,
}
_NAMES: Final[dict[type, str]] = {str: "a string", dict: "an object", list: "a list"}


class SpecPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Where a component keeps its pod templates: one of the three shapes."""

    template: Expr | None = None
    pod_spec: Expr | None = None
    metadata: Expr | None = None
    fragments: dict[str, Expr] | None = None
    """By field name as in `FRAGMENT_FIELDS`."""


def templates(
    spec: SpecPlan, obj: Any, ids: tuple[str, ...], component: str, problems: list[Problem]
) -> list[Template | None]:
    """One PodTemplateSpec for each instance; None where an instance has none or it cannot be read."""
    count = len(ids)
    if spec.template is not None:
        return _objects(spec.template, obj, ids, component, problems)
    if spec.pod_spec is not None:
        specs = _objects(spec.pod_spec, obj, ids, component, problems)
        metas: list[Template | None] = [None] * count
        if spec.metadata is not None:
            metas = _objects(spec.metadata, obj, ids, component, problems)
        return [
            None if pod_spec is None else {"metadata": meta or {}, "spec": pod_spec}
            for pod_spec, meta in zip(specs, metas, strict=True)
        ]
    return _fragmented(spec.fragments or {}, obj, ids, component, problems)


def _objects(
    expr: Expr, obj: Any, ids: tuple[str, ...], component: str, problems: list[Problem]
) -> list[Template | None]:
    results = aligned(expr, obj, len(ids), "template", component, problems)
    if results is None:
        return [None] * len(ids)
    for index, value in enumerate(results):
        if value is not None and not isinstance(value, dict):
            _wrong_type(expr, index, value, dict, component, ids, problems)
            results[index] = None
    return results


def _wrong_type(
    expr: Expr,
    index: int,
    value: Any,
    want: type,
    component: str,
    ids: tuple[str, ...],
    problems: list[Problem],
) -> None:
    problems.append(
        Problem(
            code="template.wrong-type",
            message=f"{expr.label}: the value at {index} is {describe_value(value)}, not {_NAMES[want]}",
            at=role_id(component, ids[index]) if index < len(ids) else component,
        )
    )


def _fragmented(
    fragments: dict[str, Expr], obj: Any, ids: tuple[str, ...], component: str, problems: list[Problem]
) -> list[Template | None]:
    values: dict[str, list[Any]] = {}
    for field, expr in fragments.items():
        try:
            results = expr.all(obj)
        except JqError as error:
            problems.append(problem_of(expr, error, "template.failed", component))
            continue
        if len(results) > len(ids):
            # A shorter list is allowed (the rest is not set); a longer one has values that belong nowhere.
            problems.append(
                Problem(
                    code="template.count",
                    message=f"{expr.label}: instance ids count ({len(ids)}) does not match "
                    f"results count ({len(results)})",
                    at=component,
                )
            )
            continue
        for index, value in enumerate(results):
            if value is not None and not isinstance(value, FRAGMENT_FIELDS[field]):
                _wrong_type(expr, index, value, FRAGMENT_FIELDS[field], component, ids, problems)
                results[index] = None
        values[field] = results
    return [
        _assemble({field: results[i] for field, results in values.items() if i < len(results)}, component)
        for i in range(len(ids))
    ]


def _assemble(fields: dict[str, Any], component: str) -> Template | None:
    fields = {name: value for name, value in fields.items() if value is not None}
    if not fields:
        return None
    metadata = {name: fields[name] for name in ("labels", "annotations") if name in fields}
    spec: Template = {
        name: fields[name]
        for name in ("schedulerName", "priorityClassName", "resourceClaims")
        if name in fields
    }
    affinity = {name: fields[name] for name in ("podAffinity", "nodeAffinity") if name in fields}
    if affinity:
        spec["affinity"] = affinity
    containers = list(fields.get("containers", ()))
    if "container" in fields:
        containers.append(fields["container"])
    loose = {name: fields[name] for name in ("image", "resources") if name in fields}
    if loose and not containers:
        containers = [{"name": component, **loose}]
    elif loose:
        first = containers[0] if isinstance(containers[0], dict) else {}
        if "image" in loose and len(containers) == 1:
            first = {**first, "image": loose["image"]}
        # The object's own resources stand beside its containers only where these ask for nothing.
        if "resources" in loose and not any(isinstance(c, dict) and c.get("resources") for c in containers):
            first = {**first, "resources": loose["resources"]}
        containers[0] = first or containers[0]
    spec["containers"] = containers
    return {"metadata": metadata, "spec": spec}

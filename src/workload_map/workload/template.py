# SPDX-License-Identifier: Apache-2.0
"""One pod template from the three shapes in which objects keep it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from workload_map.errors import JqError
from workload_map.problems import Problem
from workload_map.workload import blame
from workload_map.workload.expr import Expr, describe_value
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
#: The fields from which a pod's resources are worked out: one of them unread leaves these not known.
_ASKING: Final = frozenset({"resources", "resourceClaims", "containers", "container"})
_NAMES: Final[dict[type, str]] = {str: "a string", dict: "an object", list: "a list"}


class SpecPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Where a component keeps its pod templates: one of the three shapes."""

    template: Expr | None = None
    pod_spec: Expr | None = None
    metadata: Expr | None = None
    fragments: dict[str, Expr] | None = None
    """By field name as in `FRAGMENT_FIELDS`."""

    @property
    def shows_resources(self) -> bool:
        """Whether this shape holds what pods ask for: single fields may leave it out altogether."""
        return self.fragments is None or not _ASKING.isdisjoint(self.fragments)


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
            _wrong_type(expr, obj, index, value, dict, component, ids, problems)
            results[index] = None
    return results


def _wrong_type(
    expr: Expr,
    obj: Any,
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
            path=blame.place_of_result(expr, obj, index, value),
            at=role_id(component, ids[index]),
        )
    )


def _fragmented(
    fragments: dict[str, Expr], obj: Any, ids: tuple[str, ...], component: str, problems: list[Problem]
) -> list[Template | None]:
    values: dict[str, list[Any]] = {}
    # Instances of which a field that asks for resources cannot be read: without it they would seem to ask less.
    unread: set[int] = set()
    for field, expr in fragments.items():
        found = _fragment(field, expr, obj, ids, component, problems)
        if found is None:
            if field in _ASKING:
                unread.update(range(len(ids)))
            continue
        results, wrong = found
        if field in _ASKING:
            unread |= wrong
        values[field] = results
    return [
        None
        if i in unread
        else _assemble(
            {field: results[i] for field, results in values.items() if i < len(results)}, component
        )
        for i in range(len(ids))
    ]


def _fragment(
    field: str, expr: Expr, obj: Any, ids: tuple[str, ...], component: str, problems: list[Problem]
) -> tuple[list[Any], set[int]] | None:
    """The values of one field, at most one for each instance, and which of them have the wrong type."""
    try:
        results = expr.all(obj)
    except JqError as error:
        problems.append(blame.failed(expr, error, obj, "template.failed", component))
        return None
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
        return None
    wrong: set[int] = set()
    for index, value in enumerate(results):
        if value is not None and not isinstance(value, FRAGMENT_FIELDS[field]):
            _wrong_type(expr, obj, index, value, FRAGMENT_FIELDS[field], component, ids, problems)
            results[index] = None
            wrong.add(index)
    return results, wrong


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
    elif loose and isinstance(containers[0], dict):
        # What stands beside the containers is for the first, where it has none and, of resources, no other has.
        if any(isinstance(item, dict) and item.get("resources") for item in containers):
            loose.pop("resources", None)
        # Resources that nobody gave are often written as an empty object.
        own = {k: item for k, item in containers[0].items() if item is not None and (item or k not in loose)}
        containers[0] = {**loose, **own}
    spec["containers"] = containers
    return {"metadata": metadata, "spec": spec}

# SPDX-License-Identifier: Apache-2.0
"""Read and change any described Kubernetes AI workload through one API.

    >>> import workload_map as wm
    >>> catalog = wm.Catalog.builtin()
    >>> obj = {
    ...     "apiVersion": "batch/v1",
    ...     "kind": "Job",
    ...     "metadata": {"name": "train"},
    ...     "spec": {
    ...         "parallelism": 4,
    ...         "template": {
    ...             "spec": {
    ...                 "containers": [
    ...                     {"name": "main", "image": "train:1", "resources": {"limits": {"nvidia.com/gpu": 2}}}
    ...                 ]
    ...             }
    ...         },
    ...     },
    ... }
    >>> plan = catalog.plan(obj)
    >>> reading = plan.read(obj)
    >>> reading.headline
    'Initializing'
    >>> reading.components["job"].instances[""].replicas
    4
    >>> wm.view(reading).resources.gpus
    8
    >>> edit = plan.edit(obj).set_image("job", "main", "train:2").suspend()
    >>> [(op["op"], op["path"]) for op in edit.patch]
    [('replace', '/spec/template/spec/containers/0/image'), ('add', '/spec/suspend')]

Everything that is not listed in `__all__` is private. Names are loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msgspec import to_builtins

    from workload_map._version import __version__
    from workload_map.definition import Definition, load_definitions
    from workload_map.errors import (
        AmbiguousDefinition,
        DefinitionError,
        EditError,
        InputError,
        JqError,
        NoDefinition,
        NotFound,
        QuantityError,
        ReadError,
        WorkloadMapError,
    )
    from workload_map.problems import Problem
    from workload_map.workload.catalog import Catalog
    from workload_map.workload.edit import Edit
    from workload_map.workload.explain import Explanation, explain_pod
    from workload_map.workload.facts import PodFacts, pod_facts
    from workload_map.workload.gangs.model import Gang, GangPlace
    from workload_map.workload.gangs.reference import pod_group_of, subtree_minimum
    from workload_map.workload.plan import Plan
    from workload_map.workload.reading import Place, Reading
    from workload_map.workload.tally import Tally
    from workload_map.workload.view import row, view
    from workload_map.workload.viewmodel import NodeView, WorkloadRow, WorkloadView

__all__ = [
    "AmbiguousDefinition",
    "Catalog",
    "Definition",
    "DefinitionError",
    "Edit",
    "EditError",
    "Explanation",
    "Gang",
    "GangPlace",
    "InputError",
    "JqError",
    "NoDefinition",
    "NodeView",
    "NotFound",
    "Place",
    "Plan",
    "PodFacts",
    "Problem",
    "QuantityError",
    "ReadError",
    "Reading",
    "Tally",
    "WorkloadMapError",
    "WorkloadRow",
    "WorkloadView",
    "__version__",
    "explain_pod",
    "load_definitions",
    "pod_facts",
    "pod_group_of",
    "row",
    "subtree_minimum",
    "to_builtins",
    "view",
]

_HOMES = {
    "workload_map._version": ("__version__",),
    "workload_map.definition": ("Definition", "load_definitions"),
    "workload_map.errors": (
        "AmbiguousDefinition",
        "DefinitionError",
        "EditError",
        "InputError",
        "JqError",
        "NoDefinition",
        "NotFound",
        "QuantityError",
        "ReadError",
        "WorkloadMapError",
    ),
    "workload_map.problems": ("Problem",),
    "workload_map.workload.catalog": ("Catalog",),
    "workload_map.workload.edit": ("Edit",),
    "workload_map.workload.explain": ("Explanation", "explain_pod"),
    "workload_map.workload.facts": ("PodFacts", "pod_facts"),
    "workload_map.workload.gangs.model": ("Gang", "GangPlace"),
    "workload_map.workload.gangs.reference": ("pod_group_of", "subtree_minimum"),
    "workload_map.workload.plan": ("Plan",),
    "workload_map.workload.reading": ("Place", "Reading"),
    "workload_map.workload.tally": ("Tally",),
    "workload_map.workload.view": ("row", "view"),
    "workload_map.workload.viewmodel": ("NodeView", "WorkloadRow", "WorkloadView"),
    "msgspec": ("to_builtins",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

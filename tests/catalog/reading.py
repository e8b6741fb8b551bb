# SPDX-License-Identifier: Apache-2.0
"""Reading an object through the built-in catalog, as the tests of all definitions do."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import workload_map as wm


@lru_cache
def catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def read(obj: dict[str, Any]) -> wm.Reading:
    """What the object says; it must say it without a problem."""
    reading = catalog().plan(obj).read(obj)
    assert reading.problems == ()
    return reading


def instances(obj: dict[str, Any]) -> dict[str, Any]:
    """The instances of every role, by the name that users write."""
    return {
        f"{component.name}/{instance.id}" if instance.id else component.name: instance
        for component in read(obj).components.values()
        if component.has_pods
        for instance in component.instances.values()
    }


def sizes(obj: dict[str, Any]) -> dict[str, int | None]:
    """Pods that every role wants."""
    return {name: instance.desired for name, instance in instances(obj).items()}


def conditions(*pairs: str) -> list[dict[str, str]]:
    """Conditions written as Type=Status or Type=Status/Reason."""
    found = []
    for pair in pairs:
        kind, _, rest = pair.partition("=")
        status, _, reason = rest.partition("/")
        found.append({"type": kind, "status": status, "reason": reason or "R"})
    return found

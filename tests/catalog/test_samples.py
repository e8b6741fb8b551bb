# SPDX-License-Identifier: Apache-2.0
"""The operators' own manifests: every one of a described kind reads without a problem and with the right sizes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
import yaml

import workload_map as wm
from tests.catalog import samples_a, samples_b, samples_c
from tests.shared import shared

#: File below the shared folder: role -> pods. A file holds one object of a described kind, or several, and then the
#: kind that is meant follows after #.
SAMPLES: dict[str, dict[str, int | None]] = {**samples_a.SAMPLES, **samples_b.SAMPLES, **samples_c.SAMPLES}


@lru_cache
def catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def described(text: str) -> list[tuple[wm.Plan, dict[str, Any]]]:
    """The objects of described kinds in a file of manifests."""
    found = []
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for obj in yaml.load_all(text, Loader=loader):
        try:
            if obj is not None:
                found.append((catalog().plan(obj), obj))
        except wm.NoDefinition:
            continue
    return found


@pytest.mark.parametrize("file", SAMPLES)
def test_a_sample_has_these_roles(file: str) -> None:
    path, _, kind = file.partition("#")
    objects = [one for one in described(shared(path).read_text()) if not kind or one[1]["kind"] == kind]
    assert len(objects) == 1
    plan, obj = objects[0]
    reading = plan.read(obj)
    assert reading.problems == ()
    sizes = {
        f"{component.name}/{instance.id}" if instance.id else component.name: instance.desired
        for component in reading.components.values()
        if component.has_pods
        for instance in component.instances.values()
    }
    assert sizes == SAMPLES[file]
    known = [size for size in sizes.values() if size is not None]
    total = wm.view(reading).replicas.desired
    assert total == (sum(known) if len(known) == len(sizes) else None)

# SPDX-License-Identifier: Apache-2.0
"""The operators' own manifests: every one of a described kind reads without a problem and with the right sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
import yaml

import workload_map as wm
from tests.catalog import samples_a, samples_b, samples_c, samples_seed
from tests.shared import shared

#: File below the shared folder: role -> pods. A file holds one object of a described kind, or several: then there is a
#: list, or the kind that is meant follows after #.
SAMPLES: dict[str, Any] = {
    **samples_seed.SAMPLES,
    **samples_a.SAMPLES,
    **samples_b.SAMPLES,
    **samples_c.SAMPLES,
}

#: What else stands in these files: kinds that are not described.
OTHERS = {
    "tekton.dev/v1 Task": 7,
    "v1 ConfigMap": 5,
    "tekton.dev/v1 Pipeline": 2,
    "trainer.kubeflow.org/v1alpha1 ClusterTrainingRuntime": 2,
    "v1 Secret": 2,
    "batch.volcano.sh/v1alpha1 CronJob": 1,
    "flink.apache.org/v1beta1 FlinkSessionJob": 1,
    "trainer.kubeflow.org/v1alpha1 TrainingRuntime": 1,
    "v1 Service": 1,
}


@lru_cache
def catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def documents(text: str) -> Iterator[dict[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return (obj for obj in yaml.load_all(text, Loader=loader) if obj is not None)


def planned(obj: dict[str, Any]) -> wm.Plan | None:
    try:
        return catalog().plan(obj)
    except wm.NoDefinition:
        return None


def sizes(plan: wm.Plan, obj: dict[str, Any]) -> dict[str, int | None]:
    reading = plan.read(obj)
    assert reading.problems == ()
    found = {}
    for component in reading.components.values():
        for instance in component.instances.values() if component.has_pods else ():
            found[f"{component.name}/{instance.id}" if instance.id else component.name] = instance.desired
    known = [size for size in found.values() if size is not None]
    total = wm.view(reading).replicas.desired
    assert total == (sum(known) if len(known) == len(found) else None)
    return found


@pytest.mark.parametrize("file", SAMPLES)
def test_a_sample_has_these_roles(file: str) -> None:
    path, _, kind = file.partition("#")
    found = [
        sizes(plan, obj)
        for obj in documents(shared(path).read_text())
        if (plan := planned(obj)) and (not kind or obj["kind"] == kind)
    ]
    expected = SAMPLES[file]
    assert found == (expected if isinstance(expected, list) else [expected])


def test_every_sample_is_here() -> None:
    """Every object of a described kind has a row, and every other one is counted by its kind."""
    others: Counter[str] = Counter()
    files = {"samples": 0, "manifests": 0}
    for folder in files:
        for path in sorted(shared(folder).rglob("*.yaml")):
            files[folder] += 1
            name = str(path.relative_to(shared(".")))
            for obj in documents(path.read_text()):
                if planned(obj) is None:
                    others[f"{obj['apiVersion']} {obj['kind']}"] += 1
                else:
                    assert name in SAMPLES or f"{name}#{obj['kind']}" in SAMPLES, (name, obj["kind"])
    assert files == {"samples": 94, "manifests": 14}
    assert others == OTHERS

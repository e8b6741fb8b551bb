# SPDX-License-Identifier: Apache-2.0
"""Every kind of the catalog gives gangs: over all of the operators' own manifests and all recorded states."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import yaml

import workload_map as wm
from tests.shared import shared
from workload_map.definition.model import Definition
from workload_map.workload.plan import Plan

Object = dict[str, Any]

_DNS_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")


@lru_cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def test_every_kind_has_gangs() -> None:
    catalog = _catalog()
    kinds = [entry.gvk for entry in catalog.entries()]
    without = [gvk for gvk in kinds if not catalog.plan_for(gvk.group, gvk.version, gvk.kind).gang_plan]
    assert len(kinds) > 40
    assert without == []


def _manifests() -> Iterator[tuple[str, Object]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for folder in ("samples", "manifests"):
        for file in sorted(shared(folder).rglob("*.yaml")):
            for obj in yaml.load_all(file.read_text(encoding="utf-8"), Loader=loader):
                if isinstance(obj, dict):
                    yield f"{file.parent.name}/{file.name}", {"object": obj, "pods": []}


def _states() -> Iterator[tuple[str, Object]]:
    for file in sorted(shared("recordings-live").rglob("*.json")):
        yield f"{file.parent.name}/{file.name}", json.loads(file.read_bytes())


def test_real_objects() -> None:
    """Their gangs are read without a fault, and each pod that is wanted, or there, is in one of them."""
    catalog = _catalog()
    faults: dict[str, object] = {}
    seen: Counter[str] = Counter()
    for where, state in (*_manifests(), *_states()):
        try:
            plan = catalog.plan(state["object"])
        except wm.NoDefinition:
            continue
        reading = plan.read(state["object"])
        seen.update([plan.definition.name], pods=len(state["pods"]))
        faults.update((f"{where}: {fault}", True) for fault in _faults(reading))
        for pod in state["pods"]:
            place = plan.gang_of(pod, reading)
            if place.name is None or place.chain[-1] != place.name or not _DNS_LABEL.fullmatch(place.name):
                faults[f"{where}: {pod['metadata']['name']}"] = place
    assert faults == {}
    assert len(seen) > 40
    assert seen["pods"] > 300


def _faults(reading: wm.Reading) -> Iterator[str]:
    yield from (str(problem) for problem in reading.gang_problems if problem.severity != "info")
    nodes = [gang for tree in reading.gangs for gang in tree.walk()]
    names = Counter(gang.name for gang in nodes)
    yield from (f"{name}: {count} have this name" for name, count in names.items() if count > 1)
    yield from (f"{name}: not a DNS label" for name in names if not _DNS_LABEL.fullmatch(name))
    yield from (f"{name}: not a gang" for gang in nodes for name in gang.start_after if name not in names)
    found: Counter[tuple[str, str]] = Counter()
    for gang in nodes:
        found.update({(one.component, one.instance): one.desired or 0 for one in gang.members})
    for component in reading.components.values():
        for instance in component.instances.values():
            pods = found[component.name, instance.id]
            if instance.desired is not None and pods != instance.desired:
                yield f"{component.name} {instance.id}: {pods} of {instance.desired} pods are in gangs"


#: Manifests of which the two forms say different things, and why.
DIFFERENT = {
    "batch-job/kueue-sample-job-partial-admission.yaml": "an annotation of Kueue says the minimum",
    "jobset/multiple-depends-on.yaml": "a Job waits for others",
    "jobset/startup-driver-ready.yaml": "Jobs start in order",
}


def test_the_interchange_form_agrees() -> None:
    """Where a definition has it, it is right of what starts first: the same pods, and as many at least."""
    catalog = _catalog()
    plans: dict[str, Plan] = {}
    different = {}
    for where, state in _manifests():
        try:
            plan = catalog.plan(state["object"])
        except wm.NoDefinition:
            continue
        definition = plan.definition
        if definition.gang_scheduling is None or definition.extensions is None:
            continue
        name = definition.name
        if name not in plans:
            plans[name] = Plan(_without_extension(definition))
        ours = _first(plan.read(state["object"]))
        theirs = _first(plans[name].read(state["object"]))
        if ours != theirs:
            different[where] = (ours, theirs)
    assert len(plans) > 10
    assert different.keys() == DIFFERENT.keys()


def _without_extension(definition: Definition) -> Definition:
    assert definition.extensions is not None
    extensions = msgspec.structs.replace(definition.extensions, gangs=())
    spec = msgspec.structs.replace(definition.spec, extensions=extensions)
    return msgspec.structs.replace(definition, spec=spec)


def _first(reading: wm.Reading) -> tuple[int, Counter[tuple[str, str]]]:
    """The minimum, and the pods by role, of the trees that wait for no other."""
    leaves = [gang for tree in reading.gangs if not tree.start_after for gang in tree.walk() if gang.is_leaf]
    pods: Counter[tuple[str, str]] = Counter()
    for gang in leaves:
        pods.update({(one.component, one.instance): one.desired or 0 for one in gang.members})
    return sum(gang.min_pods or 0 for gang in leaves), pods

# SPDX-License-Identifier: Apache-2.0
"""Cases that a reader of workloads must get right, each with its variants: input and reading under tests/golden/cases.

The golden file holds the whole reading. Beside it the sentence that a case is about is asserted here in words,
so that writing the golden files anew cannot hide a fault.
"""

from __future__ import annotations

import copy
import json
from functools import lru_cache
from typing import Any

import msgspec
import pytest

import workload_map as wm
from tests.golden_files import GOLDEN, check_golden
from workload_map import yamlio
from workload_map.session import describe
from workload_map.session.files import FilesSource
from workload_map.session.kinds import Selection
from workload_map.session.roots import Roots
from workload_map.workload.owners import Index, Root
from workload_map.workload.viewmodel import NodeView, ReplicasView, WorkloadView

CASES = sorted(path.stem for path in (GOLDEN / "cases").glob("c*.yaml") if ".reading" not in path.name)


def put(value: Any, pointer: str, new: Any) -> None:
    parent, step = _parent(value, pointer)
    if isinstance(parent, list) and int(step) == len(parent):
        parent.append(new)
    else:
        parent[int(step) if isinstance(parent, list) else step] = new


def drop(value: Any, pointer: str) -> None:
    parent, step = _parent(value, pointer)
    del parent[int(step) if isinstance(parent, list) else step]


def _parent(value: Any, pointer: str) -> tuple[Any, str]:
    *steps, last = pointer.split("/")[1:]
    for step in steps:
        value = value[int(step) if isinstance(value, list) else step]
    return value, last


def unchecked(plan: wm.Plan) -> wm.Plan:
    """The plan of the same definition without a check of the generation."""
    spec = plan.definition.spec
    assert spec.extensions is not None
    extensions = msgspec.structs.replace(spec.extensions, status=None)
    return wm.Plan(
        msgspec.structs.replace(plan.definition, spec=msgspec.structs.replace(spec, extensions=extensions))
    )


class Read:
    """One variant, read."""

    def __init__(self, base: dict[str, Any], variant: dict[str, Any]) -> None:
        self.object = copy.deepcopy(base)
        for pointer, value in (variant.get("put") or {}).items():
            put(self.object, pointer, copy.deepcopy(value))
        for pointer in variant.get("drop") or ():
            drop(self.object, pointer)
        catalog = wm.Catalog.builtin()
        self.plan = catalog.plan(self.object)
        if variant.get("definition"):
            self.plan = unchecked(self.plan)
        self.foreign: dict[str, str] = {}
        pods = variant.get("pods")
        if pods is not None:
            pods = [pod for pod in pods if self._owns(pod, catalog)]
        self.view: WorkloadView = wm.view(self.plan.read(self.object), pods=pods)
        if "below" in variant:
            # What is described below an object is found from the owners of a whole input.
            text = json.dumps({"kind": "List", "items": [self.object, *variant["below"]]}).encode()
            roots = Roots(FilesSource(["-"], stdin=lambda: text).gather(Selection()), catalog)
            (self.view,) = describe.views(roots, Selection()).rows
        self.patch: list[dict[str, Any]] | None = None
        if "set label" in variant:
            self.patch = self.plan.edit(self.object).set_label(*variant["set label"]).patch

    def _owns(self, pod: dict[str, Any], catalog: wm.Catalog) -> bool:
        if "ownerReferences" not in pod["metadata"]:
            return True
        index = Index(catalog.kinds())
        root = index.upsert(self.object)
        outcome = index.root(index.upsert({"apiVersion": "v1", "kind": "Pod", **pod}))
        if isinstance(outcome, Root) and outcome.object == index.ident(root):
            return True
        self.foreign[pod["metadata"]["name"]] = type(outcome).__name__
        return False

    def role(self, id_: str) -> NodeView:
        return next(node for node in _roles(self.view.components) if node.id == id_)

    @property
    def pods(self) -> int | None:
        return self.view.replicas.desired

    @property
    def gpus(self) -> int | None:
        return self.view.resources.gpus


def _roles(nodes: tuple[NodeView, ...]) -> list[NodeView]:
    """The nodes that stand for pods of their own."""
    found: list[NodeView] = []
    for node in nodes:
        if node.per_pod is not None and node.copy is None:
            found.append(node)
        found += _roles(node.children)
    return found


def summary(read: Read) -> dict[str, Any]:
    """What a golden file holds: compact, and every number that matters."""
    view = read.view
    found: dict[str, Any] = {
        "headline": view.headline,
        "objectHeadline": view.object_headline,
        "reason": view.reason,
        "phases": list(view.phases),
        "roles": {
            node.id: {
                **_numbers(node.replicas),
                **({} if node.units is None else {"units": f"{node.units.desired} {node.units.noun}"}),
                **({"suspended": True} if node.suspended else {}),
                **wm.to_builtins(node.resources),
            }
            for node in _roles(view.components)
        },
        "total": {**_numbers(view.replicas), **wm.to_builtins(view.resources)},
        "problems": [problem.code for problem in view.problems],
    }
    if view.owned:
        found["owned"] = wm.to_builtins(view.owned)
    if read.foreign:
        found["notOurs"] = read.foreign
    if read.patch is not None:
        found["patch"] = read.patch
    return found


def _numbers(replicas: ReplicasView) -> dict[str, Any]:
    """Desired pods, and whichever of the other numbers are known."""
    numbers: dict[str, Any] = wm.to_builtins(replicas)
    return {key: number for key, number in numbers.items() if key == "desired" or number is not None}


@lru_cache(maxsize=1)
def cases() -> dict[str, dict[str, Read]]:
    found: dict[str, dict[str, Read]] = {}
    for name in CASES:
        case = yamlio.load((GOLDEN / "cases" / f"{name}.yaml").read_text(encoding="utf-8")).value
        found[name[:3]] = {key: Read(case["base"], variant) for key, variant in case["variants"].items()}
    return found


@pytest.mark.parametrize("name", CASES)
def test_the_whole_reading(name: str) -> None:
    text = yamlio.dump({variant: summary(read) for variant, read in cases()[name[:3]].items()})
    check_golden(f"cases/{name}.reading.yaml", text)


def test_all_cases_are_there() -> None:
    # The fifteenth reads no object: it is among the scenes of the check against CRDs.
    assert [name[:3] for name in CASES] == [f"c{number:02}" for number in range(1, 15)]


def test_c01_the_floor_of_a_group_times_its_hosts() -> None:
    for variant, pods in (
        ("replicas absent", 8),
        ("replicas 0, as the API server stores it", 8),
        ("numOfHosts absent", 2),
    ):
        read = cases()["c01"][variant]
        group = read.role("worker/a")
        assert (group.replicas.desired, group.resources.gpus, read.pods) == (pods, pods, pods + 1)
        assert group.units is not None
        assert (group.units.noun, group.units.desired) == ("replica", 2)
        assert read.view.problems == ()


def test_c02_a_suspended_group_gives_0_and_stays_listed() -> None:
    (read,) = cases()["c02"].values()
    a, b = read.role("worker/a"), read.role("worker/b")
    assert (a.replicas.desired, a.resources.gpus, a.suspended) == (0, 0, True)
    assert (b.replicas.desired, b.suspended) == (2, False)
    assert (read.pods, read.gpus, read.view.suspended) == (3, 2, False)


def test_c03_nothing_reported_is_initializing_only() -> None:
    for read in cases()["c03"].values():
        assert read.view.phases == ("Initializing",)


def test_c04_groups_times_size() -> None:
    def sizes(variant: str) -> tuple[int | None, int | None, int | None]:
        read = cases()["c04"][variant]
        return read.role("leader").replicas.desired, read.role("worker").replicas.desired, read.pods

    assert sizes("no leaderTemplate") == (2, 6, 8)
    assert sizes("leaderTemplate present") == (2, 6, 8)
    assert sizes("size absent") == (2, 0, 2)
    assert sizes("replicas absent") == (1, 3, 4)
    # A leader without a template of its own is made from the workers'.
    assert cases()["c04"]["no leaderTemplate"].gpus == 16
    assert cases()["c04"]["leaderTemplate present"].gpus == 12


def test_c05_parallelism_is_bounded_by_completions() -> None:
    (read,) = cases()["c05"].values()
    workers, driver = read.role("replicatedjob/workers"), read.role("replicatedjob/driver")
    assert (workers.replicas.desired, driver.replicas.desired, read.pods, read.gpus) == (6, 1, 7, 48)
    assert read.view.problems == ()


def test_c06_decided_is_running_with_that_reason() -> None:
    def seen(variant: str) -> tuple[str, str | None]:
        view = cases()["c06"][variant].view
        return view.headline, view.reason

    assert seen("success decided") == ("Running", "SuccessCriteriaMet")
    assert seen("failure decided") == ("Running", "FailureTarget")
    assert seen("then complete")[0] == "Completed"
    assert seen("then failed") == ("Failed", "BackoffLimitExceeded")
    assert seen("Failed with status False")[0] == "Running"


def test_c07_held_on_the_way_and_back() -> None:
    found = {variant: read.view for variant, read in cases()["c07"].items()}
    assert {variant: view.phases for variant, view in found.items()} == {
        "suspended": ("Suspended",),
        "pods still there": ("Suspending",),
        "resumed just now": ("Resuming",),
        "CronJob held while a run goes on": ("Suspended",),
        "CronJob whose run is held": ("Running",),
    }
    # Held as a whole it keeps its numbers, and counts in no total.
    assert (found["suspended"].replicas.desired, found["suspended"].resources.gpus) == (2, 2)
    assert (found["suspended"].suspended, found["suspended"].active) == (True, False)


def test_c07_a_run_stays_listed_below_its_schedule() -> None:
    def below(variant: str) -> list[tuple[str, str, str]]:
        return [(one.kind, one.name, one.headline) for one in cases()["c07"][variant].view.owned]

    assert below("CronJob held while a run goes on") == [("Job", "nightly-1", "Running")]
    assert below("CronJob whose run is held") == [("Job", "nightly-1", "Suspended")]


def test_c08_a_job_that_was_resumed_runs() -> None:
    assert {variant: read.view.phases for variant, read in cases()["c08"].items()} == {
        "resumed": ("Running",),
        "nothing reported": ("Initializing",),
        "suspended": ("Suspended",),
    }


def test_c09_every_way_of_serving_is_read() -> None:
    assert {variant: read.view.phases for variant, read in cases()["c09"].items()} == {
        "raw": ("Running",),
        "stopped": ("Suspended",),
        "model mesh": ("Running",),
        "ready not known": ("Initializing",),
    }


def test_c10_a_stale_status_is_withheld() -> None:
    def seen(variant: str) -> tuple[str, str | None]:
        view = cases()["c10"][variant].view
        return view.headline, view.reason

    assert seen("older") == ("Initializing", "StaleStatus")
    assert seen("custom resource, older") == ("Initializing", "StaleStatus")
    assert seen("custom resource, older generation as text") == ("Initializing", "StaleStatus")
    for variant in (
        "seen by now",
        "older, with the check turned off",
        "custom resource, generation as text",
        "custom resource, generation absent",
        "custom resource, older, with the check turned off",
    ):
        assert seen(variant)[0] == "Running"


def test_c10_ready_counts_against_what_the_spec_wants() -> None:
    with_pods = cases()["c10"]["Deployment, with its two ready pods"].view.replicas
    assert (with_pods.ready, with_pods.desired) == (2, 3)
    without = cases()["c10"]["Deployment, without its pods"].view.replicas
    assert (without.ready, without.desired) == (None, 3)


def test_c11_the_order_of_init_containers_and_sidecars_counts() -> None:
    first, second = cases()["c11"]["ordinary first"], cases()["c11"]["sidecar first"]
    assert (first.gpus, second.gpus) == (4, 5)
    assert (first.view.resources.cpu_millis, second.view.resources.cpu_millis) == (1250, 1250)


def test_c12_limits_fill_only_what_has_no_request() -> None:
    (read,) = cases()["c12"].values()
    assert wm.to_builtins(read.view.resources) == {"gpus": 2, "cpuMillis": 5000, "memoryBytes": 8 * 2**30}


def test_c13_the_uid_decides_not_the_version() -> None:
    def seen(variant: str) -> tuple[int | None, dict[str, str]]:
        read = cases()["c13"][variant]
        return read.role("head").replicas.current, read.foreign

    assert seen("another version of the API") == (1, {})
    assert seen("the same name with another UID") == (0, {"head": "Stale"})
    assert seen("two owners, the second is the controller") == (1, {})


def test_c14_a_write_changes_one_path() -> None:
    (read,) = cases()["c14"].values()
    before = copy.deepcopy(read.object)
    edit = read.plan.edit(read.object).set_label("replicatedjob/b", "team", "blue")
    where = "/spec/replicatedJobs/1/template/spec/template/metadata/labels/team"
    assert read.patch == edit.patch == [{"op": "add", "path": where, "value": "blue"}]
    assert read.object == before
    assert edit.object["spec"]["big"] == 2**53 + 1
    assert list(edit.object["spec"]) == list(before["spec"])
    assert edit.object["spec"]["zeta"] is None
    assert edit.object["spec"]["replicatedJobs"][0] is read.object["spec"]["replicatedJobs"][0]
    again = read.plan.edit(edit.object).set_label("replicatedjob/b", "team", "blue")
    assert again.object is edit.object

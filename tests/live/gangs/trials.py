# SPDX-License-Identifier: Apache-2.0
"""Trials: a workload on fake nodes of its own, whose GPUs are too few at first and become more step by step.

All trials of a scheduler go through their steps side by side: what takes time is the scheduler's own back-off.
"""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

import workload_map as wm
from tests.live.cluster import objects
from tests.live.cluster.api import Api
from tests.live.gangs import shapes
from workload_map import yamlio
from workload_map.definition.extension_gangs import GangTree
from workload_map.definition.extensions import Extensions
from workload_map.session.gangs import gangs_of
from workload_map.workload.gangs import Gang
from workload_map.workload.gangs.targets import Capabilities, Target, Translation, bind, translate
from workload_map.workload.plan import Plan
from workload_map.workload.reading import Reading, role_id

#: Seconds within which a scheduler must have done what a step expects, and how long it must stay so.
PATIENCE = 120.0
SETTLED = 2.0


@dataclass(frozen=True)
class Step:
    """GPUs of each node, and then the pods of each role that have a node; a number where it may be pods of any."""

    gpus: tuple[int, ...]
    placed: dict[str, int] | int

    def met(self, placed: dict[str, int]) -> bool:
        """Whether these pods have a node."""
        return (sum(placed.values()) if isinstance(self.placed, int) else placed) == self.placed


@dataclass(frozen=True)
class Case:
    """A workload for a scheduler.

    With `controller` the manifest is applied as printed, and its controller, which runs, makes the pods; else the
    object is in the cluster, and the pods are made by hand. One of `why` is in the reason that is shown while all is
    held. `gangs` stands for the trees of its definition. `notes` are the codes of what the translation says besides.
    `pause` seconds are left after each group, the last one made first if `backwards`.
    """

    name: str
    target: Target
    make: Callable[[str], dict[str, Any]]
    steps: tuple[Step, ...]
    gangs: str = ""
    losses: int = 0
    why: tuple[str, ...] = ("Insufficient nvidia.com/gpu",)
    notes: tuple[str, ...] = ()
    controller: bool = False
    pause: float = 0
    backwards: bool = False


@dataclass
class Outcome:
    """What was seen of a trial after one step."""

    placed: dict[str, int]
    nodes: set[str]
    gangs: tuple[Gang, ...]


@dataclass
class Trial:
    """One case that runs; `outcomes` are those of the steps it has gone through."""

    case: Case
    namespace: str
    nodes: list[str]
    reading: Reading
    translation: Translation
    outcomes: list[Outcome] = field(default_factory=list)


class Trials:
    """Starts trials and takes them through their steps; `clear` deletes what was made."""

    def __init__(self, api: Api, catalog: wm.Catalog, can: Capabilities) -> None:
        self.api, self.catalog, self.can = api, catalog, can
        self.trials: dict[str, Trial] = {}
        self._made: list[dict[str, Any]] = []
        # In a cluster that is kept, the namespaces of the last run may still be going.
        self._suffix = uuid.uuid4().hex[:6]

    def run(
        self, cases: Iterable[Case], judged: Callable[[Api, Trial, Sequence[dict[str, Any]]], bool]
    ) -> dict[str, Trial]:
        """All cases side by side, by name. `judged` says that the scheduler has looked at a trial's pods."""
        cases = list(cases)
        rooms = {case.name: self._room(case) for case in cases}
        self._await_nodes([node for nodes in rooms.values() for node in nodes])
        for case in cases:
            self._start(case, rooms[case.name])
        for number in range(max(len(case.steps) for case in cases)):
            going = [trial for trial in self.trials.values() if number < len(trial.case.steps)]
            if number:
                for trial in going:
                    for node, gpus in zip(trial.nodes, trial.case.steps[number].gpus, strict=True):
                        objects.resize(self.api, node, **{"nvidia.com/gpu": str(gpus)})
            self._await(going, number, judged)
        return self.trials

    def clear(self) -> None:
        """Delete nodes and namespaces, without waiting."""
        for obj in self._made:
            self.api.call("DELETE", self.api.path(obj))

    def pods(self, trial: Trial) -> list[dict[str, Any]]:
        """The pods of a trial."""
        found: list[dict[str, Any]] = self.api.call("GET", f"/api/v1/namespaces/{trial.namespace}/pods")[
            "items"
        ]
        return found

    def _room(self, case: Case) -> list[str]:
        """A namespace, and nodes that only its pods come to, each in a rack of its own."""
        namespace = self._namespace(case)
        self._create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}})
        names = []
        for number, gpus in enumerate(case.steps[0].gpus):
            node = objects.node(f"{namespace}-{number}", gpus=gpus, rack=f"{namespace}-{number}")
            node["metadata"]["labels"][shapes.TRIAL] = namespace
            self._create(node)
            names.append(node["metadata"]["name"])
        return names

    def _namespace(self, case: Case) -> str:
        return f"{case.target}-{case.name}-{self._suffix}"

    def _create(self, obj: dict[str, Any]) -> None:
        self.api.create(obj, exists=False)
        self._made.insert(0, obj)

    def _await_nodes(self, names: Iterable[str]) -> None:
        """Until no node has the taint of a new one: before that it takes no pod, whatever its GPUs."""
        left, end = set(names), time.monotonic() + PATIENCE
        while left:
            items = self.api.call("GET", "/api/v1/nodes")["items"]
            tainted = {item["metadata"]["name"] for item in items if item["spec"].get("taints")}
            left &= tainted
            assert not left or time.monotonic() < end, f"not ready: {', '.join(sorted(left))}"
            time.sleep(0.2)

    def _start(self, case: Case, nodes: list[str]) -> None:
        namespace = self._namespace(case)
        obj = case.make(namespace)
        if not case.controller:
            obj = self.api.create(obj, exists=False)
        plan = self.catalog.plan(obj)
        reading = (_with_gangs(plan, case.gangs) if case.gangs else plan).read(obj)
        translation = translate(reading, reading.gangs, case.target, capabilities=self.can)
        assert not translation.refused, translation.refused
        for group in translation.objects[:: -1 if case.backwards else 1]:
            self.api.create(group, exists=False)
            time.sleep(case.pause)
        bound = bind(reading, translation)
        if case.controller:
            assert not bound.by_pod
            reading = reading.plan.read(self.api.create(bound.object, exists=False))
        else:
            for _, pod in shapes.pods(reading, bound):
                self.api.create(pod, exists=False)
        self.trials[case.name] = Trial(case, namespace, nodes, reading, translation)

    def _await(
        self,
        going: list[Trial],
        number: int,
        judged: Callable[[Api, Trial, Sequence[dict[str, Any]]], bool],
    ) -> None:
        left, end = list(going), time.monotonic() + PATIENCE
        while left and time.monotonic() < end:
            time.sleep(0.3)
            left = [trial for trial in left if not self._reached(trial, number, judged)]
        time.sleep(SETTLED)
        for trial in going:
            trial.outcomes.append(self._seen(trial))

    def _reached(
        self, trial: Trial, number: int, judged: Callable[[Api, Trial, Sequence[dict[str, Any]]], bool]
    ) -> bool:
        pods = self.pods(trial)
        step = trial.case.steps[number]
        if len(pods) != sum(gang.desired_pods or 0 for gang in trial.reading.gangs):
            return False
        if not step.met(self._placed(trial, pods)):
            return False
        return all(pod["spec"].get("nodeName") for pod in pods) or judged(self.api, trial, pods)

    def _placed(self, trial: Trial, pods: Iterable[dict[str, Any]]) -> dict[str, int]:
        plan, ids = trial.reading.plan, trial.reading.ids
        found: Counter[str] = Counter()
        for pod in pods:
            if pod["spec"].get("nodeName"):
                place = plan.place(pod, ids)
                found[role_id(place.component or "?", place.instance or "")] += 1
        return dict(found)

    def _seen(self, trial: Trial) -> Outcome:
        pods = self.pods(trial)
        gangs, _ = gangs_of(trial.reading, pods)
        nodes = {pod["spec"]["nodeName"] for pod in pods if pod["spec"].get("nodeName")}
        return Outcome(self._placed(trial, pods), nodes, gangs)


def _with_gangs(plan: Plan, gangs: str) -> Plan:
    """The plan with other trees, as YAML."""
    definition = plan.definition
    trees = msgspec.convert(yamlio.load(gangs).value, tuple[GangTree, ...])
    extensions = msgspec.structs.replace(definition.extensions or Extensions(), gangs=trees)
    spec = msgspec.structs.replace(definition.spec, extensions=extensions)
    return Plan(msgspec.structs.replace(definition, spec=spec))


def check(trial: Trial) -> None:
    """At each step as many pods of each role run as expected, and the live gangs say so."""
    case, said = trial.case, trial.translation
    seen = [one.placed for one in trial.outcomes]
    met = [step.met(placed) for step, placed in zip(case.steps, seen, strict=True)]
    assert all(met), f"{seen} instead of {[step.placed for step in case.steps]}"
    assert len(said.losses) == case.losses
    assert {note.code for note in said.problems if note.severity == "warning"} - _USUAL == set(case.notes)
    first, last = trial.outcomes[0].gangs, trial.outcomes[-1].gangs
    assert not any(gang.live and gang.live.satisfied for gang in first)
    assert all(gang.live and gang.live.satisfied for gang in last)
    reasons = [(gang.live.reason if gang.live else None) or "" for gang in first]
    assert all(any(why in reason for why in case.why) for reason in reasons), reasons


#: Of an object that is not in the cluster yet, and of the version of KAI.
_USUAL = {"gang.no-uid", "gang.podgrouper"}

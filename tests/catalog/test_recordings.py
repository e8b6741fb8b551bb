# SPDX-License-Identifier: Apache-2.0
"""Every recorded object of the described kinds gets one phase, and where that is not the recorded word, a reason.

Two sets are read in place: `recordings` (frames of the reference's own replay suite, with the state that its
definitions gave) and `recordings-live` (objects that real controllers wrote, with the word that a person gave).
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pytest
import yaml

import workload_map as wm
from tests.catalog import recordings_a, recordings_b, recordings_c
from tests.shared import SHARED, shared

REFERENCE = "the reference has no rule here and says Undefined"
RESUMING = "the spec asks to go on, the status still says suspended"
ENDING = "decided, but pods are still on their way out: Running with that reason"
NOT_READY = "a pod is active and none is ready"
OLDER = "the status was written for an older generation of the spec"
SHORT = "serving with less than is wanted; a scale-up looks the same"
SURPLUS = "all that are wanted are ready; more are on their way out"
DELETING = "an object being deleted keeps its phase and is marked"
NOTHING = "nothing is wanted and nothing is there"
PODS = "only the pods show it"

#: (file, frame) of `recordings`: our headline and why it is not the recorded one.
REPLAY: dict[tuple[str, int], tuple[str, str]] = {
    ("batch-job/batch-job-v1/completed.yaml", 3): ("Running", ENDING),
    ("batch-job/batch-job-v1/resumed.yaml", 6): ("Running", ENDING),
    ("batch-job/batch-job-v1/failed.yaml", 1): ("Running", ENDING),
    ("batch-job/batch-job-v1/degraded.yaml", 2): (
        "Running",
        "one of two pods has ended well, the other runs",
    ),
    ("batch-job/batch-job-v1/resumed.yaml", 2): ("Resuming", RESUMING),
    ("deployment/apps-deployment-v1/scaled.yaml", 5): ("Initializing", OLDER),
    ("deployment/apps-deployment-v1/scaled.yaml", 12): ("Initializing", OLDER),
    **{("deployment/apps-deployment-v1/scaled.yaml", n): ("Degraded", SHORT) for n in (6, 7, 8, 9)},
    **{
        (f"jobset/jobset-x-k8s-io-jobset-v1alpha2/{flow}.yaml", n): ("Initializing", NOT_READY)
        for flow, n in (("completed", 1), ("completed", 3), ("failed", 1), ("resumed", 6), ("running", 1))
    },
    ("jobset/jobset-x-k8s-io-jobset-v1alpha2/resumed.yaml", 3): ("Resuming", RESUMING),
    ("jobset/jobset-x-k8s-io-jobset-v1alpha2/resumed.yaml", 4): ("Initializing", REFERENCE),
    ("jobset/jobset-x-k8s-io-jobset-v1alpha2/resumed.yaml", 5): ("Initializing", REFERENCE),
    ("kubeflow/kubeflow-org-pytorchjob-v1/resumed.yaml", 2): ("Resuming", RESUMING),
    ("kubeflow/kubeflow-org-pytorchjob-v1/running.yaml", 1): (
        "Degraded",
        "the operator says Running with the master alone; the loss of a worker looks the same",
    ),
    ("kuberay/ray-io-raycluster-v1/resumed.yaml", 0): ("Suspending", "RayClusterSuspending is True"),
    ("kuberay/ray-io-raycluster-v1/suspended.yaml", 0): ("Suspending", "RayClusterSuspending is True"),
    ("kuberay/ray-io-raycluster-v1/resumed.yaml", 3): ("Resuming", REFERENCE),
    **{("kuberay/ray-io-raycluster-v1/resumed.yaml", n): ("Initializing", REFERENCE) for n in (4, 5, 6, 7)},
    **{("kuberay/ray-io-raycluster-v1/running.yaml", n): ("Initializing", REFERENCE) for n in (0, 1, 2)},
    ("lws/leaderworkerset-x-k8s-io-leaderworkerset-v1/scaled.yaml", 8): ("Degraded", SHORT),
    ("pod/core-pod-v1/failed.yaml", 5): ("Degraded", "its container has ended with an error"),
    **{("statefulset/apps-statefulset-v1/scaled.yaml", n): ("Running", SURPLUS) for n in range(12, 17)},
}

#: The same for `recordings-live`, by file.
LIVE: dict[str, tuple[str, str]] = {
    "deployment/dcrash/06-deleting.json": ("Initializing", DELETING),
    "deployment/roll/06-scale-up-starting.json": ("Degraded", SHORT),
    "deployment/roll/10-scaled-to-zero.json": ("Running", NOTHING),
    "deployment/roll/11-scaled-from-zero.json": ("Degraded", "the same counts as when all pods crash"),
    "leaderworkerset/lws-life/01-leaders-only.json": ("Running", "the operator says Available; " + PODS),
    "leaderworkerset/lws-life/08-scaled-to-zero.json": ("Running", NOTHING),
    "pytorchjob/pt-mfirst/00-master-only.json": ("Degraded", "a start looks like the loss of a worker"),
    "pytorchjob/pt-mfirst/04-resumed-just-now.json": ("Resuming", RESUMING),
    "pytorchjob/pt-mfirst/07-deleting.json": ("Running", DELETING),
    "pytorchjob/pt-onf/00-worker-crash-loops.json": ("Running", PODS),
    "raycluster/rc-susp/01-suspending.json": ("Suspending", "RayClusterSuspending is True"),
    "statefulset/sord/07-scale-up-starting.json": ("Degraded", SHORT),
    "statefulset/sord/10-scaled-to-zero.json": ("Running", NOTHING),
    "statefulset/sstk/00-rollout-stuck.json": ("Initializing", "looks like any rollout; " + PODS),
}

KINDS = {
    "Pod",
    "Deployment",
    "StatefulSet",
    "ReplicaSet",
    "Job",
    "JobSet",
    "LeaderWorkerSet",
    "PyTorchJob",
    "RayCluster",
}

for _batch in (recordings_a, recordings_b, recordings_c):
    REPLAY |= _batch.REPLAY
    LIVE |= _batch.LIVE
    KINDS |= _batch.KINDS


class Frame(NamedTuple):
    """One recorded object, the word beside it, and its pods."""

    file: str
    number: int
    object: dict[str, Any]
    word: str
    pods: list[Any]


@lru_cache
def replay() -> tuple[Frame, ...]:
    return tuple(_replay())


def _replay() -> Iterator[Frame]:
    folder = shared("recordings")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with (folder / "INDEX.tsv").open() as table:
        rows = [row for row in csv.DictReader(table, delimiter="\t") if row["kind"] in KINDS]
    for row in rows:
        events = yaml.load((folder / row["path"]).read_text(), Loader=loader)["events"]
        for number, event in enumerate(events):
            if event["kind"] == "STATE":
                yield Frame(row["path"], number, event["object"], event["state"], [])


@lru_cache
def live() -> tuple[Frame, ...]:
    folder = shared("recordings-live")
    with (folder / "INDEX.tsv").open() as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    found = []
    for row in rows:
        recorded = json.loads((folder / row["file"]).read_text())
        if recorded["object"]["kind"] in KINDS:
            found.append(Frame(row["file"], 0, recorded["object"], row["state"], recorded["pods"]))
    return tuple(found)


@lru_cache
def catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


def read(obj: dict[str, Any]) -> wm.Reading:
    return catalog().plan(obj).read(obj)


needs_recordings = pytest.mark.skipif(SHARED is None, reason="no shared material: set WORKLOAD_MAP_SHARED")


@needs_recordings
@pytest.mark.parametrize("frames", [replay, live])
def test_every_frame_has_one_phase(frames: Any) -> None:
    assert len(frames()) > 50
    for frame in frames():
        reading = read(frame.object)
        assert reading.problems == (), frame
        others = [phase for phase in reading.phases if phase != "Degraded"]
        assert len(others) <= 1, (frame.file, frame.number, reading.phases)
        assert reading.phases, frame
        assert reading.headline != "Undefined", (frame.file, frame.number)


@needs_recordings
def test_replayed_frames_have_the_recorded_headline_or_a_reason() -> None:
    different = {
        (frame.file, frame.number): headline
        for frame in replay()
        if (headline := read(frame.object).headline) != frame.word
    }
    assert different == {key: headline for key, (headline, _) in REPLAY.items()}


@needs_recordings
def test_live_frames_have_the_persons_word_or_a_reason() -> None:
    different = {
        frame.file: headline for frame in live() if (headline := read(frame.object).headline) != frame.word
    }
    assert different == {file: headline for file, (headline, _) in LIVE.items()}


@needs_recordings
def test_every_recorded_pod_of_a_live_workload_is_placed() -> None:
    for frame in live():
        plan = catalog().plan(frame.object)
        ids = plan.read(frame.object).ids
        for pod in frame.pods:
            place = plan.place(pod, ids)
            assert place.component is not None, (frame.file, pod["metadata"]["name"], place)
            assert place.instance is not None, (frame.file, pod["metadata"]["name"], place)

# SPDX-License-Identifier: Apache-2.0
"""Record a workload's states while a scripted flow drives it: cases for `wmap test`, and fixtures.

A flow is a YAML file:

    kind: jobset                     folder of the recordings, with the flow's name below
    flow: js-ok
    controller: jobset 0.10.1
    manifest: {...}                  the workload; it is put into a namespace of its own
    steps:                           each has one of these keys
    - create: true
    - wait: {object: JQ, pods: JQ}   until both are true (either may be left out); pods is the list of all pods
    - keep: Running                  the state now, in one of the words of the format
      says: all pods run             … what was done, reason: why this word, judged: yes|no|open (by the object alone)
    - patch: {...}                   merge patch of the workload
    - pods: LABELS                   sets the word of pods with these labels ("" all): `word: fail` (see stages.yaml)
      word: fail
    - delete: true

Every other state that is seen on the way is kept too, as open: nobody has said what it is.
"""

from __future__ import annotations

import copy
import csv
import json
import re
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import yaml

from tests.live.cluster.api import Api, ApiFault
from workload_map import jq

_COLUMNS: Final = ("kind", "flow", "file", "controller", "what_we_did", "state", "reason", "from_object")

#: Removed from what is kept: it says nothing of the state.
_VOLATILE: Final = ("managedFields", "resourceVersion", "selfLink")
_APPLIED: Final = "kubectl.kubernetes.io/last-applied-configuration"
_WORD: Final = "live.workload-map/pod"

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_UID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

#: Seconds between two looks at the cluster, and how long a `wait` may take.
_EVERY = 0.25
_PATIENCE = 90.0


class FlowError(Exception):
    """A flow is not well formed, or the cluster did not come to what a step waits for."""


def record(
    kubeconfig: str, flow: dict[str, Any], folder: Path, *, say: Callable[[str], None] = print
) -> list[Path]:
    """Run a flow and write its states below `folder`, with a row each in its ``INDEX.tsv``; the files written.

    Raises FlowError and ApiFault.
    """
    for key in ("kind", "flow", "manifest", "steps"):
        if key not in flow:
            raise FlowError(f"a flow needs {key}")
    recorder = _Recorder(Api.of(kubeconfig), flow)
    try:
        for number, step in enumerate(flow["steps"]):
            say(f"step {number}: {', '.join(f'{key} {value}' for key, value in step.items())[:120]}")
            recorder.step(step)
    finally:
        recorder.end()
    return _write(recorder.frames, flow, folder)


class _Frame:
    """One state: the workload and its pods, and what a person said of it."""

    def __init__(self, obj: dict[str, Any], pods: list[dict[str, Any]]) -> None:
        self.value = {"object": clean(obj), "pods": [clean(pod) for pod in pods]}
        self.state, self.says, self.reason, self.judged = "", "seen on the way", "", "open"

    @property
    def key(self) -> str:
        """Equal for states that differ in times alone."""
        return _TIME.sub("", json.dumps(self.value, sort_keys=True))


class _Recorder:
    """Drives one flow, while a thread of its own looks at the cluster."""

    def __init__(self, api: Api, flow: dict[str, Any]) -> None:
        self.api = api
        self.frames: list[_Frame] = []
        self.namespace = f"flow-{flow['flow']}"
        self.root = copy.deepcopy(flow["manifest"])
        self.root["metadata"]["namespace"] = self.namespace
        meta = {"name": self.namespace}
        api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": meta}, exists=False)
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._looker = threading.Thread(target=self._look, daemon=True)
        self._looker.start()

    def end(self) -> None:
        """Stop looking and delete the namespace."""
        self._over.set()
        self._looker.join()
        self.api.call("DELETE", f"/api/v1/namespaces/{self.namespace}")
        self.api.close()

    def step(self, step: dict[str, Any]) -> None:
        """Do what one step says."""
        if "create" in step:
            self.api.create(self.root, exists=False)
        elif "patch" in step:
            self.api.patch(self.root, step["patch"])
        elif "delete" in step:
            self.api.call("DELETE", self.api.path(self.root), {"propagationPolicy": "Background"})
        elif "wait" in step:
            self._wait(step["wait"])
        elif "keep" in step:
            frame = self.see() or self._missing()
            frame.state, frame.says = step["keep"], step.get("says", "")
            frame.reason, frame.judged = step.get("reason", ""), str(step.get("judged", "yes"))
        elif "pods" in step:
            for pod in self._pods(step["pods"]):
                pod = {"apiVersion": "v1", "kind": "Pod", **pod}
                self.api.patch(pod, {"metadata": {"annotations": {_WORD: step["word"]}}})
        else:
            raise FlowError(f"a step must have one of create, patch, delete, wait, keep, pods: {step}")

    def see(self) -> _Frame | None:
        """The state now, kept unless it was seen before; None when the workload is not there."""
        with self._lock:
            try:
                obj = self.api.call("GET", self.api.path(self.root))
            except ApiFault as fault:
                if fault.status == 404:
                    return None
                raise
            frame = _Frame(obj, self._pods(""))
            for known in self.frames:
                if known.key == frame.key:
                    return known
            self.frames.append(frame)
            return frame

    def _look(self) -> None:
        while not self._over.wait(_EVERY):
            self.see()
        self.api.close()

    def _pods(self, labels: str) -> list[dict[str, Any]]:
        query = {"labelSelector": labels} if labels else None
        found = self.api.call("GET", f"/api/v1/namespaces/{self.namespace}/pods", query=query)["items"]
        return sorted(found, key=lambda pod: str(pod["metadata"]["name"]))

    def _wait(self, wanted: dict[str, str]) -> None:
        programs = {key: jq.compile(text) for key, text in wanted.items()}
        end = time.monotonic() + _PATIENCE
        while True:
            frame = self.see()
            values = frame.value if frame else {"object": None, "pods": []}
            if all(program.all(values[key]) == [True] for key, program in programs.items()):
                return
            if time.monotonic() > end:
                raise FlowError(f"not so after {_PATIENCE:.0f} s: {wanted}")
            time.sleep(_EVERY)

    def _missing(self) -> _Frame:
        raise FlowError("there is no workload whose state could be kept")


def clean(obj: dict[str, Any]) -> dict[str, Any]:
    """An object without what says nothing of its state: managed fields, versions, what kubectl notes for itself."""
    found = copy.deepcopy(obj)
    meta = found.get("metadata", {})
    for key in _VOLATILE:
        meta.pop(key, None)
    annotations = meta.get("annotations", {})
    annotations.pop(_APPLIED, None)
    if not annotations:
        meta.pop("annotations", None)
    return found


def _write(frames: Iterable[_Frame], flow: dict[str, Any], folder: Path) -> list[Path]:
    """One file a state; uids become numbers in order of appearance, so that a new recording differs little."""
    place = folder / flow["kind"] / flow["flow"]
    place.mkdir(parents=True, exist_ok=True)
    for old in place.glob("*.json"):
        old.unlink()
    uids: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        return uids.setdefault(match[0], f"00000000-0000-4000-8000-{len(uids) + 1:012}")

    paths, rows = [], []
    for index, frame in enumerate(frames):
        word = re.sub(r"[^a-z0-9]+", "-", (frame.says if frame.state else "between").lower()).strip("-")[:40]
        path = place / f"{index:02}-{word}.json"
        path.write_text(_UID.sub(number, json.dumps(frame.value, indent=1, sort_keys=True)) + "\n")
        paths.append(path)
        row = (frame.says, frame.state or "?", frame.reason, frame.judged)
        file = path.relative_to(folder).as_posix()
        rows.append((flow["kind"], flow["flow"], file, flow.get("controller", ""), *row))
    _index(folder / "INDEX.tsv", rows, (flow["kind"], flow["flow"]))
    return paths


def _index(path: Path, rows: list[tuple[str, ...]], flow: tuple[str, str]) -> None:
    """Put the rows of a flow in place of those that the index had of it."""
    kept: list[tuple[str, ...]] = []
    if path.exists():
        with open(path, encoding="utf-8", newline="") as table:
            kept = [tuple(row) for row in csv.reader(table, delimiter="\t")][1:]
    rows = sorted([row for row in kept if row[:2] != flow] + rows)
    with open(path, "w", encoding="utf-8", newline="") as table:
        writer = csv.writer(table, delimiter="\t", lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(rows)


def load(path: Path) -> dict[str, Any]:
    """A flow from its file. Raises FlowError."""
    try:
        found = yaml.safe_load(path.read_text())
    except (OSError, yaml.YAMLError) as fault:
        raise FlowError(f"{path}: {fault}") from fault
    if not isinstance(found, dict):
        raise FlowError(f"{path}: a flow must be a mapping")
    return found

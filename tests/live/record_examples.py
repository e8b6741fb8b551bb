# SPDX-License-Identifier: Apache-2.0
"""Record examples/cluster: the workloads of examples.yaml, run by their controllers on the live cluster.

    python -m tests.live.record_examples --kubeconfig /tmp/live/admin.kubeconfig

What is kept is what kubectl prints of each kind, without what says nothing of the state. UIDs become numbers, and
times move to the first of October 2026, so that a new recording differs little from the last.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import yaml

from tests.cli_runs import ROOT
from tests.live.cluster import record
from tests.live.cluster.api import Api
from tests.live.workloads import WORD, until

_NAMESPACE: Final = "research"
#: When the first object was made, as the examples tell it.
_BEGIN: Final = datetime(2026, 10, 1, 8, 0, 0, tzinfo=UTC)

#: File and the collection that is kept in it.
_KEPT: Final = {
    "jobsets": ("jobset.x-k8s.io/v1alpha2", "JobSet", "jobsets"),
    "rayclusters": ("ray.io/v1", "RayCluster", "rayclusters"),
    "pytorchjobs": ("kubeflow.org/v1", "PyTorchJob", "pytorchjobs"),
    "jobs": ("batch/v1", "Job", "jobs"),
    "pods": ("v1", "Pod", "pods"),
    "events": ("v1", "Event", "events"),
}

_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z")
_UID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def run(api: Api) -> dict[str, list[dict[str, Any]]]:
    """Bring the workloads into the state that is worth showing; everything of their kinds then."""
    for obj in yaml.safe_load_all((Path(__file__).parent / "examples.yaml").read_text()):
        obj["metadata"]["namespace"] = _NAMESPACE
        api.create(obj, exists=False)
    until(lambda: len(_running(api)) == 13, what="every pod running")
    _tell(api, "jobset.sigs.k8s.io/replicatedjob-name=workers,jobset.sigs.k8s.io/job-index=1", 1, "crash")
    _tell(api, "ray.io/node-type=worker", 1, "crash")
    until(lambda: _fails(api), what="the job failed")
    until(lambda: len(_crashing(api)) == 2, what="two pods crashing")
    # Until the controllers have written what they make of it.
    until(lambda: _ready(api, "jobsets", "pretrain"), what="the jobset's own status")
    return {file: _list(api, *kept) for file, kept in _KEPT.items()}


def write(found: dict[str, list[dict[str, Any]]], folder: Path) -> int:
    """Write one file a kind; the size of all in bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, sort_keys=True)
    begin = min(map(_instant, _TIME.findall(text)))
    uids: dict[str, str] = {}

    def moved(match: re.Match[str]) -> str:
        return (_BEGIN + (_instant(match[1]) - begin)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def number(match: re.Match[str]) -> str:
        return uids.setdefault(match[0], f"00000000-0000-4000-8000-{len(uids) + 1:012}")

    size = 0
    for file, items in json.loads(_UID.sub(number, _TIME.sub(moved, text))).items():
        value = {"apiVersion": "v1", "kind": "List", "items": items}
        head = "# SPDX-License-Identifier: Apache-2.0\n"
        (folder / f"{file}.yaml").write_text(head + yaml.safe_dump(value, width=120))
        size += (folder / f"{file}.yaml").stat().st_size
    return size


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _list(api: Api, api_version: str, kind: str, plural: str, labels: str = "") -> list[dict[str, Any]]:
    path = f"{api.base(api_version)}/namespaces/{_NAMESPACE}/{plural}"
    found = api.call("GET", path, query={"labelSelector": labels} if labels else None)["items"]
    items = [_clean({"apiVersion": api_version, "kind": kind, **item}) for item in found]
    return sorted(items, key=lambda item: (item["metadata"]["creationTimestamp"], item["metadata"]["name"]))


def _clean(obj: dict[str, Any]) -> dict[str, Any]:
    obj = record.clean(obj)
    for value in _dicts(obj):
        # An event names the version of what it is about.
        value.pop("resourceVersion", None)
        annotations = value.get("annotations")
        if isinstance(annotations, dict) and annotations.pop(WORD, None) and not annotations:
            del value["annotations"]
    return obj


def _dicts(value: Any) -> Iterable[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _dicts(part)


def _pods(api: Api, labels: str, fits: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    return [pod for pod in _list(api, *_KEPT["pods"], labels) if fits(pod)]


def _running(api: Api, labels: str = "") -> list[dict[str, Any]]:
    return _pods(api, labels, lambda pod: pod["status"].get("phase") == "Running")


def _crashing(api: Api) -> list[dict[str, Any]]:
    return _pods(api, "", lambda pod: "CrashLoopBackOff" in json.dumps(pod["status"]))


def _fails(api: Api) -> bool:
    """Fail each pod of the Job's first index that comes; whether the Job has given up."""
    _tell(
        api, "batch.kubernetes.io/job-name=preprocess,batch.kubernetes.io/job-completion-index=0", 1, "fail"
    )
    jobs = [job for job in _list(api, *_KEPT["jobs"]) if job["metadata"]["name"] == "preprocess"]
    return any(each["type"] == "Failed" for each in jobs[0]["status"].get("conditions", ()))


def _ready(api: Api, file: str, name: str) -> bool:
    (found,) = [obj for obj in _list(api, *_KEPT[file]) if obj["metadata"]["name"] == name]
    parts = {part["name"]: part["ready"] for part in found["status"].get("replicatedJobsStatus", ())}
    return parts == {"leader": 1, "workers": 1}


def _tell(api: Api, labels: str, count: int, word: str) -> None:
    for pod in _running(api, labels)[:count]:
        api.patch(pod, {"metadata": {"annotations": {WORD: word}}})


def main() -> None:
    """Record, in a namespace that is deleted afterwards."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kubeconfig", required=True)
    parser.add_argument("--out", type=Path, default=ROOT / "examples" / "cluster")
    given = parser.parse_args()
    with closing(Api.of(given.kubeconfig)) as api:
        namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _NAMESPACE}}
        api.create(namespace, exists=False)
        try:
            found = run(api)
        finally:
            api.call("DELETE", api.path(namespace))
    print(f"{given.out}: {write(found, given.out)} bytes")


if __name__ == "__main__":
    main()

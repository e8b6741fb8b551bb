# SPDX-License-Identifier: Apache-2.0
"""Workloads made from the shared samples in one namespace of the live cluster, and the truth about them.

The truth is worked out here from what kubectl gives and by climbing owner references, with no code of the product.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from tests.cli_runs import NOW, Run
from tests.live.cluster.api import Api, ApiFault
from tests.live.conftest import Cluster
from tests.shared import shared
from workload_map import yamlio
from workload_map.cli import app
from workload_map.cli.options import Face

__all__ = ["WORD", "Here", "in_namespace", "is_ready", "until"]

#: The annotation by which a pod of the cluster is told what to do (`stages.yaml`).
WORD = "live.workload-map/pod"
#: All that may lie between a workload and its pods.
_KINDS = ("pods", "replicasets", "deployments.apps", "statefulsets", "jobs.batch", "cronjobs")
_CUSTOM = (
    "jobsets.jobset.x-k8s.io",
    "leaderworkersets.leaderworkerset.x-k8s.io",
    "rayclusters.ray.io",
    "rayjobs.ray.io",
    "pytorchjobs.kubeflow.org",
    "flinkdeployments.flink.apache.org",
)


def is_ready(pod: Mapping[str, Any]) -> bool:
    """Whether a pod's own condition says so."""
    conditions = pod["status"].get("conditions", ())
    return any(each["type"] == "Ready" and each["status"] == "True" for each in conditions)


def until(holds: Callable[[], Any], *, seconds: float = 90, what: str = "it") -> Any:
    """What `holds` gives once that is true."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, f"{what} was not so within {seconds} s"
        time.sleep(0.3)
    return found


class Here:
    """One namespace: what is made in it, what kubectl and the product say of it."""

    def __init__(self, cluster: Cluster, namespace: str, cache: Path) -> None:
        self.cluster = cluster
        self.namespace = namespace
        self.cache = cache
        self.api = Api.of(cluster.user("admin"))

    # --- making -------------------------------------------------------------------------------------------

    def create(
        self,
        sample: str,
        *,
        name: str | None = None,
        word: str | None = None,
        change: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Create all objects of a shared sample; the answer is the first, as the server keeps it. `word` is what
        its pods are told; `change` may change it first."""
        documents = yamlio.load_all((shared("samples") / sample).read_bytes(), source=sample)
        objects: list[Any] = [document.value for document in documents if document.value is not None]
        for obj in objects:
            obj["metadata"]["namespace"] = self.namespace
        first: dict[str, Any] = objects[0]
        if name is not None:
            first["metadata"].pop("generateName", None)
            first["metadata"]["name"] = name
        if word is not None:
            _tell(first.get("spec"), word)
        if change is not None:
            change(first)
        for other in objects[1:]:
            self.api.create(other)
        return self.apply(first)

    def apply(self, obj: Mapping[str, Any]) -> dict[str, Any]:
        """Create an object in this namespace."""
        made = {**obj, "metadata": {**obj["metadata"], "namespace": self.namespace}}
        result: dict[str, Any] = self.api.create(made)
        return result

    def again(self, obj: Mapping[str, Any]) -> dict[str, Any]:
        """An object as it is now."""
        result: dict[str, Any] = self.api.call("GET", self.api.path(obj))
        return result

    def tell(self, pod: Mapping[str, Any], word: str) -> None:
        """Tell a pod what to do from now on."""
        self.api.patch(pod, {"metadata": {"annotations": {WORD: word}}})

    def hold(self, pods: Iterable[Mapping[str, Any]], *, held: bool = True) -> None:
        """Keep pods terminating when they are deleted, or let them go."""
        word = "hold" if held else None
        for pod in pods:
            try:
                self.api.patch(pod, {"metadata": {"annotations": {"live.workload-map/delete": word}}})
            except ApiFault as fault:
                if held or fault.status != 404:
                    raise

    # --- the truth ----------------------------------------------------------------------------------------

    def objects(self) -> list[dict[str, Any]]:
        """Workloads, pods and what lies between."""
        found: list[dict[str, Any]] = []
        for token in (*_KINDS, *_CUSTOM):
            plural, _, group = token.partition(".")
            group = group or ("" if plural == "pods" else "batch" if plural == "cronjobs" else "apps")
            for version in _versions(group):
                base = Api.base(f"{group}/{version}" if group else version)
                status, data = self.api.request("GET", f"{base}/namespaces/{self.namespace}/{plural}")
                if status == 200:
                    answer = json.loads(data)
                    kind = answer["kind"].removesuffix("List")
                    found += (
                        {"apiVersion": answer["apiVersion"], "kind": kind, **item} for item in answer["items"]
                    )
        return found

    def pods(self, obj: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The pods whose owners lead to an object, by UID."""
        everything = self.objects()
        owners = {
            item["metadata"]["uid"]: {owner["uid"] for owner in item["metadata"].get("ownerReferences", ())}
            for item in everything
        }
        root = obj["metadata"]["uid"]

        def leads(uid: str) -> bool:
            return uid == root or any(map(leads, owners.get(uid, ())))

        return [item for item in everything if item["kind"] == "Pod" and leads(item["metadata"]["uid"])]

    # --- the product --------------------------------------------------------------------------------------

    def wmap(self, *args: str, user: str = "admin", everywhere: bool = False) -> Run:
        """Run a command of the product in this namespace."""
        scope = () if everywhere else ("-n", self.namespace)
        environment = {"XDG_CACHE_HOME": str(self.cache), "KUBECONFIG": self.cluster.user(user)}
        done = CliRunner(env=environment).invoke(
            app.wmap, [*args, *scope], obj=Face(now=NOW, alone=False), prog_name="wmap"
        )
        assert "internal fault" not in done.stderr, done.stderr
        return Run(args, done.exit_code, done.stdout, done.stderr)

    def settled(self, obj: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
        """The pods of a workload, once there are so many of them, each running and ready."""

        def all_ready() -> list[dict[str, Any]]:
            pods = self.pods(obj)
            return pods if len(pods) == count and all(map(is_ready, pods)) else []

        found: list[dict[str, Any]] = until(all_ready, what=f"{count} pods ready")
        return found

    def row(self, obj: Mapping[str, Any], *, user: str = "admin") -> dict[str, Any]:
        """The workload's line of `get --pods`."""
        found: dict[str, Any] = self._json(
            "get", f"{_type(obj)}/{obj['metadata']['name']}", "--pods", user=user
        )
        return found

    def view(self, obj: Mapping[str, Any]) -> dict[str, Any]:
        """What `describe` says of it."""
        found: dict[str, Any] = self._json("describe", f"{_type(obj)}/{obj['metadata']['name']}")
        return found

    def rows(self, *args: str, user: str = "admin") -> list[dict[str, Any]]:
        """The lines of a `get` of several."""
        items: list[dict[str, Any]] = self._json("get", *args, user=user)["items"]
        return items

    def _json(self, *args: str, user: str = "admin") -> Any:
        done = self.wmap(*args, "-o", "json", user=user)
        assert done.code == 0, done.err
        return json.loads(done.out)


def in_namespace(cluster: Cluster, prefix: str, cache: Path) -> Iterator[Here]:
    """A namespace of one's own, deleted (not waited for) in the end."""
    found = Here(cluster, f"{prefix}-{uuid.uuid4().hex[:8]}", cache)
    found.api.call("POST", "/api/v1/namespaces", {"metadata": {"name": found.namespace}})
    try:
        yield found
    finally:
        # A pod that a failed test holds would hold its namespace, too.
        found.hold((pod for pod in found.objects() if pod["kind"] == "Pod"), held=False)
        found.api.call("DELETE", f"/api/v1/namespaces/{found.namespace}")
        found.api.close()


def _type(obj: Mapping[str, Any]) -> str:
    group = obj["apiVersion"].rpartition("/")[0]
    return f"{obj['kind'].lower()}.{group}".rstrip(".")


def _versions(group: str) -> tuple[str, ...]:
    return {
        "jobset.x-k8s.io": ("v1alpha2",),
        "flink.apache.org": ("v1beta1",),
    }.get(group, ("v1",))


def _tell(value: Any, word: str) -> None:
    """Annotate every pod template in a value."""
    if isinstance(value, list):
        for part in value:
            _tell(part, word)
    elif isinstance(value, dict):
        if "containers" in (value.get("spec") or {}):
            value.setdefault("metadata", {}).setdefault("annotations", {})[WORD] = word
        for part in value.values():
            _tell(part, word)

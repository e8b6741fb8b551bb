# SPDX-License-Identifier: Apache-2.0
"""CustomResourceDefinitions of the test cluster: the controllers' own, then the shared ones that are not served yet."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.live.cluster.api import Api, ApiFault

_PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

Crd = dict[str, Any]


def files(folder: Path, patterns: Iterable[str]) -> list[Path]:
    """The files in a folder, some of whose documents are CRDs."""
    found = [file for pattern in patterns for file in sorted(folder.glob(pattern))]
    if not found:
        raise FileNotFoundError(f"{folder} has no {', '.join(patterns)}")
    return found


def read(paths: Iterable[Path]) -> list[Crd]:
    """The CRDs in files of YAML or JSON."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: list[Crd] = []
    for path in paths:
        data = path.read_bytes()
        documents = [json.loads(data)] if path.suffix == ".json" else yaml.load_all(data, Loader=loader)
        found += [item for item in documents if item and item.get("kind") == "CustomResourceDefinition"]
    return found


def digest(paths: Iterable[Path], more: str) -> str:
    """A name for the content of files, their order and `more`."""
    found = hashlib.sha256(more.encode())
    for path in paths:
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def merged(first: Iterable[Crd], second: Iterable[Crd]) -> list[Crd]:
    """Those of `first`, and of `second` what `first` does not serve: whole CRDs, and versions of a CRD of the same name
    (served, not stored). No webhook converts between versions: none would answer."""
    found: dict[str, Crd] = {}
    for crd in [*first, *second]:
        name = crd["metadata"]["name"]
        spec = {key: value for key, value in crd["spec"].items() if key != "conversion"}
        if name not in found:
            found[name] = {
                "apiVersion": "apiextensions.k8s.io/v1",
                "kind": "CustomResourceDefinition",
                "metadata": {"name": name, "annotations": crd["metadata"].get("annotations") or {}},
                "spec": spec,
            }
            continue
        versions = found[name]["spec"]["versions"]
        known = {version["name"] for version in versions}
        extra = [{**v, "storage": False} for v in spec["versions"] if v["name"] not in known]
        found[name]["spec"]["versions"] = [*versions, *extra]
    return list(found.values())


def apply(api: Api, crds: Iterable[Crd], *, timeout: float = 600, say: Callable[[str], None] = print) -> int:
    """Create the CRDs that are not there yet and wait until the server serves each; how many were created.

    Raises ApiFault, and TimeoutError with the names of those not served after `timeout` seconds.
    """
    there = _names(api)
    new = [crd for crd in crds if crd["metadata"]["name"] not in there]
    end = time.monotonic() + timeout
    for crd in new:
        _create(api, crd, until=end)
    left = {(version, crd["spec"]["names"]["plural"]) for crd in new for version in _versions(crd)}
    while left:
        groups = {version for version, _ in left}
        served = {version: api.served(version) for version in groups}
        left = {(version, plural) for version, plural in left if plural not in served[version]}
        if left and time.monotonic() > end:
            raise TimeoutError(f"not served after {timeout:.0f} s: {sorted(left)}")
        if left:
            time.sleep(0.3)
    if new:
        say(f"{len(new)} CRDs are served")
    return len(new)


def _create(api: Api, crd: Mapping[str, Any], *, until: float) -> None:
    """One CRD. A server that is busy with the schemas of those before may give up on it: it is asked again."""
    while True:
        try:
            api.call("POST", _PATH, crd)
            return
        except ApiFault as fault:
            if fault.status == 409:
                return
            if fault.status != 504 or time.monotonic() > until:
                raise


def _names(api: Api) -> set[str]:
    """Names of the CRDs that the server has, read as metadata: the schemas are tens of megabytes."""
    found = api.call("GET", _PATH, accept="application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1")
    return {item["metadata"]["name"] for item in found["items"] or ()}


def _versions(crd: Mapping[str, Any]) -> list[str]:
    spec = crd["spec"]
    return [f"{spec['group']}/{version['name']}" for version in spec["versions"] if version["served"]]

# SPDX-License-Identifier: Apache-2.0
"""CustomResourceDefinitions of the test cluster: the controllers' own, then the shared ones that are not served yet."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml

from tests.live.cluster.api import Api, ApiFault

_PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

_TRIES = 5

Crd = dict[str, Any]


def of_module(folder: Path, patterns: Iterable[str]) -> list[Crd]:
    """The CRDs in a module's files."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = []
    for pattern in patterns:
        for file in sorted(folder.glob(pattern)):
            documents = yaml.load_all(file.read_bytes(), Loader=loader)
            found += [item for item in documents if item and item.get("kind") == "CustomResourceDefinition"]
    if not found:
        raise FileNotFoundError(f"{folder} has no CRDs at {', '.join(patterns)}")
    return found


def of_shared(folder: Path) -> list[Crd]:
    """The CRDs of the shared material (JSON files of one CRD each)."""
    return [json.loads(file.read_bytes()) for file in sorted(folder.glob("*.json"))]


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


def apply(api: Api, crds: Iterable[Crd], *, timeout: float = 300, say: Callable[[str], None] = print) -> int:
    """Create the CRDs that are not there yet and wait until the server serves each; how many were created.

    Raises ApiFault, and TimeoutError with the names of those not served after `timeout` seconds.
    """
    there = _names(api)
    new = [crd for crd in crds if crd["metadata"]["name"] not in there]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda crd: _create(api, crd), new))
    end = time.monotonic() + timeout
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


def _create(api: Api, crd: Mapping[str, Any]) -> None:
    """One CRD. A server that is busy with the schemas of those before may give up on it: it is asked again."""
    try:
        for attempt in range(_TRIES):
            try:
                api.call("POST", _PATH, crd)
                return
            except ApiFault as fault:
                if fault.status == 409:
                    return
                if fault.status != 504 or attempt == _TRIES - 1:
                    raise
    finally:
        api.close()


def _names(api: Api) -> set[str]:
    """Names of the CRDs that the server has, read as metadata: the schemas are tens of megabytes."""
    found = api.call("GET", _PATH, accept="application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1")
    return {item["metadata"]["name"] for item in found["items"] or ()}


def _versions(crd: Mapping[str, Any]) -> list[str]:
    spec = crd["spec"]
    return [f"{spec['group']}/{version['name']}" for version in spec["versions"] if version["served"]]

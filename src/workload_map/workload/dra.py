# SPDX-License-Identifier: Apache-2.0
"""Dynamic resource allocation: which devices the claims of a pod stand for.

A pod names claims in ``spec.resourceClaims``; device classes and counts stand in another object, the
ResourceClaim or the ResourceClaimTemplate (``resource.k8s.io``). Where that object is not at hand, the
devices are not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from workload_map.problems import Problems, pointer

__all__ = ["NO_CLAIMS", "PodClaims", "pod_claims"]


class PodClaims(NamedTuple):
    """Devices of a pod's claims.

    `own` are made for each pod from a template, by class; `shared` stand in a claim that other pods may name
    too, by claim and class; `unknown` says what cannot be counted.
    """

    own: dict[str, int]
    shared: dict[str, dict[str, int]]
    unknown: tuple[str, ...]


NO_CLAIMS = PodClaims({}, {}, ())

_KINDS = {"resourceClaimName": "ResourceClaim", "resourceClaimTemplateName": "ResourceClaimTemplate"}


def pod_claims(value: Any, claims: Mapping[tuple[str, str], Any], problems: Problems) -> PodClaims:
    """Count the devices of a pod's ``resourceClaims``, with the objects that could be read by (kind, name).

    Every claim counts, whether or not a container names it: the scheduler allocates it for the pod.
    """
    own: dict[str, int] = {}
    shared: dict[str, dict[str, int]] = {}
    unknown: list[str] = []
    if not isinstance(value, list):
        problems.add("resources.type", "resourceClaims is not a list", path="/resourceClaims")
        return PodClaims({}, {}, ("resourceClaims cannot be read",))
    for index, entry in enumerate(value):
        path = pointer(("resourceClaims", index))
        names = [(kind, entry.get(key)) for key, kind in _KINDS.items()] if isinstance(entry, dict) else []
        named = [(kind, name) for kind, name in names if isinstance(name, str) and name]
        if len(named) != 1:
            problems.add("resources.claim", "names neither one claim nor one template", path=path)
            unknown.append(f"resourceClaims[{index}] names neither one claim nor one template")
            continue
        kind, name = named[0]
        claim = claims.get((kind, name))
        if claim is None:
            problems.add(
                "resources.claim-not-read",
                f"{kind} {name} was not read: its devices are not counted",
                severity="info",
                path=path,
            )
            unknown.append(f"{kind} {name} not read")
            continue
        devices, reasons = _devices(claim, template=kind == "ResourceClaimTemplate")
        unknown += [f"{kind} {name}: {reason}" for reason in reasons]
        for reason in reasons:
            problems.add("resources.claim", f"{kind} {name}: {reason}", severity="info", path=path)
        if kind == "ResourceClaim":
            metadata = claim.get("metadata") if isinstance(claim, dict) else None
            namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
            shared[f"{namespace or ''}/{name}"] = devices
        else:
            for device_class, count in devices.items():
                own[device_class] = own.get(device_class, 0) + count
    return PodClaims(own, shared, tuple(unknown))


def _devices(claim: Any, *, template: bool) -> tuple[dict[str, int], list[str]]:
    """Devices by class that one claim asks for, and what of it cannot be counted."""
    spec = claim.get("spec") if isinstance(claim, dict) else None
    if template:
        spec = spec.get("spec") if isinstance(spec, dict) else None
    devices = spec.get("devices") if isinstance(spec, dict) else None
    requests = devices.get("requests") if isinstance(devices, dict) else None
    if not isinstance(requests, list):
        return {}, ["spec.devices.requests is not a list"]
    counts: dict[str, int] = {}
    unknown: list[str] = []
    for request in requests:
        name = request.get("name") if isinstance(request, dict) else None
        found = _request(request)
        if isinstance(found, str):
            unknown.append(f"request {name}: {found}")
        elif found is not None:
            counts[found[0]] = counts.get(found[0], 0) + found[1]
    return counts, unknown


def _request(request: Any) -> tuple[str, int] | str | None:
    """(class, count) of a request, a reason why it cannot be counted, or None if it takes no device."""
    if not isinstance(request, dict):
        return "not an object"
    alternatives = request.get("firstAvailable")
    if isinstance(alternatives, list) and alternatives:
        found = [_exact(alternative) for alternative in alternatives]
        first = found[0]
        # Which alternative was taken stands in the claim's allocation; the number is sure only if all agree.
        return first if all(one == first for one in found) else "one of several alternatives"
    # v1 and v1beta2 nest the request under `exactly`; v1beta1 has its fields inline.
    return _exact(request.get("exactly") if request.get("exactly") is not None else request)


def _exact(request: Any) -> tuple[str, int] | str | None:
    if not isinstance(request, dict):
        return "not an object"
    device_class = request.get("deviceClassName")
    if not isinstance(device_class, str) or not device_class:
        return "no deviceClassName"
    if request.get("adminAccess") is True:
        return None
    mode = request.get("allocationMode", "ExactCount")
    if mode == "All":
        return f"all devices of class {device_class} on a node"
    count = request.get("count", 1)
    if mode != "ExactCount" or not isinstance(count, int) or isinstance(count, bool) or count < 1:
        return f"count of class {device_class} cannot be read"
    return device_class, count

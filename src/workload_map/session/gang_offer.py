# SPDX-License-Identifier: Apache-2.0
"""What a cluster has for gangs: which schedulers' APIs it serves, and which of their fields it keeps.

Nothing is created to find out: the server tries a PodGroup in a dry run, and what does not come back is off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from workload_map.kube import discovery, listing
from workload_map.kube.errors import ApiError
from workload_map.session.cluster import listing_resource
from workload_map.session.gang_targets import Offer
from workload_map.workload.gangs.targets import Capabilities, Target

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Discovery, Resource
    from workload_map.session.cluster import Reach

__all__ = ["ask", "offer"]

_NATIVE: Final = "scheduling.k8s.io"
_MANAGER: Final = "workload-map"

#: The other schedulers: (group, kind) of the object that holds a gang there.
_KINDS: Final[dict[Target, tuple[str, str]]] = {
    "kai": ("scheduling.run.ai", "PodGroup"),
    "volcano": ("scheduling.volcano.sh", "PodGroup"),
    "coscheduling": ("scheduling.x-k8s.io", "PodGroup"),
    "kueue": ("kueue.x-k8s.io", "Workload"),
}

#: A PodGroup with every field that a gate can switch off. Nothing that it names need exist.
_TRIED: Final = {
    "apiVersion": f"{_NATIVE}/v1beta1",
    "kind": "PodGroup",
    "metadata": {"generateName": "workload-map-dry-run-"},
    "spec": {
        "workloadRef": {"workloadName": "none", "templateName": "none"},
        "parentCompositePodGroupName": "none",
        "schedulingPolicy": {"gang": {"minCount": 1}},
        "schedulingConstraints": {"topology": [{"key": "kubernetes.io/hostname"}]},
    },
}


def ask(reach: Reach, *, namespace: str | None) -> Offer:
    """What the cluster has. The dry run is made in `namespace`, None for that of the context. Raises ApiError
    where the cluster cannot be asked at all."""

    async def work(client: Client) -> Offer:
        # What was known some minutes ago may leave out a scheduler that has come since.
        found = await discovery.discover(client, cache=None, now=0.0)
        return await offer(client, found, namespace=namespace or reach.access.namespace)

    return reach.run(work)


async def offer(client: Client, found: Discovery, *, namespace: str) -> Offer:
    """As `ask`, with a connection to a server whose resources are known."""
    finder = _Finder(client, found)
    await finder.native(namespace)
    for target in _KINDS:
        await finder.other(target)
    return Offer(
        found=finder.found,
        missing=finder.missing,
        capabilities=Capabilities(**finder.capabilities),
        notes=tuple(finder.notes),
    )


class _Finder:
    def __init__(self, client: Client, found: Discovery) -> None:
        self._client = client
        self._discovery = found
        self.found: dict[Target, str] = {}
        self.missing: dict[Target, str] = {}
        self.capabilities: dict[str, Any] = {}
        self.notes: list[tuple[Target, str]] = []

    async def native(self, namespace: str) -> None:
        """The groups of Kubernetes itself. Source: design 7, the gates of kube-apiserver 1.37."""
        group = self._served(_NATIVE, "PodGroup", "v1beta1")
        tree = self._served(_NATIVE, "CompositePodGroup", "v1alpha3")
        if group is None:
            for target in ("native", "composite"):
                self.missing[target] = _not_served("PodGroup", f"{_NATIVE}/v1beta1")
            self.capabilities |= {"native_topology": False, "native_composite": False}
            return
        self.found["native"] = f"{group.api_version} is served"
        kept = await self._dry_run(group, namespace)
        topology, parent = (name in kept for name in ("schedulingConstraints", "parentCompositePodGroupName"))
        self.capabilities |= {"native_topology": topology, "native_composite": parent and tree is not None}
        if tree is None:
            self.missing["composite"] = _not_served("CompositePodGroup", f"{_NATIVE}/v1alpha3")
        elif not parent:
            self.missing["composite"] = (
                "the server does not keep parentCompositePodGroupName (the gate CompositePodGroup is off)"
            )
        else:
            self.found["composite"] = f"{group.api_version} and {tree.api_version} are served"

    async def _dry_run(self, resource: Resource, namespace: str) -> dict[str, Any]:
        """The spec of a PodGroup as the server would keep it; empty where it cannot be tried."""
        try:
            body = await self._client.send(
                "POST",
                resource.path(namespace),
                body=json.dumps(_TRIED).encode(),
                content_type="application/json",
                params={"dryRun": "All", "fieldManager": _MANAGER},
            )
        except ApiError as error:
            note = f"a dry run of a PodGroup failed, so topology and nested groups are taken to be off: {error.message}"
            self.notes += [("native", note), ("composite", note)]
            return {}
        spec = _decoded(body).get("spec")
        return spec if isinstance(spec, dict) else {}

    async def other(self, target: Target) -> None:
        """A scheduler whose objects are of a CRD."""
        group, kind = _KINDS[target]
        resource = next(iter(self._discovery.of(group, kind)), None)
        if resource is None:
            self.missing[target] = _not_served(kind, group)
            return
        self.found[target] = f"{resource.api_version} is served"
        if target == "kai":
            fields = await self._fields(target, resource)
            self.capabilities["kai_min_sub_group"] = fields is not None and "minSubGroup" in fields
            self.capabilities["kai_topology"] = await self._topology()
        elif target == "volcano":
            fields = await self._fields(target, resource)
            self.capabilities["volcano_sub_groups"] = fields is not None and "subGroupPolicy" in fields
        elif target == "kueue":
            fields = await self._fields(target, resource)
            most = (fields or {}).get("podSets", {}).get("maxItems")
            if isinstance(most, int):
                self.capabilities["kueue_pod_sets"] = most

    async def _fields(self, target: Target, resource: Resource) -> dict[str, Any] | None:
        """The schemas of the fields below ``spec`` of an object, by name; None where the CRD cannot be read."""
        crds = listing_resource(
            "apiextensions.k8s.io",
            "v1",
            "CustomResourceDefinition",
            "customresourcedefinitions",
            namespaced=False,
        )
        name = f"{resource.plural}.{resource.group}"
        try:
            crd = await listing.get(self._client, crds, None, name)
        except ApiError as error:
            note = f"the CRD {name} cannot be read, so its oldest form is assumed: {error.message}"
            self.notes.append((target, note))
            return None
        for version in _maps(crd.get("spec", {}).get("versions")):
            if version.get("name") == resource.version:
                value: Any = version
                for step in ("schema", "openAPIV3Schema", "properties", "spec", "properties"):
                    value = value.get(step) if isinstance(value, dict) else None
                return value if isinstance(value, dict) else {}
        return {}

    async def _topology(self) -> str | None:
        """The name of KAI's Topology object, where there is one and no choice."""
        resource = next(iter(self._discovery.of("kai.scheduler", "Topology")), None)
        if resource is None:
            return None
        try:
            items, _ = await listing.everything(self._client, resource, metadata_only=True)
        except ApiError as error:
            self.notes.append(("kai", f"the topologies of KAI cannot be listed: {error.message}"))
            return None
        names = sorted(item["metadata"]["name"] for item in items)
        if len(names) > 1:
            note = f"KAI has several topologies, so none is named: {', '.join(names)}"
            self.notes.append(("kai", note))
        return names[0] if len(names) == 1 else None

    def _served(self, group: str, kind: str, version: str) -> Resource | None:
        found = self._discovery.of(group, kind)
        return next((resource for resource in found if resource.version == version), None)


def _not_served(kind: str, where: str) -> str:
    return f"{kind} of {where} is not served"


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _maps(value: Any) -> Iterator[dict[str, Any]]:
    yield from (item for item in (value if isinstance(value, list) else ()) if isinstance(item, dict))

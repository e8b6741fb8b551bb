# SPDX-License-Identifier: Apache-2.0
"""Which resource of a server, in which version, is read for each described kind."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workload_map import errors
from workload_map.jq.reads import ANY
from workload_map.kube import listing
from workload_map.kube.errors import ApiError, ServerFault
from workload_map.problems import Problem
from workload_map.session import kinds, versions
from workload_map.session.roots import POD
from workload_map.workload import facts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from workload_map.jq.reads import ReadPath
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Discovery, Resource
    from workload_map.session.kinds import Selection
    from workload_map.workload.catalog import Catalog
    from workload_map.workload.plan import Plan

__all__ = ["POD", "REPLICA_SET", "Served", "pod_paths"]

REPLICA_SET: Final = ("apps", "ReplicaSet")

_CRD: Final = ("apiextensions.k8s.io", "CustomResourceDefinition")


def pod_paths(plans: Iterable[Plan]) -> tuple[set[ReadPath], list[str]]:
    """What must be kept of a pod that any of these plans may place, and what is worth telling of it."""
    paths: set[ReadPath] = set(facts.READS)
    notes = []
    for plan in plans:
        paths.update(plan.pod_reads)
        if (ANY,) in plan.pod_reads:
            notes.append(f"pods are read in full: {plan.name} looks at all of a pod")
    return paths, notes


class Served:
    """Answers for one command which of a server's resources are meant; `problems` has what is to be said, and
    `catalog` says too where a definition of another version is used."""

    def __init__(self, client: Client, discovery: Discovery, catalog: Catalog) -> None:
        self._client = client
        self.discovery = discovery
        self.catalog = catalog
        self.problems: list[Problem] = []

    def plan(self, api_version: str, kind: str) -> Plan | None:
        """The plan for a kind; None where there is none, or several: that is told where the object itself is read."""
        with contextlib.suppress(errors.WorkloadMapError):
            return self.catalog.plan({"apiVersion": api_version, "kind": kind})
        return None

    async def choose(self, selection: Selection) -> tuple[list[Resource], Selection]:
        """The resources of a selection's workloads, and the selection with a type that needs no discovery.

        A described type that the server has not gives no resource, and is said. Raises NoDefinition,
        AmbiguousDefinition, NotFound for a NAME of a type that the server has not, and ServerFault for a type of a
        group that could not be read.
        """
        if selection.type is None:
            unread = self._unread(self._hidden())
            if unread:
                self._say(
                    "discovery.incomplete",
                    f"not every API group could be read, workloads of these are missing: {unread}",
                )
            chosen = [await self.version(pair) for pair in sorted(self.catalog.kinds())]
            wanted = [
                resource
                for resource in chosen
                if resource is not None and self._is_listed(resource, selection)
            ]
            return wanted, selection
        pair = self._pair(selection.type)
        selection = msgspec.structs.replace(selection, type=f"{pair[1].lower()}.{pair[0]}".rstrip("."))
        resource = await self.version(pair, alone=True)
        if resource is None:
            message = f"{pair[1]} is not installed in this cluster"
            if selection.named:
                raise errors.NotFound(message)
            if not self.problems:
                self._say("kind.not-served", message)
            return [], selection
        if not resource.namespaced:
            selection = msgspec.structs.replace(selection, namespace=None)
        return [resource], selection

    def _pair(self, token: str) -> tuple[str, str]:
        """The described (group, kind) of a TYPE: as the server reads the word, else as definitions spell it."""
        described = self.catalog.kinds()
        served: Resource | None = None
        with contextlib.suppress(errors.NotFound):
            served = self.discovery.find(token)
        self._refuse_hidden(token, served)
        if served is not None and (served.group, served.kind) in described:
            return served.group, served.kind
        present = {(resource.group, resource.kind) for resource in self.discovery.resources}
        try:
            return kinds.resolve(token, described, present=present)
        except errors.NoDefinition:
            if served is not None:
                raise errors.NoDefinition(
                    f"no definition describes {served.kind} ({served.api_version})"
                ) from None
            raise

    def _hidden(self) -> set[tuple[str, str]]:
        """The described kinds of which it is not known whether the server has them."""
        return {
            pair
            for pair in self.catalog.kinds()
            if self.discovery.unread(pair[0]) and not self.discovery.of(*pair)
        }

    def _unread(self, pairs: Iterable[tuple[str, str]]) -> str:
        """Which versions of these kinds' groups could not be read, and why; empty for none."""
        groups = sorted({group for group, _ in pairs})
        return "; ".join(f"{name}: {why}" for group in groups for name, why in self.discovery.unread(group))

    def _refuse_hidden(self, token: str, served: Resource | None) -> None:
        """Raise ServerFault where a word may mean a kind that is hidden by a fault: another group may have one of
        the same name, which was not meant (`jobs` is Kubernetes' own, then Volcano's)."""
        if served is not None and ("." not in served.group or served.group.endswith(".k8s.io")):
            # Kubernetes' own groups come first.
            return
        for pair in sorted(self._hidden()):
            try:
                kinds.resolve(token, [pair], present=frozenset())
            except errors.NoDefinition:
                continue
            raise ServerFault(
                f"{self._client.access.label}: API group of {pair[1]} cannot be read: {self._unread([pair])}"
            )

    def _is_listed(self, resource: Resource, selection: Selection) -> bool:
        """Whether a list across types reads the kind as a workload: pods are read as pods, ReplicaSets only
        with them, and shadows of other workloads never."""
        pair = (resource.group, resource.kind)
        if pair == POD or (pair == REPLICA_SET and not selection.pods):
            return False
        entries = self.catalog.index.of(*pair)
        return not all(
            entry.definition.extensions and entry.definition.extensions.shadow for entry in entries
        )

    async def version(self, pair: tuple[str, str], *, alone: bool = False) -> Resource | None:
        """The resource of a kind in the version that is read; None where the server has none that fits, and
        where several definitions claim it, which `alone` makes an error."""
        served = [
            resource
            for resource in self.discovery.of(*pair)
            if not resource.verbs or "list" in resource.verbs
        ]
        if not served:
            return None
        entries = self.catalog.index.of(*pair)
        names = [resource.version for resource in served]
        described = {entry.gvk.version for entry in entries}
        crd = None if described.intersection(names) else await self._crd(served[0])
        try:
            choice = versions.choose_version(entries, names, crd)
        except errors.AmbiguousDefinition as error:
            if alone:
                raise
            self._say("definition.ambiguous", f"{pair[1]} is left out: {error}")
            return None
        if choice.problem is not None and (choice.version is None or alone):
            # Of a version that is read with another's definition each row tells, too.
            self.problems.append(choice.problem)
        if choice.version is None:
            return None
        if choice.problem is not None and choice.entry is not None:
            self.catalog = self.catalog.with_versions([(choice.entry, choice.version)])
        return next(resource for resource in served if resource.version == choice.version)

    def _say(self, code: str, message: str) -> None:
        self.problems.append(Problem(code=code, severity="warning", message=message))

    async def _crd(self, resource: Resource) -> dict[str, Any] | None:
        """The CRD behind a resource; None where there is none or it may not be read."""
        found = self.discovery.of(*_CRD)
        if not found or not resource.group:
            return None
        try:
            return await listing.get(self._client, found[0], None, f"{resource.plural}.{resource.group}")
        except ApiError:
            return None

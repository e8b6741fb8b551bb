# SPDX-License-Identifier: Apache-2.0
"""A cluster as a source of objects: how it is reached, and the workloads of a selection read from it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from workload_map import errors
from workload_map.kube import config, discovery, durations, kubeconfig, listing, loop
from workload_map.kube.client import Client
from workload_map.kube.errors import Absent, ApiError
from workload_map.session import cluster_kinds, stored
from workload_map.session.cluster_read import Reader
from workload_map.session.kinds import Selection
from workload_map.session.source import Gathered

if TYPE_CHECKING:
    from workload_map.kube.access import Access
    from workload_map.kube.discovery import Discovery
    from workload_map.problems import Problem
    from workload_map.workload.catalog import Catalog

__all__ = ["Loaded", "Reach", "stored_definitions"]

T = TypeVar("T")

_NO_CRD = "definitions.no-crd"


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What was read for one selection."""

    gathered: Gathered
    catalog: Catalog
    """The definitions in use, those of the cluster among them."""
    selection: Selection
    """The selection with the namespace that was meant and a type that needs no discovery."""
    notes: tuple[str, ...] = ()
    """What is worth telling whoever asks for it."""


class Reach:
    """Which cluster is meant and as whom; nothing is asked of it before a method needs an answer.

    `given` are the fields of `config.Options` that the user set; `home` is where a kubeconfig and the discovery
    cache are looked for.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        *,
        environ: Mapping[str, str],
        home: Path,
        clock: Callable[[], float] = time.time,
    ) -> None:
        given = dict(given)
        if "request_timeout" in given:
            given["request_timeout"] = durations.seconds(given["request_timeout"])
        self._options = config.Options(**given)
        self._environ = environ
        self._home = home
        self._clock = clock

    @cached_property
    def access(self) -> Access:
        """The server and the user. Raises ConfigError."""
        return config.load(self._options, environ=self._environ, home=self._home)

    @property
    def cache(self) -> Path:
        """The folder that keeps what a server was found to have."""
        base = self._environ.get("XDG_CACHE_HOME")
        return (Path(base) if base else self._home / ".cache") / "workload-map" / "discovery"

    def run(self, work: Callable[[Client], Awaitable[T]], *, within: float | None = None) -> T:
        """Do some work over one connection. Raises ApiError, and TimeoutError after `within` seconds."""

        async def connected() -> T:
            async with asyncio.timeout(within), Client(self.access) as client:
                return await work(client)

        return loop.run(connected())

    def load(
        self,
        selection: Selection,
        *,
        base: Catalog,
        order: stored.Order = "cluster,catalog",
        all_namespaces: bool = False,
        chunk: int = listing.LIMIT,
        within: float | None = None,
    ) -> Loaded:
        """The objects that a selection needs; its namespace, where it names none, is the context's, or with
        `all_namespaces` any. `base` are the definitions known without the cluster, `chunk` the objects of one
        request (0: all). Raises ApiError, NoDefinition, AmbiguousDefinition, and TimeoutError after `within`
        seconds."""
        if not all_namespaces and selection.namespace is None:
            selection = msgspec.structs.replace(selection, namespace=self.access.namespace)

        async def work(client: Client) -> Loaded:
            return await self.connected(
                client, lambda connected: connected.load(selection, chunk=chunk), base=base, order=order
            )

        return self.run(work, within=within)

    async def connected(
        self,
        client: Client,
        attempt: Callable[[Connected], Awaitable[T]],
        *,
        base: Catalog,
        order: stored.Order = "cluster,catalog",
    ) -> T:
        """What an attempt gives that is made once the server is known; where it misses something, it is made once
        more if what was known of the server may be minutes old: a type may have come since."""
        known = await self.connect(client, base=base, order=order)
        try:
            return await attempt(known)
        except (Absent, errors.NotFound, errors.NoDefinition):
            if not known.discovery.cached:
                raise
        return await attempt(await self.connect(client, base=base, order=order, fresh=True))

    async def connect(
        self, client: Client, *, base: Catalog, order: stored.Order = "cluster,catalog", fresh: bool = False
    ) -> Connected:
        """What the server has, and the definitions in use on it."""
        asked: list[Awaitable[Any]] = [
            discovery.discover(client, cache=self.cache, now=self._clock(), fresh=fresh)
        ]
        if order != "catalog":
            asked.append(stored_definitions(client))
        found, *definitions = await asyncio.gather(*asked)
        catalog, problems = stored.merge(base, definitions[0] if definitions else (), order=order)
        return Connected(client, found, catalog, problems)

    def catalog(self, base: Catalog) -> tuple[Catalog, tuple[Problem, ...]]:
        """The definitions that the cluster stores, laid over `base`, and what is to be said of them. Raises ApiError
        where they could not be read, but for a cluster that cannot hold any."""
        stored_there = self.run(stored_definitions)
        if isinstance(stored_there, ApiError) and not isinstance(stored_there, Absent):
            raise stored_there
        return stored.merge(base, stored_there)

    # --- for completion -----------------------------------------------------------------------------------

    def namespaces(self, *, within: float) -> list[str]:
        """Names of the cluster's namespaces."""
        resource = listing_resource("", "v1", "Namespace", "namespaces", namespaced=False)
        return self.run(lambda client: _names(client, resource, None), within=within)

    def names(self, token: str, *, namespace: str | None, within: float) -> list[str]:
        """Names of the objects of a type in a namespace (None: the context's)."""

        async def work(client: Client) -> list[str]:
            found = await discovery.discover(client, cache=self.cache, now=self._clock())
            return await _names(client, found.find(token), namespace or self.access.namespace)

        return self.run(work, within=within)

    def config_names(self, field: str) -> Sequence[str]:
        """Names of the kubeconfig's ``context``, ``cluster`` or ``user`` entries."""
        paths, must_exist = kubeconfig.files(self._options.kubeconfig, self._environ, self._home)
        merged = kubeconfig.read(paths, must_exist=must_exist)
        entries = {"context": merged.contexts, "cluster": merged.clusters, "user": merged.users}[field]
        return list(entries)


class Connected:
    """A connection whose server is known."""

    def __init__(
        self, client: Client, found: Discovery, catalog: Catalog, problems: Sequence[Problem] = ()
    ) -> None:
        self.client = client
        self.discovery = found
        self.catalog = catalog
        self.problems = tuple(problems)

    async def load(self, selection: Selection, *, chunk: int = listing.LIMIT) -> Loaded:
        """As `Reach.load`; the selection's namespace None is any."""
        served = cluster_kinds.Served(self.client, self.discovery, self.catalog)
        targets, asked = await served.choose(selection)
        reader = Reader(self.client, served, chunk=chunk)
        gathered = await reader.read(targets, asked)
        return Loaded(
            gathered=msgspec.structs.replace(
                gathered, problems=(*self.faults, *served.problems, *gathered.problems)
            ),
            catalog=served.catalog,
            selection=asked,
            notes=(*self.notes, *reader.notes),
        )

    @property
    def faults(self) -> list[Problem]:
        """What is wrong with the cluster's definitions. That it keeps none is no fault of it."""
        return [problem for problem in self.problems if problem.code != _NO_CRD]

    @property
    def notes(self) -> list[str]:
        """What the server said, and whether it keeps definitions: for whoever asks for it."""
        absent = [problem.message for problem in self.problems if problem.code == _NO_CRD]
        return [*(f"server: {text}" for text in self.client.warnings), *absent]


def listing_resource(
    group: str, version: str, kind: str, plural: str, *, namespaced: bool = True
) -> discovery.Resource:
    """A resource that is known without discovery."""
    return discovery.Resource(
        group=group,
        version=version,
        kind=kind,
        plural=plural,
        singular=kind.lower(),
        namespaced=namespaced,
    )


async def stored_definitions(client: Client) -> stored.Stored:
    """The definitions stored in the cluster, or why there are none."""
    resource = listing_resource("run.ai", "v1alpha1", "Karta", "kartas", namespaced=False)
    try:
        items, _ = await listing.everything(client, resource)
    except ApiError as error:
        return error
    return items


async def _names(client: Client, resource: discovery.Resource, namespace: str | None) -> list[str]:
    items, _ = await listing.everything(client, resource, namespace=namespace, metadata_only=True)
    return [item["metadata"]["name"] for item in items]

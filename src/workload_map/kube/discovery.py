# SPDX-License-Identifier: Apache-2.0
"""Which resources a server has: asked in two requests where it can answer so, and kept on disk for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from workload_map.kube import discovery_cache
from workload_map.kube.errors import Absent, ApiError, BadAnswer
from workload_map.kube.resources import Discovery, Resource

if TYPE_CHECKING:
    from workload_map.kube.client import Client

__all__ = ["Discovery", "Resource", "discover"]

# The forms of an aggregated answer, the newest first (v2beta1 is what Kubernetes 1.26 to 1.29 have), and then
# the form that every server has.
_ACCEPT: Final = (
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
    "application/json"
)
# Requests at a time where a server must be asked group by group.
_AT_ONCE: Final = 10


class _ResponseKind(msgspec.Struct):
    kind: str = ""


class _Served(msgspec.Struct, rename="camel"):
    """A resource in the aggregated form."""

    resource: str
    scope: str = ""
    singular_resource: str = ""
    response_kind: _ResponseKind | None = None
    verbs: tuple[str, ...] | None = None
    short_names: tuple[str, ...] | None = None
    categories: tuple[str, ...] | None = None


class _Version(msgspec.Struct):
    version: str
    resources: list[_Served] | None = None
    freshness: str = ""


class _Name(msgspec.Struct):
    name: str = ""


class _Group(msgspec.Struct):
    metadata: _Name = msgspec.field(default_factory=_Name)
    versions: list[_Version] | None = None


class _OldPreferred(msgspec.Struct, rename="camel"):
    group_version: str = ""


class _OldGroup(msgspec.Struct, rename="camel"):
    """A group in the form of old: `versions` name their path, not their resources."""

    name: str = ""
    versions: list[_OldPreferred] | None = None
    preferred_version: _OldPreferred = msgspec.field(default_factory=_OldPreferred)


class _Answer(msgspec.Struct):
    """What /api or /apis answered: `kind` says which of the other fields it has."""

    kind: str
    items: list[_Group] | None = None
    groups: list[_OldGroup] | None = None
    versions: list[str] | None = None


class _OldResource(msgspec.Struct, rename="camel"):
    name: str
    kind: str = ""
    singular_name: str = ""
    namespaced: bool = False
    verbs: tuple[str, ...] | None = None
    short_names: tuple[str, ...] | None = None
    categories: tuple[str, ...] | None = None


class _OldList(msgspec.Struct):
    resources: list[_OldResource] | None = None


class _Found(msgspec.Struct):
    resources: list[Resource] = msgspec.field(default_factory=list)
    failed: list[tuple[str, str]] = msgspec.field(default_factory=list)


_DECODE_ANSWER = msgspec.json.Decoder(_Answer)
_DECODE_LIST = msgspec.json.Decoder(_OldList)


async def discover(client: Client, *, cache: Path | None, now: float, fresh: bool = False) -> Discovery:
    """Every resource that the server has, in its own order of groups and its preferred order of versions.

    `cache` is a folder for what was found, None for none; `now` is the time in seconds since 1970. What is
    there is used for ten minutes unless `fresh` (`Discovery.cached` says so). A group that cannot be read
    is in `failed`, leaves the others as they are, and keeps the whole from being cached. Raises `ApiError`
    where nothing can be known.
    """
    if cache is not None and not fresh:
        known = discovery_cache.load(cache, client.access.server, now)
        if known is not None:
            return Discovery(known, cached=True)
    # With their errors, so that neither is left running when the other has failed.
    roots = await asyncio.gather(_root(client, "/api"), _root(client, "/apis"), return_exceptions=True)
    found = _Found()
    for root in roots:
        if isinstance(root, BaseException):
            raise root
        found.resources += root.resources
        found.failed += root.failed
    resources, failed = found.resources, found.failed
    if not resources:
        why = failed[0][1] if failed else "it names no API groups"
        raise BadAnswer(f"{client.access.label}: the server has no resources that can be read: {why}")
    if cache is not None and not failed:
        discovery_cache.store(cache, client.access.server, now, resources)
    return Discovery(resources, failed)


async def _root(client: Client, path: str) -> _Found:
    try:
        body = await client.read(path, accept=_ACCEPT)
    except Absent:
        # A server of extensions alone has no /api.
        return _Found()
    try:
        answer = _DECODE_ANSWER.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadAnswer(f"{client.access.label}: {path} does not list API groups: {error}") from None
    if answer.kind == "APIGroupDiscoveryList":
        return _aggregated(answer.items or ())
    if path == "/api":
        return await _one_by_one(client, [(version, f"/api/{version}") for version in answer.versions or ()])
    places = []
    for group in answer.groups or ():
        preferred = group.preferred_version.group_version
        versions = [version.group_version for version in group.versions or ()]
        # Stable, so the rest stays in the server's order.
        versions.sort(key=lambda version, first=preferred: version != first)  # type: ignore[misc]
        places += [(version, f"/apis/{version}") for version in versions]
    return await _one_by_one(client, places)


def _aggregated(groups: Iterable[_Group]) -> _Found:
    found = _Found()
    for group in groups:
        name = group.metadata.name
        for version in group.versions or ():
            if version.freshness == "Stale":
                why = "the server behind it does not answer (its discovery is stale)"
                found.failed.append((_joined(name, version.version), why))
                continue
            found.resources += [
                Resource(
                    group=name,
                    version=version.version,
                    kind=served.response_kind.kind,
                    plural=served.resource,
                    singular=served.singular_resource,
                    short_names=served.short_names or (),
                    categories=served.categories or (),
                    namespaced=served.scope == "Namespaced",
                    verbs=served.verbs or (),
                )
                for served in version.resources or ()
                # Without a kind it is there only for its subresources.
                if served.response_kind is not None and served.response_kind.kind
            ]
    return found


async def _one_by_one(client: Client, places: list[tuple[str, str]]) -> _Found:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def ask(group_version: str, path: str) -> _Found:
        async with gate:
            try:
                return _listed(group_version, await client.read(path))
            except ApiError as error:
                # Whoever tells of several groups names the server once.
                why = error.message.removeprefix(f"{client.access.label}: ")
                return _Found(failed=[(group_version, why)])

    every = await asyncio.gather(*(ask(group_version, path) for group_version, path in places))
    return _Found(
        resources=[resource for found in every for resource in found.resources],
        failed=[failure for found in every for failure in found.failed],
    )


def _listed(group_version: str, body: bytes) -> _Found:
    group, _, version = group_version.rpartition("/")
    try:
        listed = _DECODE_LIST.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadAnswer(f"its answer is no list of resources: {error}") from None
    return _Found(
        resources=[
            Resource(
                group=group,
                version=version,
                kind=old.kind,
                plural=old.name,
                singular=old.singular_name,
                short_names=old.short_names or (),
                categories=old.categories or (),
                namespaced=old.namespaced,
                verbs=old.verbs or (),
            )
            for old in listed.resources or ()
            # With a slash it is a subresource.
            if "/" not in old.name
        ]
    )


def _joined(group: str, version: str) -> str:
    return f"{group}/{version}" if group else version

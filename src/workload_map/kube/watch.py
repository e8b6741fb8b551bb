# SPDX-License-Identifier: Apache-2.0
"""Watches: what changes on a server, each change once, through dropped connections and expired versions."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from workload_map.kube import listing, partial
from workload_map.kube.errors import (
    ApiError,
    BadAnswer,
    Forbidden,
    Gone,
    ServerFault,
    Throttled,
    Unauthorized,
    Unreachable,
)
from workload_map.kube.partial import Decoder

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Resource

__all__ = ["Event", "EventType", "Pace", "follow", "reflect"]

EventType = Literal["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]

_TYPES: Final[dict[str, EventType]] = {
    "ADDED": "ADDED",
    "MODIFIED": "MODIFIED",
    "DELETED": "DELETED",
    "BOOKMARK": "BOOKMARK",
}

# What may be otherwise the next time; anything else (401, 403, 404) stays as it is however often it is asked.
_PASSING: Final = (Unreachable, Throttled, ServerFault, BadAnswer)


class Event(msgspec.Struct, frozen=True):
    """One change. The object of a BOOKMARK is empty: everything up to `resource_version` has been told."""

    type: EventType
    object: dict[str, Any]
    resource_version: str


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How a watch waits. Seconds; `chance` gives numbers from 0 to 1 that keep many clients out of step."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random
    first: float = 0.8
    longest: float = 30.0
    tries: int = 10
    """Failures in a row after which the last of them is raised: about three minutes."""
    shortest: float = 1.0
    """A watch that ends sooner than this and told nothing counts as a failure."""
    ask: float = 300.0
    """The server is asked to end a watch after one to two times this, as client-go does."""


_PACE: Final = Pace()


def _untold(error: ApiError) -> None:
    """For callers who do not want to know of a passing fault."""


class _Patience:
    """Counts failures in a row, and waits longer after each."""

    def __init__(self, pace: Pace, notice: Callable[[ApiError], None]) -> None:
        self.pace = pace
        self.notice = notice
        self.failures = 0

    async def bear(self, error: ApiError) -> None:
        """Wait before the next try; raises the error itself where there is no point in one."""
        self.failures += 1
        if not isinstance(error, (*_PASSING, Gone)) or self.failures >= self.pace.tries:
            raise error
        # One drop loses nothing and is no news; from the second on, what was told grows old.
        if self.failures == 2:
            self.notice(error)
        delay = min(self.pace.longest, self.pace.first * 2.0 ** (self.failures - 1))
        await self.pace.sleep(delay * (1 + self.pace.chance()))

    def reset(self) -> None:
        self.failures = 0


async def follow(
    client: Client,
    resource: Resource,
    *,
    namespace: str | None = None,
    label_selector: str | None = None,
    field_selector: str | None = None,
    since: str,
    decoder: Decoder | None = None,
    metadata_only: bool = False,
    pace: Pace = _PACE,
    notice: Callable[[ApiError], None] = _untold,
) -> AsyncIterator[Event]:
    """Every change after the resourceVersion `since`, without end.

    A watch that ends or breaks off goes on from the last change told; passing faults are told to `notice`,
    once for each row of two or more, and outwaited. Raises `Gone` when the server no longer knows that version: the
    caller lists again. Raises every other `ApiError` that waiting does not mend, and a passing one that did
    not pass. Close the iterator (`contextlib.aclosing`) to let go of the connection.
    """
    decode = decoder or partial.decoder(partial.METADATA if metadata_only else None)
    patience = _Patience(pace, notice)
    base = listing.selectors(label_selector, field_selector)
    base |= {"watch": "true", "allowWatchBookmarks": "true"}
    path = resource.path(namespace)
    accept = listing.AS_OBJECT if metadata_only else "application/json"
    seen = since
    while True:
        params = {
            **base,
            "resourceVersion": seen,
            "timeoutSeconds": str(int(pace.ask * (1 + pace.chance()))),
        }
        began, told = pace.clock(), False
        try:
            async with client.stream(path, params=params, accept=accept) as lines:
                async for line in lines:
                    if not line.strip():
                        continue
                    event = _event(decode, line, resource, client.access.label)
                    if _seen_before(event, seen):
                        continue
                    if event.resource_version != seen:
                        told = True
                        patience.reset()
                    seen = event.resource_version or seen
                    yield event
            if not told and pace.clock() - began < pace.shortest:
                label = client.access.label
                raise BadAnswer(f"{label}: the watch of {resource.plural} ended at once, without a word")
        except Gone:
            raise
        except ApiError as error:
            await patience.bear(error)


def _event(decode: Decoder, line: bytes, resource: Resource, label: str) -> Event:
    try:
        raw = decode.event(line)
        if raw.type == "ERROR":
            raise _fault(decode.status(raw), resource, label)
        found = decode.object(raw.object)
    except BadAnswer as error:
        raise BadAnswer(f"{label}: watch of {resource.plural}: {error.message}") from None
    kind = _TYPES.get(raw.type)
    if kind is None:
        raise BadAnswer(f"{label}: watch of {resource.plural}: an event of unknown type {raw.type!r}")
    metadata = found.get("metadata")
    version = metadata.get("resourceVersion") if isinstance(metadata, dict) else None
    version = version if isinstance(version, str) else ""
    if kind == "BOOKMARK":
        return Event(kind, {}, version)
    return Event(kind, listing.named(found, resource), version)


def _fault(status: partial.Status, resource: Resource, label: str) -> ApiError:
    message = f"{label}: watch of {resource.plural}: {status.message or status.reason or 'the server failed'}"
    kind: type[ApiError] = ServerFault
    if status.code == 410 or status.reason in ("Gone", "Expired"):
        kind = Gone
    elif status.code in (401, 403, 429):
        kind = {401: Unauthorized, 403: Forbidden, 429: Throttled}[status.code]
    return kind(message, status=status.code or None, reason=status.reason or None)


def _seen_before(event: Event, seen: str) -> bool:
    """Whether a watch repeats itself.

    The versions of one resource's changes are whole numbers that grow (apimachinery's
    `resourceversion.CompareResourceVersion`); where a server's are not, none is taken for a repetition.
    """
    version = event.resource_version
    if not (_number(version) and _number(seen)):
        return False
    # A bookmark may well say again how far it is.
    return int(version) < int(seen) if event.type == "BOOKMARK" else int(version) <= int(seen)


def _number(version: str) -> bool:
    return version.isascii() and version.isdecimal()


async def reflect(
    client: Client,
    resource: Resource,
    *,
    namespace: str | None = None,
    label_selector: str | None = None,
    field_selector: str | None = None,
    limit: int = listing.LIMIT,
    decoder: Decoder | None = None,
    metadata_only: bool = False,
    pace: Pace = _PACE,
    notice: Callable[[ApiError], None] = _untold,
    patient: bool = False,
) -> AsyncIterator[Event]:
    """The objects as they are, then every change of them, without end: a list, and a watch from there on.

    Each object comes first as ADDED, each change of it once as MODIFIED, its end once as DELETED. A BOOKMARK
    comes after the list. When the server has forgotten how far the watch was, it lists again, and gives only
    what is different from what was given; the object of a DELETED found so has no more than its identity
    (apiVersion, kind, and name, namespace and uid). Faults in the first list are raised at once unless it is
    `patient`, later ones as in `follow`.
    """
    decode = decoder or partial.decoder(partial.METADATA if metadata_only else None)
    known = _Known(resource)
    patience = _Patience(pace, notice)
    listed = False
    while True:
        version = ""
        try:
            seen: set[tuple[str, str]] = set()
            async for page in listing.pages(
                client,
                resource,
                namespace=namespace,
                label_selector=label_selector,
                field_selector=field_selector,
                limit=limit,
                decoder=decode,
                metadata_only=metadata_only,
            ):
                if page.restart:
                    seen.clear()
                for item in page.items:
                    seen.add(_name(item))
                    for event in known.change("MODIFIED", item):
                        yield event
                version = page.resource_version
        except ApiError as error:
            if not listed and not patient:
                raise
            await patience.bear(error)
            continue
        for event in known.without(seen, version):
            yield event
        # The watch is long, and knows all of this in `known`.
        seen.clear()
        listed = True
        yield Event("BOOKMARK", {}, version)
        changes = follow(
            client,
            resource,
            namespace=namespace,
            label_selector=label_selector,
            field_selector=field_selector,
            since=version,
            decoder=decode,
            metadata_only=metadata_only,
            pace=pace,
            notice=notice,
        )
        try:
            async with aclosing(changes):  # type: ignore[type-var]
                async for change in changes:
                    patience.reset()
                    if change.type == "BOOKMARK":
                        yield change
                        continue
                    for event in known.change(change.type, change.object):
                        yield event
        except Gone as error:
            # Again and again, with nothing told between: no faster than any other fault.
            await patience.bear(error)


class _Known:
    """Which objects the consumer has been told of: by name, the uid and version of each."""

    def __init__(self, resource: Resource) -> None:
        self.resource = resource
        self.told: dict[tuple[str, str], tuple[str, str]] = {}

    def change(self, type: EventType, item: dict[str, Any]) -> list[Event]:
        """What a change is to somebody who knows what was told so far: nothing, one event, or two."""
        name = _name(item)
        uid, version = _text(item, "uid"), _text(item, "resourceVersion")
        before = self.told.get(name)
        if type == "DELETED":
            if before is None or before[0] != uid:
                return []
            del self.told[name]
            return [Event("DELETED", item, version)]
        if before == (uid, version) and version:
            return []
        self.told[name] = (uid, version)
        if before is None:
            return [Event("ADDED", item, version)]
        if before[0] == uid:
            return [Event("MODIFIED", item, version)]
        # Another object of the same name: the end of the first was missed.
        return [self.end(name, before[0], version), Event("ADDED", item, version)]

    def without(self, seen: set[tuple[str, str]], version: str) -> list[Event]:
        """The ends of those that a whole list, at `version`, no longer has."""
        gone = [name for name in self.told if name not in seen]
        return [self.end(name, self.told.pop(name)[0], version) for name in gone]

    def end(self, name: tuple[str, str], uid: str, version: str) -> Event:
        metadata = {"name": name[1], "uid": uid, "resourceVersion": version}
        if name[0]:
            metadata["namespace"] = name[0]
        return Event("DELETED", listing.named({"metadata": metadata}, self.resource), version)


def _name(item: dict[str, Any]) -> tuple[str, str]:
    return (_text(item, "namespace"), _text(item, "name"))


def _text(item: dict[str, Any], key: str) -> str:
    metadata = item.get("metadata")
    value = metadata.get(key) if isinstance(metadata, dict) else None
    return value if isinstance(value, str) else ""

# SPDX-License-Identifier: Apache-2.0
"""``get --watch``: the rows of a list as they are, and each of them again when it has become another.

Every kind of workload is listed and watched, so are the pods, in part, where they are asked for, and of every kind
that is an owner of something seen the metadata. All of it feeds one `live.Model`, which says whose rows may have
changed; these alone are made again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workload_map import errors
from workload_map.kube import listing, watch
from workload_map.kube.errors import Absent, ApiError, Forbidden
from workload_map.problems import Problem
from workload_map.session import cluster_kinds, follow_pods, selectors
from workload_map.session.cluster_kinds import POD
from workload_map.session.follow_rows import GRACE, Beginning, Outlet, Rows, Scope
from workload_map.session.live import Change, Model
from workload_map.workload import owners

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Resource
    from workload_map.kube.partial import Decoder
    from workload_map.session.cluster import Connected, Reach
    from workload_map.session.cluster_kinds import Served
    from workload_map.session.kinds import Selection
    from workload_map.session.stored import Order
    from workload_map.workload.catalog import Catalog
    from workload_map.workload.owners import Key

__all__ = ["follow"]

#: Lists at a time, before their watches begin.
_AT_ONCE: Final = 8
#: Seconds without a change after which a burst of them is taken to be over, and how long one may last.
_QUIET: Final = 0.02
_LONGEST: Final = 0.2
_PACE: Final = watch.Pace()


def follow(
    reach: Reach,
    selection: Selection,
    outlet: Outlet,
    *,
    base: Catalog,
    order: Order = "cluster,catalog",
    all_namespaces: bool = False,
    chunk: int = listing.LIMIT,
) -> None:
    """Follow the workloads of a selection until an error or Ctrl-C; arguments are those of `Reach.load`.

    Raises ApiError, also on the way where waiting does not mend it; NoDefinition, AmbiguousDefinition; NotFound
    for a NAME that is not there at the beginning, and for a type that the server has not.
    """
    if not all_namespaces and selection.namespace is None:
        selection = msgspec.structs.replace(selection, namespace=reach.access.namespace)
    if selection.labels:
        # A mistake is told before the server is asked.
        selectors.labels(selection.labels)

    async def work(client: Client) -> None:
        async def begun(connected: Connected) -> Follower:
            return await Follower.begun(connected, selection, outlet, chunk=chunk)

        follower = await reach.connected(client, begun, base=base, order=order)
        await follower.run()

    reach.run(work)


class Follower:
    """The lists and watches of one selection, and the model that they feed."""

    def __init__(
        self,
        client: Client,
        served: Served,
        selection: Selection,
        outlet: Outlet,
        *,
        chunk: int,
        pace: watch.Pace,
        grace: float,
    ) -> None:
        self._client = client
        self._served = served
        self._selection = selection
        self._outlet = outlet
        self._chunk = chunk
        self._pace = pace
        self._grace = grace
        self._pair: tuple[str, str] | None = None
        self._model = Model(served.catalog)
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._tasks: list[asyncio.Task[None]] = []
        self._running = False
        self._problems: list[Problem] = []
        self._notes: list[str] = []
        # What passing faults were told since the last change.
        self._told: set[str] = set()
        # Kinds of workloads that could be listed, or may still be.
        self._roots = 0
        # Lists that are not whole yet: until they are, what is missing may only be late.
        self._unlisted = 0
        # Workloads in the order in which they changed, how many changes there were, and what ends it all.
        self._changed: dict[Key, None] = {}
        self._count = 0
        self._fault: Exception | None = None
        self._wake = asyncio.Event()
        # Kinds of which every object is watched, in full or its metadata.
        self._complete: set[tuple[str, str]] = set()
        # What is watched as metadata: it may be watched in full too, as long as a selector fits it.
        self._links: dict[Key, dict[str, Any]] = {}

    @classmethod
    async def begun(
        cls,
        connected: Connected,
        selection: Selection,
        outlet: Outlet,
        *,
        chunk: int = listing.LIMIT,
        pace: watch.Pace = _PACE,
        grace: float = GRACE,
    ) -> Follower:
        """A follower that has listed everything; `pace` is that of its watches, `grace` as of `Rows`. Raises as
        `follow`."""
        served = cluster_kinds.Served(connected.client, connected.discovery, connected.catalog)
        targets, asked = await served.choose(selection)
        if not targets:
            raise errors.NotFound(served.problems[0].message if served.problems else "nothing to watch")
        follower = cls(connected.client, served, asked, outlet, chunk=chunk, pace=pace, grace=grace)
        follower._problems += [*connected.faults, *served.problems]
        try:
            follower._start(targets)
            await follower._settled()
        except BaseException:
            await follower._end()
            raise
        follower._notes += connected.notes
        return follower

    async def run(self) -> None:
        """Give the rows, and then what changes."""
        try:
            rows = Rows(self._model, self._scope(), self._outlet, grace=self._grace)
            found, failed = rows.begin()
            if self._selection.named and not rows.any():
                raise errors.NotFound(f"{self._selection} is not in the cluster")
            self._outlet.begin(
                Beginning(rows=found, problems=(*self._problems, *failed), notes=tuple(self._notes))
            )
            self._running = True
            self._changed.clear()
            while True:
                await self._settled(until=rows.next_due)
                await self._quiet()
                if self._unlisted:
                    continue
                changed, self._changed = self._changed, {}
                changes = rows.changed(changed, now=time.monotonic())
                if changes:
                    self._outlet.tell(changes)
        finally:
            await self._end()

    # --- waiting ------------------------------------------------------------------------------------------

    async def _settled(self, *, until: float | None = None) -> None:
        """Wait for a change, and until every list that was begun is whole, but at most to a time of the loop's clock.
        Raises what ended a watch."""
        limit = None if until is None else max(0.1, until - time.monotonic())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit):
                while self._fault is None:
                    await self._wake.wait()
                    self._wake.clear()
                    if not self._unlisted:
                        break
        if self._fault is not None:
            raise self._fault

    async def _quiet(self) -> None:
        """Wait for the end of a burst: the thousand pods of a workload make one new row."""
        start, seen = time.monotonic(), self._count
        await asyncio.sleep(_QUIET)
        while seen != self._count and time.monotonic() - start < _LONGEST:
            seen = self._count
            await asyncio.sleep(_QUIET)

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- what is watched ----------------------------------------------------------------------------------

    def _scope(self) -> Scope:
        """Which rows there are."""
        selection = self._selection
        return Scope(
            type=self._pair,
            pods=selection.pods or self._pair == POD,
            parts=selection.pods and self._pair is None,
        )

    def _start(self, targets: Sequence[Resource]) -> None:
        selection = self._selection
        self._roots = len(targets)
        if selection.type is not None:
            self._pair = targets[0].group, targets[0].kind
        for resource in targets:
            self._spawn(self._watch_roots(resource))
        if selection.pods and self._pair != POD:
            for resource in self._served.discovery.of(*POD)[:1]:
                self._complete.add(POD)
                self._spawn(self._watch_pods(resource, targets))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Exception as error:
                self._fault = self._fault or error
                self._wake.set()

        self._unlisted += 1
        self._tasks.append(asyncio.create_task(guarded()))

    async def _watch_roots(self, resource: Resource) -> None:
        selection, pair = self._selection, (resource.group, resource.kind)
        name = f"metadata.name={selection.name}" if selection.named else None
        fields = ",".join(filter(None, (selection.fields, name)))
        if not selection.labels and not fields:
            self._complete.add(pair)

        def take(change: Change, obj: dict[str, Any]) -> None:
            self._apply(change, obj)
            link = self._links.get(obj["metadata"]["uid"]) if change == "DELETED" else None
            if link is not None:
                # The selector fits it no more, or its end is still to be told: until then it is an owner.
                self._apply("ADDED", link, link=True)

        def left_out(error: ApiError) -> None:
            self._roots -= 1
            if self._pair is not None or not self._roots:
                raise error
            if isinstance(error, Forbidden):
                self._say("list.forbidden", f"{resource.kind} is left out: {error.message}")

        try:
            await self._watch(
                resource,
                take,
                left_out,
                label_selector=selection.labels,
                field_selector=fields,
                decoder=self._pod_decoder([resource]) if pair == POD else None,
            )
        except Absent as error:
            if self._pair is not None:
                raise
            self._say("kind.gone", f"{resource.kind} is watched no longer: {error.message}")
            self._forget(pair)

    def _forget(self, pair: tuple[str, str]) -> None:
        """Take out the workloads of a kind that the server has no more."""
        for key in list(self._model.roots(type=pair)):
            ident = self._model.ident(key)
            assert ident is not None
            metadata = {"uid": ident.uid, "name": ident.name, "namespace": ident.namespace}
            version = f"{ident.group}/v1" if ident.group else "v1"
            self._apply("DELETED", {"apiVersion": version, "kind": ident.kind, "metadata": metadata})

    async def _watch_pods(self, resource: Resource, targets: Sequence[Resource]) -> None:
        labels, across = self._selection.labels, self._pair is None
        # A pod without an owner is a workload of its own, which a selector may leave out.
        fits = selectors.labels(labels) if labels and across else None

        def take(change: Change, obj: dict[str, Any]) -> None:
            if fits is not None and not obj["metadata"].get("ownerReferences") and not fits(obj):
                change = "DELETED"
            self._apply(change, obj)

        def left_out(error: ApiError) -> None:
            raise error

        decoder = self._pod_decoder([*targets, resource] if across else targets)
        await self._watch(resource, take, left_out, decoder=decoder)

    async def _watch_links(self, resource: Resource) -> None:
        def take(change: Change, obj: dict[str, Any]) -> None:
            if change == "DELETED":
                self._links.pop(obj["metadata"]["uid"], None)
            else:
                self._links[obj["metadata"]["uid"]] = obj
            self._apply(change, obj, link=True)

        def left_out(error: ApiError) -> None:
            if isinstance(error, Forbidden):
                place = self._selection.namespace
                self._note(self._model.mark_unreadable(resource.group, resource.kind, place))

        # A server that is away for a while ends nothing that is running.
        await self._watch(resource, take, left_out, metadata_only=True, patient=self._running)

    async def _watch(
        self,
        resource: Resource,
        take: Callable[[Change, dict[str, Any]], None],
        left_out: Callable[[ApiError], None],
        **how: Any,
    ) -> None:
        """Give every change of a resource to `take`; where it cannot be listed in the first place, that to
        `left_out`."""
        changes = watch.reflect(
            self._client,
            resource,
            namespace=self._selection.namespace,
            limit=self._chunk,
            pace=self._pace,
            notice=self._outwaited,
            **how,
        )
        listed = False
        await self._gate.acquire()
        try:
            async with aclosing(changes):  # type: ignore[type-var]
                async for event in changes:
                    if event.type != "BOOKMARK":
                        take(event.type, event.object)
                    elif not listed:
                        listed = True
                        self._listed()
        except (Forbidden, Absent) as error:
            if listed:
                raise
            left_out(error)
        finally:
            if not listed:
                self._listed()

    def _pod_decoder(self, targets: Sequence[Resource]) -> Decoder:
        decoder, notes = follow_pods.decoder(self._served, targets, labels=bool(self._selection.labels))
        self._notes += notes
        return decoder

    # --- what comes of it ---------------------------------------------------------------------------------

    def _listed(self) -> None:
        self._gate.release()
        self._unlisted -= 1
        self._wake.set()

    def _apply(self, change: Change, obj: dict[str, Any], *, link: bool = False) -> None:
        self._note(self._model.apply(change, obj, link=link))
        self._told.clear()
        if change == "DELETED":
            return
        found = owners.owners_of(obj["metadata"])
        if len(found) != 1 or found[0].group_kind in self._complete:
            return
        if self._model.ident(found[0].key) is None:
            if found[0].group_kind == POD and not self._selection.pods:
                # As a list does: a pod that owns something is taken from that alone, so that no pod is read.
                self._note(self._model.apply("ADDED", owners.as_object(found[0]), link=True))
                return
            self._complete.add(found[0].group_kind)
            self._watch_owners(found[0].group_kind)

    def _watch_owners(self, pair: tuple[str, str]) -> None:
        """Watch the metadata of a kind; where its group could not be read, its objects cannot be either."""
        for resource in self._served.discovery.of(*pair)[:1]:
            self._spawn(self._watch_links(resource))
            return
        for version, why in self._served.discovery.unread(pair[0])[:1]:
            self._say("discovery.incomplete", f"owners of kind {pair[1]} cannot be read: {version}: {why}")
            self._note(self._model.mark_unreadable(*pair))

    def _note(self, keys: Iterable[Key]) -> None:
        self._changed.update(dict.fromkeys(keys))
        self._count += 1
        self._wake.set()

    def _outwaited(self, error: ApiError) -> None:
        # Many watches may lose one server.
        if error.message not in self._told:
            self._told.add(error.message)
            self._say("watch.waits", f"{error.message}; trying again")

    def _say(self, code: str, message: str) -> None:
        problem = Problem(code=code, severity="warning", message=message)
        if self._running:
            self._outlet.warn(problem)
        else:
            self._problems.append(problem)

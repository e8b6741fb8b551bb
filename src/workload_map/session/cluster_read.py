# SPDX-License-Identifier: Apache-2.0
"""Which lists are read for a selection: workloads, their pods, and whatever leads from the ones to the others.

One paged list for each kind of workload; one of the pods, which holds no more of them than is looked at; and of
every kind that lies between, or above, one list of metadata alone. Nothing is asked object by object, but for
what was named.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from workload_map.kube import listing, partial
from workload_map.kube.errors import Absent, Forbidden
from workload_map.problems import Problem
from workload_map.session import marks, selectors
from workload_map.session.cluster_kinds import POD, pod_paths
from workload_map.session.live_shares import Shares
from workload_map.session.roots import one_text
from workload_map.session.source import Gathered, Item
from workload_map.workload import events, owners

if TYPE_CHECKING:
    from workload_map.definition.model import Definition
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Resource
    from workload_map.session.cluster_kinds import Served
    from workload_map.session.kinds import Selection
    from workload_map.workload.plan import Plan

__all__ = ["Reader"]

T = TypeVar("T")

#: Lists at a time.
_AT_ONCE = 8
#: Up to this many objects are read one by one rather than as a list of all of their kind.
_FEW = 3
_NOBODY = owners.Ident("", "", "", "", "")


class Reader:
    """Reads for one selection; `notes` has what is worth telling whoever asks for it."""

    def __init__(self, client: Client, served: Served, *, chunk: int) -> None:
        self._client = client
        self._served = served
        self._chunk = chunk
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._items: list[Item] = []
        self._links: list[dict[str, Any]] = []
        self._problems: list[Problem] = []
        self._refused: list[Forbidden] = []
        self._unreadable: list[tuple[str, str, str | None]] = []
        self._known: set[owners.Key] = set()
        # Kinds of which every object in the namespace was read, in full or its metadata.
        self._complete: set[tuple[str, str]] = set()
        self._namespace: str | None = None
        self._pods = True
        self.notes: list[str] = []

    async def read(self, targets: Sequence[Resource], selection: Selection) -> Gathered:
        """The objects of these resources that fit the selection, with what it asks of the rest.

        Raises ApiError for what was named; of several types the ones that may not be listed are left out, which
        is said.
        """
        self._namespace = selection.namespace
        self._pods = selection.pods
        if selection.labels:
            # A mistake is told before the server is asked.
            selectors.labels(selection.labels)
        lists = await self._all(self._roots(resource, selection) for resource in targets)
        if self._refused and len(self._refused) == len(targets):
            # That nothing may be read does not say that nothing is there.
            raise self._refused[0]
        for found in lists:
            self._add(found)
        across = selection.type is None
        of_pods = any((resource.group, resource.kind) == POD for resource in targets)
        if of_pods:
            pass
        elif selection.pods and (self._items or across):
            await self._read_pods(selection)
        await self._climb()
        if selection.above and selection.named:
            await self._read_above()
        if selection.below and selection.named:
            await self._read_below()
        events = selection.events and bool(self._items) and await self._read_events()
        return Gathered(
            self._items,
            False,
            tuple(self._problems),
            events=events,
            links=self._links,
            unreadable=tuple(self._unreadable),
            pods=selection.pods or of_pods,
            parts=selection.pods and across,
        )

    # --- workloads ----------------------------------------------------------------------------------------

    async def _roots(self, resource: Resource, selection: Selection) -> list[dict[str, Any]]:
        if selection.name is not None:
            try:
                return [await listing.get(self._client, resource, selection.namespace, selection.name)]
            except Absent:
                return []
        pair = (resource.group, resource.kind)
        try:
            items = await self._list(
                resource, label_selector=selection.labels, field_selector=selection.fields
            )
        except Forbidden as error:
            if selection.type is not None:
                raise
            self._refused.append(error)
            self._say("list.forbidden", f"{resource.kind} is left out: {error.message}")
            return []
        except Absent:
            if selection.type is not None:
                raise
            # Gone since the server was asked what it has.
            return []
        if not selection.labels and not selection.fields:
            self._complete.add(pair)
        return items

    def _add(self, objects: Iterable[dict[str, Any]]) -> None:
        for obj in objects:
            key = _key(obj)
            if key not in self._known:
                self._known.add(key)
                self._items.append(Item(obj, "cluster"))

    # --- pods ---------------------------------------------------------------------------------------------

    async def _read_pods(self, selection: Selection) -> None:
        resource = next(iter(self._served.discovery.of(*POD)), None)
        if resource is None:
            return
        decoder = self._pod_decoder(bare=selection.type is None)
        pods = await self._list(resource, decoder=decoder)
        self._complete.add(POD)
        fits = selectors.labels(selection.labels) if selection.labels and selection.type is None else None
        if fits is not None:
            pods = [pod for pod in pods if pod["metadata"].get("ownerReferences") or fits(pod)]
        self._add(pods)

    def _pod_decoder(self, *, bare: bool) -> partial.Decoder:
        """Decodes no more of a pod than the workloads that were read look at; a pod without an owner is a
        workload of its own, and with `bare` it is kept in full."""
        paths, notes = pod_paths(self._plans())
        self.notes += notes
        cut = partial.decoder(sorted(paths))
        full = partial.decoder(None) if bare and not cut.whole else None
        return cast(partial.Decoder, _Pods(cut, full))

    def _plans(self) -> list[Plan]:
        """The plans that may place a pod: those of the workloads, and of described objects that these make."""
        plans: dict[str, Plan] = {}
        pairs: set[tuple[str, str]] = set()
        for item in self._items:
            plan = self._served.plan(str(item.object["apiVersion"]), item.object["kind"])
            if plan is not None and plan.name not in plans:
                plans[plan.name] = plan
                pairs.update(marks.made_kinds(plan.definition))
        described = self._served.catalog.kinds()
        for group, kind in sorted(pairs & described - {POD}):
            for resource in self._served.discovery.of(group, kind)[:1]:
                plan = self._served.plan(resource.api_version, kind)
                if plan is not None:
                    plans[plan.name] = plan
        return list(plans.values())

    # --- what lies between --------------------------------------------------------------------------------

    async def _climb(self) -> None:
        """Read the metadata of all owners, kind by kind, until none is left that can be read."""
        fresh: Iterable[dict[str, Any]] = [item.object for item in self._items]
        while True:
            wanted: set[tuple[str, str]] = set()
            for obj in fresh:
                metadata = obj["metadata"]
                if "ownerReferences" in metadata:
                    found = owners.owners_of(metadata)
                    if len(found) == 1 and found[0].key not in self._known:
                        if found[0].group_kind == POD and not self._pods:
                            self._take_at_its_word(found[0])
                        else:
                            wanted.add(found[0].group_kind)
            wanted -= self._complete
            if not wanted:
                return
            lists = await self._all(self._metadata(pair) for pair in sorted(wanted))
            fresh = [obj for found in lists for obj in found if _key(obj) not in self._known]
            self._links += fresh
            self._known.update(map(_key, fresh))

    def _take_at_its_word(self, pod: owners.Ident) -> None:
        """Where pods are not asked for, one that owns something is known from that alone. It is a workload, or part
        of one, so what it owns is at the top of nothing, which is all that a list needs to know."""
        self._known.add(pod.key)
        self._links.append(owners.as_object(pod))

    async def _metadata(self, pair: tuple[str, str]) -> list[dict[str, Any]]:
        """The metadata of all objects of a kind; none where the server has it not, or does not give it."""
        self._complete.add(pair)
        resource = next(iter(self._served.discovery.of(*pair)), None)
        if resource is None:
            for version, why in self._served.discovery.unread(pair[0])[:1]:
                self._say(
                    "discovery.incomplete", f"owners of kind {pair[1]} cannot be read: {version}: {why}"
                )
                self._unreadable.append((*pair, None))
            return []
        try:
            return await self._list(resource, metadata_only=True)
        except Forbidden:
            self._unreadable.append((*pair, self._namespace))
        except Absent:
            pass
        return []

    # --- what lies above ----------------------------------------------------------------------------------

    async def _read_above(self) -> None:
        """Read the workload of the pods that were read in full; of those without an owner the ones that they may
        have joined."""
        described = self._served.catalog.kinds()
        index = owners.Index(described)
        for obj in (*self._links, *(item.object for item in self._items)):
            index.upsert(obj)
        wanted: dict[tuple[str, str], list[dict[str, Any]]] = {}
        links = {_key(obj): obj for obj in self._links}
        for item in list(self._items):
            top = index.root(_key(item.object)).below
            if top is not None and top.key in links:
                wanted.setdefault(top.group_kind, []).append(links[top.key])
            elif not item.object["metadata"].get("ownerReferences"):
                for found in await self._all(self._joined(item.object)):
                    self._add(found)
        for found in await self._all(self._in_full(pair, objs) for pair, objs in sorted(wanted.items())):
            self._items += (Item(obj, "cluster") for obj in found if _key(obj) in links)

    def _joined(self, pod: dict[str, Any]) -> Iterable[Awaitable[list[dict[str, Any]]]]:
        """Lists of each kind whose definition has a rule for pods without an owner that fits this one."""
        for pair in sorted(self._served.catalog.kinds() - self._complete):
            if not any(_joins(entry.definition) for entry in self._served.catalog.index.of(*pair)):
                continue
            for resource in self._served.discovery.of(*pair)[:1]:
                plan = self._served.plan(resource.api_version, resource.kind)
                if (
                    plan is not None
                    and plan.join_pod is not None
                    and one_text(plan.join_pod, pod) is not None
                ):
                    yield self._readable(resource)

    async def _readable(self, resource: Resource) -> list[dict[str, Any]]:
        try:
            return await self._list(resource)
        except (Forbidden, Absent) as error:
            self._say("list.forbidden", f"what the pod may have joined cannot be told: {error.message}")
            return []

    # --- what lies below ----------------------------------------------------------------------------------

    async def _read_below(self) -> None:
        """Read the described objects that the workloads own, directly or not, in full."""
        described = self._served.catalog.kinds()
        pairs = {pair for plan in self._plans() for pair in marks.made_kinds(plan.definition)} & described - {
            POD
        }
        lists = await self._all(self._metadata(pair) for pair in sorted(pairs - self._complete))
        fresh = [obj for found in lists for obj in found if _key(obj) not in self._known]
        self._links += fresh
        self._known.update(map(_key, fresh))
        index = owners.Index(described)
        for obj in (*self._links, *(item.object for item in self._items)):
            index.upsert(obj)
        tops = [_key(item.object) for item in self._items if _pair(item.object) != POD]
        below = {key for top in tops for key in index.descendants(top)} - set(tops)
        wanted: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for obj in self._links:
            if _pair(obj) in described and _key(obj) in below:
                wanted.setdefault(_pair(obj), []).append(obj)
        for found in await self._all(self._in_full(pair, objs) for pair, objs in sorted(wanted.items())):
            self._items += (Item(obj, "cluster") for obj in found if _key(obj) in below)

    async def _in_full(self, pair: tuple[str, str], objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
        resource = await self._served.version(pair)
        if resource is None:
            return []
        try:
            if len(objects) > _FEW:
                return await self._list(resource)
            return [
                await listing.get(
                    self._client, resource, obj["metadata"].get("namespace"), obj["metadata"]["name"]
                )
                for obj in objects
            ]
        except (Forbidden, Absent) as error:
            self._say("list.forbidden", f"{pair[1]} cannot be shown: {error.message}")
            return []

    async def _read_events(self) -> bool:
        """Read what was said lately in the namespaces of what was read; False where that may not be read."""
        resource = next(iter(self._served.discovery.of("", "Event")), None)
        if resource is None:
            return False
        about = {str(item.object["metadata"]["uid"]) for item in self._items}
        try:
            found = await self._list(resource)
        except (Forbidden, Absent) as error:
            self._say("events.forbidden", f"events are not shown: {error.message}")
            return False
        self._items += (
            Item(event, "cluster") for event in found if (events.about(event) or _NOBODY).uid in about
        )
        return True

    # --- requests -----------------------------------------------------------------------------------------

    async def _list(self, resource: Resource, **options: Any) -> list[dict[str, Any]]:
        items, _ = await listing.everything(
            self._client, resource, namespace=self._namespace, limit=self._chunk, **options
        )
        return items

    async def _all(self, work: Iterable[Awaitable[T]]) -> list[T]:
        """The results of all of it, a few at a time, in order; the first fault ends the rest."""

        async def gated(one: Awaitable[T]) -> T:
            async with self._gate:
                return await one

        wanted = list(work)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(gated(one)) for one in wanted]
        except ExceptionGroup as faults:
            # What one request met is an error of its own; that others ran beside it is nobody's concern.
            raise faults.exceptions[0] from None
        finally:
            # What was never begun would be warned of; what has ended takes no notice.
            for one in wanted:
                if asyncio.iscoroutine(one):
                    one.close()
        return [task.result() for task in tasks]

    def _say(self, code: str, message: str) -> None:
        self._problems.append(Problem(code=code, severity="warning", message=message))


class _Pods:
    """Decodes pages of pods in part, equal parts of them held once; with `full` those pods that have no owner are
    decoded with it instead."""

    def __init__(self, cut: partial.Decoder, full: partial.Decoder | None) -> None:
        self._cut = cut
        self._full = full
        self._shares = Shares()
        self.whole = cut.whole

    def __call__(self, body: bytes) -> partial.Page:
        page = self._cut(body)
        items = page.items
        bare = [n for n, pod in enumerate(items) if not pod["metadata"].get("ownerReferences")]
        items[:] = map(self._shares.pod, items)
        if bare and self._full is not None:
            whole = self._full(body).items
            for number in bare:
                items[number] = whole[number]
        return page


def _joins(definition: Definition) -> bool:
    """Whether a definition has a rule for pods without an owner."""
    return definition.extensions is not None and definition.extensions.owners is not None


def _key(obj: dict[str, Any]) -> owners.Key:
    key: owners.Key = obj["metadata"]["uid"]
    return key


def _pair(obj: dict[str, Any]) -> tuple[str, str]:
    return owners.split_api_version(obj["apiVersion"])[0], obj["kind"]

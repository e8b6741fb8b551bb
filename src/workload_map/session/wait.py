# SPDX-License-Identifier: Apache-2.0
"""Waiting until a change to a workload has its effect: its object and its pods are watched, nothing is polled."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from workload_map import errors
from workload_map.kube import durations, listing, partial, streams, watch
from workload_map.kube.errors import Absent, ApiError, Forbidden
from workload_map.session.cluster_kinds import POD
from workload_map.session.live import Model
from workload_map.workload import facts, owners

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.session.apply import Target
    from workload_map.session.cluster import Reach

__all__ = ["Goal", "State", "Verb", "WaitError", "goal", "seconds", "until"]

Verb = Literal["suspend", "resume", "scale", "set"]


class WaitError(errors.WorkloadMapError):
    """What was waited for did not come: ``wait.timeout``, ``wait.failed`` or ``wait.gone``."""

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """What a change is to lead to."""

    phases: tuple[str, ...]
    """One of these headlines…"""
    observed: bool = False
    """…of a status that is about the object as it was changed…"""
    ready: bool = False
    """…with as many ready pods as are wanted, and no more."""

    @property
    def text(self) -> str:
        """For messages: ``Running or Completed``."""
        return " or ".join(self.phases)

    def reached(self, state: State) -> bool:
        """Whether a state is what was waited for."""
        if state.headline not in self.phases or (self.observed and not state.observed):
            return False
        if not self.ready or state.headline != "Running" or state.ready is None:
            return True
        return state.ready == state.current == state.desired


class State(msgspec.Struct, frozen=True, kw_only=True):
    """How far the workload is. Numbers of pods are None where they are not known."""

    headline: str
    reason: str | None = None
    desired: int | None = None
    current: int | None = None
    ready: int | None = None
    observed: bool = True
    """Whether the controller has seen the object as it is now, as far as it says so."""

    @property
    def text(self) -> str:
        """For a line of progress: ``Initializing (PodsNotReady), 3/8 pods ready``."""
        reason = f" ({self.reason})" if self.reason else ""
        seen = "" if self.observed else ", the change is not seen yet"
        return f"{self.headline}{reason}, {_number(self.ready)}/{_number(self.desired)} pods ready{seen}"


_RUNNING: Final = ("Running", "Completed")
#: Up to this many owners of a kind are read one by one rather than as a list of all of their kind.
_FEW: Final = 3


def goal(verb: Verb, *, suspended: bool) -> Goal:
    """What to wait for after a change; `suspended`: the workload is, and a scale or another template leaves it so."""
    if verb == "suspend":
        return Goal(phases=("Suspended",))
    if verb == "resume":
        return Goal(phases=_RUNNING)
    phases = ("Suspended",) if suspended else _RUNNING
    return Goal(phases=phases, observed=True, ready=verb == "scale")


def seconds(text: str) -> float | None:
    """Seconds of ``--timeout``, None for 0: no limit. Raises ConfigError."""
    return durations.seconds(text, flag="--timeout") or None


def until(
    reach: Reach,
    target: Target,
    goal: Goal,
    *,
    within: float | None,
    tell: Callable[[State], None] = lambda state: None,
    warn: Callable[[str], None] = lambda text: None,
) -> State:
    """Wait until a workload is as the goal has it, at most `within` seconds (None: for ever). Each state that is
    another than the one before it goes to `tell`, what may not be read to `warn`.

    Raises WaitError: out of time, failed, deleted or replaced meanwhile; ApiError.
    """
    follower = _Follower(target, goal, tell, warn)
    try:
        return reach.run(follower.follow, within=within)
    except TimeoutError:
        last = f": {follower.state.text}" if follower.state is not None else ""
        raise WaitError(
            f"{target.title} is not {goal.text} after {within:g} s{last}", code="wait.timeout"
        ) from None


class _Follower:
    """Feeds a model with one workload, its pods and what lies between, and looks at the workload's row."""

    def __init__(
        self, target: Target, goal: Goal, tell: Callable[[State], None], warn: Callable[[str], None]
    ) -> None:
        self._target = target
        self._goal = goal
        self._tell = tell
        self._warn = warn
        self._model = Model(target.catalog)
        self._between = _Between(target, self._model)
        self._object: dict[str, Any] = {}
        self._counts = True
        self.state: State | None = None

    async def follow(self, client: Client) -> State:
        """Run until the goal is reached."""
        sources = [self._changes_of_object(client)]
        waiting = {"object"}
        # A pod is its own one.
        if (self._target.resource.group, self._target.resource.kind) != POD:
            sources.append(self._changes_of_pods(client))
            waiting.add("pods")
        early: list[dict[str, Any]] = []
        async with aclosing(streams.together(*sources)) as events:  # type: ignore[type-var]
            async for source, event in events:
                changed = False
                if event is None or event.type == "BOOKMARK":
                    # The end of a first list: from here on, what is not there is known not to be.
                    changed = source in waiting
                    if changed and source == "pods":
                        await self._between.climb(client, early)
                        early.clear()
                    waiting.discard(source)
                else:
                    changed = self._take(event)
                    if source == "pods" and "pods" in waiting:
                        early.append(event.object)
                    elif source == "pods" and event.type != "DELETED":
                        changed |= await self._between.climb(client, [event.object])
                if changed and not waiting:
                    state = self._look()
                    if self._goal.reached(state):
                        return state
                    if state.headline == "Failed" and (state.observed or not self._goal.observed):
                        raise WaitError(f"{self._target.title} is {state.text}", code="wait.failed")
        raise AssertionError("a watch has no end")

    def _take(self, event: watch.Event) -> bool:
        """Put a change into the model; whether the workload may be another now."""
        assert event.type != "BOOKMARK"
        uid = event.object["metadata"]["uid"]
        if uid == self._target.uid:
            if event.type == "DELETED":
                raise self._gone()
            self._object = event.object
        self._between.known.add(uid)
        return self._target.uid in self._model.apply(event.type, event.object)

    def _look(self) -> State:
        row = self._model.row(self._target.uid, pods=self._counts)
        if row is None:
            raise self._gone()
        status, generation = self._object.get("status"), self._object["metadata"].get("generation")
        observed = status.get("observedGeneration") if isinstance(status, dict) else None
        known = isinstance(observed, int) and isinstance(generation, int)
        state = State(
            headline=row.headline,
            reason=row.reason,
            desired=row.replicas.desired,
            current=row.replicas.current,
            ready=row.replicas.ready,
            observed=not known or observed >= generation,
        )
        if state != self.state:
            self.state = state
            self._tell(state)
        return state

    def _gone(self) -> WaitError:
        return WaitError(f"{self._target.title} was deleted meanwhile", code="wait.gone")

    async def _changes_of_object(self, client: Client) -> AsyncIterator[tuple[str, watch.Event | None]]:
        target = self._target
        changes = watch.reflect(
            client,
            target.resource,
            namespace=target.namespace,
            field_selector=f"metadata.name={target.name}",
            notice=self._outwaited,
        )
        async with aclosing(changes):  # type: ignore[type-var]
            async for event in changes:
                yield "object", event

    async def _changes_of_pods(self, client: Client) -> AsyncIterator[tuple[str, watch.Event | None]]:
        """The changes of pods; where they may not be read, one None."""
        target = self._target
        plan = target.catalog.plan({"apiVersion": target.resource.api_version, "kind": target.resource.kind})
        changes = watch.reflect(
            client,
            target.discovery.of(*POD)[0],
            namespace=target.namespace,
            decoder=partial.decoder(sorted({*facts.READS, *plan.pod_reads})),
            notice=self._outwaited,
        )
        try:
            async with aclosing(changes):  # type: ignore[type-var]
                async for event in changes:
                    yield "pods", event
        except Forbidden as error:
            self._counts = False
            self._warn(f"pods are not counted: {error.message}")
            yield "pods", None

    def _outwaited(self, error: ApiError) -> None:
        self._warn(f"{error.message}; trying again")


class _Between:
    """What lies between pods and their workload, read as metadata, each owner once."""

    def __init__(self, target: Target, model: Model) -> None:
        self._target = target
        self._model = model
        self.known: set[owners.Key] = set()

    async def climb(self, client: Client, objects: Iterable[dict[str, Any]]) -> bool:
        """Put the owners of these objects, and theirs, into the model; whether the workload may be another now."""
        changed = False
        while True:
            wanted: dict[tuple[str, str], dict[owners.Key, owners.Ident]] = {}
            for obj in objects:
                found = owners.owners_of(obj["metadata"])
                if len(found) == 1 and found[0].key not in self.known:
                    wanted.setdefault(found[0].group_kind, {})[found[0].key] = found[0]
            if not wanted:
                return changed
            fresh: list[dict[str, Any]] = []
            for pair, missing in sorted(wanted.items()):
                # Asked for once, whatever comes of it.
                self.known.update(missing)
                fresh += await self._read(client, pair, [owner.name for owner in missing.values()])
            for obj in fresh:
                self.known.add(obj["metadata"]["uid"])
                changed |= self._target.uid in self._model.apply("ADDED", obj, link=True)
            objects = fresh

    async def _read(
        self, client: Client, pair: tuple[str, str], names: Sequence[str]
    ) -> list[dict[str, Any]]:
        resource = next(iter(self._target.discovery.of(*pair)), None)
        if resource is None:
            return []
        namespace = self._target.namespace
        try:
            if len(names) > _FEW:
                items, _ = await listing.everything(client, resource, namespace=namespace, metadata_only=True)
                return items
            return [
                await listing.get(client, resource, namespace, name, metadata_only=True) for name in names
            ]
        except Forbidden:
            self._model.mark_unreadable(*pair, namespace)
        except Absent:
            # Gone meanwhile, and its pods soon.
            pass
        return []


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)

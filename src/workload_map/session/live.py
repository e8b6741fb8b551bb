# SPDX-License-Identifier: Apache-2.0
"""Workloads as a cluster changes: objects come one by one, and each says which rows may be others now.

At every moment a `Model` gives what `roots.Roots` and `list.rows` would give of the objects it holds. A pod that
changes costs one place and one step of a tally for each workload above it, however many pods these have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from workload_map import errors
from workload_map.session import list as listing
from workload_map.session import marks
from workload_map.session.live_counts import Counts
from workload_map.session.live_joins import Joins
from workload_map.session.live_owners import NOBODY, Attribution, Standing
from workload_map.session.live_shares import Shares
from workload_map.session.roots import PARTS, POD, Root
from workload_map.session.source import Item
from workload_map.workload import owners, view
from workload_map.workload.facts import PodFacts
from workload_map.workload.owners import Ident, Key
from workload_map.workload.tally import Tally

if TYPE_CHECKING:
    from workload_map.problems import Problem
    from workload_map.workload.catalog import Catalog
    from workload_map.workload.plan import Plan
    from workload_map.workload.reading import Reading
    from workload_map.workload.viewmodel import WorkloadRow

__all__ = ["Change", "Model"]

Change = Literal["ADDED", "MODIFIED", "DELETED"]


class _Held:
    """One object, and what has been worked out of it."""

    __slots__ = ("_facts", "_shares", "counts", "ident", "joined", "link", "object", "reading", "standing")

    def __init__(self, ident: Ident, obj: dict[str, Any], link: bool, shares: Shares) -> None:
        self._shares = shares
        self.standing: Standing = NOBODY
        self.joined: Key | None = None
        self.counts: Counts | None = None
        self.become(ident, obj, link)

    def become(self, ident: Ident, obj: dict[str, Any], link: bool) -> None:
        self.ident = ident
        self.object = self._shares.pod(obj) if ident[:2] == POD else obj
        self.link = link
        self.reading: Reading | None = None
        self._facts: PodFacts | None = None

    def is_like(self, ident: Ident, obj: dict[str, Any], link: bool) -> bool:
        """Whether it can become this one and stay what it is to others."""
        version = self.object.get("apiVersion")
        return self.ident == ident and self.link == link and version == obj.get("apiVersion")

    @property
    def is_pod(self) -> bool:
        return not self.link and self.ident[:2] == POD

    def facts(self) -> PodFacts:
        if self._facts is None:
            self._facts = self._shares.facts(self.object)
        return self._facts


class Model:
    """The workloads of a cluster, fed object by object in any order. It does no I/O and asks for nothing: whoever
    feeds it decides which kinds and namespaces it sees. Objects are kept, not copied, and must not be
    changed afterwards; a pod needs no more in it than `Plan.pod_reads`, `facts.READS` and, to be shown as a
    workload itself, the `own_reads` of its plan.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._owners = Attribution(catalog.kinds())
        self._held: dict[Key, _Held] = {}
        self._joins = Joins()
        self._shares = Shares()
        # Pods whose owner is not there, by namespace and that owner's group and kind; and who may have made it.
        self._lost: Counter[tuple[str, str, str]] = Counter()
        self._makers: dict[tuple[str, str, str], dict[Key, None]] = {}

    def __len__(self) -> int:
        return len(self._held)

    # --- feeding ------------------------------------------------------------------------------------------

    def apply(self, change: Change, obj: dict[str, Any], *, link: bool = False) -> frozenset[Key]:
        """Take in one change. The answer is the keys of workloads whose row may be another now: appeared, changed
        or gone.

        A `link` is an object of which only the metadata is known: it leads from owner to owner and is no
        workload. ADDED and MODIFIED mean the same; an object in the version that is held already changes
        nothing, nor does the end of one that is not there. A name is one object's: a new object that has the
        name of another is its successor, so the end of that other need not come, or may come later.
        """
        changed: set[Key] = set()
        ident = owners.ident_of(obj)
        if change == "DELETED":
            self._delete(ident.key, changed)
        else:
            self._put(ident, obj, link, changed)
        return frozenset(changed)

    def mark_unreadable(self, group: str, kind: str, namespace: str | None = None) -> frozenset[Key]:
        """Remember that objects of a kind may not be read, in one namespace or (None) anywhere; the answer is as
        that of `apply`."""
        changed: set[Key] = set()
        for key in self._owners.mark_unreadable(group, kind, namespace):
            self._stand(key, changed)
        return frozenset(changed)

    def _put(self, ident: Ident, obj: dict[str, Any], link: bool, changed: set[Key]) -> None:
        key = ident.key
        held = self._held.get(key)
        anew = held is None
        if held is None:
            before = self._owners.index.named(ident)
            if before is not None:
                self._delete(before, changed)
            held = self._held[key] = _Held(ident, obj, link, self._shares)
            self._register(key, held)
        elif held.link == link and (version := _version(obj)) and version == _version(held.object):
            return
        elif held.link or not link:
            anew = not held.is_like(ident, obj, link)
            if anew:
                self._unregister(key, held, changed)
                held.become(ident, obj, link)
                self._register(key, held)
            else:
                held.become(ident, obj, link)
                if held.is_pod:
                    self._recount(key, held, changed)
        # Of an object that is known in full a link tells the owners, and nothing else.
        moved = self._owners.put(obj, ident)
        for each in moved:
            self._stand(each, changed)
        if anew and key not in moved:
            self._stand(key, changed)
        if held.link:
            return
        if self._describes(held):
            changed.add(key)
        if held.is_pod:
            self._join(key, held, changed)
        else:
            for pod in self._joins.put_workload(key, ident.namespace, self._plan(held), held.object):
                self._join(pod, self._held[pod], changed)

    def _delete(self, key: Key, changed: set[Key]) -> None:
        held = self._held.get(key)
        if held is None:
            return
        moved = self._owners.delete(key)
        self._unregister(key, held, changed)
        del self._held[key]
        for each in moved:
            self._stand(each, changed)

    def _register(self, key: Key, held: _Held) -> None:
        """Note that the workload may be the maker of what lost pods hang on."""
        for made in self._made(held):
            self._makers.setdefault((held.ident.namespace, *made), {})[key] = None

    def _unregister(self, key: Key, held: _Held, changed: set[Key]) -> None:
        """Undo all that an object stands for but its place among the owners."""
        namespace = held.ident.namespace
        for made in self._made(held):
            makers = self._makers[namespace, *made]
            del makers[key]
            if not makers:
                del self._makers[namespace, *made]
        if self._describes(held):
            changed.add(key)
        self._move(key, held, NOBODY, changed)
        if held.is_pod:
            self._joins.drop_orphan(key, namespace)
            self._settle(key, held, None, changed)
        for pod in self._joins.drop_workload(key):
            self._join(pod, self._held[pod], changed)

    def _stand(self, key: Key, changed: set[Key]) -> None:
        """See where an object stands now."""
        held = self._held[key]
        if not held.link:
            self._move(key, held, self._owners.standing(key, pod=held.is_pod), changed)

    def _move(self, key: Key, held: _Held, new: Standing, changed: set[Key]) -> None:
        old = held.standing
        if new == old:
            return
        held.standing = new
        if self._describes(held):
            changed.add(key)
        if not held.is_pod:
            return
        for above in old.above:
            if above not in new.above:
                self._leave(key, above, changed)
        for above in new.above:
            if above not in old.above:
                self._enter(key, held, above, changed)
        for lost, step in ((old.lost, -1), (new.lost, 1)):
            if lost is not None and old.lost != new.lost:
                self._lost[lost] += step
                if not self._lost[lost]:
                    del self._lost[lost]
                changed.update(self._makers.get(lost, ()))

    def _enter(self, key: Key, pod: _Held, workload: Key, changed: set[Key]) -> Counts:
        held = self._held[workload]
        if held.counts is None:
            held.counts = Counts()
        held.counts.add(key, pod)
        if self._describes(held):
            changed.add(workload)
        return held.counts

    def _leave(self, key: Key, workload: Key, changed: set[Key]) -> None:
        held = self._held.get(workload)
        if held is not None and held.counts is not None:
            held.counts.remove(key)
            if not held.counts.pods:
                held.counts = None
            if self._describes(held):
                changed.add(workload)

    def _recount(self, key: Key, pod: _Held, changed: set[Key]) -> None:
        joined = () if pod.joined is None else (pod.joined,)
        for workload in (*pod.standing.above, *joined):
            held = self._held[workload]
            if held.counts is not None and held.counts.change(key) and self._describes(held):
                changed.add(workload)

    def _join(self, key: Key, pod: _Held, changed: set[Key]) -> None:
        """See which workload a pod joins."""
        namespace = pod.ident.namespace
        target: Key | None = None
        if (pod.object.get("metadata") or {}).get("ownerReferences"):
            self._joins.drop_orphan(key, namespace)
        else:
            self._joins.put_orphan(key, namespace)
            target = self._joins.target(pod.object, namespace)
        self._settle(key, pod, target, changed)

    def _settle(self, key: Key, pod: _Held, target: Key | None, changed: set[Key]) -> None:
        if target == pod.joined:
            return
        if pod.joined is not None:
            self._leave(key, pod.joined, changed)
        pod.joined = target
        changed.add(key)
        if target is not None:
            self._enter(key, pod, target, changed).joined[key] = None

    # --- asking -------------------------------------------------------------------------------------------

    def roots(self, *, type: tuple[str, str] | None = None, parts: bool = False) -> Iterator[Key]:
        """Keys of the workloads that a list shows, see `shown`, in the order in which they came."""
        return (key for key in self._held if self.shown(key, type=type, parts=parts))

    def shown(self, key: Key, *, type: tuple[str, str] | None = None, parts: bool = False) -> bool:
        """Whether a list has a row for this object.

        Of one `type`, a (group, kind): each of its objects, also below others. Across types: workloads that
        are at the top, but no shadows, and bare pods and ReplicaSets only with `parts` or where their owner is
        in doubt. (`Roots.select` shows these also where there is nothing else; here nothing else may come yet.)
        """
        held = self._held.get(key)
        if held is None or not self._describes(held):
            return False
        if type is not None:
            return held.ident.group_kind == type
        if held.standing.above or held.joined is not None:
            return False
        if not parts and held.ident.group_kind in PARTS and not held.standing.marks:
            return False
        plan = self._plan(held)
        extensions = plan.definition.extensions if plan is not None else None
        return not (extensions and extensions.shadow)

    def row(self, key: Key, *, pods: bool) -> WorkloadRow | None:
        """The workload's line of a list; None where there is none of that key.

        With `pods` the model is taken to hold every pod of the cluster that may be the workload's, so that no
        pod means 0; without, what it holds of pods is left out. Raises AmbiguousDefinition and NoDefinition.
        """
        held = self._held.get(key)
        if held is None or not self._describes(held):
            return None
        reading = self._read(held)
        said: list[Problem] = list(held.standing.marks)
        if not pods:
            row = view.row(reading, file_mode=False)
        elif held.is_pod:
            row = view.row(reading, pods=self.pods(key), file_mode=False)
        else:
            counts = held.counts
            lost = self._may_be_pods_of(held, reading) if self._lost else None
            if counts is not None:
                names = sorted(self._held[pod].ident.name for pod in counts.joined)
                said += map(marks.of_joined, names)
                row = view.row(reading, tally=counts.tally(reading), said=counts.told(), file_mode=False)
            else:
                row = view.row(reading, tally=None if lost else Tally(), file_mode=False)
            if lost is not None:
                said.append(lost)
        root = Root(key=key, item=Item(held.object, "cluster"), pods=None, marks=tuple(said))
        result: WorkloadRow = listing.marked(row, root)
        return result

    def ident(self, key: Key) -> Ident | None:
        """Which object a key stands for; None where there is none."""
        held = self._held.get(key)
        return None if held is None else held.ident

    def reading(self, key: Key) -> Reading | None:
        """What a workload's object says; None where there is none of that key. Raises as `row`."""
        held = self._held.get(key)
        return None if held is None or not self._describes(held) else self._read(held)

    def pods(self, key: Key) -> list[dict[str, Any]]:
        """The pods of a workload, as they were given; a pod is its own first one."""
        held = self._held.get(key)
        if held is None:
            return []
        own = [held.object] if held.is_pod else []
        return own + ([pod.object for pod in held.counts.pods.values()] if held.counts is not None else [])

    def _describes(self, held: _Held) -> bool:
        return not held.link and held.ident[:2] in self._owners.index.described

    def _read(self, held: _Held) -> Reading:
        if held.reading is None:
            held.reading = self._catalog.plan(held.object).read(held.object)
        return held.reading

    def _plan(self, held: _Held) -> Plan | None:
        if not self._describes(held):
            return None
        try:
            return self._catalog.plan(held.object)
        except errors.WorkloadMapError:
            # Which definition describes it is not clear; `row` says so.
            return None

    def _made(self, held: _Held) -> frozenset[tuple[str, str]]:
        plan = self._plan(held)
        return frozenset() if plan is None else marks.made_kinds(plan.definition)

    def _may_be_pods_of(self, held: _Held, reading: Reading) -> Problem | None:
        definition, namespace = reading.plan.definition, held.ident.namespace
        return marks.of_lost_pods(definition, self._lost, namespace, place="cluster")


def _version(obj: dict[str, Any]) -> str | None:
    metadata = obj.get("metadata")
    version = metadata.get("resourceVersion") if isinstance(metadata, dict) else None
    return version if isinstance(version, str) else None

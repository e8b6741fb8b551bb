# SPDX-License-Identifier: Apache-2.0
"""Which objects of an input are workloads, and what belongs to each.

A root is an object of a described kind whose chain of owners, inside the input, meets no other described object.
Everything else of the input is a root's pod, an object below a root, or of a kind that no definition describes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workload_map import errors
from workload_map.problems import Problem
from workload_map.session import kinds, marks
from workload_map.session.kinds import Selection
from workload_map.session.source import Gathered, Item
from workload_map.workload import events, owners

if TYPE_CHECKING:
    from workload_map.session import selectors
    from workload_map.workload.catalog import Catalog
    from workload_map.workload.plan import Plan

__all__ = ["PARTS", "POD", "Root", "Roots", "one_text"]

POD: Final = ("", "Pod")
#: Parts of workloads that a list across types leaves out where they stand alone.
PARTS: Final = frozenset({POD, ("apps", "ReplicaSet")})


class Root(msgspec.Struct, frozen=True, kw_only=True):
    """One described object with what belongs to it."""

    key: owners.Key
    item: Item
    pods: list[dict[str, Any]] | None
    """The pods below it; None when the input has no pods at all."""
    marks: tuple[Problem, ...]
    """What is to be said of its owners."""

    @property
    def label(self) -> str:
        """KIND/NAME."""
        return kinds.typed_name(self.item.object)

    @property
    def namespace(self) -> str | None:
        """Its namespace, where it has one."""
        return kinds.namespace_of(self.item.object)


class Roots:
    """The workloads of an input, found once; each question about them is then answered from here."""

    def __init__(self, gathered: Gathered, catalog: Catalog) -> None:
        self._catalog = catalog
        self._plans: dict[tuple[str, str], Plan | errors.WorkloadMapError] = {}
        self.problems: list[Problem] = list(gathered.problems)
        """What was skipped in reading the input: duplicates, and kinds without a definition, too."""
        self.undescribed: Counter[str] = Counter()
        """How many objects of each kind without a definition there are."""
        self._items: dict[owners.Key, Item] = {}
        self._pairs: dict[owners.Key, tuple[str, str]] = {}
        self._described: list[owners.Key] = []
        self._marks: dict[owners.Key, tuple[Problem, ...]] = {}
        self._below: dict[owners.Key, list[owners.Key]] = {}
        self._pods: dict[owners.Key, list[dict[str, Any]]] = {}
        self._inner: set[owners.Key] = set()
        # Pods whose owner is not in the input or may not be read, by namespace and that owner's group and kind.
        self._lost: Counter[tuple[str, str, str]] = Counter()
        self._joined: dict[owners.Key, owners.Key] = {}
        # By uid, and by group, kind, namespace and name for subjects without one.
        self._events: dict[owners.Key, list[dict[str, Any]]] = {}
        self._has_events = gathered.events
        self.has_pods = gathered.pods
        """Whether the input has any pod."""
        self._place = gathered.place
        self.file_mode = gathered.file_mode
        """Whether the input is saved objects rather than a cluster as it is now."""
        self._parts = gathered.parts
        self._sort(gathered)

    # --- finding ------------------------------------------------------------------------------------------

    def _sort(self, gathered: Gathered) -> None:
        described = frozenset(self._catalog.kinds())
        self._index = index = owners.Index(described)
        for link in gathered.links:
            index.upsert(link)
        for group, kind, namespace in gathered.unreadable:
            index.mark_unreadable(group, kind, namespace)
        linked: list[owners.Key] = []
        orphans: list[owners.Key] = []
        repeated: Counter[str] = Counter()
        for item in gathered.items:
            obj = item.object
            pair = kinds.group_kind(obj)
            key = index.upsert(obj)
            if pair in events.KINDS:
                self._take_event(obj)
                index.delete(key)
                continue
            if key in self._items:
                other = self._repeat(key, item, index, repeated)
                if other is None:
                    continue
                key = other
            self._items[key] = item
            self._pairs[key] = pair
            if pair == POD:
                self.has_pods = True
            if pair in described:
                self._described.append(key)
            else:
                self.undescribed[pair[1]] += 1
            if kinds.metadata(obj).get("ownerReferences"):
                linked.append(key)
            elif pair == POD:
                orphans.append(key)
        for label, count in repeated.items():
            self.problems.append(
                Problem(
                    code="input.repeated",
                    severity="warning",
                    message=f"{label} is in the input {count + 1} times (same uid): the first is used",
                )
            )
        if self.undescribed:
            count = self.undescribed.total()
            what = "1 object of a kind" if count == 1 else f"{count} objects of kinds"
            self.problems.append(
                Problem(
                    code="input.undescribed",
                    severity="warning",
                    message=f"{what} without a definition left out: {self.undescribed_text()}",
                )
            )
        for key in linked:
            self._attribute(key, index)
        if orphans:
            self._join(orphans)
        for key in self._described:
            if self._pairs[key] == POD and self._seen(key):
                self._pods.setdefault(key, []).insert(0, self._items[key].object)

    def _repeat(
        self, key: owners.Key, item: Item, index: owners.Index, repeated: Counter[str]
    ) -> owners.Key | None:
        """A key for an object that has the key of an earlier one: none where it is the same object."""
        if isinstance(key, str):
            index.upsert(self._items[key].object)
            repeated[kinds.typed_name(item.object)] += 1
            return None
        # Manifests without a uid may share a name, or have none (generateName): each is a workload.
        return (*key[:3], f"{key[3]}\0{len(self._items)}")

    def _take_event(self, event: dict[str, Any]) -> None:
        self._has_events = True
        subject = events.about(event)
        if subject is not None:
            self._events.setdefault(subject.key, []).append(event)

    def _attribute(self, key: owners.Key, index: owners.Index) -> None:
        if key not in index:
            return
        chain = index.chain(key)
        top = chain.end.below
        if top is None:
            return
        pod = self._pairs[key] == POD
        circle = isinstance(chain.end, owners.Unclear) and chain.end.cycle
        if top.key == key or circle:
            # Of owners in a circle none is the top: each stands for itself, and says so.
            self._marks[key] = marks.of_owners(chain.end, place=self._place)
            if pod and isinstance(chain.end, (owners.Missing, owners.Unreadable)):
                self._lost[chain.links[-1].namespace, *chain.end.owner.group_kind] += 1
            return
        self._inner.add(key)
        for link in index.holders(chain):
            if pod:
                self._pods.setdefault(link.key, []).append(self._items[key].object)
            elif self._pairs[key] in index.described:
                self._below.setdefault(link.key, []).append(key)

    def _join(self, orphans: Iterable[owners.Key]) -> None:
        """Give ownerless pods to the workloads whose definition has a rule for them."""
        targets: dict[tuple[str, str], list[owners.Key]] = {}
        rules: dict[str, Plan] = {}
        for key in self._described:
            plan = None if self._pairs[key] == POD else self._joining(key)
            if plan is None:
                continue
            value = one_text(plan.join_object, self._items[key].object)
            if value is not None:
                rules[plan.name] = plan
                targets.setdefault((plan.name, value), []).append(key)
        for key in orphans if targets else ():
            pod = self._items[key].object
            namespace = kinds.namespace_of(pod)
            for name, plan in sorted(rules.items()):
                value = one_text(plan.join_pod, pod)
                found = [
                    target
                    for target in (targets.get((name, value), []) if value is not None else [])
                    if kinds.namespace_of(self._items[target].object) == namespace
                ]
                if len(found) == 1:
                    self._inner.add(key)
                    self._joined[key] = found[0]
                    self._pods.setdefault(found[0], []).append(pod)
                    joined = marks.of_joined(kinds.name_of(pod))
                    self._marks[found[0]] = (*self._marks.get(found[0], ()), joined)
                    break

    def _joining(self, key: owners.Key) -> Plan | None:
        try:
            plan = self.plan(self._items[key].object)
        except errors.WorkloadMapError:
            return None
        return plan if plan.join_pod is not None else None

    def _seen(self, key: owners.Key) -> bool:
        """Whether a pod is one that exists rather than a manifest of one."""
        obj = self._items[key].object
        return "status" in obj or "uid" in kinds.metadata(obj)

    # --- asking -------------------------------------------------------------------------------------------

    def plan(self, obj: dict[str, Any]) -> Plan:
        """The plan for an object's kind, found once a kind. Raises as `Catalog.plan`."""
        key = (str(obj.get("apiVersion")), str(obj.get("kind")))
        found = self._plans.get(key)
        if found is None:
            try:
                found = self._catalog.plan(obj)
            except errors.WorkloadMapError as error:
                found = error
            self._plans[key] = found
        if isinstance(found, errors.WorkloadMapError):
            raise found
        return found

    def select(self, selection: Selection, *, across_types: bool = False) -> list[Root]:
        """The workloads that a selection names, in the input's order.

        No type: roots; with `across_types` without shadows, and without bare pods and ReplicaSets unless
        they are all there is. A type, or a name: every object of a described kind that fits, also below another.
        Raises NotFound for a name that is not there, NoDefinition where the input has nothing described.
        """
        if self._items and not self._described:
            raise errors.NoDefinition(
                f"no definition describes anything in the {self._place}: {self.undescribed_text()}"
            )
        pair = None
        if selection.type is not None:
            present = {self._pairs[key] for key in self._items}
            pair = kinds.resolve(selection.type, self._catalog.kinds(), present=present)
        fits = self._matcher(selection)
        keys = [key for key in self._described if (pair is None or self._pairs[key] == pair) and fits(key)]
        if pair is None:
            tops = [key for key in keys if key not in self._inner]
            keys = tops if tops or not selection.named else keys
            if not selection.named:
                keys = [key for key in keys if not self._is_shadow(key)]
                if across_types and not self._parts:
                    keys = self._without_parts(keys)
        if selection.named and not keys:
            raise errors.NotFound(f"{selection} is not in the {self._place}")
        return [self.root(key) for key in keys]

    def _matcher(self, selection: Selection) -> Callable[[owners.Key], bool]:
        """Whether an object fits name, namespace and selectors. Fields that a server can select by are not all
        in the object, so what came from one has been selected there. Raises InputError for a bad selector."""
        labels: selectors.Matcher | None = None
        fields: selectors.Matcher | None = None
        if selection.labels or selection.fields:
            from workload_map.session import selectors

            labels = selectors.labels(selection.labels) if selection.labels else None
            fields = selectors.fields(selection.fields) if selection.fields and self.file_mode else None

        def fits(key: owners.Key) -> bool:
            obj = self._items[key].object
            if selection.name is not None and kinds.name_of(obj) != selection.name:
                return False
            place = kinds.namespace_of(obj)
            if selection.namespace is not None and place != selection.namespace:
                # In a cluster an object without a namespace is in none: it belongs to every one.
                return place is None and not self.file_mode
            return (labels is None or labels(obj)) and (fields is None or fields(obj))

        return fits

    def _is_shadow(self, key: owners.Key) -> bool:
        try:
            extensions = self.plan(self._items[key].object).definition.extensions
        except errors.WorkloadMapError:
            return False
        return bool(extensions and extensions.shadow)

    def _without_parts(self, keys: list[owners.Key]) -> list[owners.Key]:
        rest = [key for key in keys if self._pairs[key] not in PARTS or self._is_marked(key)]
        left_out = Counter(self._pairs[key][1] for key in keys) - Counter(self._pairs[key][1] for key in rest)
        if not rest or not left_out:
            return keys
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(left_out.items()))
        self.problems.append(
            Problem(
                code="list.parts",
                severity="info",
                message=f"left out: {counts} without an owner; name the type to list them",
            )
        )
        return rest

    def _is_marked(self, key: owners.Key) -> bool:
        return any(mark.code.startswith("owner.") for mark in self._marks.get(key, ()))

    def root(self, key: owners.Key) -> Root:
        """One described object with its pods and marks."""
        pods = self._pods.get(key)
        said = self._marks.get(key, ())
        lost = self._may_be_pods_of(key) if self._lost else None
        if lost is not None:
            said = (*said, lost)
        elif pods is None and self.has_pods and self._pairs[key] != POD:
            # A manifest of a pod says nothing about which pods exist; of anything else none was given.
            pods = []
        return Root(key=key, item=self._items[key], pods=pods, marks=said)

    def _may_be_pods_of(self, key: owners.Key) -> Problem | None:
        obj = self._items[key].object
        try:
            definition = self.plan(obj).definition
        except errors.WorkloadMapError:
            return None
        return marks.of_lost_pods(definition, self._lost, kinds.namespace_of(obj) or "", place=self._place)

    def owned(self, root: Root) -> list[Root]:
        """The described objects below a root, pods apart, in the input's order."""
        return [self.root(key) for key in self._below.get(root.key, ())]

    def events(self, root: Root) -> list[dict[str, Any]] | None:
        """The events about a workload, its pods and the described objects below it; None where none were read."""
        if not self._has_events:
            return None
        objects = [
            root.item.object,
            *(root.pods or ()),
            *(self._items[key].object for key in self._below.get(root.key, ())),
        ]
        found: list[dict[str, Any]] = []
        for obj in objects:
            group, kind = kinds.group_kind(obj)
            uid = kinds.metadata(obj).get("uid")
            if isinstance(uid, str):
                found += self._events.get(uid, ())
            else:
                name = (group, kind, kinds.namespace_of(obj) or "", kinds.name_of(obj) or "")
                found += self._events.get(name, ())
        return found

    def chain(self, root: Root) -> owners.Chain:
        """The owners of an object, climbed."""
        # One of several nameless or equally named manifests is in the index under their common name.
        key = root.key if root.key in self._index else self._index.upsert(root.item.object)
        return self._index.chain(key)

    def joined(self, pod: Root) -> Root | None:
        """The workload that an ownerless pod joined by its definition's rule."""
        return self.root(self._joined[pod.key]) if pod.key in self._joined else None

    def describes(self, pair: tuple[str, str]) -> bool:
        """Whether a definition describes this (group, kind)."""
        return pair in self._index.described

    def by_ident(self, ident: owners.Ident) -> Root | None:
        """The object behind a link of a chain; None where it is not in the input."""
        return self.root(ident.key) if ident.key in self._items else None

    def pod(self, name: str, namespace: str | None) -> Root:
        """The pod of that name. Raises NotFound; InputError where several namespaces have one."""
        fits = self._matcher(Selection(name=name, namespace=namespace))
        found = [key for key in self._items if self._pairs[key] == POD and fits(key)]
        if not found:
            where = f" in namespace {namespace}" if namespace else ""
            raise errors.NotFound(f"Pod/{name}{where} is not in the {self._place}")
        if len(found) > 1:
            raise errors.InputError(
                f"several pods are named {name}: give one of their namespaces with -n", code="input.several"
            )
        return self.root(found[0])

    def undescribed_text(self) -> str:
        """``2 ConfigMap, 1 Service``: the objects that no definition describes."""
        return ", ".join(f"{count} {kind}" for kind, count in sorted(self.undescribed.items()))


def one_text(expr: Any, value: dict[str, Any]) -> str | None:
    """The one non-empty string that a join expression gives; an expression that fails joins nothing."""
    try:
        results = expr.all(value)
    except errors.JqError:
        return None
    return results[0] if len(results) == 1 and isinstance(results[0], str) and results[0] else None

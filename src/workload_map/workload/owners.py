# SPDX-License-Identifier: Apache-2.0
"""Which workload does an object belong to: an index of owner references, climbed by UID.

The rules (Kubernetes' garbage collector has the same notion of an owner):

* the owner is the reference with ``controller: true``, else the only reference there is;
* an owner is the object with the reference's UID, group and kind; the version is ignored. An object of that
  name with another UID is another object, made anew since (`Stale`);
* a namespaced owner is in the namespace of what it owns, or has none (cluster-scoped, or a manifest);
* an object that has no UID (in a file) is found by group, kind, namespace and name;
* an object belongs to the top-most object of a described kind on its chain, which may be itself.

The index knows no API: files, watches and lists feed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from workload_map.jq.reads import ANY, ReadPath

__all__ = [
    "READS",
    "Chain",
    "Ident",
    "Index",
    "Key",
    "Missing",
    "Outcome",
    "Root",
    "Stale",
    "Unclear",
    "Undescribed",
    "Unreadable",
    "as_object",
    "ident_of",
    "owners_of",
    "split_api_version",
]

#: An object's key in the index: its UID, or (group, kind, namespace, name) where it has none.
Key = str | tuple[str, str, str, str]


_POD: Final = ("", "Pod")

#: What `Index.upsert` and `owners_of` read of an object.
READS: Final[tuple[ReadPath, ...]] = (
    ("apiVersion", ANY),
    ("kind", ANY),
    ("metadata", "name", ANY),
    ("metadata", "namespace", ANY),
    ("metadata", "ownerReferences", ANY),
    ("metadata", "uid", ANY),
)


class Ident(NamedTuple):
    """Which object: the version is left out, `namespace` and `uid` are "" where there is none."""

    group: str
    kind: str
    namespace: str
    name: str
    uid: str

    @property
    def key(self) -> Key:
        """The key of this object in an `Index`."""
        return self.uid or self[:4]

    @property
    def group_kind(self) -> tuple[str, str]:
        """Group and kind."""
        return self[:2]

    def __str__(self) -> str:
        return f"{self.kind}/{self.name}"


class _Outcome(msgspec.Struct, frozen=True, kw_only=True):
    below: Ident | None
    """The top-most described object that was reached, whatever lies above it."""


class Root(_Outcome, frozen=True, kw_only=True):
    """The chain was climbed to its end: `object` is the workload."""

    object: Ident


class Undescribed(_Outcome, frozen=True, kw_only=True):
    """The chain was climbed to its end, `top`, and no object on it is of a described kind."""

    top: Ident


class Missing(_Outcome, frozen=True, kw_only=True):
    """An owner is not in the index; `described` says whether it would be a workload itself."""

    owner: Ident
    described: bool


class Unreadable(_Outcome, frozen=True, kw_only=True):
    """An owner may not be read (403): what it belongs to cannot be known."""

    owner: Ident


class Stale(_Outcome, frozen=True, kw_only=True):
    """The owner that is named is gone: `found` has its name and another UID."""

    owner: Ident
    found: Ident


class Unclear(_Outcome, frozen=True, kw_only=True):
    """Several owners and no controller among them, or owners in a circle."""

    owners: tuple[Ident, ...]
    cycle: bool


Outcome = Root | Undescribed | Missing | Unreadable | Stale | Unclear


class Chain(NamedTuple):
    """How an outcome was reached: the objects climbed, the first one included."""

    links: tuple[Ident, ...]
    end: Outcome


class _Node(NamedTuple):
    ident: Ident
    owners: tuple[Ident, ...]


class Index:
    """Objects and their owners. `described` are the kinds that are workloads, as (group, kind)."""

    def __init__(self, described: Iterable[tuple[str, str]]) -> None:
        self.described = frozenset(described)
        self._nodes: dict[Key, _Node] = {}
        self._by_name: dict[tuple[str, str, str, str], Key] = {}
        self._owned: dict[Key, dict[Key, None]] = {}
        self._unreadable: set[tuple[str, str, str | None]] = set()

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, key: Key) -> bool:
        return key in self._nodes

    def upsert(self, item: Any, *, api_version: str | None = None, kind: str | None = None) -> Key:
        """Take in an object, or its metadata as a list gives it; the answer is its key.

        `api_version` and `kind` are for items of a list, which do not carry them. A wrong type counts as
        absent.
        """
        ident = ident_of(item, api_version=api_version, kind=kind)
        key = ident.key
        if key in self._nodes:
            self._unlink(key)
        owners = owners_of(item.get("metadata")) if isinstance(item, dict) else ()
        self._nodes[key] = _Node(ident, owners)
        self._by_name[ident[:4]] = key
        if len(owners) == 1:
            self._owned.setdefault(owners[0].key, {})[key] = None
        return key

    def delete(self, key: Key) -> None:
        """Forget an object; one that is not there is no error."""
        node = self._nodes.get(key)
        if node is None:
            return
        self._unlink(key)
        del self._nodes[key]
        if self._by_name.get(node.ident[:4]) == key:
            del self._by_name[node.ident[:4]]

    def mark_unreadable(self, group: str, kind: str, namespace: str | None = None) -> None:
        """Remember that objects of a kind may not be read, in one namespace or (None) anywhere."""
        self._unreadable.add((group, kind, namespace))

    def ident(self, key: Key) -> Ident:
        """What is behind a key; KeyError if nothing is."""
        return self._nodes[key].ident

    def named(self, ident: Ident) -> Key | None:
        """The key of the object that has this group, kind, namespace and name, whatever its UID."""
        return self._by_name.get(ident[:4])

    def owners(self, key: Key) -> tuple[Ident, ...]:
        """The owner as the object names it; several where it does not say which; none."""
        return self._nodes[key].owners

    def owned(self, key: Key) -> tuple[Key, ...]:
        """Keys of the objects that name this one as their owner, in the order they came."""
        node = self._nodes[key]
        found = dict(self._owned.get(key, {}))
        if node.ident.uid:
            # References without a UID were filed under the name.
            found.update(self._owned.get(node.ident[:4], {}))
        else:
            found.update(dict.fromkeys(k for k in self._unresolved() if self._owner_key(k) == key))
        return tuple(k for k in found if self._owner_key(k) == key)

    def descendants(self, key: Key) -> Iterator[Key]:
        """Keys of all that this object owns, directly or not, each once, parents before children."""
        seen = {key}
        level = [key]
        while level:
            below: list[Key] = []
            for parent in level:
                for child in self.owned(parent):
                    if child not in seen:
                        seen.add(child)
                        below.append(child)
                        yield child
            level = below

    def root(self, key: Key) -> Outcome:
        """The workload that an object belongs to, or why that cannot be said; KeyError for an unknown key."""
        return self._climb(key, None)

    def chain(self, key: Key) -> Chain:
        """The same with every object climbed, for a person who asks why."""
        links: list[Ident] = []
        end = self._climb(key, links)
        return Chain(tuple(links), end)

    def holders(self, chain: Chain) -> tuple[Ident, ...]:
        """The described objects that hold the first one of a chain: those above it up to its workload, the nearest
        first.

        A pod is held by no other pod that is not the workload itself, and not by a workload whose own pod made
        another one that the pod is of. So the StatefulSet of a LeaderWorkerSet's leaders holds no workers, whose
        StatefulSets the leaders' pods own (LeaderWorkerSet pkg/controllers/pod_controller.go); the
        LeaderWorkerSet holds all.
        """
        top = chain.end.below
        first = chain.links[0]
        if top is None or top.key == first.key:
            return ()
        found: list[Ident] = []
        made = False
        for below, link in pairwise(chain.links):
            if link.group_kind in self.described:
                other = first.group_kind == _POD and (
                    link.group_kind == _POD or (made and below.group_kind == _POD)
                )
                if link.key == top.key or not other:
                    found.append(link)
                made = made or link.group_kind != _POD
            if link.key == top.key:
                break
        return tuple(found)

    def _climb(self, key: Key, links: list[Ident] | None) -> Outcome:
        node = self._nodes[key]
        below: Ident | None = None
        climbed: set[Key] = set()
        while True:
            climbed.add(key)
            ident = node.ident
            if links is not None:
                links.append(ident)
            if ident[:2] in self.described:
                below = ident
            if not node.owners:
                return (
                    Undescribed(top=ident, below=None) if below is None else Root(object=below, below=below)
                )
            if len(node.owners) > 1:
                return Unclear(owners=node.owners, cycle=False, below=below)
            owner = node.owners[0]
            found = self._find(owner, ident.namespace)
            if isinstance(found, Ident):
                return Stale(owner=owner, found=found, below=below)
            if found is None:
                if self._is_unreadable(owner, ident.namespace):
                    return Unreadable(owner=owner, below=below)
                described = owner.group_kind in self.described
                return Missing(owner=owner, described=described, below=below)
            if found in climbed:
                return Unclear(owners=node.owners, cycle=True, below=below)
            key, node = found, self._nodes[found]

    def _find(self, owner: Ident, namespace: str) -> Key | Ident | None:
        """The key of an owner; the object that has taken its name since; or None."""
        if owner.uid:
            node = self._nodes.get(owner.uid)
            if node is not None:
                # A manifest may leave its namespace to the command that applies it.
                reachable = not namespace or node.ident.namespace in ("", namespace)
                return owner.uid if reachable and node.ident.group_kind == owner.group_kind else None
        for place in dict.fromkeys((namespace, "")):
            key = self._by_name.get((owner.group, owner.kind, place, owner.name))
            if key is not None:
                ident = self._nodes[key].ident
                return key if not (owner.uid and ident.uid) else ident
        return None

    def _owner_key(self, key: Key) -> Key | None:
        node = self._nodes[key]
        if len(node.owners) != 1:
            return None
        found = self._find(node.owners[0], node.ident.namespace)
        return None if isinstance(found, Ident) else found

    def _unresolved(self) -> Iterator[Key]:
        """Objects whose owner's UID is not in the index: their owner may be one that has no UID."""
        for owner, keys in self._owned.items():
            if owner not in self._nodes:
                yield from keys

    def _is_unreadable(self, owner: Ident, namespace: str) -> bool:
        return any((owner.group, owner.kind, place) in self._unreadable for place in (namespace, "", None))

    def _unlink(self, key: Key) -> None:
        owners = self._nodes[key].owners
        if len(owners) == 1:
            siblings = self._owned.get(owners[0].key)
            if siblings is not None:
                siblings.pop(key, None)
                if not siblings:
                    del self._owned[owners[0].key]


def ident_of(item: Any, *, api_version: str | None = None, kind: str | None = None) -> Ident:
    """Which object this is. `api_version` and `kind` are for items of a list, which do not carry them; a wrong
    type counts as absent."""
    if isinstance(item, dict):
        api_version = api_version if api_version is not None else item.get("apiVersion")
        kind = kind if kind is not None else item.get("kind")
    metadata = _dict(item.get("metadata")) if isinstance(item, dict) else {}
    group = split_api_version(api_version)[0]
    namespace = _text(metadata.get("namespace"))
    return Ident(group, _text(kind), namespace, _text(metadata.get("name")), _text(metadata.get("uid")))


def as_object(ident: Ident) -> dict[str, Any]:
    """An object of which no more is known than that it is there; its version is not."""
    metadata = {"name": ident.name, "namespace": ident.namespace, "uid": ident.uid}
    return {
        "apiVersion": f"{ident.group}/v1" if ident.group else "v1",
        "kind": ident.kind,
        "metadata": metadata,
    }


def owners_of(metadata: Any) -> tuple[Ident, ...]:
    """Who owns an object, by its metadata: one owner; several, none of them a controller; or nobody.

    `namespace` is that of the object itself. Entries that are no references are left out.
    """
    metadata = _dict(metadata)
    references = metadata.get("ownerReferences")
    if not isinstance(references, list):
        return ()
    namespace = _text(metadata.get("namespace"))
    found: list[Ident] = []
    for reference in references:
        if not isinstance(reference, dict):
            continue
        kind, name = _text(reference.get("kind")), _text(reference.get("name"))
        uid = _text(reference.get("uid"))
        if not kind or not (name or uid):
            continue
        owner = Ident(split_api_version(reference.get("apiVersion"))[0], kind, namespace, name, uid)
        if reference.get("controller") is True:
            return (owner,)
        found.append(owner)
    return tuple(found)


def split_api_version(api_version: Any) -> tuple[str, str]:
    """Group and version of an ``apiVersion``; the core group is ""; what is no text gives ("", "")."""
    group, _, version = _text(api_version).rpartition("/")
    return group, version


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}

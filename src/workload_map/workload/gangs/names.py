# SPDX-License-Identifier: Apache-2.0
"""Names of gangs: the same from the object and from one of its pods, and legal as names of objects."""

from __future__ import annotations

import hashlib
import re
from typing import Final

import msgspec

from workload_map.problems import Problem
from workload_map.workload.reading import Reading

__all__ = ["Identity", "Names", "gang_name", "identity_of", "without_uid"]

_PREFIX: Final = 40
_ILLEGAL: Final = re.compile(r"[^a-z0-9]+")


class Identity(msgspec.Struct, frozen=True):
    """What tells the workload's object from all others: its uid, else its kind, namespace and name."""

    key: str
    name: str


def identity_of(reading: Reading) -> Identity:
    """Who the workload is. Source: section 7 of the design."""
    name = reading.name or ""
    if reading.uid:
        return Identity(reading.uid, name)
    group = reading.api_version.rpartition("/")[0]
    return Identity("\0".join((group, reading.kind, reading.namespace or "", name)), name)


def without_uid(reading: Reading) -> Problem | None:
    """What is to be said where the object has no uid: its groups get other names in a cluster, and no owner."""
    if reading.uid:
        return None
    return Problem(
        code="gang.no-uid",
        severity="warning",
        message="the object has no uid: its gangs are named after its kind, namespace and name, and what is made"
        " for them is not deleted with it",
        path="/metadata/uid",
    )


def gang_name(identity: Identity, path: tuple[str, ...], keys: tuple[str, ...]) -> str:
    """A DNS label of at most 49 characters: a readable part, and 8 digits that tell it from all others."""
    digest = hashlib.sha256("\0".join((identity.key, identity.name, "/", *path, "/", *keys)).encode())
    # The name of a tree says least of its nodes; below it the way down does.
    readable = "-".join((identity.name, *(path[1:] or path), *keys)).lower()
    readable = _ILLEGAL.sub("-", readable).strip("-")
    readable = readable[:_PREFIX].rstrip("-") or "gang"
    return f"{readable}-{digest.hexdigest()[:8]}"


class Names:
    """The names of one object's gangs, each worked out once."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = {}

    def of(self, path: tuple[str, ...], keys: tuple[str, ...]) -> str:
        """The name of the node at `path` in the copy with these keys."""
        found = self._known.get((path, keys))
        if found is None:
            found = self._known[path, keys] = gang_name(self.identity, path, keys)
        return found

# SPDX-License-Identifier: Apache-2.0
"""Names of types and workloads as a user writes them: ``jobset``, ``jobsets.jobset.x-k8s.io``, ``deploy/web``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Any

import msgspec

from workload_map import errors

__all__ = ["Selection", "group_kind", "metadata", "name_of", "namespace_of", "resolve", "typed_name"]

_VERSION = re.compile(r"v[0-9]+((alpha|beta)[0-9]+)?")

#: Short names that kubectl has for built-in kinds; those of custom resources are in a CRD, not in a file.
_SHORT = {
    "po": "pod",
    "deploy": "deployment",
    "sts": "statefulset",
    "rs": "replicaset",
    "ds": "daemonset",
    "rc": "replicationcontroller",
    "cj": "cronjob",
    "lws": "leaderworkerset",
    "isvc": "inferenceservice",
}


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """What a user asked for: a type, a name, a namespace; None where any will do."""

    type: str | None = None
    name: str | None = None
    namespace: str | None = None
    labels: str | None = None
    """A label selector on the workload's own object, as kubectl writes it."""
    fields: str | None = None
    """A field selector, likewise."""
    pods: bool = True
    """Whether the workloads' pods are asked for; a source that has them at hand may give them anyway."""
    events: bool = False
    """Whether what was said of the workloads lately is asked for."""
    below: bool = True
    """Whether the described objects below a workload are asked for, likewise."""
    above: bool = False
    """Whether the workload that a named pod belongs to is asked for, likewise."""

    @property
    def named(self) -> bool:
        """Whether one workload was asked for by name."""
        return self.name is not None

    def __str__(self) -> str:
        text = self.type or "workload"
        if self.name is not None:
            text += f"/{self.name}"
        if self.namespace is not None:
            text += f" in namespace {self.namespace}"
        return text


def group_kind(obj: dict[str, Any]) -> tuple[str, str]:
    """The API group and kind of an object; both empty where it has none."""
    version = obj.get("apiVersion")
    kind = obj.get("kind")
    if not isinstance(version, str) or not isinstance(kind, str):
        return "", ""
    group, slash, _ = version.partition("/")
    return (group if slash else ""), kind


def metadata(obj: dict[str, Any]) -> dict[str, Any]:
    """The object's metadata; empty where it is missing or of a wrong type."""
    value = obj.get("metadata")
    return value if isinstance(value, dict) else {}


def name_of(obj: dict[str, Any]) -> str | None:
    """metadata.name where it is a string."""
    name = metadata(obj).get("name")
    return name if isinstance(name, str) else None


def namespace_of(obj: dict[str, Any]) -> str | None:
    """metadata.namespace where it is a string."""
    namespace = metadata(obj).get("namespace")
    return namespace if isinstance(namespace, str) else None


def typed_name(obj: dict[str, Any]) -> str:
    """KIND/NAME as messages show it."""
    return f"{obj.get('kind')}/{name_of(obj) or '<none>'}"


def resolve(
    token: str, kinds: Iterable[tuple[str, str]], *, present: Set[tuple[str, str]]
) -> tuple[str, str]:
    """The (group, kind) that a TYPE token means, among `kinds`, the ones that definitions describe.

    ``kind``, ``kinds``, ``kind.group`` and ``kind.version.group``, in any case; a few of kubectl's short
    names. A kind that several groups have is the one that is `present` in the input, if only one is.
    Raises NoDefinition and AmbiguousDefinition.
    """
    wanted = token.lower()
    wanted = _SHORT.get(wanted, wanted)
    word, dot, rest = wanted.partition(".")
    word = _SHORT.get(word, word)
    version, _, group_of_version = rest.partition(".")
    groups = (rest, group_of_version) if _VERSION.fullmatch(version) else (rest,)
    found = sorted(
        (group, kind)
        for group, kind in kinds
        if word in _spellings(kind) and (not dot or group.lower() in groups)
    )
    if len(found) > 1:
        here = [pair for pair in found if pair in present]
        found = here if len(here) == 1 else found
    if not found:
        raise errors.NoDefinition(f"no definition describes the type {token!r}")
    if len(found) > 1:
        tokens = ", ".join(f"{kind.lower()}.{group}" if group else kind.lower() for group, kind in found)
        raise errors.AmbiguousDefinition(f"{token!r} is the name of several types: use one of {tokens}")
    return found[0]


def _spellings(kind: str) -> tuple[str, ...]:
    word = kind.lower()
    if word.endswith(("s", "x", "ch", "sh")):
        return word, word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word, word[:-1] + "ies"
    return word, word + "s"

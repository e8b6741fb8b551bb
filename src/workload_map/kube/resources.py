# SPDX-License-Identifier: Apache-2.0
"""The resources of a server as values: their paths, and which of them a word on the command line means."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from urllib.parse import quote

import msgspec

from workload_map import errors

__all__ = ["Discovery", "Resource"]


class Resource(msgspec.Struct, frozen=True, kw_only=True):
    """One resource in one of its served versions; `group` is empty for the core group."""

    group: str
    version: str
    kind: str
    plural: str
    singular: str
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    namespaced: bool
    verbs: tuple[str, ...] = ()

    @property
    def api_version(self) -> str:
        """As objects have it: ``v1``, ``batch/v1``."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def token(self) -> str:
        """The word that means this resource and no other: ``jobs.v1.batch``, ``pods``."""
        return f"{self.plural}.{self.version}.{self.group}" if self.group else self.plural

    def path(
        self, namespace: str | None = None, name: str | None = None, subresource: str | None = None
    ) -> str:
        """The URL path of all its objects, those of a namespace, one of them, or a subresource of one.

        `namespace` counts for namespaced resources only.
        """
        root = f"/apis/{self.group}/{self.version}" if self.group else f"/api/{self.version}"
        parts = [root]
        if namespace and self.namespaced:
            parts += ["namespaces", quote(namespace, safe="")]
        parts.append(self.plural)
        if name is not None:
            parts.append(quote(name, safe=""))
        if subresource is not None:
            parts.append(subresource)
        return "/".join(parts)


class Discovery:
    """The resources of a server. `failed` has the group/versions that could not be read, each with why.

    `cached` says that it was known from an earlier run: what is not in it may be there by now.
    """

    def __init__(
        self,
        resources: Iterable[Resource],
        failed: Iterable[tuple[str, str]] = (),
        *,
        cached: bool = False,
    ) -> None:
        self.resources = tuple(resources)
        self.failed = tuple(failed)
        self.cached = cached
        self._kinds: dict[tuple[str, str], list[Resource]] = {}
        for resource in self.resources:
            self._kinds.setdefault((resource.group, resource.kind), []).append(resource)

    def of(self, group: str, kind: str) -> tuple[Resource, ...]:
        """The resource of a kind in every version that is served, the one that the server prefers first."""
        return tuple(self._kinds.get((group, kind), ()))

    def unread(self, group: str) -> tuple[tuple[str, str], ...]:
        """The versions of a group that could not be read, as in `failed`."""
        return tuple(each for each in self.failed if each[0].rpartition("/")[0] == group)

    def find(self, token: str) -> Resource:
        """The resource that a word means: plural, singular, short name or kind, in any case, alone or with
        ``.group`` or ``.version.group`` (a group may be cut short). Of several, the one that the server names
        first, as with kubectl. Raises `errors.NotFound`, with words that are like it and what could not be
        read.
        """
        for name, version, group in _readings(token.lower()):
            found = self._matches(name, version, group)
            if found:
                return found[0]
        message = f'the server has no resource type "{token}"'
        like = difflib.get_close_matches(token.lower(), self._words(), n=3, cutoff=0.75)
        if like:
            message += f"; did you mean {' or '.join(like)}?"
        if self.failed:
            unread = "; ".join(f"{group_version}: {why}" for group_version, why in self.failed)
            message += f" (groups that could not be read: {unread})"
        raise errors.NotFound(message)

    def _matches(self, name: str, version: str, group: str) -> list[Resource]:
        among = [resource for resource in self.resources if not version or resource.version == version]
        if group:
            exact = [resource for resource in among if resource.group == group]
            # A version makes the word exact; else a group may be cut short, and `jobs.batch` must not be
            # `jobs.batch.volcano.sh` where both are there.
            rest = [] if version else [resource for resource in among if resource.group.startswith(group)]
            return _named(exact, name) or _named(rest, name)
        return _named(among, name)

    def _words(self) -> list[str]:
        return list({word: None for resource in self.resources for word in _full_names(resource)})


def _named(resources: list[Resource], name: str) -> list[Resource]:
    """Those of the resources that a name means, in their order.

    A short name counts only where no plural is spelled like it, and then before a singular or a kind.
    """
    if not any(resource.plural == name for resource in resources):
        short = next((resource for resource in resources if name in resource.short_names), None)
        if short is not None:
            return [
                resource
                for resource in resources
                if (resource.group, resource.plural) == (short.group, short.plural)
            ]
    return [resource for resource in resources if name in _full_names(resource)]


def _full_names(resource: Resource) -> tuple[str, str, str]:
    kind = resource.kind.lower()
    # Servers leave the singular out where it is the kind in small letters.
    return (resource.plural, resource.singular or kind, kind)


def _readings(token: str) -> Iterator[tuple[str, str, str]]:
    """The ways to read a word as (name, version, group): ``a.b.c`` as c's version b, else as group ``b.c``."""
    name, _, rest = token.partition(".")
    version, _, group = rest.partition(".")
    if group:
        yield name, version, group
    yield name, "", rest

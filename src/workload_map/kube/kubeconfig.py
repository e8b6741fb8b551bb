# SPDX-License-Identifier: Apache-2.0
"""Kubeconfig files: which are read, how they are merged, and their clusters, users and contexts.

The rules are kubectl's (client-go, tools/clientcmd): ``--kubeconfig`` names one file, which must exist; else KUBECONFIG
lists files, of which some may be missing; else ``~/.kube/config``. The first file to set a name or
``current-context`` wins, whole entries and never parts of one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from workload_map import errors as base_errors
from workload_map import yamlio
from workload_map.kube import errors

__all__ = ["Entry", "Kubeconfig", "files", "read"]


class Entry(msgspec.Struct, frozen=True):
    """A named cluster, user or context, and the file that holds it."""

    name: str
    values: dict[str, Any]
    file: Path

    def text(self, key: str) -> str | None:
        """The text under a key; None where it is absent, null or empty. Raises ConfigError for another type."""
        value = self.values.get(key)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            raise self.fault(f"{key} is not a text")
        return value

    def flag(self, key: str) -> bool:
        """The boolean under a key, false where it is absent. Raises ConfigError for another type."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, bool):
            raise self.fault(f"{key} is not true or false")
        return bool(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """The list of texts under a key. Raises ConfigError for another type."""
        value = self.values.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(member, str) for member in value):
            raise self.fault(f"{key} is not a list of texts")
        return tuple(value)

    def path(self, key: str) -> Path | None:
        """The file under a key; a relative one is relative to the kubeconfig that names it."""
        text = self.text(key)
        return None if text is None else self.file.parent / text

    def fault(self, message: str) -> errors.ConfigError:
        """An error about this entry."""
        return errors.ConfigError(f"{self.file}: {yamlio.escape(self.name)}: {message}")


class Kubeconfig(msgspec.Struct, frozen=True, kw_only=True):
    """All files merged. `files` are those that were read."""

    clusters: dict[str, Entry]
    users: dict[str, Entry]
    contexts: dict[str, Entry]
    current_context: str | None
    files: tuple[Path, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.clusters or self.users or self.contexts or self.current_context)


def files(explicit: str | None, environ: Mapping[str, str], home: Path) -> tuple[tuple[Path, ...], bool]:
    """The files to read, and whether each must exist."""
    if explicit:
        return (Path(explicit),), True
    listed = environ.get("KUBECONFIG", "")
    if listed:
        named = [name for name in listed.split(os.pathsep) if name]
        return tuple(Path(name) for name in dict.fromkeys(named)), False
    return (home / ".kube" / "config",), False


def read(paths: Iterable[Path], *, must_exist: bool) -> Kubeconfig:
    """Read and merge files. Raises ConfigError for one that is no kubeconfig, or missing where it must exist."""
    clusters: dict[str, Entry] = {}
    users: dict[str, Entry] = {}
    contexts: dict[str, Entry] = {}
    current: str | None = None
    found = []
    for path in paths:
        content = _content(path, must_exist=must_exist)
        if content is None:
            continue
        found.append(path)
        for key, member, merged in (
            ("clusters", "cluster", clusters),
            ("users", "user", users),
            ("contexts", "context", contexts),
        ):
            for entry in _entries(content.get(key), key, member, path):
                merged.setdefault(entry.name, entry)
        named = content.get("current-context")
        if named is not None and not isinstance(named, str):
            raise errors.ConfigError(f"{path}: current-context is not a text")
        current = current or named or None
    return Kubeconfig(
        clusters=clusters, users=users, contexts=contexts, current_context=current, files=tuple(found)
    )


def _content(path: Path, *, must_exist: bool) -> dict[str, Any] | None:
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        if must_exist:
            raise errors.ConfigError(f"{path}: no such kubeconfig file") from None
        return None
    except OSError as error:
        raise errors.ConfigError(f"{path}: {error.strerror or error}") from None
    try:
        documents = yamlio.load_all(text, source=str(path))
    except base_errors.InputError as error:
        raise errors.ConfigError(f"{error} (in a kubeconfig)") from None
    if not documents:
        return {}
    # client-go's decoder reads the first document too.
    content = documents[0].value
    if not isinstance(content, dict):
        raise errors.ConfigError(f"{path}: not a kubeconfig: expected keys such as clusters and contexts")
    kind = content.get("kind")
    if kind not in (None, "", "Config"):
        raise errors.ConfigError(f"{path}: not a kubeconfig: its kind is {yamlio.escape(str(kind))}")
    return content


def _entries(listed: Any, key: str, member: str, path: Path) -> Iterable[Entry]:
    if listed is None:
        return
    if not isinstance(listed, list):
        raise errors.ConfigError(f"{path}: {key} is not a list")
    for index, entry in enumerate(listed):
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str):
            raise errors.ConfigError(f"{path}: {key}[{index}] has no name")
        values = entry.get(member)
        if values is not None and not isinstance(values, dict):
            raise errors.ConfigError(f"{path}: {key}[{index}]: {member} is not a mapping")
        yield Entry(name, values or {}, path)

# SPDX-License-Identifier: Apache-2.0
"""Objects from files: manifests with several documents, lists of any depth, folders, standard input."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from workload_map import errors, yamlio
from workload_map.problems import Problem, pointer
from workload_map.session.source import Gathered, Item

if TYPE_CHECKING:
    from workload_map.session.kinds import Selection

__all__ = ["SUFFIXES", "FilesSource", "read_paths", "replace_file"]

#: What counts as a manifest in a folder; a file that is named is read whatever its name.
SUFFIXES = (".yaml", ".yml", ".json")


class FilesSource:
    """A source over saved objects. `paths` are files, folders and ``-``; `stdin` gives what ``-`` stands for."""

    def __init__(self, paths: Iterable[str], *, stdin: Callable[[], bytes]) -> None:
        self._paths = tuple(paths)
        self._stdin = stdin

    def gather(self, selection: Selection, *, places: bool = True) -> Gathered:
        """Every object of every file; the selection is not needed, for all of it is at hand."""
        del selection
        items: list[Item] = []
        problems: list[Problem] = []
        for name, read, in_folder in read_paths(self._paths, stdin=self._stdin):
            for document in yamlio.load_all(read(), source=name):
                problems.extend(document.problems)
                found = _objects(document, name, problems if in_folder else None)
                items.extend(
                    found if places else (Item(item.object, name, None, item.path) for item in found)
                )
        return Gathered(items, True, tuple(problems))


def read_paths(
    paths: Iterable[str], *, stdin: Callable[[], bytes]
) -> Iterator[tuple[str, Callable[[], bytes], bool]]:
    """Name, how to read its bytes, and "was found in a folder" of each file; nothing holds the bytes but who
    reads them. Raises OSError, also for a folder without any file."""
    for path in paths:
        if path == "-":
            yield "<stdin>", stdin, False
        elif os.path.isdir(path):
            found = sorted(_walk(path))
            if not found:
                raise FileNotFoundError(0, f"no {', '.join(SUFFIXES)} file in this folder", path)
            for file in found:
                yield file, partial(_read, file), True
        else:
            yield path, partial(_read, path), False


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _walk(folder: str) -> Iterator[str]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (
            os.path.join(parent, name) for name in files if name.endswith(SUFFIXES) and name[0] != "."
        )


def _objects(document: yamlio.Document, source: str, skipped: list[Problem] | None) -> Iterator[Item]:
    """The objects of one document, lists opened. A document that is no object is an error, or one of
    `skipped`: a folder of manifests holds other YAML too."""
    stack: list[tuple[Any, tuple[str | int, ...]]] = [(document.value, ())]
    while stack:
        value, path = stack.pop()
        members = _members(value)
        if members is not None:
            steps: tuple[str | int, ...] = path if isinstance(value, list) else (*path, "items")
            stack.extend((members[index], (*steps, index)) for index in range(len(members) - 1, -1, -1))
            continue
        fault = _fault(value)
        if fault is None:
            yield Item(value, source, document, path)
            continue
        line, column = document.locate(path) or (None, None)
        where = pointer(path)
        if skipped is None:
            raise errors.InputError(
                fault, code="input.object", source=source, path=where, line=line, column=column
            )
        skipped.append(
            Problem(
                code="input.object",
                severity="warning",
                message=f"left out: {fault}",
                source=source,
                path=where,
                line=line,
                column=column,
            )
        )


def _members(value: Any) -> list[Any] | None:
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return None
    kind, items = value.get("kind"), value.get("items")
    if not isinstance(kind, str) or not kind.endswith("List") or ("spec" in value and kind != "List"):
        return None
    if items is None and ("items" in value or kind == "List"):
        return []  # Go writes an empty list as null.
    if not isinstance(items, list):
        return None
    if kind == "List" or not isinstance(value.get("apiVersion"), str):
        return items
    # The members of a typed list from the API have no type of their own.
    typed = {"apiVersion": value["apiVersion"], "kind": kind.removesuffix("List")}
    return [
        typed | member if isinstance(member, dict) and "kind" not in member else member for member in items
    ]


def _fault(value: Any) -> str | None:
    if not isinstance(value, dict):
        return f"not a Kubernetes object: {_word(value)}"
    for key in ("apiVersion", "kind"):
        if key not in value:
            return f"not a Kubernetes object: no {key}"
        if not isinstance(value[key], str) or not value[key]:
            return f"{key} must be a string that is not empty"
    if value["kind"] == "List":
        return f"the items of a List must be a list, not {_word(value['items'])}"
    return None


def _word(value: Any) -> str:
    if value is None:
        return "null"
    words = {bool: "a boolean", str: "a string", list: "a list", dict: "an object"}
    return words.get(type(value), "a number")


def replace_file(path: str, *, old: bytes, new: bytes) -> None:
    """Write `new` over a file in one step, keeping its mode; a link is followed.

    Raises InputError when the file no longer holds `old`, OSError where writing failed; the file is then
    as it was.
    """
    import tempfile

    target = os.path.realpath(path)
    # Opened for writing, although a new file takes its place: a file that may not be written to stays.
    with open(target, "r+b") as file:
        found = file.read()
    if found != old:
        raise errors.InputError("changed by someone else meanwhile; nothing was written", source=path)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=f".{os.path.basename(target)}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise

# SPDX-License-Identifier: Apache-2.0
"""From files to cases: the case format, strictly, every fault at its place."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from workload_map import errors, yamlio
from workload_map.problems import Problem, Problems, pointer
from workload_map.session.cases import recordings
from workload_map.session.cases.expect import EXPECTATIONS
from workload_map.session.cases.model import Case, CaseFile
from workload_map.session.cases.recordings import Indexes
from workload_map.session.cases.shape import Path, unknown_key
from workload_map.session.files import FilesSource, read_paths
from workload_map.session.kinds import Selection
from workload_map.yamlio import Document

__all__ = ["load", "merge_patch"]

#: The keys of a case, with what each is.
_CASE: Final = dict.fromkeys(
    ("name", "definition", "object", "objectFile", "base", "set", "pods", "podsFile", "expect")
)
#: The keys of a file of several cases.
_FILE: Final = dict.fromkeys(("definition", "bases", "pods", "expect", "cases"))


def load(paths: Iterable[str], *, stdin: Callable[[], bytes]) -> Iterator[CaseFile]:
    """The cases of these files and folders, file by file.

    A file of a folder that holds no cases at all is left out, with a note. Raises OSError.
    """
    indexes = Indexes()
    for name, read, in_folder in read_paths(paths, stdin=stdin):
        data = read()
        try:
            documents = yamlio.load_all(data, source=name, duplicates="error")
        except errors.InputError as error:
            yield CaseFile(source=name, problems=(_problem(error),))
            continue
        if in_folder and not any(map(_recognised, documents)):
            note = Problem(
                code="cases.other", severity="info", message=f"left out: {name} holds no cases", source=name
            )
            yield CaseFile(source=name, problems=(note,))
            continue
        reader = _Reader(name, indexes)
        cases = tuple(case for document in documents for case in reader.document(document))
        if not documents:
            reader.problems.add("cases.empty", "there is no case in it", source=name)
        yield CaseFile(source=name, cases=cases, problems=reader.problems.sorted(), data=data)


def _problem(error: errors.InputError) -> Problem:
    return Problem(
        code=error.code, message=error.message, source=error.source, line=error.line, column=error.column
    )


def _recognised(document: Document) -> bool:
    value = document.value
    return isinstance(value, dict) and any(
        key in value for key in ("cases", "events", "object", "objectFile")
    )


def merge_patch(value: Any, patch: Any) -> Any:
    """The value with an RFC 7386 merge patch applied: null removes a key, a mapping is merged, all else replaces."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(value) if isinstance(value, dict) else {}
    for key, inner in patch.items():
        if inner is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), inner)
    return merged


class _Reader:
    """Reads one file, collecting its problems."""

    def __init__(self, source: str, indexes: Indexes) -> None:
        self.source = source
        self.indexes = indexes
        self.problems = Problems()
        self.names: dict[str, int | None] = {}

    def fault(self, document: Document, path: Path, message: str, *, key: bool = False) -> None:
        """One problem, at a place of the file."""
        line, column = document.locate(path, key=key) or (None, None)
        self.problems.add(
            "cases.format", message, source=self.source, path=pointer(path), line=line, column=column
        )

    def document(self, document: Document) -> Iterator[Case]:
        """The sound cases of one document."""
        value = document.value
        if not isinstance(value, dict):
            self.fault(document, (), "not a case: there must be a mapping")
        elif "events" in value:
            try:
                yield from recordings.replayed(document, self.indexes)
            except errors.InputError as error:
                self.problems.extend([_problem(error)])
        elif "cases" in value:
            yield from self.file(document, value)
        elif set(value) == {"object", "pods"} and (case := recordings.live(document, self.indexes)):
            yield case
        elif "object" in value or "objectFile" in value:
            case = self.case(document, (), value, {}, len(self.names))
            if case is not None:
                yield case
        else:
            self.fault(
                document,
                (),
                "not a case: it has neither cases, nor object or objectFile, nor recorded events",
            )

    def file(self, document: Document, value: dict[str, Any]) -> Iterator[Case]:
        """The cases of a list, with what the file says for all of them."""
        before = len(self.problems)
        self.keys(document, (), value, _FILE, "a file of cases")
        bases = value.get("bases", {})
        if not isinstance(bases, dict):
            self.fault(document, ("bases",), "must be a mapping from name to object")
        for name, base in bases.items() if isinstance(bases, dict) else ():
            if not isinstance(base, dict):
                self.fault(document, ("bases", name), "must be an object")
        self.text(document, ("definition",), value)
        if "expect" in value:
            self.expectations(document, ("expect",), value["expect"])
        cases = value["cases"]
        if not isinstance(cases, list) or not cases:
            self.fault(document, ("cases",), "must be a list of cases")
        # A fault in what is said for all cases leaves none sound, but what is wrong with each is told as well.
        sound = len(self.problems) == before
        for index, item in enumerate(cases if isinstance(cases, list) else ()):
            if not isinstance(item, dict):
                self.fault(document, ("cases", index), "not a case: there must be a mapping")
                continue
            case = self.case(document, ("cases", index), item, value, index)
            if case is not None and sound:
                yield case

    def keys(
        self, document: Document, path: Path, value: dict[str, Any], known: dict[str, Any], what: str
    ) -> None:
        """A problem for each key that is not known."""
        for key in value:
            if key not in known:
                self.fault(document, (*path, key), unknown_key(key, known, what), key=True)

    def text(self, document: Document, path: Path, value: dict[str, Any]) -> str | None:
        """The text under the last step of `path`, None where there is none."""
        found = value.get(str(path[-1]))
        if found is None or (isinstance(found, str) and found):
            return found
        self.fault(document, path, f"{path[-1]} must be a text")
        return None

    def case(
        self, document: Document, path: Path, value: dict[str, Any], file: dict[str, Any], index: int
    ) -> Case | None:
        """One case; None where it has a fault."""
        before = len(self.problems)
        self.keys(document, path, value, _CASE, "a case")
        name = self.text(document, (*path, "name"), value) or f"case {index + 1}"
        line = (document.locate(path) or (None, None))[0]
        if name in self.names:
            self.fault(
                document,
                (*path, "name"),
                f'the name "{name}" is taken by the case at line {self.names[name]}',
            )
        self.names[name] = line
        definition = self.text(document, (*path, "definition"), value) or file.get("definition")
        expect = value.get("expect")
        if "expect" in value:
            self.expectations(document, (*path, "expect"), expect)
        bases = file.get("bases", {})
        found = self.object(document, path, value, bases if isinstance(bases, dict) else {})
        pods = self.pods(document, path, value, file)
        if len(self.problems) > before or found is None:
            return None
        defaults = file.get("expect")
        if not isinstance(defaults, dict):
            defaults = {}
        return Case(
            name=name,
            source=self.source,
            line=line,
            definition=definition,
            object=found,
            pods=pods,
            expect=None if expect is None and not defaults else {**defaults, **(expect or {})},
            own=frozenset(expect or ()),
            document=document,
            path=path,
        )

    def expectations(self, document: Document, path: Path, expect: Any) -> None:
        """A problem for all in ``expect`` that is not known or cannot be."""
        if not isinstance(expect, dict) or not expect:
            self.fault(document, path, f"must be a mapping with any of {', '.join(EXPECTATIONS)}")
            return
        for key, value in expect.items():
            if key not in EXPECTATIONS:
                self.fault(document, (*path, key), unknown_key(key, EXPECTATIONS, "expect"), key=True)
            else:
                for place, message in EXPECTATIONS[key].shape.faults(value, (*path, key)):
                    self.fault(document, place, f"{pointer(place[len(path) :])[1:]}: {message}", key=True)

    def object(
        self, document: Document, path: Path, value: dict[str, Any], bases: dict[str, Any]
    ) -> dict[str, Any] | None:
        """The object that a case is about."""
        given = [key for key in ("object", "objectFile", "base") if key in value]
        only = next(iter(bases)) if len(bases) == 1 else None
        if len(given) > 1 or not (given or only):
            there = " and ".join(given) if given else "none of them is there"
            self.fault(document, path, f"a case needs one of object, objectFile and base: {there}")
            return None
        found: Any
        place: Path
        if given == ["object"]:
            found, place = value["object"], (*path, "object")
        elif given == ["objectFile"]:
            found, place = self.from_file(document, (*path, "objectFile"), value), (*path, "objectFile")
            if found is None:
                return None
        else:
            name = value.get("base", only)
            place = (*path, "base") if given else ("bases", str(name))
            if not isinstance(name, str) or name not in bases:
                there = f"; there are: {', '.join(bases)}" if bases else ""
                self.fault(document, place, f'no base is called "{name}"{there}')
                return None
            found = bases[name]
        if "set" in value:
            if not isinstance(value["set"], dict):
                self.fault(document, (*path, "set"), "set must be a mapping: a merge patch on the object")
                return None
            found = merge_patch(found, value["set"])
        if not isinstance(found, dict):
            self.fault(document, place, "must be an object")
            return None
        for key in ("apiVersion", "kind"):
            if not isinstance(found.get(key), str) or not found[key]:
                self.fault(document, place, f"not a Kubernetes object: no {key}")
                return None
        return found

    def from_file(self, document: Document, path: Path, value: dict[str, Any]) -> dict[str, Any] | None:
        """The one object of another file."""
        items = self.items(document, path, value)
        if items is None:
            return None
        if len(items) != 1:
            self.fault(document, path, f"{value['objectFile']} holds {len(items)} objects, and one is needed")
            return None
        found: dict[str, Any] = items[0]
        return found

    def pods(
        self, document: Document, path: Path, value: dict[str, Any], file: dict[str, Any]
    ) -> list[Any] | None:
        """The pods of a case; None where they are not known."""
        if "pods" in value and "podsFile" in value:
            self.fault(document, path, "a case has pods or podsFile, not both")
            return None
        if "podsFile" in value:
            return self.items(document, (*path, "podsFile"), value)
        place: Path = (*path, "pods") if "pods" in value else ("pods",)
        pods = value.get("pods", file.get("pods"))
        if pods is None:
            return None
        if not isinstance(pods, list) or not all(isinstance(pod, dict) for pod in pods):
            self.fault(document, place, "pods must be a list of pods")
            return None
        return pods

    def items(self, document: Document, path: Path, value: dict[str, Any]) -> list[Any] | None:
        """Every object of the file that is named beside the case's own."""
        name = self.text(document, path, value)
        if name is None:
            return None
        file = os.path.join(os.path.dirname(self.source), name)
        try:
            gathered = FilesSource([file], stdin=bytes).gather(Selection(), places=False)
        except errors.InputError as error:
            self.fault(document, path, f"{name} cannot be read: {error.message}")
            return None
        except OSError as error:
            self.fault(document, path, f"{name} cannot be read: {error.strerror or error}")
            return None
        return [item.object for item in gathered.items]

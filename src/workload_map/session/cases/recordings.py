# SPDX-License-Identifier: Apache-2.0
"""Recordings as cases: flows of states with the state that was seen, and where ours differs and why.

Two forms are read. A flow is a document with ``events``, of which each STATE has an object and its state. A state is
a JSON document with ``object`` and ``pods``; what a person called it stands in an ``INDEX.tsv`` of a folder above.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from workload_map import errors, yamlio
from workload_map.problems import Problem
from workload_map.session.cases.model import Case, Recorded
from workload_map.session.cases.outcome import Outcome
from workload_map.session.cases.shape import COUNT, WORD, Difference, Fields, Leaf, one_of
from workload_map.workload.reading import HEADLINE_ORDER
from workload_map.yamlio import Document

__all__ = ["Differences", "Indexes", "judge", "live", "replayed"]

#: Words that count as one where a person gave the state.
_TOGETHER: Final = {"Resuming": "Initializing", "Suspending": "Suspended"}
_JUDGED: Final = {"yes": "object", "no": "pods", "open": "nothing"}

#: How far above a file its index may be.
_LEVELS: Final = 4

_FRAMES: Final = Leaf(
    "a list of frame numbers",
    lambda value: isinstance(value, list) and all(isinstance(item, int) for item in value),
)
_ENTRY: Final = Fields(
    {
        "file": WORD,
        "frame": COUNT,
        "frames": _FRAMES,
        "headline": one_of(HEADLINE_ORDER),
        "reason": WORD,
    },
    "a difference",
)


class Indexes:
    """The ``INDEX.tsv`` files above what is read, each read once: rows by file, and the folder they are in."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, dict[str, str]] | None] = {}

    def find(self, file: str) -> tuple[str, dict[str, str] | None]:
        """The file as its index names it, and its row; the bare path and None where there is no index."""
        folder = os.path.dirname(file)
        for _ in range(_LEVELS):
            if not folder:
                break
            rows = self._rows(folder)
            if rows is not None:
                name = os.path.relpath(file, folder).replace(os.sep, "/")
                return name, rows.get(name)
            folder = os.path.dirname(folder)
        return file, None

    def _rows(self, folder: str) -> dict[str, dict[str, str]] | None:
        if folder not in self._found:
            try:
                with open(os.path.join(folder, "INDEX.tsv"), encoding="utf-8", newline="") as table:
                    text = table.read()
            except OSError:
                self._found[folder] = None
            else:
                rows = list(csv.DictReader(io.StringIO(text), delimiter="\t"))
                self._found[folder] = {row.get("file") or row.get("path") or "": row for row in rows}
        return self._found[folder]


def replayed(document: Document, indexes: Indexes) -> Iterator[Case]:
    """The frames of a recorded flow. Raises InputError where it is none."""
    events = document.value["events"]
    if not isinstance(events, list):
        raise _fault(document, ("events",), "events must be a list")
    file, _ = indexes.find(document.source)
    for number, event in enumerate(events):
        if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
            raise _fault(document, ("events", number), "an event must be a mapping with its kind")
        if event["kind"] != "STATE":
            continue
        obj, state = event.get("object"), event.get("state")
        if not isinstance(obj, dict) or not isinstance(state, str):
            raise _fault(document, ("events", number), "a STATE must have its object and its state")
        if state not in HEADLINE_ORDER:
            raise _fault(
                document, ("events", number, "state"), f"state must be one of {', '.join(HEADLINE_ORDER)}"
            )
        yield Case(
            name=f"frame {number}: {state}",
            source=document.source,
            object=obj,
            recorded=Recorded(state=state, file=file, frame=number),
        )


def live(document: Document, indexes: Indexes) -> Case | None:
    """The recorded state in a document with object and pods; None where no index says what it shows."""
    file, row = indexes.find(document.source)
    obj, pods = document.value["object"], document.value["pods"]
    if row is None or "state" not in row or not isinstance(obj, dict) or not isinstance(pods, list):
        return None
    judged: Any = _JUDGED.get(row.get("from_object") or "yes", "nothing")
    return Case(
        name=row["state"] if judged != "nothing" else f"{row['state']} (open)",
        source=document.source,
        object=obj,
        pods=pods,
        recorded=Recorded(state=row["state"], judged=judged, together=True, file=file),
    )


def _fault(document: Document, path: tuple[str | int, ...], message: str) -> errors.InputError:
    line, column = document.locate(path) or (None, None)
    return errors.InputError(message, code="input.cases", source=document.source, line=line, column=column)


class Listed(msgspec.Struct, frozen=True):
    """Our headline for a recorded frame, and why it is not the recorded state."""

    headline: str
    reason: str
    source: str
    line: int | None


class Differences:
    """The frames whose headline is another than the recorded state, with reasons; and which of them were met."""

    def __init__(self) -> None:
        self._listed: dict[tuple[str, int], Listed] = {}
        self._met: set[tuple[str, int]] = set()
        self._run: set[str] = set()

    @classmethod
    def load(cls, files: Iterable[tuple[str, bytes]]) -> Differences:
        """Read them from the text of files. Raises InputError."""
        found = cls()
        for source, data in files:
            document = yamlio.load(data, source=source, duplicates="error")
            value = document.value
            listed = value.get("differences") if isinstance(value, dict) else None
            if not isinstance(listed, list) or len(value) != 1:
                raise _fault(document, (), "must hold a list called differences, and nothing else")
            for index, entry in enumerate(listed):
                found._add(document, index, entry)
        return found

    def _add(self, document: Document, index: int, entry: Any) -> None:
        path = ("differences", index)
        for place, message in _ENTRY.faults(entry, path):
            raise _fault(document, place, f"{place[-1]}: {message}" if len(place) > 2 else message)
        for key in ("file", "headline", "reason"):
            if key not in entry:
                raise _fault(document, path, f"a difference needs {key}")
        frames = entry.get("frames", [entry.get("frame", 0)])
        for frame in frames:
            if (entry["file"], frame) in self._listed:
                raise _fault(document, path, f"frame {frame} of {entry['file']} is listed twice")
            line = (document.locate(path) or (None, None))[0]
            self._listed[entry["file"], frame] = Listed(
                entry["headline"], entry["reason"], document.source, line
            )

    def find(self, recorded: Recorded) -> Listed | None:
        """The entry for a frame, None where it has none."""
        key = (recorded.file, recorded.frame)
        self._run.add(recorded.file)
        if key in self._listed:
            self._met.add(key)
        return self._listed.get(key)

    def unmet(self) -> Iterator[Problem]:
        """A warning for each entry whose frame is not in its file; and how many are about files that were not run."""
        elsewhere = 0
        for key, entry in self._listed.items():
            if key[0] not in self._run:
                elsewhere += 1
            elif key not in self._met:
                yield Problem(
                    code="cases.difference-unmet",
                    severity="warning",
                    message=f"frame {key[1]} of {key[0]} is listed as different and was not tested",
                    source=entry.source,
                    line=entry.line,
                )
        if elsewhere:
            yield Problem(
                code="cases.difference-elsewhere",
                severity="info",
                message=f"of the listed differences {elsewhere} are about recordings that were not run",
            )


def judge(outcome: Outcome, recorded: Recorded, differences: Differences) -> Iterator[Difference]:
    """What is wrong with the reading of a recorded frame: its problems, several phases at once or none, another
    headline than was recorded."""
    reading = outcome.reading
    codes = sorted({problem.code for problem in reading.problems if problem.severity == "error"})
    if codes:
        yield Difference(("problems",), [], codes)
    listed = differences.find(recorded)
    phases = [phase for phase in reading.phases if phase != "Degraded"]
    if len(phases) > 1:
        yield Difference(("phases",), "one phase, or one and Degraded", list(reading.phases))
    judged = outcome.view.headline if recorded.judged == "pods" else reading.headline
    if listed is not None and recorded.judged != "nothing":
        if judged != listed.headline:
            yield Difference(("headline",), f"{listed.headline} (listed: {listed.reason})", judged)
        elif _equal(judged, recorded):
            yield Difference(("headline",), f"not {recorded.state}: it is listed as different", judged)
        return
    if reading.headline == "Undefined":
        yield Difference(("phases",), "a phase", list(reading.phases))
    if recorded.judged != "nothing" and not _equal(judged, recorded):
        yield Difference(("headline",), recorded.state, judged)


def _equal(headline: str, recorded: Recorded) -> bool:
    if recorded.together:
        return _TOGETHER.get(headline, headline) == _TOGETHER.get(recorded.state, recorded.state)
    return headline == recorded.state

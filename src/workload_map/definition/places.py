# SPDX-License-Identifier: Apache-2.0
"""From a path in a definition to a line and a column in the text it came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from workload_map.definition.model import EXTENSIONS_ANNOTATION
from workload_map.definition.shapes import Path
from workload_map.definition.walker import Finding
from workload_map.problems import Problem, pointer

__all__ = ["ANNOTATION_PATH", "EXTENSIONS_PATH", "Locate", "Places", "within_scalar"]

ANNOTATION_PATH: Path = ("metadata", "annotations", EXTENSIONS_ANNOTATION)
EXTENSIONS_PATH: Path = ("spec", "extensions")


class Locate(Protocol):
    """Line and column (from 1) of the value at a path, or with `key` of its name; None when it is not there."""

    def __call__(self, path: Sequence[str | int], *, key: bool = False) -> tuple[int, int] | None: ...


class Places:
    """Turns findings about one definition into problems with a place.

    `base` leads to the definition inside its document (an item of a List). Without `text` and `locate` the
    problems have a path alone. `annotation` and `locate_annotation` are given when the extensions came in the
    annotation: then findings about them point into its text.
    """

    def __init__(
        self,
        *,
        source: str | None = None,
        base: Path = (),
        text: str | None = None,
        locate: Locate | None = None,
        annotation: str | None = None,
        locate_annotation: Locate | None = None,
    ) -> None:
        self.source = source
        self.base = base
        self.text = text
        self.locate = locate
        self.annotation = annotation
        self.locate_annotation = locate_annotation

    def problems(self, findings: Iterable[Finding]) -> list[Problem]:
        """The findings as problems."""
        return [self.problem(finding) for finding in findings]

    def problem(self, finding: Finding) -> Problem:
        """One finding as a problem."""
        path = finding.path
        if self.annotation is not None and path[: len(EXTENSIONS_PATH)] == EXTENSIONS_PATH:
            rest = path[len(EXTENSIONS_PATH) :]
            place = None
            if self.locate_annotation is not None:
                place = _nearest(self.annotation, self.locate_annotation, rest, finding.key, finding.inside)
            path = (*ANNOTATION_PATH, *rest)
            return self._in_annotation(finding, path, place)
        place = _nearest(self.text, self.locate, (*self.base, *path), finding.key, finding.inside)
        return self._made(finding, path, finding.message, place)

    def in_annotation(self, code: str, message: str, place: tuple[int, int] | None) -> Problem:
        """A problem with the annotation's text itself."""
        return self._in_annotation(Finding(code=code, message=message, path=()), ANNOTATION_PATH, place)

    def _in_annotation(self, finding: Finding, path: Path, place: tuple[int, int] | None) -> Problem:
        message = finding.message
        inside = None
        if place is not None and self.annotation is not None:
            message += f" (line {place[0]}, column {place[1]} of the annotation)"
            inside = (self.annotation, _offset(self.annotation, place))
        start = _nearest(self.text, self.locate, (*self.base, *ANNOTATION_PATH), False, inside)
        return self._made(finding, path, message, start)

    def _made(self, finding: Finding, path: Path, message: str, place: tuple[int, int] | None) -> Problem:
        line, column = place or (None, None)
        return Problem(
            code=finding.code,
            severity=finding.severity,
            message=message,
            source=self.source,
            path=pointer((*self.base, *path)),
            line=line,
            column=column,
        )


def _nearest(
    text: str | None, locate: Locate | None, path: Path, key: bool, inside: tuple[str, int] | None
) -> tuple[int, int] | None:
    """The place of `path`, or of the nearest thing around it that is there."""
    if locate is None:
        return None
    place = locate(path, key=key)
    if place is not None:
        if text is not None and inside is not None:
            return within_scalar(text, place, *inside)
        return place
    for length in range(len(path) - 1, -1, -1):
        # What is missing inside a field is shown at the field's name, what is missing at the top at the top.
        around = path[:length]
        place = locate(around, key=True) or locate(around)
        if place is not None:
            return place
    return None


def within_scalar(text: str, start: tuple[int, int], value: str, offset: int) -> tuple[int, int]:
    """Line and column of character `offset` of `value`, whose scalar begins at `start` in `text`.

    Known for plain and quoted scalars on one line without escapes before the place, and for literal blocks
    (``|``); else it is `start`. It is never guessed: the text up to the place must be the value's.
    """
    line, column = start
    lines = text.split("\n")
    if line > len(lines):
        return start
    row = lines[line - 1].rstrip("\r")
    at = column - 1
    if row[at : at + 1] == "|":
        return _within_block(lines, line, value, offset) or start
    if row[at : at + 1] in ("'", '"'):
        at += 1
    before = value[:offset]
    # A quote or a backslash may be written in two characters in a quoted scalar.
    if "\n" not in before and row[at : at + len(before)] == before:
        return line, at + len(before) + 1
    return start


def _within_block(lines: list[str], line: int, value: str, offset: int) -> tuple[int, int] | None:
    before = value[:offset].split("\n")
    wanted = value.split("\n")
    first = lines[line].rstrip("\r") if line < len(lines) else ""
    indent = len(first) - len(first.lstrip(" "))
    for index in range(len(before)):
        row = lines[line + index].rstrip("\r") if line + index < len(lines) else None
        if row is None or row[indent:] != wanted[index]:
            return None
    return line + len(before), indent + len(before[-1]) + 1


def _offset(text: str, place: tuple[int, int]) -> int:
    line, column = place
    return sum(len(row) + 1 for row in text.split("\n")[: line - 1]) + column - 1

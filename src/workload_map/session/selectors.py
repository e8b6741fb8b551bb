# SPDX-License-Identifier: Apache-2.0
"""Label and field selectors as kubectl writes them, matched against objects in hand.

The API server matches them by itself; here they are for saved objects, and so that a mistake is told before
anything is asked. Grammar: Kubernetes, ``staging/src/k8s.io/apimachinery/pkg/labels`` and ``fields``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from workload_map import errors

__all__ = ["Matcher", "fields", "labels"]

Matcher: TypeAlias = Callable[[dict[str, Any]], bool]
_Test: TypeAlias = Callable[[dict[str, Any]], bool]

_NAME: Final = r"[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_KEY: Final = rf"(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?/)?{_NAME}"
_VALUE: Final = rf"(?:{_NAME})?"
_REQUIREMENT: Final = re.compile(
    rf"\s*(?:!\s*(?P<absent>{_KEY})"
    rf"|(?P<key>{_KEY})"
    rf"(?:\s*(?P<op>==|=|!=|<|>)\s*(?P<value>{_VALUE})"
    rf"|\s+(?P<set>in|notin)\s*\((?P<values>[^()]*)\))?)\s*(?P<end>,|$)"
)


def labels(text: str, *, source: str = "-l") -> Matcher:
    """Whether an object's labels fit: ``a=b, a!=b, a in (b, c), a notin (b), a, !a, a>1``, joined by commas.

    An empty selector fits everything; a label that is absent fits ``!=`` and ``notin``. Raises InputError, which
    names `source`, with the column of the first thing that is not understood.
    """
    tests: list[_Test] = []
    at = 0
    while at < len(text) or (text and text[-1] == ","):
        match = _REQUIREMENT.match(text, at)
        if match is None or match.end() == at:
            raise _fault(
                text, at, source, "a label selector is KEY=VALUE, KEY!=VALUE, KEY in (A,B), KEY or !KEY"
            )
        tests.append(_requirement(match, text, source))
        at = match.end()
        if not match["end"]:
            break
    return lambda obj: _all(tests, _labels(obj))


def fields(text: str, *, source: str = "--field-selector") -> Matcher:
    """Whether an object's fields fit: ``path=value`` and ``path!=value``, joined by commas, paths with dots.

    A field that is absent counts as "". Raises InputError, which names `source`.
    """
    tests: list[_Test] = []
    for term in re.split(r"(?<!\\),", text) if text else []:
        path, operator, value = _field(term, text, source)
        steps = path.split(".")
        wanted = re.sub(r"\\([\\,=])", r"\1", value)
        tests.append(_equality(steps, wanted, operator != "!="))
    return lambda obj: _all(tests, obj)


def _all(tests: list[_Test], value: dict[str, Any]) -> bool:
    return all(test(value) for test in tests)


def _requirement(match: re.Match[str], text: str, source: str) -> _Test:
    absent, key, operator = match["absent"], match["key"], match["op"]
    if absent is not None:
        return lambda found: absent not in found
    if match["set"] is not None:
        values = {value.strip() for value in match["values"].split(",")}
        if not all(re.fullmatch(_VALUE, value) for value in values):
            raise _fault(text, match.start("values"), source, "not the value of a label")
        if match["set"] == "in":
            return lambda found: found.get(key) in values
        return lambda found: found.get(key) not in values
    value = match["value"]
    if operator in ("=", "=="):
        return lambda found: found.get(key) == value
    if operator == "!=":
        return lambda found: found.get(key) != value
    if operator is None:
        return lambda found: key in found
    if not value.isdecimal():
        raise _fault(text, match.start("value"), source, f"{operator} wants a whole number")
    bound = int(value)
    if operator == "<":
        return lambda found: (number := _integer(found.get(key))) is not None and number < bound
    return lambda found: (number := _integer(found.get(key))) is not None and number > bound


def _field(term: str, text: str, source: str) -> tuple[str, str, str]:
    match = re.fullmatch(r"\s*([A-Za-z][-A-Za-z0-9_./]*)\s*(==|=|!=)(.*)", term, re.DOTALL)
    if match is None:
        raise _fault(text, text.find(term), source, "a field selector is PATH=VALUE or PATH!=VALUE")
    return match[1], match[2], match[3].strip()


def _equality(steps: list[str], wanted: str, equal: bool) -> _Test:
    return lambda obj: (_at(obj, steps) == wanted) is equal


def _at(value: Any, steps: list[str]) -> str:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else "" if value is None else str(value)


def _labels(obj: dict[str, Any]) -> dict[str, Any]:
    metadata = obj.get("metadata")
    found = metadata.get("labels") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def _integer(value: Any) -> int | None:
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value) else None


def _fault(text: str, at: int, source: str, rule: str) -> errors.InputError:
    rest = text[at : at + 30]
    what = f"{rest!r} is not understood" if rest else "it ends too early"
    return errors.InputError(f"{text!r}: {what}: {rule}", code="input.selector", source=source, column=at + 1)

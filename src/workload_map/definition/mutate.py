# SPDX-License-Identifier: Apache-2.0
"""Small faults put into a definition, one at a time: what a check or a set of cases must notice.

A fault is what a person writes by mistake: a letter left out, the name of a field beside the one that was meant, a
level too few, the items of a list forgotten or asked of a map, a phase misspelt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from workload_map import errors, jq
from workload_map.definition.expressions import Expression
from workload_map.definition.model import Definition
from workload_map.definition.shapes import Path
from workload_map.jq import ast
from workload_map.jq.ast import Span

__all__ = ["Mutant", "MutantKind", "Siblings", "mutants", "path_steps"]

MutantKind = Literal["letter", "sibling", "level", "list", "phase"]

#: The names that stand beside the one that an expression uses at a step (by its span).
Siblings = Callable[[Expression, Span], Sequence[str]]


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A definition with one fault: the text at `path` was `before` and is `after`. `span` is the step of the
    expression that was changed, None where the text is none; `name` is the field's new name, where it has one."""

    kind: MutantKind
    path: Path
    before: str
    after: str
    span: Span | None = None
    name: str | None = None
    original: Any
    """The definition without the fault, as plain values."""

    @property
    def definition(self) -> Definition:
        """The definition with the fault, made anew at each call."""
        return _with(self.original, self.path, self.after)


def mutants(definition: Definition, siblings: Siblings | None = None) -> Iterator[Mutant]:
    """Every mutant, in document order. `siblings` gives other fields' names; without it none are exchanged."""
    builtins = msgspec.to_builtins(definition)
    for expression in definition.expressions():
        seen = {expression.text}
        for kind, span, after, name in _of_expression(expression, siblings):
            # Two faults may come to the same text, and an expression without its last step to none.
            if after not in seen and _parses(after):
                seen.add(after)
                yield Mutant(
                    kind=kind,
                    path=expression.steps,
                    before=expression.text,
                    after=after,
                    span=span,
                    name=name,
                    original=builtins,
                )
    for path, phase in _phases(builtins["spec"], ("spec",)):
        if len(phase) > 1:
            yield Mutant(
                kind="phase",
                path=path,
                before=phase,
                after=phase[:-1],
                original=builtins,
            )


def path_steps(tree: ast.Node) -> Iterator[tuple[ast.Path, int, ast.Step]]:
    """Every step of every path, with the path and the step's place in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Path):
            for index, step in enumerate(node.steps):
                yield node, index, step


def _of_expression(
    expression: Expression, siblings: Siblings | None
) -> Iterator[tuple[MutantKind, Span, str, str | None]]:
    text = expression.text
    try:
        tree = jq.parse(text)
    except errors.JqError:
        return
    for path, index, step in path_steps(tree):
        start, end = step.span
        if isinstance(step, ast.Iterate):
            yield "list", step.span, _replaced(text, path, index, ""), None
        elif isinstance(step, ast.Index) and isinstance(step.key, ast.Literal):
            name = step.key.value
            # ``{a}`` says the name of a field and of what it becomes at once.
            if not isinstance(name, str) or text[start] not in ".[":
                continue
            if len(name) > 1:
                yield "letter", step.span, _renamed(text, path, index, name, name[:-1]), name[:-1]
            for other in siblings(expression, step.span) if siblings is not None else ():
                yield "sibling", step.span, _renamed(text, path, index, name, other), other
            yield "level", step.span, _replaced(text, path, index, ""), None
            following = path.steps[index + 1] if index + 1 < len(path.steps) else None
            if not isinstance(following, ast.Iterate):
                yield "list", step.span, text[:end] + "[]" + text[end:], None


def _renamed(text: str, path: ast.Path, index: int, old: str, new: str) -> str:
    start, end = path.steps[index].span
    step = text[start:end]
    if step == f".{old}" and new.isascii() and new.isidentifier():
        return _replaced(text, path, index, f".{new}")
    quoted = msgspec.json.encode(new).decode()
    return _replaced(text, path, index, f"[{quoted}]" if index or start > path.span[0] else f".[{quoted}]")


def _replaced(text: str, path: ast.Path, index: int, step: str) -> str:
    start, end = path.steps[index].span
    if not step and index == 0 and isinstance(path.base, ast.Identity):
        # What is left is the input: a dot, unless the next step begins with one.
        start = path.span[0]
        step = "" if text[end : end + 1] == "." else "."
    return text[:start] + step + text[end:]


def _parses(text: str) -> bool:
    if not text.strip():
        return False
    try:
        jq.parse(text)
    except errors.JqError:
        return False
    return True


def _phases(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "byPhase" and isinstance(inner, str):
                yield (*path, key), inner
            else:
                yield from _phases(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _phases(inner, (*path, index))


def _with(builtins: Any, path: Path, text: str) -> Definition:
    return msgspec.convert(_set(builtins, path, text), Definition)


def _set(value: Any, path: Path, text: str) -> Any:
    """The value with another text at `path`; only what lies on the way is copied."""
    if not path:
        return text
    step, *rest = path
    if isinstance(value, list | tuple) and isinstance(step, int):
        return [_set(item, tuple(rest), text) if i == step else item for i, item in enumerate(value)]
    return {key: _set(item, tuple(rest), text) if key == step else item for key, item in value.items()}

# SPDX-License-Identifier: Apache-2.0
"""The ``-o`` option: its values, its check, and the forms that work on any command's JSON document."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import click

from workload_map.cli import printers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workload_map.jq import Limits, Program

__all__ = ["Output", "OutputType", "clock", "compile_jq", "limits"]


class Output:
    """A chosen form. `form` is one of the words; `program` belongs to ``jq``, `columns` to custom-columns."""

    def __init__(
        self, form: str, *, program: Program | None = None, columns: Sequence[tuple[str, Program]] = ()
    ) -> None:
        self.form = form
        self.program = program
        self.columns = tuple(columns)

    @property
    def is_machine(self) -> bool:
        """Whether the output is a document for programs, which is written also when something failed."""
        return self.form in ("json", "yaml", "jq")

    def document(self, value: Any) -> str | None:
        """The whole document in a machine form; None for a form that the command draws itself."""
        if self.form in ("json", "yaml"):
            return printers.machine(value, self.form)
        if self.form == "jq":
            assert self.program is not None
            from workload_map.session.result import plain

            results = self.program.all(plain(value), clock=clock)
            return "".join(raw(result) + "\n" for result in results)
        return None

    def custom(self, rows: Sequence[Any], *, headers: bool) -> str:
        """The table of custom-columns, a line for each row."""
        from workload_map.session.result import plain

        lines = [
            [
                ", ".join(_cell(result) for result in program.all(row, clock=clock)) or "<none>"
                for _, program in self.columns
            ]
            for row in map(plain, rows)
        ]
        return printers.table([name for name, _ in self.columns], lines, headers=headers)


# Older releases of click know no type argument at run time.
if TYPE_CHECKING:
    _Parameter = click.ParamType[Output]
else:
    _Parameter = click.ParamType


class OutputType(_Parameter):
    """Parses ``-o``: one of `words`, and jq=EXPR or custom-columns=NAME:JQ,… where allowed."""

    name = "output"

    def __init__(self, words: Sequence[str], *, expressions: bool = True) -> None:
        self.words = tuple(words)
        self.expressions = expressions

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The choices, as the help shows them."""
        return self._choices()

    def _choices(self) -> str:
        more = ("jq=EXPR", "custom-columns=NAME:JQ,…") if "name" in self.words else ("jq=EXPR",)
        return "|".join((*self.words, *more)) if self.expressions else "|".join(self.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        """The chosen form; a fault in an expression is a usage error that shows the place."""
        if isinstance(value, Output):
            return value
        text = str(value)
        if text in self.words:
            return Output(text)
        word, equals, rest = text.partition("=")
        if self.expressions and equals and word == "jq":
            return Output("jq", program=compile_jq(rest, "-o jq"))
        if self.expressions and equals and word == "custom-columns" and "name" in self.words:
            return Output("custom-columns", columns=_columns(rest))
        raise click.BadParameter(
            f"{text!r} is not one of {self._choices().replace('|', ', ')}", ctx=ctx, param=param
        )

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """The words that begin so."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


def clock() -> float:
    """The time that an expression of the command line sees as `now`."""
    from workload_map.cli.options import Face

    return Face.current().now


def compile_jq(text: str, option: str) -> Program:
    """The compiled expression of an option; a fault is a usage error with a caret under the place."""
    from workload_map import errors, jq

    try:
        return jq.compile(text, limits=limits())
    except errors.JqError as error:
        raise click.UsageError(f"{option}: {error}") from error


def raw(value: Any) -> str:
    """A result as ``jq -r`` prints it, control characters made visible: strings bare, else compact JSON."""
    if isinstance(value, str):
        return printers.safe(value)
    return _compact(value)


def _compact(value: Any) -> str:
    # jq's own text of a value: it has words for numbers that JSON has not.
    return printers.safe(_to_json().first(value))


@lru_cache(maxsize=1)
def _to_json() -> Program:
    from workload_map import jq

    return jq.compile("tojson", limits=limits())


@lru_cache(maxsize=1)
def limits() -> Limits:
    """Room for the documents of large inputs. A person's own expression can be interrupted; the usual limits are
    for those of definitions, which see one object."""
    from workload_map import jq

    return jq.Limits(steps=50_000_000, results=10_000_000, string=500_000_000, array=10_000_000)


def _cell(value: Any) -> str:
    return "<none>" if value is None else raw(value)


def _columns(text: str) -> list[tuple[str, Program]]:
    columns = []
    for part in split_columns(text):
        name, colon, expression = part.partition(":")
        if not colon or not name.strip() or not expression.strip():
            raise click.UsageError(f"-o custom-columns: {part!r} is not NAME:JQ")
        columns.append((name.strip(), compile_jq(expression, f"-o custom-columns, {name.strip()}")))
    return columns


def split_columns(text: str) -> list[str]:
    """NAME:JQ,NAME:JQ cut at the commas between columns: not in a string, not in brackets of an expression,
    and only where ``NAME:`` follows, since jq has commas of its own."""
    parts, start, depth, quoted, index = [], 0, 0, False, 0
    while index < len(text):
        char = text[index]
        if quoted:
            if char == "\\":
                index += 1
            elif char == '"':
                quoted = False
        elif char == '"':
            quoted = True
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0 and _names_column(text[index + 1 :]):
            parts.append(text[start:index])
            start = index + 1
        index += 1
    parts.append(text[start:])
    return parts


def _names_column(text: str) -> bool:
    name, colon, _ = text.partition(":")
    return bool(colon) and bool(name.strip()) and all(char.isalnum() or char in " -_%/" for char in name)

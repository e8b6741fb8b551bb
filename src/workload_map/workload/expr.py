# SPDX-License-Identifier: Apache-2.0
"""An expression of a definition: compiled at first use, with its place in the definition."""

from __future__ import annotations

from typing import Any

from workload_map import jq

__all__ = ["Expr", "as_text", "describe_value"]


class Expr:
    """One jq expression of a definition.

    Compiled at first use: a command that reads one workload touches half of its definition's expressions,
    and compiling is most of what a short run does.
    """

    __slots__ = ("_program", "label", "pointer", "text")

    def __init__(self, text: str, pointer: str, label: str) -> None:
        self.text = text
        self.pointer = pointer
        """RFC 6901 pointer of the expression in its definition."""
        self.label = label
        """How messages name it: ``replicasPath of worker``."""
        self._program: jq.Program | None = None

    @property
    def program(self) -> jq.Program:
        """The compiled program; raises `JqError` if the expression does not compile."""
        program = self._program
        if program is None:
            program = self._program = jq.compile(self.text)
        return program

    def adopt(self, other: Expr) -> None:
        """Use the program of another expression, if that has the same text and is compiled."""
        if other.text == self.text and other._program is not None:
            self._program = other._program

    def all(self, value: Any) -> list[Any]:
        """All results on `value`; raises `JqError`."""
        return (self._program or self.program).all(value)

    def first(self, value: Any, default: Any = None) -> Any:
        """The first result on `value`, `default` if there is none; raises `JqError`."""
        return (self._program or self.program).first(value, default)

    def __repr__(self) -> str:
        return f"Expr({self.text!r})"


def describe_value(value: Any) -> str:
    """A value as a short part of a message: ``the string "abc"``, ``a list of 3``."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the string "{value[:40]}{"…" if len(value) > 40 else ""}"'
    if isinstance(value, (int, float)):
        # An integer of a hundred thousand digits is a number like any other, but no part of a message.
        return f"{value}" if isinstance(value, float) or value.bit_length() < 200 else "a very long number"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "an object"


def as_text(value: Any) -> str | None:
    """A key as text: strings as they are, integers without exponent, true and false; None for the rest."""
    if isinstance(value, str):
        return value or None
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() < 1024 else None
    if isinstance(value, float) and value.is_integer() and abs(value) < 2.0**63:
        return str(int(value))
    return None

# SPDX-License-Identifier: Apache-2.0
"""The six kinds of JSON values as bits, and how messages call them."""

from __future__ import annotations

from typing import Any, Final

__all__ = [
    "ALL",
    "ARRAY",
    "BOOLEAN",
    "NULL",
    "NUMBER",
    "OBJECT",
    "SINGLE",
    "STRING",
    "kind_of",
    "words",
]

NULL: Final = 1
BOOLEAN: Final = 2
NUMBER: Final = 4
STRING: Final = 8
ARRAY: Final = 16
OBJECT: Final = 32
ALL: Final = 63

SINGLE: Final = (NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT)

_WORDS: Final = {
    OBJECT: "an object",
    ARRAY: "a list",
    STRING: "a string",
    NUMBER: "a number",
    BOOLEAN: "a boolean",
    NULL: "null",
}


def kind_of(value: Any) -> int:
    """The bit of a JSON value."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, int | float):
        return NUMBER
    if isinstance(value, str):
        return STRING
    return ARRAY if isinstance(value, list) else OBJECT


def words(mask: int) -> str:
    """``a string``, ``a list or an object``; null is left out where there is anything else."""
    named = [word for bit, word in _WORDS.items() if mask & bit and (bit != NULL or mask == NULL)]
    return " or ".join(named) if named else "nothing"

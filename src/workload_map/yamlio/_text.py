# SPDX-License-Identifier: Apache-2.0
"""Text and places in it: decoding bytes, line and column of an index, making control characters visible."""

from __future__ import annotations

import re

from workload_map import errors

__all__ = ["MAX_DEPTH", "decode", "escape", "place"]

MAX_DEPTH = 200
"""Deepest nesting of lists and mappings that is read. Real objects stay below 60; above some hundreds, Python's
own limit would stop whoever walks the value."""

_BREAK = re.compile(r"\r\n?|\n")
# C0 and C1 controls with DEL, line and paragraph separators, bidi marks, embeddings and isolates, the byte order
# mark, and halves of surrogate pairs, which no terminal can print. Compiled at its first use, which costs
# milliseconds.
_UNSAFE = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def place(text: str, index: int) -> tuple[int, int]:
    """Line and column, both from 1, of a character."""
    if "\r" in text:
        line, start = 1, 0
        for match in _BREAK.finditer(text, 0, index):
            line, start = line + 1, match.end()
        return line, index - start + 1
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def decode(data: str | bytes | bytearray | memoryview, source: str) -> str:
    """The text without its byte order mark. UTF-8, or UTF-16 where a mark says so (what PowerShell's ``>``
    writes). Raises InputError ``input.encoding``."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    data = bytes(data)
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "ignore").removeprefix("\ufeff")
        line, column = place(before, len(before))
        raise errors.InputError(
            f"not {encoding.upper()} text: byte 0x{data[error.start]:02x} at offset {error.start}",
            code="input.encoding",
            source=source,
            line=line,
            column=column,
        ) from None


def escape(text: str, *, keep: str = "") -> str:
    """The text with control characters, terminal escape sequences, bidi controls and lone surrogates made visible
    (``\\x1b``, ``\\u202e``, ``\\n``), so that what an object says cannot move a terminal's cursor or reorder a
    line; characters in `keep` stay (``"\\n"`` for text of several lines)."""
    if text.isprintable():
        return text

    def visible(match: re.Match[str]) -> str:
        char = match[0]
        if char in keep:
            return char
        code = ord(char)
        return _SHORT.get(char) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")

    return re.sub(_UNSAFE, visible, text)

# SPDX-License-Identifier: Apache-2.0
"""Values to YAML as Kubernetes tools write it, and to JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from workload_map import errors
from workload_map.yamlio._scalars import is_plain_string

__all__ = ["block_lines", "dump", "dump_all", "flow_text", "scalar_text", "to_json"]

# Plain text that no reader takes for syntax: in block context, and inside brackets.
_PLAIN = re.compile(r"(?:[$()+./0-9;A-Z\\^_a-z]|[-?:](?=[!-~]))[ -~]*")
_UNPLAIN = re.compile(r": |:$| #| $|^- |^\? |^: |^---|^\.\.\.|^-$")
_FLOW_SPECIAL = re.compile(r"[,\[\]{}]|:$|:[,\[\]{}\"']|^[-?:]")
# What double quotes must escape: everything that YAML forbids or breaks lines at, C1 and bidi controls.
# Patterns with large sets of characters are compiled at their first use: it costs milliseconds.
_ESCAPED = '[\x00-\x1f"\\\\\x7f-\xa0\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]'
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x00": "\\0"}
_JSON_UNSAFE = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
_SURROGATE = re.compile("[\ud800-\udfff]")
# A simple key must end within 1024 characters of its start.
_LONGEST_KEY = 1000


def dump(value: Any) -> str:
    """The value as one block-style YAML document: keys in their order, strings quoted wherever some YAML 1.1 or
    1.2 reader would take them for something else, text of several lines as a literal block.

    Raises InputError ``input.value`` for NaN, infinities and lone surrogates, TypeError for what JSON cannot hold.
    """
    return "\n".join(block_lines(value)) + "\n"


def dump_all(values: Iterable[Any]) -> str:
    """Several documents, with ``---`` between them."""
    return "---\n".join(dump(value) for value in values)


def to_json(value: Any, *, indent: int = 2) -> str:
    """The value as JSON without a final line break; on one line with ``indent=0``. Control and bidi characters are
    escaped, so that the text is safe on a terminal. Raises as `dump`."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        if _SURROGATE.search(text):
            raise _no_text()
        if indent:
            text = msgspec.json.format(text, indent=indent)
    except RecursionError:
        raise errors.InputError("nested too deeply to be written as JSON", code="input.depth") from None
    except ValueError:
        raise _no_number() from None
    if text.isascii():
        return text.replace("\x7f", "\\u007f")
    return re.sub(_JSON_UNSAFE, lambda match: f"\\u{ord(match[0]):04x}", text)


def _no_number() -> errors.InputError:
    return errors.InputError(
        "NaN, an infinity, or an integer of more than 4,300 digits cannot be written", code="input.value"
    )


def _no_text() -> errors.InputError:
    return errors.InputError(
        "half of a surrogate pair cannot be written: it is no character", code="input.value"
    )


def scalar_text(value: Any, *, flow: bool = False) -> str:
    """A scalar on one line. With `flow`, safe inside brackets."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return _string(value, flow=flow)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value)
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def _float(value: float) -> str:
    text = repr(value)
    if text in ("nan", "inf", "-inf"):
        raise _no_number()
    if "e" in text and "." not in text:
        # YAML 1.1 knows an exponent only behind a point.
        text = text.replace("e", ".0e")
    return text


def _string(text: str, *, flow: bool) -> str:
    plain = _PLAIN.fullmatch(text) and not _UNPLAIN.search(text)
    if plain and not (flow and _FLOW_SPECIAL.search(text)):
        return text if is_plain_string(text) else quoted(text)
    if text and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return quoted(text)


def quoted(text: str) -> str:
    """The text in double quotes, on one line."""
    if _SURROGATE.search(text):
        raise _no_text()
    return '"' + re.sub(_ESCAPED, _escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def literal_header(text: str) -> str | None:
    """``|``, ``|-`` or ``|+`` when the text can stand as a literal block, else None."""
    if "\n" not in text or text[0] in " \t\n" or not text.translate(_HARMLESS).isprintable():
        return None
    body = text.rstrip("\n")
    if body.rpartition("\n")[2].strip(" \t") == "":
        return None  # readers differ on a last line of spaces
    if not text.endswith("\n"):
        return "|-"
    return "|+" if text.endswith("\n\n") else "|"


_HARMLESS = {ord(char): None for char in "\n\t\xa0"}


def flow_text(value: Any) -> str:
    """The value on one line, in brackets and braces where it is not a scalar."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flow_key(key)}: {flow_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow_text(item) for item in value) + "]"
    return scalar_text(value, flow=True)


def _flow_key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError("a key must be a string")
    return _string(key, flow=True)


def block_lines(
    value: Any, *, column: int = 0, step: int = 2, dash: int = 0, literals: bool = True
) -> list[str]:
    """The lines of a value in block style, the first without indentation, the others indented by `column`.

    `step` is the indentation of one level; `dash` how far the ``-`` of a list stands to the right of its key;
    without `literals`, text of several lines is quoted.
    """
    lines: list[str] = [""]
    # Work still to do, last first: a value with the column of its members and where it stands, or a text that
    # starts a line.
    work: list[tuple[Any, int, str]] = [(value, column, "top")]
    while work:
        item, indent, where = work.pop()
        if where == "line":
            lines.append(" " * indent + item)
        elif where == "text":
            lines[-1] += item
        elif isinstance(item, dict) and item:
            if where == "key":
                indent += step
                first = "line"
            else:
                first = "text"
                lines[-1] += " " if where == "item" else ""
            parts: list[tuple[Any, int, str]] = []
            for key, child in item.items():
                text = _key_text(key)
                if len(text) > _LONGEST_KEY:
                    parts.append((f"? {text}", indent, first))
                    text, first = "", "line"
                parts.append((text + ":", indent, first))
                parts.append((child, indent, "key"))
                first = "line"
            work.extend(reversed(parts))
        elif isinstance(item, list | tuple) and item:
            if where == "key":
                indent += dash
                first = "line"
            else:
                first = "text"
                lines[-1] += " " if where == "item" else ""
            parts = []
            for child in item:
                parts.append(("-", indent, first))
                parts.append((child, indent + 2, "item"))
                first = "line"
            work.extend(reversed(parts))
        else:
            gap = "" if where == "top" else " "
            header = literal_header(item) if literals and isinstance(item, str) else None
            if header is not None:
                inner = indent + step if where == "key" else indent
                if where == "top":
                    inner = indent + step
                body = item.removesuffix("\n") if header != "|-" else item
                lines[-1] += gap + header
                lines.extend(" " * inner + line if line else "" for line in body.split("\n"))
            elif isinstance(item, dict | list | tuple):
                lines[-1] += gap + ("{}" if isinstance(item, dict) else "[]")
            else:
                lines[-1] += gap + scalar_text(item)
    return lines


def _key_text(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError("a key must be a string")
    return _string(key, flow=False)

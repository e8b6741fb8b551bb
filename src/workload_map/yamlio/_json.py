# SPDX-License-Identifier: Apache-2.0
"""JSON text: decoded by msgspec, checked for duplicate keys and depth at little cost, places found on demand.

A file of ten thousand objects is decoded once and not walked: what the checks need to know is counted in the
compact encoding of each item. Only a text that fails a count is read again, token by token.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in the stubs; json documents its twin
from typing import Any, NamedTuple

import msgspec

from workload_map.yamlio._text import MAX_DEPTH

__all__ = ["Decoded", "JsonFault", "Member", "decode_stream", "depth", "members"]

_SPACE = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"---[ \t]*(?:\r?\n|$)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None}
_SURROGATE = re.compile("[\ud800-\udfff]")
_SKIPPER = json.JSONDecoder(
    parse_int=len, parse_float=len
)  # values are thrown away, so long numbers may pass


class JsonFault(Exception):
    """Text that is not JSON: a message, and the index of the character where it stops being so."""

    def __init__(self, message: str, index: int, *, code: str = "input.syntax") -> None:
        super().__init__(message)
        self.message = message
        self.index = index
        self.code = code


class Decoded(NamedTuple):
    """One value, the half-open range of its characters, and for each duplicate key its name and the index of its
    first and of its second place."""

    value: Any
    start: int
    end: int
    duplicates: list[tuple[str, int, int]]


def decode_stream(text: str) -> list[Decoded]:
    """The JSON objects and arrays of a text, one after another, or with ``---`` lines between. Raises JsonFault."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        pass
    else:
        start = _skip_space(text, 0)
        if _is_clean(value, text):
            return [Decoded(value, start, len(text), [])]
        return [_decode_tokens(text, start)]
    found: list[Decoded] = []
    position = _skip_space(text, 0)
    while position < len(text):
        found.append(_decode_one(text, position))
        position = _skip_space(text, found[-1].end)
        if separator := _SEPARATOR.match(text, position):
            position = _skip_space(text, separator.end())
    return found


def _decode_one(text: str, position: int) -> Decoded:
    if not text.startswith(("{", "["), position):
        raise JsonFault("expected a JSON object or array", position)
    try:
        end = _SKIPPER.raw_decode(text, position)[1]
        part = text[position:end]
        value = msgspec.json.decode(part)
        if _is_clean(value, part):
            return Decoded(value, position, end, [])
    except json.JSONDecodeError as error:
        raise JsonFault(error.msg[:1].lower() + error.msg[1:], error.pos) from None
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        pass
    return _decode_tokens(text, position)


def _is_clean(value: Any, text: str) -> bool:
    """Whether it is certain that no key of the text is there twice and that nothing lies too deep.

    Decoding keeps one of two equal keys, so the text has more colons than the value when it is encoded again. An
    escaped colon, the only other reason for a difference, is looked for. Depth is bounded by the brackets.
    """
    encoder = msgspec.json.Encoder()
    buffer = bytearray()
    colons = 0
    try:
        for part, levels in _parts(value):
            encoder.encode_into(part, buffer)
            colons += buffer.count(b":")
            brackets = buffer.count(b"[") + buffer.count(b"{")
            if brackets + levels > MAX_DEPTH and depth(part) + levels > MAX_DEPTH:
                return False
    except RecursionError:
        return False
    return text.count(":") == colons and "\\u003a" not in text and "\\u003A" not in text


def _parts(value: Any) -> Iterator[tuple[Any, int]]:
    """A document in parts of moderate size, each with the levels above it: the items of a List one by one."""
    if isinstance(value, dict) and isinstance(value.get("items"), list):
        yield {**value, "items": None}, 0
        for item in value["items"]:
            yield item, 2
    elif isinstance(value, list):
        for item in value:
            yield item, 1
    else:
        yield value, 0


def depth(value: Any) -> int:
    """How many lists and mappings lie in one another."""
    level, levels = [value], 0
    while level := [part for part in level if type(part) is dict or type(part) is list]:
        levels += 1
        level = [child for part in level for child in (part.values() if type(part) is dict else part)]
    return levels


def _skip_space(text: str, position: int) -> int:
    return _SPACE.match(text, position).end()  # type: ignore[union-attr]


def _decode_tokens(text: str, position: int) -> Decoded:
    """Read one value token by token, without recursion: slow, and exact about each fault."""
    start = position
    root: list[Any] = []
    # The open containers; an object comes with the places of its keys.
    stack: list[tuple[Any, dict[str, int]]] = [(root, {})]
    duplicates: list[tuple[str, int, int]] = []
    key = ""
    opened = False
    while True:
        position = _skip_space(text, position)
        container, places = stack[-1]
        if opened and text.startswith("}" if type(container) is dict else "]", position):
            stack.pop()
            position += 1
        else:
            if type(container) is dict:
                key_start = position
                key, position = _key(text, position)
                if key in places:
                    duplicates.append((key, places[key], key_start))
                else:
                    places[key] = key_start
                position = _skip_space(text, position)
            opened = text.startswith(("{", "["), position)
            value: Any
            if opened:
                if len(stack) > MAX_DEPTH:
                    raise JsonFault(f"nested more than {MAX_DEPTH} levels deep", position, code="input.depth")
                value = {} if text[position] == "{" else []
                end = position + 1
            else:
                value, end = _scalar(text, position)
            if type(container) is dict:
                container[key] = value
            else:
                container.append(value)
            position = end
            if opened:
                stack.append((value, {}))
                continue
        # A value has ended: close what closes, up to the next comma.
        opened = False
        while len(stack) > 1:
            position = _skip_space(text, position)
            is_dict = type(stack[-1][0]) is dict
            if text.startswith(",", position):
                position += 1
                break
            if not text.startswith("}" if is_dict else "]", position):
                raise JsonFault(f"expected ',' or '{'}' if is_dict else ']'}'", position)
            stack.pop()
            position += 1
        else:
            return Decoded(root[0], start, position, duplicates)


def _key(text: str, position: int) -> tuple[str, int]:
    if not text.startswith('"', position):
        raise JsonFault("expected a key in double quotes", position)
    key, position = _string(text, position)
    position = _skip_space(text, position)
    if not text.startswith(":", position):
        raise JsonFault("expected ':'", position)
    return key, position + 1


def _string(text: str, position: int) -> tuple[str, int]:
    try:
        value, end = scanstring(text, position + 1, True)
    except json.JSONDecodeError as error:
        raise JsonFault(error.msg[:1].lower() + error.msg[1:], error.pos) from None
    if _SURROGATE.search(value):
        raise JsonFault("half of a surrogate pair, which is no character", position, code="input.encoding")
    return value, end


def _scalar(text: str, position: int) -> tuple[Any, int]:
    if text.startswith('"', position):
        return _string(text, position)
    for word, value in _WORDS.items():
        if text.startswith(word, position):
            return value, position + len(word)
    match = _NUMBER.match(text, position)
    if not match:
        if text.startswith(("NaN", "Infinity", "-Infinity"), position):
            raise JsonFault("JSON has no NaN and no infinity", position, code="input.scalar")
        raise JsonFault("expected a value", position)
    if match[1] or match[2]:
        number = float(match[0])
        if number in (float("inf"), float("-inf")):
            raise JsonFault("a number too large for a float", position, code="input.scalar")
        return number, match.end()
    if len(match[0]) > 4300:  # what Python itself converts by default, and msgspec with it
        raise JsonFault("an integer of more than 4,300 digits", position, code="input.scalar")
    return int(match[0]), match.end()


class Member(NamedTuple):
    """A member of an object (with its key and the range of the key's text) or of an array, and its range."""

    key: str | None
    key_start: int
    key_end: int
    start: int
    end: int


def members(text: str, position: int) -> tuple[list[Member], int]:
    """The members of the object or array that starts here in sound JSON, and the index behind it."""
    is_dict = text[position] == "{"
    found: list[Member] = []
    position = _skip_space(text, position + 1)
    while text[position] not in "]}":
        key, key_start, key_end = None, position, position
        if is_dict:
            key, key_end = scanstring(text, position + 1, True)
            position = _skip_space(text, _skip_space(text, key_end) + 1)
        end = _end_of_value(text, position)
        found.append(Member(key, key_start, key_end, position, end))
        position = _skip_space(text, end)
        if text[position] == ",":
            position = _skip_space(text, position + 1)
    return found, position + 1


def _end_of_value(text: str, position: int) -> int:
    try:
        return _SKIPPER.raw_decode(text, position)[1]
    except RecursionError:  # the caller's own stack is deep
        return _decode_tokens(text, position).end

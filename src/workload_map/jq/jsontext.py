# SPDX-License-Identifier: Apache-2.0
"""JSON text of values and values of JSON text, to any depth, within a budget."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json.encoder import encode_basestring
from typing import Any

from workload_map.jq import numbers
from workload_map.jq.runtime import Fail, Limit, Run
from workload_map.jq.values import preview, type_name

__all__ = ["decode", "encode"]

# json.loads recurses in C; with no more brackets than this it cannot get deep.
_SHALLOW = 100


def quote(text: str) -> str:
    """A JSON string as gojq writes it: ASCII control characters escaped, DEL among them."""
    quoted = encode_basestring(text)
    return quoted.replace("\x7f", "\\u007f") if "\x7f" in quoted else quoted


def _scalar(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return quote(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if kind is int or kind is float:
        return numbers.text(value)
    raise Fail(f"{type_name(value)} has no JSON text")


def encode(value: Any, run: Run) -> str:
    """Compact JSON with sorted keys. A step for each value and for every 64 characters."""
    kind = type(value)
    if kind is not dict and kind is not list:
        if kind is int and value.bit_length() > 1000:
            run.charge(value.bit_length() >> 5)
        return run.string(_scalar(value))
    pieces: list[str] = []
    size = 0
    longest = run.limits.string
    # Open containers: what is left of each, and the text that closes it.
    stack: list[tuple[Iterator[Any], str]] = []
    item: Any = value
    before = ""
    while True:
        kind = type(item)
        run.left -= 2
        if kind is dict or kind is list:
            if kind is dict:
                run.left -= len(item)
            if len(stack) >= run.limits.depth:
                raise Limit(f"a value is nested more than {run.limits.depth} levels deep")
            if kind is dict:
                stack.append((iter(sorted(item.items(), key=_key)), "}"))
                piece = before + "{"
            else:
                stack.append((iter(item), "]"))
                piece = before + "["
            first = True
        else:
            piece = before + _scalar(item)
            first = False
        pieces.append(piece)
        size += len(piece)
        run.left -= len(piece) >> 6
        if run.left < 0:
            raise run.over()
        if size > longest:
            raise Limit(f"JSON text is longer than {longest} characters")
        while stack:
            rest, closing = stack[-1]
            following: Any = next(rest, _END)
            if following is _END:
                pieces.append(closing)
                stack.pop()
                first = False
                continue
            before = "" if first else ","
            if closing == "}":
                key, item = following
                before += quote(key) + ":"
            else:
                item = following
            break
        else:
            return "".join(pieces)


_END = object()


def _key(entry: tuple[str, Any]) -> str:
    return entry[0]


def decode(text: str, run: Run) -> Any:
    """The value of a JSON text; raises `Fail` where it is none. Integers are exact."""
    run.charge(1 + (len(text) >> 3))
    try:
        if text.count("[") + text.count("{") <= _SHALLOW and "\\u" not in text:
            return json.loads(
                text, parse_int=numbers.parse, parse_float=numbers.parse, parse_constant=_no_constant
            )
        return _Decoder(text, run).run()
    except numbers.TooLarge as error:
        raise Limit(str(error)) from None
    except ValueError as error:
        raise Fail(f"{preview(text)} is not JSON: {error}") from None


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a JSON value")


_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+)"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS = (("null", None), ("true", True), ("false", False))
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HALF = re.compile("[\ud800-\udfff]")
_CHARACTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    text = _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else _CHARACTERS.get(found[2], found[2]), text
    )
    text = _PAIR.sub(
        lambda found: chr(0x10000 + ((ord(found[0][0]) - 0xD800) << 10) + ord(found[0][1]) - 0xDC00), text
    )
    return _HALF.sub("\ufffd", text)


class _Decoder:
    """A JSON reader with an explicit stack."""

    def __init__(self, text: str, run: Run) -> None:
        self.text = text
        self.run_state = run
        self.at = 0

    def skip(self) -> str:
        found = _SPACE.match(self.text, self.at)
        if found:
            self.at = found.end()
        return self.text[self.at : self.at + 1]

    def fail(self, wanted: str) -> ValueError:
        return ValueError(f"expected {wanted} at character {self.at}")

    def string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise self.fail("a string")
        self.at = found.end()
        return _unescape(found[1])

    def scalar(self) -> Any:
        text = self.text
        character = text[self.at : self.at + 1]
        if character == '"':
            return self.string()
        for word, value in _WORDS:
            if text.startswith(word, self.at):
                self.at += len(word)
                return value
        found = _NUMBER.match(text, self.at)
        if found is None:
            raise self.fail("a value")
        self.at = found.end()
        return numbers.parse(found[0])

    def run(self) -> Any:
        run = self.run_state
        stack: list[Any] = []
        keys: list[str] = []
        while True:
            run.charge(1)
            character = self.skip()
            value: Any
            if character == "[" or character == "{":
                self.at += 1
                if len(stack) >= run.limits.depth:
                    raise Limit(f"JSON text is nested more than {run.limits.depth} levels deep")
                value = [] if character == "[" else {}
                closing = "]" if character == "[" else "}"
                if self.skip() != closing:
                    stack.append(value)
                    if character == "{":
                        self.key(keys)
                    continue
                self.at += 1
            else:
                value = self.scalar()
            while True:
                if not stack:
                    self.skip()
                    if self.at < len(self.text):
                        raise self.fail("the end")
                    return value
                top = stack[-1]
                if type(top) is list:
                    top.append(value)
                    closing = "]"
                else:
                    top[keys.pop()] = value
                    closing = "}"
                character = self.skip()
                if character == ",":
                    self.at += 1
                    if closing == "}":
                        self.skip()
                        self.key(keys)
                    break
                if character != closing:
                    raise self.fail(f"',' or '{closing}'")
                self.at += 1
                value = stack.pop()

    def key(self, keys: list[str]) -> None:
        self.skip()
        keys.append(self.string())
        if self.skip() != ":":
            raise self.fail("':'")
        self.at += 1

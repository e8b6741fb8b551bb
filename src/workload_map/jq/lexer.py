# SPDX-License-Identifier: Apache-2.0
"""Text of an expression to tokens."""

from __future__ import annotations

import re
from typing import NamedTuple

from workload_map import errors

__all__ = ["KEYWORDS", "Token", "tokenize"]

KEYWORDS = frozenset(
    {
        *("or", "and", "module", "import", "include", "def", "as", "label", "break", "null", "true", "false"),
        *("if", "then", "elif", "else", "end", "try", "catch", "reduce", "foreach"),
    }
)


class Token(NamedTuple):
    """`kind` is ``ident var field number format op`` or, in strings, ``str`` (a whole one), ``open text
    interp close``; ``interp`` opens an expression that the matching ``op`` ``)`` ends; ``eof`` comes last."""

    kind: str
    text: str
    start: int
    end: int


# A comment goes on over a line break that an odd backslash precedes, as in gojq.
_SKIP = re.compile(r"(?:[ \t\r\n]+|#(?:\\(?:\r\n?|[\\\n])|[^\r\n])*)*")
_SKIPPED = frozenset(" \t\r\n#")
_TOKEN = re.compile(
    r"""(?P<ident>[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)?)
    |(?P<field>\.[A-Za-z_][A-Za-z0-9_]*)
    |(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |(?P<var>\$[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)?)
    |(?P<format>@[A-Za-z0-9_]+)
    |(?P<op>\?//|//=|\|=|\+=|-=|\*=|/=|%=|//|==|!=|<=|>=|\.\.|[][(){}|,:;.?=<>+*/%-])
    |(?P<quote>")""",
    re.VERBOSE,
)
_NUMBER_TAIL = re.compile(r"[A-Za-z0-9_.]")
# After an exponent a point begins a path.
_EXPONENT_TAIL = re.compile(r"[A-Za-z0-9_]")
_PLAIN = re.compile(r'[^"\\]*')
_ESCAPES = {'"': '"', "/": "/", "\\": "\\", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEX = re.compile(r"[0-9A-Fa-f]{4}")


def tokenize(source: str) -> list[Token]:
    """All tokens of `source`; raises `JqError` (``jq.syntax``) at the first one that is none."""
    return _Lexer(source).run()


class _Lexer:
    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.tokens: list[Token] = []

    def fail(self, message: str, start: int, end: int) -> errors.JqError:
        return errors.JqError(message, expression=self.source, span=(start, end), code="jq.syntax")

    def run(self) -> list[Token]:
        source, tokens = self.source, self.tokens
        # Open parentheses inside each interpolation that is being read, innermost last.
        open_in: list[int] = []
        length = len(source)
        while True:
            start = self.position
            if start < length and source[start] in _SKIPPED:
                skipped = _SKIP.match(source, start)
                start = skipped.end() if skipped else start
            if start >= length:
                tokens.append(Token("eof", "", start, start))
                return tokens
            found = _TOKEN.match(source, start)
            if found is None:
                raise self.fail(f"unexpected character {source[start]!r}", start, start + 1)
            kind, text, end = str(found.lastgroup), found.group(), found.end()
            self.position = end
            if kind == "number":
                tail = _EXPONENT_TAIL if "e" in text or "E" in text else _NUMBER_TAIL
                if tail.match(source, end):
                    raise self.fail("malformed number", start, end + 1)
            elif kind == "quote":
                if self.string(start):
                    open_in.append(0)
                continue
            elif kind == "op" and open_in:
                if text == "(":
                    open_in[-1] += 1
                elif text == ")":
                    if open_in[-1] == 0:
                        tokens.append(Token("op", ")", start, end))
                        open_in.pop()
                        if self.string(None):
                            open_in.append(0)
                        continue
                    open_in[-1] -= 1
            tokens.append(Token(kind, text, start, end))

    def string(self, quote: int | None) -> bool:
        """Read a string from after its quote (or, with None, from after an interpolation) up to its end or
        up to an interpolation, and say whether one begins."""
        source = self.source
        begin = self.position
        pieces: list[str] = []
        while True:
            found = _PLAIN.match(source, self.position)
            if found is not None:
                pieces.append(found.group())
                self.position = found.end()
            at = self.position
            if at >= len(source):
                raise self.fail("this string does not end", begin - 1 if quote is not None else begin, at)
            if source[at] == '"':
                self.position = at + 1
                text = "".join(pieces)
                if quote is not None:
                    self.tokens.append(Token("str", text, quote, at + 1))
                else:
                    self.tokens.append(Token("text", text, begin, at))
                    self.tokens.append(Token("close", '"', at, at + 1))
                return False
            escape = source[at + 1 : at + 2]
            if escape == "(":
                if quote is not None:
                    self.tokens.append(Token("open", '"', quote, quote + 1))
                self.tokens.append(Token("text", "".join(pieces), begin, at))
                self.tokens.append(Token("interp", "\\(", at, at + 2))
                self.position = at + 2
                return True
            if escape == "u":
                pieces.append(self.unicode(at))
            elif escape in _ESCAPES:
                pieces.append(_ESCAPES[escape])
                self.position = at + 2
            else:
                raise self.fail("unknown escape in a string", at, at + 2)

    def unicode(self, at: int) -> str:
        """The character of the \\uXXXX at `at`; two halves of a pair are one, a half alone is U+FFFD."""
        source = self.source
        digits = _HEX.match(source, at + 2)
        if digits is None:
            raise self.fail("\\u needs four hexadecimal digits", at, min(at + 6, len(source)))
        self.position = at + 6
        code = int(digits.group(), 16)
        if 0xD800 <= code < 0xDC00 and source[at + 6 : at + 8] == "\\u":
            low = _HEX.match(source, at + 8)
            if low is not None and 0xDC00 <= int(low.group(), 16) < 0xE000:
                self.position = at + 12
                return chr(0x10000 + ((code - 0xD800) << 10) + int(low.group(), 16) - 0xDC00)
        return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)

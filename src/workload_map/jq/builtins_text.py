# SPDX-License-Identifier: Apache-2.0
"""Builtin functions on strings: formats, trimming, splitting, regular expressions."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from workload_map.jq import arithmetic, jsontext, numbers, values
from workload_map.jq.runtime import Fail, Limit, Run
from workload_map.jq.values import preview

if TYPE_CHECKING:
    from workload_map.jq import regex

__all__ = ["FORMATS", "TEXT", "capture", "compile_regex", "matches", "tostring"]


def tostring(run: Run, value: Any) -> str:
    """A string as it is, any other value as JSON."""
    return value if type(value) is str else jsontext.encode(value, run)


def _string(value: Any, name: str) -> str:
    if type(value) is not str:
        raise Fail(f"{name} needs a string, not {preview(value)}")
    return value


# -- formats


def _html(run: Run, value: Any) -> str:
    text = tostring(run, value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return run.string(text.replace("'", "&apos;").replace('"', "&quot;"))


_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
_URI = {byte: chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in range(256)}


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").replace(b"?", b"\xef\xbf\xbd")


def _text(data: bytes) -> str:
    """UTF-8 with every byte that is none read as U+FFFD, as Go does."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return re.sub("[\udc80-\udcff]", "\ufffd", data.decode(errors="surrogateescape"))


def _uri(run: Run, value: Any) -> str:
    data = _bytes(tostring(run, value))
    run.charge(1 + (len(data) >> 4))
    return run.string("".join([_URI[byte] for byte in data]))


_ENCODED = re.compile(rb"%([0-9A-Fa-f]{2})")


def _urid(run: Run, value: Any) -> str:
    data = _bytes(tostring(run, value))
    run.charge(1 + (len(data) >> 4))
    if data.count(b"%") != len(_ENCODED.findall(data)):
        raise Fail(f"{preview(value)} is not percent-encoded")
    return _text(_ENCODED.sub(lambda found: bytes([int(found[1], 16)]), data))


def _row(run: Run, value: Any, name: str, separator: str, quote: Callable[[str], str], null: str = "") -> str:
    if type(value) is not list:
        raise Fail(f"{name} needs an array, not {preview(value)}")
    run.charge(1 + len(value))
    cells: list[str] = []
    for cell in value:
        kind = type(cell)
        if kind is str:
            cells.append(quote(cell))
        elif kind is list or kind is dict:
            raise Fail(f"{name} has no text for {preview(cell)}")
        else:
            text = jsontext.encode(cell, run)
            cells.append(null if text == "null" else text)
    return run.string(separator.join(cells))


def _csv(run: Run, value: Any) -> str:
    return _row(
        run, value, "@csv", ",", lambda text: '"' + text.replace('"', '""').replace("\0", "\\0") + '"'
    )


_TSV = str.maketrans({"\t": "\\t", "\r": "\\r", "\n": "\\n", "\\": "\\\\", "\0": "\\0"})


def _tsv(run: Run, value: Any) -> str:
    return _row(run, value, "@tsv", "\t", lambda text: text.translate(_TSV))


_SH = str.maketrans({"'": "'\\''", "\0": "\\0"})


def _sh(run: Run, value: Any) -> str:
    items = value if type(value) is list else [value]
    return _row(run, items, "@sh", " ", lambda text: "'" + text.translate(_SH) + "'", "null")


def _base64(run: Run, value: Any) -> str:
    return run.string(binascii.b2a_base64(_bytes(tostring(run, value)), newline=False).decode())


_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")


def _base64d(run: Run, value: Any) -> str:
    text = tostring(run, value).partition("=")[0].replace("\r", "").replace("\n", "")
    if _NOT_BASE64.search(text) or len(text) % 4 == 1:
        raise Fail(f"{preview(value)} is not base64")
    try:
        data = binascii.a2b_base64(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise Fail(f"{preview(value)} is not base64") from None
    return run.string(_text(data))


FORMATS: dict[str, Callable[[Run, Any], str]] = {
    "@text": tostring,
    "@json": lambda run, value: jsontext.encode(value, run),
    "@html": _html,
    "@uri": _uri,
    "@urid": _urid,
    "@csv": _csv,
    "@tsv": _tsv,
    "@sh": _sh,
    "@base64": _base64,
    "@base64d": _base64d,
}
"""The formats by name, with their ``@``."""


def _format(run: Run, value: Any, name: Any) -> str:
    function = FORMATS.get("@" + _string(name, "format"))
    if function is None:
        raise Fail(f"there is no format @{name[:40]}")
    return function(run, value)


# -- plain strings


def _tonumber(run: Run, value: Any) -> Any:
    if type(value) is int or type(value) is float:
        return value
    text = _string(value, "tonumber")
    try:
        number = numbers.parse_strict(text)
    except numbers.TooLarge as error:
        raise Limit(str(error)) from None
    if number is None:
        raise Fail(f"{preview(value)} is not a number")
    return number


def _toboolean(run: Run, value: Any) -> bool:
    if type(value) is bool:
        return value
    text = _string(value, "toboolean")
    if text not in ("true", "false"):
        raise Fail(f"{preview(value)} is neither true nor false")
    return text == "true"


def _startswith(run: Run, value: Any, part: Any) -> bool:
    text, start = _string(value, "startswith"), _string(part, "startswith")
    run.length(start)
    return text.startswith(start)


def _endswith(run: Run, value: Any, part: Any) -> bool:
    text, end = _string(value, "endswith"), _string(part, "endswith")
    run.length(end)
    return text.endswith(end)


def _ltrimstr(run: Run, value: Any, part: Any) -> str:
    return run.string(_string(value, "ltrimstr").removeprefix(_string(part, "ltrimstr")))


def _rtrimstr(run: Run, value: Any, part: Any) -> str:
    return run.string(_string(value, "rtrimstr").removesuffix(_string(part, "rtrimstr")))


def _trimstr(run: Run, value: Any, part: Any) -> str:
    text, cut = _string(value, "trimstr"), _string(part, "trimstr")
    return run.string(text.removeprefix(cut).removesuffix(cut))


# What Go's unicode.IsSpace takes; Python's own set has four separators more.
_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def _trim(run: Run, value: Any) -> str:
    return run.string(_string(value, "trim").strip(_SPACE))


def _ltrim(run: Run, value: Any) -> str:
    return run.string(_string(value, "ltrim").lstrip(_SPACE))


def _rtrim(run: Run, value: Any) -> str:
    return run.string(_string(value, "rtrim").rstrip(_SPACE))


def _explode(run: Run, value: Any) -> list[int]:
    text = _string(value, "explode")
    run.charge(len(text))
    return [ord(character) for character in text]


def _implode(run: Run, value: Any) -> str:
    if type(value) is not list:
        raise Fail(f"implode needs an array, not {preview(value)}")
    run.charge(len(value))
    characters: list[str] = []
    for code in value:
        if type(code) is not int and type(code) is not float:
            raise Fail(f"implode needs numbers, not {preview(code)}")
        place = numbers.clamp(code)
        valid = 0 <= place < 0xD800 or 0xE000 <= place <= 0x10FFFF
        characters.append(chr(place) if valid else "\ufffd")
    return run.string("".join(characters))


_LOWER = {code: code + 32 for code in range(65, 91)}
_UPPER = {code: code - 32 for code in range(97, 123)}


def _downcase(run: Run, value: Any) -> str:
    text = _string(value, "ascii_downcase")
    return run.string(text.lower() if text.isascii() else text.translate(_LOWER))


def _upcase(run: Run, value: Any) -> str:
    text = _string(value, "ascii_upcase")
    return run.string(text.upper() if text.isascii() else text.translate(_UPPER))


def _utf8bytelength(run: Run, value: Any) -> int:
    text = _string(value, "utf8bytelength")
    run.length(text)
    return len(_bytes(text))


def _join(run: Run, value: Any, separator: Any) -> str:
    items = values.iterate(value)
    if not items:
        return ""
    if type(separator) is not str:
        if len(items) > 1:
            raise Fail(f"join needs a string between, not {preview(separator)}")
        separator = ""
    run.charge(len(items))
    pieces: list[str] = []
    size = 0
    for item in items:
        kind = type(item)
        if kind is str:
            pieces.append(item)
        elif item is None:
            pieces.append("")
        elif kind is list or kind is dict:
            raise Fail(f"join has no text for {preview(item)}")
        else:
            pieces.append(jsontext.encode(item, run))
        size += len(pieces[-1]) + len(separator)
        if size > run.limits.string + len(separator):
            raise Limit(f"a string is longer than {run.limits.string}")
    return run.string(separator.join(pieces))


# -- regular expressions


def compile_regex(pattern: Any, flags: Any, name: str, run: Run) -> tuple[regex.Regex, bool]:
    """The compiled pattern and whether all matches are wanted."""
    # Loaded with the first expression that has a pattern: most have none.
    from workload_map.jq import regex

    if flags is not None and type(flags) is not str:
        raise Fail(f"{name} needs flags as a string, not {preview(flags)}")
    if type(pattern) is not str:
        raise Fail(f"{name} needs a string as pattern, not {preview(pattern)}")
    try:
        return regex.compile(pattern, flags or "", run.charge), "g" in (flags or "")
    except regex.RegexError as error:
        raise Fail(str(error)) from None


def matches(run: Run, text: Any, compiled: regex.Regex, all_of_them: bool) -> list[Any]:
    """Match objects: offset, length, string, captures."""
    text = _string(text, "match")
    run.charge(1)
    result: list[Any] = []
    for found in compiled.match_all(text, run.charge, global_=all_of_them):
        run.charge(2 + len(found.spans))
        captures: list[Any] = []
        for name, (start, end) in zip(compiled.names[1:], found.spans[1:], strict=True):
            if start < 0:
                captures.append({"name": name, "offset": -1, "length": 0, "string": None})
            else:
                part = text[start:end]
                captures.append({"name": name, "offset": start, "length": end - start, "string": part})
        start, end = found.spans[0]
        result.append(
            {
                "offset": start,
                "length": end - start,
                "string": run.string(text[start:end]),
                "captures": captures,
            }
        )
    return result


def capture(found: Any) -> dict[str, Any]:
    """The named groups of a match object."""
    return {part["name"]: part["string"] for part in found["captures"] if part["name"] is not None}


def _split(run: Run, value: Any, separator: Any) -> list[str]:
    return arithmetic.split(_string(value, "split"), _string(separator, "split"), run)


def _split_regex(run: Run, value: Any, pattern: Any, flags: Any) -> list[str]:
    text = _string(value, "split")
    compiled, _ = compile_regex(pattern, flags, "split", run)
    pieces: list[str] = []
    end = 0
    for found in compiled.match_all(text, run.charge, global_=True):
        start, after = found.spans[0]
        pieces.append(text[end:start])
        end = after
    pieces.append(text[end:])
    run.charge(1 + len(pieces))
    return pieces


TEXT: dict[tuple[str, int], Callable[..., Any]] = {
    ("tostring", 0): tostring,
    ("tonumber", 0): _tonumber,
    ("toboolean", 0): _toboolean,
    ("tojson", 0): lambda run, value: jsontext.encode(value, run),
    ("fromjson", 0): lambda run, value: jsontext.decode(_string(value, "fromjson"), run),
    ("format", 1): _format,
    ("startswith", 1): _startswith,
    ("endswith", 1): _endswith,
    ("ltrimstr", 1): _ltrimstr,
    ("rtrimstr", 1): _rtrimstr,
    ("trimstr", 1): _trimstr,
    ("trim", 0): _trim,
    ("ltrim", 0): _ltrim,
    ("rtrim", 0): _rtrim,
    ("explode", 0): _explode,
    ("implode", 0): _implode,
    ("ascii_downcase", 0): _downcase,
    ("ascii_upcase", 0): _upcase,
    ("utf8bytelength", 0): _utf8bytelength,
    ("join", 1): _join,
    ("split", 1): _split,
    ("split", 2): _split_regex,
}
"""Functions by name and number of arguments; each takes the run, the input and the arguments."""

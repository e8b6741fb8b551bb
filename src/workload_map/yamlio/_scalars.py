# SPDX-License-Identifier: Apache-2.0
"""What a YAML scalar means: exactly what sigs.k8s.io/yaml v1.6 makes of it on its way to JSON.

That library resolves a mix of YAML 1.1 and 1.2 (``yes`` is true, ``0o14`` and ``014`` are 12, ``12:30:45`` and
dates are strings) and then prints JSON, so ``1.0`` and ``1e3`` arrive as integers. One difference on purpose: a
decimal integer that does not fit in 64 bits stays exact here, and becomes a float there.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct

__all__ = ["Scalar", "is_plain_string", "json_value", "key_text", "resolve_plain", "resolve_tagged"]

Scalar = str | int | float | bool | None

_TAG = "tag:yaml.org,2002:"

_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"], True),
    **dict.fromkeys(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"], False),
    **dict.fromkeys(["", "~", "null", "Null", "NULL"]),
    **dict.fromkeys([".nan", ".NaN", ".NAN"], float("nan")),
    **dict.fromkeys([".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"], float("inf")),
    **dict.fromkeys(["-.inf", "-.Inf", "-.INF"], float("-inf")),
}
# Only a scalar that starts with one of these can be anything but a string.
_WORD_STARTS = frozenset("yYnNtTfFoO~")
_NUMBER_STARTS = frozenset("0123456789+-")

_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_DOT_FLOAT = re.compile(r"\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(
    r"([-+]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|0[bB](?P<bin>[01]+)|0[oO]?(?P<oct>[0-7]+)|(?P<dec>0|[1-9][0-9]*))"
)
_BASES = {"hex": 16, "bin": 2, "oct": 8, "dec": 10}
_SIGNED_BINARY = re.compile(r"0b([-+][01]+)")
_TIMESTAMP = (
    r"(\d{4})-(\d\d?)-(\d\d?)"
    r"(?:(?:[Tt](\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)| (\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?))?"
)


def resolve_plain(text: str) -> Scalar:
    """The value of an unquoted scalar without a tag; floats are still floats (see `json_value`)."""
    if not text:
        return None
    first = text[0]
    if first in _NUMBER_STARTS:
        return _number(text)
    if first in _WORD_STARTS:
        return _WORDS.get(text, text)
    if first == ".":
        if text in _WORDS:
            return _WORDS[text]
        return _finite(text) if _DOT_FLOAT.fullmatch(text) else text
    return text


def _number(text: str) -> Scalar:
    if text in _WORDS:  # +.inf, -.inf
        return _WORDS[text]
    plain = text.replace("_", "")
    if match := _BASED.fullmatch(plain):
        based = _based(match)
        if based is not None:
            return based
    if _DECIMAL.fullmatch(plain):
        # Here the reference takes a float; past the range of floats it gives up and keeps the text.
        return int(plain) if len(plain) < 300 or isinstance(_finite(plain), float) else text
    if _FLOAT.fullmatch(plain):
        number = _finite(plain)
        return number if isinstance(number, float) else text
    if match := _SIGNED_BINARY.fullmatch(plain):  # ``0b-1``: an accident of the reference, kept
        number = int(match[1], 2)
        return number if -(2**63) <= number < 2**63 else text
    return text


def _based(match: re.Match[str]) -> int | None:
    """An integer in Go's base-0 notation, None when it does not fit in 64 bits."""
    name = match.lastgroup or "dec"
    digits = match[name]
    if len(digits) > 70:  # more than 64 bits in any base, unless padded with zeros
        digits = digits.lstrip("0") or "0"
        if len(digits) > 70:
            return None
    number = int(digits, _BASES[name])
    if match[1] == "-":
        number = -number
    top = 2**63 if match[1] else 2**64
    return number if -(2**63) <= number < top else None


def _finite(text: str) -> float | str:
    number = float(text)
    return text if number in (float("inf"), float("-inf")) else number


def resolve_tagged(tag: str, text: str) -> Scalar:
    """The value of a scalar with an explicit tag. Raises ValueError when the text is not of that type; a tag
    that is not one of YAML's own gives the text."""
    if not tag.startswith(_TAG):
        return text
    kind = tag[len(_TAG) :]
    if kind == "binary":
        return _binary(text)
    if kind not in {"bool", "int", "float", "null", "timestamp"}:
        return text  # str, and the tags that mean nothing here
    if kind == "timestamp":
        if _is_timestamp(text):
            return text
    else:
        value = resolve_plain(text)
        if kind == "null" and value is None:
            return None
        if kind == "bool" and isinstance(value, bool):
            return value
        if kind == "int" and isinstance(value, int) and not isinstance(value, bool):
            return value
        if kind == "float" and isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    raise ValueError(f"{text[:40]!r} is not a !!{kind}")


def _binary(text: str) -> str:
    try:
        return base64.b64decode(text.replace("\n", "").replace("\r", ""), validate=True).decode()
    except binascii.Error:
        raise ValueError("the text of !!binary is not base64") from None
    except UnicodeDecodeError:
        # The reference puts U+FFFD in the place of what it cannot read.
        raise ValueError("the data of !!binary is not text, and JSON has no other data") from None


def _is_timestamp(text: str) -> bool:
    match = re.fullmatch(_TIMESTAMP, text, re.ASCII)
    if not match:
        return False
    import datetime  # only a tag that nobody writes needs it

    parts = [int(part) for part in match.groups() if part is not None]
    try:
        datetime.datetime(*parts)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True


def json_value(value: Scalar) -> Scalar:
    """A resolved scalar as it comes out of the JSON that the reference prints: a float without a fraction below
    1e21 is printed, and read again, as an integer. Raises ValueError for NaN and the infinities."""
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError("JSON, and so Kubernetes, has no NaN and no infinity")
        if value.is_integer() and abs(value) < 1e21:
            return int(value)
    return value


def key_text(value: Scalar) -> str:
    """The JSON object key of a resolved scalar. Raises ValueError for null, which the reference refuses."""
    if isinstance(value, str):
        return value
    if value is None:
        raise ValueError("null cannot be a key")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return _float_key(value)


def _float_key(value: float) -> str:
    """Go's ``FormatFloat(value, 'g', -1, 32)``: the shortest text that gives the same 32-bit float."""
    if value != value:
        return ".nan"
    try:
        single = struct.pack("f", value)
    except OverflowError:
        return ".inf" if value > 0 else "-.inf"
    value = struct.unpack("f", single)[0]
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    for digits in range(1, 10):
        text = f"{value:.{digits - 1}e}"
        if struct.pack("f", float(text)) == single:
            break
    power = int(text.partition("e")[2])
    if power < -4 or power >= 6:
        return text
    return f"{value:.{max(0, digits - 1 - power)}f}"


_OTHER_STARTS = frozenset("0123456789+-.=<~yYnNtTfFoOiI")
# What YAML 1.1 readers (PyYAML among them) take for something else than a string, beyond what the reference does.
_OTHER_READERS = r"""(?xis)
      [-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?   # base 60
    | [-+]?[0-9][0-9_]*\.[0-9_]*([eE][-+]?[0-9]+)?
    | [-+]?\.[0-9_]+([eE][-+]?[0-9]+)?
    | [-+]?0[xXoObB][0-9a-fA-F_]*
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?       # dates
    | [-+]?[0-9][0-9_,]*([eE][-+]?[0-9]+)?
    | [-+]?\.(inf|nan) | [-+]?(inf|infinity|nan)
    | = | << | \.
    | y | n | yes | no | on | off | true | false | null | ~
"""


def is_plain_string(text: str) -> bool:
    """Whether every reader takes this unquoted text for a string, as far as its type goes (syntax is another
    question)."""
    if not isinstance(resolve_plain(text), str):
        return False
    return text[0] not in _OTHER_STARTS or not re.fullmatch(_OTHER_READERS, text)

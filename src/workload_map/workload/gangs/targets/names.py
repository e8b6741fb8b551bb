# SPDX-License-Identifier: Apache-2.0
"""Names inside a scheduler's objects: DNS labels made from what workloads call their parts."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

__all__ = ["dns_label", "is_label_key", "is_label_value", "relative_names"]

_LONGEST: Final = 63
_HASH: Final = 8
_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_VALUE = re.compile(r"([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?")
_OTHER = re.compile(r"[^a-z0-9]+")


def dns_label(text: str, *, longest: int = _LONGEST) -> str:
    """`text` as a DNS label (RFC 1123) of at most `longest` characters.

    A text that had to be changed ends in eight digits of its hash, so that two texts never share a label.
    """
    if len(text) <= longest and _LABEL.fullmatch(text):
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]
    readable = _OTHER.sub("-", text.lower()).strip("-")[: longest - _HASH - 1].strip("-")
    return f"{readable}-{digest}" if readable else f"x{digest}"


def is_label_key(text: str) -> bool:
    """Whether `text` may be the key of a label: a name, with a DNS subdomain and a slash before it or without."""
    prefix, slash, name = text.rpartition("/")
    if slash and not (len(prefix) <= 253 and all(map(_LABEL.fullmatch, prefix.split(".")))):
        return False
    return bool(name) and is_label_value(name)


def is_label_value(text: str) -> bool:
    """Whether `text` may stand as the value of a label."""
    return len(text) <= _LONGEST and _VALUE.fullmatch(text) is not None


def relative_names(nodes: Iterable[tuple[str, str | None]]) -> list[str]:
    """One DNS label for each (path, copy), unique in the list.

    Steps and copy are joined with "-", other characters are left out; only a name that is too long, or that another
    node has as well, ends in digits of a hash.
    """
    keys = list(nodes)
    texts = [path if copy is None else f"{path}/{copy}" for path, copy in keys]
    plain = [_OTHER.sub("-", text.lower()).strip("-") for text in texts]
    seen = Counter(plain)
    # A text with a line break in front is no label, so it gets its hash.
    return [
        dns_label(name) if seen[name] == 1 and name else dns_label("\n" + text)
        for name, text in zip(plain, texts, strict=True)
    ]

# SPDX-License-Identifier: Apache-2.0
"""What discovery found, kept in a file for ten minutes. Damage to the file costs a request, never an answer."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from workload_map.kube.resources import Resource

__all__ = ["SECONDS", "file_of", "load", "store"]

SECONDS: Final = 600.0
"""How long an entry is used."""

# Changed whenever the shape of what is stored does, so that no version reads another's file.
_FORMAT: Final = 1


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    server: str
    time: float
    resources: tuple[Resource, ...]


_DECODE = msgspec.json.Decoder(_Entry)


def file_of(folder: Path, server: str) -> Path:
    """The file for a server, named by a hash of its URL: the same for every user of it."""
    return folder / f"discovery-{hashlib.sha256(server.encode()).hexdigest()[:24]}.json"


def load(folder: Path, server: str, now: float) -> tuple[Resource, ...] | None:
    """What is known of a server, None where nothing is, where it is too old, or where the file is damaged."""
    try:
        entry = _DECODE.decode(file_of(folder, server).read_bytes())
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    # An entry from the future was written by a clock that was wrong.
    fits = entry.format == _FORMAT and entry.server == server and 0 <= now - entry.time < SECONDS
    return entry.resources if fits else None


def store(folder: Path, server: str, now: float, resources: Iterable[Resource]) -> None:
    """Write what was found, whole or not at all; a folder that cannot be written is no fault of the run."""
    body = msgspec.json.encode(_Entry(_FORMAT, server, now, tuple(resources)))
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=folder, prefix=".discovery-")
        written = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(body)
            written.replace(file_of(folder, server))
        except BaseException:
            written.unlink(missing_ok=True)
            raise

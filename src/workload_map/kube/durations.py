# SPDX-License-Identifier: Apache-2.0
"""Durations as kubectl's flags take them (``30s``, ``1m30s``, ``0``)."""

from __future__ import annotations

import re
from typing import Final

from workload_map.kube import errors

__all__ = ["seconds"]

#: Go's units (time.ParseDuration), in seconds.
_UNITS: Final = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_NUMBER: Final = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_UNIT: Final = r"(?:ns|us|µs|μs|ms|s|m|h)"


def seconds(text: str, *, flag: str = "--request-timeout") -> float:
    """Seconds of a duration: a whole number is a count of seconds, else numbers with units follow one another.

    The rule is kubectl's (client-go, ParseTimeout). 0 means no limit there. Raises ConfigError.
    """
    if re.fullmatch(r"\+?[0-9]+", text, re.ASCII):
        value = float(text)
    elif re.fullmatch(rf"\+?(?:{_NUMBER}{_UNIT})+", text):
        value = sum(
            float(number) * _UNITS[unit] for number, unit in re.findall(rf"({_NUMBER})({_UNIT})", text)
        )
    else:
        raise errors.ConfigError(f"{flag}: {text!r} is not a time: write seconds, or 30s, 2m, 1h30m")
    # Go keeps nanoseconds in 64 bits.
    if value > (2**63 - 1) / 1e9:
        raise errors.ConfigError(f"{flag}: {text!r} is too long a time")
    return value

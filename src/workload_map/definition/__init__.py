# SPDX-License-Identifier: Apache-2.0
"""Definitions: the model of the format, text to and from it, its rules, and the catalog of built-in ones.

Names are loaded when they are first used: reading one manifest needs the model and the catalog alone.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workload_map.definition.catalog import CatalogIndex, Entry, Origin, Replacement
    from workload_map.definition.codec import decode, encode, load_definitions, validate
    from workload_map.definition.expressions import Expression
    from workload_map.definition.model import GVK, Definition
    from workload_map.definition.roles import Role

__all__ = [
    "GVK",
    "CatalogIndex",
    "Definition",
    "Entry",
    "Expression",
    "Origin",
    "Replacement",
    "Role",
    "decode",
    "encode",
    "load_definitions",
    "validate",
]

_HOMES = {
    "GVK": "model",
    "CatalogIndex": "catalog",
    "Definition": "model",
    "Entry": "catalog",
    "Expression": "expressions",
    "Origin": "catalog",
    "Replacement": "catalog",
    "Role": "roles",
    "decode": "codec",
    "encode": "codec",
    "load_definitions": "codec",
    "validate": "codec",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

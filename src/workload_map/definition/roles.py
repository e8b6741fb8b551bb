# SPDX-License-Identifier: Apache-2.0
"""What a jq expression of a definition runs on, and what it must give."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

__all__ = ["Gives", "On", "Role", "jq_role", "keyed", "role_of"]

On = Literal["object", "pod"]

Gives = Literal[
    "id",
    "template",
    "pod-spec",
    "metadata",
    "string",
    "string-map",
    "resources",
    "resource-claims",
    "pod-affinity",
    "node-affinity",
    "containers",
    "container",
    "integer",
    "boolean",
    "key",
    "phase",
    "conditions",
    "any",
]


class Role(msgspec.Struct, frozen=True):
    """The part an expression plays: `on` is its input (the root object, or one pod), `gives` the kind of each
    of its results (null, "not known", is legal everywhere but for ids), `written` that a field's value is
    assigned through it, so that it should denote a path."""

    on: On
    gives: Gives
    written: bool = False


_EXTRA: Final = "workload_map"


def jq_role(on: On, gives: Gives, *, written: bool = False) -> msgspec.Meta:
    """Marks a string type of the model as a jq expression."""
    return msgspec.Meta(extra={_EXTRA: Role(on, gives, written)})


def keyed(*keys: str, description: str, min_length: int | None = None) -> msgspec.Meta:
    """Marks a list type of the model: its items are told apart by `keys`; none means by their own value.

    Source: the list types of the reference's CRD (``x-kubernetes-list-type`` map and set).
    """
    return msgspec.Meta(extra={"keys": keys}, description=description, min_length=min_length)


def role_of(extra: dict[str, Any] | None) -> Role | None:
    """The role that a type of the model was marked with."""
    role = (extra or {}).get(_EXTRA)
    return role if isinstance(role, Role) else None

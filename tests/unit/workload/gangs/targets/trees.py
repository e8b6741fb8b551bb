# SPDX-License-Identifier: Apache-2.0
"""Trees of gangs written by hand, for tests of one rule each."""

from __future__ import annotations

from typing import Any

from workload_map.workload.gangs.model import Gang, Member

__all__ = ["leaf", "parent"]


def leaf(
    path: str,
    least: int | None,
    desired: int | None = None,
    *,
    role: tuple[str, str] | None = None,
    copy: str | None = None,
    **more: Any,
) -> Gang:
    """A leaf with one role, by default a component called like the last step of the path."""
    component, instance = role or (path.rpartition("/")[2], "")
    wanted = least if desired is None else desired
    fields: dict[str, Any] = {
        "name": name_of(path, copy),
        "path": path,
        "copy": copy,
        "min_pods": least,
        "desired_pods": wanted,
        "members": (Member(component=component, instance=instance, min=least, desired=wanted),),
    }
    return Gang(**{**fields, **more})


def parent(path: str, needed: int, *children: Gang, copy: str | None = None, **more: Any) -> Gang:
    """A parent that needs so many of its children."""
    counts = [child.desired_pods for child in children]
    desired = None if None in counts else sum(count or 0 for count in counts)
    return Gang(
        name=name_of(path, copy),
        path=path,
        copy=copy,
        min_children=needed,
        desired_pods=desired,
        children=children,
        **more,
    )


def name_of(path: str, copy: str | None) -> str:
    """Unique for each path and copy."""
    return path.replace("/", "-").lower() + (f"-{copy.replace('.', '-')}" if copy is not None else "")

# SPDX-License-Identifier: Apache-2.0
"""Which pods and parts of a long list are shown, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workload_map.workload.viewmodel import NodeView, PodView

__all__ = ["parts", "pods"]


def pods(found: Sequence[PodView], limit: int) -> tuple[Sequence[PodView], str | None]:
    """At most `limit` pods (0: all), those that are not healthy first, and the words for the others."""
    if not limit or len(found) <= limit:
        return found, None
    chosen = sorted(found, key=_healthy)[:limit]
    shown = sum(not _healthy(pod) for pod in chosen)
    total = sum(not _healthy(pod) for pod in found)
    unhealthy = f"{shown} unhealthy shown" if shown == total else f"{shown} of {total} unhealthy shown"
    return chosen, f"and {len(found) - limit} more ({unhealthy})"


def parts(found: Sequence[NodeView], limit: int) -> tuple[Sequence[NodeView], str | None]:
    """At most `limit` parts (0: all) in their order, and the words for the others: those with a pod that is not
    healthy are chosen first, then those that have fewer pods than they want."""
    if not limit or len(found) <= limit:
        return found, None
    ranked = sorted(range(len(found)), key=lambda index: _rank(found[index]))
    kept = sorted(ranked[:limit])
    left = [found[index] for index in ranked[limit:]]
    unhealthy = sum(_rank(node) == 0 for node in left)
    missing = sum(_rank(node) == 1 for node in left)
    details = [f"{unhealthy} unhealthy"] if unhealthy else []
    details += [f"{missing} with missing pods"] if missing else []
    more = f"and {len(left)} more {'component' if len(left) == 1 else 'components'}"
    return [found[index] for index in kept], more + (f" ({', '.join(details)})" if details else "")


def _healthy(pod: PodView) -> bool:
    return pod.ready or pod.phase == "Succeeded"


def _rank(node: NodeView) -> int:
    if not all(map(_healthy, _all_pods(node))):
        return 0
    current, desired = node.replicas.current, node.replicas.desired
    return 1 if current is not None and desired is not None and current < desired else 2


def _all_pods(node: NodeView) -> Iterable[PodView]:
    yield from node.pods
    for child in node.children:
        yield from _all_pods(child)

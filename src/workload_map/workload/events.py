# SPDX-License-Identifier: Apache-2.0
"""Kubernetes events: what was said of which object, and when last.

Both forms are read: ``v1`` (involvedObject, count, lastTimestamp) and ``events.k8s.io/v1`` (regarding, series,
eventTime, note, deprecatedCount). Source: k8s.io/api ``core/v1`` and ``events/v1``.
"""

from __future__ import annotations

from typing import Any, Final

from workload_map.workload.owners import Ident, split_api_version
from workload_map.workload.viewmodel import EventView

__all__ = ["KINDS", "about", "event_view", "recent"]

#: Group and kind of an event in either form.
KINDS: Final = frozenset({("", "Event"), ("events.k8s.io", "Event")})


def about(event: Any) -> Ident | None:
    """The object that an event is about; None where it names none."""
    reference = _dict(_dict(event).get("involvedObject") or _dict(event).get("regarding"))
    kind, name = _text(reference.get("kind")), _text(reference.get("name"))
    if kind is None or name is None:
        return None
    group = split_api_version(reference.get("apiVersion"))[0]
    return Ident(
        group, kind, _text(reference.get("namespace")) or "", name, _text(reference.get("uid")) or ""
    )


def event_view(event: Any) -> EventView:
    """The event as it is shown; what has a wrong type counts as absent."""
    event = _dict(event)
    subject = about(event)
    series = _dict(event.get("series"))
    times = (
        series.get("lastObservedTime"),
        event.get("lastTimestamp"),
        event.get("deprecatedLastTimestamp"),
        event.get("eventTime"),
        event.get("firstTimestamp"),
        _dict(event.get("metadata")).get("creationTimestamp"),
    )
    counts = (series.get("count"), event.get("count"), event.get("deprecatedCount"))
    return EventView(
        last_seen=next((time for time in times if _text(time)), None),
        type=_text(event.get("type")) or "",
        reason=_text(event.get("reason")) or "",
        object=str(subject) if subject is not None else "",
        count=next((count for count in counts if type(count) is int), 1),
        message=_text(event.get("message")) or _text(event.get("note")) or "",
    )


def recent(events: list[Any]) -> tuple[EventView, ...]:
    """The events in the order in which they were last seen, as kubectl shows them."""
    views = [event_view(event) for event in events]
    # RFC 3339 in UTC sorts as text, but for parts of a second: "…:01Z" is before "…:01.5Z".
    views.sort(key=lambda view: ((view.last_seen or "").rstrip("Z"), view.object, view.reason))
    return tuple(views)


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None

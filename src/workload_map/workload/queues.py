# SPDX-License-Identifier: Apache-2.0
"""The queue that a workload waits in: a name on the object, else on its pod templates."""

from __future__ import annotations

from typing import Any, Final

from workload_map.jq.reads import ANY, ReadPath

__all__ = ["READS", "queue_of", "queue_of_template"]

#: In the order in which they count: Kueue, KAI Scheduler; Volcano's annotation comes after its field.
_LABELS: Final = ("kueue.x-k8s.io/queue-name", "kai.scheduler/queue")
_ANNOTATION: Final = "scheduling.volcano.sh/queue-name"
_VOLCANO: Final = "batch.volcano.sh/"

#: What is read of an object, or of a pod template, for its queue.
READS: Final[tuple[ReadPath, ...]] = (
    *(("metadata", "labels", label, ANY) for label in _LABELS),
    ("metadata", "annotations", _ANNOTATION, ANY),
    ("spec", "queue", ANY),
)


def queue_of(obj: dict[str, Any]) -> str | None:
    """The queue that the object itself names: by label, by ``.spec.queue`` of Volcano's kinds, by annotation."""
    metadata = obj.get("metadata")
    if not isinstance(metadata, dict):
        metadata = {}
    queue = _named(metadata.get("labels"), _LABELS)
    if queue is not None:
        return queue
    api_version, spec = obj.get("apiVersion"), obj.get("spec")
    if isinstance(api_version, str) and api_version.startswith(_VOLCANO) and isinstance(spec, dict):
        queue = _named(spec, ("queue",))
        if queue is not None:
            return queue
    return _named(metadata.get("annotations"), (_ANNOTATION,))


def queue_of_template(pod_template: dict[str, Any]) -> str | None:
    """The queue that a pod template names."""
    metadata = pod_template.get("metadata")
    if not isinstance(metadata, dict):
        return None
    return _named(metadata.get("labels"), _LABELS) or _named(metadata.get("annotations"), (_ANNOTATION,))


def _named(values: Any, keys: tuple[str, ...]) -> str | None:
    if isinstance(values, dict):
        for key in keys:
            value = values.get(key)
            if isinstance(value, str) and value:
                return value
    return None

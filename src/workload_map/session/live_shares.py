# SPDX-License-Identifier: Apache-2.0
"""Equal parts of pods, held once: the pods of one workload differ in little more than their names."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from workload_map.problems import Problem
from workload_map.workload.facts import PodFacts, pod_facts
from workload_map.workload.resources import Resources, pod_resources

__all__ = ["Shares"]

_encode: Final = msgspec.msgpack.encode
#: Texts that many pods have in common; names and versions are their own.
_COMMON: Final = frozenset({"namespace", "nodeName", "phase", "apiVersion", "kind"})


class Shares:
    """Parts of pods by what is in them. When there are more than `most` it starts anew, so that parts that no pod
    has any more are let go: then some are held twice for a while."""

    def __init__(self, *, most: int = 20_000) -> None:
        self._most = most
        self._parts: dict[bytes | str, Any] = {}
        self._resources: dict[bytes, tuple[Resources, tuple[Problem, ...]]] = {}

    def __len__(self) -> int:
        """How many parts are held."""
        return len(self._parts)

    def pod(self, pod: dict[str, Any]) -> dict[str, Any]:
        """An equal pod, parts of which others may hold as well; none of it may be changed."""
        return {
            key: {name: self._part(name, part) for name, part in value.items()}
            if type(value) is dict
            else self._part(key, value)
            for key, value in pod.items()
        }

    def facts(self, pod: dict[str, Any]) -> PodFacts:
        """What `pod_facts` gives; what the pod asks for is shared with pods of the same spec."""
        spec, metadata = pod.get("spec"), pod.get("metadata")
        annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
        if type(spec) is not dict:
            return pod_facts(pod)
        key = _bytes([{name: part for name, part in spec.items() if name != "nodeName"}, annotations])
        if key is None:
            return pod_facts(pod)
        found = self._resources.get(key)
        if found is None:
            if len(self._resources) >= self._most:
                self._resources.clear()
            found = self._resources[key] = pod_resources(pod)
        return pod_facts(pod, resources=found)

    def _part(self, name: str, value: Any) -> Any:
        key: bytes | str | None
        if type(value) is str:
            key = value if name in _COMMON else None
        else:
            key = _bytes(value) if value and type(value) in (dict, list) else None
        if key is None:
            return value
        found = self._parts.get(key)
        if found is None:
            if len(self._parts) >= self._most:
                self._parts.clear()
            found = self._parts[key] = value
        return found


def _bytes(value: Any) -> bytes | None:
    """The value as bytes, different for different values; None where it has numbers or text out of range."""
    try:
        return _encode(value)
    except (OverflowError, UnicodeEncodeError, RecursionError):
        return None

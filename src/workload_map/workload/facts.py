# SPDX-License-Identifier: Apache-2.0
"""What a live pod says of itself, the same for every kind of workload."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from workload_map.jq.reads import ANY, ELEMENT, ReadPath
from workload_map.problems import Problem
from workload_map.workload.owners import READS as OWNER_READS
from workload_map.workload.owners import Ident, owners_of
from workload_map.workload.resources import READS as RESOURCE_READS
from workload_map.workload.resources import Resources, pod_resources

__all__ = ["READS", "PodFacts", "PodPhase", "PodState", "pod_facts"]

PodPhase = Literal["Pending", "Running", "Succeeded", "Failed", "Unknown"]
PodState = Literal["current", "finished", "terminating"]

_PHASES: dict[str, PodPhase] = {
    "Pending": "Pending",
    "Running": "Running",
    "Succeeded": "Succeeded",
    "Failed": "Failed",
    "Unknown": "Unknown",
}

_CONTAINER_STATUS: Final[tuple[ReadPath, ...]] = (
    ("restartCount", ANY),
    ("state", "waiting", "reason", ANY),
    ("state", "waiting", "message", ANY),
    ("state", "terminated", "reason", ANY),
    ("state", "terminated", "message", ANY),
    ("state", "terminated", "exitCode", ANY),
)

#: What `pod_facts` reads of a pod, its owners and resources included.
READS: Final[tuple[ReadPath, ...]] = (
    *OWNER_READS,
    *RESOURCE_READS,
    ("metadata", "deletionTimestamp", ANY),
    ("spec", "nodeName", ANY),
    ("status", "phase", ANY),
    ("status", "reason", ANY),
    ("status", "message", ANY),
    *(("status", "conditions", ELEMENT, key, ANY) for key in ("type", "status", "reason", "message")),
    *(("status", "containerStatuses", ELEMENT, *path) for path in _CONTAINER_STATUS),
    *(("status", "initContainerStatuses", ELEMENT, *path) for path in _CONTAINER_STATUS),
)

#: A status with none of these says nothing of the pod yet.
_SAYS_SOMETHING: Final = frozenset(path[1] for path in READS if path[0] == "status")

#: Reasons that a container gives while it waits for its turn: true of every start, so the last to be told.
_ORDINARY = frozenset({"ContainerCreating", "PodInitializing"})


# gc=False: values only, no reference cycle can be made of them, and there is one for each pod of a cluster.
class PodFacts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a pod says of itself.

    `state` is finished for a pod that has ended (it holds nothing), terminating for one that is being
    deleted, else current. `reason` is one word for why it is not ready (None when it is), `message` the text
    that stands beside that word. `restarts` is None where the pod has no status yet. `owner` is who it
    names as its owner, None for nobody or for several without a controller.
    """

    name: str
    namespace: str
    uid: str
    phase: PodPhase
    state: PodState
    ready: bool
    scheduled: bool
    reason: str | None
    message: str | None
    restarts: int | None
    node: str | None
    owner: Ident | None
    resources: Resources
    problems: tuple[Problem, ...]
    """Faults in its resources, with paths relative to the pod (``/spec/containers/0/…``)."""


def pod_facts(
    pod: Any,
    *,
    resources: tuple[Resources, tuple[Problem, ...]] | None = None,
    claims: Mapping[tuple[str, str], Any] | None = None,
) -> PodFacts:
    """Read one pod; it never raises, a wrong type counts as absent.

    `resources` is what `pod_resources` gave for a pod of the same spec, if the caller has it; else `claims`
    is handed to it.
    """
    pod = pod if isinstance(pod, dict) else {}
    metadata = _dict(pod.get("metadata"))
    spec = _dict(pod.get("spec"))
    status = _dict(pod.get("status"))
    phase = _phase(pod, status)
    node = _text(spec.get("nodeName"))
    ready = False
    scheduled = node is not None
    not_scheduled: dict[str, Any] | None = None
    not_ready: dict[str, Any] | None = None
    for condition in _dicts(status.get("conditions")):
        kind = condition.get("type")
        if kind == "Ready":
            ready = condition.get("status") == "True"
            not_ready = None if ready else condition
        elif kind == "PodScheduled":
            if condition.get("status") == "True":
                scheduled = True
                not_scheduled = None
            elif condition.get("status") == "False":
                not_scheduled = condition
    if phase in ("Succeeded", "Failed"):
        state: PodState = "finished"
        ready = False
    else:
        state = "terminating" if metadata.get("deletionTimestamp") is not None else "current"
    reason = message = None
    if not ready:
        reason, message = _why(status, not_scheduled, not_ready)
    owners = owners_of(metadata) if metadata.get("ownerReferences") else ()
    asked, problems = pod_resources(pod, claims=claims) if resources is None else resources
    return PodFacts(
        name=_text(metadata.get("name")) or "",
        namespace=_text(metadata.get("namespace")) or "",
        uid=_text(metadata.get("uid")) or "",
        phase=phase,
        state=state,
        ready=ready,
        scheduled=scheduled,
        reason=reason,
        message=message,
        restarts=_restarts(status),
        node=node,
        owner=owners[0] if len(owners) == 1 else None,
        resources=asked,
        problems=tuple(map(_below_spec, problems)) if problems else (),
    )


def _phase(pod: dict[str, Any], status: dict[str, Any]) -> PodPhase:
    phase = status.get("phase")
    if phase is None or phase == "":
        # A manifest, or a pod that no kubelet has looked at yet.
        return "Pending" if isinstance(pod.get("status"), dict | None) else "Unknown"
    return _PHASES.get(phase, "Unknown") if isinstance(phase, str) else "Unknown"


def _why(
    status: dict[str, Any], not_scheduled: dict[str, Any] | None, not_ready: dict[str, Any] | None
) -> tuple[str | None, str | None]:
    """The word that says most about a pod that is not ready, and the text beside it.

    In order: a container that cannot go on, one that has ended badly (else: has ended), not scheduled, the
    pod's own reason, a container that waits its turn, the Ready condition.
    """
    waiting: dict[str, Any] | None = None
    ended: dict[str, Any] | None = None
    failed: dict[str, Any] | None = None
    for key in ("initContainerStatuses", "containerStatuses"):
        for container in _dicts(status.get(key)):
            state = _dict(container.get("state"))
            wait = state.get("waiting")
            if isinstance(wait, dict) and _text(wait.get("reason")):
                if wait["reason"] not in _ORDINARY:
                    return _pair(wait)
                waiting = waiting or wait
            end = state.get("terminated")
            if isinstance(end, dict) and _text(end.get("reason")):
                if end.get("exitCode", 0) != 0:
                    failed = failed or end
                elif key == "containerStatuses":
                    ended = ended or end
    for found in (failed, not_scheduled, status, ended, waiting, not_ready):
        if found is not None and _text(found.get("reason")):
            return _pair(found)
    return None, None


def _pair(found: dict[str, Any]) -> tuple[str | None, str | None]:
    return _text(found.get("reason")), _text(found.get("message"))


def _restarts(status: dict[str, Any]) -> int | None:
    """Restarts of all containers together; None where one of them gives no number, or there is no status yet."""
    if _SAYS_SOMETHING.isdisjoint(status):
        return None
    count = 0
    for key in ("initContainerStatuses", "containerStatuses"):
        for container in _dicts(status.get(key)):
            restarts = container.get("restartCount", 0)
            if type(restarts) is not int:
                return None
            count += restarts
    return count


def _below_spec(problem: Problem) -> Problem:
    path = problem.path or ""
    return problem if path.startswith("/metadata/") else msgspec.structs.replace(problem, path="/spec" + path)


def _text(value: Any) -> str | None:
    """A text that is not empty, else None."""
    return value if isinstance(value, str) and value else None


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []

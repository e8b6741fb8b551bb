# SPDX-License-Identifier: Apache-2.0
"""Whether a cluster would keep groups as they are printed: each is tried in a dry run, and compared with the answer.

A server erases fields whose feature gate is off without a word, and what is created then means something else: a tree
becomes independent groups, a topology is gone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from workload_map.kube import discovery
from workload_map.kube.errors import ApiError
from workload_map.problems import Problem

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Discovery
    from workload_map.session.cluster import Reach

__all__ = ["check", "erased", "tried"]

_MANAGER: Final = "workload-map"

#: Feature gates of kube-apiserver 1.37 by the field that is erased without them
#: (kubernetes ``pkg/registry/scheduling/podgroup/strategy.go``, ``pkg/api/pod/util.go``).
_GATES: Final = {
    "spec.schedulingConstraints": "TopologyAwareWorkloadScheduling",
    "spec.parentCompositePodGroupName": "CompositePodGroup",
    "spec.schedulingGroup": "GenericWorkload",
}


def check(reach: Reach, objects: Iterable[dict[str, Any]]) -> tuple[Problem, ...]:
    """What the cluster would not keep of these objects, and which it refuses; nothing is written. Raises ApiError
    where the cluster cannot be asked at all."""

    async def work(client: Client) -> tuple[Problem, ...]:
        found = await discovery.discover(client, cache=None, now=0.0)
        return await tried(client, found, objects, namespace=reach.access.namespace)

    return reach.run(work)


async def tried(
    client: Client, found: Discovery, objects: Iterable[dict[str, Any]], *, namespace: str
) -> tuple[Problem, ...]:
    """As `check`, with a connection to a server whose resources are known. Objects that name no namespace are tried
    in `namespace`. Of objects with the same fields one is tried."""
    problems: list[Problem] = []
    seen: set[tuple[str, ...]] = set()
    for obj in objects:
        shape = (obj["apiVersion"], obj["kind"], *_fields(obj.get("spec"), "spec"))
        if shape in seen:
            continue
        seen.add(shape)
        problems += await _one(client, found, obj, namespace)
    return tuple(problems)


async def _one(client: Client, found: Discovery, obj: dict[str, Any], namespace: str) -> Iterable[Problem]:
    group, _, version = obj["apiVersion"].rpartition("/")
    metadata = obj["metadata"]
    title = f"{obj['kind']}{'.' + group if group else ''} {metadata['name']}"
    resource = next((one for one in found.of(group, obj["kind"]) if one.version == version), None)
    if resource is None:
        return [_warning("gang.not-served", f"{title}: {obj['apiVersion']} is not served")]
    try:
        # Applied rather than created: the group may be there already.
        body = await client.send(
            "PATCH",
            resource.path(metadata.get("namespace", namespace), metadata["name"]),
            body=json.dumps(obj).encode(),
            content_type="application/apply-patch+yaml",
            params={"dryRun": "All", "fieldManager": _MANAGER, "force": "true"},
        )
        kept = json.loads(body)
    except ApiError as error:
        return [_warning("gang.not-taken", f"{title}: {error.message}")]
    except ValueError:
        return [_warning("gang.not-taken", f"{title}: the server's answer is no JSON")]
    return [
        _warning("gang.erased", f"{title}: the server erases {path}{_gate(path)}")
        for path in erased(obj, kept)
    ]


def erased(sent: Mapping[str, Any], kept: Mapping[str, Any]) -> list[str]:
    """Paths of the fields of ``spec`` that an object was sent with and a server did not keep, in the order of the
    object; of a field that is gone not what was in it. Values that the server wrote otherwise are kept."""
    return list(_erased(sent.get("spec"), kept.get("spec"), "spec"))


def _erased(sent: Any, kept: Any, path: str) -> Iterator[str]:
    if isinstance(sent, dict) and sent:
        if not isinstance(kept, dict):
            yield path
            return
        for key, value in sent.items():
            below = f"{path}.{key}"
            # A server leaves out what is empty.
            if key not in kept and value not in ({}, [], "", None):
                yield below
            elif key in kept:
                yield from _erased(value, kept[key], below)
    elif isinstance(sent, list) and sent:
        if not isinstance(kept, list) or len(kept) < len(sent):
            yield path
            return
        for number, (old, new) in enumerate(zip(sent, kept, strict=False)):
            yield from _erased(old, new, f"{path}[{number}]")


def _fields(value: Any, path: str) -> Iterator[str]:
    """The path of every field, whatever its value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}"
            yield from _fields(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _fields(inner, f"{path}[]")


def _gate(path: str) -> str:
    gate = next((gate for field, gate in _GATES.items() if path.startswith(field)), None)
    if gate is None and path.endswith(".schedulingConstraints"):
        gate = _GATES["spec.schedulingConstraints"]
    return f" (its gate {gate} is off)" if gate is not None else ""


def _warning(code: str, message: str) -> Problem:
    return Problem(code=code, severity="warning", message=message)
